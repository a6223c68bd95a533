"""What is in force at a formula: definitions, values, domains, and how the post writes."""

from __future__ import annotations

from fractions import Fraction
from textwrap import dedent

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts.domains import Bounds
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context, context
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.transformations.unfolding import unfold
from mathpost.text.source import Source
from mathpost.writers.sketch import meaning


def around(post: str) -> tuple[Context, tuple[Step, ...]]:
    document = read(Source("post.md", dedent(post) + "\n"))
    found = steps(document)
    return context(document, found), found


def meant(post: str, *, values: bool = False) -> str:
    """The left side of the last step with what the post has defined before it put in."""
    known, found = around(post)
    last = found[-1]
    facts = known.in_force(last.span.start, frozenset([len(found) - 1]), values=values)
    return meaning(unfold(elaborate(last.left.nodes, known.conventions).term, facts)[0])


def bounds(post: str, name: str) -> list[Bounds]:
    return list(around(post)[0].known.about(name, kinds.BOUNDS))


# --- definitions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "stated",
    ["令 $y = x + 1$，", "$$y = x + 1$$\n\n", "Let $y := x + 1$. ", r"$$\begin{align} z &= 1 \\ y &= x + 1 \end{align}$$" "\n\n"],
)  # fmt: skip
def test_a_definition_holds_wherever_it_was_written(stated: str) -> None:
    assert meant(stated + "we have $y + 2 = c$.") == "add(add(x, 1), 2)"


@pytest.mark.parametrize(
    ("definition", "used", "expected"),
    [
        ("z_i = 2 x_i", "z_k + 1", "add(multiply(2, index(x, k)), 1)"),
        ("z_i = 2 x_i", "z_{k+1} + 1", "add(multiply(2, index(x, add(k, 1))), 1)"),
        ("z_{ij} = x_i y_j", "z_{ab} + 1", "add(multiply(index(x, a), index(y, b)), 1)"),
        ("z_1 = 3 x", "z_1 + z_2", "add(multiply(3, x), index(z, 2))"),
        ("f(x) = x^2", "f(a+1) + 1", "add(power(add(a, 1), 2), 1)"),
        ("f(x) = x^2", "f(f(a)) + 1", "add(power(power(a, 2), 2), 1)"),
        ("g(x, y) = x - y", "g(y, x) + 1", "add(add(y, negate(x)), 1)"),
        ("f(0) = a^2", "f(0) + f(1)", "add(power(a, 2), call(f, 1))"),
        (r"s_i = \sum_j x_{ij}", "s_j + 1", "add(sum(j⁎=: index(x, j, j⁎)), 1)"),
    ],
)
def test_families_and_functions_are_put_in_by_unification(definition: str, used: str, expected: str) -> None:
    assert meant(f"${definition}$. Hence ${used} = c$.") == expected


def test_a_function_of_an_array_speaks_of_the_entries_of_its_argument() -> None:
    stated = r"设 $\boldsymbol{x}$、$\boldsymbol{y}$ 为向量，$g(\boldsymbol{x}) = \sum_{i=1}^n x_i$。 Hence $%s = c$."
    assert meant(stated % r"g(\boldsymbol{x})") == "sum(i=1..n: index(x, i))"
    assert meant(stated % r"g(\boldsymbol{y})") == "sum(i=1..n: index(y, i))"
    assert meant(stated % r"g(A\boldsymbol{x})").startswith("call(g, ")


def test_definitions_may_rest_on_earlier_ones() -> None:
    assert meant("$y = 2x$, $z = y + a$. Hence $z - 1 = c$.") == "add(add(multiply(2, x), a), -1)"


def test_a_new_definition_hides_the_old_one_from_its_place_on() -> None:
    assert meant("令 $y = a$。令 $y = b$。因此 $y + 1 = c$。") == "add(b, 1)"
    assert meant("令 $y = a$。因此 $y + 1 = c$。") == "add(a, 1)"


def test_a_definition_does_not_hold_before_it_is_given() -> None:
    post = "Hence $y + 1 = c$. Let $y = 2x$."
    known, found = around(post)
    assert not known.in_force(found[0].span.start, frozenset(), values=True)


def test_a_bound_letter_is_not_the_symbol_that_was_defined() -> None:
    assert meant(r"$k = a + b$. Hence $\sum_{k=1}^{n} k + k = c$.") == "add(sum(k=1..n: k), add(a, b))"


def test_a_symbol_that_is_differentiated_by_stays_a_symbol() -> None:
    post = r"$x = a + b$. Hence $\frac{d}{dx} (x^2) + 0 = c$."
    assert meant(post).startswith("add(derivative(power(x, 2), x)")


