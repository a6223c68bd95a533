"""Powers, indices, primes, and the limits of large operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathpost.latex.speech.shapes import (
    alone,
    body_of,
    digits,
    is_inverted,
    is_list,
    is_matrix_name,
    is_operator,
    is_relation,
    is_short,
    printed,
    sign_of,
    word_of,
)
from mathpost.latex.speech.vocabulary import BLACKBOARD, FUNCTIONS, LARGE
from mathpost.latex.tree import Command, Delimited, Environment, Node, Scripts, Symbol, Text

if TYPE_CHECKING:
    from mathpost.latex.speech.speaker import Speaker

_TRANSPOSES = frozenset(["T", r"\top", r"\intercal", "⊤", r"\mathsf T"])
_STARS = frozenset(["*", r"\ast", r"\star", "∗"])
_BRACES = frozenset([r"\underbrace", r"\overbrace", r"\underbracket", r"\overbracket"])
_LIMIT_LIKE = frozenset([r"\lim", r"\limsup", r"\liminf", r"\varlimsup", r"\varliminf"])


def scripted(at: Speaker, node: Scripts, *, is_followed: bool) -> str:
    """A base with its scripts."""
    base = node.base
    sign = sign_of(base)
    if sign in LARGE or sign in FUNCTIONS:
        return named(at, base, node.subscript, node.superscript, is_followed=is_followed, primes=node.primes)
    blackboard = _blackboard(base)
    if blackboard == "E" and node.subscript is not None:
        return at.say("expectation", at.part(node.subscript, "limits"))
    if blackboard == "R" and node.superscript is not None and node.subscript is None:
        return _space(at, node.superscript)
    if isinstance(base, Command) and base.name in _BRACES:
        return at.say("labelled", at.part(base), at.part(node.subscript or node.superscript))
    if isinstance(base, Delimited) and base.left == "." and base.right in ("|", r"\vert", r"\rvert"):
        return at.say("at", at.inside().row(base.body), at.part(node.subscript))
    if is_relation(base) or (base is not None and is_operator(base)):
        return _around(at, node)
    said = "" if base is None else at.node(base) if not isinstance(base, Environment) else at.part(base)
    return attached(at, said, node)


def _blackboard(base: Node | None) -> str:
    match base:
        case Command(name=r"\mathbb" | r"\Bbb", arguments=(inner,)):
            return word_of(inner)
        case _:
            return ""


def _space(at: Speaker, above: Node) -> str:
    """``\\mathbb{R}^n`` and ``\\mathbb{R}^{m \\times n}``."""
    nodes = list(printed(body_of(above)))
    signs = [sign_of(node) for node in nodes]
    if r"\times" in signs:
        pieces, start = [], 0
        for k in [*(k for k, sign in enumerate(signs) if sign == r"\times"), len(nodes)]:
            pieces.append(at.inside().row(nodes[start:k]))
            start = k + 1
        return at.say("matrices", "", f" {at.say('by')} ".join(pieces)).strip()
    if is_short(nodes):
        return at.say("dimension", "", at.inside().row(nodes))
    return at.say("long power", BLACKBOARD["R"].of(at.language), at.part(above))


def _around(at: Speaker, node: Scripts) -> str:
    """Words over and under a relation."""
    said = "" if node.base is None else at.node(node.base)
    if node.superscript is not None:
        said = at.say("above", said, at.part(node.superscript))
    return said if node.subscript is None else at.say("below", said, at.part(node.subscript))


def attached(at: Speaker, said: str, node: Scripts) -> str:
    """`said` with the scripts of `node`: index first, then primes, then power."""
    if node.subscript is not None:
        below = list(printed(body_of(node.subscript)))
        long = len(below) > 1 and not is_short(below) and not is_list(below)
        said = at.say("long subscript" if long else "subscript", said, at.inside().row(below))
    for count in _strokes(node.primes):
        said = at.say(("prime", "double prime", "triple prime")[count - 1], said)
    return said if node.superscript is None else _powered(at, said, node.base, node.superscript)


def _strokes(primes: int) -> list[int]:
    return [3] * (primes // 3) + ([primes % 3] if primes % 3 else [])


def _powered(at: Speaker, said: str, base: Node | None, above: Node) -> str:
    nodes = list(printed(body_of(above)))
    only = nodes[0] if len(nodes) == 1 else None
    sign = _letter(only)
    if sign in ("2", "3"):
        return at.say("squared" if sign == "2" else "cubed", said)
    if sign in _TRANSPOSES:
        return at.say("transpose", said)
    if sign in (r"\dagger", "†", r"\mathsf H") or (sign == "H" and is_matrix_name(base)):
        return at.say("conjugate transpose", said)
    if sign in _STARS:
        return at.say("star", said)
    if sign in (r"\circ", "∘") and base is not None and digits([base], 0):
        return at.say("degrees", said)
    if sign in (r"\complement",):
        return at.say("complement", said)
    if nodes and all(sign_of(n) in (r"\prime", "′") for n in nodes):
        return at.say(("prime", "double prime", "triple prime")[min(len(nodes), 3) - 1], said)
    if [sign_of(n) for n in nodes] == ["-", "1"] and is_inverted(base):
        return at.say("inverse", said)
    words = at.inside().row(nodes)
    if _is_label(nodes):
        return at.say(
            "superscript" if is_short(_bare(nodes)) else "long superscript",
            said,
            at.inside().row(_bare(nodes)),
        )
    return at.say("power" if is_short(nodes) else "long power", said, words)


def _letter(node: Node | None) -> str:
    """The sign in a superscript, whatever its font."""
    match node:
        case Command(name=name, arguments=(inner,)) if name in (
            r"\mathsf",
            r"\mathrm",
            r"\mathtt",
            r"\text",
            r"\rm",
        ):
            return word_of(inner)
        case Text():
            return word_of(node)
        case _:
            return sign_of(node)


def _is_label(nodes: list[Node]) -> bool:
    """Whether a superscript is a label and not a power: words, a number in brackets, a sign by itself."""
    match nodes:
        case [Text()] | [Symbol(text="+" | "-" | r"\perp" | r"\circ" | r"\pm" | r"\star")]:
            return True
        case [Command(name=r"\text" | r"\textrm" | r"\mathrm", arguments=(inner,))]:
            return len(word_of(inner)) > 1
        case [Delimited(left="(", right=")")]:
            return True
        case [first, *_, last]:
            return sign_of(first) == "(" and sign_of(last) == ")"
        case _:
            return False


def _bare(nodes: list[Node]) -> list[Node]:
    match nodes:
        case [Delimited(body=body)]:
            return list(printed(body))
        case [Symbol(text="("), *inner, Symbol(text=")")]:
            return inner
        case _:
            return nodes


def named(
    at: Speaker,
    node: Node | None,
    below: Node | None,
    above: Node | None,
    *,
    is_followed: bool,
    primes: int = 0,
) -> str:
    """A function or a large operator with its limits: "the sum from i equals 1 to n of"."""
    sign = sign_of(node)
    if sign in LARGE:
        name = LARGE[sign].of(at.language)
        if below is None and above is None:
            return at.say("of all", name) if is_followed else name
        phrase = "over set" if above is None else "up to" if below is None else "from to"
        if sign in _LIMIT_LIKE and below is not None:
            phrase = "as"
        return at.say(phrase, name, at.part(below, "limits"), at.part(above))
    name = FUNCTIONS[sign].of(at.language)
    if sign == r"\log" and below is not None and above is None:
        return at.say("log base", at.part(below))
    if above is not None and _is_inverse(above):
        name, above = at.say("inverse function", name), None
    scripts = Scripts(None, below, above, primes, node.span) if node is not None else None
    return name if scripts is None else attached(at, name, scripts)


def _is_inverse(above: Node) -> bool:
    return [sign_of(n) for n in printed(body_of(above))] == ["-", "1"]


__all__ = ["alone", "attached", "named", "scripted"]
