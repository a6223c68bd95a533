"""Brackets after a symbol, which may hold its arguments."""

from __future__ import annotations

from mathpost.latex.tree import Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import Item
from mathpost.maths.notation.brackets import OPENERS, closing
from mathpost.text.source import Span

# letters that are functions before brackets, unless the post shows otherwise
FUNCTION_LETTERS = frozenset(
    ["f", "g", "h", "F", "G", "H", r"\phi", r"\varphi", r"\psi", r"\Phi", r"\Psi", "u", "v"]
)


def applied(reader: Reader) -> bool:
    """Whether brackets that may hold arguments follow: ``(x)``, ``[x]``."""
    item = reader.peek()
    if isinstance(item, Delimited):
        return item.left in ("(", "[", "（")
    return reader.symbol() in ("(", "[")


def argument_items(reader: Reader) -> list[Item]:
    """The items in the next brackets, which are consumed: ``x, y`` of ``(x, y)``."""
    item = reader.peek()
    if isinstance(item, Delimited):
        reader.take()
        return notation.items(item.body, grouped=False)
    if reader.symbol() not in OPENERS:
        raise reader.unread(notation.latex(item))
    return enclosed(reader)[1]


def enclosed(reader: Reader) -> tuple[str, list[Item], Span]:
    """The opening bracket, the content and the span of the next pair of brackets, which are consumed."""
    opener = reader.take()
    assert isinstance(opener, Symbol)
    start = reader.at
    end = closing(reader.row, start - 1)
    if end is None:
        raise reader.unread(opener.text, opener)
    reader.at = end
    if reader.symbol() != OPENERS[opener.text]:
        raise reader.unread(opener.text + "…" + reader.symbol())
    return opener.text, reader.row[start:end], Span(opener.span.start, reader.take().span.end)
