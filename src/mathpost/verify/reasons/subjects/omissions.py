"""What an equation leaves out: a factor, after ``\\propto``; an increasing function, between arguments of extremes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mathpost.maths.elaboration.binders.extremes import orders
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.lexicon.senses import mentions_symmetric_matrices
from mathpost.maths.notation import UnreadError, latex
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.outcomes import TWIN
from mathpost.maths.transformations.proportions import at_two_points
from mathpost.verify.interpretation.reading import EQUALITIES
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons.reason import Failure, objection

PAIRS = 64  # points that are compared before two functions count as of one order
SYMMETRIC = frozenset(["symmetric"])
LOGARITHMS = frozenset([r"\log", r"\ln"])


@objection("left-out-factor", "the chain leaves out a factor", "推导链省略了一个因子").shown(
    r"The posterior is $$p(\mu|x) \propto \exp\left(-\frac{(x-\mu)^2}{2\sigma^2}\right) = \exp\left(-\frac{\mu^2-2\mu x}{2\sigma^2}\right)$$",
    passes=r"The posterior is $$p(\mu|x) \propto \exp\left(-\frac{(x-\mu)^2}{2\sigma^2}\right) = \exp\left(-\frac{\mu^2+2\mu x}{2\sigma^2}\right)$$",
)
def _up_to_a_factor(claim: Failure) -> bool:
    """``p(x) \\propto f(x) = g(x)`` where f is a multiple of g: factors in which x is not were left out again."""
    number, reading, around = claim.number, claim.reading, claim.around
    chain = _chain(number, around.steps)
    if around.steps[number].sign not in EQUALITIES or not any(step.sign == "∝" for step in chain):
        return False
    try:
        head = elaborate(chain[0].left.nodes, around.context.conventions).term
    except (UnreadError, RecursionError):
        return False
    sides = at_two_points(*reading.sides, head)
    if sides is None:
        return False
    twins = {name + TWIN: axes for name, axes in reading.shapes.items()}
    arrays = reading.arrays._replace(shapes={**reading.shapes, **twins})
    compared = reading._replace(left=sides[0], right=sides[1], arrays=arrays)
    models = plan(compared, "=", around.context)
    if mentions_symmetric_matrices(around.document.source.text):
        square = [n for n, axes in reading.shapes.items() if len(axes) == 2 and axes[0] == axes[1]]
        models = models.but(structures={**dict.fromkeys(square, SYMMETRIC), **models.arrays.structures})
    found = accord(*sides, "=", models)
    return found.kind == "together" and not found.nothing


@objection(
    "increasing-function", "one side may be an increasing function of the other", "也许一边是另一边的增函数"
).shown(
    r"Hence $$\arg\max_{z} p(z|x) = \arg\max_{z} \frac{p(z|x)}{1-p(z|x)}$$",
    passes=r"Hence $$\arg\max_{z} p(z|x) = \arg\max_{z} (1-p(z|x))$$",
)
def _of_one_order(claim: Failure) -> bool:
    """Arguments of extremes of two functions that rise and fall together, as p and ``p / (1 - p)`` do."""
    reading, around = claim.reading, claim.around
    signs = orders(*reading.sides)
    if signs is None:
        return False
    models = replace(plan(reading, "=", around.context), draws=PAIRS)
    found = accord(*signs, "=", models)
    return found.kind == "together"


def _chain(number: int, steps: Sequence[Step]) -> Sequence[Step]:
    """The steps of the chain before the step `number`, the first one first; none where it begins one."""
    first = number
    while first > 0 and steps[first].interior and steps[first - 1].formula == steps[number].formula:
        first -= 1
    return () if steps[first].interior else steps[first:number]


@objection("left-out-constant", "the display leaves out a constant", "这组公式省略了一个常数").shown(
    r"The likelihood is $$\begin{align*} L(\boldsymbol{b}) &= \frac{1}{\sqrt{2\pi}}\exp\left(-\frac{1}{2}\boldsymbol{b}^\top\boldsymbol{b}\right) \\"
    r"&\propto \exp\left(-\frac{1}{2}\boldsymbol{b}^\top\boldsymbol{b}\right) \\"
    r"\log L(\boldsymbol{b}) &= -\frac{1}{2}\boldsymbol{b}^\top\boldsymbol{b} \end{align*}$$",
    passes=r"The likelihood is $$\begin{align*} L(\boldsymbol{b}) &= \frac{1}{\sqrt{2\pi}}\exp\left(-\frac{1}{2}\boldsymbol{b}^\top\boldsymbol{b}\right) \\"
    r"\log L(\boldsymbol{b}) &= -\frac{1}{2}\boldsymbol{b}^\top\boldsymbol{b} \end{align*}$$",
)
def _up_to_a_constant(claim: Failure) -> bool:
    """The logarithm of what the same display gives up to a factor."""
    step, steps = claim.step, claim.around.steps
    before = (s for s in steps[: claim.number] if s.formula == step.formula)
    return any(s.sign == "∝" for s in before) and not LOGARITHMS.isdisjoint(map(latex, step.left.nodes))
