"""Verdicts: what is proved, agrees, is refuted, or stays unchecked for a reason; above all what is never refuted.

Each row is a post (LaTeX alone is a display of its own) and the verdict on its last claim.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from string import Template

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.hypotheses.context import context
from mathpost.maths.terms.term import Apply, Variable
from mathpost.text.source import Source
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict, name
from mathpost.verify.reasons.reason import Claim
from mathpost.verify.reasons.registry import find
from mathpost.verify.verdicts.judgement import judge


def verdicts(post: str) -> list[Verdict]:
    document = read(Source("post.md", (post if "$" in post else f"$$\n{post}\n$$") + "\n"))
    return [v for v in judge(document, steps(document)) if v is not None]


def verdict(post: str) -> Verdict:
    return verdicts(post)[-1]


def table(text: str) -> list[object]:
    """Rows of ``post  ⊢  expectation``; ``⏎`` is a line break."""
    rows = [line.split("⊢", 1) for line in text.splitlines() if line.strip()]
    return [
        pytest.param(post.strip().replace("⏎", "\n"), want.strip(), id=post.strip()) for post, want in rows
    ]


# --- the four verdicts --------------------------------------------------------------------------------------

PROVED = r"""
(x + y)^2 = x^2 + 2xy + y^2                                  ⊢ normal form
\sum_{i=1}^{n} i = \frac{n(n+1)}{2}                          ⊢ normal form
\frac{d}{dx} x^2 \sin x = 2x \sin x + x^2 \cos x             ⊢ normal form
2^{10} - 24 = 1000                                           ⊢ exact arithmetic
0.1 + 0.2 = 0.3                                              ⊢ exact arithmetic
1/8 = 12.5\%                                                 ⊢ exact arithmetic
3 \times 10^8 \times 2 = 6 \times 10^8                       ⊢ exact arithmetic
\frac{a}{b} + c = \frac{a}{b} + c                            ⊢ identity
设 $y = 2x$，则 $y^2 - 1 = 4x^2 - 1$                           ⊢ normal form
取 $d = 512$。则 $d / 8 = 64$。                                 ⊢ exact arithmetic
$x = 3 - y$，$y = x - 1$。于是 $x + y = 2x - 1$。                 ⊢ normal form
其和为 $$a + b = 2c$$ 其中 $c = \frac{a + b}{2}$。               ⊢ normal form
已知 $\alpha^2 + \beta^2 = 1$，于是 $1 - \beta^2 = \alpha^2$。   ⊢ normal form
$$a x = b + c \Rightarrow x = \frac{b + c}{a}$$               ⊢ normal form
"""


@pytest.mark.parametrize(("post", "method"), table(PROVED))
def test_proved(post: str, method: str) -> None:
    found = verdict(post)
    assert isinstance(found, Proved)
    assert found.method == method


AGREES = r"""
\log x + \log y = \log(xy)                                   ⊢ finite models
x^2 + 1 > 2x - 1                                             ⊢ adversarial search
\frac{1}{3} = 0.33                                           ⊢ rounding
\frac{1}{8} = 13\%                                           ⊢ rounding
1.234 \times 10^5 = 1.2 \times 10^5                          ⊢ rounding
\ln 10 = 2.3026                                              ⊢ rounding
1/7 \approx 0.14                                             ⊢ rounding
\frac{x}{3} + 0 = 0.33 x                                     ⊢ finite models
\frac{d}{dx} y^2 = 2y\frac{dy}{dx}                           ⊢ exact models
"""


@pytest.mark.parametrize(("post", "method"), table(AGREES))
def test_agrees(post: str, method: str) -> None:
    found = verdict(post)
    assert isinstance(found, Agrees)
    assert found.method == method


REFUTED = r"""
$$a x = b + c \Rightarrow x = \frac{a}{b + c}$$
令 $y = x^2$，则 $y - x = x (x + 1)$
令 $G(a) = a + a^2$。合并得 $G(a) = a (1 - a)$
设 $z = A(b)$。于是 $b + 2b = 4b$
(x + y)^2 = x^2 + xy + y^2
(x + y)^2 = x^2 + 2xy - y^2
\sum_{i=1}^{n} i = \frac{n(n-1)}{2}
\sum_{i=1}^{n} (a_{i+1} - a_i) = a_n - a_1
\frac{d}{dx} x^3 = 3x
x_i x_j + x_i^2 = x_i (x_j - x_i)
\log(x/y) + 0 = \log x + \log y
|x y| = -|x| |y|
1 + 1 = 3
(32^2 + 16^2) \times 4 = 5121
0.1^3 = -10^{-3}
(1, 1) + (0, -1) = -(1, 0)
3 + 1 > 5
\log_2 8 = 4
1/7 = 0.152
1/8 = 15\%
3 \times 10^8 \times 2 = 7 \times 10^8
2^{20} = 10^9
1/7 \approx 0.3
0.5 x + 0.33 x = -0.83 x
\cos((n-m)\theta) + 0 = \cos n\theta \cos m\theta - \sin n\theta \sin m\theta
设 $y = 2x$，则 $y^2 - 1 = 2x^2 - 1$
By equation (3), $(1+x)^2 = 1 + x + x^2$.
根据上式，$(1+x)^2 = 1 - 2x + x^2$。
That one was wrong. We have $(1+x)^2 = 1 + 2x + 2x^2$.
(-1, 1) - \frac{-2}{2}(1, -1) = (0, 1)
(\frac{1}{2}, 2) \cdot 4 = (2, 9)
它近似为 $\frac{1}{7} \approx -0.14$。
根据定义，$(a + b)^2 = a^2 - 2ab + b^2$。
where $\sin(-x) = \sin(x)$
因此 $\log n - \log(\log_m n) = \log n + \log\frac{\log n}{\log m}$
$\alpha_j f_j(t) + \sum_{i \ne j} \alpha_i f_i(t) = -\sum_i \alpha_i f_i(t)$
"""


@pytest.mark.parametrize("post", [p for p in REFUTED.splitlines() if p])
def test_refuted(post: str) -> None:
    found = verdict(post)
    assert isinstance(found, Refuted)
    assert found.counterexample and found.left != found.right


def test_a_counterexample_names_its_values_and_a_suggestion_is_true() -> None:
    found = verdict("(a - 1)(a + 1) = a^2 + 1")
    assert isinstance(found, Refuted)
    assert found.counterexample.startswith("a = ")
    assert found.suggestion == "a^2-1"
    assert isinstance(verdict(f"(a - 1)(a + 1) = {found.suggestion}"), Proved)


UNCHECKED = r"""
a \otimes b + 1 = a                                          ⊢ sorts: a number and a number
x + 1 \propto y                                              ⊢ unread: \propto
x^2 + 1 \approx x^2                                          ⊢ unread: \approx
a \foo + 1 = b                                               ⊢ not-mathematics: \foo is not known
\frac{1}{x - x} + 1 = x                                      ⊢ domain: division by zero
\sqrt{-1 - x^2} + 1 = x                                      ⊢ domain: sqrt
\boldsymbol{x} + 1 = \boldsymbol{x}^\top                     ⊢ sorts:
\sum_{i=1}^{\infty} i = 2                                    ⊢ unread: \sum
x1 + x2 + y = 3x + y                                         ⊢ unread: x1
(a^2; q^2) + 1 = (a; q) + 1                                  ⊢ unread: (…;…)
"""


@pytest.mark.parametrize(("post", "expected"), table(UNCHECKED))
def test_unchecked_with_its_reason_and_culprit(post: str, expected: str) -> None:
    found = verdict(post)
    assert isinstance(found, Unchecked)
    reason, _, culprit = expected.partition(":")
    assert found.reason == reason
    assert found.culprit.startswith(culprit.strip()) and found.culprit


def test_a_formula_beyond_all_bounds_is_given_up() -> None:
    long = " + ".join(f"x_{{{k}}}" for k in range(6000))
    found = verdict(f"{long} + y = y x")
    assert isinstance(found, Unchecked)
    assert (found.reason, found.culprit) == ("limit", "size of the formula")


def test_what_holds_for_some_values_only_says_for_which() -> None:
    found = verdict(r"\sqrt{x^2} + 0 = x")
    assert isinstance(found, Unchecked)
    assert found.reason == "domain"
    assert found.culprit.startswith("holds for positive values, fails at x = -")


# --- what is never refuted ----------------------------------------------------------------------------------

# Steps that fail in random models and are no errors; what the verdict says of them.
SPARED = r"""
x^2 - y = 4                                                  ⊢ may be a condition, not an identity
\sum_i p_i = 1                                               ⊢ may be a condition, not an identity
a x + b = a (x - x_1)                                        ⊢ x_{1} is on one side only
y + x = x + a                                                ⊢ a is on one side only
g(x) + 1 = x + g(0)                                          ⊢ g may be a function
\text{loss} + x = x + 2\,\text{loss}                         ⊢ \text{loss} stands for something
T_{max} + T = T + 2 T_{max}                                  ⊢ T_{max} stands for something
\hat{x}^2 + x = x\hat{x} + x                                 ⊢ \hat{x} stands for something
a_{n+2} - a_{n+1} = a_n                                      ⊢ may be a rule for the entries of a
\frac{dx}{dt} = -x                                           ⊢ x may depend on other variables
\frac{\partial L}{\partial x_i} = x_i                        ⊢ L may depend on other variables
\frac{dy}{d\log x} + 0 = x\frac{dy}{dx}                      ⊢ d may denote a differential
设 $A = P Q$，$\boldsymbol{A} = \boldsymbol{P}\boldsymbol{Q}$，则 $d\boldsymbol{A} = (d\boldsymbol{P})\boldsymbol{Q} + \boldsymbol{P}(d\boldsymbol{Q})$ ⊢ d may denote a differential
\int_0^1 x^2 dx + a = a                                      ⊢ the value is only estimated (integral)
\sum_i p_i (x_i - c) = \sum_i p_i x_i - c                    ⊢ holds if p, x add up to 1
解方程 $x y = x + y$，                                         ⊢ the text calls this an equation
We solve $(1 + x)^2 = 1 + x$.                                ⊢ the text calls this an equation
设 $x^2 + y^2 = x + y$。                                      ⊢ may be defined by the words before it
$y = x + 1$ 而后来 $y = x^2$                                   ⊢ may be a second definition of y
设 $a^a + b^b = 1$，则 $a^2 + b^2 = a + b^2$                       ⊢ a also occurs in
设 $x \in S$，则 $x^2 + 1 = x + 1$                            ⊢ x also occurs in x \in S
(x + dx)^2 - x^2 = 2x\,dx                                    ⊢ may contain a differential
$(1+x)^2 = 1 + 2x$，因为 $x$ 很小。                              ⊢ the text calls this an approximation
To first order we have $(1+x)^2 = 1 + 2x$.                   ⊢ the text calls this an approximation
In $\mathbb{F}_2$ we have $(x+y)^2 = x^2 + y^2$.             ⊢ may use modular or computer arithmetic
若 $x$ 与 $y$ 正交，则 $(x+y)^2 = x^2 + y^2$                     ⊢ depends on orthogonality
Since $x \perp y$, we get $(x+y)^2 = x^2 + y^2$.             ⊢ x also occurs in x \perp y
于是 $(x+y)^2 = x^2 + y^2$。这是错误的。                          ⊢ the text doubts this claim
Is $(x+y)^2 = x^2 + y^2$?                                    ⊢ the text doubts this claim
0.1 + 0.2 = 0.30000000000000004                              ⊢ may be a rough approximation
$60 + 30 = 1.5$ 小时                                           ⊢ a unit follows the formula
1/7 = 0.142                                                  ⊢ may be a rough approximation
(\frac{1}{2}, 1) \cdot 3 = (2, 3)                            ⊢ may be a rough approximation
它近似为 $\frac{1}{7} = 0.2$。                                  ⊢ the text calls this an approximation
设 $(a + b)^2 = a^2 + b^2$。                                    ⊢ may be defined by the words before it
2^{20} = 10^6                                                ⊢ may be a rough approximation
512/3 = 171                                                  ⊢ may be a rough approximation
\log 8 + 0 = 3                                               ⊢ the base of the logarithm is not stated
\log 100 + 0 = 2                                             ⊢ the base of the logarithm is not stated
$800 \times 2 = 16$ 万                                        ⊢ a unit follows the formula
In base 16 we have $9 + 9 = 12$.                             ⊢ the numbers may be in another base
$Q(x) := x^2 + x - 3 = 0$                                    ⊢ may be an equation to solve
设 $\boldsymbol{M}$ 可逆，则 $(\boldsymbol{M} - \boldsymbol{U}V^*)^{-1} = (\boldsymbol{M}(I - \boldsymbol{M}^{-1}\boldsymbol{U}V^*))^{-1}$ ⊢ I may be the identity matrix
2de + 0 = 8d^2                                               ⊢ e may be a variable
设 $z = x + iy$，则 $\text{Re}\,z = x$                           ⊢ z = x + iy
设 $V_n = 2^n$，则 $\frac{V_n(1) - V_n(1-c)}{V_n(1)} = 1 - (1-c)^n$ ⊢ V may be a function
$\cos\frac{z}{2} = \sqrt{\frac{1+\cos z}{2}}$ 或者 $\cos\frac{z}{2} = -\sqrt{\frac{1+\cos z}{2}}$ ⊢ may mean a branch other
"""


@pytest.mark.parametrize(("post", "why"), table(SPARED))
def test_never_refuted(post: str, why: str) -> None:
    found = verdict(post)
    assert isinstance(found, Unchecked)
    assert found.reason == "context"
    assert why


@pytest.mark.parametrize(
    "system",
    [
        r"$$\left\{\begin{aligned} x + y &= 2x \\ x - y &= 0 \end{aligned}\right.$$",
        r"$$\left\{\begin{array}{l} x + y = 2x \\ x - y = 0 \end{array}\right.$$",
        r"$$\begin{cases} x + y = 2x \\ x - y = 0 \end{cases}$$",
        r"$$\boxed{x + 0 = y}$$",
    ],
)
def test_equations_of_a_system_constrain_what_follows(system: str) -> None:
    assert not isinstance(verdict(f"{system}\n\nThen $x^3 + y = x + x y^2$."), Refuted)


# True steps in notations that can be read in two ways.
TWO_WAYS = r"""
a/2b + 0 = \frac{a}{2b}
a/2b + 0 = \frac{ab}{2}
\sin 2x + 0 = 2 \sin x \cos x
\sin 2x/2 + 0 = \sin x \cos x
\cos(n-m)\theta + 0 = \cos n\theta \cos m\theta + \sin n\theta \sin m\theta
x(t+1) = x t + x
f^2(x) + 0 = f(x) f(x)
2\frac{1}{2} = 2.5
2\frac{1}{2} = 1
1e-3 + 0 = 0.001
50\% + 0 = 0.5
175K + 0 = 175000
\sum_{i=1}^{n} x_i + y_i = \sum_{i=1}^{n} x_i + \sum_{i=1}^{n} y_i
\int_0^1 dx\, x^2 = \frac{1}{3}
"""


@pytest.mark.parametrize("post", [p for p in TWO_WAYS.splitlines() if p])
def test_one_true_reading_is_enough(post: str) -> None:
    assert isinstance(verdict(post), Proved | Agrees)


def test_a_value_given_before_confirms_and_refutes_nothing() -> None:
    assert isinstance(verdict("Take $d = 512$. So $d / 8 = 64$."), Proved)
    assert isinstance(verdict("Take $d = 512$. So $d / 8 = 60$."), Unchecked)


def test_domains_that_a_post_declares_hold_for_its_claims() -> None:
    assert isinstance(verdict(r"\sqrt{x^2} + 0 = x"), Unchecked)
    assert isinstance(verdict(r"设 $x > 0$，则 $\sqrt{x^2} + 0 = x$"), Proved | Agrees)
    assert isinstance(verdict(r"For positive $x$, we have $\sqrt{x^2} + 0 = x$."), Proved | Agrees)


def test_a_definition_explains_a_step_and_its_redefinition_another() -> None:
    post = "令 $y = 2x$。故 $y + 1 = 2x + 1$。令 $y = 3x$。故 $y + 1 = 3x + 1$。"
    assert [name(v) for v in verdicts(post)] == ["proved", "proved"]


def test_each_claim_has_a_verdict_and_nothing_else_has() -> None:
    document = read(Source("post.md", "令 $y = 2x$，则 $y + 1 = 2x + 1$，$x > 0$。\n"))
    found = steps(document)
    assert [
        (s.role == "claim") == (v is not None) for s, v in zip(found, judge(document, found), strict=True)
    ]
    assert [s.role for s in found] == ["definition", "claim", "assumption"]


def test_the_same_post_has_the_same_verdicts() -> None:
    post = "$(x + y)^2 = x^2 + y^2$ and $\\sqrt{x^2} + 0 = x$"
    assert verdicts(post) == verdicts(post)


# --- properties ---------------------------------------------------------------------------------------------

LETTERS = "abcpqrwxyz"
CLAIMS = [
    "($A + $B)^2 = $A^2 + 2 $A $B + $B^2",
    "($A + $B)^2 = $A^2 + $B^2",
    "$A^3 - $B^3 = ($A - $B)($A^2 + $A $B + $B^2)",
    "$A^3 - $B^3 = ($A - $B)($A^2 + $B^2)",
    r"\frac{$A}{$B} + \frac{$B}{$A} = \frac{$A^2 + $B^2}{$A $B}",
    r"\frac{$A}{$B} + \frac{$B}{$A} = \frac{$A + $B}{$A $B}",
    r"\frac{\partial}{\partial $A} $A^2 $B = 2 $A $B",
    r"\frac{\partial}{\partial $A} $A^2 $B = 2 $A",
    r"\sum_{i=1}^{n} (${A}_i + ${B}_i) = \sum_{j=1}^{n} ${A}_j + \sum_{k=1}^{n} ${B}_k",
    r"\sum_{i=1}^{n} ${A}_i^2 = \sum_{i=1}^{n} ${A}_i \sum_{j=1}^{n} ${A}_j",
    r"\log($A $B) + 0 = \log $A + \log $B",
    r"\sqrt{$A^2} + 0 = $A",
    "$A + $B = $C",
    r"|$A $B| = |$A| |$B|",
    r"\frac{d$A}{d$B} = -$A",
    "$A^2 - $B = 4",
]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(CLAIMS), st.permutations(LETTERS))
def test_a_verdict_survives_the_renaming_of_all_variables(claim: str, letters: list[str]) -> None:
    template = Template(claim)
    first = verdict(template.substitute(A="x", B="y", C="z"))
    other = verdict(template.substitute(dict(zip("ABC", letters, strict=False))))
    assert name(first) == name(other)
    if isinstance(first, Unchecked) and isinstance(other, Unchecked):
        assert first.reason == other.reason


Pair = tuple[str, str]  # the same term, written in two ways


def _grown(inner: st.SearchStrategy[Pair]) -> st.SearchStrategy[Pair]:
    two = st.tuples(inner, inner)
    return st.one_of(
        two.map(lambda t: (f"{t[0][0]} + ({t[1][0]})", rf"\left({t[1][1]}\right) + {t[0][1]}")),
        two.map(lambda t: (f"{t[0][0]} - ({t[1][0]})", f"-[{t[1][1]}] + {t[0][1]}")),
        two.map(lambda t: (rf"({t[0][0]}) \cdot ({t[1][0]})", rf"({t[1][1]}) ({t[0][1]})")),
        two.map(lambda t: (rf"\frac{{{t[0][0]}}}{{{t[1][0]}}}", f"({t[0][1]}) / ({t[1][1]})")),
        inner.map(lambda t: (f"({t[0]})^2", rf"({t[1]}) \cdot ({t[1]})")),
        inner.map(lambda t: (rf"\sqrt{{{t[0]}}}", rf"({t[1]})^{{\frac12}}")),
        inner.map(lambda t: (rf"\sin({t[0]})", rf"\sin\left({t[1]}\right)")),
        inner.map(lambda t: (f"e^{{{t[0]}}}", rf"\exp({t[1]})")),
        inner.map(lambda t: (rf"\sum_{{k=1}}^{{n}} ({t[0]})", rf"\sum_{{m=1}}^{{n}} ({t[1]})")),
        inner.map(lambda t: (rf"\frac{{d}}{{dy}} ({t[0]})", rf"\frac{{d ({t[1]})}}{{dy}}")),
        inner.map(
            lambda t: (
                rf"\max({t[0]}, 0)",
                rf"\begin{{cases}} {t[1]} & {t[1]} > 0 \\ 0 & \text{{else}} \end{{cases}}",
            )
        ),
    )


TRUE = st.recursive(st.sampled_from(["x", "y", "2", "0.5", "x_i", "x_1", "n", r"\theta", r"\pi", "z'"]).map(lambda a: (a, a)), _grown, max_leaves=6)  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TRUE)
def test_a_true_step_is_never_refuted_however_it_is_written(sides: Pair) -> None:
    assert not isinstance(verdict(f"{sides[0]} + 0 = {sides[1]}"), Refuted)


PIECES = st.sampled_from(
    [
        *"abxfin0123+-*/=<>!,.'|()[]^_&% ", "{", "}", "\\\\", "e^{", "x_{", "1e-5", "12,800", "当", "…",
        r"\frac{", r"\frac12", r"\sqrt[3]{", r"\sum_{i=1}^{n}", r"\sum_", r"\prod_{i\ne j}", r"\max_i", r"\int_0^1", r"\,dx", r"\lim_{x\to 0}",
        r"\frac{d}{dx}", r"\frac{\partial", r"\partial", r"\nabla", r"\left(", r"\right)", r"\left.", r"\right|_0^1", r"\big|_{x=1}",
        r"\begin{cases}", r"\end{cases}", r"\begin{aligned}", r"\end{aligned}", r"\text{if }", r"\mathbb{E}", r"\mathbb{1}", r"\delta_{ij}",
        r"\Delta", r"\boldsymbol{x}", r"\hat{", r"^\top", r"\sin", r"\log_2", r"\infty", r"\cdots", r"\cdot", r"\odot", r"\approx", r"\le", r"\tag{1}",
        r"\binom{n}{k}", r"\over", r"\boxed{", r"\color{red}", r"\overset{!}{=}", r"\lfloor", r"\rceil", r"\langle", r"\|", r"\%", r"\unknown", r"\quad",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.lists(PIECES, max_size=12).map("".join), min_size=1, max_size=3))
@example(["=\\frac{", "=a"])
@example([r"\begin{cases}a&\tag{1}\end{cases}"])
@example([r"\begin{cases}a&当\end{cases}"])
@example([r"\mathbb{1}_{}"])
@example([r"\color{red}\approx0"])
@example([r"a\mathbb{E}x_{\cdot\int_0^1"])
@example([r"a\left({\right)"])
def test_no_formula_makes_the_court_fail(formulas: list[str]) -> None:
    document = read(Source("post.md", "\n\n".join(f"$$\n{f} = {f[::2]}\n$$" for f in formulas) + "\n"))
    found = steps(document)
    for step, given_ in zip(found, judge(document, found), strict=True):
        assert (given_ is not None) == (step.role == "claim")
        assert step.span.start <= step.relation_span.start <= step.relation_span.end <= step.span.end
        if isinstance(given_, Unchecked):
            assert given_.culprit and not given_.culprit.startswith("internal error"), given_
            assert given_.span.end > 0, "it is told where"


def test_a_wrong_claim_stated_twice_does_not_prove_itself() -> None:
    text = "Let $D = a + b$. Then we have $$ D = a - b $$ and, once more, we obtain $$ D = a - b $$\n"
    document = read(Source("post.md", text))
    found = steps(document)
    claims = [v for s, v in zip(found, judge(document, found), strict=True) if s.role == "claim"]
    assert len(claims) == 2
    assert not any(isinstance(v, Proved | Agrees) for v in claims)


@pytest.mark.parametrize(
    "claim",
    [
        r"\frac{d}{dt} \alpha_t^2 + 0 = 2\alpha_t \frac{d\alpha_t}{dt}",
        r"\frac{d}{dt}\left(\alpha_t \boldsymbol{x}_t\right) + 0 = \frac{d\alpha_t}{dt}\boldsymbol{x}_t + \alpha_t\frac{d\boldsymbol{x}_t}{dt}",
        r"\sum_{k=1}^{n} (x_{t_{k+1}} - x_{t_k}) = x_{t_{n+1}} - x_{t_1}",
    ],
)
def test_an_index_may_be_any_real_number(claim: str) -> None:
    assert isinstance(verdict(claim), Proved | Agrees)


def test_a_slip_with_such_an_index_is_refuted() -> None:
    assert isinstance(verdict(r"\frac{d}{dt} \alpha_t^2 + 0 = \alpha_t \frac{d\alpha_t}{dt}"), Refuted)


@pytest.mark.parametrize(
    "claim",
    [
        r"t\log(a + 1) + (1 - t)\log(b + 1) = \log(a + 1)^t (b + 1)^{1-t}",  # the logarithm of the product
        r"f(x - \eta f'(x)) = f(x) - \eta f'^2(x) + \mathcal{O}(\eta^2 f'^2(x))",  # the square of the derivative
    ],
)
def test_powers_of_functions(claim: str) -> None:
    assert isinstance(verdict(claim), Proved | Agrees)


@pytest.mark.parametrize("claim", ["P H P^{-1} = H", "P^{-1} H P = H", "P H P^{-1} = -H"])
def test_a_symbol_around_others_with_its_inverse_is_hardly_a_number(claim: str) -> None:
    (found,) = verdicts(f"$${claim}$$\n")
    assert isinstance(found, Unchecked) and "may be a matrix" in found.culprit


@pytest.mark.parametrize(
    "claim",
    [
        r"\prod_{i=1}^n a_i b_i = \prod_{i=1}^n a_i \prod_{i=1}^n b_i",
        r"\prod_{i=1}^n \prod_{j=1}^m (a_i b_j) = \prod_{i=1}^n a_i^m \prod_{j=1}^m b_j^n",
        r"\prod_{i=1}^n a_i / c = c^{-1} \prod_{i=1}^n a_i",
        r"\prod_{i=1}^n a_i c = c^n \prod_{i=1}^n a_i",
        r"\prod_{i=1}^n a_i \prod_{j=1}^m b_{ij} = \prod_{i=1}^n a_i \cdot \prod_{i=1}^n \prod_{j=1}^m b_{ij}",
    ],
)
def test_a_product_reaches_as_far_as_its_index_and_a_bare_factor_may_be_inside(claim: str) -> None:
    assert isinstance(verdict(f"$${claim}$$\n"), Proved | Agrees)


def test_a_divisor_under_a_product_counts_as_often_as_the_others() -> None:
    claim = r"\prod_{i=1}^n \frac{a_i}{c} = c^{n} \prod_{i=1}^n a_i"
    assert isinstance(verdict(f"$${claim}$$\n"), Refuted)


@pytest.mark.parametrize(
    "claim",
    [
        r"\prod_{i \in S} a_i b_i = \prod_{i \in S} a_i \prod_{i \in S} b_i",
        r"\log \prod_{i \in S} p_i = \sum_{i \in S} \log p_i",
        r"\sum_{i \in S} a_i + \sum_{i \notin S} a_i = \sum_i a_i",
    ],
)
def test_sums_and_products_over_sets_that_only_have_a_name(claim: str) -> None:
    assert isinstance(verdict(f"$${claim}$$\n"), Agrees)


def test_an_integral_without_a_value_is_linear_all_the_same() -> None:
    claim = r"\int_0^\infty (f(y) + 2 g(y)) \,dy = \int_0^\infty f(y) \,dy + {}\int_0^\infty g(y) \,dy"
    assert isinstance(verdict(f"$${claim.replace('{}', '2')}$$\n"), Proved)
    assert isinstance(verdict(f"$${claim.replace('{}', '3')}$$\n"), Unchecked)


def test_a_derivative_of_a_named_function_is_a_claim_and_each_example_has_its_own() -> None:
    post = "设 $f(x) = x^2$。$$f'(x) = 2x$$\n\n例：$f(x) = x^3$，则 $$f'(x) = 3x^2$$\n\n$$f'(x) = 4x^2$$\n"
    first, example, second, wrong = verdicts(post)
    assert isinstance(first, Proved)
    assert not isinstance(example, Proved | Agrees)
    assert isinstance(second, Proved) and second.detail == "given f(x) = x^3"
    assert isinstance(wrong, Unchecked)


def test_what_is_set_to_zero_is_no_claim_about_a_value_given_before() -> None:
    told = "Take $x = -4$.\n\nLet $f(x) = x^2 + 6x$. $$f'(x) = 2x + 6 = 0 \\Rightarrow x = -3$$\n"
    alone = "Let $f(x) = x^2 + 6x$. $$f'(x) = 2x + 6 = 0$$\n"
    assert not any(isinstance(found, Refuted) for post in (told, alone) for found in verdicts(post))


def test_an_indicator_with_a_plain_one() -> None:
    assert isinstance(
        verdict("$$\\sum_{j=1}^n 1_{i=j} x_j = \\sum_{j=1}^n \\delta_{ij} x_j$$\n"), Proved | Agrees
    )


# numbers put in for symbols, and what they come to
PUT_IN = r"""
$y = 10\log(1 + e^{0.1} + e^{0.2}) = 10\log(3.315)$         ⊢ Refuted
$y = 10\log(1 + e^{0.1} + e^{0.2}) = 10\log(3.327)$         ⊢ Agrees
$x = 2.8 \times 0.970^5 - 2 \approx 2.455 - 2$              ⊢ Refuted
$x = \frac{2}{2.062} = 0.9701$                              ⊢ Unchecked
$\sqrt{4.25} = 2.1 = 2.062$                                 ⊢ Unchecked
"""


@pytest.mark.parametrize(("post", "kind"), table(PUT_IN))
def test_what_is_put_in_with_few_digits_is_not_rounded(post: str, kind: str) -> None:
    assert type(verdict(post)).__name__ == kind


def test_a_letter_of_averages_is_no_factor() -> None:
    """``E(x)`` may be read as a product; beside ``E[x]`` that is hardly meant."""
    document = read(Source("post.md", "$a + b = 2$\n"))
    found = steps(document)
    letter, x = Variable("E"), Variable("x")
    reading = Reading(Apply("multiply", (letter, x)), Apply("expectation", (x,)))
    claim = Claim(found[0], reading, context(document, found))
    average = find("average-letter")
    assert average.raised(claim) is not None
    assert average.raised(replace(claim, reading=reading._replace(right=x))) is None


BROKEN = [r"\foo", "{", "x_{", r"\left(", r"a\left({\right)", r"\frac{a}", "^2", r"\begin{matrix}"]
WORDED = [
    r"Let ${}$ be independent samples with mean $\mu$ and variance ${}$.",
    "Let ${}$ be normally distributed with mean ${}$, and $X$ and ${}$ i.i.d. with zero mean.",
    "For all positive ${}$ the rank of ${}$ is ${}$, and $f$ is convex with ${}$.",
    "记两根为 ${}$。设 ${}$ 服从均值为 ${}$ 的正态分布。",
    "Let ${}$ be the roots of $x^2 = 1$, and ${}$ eigenvectors of $A$.",
]


@pytest.mark.parametrize("words", WORDED)
@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_formula_between_words_costs_no_other_claim_its_verdict(words: str, broken: str) -> None:
    document = read(Source("post.md", words.replace("{}", broken) + "\n\nHence $y + 1 = 1 + y$.\n"))
    found = steps(document)
    assert isinstance(judge(document, found)[-1], Proved)


def test_a_claim_judged_alone_gets_the_verdict_that_it_gets_among_all() -> None:
    post = r"$$L(\theta) = \theta\cdot\theta\cdot(1-\theta) = \theta^2(1-\theta)$$ 对数似然为 $$\ln L(\theta) = 2\ln\theta - \ln(1-\theta)$$"
    document = read(Source("post.md", post + "\n"))
    found = steps(document)
    together = judge(document, found)
    claims = [k for k, verdict in enumerate(together) if verdict is not None]
    assert [judge(document, found, [k])[k] for k in claims] == [together[k] for k in claims]
    assert isinstance(together[claims[-1]], Refuted)


def in_a_process_with_helpers(hanging: int, post: str) -> list[str]:
    """The verdicts of `post` where two processes help, and never come to an end of the claim `hanging`."""
    script = f"""
from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.verdicts import judgement
from mathpost.verify.proving import pool

class Session(judgement.Session):
    def verdict(self, number):
        while number == {hanging}:
            pass
        return super().verdict(number)

judgement.Session = Session
pool.allow(pool.Helpers(2, 1.0, 2**32))
document = read(Source("post.md", {post!r}))
print(*judgement.judge(document, steps(document)), sep="\\n")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems start processes clean: none helps")
def test_processes_that_help_change_no_verdict_and_one_that_hangs_costs_one_claim() -> None:
    rows = [f"$$(x + {k})^2 = x^2 + {2 * k}x + {k * k + k % 2}$$\n\n" for k in range(14)]
    document = read(Source("post.md", "".join(rows)))
    alone = [str(v) for v in judge(document, steps(document))]
    assert in_a_process_with_helpers(-1, "".join(rows)) == alone
    helped = in_a_process_with_helpers(3, "".join(rows))
    assert "limit" in helped[3]
    assert "time" in helped[3]
    assert [*helped[:3], *helped[4:]] == [*alone[:3], *alone[4:]]
