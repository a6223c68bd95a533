r"""Eigenvalues and singular values that words give a letter: what holds of them is confirmed, a slip refuted.

One row is ``words ⊢ law ⊢ slip``.
"""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.verdicts.judgement import judge

TABLE = r"""
设 $\lambda_1,\lambda_2,\cdots,\lambda_n$ 为 $n$ 阶矩阵 $A$ 的特征值 ⊢ \text{tr}(A) = \sum_{i=1}^n \lambda_i ⊢ \text{tr}(A) = \prod_{i=1}^n \lambda_i
Let $\lambda_i$ be the eigenvalues of the matrix $\boldsymbol{A}$ ⊢ \det(\boldsymbol{A}) = \prod_i \lambda_i ⊢ \det(\boldsymbol{A}) = \sum_i \lambda_i
The matrix $W^\top W$ has eigenvalues $\lambda_1,\dots,\lambda_n$ ⊢ \|W\|_F^2 = \sum_{i=1}^n \lambda_i ⊢ \|W\|_F^2 = \sum_{i=1}^n \lambda_i^2
Let $\sigma_1\ge\dots\ge\sigma_r$ be the singular values of $A\in\mathbb{R}^{m\times n}$ ⊢ \|A\|_F^2 = \sum_{i=1}^r \sigma_i^2 ⊢ \|A\|_F^2 = \sum_{i=1}^r \sigma_i
设 $\boldsymbol{A} = \boldsymbol{U}\boldsymbol{\Sigma}\boldsymbol{V}^{\top}$, 它的奇异值为 $\sigma_1,\cdots,\sigma_r$ ⊢ \Vert\boldsymbol{A}\Vert_* = \sum_i \sigma_i ⊢ \Vert\boldsymbol{A}\Vert_* = \sum_i \sigma_i^2
$\boldsymbol{W}$ 的最大奇异值为 $s$ ⊢ \Vert\boldsymbol{W}\Vert_2 = s ⊢ \Vert\boldsymbol{W}\Vert_2 = s^2
Let $A$ be a symmetric matrix and $\lambda_1\le\dots\le\lambda_n$ its eigenvalues ⊢ x^\top A x \ge \lambda_1\|x\|^2 ⊢ x^\top A x \ge \lambda_n\|x\|^2
"""


def verdict(words: str, claim: str) -> Verdict | None:
    document = read(Source("post.md", f"{words}. Then we have\n\n$${claim}$$\n"))
    return judge(document, steps(document))[-1]


@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_a_law_holds_and_its_slip_fails(row: str) -> None:
    words, law, slip = row.split(" ⊢ ")
    assert isinstance(verdict(words, law), Proved | Agrees)
    assert isinstance(verdict(words, slip), Refuted)


def test_what_holds_of_symmetric_matrices_only_is_confirmed_for_no_other() -> None:
    claim = r"\|A\|_F^2 = \sum_{i=1}^n \lambda_i^2"
    assert isinstance(verdict(r"Let $\lambda_i$ be the eigenvalues of a symmetric matrix $A$", claim), Agrees)
    assert isinstance(verdict(r"Let $\lambda_i$ be the eigenvalues of a matrix $A$", claim), Unchecked)


def test_an_array_beside_an_eigenvalue_may_be_its_vector() -> None:
    words = r"Let $\lambda_i$ be the eigenvalues of $A$ and $u_i \in \mathbb{R}^n$ those vectors"
    assert isinstance(verdict(words, r"A u_i = \lambda_i u_i"), Unchecked)


def test_without_an_order_no_value_is_the_first() -> None:
    words = (
        r"Let $\lambda_1, \lambda_2$ be the eigenvalues of the symmetric matrix $A\in\mathbb{R}^{2\times 2}$"
    )
    assert isinstance(verdict(words, r"\lambda_1\|x\|^2 \ge x^\top A x"), Unchecked)
    assert isinstance(verdict(words, r"\text{tr}(A) = \lambda_1 + \lambda_2"), Unchecked)


def test_values_without_zeros_are_not_all_of_them() -> None:
    words = r"设 $\lambda_1,\cdots,\lambda_r$ 为 $A$ 的非零特征值"
    assert isinstance(verdict(words, r"\det(A) = \prod_{i=1}^r \lambda_i"), Unchecked)
