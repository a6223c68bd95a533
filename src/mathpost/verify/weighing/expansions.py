"""Claims about orders of magnitude: expansions with a bound for their error, and approximations near a point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mathpost.maths.elaboration.handbook import BOOK
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.hypotheses.limit_points import Said, meant, said, slower
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.landau import BOUNDS, has_landau
from mathpost.maths.terms.outcomes import mentions_chance
from mathpost.maths.terms.term import (
    ONE,
    ZERO,
    Apply,
    Number,
    Term,
    Variable,
    free_variables,
    parts,
    subterms,
)
from mathpost.maths.terms.traversal import free_outside, leaves
from mathpost.maths.transformations.orders import (
    Expansion,
    Tendency,
    expansion,
    exponents,
    is_signed,
    outside,
    tendencies,
)
from mathpost.verify.interpretation.reading import ALIKE, EQUALITIES, Reading, Result
from mathpost.verify.interpretation.verdict import Agrees, Unchecked
from mathpost.verify.methods import growth, rates
from mathpost.verify.methods.finite_models import Finding
from mathpost.verify.models.admission import Draws
from mathpost.verify.models.counterexamples import Counterexample
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.planning import fitting
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons.reason import Raised
from mathpost.verify.reasons.registry import find
from mathpost.verify.weighing import regimes

RATES = 100_000  # fuel for the rates of one reading: sums of a thousand terms need as much
FACTORED = frozenset(["multiply", "divide", "negate", "sqrt"])
EXPONENTIAL = frozenset(["exp", "power"])

SHOWN = {"order_at_most": "O(…)", "order_below": "o(…)", "order_exact": "Θ(…)", "order_at_least": "Ω(…)"}


class Known(NamedTuple):
    """What a post says of where its symbols go: `goals` as `orders.said` has them, `slower` as `orders.slower` has them."""

    goals: Mapping[str, Sequence[Said]]
    slower: tuple[tuple[str, str], ...] = ()


def known(steps: Sequence[Step]) -> Known:
    """What the steps of a post say of growing and shrinking."""
    return Known(said(steps), slower(steps))


def concerns(step: Step, reading: Reading) -> bool:
    """Whether a claim is one about orders."""
    return step.sign == ALIKE or (step.sign in EQUALITIES | {"≈"} and has_landau(*reading.sides))


def _stated(step: Step, reading: Reading) -> Expansion | None:
    r"""``f \sim g`` is ``f = g + o(g)``."""
    if step.sign == ALIKE:
        return Expansion(reading.left, reading.right, reading.right, strict=True)
    return expansion(*reading.sides)


def _relative(stated: Expansion) -> Expansion:
    """``f = g + o(g)`` as ``f/g = 1 + o(1)``, which also has orders where f is of none: ``n!``."""
    return Expansion(Apply("divide", (stated.left, stated.main)), ONE, ONE, strict=True)


def _alike_but_for_a_factor(claim: Expansion, goals: Sequence[Tendency], draws: Draws) -> bool:
    """Whether each side is a bound of the other: what the sign may mean where no factor is named."""
    left, right = claim.left, claim.main
    pairs = ((left, right), (right, left))
    if right == ONE:
        pairs = ((left, ONE), (Apply("divide", (ONE, left)), ONE))
    bounded = [Expansion(one, ZERO, other) for one, other in pairs]
    return any(
        all(rates.examine(b, goal, _growing(draws, goal)).kind == "together" for b in bounded)
        for goal in goals
    )


def _names_a_factor(term: Term) -> bool:
    """Whether a product has a number for a factor: then a quantity is not meant up to one."""
    return any(
        isinstance(factor, Number) or (isinstance(factor, Apply) and factor.operator in ("pi", "e"))
        for factor in leaves(term, FACTORED)
    )


def weigh(
    step: Step,
    reading: Reading,
    context: Context,
    known: Known,
    fuel: Fuel,
    *,
    neighbour: bool = False,
    confirming: bool = False,
) -> Result:
    """What the rate of the error says of `reading`, if something tells which symbols are small or large.

    `neighbour`: it is a slip away from a claim, and is asked whether it holds where that fails; only symbols that the post
    or a custom lets go somewhere count. There, and where it is only `confirming`, one model that fails is enough.
    """
    with fuel.limited(RATES):
        growing = growth.costs(*reading.sides)
        if growing is not None:
            return _costs(step, reading, growing, known, fuel)
        asked = _Question(neighbour, confirming or neighbour)
        return _rates(step, reading, context, known, fuel, asked)


def _rates(
    step: Step, reading: Reading, context: Context, known: Known, fuel: Fuel, asked: _Question
) -> Result:
    """`weigh` of what mentions no costs."""
    stated = _stated(step, reading)
    free = reading.free if stated is not None and stated.bound is None else frozenset[str]()
    stated_here = meant(known.goals, step.span.start, context.sections, free)
    goals = tendencies(stated, stated_here) if stated is not None else []
    if stated is None or BOOK in reading.choices or (stated.bound is not None and not goals):
        return Result(_unread(step, reading), None, reading)
    if stated.main == ZERO and any(is_signed(reading.right, goal) for goal in goals):
        return Result(Raised(find("sign-within-a-bound")).unchecked(step), None, reading)
    if step.sign == ALIKE and all(goal.point is None for goal in goals):
        stated = _relative(stated)
    shortened = reading._replace(left=stated.left, right=stated.main)
    if fitting.concerns(shortened):
        return fitting.weigh(
            step,
            shortened,
            context,
            lambda r: _one(step, r, reading, stated, goals, context, fuel, asked),
            objecting=lambda _: not asked.confirming,
        )
    return _one(step, shortened, reading, stated, goals, context, fuel, asked)


def _costs(step: Step, reading: Reading, stated: growth.Costs, known: Known, fuel: Fuel) -> Result:
    finding = growth.compare(stated, known.slower, fuel)
    if finding.kind == "together":
        return Result(Agrees(finding.models, finding.method, reading.source), finding, reading)
    if finding.kind == "apart":
        return Result(None, finding, reading)
    return Result(Raised(find("order-of-growth")).unchecked(step), finding, reading)


def _one(
    step: Step,
    reading: Reading,
    original: Reading,
    stated: Expansion,
    goals: list[Tendency],
    context: Context,
    fuel: Fuel,
    asked: _Question,
) -> Result:
    """The first tendency under which the claim holds; it fails if it fails under all that may be meant."""
    claim = stated._replace(left=reading.left, main=reading.right)
    draws = Draws(plan(reading, "=", context, step.span.start), fuel)
    tried = _tried(claim, goals, draws, asked)
    if tried.unknown:
        return Result(Raised(find("unknown-growth"), (tried.unknown,)).unchecked(step), None, reading)
    if tried.holding is not None:
        detail = "; ".join(d for d in (tried.holding.culprit, reading.source) if d)
        return Result(Agrees(tried.holding.models, tried.holding.method, detail), tried.holding, reading)
    failing = tried.failing or tried.staying
    unstated = claim.bound is None and not (asked.neighbour and goals)
    if (tried.failing is None or tried.undecided) and unstated:
        result = regimes.confirmed(reading, claim, draws, few=asked.neighbour)
        if result is not None:
            return result
    if not goals:
        nowhere = regimes.failing(reading, claim, draws) if unstated and not asked.confirming else None
        return Result(_unread(step, reading) if nowhere is None else None, nowhere, reading)
    if failing is None or tried.undecided or draws.fuel.left < 0 or asked.confirming:
        return Result(Raised(find("order-of-the-error")).unchecked(step), None, reading)
    if step.sign == "≈" and mentions_chance(reading.left) != mentions_chance(reading.right):
        return Result(Raised(find("average-near-a-value")).unchecked(step), None, reading)  # of an average
    if step.sign == ALIKE and not _names_a_factor(original.right):
        if _alike_but_for_a_factor(claim, goals, draws):
            return Result(Raised(find("alike-but-for-a-factor")).unchecked(step), None, reading)
    if step.sign == ALIKE and failing.counterexample is not None:
        shown = Counterexample(
            failing.counterexample.assignment, "a quotient that does not go to 1", "1", None
        )
        failing = failing._replace(counterexample=shown)
    whole = reading if claim.bound is None else reading._replace(left=original.left, right=original.right)
    return Result(None, failing, whole._replace(moving=tried.moving))


class _Question(NamedTuple):
    """The question: whether it is about a `neighbour` of a claim, and whether failures matter."""

    neighbour: bool
    confirming: bool


class _Tried(NamedTuple):
    """The results for a claim under its tendencies: the findings where it holds, where it fails, where its error
    does not
    vanish, and the symbols that moved in the latter two; `unknown`: a function whose growth it would rest on.
    """

    holding: Finding | None = None
    failing: Finding | None = None
    staying: Finding | None = None
    moving: frozenset[str] = frozenset()
    undecided: bool = False
    unknown: str = ""


def _tried(claim: Expansion, goals: Sequence[Tendency], draws: Draws, asked: _Question) -> _Tried:
    found = _Tried()
    for goal in goals:
        unknown = _unknown_growth(claim, goal) if claim.bound is not None else None
        if unknown is not None:
            return _Tried(unknown=unknown)
        finding = _of_the_rates(claim, goal, _growing(draws, goal), asked.confirming)
        if finding.kind == "together" and found.failing is None:
            unknown = _unknown_growth(claim, goal) or _unmeasured(claim, goal)
            return _Tried(holding=finding) if unknown is None else _Tried(unknown=unknown)
        # a bound without terms that holds at another point than the likeliest leaves the claim open
        found = found._replace(undecided=found.undecided or finding.kind in ("together", "wide"))
        if finding.kind == "apart" and claim.bound is None and not asked.confirming:
            beside = rates.neglected_beside(claim, goal, draws) is not None
            found = found._replace(undecided=found.undecided or beside)
        if finding.kind == "apart":
            found = found._replace(moving=found.moving | goal.names)
            if finding.culprit == rates.STAYS:
                found = found._replace(staying=found.staying or finding)
                continue
            found = found._replace(failing=found.failing or finding)
        bare = claim.main == ZERO
        if finding.kind != "undefined" and not goal.said and not (bare and finding.kind == "apart"):
            break  # the bound is meant for the first point at which it says something
    return found


def _of_the_rates(claim: Expansion, goal: Tendency, draws: Draws, confirming: bool) -> Finding:
    """What the rates say; of exponentials in their powers where they expand something, else also as they grow."""
    if _is_exponential(claim, goal):
        powers = goal._replace(logarithmic=True)
        finding = rates.examine(claim, powers, draws, confirming=confirming)
        if finding.kind in ("together", "apart") or claim.main != ZERO:
            return finding
    return rates.examine(claim, goal, draws, confirming=confirming)


def _is_exponential(claim: Expansion, goal: Tendency) -> bool:
    """Whether a bound mentions what goes to infinity in exponents alone, and there of nothing else, as ``O(e^{-2t})`` does:
    of ``O(e^{-ct})`` nobody knows the power.
    """
    if claim.bound is None or goal.point is not None or goal.member is not None:
        return False
    in_exponents = frozenset[str]()
    for part in subterms(claim.bound):
        match part:
            case Apply(operator="exp", arguments=(exponent,)):
                in_exponents |= free_variables(exponent)
            case Apply(operator="power", arguments=(Number() | Apply(operator="e"), exponent)):
                in_exponents |= free_variables(exponent)
    return goal.names == in_exponents and goal.names.isdisjoint(_plain(claim.bound))


def _plain(term: Term) -> frozenset[str]:
    """The symbols that are outside exponents."""
    return free_outside(
        term, EXPONENTIAL, lambda part: () if _is_exponential_of_a_number(part) else parts(part)
    )


def _is_exponential_of_a_number(term: Term) -> bool:
    match term:
        case Apply(operator="exp") | Apply(operator="power", arguments=(Number() | Apply(operator="e"), _)):
            return True
    return False


def _growing(draws: Draws, goal: Tendency) -> Draws:
    """The models in which what goes to infinity is positive, where the post does not say what it is."""
    return draws if goal.point is not None else draws.growing(goal.names)


def _unknown_growth(claim: Expansion, goal: Tendency) -> str | None:
    """A function of what goes to infinity, or of what is counted on the way, of which nothing is known: ``T(n) = O(n)`` would
    hold of any that models draw, ``\\sum_{n \\le x} f(n) = x + o(x)`` of none.
    """
    if goal.point is not None:
        return None
    sides = (claim.left, claim.main)
    still = frozenset[str]().union(*map(free_variables, sides)) - goal.names
    for term in (t for side in sides for t in subterms(side)):
        match term:
            case Apply(operator="call", arguments=(Variable(name=name), *arguments)):
                if any(free_variables(a) - still for a in arguments):
                    return name
    return None


def _unmeasured(claim: Expansion, goal: Tendency) -> str | None:
    """A symbol of a bound that neither moves nor is in what is bounded: ``f(\\eta) = O(\\eta K)`` holds for any K."""
    if claim.bound is None or claim.main != ZERO:
        return None
    counted = outside(claim.bound) - exponents(claim.bound)
    return min(counted - goal.names - free_variables(claim.left), default=None)


def _unread(step: Step, reading: Reading) -> Unchecked:
    """Landau's symbol in a place where nothing is measured, or a symbol beside a number, of which nobody knows that it moves."""
    for side in reading.sides:
        for term in subterms(side):
            if isinstance(term, Apply) and term.operator in BOUNDS:
                return Unchecked("unread", SHOWN[term.operator], term.origin)
    if step.sign == "≈" and not all(map(free_variables, reading.sides)):
        return Raised(find("unmoved-symbol"), (min(reading.free),)).unchecked(step)
    return Unchecked("unread", step.relation, step.relation_span)
