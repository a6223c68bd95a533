r"""Means that a post writes with a bar and does not define: ``\bar{x}`` beside ``x_i`` is ``\frac{1}{n} \sum_{i=1}^n x_i``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mathpost.latex.tree import Command, Node, Scripts, walk
from mathpost.maths import notation
from mathpost.maths.facts.facts import BY_CUSTOM, Equation, Fact
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.post import Post
from mathpost.maths.hypotheses.store import Hypotheses, Hypothesis
from mathpost.maths.lexicon.senses import speaks_of_means, speaks_of_populations, writes_other_bars
from mathpost.maths.notation.letters import letters
from mathpost.maths.terms.names import COUNTING
from mathpost.maths.terms.term import ONE, TWO, Apply, Bind, Term, Variable

AFTER = ("definitions", "chance")
BARS = (r"\bar{", r"\overline{")
SIZE, PLACE = Variable("n"), Variable("i⁎")
CUSTOMARY: dict[str, Term] = {
    "expectation": Variable(r"\mu"),
    "variance": Apply("power", (Variable(r"\sigma"), TWO)),
}
FIRST = -200_000  # below the steps of the laws that words give


def hypotheses(post: Post, known: Hypotheses) -> Iterator[Hypothesis[Any]]:
    if not speaks_of_means(post.text) or writes_other_bars(post.text):
        return
    told = frozenset(fact.head for fact in known.of(kinds.DEFINITION))
    names, families = _barred(post)
    barred = sorted(name for name in names - told if _letter(name) in families)
    if _writes_customary_moments(post, known, told):
        sampled = {_letter(name) for name in barred if _letter(name).isupper()} | families & {"X"}
        for number, letter in enumerate(sorted(sampled)):
            for moment, value in CUSTOMARY.items():
                member = Apply("index", (Variable(letter), PLACE))
                stated = Equation(Apply(moment, (member,)), value, 0, BY_CUSTOM - number)
                yield Hypothesis(kinds.MOMENT, stated, "", 0)
            yield Hypothesis(kinds.CHANCE, None, "identical")
    for number, name in enumerate(barred):
        family = Variable(_letter(name))
        total = Bind("sum", PLACE, (ONE, SIZE), Apply("index", (family, PLACE)))
        mean = Apply("multiply", (Apply("divide", (ONE, SIZE)), total))
        for fact in _facts(name, mean, FIRST - 2 * number):
            yield Hypothesis(kinds.DEFINITION, fact, name, 0, "post", fact.step)


def _writes_customary_moments(post: Post, known: Hypotheses, told: frozenset[str]) -> bool:
    """Whether a post speaks of samples from a population, and writes their moments as all posts do without a word on them."""
    written = frozenset[str]().union(*(letters(formula.tree.body) for formula in post.document.formulas))
    speaks = speaks_of_populations(post.text) and not known.has(kinds.MOMENT) and not post.laws
    named = {r"\mu", r"\sigma"}
    return speaks and named <= written and named.isdisjoint(told)


def _facts(name: str, mean: Term, step: int) -> Iterator[Fact]:
    """The mean as a symbol, and as one that names how many it is of: ``\\bar{x}_n``."""
    yield Fact("symbol", name, (), mean, 0, step)
    yield Fact("family", name, (SIZE,), mean, 0, step - 1)


def _barred(post: Post) -> tuple[frozenset[str], frozenset[str]]:
    """The letters with a bar that stand alone or count n members, and the letters that are families with one index."""
    alone, grouped, families, tables = set[str](), set[str](), set[str](), set[str]()
    for formula in post.document.formulas:
        for node in walk(formula.tree):
            if isinstance(node, Command):
                name = notation.name(node) or ""
                alone.update([name] if name.startswith(BARS) else [])
            if not isinstance(node, Scripts) or node.base is None or node.subscript is None:
                continue
            name, below = notation.name(node.base) or "", notation.name(node.subscript)
            if name.startswith(BARS):
                grouped.update([name] if below != SIZE.name else [])
            elif below in COUNTING:
                families.add(name)
            elif _has_two_places(node.subscript):
                tables.add(name)
    return frozenset(alone - grouped), frozenset(families - tables)


def _has_two_places(subscript: Node) -> bool:
    """Whether a subscript is two letters: ``x_{ij}``."""
    letters = [item for item in notation.legible_script(subscript) if notation.latex(item) != ","]
    return len(letters) == 2 and all(notation.name(item) in COUNTING for item in letters)


def _letter(name: str) -> str:
    return name[name.index("{") + 1 : -1]
