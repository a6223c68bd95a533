r"""Undefined means with a bar: ``\bar{x}`` beside ``x_i`` is ``\frac{1}{n} \sum_{i=1}^n x_i``; and moments of samples in the
usual notation, without any words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mathpost.latex.tree import Command, Node, Scripts, Symbol, children, compounds, walk
from mathpost.maths import notation
from mathpost.maths.facts.facts import BY_CUSTOM, Equation, Fact
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.post import Post
from mathpost.maths.hypotheses.store import Hypotheses, Hypothesis
from mathpost.maths.lexicon.senses import mentions_means, mentions_populations, writes_other_bars
from mathpost.maths.notation.letters import letters
from mathpost.maths.terms.names import COUNTING
from mathpost.maths.terms.term import ONE, TWO, Apply, Bind, Term, Variable

AFTER = ("definitions", "chance")
BARS = (r"\bar{", r"\overline{")
PLACE = Variable("i⁎")
CUSTOMARY: dict[str, Term] = {
    "expectation": Variable(r"\mu"),
    "variance": Apply("power", (Variable(r"\sigma"), TWO)),
}
SIZES = frozenset("nNmMT")
FIRST = -200_000  # below the steps of laws stated in words


class _Written(NamedTuple):
    """The names with a bar, the letters of families with one index, and their numbers of members."""

    barred: frozenset[str]
    families: frozenset[str]
    sizes: dict[str, frozenset[str]]

    def size(self, letter: str) -> Variable | None:
        """The number of members of a family: the end of the sums over it, n without sums; None if the ends differ."""
        found = self.sizes.get(letter, frozenset("n"))
        return Variable(min(found)) if len(found) == 1 and found <= SIZES else None


def hypotheses(post: Post, known: Hypotheses) -> Iterator[Hypothesis[Any]]:
    if not mentions_means(post.text) or writes_other_bars(post.text):
        return
    told = frozenset(fact.head for fact in known.of(kinds.DEFINITION))
    written = _written(post)
    barred = sorted(name for name in written.barred - told if _letter(name) in written.families)
    if _has_customary_moments(post, known, told):
        sampled = {_letter(name) for name in barred if _letter(name).isupper()} | written.families & {"X"}
        for number, letter in enumerate(sorted(sampled)):
            for moment, value in CUSTOMARY.items():
                member = Apply("index", (Variable(letter), PLACE))
                stated = Equation(Apply(moment, (member,)), value, 0, BY_CUSTOM - number)
                yield Hypothesis(kinds.MOMENT, stated, "", 0)
            yield Hypothesis(kinds.CHANCE, None, "identical")
    for number, name in enumerate(barred):
        size = written.size(_letter(name))
        for fact in _facts(name, size, FIRST - 2 * number) if size is not None else ():
            yield Hypothesis(kinds.DEFINITION, fact, name, 0, "post", fact.step)


def _has_customary_moments(post: Post, known: Hypotheses, told: frozenset[str]) -> bool:
    """Whether a post mentions samples from a population, and uses the usual notation for their moments without any words."""
    used = frozenset[str]().union(*(letters(formula.tree.body) for formula in post.document.formulas))
    speaks = mentions_populations(post.text) and not known.has(kinds.MOMENT) and not post.laws
    named = {r"\mu", r"\sigma"}
    return speaks and named <= used and named.isdisjoint(told)


def _facts(name: str, size: Variable, step: int) -> Iterator[Fact]:
    r"""The mean as a symbol, and with its number of samples as index: ``\bar{x}_n``."""
    total = Bind("sum", PLACE, (ONE, size), Apply("index", (Variable(_letter(name)), PLACE)))
    mean = Apply("multiply", (Apply("divide", (ONE, size)), total))
    yield Fact("symbol", name, (), mean, 0, step)
    yield Fact("family", name, (size,), mean, 0, step - 1)


def _written(post: Post) -> _Written:
    """The bars and families in the formulas of a post, without bars with other indices and families with two indices."""
    alone, grouped, families, tables = set[str](), set[str](), set[str](), set[str]()
    sizes: dict[str, frozenset[str]] = {}
    for formula in post.document.formulas:
        for node in compounds(formula.tree):
            for letter, size in _summed(children(node)):
                sizes[letter] = sizes.get(letter, frozenset()) | {size}
            if isinstance(node, Command):
                name = notation.name(node) or ""
                alone.update([name] if name.startswith(BARS) else [])
            if not isinstance(node, Scripts) or node.base is None or node.subscript is None:
                continue
            name, below = notation.name(node.base) or "", notation.name(node.subscript)
            if name.startswith(BARS):
                grouped.update([name] if below not in SIZES else [])
            elif below in COUNTING:
                families.add(name)
            elif _has_two_places(node.subscript):
                tables.add(name)
    return _Written(frozenset(alone - grouped), frozenset(families - tables), sizes)


def _summed(row: Sequence[Node]) -> Iterator[tuple[str, str]]:
    r"""The families in sums of a row, with the ends of these sums: x and n for ``\sum_{i=1}^n x_i``."""
    for k, node in enumerate(row):
        if not isinstance(node, Scripts) or not isinstance(node.base, Symbol) or node.base.text != r"\sum":
            continue
        below, above = notation.legible_script(node.subscript), notation.legible_script(node.superscript)
        counter = notation.name(below[0]) if below else None
        if counter is None or not above:
            continue
        for inner in (n for behind in row[k + 1 :] for n in walk(behind)):
            if isinstance(inner, Scripts) and inner.base is not None and inner.subscript is not None:
                if notation.name(inner.subscript) == counter:
                    yield notation.name(inner.base) or "", notation.latex_row(above)


def _has_two_places(subscript: Node) -> bool:
    """Whether a subscript is two letters: ``x_{ij}``."""
    places = [item for item in notation.legible_script(subscript) if notation.latex(item) != ","]
    return len(places) == 2 and all(notation.name(item) in COUNTING for item in places)


def _letter(name: str) -> str:
    return name[name.index("{") + 1 : -1]
