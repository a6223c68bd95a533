"""The two roots of a quadratic equation that a post names, ``x_1`` and ``x_2``, as the equation makes them.

Which of them is which is not said: a claim holds if it does in one order, and fails if it does in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from mathpost.document.document import Formula
from mathpost.maths import notation
from mathpost.maths.claims.roots import mentions_roots, names_roots
from mathpost.maths.elaboration.elaboration import RowReader, elaborate
from mathpost.maths.elaboration.heads import is_name
from mathpost.maths.facts.facts import Equation
from mathpost.maths.lexicon.cues import joins
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.notation.step import is_root
from mathpost.maths.terms.polynomials import degree
from mathpost.maths.terms.solving import minus, over
from mathpost.maths.terms.term import (
    ONE,
    TWO,
    ZERO,
    Apply,
    Number,
    Term,
    Variable,
    replaced,
    substitute,
    subterms,
)
from mathpost.verify.interpretation.reading import EQUALITIES, Reading
from mathpost.verify.interpretation.readings import Readings

FAR = 1500  # characters from an equation to what is stated about its roots


class Pair(NamedTuple):
    """The names of two roots and where they are given."""

    first: Term
    second: Term
    place: int


def put_in(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` of the step `number` with both roots of the equation that it mentions, in both orders."""
    if readings.steps[number].sign not in EQUALITIES or not readings.once(_mentions_roots):
        return
    for pair in _pairs(number, reading, readings):
        found = _equation(pair, number, readings)
        if found is None:
            continue
        equation, unknown = found
        low, high = _roots(equation, unknown)
        given = readings.equations(equation.step)
        for one, other in ((high, low), (low, high)):
            left, right = (
                replaced(replaced(side, pair.first, one), pair.second, other) for side in reading.sides
            )
            held = reading.held | {equation.step}
            yield reading._replace(left=left, right=right, held=held, given=given)
        return


def _pairs(number: int, reading: Reading, readings: Readings) -> Iterator[Pair]:
    """The pairs of roots that are named before the step `number`, nearest first, and those that its sentence mentions."""
    place = readings.steps[number].span.start
    asked = {t for side in reading.sides for t in subterms(side)}
    for pair in reversed(readings.once(_named)):
        if pair.place < place and {pair.first, pair.second} <= asked:
            yield pair
    words = readings.context.words
    span = words.document.formulas[readings.steps[number].formula].span
    if mentions_roots(words.before(span)):
        families = sorted({_family(t) for t in asked} - {""})
        for name in families:
            first, second = (Apply("index", (Variable(name), Number(k.value))) for k in (ONE, TWO))
            if {first, second} <= asked:
                yield Pair(first, second, place)


def _family(term: Term) -> str:
    match term:
        case Apply(operator="index", arguments=(Variable(name=name), Number(value=1))):
            return name
    return ""


def _mentions_roots(readings: Readings) -> bool:
    """Whether the post has a word for roots."""
    return mentions_roots(readings.context.words.document.source.text)


def _named(readings: Readings) -> tuple[Pair, ...]:
    """The roots that the post names in pairs."""
    return tuple(_pairs_of_names(readings))


def _pairs_of_names(readings: Readings) -> Iterator[Pair]:
    """The pairs of names that the words give roots, or that the post finds roots for: 记两根为 $x_1, x_2$; let $\\alpha$ and
    $\\beta$ be the roots.
    """
    conventions = readings.context.conventions
    for step, another in pairwise(readings.steps):
        if is_root(step) and step.found == another.found:
            with suppress(UnreadError, RecursionError):
                first, second = (elaborate(s.left.nodes, conventions).term for s in (step, another))
                if first != second:
                    yield Pair(first, second, step.span.start)
    document = readings.context.words.document
    text = document.source.text
    for formula, following in zip(document.formulas, (*document.formulas[1:], None), strict=False):
        names, end = _names(formula), formula.span.end
        if len(names) == 1 and following is not None and joins(text[end : following.span.start]):
            names, end = [*names, *_names(following)], following.span.end
        if len(names) != 2:
            continue
        before, after = text[max(0, formula.span.start - 60) : formula.span.start], text[end : end + 80]
        if not names_roots(before, after):
            continue
        with suppress(UnreadError, RecursionError):
            first, second = (RowReader(name, conventions).whole() for name in names)
            yield Pair(first, second, formula.span.start)


def _names(formula: Formula) -> list[list[notation.Item]]:
    """The names that an inline formula lists."""
    if formula.kind != "inline":
        return []
    try:
        parts = split_at_commas(notation.items(formula.tree.body))
    except UnreadError:
        return []
    return [list(part) for part in parts] if all(map(is_name, parts)) else []


def _equation(pair: Pair, number: int, readings: Readings) -> tuple[Equation, str] | None:
    """The quadratic equation next to where the roots are named, and its unknown."""
    letter = pair.first.arguments[0] if isinstance(pair.first, Apply) else None
    here = readings.steps[number].span.start
    near: list[tuple[int, int]] = []
    for k, step in enumerate(readings.steps[:number]):
        if step.sign not in EQUALITIES or here - step.span.end > FAR:
            continue
        if readings.context.sections.covers(step.span.start, here):
            near.append((abs(step.span.start - pair.place), k))
    for _, k in sorted(near):
        stated = readings.stated(k)
        if stated is None or {pair.first, pair.second} & {
            t for s in (stated.left, stated.right) for t in subterms(s)
        }:
            continue
        difference = minus(stated.left, stated.right)
        unknowns = [n for n in sorted(stated.symbols) if degree(difference, n) == 2]
        if isinstance(letter, Variable) and letter.name in unknowns:
            return stated, letter.name
        another = not isinstance(letter, Variable) or letter.name not in stated.symbols
        if len(unknowns) == 1 and another:
            return stated, unknowns[0]
    return None


def _roots(equation: Equation, unknown: str) -> tuple[Term, Term]:
    """What the quadratic formula makes of `equation`."""
    whole = minus(equation.left, equation.right)
    at_zero, at_one, opposite = (
        substitute(whole, {unknown: place}) for place in (ZERO, ONE, Apply("negate", (ONE,)))
    )
    a = minus(over(Apply("add", (at_one, opposite)), TWO), at_zero)
    b = over(minus(at_one, opposite), TWO)
    product = Apply("multiply", (Number(4 * ONE.value), a, at_zero))
    root = Apply("sqrt", (minus(Apply("power", (b, TWO)), product),))
    bottom = Apply("multiply", (TWO, a))
    low, high = (over(minus(signed, b), bottom) for signed in (Apply("negate", (root,)), root))
    return low, high
