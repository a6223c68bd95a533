r"""A claim under an equation that its section states before it: such readings confirm and never refute.

Terms of the claim that the equation names are replaced by what it makes of them. An equation between functions or members
of families holds at the values at which the claim mentions them. A variable with ``\frac{dx}{dt} = \dots`` is
differentiated by that rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.facts.facts import Equation
from mathpost.maths.facts.piecewise import in_pieces
from mathpost.maths.lexicon.cases import mentions_a_case
from mathpost.maths.lexicon.cues import varies
from mathpost.maths.notation import is_bold
from mathpost.maths.terms.landau import has_landau
from mathpost.maths.terms.rewriting import rewritten
from mathpost.maths.terms.term import (
    ONE,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    replaced,
    substitute,
    subterms,
)
from mathpost.maths.terms.traversal import rewrite
from mathpost.maths.terms.vanishing import vanishes
from mathpost.maths.transformations.time_functions import in_time
from mathpost.verify.interpretation.antecedents import preceding
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import EQUALITIES, Reading, differentiates, estimated
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.readings.rewriting import Rewriting

DERIVATIVE = frozenset(["derivative"])

Sides = tuple[Term, Term]
READINGS = 8  # what equations of the section make of one claim, the nearest first
FAR = 40  # steps before a claim that are looked at
FACTORS = 2  # numbers that both sides may have been divided by
INSTANCES = 12  # values at which one equation is taken
APPLIED = ("call", "index")


def _resting_on_equations(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` as the equations of its section leave it."""
    if readings.steps[number].sign in EQUALITIES and not estimated(reading):
        yield from islice(_rewritten_by_equations(number, reading, readings), READINGS)


