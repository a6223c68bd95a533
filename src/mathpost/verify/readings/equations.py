"""A claim at the points that satisfy an equation in force: it is refuted if it differs where all the post says holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain, islice
from typing import NamedTuple

from mathpost.maths.facts.facts import Equation, Fact
from mathpost.maths.hypotheses import kinds
from mathpost.maths.lexicon.cases import mentions_a_case
from mathpost.maths.terms.landau import has_landau
from mathpost.maths.terms.term import ZERO, Apply, Number, Term, Variable, free_variables, replaced
from mathpost.maths.terms.traversal import rewrite
from mathpost.maths.transformations import moments
from mathpost.maths.transformations.members import paired
from mathpost.verify.interpretation import roots, stationary
from mathpost.verify.interpretation.antecedents import preceding
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import EQUALITIES, ORDERS, Reading, hidden_dependence
from mathpost.verify.interpretation.readings import Readings, with_facts
from mathpost.verify.readings.both_roots import put_in
from mathpost.verify.readings.definitions import informed
from mathpost.verify.readings.rewriting import Rewriting

PREMISES = 6  # equations of a post that are tried for one claim


def _at_premises(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` at points that satisfy an equation in force, for each symbol it can be solved for."""
    if readings.is_to_be_solved(number):
        return
    general = readings.is_general(number)
    for premise in islice(_premises(number, reading, readings), PREMISES):
        if general and len(premise.symbols) == 1:
            continue  # what one symbol is in an example
        if readings.steps[number].sign in ORDERS and _is_number_of_a_side(premise, reading):
            continue  # what is bounded is no one number
        for known in premise.facts(reading.free):
            if roots.is_one_of_several(known, premise, reading, readings.context):
                continue  # one of two roots is not what follows
            if not _holds_for_others(number, reading, premise, known, readings):
                continue  # whatever has a factor is zero where that is
            put = with_facts(reading, {known.key: [known]})
            if put is not None:
                put = put._replace(given=readings.equations(premise.step))
                yield readings.unfolded(number, put, values=False) or put


def _holds_for_others(
    number: int, reading: Reading, premise: Equation, known: Fact, readings: Readings
) -> bool:
    """Whether the claim of `reading` also holds where another factor of a product that is zero is so than the one that
    `known` says is: from ``ab = 0`` follows ``(a + b)^2 = a^2 + b^2``, but not ``(a + b)^2 = a^2 - b^2``.
    """
    others = roots.other_factors(known, premise)
    if others and readings.in_a_case:
        return False
    for factor in others:
        put_in = (
            with_facts(reading, {other.key: [other]})
            for other in premise.facts(reading.free)
            if other.head in free_variables(factor)
        )
        left, right = (replaced(side, factor, ZERO) for side in reading.sides)
        whole = [reading._replace(left=left, right=right)] if (left, right) != reading.sides else []
        if not any(put is not None and readings.holds_in_case(number, put) for put in chain(put_in, whole)):
            return False
    return True


