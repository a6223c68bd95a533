"""Intermediate steps of a post's verified equations, each verified where it would stand.

A proposal is written after the display that jumps, the post is read again, and every step of it is judged as if
its author had written it there. One that is not decided, or only decided by what it explains, takes the others
with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.document.reader import read
from mathpost.maths.claims import statements
from mathpost.maths.hypotheses.context import context
from mathpost.maths.notation.step import Step
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.reading import DEFINED
from mathpost.verify.interpretation.verdict import Agrees, Proved, Verdict
from mathpost.verify.repair.steps_between import Move, Proposal, proposals
from mathpost.verify.verdicts import judgement

MOST = 12  # derivations of one post
_ENDS = " \t\r\n,.;，。；、"


class Derivation(NamedTuple):
    """Claim `step` (by index) unfolded: `lines` from its left to its right side, a move and a verdict for each
    step from line to line.
    """

    step: int
    lines: tuple[str, ...]
    moves: tuple[Move, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def latex(self) -> str:
        """The derivation as an aligned display, without its delimiters."""
        first, second, *rest = self.lines
        rows = [f"{first} &= {second}", *(f"&= {line}" for line in rest)]
        return "\n".join([r"\begin{aligned}", " \\\\\n".join(rows), r"\end{aligned}"])


def derivations(
    document: Document,
    steps: Sequence[Step],
    verdicts: Sequence[Verdict | None],
    *,
    target: str = "mathjax",
    brackets: bool = False,
) -> list[Derivation]:
    """The derivations of verified equations that jump, in the order of the text; `document` was read with `target`
    and `brackets`.
    """
    wanted = {
        k: DEFINED in (verdict.detail or "")
        for k, verdict in enumerate(verdicts)
        if isinstance(verdict, Proved | Agrees) and steps[k].sign == "=" and _in_display(document, steps[k])
    }
    found: dict[tuple[str, ...], Derivation] = {}
    for proposal in proposals(wanted, steps, context(document, steps)):
        made = _unjudged(proposal, steps[proposal.step])
        found.setdefault(made.lines, made)
        if len(found) == MOST:
            break
    return list(_judged(document, steps, list(found.values()), target, brackets)) if found else []


def _in_display(document: Document, step: Step) -> bool:
    return document.formulas[step.formula].kind == "display"


def _unjudged(proposal: Proposal, step: Step) -> Derivation:
    left, right = (" ".join(side.text.split()).rstrip(_ENDS) for side in (step.left, step.right))
    lines = (left, *(line.latex for line in proposal.lines), right)
    return Derivation(proposal.step, lines, proposal.moves, ())


def _judged(
    document: Document, steps: Sequence[Step], found: Sequence[Derivation], target: str, brackets: bool
) -> Iterator[Derivation]:
    """Those of `found` that hold step by step in the post."""
    text, spans = _inserted(document, steps, found)
    source = Source(document.source.path, text)
    after = read(source, target=target, brackets=brackets, definitions=document.given)
    stated = statements.steps(after)
    places = [[k for k, step in enumerate(stated) if span.contains(step.span)] for span in spans]
    verdicts = judgement.judge(after, stated, only={k for numbers in places for k in numbers})
    for derivation, numbers in zip(found, places, strict=True):
        confirmed = [verdict for k in numbers if (verdict := verdicts[k]) is not None and _holds(verdict)]
        if len(confirmed) == len(derivation.moves) == len(numbers):
            yield derivation._replace(verdicts=tuple(confirmed))


def _inserted(
    document: Document, steps: Sequence[Step], found: Sequence[Derivation]
) -> tuple[str, list[Span]]:
    """The post with each derivation after its display, and the places of the derivations."""
    text, spans, at = "", [], 0
    for derivation in found:
        end = document.formulas[steps[derivation.step].formula].span.end
        text += document.source.text[at:end] + "\n\n"
        at = end
        start = len(text)
        text += f"$$\n{derivation.latex}\n$$\n\n"
        spans.append(Span(start, len(text)))
    return text + document.source.text[at:], spans


def _holds(verdict: Verdict) -> bool:
    """Whether the step is verified, neither by inserting the equation that is explained nor by anything that a time
    limit may stop.
    """
    if not isinstance(verdict, Proved | Agrees) or verdict.method == "SymPy":
        return False
    return "given " not in (verdict.detail or "")
