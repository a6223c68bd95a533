"""A claim without what the equations before it eliminate: such readings confirm, they never refute.

A symbol or member for which an equation can be solved; what a claim says that solves an equation, in that equation; the
members of a recurrence that only one side mentions; a matrix that the words decompose; an unknown loss, whose chain rule
leads through the equation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from mathpost.maths.facts.facts import Equation
from mathpost.maths.hypotheses import kinds
from mathpost.maths.terms.solving import solved
from mathpost.maths.terms.term import (
    Apply,
    Term,
    Variable,
    canonical,
    free_variables,
    occurrences,
    replaced,
    subterms,
)
from mathpost.maths.transformations.recurrences import made_of, recurs, unrolled
from mathpost.maths.typing.integers import DERIVATIVES
from mathpost.verify.interpretation import stationary
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.losses import with_any_loss
from mathpost.verify.interpretation.reading import EQUALITIES, Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.interpretation.roots import is_factor_of_several
from mathpost.verify.readings.consequences import put, stated_before
from mathpost.verify.readings.rewriting import Rewriting

Sides = tuple[Term, Term]
NEARBY = 4  # equations before a claim that are solved
RECURRENCES = 3  # recurrences that are put in
LINEAR = frozenset(["add", "negate", "transpose", "multiply", "divide"])
UNKNOWN = Variable("⋅")


def _eliminated(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` of the step `number` without what an equation of its section, or a decomposition, eliminates."""
    if readings.steps[number].sign not in EQUALITIES:
        return
    yield from _decomposed(number, reading, readings)
    vanishing = stationary.condition(readings.steps[number], reading.left, readings.context)
    stated = [said for said in stated_before(number, reading, readings) if _shows_what_moves(said)]
    stated = stated if vanishing is None else [vanishing, *stated]
    for said in stated[:NEARBY]:
        yield from _with_a_loss(said, said, reading, readings)
        step = readings.steps[number]
        solution = () if step.interior else _solution(reading, said, linear=step.found is None)
        for sides in (*_solved(reading, said), *solution):
            yield put(reading, sides, said.step, readings)
    for said in islice((each for each in stated if recurs(each.left, each.right)), RECURRENCES):
        reached = unrolled(reading.sides, said.left, said.right)
        if reached is not None:
            yield put(reading, reached, said.step, readings)
        for member in sorted(_named(reading.left) | _named(reading.right), key=canonical):
            made = made_of(said.left, said.right, member)
            if made is not None:
                yield from _with_a_loss(replace(said, left=member, right=made), said, reading, readings)


def _shows_what_moves(said: Equation) -> bool:
    """Whether an equation has derivatives of applied functions only: any other is zero where a post leaves out what moves."""
    derivatives = (t for side in (said.left, said.right) for t in occurrences(side, DERIVATIVES))
    bodies = (t.arguments[0] for t in derivatives if isinstance(t, Apply))
    return all(isinstance(body, Apply) and body.operator == "call" for body in bodies)


def _with_a_loss(known: Equation, said: Equation, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with a loss that depends on other arrays through `known`, which `said` states."""
    fact = known.definition
    lossy = None if fact is None else with_any_loss(reading, {(fact.form, fact.head): [fact]})
    if lossy is not None:
        yield lossy._replace(given=readings.equations(said.step))


def _decomposed(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the matrices that the words decomposed before as their factors."""
    left, right = reading.sides
    for known in readings.context.known.of(kinds.DECOMPOSITION):
        if known.place < readings.steps[number].span.start:
            left, right = (replaced(side, known.left, known.right) for side in (left, right))
    if (left, right) != reading.sides:
        yield reading._replace(left=left, right=right, given=Given("decomposition-in-words"))


def _solved(reading: Reading, said: Equation) -> Iterator[Sides]:
    """The sides with what `said` makes of a symbol or member of which one side speaks: ``x_{t+1}`` of ``x_{t+1} - x_t = u``."""
    left, right = map(_named, reading.sides)
    for one in sorted(left ^ right, key=canonical):
        if one not in (said.left, said.right):
            value = solved(replaced(said.left, one, UNKNOWN), replaced(said.right, one, UNKNOWN), UNKNOWN)
            if value is None or is_factor_of_several(one, replaced(value, UNKNOWN, one), said):
                continue
            if one not in subterms(value):
                yield replaced(reading.left, one, value), replaced(reading.right, one, value)


def _named(side: Term) -> frozenset[Term]:
    """The symbols and members of families in a side."""
    heads = {
        t.arguments[0] for t in subterms(side) if isinstance(t, Apply) and t.operator in ("index", "call")
    }
    members = {t for t in subterms(side) if isinstance(t, Apply) and t.operator == "index"}
    return frozenset(members | {t for t in subterms(side) if isinstance(t, Variable) and t not in heads})


def _solution(reading: Reading, said: Equation, *, linear: bool) -> Iterator[Sides]:
    """``w = A^{-1} b`` in ``A w = b``: an equation, `linear` in what the claim names, with what it says that this is."""
    unknown, value = reading.sides
    named = isinstance(unknown, Variable) or (isinstance(unknown, Apply) and unknown.operator == "index")
    asked = unknown in subterms(said.left) or unknown in subterms(said.right)
    if not named or not asked or unknown in (said.left, said.right):
        return
    if free_variables(value) and unknown not in subterms(value):
        if not linear or (_is_linear(said.left, unknown) and _is_linear(said.right, unknown)):
            yield replaced(said.left, unknown, value), replaced(said.right, unknown, value)


def _is_linear(term: Term, unknown: Term) -> bool:
    """Whether `unknown` is in no more than one factor of every product of `term`, and in nothing else."""
    if term == unknown or unknown not in subterms(term):
        return True
    if not isinstance(term, Apply) or term.operator not in LINEAR:
        return False
    holding = [a for a in term.arguments if unknown in subterms(a)]
    once = term.operator in ("add", "negate", "transpose") or holding == [term.arguments[0]]
    return (once or (term.operator == "multiply" and len(holding) == 1)) and all(
        _is_linear(a, unknown) for a in holding
    )


ROWS = (
    Rewriting(
        "eliminated",
        _eliminated,
        "developments",
        3,
        example=r"设 $\boldsymbol{M}$ 的 SVD 为 $\boldsymbol{U}\boldsymbol{\Sigma}\boldsymbol{V}^{\top}$，那么"
        r"$$\boldsymbol{M}\boldsymbol{M}^{\top} = \boldsymbol{U}\boldsymbol{\Sigma}\boldsymbol{\Sigma}^{\top}\boldsymbol{U}^{\top}$$",
        given=frozenset(["equations", "decomposition-in-words"]),
    ),
)
