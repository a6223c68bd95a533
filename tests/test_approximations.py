"""What follows from the approximations that a section made before."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Verdict
from mathpost.verify.verdicts.judgement import judge


def verdict(post: str) -> Verdict:
    document = read(Source("post.md", post + "\n"))
    return [v for v in judge(document, steps(document)) if v is not None][-1]


# what is estimated first, what follows, and what does not
CONSEQUENCES = r"""
$\|m\| \approx \sqrt{a + b}$，$\|g\|^2 \approx a + c$ ⊢ \frac{\|m\|}{\|g\|} \approx \sqrt{\frac{a + b}{a + c}} ⊢ \frac{\|m\|}{\|g\|} \approx \sqrt{\frac{a - b}{a + c}}
$\sum_i p_i^2 \approx \frac{c}{n}$                    ⊢ a(1 - \sum_i p_i^2) \approx a - \frac{ac}{n}      ⊢ a(1 - \sum_i p_i^2) \approx a - \frac{a}{n}
$e^{u + v} \approx \alpha b$                          ⊢ u + v \approx \log\alpha + \log b                 ⊢ u + v \approx \log\alpha - \log b
$S_2 = \frac{u}{v} \approx \frac{c}{n}$               ⊢ 1 + S_2 \approx \frac{n + c}{n}                   ⊢ 1 + S_2 \approx \frac{n + c}{c}
"""
LINES = [[part.strip() for part in line.split("⊢")] for line in CONSEQUENCES.splitlines() if line]


@pytest.mark.parametrize(("before", "follows", "slip"), LINES)
def test_a_consequence_of_approximations_agrees(before: str, follows: str, slip: str) -> None:
    found = verdict(f"我们有 {before}。所以 $${follows}$$")
    assert isinstance(found, Agrees | Proved)
    assert "given" in str(found.detail)
    assert not isinstance(verdict(f"我们有 {before}。所以 $${slip}$$"), Agrees | Proved | Refuted)
    assert not isinstance(verdict(f"所以 $${follows}$$"), Agrees | Proved)


@pytest.mark.parametrize(
    "post",
    [
        r"我们有 $\|m\| \approx a$。所以 $$\|m\| \approx a$$",  # stated twice
        r"我们有 $\|m\| \approx a$。所以 $$1 + 3(\|m\| - a) \approx 1 + 5(\|m\| - a)$$",  # nought times anything
        r"我们有 $\|m\| \approx 2$。所以 $$1 + \|m\| \approx 3 + k(\|m\| - 2)$$",  # a number leaves too little
        "## 一\n\n我们有 $\\|m\\| \\approx a$。\n\n## 二\n\n$$\\|m\\| + b \\approx a + b$$",  # elsewhere
    ],
)
def test_an_estimate_that_leaves_nothing_of_a_claim_confirms_nothing(post: str) -> None:
    assert not isinstance(verdict(post), Agrees | Proved | Refuted)
