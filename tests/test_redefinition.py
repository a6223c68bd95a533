"""A symbol that a post has defined and says something else of: a slip where the post goes on from the definition."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Refuted, Verdict
from mathpost.verify.verdicts.judgement import judge

SLIPS = r"""
设 $Z = \frac{a - m}{b}$，$b > 0$。由于 $Z = \frac{m - a}{b}$，故 $b Z + m = a$。
Let $V = \frac{(n - 1) s^2}{b^2}$. Hence the law of $V = \frac{(n - 1) s^3}{b^2}$ is known.
Let $R = \sqrt{a + b^2}$. By equation (1), we have $R = a + b^2$.
Let $D = (a - b)^2$. Reinserting $D = (a + b)^2$ proves it.
Let $D = (a - b)^2$. Then we obtain $$\begin{aligned} c + 1 &= 1 + c \\ D &= (a + b)^2 \end{aligned}$$
设 $x = (a - b)^2$，根据式 (1)：$x = a^2 - 2ab - b^2$。
"""
VERSIONS = r"""
Let $Z = \frac{a - m}{b}$. A variant of it is $Z = \frac{m - a}{b}$.
设 $D = (a - b)^2$。改为 $D = (a + b)^2$ 更好。
设 $D = (a - b)^2$。若取另一个符号，则 $D = (a + b)^2$。
Let $D = (a - b)^2$. Since others have $D = (a + b)^2$, both are known.
Let $D = (a - b)^2$ or $D = (a + b)^2$.
设 $D = (a - b)^2$。于是 $D = c^2$。
The line $y = x + 1$ is parallel to $y = x - 1$.
Since $y = x - 1$ does not meet $y = x + 1$, they are parallel.
The function $f(x) = x^2$ is even. Since $f(x) = x^3$ is odd, both are simple.
$$D = a + b, \qquad D = a - b$$
"""


def verdict(post: str) -> Verdict | None:
    """That of the last step which speaks of the symbol alone, None where it claims nothing."""
    document = read(Source("post.md", post + "\n"))
    found = steps(document)
    pairs = zip(found, judge(document, found), strict=True)
    return [v for step, v in pairs if step.left.text in ("D", "R", "V", "Z", "x", "y", "f(x)")][-1]


@pytest.mark.parametrize("post", [p for p in SLIPS.splitlines() if p])
def test_a_definition_taken_up_with_a_slip_is_refuted(post: str) -> None:
    found = verdict(post)
    assert isinstance(found, Refuted)
    assert found.suggestion


@pytest.mark.parametrize("post", [p for p in VERSIONS.splitlines() if p])
def test_another_version_of_a_definition_is_none(post: str) -> None:
    assert not isinstance(verdict(post), Refuted)


def section(defined: str, used: str) -> Verdict | None:
    """On what is said under another heading than the definition."""
    document = read(Source("post.md", f"# A post\n\n## One\n\n{defined}\n\n## Two\n\n{used}\n"))
    found = steps(document)
    return judge(document, found)[-1]


@pytest.mark.parametrize(
    ("defined", "used"),
    [
        (r"Here $\text{Gate}(x) = x^2 + b$.", r"Now $\frac{d}{dx} \text{Gate}(x) = 3x$."),
        (
            r"Here $\text{Gate}(x) = x^2 + b$. Then $\text{Gate}(x, a) := x^3 + a$.",
            r"Now $\frac{d}{dx} \text{Gate}(x) = 3x$.",
        ),
        (r"定义 $G(x) = x^2 + b$。", r"于是 $\frac{d}{dx} G(x) = 3x$。"),
        (r"$G(x) := x^2 + b$.", r"So $\frac{d}{dx} G(x) = 3x$."),
    ],
)
def test_a_definition_of_a_word_or_for_good_holds_under_every_heading(defined: str, used: str) -> None:
    assert isinstance(section(defined, used), Refuted)


@pytest.mark.parametrize(
    ("defined", "used"),
    [
        (r"Let $G(x) = x^2 + b$.", r"So $\frac{d}{dx} G(x) = x \log x$."),
        (r"$G(x) := x^2 + b$. Another is $G(x) = x^3$.", r"So $\frac{d}{dx} G(x) = x \log x$."),
    ],
)
def test_a_letter_may_mean_something_else_under_another_heading(defined: str, used: str) -> None:
    assert not isinstance(section(defined, used), Refuted)
