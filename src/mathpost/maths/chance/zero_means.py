r"""Random variables whose mean is stated to be zero: ``\mathbb{E}[\varepsilon] = 0``, "with mean $0$"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.facts.facts import Equation, equation
from mathpost.maths.notation import is_bold
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import ZERO, Apply, Term, Variable

GIVEN = ("definition", "assumption")
MEAN = frozenset(["expectation"])
MOMENTS = MEAN | {"variance", "deviation", "covariance"}


def centred(
    steps: Sequence[Step], worded: Iterable[Equation], written: Conventions
) -> tuple[tuple[str, int], ...]:
    """The variables whose stated means are all zero, with the place after the first such statement.

    `worded`: the moments stated in words.
    """
    found: dict[str, int] = {}
    elsewhere: set[str] = set()
    for stated in (*_stated(steps, written), *worded):
        name = _averaged(stated.left)
        if name and stated.right == ZERO:
            found.setdefault(name, stated.place)
        elif name:
            elsewhere.add(name)
    return tuple((name, place) for name, place in found.items() if name not in elsewhere)


def bearers(steps: Sequence[Step], written: Conventions) -> frozenset[str]:
    r"""The arrays with a moment stated in a formula: ``\operatorname{Cov}(\varepsilon) = \sigma^2 I``. They are random; random
    numbers are recognised by the averages themselves.
    """
    named = (_averaged(stated.left, MOMENTS) for stated in _stated(steps, written))
    return frozenset(name for name in named if is_bold(name))


def _stated(steps: Sequence[Step], written: Conventions) -> Iterator[Equation]:
    """The equations that are not claims and may state a mean."""
    for number, step in enumerate(steps):
        if step.role in GIVEN and not step.interior and step.sign == "=":
            stated = equation(number, step, written)
            if stated is not None:
                yield stated


def _averaged(side: Term, moments: frozenset[str] = MEAN) -> str:
    """The variable or family of which a side is the mean, or another of the `moments`; empty for any other term."""
    if not isinstance(side, Apply) or side.operator not in moments:
        return ""
    match side.arguments[0]:
        case Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_)):
            return name
    return ""