def _of_moments(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading`, and with definitions put in, with what the post says of averages, in formulas and in words."""
    if readings.is_to_be_solved(number):
        return
    for each in (reading, readings.unfolded(number, reading, values=False)):
        if each is not None:
            yield from _with_moments(number, each, readings)


def _with_moments(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    said = chain(
        _premises(number, reading, readings),
        readings.stated_averages(number),
        _in_words(number, readings),
    )
    put_in = moments.put_in(reading.sides, said)
    if put_in is not None:
        (left, right), used = put_in
        stated = frozenset(step for step in used if step >= 0)
        given = readings.equations(*sorted(stated)) if stated else Given("moments-in-words")
        yield reading._replace(left=left, right=right, used=reading.used | stated, given=given)


def _in_words(number: int, readings: Readings) -> Iterator[Equation]:
    """The means and variances that the words of the section gave before, nearest first."""
    place = readings.steps[number].span.start
    yield from reversed(readings.context.about(kinds.MOMENT, at=place))


def _at_members(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the single members that its section gives: ``S_0 = 0``."""
    if readings.is_to_be_solved(number):
        return
    place = readings.steps[number].relation_span.start
    begun = readings.recurrences.families
    known = [
        each
        for each in readings.once(_boundaries)
        if each.family in reading.free - begun and readings.steps[each.step].span.end <= place
        if readings.context.sections.covers(readings.steps[each.step].span.start, place)
    ]
    left, right = (bounded(side, known) for side in reading.sides)
    if (left, right) != reading.sides:
        held = frozenset(each.step for each in known)
        given = readings.equations(*sorted(held))
        yield reading._replace(left=left, right=right, held=reading.held | held, given=given)


def _boundaries(readings: Readings) -> tuple[Boundary, ...]:
    given = (k for k, step in enumerate(readings.steps) if step.role in ("definition", "assumption"))
    stated = (readings.stated(k) for k in given)
    found = (boundary(each) for each in stated if each is not None)
    return tuple(each for each in found if each is not None)


def _restated(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """The right side against the last one that the section gave the same left side."""
    if readings.is_to_be_solved(number):
        return
    step = readings.steps[number]
    for other in range(number - 1, -1, -1):
        said = readings.steps[other]
        if said.left.text != step.left.text or said.interior or said.sign not in EQUALITIES:
            continue
        if not readings.context.sections.covers(said.span.start, step.span.start):
            return
        if mentions_a_case(readings.context.words.text[said.span.end : step.span.start]):
            return  # what holds of odd numbers says nothing of even ones
        while readings.steps[other + 1].interior and readings.steps[other + 1].sign in EQUALITIES:
            other += 1  # the end of the chain
        stated = readings.stated(other)
        if stated is not None and has_landau(stated.right) and has_landau(reading.right):
            return  # two orders of one error are not equal
        if stated is not None and _is_half_of_an_equivalence(stated, readings):
            continue
        if stated is not None and step.sign in ORDERS and _is_number_of_a_side(stated, reading):
            continue  # what is bounded is no one number
        if stated is not None and other < number and stated.right != reading.right:
            left, right = paired((stated.right, reading.right))
            used = reading.used | {other}
            put = reading._replace(left=left, right=right, used=used, given=readings.equations(other))
            yield from () if hidden_dependence(put) else (put,)
            yield from informed(number, put, readings)
        return


def _premises(number: int, reading: Reading, readings: Readings) -> Iterator[Equation]:
    """What the claim is inferred from, then the equations in force that mention its symbols, nearest first."""
    vanishing = stationary.condition(readings.steps[number], reading.left, readings.context)
    if vanishing is not None:
        yield vanishing
    for other in () if readings.steps[number].interior else preceding(number, readings.steps):
        if readings.steps[other].sign not in EQUALITIES:
            continue
        found = readings.stated(other)
        if found is not None and (found.left, found.right) != reading.sides:
            yield found
    place = readings.steps[number].relation_span.start
    for known in reversed(readings.context.known.of(kinds.EQUATION)):
        if known.place > place or known.step == number or known.symbols.isdisjoint(reading.free):
            continue
        if _is_half_of_an_equivalence(known, readings):
            continue
        example = len(known.symbols) == 1
        here = readings.context.holds_still(known.place, place, case=known.case, example=example)
        free_again = readings.context.may_be_anything(known.symbols, known.place, place)
        if here and not free_again and (known.left, known.right) != reading.sides:
            yield known


def _is_half_of_an_equivalence(known: Equation, readings: Readings) -> bool:
    """Whether an equation only says when something has a number as its value: ``d(x, y) = 0 \\iff x = y``."""
    behind = known.step + 1
    follows = 0 < behind < len(readings.steps) and readings.steps[behind].inference.mutual
    return follows and isinstance(known.right, Number) and not isinstance(known.left, Variable)


def _is_number_of_a_side(premise: Equation, reading: Reading) -> bool:
    """Whether an equation gives a whole side a number in some case: ``d(x, y) = 0``, of all x and y that are the same."""
    return (
        isinstance(premise.right, Number)
        and isinstance(premise.left, Apply)
        and premise.left in (reading.stated or reading.sides)
    )


ROWS = (
    Rewriting(
        "both-roots",
        put_in,
        "equations",
        1,
        example=r"Let $x_1$ and $x_2$ be the roots of $x^2 - 3x + 1 = 0$. Then $x_1 + x_2 = 3$.",
        given=frozenset(["equations"]),
    ),
    Rewriting(
        "restated",
        _restated,
        "equations",
        1,
        example=r"Setting the derivative to zero gives $$0=-\kappa\sum_{i=1}^n\left[\cos\mu\sin y_i-\cos y_i\sin\mu\right]$$"
        "\n\n"
        r"$$0=-\kappa\cos\mu\sum_{i=1}^n\sin y_i+\kappa\sin\mu\sum_{i=1}^n\cos y_i$$",
        given=frozenset(["equations"]),
    ),
    Rewriting(
        "members",
        _at_members,
        "equations",
        1,
        example=r"记 $S_j$ 为部分和，并约定 $h_{d/2} = 0$，那么由分部求和得"
        r"$$\sum_{i=0}^{d/2-1} h_i (S_{i+1} - S_i) = -h_0 S_0 - \sum_{i=0}^{d/2-1} S_{i+1} (h_{i+1} - h_i)$$",
        given=frozenset(["equations"]),
    ),
    Rewriting(
        "equation",
        _at_premises,
        "equations",
        2,
        example="We have $ab=0$. Then $$(a+b)^2=a^2+b^2+a^2b^2$$",
        given=frozenset(["equations"]),
    ),
    Rewriting(
        "moments",
        _of_moments,
        "equations",
        3,
        example=r"Let $X$ be a random variable with mean $m$ and variance $v$. For any $t > 0$,"
        r"$$P(|X-m| \ge t) \le \frac{v}{t^2}$$",
        given=frozenset(["equations", "moments-in-words"]),
    ),
)


INDEX = frozenset(["index"])


class Boundary(NamedTuple):
    """The member of `family` at `place` is `value`; the step `step` says so."""

    family: str
    place: Term
    value: Number
    step: int


def boundary(stated: Equation) -> Boundary | None:
    """What an equation says of one member alone; None where it mentions every member, or of anything else."""
    match stated.left, stated.right:
        case Apply(operator="index", arguments=(Variable(name=name), place)), Number() as value:
            return None if isinstance(place, Variable) else Boundary(name, place, value, stated.step)
    return None


def bounded(term: Term, known: Collection[Boundary]) -> Term:
    """`term` with the members of families as what they are at their boundaries, and free elsewhere."""

    def at_boundaries(part: Term) -> Term | None:
        match part:
            case Apply(operator="index", arguments=(Variable(name=name), place)):
                return _at(part, place, [b for b in known if b.family == name])
        return None

    return rewrite(term, at_boundaries, INDEX)


def _at(member: Apply, place: Term, known: Collection[Boundary]) -> Term:
    cases = tuple(_cases(place, known))
    return Apply("cases", (*cases, member), member.origin) if cases else member


def _cases(place: Term, known: Collection[Boundary]) -> Iterator[Term]:
    for each in known:
        yield each.value
        yield Apply("equal", (place, each.place))
