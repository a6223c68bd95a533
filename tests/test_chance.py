"""Random variables, their lists and samples: what is read, what is put in, what would have to be assumed."""

from __future__ import annotations

import pytest

from mathpost.latex.parser import parse
from mathpost.maths.elaborate import Conventions, elaborate
from mathpost.maths.naming import named
from mathpost.maths.notation import UnreadError
from mathpost.maths.proportions import proportional, up_to_constant
from mathpost.maths.randomness import randomness
from mathpost.maths.samples import in_the_mean
from mathpost.maths.sequences import listed
from mathpost.maths.term import Apply, Term, canonical
from mathpost.text.source import Span
from mathpost.verify.assumptions import assumption, one_law
from mathpost.verify.evaluate import Fuel
from mathpost.verify.models import Plan

LAWS = Conventions(laws=frozenset(["p", "q"]))


def term(latex: str) -> Term:
    tree = parse(latex, [Span(0, len(latex))]).tree
    return elaborate(tree.body, LAWS).term


def sides(left: str, right: str) -> tuple[Term, Term]:
    return term(left), term(right)


def same(found: Term, latex: str) -> bool:
    return canonical(found) == canonical(term(latex))


# --- lists ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("latex", "members"),
    [
        (r"p(y_1,\dots,y_n)", "members(y,1,n)"),
        (r"p(y_1,y_2,\ldots,y_n|x)", "members(y,1,n)"),
        (r"p(z,y_{i+1},\cdots,y_l)", "z,members(y,add(i,1),l)"),
    ],
)
def test_dots_join_members(latex: str, members: str) -> None:
    assert f"heads({members})" in canonical(term(latex))


def test_dots_between_different_families_are_not_read() -> None:
    with pytest.raises(UnreadError, match="…"):
        term(r"p(x_1,\dots,y_n)")


def test_a_slice_lists_members_beside_single_ones() -> None:
    left, _ = listed(sides("p(x_t|x_{<t})", "p(x_t)"))
    assert "given(members(x,1,add(t,-1)))" in canonical(left)


def test_a_slice_with_a_value_of_its_own_stays_a_symbol() -> None:
    both = sides("p(x_t|x_{<t})", "f(x_{<t})")
    assert listed(both) == both


# --- what averages run over -------------------------------------------------------------------------------------------


def test_an_average_runs_over_what_the_post_declares() -> None:
    left, _ = named(
        sides(r"\mathbb{E}[a\varepsilon]", r"a\mathbb{E}[\varepsilon]"), frozenset([r"\varepsilon"])
    )
    assert canonical(left) == r"expectation(multiply(a,\varepsilon),\varepsilon)"


def test_what_stands_outside_of_averages_is_not_averaged() -> None:
    both = sides(r"\mathbb{E}[x]", "x")
    assert named(both, frozenset(["x"])) == both


def test_events_name_the_variable_whose_outcome_a_symbol_is() -> None:
    found = randomness(sides("P(X = x, Y = y)", "P(X = x | Y = y) P(Y = y)"))
    assert (found.of("x"), found.of("y")) == ("X", "Y")


# --- samples and proportions ---------------------------------------------------------------------------------------------


def test_a_mean_over_samples_is_put_for_the_average() -> None:
    found = in_the_mean(*sides(r"\mathbb{E}_{x \sim p}[f(x)]", r"\frac{1}{N}\sum_{i=1}^N f(x_i)"))
    assert found is not None
    assert same(found[1], r"\mathbb{E}_{x \sim p}[f(x)]")


def test_a_sum_that_is_no_mean_stays() -> None:
    assert in_the_mean(*sides(r"\mathbb{E}_{x \sim p}[f(x)]", r"\sum_{i=1}^N f(x_i)")) is None


def test_a_proportion_compares_two_points_of_what_varies() -> None:
    found = proportional(*sides("p(z|x)", "p(x|z)p(z)"))
    assert found is not None
    assert "z′" in canonical(found[0])
    assert proportional(*sides("p(z|x)", "f(x)")) is None


def test_no_density_is_proportional_to_a_negative_one() -> None:
    found = proportional(*sides("p(z|x)", "-p(x|z)p(z)"))
    assert found is not None
    assert "abs(" in canonical(found[0])
    assert "abs(" not in canonical(found[1])


def test_a_constant_that_is_added_falls_out_of_differences() -> None:
    assert up_to_constant(*sides(r"\log p(x)", "-x^2 + C")) is not None
    assert up_to_constant(*sides(r"\log p(x)", "-x^2 + b")) is None


# --- what would have to be assumed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "right", "words"),
    [
        (r"\mathbb{E}[XY]", r"\mathbb{E}[X]\mathbb{E}[Y]", "the variables are independent"),
        (r"\mathbb{E}[X_1]", r"\mathbb{E}[X_2]", "the variables are identically distributed"),
        (r"\mathbb{E}[X^2]", r"2\mathbb{E}[X^2]", None),
    ],
)
def test_the_weakest_assumption_that_would_help(left: str, right: str, words: str | None) -> None:
    both = sides(left, right)
    found = assumption(*both, "=", Plan({}, (), (), "seed", random=randomness(both)), frozenset(), Fuel())
    assert (found and found.words) == words


def test_one_letter_has_one_law_with_and_without_parameters() -> None:
    found = one_law(*sides(r"q_\theta(z|x)", "q(z)"))
    assert found is not None
    assert not any(isinstance(t, Apply) and t.operator == "law q" and t.arguments for t in found)
    assert one_law(*sides("q(z|x)", "q(z)")) is None
