"""Sets and tuples of indices: what a post says of their members decides sums and extremes over them."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.reasons.registry import search
from mathpost.verify.verdicts.judgement import judge

SUM = r"x_{i_1} + \cdots + x_{i_k}"
LARGEST = rf"\sum_{{i \in S}} x_i = \max_{{i_1 < \cdots < i_k}} ({SUM})"
SMALLEST = rf"\sum_{{i \in S}} x_i = \min_{{i_1 < \cdots < i_k}} ({SUM})"


def verdict(post: str) -> Verdict:
    document = read(Source("post.md", post + "\n"))
    return [v for v in judge(document, steps(document)) if v is not None][-1]


@pytest.mark.parametrize(
    "words",
    [
        r"记 $S$ 为 $\boldsymbol{x}$ 最大的 $k$ 个分量的下标集合。",
        r"$S$ 表示 $x$ 中最大的 $k$ 个元素的索引。",
        r"Let $S$ be the set of indices of the $k$ largest entries of $\boldsymbol{x}$.",
    ],
)
def test_the_indices_of_the_largest_entries(words: str) -> None:
    assert isinstance(verdict(f"{words} 于是 $${LARGEST}$$"), Proved | Agrees)
    assert isinstance(verdict(f"{words} 于是 $${SMALLEST}$$"), Refuted)


def test_the_indices_of_the_smallest_entries() -> None:
    words = r"Let $S$ be the indices of the $k$ smallest components of $x$. Hence "
    assert isinstance(verdict(f"{words} $${SMALLEST}$$"), Proved | Agrees)
    assert isinstance(verdict(f"{words} $${LARGEST}$$"), Refuted)


def test_members_are_those_that_meet_the_condition() -> None:
    said = r"设 $S = \{i : x_i > 0\}$。于是 "
    assert isinstance(verdict(rf"{said}$$\sum_{{i \in S}} x_i = \sum_i \max(x_i, 0)$$"), Proved | Agrees)
    assert isinstance(verdict(rf"{said}$$\sum_{{i \notin S}} x_i = \sum_i \min(x_i, 0)$$"), Proved | Agrees)
    assert isinstance(verdict(rf"{said}$$\sum_{{i \in S}} x_i = \sum_i \min(x_i, 0)$$"), Refuted)
    assert isinstance(verdict(rf"{said}$$\max_{{j \in S}} x_j = \max_j x_j$$"), Proved | Agrees)


def test_a_set_that_is_described_in_two_ways_is_any_set() -> None:
    said = r"设 $S = \{i : x_i > 0\}$。另一方面设 $S = \{i : x_i < 0\}$。于是 "
    assert isinstance(verdict(rf"{said}$$\sum_{{i \in S}} x_i = \sum_i \max(x_i, 0)$$"), Unchecked)


# a sum over tuples, what it is, what it is not
OVER_TUPLES = r"""
\sum_{1 \le i_1 < i_2 < \cdots < i_k \le n} 1 ⊢ \binom{n}{k} ⊢ \binom{n}{k + 1}
\sum_{1 \le i_1 \le \cdots \le i_k \le n} 1 ⊢ \binom{n + k - 1}{k} ⊢ \binom{n}{k}
\sum_{i_1, \ldots, i_k} x_{i_1} x_{i_2} \cdots x_{i_k} ⊢ (\sum_i x_i)^k ⊢ \sum_i x_i^k
\min_{i_1, \ldots, i_k} (x_{i_1} + \cdots + x_{i_k}) ⊢ k \min_i x_i ⊢ \min_i x_i
"""


@pytest.mark.parametrize("line", OVER_TUPLES.strip().splitlines())
def test_sums_over_tuples(line: str) -> None:
    left, right, wrong = (part.strip() for part in line.split("⊢"))
    said = r"设 $k \le n$。因此 "
    assert isinstance(verdict(f"{said}$${left} = {right}$$"), Proved | Agrees)
    with search({"unexplained"}):  # by its values, whatever was meant
        assert isinstance(verdict(f"{said}$${left} = {wrong}$$"), Refuted)


def test_members_joined_by_dots_are_all_that_stand_between() -> None:
    assert isinstance(verdict(r"于是 $$x_1 + \cdots + x_n = \sum_{i=1}^n x_i$$"), Proved | Agrees)
    assert isinstance(verdict(r"于是 $$x_1 + \cdots + x_n = n\sum_{i=1}^n x_i$$"), Refuted)


def test_what_is_done_with_an_identity_may_be_doubtful_and_the_identity_is_not() -> None:
    claim = r"\sum_{i=1}^n (x_i + c) = c + \sum_{i=1}^n x_i"
    assert isinstance(verdict(f"似乎可以换一个目标，比如利用恒等式 $${claim}$$"), Refuted)
    assert isinstance(verdict(f"似乎有恒等式 $${claim}$$"), Unchecked)
