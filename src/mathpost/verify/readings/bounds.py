"""Bounds under the bounds that they are inferred from, with variables between bounds, and at points.

An equation is compared at the solutions of the equations before it, see `equations`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths import notation
from mathpost.maths.elaboration.binders import extremes
from mathpost.maths.elaboration.binders.ranges import bracketed
from mathpost.maths.elaboration.elaboration import RowReader
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.assumptions import RELATIONS
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.terms.term import ONE, TWO, ZERO, Apply, Term, Variable, free_variables, with_parts
from mathpost.maths.transformations.unfolding import unfold
from mathpost.maths.typing.randomness import randomness
from mathpost.verify.interpretation.antecedents import bounds_before
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.readings.accumulations import counters
from mathpost.verify.readings.rewriting import Rewriting

FAR = 40  # steps before a claim that are looked at
_MEMBER = r"\in"


def _supposed(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """The bound `reading` under the bounds that it is inferred from, as they stand and with definitions inserted."""
    stated = {k: _proposition(k, reading, readings) for k in bounds_before(number, readings.steps)}
    bounds = {k: bound for k, bound in stated.items() if bound is not None}
    if not bounds:
        return
    literal = reading._replace(
        supposed=(*reading.supposed, *bounds.values()), given=readings.equations(*bounds)
    )
    yield literal
    place = readings.steps[number].relation_span.start
    facts = readings.context.in_force(place, frozenset((number, *bounds)), values=False)
    put_in = readings.unfolded(number, reading, values=False) or reading
    unfolded = tuple(unfold(bound, facts)[0] for bound in literal.supposed)
    if (put_in, unfolded) != (reading, literal.supposed):
        yield put_in._replace(supposed=unfolded, given=literal.given)


def converse(number: int, readings: Readings) -> Iterator[tuple[int, Reading]]:
    """The bounds that the bound `number` is stated to be equivalent to, each where that one holds."""
    step, conventions = readings.steps[number], readings.context.conventions
    stated = readings.stated(number) if step.inference.mutual and step.sign in ORDERS else None
    if stated is None:
        return
    holds = Apply(RELATIONS[step.sign], (stated.left, stated.right))
    for other in bounds_before(number, readings.steps):
        yield other, readings.literal(other, conventions)[0]._replace(supposed=(holds,))


def _proposition(number: int, reading: Reading, readings: Readings) -> Term | None:
    """The bound that the step `number` states, if it mentions what `reading` mentions and does not state the same."""
    step = readings.steps[number]
    stated = readings.stated(number)
    if (
        stated is None
        or stated.symbols.isdisjoint(reading.free)
        or (stated.left, stated.right) == reading.sides
        or counters((stated.left, stated.right)) - reading.free  # of all members, and not of one
    ):
        return None
    return Apply(RELATIONS[step.sign], (stated.left, stated.right))


def _at_points(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """A bound of an extreme as one of a value: ``\\inf_x L(x) \\le L(x_0)``."""
    step = readings.steps[number]
    if step.sign not in ORDERS:
        return
    for each in (reading, readings.unfolded(number, reading, values=False)):
        for left, right in () if each is None else extremes.at_a_point(*each.sides, step.sign):
            assert each is not None
            yield each._replace(left=left, right=right, given=Given("value-of-function"))


def _confined(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """The bound `reading` with each random variable written as a value between the ends that the post gives it."""
    if readings.steps[number].sign not in ORDERS:
        return
    place = readings.steps[number].span.start
    for name in sorted(randomness(reading.sides).variables & reading.free):
        ends = _ends(name, number, readings)
        if ends is None or not any(map(free_variables, ends)):
            continue
        low, high = ends
        halfway = Apply("add", (Apply("divide", (ONE, TWO)), Variable(name)))
        share = Apply(
            "minimum", (ONE, Apply("maximum", (ZERO, halfway)))
        )  # often at an end: there most bounds are sharp
        length = Apply("add", (high, Apply("negate", (low,))))
        value: Term = Apply("add", (low, Apply("multiply", (length, share))))
        if any(said < place for said in readings.context.known.about(name, kinds.CENTRED)):
            mean = Apply("expectation", (share,))
            value = Apply("multiply", (length, Apply("add", (share, Apply("negate", (mean,))))))
        left, right = (_put(side, Variable(name), value) for side in reading.sides)
        held = (*reading.supposed, Apply("less", (low, high)))
        yield reading._replace(left=left, right=right, supposed=held, given=Given("between-bounds", (name,)))


def _put(term: Term, variable: Variable, value: Term) -> Term:
    """`term` with `value` for the variable, which is what is still averaged over."""
    match term:
        case Apply(operator="expectation" | "variance", arguments=(body, *over)) if over:
            return Apply(term.operator, (_put(body, variable, value), *over), term.origin)
    return value if term == variable else with_parts(term, lambda part: _put(part, variable, value))


def _ends(name: str, number: int, readings: Readings) -> tuple[Term, Term] | None:
    """Between which terms the post says that a variable lies."""
    low: Term | None = None
    high: Term | None = None
    place, sections = readings.steps[number].span.start, readings.context.sections
    for condition in readings.context.known.of(kinds.CONDITION):
        if condition.place > place or condition.about or not sections.covers(condition.place, place):
            continue
        match condition.term:
            case Apply(operator="less_equal" | "less", arguments=(bound, Variable(name=inner))) if (
                inner == name
            ):
                low = bound
            case Apply(operator="less_equal" | "less", arguments=(Variable(name=inner), bound)) if (
                inner == name
            ):
                high = bound
    if low is not None and high is not None:
        return low, high
    for other in range(number - 1, max(-1, number - FAR), -1):
        step = readings.steps[other]
        if step.relation.strip() == _MEMBER and sections.covers(step.span.start, place):
            ends = _interval(name, other, readings)
            if ends is not None:
                return ends
    return None


def _interval(name: str, number: int, readings: Readings) -> tuple[Term, Term] | None:
    """The ends of the closed interval that the step `number` puts a variable in."""
    step, conventions = readings.steps[number], readings.context.conventions
    try:
        row = notation.items(step.left.nodes)
        left, content, right = bracketed(notation.items(step.right.nodes))
        parts = split_at_commas(content)
        if (left, right) != ("[", "]") or len(parts) != 2 or len(row) != 1 or notation.name(row[0]) != name:
            return None
        low, high = (RowReader(part, conventions).whole() for part in parts)
    except (UnreadError, RecursionError):
        return None
    return low, high


ROWS = (
    Rewriting(
        "inferred-bound",
        _supposed,
        "bounds",
        1,
        example=r"$2x + 1 \ge 5 \Rightarrow x \ge 2$",
        given=frozenset(["equations"]),
    ),
    Rewriting(
        "value-of-function",
        _at_points,
        "developments",
        1,
        example=r"对任意 $y$，$$\min_x f(x) \le f(y)$$",
        given=frozenset(["value-of-function"]),
    ),
    Rewriting(
        "between-bounds",
        _confined,
        "developments",
        2,
        example=r"设随机变量 $X \in [a, b]$，则 $$\mathrm{Var}(X) \le \frac{(b - a)^2}{4}$$",
        given=frozenset(["between-bounds"]),
    ),
)
