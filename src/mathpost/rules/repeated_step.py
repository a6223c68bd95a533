r"""A step of a derivation repeats the one before: both sides are identical.

The next form was probably copied and not changed. Bracket sizes and spaces are ignored; very short sides are
not compared.

    bad:  \begin{align*} f(x) &= (x + 1)^2 - y_1 \\ &= (x + 1)^2 - y_1 \end{align*}
    good: \begin{align*} f(x) &= (x + 1)^2 - y_1 \\ &= x^2 + 2x + 1 - y_1 \end{align*}
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from mathpost.maths import notation
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.step import Side, Step
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity

CODE = "D002"
NAME = "repeated-step"
SEVERITY = Severity.WARNING
OPT_IN = True
MEASURED = Measured(hits=7, posts=7, read=7, right=7, of=1523)

_RELATIONS = frozenset(["=", r"\equiv", r"\leq", r"\geq", r"\le", r"\ge"])
_SHORTEST = 10  # characters


def find(subject: Subject) -> Iterator[Diagnostic]:
    for step in subject.steps:
        if _repeats(step):
            notes = (Note("the step before", step.left.span),)
            message = "this step repeats the one before"
            yield Diagnostic(CODE, NAME, SEVERITY, step.right.span, message, notes)


def _repeats(step: Step) -> bool:
    written = _written(step.right)
    return step.relation in _RELATIONS and len(written) >= _SHORTEST and written == _written(step.left)


def _written(side: Side) -> str:
    """A side in canonical form, without layout commands and punctuation at its end."""
    text = side.text
    if "\\begin" not in text:  # of environments the spelling holds the name alone
        with suppress(UnreadError):
            text = notation.latex_row(notation.items(side.nodes))
    for sized, plain in ((r"\left", ""), (r"\right", ""), (r"\Vert", r"\|")):
        text = text.replace(sized, plain)
    return "".join(text.split()).rstrip(",.;，。")
