"""What a post says of its terms besides defining them confirms a claim, and never refutes one."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Unchecked, Verdict
from mathpost.verify.verdicts.judgement import judge


def last(post: str) -> Verdict | None:
    """The verdict on the last step of a post."""
    document = read(Source("post.md", post + "\n"))
    return judge(document, steps(document))[-1]


CONFIRMED = [
    # a value of a symbol, though others stay free
    "令 $b = 10000$。因此 $b^{-2i/d} = 10000^{-2i/d}$。",
    # a value of a term, of a term within a chain, of every member of a family
    r"设 $\sum_j a_{ij} = 1$。于是 $\left(\sum_j a_{ij}\right) v = v$。",
    r"$$r = \sqrt{\sum_j a_j^2} = 1$$" + "\n\n" + r"Hence $\sqrt{n} \sqrt{\sum_j a_j^2} = \sqrt{n}$.",
    r"Here $h_j(x) = 0$. Hence $y + \sum_j \nu_j h_j(x) = y$.",
    # what a chain says of a function in passing
    r"$$\int_{-\infty}^x p(t) dt = \theta(x) = \begin{cases} 1, & x > 0 \\ 0, & x < 0 \end{cases}$$"
    "\n\n" + r"So $\max(x, 0) = x \cdot \theta(x)$.",
    # what is left of an equation: terms moved, a factor divided out, over rows
    "设 $k^2 + 2k(k - 1) = x$，于是 $3k^2 - x = 2k$。",
    "Given $a x^2 + a y = 3 a z$, hence $x^2 + y = 3 z$.",
    r"$$\begin{aligned} 0 &= \boldsymbol{A}\boldsymbol{x} - \boldsymbol{b} \\ \boldsymbol{A}\boldsymbol{x} &= \boldsymbol{b} \end{aligned}$$",
    r"$$k^2 + 2k (k - 1) = 0 \Rightarrow 3k^2 - 2k = 0$$",
    # the definition that stood first, though a special case of it stands nearer
    "Let $J_i = a_i^2 + b_i$. Note that $J_k = 7 a_k$ is needed. Hence $2 J_i = 2 a_i^2 + 2 b_i$.",
]


@pytest.mark.parametrize("post", CONFIRMED)
def test_what_the_post_says_of_a_term_confirms(post: str) -> None:
    assert isinstance(last(post), Proved | Agrees)


NOT_CONFIRMED = [
    # a claim that is stated twice does not prove itself
    r"Here $\sum_j a_j^2 = 1$. Hence $\sum_j a_j^2 = 1$.",
    "设 $k^2 + 2k(k - 1) = x$，于是 $3k^2 + x = 2k$。",
    r"$$k^2 + 2k (k - 1) = 0 \Rightarrow 3k^2 - k = 0$$",
    # of another section, of a case, of another value
    "# A\n\n## One\n\n" + r"Here $\sum_j a_j^2 = 1$." + "\n\n## Two\n\n" + r"So $n \sum_j a_j^2 = n$.",
    r"若 $b = 10000$。因此 $b^{-2i/d} = 1000^{-2i/d}$。",
    r"Here $h_j(x) = 0$. Hence $y + \sum_j \nu_j h_j(z) = y$.",
]


@pytest.mark.parametrize("post", NOT_CONFIRMED)
def test_what_is_not_said_of_it_here_does_not(post: str) -> None:
    assert not isinstance(last(post), Proved | Agrees)


def test_words_under_the_next_heading_do_not_doubt_a_claim() -> None:
    claim = r"$$(a + b)^2 = a^2 + 2ab + 2b^2$$"
    assert isinstance(last(f"{claim}\n\nThis is wrong."), Unchecked)
    assert not isinstance(last(f"# A\n\n{claim}\n\n## Is this wrong\n\nWe go on."), Unchecked)
