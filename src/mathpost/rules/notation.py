r"""How a post writes what can be written in several ways: the transpose, a bold letter, the name of an operator.

A notion (“the transpose”) has spellings (``^\top``, ``^T``); each is at places. Rules compare the spellings
within a post, and those of a post with what the other posts of a run do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from mathpost.latex.tree import Command, Group, Node, Scripts, Symbol, Text, walk
from mathpost.rules.expressions import Atom, Expression, kind_name
from mathpost.text.source import Span

Habits: TypeAlias = Mapping[str, Mapping[str, int]]
"""For every notion, how many posts of a run usually write it in which spelling."""

BOLD_LETTERS = "a letter in bold"  # all of them together: what a post does as a rule
_BOLD = frozenset([r"\mathbf", r"\boldsymbol", r"\bm", r"\pmb"])
_OPERATORS = frozenset(
    "tr rank diag softmax sigmoid relu sign msign kl var cov argmax argmin span vec attention top sg erf".split()
)
_TRANSPOSED = frozenset([r"\top", r"\intercal"])


class Use(NamedTuple):
    """One place of one spelling."""

    notion: str
    spelling: str
    span: Span


class Spellings(NamedTuple):
    """All uses of one notion in a post: for each spelling its places, in order."""

    notion: str
    places: Mapping[str, tuple[Span, ...]]

    @property
    def usual(self) -> str:
        """The commonest spelling; of equally common ones the first."""
        return max(
            self.places, key=lambda spelling: (len(self.places[spelling]), -self.places[spelling][0].start)
        )


def spellings(expressions: Iterator[Expression]) -> tuple[Spellings, ...]:
    """What one post writes, by notion."""
    found: dict[str, dict[str, list[Span]]] = {}
    for expression in expressions:
        for use in _uses(expression):
            found.setdefault(use.notion, {}).setdefault(use.spelling, []).append(use.span)
    return tuple(
        Spellings(notion, {spelling: tuple(spans) for spelling, spans in places.items()})
        for notion, places in sorted(found.items())
    )


def habits(posts: Iterator[Mapping[str, str]]) -> Habits:
    """The usual spellings of several posts, each given as notion → spelling."""
    found: dict[str, Counter[str]] = {}
    for post in posts:
        for notion, spelling in post.items():
            found.setdefault(notion, Counter())[spelling] += 1
    return found


def _uses(expression: Expression) -> Iterator[Use]:
    label = len(expression.atoms) == 1 and expression.place in ("subscript", "superscript")
    for atom in expression.atoms:
        if isinstance(atom.node, Scripts):
            yield from _transpose(atom, atom.node)
        if isinstance(atom.nucleus, Command | Text):
            yield from _bold(atom.nucleus)
            if not label:
                yield from _operator(atom)


def _transpose(atom: Atom, node: Scripts) -> Iterator[Use]:
    """A raised sign of transposition; a plain T only after a bold letter, since elsewhere it may be a power."""
    script = node.superscript
    if script is None:
        return
    sign = _only(script)
    bold = isinstance(atom.nucleus, Command) and atom.nucleus.name in _BOLD
    if isinstance(sign, Symbol) and (sign.text in _TRANSPOSED or (sign.text == "T" and bold)):
        yield Use("the transpose", f"^{sign.text}", script.span)
    elif isinstance(sign, Command | Text) and _word(sign) == "T":
        yield Use("the transpose", r"^\mathrm{T}", script.span)


def _only(node: Node) -> Node:
    """What braces hold where they hold one thing."""
    body = node.body if isinstance(node, Group) else ()
    return body[0] if len(body) == 1 else node


def _bold(node: Node) -> Iterator[Use]:
    r"""``\mathbf{W}``: a Latin letter in bold; for Greek ones there is one command only."""
    if isinstance(node, Command) and node.name in _BOLD:
        letter = _word(node)
        if len(letter) == 1 and letter.isalpha() and letter.isascii():
            yield Use(f"bold {letter}", node.name, node.span)
            yield Use(BOLD_LETTERS, node.name, node.span)


def _operator(atom: Atom) -> Iterator[Use]:
    """A known word in upright letters: by which command, and with which letters."""
    node = atom.nucleus
    outer = node
    if isinstance(node, Command) and node.name == r"\mathop" and len(node.arguments) == 1:
        node = _only(node.arguments[0])
    name = _word(node)
    if name.lower() in _OPERATORS:
        yield Use(f"the operator {name.lower()}", name, outer.span)


def _word(node: Node) -> str:
    """The letters that a command sets as a word; empty for anything else."""
    if isinstance(node, Text) or (isinstance(node, Command) and kind_name(node.name) in ("font", "operator")):
        letters = [part.text for part in walk(node) if isinstance(part, Symbol)]
        plain = all(isinstance(part, Symbol | Group | Text | Command) for part in walk(node))
        return "".join(letters).strip() if plain else ""
    return ""
