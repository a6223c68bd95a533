"""Relations as propositions, indicators and case distinctions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mathpost.latex.tree import Cell, Delimited, Environment, Node, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.arguments import applied, enclosed
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import TRANSPOSES, Digits, Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.terms.term import Apply, Term, Variable
from mathpost.text.source import Span

RELATIONS = {
    "=": "equal", r"\neq": "unequal", "<": "less", ">": "greater", r"\leq": "less_equal", r"\geq": "greater_equal",
    r"\lt": "less", r"\gt": "greater",
}  # fmt: skip


def proposition(reader: Reader, row: Sequence[Item]) -> Term:
    """The proposition of a relation or a chain of relations; several, separated by commas, form a conjunction."""
    stated = [part for part in split_at_commas(row) if part]
    if len(stated) > 1:
        return Apply("both", tuple(proposition(reader, part) for part in stated), row[0].span)
    member = next((k for k, i in enumerate(row) if notation.latex(i) == r"\in"), None)
    if member is not None:
        return _within(reader, row[:member], row[member + 1 :])
    marks = [k for k, i in enumerate(row) if isinstance(i, Symbol) and i.text in RELATIONS]
    if not marks:
        raise notation.unread(row)
    edges = [-1, *marks, len(row)]
    sides = [reader.inside(list(row[a + 1 : b])).whole() for a, b in pairwise(edges)]
    parts = [
        Apply(RELATIONS[row[k].text], (sides[n], sides[n + 1]), row[k].span)  # type: ignore[union-attr]
        for n, k in enumerate(marks)
    ]
    return parts[0] if len(parts) == 1 else Apply("both", tuple(parts), row[marks[0]].span)


def _within(reader: Reader, element: Sequence[Item], row: Sequence[Item]) -> Term:
    """``x \\in [a, b)`` as two relations."""
    opened, content, closed = _interval(row)
    ends = split_at_commas(content)
    if len(ends) != 2 or not all(ends) or not element:
        raise notation.unread([*element, *row])
    inside = reader.inside(list(element)).whole()
    found: list[Term] = []
    for end, below in ((ends[0], True), (ends[1], False)):
        if notation.latex_row(end).lstrip("+-") == r"\infty":
            continue
        sides = (reader.inside(list(end)).whole(), inside)
        sign = "less_equal" if (opened if below else closed) in "[]" else "less"
        found.append(Apply(sign, sides if below else sides[::-1], inside.origin))
    if not found:
        raise UnreadError(notation.latex_row(row), inside.origin)
    return found[0] if len(found) == 1 else Apply("both", tuple(found), inside.origin)


def _interval(row: Sequence[Item]) -> tuple[str, Sequence[Item], str]:
    """The opening bracket, the content and the closing bracket of an interval; empty for other rows."""
    match list(row):
        case [Delimited(left=left, right=right, body=body)] if left in "([" and right in ")]":
            return left, notation.items(body, grouped=False), right
        case [Symbol(text="(" | "[" as left), *content, Symbol(text=")" | "]" as right)]:
            return left, content, right
    return "", (), ""


def indicator(reader: Reader, symbol: str, span: Span, scripts: Scripted | None) -> Term | None:
    """Parse ``\\mathbb{1}_{x > 0}`` or ``\\mathbb{1}[x > 0]``; None for a bold 1 that is an array."""
    if scripts is not None and scripts.subscript is not None and scripts.superscript is None:
        if symbol == r"\boldsymbol{1}" and not _is_relation(scripts):
            reader.take()  # the length in the subscript follows from the other factor
            return Variable(symbol, span)
        reader.take()
        return Apply("indicator", (proposition(reader, notation.opened(scripts.subscript)),), span)
    if applied(reader) or _braced(reader):
        mark = reader.at
        content = _content(reader)
        if symbol in (r"\mathbb{1}", r"\mathbb{I}") or _relates(content):
            return Apply("indicator", (proposition(reader, content),), span)
        reader.at = mark
    if symbol == r"\boldsymbol{1}":
        return None
    above = None if scripts is None else scripts.superscript
    if symbol == r"\mathbb{1}" and (
        above is None or notation.latex_row(notation.opened(above)) in (*TRANSPOSES, "T")
    ):
        return Variable(r"\boldsymbol{1}", span)  # without a proposition: the vector of ones
    if symbol == r"\mathbb{I}" and scripts is None:
        return Apply("identity", (), span)  # without a proposition: the identity
    raise UnreadError(symbol, span)


def _braced(reader: Reader) -> bool:
    """Whether braces follow: ``\\mathbb{1}\\{x > 0\\}``."""
    following = reader.peek()
    return reader.symbol() == r"\{" or (isinstance(following, Delimited) and following.left == r"\{")


def _content(reader: Reader) -> list[Item]:
    """The content of the next brackets, which are consumed."""
    following = reader.peek()
    if isinstance(following, Delimited):
        reader.take()
        return notation.items(following.body)
    return enclosed(reader)[1]


def numbered(reader: Reader) -> Term | None:
    """Parse an indicator with a plain 1, ``1_{i = j}``, ``1_{[x > 0]}``; None for any other number."""
    item, scripts = reader.peek(), reader.peek(1)
    if (
        not isinstance(item, Digits)
        or item.text != "1"
        or not isinstance(scripts, Scripted)
        or scripts.superscript is not None
    ):
        return None
    if scripts.subscript is None or not _is_relation(scripts):
        return None
    reader.at += 2
    return Apply("indicator", (proposition(reader, notation.opened(scripts.subscript)),), item.span)


def _is_relation(scripts: Scripted) -> bool:
    assert scripts.subscript is not None
    return _relates(notation.opened(scripts.subscript))


def _relates(row: Sequence[Item]) -> bool:
    signs = [i.text for i in row if isinstance(i, Symbol)]
    return any(sign in RELATIONS or sign == r"\in" for sign in signs)


def cases(reader: Reader, node: Environment) -> Term:
    """A case distinction: values and conditions in turn, and possibly a last value without condition."""
    if node.name not in ("cases", "dcases", "cases*", "rcases"):
        raise UnreadError(rf"\begin{{{node.name}}}", node.span)
    return _chosen(reader, node)


def behind_brace(reader: Reader) -> Term | None:
    """Parse ``\\left\\{ … \\right.`` around the rows of another environment as cases; None for other brackets."""
    node = reader.peek()
    assert isinstance(node, Delimited)
    content = notation.items(node.body, grouped=False)
    only = content[0] if len(content) == 1 else None
    if notation.plain(node.left) != r"\{" or node.right != "." or not isinstance(only, Environment):
        return None
    reader.take()
    return _chosen(reader, only)


def _chosen(reader: Reader, node: Environment) -> Term:
    arguments: list[Term] = []
    for k, row in enumerate(node.rows):
        cells = [c for c in row.cells if c.body]
        if not cells:
            continue
        arguments.append(reader.inner(_without_commas(cells[0])).whole())
        condition = _condition(reader, cells[1]) if len(cells) > 1 else None
        if condition is not None:
            arguments.append(condition)
        elif k != len(node.rows) - 1 and any(c.body for r in node.rows[k + 1 :] for c in r.cells):
            raise UnreadError("case without condition", row.span)
    return Apply("cases", tuple(arguments), node.span)


def _condition(reader: Reader, cell: Cell) -> Term | None:
    """The condition of a case; None for "otherwise"."""
    content = notation.items(cell.body)
    if not content:
        return None  # only a tag
    row = [i for i in content if not (isinstance(i, Symbol) and i.text in "若当时")]
    words = {"if", "when", "for", "如果", "若", "当", "时", "若 ", "if "}
    row = [i for i in row if (notation.word(i) or "").strip() not in words or notation.word(i) is None]
    said = "".join((notation.word(i) or "") for i in row).strip().lower()
    if said in ("otherwise", "else", "其他", "其它", "否则", "otherwise."):
        return None
    while row and notation.latex(row[-1]) in (".", "。", ";", "；"):
        row = row[:-1]
    return proposition(reader, row)


def _without_commas(cell: Cell) -> tuple[Node, ...]:
    body = cell.body
    while body and isinstance(body[-1], Symbol) and body[-1].text in (",", "，", "\\,", "\\quad", ";"):
        body = body[:-1]
    return body


CONSTRUCTS = (
    Construct(numbered, (Digits,), first=True),
    Construct(behind_brace, (Delimited,), first=True),
)
