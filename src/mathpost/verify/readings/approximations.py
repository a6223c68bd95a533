r"""A claim with the approximations put in that its section made before it: readings that confirm it and never refute it.

``\log p \approx \log c - \log n`` follows from ``p \approx c/n``, and a ratio of norms from what each of them comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from mathpost.maths.chance.unnamed_averages import named
from mathpost.maths.elaboration.lists.sequences import listed
from mathpost.maths.facts.facts import Equation, Fact, fact
from mathpost.maths.lexicon.cases import mentions_a_case
from mathpost.maths.terms.term import TWO, Apply, Term, Variable, free_variables, replaced, subterms
from mathpost.maths.transformations.unfolding import unfold
from mathpost.verify.interpretation.reading import EQUALITIES, Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.methods.finite_models import vanishes
from mathpost.verify.readings.rewriting import Rewriting

ESTIMATES = 4  # that are put into one claim
NORMS = frozenset(
    ["norm", "abs", "frobenius_norm", "spectral_norm", "operator_norm", "nuclear_norm", "rms_norm"]
)


class Estimate(NamedTuple):
    """``said.left`` is about ``said.right``; `known`: the same as a definition, where the left side is a head."""

    said: Equation
    known: Fact | None


def _approximated(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` of the approximation `number` with what was estimated before put in, most of it first; also with definitions."""
    if readings.steps[number].sign != "≈":
        return
    for put in reversed([*islice(_put_in_turn(number, reading, readings), ESTIMATES)]):
        yield put
        informed = readings.unfolded(number, put, values=False)
        if informed is not None:
            yield informed


def _put_in_turn(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the nearest estimate, with that and the next one, and so on."""
    for estimate in _estimates(number, readings):
        changed = _put_in(reading, estimate)
        if changed is not None:
            before = reading.given.steps if reading.given is not None else ()
            given = readings.equations(*before, estimate.said.step)
            reading = changed._replace(given=given)
            yield reading


def _estimates(number: int, readings: Readings) -> Iterator[Estimate]:
    """The approximations of the section before the step `number`, the last one first, each chain from its beginning too."""
    place, context = readings.steps[number].relation_span.start, readings.context
    for other in range(number - 1, -1, -1):
        said = readings.steps[other]
        if said.sign != "≈" or said.role == "other":
            continue
        before = context.words.before(context.words.document.formulas[said.formula].span)
        if not context.sections.covers(said.span.start, place):
            continue
        if not context.holds_still(said.span.end, place, case=mentions_a_case(before), example=False):
            continue
        yield from _of_chain(other, readings)


def _of_chain(other: int, readings: Readings) -> Iterator[Estimate]:
    """What the chain says up to the approximation `other`: of the side before it, and of the side where the chain begins."""
    stated = _read(other, readings)
    if stated is None or not free_variables(stated.right):
        return  # a number in the place of symbols leaves too little of a claim
    first = other
    while readings.steps[first].interior and readings.steps[first - 1].sign in EQUALITIES | {"≈"}:
        first -= 1
    for start in dict.fromkeys((other, first)):
        begun = _read(start, readings)
        headed = fact(start, replace(readings.steps[start], interior=False), readings.context.conventions)
        if begun is not None and begun.left != stated.right:
            known = None if headed is None else replace(headed, right=stated.right, step=other)
            yield Estimate(replace(begun, right=stated.right, step=other), known)


def _read(number: int, readings: Readings) -> Equation | None:
    """A step with what is random in it and what it lists marked as in claims."""
    conventions = readings.context.conventions
    stated = readings.stated(number)
    if stated is None:
        return None
    left, right = listed(named((stated.left, stated.right), conventions.chance.random))
    return replace(stated, left=left, right=right)


def _put_in(reading: Reading, estimate: Estimate) -> Reading | None:
    """`reading` with an estimate in the place of what it is one of; None where it says nothing of it or makes a difference zero."""
    said = estimate.said
    if {said.left, said.right} <= set(reading.sides):
        return None  # stated twice
    left, right = (_with(side, estimate) for side in reading.sides)
    if (left, right) == reading.sides or any(
        _hides(n, o) for n, o in zip((left, right), reading.sides, strict=True)
    ):
        return None
    return reading._replace(left=left, right=right, used=reading.used | {said.step})


def _with(side: Term, estimate: Estimate) -> Term:
    if estimate.known is not None:
        key = estimate.known.form, estimate.known.head
        return unfold(side, {key: [estimate.known]})[0]
    left, right = estimate.said.left, estimate.said.right
    if isinstance(left, Variable):
        return side
    put = replaced(side, left, right)
    for inner, value in _inside(left, right):
        put = replaced(put, inner, value)
    return put


def _inside(left: Term, right: Term) -> Iterator[tuple[Term, Term]]:
    """What ``left ≈ right`` says of what `left` is made of: x is about ``\\log y`` if ``e^x`` is about y."""
    match left:
        case Apply(operator="power", arguments=(Apply(operator=norm) as size, exponent)):
            if norm in NORMS and exponent == TWO:
                yield size, Apply("sqrt", (right,))
        case Apply(operator="exp" | "log" as operator, arguments=(inner,)) if not isinstance(inner, Variable):
            yield inner, Apply("log" if operator == "exp" else "exp", (right,))
        case Apply(operator="multiply", arguments=factors):
            for k, factor in enumerate(factors):
                rest = Apply("multiply", (*factors[:k], *factors[k + 1 :]))
                if isinstance(factor, Apply) and free_variables(factor):
                    yield factor, Apply("divide", (right, rest))


def _hides(new: Term, old: Term) -> bool:
    """Whether a sum of `new` is zero and none of `old` was: what it multiplies could be anything."""
    before = set(subterms(old))
    sums = (t for t in subterms(new) if isinstance(t, Apply) and t.operator == "add" and t not in before)
    return any(map(vanishes, islice(sums, 8)))


ROWS = (
    Rewriting(
        "estimate",
        _approximated,
        "developments",
        2,
        example=r"We have $p \approx c/n$. Hence $\log p \approx \log c - \log n$.",
        given=frozenset(["equations"]),
    ),
)
