"""Fractions, derivatives written as fractions, roots and binomials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from mathpost.latex.speech.shapes import alone, body_of, digits, is_short, printed, sign_of, word_of
from mathpost.latex.speech.vocabulary import COUNTS, ORDINALS, PARTS
from mathpost.latex.tree import Command, Infix, Node, Scripts, Symbol

if TYPE_CHECKING:
    from mathpost.latex.speech.speaker import Speaker


def fraction(at: Speaker, above: Node, below: Node) -> str:
    top, bottom = body_of(above), body_of(below)
    derived = _derivative(at, list(printed(top)), list(printed(bottom)))
    if derived:
        return derived
    if at.language == "en" and (named := _part(list(printed(top)), list(printed(bottom)))):
        return named
    phrase = "over" if is_short(top) and is_short(bottom) else "fraction"
    return at.say(phrase, at.part(above), at.part(below))


def _part(top: Sequence[Node], bottom: Sequence[Node]) -> str:
    """A small fraction as English names it: "one half", "two thirds"."""
    above, below = digits(top, 0), digits(bottom, 0)
    if len(above) != len(top) or len(below) != len(bottom) or not (above.isdecimal() and below.isdecimal()):
        return ""
    if max(len(above), len(below)) > 2:
        return ""
    count, part = int(above), int(below)
    if part not in PARTS or not 1 <= count <= 9:
        return ""
    if count == 1:
        return f"one {PARTS[part]}"
    return f"{COUNTS[count]} {'halves' if part == 2 else PARTS[part] + 's'}"


class _Differential(NamedTuple):
    """``d``, ``\\partial`` or their powers at the head of a row, and what follows."""

    partial: bool
    order: Node | None
    rest: Sequence[Node]


def _differential(nodes: Sequence[Node]) -> _Differential | None:
    if not nodes:
        return None
    first, order = nodes[0], None
    if isinstance(first, Scripts) and first.subscript is None and not first.primes and first.base is not None:
        order, first = first.superscript, first.base
    name = sign_of(first) or word_of(body_of(first)[0] if body_of(first) else first)
    if isinstance(first, Command) and first.name in (r"\mathrm", r"\text", r"\rm"):
        name = word_of(first.arguments[0])
    if name not in ("d", r"\partial"):
        return None
    return _Differential(name != "d", order, nodes[1:])


def _derivative(at: Speaker, top: Sequence[Node], bottom: Sequence[Node]) -> str:
    above, below = _differential(top), _differential(bottom)
    if above is None or below is None or not below.rest or above.partial != below.partial:
        return ""
    order = "" if above.order is None else at.part(above.order)
    rest = below.rest
    if above.order is not None:
        last = rest[-1]
        if len(rest) != 1 or not isinstance(last, Scripts) or at.part(last.superscript) != order:
            return ""
        below_it = last._replace(superscript=None)
        rest = (below_it,) if last.subscript else tuple(printed([last.base or last]))
    if not is_short(rest):
        return ""
    kind = _order(at, order) + (at.say("partial") if above.partial else "")
    by = at.inside().row(rest)
    if not above.rest:
        return at.say("derivative operator", by, kind)
    return at.say("derivative", at.inside().row(above.rest), by, kind)


def _order(at: Speaker, order: str) -> str:
    if not order:
        return ""
    named = (
        ORDINALS[int(order)]
        if len(order) < 3 and order.isdecimal() and int(order) < len(ORDINALS)
        else f"order {order}"
    )
    return at.say("of order", order if at.language == "zh" else named)


def root(at: Speaker, node: Command) -> str:
    body = at.part(node.arguments[-1]) if node.arguments else ""
    degree = node.options[0] if node.options else None
    if degree is None:
        return at.say("root" if is_short(body_of(node.arguments[-1])) else "long root", body)
    only = alone(degree)
    if isinstance(only, Symbol) and only.text == "3" and is_short(body_of(node.arguments[-1])):
        return at.say("cube root", body)
    return at.say("other root", body, at.part(degree))


def infix(at: Speaker, node: Infix) -> str:
    if node.name in (r"\choose", r"\brack", r"\brace"):
        return at.say("choose", at.part(node.left), at.part(node.right))
    return fraction(at, node.left, node.right)
