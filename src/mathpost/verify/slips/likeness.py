"""How alike two sides look: summands and factors in any order, equal factors as one power, numbers collected.

Nothing is proved or expanded: alike sides are those an author would call two ways to write the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

from mathpost.maths.terms.term import ONE, TWO, Apply, Bind, Number, Term, canonical, occurrences
from mathpost.maths.terms.traversal import leaves

INCREASING = frozenset(["add", "multiply", "divide"])
POSITIVE = frozenset(["exp", "cosh"])
QUOTIENT, SUM = frozenset(["divide"]), frozenset(["add"])
ROOT, POWER = frozenset(["sqrt"]), frozenset(["power"])


def without_order(term: Term) -> str:
    """The term with the order of its summands and factors forgotten, and equal factors as one power."""
    match term:
        case Apply(operator="add" | "negate"):
            return _sum(list(_summands(term, Fraction(1))))
        case Apply(operator="multiply" | "divide" | "power" | "sqrt"):
            return _product(Fraction(1), term)
        case Apply(operator=operator, arguments=arguments):
            return f"{operator}({', '.join(map(without_order, arguments))})"
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            inside = ", ".join(map(without_order, (*bounds, body)))
            return f"{operator}[{variable.name}]({inside})"
    return canonical(term)


def in_one_coefficient(one: Term, other: Term) -> bool:
    """Whether two sums differ in nothing but the number before one product; a symbol alone may be a constant left open."""
    left, right = map(_coefficients, (one, other))
    if left.keys() != right.keys():
        return False
    products = [key for key in left if left[key] != right[key]]
    return len(products) == 1 and products[0].count("(") > 1


def shares_no_summand(one: Term, other: Term) -> bool:
    """Whether no product is a summand of both, whatever the number before it."""
    return _coefficients(one).keys().isdisjoint(_coefficients(other))


def cancels(term: Term) -> bool:
    """Whether the summands of a sum in a term cancel, or the numbers among them: ``p_2 - p_2``, ``n + 1 - 1``."""
    for each in occurrences(term, SUM):
        numbers = [c * t.value for c, t in _summands(each, Fraction(1)) if isinstance(t, Number)]
        if not _coefficients(each) or (len(numbers) > 1 and not sum(numbers)):
            return True
    return False


def is_idle_power(term: Term) -> bool:
    """Whether a part of a term is a power that nobody writes: ``\\sqrt{r^2}``, ``I^2``."""
    powers = (t.arguments for t in occurrences(term, ROOT | POWER) if isinstance(t, Apply))
    return any(
        isinstance(base, Apply)
        and (
            base.operator == "identity"
            or (not rest and base.operator == "power" and base.arguments[1] == TWO)
        )
        for base, *rest in powers
    )


def divides_by_itself(term: Term) -> bool:
    """Whether a part of a term is divided by itself: ``n / n``."""
    quotients = (t.arguments for t in occurrences(term, QUOTIENT) if isinstance(t, Apply))
    return any(canonical(above) == canonical(below) for above, below in quotients)


def is_multiple(one: Term, other: Term) -> bool:
    """Whether one product is another one times a number: ``2N`` and ``4N``."""
    left, right = map(_coefficients, (one, other))
    return len(left) == 1 and left.keys() == right.keys()


def _coefficients(term: Term) -> dict[str, Fraction]:
    """The summands of a term, each with the number before it; none is zero."""
    found: dict[str, Fraction] = {}
    for factor, summand in _summands(term, Fraction(1)):
        number, _, rest = _product(factor, summand).partition(" ")
        found[rest] = found.get(rest, Fraction(0)) + Fraction(number)
    return {rest: number for rest, number in found.items() if number}


def _sum(summands: list[tuple[Fraction, Term]]) -> str:
    """Summands, the numbers among them as one: ``t + 1 - 1`` is ``t``."""
    constant = sum((c * t.value for c, t in summands if isinstance(t, Number)), Fraction(0))
    others = [(c, t) for c, t in summands if c and not isinstance(t, Number)]
    if len(others) == 1 and others[0][0] == 1 and not constant:
        return without_order(others[0][1])
    numbers = [_product(constant, ONE)] if constant else []
    return " + ".join(sorted([*numbers, *(_product(c, t) for c, t in others)]))


def _summands(term: Term, factor: Fraction) -> Iterator[tuple[Fraction, Term]]:
    match term:
        case Apply(operator="add", arguments=arguments):
            for argument in arguments:
                yield from _summands(argument, factor)
        case Apply(operator="negate", arguments=(inner,)):
            yield from _summands(inner, -factor)
        case Number(value=value) if value == 0:
            return
        case _:
            yield factor, term


def _product(factor: Fraction, term: Term) -> str:
    powers: dict[str, Fraction] = {}
    for base, exponent in _powers(term, Fraction(1)):
        if isinstance(base, Number) and exponent.denominator == 1 and (base.value or exponent > 0):
            factor *= base.value ** int(exponent)
        else:
            key = _factor(base)
            powers[key] = powers.get(key, Fraction(0)) + exponent
    return " ".join([str(factor), *sorted(f"({k})^{e}" for k, e in powers.items() if e)])


def _factor(term: Term) -> str:
    if isinstance(term, Apply) and term.operator == "power":
        return f"power({', '.join(map(without_order, term.arguments))})"
    return without_order(term)


def _powers(term: Term, exponent: Fraction) -> Iterator[tuple[Term, Fraction]]:
    match term:
        case Apply(operator="multiply", arguments=arguments):
            for argument in arguments:
                yield from _powers(argument, exponent)
        case Apply(operator="divide", arguments=(above, below)):
            yield from _powers(above, exponent)
            yield from _powers(below, -exponent)
        case Apply(operator="power", arguments=(base, Number(value=value))) if abs(value) < 100:
            yield from _powers(base, exponent * value)
        case Apply(operator="sqrt", arguments=(Number(value=value),)) if is_square(value):
            yield Number(Fraction(isqrt(value.numerator), isqrt(value.denominator))), exponent
        case Apply(operator="sqrt", arguments=(inner,)):
            yield from _powers(inner, exponent / 2)
        case _:
            yield term, exponent


def is_square(value: Fraction) -> bool:
    """Whether the root of a number is a fraction.

    >>> is_square(Fraction(9, 4))
    True
    """
    return value >= 0 and all(isqrt(n) ** 2 == n for n in (value.numerator, value.denominator))


def is_positive_by_form(term: Term) -> bool:
    """Whether a term is positive whatever its letters are, as its form shows: exponentials, and what they make with numbers."""
    parts = tuple(leaves(term, INCREASING))
    shown = (part.body if isinstance(part, Bind) and part.operator == "sum" else part for part in parts)
    symbols = any(not isinstance(part, Number) for part in parts)
    return symbols and all(
        part.value > 0 if isinstance(part, Number) else isinstance(part, Apply) and _is_positive(part)
        for part in shown
    )


def _is_positive(part: Apply) -> bool:
    return part.operator in POSITIVE or (part.operator in INCREASING and is_positive_by_form(part))
