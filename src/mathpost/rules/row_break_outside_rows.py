r"""A row break outside of any environment with rows: `a = b \\ c = d` directly between two `$$`.

KaTeX begins a new line there; MathJax 3 and LaTeX set both on one line. In a display, use `aligned` or `gathered`.

    bad:  $$ a = b \\ c = d $$
    good: $$ \begin{gathered} a = b \\ c = d \end{gathered} $$
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.document.document import Formula
from mathpost.rules import Measured, Subject, as_hint
from mathpost.rules.expressions import Expression
from mathpost.rules.wrapping import wrapped
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Fix, Safety
from mathpost.text.source import Span

CODE = "L105"
NAME = "row-break-outside-rows"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=10, posts=8, read=10, right=10)

_SEVERAL = 4
_BREAKS = frozenset(["\\\\", r"\newline"])
_WRAPPED = frozenset(["$$", "\\[", "math"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    if subject.target == "katex":
        return
    found = list(_found(subject))
    if not subject.target_is_known:
        yield from as_hint(found)
        return
    if len(found) < _SEVERAL:
        yield from found
        return
    first, more = found[0], len(found) - 1  # a habit: one finding says it
    yield first._replace(notes=(Note(f"and in {more} more displays"),))


def _found(subject: Subject) -> Iterator[Diagnostic]:
    for formula, expressions in subject.expressions:
        if (
            subject.document.flavour.rows
            or formula.kind == "inline"
            or formula.escaped
            or any(fault.code == "L010" for fault in formula.faults)
        ):
            continue  # L010 offers to wrap what has its & already
        breaks = list(_breaks(expressions))
        if breaks:
            message = "a row break outside an environment with rows: MathJax 3 and LaTeX ignore it"
            yield Diagnostic(CODE, NAME, SEVERITY, breaks[0], message, (), _fix(subject, formula))


def _breaks(expressions: Sequence[Expression]) -> Iterator[Span]:
    """The row breaks on the top level between things that are drawn: definitions alone draw nothing."""
    atoms = expressions[0].atoms
    drawn = [index for index, atom in enumerate(atoms) if atom.text not in _BREAKS]
    for index, atom in enumerate(atoms):
        if atom.text in _BREAKS and drawn and drawn[0] < index < drawn[-1]:
            yield atom.span


def _fix(subject: Subject, formula: Formula) -> Fix | None:
    if formula.opener not in _WRAPPED or any(row.tags or row.labels for row in formula.rows):
        return None
    return wrapped(subject.document.source.text, formula, "gathered", Safety.UNSAFE)
