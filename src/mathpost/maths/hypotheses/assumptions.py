r"""Conditions in a post on the symbols of a later claim, beyond their domains: ``\Re c > \Re b``.

Such a condition selects models of the claim; one that cannot be read selects none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.elaboration.handbook import BOOK
from mathpost.maths.lexicon.cases import names_a_case
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Apply, Term, Variable, free_variables, substitute, subterms
from mathpost.maths.terms.transitivity import entails, joined

RELATIONS = {"<": "less", ">": "greater", "<=": "less_equal", ">=": "greater_equal", "!=": "unequal"}
NEARBY = 600  # characters before a claim in which its conditions are searched
FAR = 6000  # characters before a bound in which its conditions are searched
PAIRS = 6  # maximal number of pairs of points at which a function is compared


class Condition(NamedTuple):
    """A proposition that holds from `place` on, in a row of a display up to `until`. A general one holds for all values of the
    symbols `about`. `of_a_case`: the words before it make it a case.
    """

    place: int
    term: Term
    about: tuple[str, ...] = ()
    until: int | None = None
    of_a_case: bool = False


def conditions(steps: Sequence[Step], conventions: Conventions, text: str) -> tuple[Condition, ...]:
    r"""The readable relations that a post with this `text` assumes; Lipschitz bounds always count. A relation after a claim in
    its row, ``a_{ij} = 0 \quad (i \ne j)``, is a condition of that row.
    """
    book = conventions.choosing(BOOK)
    found: list[Condition] = []
    for number, step in enumerate(steps):
        if step.role not in ("assumption", "claim") or step.sign not in RELATIONS:
            continue
        if step.role == "claim" and (step.sign != "<=" or step.interior):
            continue
        sides = _sides(step, conventions) or _sides(step, book)
        points = lipschitz(*sides) if sides else ()
        if sides and (points or step.role == "assumption"):
            row = _row(number, steps, text)
            since, until = (step.span.end, None) if row is None else (row, step.span.end)
            lead = text[steps[number - 1].span.end if number else 0 : step.span.start]
            case = names_a_case(lead)
            found.append(Condition(since, Apply(RELATIONS[step.sign], sides), points, until, case))
    return tuple(found)


def _row(number: int, steps: Sequence[Step], text: str) -> int | None:
    """The start of the row that ends with the condition `number`; None if it follows no claim in a row."""
    first = number
    while first and _stand_together(steps[first - 1], steps[first], text):
        first -= 1
    claims = any(step.role == "claim" for step in steps[first:number])
    return steps[first].span.start if claims else None


def _stand_together(one: Step, other: Step, text: str) -> bool:
    """Whether two steps are in one row of a formula."""
    return one.formula == other.formula and "\\\\" not in text[one.span.end : other.span.start]


def lipschitz(left: Term, right: Term) -> tuple[str, ...]:
    r"""The points x and y, if the sides are ``|f(x) - f(y)| \le L|x - y|`` with an unknown f; otherwise empty."""
    first, second = _difference(left), _difference(right)
    if len(first) != 2 or len(second) != 2:
        return ()
    names = tuple(t.name for t in second if isinstance(t, Variable))
    values = [t.arguments[-1] for t in first if isinstance(t, Apply) and t.operator == "call"]
    return names if len(names) == 2 and set(values) == set(second) else ()


def _difference(side: Term) -> tuple[Term, ...]:
    """The two terms in the difference under an absolute value or norm, possibly times a constant; empty for other sides."""
    match side:
        case Apply(
            operator="abs" | "norm" | "norm_2", arguments=(Apply(operator="add", arguments=(a, minus)),)
        ):
            match minus:
                case Apply(operator="negate", arguments=(b,)):
                    return a, b
        case Apply(operator="multiply", arguments=(*_, last)):
            return _difference(last)
    return ()


def _sides(step: Step, conventions: Conventions) -> tuple[Term, ...]:
    try:
        return tuple(elaborate(side.nodes, conventions).term for side in (step.left, step.right))
    except (UnreadError, RecursionError):
        return ()


def demanded(
    known: Sequence[Condition],
    sections: Sections,
    place: int,
    sides: Sequence[Term],
    sign: str,
    *,
    far: bool = False,
) -> tuple[Term, ...]:
    """The conditions in force at `place` that contain only symbols of `sides`, and those that imply the claimed relation `sign`
    between them; `far`: also conditions from other sections.
    """
    if not known:
        return ()
    symbols = frozenset[str]().union(*map(free_variables, sides))
    reach = FAR if far else NEARBY
    near = [c for c in known if place - reach < c.place <= place and (c.until is None or place < c.until)]
    said = [c for c in near if not c.about and (far or sections.covers(c.place, place))]
    special = [c.term for c in said if free_variables(c.term) <= symbols]
    together = joined((c.term for c in said if not c.of_a_case), symbols)
    special += [c for c in together if entails(c, sides, sign)]
    general = [t for c in near if c.about for t in _instances(c, sides) if free_variables(t) <= symbols]
    return tuple(special + general)


def states(condition: Term, sides: Sequence[Term]) -> bool:
    """Whether a condition is the claimed relation between `sides` itself, which it cannot confirm."""
    return isinstance(condition, Apply) and set(condition.arguments) == set(sides)


def _instances(condition: Condition, sides: Sequence[Term]) -> Iterator[Term]:
    """A condition on a function, at the points at which `sides` contain its values."""
    heads = {
        t.arguments[0] for t in subterms(condition.term) if isinstance(t, Apply) and t.operator == "call"
    }
    points = dict.fromkeys(
        t.arguments[-1]
        for side in sides
        for t in subterms(side)
        if isinstance(t, Apply) and t.operator == "call" and t.arguments[0] in heads
    )
    for pair in islice(combinations(points, 2), PAIRS):
        yield substitute(condition.term, dict(zip(condition.about, pair, strict=True)))
