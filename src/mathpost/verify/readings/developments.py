"""What a post makes of its definitions, and says besides them: readings of a claim that confirm it and never refute it.

What stands at the end of a chain is a claim, what is said of a symbol again may be another version of it, a value may be
that of an example, and a sum that is 1 may be so in one case. A claim that holds under one of them is as the post has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from mathpost.latex.tree import Node, Symbol, walk
from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.binders import extremes
from mathpost.maths.elaboration.chance.events import shared_out
from mathpost.maths.elaboration.reader import elaborate
from mathpost.maths.facts.facts import Fact, Facts, equation, fact
from mathpost.maths.facts.piecewise import in_pieces
from mathpost.maths.lexicon.cases import speaks_of_a_case
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.rewriting import with_parts
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    subterms,
)
from mathpost.maths.transformations.unfolding import unfold
from mathpost.maths.typing.dimension_letters import with_length
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.losses import with_any_loss
from mathpost.verify.interpretation.reading import EQUALITIES, ORDERS, Reading
from mathpost.verify.interpretation.readings import Readings, with_facts
from mathpost.verify.readings.accumulations import accumulated
from mathpost.verify.readings.approximations import approximated
from mathpost.verify.readings.bounded_variables import confined
from mathpost.verify.readings.conjugates import conjugated
from mathpost.verify.readings.consequences import followed
from mathpost.verify.readings.curves import along_parameters
from mathpost.verify.readings.elimination import eliminated
from mathpost.verify.readings.general_case import in_general, of_all_cases
from mathpost.verify.readings.insertions import inserted
from mathpost.verify.readings.instances import exemplified
from mathpost.verify.readings.primitives import over_one_letter
from mathpost.verify.readings.undetermined_coefficients import determined
from mathpost.verify.readings.variations import varied

DERIVATIVE = frozenset(["derivative"])
VALUES = 4  # terms with a known value that are put into one claim


def developed(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """The readings of `_developments` but those that hold fast what a total derivative moves: with ``y = x^2``,
    ``\\frac{du}{dx}`` of ``u = x + y`` is not 1.
    """
    step = readings.steps[number]
    place = step.relation_span.start
    here = readings.context.in_force(place, frozenset((number,)), values=False)
    facts = of_all_cases(here, place, readings.context)
    total = not any(isinstance(n, Symbol) and n.text == r"\partial" for n in _nodes(step))
    for further in _developments(number, reading, readings):
        if not (total and _holds_fast(further.sides, facts)):
            yield further
    yield from varied(number, reading, readings)
    yield from determined(number, reading, readings)
    yield from over_one_letter(number, reading, readings)


def _nodes(step: Step) -> Iterator[Node]:
    return (inner for side in (step.left, step.right) for node in side.nodes for inner in walk(node))


def _holds_fast(sides: Sequence[Term], facts: Facts) -> bool:
    """Whether a derivative in `sides` is of symbols that the post defines by what it is taken by."""
    for side in sides:
        for term in occurrences(side, DERIVATIVE):
            body, target = term.arguments if isinstance(term, Apply) else (term, term)
            kept = free_variables(body) - free_variables(target)
            made = (unfold(Variable(name), facts, kept=frozenset((target,)))[0] for name in kept)
            if any(not free_variables(target).isdisjoint(free_variables(each)) for each in made):
                return True
    return False


def _developments(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` of the step `number` with what else the post says of its terms.

    Without what was said of a case; with random variables put between their bounds; with definitions taken at the end of their chain, ``x = … = this``, or one step behind its beginning; as they stood
    first; with what the section says anew of a head, the next example's f; with the values given to symbols, and to
    terms, ``\\|v\\| = 1``; with what was approximated before; with a letter as the length of a column; with recurrences that
    start at nought; with events that share out all outcomes; with values put in one for one; as equations of the section
    leave it, or with what the one before it eliminates; with what bounds of all members of a family amount to.
    """
    place = readings.steps[number].relation_span.start
    facts = readings.context.in_force(place, frozenset((number,)), values=False)
    informed = readings.unfolded(number, reading, values=False) or reading
    yield from in_general(number, informed, reading, readings)
    yield from approximated(number, reading, readings)
    yield from confined(number, reading, readings)
    yield from conjugated(number, reading, readings)
    seen = [informed.sides]
    for known in (facts, {key: found[::-1] for key, found in facts.items()}):
        for put in _along_chains(number, reading, known, readings):
            if put.sides not in seen:
                seen.append(put.sides)
                yield put
    yield from _at_points(readings.steps[number], (reading, informed))
    yield from _anew(number, reading, readings)
    yield from _valued(number, reading, readings)
    yield from along_parameters(number, reading, readings)
    yield from eliminated(number, reading, readings)
    for each in (reading, informed):
        measured = with_length(each.sides)
        if measured is not None:
            yield each._replace(left=measured[0][0], right=measured[0][1], given=Given("length", measured[1]))
    yield from _from_nought(number, reading, readings)
    shared = shared_out(reading.sides)
    if shared is not None:
        yield reading._replace(left=shared[0], right=shared[1], given=Given("some-event"))
    yield from inserted(number, reading, readings)
    yield from followed(number, reading, readings)
    yield from accumulated(number, reading, readings)


