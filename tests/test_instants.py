"""An index that a formula differentiates by is an argument."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.verdicts.judgement import judge


def verdict(latex: str) -> Verdict | None:
    document = read(Source("post.md", f"We have\n\n$$\n{latex}\n$$\n"))
    return judge(document, steps(document))[-1]


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{d\bar\alpha_t^2}{dt} = 2 \bar\alpha_t \frac{d\bar\alpha_t}{dt}",
        r"\frac{\partial}{\partial t} \log p_t(x) = \frac{1}{p_t(x)} \frac{\partial p_t(x)}{\partial t}",
        r"\alpha_t \frac{d}{dt}\left(\frac{\boldsymbol{x}_t}{\alpha_t}\right) + \frac{d\alpha_t}{dt} \frac{\boldsymbol{x}_t}{\alpha_t} = \frac{d\boldsymbol{x}_t}{dt}",
    ],
)
def test_what_is_differentiated_by_its_index_is_a_function_of_it(latex: str) -> None:
    assert isinstance(verdict(latex), Proved | Agrees)


def test_a_wrong_factor_does_not_agree() -> None:
    found = verdict(r"\frac{d\bar\alpha_t^2}{dt} = \bar\alpha_t \frac{d\bar\alpha_t}{dt}")
    assert isinstance(found, Refuted | Unchecked)


def test_an_index_that_nothing_differentiates_by_stays_one() -> None:
    assert isinstance(verdict(r"\sum_{t=1}^{2} x_t \frac{d y^2}{dy} = 2 (x_1 + x_2) y"), Proved | Agrees)
