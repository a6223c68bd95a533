"""Columns of which a mean and a covariance are known: the factor of the covariance, and which averages need more."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mathpost.maths import values
from mathpost.maths.analysis.known_columns import factor, rests_on_more_than_moments
from mathpost.maths.terms.term import TWO, Apply, Bind, Term, Variable
from mathpost.maths.values import Array, UndefinedError

COLUMN = Variable(r"\boldsymbol{x}")


def matrix(*rows: tuple[int, ...]) -> Array:
    return Array((len(rows), len(rows)), tuple(values.rational(Fraction(e)) for row in rows for e in row))


def mean(body: Term) -> Bind:
    return Bind(
        "column_mean", COLUMN, (Variable(r"\boldsymbol{\mu}"), Variable(r"\boldsymbol{\Sigma}")), body
    )


def test_the_factor_times_its_transpose_is_the_matrix() -> None:
    lower = factor(matrix((4, 2), (2, 10)))
    assert [[int(e) for e in row] for row in lower.rows()] == [[2, 0], [1, 3]]


def test_no_covariance_is_without_a_factor() -> None:
    with pytest.raises(UndefinedError):
        factor(matrix((1, 2), (2, 1)))


def test_a_square_is_known_by_two_moments_and_a_function_is_not() -> None:
    square = Apply("power", (Apply("norm", (COLUMN,)), TWO))
    assert not rests_on_more_than_moments(mean(square))
    assert rests_on_more_than_moments(mean(Apply("power", (square, TWO))))
    assert rests_on_more_than_moments(mean(Apply("call", (Variable("f"), COLUMN))))
