"""The integers among the symbols of a claim, and the indices among these, as their places in terms show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal, NamedTuple

from mathpost.maths.elaboration.binders.index_tuples import KINDS, bound_families, lengths_of_tuples
from mathpost.maths.operators import registry
from mathpost.maths.terms.names import COUNTING
from mathpost.maths.terms.term import (
    NONE,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    parts,
    uses,
)
from mathpost.maths.terms.traversal import free_outside, parts_in_scope

MOMENTS = frozenset(["expectation", "variance"])
AVERAGES = MOMENTS | {"covariance"}

COMPUTED = frozenset(["index", "rank"])  # their arguments need not be integers in places of integers

RANGES = frozenset(["sum", "product", "maximum_over", "minimum_over"])
BOUNDED = RANGES | {"binomial", "factorial"}
# singular values, eigenvalues and their vectors, numbered after the matrix argument
OF_MATRICES = frozenset(
    "eigenvalue singular_value eigenvector unit_eigenvector left_singular_vector right_singular_vector".split()
)
TRIALS = frozenset("nN")
COMPARED = frozenset(["equal", "unequal"])
ORDERED = frozenset(["less", "greater", "less_equal", "greater_equal"])
DENSITY = frozenset(["density"])
INDEX = frozenset(["index"])
HEADED = frozenset(["index", "call"])
POWER = frozenset(["power"])
DERIVATIVE = frozenset(["derivative"])
DERIVATIVES = DERIVATIVE | {"jacobian"}
SLOPES = DERIVATIVES | {"differentiate"}


class Integers(NamedTuple):
    """`indices` occur in subscripts and deltas, `sizes` in bounds, factorials and exponents of signs; both sorted."""

    sizes: tuple[str, ...]
    indices: tuple[str, ...]


def families(terms: Iterable[Term]) -> frozenset[str]:
    """The symbols with exactly one index wherever they occur, which may be distributions."""
    found: set[str] = set()
    others: set[str] = set()
    for entry in _applications(terms, INDEX):
        if isinstance(entry.arguments[0], Variable):
            (found if len(entry.arguments) == 2 else others).add(entry.arguments[0].name)
    return frozenset(found - others)


def _applications(terms: Iterable[Term], names: frozenset[str]) -> list[Apply]:
    """The parts of `terms` that apply one of the operators `names`."""
    return [t for term in terms for t in occurrences(term, names) if isinstance(t, Apply)]


def _families(term: Term) -> frozenset[str]:
    """The symbols that have indices or arguments: their names are not numbers."""
    heads = (t.arguments[0] for t in _applications((term,), HEADED))
    return frozenset(head.name for head in heads if isinstance(head, Variable))


def counts(terms: Iterable[Term]) -> frozenset[str]:
    """The families whose entries are integers because they are bounds or in binomials: ``n_i`` in ``\\sum_{j=1}^{n_i}``."""
    bounded = (t for term in terms for t in occurrences(term, BOUNDED))
    places = (p for t in bounded for p in (t.bounds if isinstance(t, Bind) else t.arguments))
    return frozenset[str]().union(*map(_families, places))


@cache
def _placed(kind: Literal["moduli", "half_plane"]) -> tuple[dict[str, tuple[int, ...]], frozenset[str]]:
    """The argument places of the given `kind` by operator, and the names of the operators that have such places."""
    found = {o.name: places for o in registry().values() if (places := getattr(o, kind))}
    return found, frozenset(found)


def _moduli(term: Term) -> frozenset[str]:
    """The letters used as the modulus of an elliptic function."""
    placed, names = _placed("moduli")
    arguments = (t.arguments[p] for t in _applications((term,), names) for p in placed[t.operator])
    return frozenset(a.name for a in arguments if isinstance(a, Variable))


def upper_half_plane(terms: Sequence[Term]) -> frozenset[str]:
    """The symbols in arguments that are ratios of periods, which lie in the upper half plane."""
    placed, names = _placed("half_plane")
    if not uses(terms, names):
        return frozenset()
    arguments = (t.arguments[p] for t in _applications(terms, names) for p in placed[t.operator])
    return frozenset[str]().union(*map(free_variables, arguments))


def integers(terms: Sequence[Term]) -> Integers:
    """The free symbols of `terms` that are integers."""
    indices: set[str] = set()
    sizes: set[str] = set()
    free: set[str] = set()
    for term in terms:
        free |= free_variables(term)
        if uses((term,), _counting()) or any(
            _negative(t.arguments[0]) for t in _applications((term,), POWER)
        ):
            _collect(term, indices, sizes)
    if not (indices or sizes or free & COUNTING):
        return Integers((), ())
    heads = frozenset[str]().union(*map(_families, terms), *map(_moduli, terms))
    by_letter = {n for n in free & COUNTING if n not in indices} - _moving(terms)
    sizes |= by_letter - _thresholds(terms) if by_letter else by_letter
    sizes -= heads
    indices -= sizes | heads
    few = lengths_of_tuples(terms)  # tuples are shorter than the range of their members
    sizes, indices = sizes - few, indices | few
    return Integers(tuple(sorted(sizes & free)), tuple(sorted(indices & free)))


def _thresholds(terms: Sequence[Term]) -> frozenset[str]:
    """The letters that scale or shift the threshold of an event, as ``k`` in ``P(|X - \\mu| \\ge k\\sigma)``: if they were
    drawn as whole numbers, outcomes in between would never be tested.

    A letter in an exponent counts trials even there: ``P(X > k) = (1 - p)^k``.
    """
    found: set[str] = set()
    for density in _applications(terms, DENSITY):
        for event in _applications(density.arguments, ORDERED):
            for side in event.arguments:
                found |= _measures(side)
    exponents = (power.arguments[1] for power in _applications(terms, POWER)) if found else ()
    return frozenset(found).difference(*map(free_variables, exponents))


def _measures(side: Term) -> frozenset[str]:
    """The ``k`` of ``\\mu + k`` and of ``k\\sigma``; not a number of trials that multiplies a mean."""
    match side:
        case Apply(operator="add" | "negate", arguments=parts):
            return frozenset[str]().union(*map(_measures, parts))
        case Variable(name=name):
            return frozenset([name]) & COUNTING
        case Apply(operator="multiply", arguments=factors):
            return frozenset(f.name for f in factors if isinstance(f, Variable)) & COUNTING - TRIALS
    return frozenset()


@cache
def _counting() -> frozenset[str]:
    """The operators with integer arguments in `term`; a power has one if its base is negative."""
    named = frozenset(o.name for o in registry().values() if o.integers)
    return named | OF_MATRICES | COMPARED | RANGES | KINDS | BOUNDED | INDEX | {"delta", "members"}


def _moving(terms: Sequence[Term]) -> frozenset[str]:
    """The symbols that are differentiated, or by which a term is differentiated: none of them is an integer."""
    derivatives = _applications(terms, DERIVATIVE)
    return frozenset(a.name for t in derivatives for a in t.arguments if isinstance(a, Variable))


def differentiated(terms: Sequence[Term]) -> frozenset[str]:
    """The families with an entry that is differentiated by anything but an entry of it: all their entries depend on it."""
    found: set[str] = set()
    for inner in _applications(terms, DERIVATIVE):
        match inner:
            case Apply(
                operator="derivative",
                arguments=(Apply(operator="index", arguments=(Variable(name=name), *_)), target),
            ) if name not in free_variables(target):
                found.add(name)
    return frozenset(found)


def written(terms: Sequence[Term]) -> frozenset[int]:
    """The indices that are whole numbers: ``1`` of ``x_1``."""
    places = (p for t in _applications(terms, INDEX) for p in t.arguments[1:])
    return frozenset(int(p.value) for p in places if isinstance(p, Number) and p.value.denominator == 1)


def continuous(terms: Iterable[Term]) -> frozenset[str]:
    """The families whose index is a real number and itself an entry: ``x_{t_k}``."""
    terms = tuple(terms)
    found: set[str] = set()
    whole = bound_families(terms)
    for entry in _applications(terms, INDEX):
        head, *places = entry.arguments
        if isinstance(head, Variable) and any(_is_entry(p, whole) for p in places):
            found.add(head.name)
    return frozenset(found)


def _is_entry(place: Term, whole: frozenset[str]) -> bool:
    """Whether an index is an entry of a family, but not of one of the families `whole`, which run through tuples of indices."""
    return (
        isinstance(place, Apply)
        and place.operator == "index"
        and free_variables(place.arguments[0]).isdisjoint(whole)
    )


def random(terms: Iterable[Term]) -> frozenset[str]:
    """The symbols that occur under an expectation or variance and nowhere else."""
    inside: set[str] = set()
    outside: set[str] = set()
    terms = list(terms)
    for term in terms if uses(terms, MOMENTS) else ():
        outside |= free_outside(term, AVERAGES)
        for part, bound in parts_in_scope(term) if uses((term,), AVERAGES) else ():
            match part:
                case Apply(operator="index", arguments=(_, *places)):
                    outside |= NONE.union(*map(free_variables, places)) - bound
                case Apply(operator=operator) if operator in AVERAGES:
                    bodies = (
                        free_outside(body, INDEX | AVERAGES, _of_outcomes) for body in _of_outcomes(part)
                    )
                    inside |= NONE.union(*bodies) - bound
    return frozenset(inside - outside)


def _of_outcomes(part: Apply | Bind) -> tuple[Term, ...]:
    """The bodies of an average; of a member, its family, since its index is not an outcome."""
    return parts(part)[: 2 if part.operator == "covariance" else 1]


def _collect(term: Term, indices: set[str], sizes: set[str]) -> None:
    for part, bound in parts_in_scope(term):
        if isinstance(part, Apply):
            _collect_places(part.operator, part.arguments, bound, indices, sizes)
        elif isinstance(part, Bind) and (part.operator in RANGES or part.operator in KINDS):
            sizes |= NONE.union(*map(_names, part.bounds)) - bound


def _collect_places(
    operator: str, arguments: tuple[Term, ...], bound: frozenset[str], indices: set[str], sizes: set[str]
) -> None:
    """Collect what the argument places of one operator show about the symbols in them."""
    if operator == "index" or operator in OF_MATRICES:
        indices |= frozenset[str]().union(*map(_names, arguments[1:])) - bound
    elif operator == "delta":
        indices |= frozenset[str]().union(*map(_names, arguments)) - bound
    elif operator in COMPARED:
        compared = [a.name for a in arguments if isinstance(a, Variable)]
        if len(compared) == len(arguments) and not (COUNTING | bound).isdisjoint(compared):
            indices |= frozenset(compared) - bound  # ``[i = y]`` is zero for a y drawn from the reals
    elif operator in ("factorial", "binomial", "members"):
        sizes |= frozenset[str]().union(*map(_names, arguments)) - bound
    elif operator == "power" and _negative(arguments[0]):
        sizes |= _names(arguments[1]) - bound
    else:
        known = registry().get(operator)
        for place in known.integers if known is not None else ():
            sizes |= _names(arguments[place]) - bound


def _names(term: Term) -> frozenset[str]:
    """The names in an index or bound; a family inside it is not an integer itself."""
    return free_outside(term, COMPUTED, lambda part: parts(part)[1:] if part.operator == "index" else ())


def _negative(base: Term) -> bool:
    if isinstance(base, Number):
        return base.value.numerator < 0
    return isinstance(base, Apply) and base.operator == "negate"