def _from_nought(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with families whose recurrences the post gives without a start, the member 0 of each being nought."""
    simulated = readings.recurrences.followed(number, reading)
    left_open = [] if simulated is None else [r for r in simulated.recurrences if not r.starts]
    if simulated is None or not left_open:
        return
    started = tuple(r if r.starts else r.from_nought() for r in simulated.recurrences)
    given = Given("start-at-zero", (", ".join(f"{r.family}_0 = 0" for r in left_open),))
    put = simulated._replace(recurrences=started, given=given)
    yield readings.unfolded(number, put, values=False) or put


def _at_points(step: Step, known: Sequence[Reading]) -> Iterator[Reading]:
    """A bound of an extreme as one of a value: ``\\inf_x L(x) \\le L(x_0)``."""
    for reading in known:
        for left, right in extremes.at_a_point(*reading.sides, step.sign) if step.sign in ORDERS else ():
            yield reading._replace(left=left, right=right, given=Given("value-of-function"))


def _along_chains(number: int, reading: Reading, facts: Facts, readings: Readings) -> Iterator[Reading]:
    """`reading` with every definition at the end of its chain, then behind its beginning, then at its beginning."""
    for steps in (None, 1, 0):
        moved = {key: [_later(f, number, steps, readings) for f in found] for key, found in facts.items()}
        known = {key: [each for each, _ in found] for key, found in moved.items()}
        ends = [(each.step, end) for found in moved.values() for each, end in found]
        for put in (with_facts(reading, known), with_any_loss(reading, known)):
            if put is not None:
                links = (range(first, end + 1) for first, end in ends if first in put.used)
                yield put._replace(used=put.used.union(*links))


def _anew(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with what was said anew of a head, unless that is the head that the claim speaks of itself."""
    step, context = readings.steps[number], readings.context
    own = fact(number, replace(step, interior=False), context.conventions)
    excluded = {f.step for f in context.restated if own is not None and f.head == own.head}
    facts = context.in_force(
        step.relation_span.start, frozenset((number, *excluded)), values=False, restated=True
    )
    for put in _along_chains(number, reading, facts, readings):
        last = max((f.step for f in context.restated if f.step in put.used), default=None)
        if last is not None:
            yield put._replace(given=readings.equations(last))


def _later(fact: Fact, number: int, steps: int | None, readings: Readings) -> tuple[Fact, int]:
    """`fact` so many steps further on in its chain, None for its end, and the last of these steps; not where the claim stands
    in that chain itself.
    """
    end = fact.step
    while end >= 0 and end + 1 < len(readings.steps) and (steps is None or end - fact.step < steps):
        if not _goes_on(end + 1, fact.step, readings):
            break
        end += 1
    if fact.step <= number <= end or end == fact.step or fact.step < 0 or fact.form == "law":
        return fact, fact.step
    stated = equation(end, readings.steps[end], readings.context.conventions)
    if stated is None or fact.head in stated.symbols:
        return fact, fact.step
    return replace(fact, right=stated.right), end


def _goes_on(number: int, first: int, readings: Readings) -> bool:
    """Whether a step goes on with the chain of equalities that `first` begins."""
    step = readings.steps[number]
    return step.interior and step.sign in EQUALITIES and step.formula == readings.steps[first].formula


def _valued(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the values of symbols in an example, all or some of them, and with those of whole terms."""
    if readings.may_be_an_example(number):
        for each in (reading, readings.unfolded(number, reading, values=False)):
            put = None if each is None else exemplified(number, each, readings)
            if put is not None:
                yield put
        example = readings.unfolded(number, reading, values=True)
        if example is not None and example.free:
            yield example
    put = reading
    for term, value, said in islice(_values(number, reading, readings), VALUES):
        left, right = (_with_value(side, term, value) for side in put.sides)
        before = put.given.steps if put.given is not None else ()
        given = readings.equations(*before, said)
        put = put._replace(left=left, right=right, used=put.used | {said}, given=given)
        yield put


def _with_value(side: Term, term: Term, value: Number) -> Term:
    """`side` with a value for `term`; a value of ``h_j(x)`` is that of every member, so that a sum may run over them."""
    if side == term:
        return value
    return with_parts(side, lambda part: _with_value(part, term, value))


def _values(number: int, reading: Reading, readings: Readings) -> Iterator[tuple[Term, Number, int]]:
    """Terms within the sides of a claim that the section gave a value before, and where: ``\\sum_j a_{ij} = 1``.

    A side itself is none: a claim that is stated twice would prove itself.
    """
    place = readings.steps[number].relation_span.start
    within = {
        t for side in reading.sides for t in subterms(side) if isinstance(t, Apply | Bind) and t != side
    } - set(reading.sides)
    seen: set[Term] = set()
    for other in range(number - 1, -1, -1):
        for term, value in _valued_by(other, place, readings) if within else ():
            if term in within and term not in seen:
                seen.add(term)
                yield term, value, other


def _valued_by(other: int, place: int, readings: Readings) -> Iterator[tuple[Term, Number]]:
    """The terms of a chain that ends in a number, with that number, where it is still meant at `place`."""
    steps, context = readings.steps, readings.context
    said = steps[other]
    if said.sign != "=" or said.role == "other" or not heads.is_number(said.right.nodes):
        return
    if in_pieces(other, steps):
        return
    before = context.words.before(context.words.document.formulas[said.formula].span)
    if not context.sections.covers(said.span.start, place) or context.is_denied(other, place):
        return
    if not context.holds_still(said.span.end, place, case=speaks_of_a_case(before), example=False):
        return
    value = elaborate(said.right.nodes, context.conventions).term
    for step in _chain(other, steps):
        stated = equation(other, step, context.conventions)
        named = (heads.head(step.left.nodes) or "()").endswith("()")  # a symbol with a value is an example
        if stated is None or context.may_be_anything(stated.symbols, said.span.end, place):
            continue
        if isinstance(value, Number) and named:
            yield stated.left, value


def _chain(end: int, steps: Sequence[Step]) -> Iterator[Step]:
    """The steps of the chain of equations that ends with `end`, last one first."""
    while steps[end].sign == "=":
        yield steps[end]
        if not steps[end].interior:
            return
        end -= 1


__all__ = ["developed"]
