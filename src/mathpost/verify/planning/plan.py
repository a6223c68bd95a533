"""Which models a claim needs: its integers, the domains of its symbols, how many draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from mathpost.maths.analysis.structures import COLUMNS, FRAME
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.assumptions import demanded
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.positivity import is_customary, is_share, is_size
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    subterms,
    uses,
)
from mathpost.maths.typing import integers
from mathpost.maths.typing.randomness import (
    bounds_tails,
    near_the_start,
    of_ranges,
    randomness,
    with_means,
    with_values,
)
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.methods.finite_models import ENOUGH, Finding
from mathpost.verify.models.model import (
    EVERYWHERE,
    ArrayPlan,
    ChancePlan,
    Domain,
    FamilyPlan,
    FunctionPlan,
    Plan,
    plain,
)
from mathpost.verify.planning.fitting import lengths, structures

PIECEWISE = frozenset(
    "abs sign floor ceiling maximum minimum maximum_over minimum_over cases indicator relu sqrt root".split()
)
UPPER = Domain(complex=True, upper=True)
WHOLE = Domain(low=Fraction(0), integer=True)
BRANCHING = PIECEWISE | {"power"}
BINOMIAL = frozenset(["binomial"])
INTEGRAL = frozenset(["integral"])
ORDER_DRAWS = 24
PIECEWISE_DRAWS = 12


def plan(
    reading: Reading, sign: str, context: Context, place: int | None = None, *, far: bool = False
) -> Plan:
    """The plan of models for `reading` of a claim with the relation `sign`, stated at `place`; `far`: under the conditions
    of other parts of the post, too.
    """
    sides = reading.sides
    found = integers.integers(sides)
    centred = [(mean.subject, mean.place) for mean in context.known.records(kinds.CENTRED)]
    values = context.known.by_subject(kinds.VALUES)
    random = with_means(with_values(randomness(sides), values), centred, place)
    names = lengths(reading.shapes, sides)
    families = sides if uses(sides, integers.HEADED) else ()
    sizes = _ends_last(tuple(n for n in found.sizes if n[:1] != "#"), reading)
    usual = dict.fromkeys(integers.upper_half_plane(sides), UPPER)
    usual |= dict.fromkeys(integers.counts(families), WHOLE)
    said = {name: domain(name, context, place) or usual.get(name) for name in reading.free}
    known = structures(sides, context.structures if place is None else context.structures_around(place))
    shapes = ArrayPlan(
        shapes=reading.shapes,
        lengths=tuple(sorted(names - set(sizes) - set(found.indices))),
        structures=known,
        tall=tuple(_tall(reading.shapes, known, sizes)),
    )
    members = FamilyPlan(
        late=near_the_start(families, random),
        continuous=integers.continuous(families),
        entangled=integers.differentiated(families),
        written=integers.written(families) if found.indices else frozenset(),
        recurrences={each.family: each for each in reading.recurrences},
    )
    moving = frozenset(map(plain, context.conventions.differentiation.moving))
    return Plan(
        domains={n: d for n, d in said.items() if d is not None},
        sizes=sizes,
        indices=found.indices,
        seed=reading.seed,
        draws=_draws(sides, sign) if not any(d and d.values for d in said.values()) else PIECEWISE_DRAWS,
        conditions=reading.supposed
        + reading.within
        + (
            ()
            if place is None
            else demanded(context.known.of(kinds.CONDITION), context.sections, place, sides, sign, far=far)
        ),
        chance=ChancePlan(random, tails=sign in ORDERS and bounds_tails(sides), ranged=of_ranges(sides)),
        arrays=shapes,
        families=members,
        motion=FunctionPlan(moving=moving, bends={} if place is None else context.bends_at(place)),
    )


def _tall(
    shapes: Mapping[str, tuple[Term, ...]], known: Mapping[str, frozenset[str]], sizes: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """The lengths of the columns and the rows of matrices with orthonormal columns: as many of these as fit; those of
    orthonormal vectors and all sizes, which may count them.
    """
    for name, said in known.items():
        match shapes.get(f"{name}[1]"):
            case (Variable(name=length),) if FRAME in said:
                yield from ((length, size) for size in sizes)
        match shapes.get(name):
            case (Variable(name=high), Variable(name=wide)) if COLUMNS in said:
                yield high, wide


def _ends_last(sizes: tuple[str, ...], reading: Reading) -> tuple[str, ...]:
    """`sizes` with the ends of ranges after their beginnings, and what is chosen from the end what is chosen: the later
    ones are the larger ones.
    """
    if len(sizes) < 2:
        return sizes
    binders = (t for side in reading.sides for t in subterms(side) if isinstance(t, Bind))
    ranges = [t.bounds for t in binders if len(t.bounds) == 2]
    begins = frozenset[str]().union(*(free_variables(first) for first, _ in ranges))
    ends = frozenset[str]().union(*(free_variables(last) for _, last in ranges))
    ordered = sorted(sizes, key=lambda name: name in ends and name not in begins)
    for few, many in _chosen_from(reading.sides):
        if few in ordered and many in ordered and ordered.index(many) < ordered.index(few):
            ordered.remove(many)
            ordered.insert(ordered.index(few) + 1, many)
    return tuple(ordered)


def _chosen_from(sides: Sequence[Term]) -> Iterator[tuple[str, str]]:
    """How many are chosen of how many, ``\\binom{m}{d}``; of ``\\sum_{i=0}^d \\binom{m}{i}`` up to d."""
    for side in sides:
        ranges = [t for t in subterms(side) if isinstance(t, Bind) and len(t.bounds) == 2]
        last = {t.variable.name: t.bounds[1] for t in ranges}
        for term in occurrences(side, BINOMIAL):
            match term.arguments if isinstance(term, Apply) else ():
                case (Variable(name=many), Variable(name=few)):
                    end = last.get(few)
                    chosen = end.name if isinstance(end, Variable) else few
                    if chosen != many:
                        yield chosen, many


def under_heading(models: Plan, context: Context, place: int) -> Plan:
    """`models` with those domains only that are said under the heading of `place`, or under one above it."""
    said = {n: domain(n, context, place, under_heading=True) for n in models.domains}
    known = {n: d if context.known.about(n, kinds.BOUNDS) else models.domains[n] for n, d in said.items()}
    return models.but(domains={n: d for n, d in known.items() if d is not None})


def customary(models: Plan, reading: Reading, context: Context, bound: Finding | None = None) -> Plan | None:
    """`models` with the symbols positive that custom or the post takes for positive; None if there are none more.

    In a `bound` that holds for some values only sizes are positive too, and shares between 0 and 1 if it holds there.
    """
    shares = is_share if bound is not None and bound.level == "unit" else None
    more = {}
    for name in reading.free - frozenset(models.domains) - frozenset(models.sizes):
        if shares is not None and shares(name):
            more[name] = Domain(Fraction(0), Fraction(1))
        elif is_customary(name, context.known.subjects(kinds.POSITIVE)) or (
            bound is not None and is_size(name)
        ):
            more[name] = Domain(low=Fraction(0))
    return models.but(domains={**models.domains, **more}) if more else None


def domain(
    name: str, context: Context, place: int | None = None, *, under_heading: bool = False
) -> Domain | None:
    """The domain that the post gives `name`; a bound that contradicts earlier ones, or those nearest before
    `place`, is left out. A bound that is itself claimed never makes another claim true. With `under_heading`,
    other headings than that of `place` and those above it say nothing.
    """
    said = [b for b in context.known.about(name, kinds.BOUNDS) if b.read]
    if under_heading and place is not None:
        said = [b for b in said if context.sections.covers(b.place, place)]
    if any(b.claimed and b.place == place for b in said):
        said = [b for b in said if not b.claimed]
    if not said:
        return None
    if place is not None and len(said) > 1:
        said.sort(key=lambda b: (b.place > place, abs(place - b.place)))
    result = EVERYWHERE
    for bound in said:
        own = Domain(bound.low, bound.high, bound.integer, bound.complex, bound.upper, bound.values)
        met = own if result is EVERYWHERE else result.meet(own)
        result = result if met.empty else met
    return result


def _draws(terms: Sequence[Term], sign: str) -> int:
    """How many models a level needs: more where functions have several branches, few where each costs quadratures."""
    if uses(terms, INTEGRAL):
        return ENOUGH
    if sign in ORDERS or of_ranges(terms):
        return ORDER_DRAWS  # an event between two bounds happens in few models, or in most
    branching = (t for term in terms for t in occurrences(term, BRANCHING))
    branches = any((t.operator in PIECEWISE or _is_root(t)) and free_variables(t) for t in branching)
    return PIECEWISE_DRAWS if branches else ENOUGH


def _is_root(power: Term) -> bool:
    """``x^{1/2}``"""
    exponent = power.arguments[1] if isinstance(power, Apply) else power
    if isinstance(exponent, Number):
        return exponent.value.denominator != 1
    return (
        isinstance(exponent, Apply)
        and exponent.operator == "divide"
        and all(isinstance(part, Number) for part in exponent.arguments)
    )


def positive(term: Term, plan: Plan) -> bool:
    """Whether `term` is positive as far as the post says: declared, a size, or built from such things."""
    match term:
        case Number(value=value):
            return value.numerator > 0
        case Variable(name=name):
            domain = plan.domains.get(name)
            return name in plan.sizes or (
                domain is not None and domain.low is not None and domain.low.numerator >= 0
            )
        case Apply(operator="index", arguments=(Variable(name=name), *_)):
            domain = plan.domains.get(name)
            return domain is not None and domain.low is not None and domain.low.numerator >= 0
        case Apply(operator="exp" | "pi" | "sigmoid" | "softplus" | "cosh" | "gamma"):
            return True
        case Apply(operator="add" | "multiply" | "divide" | "sqrt" | "maximum", arguments=arguments):
            return all(positive(a, plan) for a in arguments)
        case Apply(operator="power", arguments=(base, _)):
            return positive(base, plan)
        case Bind(operator="sum" | "product", body=body):
            return positive(body, plan)
    return False