def _rewritten_by_equations(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    seen = {reading.sides}
    for said in stated_before(number, reading, readings):
        for sides in chain(
            _rewritten(reading.sides, said),
            _moved(reading.sides, said),
            _at_its_values(reading, said, readings),
        ):
            if sides not in seen:
                seen.add(sides)
                yield put(reading, sides, said.step, readings)


def put(reading: Reading, sides: Sides, said: int, readings: Readings) -> Reading:
    """`reading` with other sides, given the chain of equations that the step `said` ends."""
    left, right = sides
    first = readings.steps[_beginning(said, readings)]
    whole = f"{first.left.text} {first.relation} {readings.steps[said].right.text}"
    given = Given("equations", (whole,), (said,))
    return reading._replace(left=left, right=right, used=reading.used | {said}, given=given)


# --- the statement just before -------------------------------------------------------------------------------------------


def _rearranged(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """What a claim makes of the equation that comes before it, with terms moved or with both sides multiplied."""
    step = readings.steps[number]
    if step.interior or step.sign not in EQUALITIES or estimated(reading):
        return
    for other in preceding(number, readings.steps, rows=True):
        if readings.steps[other].sign not in EQUALITIES:
            continue
        said = readings.stated(other)
        if said is None or not _still_holds(other, number, readings):
            continue
        for sides in chain(
            _consequences(reading, said, readings.context.conventions), _divided(reading, said)
        ):
            yield put(reading, sides, other, readings)


def _consequences(reading: Reading, said: Equation, written: Conventions) -> Iterator[Sides]:
    """From ``l = r`` follows ``L = R`` if ``L - R`` is ``l - r`` up to its sign, and of numbers, none zero, if ``L r = R l``.

    What an equation leaves out is not moved to the side of what the claim leaves out: an error of ``O(t)`` is none of
    ``O(t^2)``.
    """
    left, right = reading.sides
    if {said.left, said.right} <= {left, right}:
        return  # stated twice
    if has_landau(left, right):
        for one, other in ((said.left, said.right), (said.right, said.left)):
            yield Apply("add", (left, _difference(one, other))), right
        return
    for one, other in ((said.left, said.right), (said.right, said.left)):
        yield _difference(left, right), _difference(one, other)
    arrays = written.arrays.plain | written.arrays.families
    of_arrays = any(is_bold(name) or name in arrays for name in reading.free | said.symbols)
    of_slopes = differentiates(reading)  # which are zero where the post does not show what depends on what
    if not of_arrays and not of_slopes and not any(map(vanishes, (said.left, said.right, left, right))):
        yield Apply("multiply", (left, said.right)), Apply("multiply", (right, said.left))


def _divided(reading: Reading, said: Equation) -> Iterator[Sides]:
    """The same where both sides were divided by a number: ``(A + \\lambda)w = b`` from ``2(Aw - b) + 2\\lambda w = 0``."""
    for factor in () if has_landau(*reading.sides) else _factors(said.left, said.right):
        left, right = (t if t == ZERO else Apply("multiply", (factor, t)) for t in reading.sides)
        yield _difference(left, right), _difference(said.left, said.right)
        yield _difference(left, right), _difference(said.right, said.left)


def _factors(*sides: Term) -> Iterator[Term]:
    """The numbers that come before the terms of an equation."""
    summands = (
        s for t in sides for s in (t.arguments if isinstance(t, Apply) and t.operator == "add" else (t,))
    )
    factors = (_leading(s) for s in summands)
    yield from islice({f: None for f in factors if f is not None and f != ONE and not vanishes(f)}, FACTORS)


def _leading(term: Term) -> Term | None:
    """The number that a term begins with: 2 of ``-2 x y``, 1/2 of ``\\frac{1}{2} x``."""
    match term:
        case Apply(operator="negate", arguments=(inner,)):
            return _leading(inner)
        case Apply(operator="multiply", arguments=(first, *_)):
            negative = isinstance(first, Apply) and first.operator == "negate"
            number = _leading(first) if negative else first
            return number if number is not None and not free_variables(number) else None
        case Number():
            return term
    return None


def _still_holds(other: int, number: int, readings: Readings) -> bool:
    """Whether what is inferred may rest on the statement before: no heading, no other case is between them."""
    context, place = readings.context, readings.steps[number].span.start
    end = readings.steps[other].span.end
    between = context.words.text[end:place]
    return context.sections.covers(end, place) and not (mentions_a_case(between) or varies(between))


def _difference(left: Term, right: Term) -> Term:
    if right == ZERO:
        return left
    negative = Apply("negate", (right,))
    return negative if left == ZERO else Apply("add", (left, negative))


# --- the equations of the section ------------------------------------------------------------------------------------------


def stated_before(number: int, reading: Reading, readings: Readings) -> Iterator[Equation]:
    """The equations that the section states before a claim and that mention its symbols, nearest first.

    Every member of a chain is equal to its beginning.
    """
    for other in range(number - 1, max(-1, number - FAR), -1):
        said, first = readings.stated(other), readings.stated(_beginning(other, readings))
        if said is None or first is None or said.symbols.isdisjoint(reading.free):
            continue
        whole = Equation(first.left, said.right, said.place, said.step)
        stated_twice = {whole.left, whole.right} <= set(reading.sides)
        if not stated_twice and _is_meant(whole, number, readings):
            yield whole


def _is_meant(said: Equation, number: int, readings: Readings) -> bool:
    """Whether an equation is one that still holds at the step `number`."""
    context, place = readings.context, readings.steps[number].span.start
    step = readings.steps[said.step]
    if step.role == "other" or step.sign not in EQUALITIES or not context.sections.covers(said.place, place):
        return False
    before = context.words.before(context.words.document.formulas[step.formula].span)
    denied = context.is_denied(said.step, place) or context.may_be_anything(said.symbols, said.place, place)
    return not denied and context.holds_still(said.place, place, case=mentions_a_case(before), example=False)


def _beginning(number: int, readings: Readings) -> int:
    """The first step of the chain of equations that `number` belongs to."""
    while readings.steps[number].interior and readings.steps[number - 1].sign in EQUALITIES:
        number -= 1
    return number


def _rewritten(sides: Sides, said: Equation) -> Iterator[Sides]:
    """`sides` with what the equation makes of its left side, wherever that is in them; a value is that of an example."""
    if isinstance(said.left, Number) or (isinstance(said.left, Variable) and not free_variables(said.right)):
        return
    left, right = (rewritten(side, said.left, said.right) for side in sides)
    yield left, right


def _moved(sides: Sides, said: Equation) -> Iterator[Sides]:
    r"""The derivatives by t of what depends on x, where ``\frac{dx}{dt} = F``."""
    match said.left:
        case Apply(operator="derivative", arguments=(moving, Variable() as time)):
            left, right, place, slope = (
                in_time(t, frozenset((time.name,))) for t in (*sides, moving, said.right)
            )
            yield _in_motion(left, place, time, slope), _in_motion(right, place, time, slope)


def _in_motion(term: Term, moving: Term, time: Variable, slope: Term) -> Term:
    """`term` with what is differentiated by `time` along a line with that slope: its first derivative is that of the path."""
    moment = Variable(f"{time.name}⁎")
    kept = Variable(f"{time.name}⁎⁎")  # is in for x while all else is taken at the moment
    passed = Apply("multiply", (Apply("add", (moment, Apply("negate", (time,)))), slope))
    path = Apply("add", (moving, passed))

    def along(part: Term) -> Term | None:
        match part:
            case Apply(arguments=(body, by)) if by == time and moving in subterms(body):
                later = substitute(replaced(body, moving, kept), {time.name: moment})
                return Bind("differentiate", moment, (time,), replaced(later, kept, path))
        return None

    return rewrite(term, along, DERIVATIVE)


# --- other values of the letters -------------------------------------------------------------------------------------------


def _at_its_values(reading: Reading, said: Equation, readings: Readings) -> Iterator[Sides]:
    """What the equation says at the values at which the claim mentions its functions, against the claim."""
    if in_pieces(said.step, readings.steps):
        return
    stated, spoken = _applied((said.left, said.right)), _applied(reading.sides)
    if {t.arguments[0] for t in stated} != {t.arguments[0] for t in spoken}:
        return
    general = free_variables(said.left) & free_variables(said.right)  # the other letters may be given
    for values in islice(_values(stated, spoken), INSTANCES):
        left, right = (substitute(side, values) for side in (said.left, said.right))
        if general.issuperset(values) and {left, right} != set(reading.sides):
            there = Equation(left, right, said.place, said.step)
            yield from _consequences(reading, there, readings.context.conventions)


def _applied(sides: Sides) -> list[Apply]:
    """The functions and families of `sides`, with what they are applied to."""
    return [
        t
        for side in sides
        for t in subterms(side)
        if isinstance(t, Apply) and t.operator in APPLIED and isinstance(t.arguments[0], Variable)
    ]


def _values(stated: Sequence[Apply], spoken: Sequence[Apply]) -> Iterator[dict[str, Term]]:
    """The values of letters at which what is `stated` is what is `spoken` of, where they are not the letters themselves."""
    found: list[dict[str, Term]] = [{}]
    for pattern in stated:
        matches = [m for t in spoken if (m := _matched(pattern, t)) is not None]
        joined = [{**a, **b} for a in found for b in matches if all(a.get(k, v) == v for k, v in b.items())]
        found = joined[:INSTANCES]
    moved = ({name: value for name, value in values.items() if value != Variable(name)} for values in found)
    yield from filter(None, moved)


def _matched(pattern: Apply, term: Apply) -> dict[str, Term] | None:
    """The values of the letters among the arguments of `pattern` at which it may be `term`."""
    head, *letters = pattern.arguments
    other, *given = term.arguments
    if pattern.operator != term.operator or head != other or len(letters) != len(given):
        return None
    values: dict[str, Term] = {}
    for letter, value in zip(letters, given, strict=True):
        if isinstance(letter, Variable) and values.setdefault(letter.name, value) != value:
            return None
        if isinstance(letter, Number) and letter != value:
            return None
    return values


ROWS = (
    Rewriting(
        "rearranged",
        _rearranged,
        "developments",
        2,
        example=r"$$k^2 + 2k (k - 1) = 0 \Rightarrow 3k^2 - 2k = 0$$",
        given=frozenset(["equations"]),
    ),
    Rewriting(
        "equation-of-section",
        _resting_on_equations,
        "developments",
        3,
        example=r"Suppose that $$\boldsymbol{A}\boldsymbol{x} = \lambda \boldsymbol{x}$$ Hence"
        r"$$\boldsymbol{B}\boldsymbol{A}\boldsymbol{x} = \lambda \boldsymbol{B}\boldsymbol{x}$$",
        given=frozenset(["equations"]),
    ),
)
