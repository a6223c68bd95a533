"""Whether expressions of SymPy have the same value at points where both can be computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mathpost.verify.proving.symbolic.translation import Expression

POINTS = 3
DIGITS = 15
CLOSE = 1e-6  # a relative difference below it is agreement: limits are computed beside their point


def agree(left: Expression, right: Expression) -> bool:
    """Whether the sides as written have the same value at one point at least, and different ones nowhere."""
    symbols = left.free_symbols | right.free_symbols
    wanted = 1 if all(symbol.is_positive for symbol in symbols) else 2  # signs: a second point has others
    agreed = 0
    for number in range(POINTS):
        gap = _gap(left, right, number)
        if gap is not None and gap > CLOSE:
            return False
        agreed += gap is not None
        if agreed == wanted:
            return True
    return agreed > 0


def _gap(left: Expression, right: Expression, number: int) -> float | None:
    """The relative difference of the sides at the point with this number, None where one has no value."""
    import sympy

    point = _point(sympy, (left, right), number)
    a, b = (_value(side, point) for side in (left, right))
    if a is None or b is None:
        return None
    return float(abs(a - b) / (1 + abs(a) + abs(b)))


def _point(sympy: Any, sides: Sequence[Expression], number: int) -> dict[Expression, Expression]:
    wide = number > 0 and not any(side.has(sympy.oo) for side in sides)
    symbols = sorted(set[Any]().union(*(side.free_symbols for side in sides)), key=str)
    return {symbol: _coordinate(sympy, symbol, k, wide, number) for k, symbol in enumerate(symbols)}


def _value(side: Expression, point: dict[Expression, Expression]) -> Expression | None:
    """`side` at a point, or None where it has no number there."""
    import sympy

    try:
        here = side.replace(_is_unknown, _smooth).subs(point)
        value = sympy.N(here.replace(sympy.Limit, _near), DIGITS)
    except (ValueError, TypeError, ArithmeticError, NotImplementedError, AttributeError):
        return None
    return value if value.is_number and value.is_finite and not value.has(sympy.Integral, sympy.Sum) else None


def _is_unknown(part: Expression) -> bool:
    from sympy.core.function import AppliedUndef

    return isinstance(part, AppliedUndef)


def _smooth(part: Expression) -> Expression:
    """A function that stands for an unknown one: its name decides which."""
    import sympy

    seed = sympy.Rational(sum(map(ord, part.func.__name__)) % 17, 5)
    at = sum((k + 2) * argument for k, argument in enumerate(part.args))
    return sympy.sin(at + seed) + sympy.Rational(3, 2)


def _coordinate(sympy: Any, symbol: Expression, place: int, wide: bool, number: int) -> Expression:
    """Short rationals apart from each other, between 0 and 1 where not `wide`; then some of them negative."""
    if symbol.is_integer:
        return sympy.Integer(2 + (place + number) % 4)
    size = sympy.Rational(7 + 11 * place + 5 * number, 16 if wide else 20 + 11 * place + 5 * number)
    return -size if wide and number == 1 and not symbol.is_positive else size


def _near(body: Expression, variable: Expression, point: Expression, _: Expression) -> Expression:
    """A limit as the value close to its point; agreement to six digits needs a limit that is reached fast."""
    import sympy

    step = sympy.Float("1e-9", 60)
    if point.is_infinite:
        return body.subs(variable, 1 / step if point == sympy.oo else -1 / step)
    return body.subs(variable, point + step)
