"""What a claim leaves open of the ranges of its sums, so that the models may count what the post does not."""

from __future__ import annotations

from mathpost.maths.notation import is_bold
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.open_ranges import is_open
from mathpost.maths.terms.term import Apply, Bind, Term, Variable, free_variables, occurrences, subterms
from mathpost.maths.typing import integers
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.reasons.reason import Reason

SUMS = frozenset(["sum"])


def _is_left_open(step: Step, reading: Reading) -> bool:
    """A sum whose range is not said: of numbers, or over members of families in an inequality beside an index that it may leave out."""
    ranges = (t for side in reading.stated or reading.sides for t in occurrences(side, integers.RANGES))
    if any(isinstance(t, Bind) and is_open(t) for t in ranges):
        return True
    if any(_loses_its_column(t) for side in reading.stated or reading.sides for t in subterms(side)):
        return True
    sums = (t for side in reading.sides for t in occurrences(side, SUMS) if isinstance(t, Bind))
    places = frozenset(integers.integers(reading.sides).indices)
    beside = [s.body for s in sums if not s.bounds and free_variables(s.body) & places]
    alone = frozenset[str]().union(*map(_single_members, reading.sides))
    summed = {_head(t) for body in beside for t in occurrences(body, integers.INDEX)}
    return step.sign in ORDERS and bool(alone & summed)


def _loses_its_column(term: Term) -> bool:
    """Whether a sum runs over a column of which its body has the entries, in the letter of the column: ``\\sum_{\\boldsymbol{\\theta}}
    \\prod_i \\theta_i``.
    """
    if not isinstance(term, Bind) or term.bounds or not is_bold(term.variable.name):
        return False
    plain = bare(term.variable.name)
    return any(_head(t) == plain for t in occurrences(term.body, integers.INDEX))


def _head(term: Term) -> str:
    """The family of which a term is a member; empty where it is none."""
    match term:
        case Apply(operator="index", arguments=(Variable(name=name), *_)):
            return name
    return ""


def _single_members(side: Term) -> frozenset[str]:
    """The families of which a member stands in a side that no sum runs over: ``a`` of ``|a_{ii}| > \\sum_j |a_{ij}|``."""
    if name := _head(side):
        return frozenset((name,))
    match side:
        case Apply(arguments=arguments):
            return frozenset[str]().union(*map(_single_members, arguments))
    return frozenset()


ROWS = (
    Reason(
        "objection",
        "open-range",
        "a sum whose range is not said",
        "求和范围没有写明",
        lambda c: _is_left_open(c.step, c.reading),
    ),
)
