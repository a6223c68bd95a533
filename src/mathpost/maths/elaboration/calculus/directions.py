r"""Directional derivatives: ``\mathcal{D} f(X)[H]``, ``Df(X)[H]``, as the derivative of ``f(X + (t - 1) H)`` at ``t = 1``."""

from __future__ import annotations

from mathpost.latex.tree import Command, Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.terms.term import ONE, Apply, Bind, Term, Variable

SIGNS = frozenset([r"\mathcal{D}", r"\mathrm{D}", r"\text{D}", r"\mathscr{D}"])
TIME = Variable("t⁎")


def read(reader: Reader) -> Term | None:
    """Parse a directional derivative; None if none begins here."""
    item = reader.peek()
    alone = isinstance(item, Symbol) and item.text == "D"
    if not (alone or (isinstance(item, Command) and notation.name(item) in SIGNS)) or not _brackets(reader):
        return None
    mark = reader.at
    span = reader.take().span
    function = reader.factor()
    match function:
        case Apply(operator="call", arguments=(head, point)) if _opens(reader):
            direction = reader.factor()
            passed = Apply("add", (TIME, Apply("negate", (ONE,), span)), span)  # zero may be an array
            moved = Apply("add", (point, Apply("multiply", (passed, direction), span)), span)
            return Bind("differentiate", TIME, (ONE,), Apply("call", (head, moved), span), span)
    reader.at = mark
    return None


def _brackets(reader: Reader) -> bool:
    """Whether a symbol, a round bracket and a square bracket follow."""
    texts = [_opening(reader, k) for k in range(1, min(len(reader.row) - reader.at, 12))]
    return len(texts) > 2 and "(" in texts[1:3] and "[" in texts[2:]


def _opens(reader: Reader) -> bool:
    return reader.peek() is not None and _opening(reader, 0) == "["


def _opening(reader: Reader, ahead: int) -> str:
    item = reader.peek(ahead)
    if isinstance(item, Delimited):
        return item.left
    return "" if item is None else notation.latex(item)


CONSTRUCTS = (Construct(read, ("D", r"\text{D}", r"\mathcal", r"\mathscr"), first=True),)
