"""Words set as letters: what is one, and what becomes of it where claims are read."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.latex.parser import parse
from mathpost.latex.spelling import has_words, is_word, runs, set_upright, standing_alone
from mathpost.latex.wrapped import with_signs_unwrapped
from mathpost.maths.claims.statements import steps
from mathpost.maths.lexicon.spelling import as_meant
from mathpost.text.source import Span, decode
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.verdicts.judgement import judge


def verdicts(text: str) -> list[Verdict]:
    document = read(decode("post.md", text.encode()))
    return [v for v in judge(document, steps(document)) if v is not None]


@pytest.mark.parametrize("letters", ["encoder", "loss", "softmax", "limit"])
def test_four_letters_with_a_vowel_are_a_word(letters: str) -> None:
    assert is_word(letters)


@pytest.mark.parametrize("letters", ["ikn", "bhns", "xdxdy", "abc", "ijkl"])
def test_products_indices_and_differentials_are_none(letters: str) -> None:
    assert not is_word(letters)


def test_before_a_bracket_three_letters_are_a_word() -> None:
    assert is_word("pos", applied=True) and not is_word("pos")


def test_letters_are_side_by_side_where_no_space_stands_between() -> None:
    tree = parse("ab c_i d(x)", [Span(0, 11)]).tree
    found = [(run.letters, run.applied) for run in runs(tree.body)]
    assert found == [("ab", False), ("c", False), ("d", True), ("x", False)]


@pytest.mark.parametrize(
    ("latex", "has"),
    [("encoder(x)", True), (r"\mathrm{encoder}(x)", False), (r"e^{loss}", True), (r"\frac{rate}{2}", True)],
)
def test_words_are_found_inside_and_not_where_a_command_sets_them(latex: str, has: bool) -> None:
    assert has_words(parse(latex, [Span(0, len(latex))]).tree) is has


def test_different_letters_that_stand_alone_elsewhere_are_a_product() -> None:
    trees = [parse(latex, [Span(0, len(latex))]).tree for latex in ("a + b + c_d", "abcd", "loss(x)")]
    alone = standing_alone(trees)
    assert alone == set("abcdx")
    assert [set_upright(tree, alone) == tree for tree in trees] == [True, True, False]


def test_a_word_keeps_its_place_and_its_scripts() -> None:
    tree = set_upright(parse("2encoder_i", [Span(0, 10)]).tree, frozenset())
    assert tree.body[1].span == Span(1, 10)


@pytest.mark.parametrize(
    "claim", [r"encoder(2x) = 2wx + b", r"\frac{encoder(x) - b}{x} = w"]
)  # fmt: skip
def test_a_word_is_one_symbol_of_the_post(claim: str) -> None:
    found = verdicts(f"$$encoder(x) = wx + b$$\n\n因此 $${claim}$$\n")
    assert [type(v) for v in found] == [Proved]


def test_a_word_set_as_letters_refutes_nothing() -> None:
    (found,) = verdicts("$$(gain)^2 + 2(loss)^2 = 1 + gain$$\n")
    assert isinstance(found, Unchecked)


def test_a_function_that_lost_its_backslash_is_that_function() -> None:
    assert all(
        isinstance(v, Proved) for v in verdicts("$$exp(2x) = exp(x)^2$$\n\n$$sin(x)^2 + cos(x)^2 = 1$$\n")
    )


@pytest.mark.parametrize(
    "claim",
    [
        "sin^2 x + cos^2 x = 1",
        "log x y = log x + log y",
        r"log\frac{x}{y} = log x - log y",
        r"xlogx + ylogy = \log (x^x y^y)",
    ],
)
def test_a_function_that_lost_its_backslash_needs_no_brackets(claim: str) -> None:
    (found,) = verdicts(f"$${claim}$$\n")
    assert isinstance(found, Proved | Agrees)


@pytest.mark.parametrize("product", ["l o g = g o l", "a min = n i m a"])
def test_letters_apart_or_without_an_argument_are_a_product(product: str) -> None:
    (found,) = verdicts(f"$${product}$$\n")
    assert isinstance(found, Proved)


@pytest.mark.parametrize(
    ("claim", "other"),
    [
        (r"KL(p\Vert q)", r"\mathrm{KL}(p \| q)"),
        (r"2KL\big(p\,\big\Vert\, q\big)", r"2\mathrm{KL}(p \| q)"),
        (r"Var\left[X\right]", r"\mathrm{Var}[X]"),
        (r"aCov(X, Y)", r"a\mathrm{Cov}(X, Y)"),
    ],
)
def test_names_of_chance_are_names_in_any_letters(claim: str, other: str) -> None:
    assert all(isinstance(v, Proved | Agrees) for v in verdicts(f"$$1 + {claim} = {other} + 1$$\n"))


def test_two_letters_before_one_argument_are_a_product() -> None:
    document = as_meant(read(decode("post.md", b"$$KL(x) = LK(x)$$\n")))
    assert document.formulas[0].tree == read(decode("post.md", b"$$KL(x) = LK(x)$$\n")).formulas[0].tree


def test_an_e_before_square_brackets_is_an_average_where_the_post_speaks_of_averages() -> None:
    claim = "$$1 + E[X + Y] = E[X] + E[Y]$$\n"
    assert isinstance(verdicts("The expected value:\n\n" + claim)[0], Refuted)
    assert isinstance(verdicts(claim)[0], Unchecked)


def test_an_e_beside_a_variance_is_an_average() -> None:
    assert isinstance(verdicts("$$Var(X) = E[X^2] - E[X]$$\n")[0], Refuted)


def test_where_e_is_an_average_it_is_one_before_any_brackets() -> None:
    claim = r"$$E\left(\frac{aX + bY}{c}\right) = \frac{aE[X] + bE(Y)}{c}$$" + "\n"
    assert all(isinstance(v, Proved | Agrees) for v in verdicts("The expected value of $X$:\n\n" + claim))


def test_a_name_may_begin_in_blackboard_or_stand_in_it() -> None:
    (found,) = verdicts(r"$\mathbb{V}ar[x] = \mathbb{Var}[x - 1]$")
    assert isinstance(found, Agrees | Proved)


def test_a_letter_in_blackboard_before_other_letters_is_no_name() -> None:
    tree = parse(r"\mathbb{E}xpr(x)", [Span(0, 16)]).tree
    assert not has_words(tree, {"Exp": frozenset()})


BOLD = (
    r"Let $\boldsymbol{A}, \boldsymbol{B}, \boldsymbol{X}$ be square matrices, $\boldsymbol{a}, \boldsymbol{b}, \boldsymbol{x}$ column vectors."
    "\n\n"
)


@pytest.mark.parametrize(
    "claim",
    [
        r"\|\boldsymbol{Ax}\|^2 = \boldsymbol{x}^T \boldsymbol{A}^T \boldsymbol{Ax}",
        r"\text{tr}(\boldsymbol{AB}) = \text{tr}(\boldsymbol{BA})",
        r"\boldsymbol{AB}^T = (\boldsymbol{BA}^T)^T",
        r"\sum_i \boldsymbol{Ab}_i = \boldsymbol{A} \sum_i \boldsymbol{b}_i",
        r"\nabla_{\boldsymbol{x}} \|\boldsymbol{Ax} - \boldsymbol{b}\|^2 = 2\boldsymbol{A}^T(\boldsymbol{Ax} - \boldsymbol{b})",
        r"\frac{\partial}{\partial \boldsymbol{X}} \boldsymbol{a}^T \boldsymbol{Xb} = \boldsymbol{ab}^T",
    ],
)
def test_letters_in_one_bold_are_a_product_of_arrays(claim: str) -> None:
    assert isinstance(verdicts(f"{BOLD}$${claim}$$\n")[-1], Proved | Agrees)


def test_a_slip_beside_letters_in_one_bold_is_found() -> None:
    claim = r"\|\boldsymbol{Ax}\|^2 = \boldsymbol{x}^T\boldsymbol{A}\boldsymbol{Ax}"
    (*_, found) = verdicts(f"{BOLD}$${claim}$$\n")
    assert isinstance(found, Refuted)
    assert found.suggestion == r"\boldsymbol{x}^T\boldsymbol{A}^{\top}\boldsymbol{Ax}"


@pytest.mark.parametrize(
    "claim",
    [
        r"\boldsymbol{AB}(\boldsymbol{x}) = \boldsymbol{BA}(\boldsymbol{x})",  # perhaps the name of a function
        r"\boldsymbol{CD} = \boldsymbol{DC}",  # no letters that the post has
    ],
)
def test_letters_in_one_bold_may_be_a_name(claim: str) -> None:
    assert isinstance(verdicts(f"{BOLD}$${claim}$$\n")[-1], Unchecked)


@pytest.mark.parametrize(
    "claim",
    [
        "log\u2061(ab) = log\u2061 a + log\u2061 b",
        r"\frak{L} (a + b) = \frak{L} a + \frak{L} b",
        r"f’ + k` = k` + f'",
        "∆ + a – b = ∆ - b + a",
    ],
)
def test_signs_of_word_processors_are_what_they_look_like(claim: str) -> None:
    (found,) = verdicts(f"$${claim}$$\n")
    assert isinstance(found, Proved | Agrees)


def test_a_stroke_is_a_transpose_where_primes_are() -> None:
    (found,) = verdicts("In a regression, $$(X’X)^{-1}X’(X\\beta) = \\beta$$\n")
    assert isinstance(found, Proved | Agrees)


def test_an_average_may_stand_in_braces() -> None:
    (found,) = verdicts("The expectation of random variables is $$E\\{X + Y\\} = E\\{Y\\} + E\\{X\\}$$\n")
    assert isinstance(found, Proved | Agrees)


def test_an_extreme_may_have_its_word_with_a_space() -> None:
    tree = parse(r"\operatorname*{arg\; max}_{x} f", [Span(0, 34)]).tree
    assert r"\max" in str(with_signs_unwrapped(tree))
