r"""Theorems behind "satisfies", 满足, "it holds", 需要, "if … then": each is judged, and with one slip of the pen refuted."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest

from mathpost.document.document import authored
from mathpost.document.reader import read
from mathpost.maths import claims
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import name
from mathpost.verify.verdicts import judge

pytestmark = pytest.mark.filterwarnings("ignore")


class Theorem(NamedTuple):
    """What is given in Chinese and English, of what it is said, the sides, and the right side with a slip."""

    given: tuple[str, str]
    of: tuple[str, str]
    left: str
    right: str
    slip: str


FREE = ("设 $x, y$ 为实数。", "Let $x, y$ be real numbers.")
ANGLES = (r"设 $\alpha, \beta$ 为任意角。", r"Let $\alpha, \beta$ be any angles.")
ROTATION = (
    r"定义 $$R(t) = \begin{pmatrix} \cos t & -\sin t \\ \sin t & \cos t \end{pmatrix}$$",
    r"Define $$R(t) = \begin{pmatrix} \cos t & -\sin t \\ \sin t & \cos t \end{pmatrix}$$",
)
LOGISTIC = (r"记 $\sigma(x) = \frac{1}{1 + e^{-x}}$。", r"Let $\sigma(x) = \frac{1}{1 + e^{-x}}$.")
MATRICES = (
    r"设 $\boldsymbol{A}, \boldsymbol{B}\in\mathbb{R}^{n\times n}$ 可逆。",
    r"Let $\boldsymbol{A}, \boldsymbol{B}\in\mathbb{R}^{n\times n}$ be invertible.",
)
VECTORS = (
    r"设 $\boldsymbol{x}, \boldsymbol{y}\in\mathbb{R}^{n}$。",
    r"Let $\boldsymbol{x}, \boldsymbol{y}\in\mathbb{R}^{n}$.",
)
HEADS = (
    r"设 $\boldsymbol{Q}, \boldsymbol{K}\in\mathbb{R}^{n\times d}$，记 $\boldsymbol{S} = \boldsymbol{Q}\boldsymbol{K}^{\top}$。",
    r"Let $\boldsymbol{Q}, \boldsymbol{K}\in\mathbb{R}^{n\times d}$ and $\boldsymbol{S} = \boldsymbol{Q}\boldsymbol{K}^{\top}$.",
)
NORMAL = (
    r"设 $X \sim \mathcal{N}(\mu, \sigma^2)$，$a, b$ 为常数。",
    r"Let $X \sim \mathcal{N}(\mu, \sigma^2)$ and let $a, b$ be constants.",
)
COUNTS = ("设 $n$ 为正整数。", "Let $n$ be a positive integer.")

THEOREMS = (
    Theorem(ANGLES, ("余弦", "the cosine"), r"\cos(\alpha + \beta)", r"\cos\alpha\cos\beta - \sin\alpha\sin\beta", r"\cos\alpha\cos\beta + \sin\alpha\sin\beta"),
    Theorem(ANGLES, ("正弦", "the sine"), r"\sin(\alpha - \beta)", r"\sin\alpha\cos\beta - \cos\alpha\sin\beta", r"\sin\alpha\cos\beta + \cos\alpha\sin\beta"),
    Theorem(ANGLES, ("余弦", "the cosine"), r"\cos 2\alpha", r"1 - 2\sin^2\alpha", r"1 - \sin^2\alpha"),
    Theorem(ANGLES, ("正弦", "the sine"), r"\sin\alpha\sin\beta", r"\frac{1}{2}(\cos(\alpha - \beta) - \cos(\alpha + \beta))", r"\frac{1}{2}(\cos(\alpha - \beta) + \cos(\alpha + \beta))"),
    Theorem(FREE, ("指数函数", "the exponential function"), r"e^{x + y}", r"e^x e^y", r"e^x + e^y"),
    Theorem(FREE, ("双曲余弦", "the hyperbolic cosine"), r"\cosh^2 x - \sinh^2 x", "1", "2"),
    Theorem(FREE, ("双曲正切", "the hyperbolic tangent"), r"\tanh x", r"\frac{e^{x} - e^{-x}}{e^{x} + e^{-x}}", r"\frac{e^{x} + e^{-x}}{e^{x} - e^{-x}}"),
    Theorem(FREE, ("平方差", "the difference of cubes"), r"x^3 - y^3", r"(x - y)(x^2 + xy + y^2)", r"(x - y)(x^2 - xy + y^2)"),
    Theorem(FREE, ("四次方", "the square of a sum"), r"(x + y)^2 - (x - y)^2", "4xy", "2xy"),
    Theorem(LOGISTIC, (r"函数 $\sigma$", r"the function $\sigma$"), r"\sigma(-x)", r"1 - \sigma(x)", r"1 + \sigma(x)"),
    Theorem(LOGISTIC, (r"它的导数", "its derivative"), r"\sigma'(x)", r"\sigma(x)(1 - \sigma(x))", r"\sigma(x)(1 + \sigma(x))"),
    Theorem(LOGISTIC, (r"它的对数", "its logarithm"), r"\log\frac{\sigma(x)}{1 - \sigma(x)}", "x", "2x"),
    Theorem(ROTATION, ("旋转矩阵", "the rotation matrix"), r"R(a)R(b)", "R(a + b)", "R(a - b)"),
    Theorem(ROTATION, ("旋转矩阵", "the rotation matrix"), r"R(a)^{\top}R(b)", "R(b - a)", "R(a + b)"),
    Theorem(ROTATION, ("旋转矩阵", "the rotation matrix"), r"\det R(a)", "1", "2"),
    Theorem(ROTATION, ("旋转矩阵", "the rotation matrix"), r"\operatorname{tr}(R(a))", r"2\cos a", r"2\sin a"),
    Theorem(MATRICES, ("乘积的转置", "the transpose of a product"), r"(\boldsymbol{A}\boldsymbol{B})^{\top}", r"\boldsymbol{B}^{\top}\boldsymbol{A}^{\top}", r"\boldsymbol{A}^{\top}\boldsymbol{B}^{\top}"),
    Theorem(MATRICES, ("乘积的逆", "the inverse of a product"), r"(\boldsymbol{A}\boldsymbol{B})^{-1}", r"\boldsymbol{B}^{-1}\boldsymbol{A}^{-1}", r"\boldsymbol{A}^{-1}\boldsymbol{B}^{-1}"),
    Theorem(MATRICES, ("迹", "the trace"), r"\operatorname{tr}(\boldsymbol{A}\boldsymbol{B}^{\top})", r"\operatorname{tr}(\boldsymbol{A}^{\top}\boldsymbol{B})", r"\operatorname{tr}(\boldsymbol{A}\boldsymbol{B})"),
    Theorem(MATRICES, ("行列式", "the determinant"), r"\det(\boldsymbol{A}^{-1})", r"\frac{1}{\det \boldsymbol{A}}", r"\det \boldsymbol{A}"),
    Theorem(MATRICES, ("Frobenius 范数", "the Frobenius norm"), r"\Vert\boldsymbol{A}\Vert_F^2", r"\operatorname{tr}(\boldsymbol{A}^{\top}\boldsymbol{A})", r"\operatorname{tr}(\boldsymbol{A}\boldsymbol{A})"),
    Theorem(VECTORS, ("欧氏范数", "the Euclidean norm"), r"\Vert\boldsymbol{x} - \boldsymbol{y}\Vert^2", r"\Vert\boldsymbol{x}\Vert^2 - 2\boldsymbol{x}^{\top}\boldsymbol{y} + \Vert\boldsymbol{y}\Vert^2", r"\Vert\boldsymbol{x}\Vert^2 + 2\boldsymbol{x}^{\top}\boldsymbol{y} + \Vert\boldsymbol{y}\Vert^2"),
    Theorem(VECTORS, ("外积", "the outer product"), r"\operatorname{tr}(\boldsymbol{x}\boldsymbol{y}^{\top})", r"\boldsymbol{y}^{\top}\boldsymbol{x}", r"\boldsymbol{x}^{\top}\boldsymbol{x}"),
    Theorem(VECTORS, ("内积", "the inner product"), r"4\boldsymbol{x}^{\top}\boldsymbol{y}", r"\Vert\boldsymbol{x} + \boldsymbol{y}\Vert^2 - \Vert\boldsymbol{x} - \boldsymbol{y}\Vert^2", r"\Vert\boldsymbol{x} + \boldsymbol{y}\Vert^2 + \Vert\boldsymbol{x} - \boldsymbol{y}\Vert^2"),
    Theorem(VECTORS, ("梯度", "the gradient"), r"\nabla_{\boldsymbol{x}} \Vert\boldsymbol{x}\Vert^2", r"2\boldsymbol{x}", r"\boldsymbol{x}"),
    Theorem(HEADS, ("注意力矩阵", "the matrix of scores"), r"\boldsymbol{S}^{\top}", r"\boldsymbol{K}\boldsymbol{Q}^{\top}", r"\boldsymbol{Q}\boldsymbol{K}^{\top}"),
    Theorem(HEADS, ("注意力矩阵", "the matrix of scores"), r"\boldsymbol{S}^{\top}\boldsymbol{S}", r"\boldsymbol{K}\boldsymbol{Q}^{\top}\boldsymbol{Q}\boldsymbol{K}^{\top}", r"\boldsymbol{Q}\boldsymbol{K}^{\top}\boldsymbol{K}\boldsymbol{Q}^{\top}"),
    Theorem(HEADS, ("迹", "the trace"), r"\operatorname{tr}(\boldsymbol{S})", r"\operatorname{tr}(\boldsymbol{K}^{\top}\boldsymbol{Q})", r"2\operatorname{tr}(\boldsymbol{K}^{\top}\boldsymbol{Q})"),
    Theorem(NORMAL, ("方差", "the variance"), r"\operatorname{Var}(aX + b)", r"a^2\sigma^2", r"a\sigma^2"),
    Theorem(NORMAL, ("期望", "the mean"), r"\mathbb{E}[aX + b]", r"a\mu + b", r"a\mu - b"),
    Theorem(NORMAL, ("二阶矩", "the second moment"), r"\mathbb{E}[X^2]", r"\mu^2 + \sigma^2", r"\mu^2 - \sigma^2"),
    Theorem(NORMAL, ("方差", "the variance"), r"\operatorname{Var}(X)", r"\mathbb{E}[X^2] - (\mathbb{E}[X])^2", r"\mathbb{E}[X^2] + (\mathbb{E}[X])^2"),
    Theorem(COUNTS, ("前 $n$ 个整数的和", "the sum of the first $n$ integers"), r"\sum_{k=1}^{n} k", r"\frac{n(n+1)}{2}", r"\frac{n(n-1)}{2}"),
    Theorem(COUNTS, ("平方和", "the sum of squares"), r"\sum_{k=1}^{n} k^2", r"\frac{n(n+1)(2n+1)}{6}", r"\frac{n(n+1)(2n+1)}{3}"),
    Theorem(COUNTS, ("二项式系数", "binomial coefficients"), r"\sum_{k=0}^{n} \binom{n}{k}", "2^n", "2^{n+1}"),
    Theorem(COUNTS, ("二项式系数", "binomial coefficients"), r"\sum_{k=0}^{n} k\binom{n}{k}", r"n 2^{n-1}", r"n 2^{n+1}"),
    Theorem(COUNTS, ("等比级数", "the geometric sum"), r"\sum_{k=0}^{n-1} 2^k", "2^n - 1", "2^n + 1"),
    Theorem(COUNTS, ("阶乘", "factorials"), r"(n+1)!", r"(n+1)\, n!", r"(n-1)\, n!"),
    Theorem(("设 $x > 0, y > 0$。", "Let $x > 0, y > 0$."), ("对数", "the logarithm"), r"\log\frac{x}{y}", r"\log x - \log y", r"\log x + \log y"),
    Theorem(("设 $x > 0$。", "Let $x > 0$."), ("对数", "the logarithm"), r"\log\sqrt{x}", r"\frac{1}{2}\log x", r"2\log x"),
    Theorem(("设 $x > 0$。", "Let $x > 0$."), ("导数", "the derivative"), r"\frac{d}{dx}(x\log x)", r"\log x + 1", r"\log x - 1"),
    Theorem(("设 $a > 0$。", "Let $a > 0$."), ("积分", "the integral"), r"\int_0^a x^2 dx", r"\frac{a^3}{3}", r"\frac{a^2}{3}"),
    Theorem(("设 $a > 0$。", "Let $a > 0$."), ("积分", "the integral"), r"\int_0^{\infty} e^{-ax} dx", r"\frac{1}{a}", "a"),
    Theorem((r"定义 $f(x) = x^2 + x$。", "Define $f(x) = x^2 + x$."), ("函数 $f$", "the function $f$"), "f(x + 1)", "x^2 + 3x + 2", "x^2 + 3x + 1"),
    Theorem((r"定义 $f(x) = x^2 + x$。", "Define $f(x) = x^2 + x$."), ("函数 $f$", "the function $f$"), "f(x) - f(-x)", "2x", "x"),
    Theorem((r"定义 $g(t) = e^{-t^2/2}$。", r"Define $g(t) = e^{-t^2/2}$."), ("函数 $g$", "the function $g$"), "g'(t)", "-t g(t)", "t g(t)"),
    Theorem((r"定义 $g(t) = e^{-t^2/2}$。", r"Define $g(t) = e^{-t^2/2}$."), ("函数 $g$", "the function $g$"), "g''(t)", "(t^2 - 1) g(t)", "(t^2 + 1) g(t)"),
    Theorem((r"记 $p = \frac{a}{a + b}$，$q = \frac{b}{a + b}$，其中 $a, b > 0$。", r"Let $p = \frac{a}{a + b}$ and $q = \frac{b}{a + b}$ with $a, b > 0$."), ("两个概率", "the two probabilities"), "p + q", "1", "2"),
    Theorem((r"记 $p = \frac{a}{a + b}$，$q = \frac{b}{a + b}$，其中 $a, b > 0$。", r"Let $p = \frac{a}{a + b}$ and $q = \frac{b}{a + b}$ with $a, b > 0$."), ("两个概率", "the two probabilities"), r"\frac{p}{q}", r"\frac{a}{b}", r"\frac{b}{a}"),
    Theorem((r"记 $p_i = \frac{e^{x_i}}{\sum_{j=1}^n e^{x_j}}$。", r"Let $p_i = \frac{e^{x_i}}{\sum_{j=1}^n e^{x_j}}$."), ("softmax", "softmax"), r"\log p_i", r"x_i - \log\sum_{j=1}^n e^{x_j}", r"x_i + \log\sum_{j=1}^n e^{x_j}"),
)  # fmt: skip

FRAMES = (
    (
        "{given}\n\n**定理** {of}满足\n\n$$\n{claim}\n$$\n",
        "{given}\n\n**命题** 对一切取值，{of}都满足 $${claim}$$\n",
        "{given}为此需要\n\n$$\n{claim}\n$$\n\n它对一切取值成立。\n",
        "**引理** {given}那么，恒有\n\n$$\n{claim}\n$$\n",
        "{given}\n\n**定理** 如果上述条件成立，则{of}满足\n\n$$\n{claim}\n$$\n",
    ),
    (
        "{given}\n\n**Theorem.** Then {of} satisfies\n\n$$\n{claim}\n$$\n",
        "{given}\n\n**Proposition.** It holds that\n\n$$\n{claim}\n$$\n",
        "{given} The proof requires the identity\n\n$$\n{claim}\n$$\n",
        "{given}\n\n**Lemma.** We have that $${claim}.$$\n",
        "{given}\n\n**Theorem.** If these conditions hold, then {of} satisfies $${claim}$$\n",
    ),
)


@cache
def verdict(number: int, language: int, slipped: bool) -> str:
    """What is said of a theorem in the frame that is its turn."""
    theorem = THEOREMS[number]
    frame = FRAMES[language][number % len(FRAMES[language])]
    claim = f"{theorem.left} = {theorem.slip if slipped else theorem.right}"
    post = frame.format(given=theorem.given[language], of=theorem.of[language], claim=claim)
    document = authored(read(Source("a.md", post)))
    steps = claims.steps(document)
    last = max(k for k, step in enumerate(steps) if step.left.text == theorem.left)
    found = judge(document, steps, [last])[last]
    return steps[last].role if found is None else name(found)


def tally(*, slipped: bool) -> Counter[str]:
    return Counter(
        verdict(number, language, slipped) for number in range(len(THEOREMS)) for language in (0, 1)
    )


def test_theorems_are_judged_whatever_word_precedes_them() -> None:
    found = tally(slipped=False)
    assert found["refuted"] == 0
    assert found["proved"] + found["agrees"] >= 0.9 * found.total()
    assert set(found) <= {"proved", "agrees", "unchecked"}  # no one escapes as a condition


def test_theorems_with_a_slip_are_refuted() -> None:
    found = tally(slipped=True)
    assert found["proved"] + found["agrees"] == 0
    assert found["refuted"] >= 0.9 * found.total()
    assert set(found) <= {"refuted", "unchecked"}


@pytest.mark.parametrize(
    "post",
    [
        "Suppose that $x + y = 1$.",
        "Let $f(x) = x^2$. The point $z$ satisfies $$f(z) = z$$",
        "设 $f(x) = e^{-x}$。不动点 $z$ 满足 $$f(z) = z$$",
        r"The weights satisfy $$\sum_{i} w_i = 1$$",
        "A function $f$ satisfies $$f(x + y) = f(x) f(y)$$",
        "参数满足 $$a^2 + b^2 = c^2$$",
        "We need to choose $x$ such that $$x^2 = x + 1$$",
        r"若 $\boldsymbol{A}^{\top} = \boldsymbol{A}$",
        "约束条件要求 $$x + y = x y$$",
        r"The vector $\boldsymbol{v}$ satisfies $$\boldsymbol{A}\boldsymbol{v} = \lambda\boldsymbol{v}$$",
    ],
)
def test_conditions_that_restrict_symbols_stay_assumptions(post: str) -> None:
    steps = claims.steps(authored(read(Source("a.md", post))))
    assert steps[-1].role == "assumption"
