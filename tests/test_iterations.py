"""Recurrences: which equations are some, and what their families are."""

from __future__ import annotations

import pytest

from mathpost.latex.parser import parse
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.terms.term import Term
from mathpost.maths.transformations.iterations import Recurrence, recurrence
from mathpost.maths.values import binomial, factorial
from mathpost.text.source import Span


def term(latex: str) -> Term:
    return elaborate(parse(latex, [Span(0, len(latex))]).tree.body, Conventions()).term


def read(latex: str) -> Recurrence | None:
    left, right = latex.split(" = ")
    return recurrence(term(left), term(right), 0)


@pytest.mark.parametrize(
    ("latex", "family", "counter"),
    [
        (r"m_t = \beta m_{t-1} + (1-\beta) g_t", "m", "t"),
        (r"a_{n+1} = 2a_n + 1", "a", "n"),
        (r"F_{n+2} = F_{n+1} + F_n", "F", "n"),
        (r"\boldsymbol{x}_t = \boldsymbol{x}_{t-1} - \eta \boldsymbol{g}_t", r"\boldsymbol{x}", "t"),
        (r"\boldsymbol{x}_t = \boldsymbol{A}\boldsymbol{x}_{t-1}", r"\boldsymbol{x}", "t"),
    ],
)
def test_members_made_of_those_before_them(latex: str, family: str, counter: str) -> None:
    found = read(latex)
    assert found is not None
    assert (found.family, found.counter) == (family, counter)


@pytest.mark.parametrize(
    "latex",
    [
        r"m_t = (1-\beta) g_t",  # of another family
        r"x_t = x_{t+1} + 1",  # of later members
        r"x_t = x_0 + t",  # of the first one: a definition of all others
        r"x_{2t} = x_t + 1",  # of places that are no neighbours
    ],
)
def test_what_is_no_recurrence(latex: str) -> None:
    assert read(latex) is None


def test_a_recurrence_that_may_start_at_nought() -> None:
    found = read(r"m_t = \beta m_{t-1} + g_t")
    assert found is not None and found.last_start == 0
    assert set(found.from_zero().starts) == {0}


def test_large_binomial_coefficients_are_quotients_of_factorials() -> None:
    assert binomial(300, 400) == 0
    assert binomial(800, 300).overlaps(factorial(800) / (factorial(300) * factorial(500)))
    assert abs(binomial(1000, 299) * 701 / 300 / binomial(1000, 300) - 1) < 1e-9
