"""Inequalities: the true ones agree after a search, their reversed forms are refuted, conditions are left alone."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.verdicts.judgement import judge

# left ≤ right; @x is a bold x
STANDARD = r"""
2xy                                              ≤ x^2 + y^2
1 + x                                            ≤ e^x
ex                                               ≤ e^x
\log x                                           ≤ x - 1
1 - \frac{1}{x}                                  ≤ \log x
\log(1 + x^2)                                    ≤ x^2
x(1 - x)                                         ≤ \frac{1}{4}
|x + y|                                          ≤ |x| + |y|
|x| - |y|                                        ≤ |x - y|
\sin^2 x                                         ≤ x^2
1 - \frac{x^2}{2}                                ≤ \cos x
\tanh^2 x                                        ≤ x^2
1                                                ≤ \cosh x
xy                                               ≤ \frac{x^2}{2} + \frac{y^2}{2}
\left(\frac{a + b}{2}\right)^2                   ≤ \frac{a^2 + b^2}{2}
(a + b)^2                                        ≤ 2a^2 + 2b^2
(a c + b d)^2                                    ≤ (a^2 + b^2)(c^2 + d^2)
ab + bc + ca                                     ≤ a^2 + b^2 + c^2
e^{\frac{x + y}{2}}                              ≤ \frac{e^x + e^y}{2}
\max(a + b, c + d)                               ≤ \max(a, c) + \max(b, d)
\sqrt{x^2 + y^2}                                 ≤ |x| + |y|
\left(\sum_{i=1}^{n} x_i\right)^2                ≤ n\sum_{i=1}^{n} x_i^2
\left(\sum_{i=1}^{n} x_i y_i\right)^2            ≤ \sum_{i=1}^{n} x_i^2 \sum_{i=1}^{n} y_i^2
\|@x - @y\|                                      ≤ \|@x\| + \|@y\|
\max_{1 \le i \le n} x_i                         ≤ \log\sum_{i=1}^{n} e^{x_i}
\|@x + @y\|                                      ≤ \|@x\| + \|@y\|
|@x^{\top}@y|                                    ≤ \|@x\|\|@y\|
\|@x\|_2                                         ≤ \|@x\|_1
\|@x\|_{\infty}                                  ≤ \|@x\|_2
\|@x\|_{\infty}                                  ≤ \|@x\|_1
\|@x + @y\|^2                                    ≤ 2\|@x\|^2 + 2\|@y\|^2
2@x^{\top}@y                                     ≤ \|@x\|^2 + \|@y\|^2
\|@A@x\|_2                                       ≤ \|@A\|_F\|@x\|_2
\|@A\|_2                                         ≤ \|@A\|_F
\|@A\|_F                                         ≤ \|@A\|_*
\|@A\|_2                                         ≤ \|@A\|_*
\|@A + @B\|_F                                    ≤ \|@A\|_F + \|@B\|_F
\|@A + @B\|_*                                    ≤ \|@A\|_* + \|@B\|_*
\|@A@B\|_F                                       ≤ \|@A\|_F\|@B\|_F
@x^{\top}@y                                      ≤ \|@x\|\|@y\|
"""
PAIRS = [tuple(part.strip() for part in line.split("≤")) for line in STANDARD.splitlines() if line]


def verdict(claim: str, before: str = "") -> Verdict:
    bold = "".join(
        f"\\boldsymbol{{{part[0]}}}{part[1:]}" if k else part for k, part in enumerate(claim.split("@"))
    )
    document = read(Source("post.md", f"{before}\n\n于是 $${bold}$$\n"))
    return [v for v in judge(document, steps(document)) if v is not None][-1]


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_a_standard_inequality_agrees_after_a_search(left: str, right: str) -> None:
    found = verdict(rf"{left} \le {right}")
    assert isinstance(found, Proved | Agrees)
    if isinstance(found, Agrees):
        assert found.method == "adversarial search"


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_a_reversed_one_is_refuted(left: str, right: str) -> None:
    assert isinstance(verdict(rf"{left} \ge {right}"), Refuted)


SPARED = [
    r"x y > x + y",  # a condition on x and y
    r"x(1 - x) \le \frac{1}{5}",  # may be meant for small x only
    r"\frac{1}{1 - x} \le 1 + 2x",
    r"@x^{\top}@y \le \|@x\|",  # of unit vectors
    r"@x^{\top}@x \le \|@x\|",
]


@pytest.mark.parametrize("claim", SPARED)
def test_what_may_be_a_condition_is_not_refuted(claim: str) -> None:
    assert not isinstance(verdict(claim), Proved | Agrees | Refuted)


def test_a_rare_violation_is_found_by_the_search() -> None:
    found = verdict(r"x^2 y^2 \ge \frac{1}{1000} - x^4")
    assert isinstance(found, Unchecked)
    assert found.culprit.startswith("fails at ")


def test_a_search_without_room_ends() -> None:
    """Where no other point of a narrow interval can be tried, the search gives up instead of going on for ever."""
    found = verdict(r"\beta^2 < 1", r"设 $\beta \in (0.9999, 0.99991)$。")
    assert isinstance(found, Proved | Agrees)


LIPSCHITZ = r"""假设函数$f$在常数$L$下利普希茨连续：$$|f(\mathbf{x}) - f(\mathbf{y})| \leq L \|\mathbf{x} - \mathbf{y}\|.$$

