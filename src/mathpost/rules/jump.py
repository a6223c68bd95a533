r"""A true equation skips more than eight elementary steps between its sides.

One elementary step applies one differentiation rule, expands one product of sums, combines two like terms, puts one sum
over a common denominator, or evaluates one integral or sum. Inserting a definition and factoring out do not count. The
note shows lines that could be added; each was verified. Equations that the post derives elsewhere are not reported.

    bad:  $(a - 2)^2 p + a^2(1 - 2p) + (a + 2)^2 p = a^2 + 8p$
    good: the squares multiplied out, then their like terms collected
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mathpost.maths.notation.step import Side, Step
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.verify.interpretation.verdict import Agrees, Proved

if TYPE_CHECKING:
    from mathpost.verify.repair.steps_between import Move, Proposal

CODE = "D005"
NAME = "jump"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=8, posts=7, read=8, right=8, of=1523)

_MOST = 8  # moves that a reader makes in his head
_UNDONE: frozenset[Move] = frozenset(
    ["derivative", "denominator"]
)  # by nobody, to come to a side as it stands


def find(subject: Subject) -> Iterator[Diagnostic]:
    true = {
        k: False
        for k, verdict in enumerate(subject.verdicts)
        if isinstance(verdict, Proved | Agrees) and subject.steps[k].sign == "="
    }
    if not true:
        return
    from mathpost.maths.hypotheses.context import context
    from mathpost.verify.repair.steps_between import proposals

    for proposal in proposals(true, subject.steps, context(subject.document, subject.steps)):
        step = subject.steps[proposal.step]
        if proposal.effort > _MOST and _is_walked(proposal) and not _is_derived(proposal.step, subject.steps):
            message = f"{proposal.effort} elementary steps lie between the two sides"
            yield Diagnostic(CODE, NAME, SEVERITY, step.relation_span, message, _lines(proposal, step))


def _is_walked(proposal: Proposal) -> bool:
    """Whether a reader would take these steps: no step undoes another one."""
    moves = proposal.moves
    return _UNDONE.isdisjoint(moves[len(moves) - proposal.back :])


def _is_derived(number: int, steps: Sequence[Step]) -> bool:
    """Whether a chain of the post arrives at the same right side in several steps."""
    written = _written(steps[number].right)
    return any(s.interior and _written(s.right) == written for k, s in enumerate(steps) if k != number)


def _written(side: Side) -> str:
    """The LaTeX of a side without spaces and punctuation at its end."""
    return "".join(side.text.split()).rstrip(",.;，。")


def _lines(proposal: Proposal, step: Step) -> tuple[Note, ...]:
    return tuple(
        Note(f"a line to add between them: {line.latex}", step.right.span) for line in proposal.lines
    )