@pytest.mark.parametrize(
    "stated",
    [
        "$y = y + 1$",  # an update, or an equation
        r"$F(\lambda) = 0$",  # an equation to solve
        "$i = j$",  # names a case
        "$t = 1$",
        "$f(x + 1) = x$",  # no pattern of plain names
        "$a + y = 2$",
        r"$y = x \cup z$",  # cannot be read
        "$x = y = z$ and $w + y = 3$",
    ],
)
def test_what_defines_nothing_is_not_put_in(stated: str) -> None:
    known, _ = around(stated)
    assert not [f for f in known.facts if f.head in "yFijtf"]


# --- values -------------------------------------------------------------------------------------------------


def test_a_value_holds_where_values_are_asked_for() -> None:
    post = "Take $d = 512$. Hence $d + 1 = c$."
    assert meant(post) == "add(d, 1)"
    assert meant(post, values=True) == "add(512, 1)"


def test_a_value_is_forgotten_under_another_heading() -> None:
    far = "## One\n\nTake $d = 512$.\n\n## Two\n\nHence $d + 1 = c$."
    assert meant(far, values=True) == "add(d, 1)"


# --- domains ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "low", "high", "integer"),
    [
        (r"$x > 0$", 0, None, False),
        (r"$x \le 3$", None, 3, False),
        (r"$-1 < x < 1$", -1, 1, False),
        (r"$x \in (0, 1)$", 0, 1, False),
        (r"$x \in [-1, \infty)$", -1, None, False),
        (r"$x \in \mathbb{R}$", None, None, False),
        (r"$x \in \mathbb{R}_{>0}$", 0, None, False),
        (r"$x \in \mathbb{Z}$", None, None, True),
        (r"$x \in \mathbb{N}$", 0, None, True),
        (r"$x \in \{1, 2, \ldots, n\}$", 0, None, True),
        (r"$x, y > 0$", 0, None, False),
        (r"$x_i > 0$", 0, None, False),
        ("positive $x$", 0, None, False),
        ("a positive integer $x$", 0, None, True),
        ("positive $y$ and $x$", 0, None, False),
        ("$x$ and $y$ are positive", 0, None, False),
        ("正整数 $x$", 0, None, True),
        ("$x$、$y$ 均为正数", 0, None, False),
        ("$x$ 为正，", 0, None, False),
        ("$x$ is strictly positive", 0, None, False),
    ],
)
def test_domains_from_symbols_and_from_words(
    said: str, low: int | None, high: int | None, integer: bool
) -> None:
    found = bounds(f"We have {said}.", "x")
    lows = [b.low for b in found if b.low is not None]
    highs = [b.high for b in found if b.high is not None]
    assert found and all(b.read for b in found)
    assert lows == ([] if low is None else [Fraction(low)])
    assert highs == ([] if high is None else [Fraction(high)])
    assert any(b.integer for b in found) == integer


def test_a_complex_number_is_no_real_one() -> None:
    assert [b.complex for b in bounds(r"$z \in \mathbb{C}$", "z")] == [True]


def test_a_domain_that_cannot_be_read_says_so() -> None:
    assert [b.read for b in bounds(r"$x \in S$", "x")] == [False]


@pytest.mark.parametrize(
    "post",
    [
        "a positive answer: $x$",
        "$x$ is a positively strange symbol",
        "It is positive. $x$",
        "a non-positive $x$",
        "a true positive $x$",
        "$x$ is not positive",
        "修正 $x$",
        "$x$ 是正态分布的",
        "$x$ 为正交矩阵",
        "$x + 1 > 0$",
    ],
)
def test_words_about_something_else_bound_nothing(post: str) -> None:
    assert not bounds(post, "x")


# --- how a post writes --------------------------------------------------------------------------------------


def test_what_a_post_defines_with_arguments_is_a_function() -> None:
    known, _ = around("令 $a(x) = x^2$，则 $a(b+c) = d$。")
    assert known.conventions.functions.known == {"a"}


def test_i_is_imaginary_where_it_stands_in_exponents_and_is_no_index() -> None:
    assert around(r"$f(x) = e^{ix}$")[0].conventions.constants.imaginary
    assert not around(r"$f(x) = e^{ix} + x_i$")[0].conventions.constants.imaginary
    assert not around("$f(x) = i x$")[0].conventions.constants.imaginary


def test_a_letter_is_the_same_with_scripts_and_bold() -> None:
    assert [bare(n) for n in (r"\boldsymbol{x}", "x'", "x_{max}", r"\alpha'")] == ["x", "x", "x", r"\alpha"]


def test_definitions_that_go_in_circles_define_nothing() -> None:
    assert meant("令 $y = z + 1$。令 $z = y + a$。因此 $z + k = c$。") == "add(z, k)"


def test_the_context_of_a_post_is_found_once() -> None:
    known, found = around("设 $x = 2$，则 $x^2 = 4$。")
    document = known.words.document
    once = context(document, found)
    assert context(document, found) is once
    assert context(document, [*found]) is not once
