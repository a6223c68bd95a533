"""Extremes over sets, and where they are taken."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.verdicts.judgement import judge

# a true equation, and one with another right side; @x is a bold x
EXTREMES = r"""
\max_{t \in [-1, 1]} (p - q)t ⊢ |p - q| ⊢ |p + q|
\max_{\|@v\| = 1} \|@J@v\| ⊢ \|@J\|_2 ⊢ \|@J\|_F
\max_{\|@v\| \le \rho} @v^{\top}@g ⊢ \rho\|@g\| ⊢ \rho^2\|@g\|
\min_{\|@v\| = 1} @v^{\top}@g ⊢ -\|@g\| ⊢ \|@g\|
\max_{x \in \Omega} (f(x) + c) ⊢ c + \max_{x \in \Omega} f(x) ⊢ 2c + \max_{x \in \Omega} f(x)
\arg\min_x (x - a)^2 ⊢ a ⊢ -a
\arg\min_{@w} \|@w - @a\|^2 + \|@w - @b\|^2 ⊢ \frac{@a + @b}{2} ⊢ @a + @b
\arg\max_{@v \in \mathbb{R}^d : \|@v\| = \sqrt{d}} @v \cdot @g ⊢ \sqrt{d}\frac{@g}{\|@g\|} ⊢ d\frac{@g}{\|@g\|}
\operatorname{argmax}_x p(x) ⊢ \operatorname{argmax}_x \log p(x) ⊢ \operatorname{argmin}_x \log p(x)
\arg\min_{@x \in \mathcal{C}} \|@x - @y\|^2 ⊢ \arg\max_{@x \in \mathcal{C}} 2@x^{\top}@y - \|@x\|^2 ⊢ \arg\max_{@x \in \mathcal{C}} @x^{\top}@y - \|@x\|^2
\operatorname{argmax}_j \frac{e^{o_j}}{\sum_k e^{o_k}} ⊢ \operatorname{argmax}_j o_j ⊢ \operatorname{argmax}_j (-o_j)
\min_{q(x)} \max_{t(x)} \log\sigma(t(x)) ⊢ \min_{q(x)} \max_{t(x)} -\log(1 + e^{-t(x)}) ⊢ \min_{q(x)} \max_{t(x)} -\log(1 + e^{t(x)})
\max_{\theta,\varphi} (f(\theta) - g(\varphi)) ⊢ \max_{\theta,\varphi} (-g(\varphi) + f(\theta)) ⊢ \min_{\theta,\varphi} (-g(\varphi) + f(\theta))
"""
LINES = [line for line in EXTREMES.splitlines() if line]


def verdict(claim: str) -> Verdict:
    bold = "".join(
        rf"\boldsymbol{{{part[0]}}}{part[1:]}" if k else part for k, part in enumerate(claim.split("@"))
    )
    document = read(Source("post.md", f"$${bold}$$\n"))
    return [v for v in judge(document, steps(document)) if v is not None][-1]


@pytest.mark.parametrize("line", LINES)
def test_an_extreme_agrees_and_a_wrong_one_does_not(line: str) -> None:
    left, right, wrong = (part.strip() for part in line.split("⊢"))
    assert isinstance(verdict(f"{left} = {right}"), Proved | Agrees)
    assert isinstance(verdict(f"{left} = {wrong}"), Unchecked | Refuted)


# an extreme or its place, a right side one slip away from the true one
SLIPS = r"""
\arg\max_{@v \in \mathbb{R}^d : \|@v\| = \sqrt{d}} @v \cdot @g ⊢ d\frac{@g}{\|@g\|}
\arg\min_x (x - a)^2 + (x - b)^2 ⊢ \frac{a + b}{3}
\arg\min_{\|@v\| = 1} @v^{\top}@g ⊢ \frac{@g}{\|@g\|}
\max_{\|@v\| = 1} @v^{\top}@g ⊢ \|@g\|^2
\max_{\|@v\| \le \rho} @v^{\top}@g ⊢ \rho^2\|@g\|
"""


@pytest.mark.parametrize("line", [line for line in SLIPS.splitlines() if line])
def test_an_extreme_that_a_slip_explains_is_refuted(line: str) -> None:
    left, wrong = (part.strip() for part in line.split("⊢"))
    found = verdict(f"{left} = {wrong}")
    assert isinstance(found, Refuted) and found.suggestion


def test_what_a_place_misses_is_shown() -> None:
    found = verdict(r"\arg\min_x (x - a)^2 + (x - b)^2 = \frac{a + b}{3}")
    assert isinstance(found, Refuted) and found.left.endswith("off the extreme")


@pytest.mark.parametrize(
    "claim",
    [
        r"\max_{x \in A} f(x) = \max_{x \in B} f(x)",
        r"\arg\max_{x \in A} f(x) = \arg\max_{x \in B} f(x)",
        r"\max_{q(x)} f(x) = f(0)",
        r"\arg\max f(x) = 0",
    ],
)
def test_what_is_not_the_same_set_or_not_read_is_left_open(claim: str) -> None:
    assert isinstance(verdict(claim), Unchecked)


# a bound of an extreme, and one that fails
BOUNDS = r"""
0 \le \min_x (x - a)^2 ⊢ a^2 \le \min_x (x - a)^2
\max_{\|@v\| = 1} @v^{\top}@g \le \|@g\| ⊢ \max_{\|@v\| = 1} @v^{\top}@g \le \frac{1}{2}\|@g\|
\max_{\|@v\| \le 2} @v^{\top}@g \le 2\|@g\| ⊢ \max_{\|@v\| \le 2} @v^{\top}@g \le \|@g\|
\max_{t \in [-1, 1]} t^2 \le 1 ⊢ \max_{t \in [-1, 1]} t^2 \le \frac{1}{4}
\min_{x > 0} \left(x + \frac{1}{x}\right) \ge 2 ⊢ \min_{x > 0} \left(x + \frac{1}{x}\right) \ge 3
\inf_{@x} (f(@x) + q h(@x)) \le f(@y) + q h(@y) ⊢ \inf_{@x} (f(@x) + q h(@x)) \ge f(@y) + q h(@y)
\sup_{x} f(x) \ge f(a) ⊢ \sup_{x} f(x) \le f(a)
\max_{i = 1, \ldots, n} x_i \ge \frac{1}{n}\sum_{i=1}^n x_i ⊢ \max_{i = 1, \ldots, n} x_i \le \frac{1}{n}\sum_{i=1}^n x_i
"""


@pytest.mark.parametrize("line", [line for line in BOUNDS.splitlines() if line])
def test_a_bound_of_an_extreme_holds_at_every_point_or_at_one(line: str) -> None:
    bound, wrong = (part.strip() for part in line.split("⊢"))
    assert isinstance(verdict(bound), Proved | Agrees)
    assert not isinstance(verdict(wrong), Proved | Agrees)


# an extreme over a line, everywhere, or on a ball, and its value a slip away
FOUND = r"""
\min_x (x^2 + bx + c)                                    = c - \frac{b^2}{4}    ⊢ c + \frac{b^2}{4}
\min_{t > 0} \left(t + \frac{1}{t}\right)                = 2                    ⊢ 1
\sup_x \left(xy - \frac{1}{2}x^2\right)                 = \frac{1}{2}y^2       ⊢ y^2
\max_{\|@u\|_\infty \le 1} @u^\top @v                   = \|@v\|_1            ⊢ \|@v\|_2
\max_{\|@u\|_1 \le 1} @u^\top @v                        = \|@v\|_\infty       ⊢ \|@v\|_1
\mathop{\arg\max}_{\|@u\| \le 1} @u^\top @v              = \frac{@v}{\|@v\|}  ⊢ -\frac{@v}{\|@v\|}
"""


@pytest.mark.parametrize("line", [line for line in FOUND.splitlines() if line])
def test_an_extreme_is_found_where_the_slope_vanishes_or_at_the_border_of_a_ball(line: str) -> None:
    true, false = (part.strip() for part in line.split("⊢"))
    assert isinstance(verdict(true), Agrees)
    assert not isinstance(verdict(true.split("= ")[0] + "= " + false), Proved | Agrees)


def test_an_extreme_that_is_not_reached_is_left_open() -> None:
    assert not isinstance(verdict(r"\min_x (x^3 + bx) = -b^2"), Proved | Agrees | Refuted)
    assert not isinstance(verdict(r"\max_x (x^2 + bx) = -\frac{b^2}{4}"), Proved | Agrees)
