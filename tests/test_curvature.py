"""Functions of which a post says how they bend: what follows from it holds, its reverse fails."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.facts.curvature import shapes_of_functions
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Refuted, Unchecked, Verdict
from mathpost.verify.verdicts.judgement import judge


def verdict(post: str) -> Verdict:
    document = read(Source("post.md", post + "\n"))
    return [v for v in judge(document, steps(document)) if v is not None][-1]


# what is said of a function, the left side of a bound, and the right one
BOUNDS = r"""
设 $f$ 是凸函数，由 Jensen 不等式，                ⊢ f(\mathbb{E}[X])                    ⊢ \le ⊢ \mathbb{E}[f(X)]
Let $f$ be a convex function and $\lambda \in [0,1]$. Then ⊢ f(\lambda x + (1-\lambda) y) ⊢ \le ⊢ \lambda f(x) + (1-\lambda) f(y)
设 $f$ 为凸函数，则一阶条件给出                    ⊢ f(y)                                ⊢ \ge ⊢ f(x) + f'(x)(y - x)
Suppose $f$ is concave. Then                     ⊢ f\left(\frac{x+y}{2}\right)         ⊢ \ge ⊢ \frac{f(x)+f(y)}{2}
假设 $f$ 是 $L$-光滑的，则由下降引理，              ⊢ f(\boldsymbol{y}) ⊢ \le ⊢ f(\boldsymbol{x}) + \nabla f(\boldsymbol{x})^\top(\boldsymbol{y}-\boldsymbol{x}) + \frac{L}{2}\|\boldsymbol{y}-\boldsymbol{x}\|^2
For a convex function $f$ we have                ⊢ \langle \nabla f(x) - \nabla f(y), x - y\rangle ⊢ \ge ⊢ 0
"""


@pytest.mark.parametrize("line", [line for line in BOUNDS.splitlines() if line])
def test_what_follows_from_a_bend_holds_and_its_reverse_fails(line: str) -> None:
    lead, left, sign, right = (part.strip() for part in line.split("⊢"))
    reverse = r"\ge" if sign == r"\le" else r"\le"
    assert isinstance(verdict(f"{lead}\n\n$${left} {sign} {right}$$"), Agrees)
    assert isinstance(verdict(f"{lead}\n\n$${left} {reverse} {right}$$"), Refuted)


def test_a_degree_counts() -> None:
    lead = r"设 $f$ 是 $\mu$-强凸的，则"
    line = r"f(y) \ge f(x) + \nabla f(x)^\top (y - x)"
    assert isinstance(verdict(rf"{lead}$${line} + \frac{{\mu}}{{2}}\|y - x\|^2$$"), Agrees)
    assert not isinstance(verdict(rf"{lead}$${line} + 2\mu\|y - x\|^2$$"), Agrees)


def test_a_step_down_the_gradient_of_a_smooth_function() -> None:
    lead = r"Suppose $f$ is $L$-smooth and $x_{t+1} = x_t - \eta \nabla f(x_t)$. Then"
    descent = r"f(x_{t+1}) \le f(x_t) - \eta\left(1 %s \frac{L\eta}{2}\right)\|\nabla f(x_t)\|^2"
    assert isinstance(verdict(f"{lead}$${descent % '-'}$$"), Agrees)
    assert not isinstance(verdict(f"{lead}$${descent % '+'}$$"), Agrees)


def test_a_lipschitz_gradient_bounds_its_changes() -> None:
    lead, left = r"Assume that $\nabla f$ is $L$-Lipschitz. Then", r"\|\nabla f(x) - \nabla f(y)\|"
    assert isinstance(verdict(rf"{lead}$${left} \le L\|x - y\|$$"), Agrees)
    assert not isinstance(verdict(rf"{lead}$${left} \le \frac{{L}}{{2}}\|x - y\|$$"), Agrees)


def test_a_smooth_function_need_not_be_least_at_the_origin() -> None:
    lead, left = r"设 $f$ 是 $L$-光滑的凸函数，最小点为 $x^*$，则", r"f(x_k) - f(x^*) \le \nabla f(x_k)^\top"
    assert isinstance(verdict(rf"{lead}$${left} (x_k - x^*)$$"), Agrees)
    assert not isinstance(verdict(rf"{lead}$${left} (x_k + x^*)$$"), Agrees)


def test_nothing_is_known_of_other_functions() -> None:
    claim = r"$$f\left(\frac{x+y}{2}\right) \le \frac{f(x)+f(y)}{2}$$"
    assert isinstance(verdict(rf"设 $f$ 是连续函数，则{claim}"), Unchecked)
    assert isinstance(verdict(rf"设 $g$ 是凸函数，则{claim}"), Unchecked)


SAID = r"""
设 $f$ 是凸函数                           ⊢ f convex
the function $f(x)$ is convex and $L$-smooth ⊢ f convex, f smooth
a $\mu$-strongly convex function $g$      ⊢ g strong
$f$ 的梯度是 $L$-利普希茨的                 ⊢ f smooth
$f$ is not convex                         ⊢
$f$ 不是凸函数                             ⊢
$C$ is a convex set                       ⊢
$f$ is quasi-convex                       ⊢
"""


@pytest.mark.parametrize("line", [line for line in SAID.splitlines() if line])
def test_what_words_say_of_functions(line: str) -> None:
    words, shapes = (part.strip() for part in line.split("⊢"))
    found = shapes_of_functions(read(Source("post.md", words + "\n")))
    assert sorted(f"{said.name} {said.shape}" for said in found) == sorted(filter(None, shapes.split(", ")))
