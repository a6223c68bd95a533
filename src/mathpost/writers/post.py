"""All results for one post after its last stage; every writer reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mathpost.document.document import Document
from mathpost.maths.notation.step import Step
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Verdict

if TYPE_CHECKING:
    from mathpost.document.numbering import Numbering


@dataclass(frozen=True, slots=True)
class PostResult:
    """One post and the results of each stage. `verdicts` runs beside `steps` (None unless the step is a claim); there
    are none when `verified` is False.

    `diagnostics` are the findings that the configuration and the post's own comments do not suppress, in order of
    place. `readable` is False if the file could not be read at all: the document is then empty. `failed` names the
    vital stages that failed; such a result must not be written. `target` and `brackets` are how the post was read,
    `target_lines` the length it should reach, `appendix` what the program adds to it; `told_by` is what determined its
    flavour. `newly_judged` counts the claims that were verified now; the other verdicts were cached.
    """

    document: Document
    numbering: Numbering
    steps: Sequence[Step]
    verdicts: tuple[Verdict | None, ...]
    diagnostics: tuple[Diagnostic, ...]
    verified: bool
    readable: bool = True
    failed: tuple[str, ...] = ()
    target: str = "mathjax"
    brackets: bool = False
    target_lines: tuple[int, int] = (300, 500)
    appendix: Literal["readers", "verdicts", "none"] = "readers"
    told_by: str = ""
    newly_judged: int = 0

    @property
    def source(self) -> Source:
        return self.document.source

    @property
    def judged(self) -> Iterator[tuple[Step, Verdict]]:
        """The claims with their verdicts, if they were verified."""
        for step, verdict in zip(self.steps, self.verdicts, strict=True) if self.verified else ():
            if verdict is not None:
                yield step, verdict

    def worst(self) -> Severity | None:
        """The highest severity among the diagnostics, None where there is no diagnostic."""
        present = {d.severity for d in self.diagnostics}
        return next((s for s in Severity if s in present), None)
