"""Letters that a post uses for vectors and matrices are never calculated with as numbers."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.typing.arrays import arrays
from mathpost.text.source import Source
from mathpost.verify.interpretation import verdict
from mathpost.verify.verdicts.judgement import judge

DECLARED = r"Let $A \in \mathbb{R}^{n \times n}$ and $B \in \mathbb{R}^{n \times n}$. Then we have"


# shapes that do not fit refute nothing
UNFIT = {r"x y^\top = y x^\top", r"(x^\top y)^2 = x^\top x y^\top y", r"Q K^\top V = K^\top Q V"}


def found(text: str) -> tuple[frozenset[str], frozenset[str]]:
    document = read(Source("post.md", text))
    return arrays(document, steps(document))


def said(before: str, claim: str) -> str:
    document = read(Source("post.md", f"{before}\n\n$$ {claim} $$\n"))
    all_steps = steps(document)
    verdicts = judge(document, all_steps)
    last = verdicts[-1]
    assert all_steps[-1].role == "claim"
    assert last is not None
    return verdict.name(last)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"$x \in \mathbb{R}^d$", {"x"}),
        (r"$x, y \in \mathbb{R}^d$", {"x", "y"}),
        (r"$x \in \mathbb{R}^+$ and $z \in \mathbb{R}$", set()),
        (r"$a = x^\top y$", {"x", "y"}),
        (r"$a = x^\top \lambda$", {"x"}),
        (r"$S = QK^\top V$", {"Q", "K", "S", "V"}),
        (r"$\beta^T = 1$", set()),
        (r"$a = (y - \mu)^\mathrm{T}$", {"y", r"\mu"}),
        ("设矩阵 $A$ 与数 $c$", {"A"}),
        ("Here $M$ is a symmetric matrix.", {"M"}),
        ("其中 $v$ 是单位向量。", {"v"}),
    ],
)
def test_what_is_an_array(text: str, plain: set[str]) -> None:
    assert found(text)[0] == plain


def test_a_declared_family_counts_arrays() -> None:
    assert found(r"$x_i \in \mathbb{R}^d$")[1] == {"x"}


@pytest.mark.parametrize(
    "claim",
    [
        "A(A + B) = A^2 + BA",
        "(A + B)^2 = A^2 + AB - BA + B^2",
        r"(AB)^\top = A^\top B^\top",
        r"x y^\top = y x^\top",
        r"(x^\top y)^2 = x^\top x y^\top y",
        r"Q K^\top V = K^\top Q V",
        r"\|A\|_F^2 = \operatorname{tr}(AA)",
        r"\frac{\partial \|\boldsymbol{x}\|^2}{\partial x_j} = x_j",
    ],
)
def test_a_false_law_of_arrays_is_refuted_or_does_not_fit(claim: str) -> None:
    assert said(DECLARED, claim) == ("unchecked" if claim in UNFIT else "refuted")


@pytest.mark.parametrize(
    "claim",
    [
        "(A + B)^2 = A^2 + AB + BA + B^2",
        r"(AB)^\top = B^\top A^\top",
        r"x^\top y = y^\top x",
        r"(AB)^{-1} = B^{-1} A^{-1}",
        r"\|A\|_F^2 = \operatorname{tr}(A^\top A)",
        r"\frac{\partial \|\boldsymbol{x}\|}{\partial x_j} = \frac{x_j}{\|\boldsymbol{x}\|}",
    ],
)
def test_a_law_of_arrays_agrees(claim: str) -> None:
    assert said(DECLARED, claim) in ("agrees", "proved")


@pytest.mark.parametrize(
    "text",
    [
        "Let $f(x) = \\frac{d}{dx} x^2$. Then we have $$ f(2y) + 0 = 4y $$\n",
        "We have $$ \\frac{\\partial}{\\partial s} (s \\boldsymbol{x}) = \\boldsymbol{x} + 0 $$\n",
    ],
)
def test_what_cannot_be_computed_is_no_fault_of_the_program(text: str) -> None:
    document = read(Source("post.md", text))
    for judged in judge(document, steps(document)):
        assert "internal" not in str(judged)


@pytest.mark.parametrize(
    ("words", "claim"),
    [
        ("Assuming $V = I_n$, we have", r"(y - x)^\top V (y - x) = (y - x)^\top (y - x)"),
        ("For random vectors we have", r"X^\mathrm{T} A Y = Y^\mathrm{T} A^\mathrm{T} X"),
        ("因为 $Q$ 是正交矩阵，所以", r"\|Q M\|_F = \|M\|_F"),
        ("where the weights add up to 1", r"(\sum_j a_{ij}) \boldsymbol{v} = \boldsymbol{v} + 0"),
    ],
)
def test_what_may_hold_in_its_post_is_not_refuted(words: str, claim: str) -> None:
    assert said(words, claim) != "refuted"


def test_what_differs_at_equal_indices_only_is_no_branch_of_a_root() -> None:
    words = r"Let $\boldsymbol{\Delta}_{ij} = \boldsymbol{x}_i - \boldsymbol{x}_j$ be the differences. Then we have"
    claim = (
        r"\exp\sqrt{1 + \|\boldsymbol{x}_i - \boldsymbol{x}_j\|^2}"
        r"= \exp\sqrt{1 + \|\boldsymbol{x}_j\|^2 + 2\boldsymbol{x}_i^\top\boldsymbol{x}_j + \|\boldsymbol{x}_i\|^2}"
    )
    assert said(words, claim) == "refuted"
