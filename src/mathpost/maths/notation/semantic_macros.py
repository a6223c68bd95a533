"""Macros that name a meaning, from handbooks (``\\deriv[2]{w}{z}``, ``\\realpart@@{z}``) and from the package physics.

Renderers of posts do not know them, so that the parser reports them and leaves their arguments beside them; here each is
replaced by its printed form, and the rest of the mathematics is read as if the author had written it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mathpost.latex.tree import Command, Error, Group, Node, Scripts, Symbol
from mathpost.text.source import Span

DERIVATIVES = {
    r"\deriv": "d", r"\ideriv": "d", r"\dv": "d", r"\odv": "d", r"\derivative": "d",
    r"\pderiv": r"\partial", r"\ipderiv": r"\partial", r"\pdv": r"\partial",
}  # fmt: skip
FRACTIONS = frozenset([r"\ifrac"])
SYMBOLS = {
    r"\realpart": r"\Re", r"\imagpart": r"\Im", r"\cpi": r"\pi", r"\expe": "e", r"\EulerGamma": r"\Gamma",
}  # fmt: skip
WORDS = {r"\phase": "ph", r"\iunit": "i"}
FENCES = {r"\abs": ("|", "|"), r"\ceiling": (r"\lceil", r"\rceil"), r"\floor": (r"\lfloor", r"\rfloor")}
TIMES = frozenset(
    [r"\*"]
)  # a discretionary product; without the backslash, which Markdown removes, it is a product as well


def spelled_out(nodes: Iterable[Node]) -> list[Node]:
    """`nodes` with the macros that name a meaning replaced by their printed form."""
    given = list(nodes)
    out: list[Node] = []
    at = 0
    while at < len(given):
        name = _name(given[at])
        if name is None:
            out.append(given[at])
            at += 1
        else:
            at = _replaced(name, given, at, out)
    return out


def _name(node: Node) -> str | None:
    if isinstance(node, Error) and isinstance(node.node, Symbol):
        return node.node.text.rstrip("@")
    return None


def _replaced(name: str, given: Sequence[Node], at: int, out: list[Node]) -> int:
    """Append the printed form of the macro at `at` to `out`; return the place after it and its arguments."""
    span = given[at].span
    groups, behind = _arguments(given, at + 1)
    if name in TIMES:
        return at + 1
    if name in SYMBOLS:
        out.append(Symbol(SYMBOLS[name], span))
        return at + 1
    if name in WORDS:
        letters = Group(tuple(Symbol(c, span) for c in WORDS[name]), span)
        out.append(Command(r"\mathrm", (letters,), (), span))
        return at + 1
    if name in FENCES and groups:
        left, right = FENCES[name]
        out += [Symbol(left, span), groups[0], Symbol(right, span)]
        return given.index(groups[0]) + 1
    if name in FRACTIONS and len(groups) > 1:
        out.append(Command(r"\frac", tuple(groups[:2]), (), span))
        return behind
    if name in DERIVATIVES and len(groups) > 1:
        order = _order(given, at + 1)
        out.append(_derivative(DERIVATIVES[name], order, groups[0], groups[1], span))
        return behind
    out.append(given[at])
    return at + 1


def _arguments(given: Sequence[Node], at: int) -> tuple[list[Group], int]:
    """Up to two following braced groups, after an optional ``[…]``."""
    if at < len(given) and _text(given[at]) == "[":
        while at < len(given) and _text(given[at]) != "]":
            at += 1
        at += 1
    groups: list[Group] = []
    while at < len(given) and len(groups) < 2:
        node = given[at]
        if isinstance(node, Scripts) and isinstance(node.base, Group):
            break
        if not isinstance(node, Group):
            break
        groups.append(node)
        at += 1
    return groups, at


def _order(given: Sequence[Node], at: int) -> tuple[Node, ...]:
    if at >= len(given) or _text(given[at]) != "[":
        return ()
    order: list[Node] = []
    for node in given[at + 1 :]:
        if _text(node) == "]":
            break
        order.append(node)
    return tuple(order)


def _text(node: Node) -> str:
    return node.text if isinstance(node, Symbol) else ""


def _derivative(sign: str, order: tuple[Node, ...], body: Group, target: Group, span: Span) -> Command:
    """The printed form of a derivative, ``\\frac{d^n f}{d x^n}``."""
    d: Node = Symbol(sign, span)
    power = Group(order, span)
    above: Node = Scripts(d, None, power, 0, span) if order else d
    below: tuple[Node, ...] = target.body
    if order:
        below = (*below[:-1], _raised(below[-1], power, span)) if below else ()
    return Command(r"\frac", (Group((above, *body.body), span), Group((d, *below), span)), (), span)


def _raised(node: Node, power: Group, span: Span) -> Node:
    if isinstance(node, Scripts) and node.superscript is None:
        return node._replace(superscript=power)
    return Scripts(node, None, power, 0, span)
