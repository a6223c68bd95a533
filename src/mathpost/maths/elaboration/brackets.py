"""Content of brackets and bars: groups, floors, inner products, absolute values."""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.latex.tree import Delimited, Environment, Group, Infix, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.arguments import enclosed
from mathpost.maths.elaboration.calculus import evaluation
from mathpost.maths.elaboration.chance.averages import in_angles
from mathpost.maths.elaboration.grids import MATRICES, binomial
from mathpost.maths.elaboration.lists import dotted_arrays
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import OPENERS, outside, sign, split_at_commas
from mathpost.maths.terms.term import Apply, Term
from mathpost.text.source import Span


def bracketed(reader: Reader) -> Term:
    """Parse the next pair of brackets."""
    begins = _begins(reader)
    opener, content, span = enclosed(reader)
    if opener == "[" and not begins and len(content) == 1 and isinstance(content[0], notation.Digits):
        raise UnreadError("[…]", span)  # an entry, as programs write it: ``A^n[0]``
    return _in_brackets(reader, opener, content, span, begins=begins)


def _in_brackets(
    reader: Reader, opener: str, content: list[Item], span: Span, *, sized: bool = False, begins: bool = False
) -> Term:
    """The term of brackets; braces group with ``\\left`` or around a sum, else they are sets or fractional parts."""
    if opener == r"\lfloor":
        return Apply("floor", (reader.inside(content).whole(),), span)
    if opener == r"\lceil":
        return Apply("ceiling", (reader.inside(content).whole(),), span)
    parts = split_at_commas(content)
    if opener == r"\langle" and len(parts) == 2:
        return Apply("inner", tuple(reader.inside(p).whole() for p in parts), span)
    if opener == "(" and any(sign(content[k]) == ";" for k in outside(content)):
        if not _is_column(content, parts):
            raise UnreadError("(…;…)", span)
    if opener == "(" and len(parts) > 1 and all(parts):
        return dotted_arrays.listed(reader, parts, span)
    if opener == "[" and len(parts) > 1 and all(parts) and _turned(reader):
        return dotted_arrays.listed(reader, parts, span)
    if opener == "[" and len(parts) > 1 and all(parts) and _meets_a_column(reader):
        return Apply("transpose", (dotted_arrays.listed(reader, parts, span),), span)
    if opener == "[" and len(parts) > 1 and all(parts) and begins:
        if (any if len(parts) > 2 else all)(map(_is_an_entry, parts)):
            return dotted_arrays.listed(reader, parts, span)
    if opener == r"\langle" and len(parts) == 1 and isinstance(reader.peek(), Scripted):
        return in_angles(reader, content, span)
    if opener == r"\langle" or len(parts) != 1:
        raise UnreadError(opener + "…" + OPENERS[opener], span)
    if opener == r"\{" and not (sized or any(sign(content[k]) in SUMS for k in outside(content) if k)):
        raise UnreadError(r"\{…\}", span)
    return reader.inside(content).whole()


def _begins(reader: Reader) -> bool:
    """Whether a term begins at the next bracket; after a name, ``T[i, j]``, the brackets hold indices rather than a list."""
    before = reader.row[reader.at - 1] if reader.at else None
    return before is None or sign(before) in BEHIND or isinstance(before, notation.Digits)


def _is_an_entry(part: Sequence[Item]) -> bool:
    """Whether a part is a number or a sum, since ``[A, B]`` may be a commutator and ``[a, b, c]`` a triple product."""
    signs = {sign(part[k]) for k in outside(part) if k}
    return isinstance(part[-1], notation.Digits) or not signs.isdisjoint(SUMS)


def _is_column(content: Sequence[Item], parts: Sequence[Sequence[Item]]) -> bool:
    """Whether semicolons separate the entries of a column, ``(1; 0)``, rather than belong to a q-series, ``(a; q)``."""
    mixed = any(sign(content[k]) == "," for k in outside(content))
    numbered = any(len(part) == 1 and isinstance(part[0], notation.Digits) for part in parts)
    return all(parts) and not mixed and (len(parts) > 2 or numbered)


def _turned(reader: Reader) -> bool:
    """Whether a transpose follows: ``[1, 0]^\\top`` is a list of entries, whereas ``[0, 1]`` may be an interval."""
    scripts = reader.peek()
    above = scripts.superscript if isinstance(scripts, Scripted) else None
    return above is not None and notation.latex_row(notation.opened(above)) in (*notation.TRANSPOSES, "T")


