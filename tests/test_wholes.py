"""Entries of arrays that a post defines as wholes, in derivatives: what they are made of counts on both sides."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.reasons.registry import search
from mathpost.verify.verdicts.judgement import judge


def verdict(words: str, claim: str) -> Verdict | None:
    document = read(Source("post.md", f"{words}\n\n$${claim}$$\n"))
    return judge(document, steps(document))[-1]


# words of a post, a derivative, and its value with a slip
JACOBIANS = r"""
Let $p = \text{softmax}(z)$. Then ⊢ \frac{\partial p_i}{\partial z_j} ⊢ p_i(\delta_{ij} - p_j) ⊢ p_i(\delta_{ij} + p_j)
设 $\boldsymbol{p} = \text{softmax}(\boldsymbol{z})$，则 ⊢ \frac{\partial p_i}{\partial z_j} ⊢ p_i(\delta_{ij} - p_j) ⊢ p_j(\delta_{ij} - p_j)
Let $p = \text{softmax}(z/\tau)$. Then ⊢ \frac{\partial p_i}{\partial z_j} ⊢ \frac{p_i(\delta_{ij} - p_j)}{\tau} ⊢ p_i(\delta_{ij} - p_j)
Let $x \in \mathbb{R}^n$, $W \in \mathbb{R}^{m \times n}$, $h = \tanh(Wx)$. Then ⊢ \frac{\partial h_i}{\partial x_j} ⊢ (1 - h_i^2)W_{ij} ⊢ (1 - h_i^2)W_{ji}
"""


@pytest.mark.parametrize("line", [line for line in JACOBIANS.splitlines() if line])
def test_an_entry_is_differentiated_as_that_of_what_its_array_is(line: str) -> None:
    words, slope, value, slip = (part.strip() for part in line.split("⊢"))
    assert isinstance(verdict(words, f"{slope} = {value}"), Proved | Agrees)
    with search({"unexplained"}):  # by its values, whatever was meant
        assert isinstance(verdict(words, f"{slope} = {slip}"), Refuted)


ENTROPY = r"Let $p = \text{softmax}(z)$ and $L = -\sum_i y_i \log p_i$"


def test_the_slope_of_a_cross_entropy_rests_on_labels_that_add_up_to_one() -> None:
    said = ENTROPY + r", where $\sum_i y_i = 1$. Then"
    assert isinstance(verdict(said, r"\frac{\partial L}{\partial z_j} = p_j - y_j"), Agrees)
    with search({"unexplained"}):  # by its values, whatever was meant
        assert isinstance(verdict(said, r"\frac{\partial L}{\partial z_j} = p_j + y_j"), Refuted)
    unstated = verdict(ENTROPY + ". Then", r"\frac{\partial L}{\partial z_j} = p_j - y_j")
    assert isinstance(unstated, Unchecked)


def test_sums_over_one_family_that_show_no_range_have_the_same_one() -> None:
    slope = r"\frac{\partial L}{\partial z_j} = p_j \sum_i y_i"
    assert isinstance(verdict(ENTROPY + ". Then", slope + " - y_j"), Agrees)
    assert isinstance(verdict(ENTROPY + ". Then", slope + " + y_j"), Refuted)


def test_the_entries_of_a_family_that_the_post_defines_by_its_members_are_those() -> None:
    words = r"Let $\boldsymbol{p} = \text{softmax}(\boldsymbol{z})$ and $p_i = z_i^2$. Then"
    assert isinstance(verdict(words, r"\frac{\partial p_i}{\partial z_i} = 2 z_i"), Proved | Agrees)
