"""What the equations before a claim eliminate confirms it; what does not follow from it is not confirmed."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.terms.rewriting import rewritten
from mathpost.maths.terms.term import Apply, Variable
from mathpost.maths.transformations.recurrences import unrolled
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Verdict
from mathpost.verify.verdicts.judgement import judge


def last(post: str) -> Verdict | None:
    """The verdict on the last step of a post."""
    document = read(Source("post.md", post + "\n"))
    return judge(document, steps(document))[-1]


RECURRENCE = r"$$\boldsymbol{m}_t = \beta \boldsymbol{m}_{t-1} + \boldsymbol{g}_t$$ "
SAMPLES = r"$$\boldsymbol{x}_{t+h} - \boldsymbol{x}_t = \boldsymbol{f}(\boldsymbol{x}_t) h$$ "
NORMAL = r"$$\boldsymbol{X}^{\top}\boldsymbol{X}\boldsymbol{w} - \boldsymbol{X}^{\top}\boldsymbol{y} = 0 \Rightarrow \boldsymbol{w} ="
STEP = r"$$\boldsymbol{\theta}_{t+1} = \boldsymbol{\theta}_t - \eta \boldsymbol{\nu}_{t+1} \odot \boldsymbol{g}_t$$ "

FOLLOWS = [
    # both sides of it are put into a function, or multiplied by a matrix
    r"$$\boldsymbol{p}_{t+1} = \boldsymbol{p}_t - \boldsymbol{g}$$ Hence $$e^{\boldsymbol{p}_{t+1}} = e^{\boldsymbol{p}_t} \odot e^{-\boldsymbol{g}}$$",
    r"Suppose that $$\boldsymbol{A}\boldsymbol{x} = \lambda \boldsymbol{x}$$ Hence $$\boldsymbol{B}\boldsymbol{A}\boldsymbol{x} = \lambda \boldsymbol{B}\boldsymbol{x}$$",
    # a member that it can be solved for
    SAMPLES
    + r"Hence $$\frac{\partial \boldsymbol{x}_{t+h}}{\partial \boldsymbol{x}_t} = \boldsymbol{I} + \frac{\partial \boldsymbol{f}(\boldsymbol{x}_t)}{\partial \boldsymbol{x}_t} h$$",
    # a recurrence, once and twice
    RECURRENCE
    + r"So $$\beta \boldsymbol{m}_{t-1} + \boldsymbol{g}_t = \beta^2 \boldsymbol{m}_{t-2} + \beta \boldsymbol{g}_{t-1} + \boldsymbol{g}_t$$",
    RECURRENCE
    + r"So $$2\boldsymbol{m}_{t+1} = 2\beta^2 \boldsymbol{m}_{t-1} + 2\beta \boldsymbol{g}_{t} + 2\boldsymbol{g}_{t+1}$$",
    # what solves it
    NORMAL + r"(\boldsymbol{X}^{\top}\boldsymbol{X})^{-1}\boldsymbol{X}^{\top}\boldsymbol{y}$$",
    # the chain rule for a loss of which nothing is said, through the equation
    r"$$\boldsymbol{X} = \boldsymbol{A}\boldsymbol{B}^{\top} \Rightarrow \nabla_{\boldsymbol{B}} f(\boldsymbol{X}) = (\nabla_{\boldsymbol{X}} f(\boldsymbol{X}))^{\top}\boldsymbol{A}$$",
    r"Let $\boldsymbol{q} = e^{\boldsymbol{p}}$. Then $$\nabla_{\boldsymbol{p}} L(e^{\boldsymbol{p}}) = e^{\boldsymbol{p}} \odot \nabla_{\boldsymbol{q}} L(\boldsymbol{q})$$",
    STEP
    + r"So $$\nabla_{\boldsymbol{\nu}_t} L = -\eta \boldsymbol{g}_{t-1} \odot \nabla_{\boldsymbol{\theta}_t} L$$",
    # what the words decompose
    r"设 $\boldsymbol{M}$ 的 SVD 为 $\boldsymbol{U}\boldsymbol{\Sigma}\boldsymbol{V}^{\top}$，那么 $$\boldsymbol{M}\boldsymbol{M}^{\top} = \boldsymbol{U}\boldsymbol{\Sigma}\boldsymbol{\Sigma}^{\top}\boldsymbol{U}^{\top}$$",
    r"Let the singular value decomposition of $\boldsymbol{M}$ be $\boldsymbol{U}\boldsymbol{\Sigma}\boldsymbol{V}^{\top}$. Then $$\boldsymbol{M}^{\top}\boldsymbol{M} = \boldsymbol{V}\boldsymbol{\Sigma}^{\top}\boldsymbol{\Sigma}\boldsymbol{V}^{\top}$$",
]


@pytest.mark.parametrize("post", FOLLOWS)
def test_what_follows_from_an_equation_is_confirmed(post: str) -> None:
    assert isinstance(last(post), Agrees | Proved)


@pytest.mark.parametrize(
    "post",
    [
        # one sign, one factor, one order, one step away
        r"$$\boldsymbol{p}_{t+1} = \boldsymbol{p}_t - \boldsymbol{g}$$ Hence $$e^{\boldsymbol{p}_{t+1}} = e^{\boldsymbol{p}_t} \odot e^{\boldsymbol{g}}$$",
        r"Suppose that $$\boldsymbol{A}\boldsymbol{x} = \lambda \boldsymbol{x}$$ Hence $$\boldsymbol{A}\boldsymbol{B}\boldsymbol{x} = \lambda \boldsymbol{B}\boldsymbol{x}$$",
        SAMPLES
        + r"Hence $$\frac{\partial \boldsymbol{x}_{t+h}}{\partial \boldsymbol{x}_t} = \boldsymbol{I} - \frac{\partial \boldsymbol{f}(\boldsymbol{x}_t)}{\partial \boldsymbol{x}_t} h$$",
        RECURRENCE
        + r"So $$\beta \boldsymbol{m}_{t-1} + \boldsymbol{g}_t = \beta^2 \boldsymbol{m}_{t-2} + \boldsymbol{g}_{t-1} + \boldsymbol{g}_t$$",
        NORMAL + r"-(\boldsymbol{X}^{\top}\boldsymbol{X})^{-1}\boldsymbol{X}^{\top}\boldsymbol{y}$$",
        r"$$\boldsymbol{X} = \boldsymbol{A}\boldsymbol{B}^{\top} \Rightarrow \nabla_{\boldsymbol{B}} f(\boldsymbol{X}) = -(\nabla_{\boldsymbol{X}} f(\boldsymbol{X}))^{\top}\boldsymbol{A}$$",
        # of an equation with two solutions a slip may be the other one
        r"$$y^2 = 4 x^2 + 4 \Rightarrow y = -2\sqrt{x^2 + 1}$$",
        # what holds in a case holds there only
        "## A\n\nIf $\\boldsymbol{A}\\boldsymbol{x} = \\lambda\\boldsymbol{x}$, more can be said.\n\n## B\n\n"
        r"$$\boldsymbol{B}\boldsymbol{A}\boldsymbol{x} = \lambda \boldsymbol{B}\boldsymbol{x}$$",
    ],
)
def test_what_does_not_follow_is_not_confirmed(post: str) -> None:
    assert not isinstance(last(post), Agrees | Proved)


A, B, C, X = map(Variable, "ABCX")


def product(*factors: Variable) -> Apply:
    return Apply("multiply", factors)


def test_one_side_of_an_equation_is_put_in_for_neighbouring_factors() -> None:
    assert rewritten(product(B, A, X), product(A, X), C) == product(B, C)
    assert rewritten(product(A, B, X), product(A, X), C) == product(A, B, X)
    assert rewritten(product(A, X), product(A, X), C) == C


def test_members_between_which_no_number_of_steps_leads_are_left_alone() -> None:
    one, other = (Apply("index", (Variable("x"), Variable(name))) for name in "st")
    earlier = Apply("index", (Variable("x"), Apply("add", (Variable("t"), Variable("h")))))
    assert unrolled((one, other), other, product(A, earlier)) is None
