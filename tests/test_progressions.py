"""Dots: the general term is inferred where enough is written, and nowhere else."""

from __future__ import annotations

import pytest

from mathpost.latex.parser import parse
from mathpost.maths.elaboration.conventions import Conventions, FunctionLetters
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import Term, free_variables
from mathpost.text.source import Span
from mathpost.verify.methods.normal_form import exact, prove_equal


def read(latex: str) -> Term:
    nodes = parse(latex, [Span(0, len(latex))]).tree.body
    return elaborate(nodes, Conventions(functions=FunctionLetters(frozenset("f")))).term


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"x_1 + x_2 + \dots + x_n", r"\sum_{i=1}^{n} x_i"),
        (r"x_1 + \cdots + x_n", r"\sum_{i=1}^{n} x_i"),
        (r"x_0 + x_1 + \cdots + x_{n-1} + x_n", r"\sum_{i=0}^{n} x_i"),
        (r"a + x_1 + x_2 + \dots + x_n + b", r"a + b + \sum_{i=1}^{n} x_i"),
        (r"1 + 3 + 5 + \cdots + (2n - 1)", r"\sum_{i=1}^{n} (2i - 1)"),
        (r"1 - q + q^2 - \cdots + q^{2n}", r"\sum_{i=0}^{2n} (-1)^i q^i"),
        (r"b_n + a b_{n-1} + a^2 b_{n-2} + \dots + a^n b_0", r"\sum_{i=0}^{n} a^i b_{n-i}"),
        (r"f(x_1) + f(x_2) + \dots + f(x_n)", r"\sum_{i=1}^{n} f(x_i)"),
        (r"a_1 a_2 \cdots a_n", r"\prod_{i=1}^{n} a_i"),
        (r"a_{11} + a_{22} + \cdots + a_{nn}", r"\sum_{i=1}^{n} a_{ii}"),
        (r"1 + v + \cdots + v^{n-1}", r"\sum_{i=0}^{n-1} v^i"),
        (r"a_1 y_{t-1} + \cdots + a_n y_{t-n}", r"\sum_{i=1}^{n} a_i y_{t-i}"),
        (r"a_1 b_1 a_2 b_2 \cdots a_n b_n", r"\prod_{i=1}^{n} a_i b_i"),
        (r"x_1^2 - 2x_1 + \dots + x_n^2 - 2x_n", r"\sum_{i=1}^{n} (x_i^2 - 2x_i)"),
        (r"1 + x + x^2 \dots", r"\sum_{i=0}^{\infty} x^i"),
        (r"a_1 \cdot a_2 \cdot \ldots \cdot a_n", r"\prod_{i=1}^{n} a_i"),
    ],
)
def test_dots_stand_for_a_range(latex: str, meant: str) -> None:
    assert prove_equal(read(latex), read(meant), positive=lambda _: False) is not None


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"1 + 2 + 4 + \cdots + 64", 127),
        (r"1 + 4 + 9 + \cdots + 25", 55),
        (r"2 \cdot 4 \cdot 6 \cdots 10", 3840),
    ],
)
def test_dots_between_numbers(latex: str, value: int) -> None:
    assert exact(read(latex)) == value


@pytest.mark.parametrize(
    "latex",
    [
        r"x + \frac{x^2}{2} + \cdots",  # 3 or 6 or 4 comes next
        r"a + b + \cdots + z",
        r"1 + 2 + 4 + 7 + \cdots",
        r"x_1 + x_2 + \cdots + y_n",
        r"1 + 2 + 3 + \cdots + q^n",
        r"x_1 + x_3 + \cdots + x_2",
    ],
)
def test_what_leaves_it_open_is_unread(latex: str) -> None:
    with pytest.raises(UnreadError, match="…"):
        read(latex)


def test_the_place_is_bound() -> None:
    assert free_variables(read(r"x_1 + x_2 + \dots + x_n")) == {"x", "n"}
