r"""Counted copies: ``\underbrace{x + \dots + x}_{n}`` is n times x, ``\underbrace{q \cdots q}_{k \text{ 个}}`` a power."""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.latex.tree import Command, Scripts, Symbol, Text
from mathpost.maths import notation
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import DOTS, TIMES, Item, UnreadError
from mathpost.maths.terms.term import Apply, Term

COUNTERS = frozenset("个 個 项 項 次 times terms factors copies".split())
OPERATORS = {"+": "multiply", "": "power"}  # of repeated summands, of repeated factors


def read(reader: Reader) -> Term:
    """Parse the brace with its note as copies, or as its content alone."""
    node = reader.take()
    assert isinstance(node, Scripts) and isinstance(node.base, Command)
    content = notation.items(notation.body(node.base.arguments[-1]))
    found = _copied(content)
    count = _count(reader, node) if found is not None else None
    if found is None or count is None:
        return reader.inside(content).whole()
    joint, copy = found
    once = reader.inside(list(copy)).whole()
    arguments = (count, once) if joint == "+" else (once, count)
    return Apply(OPERATORS[joint], arguments, node.span)


def _copied(row: Sequence[Item]) -> tuple[str, Sequence[Item]] | None:
    """The sign between the copies, ``+`` or nothing, and one copy; None if the terms around the dots differ."""
    dots = [k for k, item in enumerate(row) if isinstance(item, Symbol) and item.text in DOTS]
    if len(dots) != 1:
        return None
    before, behind = row[: dots[0]], row[dots[0] + 1 :]
    signs = {notation.latex(item) for item in (*before[-1:], *behind[:1])} & {"+", *TIMES}
    copy = behind[1:] if behind and notation.latex(behind[0]) in signs else behind
    joint = "+" if "+" in signs else ""
    pieces = [notation.latex(i) for i in before if joint or notation.latex(i) not in TIMES]
    if joint and pieces[-1:] == ["+"]:
        pieces.pop()
    one = [notation.latex(i) for i in copy]
    period = [*one, joint] if joint else one
    whole = [*pieces, joint] if joint else pieces
    times = len(whole) // len(period) if one else 0
    return (joint, copy) if times and whole == period * times else None


def _count(reader: Reader, node: Scripts) -> Term | None:
    """The count in the note: ``n``, ``n \\text{ times}``, ``n个``; None for other notes."""
    note = node.subscript or node.superscript
    row = [] if note is None else notation.opened(note)
    kept = [item for item in row if not _names_copies(item)]
    words = any(isinstance(item, Text) or notation.word(item) is not None for item in kept)
    if words or not kept:
        return None
    try:
        return reader.inside(kept).whole()
    except UnreadError:
        return None


def _names_copies(item: Item) -> bool:
    word = item.text if isinstance(item, Symbol) else notation.word(item) or ""
    return word.strip().strip("共") in COUNTERS or word == "共"


CONSTRUCTS = (Construct(read, (Scripts,)),)
