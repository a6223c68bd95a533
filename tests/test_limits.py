"""Limits by extrapolation: what converges is found within its ball, what does not has no limit."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mathpost.maths import values
from mathpost.maths.analysis import limits
from mathpost.maths.values import DivergenceError, Scalar, UndefinedError


def close(found: Scalar, wanted: Scalar) -> bool:
    return bool(values.gap(found, wanted).contains(0)) and values.radius(found) < 1e-6


def quotient_of_sine(x: Scalar) -> Scalar:
    return values.divide(values.sin(x), x)


def test_a_removable_gap_is_closed() -> None:
    assert close(limits.limit(quotient_of_sine, 0), 1)


def test_broken_powers_of_the_distance_are_extrapolated_too() -> None:
    found = limits.limit(lambda x: values.add(values.sqrt(x), 2), 0, 1)
    assert close(found, 2)


def test_a_sequence_towards_infinity() -> None:
    def power(n: Scalar) -> Scalar:
        return values.power(values.add(1, values.divide(1, n)), n)

    assert close(limits.limit(power, None), values.exp(1))


def test_a_pole_has_no_limit_although_extrapolation_would_give_one() -> None:
    with pytest.raises(DivergenceError):
        limits.limit(lambda x: values.add(values.divide(1, x), 3), 0, 1)


def test_the_sides_have_to_agree() -> None:
    with pytest.raises(DivergenceError):
        limits.limit(lambda x: values.divide(x, values.absolute(x)), 0)
    assert close(limits.limit(lambda x: values.divide(x, values.absolute(x)), 0, -1), -1)


def test_what_depends_on_parity_has_no_limit() -> None:
    with pytest.raises(DivergenceError):
        limits.limit(lambda n: values.rational(Fraction((-1) ** int(n))), None)


def test_a_side_without_values_is_left_out() -> None:
    def entropy(p: Scalar) -> Scalar:
        return values.multiply(values.sqrt(p), values.exp(p))

    assert close(limits.limit(entropy, 0), 0)
    with pytest.raises(UndefinedError):
        limits.limit(entropy, -1)
