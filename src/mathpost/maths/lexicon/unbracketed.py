"""Averages and variances written with plain letters, with or without brackets: ``EX``, ``E|X|``, ``Ee^{tX}``, ``D(X)``, ``DX``.

The letters are such names only in a post that mentions moments and never uses them otherwise: an edge ``E``, a discriminator
``D(x)`` or a data set ``D`` also occurs in other positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.latex.macros import macro
from mathpost.latex.rows import rewritten, takes_words
from mathpost.latex.tree import Command, Delimited, Group, Node, Scripts, Symbol, Text, children, walk
from mathpost.maths.notation.brackets import SQUARE, closing
from mathpost.maths.terms.outcomes import CAPITALS
from mathpost.text.source import Span
from mathpost.text.stems import occurs

ENERGIES = re.compile(r"能量|\benerg(y|ies)\b", re.IGNORECASE)
MENTIONED: Mapping[str, re.Pattern[str]] = {  # words of a post in which the letter is a name
    "E": re.compile(
        r"期望|均值|方差|随机变量|概率|分布|总体|样本|相互独立|\bexpected\b|\bexpectations?\b|\bvariance|\brandom variable|\bprobability\b|\bdistribut(?:ed|ions?)\b"
    ),
    "D": re.compile(r"方差|\bvariance"),
}
LAW = re.compile(
    r"\\sim\s*(\\(mathrm|text|textrm|textsf|operatorname|mathcal|mathsf)\s*\{?\s*)?"
    r"(N|U|B|b|P|Ge|Poisson|Poi|Pois|Bin|Binomial|Ber|Bern|Bernoulli|Exp|Geo|Geom|Geometric|Gamma|Beta|Unif|Uniform|Normal|\\chi)(?![a-zA-Z])"
)
VARIANCE = re.compile(
    r"(?<![A-Za-z])(?:Var|Cov)\}?\s*(?:\\left)?[(\[](?P<of>[^()\[\]$]{1,30}?)(?:\\right)?[)\]]"
)
MEAN = re.compile(r"(?<![A-Za-z{\\])E\s*(?:\\left)?[(\[](?P<of>[^()\[\]$]{1,30}?)(?:\\right)?[)\]]")
RANDOM = re.compile(r"随机变量|概率|分布|总体|相互独立|\brandom variable")
NAMES: Mapping[str, str] = {"E": "E", "D": "Var"}
OPENING = frozenset("([")
CLOSING = frozenset(")]")
# arguments of a letter: a random variable, one in brackets, anything else in brackets, nothing
BARE, IN_BRACKETS, ELSE, NOTHING = "a variable", "a variable in brackets", "brackets", ""
BARS = frozenset(["|", r"\lvert"])
FUNCTIONS = frozenset("fgh")
BETWEEN_LAWS = frozenset([",", ";", r"\|", r"\Vert", r"\parallel", r"\mid", "|"])


class Unbracketed(NamedTuple):
    """The letters of a post that denote moments."""

    letters: frozenset[str]

    def meant(self, tree: Group) -> Group:
        """`tree` with these letters set as names."""
        met = self.letters and any(isinstance(n, Symbol) and n.text in self.letters for n in walk(tree))
        return tree._replace(body=_row(tree.body, self.letters)) if met else tree


NONE = Unbracketed(frozenset())


def unbracketed(document: Document) -> Unbracketed:
    """The letters that denote moments throughout `document`."""
    text = document.source.text
    mentioned = occurs(MENTIONED["E"], text) or occurs(VARIANCE, text) or declares_a_law(document)
    if not mentioned or occurs(ENERGIES, text):
        return NONE
    rows = [row for formula in document.formulas for row in _rows(formula.tree)]
    means, variances = (frozenset(_uses(letter, rows)) for letter in NAMES)
    if not _is_a_name(means) and not (NOTHING not in means and _has_mean_and_variance(text)):
        means = frozenset()
    spoken = occurs(MENTIONED["D"], text) or (
        (occurs(RANDOM, text) or declares_a_law(document)) and IN_BRACKETS in variances
    )
    if not _is_a_name(variances) or not (spoken or (BARE in means and BARE in variances)):
        variances = frozenset()
    return Unbracketed(frozenset(n for n, uses in zip(NAMES, (means, variances), strict=True) if uses))


def _has_mean_and_variance(text: str) -> bool:
    r"""Whether ``E`` and a variance have the same argument: ``E(\epsilon) = 0`` beside ``\mathrm{Var}(\epsilon)``."""
    of_means, of_variances = (
        {found.group("of").strip() for found in names.finditer(text)} for names in (MEAN, VARIANCE)
    )
    return not of_means.isdisjoint(of_variances)


def declares_a_law(document: Document) -> bool:
    r"""Whether a formula declares a named law: ``X \sim \mathrm{Poisson}(\lambda)``."""
    return occurs(LAW, document.source.text)


def _uses(letter: str, rows: Sequence[Sequence[Node]]) -> Iterator[str]:
    return (_use(row, k) for row in rows for k, node in enumerate(row) if _nucleus(node) == letter)


def _is_a_name(uses: frozenset[str]) -> bool:
    return NOTHING not in uses and not uses.isdisjoint((BARE, IN_BRACKETS))


def _use(row: Sequence[Node], k: int) -> str:
    """The kind of argument of the letter at `k`."""
    letter = row[k]
    behind = _visible(row, k + 1)
    if behind is None:
        return NOTHING
    if isinstance(letter, Scripts):
        return ELSE if _opens(row, behind) else NOTHING
    if not _opens(row, behind):
        return BARE if _is_bare(row, behind) else NOTHING
    inside = list(_inside(row, behind))
    if _is_of_chance(inside):
        laws = any(isinstance(n, Symbol) and n.text in BETWEEN_LAWS for n in inside)
        return NOTHING if laws and _nucleus(letter) == "D" else IN_BRACKETS
    return NOTHING if _nucleus(letter) == "D" else ELSE


def _is_bare(row: Sequence[Node], at: int) -> bool:
    """Whether there is a random variable at `at`, its absolute value, an exponential or a function of it."""
    node = row[at]
    nucleus = _nucleus(node)
    if nucleus in CAPITALS or (isinstance(node, Delimited) and node.left in BARS):
        return _is_of_chance([node])
    if nucleus in BARS:
        return _is_of_chance(row[at + 1 : at + 3])
    if nucleus == "e" and isinstance(node, Scripts) and node.superscript is not None:
        return _is_of_chance([node.superscript])
    if nucleus in FUNCTIONS:
        behind = _visible(row, at + 1)
        return behind is not None and _opens(row, behind) and _is_of_chance(_inside(row, behind))
    return isinstance(node, Command) and _kind(node.name) == "accent" and _is_of_chance([node])


def _inside(row: Sequence[Node], at: int) -> Iterator[Node]:
    """The content of the brackets that open at `at`."""
    opener = row[at]
    if isinstance(opener, Scripts):
        opener = opener.base or opener
    if isinstance(opener, Delimited):
        yield from walk(opener)
        return
    end = closing(row, at, SQUARE, _nucleus)
    for node in row[at : len(row) if end is None else end + 1]:
        yield from walk(node)


def _is_of_chance(nodes: Sequence[Node] | Iterator[Node]) -> bool:
    return any(isinstance(inner, Symbol) and inner.text in CAPITALS for n in nodes for inner in walk(n))


def _opens(row: Sequence[Node], at: int) -> bool:
    node = row[at]
    base = node.base if isinstance(node, Scripts) else node
    if isinstance(base, Delimited):
        return base.left in OPENING
    if isinstance(base, Command) and _kind(base.name) == "sized":
        return any(isinstance(a, Symbol) and a.text in OPENING for a in base.arguments)
    return isinstance(base, Symbol) and base.text in OPENING


def _visible(row: Sequence[Node], at: int) -> int | None:
    """The position of the next visible node from `at` on; None at the end."""
    while at < len(row) and _is_space(row[at]):
        at += 1
    return at if at < len(row) else None


def _is_space(node: Node) -> bool:
    name = node.name if isinstance(node, Command) else node.text if isinstance(node, Symbol) else ""
    return name.startswith("\\") and _kind(name) == "spacing"


def _kind(name: str) -> str:
    entry = macro(name)
    return "" if entry is None else entry.kind


def _nucleus(node: Node) -> str:
    """The text of a symbol without its scripts; empty for other nodes."""
    nucleus = node.base if isinstance(node, Scripts) else node
    return nucleus.text if isinstance(nucleus, Symbol) else ""


def _rows(tree: Node) -> Iterator[tuple[Node, ...]]:
    """The rows of `tree`, without those of words and of letters in special fonts."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Text) or (isinstance(node, Command) and takes_words(node.name)):
            continue
        row = children(node)
        if not isinstance(node, Scripts):
            yield row
        stack += [inner for inner in row if type(inner) is not Symbol]


def _row(nodes: tuple[Node, ...], letters: frozenset[str]) -> tuple[Node, ...]:
    return tuple(_named(rewritten(node, partial(_row, letters=letters)), letters) for node in nodes)


def _named(node: Node, letters: frozenset[str]) -> Node:
    """A letter of `letters` as the name of an operator, with its scripts."""
    if _nucleus(node) not in letters:
        return node
    if isinstance(node, Scripts):
        return node._replace(base=_set(_nucleus(node), Span(node.span.start, node.span.start + 1)))
    return _set(_nucleus(node), node.span)


def _set(letter: str, span: Span) -> Command:
    return Command(r"\mathrm", (Group((Symbol(NAMES[letter], span),), span),), (), span)
