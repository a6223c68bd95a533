"""Bounds that are inferred from bounds: tested where the premise holds, and how large a symbol is that nobody defined."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.verdicts.judgement import judge


def verdict(post: str) -> Verdict | None:
    document = read(Source("post.md", post))
    return judge(document, steps(document))[-1]


# a premise, what joins it to the conclusion, a conclusion that follows, one that contradicts it
INFERENCES = r"""
$$2x + 1 \ge 5$$ hence ⊢ $$x + 1 \ge 3$$ ⊢ $$x + 1 \le 2$$
$$qL + w \ge T - 1$$ 移项得 ⊢ $$qL \ge T - 1 - w$$ ⊢ $$qL \le T - 2 - w$$
$$-2x < 4$$ 因此 ⊢ $$x + 3 > 1$$ ⊢ $$x + 3 < 0$$
$$|\log y - \log z| \le \delta$$ 等价于 ⊢ $$\frac{z}{y} \le e^{\delta}$$ ⊢ $$\frac{z}{y} \le -e^{\delta}$$
"""
LINES = [line.split("⊢") for line in INFERENCES.strip().splitlines()]


@pytest.mark.parametrize(("premise", "follows", "contradicts"), LINES)
def test_a_conclusion_is_tested_where_its_premise_holds(premise: str, follows: str, contradicts: str) -> None:
    confirmed = verdict(premise + follows)
    assert isinstance(confirmed, Agrees) and "given" in (confirmed.detail or "")
    assert isinstance(verdict(premise + contradicts), Refuted)


def test_the_solution_of_an_inequality_is_a_claim_behind_an_arrow() -> None:
    assert isinstance(verdict(r"$2x + 1 \ge 5 \Rightarrow x \ge 2$"), Agrees)
    assert isinstance(verdict(r"$2x + 1 \ge 5 \Rightarrow x \ge 3$"), Refuted)


def test_a_conclusion_does_not_prove_its_premise() -> None:
    document = read(Source("post.md", r"$2x + 1 \ge 5 \Rightarrow x \ge 2$"))
    assert isinstance(judge(document, steps(document))[0], Unchecked)


def test_a_bound_without_a_word_of_inference_supposes_nothing() -> None:
    assert isinstance(verdict("$$2x + 1 \\ge 5$$\n\nSomething else:\n\n$$x + 1 \\ge 3$$"), Unchecked)


def test_a_premise_about_other_symbols_supposes_nothing() -> None:
    assert isinstance(verdict("$$V \\ge 0$$ hence $$x + 1 \\ge 3$$"), Unchecked)


@pytest.mark.parametrize("bound", [r"\|\delta\| \le 0.1", r"\|x_t\|_2 \le G", r"\left|z\right| > \epsilon"])
def test_how_large_an_unknown_symbol_is_is_no_claim(bound: str) -> None:
    assert verdict(f"in the ball ${bound}$ it works") is None


@pytest.mark.parametrize("bound", [r"\|A\|_2 \le \|A\|_F", r"|x| \le |x| + 1"])
def test_a_bound_by_something_larger_is_a_claim(bound: str) -> None:
    assert verdict(f"in the ball ${bound}$ it works") is not None


def test_a_quantifier_states_where_symbols_live() -> None:
    document = read(Source("post.md", r"$$x^3 + x \ge x, \quad \forall x \ge 0$$"))
    claim, domain = judge(document, steps(document))
    assert isinstance(claim, Agrees) and domain is None


def test_a_bound_of_complex_sizes_is_no_bound_of_real_ones_only() -> None:
    said = "Of complex numbers we know that $$\\left|\\sum_{i=1}^n S_i h_i\\right| \\le \\sum_{i=1}^n |S_i||h_i|$$"
    assert isinstance(verdict(said), Agrees)


@pytest.mark.parametrize(
    "said",
    [
        r"Let $a_1, \ldots, a_n$ be non-negative real numbers. Then",
        r"设 $a_1, a_2, \cdots, a_n$ 是非负实数，则",
        r"If $a_i$ is nonnegative, then",
    ],
)
def test_what_is_not_negative_may_be_drawn_so(said: str) -> None:
    mean = r"$$\frac{1}{n} \sum_{i=1}^n a_i \ge \left(\prod_{i=1}^n a_i\right)^{1/n}$$"
    assert verdict(f"{said} {mean}") == verdict(f"Let $a_i > 0$. Then {mean}")
    assert isinstance(verdict(f"{said} {mean}"), Agrees)


def test_a_bold_letter_without_brackets_averages_nothing() -> None:
    e = r"\boldsymbol{E}"
    assert isinstance(
        verdict(rf"$$\|\boldsymbol{{A}} + {e}\|_2 \le \|\boldsymbol{{A}}\|_2 + \|{e}\|_2$$"), Agrees
    )
    assert isinstance(verdict(rf"$${e}[2x] = 2{e}[x]$$"), Proved)


@pytest.mark.parametrize("relation", [r"\le", r"\ge"])
def test_worlds_that_do_not_tell_a_bound_from_its_reverse_confirm_neither(relation: str) -> None:
    slope = r"\nabla_{\boldsymbol{x}_t} \log p(\boldsymbol{x}_t|\boldsymbol{x}_0)"
    inner = r"\mathbb{E}_{\boldsymbol{x}_0 \sim p(\boldsymbol{x}_0|\boldsymbol{x}_t)}"
    outer = r"\mathbb{E}_{\boldsymbol{x}_t \sim p(\boldsymbol{x}_t)}"
    claim = (
        rf"$${outer}\left[\|{inner}[{slope}]\|^2\right] {relation} {outer}{inner}\left[\|{slope}\|^2\right]$$"
    )
    assert isinstance(verdict(claim), Unchecked)


def test_an_extreme_of_what_does_not_vary_says_nothing() -> None:
    assert isinstance(verdict(r"$x^2 + 1 = \arg\max_{\tau} (c + H(\pi_{\tau}))$"), Unchecked)


def test_a_double_arrow_leads_both_ways() -> None:
    assert isinstance(verdict(r"$x^2 \le 4 \Leftrightarrow |x| \le 2$"), Agrees)
    assert isinstance(verdict(r"$x^2 \le 4 \Rightarrow |x| \le 4$"), Agrees)
    assert isinstance(verdict(r"$x^2 \le 4 \Leftrightarrow |x| \le 4$"), Unchecked)


def test_what_an_arrow_starts_from_may_hold_for_some_values_only() -> None:
    document = read(Source("post.md", r"从而 $a^2 + b^2 = 2ab \Rightarrow a = b$"))
    assert all(isinstance(v, Unchecked) for v in judge(document, steps(document)))
    assert isinstance(verdict(r"从而 $(a + b)^2 = a^2 + 2ab - b^2$"), Refuted)


def test_a_square_with_a_number_for_its_value_has_two_roots() -> None:
    assert isinstance(verdict(r"$z^2 = 4 \Leftrightarrow z = 2$"), Unchecked)
    assert isinstance(verdict(r"$\sigma^2 = 4 \Rightarrow \sigma = 2$"), Proved)


def test_a_conclusion_about_an_unknown_function_is_tried_where_its_premise_is_tight() -> None:
    premise = r"设 $f$ 是凸函数。$$f(u) \le a + b^2$$ 因此 "
    assert isinstance(verdict(premise + r"$$f(u) \le a + 2b^2$$"), Agrees)
    assert not isinstance(verdict(premise + r"$$f(u) \le a + b^2 - c^2$$"), Agrees)
