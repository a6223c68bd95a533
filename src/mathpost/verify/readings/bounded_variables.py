"""A random variable that lies between two bounds, ``a \\le X \\le b`` or ``X \\in [a, b]``, as a share of the way from one to
the other: what random models draw lies there then, as in Hoeffding's lemma. Such readings confirm, they never refute.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths import notation
from mathpost.maths.elaboration.binders.ranges import bracketed
from mathpost.maths.elaboration.brackets import split_at_commas
from mathpost.maths.elaboration.chance.randomness import randomness
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.rewriting import with_parts
from mathpost.maths.terms.term import ONE, TWO, ZERO, Apply, Term, Variable, free_variables
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.interpretation.readings import Readings

FAR = 40  # steps before a claim that are looked at
_MEMBER = r"\in"


def confined(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """The bound `reading` with each random variable that the post puts between two terms put there."""
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
        if any(n == name and said < place for n, said in readings.context.centred):
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
    for condition in readings.context.conditions:
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
        low, high = (Reader(part, conventions, set()).whole() for part in parts)
    except (UnreadError, RecursionError):
        return None
    return low, high


__all__ = ["confined"]
