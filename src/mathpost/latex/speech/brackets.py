"""Brackets and bars: which of them match, and what they mean for their content."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathpost.latex.speech.shapes import alone, is_operator, is_relation, is_short, printed, sign_of
from mathpost.latex.speech.vocabulary import BRACKETS, CAPITALS, FONTS, LETTERS
from mathpost.latex.tree import Command, Delimited, Environment, Node, Scripts, Symbol, Text

if TYPE_CHECKING:
    from mathpost.latex.speech.speaker import Speaker

_OPEN = {
    "(": ")", "[": "]", r"\{": r"\}", r"\lbrace": r"\rbrace", r"\langle": r"\rangle", r"\lfloor": r"\rfloor",
    r"\lceil": r"\rceil", r"\lvert": r"\rvert", r"\lVert": r"\rVert", r"\lang": r"\rang", r"\lbrack": r"\rbrack",
}  # fmt: skip
_BAR = frozenset(["|", r"\vert", r"\mid", "∣", r"\lvert", r"\rvert"])
_DOUBLE = frozenset([r"\|", r"\Vert", "‖", r"\lVert", r"\rVert"])
_SPECIAL = {r"\lfloor": "floor", r"\lceil": "ceiling", "⌊": "floor", "⌈": "ceiling"}


def closing(nodes: Sequence[Node], at: int) -> int:
    """The place where the bracket or bar at `at` closes; -1 if nowhere."""
    sign = _sign(nodes[at])
    if sign in _OPEN and not isinstance(nodes[at], Scripts):
        return _bracket(nodes, at, sign, _OPEN[sign])
    if (sign in _BAR or sign in _DOUBLE) and sign != r"\mid" and not isinstance(nodes[at], Scripts):
        return _bar(nodes, at, sign) if _may_open(nodes, at) or _opens_behind_factor(nodes, at) else -1
    return -1


def _sign(node: Node) -> str:
    """The sign of a node; a closing bracket may carry scripts."""
    return sign_of(node.base if isinstance(node, Scripts) else node)


def _bracket(nodes: Sequence[Node], at: int, opened: str, closed: str) -> int:
    depth = 0
    for k in range(at, len(nodes)):
        sign = _sign(nodes[k])
        depth += (sign == opened) - (sign == closed)
        if not depth:
            return k
    return -1


def _may_open(nodes: Sequence[Node], at: int) -> bool:
    """Whether a bar is at the beginning of a part."""
    before = nodes[at - 1] if at else None
    return before is None or is_operator(before) or is_relation(before) or _sign(before) in (",", ";", ":")


def _opens_behind_factor(nodes: Sequence[Node], at: int) -> bool:
    """Whether the bars from here on are pairs, and this one follows a factor: double bars, or a bar after a digit."""
    kind = _BAR if _sign(nodes[at]) in _BAR else _DOUBLE
    behind_digit = at > 0 and sign_of(nodes[at - 1]).isdecimal()
    count = sum(_sign(node) in kind for node in nodes[at:])
    return (kind is _DOUBLE or behind_digit) and count % 2 == 0


def _bar(nodes: Sequence[Node], at: int, sign: str) -> int:
    """The next bar of its kind on the same level of brackets."""
    kind = _BAR if sign in _BAR else _DOUBLE
    k = at + 1
    while k < len(nodes):
        found = _sign(nodes[k])
        if found in kind:
            return k if k > at + 1 else -1
        end = _bracket(nodes, k, found, _OPEN[found]) if found in _OPEN else -1
        k = end + 1 if end > k else k + 1
    return -1


def pair(at: Speaker, left: Node, inner: Sequence[Node], right: Node, before: Sequence[Node]) -> str:
    """A bracket with its content, and the scripts of its end; `before` says whether it is the argument of a name."""
    from mathpost.latex.speech.scripts import attached

    if isinstance(right, Scripts):
        return attached(at, held(at, sign_of(left), inner, _sign(right)), right)
    if sign_of(left) == "(" and _is_argument(before, inner):
        return at.say("applied", at.inside().row(inner))
    return held(at, sign_of(left), inner, _sign(right))


def _is_argument(before: Sequence[Node], inner: Sequence[Node]) -> bool:
    """Whether brackets contain one name after another name: ``f(x)``; products are not written so."""
    name = before[-1] if before else None
    if isinstance(name, Scripts):
        name = name.base
    word = isinstance(name, Text) or (
        isinstance(name, Command) and (name.name in FONTS or bool(sign_of(name)))
    )
    letter = isinstance(name, Symbol) and (
        name.text.isalpha() or name.text in LETTERS or name.text in CAPITALS
    )
    return (word or letter) and is_short(inner) and not is_operator(next(printed(inner), None))


def delimited(at: Speaker, node: Delimited, before: Sequence[Node] = ()) -> str:
    if node.left == "(" and node.right == ")" and _is_argument(before, node.body):
        return at.say("applied", at.inside().row(node.body))
    return held(at, node.left, node.body, node.right)


def held(at: Speaker, left: str, inner: Sequence[Node], right: str) -> str:
    """The content of brackets, with the meaning of the brackets."""
    only = alone_of(inner)
    if isinstance(only, Environment) and left in "([" and right in ")]":
        return at.inside().node(only)
    if left in _BAR and right in _BAR:
        if isinstance(only, Environment):
            return at.say("determinant", at.inside().node(only))
        return _between(at, "absolute", inner)
    if left in _DOUBLE and right in _DOUBLE:
        return _between(at, "norm", inner)
    if left in _SPECIAL:
        return at.say(_SPECIAL[left], at.inside().row(inner))
    place = "braces" if left in (r"\{", r"\lbrace", "{") else ""
    words = [_name(at, left), _with_bars(at.inside(place), inner), _name(at, right)]
    return " ".join(filter(None, words))


def alone_of(nodes: Sequence[Node]) -> Node | None:
    found = list(printed(nodes))
    return alone(found[0]) if len(found) == 1 else None


def _between(at: Speaker, phrase: str, inner: Sequence[Node]) -> str:
    long = "" if is_short(inner) else "long "
    return at.say(long + phrase, at.inside().row(inner))


def _name(at: Speaker, sign: str) -> str:
    if sign in (".", ""):
        return ""
    return BRACKETS[sign].of(at.language) if sign in BRACKETS else at.symbol(sign)


def _with_bars(at: Speaker, inner: Sequence[Node]) -> str:
    """The content of brackets; a bar that opens nothing there is the bar of a condition."""
    from mathpost.latex.speech.speaker import joined

    nodes = list(printed(inner))
    bars = _loose(nodes)
    pieces, start = [], 0
    for bar in bars:
        double = _sign(nodes[bar]) in _DOUBLE
        word = "relative" if double else "such that" if at.place == "braces" else "given"
        pieces += [at.row(nodes[start:bar]), at.say(word)]
        start = bar + 1
    return joined([*pieces, at.row(nodes[start:])])


def _loose(nodes: Sequence[Node]) -> Sequence[int]:
    """The bars on this level that are not part of a pair."""
    found, k = [], 0
    while k < len(nodes):
        sign = _sign(nodes[k])
        end = closing(nodes, k)
        if end > k:
            k = end
        elif sign in _BAR or (sign in _DOUBLE and isinstance(nodes[k], Symbol)):
            found.append(k)
        k += 1
    return found
