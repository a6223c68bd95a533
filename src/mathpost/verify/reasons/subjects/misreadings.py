"""Other meanings that the notation of a claim may have: a function for a factor, another unit or base, letters
borrowed from elsewhere.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from mathpost.latex.tree import Command, Delimited, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.facts.facts import Fact
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.limit_points import BARS
from mathpost.maths.notation import is_bold
from mathpost.maths.notation.relations import CLOSE, OPEN
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import (
    Apply,
    Term,
    Variable,
    free_variables,
    occurrences,
    subterms,
)
from mathpost.verify.reasons.reason import Claim, Failure, objection

CALLS, SUMS = frozenset(["call"]), frozenset(["add"])


@objection(
    "hidden-argument", "the definition of {} does not show its argument", "{} 的定义没有写出它的自变量"
).shown(
    "The order is $v(f) = m$. It follows that $$v(f + g) = v(f) + v(g) + v(f g)$$",
    passes="The order is $v(f) = f^2$. It follows that $$v(f + g) = v(f) + v(g) + v(f g)$$",
)
def _hidden_argument(claim: Failure) -> str | None:
    """A function whose definition mentions other symbols than its argument, which belong to that argument: ``v(f) = m``."""
    used = (f for f in claim.around.context.facts if f.step in claim.reading.used and f.form == "function")
    return next((bare(f.head) for f in used if _is_without_arguments(f)), None)


def _is_without_arguments(fact: Fact) -> bool:
    """Whether a definition names none of its parameters, nor labels a function with one, ``h_\\theta``, and is not a number
    either, such as that of a constant by its letter.
    """
    spoken = free_variables(fact.right) - {fact.head.removesuffix("_")}
    named = frozenset[str]().union(*map(free_variables, fact.parameters))
    labels = tuple(f"_{{{bare(name)}}}" for name in named)
    return bool(spoken) and spoken.isdisjoint(named) and not any(name.endswith(labels) for name in spoken)


@objection("assembled-array", "{} is built from its entries", "{} 由它的元素组成").shown(
    "设 $K = (k_{ij})$，其中 $k_{ij} = x_i x_j$，则 $K + K = K$",
    passes="L + L = L",
)
def _assembled(claim: Claim) -> str | None:
    """An array that the post makes of members it defines, ``K = (k_{ij})``: the models have drawn it like any other."""
    reading, context = claim.reading, claim.context
    free = context.known.subjects(kinds.ASSEMBLED) & {
        bare(t.name) for side in reading.sides for t in subterms(side) if isinstance(t, Variable)
    }
    return min(free, default=None)


def _differ(name: str, left: Container[tuple[str, str]], right: Iterable[tuple[str, str]]) -> bool:
    return any(other == name and (name, content) not in left for other, content in right)


NUMBERS = frozenset("BE")  # that books know by their letters: Bernoulli's and Euler's
ENDLESS = frozenset(["limit", "infinity"])


BRACES = str.maketrans("", "", "{} ")


def crosses(step: Step, arrays: Container[str]) -> bool:
    """Whether a side multiplies by a cross what may be vectors, of which that is another product than of numbers."""
    for side in (step.left, step.right):
        row = [item for item in notation.items(side.nodes) if not isinstance(item, notation.Scripted)]
        crosses = (k for k, item in enumerate(row) if notation.latex(item) == r"\times")
        beside = ((*row[max(k - 1, 0) : k], *row[k + 1 : k + 2]) for k in crosses)
        for factors in beside:
            may_be = [_may_be_vector(factor, arrays) for factor in factors]
            letters = all(isinstance(f, Symbol | Command) and notation.name(f) is not None for f in factors)
            if all(may_be) or (letters and any(may_be)):
                return True
    return False


def _may_be_vector(factor: notation.Item, arrays: Container[str]) -> bool:
    """Whether a factor mentions arrays outside bars; of a bracket only its end is seen."""
    if isinstance(factor, notation.Scripted | notation.Digits):
        return False
    if notation.latex(factor) in OPEN | CLOSE:
        return True
    if isinstance(factor, Delimited) and factor.left in BARS:
        return False
    names = (notation.name(n) or "" for n in walk(factor) if isinstance(n, Symbol | Command))
    return any(is_bold(name) or name in arrays for name in names)


def _calls(side: Term) -> frozenset[Apply]:
    return frozenset(t for t in occurrences(side, CALLS) if isinstance(t, Apply))
