"""A row of nodes as items: no purely visual markup, digits as numbers, scripts after their base."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from mathpost.latex.tree import Command, Delimited, Environment, Error, Group, Node, Scripts, Symbol
from mathpost.maths.notation.marks import BOLD, BRACES, DECORATION, DOTS, SIZES, SPACING, plain
from mathpost.maths.notation.names import latex, name
from mathpost.maths.notation.parts import Digits, Item, Scripted, UnreadError, body
from mathpost.maths.notation.semantic_macros import spelled_out
from mathpost.text.recall import KEPT
from mathpost.text.source import Span

# The rows of a post are requested by many functions. They are compared by identity: comparing rows by value would take as long
# as reading them.
_known: dict[tuple[int, bool], tuple[Iterable[Node], tuple[Item, ...]]] = {}
SIGNS = frozenset(["+", "-"])
OPERATORS = SIGNS | frozenset(["=", r"\cdot", r"\times", "*", "/", "(", "[", ",", "|"])


def items(nodes: Iterable[Node], *, grouped: bool = True) -> list[Item]:
    """The items of a row of nodes; `grouped` reads ``12,800`` as one number outside of brackets."""
    if type(nodes) is not tuple:
        return _read(nodes, grouped)
    key = (
        id(nodes[0]) if len(nodes) == 1 else id(nodes),
        grouped,
    )  # a row of one node is made again by each who asks
    known = _known.get(key)
    if known is None:
        if len(_known) >= KEPT:
            _known.clear()
        known = _known[key] = nodes, tuple(_read(nodes, grouped))
    return [*known[1]]


def _read(nodes: Iterable[Node], grouped: bool) -> list[Item]:
    out: list[Item] = []
    for node in spelled_out(nodes):
        _unfold(node, out)
    return _with_numbers(out, grouped)


def _unfold(node: Node, out: list[Item]) -> None:
    match node:
        case Symbol(text=text, span=span):
            if text not in SPACING and not text.isspace():
                out.append(Symbol(plain(text), span))
        case Scripts(base=Command(name=name) as brace) if name in BRACES and _has_dots(brace):
            out.append(node)  # its note may be a count
        case Scripts(base=Command(name=r"\mod", arguments=(n,), span=place)) as scripts:
            out.append(Symbol(r"\bmod", place))  # "p \mod q_1": the script belongs to the divisor
            _unfold(scripts._replace(base=n), out)
        case Scripts(base=base, subscript=subscript, superscript=superscript, primes=primes, span=span):
            if isinstance(base, Group) and not base.body and superscript is None and not primes:
                out.append(base)  # "{}_2F_1": the script belongs to what follows
            elif base is not None:
                _unfold(base, out)
            if isinstance(base, Command) and base.name in BRACES:
                return  # a note under a brace is ignored
            out.append(Scripted(subscript, superscript, primes, span))
        case Command(name=name, arguments=arguments, span=span):
            _unfold_command(name, arguments, node, span, out)
        case Group(body=()):
            pass
        case Group(body=(inner,), braces=False):
            _unfold(
                inner, out
            )  # a call that was written out: its word stays in front of its scripts and brackets
        case Error(fault=fault, span=span):
            raise UnreadError(fault.message, span, "not-mathematics")
        case _:
            out.append(node)


def _has_dots(brace: Command) -> bool:
    shown = body(brace.arguments[-1]) if brace.arguments else ()
    return any(isinstance(n, Symbol) and n.text in DOTS for n in shown)


def _unfold_command(name: str, arguments: tuple[Node, ...], node: Node, span: Span, out: list[Item]) -> None:
    if name in SPACING or name in (r"\phantom", r"\hspace"):
        return
    if name == r"\mod" and len(arguments) == 1:
        out.append(Symbol(r"\bmod", span))
        for inner in body(arguments[0]):
            _unfold(inner, out)
        return
    if name in SIZES or name == r"\middle":
        delimiter = arguments[0].text if arguments and isinstance(arguments[0], Symbol) else ""
        if delimiter and delimiter != ".":
            out.append(Symbol(plain(delimiter), span))
        return
    if name == r"\color" and len(arguments) == 1:
        return  # a switch: the coloured nodes follow it
    if name in BOLD - {r"\textbf"} and len(arguments) == 1 and _spans_several(arguments[0]):
        for inner in body(arguments[0]):
            _unfold(_emboldened(inner, name), out)
        return
    if name in DECORATION and arguments:
        shown = arguments[-1]
        if isinstance(shown, Group) and len(shown.body) == 1:
            _unfold(shown.body[0], out)  # a word stays in front of its brackets
        elif isinstance(shown, Group) and out and _goes_on(shown, out[-1]):
            for inner in shown.body:
                _unfold(inner, out)
        else:
            out.append(Group(shown.body, shown.span) if isinstance(shown, Group) else shown)
        return
    out.append(node)


def _goes_on(group: Group, before: Item) -> bool:
    """Whether decorated content continues a sum: ``a \\underbrace{- b}``."""
    shown = [n for n in group.body if not (isinstance(n, Symbol) and n.text in SPACING)]
    signed = isinstance(shown[0], Symbol) and shown[0].text in SIGNS if shown else False
    return signed and not (isinstance(before, Symbol) and before.text in OPERATORS)


def _spans_several(argument: Node) -> bool:
    """Whether a font covers a formula, and not one symbol or neighbouring letters that may be a word."""
    inside = [n for n in body(argument) if not (isinstance(n, Symbol) and n.text in SPACING)]
    letters = [isinstance(n, Symbol) and n.text.isalpha() for n in inside]
    alone = len(inside) == 1 and not (isinstance(inside[0], Scripts) and inside[0].base is not None)
    return bool(inside) and not alone and not any(a and b for a, b in pairwise(letters))


def _emboldened(node: Node, font: str) -> Node:
    """`node` with each letter in `font` separately, except in scripts: an index is not a vector."""
    match node:
        case Symbol(span=span) if name(node) is not None:
            return Command(font, (node,), (), span)
        case Scripts(base=base) if base is not None:
            return node._replace(base=_emboldened(base, font))
        case Group(body=inside) | Delimited(body=inside):
            return node._replace(body=tuple(_emboldened(n, font) for n in inside))
    return node


def _with_numbers(found: list[Item], grouped: bool) -> list[Item]:
    out: list[Item] = []
    depth = 0
    k = 0
    while k < len(found):
        item = found[k]
        text = item.text if isinstance(item, Symbol) else ""
        if text in ("(", "[", r"\{"):
            depth += 1
        elif text in (")", "]", r"\}"):
            depth -= 1
        if (text.isdigit() and text.isascii()) or (text == "." and _digit(found, k + 1)):
            digits, k = _number(found, k, grouped and depth <= 0)
            out.append(digits)
            continue
        out.append(item)
        k += 1
    return out


def _digit(found: Sequence[Item], k: int) -> bool:
    if k >= len(found):
        return False
    item = found[k]
    return isinstance(item, Symbol) and item.text.isdigit() and item.text.isascii()


def _number(found: Sequence[Item], k: int, grouped: bool) -> tuple[Digits, int]:
    """The number from `k` on, with at most one decimal point and groups of three digits after commas."""
    start = found[k].span.start
    text = ""
    while k < len(found):
        if _digit(found, k):
            text += found[k].text  # type: ignore[union-attr]
            k += 1
        elif _is(found[k], ".") and "." not in text and _digit(found, k + 1):
            text += "."
            k += 1
        elif (
            grouped
            and _separator(found[k])
            and len(text) >= 1
            and _three_digits(found, k + 1)
            and "." not in text
        ):
            k += 1
        else:
            break
    return Digits(text, Span(start, found[k - 1].span.end)), k


def _is(item: Item, text: str) -> bool:
    return isinstance(item, Symbol) and item.text == text


def _separator(item: Item) -> bool:
    if _is(item, ","):
        return True
    return isinstance(item, Group) and len(item.body) == 1 and _is(item.body[0], ",")


def _three_digits(found: Sequence[Item], k: int) -> bool:
    run = 0
    while _digit(found, k + run):
        run += 1
    if run != 3:
        return False
    spans = [found[k + n].span for n in range(3)]
    wide = _is(found[k], "0")  # "64, 000": no other number begins like this
    adjacent = found[k - 1].span.end == spans[0].start or wide
    return adjacent and all(a.end == b.start for a, b in pairwise(spans))


def opened(node: Node) -> list[Item]:
    """The items of a script, without the braces around it."""
    row = items(body(node), grouped=False)
    while len(row) == 1 and isinstance(row[0], Group):
        row = items(row[0].body, grouped=False)
    return row


def legible(nodes: Iterable[Node], *, grouped: bool = True) -> list[Item]:
    """The items of a row of nodes; empty if one of them cannot be read, for example a lost brace or an unknown command."""
    try:
        return items(nodes, grouped=grouped)
    except UnreadError:
        return []


def legible_script(node: Node | None) -> list[Item]:
    """The items of a script; empty if there is none or one of its items cannot be read."""
    try:
        return [] if node is None else opened(node)
    except UnreadError:
        return []


def without_stop(row: list[Item]) -> list[Item]:
    """A row without the comma or full stop of the sentence that contains it."""
    while row and latex(row[-1]) in (",", ".", ";", "。", "，", "；"):
        row = row[:-1]
    return row


def inside(item: Item) -> Iterator[Sequence[Node]]:
    """The rows of nodes within an item, without subscripts, in which symbols are not introduced."""
    match item:
        case Scripted(superscript=superscript):
            if superscript is not None:
                yield body(superscript)
        case Group(body=row) | Delimited(body=row):
            yield row
        case Command(arguments=arguments):
            yield from map(body, arguments)
        case Environment(rows=rows):
            yield from (cell.body for row in rows for cell in row.cells)
