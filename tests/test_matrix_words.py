"""Claims about arrays that are proved for every size, and those that words do not prove."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.operators.linear.arrays import bold
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Proved, Verdict
from mathpost.verify.verdicts.judgement import judge


def verdict(claim: str, words: str = "") -> Verdict | None:
    document = read(Source("post.md", f"{words}\n\nHence we have\n\n$${bold(claim)}$$\n"))
    return judge(document, steps(document))[-1]


@pytest.mark.parametrize(
    "claim",
    [
        r"(@A@B@C)^{\top} = @C^{\top}@B^{\top}@A^{\top}",
        r"(@A@B)^{-1}(@A@C) = @B^{-1}@C",
        r"\operatorname{tr}(@A@B@C) = \operatorname{tr}(@C@A@B)",
        r"@x^{\top}@A@y = \operatorname{tr}(@A@y@x^{\top})",
        r"@x^{\top}@A@y = @y^{\top}@A^{\top}@x",
        r"\|@A - @B\|_F^2 = \|@A\|_F^2 + \|@B\|_F^2 - 2\operatorname{tr}(@A^{\top}@B)",
        r"\|@y - @X@w\|^2 = @y^{\top}@y - 2@w^{\top}@X^{\top}@y + @w^{\top}@X^{\top}@X@w",
        r"(@A + @B)^2 = @A^2 + @A@B + @B@A + @B^2",
        r"(@I + @A)(@I - @A) = @I - @A^2",
        r"@x^{\top}@y@y^{\top}@x = (@x^{\top}@y)^2",
    ],
)
def test_what_words_prove(claim: str) -> None:
    found = verdict(claim)
    assert isinstance(found, Proved)
    assert found.method == "matrix words"


def test_a_symmetric_matrix_is_its_transpose() -> None:
    claim = r"(@x + @y)^{\top}@A(@x + @y) = @x^{\top}@A@x + 2@x^{\top}@A@y + @y^{\top}@A@y"
    assert isinstance(verdict(claim, r"The matrix $\boldsymbol{A}$ is symmetric."), Proved)
    assert not isinstance(verdict(claim), Proved)


@pytest.mark.parametrize(
    "claim",
    [
        r"\operatorname{tr}(@A@B@C) = \operatorname{tr}(@A@C@B)",
        r"(@A + @B)^2 = @A^2 + 2@A@B + @B^2",
        r"@x^{\top}@A@y = @y^{\top}@A@x",
        r"\|@A@B\|_F = \|@B@A\|_F",
    ],
)
def test_what_is_false_is_not_proved(claim: str) -> None:
    assert not isinstance(verdict(claim), Proved)
