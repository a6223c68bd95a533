"""A letter beside its conjugate, or a bold one beside ``e^{iθ}``, stands for a complex number."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.reasons.registry import search
from mathpost.verify.verdicts.judgement import judge

TURNED = r"(\boldsymbol{q} e^{\mathrm{i}m\theta}) (\boldsymbol{k} e^{\mathrm{i}n\theta})^*"


def verdict(latex: str) -> Verdict | None:
    document = read(Source("post.md", f"We have\n\n$$\n{latex}\n$$\n"))
    return judge(document, steps(document))[-1]


@pytest.mark.parametrize(
    "latex",
    [
        rf"\text{{Re}}[{TURNED}] = \text{{Re}}[\boldsymbol{{q}} \boldsymbol{{k}}^* e^{{\mathrm{{i}}(m-n)\theta}}]",
        r"(q e^{\mathrm{i}m\theta}) (k e^{\mathrm{i}n\theta})^* = q k^* e^{\mathrm{i}(m-n)\theta}",
    ],
)
def test_a_conjugate_is_that_of_each_factor(latex: str) -> None:
    assert isinstance(verdict(latex), Proved | Agrees)


@pytest.mark.parametrize(
    "latex",
    [
        rf"\text{{Re}}[{TURNED}] = \text{{Re}}[\boldsymbol{{q}} \boldsymbol{{k}} e^{{\mathrm{{i}}(m-n)\theta}}]",
        rf"{TURNED} = \boldsymbol{{q}} \boldsymbol{{k}}^* e^{{\mathrm{{i}}(m+n)\theta}}",
    ],
)
def test_a_conjugate_that_is_lost_shows(latex: str) -> None:
    with search({"unexplained"}):  # by its values, whatever was meant
        assert isinstance(verdict(latex), Refuted)


def test_a_plain_letter_alone_may_be_real() -> None:
    found = verdict(r"(r e^{\mathrm{i}\theta})^* = r e^{-\mathrm{i}\theta}")
    assert isinstance(found, Unchecked) and found.reason == "unread"
