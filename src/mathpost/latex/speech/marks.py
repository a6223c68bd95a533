"""Commands with arguments: alphabets, accents, fractions, arrows with words, references."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathpost.latex.speech import fractions
from mathpost.latex.speech.shapes import body_of, is_short, printed, sign_of, word_of
from mathpost.latex.speech.vocabulary import ACCENTS, BLACKBOARD, BRACKETS, FONTS, FUNCTIONS, LARGE, RELATIONS
from mathpost.latex.tree import Command, Group, Node, Symbol, Text

if TYPE_CHECKING:
    from mathpost.latex.speech.speaker import Speaker

_FRACTIONS = frozenset(r"\frac \dfrac \tfrac \cfrac \genfrac \sfrac \nicefrac".split())
_BINOMIALS = frozenset(r"\binom \dbinom \tbinom".split())
_ARROWS = {
    r"\xrightarrow": r"\to", r"\xleftarrow": r"\gets", r"\xleftrightarrow": r"\leftrightarrow", r"\xRightarrow": r"\Rightarrow",
    r"\xLeftarrow": r"\Leftarrow", r"\xLeftrightarrow": r"\Leftrightarrow", r"\xmapsto": r"\mapsto", r"\xlongequal": "=",
    r"\xhookrightarrow": r"\hookrightarrow",
}  # fmt: skip
_STRUCK = {"=": r"\ne", r"\in": r"\notin", "<": r"\nless", ">": r"\ngtr", r"\mid": r"\nmid"}
_MODULI = frozenset([r"\pmod", r"\pod", r"\mod"])
_REFERENCES = frozenset([r"\eqref", r"\ref"])
_WORD = 2  # upright letters in a row: a name, not a product


def command(at: Speaker, node: Command) -> str:
    name, arguments = node.name, node.arguments
    sign = sign_of(node)
    if sign:
        return _sign(at, sign)
    if name in FONTS and arguments:
        return in_font(at, name, body_of(arguments[0]))
    if name in _FRACTIONS and len(arguments) >= 2:
        return fractions.fraction(at, arguments[-2], arguments[-1])
    if name in _BINOMIALS and len(arguments) == 2:
        return at.say("choose", at.part(arguments[0]), at.part(arguments[1]))
    if name in (r"\sqrt", r"\root"):
        return fractions.root(at, node)
    if name in ACCENTS and arguments:
        return ACCENTS[name].of(at.language).format(at.part(arguments[-1]))
    return _rarer(at, node)


def _rarer(at: Speaker, node: Command) -> str:
    name, arguments = node.name, node.arguments
    if name in (r"\overset", r"\stackrel", r"\underset") and len(arguments) == 2:
        phrase = "below" if name == r"\underset" else "above"
        return at.say(phrase, at.part(arguments[1]), at.part(arguments[0]))
    if name in _ARROWS:
        said = RELATIONS[_ARROWS[name]].of(at.language)
        said = at.say("above", said, at.part(arguments[0])) if arguments else said
        return at.say("below", said, at.part(node.options[0])) if node.options else said
    if name in _MODULI and arguments:
        return at.say("modulo", at.part(arguments[-1]))
    if name in _REFERENCES:
        return at.say("equation", _raw(node))
    if name == r"\not" and arguments:
        struck = _STRUCK.get(sign_of(arguments[0]) or sign_of(next(printed(body_of(arguments[0])), None)))
        return RELATIONS[struck].of(at.language) if struck else at.say("not", at.part(arguments[0]))
    if name.rstrip("*") == r"\operatorname" and arguments:
        return at.part(arguments[-1])
    shown = [a for a in arguments if not isinstance(a, Symbol)] or arguments
    if shown:
        return at.part(shown[-1])
    return at.symbol(name)


def _sign(at: Speaker, sign: str) -> str:
    for table in (BRACKETS, FUNCTIONS, LARGE):
        if sign in table:
            return table[sign].of(at.language)
    return at.symbol(sign)


def _raw(node: Node) -> str:
    from mathpost.latex.speech.speaker import plain

    match node:
        case Symbol(text=text):
            return plain(text)
        case Command(arguments=inner) | Group(body=inner) | Text(parts=inner):
            return "".join(_raw(part) for part in inner)
        case _:
            return ""


def in_font(at: Speaker, name: str, nodes: Sequence[Node]) -> str:
    """Letters of another alphabet: a set, a bold letter, a word that is set upright."""
    visible = list(printed(nodes))
    word = "".join(word_of(node) if isinstance(node, Symbol) else "?" for node in visible)
    if name in (r"\mathbb", r"\Bbb") and word in BLACKBOARD:
        return BLACKBOARD[word].of(at.language)
    if (len(word) > _WORD and word.isalnum()) or (
        name in (r"\mathrm", r"\rm") and len(word) == _WORD and word.isalpha()
    ):
        said = word
    else:
        said = at.inside().row(visible)
    return FONTS[name].of(at.language).format(said)


__all__ = ["command", "in_font", "is_short"]
