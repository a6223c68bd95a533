"""Equations that a section states before a claim confirm what follows from them, and never refute a claim."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Verdict
from mathpost.verify.verdicts.judgement import judge

FLOW = r"设 $\alpha_t$ 可导，并且$$\frac{d\boldsymbol{x}}{dt} = \beta_t \boldsymbol{u} - \boldsymbol{x}$$"
STEPS = r"更新公式是$$\nu_{t+1} = \nu_t \exp(\gamma g_t)$$"


def last(*parts: str) -> Verdict | None:
    """The verdict on the last step of a post."""
    document = read(Source("post.md", "\n\n".join(parts) + "\n"))
    return judge(document, steps(document))[-1]


FOLLOWS = [
    # an equation between functions at other values of its letters
    (r"我们有方程$$R(q, m) R(k, n) = S(q, k, m - n)$$", "因此$$R(q, m) R(k, m) = S(q, k, 0)$$"),
    (r"我们有方程$$F(q, m) - F(k, n) = G(q, k, m - n)$$", "于是$$F(q, m) - F(k, m) = G(q, k, 0)$$"),
    # a member of a family that the claim speaks of within a function
    (STEPS, r"因此$$\log \nu_{t+1} = \log \nu_t + \gamma g_t$$"),
    # what an arrow led to, though the post defines the other symbol by it
    (
        r"Let $L = 2 \theta^{2 k/d} \implies k = \frac{d}{2} \log_{\theta} \frac{L}{2}$.",
        r"Hence $$S \approx 1 - \frac{2k}{d} = 1 - \log_{\theta} \frac{L}{2}$$",
    ),
    # what depends on the thing that moves
    (
        FLOW,
        r"因此$$\frac{d}{dt} \|\boldsymbol{x}\|^2 = 2\beta_t \boldsymbol{x}^{\top}\boldsymbol{u} - 2\|\boldsymbol{x}\|^2$$",
    ),
    (
        FLOW,
        r"因此$$\alpha_t \frac{d}{dt}\left(\frac{\boldsymbol{x}}{\alpha_t}\right) + \frac{d\alpha_t}{dt}\frac{\boldsymbol{x}}{\alpha_t} = \beta_t \boldsymbol{u} - \boldsymbol{x}$$",
    ),
]


@pytest.mark.parametrize("parts", FOLLOWS)
def test_what_follows_from_an_equation_is_confirmed(parts: tuple[str, str]) -> None:
    assert isinstance(last(*parts), Proved | Agrees)


DOES_NOT_FOLLOW = [
    (r"我们有方程$$F(q, m) - F(k, n) = G(q, k, m - n)$$", "于是$$G(q, k, 0) = F(q, 0) - F(k, 1)$$"),
    (r"我们有方程$$R(q, m) R(k, n) = S(q, k, m - n)$$", "因此$$R(q, m) R(k, m) = S(q, k, m)$$"),
    # stated twice
    (r"我们有方程$$F(q, m) - F(k, n) = G(q, k, m - n)$$", r"也就是$$G(q, k, m - n) = F(q, m) - F(k, n)$$"),
    # slopes that the post does not show are no noughts that prove a product
    (
        r"所以$$\frac{\partial h_t}{\partial h_{t-1}} = \left(1 - h_t^2\right) U$$",
        r"相比之下，$$\frac{\partial h_t}{\partial h_{t-1}} = U$$",
    ),
    # a letter that is given, and stands on one side only; a value of an example
    (
        r"若 $X \sim \mathrm{Gamma}(\alpha, \beta)$，则$$\mathbb{E}[\log X] = \psi(\alpha) - \log\beta$$",
        r"$$\mathbb{E}[\log X] = \psi(\beta) - \log\beta$$",
    ),
    ("Example. Let $x = 2$. Then $x^2 = 2x$.", "Proof of the theorem. We show $x^2 = 2x$."),
    # under another heading
    ("# A\n\n## One", STEPS, "## Two", r"因此$$\log \nu_{t+1} = \log \nu_t + \gamma g_t$$"),
]


@pytest.mark.parametrize("parts", DOES_NOT_FOLLOW)
def test_what_does_not_follow_is_neither_confirmed_nor_refuted(parts: tuple[str, ...]) -> None:
    assert not isinstance(last(*parts), Proved | Agrees | Refuted)


def test_what_contradicts_an_equation_is_not_confirmed() -> None:
    assert not isinstance(last(STEPS, r"因此$$\log \nu_{t+1} = \log \nu_t - \gamma g_t$$"), Proved | Agrees)


def test_a_sign_that_an_equation_of_the_post_contradicts_is_refuted() -> None:
    found = last(
        FLOW,
        r"因此$$\frac{d}{dt} \|\boldsymbol{x}\|^2 = 2\beta_t \boldsymbol{x}^{\top}\boldsymbol{u} + 2\|\boldsymbol{x}\|^2$$",
    )
    assert isinstance(found, Refuted)
    assert found.suggestion == r"2\beta_t\boldsymbol{x}^{\top}\boldsymbol{u}-2\|\boldsymbol{x}\|^2"
