"""Data that a post models: ``y = X\\beta + \\varepsilon`` does not define `y` where a slope by ``\\beta`` is taken.

A variable defined with added noise is observed: the model is not inserted into a loss differentiated by its parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.maths.facts.facts import Facts
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Bind, Term, free_variables, occurrences
from mathpost.maths.typing.integers import DERIVATIVES

NOISES = frozenset([r"\epsilon", r"\varepsilon", r"\xi"])


def observed(sides: Sequence[Term], facts: Facts) -> frozenset[tuple[str, str]]:
    """The heads, with their forms, defined by a noise and a variable that a slope in `sides` is taken by."""
    targets = frozenset[str]().union(*(_targets(term) for s in sides for term in occurrences(s, DERIVATIVES)))
    return frozenset(_noisy(targets, facts)) if targets else frozenset()


def _targets(term: Term) -> frozenset[str]:
    match term:
        case Apply(arguments=(_, *targets)):
            return frozenset[str]().union(*map(free_variables, targets))
        case Bind(variable=variable):
            return frozenset((variable.name,))
    return frozenset()


def _noisy(targets: frozenset[str], facts: Facts) -> Iterator[tuple[str, str]]:
    for (form, head), found in facts.items():
        parts = free_variables(found[0].right) if form in ("symbol", "family") else frozenset[str]()
        if parts & targets and any(("law", p) in facts or bare(p) in NOISES for p in parts - targets):
            yield form, head
