"""Random variables, their lists and samples: what is read, what is put in, what would have to be assumed."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.latex.parser import parse
from mathpost.maths.chance.linearity import linear
from mathpost.maths.chance.sample_means import in_the_mean
from mathpost.maths.chance.stated_moments import populations
from mathpost.maths.chance.unnamed_averages import named
from mathpost.maths.claims.statements import steps
from mathpost.maths.distributions import registry
from mathpost.maths.elaboration.chance.events import shared_out
from mathpost.maths.elaboration.conventions import Chance, Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.elaboration.lists.sequences import listed
from mathpost.maths.facts import densities
from mathpost.maths.facts.facts import Equation
from mathpost.maths.lexicon.sentences import Sentences
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import Apply, Term, canonical
from mathpost.maths.transformations.proportions import proportional, up_to_constant
from mathpost.maths.typing.randomness import randomness
from mathpost.text.source import Span, decode
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.models.evaluation import Fuel
from mathpost.verify.models.model import Plan
from mathpost.verify.verdicts.judgement import judge
from mathpost.verify.weighing.assumptions import assumption, one_law

LAWS = Conventions(chance=Chance(frozenset(["p", "q"])))


def term(latex: str) -> Term:
    tree = parse(latex, [Span(0, len(latex))]).tree
    return elaborate(tree.body, LAWS).term


def sides(left: str, right: str) -> tuple[Term, Term]:
    return term(left), term(right)


def same(found: Term, latex: str) -> bool:
    return canonical(found) == canonical(term(latex))


def verdicts(text: str) -> list[Verdict]:
    document = read(decode("post.md", text.encode()))
    return [v for v in judge(document, steps(document)) if v is not None]


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


@pytest.mark.parametrize(
    ("average", "mean"),
    [
        (r"\mathbb{E}_{x \sim p}[f(x)]", r"\frac{1}{N}\sum_{n=1}^N f(x_n)"),
        (r"\mathbb{E}_s[e^{\alpha s}]", r"\frac{1}{n}\sum_i e^{\alpha s_i}"),  # of all there are
        (r"\mathbb{E}_{x \sim p(x), y \sim p(x)}[xy]", r"\frac{1}{n}\sum_{k=1}^n x_k y_k"),
    ],
)
def test_the_samples_of_a_mean_are_those_of_the_average(average: str, mean: str) -> None:
    found = in_the_mean(*sides(average, mean))
    assert found is not None
    assert found[0] == found[1]


def test_a_function_is_no_variable_of_an_average() -> None:
    found = in_the_mean(*sides(r"\mathbb{E}[f(x)]", r"\frac{1}{N}\sum_{n=1}^N f(x_n)"))
    assert found is not None
    assert same(found[1], r"\mathbb{E}_x[f(x)]")


def test_samples_of_two_variables_are_not_those_of_one() -> None:
    assert in_the_mean(*sides(r"\mathbb{E}_{x \sim p}[x^2]", r"\frac{1}{n}\sum_{k=1}^n x_k y_k")) is None


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
    found = assumption(*both, "=", Plan({}, (), (), "seed").but(random=randomness(both)), frozenset(), Fuel())
    assert (found and found.words) == words


def test_one_letter_has_one_law_with_and_without_parameters() -> None:
    found = one_law(*sides(r"q_\theta(z|x)", "q(z)"))
    assert found is not None
    assert not any(isinstance(t, Apply) and t.operator == "law q" and t.arguments for t in found)
    assert one_law(*sides("q(z|x)", "q(z)")) is None


@pytest.mark.parametrize(
    "said",
    [
        r"Let $X_1, \dots, X_n$ be i.i.d. with mean $\mu$ and variance $\sigma^2$",
        r"设 $X_i$ 独立同分布，均值为$\mu$，方差为$\sigma^2$",
        r"样本 $X_1, X_2, \dots, X_n$ 独立同分布，期望是 $\mu$、标准差是 $\sigma$",
    ],
)
def test_words_give_moments_to_variables(said: str) -> None:
    claim = r"$$\operatorname{Var}\left(\frac{1}{n}\sum_{i=1}^n X_i\right) = \frac{\sigma^2}{n}$$"
    (found,) = verdicts(f"{said}.\n\n{claim}\n")
    assert isinstance(found, Proved)


def test_words_for_the_moments_of_nobody_give_none() -> None:
    assert populations_of("计算均值 $\\mu$ 和方差 $\\sigma^2$。") == ()


def populations_of(text: str) -> tuple[Equation, ...]:
    document = read(decode("post.md", text.encode()))
    return populations(document, Sentences(document), Conventions())


def test_the_variance_of_a_sum_is_of_pairs() -> None:
    spread = linear(term(r"\operatorname{Var}\left(\frac{1}{n}\sum_{i=1}^n X_i\right)"), frozenset("X"))
    assert "covariance(index(X,i),index(X,i⁎))" in canonical(spread)
    whole = term(r"\operatorname{Var}\left(a\sum_{i=1}^n X_i\right)")
    assert linear(whole, frozenset("X")) == whole  # "a" may be random


def test_the_average_of_a_square_of_a_sum_is_of_pairs() -> None:
    of_numbers = linear(term(r"\mathbb{E}\left[\left(\sum_{i=1}^n X_i - c\right)^2\right]"), frozenset("X"))
    assert "sum[i⁎;1,n](expectation(multiply(index(X,i),index(X,i⁎))))" in canonical(of_numbers)
    of_columns = linear(
        term(r"\mathbb{E}[\|\sum_{i=1}^n \boldsymbol{x}_i\|^2]"), frozenset([r"\boldsymbol{x}"])
    )
    assert r"expectation(inner(index(\boldsymbol{x},i),index(\boldsymbol{x},i⁎)))" in canonical(of_columns)
    without = term(r"\mathbb{E}[(X - c)^2]")
    assert linear(without, frozenset("X")) == without  # one outcome needs no pairs


def test_a_mean_that_a_claim_arrives_at_is_not_nought() -> None:
    claim = r"$$\operatorname{Var}(X) = \mathbb{E}[X^2] - \mathbb{E}[X]$$"
    (found,) = verdicts(f"Noise has mean zero, $\\mathcal{{N}}(0, 1)$.\n\n{claim}\n")
    assert not isinstance(found, Agrees)


def test_a_square_shows_which_parameter_of_a_normal_law_it_is() -> None:
    normal = registry()["normal"]
    assert normal.shown_by((term(r"\mu"), term(r"\sigma^2"))) and not normal.shown_by(
        (term("0"), term(r"\sigma"))
    )


def test_a_symbol_with_a_law_is_no_letter_of_handbooks() -> None:
    claim = r"$\mathbb{E}[\log G] = \psi(\alpha) - \log\beta$"  # G is Catalan's constant in handbooks
    (found,) = verdicts(f"If $G \\sim \\mathrm{{Gamma}}(\\alpha, \\beta)$, then {claim}.\n")
    assert isinstance(found, Agrees)


# --- events ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "plain"),
    [
        (r"P(A \cup B)", r"P(A) + P(B) - P(A, B)"),
        (r"P(AB)", r"P(A, B)"),
        (r"P(A^c | C)", r"1 - P(A | C)"),
        (r"P(\bar A \cap B)", r"P(B) - P(A, B)"),
        (r"P(A | \neg B)", r"\frac{P(A) - P(A, B)}{1 - P(B)}"),
    ],
)
def test_events_made_of_others_are_said_by_those_that_happen_together(made: str, plain: str) -> None:
    (found,) = verdicts(f"$P(A|B) P(B) = P(B|A) P(A)$\n\n$${made} = {plain}$$\n")[-1:]
    assert isinstance(found, Proved | Agrees)


def test_events_that_share_out_all_outcomes_are_the_outcomes_of_one_variable() -> None:
    shared = shared_out(sides("p(y)", r"\sum_{i=1}^n p(y | m_i) p(m_i)"))
    assert shared is not None and same(shared[1], r"\sum_m p(y | m) p(m)")
    assert (
        shared_out(sides("p(y)", r"\sum_{i=1}^n p(y | m_i) p(m)")) is None
    )  # the letter has a meaning alone


def test_a_constant_is_no_event() -> None:
    (found,) = verdicts(r"$$P(\pi | s) = P(\pi) + 1$$")  # the letter of permutations, and of policies
    assert isinstance(found, Unchecked) and found.reason != "limit"


def test_outcomes_named_by_events_belong_to_the_variable_that_symbols_share() -> None:
    random = randomness(sides("P(X = 1) + P(X' = 2)", "P(X' = 3)"))
    assert [len(outcomes) for outcomes in random.pinned.values()] == [3]


@pytest.mark.parametrize(
    "letters", [r"p(x) = \mathcal{N}(x; \mu, \sigma^2)", r"p(x|y) = \mathrm{Gam}(x; a, b)"]
)
def test_a_density_with_a_name_is_a_law(letters: str) -> None:
    left, right = (parse(side, [Span(0, len(side))]).tree for side in letters.split("="))
    density = elaborate(left.body, LAWS).term
    assert isinstance(density, Apply) and densities.named(density, right.body, LAWS) is not None


def test_a_range_given_a_wider_one() -> None:
    said = r"Suppose $T \sim \mathrm{Exp}(\lambda)$, $s, t > 0$."
    true, false = (verdicts(f"{said} $$P(T > s + t | T > s) = P(T > {c})$$\n")[-1] for c in ("t", "2t"))
    assert isinstance(true, Proved | Agrees) and isinstance(false, Refuted)


@pytest.mark.parametrize(
    "claim",
    [
        r"P(A = 1 | H = 1) P(H = 1) + P(A = 0 | H = 1) P(H = 1) = P(H = 1)",
        r"P(D_1 = 1) = P(D_1 = 1, H = 0) + P(D_1 = 1, H = 1)",
        r"P(D_1 = 1, D_2 = 1) = P(D_1 = 1 | D_2 = 1) P(D_2 = 1)",
    ],
)
def test_what_is_nought_or_one_has_no_other_outcomes(claim: str) -> None:
    (found,) = verdicts(f"$${claim}$$\n")
    assert isinstance(found, Agrees)


# --- what posts of samples leave unsaid ----------------------------------------------------------------------------


SAMPLE = "Let $x_i$ be the data and $\\bar{x}$ the sample mean. "
POPULATION = "For an unbiased estimator from a sample $X_i$ with $\\mu$ and $\\sigma^2$: "


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (SAMPLE + r"$$\sum_{i=1}^n (x_i - \bar{x})^2 = \sum_{i=1}^n x_i^2 - n \bar{x}^2$$", Proved),
        (SAMPLE + r"$$\sum_{i=1}^n (x_i - \bar{x})^2 = \sum_{i=1}^n x_i^2 + n \bar{x}^2$$", Refuted),
        (r"样本 $x_i$ 的均值是 $\bar{x}$，有 $$\sum_{i=1}^n (x_i - \bar{x}) = 0$$", Proved),
        (SAMPLE + r"$$\sum_{i=1}^N (x_i - \bar{x})^2 = \sum_{i=1}^N x_i^2 - N \bar{x}^2$$", Proved),
        (SAMPLE + r"$$\bar{x} \sum_{i=1}^m x_i = \sum_{i=1}^k x_i \bar{x}$$", Unchecked),
        (POPULATION + r"$$\text{Var}(\bar X) = \frac{\sigma^2}{n}$$", Proved),
        (POPULATION + r"$$\text{Var}(\bar X_n) = \frac{\sigma^2}{n}$$", Proved),
        (POPULATION + r"$$\text{Var}(\bar X) = \frac{\sigma^2}{n^2}$$", Refuted),
    ],
)
def test_a_bar_over_the_letter_of_a_family_is_its_mean(text: str, kind: type[Verdict]) -> None:
    assert [type(v) for v in verdicts(text)] == [kind]


@pytest.mark.parametrize(
    "words",
    [
        "Let $x_i$ be complex numbers and $\\bar{x}$ the conjugate of their mean. ",
        "Let $x_i$ be the data of group $i$, $\\bar{x}_i$ and $\\bar{x}$ the sample means. ",
        "Let $x_{ij}$ be the data, $x_i$ a row, $\\bar{x}$ the sample mean. ",
    ],
)
def test_a_bar_that_may_be_another_one_is_no_mean(words: str) -> None:
    (found,) = verdicts(words + r"$$\sum_{i=1}^n (x_i - \bar{x})^2 = \sum_{i=1}^n x_i^2 - n \bar{x}^2$$")
    assert isinstance(found, Unchecked)
