r"""What the author may have meant: a neighbour of a right side that makes the step true, and what it is evidence of."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims import steps
from mathpost.text.source import Source
from mathpost.verify.court import judge
from mathpost.verify.slips import letters, slips
from mathpost.verify.verdict import Refuted, Unchecked, Verdict

# claim                                                                  what was meant
MEANT = r"""
(x + y)^2 = x^2 + 2xy - y^2                                            ⊢ x^2+2xy+y^2
\frac{1}{1 + e^{-x}} = \frac{e^x}{1 - e^x}                               ⊢ \frac{e^x}{1+e^x}
\frac{d}{dx} x^3 = 2x^2                                                  ⊢ 3x^2
\sum_{k=0}^{n-1} q^k = \frac{1 - q^{n-1}}{1 - q}                         ⊢ \frac{1-q^{n}}{1-q}
\sum_{i=1}^{n} \sum_{j=1}^{n} x_i y_j = \sum_{i=1}^{n} x_i \sum_{j=1}^{n} y_i  ⊢ \sum_{i=1}^{n}x_i\sum_{i=1}^{n}y_i
\sin(x + y) = \sin x \cos y - \cos x \sin y                              ⊢ \sin x\cos y+\cos x\sin y
\sqrt{x^2 + 2xy + y^2} + 0 = (x + y)^2 \div 1                            ⊢ None
\log(x^2 y^4) + 0 = \log(x^2) + 2\log(y^2) + x                           ⊢ \log(x^2)+2\log(y^2)
"""


def verdict(post: str) -> Verdict:
    document = read(Source("post.md", post))
    return [v for v in judge(document, steps(document)) if v is not None][-1]


@pytest.mark.parametrize(
    ("claim", "meant"), [tuple(map(str.strip, line.split("⊢"))) for line in MEANT.strip().splitlines()]
)
def test_the_likely_slip_is_suggested(claim: str, meant: str) -> None:
    found = verdict(f"于是 $${claim}$$\n")
    assert str(getattr(found, "suggestion", None)) == meant


@pytest.mark.parametrize("claim", ["-(a - b)c = ac - bc", r"x\sigma(bx) = \frac{x}{1 + e^{bx}}"])
@pytest.mark.parametrize(
    "elsewhere", ["", "取 $b = 1$ 时更简单。\n\n" + "又及。" * 200, r"这里 $b \in \Lambda$。"]
)
def test_a_neighbour_that_is_true_outweighs_what_stands_elsewhere(claim: str, elsewhere: str) -> None:
    words = r"其中 $\sigma(x) = \frac{1}{1 + e^{-x}}$。"
    assert isinstance(verdict(f"{words}{elsewhere}\n\n于是 $${claim}$$\n"), Refuted)


@pytest.mark.parametrize(
    "post",
    [
        "设 $x^2 = x + 0$，则 $$x^3 + y = y + x$$",  # true at the solutions of what the post says
        r"设 $P \in \Lambda$，则 $$P^2 + y = y + P$$",  # mended to what is seen at a glance: tells nothing
    ],
)
def test_what_the_post_says_may_still_save_a_claim(post: str) -> None:
    assert isinstance(verdict(post), Unchecked)


def test_slips_are_other_formulas_each_once() -> None:
    latex = r"\frac{p^2}{2} + \sum_{i=1}^{n} a_i (m - n) - \log x"
    found = list(slips(latex, letters(latex)))
    assert len(found) == len(set(found)) > 100
    assert latex.replace(" ", "") not in found
    for slip in (
        r"\frac{p^2}{3}+\sum_{i=1}^{n}a_i(m-n)-\log x",
        r"\frac{p^2}{2}-\sum_{i=1}^{n}a_i(m-n)-\log x",
        r"\frac{p^2}{2}+\sum_{i=1}^{n-1}a_i(m-n)-\log x",
        r"\frac{p^2}{2}+\sum_{i=0}^{n}a_i(m-n)-\log x",
        r"\frac{p^2}{2}+\sum_{i=1}^{n}a_i(n-m)-\log x",
        r"\frac{p}{2}+\sum_{i=1}^{n}a_i(m-n)-\log x",
        r"\frac{p^2}{2}+\sum_{i=1}^{n}a_i(m-n)",
        r"\sum_{i=1}^{n}a_i(m-n)-\log x",
    ):
        assert slip in found
