r"""An equation is true, and more than two moves lie between its sides.

A move carries out a derivative, splits a sum, multiplies out, brings to a common denominator or
collects like terms. The note shows lines that may stand between; each was found by such moves. What rests on a definition of the
post is not looked at: to put it in is one move, however long it is.

    bad:  $\frac{d}{dx}\left(\frac{x^2}{1 + x}\right) = \frac{x(x + 2)}{(1 + x)^2}$
    good: the derivative first, then the common denominator
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.context import context
from mathpost.maths.step import Step
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.verify.hearing import DEFINED
from mathpost.verify.intermediate import Proposal, proposals
from mathpost.verify.verdict import Agrees, Proved

CODE = "D005"
NAME = "jump"
SEVERITY = Severity.INFO
OPT_IN = True

_MOVES = 2  # that a reader makes in his head


def find(subject: Subject) -> Iterator[Diagnostic]:
    true = {
        k: False
        for k, verdict in enumerate(subject.verdicts)
        if isinstance(verdict, Proved | Agrees) and subject.steps[k].sign == "=" and not _defined(verdict)
    }
    for proposal in proposals(true, subject.steps, context(subject.document, subject.steps)) if true else ():
        moves = [*(line.move for line in proposal.lines), proposal.last]
        if len(moves) > _MOVES:
            step = subject.steps[proposal.step]
            message = f"{len(moves)} moves lie between the sides: {', '.join(moves)}"
            yield Diagnostic(CODE, NAME, SEVERITY, step.relation_span, message, _lines(proposal, step))


def _defined(verdict: Proved | Agrees) -> bool:
    return DEFINED in (verdict.detail or "")


def _lines(proposal: Proposal, step: Step) -> tuple[Note, ...]:
    return tuple(Note(f"between them may stand {line.latex}", step.right.span) for line in proposal.lines)
