"""What the working precision hides: a small addend beside a large one, a value beside the limit that it never
reaches.

Both sides of ``\\sqrt[n]{2} = 1`` are one ball for a large n, and so are those of ``n! = n! + 1`` and of ``\\tanh 1000 = 1``.
Such balls overlap whether the claim is true or not.
"""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.maths import values
from mathpost.maths.operators import registry
from mathpost.maths.terms.term import INFINITY, Apply, Bind, Term
from mathpost.maths.values import Array, Scalar, Value
from mathpost.verify.models.compilation import compiled
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Model

BITS_LOST = 2.5
"""Bits that one bit of difference in size takes: the square of what is small is distinguished from zero beside one."""

BITS_OF_INTEGER = 1.25
"""The same for one digit of an exact integer: a logarithm or a root is distinguished from that of the next integer."""

HOMOGENEOUS = frozenset(
    "multiply divide negate abs sqrt root log log_base maximum minimum sign conjugate real_part imaginary_part".split()
)
"""Operators that lose nothing of what is very small or very large."""

SATURATING = frozenset(
    "tanh coth erf erfc sigmoid zeta hurwitz_zeta lower_ratio upper_ratio beta_ratio gudermannian".split()
)
"""Operators that come close to an integer, and nowhere reach it."""


class _LostError(ArithmeticError):
    """Something is invisible at this precision."""


def absorbs(term: Term, model: Model, remembered: dict[object, Value]) -> bool:
    """Whether the value of `term` in `model` hides something from the working precision; parts of it are `remembered`."""
    try:
        _seen(term, Evaluation(model, fuel=Fuel(FUEL), memory=remembered))
    except _LostError:
        return True
    except (ArithmeticError, RecursionError, MemoryError, ValueError, TypeError):
        return False  # what has no value here hides nothing
    return False


FUEL = 20_000  # terms that are looked at in one model


def _seen(term: Term, scope: Evaluation) -> Value:
    """The value of `term`.

    Raises:
        _LostError: some of it is not to be seen.
    """
    match term:
        case Bind(operator="sum" | "integral", variable=variable, bounds=(low, high), body=body):
            value = compiled(term)(scope)
            for bound in (low, high):
                if INFINITY not in (bound, Apply("negate", (bound,))):
                    inner = scope.bind(variable.name, compiled(bound)(scope))
                    _compare([value, compiled(body)(inner)])
            return value
        case Apply(operator=name, arguments=arguments) if (
            arguments and (operator := registry().get(name)) and operator.value and not operator.lazy
        ):
            given = [_seen(argument, scope) for argument in arguments]
            value = operator.value(*given)
            if not values.is_exact(value):
                _look(name, given, value)
            return value
    return compiled(term)(scope)


def _look(name: str, given: Sequence[Value], value: Value) -> None:
    numbers = [values.part(number) for number in given if not isinstance(number, Array)]
    if any(map(_hides_in_its_ball, numbers)):
        raise _LostError
    if name == "add":
        _compare(given)
    elif name == "power":
        _leave([number for number in numbers[1:] if not _is_large(number)])
    elif name in SATURATING and not isinstance(value, Array):
        _leave([values.gap(value, limit) for limit in (1, -1, 2)], certain=False)
    elif name not in HOMOGENEOUS and len(numbers) == len(given):
        _leave(numbers)


def _compare(addends: Sequence[Value]) -> None:
    """Raises where one of `addends` is lost beside another."""
    sizes = [values.magnitude(values.part(a)) for a in addends if not isinstance(a, Array)]
    known = [size for size in sizes if size is not None]
    if known and (max(known) - min(known)) * BITS_LOST > values.bits():
        raise _LostError


def _leave(numbers: Sequence[Scalar], *, certain: bool = True) -> None:
    """Raises where a number is far from one; what may be zero is so if that is not `certain`."""
    for number in numbers:
        size = values.magnitude(number)
        if size is None and not certain:
            raise _LostError
        if size is not None and abs(size) * BITS_LOST > values.bits():
            raise _LostError


def _is_large(number: Scalar) -> bool:
    size = values.magnitude(number)
    return size is None or size > 0


def _hides_in_its_ball(number: Scalar) -> bool:
    """Whether the ball of an exact number can hardly be distinguished from that of an integer beside it."""
    if not values.is_exact(number) or number == 0:
        return False
    nearest = values.floor(values.add(number, values.ratio(1, 2)))
    if nearest == number:
        return values.odd_part(nearest).bit_length() * BITS_OF_INTEGER > values.bits()
    large, small = values.magnitude(nearest), values.magnitude(values.add(number, values.negate(nearest)))
    return large is not None and small is not None and (large - small) * BITS_LOST > values.bits()