对学习率$\eta$有

"""


def test_what_makes_a_function_lipschitz_holds_at_the_points_of_a_later_bound() -> None:
    step = r"|f(\mathbf{x}) - f(\mathbf{x} - \eta\mathbf{g})| \leq L \eta\|\mathbf{g}\|"
    wrong = r"|f(\mathbf{x}) - f(\mathbf{x} - \eta\mathbf{g})| \leq L \eta^2\|\mathbf{g}\|"
    assert isinstance(_last(f"{LIPSCHITZ}$${step}$$"), Agrees)
    assert isinstance(_last(f"{LIPSCHITZ}$${wrong}$$"), Unchecked)
    assert isinstance(_last(f"$${step}$$"), Unchecked)


def test_a_condition_of_another_part_holds_for_a_bound() -> None:
    post = r"### 条件{n}设 $g$ 满足 $\|g(\mathbf{x}) - g(\mathbf{y})\| \le L\|\mathbf{x} - \mathbf{y}\|$。{n}### 推论{n}$$\|g(\mathbf{x}) - g(\mathbf{y})\|^2 \le L^2\|\mathbf{x} - \mathbf{y}\|^2$$"
    assert isinstance(_last(post.replace("{n}", "\n\n")), Agrees)


def test_letters_that_are_positive_by_habit() -> None:
    found = verdict(r"\frac{a^2}{\lambda} + \lambda b^2 \ge 2ab")
    assert isinstance(found, Agrees) and found.detail == r"for positive \lambda"
    assert isinstance(verdict(r"\frac{a^2}{z} + z b^2 \ge 2ab"), Unchecked)


@pytest.mark.parametrize("words", ["学习率 $z$", "Lipschitz常数$z$", "the batch size $z$", "$z$ 为步长"])
def test_words_for_what_is_positive(words: str) -> None:
    assert isinstance(_last(rf"{words}。$$z x^2 \ge 0$$"), Agrees)


def test_the_r_of_a_post_on_ranks_is_the_rank() -> None:
    for sign, kind in ((r"\le", Agrees), (r"\ge", Refuted)):
        claim = rf"\|\boldsymbol{{G}}\|_* {sign} \sqrt{{r}}\|\boldsymbol{{G}}\|_F"
        assert isinstance(_last(f"对于满秩矩阵：$${claim}$$"), kind)


def test_the_largest_of_a_family() -> None:
    assert isinstance(verdict(r"\exp(s_i - \max(s_i)) \le 1"), Agrees)
    assert isinstance(verdict(r"\cos(\mathbf{u}, \mathbf{v}) \le 1"), Agrees)


def test_the_largest_by_its_label() -> None:
    assert isinstance(verdict(r"\log\sum_{i=1}^n e^{x_i} \le x_{\max} + \log n"), Agrees)
    assert isinstance(verdict(r"\log\sum_{i=1}^n e^{x_i} \le x_{\max} + \log 2"), Unchecked)


def test_what_holds_without_a_condition_that_no_model_meets_holds() -> None:
    post = r"$f$ 满足 $\mathbb{E}[e^x] \ge e^{\mathbb{E}[x]}$，因此 $$\left(\sum_{i=1}^n p_i x_i\right)^2 \le \sum_{i=1}^n p_i^2 \sum_{i=1}^n x_i^2$$"
    assert isinstance(_last(post), Agrees)


def test_the_order_of_a_list_claims_nothing() -> None:
    document = read(Source("post.md", r"$\sigma_1 \ge \sigma_2 \ge \cdots \ge \sigma_r$"))
    assert {s.role for s in steps(document)} == {"assumption"}


def _last(post: str) -> Verdict:
    document = read(Source("post.md", post + "\n"))
    return [v for v in judge(document, steps(document)) if v is not None][-1]


def test_the_slope_of_an_unknown_function_restricts_no_array() -> None:
    slope = r"设 $\boldsymbol{W} \in \mathbb{R}^{n \times m}$，$\boldsymbol{G} = \nabla_{\boldsymbol{W}} \mathcal{L}(\boldsymbol{W})$。对于满秩矩阵："
    for sign, kind in ((r"\le", Agrees), (r"\ge", Refuted)):
        claim = rf"\|\boldsymbol{{G}}\|_* {sign} \sqrt{{r}}\|\boldsymbol{{G}}\|_F"
        assert isinstance(_last(rf"{slope}$${claim}$$"), kind)


def test_a_bound_on_values_of_an_unknown_function() -> None:
    left, right = r"\|2[f(x+h) - f(x)] + 2[f(x) - y]\|^2", r"2\|2[f(x+h) - f(x)]\|^2 + 2\|2[f(x) - y]\|^2"
    assert isinstance(_last(rf"$${left} \le {right}$$"), Agrees)
    assert isinstance(_last(rf"$${left} \ge {right}$$"), Refuted)


def test_members_of_a_family_that_an_average_runs_over_are_alike() -> None:
    """A bold letter with an index is a member of a family wherever a claim has it, or an entry of a column."""
    steps_ = (
        r"\|\boldsymbol{f}(\boldsymbol{x}_{t_k}, t_k) - \boldsymbol{f}(\boldsymbol{x}_{t_{k-1}}, t_{k-1})\|"
    )
    left = rf"\mathbb{{E}}_{{\boldsymbol{{x}}}}\left[\left(\sum_{{k=1}}^n {steps_}\right)^2\right]"
    right = rf"n \sum_{{k=1}}^n \mathbb{{E}}_{{\boldsymbol{{x}}}}\left[{steps_}^2\right]"
    said = r"设 $\boldsymbol{x} \in \mathbb{R}^d$ 是随机变量。"
    assert isinstance(_last(rf"{said}$${left} \le {right}$$"), Agrees)
    assert isinstance(_last(rf"{said}$${left} \ge {right}$$"), Refuted)


def test_values_at_which_a_bound_is_met_do_not_tell_it_from_its_reverse() -> None:
    said = r"等号在 $x = 0$ 时成立。因此 "
    product = r"\log(1 + e^x)\log(1 + e^{-x})"
    assert isinstance(_last(rf"{said}$${product} \le \log^2 2$$"), Agrees)
    assert not isinstance(_last(rf"{said}$${product} \ge \log^2 2$$"), Proved | Agrees)


def test_a_bound_that_is_claimed_confirms_no_claim_of_itself() -> None:
    said = r"设 $$y_j = \frac{\exp(o_j)}{\sum_k \exp(o_k)}$$ 对所有的 $j$ 总有"
    assert isinstance(_last(rf"{said} $0 \le y_j$。"), Agrees)
    assert isinstance(_last(rf"{said} $0 \ge y_j$。"), Refuted)


# conjugate degrees, and norms of any degree
CONJUGATE = r"""
ab                                     ≤ \frac{a^p}{p} + \frac{b^q}{q}
\sum_{i=1}^n |x_i y_i|                 ≤ \left(\sum_{i=1}^n |x_i|^p\right)^{1/p}\left(\sum_{i=1}^n |y_i|^q\right)^{1/q}
|\langle \boldsymbol{x}, \boldsymbol{y}\rangle| ≤ \|\boldsymbol{x}\|_p \|\boldsymbol{y}\|_q
\|\boldsymbol{x} + \boldsymbol{y}\|_p  ≤ \|\boldsymbol{x}\|_p + \|\boldsymbol{y}\|_p
"""


@pytest.mark.parametrize("line", [line for line in CONJUGATE.splitlines() if line])
def test_conjugate_degrees_are_tied(line: str) -> None:
    lead = r"设 $a, b > 0$, $p, q > 1$ 且 $\frac{1}{p} + \frac{1}{q} = 1$，则"
    left, right = (part.strip() for part in line.split("≤"))
    assert isinstance(verdict(rf"{left} \le {right}", lead), Agrees)
    assert isinstance(verdict(rf"{left} \ge {right}", lead), Refuted)


def test_a_bound_on_chances_has_to_hold_for_outcomes_of_every_size() -> None:
    lead, chance = r"对 $\varepsilon > 0$，", r"P(|X - \mathbb{E}[X]| \ge \varepsilon)"
    assert isinstance(verdict(rf"{chance} \le \frac{{\mathrm{{Var}}(X)}}{{\varepsilon^2}}", lead), Agrees)
    assert not isinstance(verdict(rf"{chance} \le \frac{{\mathrm{{Var}}(X)}}{{\varepsilon^3}}", lead), Agrees)


def test_weights_that_add_up_to_one_do_so_in_the_search_for_a_violation() -> None:
    lead = r"设 $p_i \ge 0$, $\sum_i p_i = 1$, $x_i > 0$，则"
    assert isinstance(verdict(r"\sum_i p_i \log x_i \le \log \sum_i p_i x_i", lead), Agrees)


def roles(post: str) -> list[str]:
    return [step.role for step in steps(read(Source("post.md", post + "\n")))]


def test_what_something_satisfies_is_said_of_it_where_it_demands_nothing() -> None:
    norm = r"\|\boldsymbol{A}\boldsymbol{x}\|_2 \le \|\boldsymbol{A}\|_2 \|\boldsymbol{x}\|_2"
    assert roles(rf"谱范数满足相容性，$${norm}$$") == ["claim"]
    assert roles(rf"若矩阵满足 $${norm}$$") == ["assumption"]
    assert roles(r"点满足 $$x^2 + y^2 \le 1$$") == ["assumption"]
    assert roles(r"函数满足 $$|f(x) - f(y)| \le |x - y|$$") == ["assumption"]
    assert roles(r"中心差分满足 $$\frac{f(x+h)-f(x-h)}{2h} = f'(x) + O(h^2)$$") == ["claim"]
