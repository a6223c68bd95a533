"""A claim about arrays that fails is refuted unless a relation of its post could make it true."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.lexicon.cues import tells_where_a_bound_is_met
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Refuted, Verdict
from mathpost.verify.reasons.registry import search
from mathpost.verify.verdicts.judgement import judge


def last(post: str) -> Verdict | None:
    """The verdict on the last claim of `post`."""
    document = read(Source("post.md", post))
    found = steps(document)
    claims = [v for v in judge(document, found) if v is not None]
    return claims[-1]


WRONG = r"$$\|\boldsymbol{A} - \boldsymbol{B}\|_F^2 = \|\boldsymbol{A}\|_F^2 + \|\boldsymbol{B}\|_F^2$$"
COMMUTING = r"$$\boldsymbol{A}\boldsymbol{B}\boldsymbol{A} - \boldsymbol{A}^2\boldsymbol{B} = \boldsymbol{0}\boldsymbol{A} + \boldsymbol{B}\boldsymbol{A} - \boldsymbol{A}\boldsymbol{B}$$"


@pytest.mark.parametrize(
    "relation",
    [
        "",
        r"Set $\boldsymbol{y} = \boldsymbol{A}\boldsymbol{x}$.",
        r"For example $\boldsymbol{A} = \operatorname{diag}(\boldsymbol{a})$.",
        r"Suppose $\boldsymbol{A}\boldsymbol{B}^{\top} = \boldsymbol{C}$.",
        r"Suppose $\boldsymbol{A} \in \mathbb{R}^{m \times n}$.",
    ],
)
def test_relations_that_do_not_save_a_claim(relation: str) -> None:
    with search({"unexplained"}):  # by its values, whatever was meant
        assert isinstance(last(f"{relation}\n\nExpanding, we have\n\n{WRONG}\n"), Refuted)


@pytest.mark.parametrize(
    ("relation", "claim"),
    [
        (r"Suppose $\operatorname{tr}(\boldsymbol{A}^{\top}\boldsymbol{B}) = 0$.", WRONG),
        (r"Suppose $\boldsymbol{A}\boldsymbol{B} = \boldsymbol{B}\boldsymbol{A}$.", COMMUTING),
        (
            r"Suppose $\boldsymbol{X}^{\top}\boldsymbol{X}\boldsymbol{w} = \boldsymbol{X}^{\top}\boldsymbol{y}$.",
            r"$$\|\boldsymbol{y} - \boldsymbol{X}\boldsymbol{w}\|^2 = \boldsymbol{y}^{\top}\boldsymbol{y} - \boldsymbol{w}^{\top}\boldsymbol{X}^{\top}\boldsymbol{y}$$",
        ),
        (r"Suppose $\boldsymbol{A} \in \mathcal{M}$.", WRONG),
    ],
)
def test_relations_that_save_a_claim(relation: str, claim: str) -> None:
    assert not isinstance(last(f"{relation}\n\nThus we have\n\n{claim}\n"), Refuted)


def test_relations_save_a_claim_together() -> None:
    post = (
        r"Suppose $\boldsymbol{u}^{\top}\boldsymbol{v} = 0$ and $\boldsymbol{v}^{\top}\boldsymbol{w} = 0$."
        "\n\nThus we have\n\n"
        r"$$\|\boldsymbol{u} + \boldsymbol{v}\|^2 + \boldsymbol{v}^{\top}\boldsymbol{w} = \|\boldsymbol{u}\|^2 + \|\boldsymbol{v}\|^2 + 3\boldsymbol{w}^{\top}\boldsymbol{v}$$"
    )
    assert not isinstance(last(post), Refuted)


def test_what_a_post_says_of_another_symbol() -> None:
    """A number `m` is no vector, a family no single matrix."""
    post = (
        r"Suppose $m = n$ and $\boldsymbol{A}_t = \boldsymbol{A}_{t-1}^{\top}$."
        f"\n\nExpanding, we have\n\n{WRONG}\n"
    )
    with search({"unexplained"}):  # by its values, whatever was meant
        assert isinstance(last(post), Refuted)


def first(post: str) -> Verdict | None:
    """The verdict on the first claim of `post`."""
    document = read(Source("post.md", post))
    return next(v for v in judge(document, steps(document)) if v is not None)


@pytest.mark.parametrize("words", ["等号成立条件：", "取等当且仅当", "Equality holds if and only if"])
def test_where_a_bound_is_met_it_is_not_restricted(words: str) -> None:
    assert tells_where_a_bound_is_met(words)
    assert not tells_where_a_bound_is_met("等式两边同时乘以")
    claim = r"\|\boldsymbol{x} + \boldsymbol{y}\|^2 \ge 2\|\boldsymbol{x}\|^2 + 2\|\boldsymbol{y}\|^2"
    assert isinstance(first(rf"因此 $${claim}$${words} $\boldsymbol{{x}} = \boldsymbol{{y}}$。"), Refuted)


def test_the_names_of_entries_tie_nothing() -> None:
    said = r"设$\boldsymbol{P}=(P_{i,j})$。利用均值不等式得到："
    left, right = r"n^2\frac{\sum_{i,j} P_{i,j}^2}{n^2}", r"n^2\left(\frac{\sum_{i,j} P_{i,j}}{n^2}\right)^2"
    assert isinstance(last(rf"{said}$${left} \ge {right}$$"), Agrees)
    assert isinstance(last(rf"{said}$${left} \le {right}$$"), Refuted)
