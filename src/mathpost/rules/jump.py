r"""An equation is true, and more than two moves of some length lie between its sides.

Such a move carries out a derivative (one inside another is a move of its own) or collects like terms. To put in a
definition, to multiply out, to split a sum and to bring to a common denominator are none: a reader makes them in his
head. The note shows lines that may stand between; each was found by such moves. An equation that the post derives in
smaller steps elsewhere does not jump.

    bad:  $\frac{d^2}{dx^2}\sqrt{x^2 + b} = \frac{b}{(x^2 + b)^{3/2}}$
    good: the first derivative, the second one, then its collected form
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.maths.context import context
from mathpost.maths.step import Side, Step
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.verify.intermediate import Move, Proposal, proposals
from mathpost.verify.verdict import Agrees, Proved

CODE = "D005"
NAME = "jump"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=3, posts=1, read=3, right=3, of=429)

_MOST = 2  # moves that a reader makes in his head
_UNDONE: frozenset[Move] = frozenset(
    ["derivative", "denominator"]
)  # by nobody, to come to a side as it stands


def find(subject: Subject) -> Iterator[Diagnostic]:
    true = {
        k: False
        for k, verdict in enumerate(subject.verdicts)
        if isinstance(verdict, Proved | Agrees) and subject.steps[k].sign == "="
    }
    for proposal in proposals(true, subject.steps, context(subject.document, subject.steps)) if true else ():
        step = subject.steps[proposal.step]
        moves = _long(proposal)
        if len(moves) > _MOST and not _is_derived(proposal.step, subject.steps):
            message = f"{len(moves)} moves lie between the sides: {', '.join(moves)}"
            yield Diagnostic(CODE, NAME, SEVERITY, step.relation_span, message, _lines(proposal, step))


def _long(proposal: Proposal) -> list[Move]:
    """The moves that count; none where one of them is walked back, which nobody does."""
    moves = proposal.moves
    if not _UNDONE.isdisjoint(moves[len(moves) - proposal.back :]):
        return []
    collected: list[Move] = ["collection"] if "collection" in moves else []
    return [move for move in moves if move == "derivative"] + collected


def _is_derived(number: int, steps: Sequence[Step]) -> bool:
    """Does a chain of the post come to the same right side in several steps?"""
    written = _written(steps[number].right)
    return any(s.interior and _written(s.right) == written for k, s in enumerate(steps) if k != number)


def _written(side: Side) -> str:
    """The LaTeX of a side without spaces and punctuation at its end."""
    return "".join(side.text.split()).rstrip(",.;，。")


def _lines(proposal: Proposal, step: Step) -> tuple[Note, ...]:
    return tuple(Note(f"between them may stand {line.latex}", step.right.span) for line in proposal.lines)
