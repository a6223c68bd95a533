"""From the tree of a formula to words: one walk for both languages, with the words in tables.

    x^2 + \\frac{1}{n}    →    "x squared plus 1 over n", "x 的平方加 n 分之 1"

Everything printed is read, and no LaTeX is read aloud. A part longer than a name has a spoken end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from mathpost.latex.definitions import NONE, Definitions
from mathpost.latex.speech import brackets, fractions, marks, scripts, tables
from mathpost.latex.speech.phrases import PHRASES
from mathpost.latex.speech.shapes import (
    body_of,
    digits,
    is_operator,
    is_relation,
    printed,
    sign_of,
)
from mathpost.latex.speech.vocabulary import (
    BRACKETS,
    CAPITALS,
    FONTS,
    FUNCTIONS,
    LARGE,
    LETTERS,
    OPERATORS,
    RELATIONS,
    SIGNS,
    Language,
)
from mathpost.latex.tree import (
    Cell,
    Command,
    Delimited,
    Environment,
    Error,
    Group,
    Infix,
    Node,
    Row,
    Scripts,
    Symbol,
    Text,
)

_DEEP = 100  # levels; listeners cannot follow more
_TIGHT = frozenset("，。：；、（）")


def spoken(tree: Group, language: Language, definitions: Definitions = NONE) -> str:
    r"""A formula in words: for ``\sqrt{x}`` "the square root of x", in Chinese "根号 x".

    Never empty, and never LaTeX.
    """
    return spoken_nodes(definitions.written_out(tree).body, language)


def spoken_nodes(nodes: Sequence[Node], language: Language) -> str:
    """A part of a formula in words; its macros must be expanded before."""
    try:
        words = Speaker(language, _tilde).row(nodes)
    except RecursionError:
        words = ""
    return closed(words).rstrip(" ，,.。;；：") or PHRASES["formula"].of(language)


def _tilde(nodes: Sequence[Node], at: int) -> str:
    """The words for ``\\sim``: a distribution follows it, or it is only a tilde."""
    following = nodes[at + 1] if at + 1 < len(nodes) else None
    base = following.base if isinstance(following, Scripts) else following
    named = isinstance(base, Command | Text) or (isinstance(base, Symbol) and base.text in "pqPQU")
    return "distributed" if named else "tilde"


def _is_infinity(following: Sequence[Node]) -> bool:
    """Whether infinity is next, with or without a sign."""
    signs = [sign_of(node) for node in following[:2]]
    return signs[:1] in ([r"\infty"], ["∞"]) or (
        signs[:1] in (["-"], ["+"]) and signs[1:] in ([r"\infty"], ["∞"])
    )


def _is_placeholder(nodes: Sequence[Node], at: int) -> bool:
    """Whether a dot is a placeholder for an argument, as in ``f(\\cdot, y)``, so that it multiplies nothing."""
    around = (nodes[at - 1] if at else None, nodes[at + 1] if at + 1 < len(nodes) else None)
    return all(node is None or sign_of(node) in (",", ";") for node in around)


class Speaker(NamedTuple):
    """Reads nodes aloud in one `language`; `depth` counts the enclosing parts."""

    language: Language
    tilde: Callable[[Sequence[Node], int], str]
    depth: int = 0
    place: str = ""
    """``limits`` under a large operator, where an arrow approaches; ``braces`` in a set."""

    def say(self, phrase: str, *parts: str) -> str:
        return PHRASES[phrase].of(self.language).format(*parts)

    def inside(self, place: str = "") -> Speaker:
        if self.depth > _DEEP:
            raise RecursionError
        return self._replace(depth=self.depth + 1, place=place)

    def row(self, nodes: Sequence[Node]) -> str:
        """Nodes side by side."""
        return joined(self._pieces(list(printed(nodes))))

    def part(self, node: Node | None, place: str = "") -> str:
        """The words of a group or a single node; empty if there are none."""
        return "" if node is None else self.inside(place).row(body_of(node))

    def _pieces(self, nodes: list[Node]) -> Iterator[str]:
        at = 0
        while at < len(nodes):
            node = nodes[at]
            number = digits(nodes, at)
            if number:
                at += len(number)
                after = nodes[at] if at < len(nodes) else None
                if isinstance(after, Scripts) and sign_of(after.base).isdecimal():
                    yield scripts.attached(self, number + sign_of(after.base), after)
                    at += 1
                else:
                    yield number
                continue
            if [sign_of(dot) for dot in nodes[at : at + 3]] == [".", ".", "."]:
                yield self.symbol(r"\dots")
                at += 3
                continue
            font = node.text if isinstance(node, Symbol) else ""
            if font in FONTS:
                yield marks.in_font(self, font, nodes[at + 1 :])
                return
            closed = brackets.closing(nodes, at)
            if closed > at:
                yield brackets.pair(self, nodes[at], nodes[at + 1 : closed], nodes[closed], nodes[:at])
                at = closed + 1
                continue
            yield self._words_of(nodes, at)
            at += 1

    def _words_of(self, nodes: Sequence[Node], at: int) -> str:
        """The words of one node, in the form that its neighbours require."""
        node = nodes[at]
        sign = sign_of(node)
        if sign in ("-", "−"):
            before = nodes[at - 1] if at else None
            first = (
                before is None or is_operator(before) or is_relation(before) or sign_of(before) in (",", ";")
            )
            return self.say("negative" if first else "minus")
        if sign in (r"\sim", "∼", "~"):
            law = self.tilde(nodes, at)
            return self.say("drawn from" if law == "distributed" and self.place == "limits" else law)
        if sign in (r"\to", r"\rightarrow", "→") and (
            self.place == "limits" or _is_infinity(nodes[at + 1 :])
        ):
            return self.say("approaches")
        if sign == r"\cdot" and _is_placeholder(nodes, at):
            return self.say("placeholder")
        if sign == ":" and self.place == "braces":
            return self.say("such that")
        if sign == ":" and at + 1 < len(nodes) and sign_of(nodes[at + 1]) == "=":
            return RELATIONS[":="].of(self.language)
        if sign == "=" and at and sign_of(nodes[at - 1]) == ":":
            return ""
        if sign in LARGE or sign in FUNCTIONS:
            return scripts.named(self, node, None, None, is_followed=at + 1 < len(nodes))
        if isinstance(node, Delimited):
            return brackets.delimited(self, node, nodes[:at])
        if isinstance(node, Scripts):
            return scripts.scripted(self, node, is_followed=at + 1 < len(nodes))
        return self.node(node)

    def node(self, node: Node) -> str:
        match node:
            case Symbol(text=text):
                return self.symbol(text)
            case Text(parts=parts):
                return joined(plain(p.text) if isinstance(p, Symbol) else self.part(p) for p in parts)
            case Group(body=body) | Cell(body=body):
                return self.inside().row(body)
            case Row(cells=cells):
                return joined(self.part(cell) for cell in cells)
            case Delimited():
                return brackets.delimited(self, node)
            case Command():
                return marks.command(self, node)
            case Infix():
                return fractions.infix(self, node)
            case Scripts():
                return scripts.scripted(self, node, is_followed=False)
            case Environment():
                return tables.environment(self, node)
            case Error(node=inner):
                return self.part(inner)

    def symbol(self, text: str) -> str:
        """A sign or letter by itself."""
        for table in (RELATIONS, OPERATORS, SIGNS, LETTERS, BRACKETS, FUNCTIONS, LARGE):
            if text in table:
                return table[text].of(self.language)
        if text in CAPITALS:
            return self.say("capital", CAPITALS[text].of(self.language))
        if text in (r"\sim", r"\thicksim"):
            return self.say("tilde")
        if len(text) == 1 and text.isupper():
            small = LETTERS.get(text.lower())
            return self.say("capital", small.of(self.language) if small else text)
        return plain(text)


def joined(pieces: Iterable[str]) -> str:
    """Pieces with a space between them, none before a comma."""
    done: list[str] = []
    for piece in filter(None, map(str.strip, pieces)):
        done += [piece] if not done or piece[0] in ",;" else [" ", piece]
    return "".join(done)


def closed(words: str) -> str:
    """`words` without spaces between Chinese characters."""
    pieces = words.split()
    done = pieces[:1]
    for before, piece in pairwise(pieces):
        done += [piece] if _is_han(before[-1], piece[0]) else [" ", piece]
    return "".join(done)


def _is_han(before: str, after: str) -> bool:
    both = "\u4e00" <= before <= "\u9fff" and "\u4e00" <= after <= "\u9fff"
    return both or before in _TIGHT or after in _TIGHT


def plain(text: str) -> str:
    """The words of a sign that is in no table: its character, or the letters of its command."""
    return " ".join(text.replace("\\", " ").replace("{", " ").replace("}", " ").replace("~", " ").split())
