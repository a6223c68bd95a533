"""Expansions and approximations: the error has to shrink as fast as the post says."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.hypotheses.limit_points import said
from mathpost.maths.transformations.orders import Tendency
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.methods.approaches import Approach, Course
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Model, Plan
from mathpost.verify.verdicts.judgement import judge

# a true expansion, and one with a wrong order or coefficient
EXPANSIONS = r"""
e^{\gamma\log p} = p + (\gamma - 1) p\log p + O((\gamma - 1)^2) ⊢ e^{\gamma\log p} = p + (\gamma - 1)\log p + O((\gamma - 1)^2)
e^x = 1 + x + O(x^2)                                    ⊢ e^x = 1 + x + O(x^3)
e^x = 1 + x + \frac{x^2}{2} + O(x^3)                    ⊢ e^x = 1 + x + \frac{x^2}{3} + O(x^3)
e^{-x} = 1 - x + O(x^2)                                 ⊢ e^{-x} = 1 + x + O(x^2)
\log(1 + x) = x - \frac{x^2}{2} + O(x^3)                ⊢ \log(1 + x) = x + \frac{x^2}{2} + O(x^3)
\log\frac{1}{1-p} = p + \frac{p^2}{2} + O(p^3)          ⊢ \log\frac{1}{1-p} = p + \frac{p^2}{3} + O(p^3)
\sin x = x + O(x^3)                                     ⊢ \sin x = x + O(x^4)
\sin x = x - \frac{x^3}{6} + O(x^5)                     ⊢ \sin x = x - \frac{x^3}{3} + O(x^5)
\sin x = x + o(x^2)                                     ⊢ \sin x = x + o(x^3)
\cos x = 1 - \frac{x^2}{2} + O(x^4)                     ⊢ \cos x = 1 - x^2 + O(x^4)
\cos x = 1 + o(x)                                       ⊢ \cos x = 1 + o(x^2)
\tan x = x + \frac{x^3}{3} + O(x^5)                     ⊢ \tan x = x + \frac{x^3}{6} + O(x^5)
\tanh x = x - \frac{x^3}{3} + O(x^5)                    ⊢ \tanh x = x + \frac{x^3}{3} + O(x^5)
\sqrt{1 + x} = 1 + \frac{x}{2} + O(x^2)                 ⊢ \sqrt{1 + x} = 1 + x + O(x^2)
\sqrt{1 + x} = 1 + \frac{x}{2} - \frac{x^2}{8} + O(x^3) ⊢ \sqrt{1 + x} = 1 + \frac{x}{2} - \frac{x^2}{4} + O(x^3)
\frac{1}{1 - x} = 1 + x + O(x^2)                        ⊢ \frac{1}{1 - x} = 1 - x + O(x^2)
\frac{1}{1 + x} = 1 - x + x^2 + O(x^3)                  ⊢ \frac{1}{1 + x} = 1 - x - x^2 + O(x^3)
\frac{1}{\sqrt{1 + x}} = 1 - \frac{x}{2} + O(x^2)       ⊢ \frac{1}{\sqrt{1 + x}} = 1 + \frac{x}{2} + O(x^2)
(1 + x)^a = 1 + ax + O(x^2)                             ⊢ (1 + x)^a = 1 + ax + O(x^3)
\frac{1}{1 + e^{-x}} = \frac{1}{2} + \frac{x}{4} + O(x^3) ⊢ \frac{1}{1 + e^{-x}} = \frac{1}{2} + \frac{x}{2} + O(x^3)
\log\cosh x = \frac{x^2}{2} + O(x^4)                    ⊢ \log\cosh x = x^2 + O(x^4)
\frac{\sin x}{x} = 1 - \frac{x^2}{6} + O(x^4)           ⊢ \frac{\sin x}{x} = 1 - \frac{x^2}{3} + O(x^4)
(1 + \epsilon)^a \approx 1 + a\epsilon                  ⊢ (1 + \epsilon)^a \approx 1 + 2a\epsilon
e^{\epsilon} \approx 1 + \epsilon                       ⊢ e^{\epsilon} \approx 1 - \epsilon
e^{\epsilon} \approx 1 + \epsilon + \frac{\epsilon^2}{2} ⊢ e^{\epsilon} \approx 1 + \epsilon + \frac{\epsilon^2}{3}
\log(1 + \epsilon) \approx \epsilon                     ⊢ \log(1 + \epsilon) \approx 2\epsilon
\sqrt{1 + \epsilon} \approx 1 + \frac{\epsilon}{2}      ⊢ \sqrt{1 + \epsilon} \approx 1 + \epsilon
\frac{1}{1 + \epsilon} \approx 1 - \epsilon             ⊢ \frac{1}{1 + \epsilon} \approx 1 + \epsilon
\sin\epsilon \approx \epsilon                           ⊢ \sin\epsilon \approx \frac{\epsilon}{2}
\cos\epsilon \approx 1 - \frac{\epsilon^2}{2}           ⊢ \cos\epsilon \approx 1 - \epsilon^2
\tan\epsilon \approx \epsilon                           ⊢ \tan\epsilon \approx -\epsilon
(x + \delta)^3 \approx x^3 + 3x^2\delta                 ⊢ (x + \delta)^3 \approx x^3 + 2x^2\delta
\frac{1}{x + \delta} \approx \frac{1}{x} - \frac{\delta}{x^2} ⊢ \frac{1}{x + \delta} \approx \frac{1}{x} + \frac{\delta}{x^2}
\log(x + \delta) \approx \log x + \frac{\delta}{x}      ⊢ \log(x + \delta) \approx \log x + x\delta
e^{x + h} \approx e^x + h e^x                           ⊢ e^{x + h} \approx e^x - h e^x
\sin(x + h) \approx \sin x + h\cos x                    ⊢ \sin(x + h) \approx \sin x - h\cos x
(n + 1)^3 = n^3 + O(n^2)                                ⊢ (n + 1)^3 = n^3 + O(n)
\frac{n(n + 1)}{2} = \frac{n^2}{2} + O(n)               ⊢ \frac{n(n + 1)}{2} = n^2 + O(n)
\frac{1}{n + 1} = \frac{1}{n} + O(1/n^2)                ⊢ \frac{1}{n + 1} = \frac{1}{n} + O(1/n^3)
\sqrt{n^2 + n} = n + \frac{1}{2} + O(1/n)               ⊢ \sqrt{n^2 + n} = n + 1 + O(1/n)
\log(n + 1) = \log n + \frac{1}{n} + O(1/n^2)           ⊢ \log(n + 1) = \log n + \frac{2}{n} + O(1/n^2)
"""
PAIRS = [tuple(part.strip() for part in line.split("⊢")) for line in EXPANSIONS.splitlines() if line]


def verdict(post: str) -> Verdict:
    document = read(Source("post.md", (post if "$" in post else f"$${post}$$") + "\n"))
    return [v for v in judge(document, steps(document)) if v is not None][-1]


@pytest.mark.parametrize("claim", [true for true, _ in PAIRS])
def test_a_true_expansion_agrees(claim: str) -> None:
    assert isinstance(verdict(claim), Proved | Agrees)


@pytest.mark.parametrize("claim", [false for _, false in PAIRS])
def test_a_wrong_order_or_coefficient_is_refuted(claim: str) -> None:
    found = verdict(claim)
    assert isinstance(found, Refuted)
    assert found.method == "rate of the error"


SPARED = [
    r"x^2 + 1 \approx x^2",  # nothing says what is small
    r"e^{\epsilon} \approx 2 + y",
    r"$x \to \infty$ 时 $(x + 1)^3 = x^3 + O(x^2)$",  # at infinity, as the post says
    r"(x + 1)^3 = x^3 + O(x^2)",  # at infinity, unsaid
    r"x^2 \log x = O(x^3)",
    r"x^2 + x = O(x^2)",
    r"\sin x - x = O(x^4)",
]


@pytest.mark.parametrize("post", SPARED)
def test_what_may_be_meant_otherwise_is_not_refuted(post: str) -> None:
    assert not isinstance(verdict(post), Refuted)


# an order from above and below, or from below, and one that is another by a power or by a logarithm
EXACT = r"""
3n^2 + n = \Theta(n^2)                        ⊢ 3n^2 + n = \Theta(n\log n)
\log n! = \Theta(n\log n)                    ⊢ \log n! = \Theta(n)
\sum_{k=1}^n k = \Theta(n^2)                 ⊢ \sum_{k=1}^n k = \Theta(n^3)
\sum_{k=1}^n \frac{1}{k} = \Theta(\log n)    ⊢ \sum_{k=1}^n \frac{1}{k} = \Theta(1)
n\log n = \Omega(n)                          ⊢ n + 1 = \Omega(n\log n)
\sum_{k=1}^n k^2 = \Omega(n^2)               ⊢ \sum_{k=1}^n k^2 = \Omega(n^4)
1 - \cos\epsilon = \Theta(\epsilon^2)        ⊢ 1 - \cos\epsilon = \Theta(\epsilon)
n^2 + 3n = n^2 + \Theta(n)                   ⊢ n^2 + 3n = n^2 + \Theta(\sqrt{n})
\Theta(n^2 d) + \Theta(nd) = \Theta(n^2 d)   ⊢ \Theta(n^2 d) + \Theta(nd) = \Theta(n^3 d)
n\log n + n = O(n\log n)                     ⊢ n\log n + n = O(n)
\sum_{k=1}^n \frac{1}{\sqrt{k}} = O(\sqrt{n}) ⊢ \sum_{k=1}^n \frac{1}{\sqrt{k}} = O(\log n)
"""


@pytest.mark.parametrize("line", [line for line in EXACT.splitlines() if line])
def test_an_order_is_told_from_its_neighbours(line: str) -> None:
    true, false = (part.strip() for part in line.split("⊢"))
    assert isinstance(verdict(true), Agrees)
    assert isinstance(verdict(false), Refuted)


def test_every_power_outgrows_the_logarithm() -> None:
    lead = r"$n \to \infty$ 时，对任意 $\epsilon > 0$ 有 "
    assert isinstance(verdict(rf"{lead}$\log n = o(n^\epsilon)$"), Agrees)
    assert isinstance(verdict(rf"{lead}$\log n = O(n^\epsilon)$"), Agrees)
    assert isinstance(verdict(rf"{lead}$n^\epsilon = o(\log n)$"), Refuted)
    assert isinstance(verdict(r"当 $x \to 0$ 时 $x \log x = o(1)$"), Agrees)


def test_a_capital_that_the_post_defines_is_no_order() -> None:
    assert isinstance(verdict(r"设 $\Omega(t) = t^2$，则 $\Omega(2t) = 4\Omega(t)$"), Proved | Agrees)
    assert isinstance(verdict(r"设 $\Omega(t) = t^2$，则 $\Omega(2t) = 2\Omega(t)$"), Refuted)
    assert isinstance(verdict(r"$$a\Theta(x) + b = \Theta(x)$$"), Unchecked)


def test_the_constant_of_euler_has_its_value_where_the_post_names_it() -> None:
    lead, harmonic = r"其中 $\gamma$ 为欧拉常数：", r"\sum_{k=1}^n \frac{1}{k}"
    assert isinstance(verdict(rf"{lead}$${harmonic} = \log n + \gamma + O(1/n)$$"), Agrees)
    assert isinstance(verdict(rf"{lead}$${harmonic} = \log n - \gamma + O(1/n)$$"), Refuted)


def test_stirlings_formula_may_have_its_error_as_a_factor() -> None:
    root, power = r"n! = \sqrt{2\pi n}", r"\left(\frac{n}{e}\right)^n"
    assert isinstance(verdict(rf"{root}{power}\left(1 + O\left(\frac{{1}}{{n}}\right)\right)"), Agrees)
    assert isinstance(verdict(rf"{root}{power}\left(1 + O\left(\frac{{1}}{{n^2}}\right)\right)"), Refuted)


def test_what_is_identically_zero_approximates_nothing() -> None:
    assert not isinstance(verdict(r"\epsilon x \approx \epsilon x - \epsilon x"), Proved | Agrees)


def test_the_post_says_where_a_symbol_goes() -> None:
    found = verdict(r"当 $x \to \infty$ 时 $(x + 1)^3 = x^3 + O(x^2)$")
    assert isinstance(found, Agrees)
    assert r"x \to \infty" in str(found.detail)


# an approximation whose small or large quantity the post does not name, and one with a wrong term
UNNAMED = r"""
e^x \approx 1 + x                                         ⊢ e^x \approx 1 - x
\frac{1}{1 - x} \approx 1 + x + x^2                       ⊢ \frac{1}{1 - x} \approx 1 + x + 2x^2
\frac{Lw - w^2/2}{L^2/2} \approx \frac{2w}{L}             ⊢ \frac{Lw - w^2/2}{L^2/2} \approx \frac{w}{L}
\frac{(1-\beta)^2}{1-\beta^2} \approx \frac{1-\beta}{2}  ⊢ \frac{(1-\beta)^2}{1-\beta^2} \approx \frac{1+\beta}{2}
\left(1 + 0.1\log\frac{a}{b}\right)^2 \approx 1 + 0.2\log\frac{a}{b} ⊢ \left(1 + 0.1\log\frac{a}{b}\right)^2 \approx 1 + 0.1\log\frac{a}{b}
\frac{C}{N+1} \approx \frac{C}{N}                         ⊢ \frac{C}{N+1} \approx \frac{2C}{N}
\log n! \approx n\log n - n                              ⊢ \log n! \approx n\log n + n
"""


@pytest.mark.parametrize("line", [line for line in UNNAMED.splitlines() if line])
def test_an_approximation_without_a_named_quantity_agrees_to_first_order(line: str) -> None:
    true, false = (part.strip() for part in line.split("⊢"))
    assert isinstance(verdict(true), Agrees)
    assert not isinstance(verdict(false), Proved | Agrees)


# what holds near no point, and what comes near to it a slip away
NOWHERE = r"""
e^x \approx 1 - x                                        ⊢ 1+x
\frac{1}{1 - x} \approx 1 + x + 2x^2                     ⊢ 1+x+x^2
\frac{C}{N+1} \approx \frac{2C}{N}                       ⊢ \frac{C}{N}
\log n! \approx n\log n + n                             ⊢ n\log n-n
"""


@pytest.mark.parametrize("line", [line for line in NOWHERE.splitlines() if line])
def test_an_approximation_that_holds_nowhere_is_refuted_by_a_slip_with_which_it_does(line: str) -> None:
    claim, meant = (part.strip() for part in line.split("⊢"))
    found = verdict(claim)
    assert isinstance(found, Refuted)
    assert found.suggestion == meant


# what is meant far from nought, or of averages, functions and entries of which nothing is known, or roughly
SOMEWHERE = r"""
\sqrt{x^2+1} \approx x
\frac{1}{1+e^x} \approx e^{-x}
\sinh x \approx \frac{e^x}{2}
\tanh x \approx 1
\frac{a}{a+b} \approx 1
\sqrt{a^2+b^2} \approx a + b
\frac{a+b}{2} \approx \sqrt{ab}
f(x) + x \approx f(x) - x
e^{x_i} \approx 1 - x_i
e^x \approx 1 - y
"""


@pytest.mark.parametrize("claim", [line for line in SOMEWHERE.splitlines() if line])
def test_an_approximation_that_may_be_meant_somewhere_is_left_open(claim: str) -> None:
    assert isinstance(verdict(claim), Unchecked)


def test_landaus_symbol_in_a_product_and_on_both_sides() -> None:
    assert isinstance(verdict(r"(1+x)(a + b(1+2x)) = (1+x)(a + b + 2bx + O(x^2))"), Agrees)
    assert isinstance(verdict(r"1 + x + O(x^2) = 1 + O(x)"), Agrees)
    assert isinstance(verdict(r"1 + x + O(x) = 1 + x + O(x^2)"), Refuted)


def test_a_bound_that_says_nothing_where_a_symbol_goes_is_meant_for_another_point() -> None:
    expansion = r"e^{\gamma\log p} \approx p + (\gamma - 1) p\log p + O((\gamma - 1)^2)"
    assert isinstance(verdict(rf"当 $\gamma \to \infty$ 时另论。$${expansion}$$"), Agrees)


# a cost, and one that is of a lower order
COSTS = r"""
\mathcal{O}(2L^2d + L^2) = \mathcal{O}(L^2d)   ⊢ \mathcal{O}(2L^2d + L^2) = \mathcal{O}(Ld)
O(nd^2) + O(nd) = O(nd^2)                     ⊢ O(nd^2) + O(nd) = O(nd)
O(n\log n) + O(n) = O(n\log n)                ⊢ O(n\log n) + O(n) = O(n)
n \cdot O(d) + O(1) = O(nd)                   ⊢ n \cdot O(d) + O(1) = O(d)
O(1/\epsilon^2) + O(1/\epsilon) = O(1/\epsilon^2) ⊢ O(1/\epsilon^2) + O(1/\epsilon) = O(1/\epsilon)
O(3 T \sqrt{d}) = O(T \sqrt{d})               ⊢ O(3 T d) = O(T \sqrt{d})
"""


@pytest.mark.parametrize("line", [line for line in COSTS.splitlines() if line])
def test_costs_are_added_and_compared(line: str) -> None:
    true, false = (part.strip() for part in line.split("⊢"))
    assert isinstance(verdict(true), Agrees)
    assert isinstance(verdict(false), Refuted)


def test_which_cost_dominates_may_rest_on_what_the_post_says_of_its_sizes() -> None:
    claim = r"$$O(nd + n^2) = O(n^2)$$"
    assert isinstance(verdict(claim), Unchecked)
    assert isinstance(verdict(rf"设 $d \ll n$。{claim}"), Agrees)


def test_a_cost_that_is_larger_than_need_be_is_left_open() -> None:
    assert isinstance(verdict(r"O(n) + O(n^2) = O(n^3)"), Unchecked)


def test_a_size_beside_what_is_small_may_be_a_constant() -> None:
    assert isinstance(verdict(r"\frac{T}{\epsilon} \cdot O(\epsilon^3) = O(\epsilon^2)"), Unchecked)


def test_a_large_constant_hides_no_order() -> None:
    assert not isinstance(
        verdict(r"$T \to \infty$ 时 $$\frac{c}{b} \approx \frac{3000000000000 a}{T^2}$$"), Proved | Agrees
    )


def test_a_divergence_is_the_trace_of_a_derivative() -> None:
    flow = r"\nabla_{\boldsymbol{x}} \cdot \boldsymbol{f}(\boldsymbol{x})"
    assert isinstance(verdict(rf"1 + {flow} \Delta t \approx e^{{{flow} \Delta t}}"), Agrees)
    assert not isinstance(verdict(rf"1 + {flow} \Delta t \approx e^{{-{flow} \Delta t}}"), Agrees)
    product = r"\nabla_{\boldsymbol{x}} \cdot (p(\boldsymbol{x})\boldsymbol{f}(\boldsymbol{x}))"
    parts = r"\boldsymbol{f}(\boldsymbol{x}) \cdot \nabla_{\boldsymbol{x}} p(\boldsymbol{x})"
    assert not isinstance(verdict(rf"{product} = {parts} - p(\boldsymbol{{x}}){flow}"), Agrees | Proved)


# an approximation at a point that the post names, and one a slip away whose error does not vanish there
STAYING = r"""
|x| \approx \sqrt{x^2 + \epsilon^2} ⊢ |x| \approx -\sqrt{x^2 + \epsilon^2}
|x| \approx x \tanh(tx)             ⊢ |x| \approx -x \tanh(tx)
\log(1 + e^t) \approx \log(e^t)     ⊢ \log(1 + e^t) \approx -\log(e^t)
"""


@pytest.mark.parametrize("line", [line for line in STAYING.splitlines() if line])
def test_an_error_that_does_not_vanish_is_refuted_by_a_slip_with_which_it_does(line: str) -> None:
    true, false = (part.strip() for part in line.split("⊢"))
    assert isinstance(verdict(rf"当 $t \to \infty$ 时近似有 $${true}$$"), Agrees)
    assert isinstance(verdict(rf"当 $t \to \infty$ 时近似有 $${false}$$"), Refuted)


@pytest.mark.parametrize("rough", [r"\sqrt{x^2 + \epsilon^2} \approx y", r"e^{\epsilon} \approx 1.1"])
def test_a_rough_approximation_is_left_open(rough: str) -> None:
    assert isinstance(verdict(rough), Unchecked)


def test_what_ties_a_moving_symbol_to_nothing_else_saves_no_expansion() -> None:
    false = r"e^{\gamma\log p} \approx p + (\gamma - 1)\log p + O((\gamma - 1)^2)"
    assert isinstance(verdict(rf"令 $\gamma = 1/T$，$${false}$$"), Refuted)


def test_where_a_mere_index_goes_says_nothing_of_an_approximation() -> None:
    limit = r"当 $t \to \infty$ 时收敛。"
    assert isinstance(verdict(rf"{limit}$$1 + a_t \epsilon \approx e^{{a_t \epsilon}}$$"), Agrees)
    assert isinstance(verdict(rf"{limit}$$1 + a_t \epsilon \approx e^{{-a_t \epsilon}}$$"), Refuted)


def test_what_is_small_beside_another_symbol_may_be_dropped() -> None:
    limit = r"当 $L \to \infty$ 且 $w$ 固定时："
    true, false = (
        r"1 - \frac{2w+1}{L} \approx 1 - \frac{2w}{L}",
        r"1 - \frac{2w+1}{L} \approx 1 - \frac{3w}{L}",
    )
    assert isinstance(verdict(rf"{limit}$${true}$$"), Agrees)
    assert isinstance(verdict(rf"{limit}$${false}$$"), Refuted)


@pytest.mark.parametrize(
    "says", [r"1 + x \approx x", r"1 - p \approx p", r"1 - \frac{2w+1}{L} \approx 1 - \frac{w}{L}"]
)
def test_not_every_term_is_small_beside_the_others(says: str) -> None:
    assert isinstance(verdict(says), Unchecked)


def test_a_symbol_that_goes_here_and_there_is_meant_to_where_its_section_says() -> None:
    cases = "## 梯度\n\n当 $a \\to 0$ 时梯度为零；当 $a \\to \\infty$ 时也是。\n\n"
    claim = r"$$a(1 + e^{a^2}) \approx a(1 + e^{3a^2})$$"
    assert isinstance(verdict(f"{cases}{claim}"), Agrees)
    assert isinstance(verdict(f"{cases}## 近似\n\n{claim}"), Unchecked)


def test_an_unknown_function_is_one_where_its_gradient_is_taken() -> None:
    moved, still = r"\mathcal{L}(\boldsymbol{w} - \eta\boldsymbol{u})", r"\mathcal{L}(\boldsymbol{w})"
    slope = rf"\eta\boldsymbol{{u}}^{{\top}}\nabla_{{\boldsymbol{{w}}}}{still}"
    assert isinstance(verdict(rf"{moved} \approx {still} - {slope}"), Agrees)
    assert not isinstance(verdict(rf"{moved} \approx {still} + {slope}"), Agrees)


def test_a_bound_in_powers_of_one_member_of_a_family() -> None:
    left, right = r"(1 + e_k)(a + b(1 + 2e_k + e_k^2))", r"(1 + e_k)(a + b + 2be_k + O(e_k^2))"
    assert isinstance(verdict(f"{left} = {right}"), Agrees)
    assert isinstance(verdict(f"{left} = {right.replace('2be', '3be')}"), Refuted)


def test_what_is_suggested_for_an_expansion_keeps_as_much_of_it() -> None:
    found = verdict(r"e^{a\eta} \approx 1 + a^2\eta")
    assert isinstance(found, Refuted)
    assert found.suggestion == r"1+a\eta"
    limit = r"由于 $\lim_{\gamma \to \infty} \sum_i p_i^{\gamma} = 0$，"
    found = verdict(limit + r"$$e^{\gamma\log p_i} \approx p_i + (\gamma - 1)\log p_i + O((\gamma - 1)^2)$$")
    assert isinstance(found, Refuted)
    assert found.suggestion == r"p_i+p_i(\gamma-1)\log p_i+O((\gamma-1)^2)"


@pytest.mark.parametrize(
    ("slope", "beside"),
    [(r"\nabla_{\boldsymbol{w}} L(\boldsymbol{w}_t)", r"\boldsymbol{x}"), (r"\nabla_w L(w_t)", "x")],
)
def test_a_gradient_at_a_member_of_a_family_is_not_nothing(slope: str, beside: str) -> None:
    assert isinstance(verdict(rf"{beside} + 2{slope} = {beside} + {slope} + {slope}"), Proved | Agrees)
    assert not isinstance(verdict(rf"{beside} + {slope} = {beside}"), Proved | Agrees)


# expansions about a point, and with a wrong coefficient or sign
ABOUT_A_POINT = r"""
f(x) = f(a) + f'(a)(x - a) + \frac{1}{2}f''(a)(x - a)^2 + O((x-a)^3) ⊢ f(x) = f(a) + f'(a)(x - a) + f''(a)(x - a)^2 + O((x-a)^3)
f(x) \approx f(a) + f'(a)(x - a)                                     ⊢ f(x) \approx f(a) - f'(a)(x - a)
f(x_{n+1}) \approx f(x_n) + f'(x_n)(x_{n+1} - x_n)                   ⊢ f(x_{n+1}) \approx f(x_n) + 2f'(x_n)(x_{n+1} - x_n)
f(\boldsymbol{x}) \approx f(\boldsymbol{a}) + (\boldsymbol{x}-\boldsymbol{a})^{\top}\nabla f(\boldsymbol{a}) ⊢ f(\boldsymbol{x}) \approx f(\boldsymbol{a}) + (\boldsymbol{x}+\boldsymbol{a})^{\top}\nabla f(\boldsymbol{a})
\boldsymbol{x}(t+h) = \boldsymbol{x}(t) + h\boldsymbol{x}'(t) + O(h^2) ⊢ \boldsymbol{x}(t+h) = \boldsymbol{x}(t) + h\boldsymbol{x}'(t) + O(h^3)
"""


@pytest.mark.parametrize("line", [line for line in ABOUT_A_POINT.splitlines() if line])
def test_an_expansion_about_a_point_is_a_claim(line: str) -> None:
    true, false = (part.strip() for part in line.split("⊢"))
    assert isinstance(verdict(f"展开得 $${true}$$"), Agrees)
    assert not isinstance(verdict(f"展开得 $${false}$$"), Proved | Agrees)


def test_a_coefficient_of_a_power_of_a_difference_is_refuted() -> None:
    found = verdict(r"\log x = \log a + \frac{x-a}{2a} + O((x-a)^2)")
    assert isinstance(found, Refuted)
    assert found.counterexample == r"x \to a"


def test_an_expansion_in_derivatives_defines_no_function() -> None:
    document = read(Source("post.md", "$f(x) = 2 f(x - 1)$\n\n$g(x) \\approx g(a) + g'(a)(x - a)$\n"))
    assert [s.role for s in steps(document)] == ["definition", "claim"]


def test_what_is_small_beside_another_symbol_is_so_where_the_post_says() -> None:
    said, claim = r"当 $a \ll b$ 时，", r"$1 + b/a \approx b/a$"
    assert isinstance(verdict(said + claim), Agrees)
    assert isinstance(verdict(said + claim.replace(r"\approx ", r"\approx 2")), Refuted)
    assert isinstance(verdict(f"## 小批量\n\n{said}另论。\n\n## 大批量\n\n{claim}"), Unchecked)


def test_a_value_that_the_post_gives_is_put_into_an_estimate() -> None:
    assert verdict(r"如果代入 $n=512$，那么 $8\log n\approx 50$") == Agrees(1, "rounding", "given n = 512")
    assert isinstance(verdict(r"如果代入 $n=512$，那么 $8\log n\approx 60$"), Unchecked)


# sums of more and more terms, products that outgrow all powers; and with a wrong coefficient
LEADING = r"""
\sum_{k=1}^n k \approx \frac{n^2}{2}                        ⊢ \sum_{k=1}^n k \approx n^2
\sum_{k=1}^n k^2 = \frac{n^3}{3} + O(n^2)                   ⊢ \sum_{k=1}^n k^2 = \frac{n^3}{2} + O(n^2)
\sum_{k=1}^n \frac{1}{\sqrt{k}} \approx 2\sqrt{n}           ⊢ \sum_{k=1}^n \frac{1}{\sqrt{k}} \approx \sqrt{n}
\sum_{k=1}^n \frac{1}{k} = \log n + O(1)                    ⊢ \sum_{k=1}^n \frac{1}{k} = 2\log n + O(1)
n! \approx \sqrt{2\pi n}\left(\frac{n}{e}\right)^n          ⊢ n! \approx \sqrt{\pi n}\left(\frac{n}{e}\right)^n
"""


@pytest.mark.parametrize("line", [line for line in LEADING.splitlines() if line])
def test_leading_terms_of_sums_and_products(line: str) -> None:
    true, false = (part.strip() for part in line.split("⊢"))
    assert isinstance(verdict(true), Agrees)
    assert not isinstance(verdict(false), Proved | Agrees)


@pytest.mark.parametrize(("fuel", "others", "ends"), [(3_000, 0, True), (3_000, 2, False), (5_000, 2, True)])
def test_a_sum_is_given_up_before_the_fuel_of_all_models_would_run_out(
    fuel: int, others: int, ends: bool
) -> None:
    claim = steps(read(Source("post.md", r"$\sum_{k=1}^n \sqrt{k} \approx n$")))[0]
    left = elaborate(claim.left.nodes, Conventions()).term
    model = Model("seed", "real", {"n": 4}, Plan({}, ("n",), (), "seed"), 4)
    course = Course(Tendency(frozenset(["n"]), None), (left,))
    approach = Approach(course, model, Fuel(fuel), others)
    assert (approach.order(left) is not None) == ends
    assert (approach.fuel.left >= 0) == ends


def test_a_bound_as_large_as_a_term_that_is_kept_says_nothing() -> None:
    claim = r"f(x + \epsilon) = f(x) + \epsilon f'(x) + "
    assert isinstance(verdict(claim + r"O(\epsilon^2)"), Agrees)
    assert isinstance(verdict(claim + r"o(\epsilon)"), Agrees)
    assert isinstance(verdict(claim + r"O(\epsilon)"), Unchecked)


def test_a_determinant_between_bars_is_no_name() -> None:
    document = read(Source("post.md", "$\\left|\\frac{\\partial y}{\\partial x}\\right| \\approx 1 + a$\n"))
    assert [s.role for s in steps(document)] == ["claim"]


def test_a_second_gradient_is_a_matrix_that_multiplies_what_follows() -> None:
    still = r"f(\boldsymbol{x}) + \boldsymbol{v}^\top \nabla f(\boldsymbol{x})"
    bent = r"\boldsymbol{v}^\top \nabla^2 f(\boldsymbol{x}) \boldsymbol{v}"
    left = r"f(\boldsymbol{x} + \boldsymbol{v})"
    assert isinstance(
        verdict(rf"{left} = {still} + \frac{{1}}{{2}} {bent} + O(\|\boldsymbol{{v}}\|^3)"), Agrees
    )
    assert not isinstance(verdict(rf"{left} = {still} + {bent} + O(\|\boldsymbol{{v}}\|^3)"), Agrees)
    assert not isinstance(verdict(r"\nabla f(x) g(x) = f(x)\nabla g(x) + g(x)\nabla f(x)"), Refuted)


# bounds with which a claim says nothing: of what has nothing to do with the symbol that grows, larger than need be, signed
HOLLOW = r"""
边数是 $|E| = O(k|V|)$
$n \to \infty$ 时 $k + 1 = O(\log n)$
$n \to \infty$ 时 $\sqrt{n + 1} = O(n)$
$\sqrt{1 + n} = -O(\sqrt{n})$
$O(n(kn + n\log n)) = O(kn^2 - n^2\log n)$
$\sin\epsilon = O(\epsilon K)$
$1 + \epsilon + O(\epsilon^2) = 1 + \epsilon + O(\epsilon)$
"""


@pytest.mark.parametrize("post", [line for line in HOLLOW.splitlines() if line])
def test_a_bound_that_any_slip_leaves_true_confirms_nothing(post: str) -> None:
    assert isinstance(verdict(post), Unchecked)


def test_a_bound_may_be_what_it_bounds_is_made_of() -> None:
    assert isinstance(verdict(r"$n \to \infty$ 时 $\sqrt{1 + kn} = O(\sqrt{kn})$"), Agrees)
    assert isinstance(verdict(r"\sin\epsilon = O(\epsilon)"), Agrees)


def test_thresholds_that_are_never_reached_are_not_confirmed() -> None:
    small = r"当 $x \to 0$ 时 "
    assert isinstance(verdict(rf"{small}$\operatorname{{clip}}(x, -1, 2) \approx \tanh x$"), Unchecked)
    assert isinstance(verdict(r"当 $t \to \infty$ 时 $\max(x, 0) \approx x \sigma(tx)$"), Agrees)


def test_a_right_side_that_says_less_costs_none_that_says_as_much() -> None:
    members = r"其中 $\mathbf{p} = (p_1, p_2, \ldots, p_n)$。"
    claim = r"$$e^{\gamma \log p_i} \approx p_i + (\gamma - 1) \log p_i + O((\gamma-1)^2)$$"
    found = verdict(members + claim)
    assert isinstance(found, Refuted)
    assert found.suggestion == r"p_i+p_i(\gamma-1)\log p_i+O((\gamma-1)^2)"


@pytest.mark.parametrize(
    ("says", "goes"),
    [
        (r"$|x| \ll 1$", {"x": 0}),
        (r"$\left\|\boldsymbol{v}\right\| \to 0$", {r"\boldsymbol{v}": 0}),
        (r"$x \to 0^+$", {"x": 0}),
        (r"$\sigma_t \to \infty$", {r"\sigma_{t}": None}),
        (r"假设 $\tilde\beta \approx 1$", {r"\tilde{\beta}": 1}),
        (r"$1 - \beta \to 0$", {}),  # no symbol goes to nought
        (r"$f(x) \to 0$", {}),
    ],
)
def test_where_a_post_lets_its_symbols_go(says: str, goes: dict[str, int | None]) -> None:
    found = said(steps(read(Source("post.md", says + "\n"))))
    assert {name: places[0].point for name, places in found.items()} == goes


def test_what_is_nearly_one_may_be_raised_to_a_power() -> None:
    assert isinstance(verdict(r"假设 $\tilde\beta \approx 1$，则 $\tilde\beta^{i-1} \approx 1$"), Agrees)


# an unknown function at a point and a step away from it; and with a wrong sign or factor
STEPS = r"""
f(x + u) \approx f(x) + u f'(x)                            ⊢ f(x + u) \approx f(x) - u f'(x)
f(x + u, y) \approx f(x, y) + u \frac{\partial f(x, y)}{\partial x} ⊢ f(x + u, y) \approx f(x, y) + 2u \frac{\partial f(x, y)}{\partial x}
l(f(x + u), y) \approx l(f(x), y) + u \nabla_x l(f(x), y)  ⊢ l(f(x + u), y) \approx l(f(x), y) - u \nabla_x l(f(x), y)
"""


@pytest.mark.parametrize("line", [line for line in STEPS.splitlines() if line])
def test_what_is_added_to_an_argument_is_small(line: str) -> None:
    true, false = (part.strip() for part in line.split("⊢"))
    assert isinstance(verdict(f"展开得 $${true}$$"), Agrees)
    assert isinstance(verdict(f"展开得 $${false}$$"), Refuted)


def test_a_property_of_a_function_is_no_expansion() -> None:
    assert not isinstance(verdict(r"\Phi(x + y) \approx \Phi(x) + \Phi(y)"), Refuted)


def test_arrays_do_not_grow_with_the_symbols_that_go_to_infinity() -> None:
    claim = r"$$\frac{1}{\sqrt{\det(2\pi \sigma^2 \boldsymbol{I}_d)}} \approx \frac{d}{\sigma}$$"
    assert isinstance(verdict(claim), Unchecked)  # an identity of a million rows would fill the memory
    assert isinstance(verdict(rf"当 $d \to \infty$ 时 {claim}"), Unchecked)