def _meets_a_column(reader: Reader) -> bool:
    """Whether a written-out matrix follows, so that ``[s, 1]`` before it is a row."""
    item = reader.peek()
    if isinstance(item, Delimited) and len(item.body) == 1:
        item = item.body[0]
    return isinstance(item, Environment) and item.name.rstrip("*") in MATRICES


def delimited(reader: Reader, node: Delimited) -> Term:
    """The content of ``\\left`` and ``\\right``: a group, an absolute value, or a value at a point."""
    left, right = notation.plain(node.left), notation.plain(node.right)
    reader.at -= 1
    begins = _begins(reader)
    reader.at += 1
    content = notation.items(node.body, grouped=False)
    above = _one_above_other(reader, left, right, content, node.span)
    if above is not None:
        return above
    if left == "|" and right == "|":
        within = content[0] if len(content) == 1 else None
        if isinstance(within, Delimited) and {notation.plain(within.left), notation.plain(within.right)} == {
            "|"
        }:
            return _norm(reader, notation.items(within.body, grouped=False), node.span)
        return Apply("abs", (reader.inside(content).whole(),), node.span)
    if left == right == r"\|":
        return _norm(reader, content, node.span)
    if left == "." and right == "|":
        term = reader.inside(content).whole()
        return evaluation.at(reader, term, reader.scripts())
    if left in OPENERS and right == OPENERS[left]:
        return _in_brackets(reader, left, content, node.span, sized=True, begins=begins)
    raise UnreadError(rf"\left{node.left}…\right{node.right}", node.span)


SUMS = frozenset("+-")
BEHIND = notation.TIMES | {"+"}  # without minus: a negated interval is an interval
# signs that need an operand after them
WANTING = frozenset(
    ["|", "+", "-", "(", "[", r"\{", "=", "<", ">", r"\leq", r"\geq", r"\pm", r"\cdot", r"\times", "/", ","]
)


# brackets around two stacked numbers: DLMF 26.2 to 26.14
ABOVE = {
    ("(", ")"): "binomial",
    (r"\{", r"\}"): "stirling_second",
    ("[", "]"): "stirling_cycle",
    (r"\langle", r"\rangle"): "eulerian",
    ("<", ">"): "eulerian",
}


def _one_above_other(reader: Reader, left: str, right: str, content: list[Item], span: Span) -> Term | None:
    """``\\left({n \\atop k}\\right)`` and similar coefficients, with ``[…]_q`` as the Gaussian binomial; None for others."""
    while len(content) == 1 and isinstance(content[0], Group):
        content = notation.items(content[0].body, grouped=False)
    pair = content[0] if len(content) == 1 else None
    if isinstance(pair, Environment):
        return binomial(reader, pair) if (left, right) == ("(", ")") else None
    if not isinstance(pair, Infix) or pair.name != r"\atop" or (left, right) not in ABOVE:
        return None
    numbers = (reader.inner(pair.left.body).whole(), reader.inner(pair.right.body).whole())
    scripts = reader.peek()
    if left == "[" and isinstance(scripts, Scripted) and scripts.subscript is not None:
        reader.take()
        return Apply("gaussian_binomial", (reader.inner([scripts.subscript]).whole(), *numbers), span)
    return Apply(ABOVE[left, right], numbers, span)


NORMS = {
    "": "norm", "2": "norm_2", "1": "norm_1", "0": "norm_0", r"\infty": "norm_infinity", "F": "frobenius_norm",
    r"\text{F}": "frobenius_norm", "*": "nuclear_norm", r"\ast": "nuclear_norm", r"\text{op}": "operator_norm", "op": "operator_norm",
    r"\text{RMS}": "rms_norm", "RMS": "rms_norm", r"\text{nuc}": "nuclear_norm",
}  # fmt: skip


DEGREES = frozenset("pqrs")  # subscripts of a norm: ``(\sum_i |x_i|^p)^{1/p}``


def _norm(reader: Reader, content: Sequence[Item], span: Span) -> Term:
    """``\\|x\\|`` with the kind of norm in its subscript, and its power."""
    scripts = reader.peek()
    kind = ""
    power: Term | None = None
    if isinstance(scripts, Scripted):
        reader.take()
        kind = "" if scripts.subscript is None else notation.latex_row(notation.opened(scripts.subscript))
        power = None if scripts.superscript is None else reader.inner([scripts.superscript]).whole()
    of_degree = kind in DEGREES or (kind.isdecimal() and kind not in NORMS)
    if not (of_degree or kind in NORMS) or (isinstance(scripts, Scripted) and scripts.primes):
        raise UnreadError(rf"\|…\|_{{{kind}}}", span)
    inside = reader.inside(list(content)).whole()
    if of_degree and isinstance(scripts, Scripted) and scripts.subscript is not None:
        term = Apply("norm_of_degree", (inside, reader.inner([scripts.subscript]).whole()), span)
    else:
        term = Apply(NORMS[kind], (inside,), span)
    return term if power is None else Apply("power", (term, power), span)


def _double_barred(reader: Reader) -> Term:
    opener = reader.take()
    start = reader.at
    while reader.at < len(reader.row) and reader.symbol() != r"\|":
        reader.at += 1
    if reader.at in (start, len(reader.row)):
        raise reader.unread(r"\|…\|", opener)
    content = reader.row[start : reader.at]
    reader.take()
    return _norm(reader, content, opener.span)


def barred(reader: Reader) -> Term:
    """Parse ``|…|``, ``\\|…\\|`` or ``||…||``: an absolute value or a norm."""
    if reader.symbol() == r"\|":
        return _double_barred(reader)
    last = closing_pair(reader.row, reader.at)
    if last is not None:
        span, content = reader.take().span, reader.row[reader.at + 1 : last]
        reader.at = last + 2
        return _norm(reader, content, span)
    end = closing_bar(reader)
    if end is None:
        raise reader.unread()
    span = reader.take().span
    content = reader.row[reader.at : end]
    reader.at = end + 1
    return Apply("abs", (reader.inside(content).whole(),), span)


def is_closed(reader: Reader) -> bool:
    """Whether the next bar, or pair of bars, has a partner after it."""
    return closing_pair(reader.row, reader.at) is not None or closing_bar(reader) is not None


def closing_bar(reader: Reader) -> int | None:
    """The position of the bar that closes the next one; None if there is none, or nothing between them."""
    around = is_pair(reader.row, reader.at + 1)  # "| ||x|| - ||y|| |"
    start = reader.at + 1
    while around and (start := _next_bar(reader.row, start) or 0):
        last = closing_pair(reader.row, start)
        if last is None:
            return start
        start = last + 2
    k = None if around else _next_bar(reader.row, start)
    return k if k is None or not _opens_a_bar(reader.row[k - 1]) else _closing_bar_around(reader)


def _closing_bar_around(reader: Reader) -> int | None:
    """The position of the bar that closes the next one if bars are nested: ``||x| - |y||``, ``|x - |x||``."""
    depth, opened = 0, True
    for k in range(reader.at, len(reader.row)):
        item = reader.row[k]
        if not isinstance(item, Symbol) or item.text != "|":
            continue
        before = reader.row[k - 1]
        beside = isinstance(before, Symbol) and before.text == "|"
        opened = k == reader.at or (opened if beside else _opens_a_bar(before))
        depth += 1 if opened else -1
        if depth == 0:
            return k
    return None


def _opens_a_bar(before: Item) -> bool:
    """Whether a bar after `before` opens: `before` is a sign that needs an operand, or another opening bar."""
    return isinstance(before, Symbol) and before.text in WANTING


def _next_bar(row: Sequence[Item], start: int) -> int | None:
    """The first bar of `row` from `start` on, outside brackets and before an enclosing bracket closes; else None."""
    return next((start + k for k in outside(row[start:]) if sign(row[start + k]) == "|"), None)


def is_pair(row: Sequence[Item], at: int) -> bool:
    """Whether two adjacent bars ``||`` are at `at`."""
    pair = row[at : at + 2]
    bars = len(pair) == 2 and all(isinstance(item, Symbol) and item.text == "|" for item in pair)
    return bars and pair[0].span.end == pair[1].span.start


def closing_pair(row: Sequence[Item], at: int) -> int | None:
    """The position of the two bars that close those at `at`: ``||x||``; None if a single bar comes first: ``||a| - |b||``."""
    if not is_pair(row, at):
        return None
    k = _next_bar(row, at + 2)
    return k if k is not None and k > at + 2 and is_pair(row, k) else None


def sized(reader: Reader) -> Term:
    """Parse ``\\left(…\\right)``."""
    node = reader.take()
    assert isinstance(node, Delimited)
    return delimited(reader, node)


def grouped(reader: Reader) -> Term:
    """Parse braces around a part of a formula: ``{a + b}``."""
    node = reader.take()
    assert isinstance(node, Group)
    return reader.inner(node.body).whole()


CONSTRUCTS = (
    Construct(bracketed, tuple(OPENERS)),
    Construct(barred, ("|",), beside=is_closed),
    Construct(barred, (r"\|",), beside=lambda reader: reader.at + 2 < len(reader.row)),
    Construct(sized, (Delimited,)),
    Construct(grouped, (Group,)),
)
