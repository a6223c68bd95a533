r"""Integrals without bounds over several letters, as one over the letter that they are built from; such readings confirm only.

``\int 2x (x^2 + 1)^3 \,dx = \int u^3 \,du`` of ``u = x^2 + 1`` compares integrals over x. In ``\int u \,dv = uv - \int v \,du``
both letters are functions of one that nobody names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mathpost.maths.facts.facts import Fact, Facts
from mathpost.maths.notation import is_bold
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    occurrences,
    replaced,
    with_parts,
)
from mathpost.maths.transformations.antiderivatives import INTEGRAL
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import EQUALITIES, Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.readings.rewriting import Rewriting

PLACE = "⁎"
HIDDEN = "t⁎"  # what letters depend on where nothing is stated about them


def _over_one_letter(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` of the step `number` with its integrals without bounds over the one letter that the others are made of."""
    step = readings.steps[number]
    names = {
        t.variable.name
        for side in reading.sides
        for t in occurrences(side, INTEGRAL)
        if isinstance(t, Bind) and not t.bounds and not is_bold(t.variable.name)
    }
    if step.sign not in EQUALITIES or len(names) < 2:
        return
    facts = readings.in_force(number)
    made = {name: known for name in names if (known := _defined_by_others(name, names, facts)) is not None}
    left_over = names - made.keys()
    if len(left_over) == 1:
        values = {name: known.right for name, known in made.items()}
        used = frozenset(known.step for known in made.values())
        moved = _over(reading, values, left_over.pop())
        yield moved._replace(used=reading.used | used)
    elif not made and not any(("symbol", name) in facts for name in names):
        hidden = Variable(HIDDEN)
        calls: dict[str, Term] = {name: Apply("call", (Variable(name + PLACE), hidden)) for name in names}
        yield _over(reading, calls, HIDDEN)._replace(given=reading.given or Given("one-letter"))


def _defined_by_others(name: str, names: set[str], facts: Facts) -> Fact | None:
    """What the post says a letter is, by another letter over which is integrated."""
    for known in facts.get(("symbol", name), ()):
        others = free_variables(known.right) & names
        return known if len(others) == 1 and name not in others else None
    return None


def _over(reading: Reading, values: Mapping[str, Term], name: str) -> Reading:
    """`reading` with `values` for the letters that are built from `name`, and its integrals over that."""
    left, right = (_moved(side, values, name) for side in reading.sides)
    return reading._replace(left=left, right=right)


def _moved(term: Term, values: Mapping[str, Term], name: str) -> Term:
    match term:
        case Variable(name=own) if own in values:
            return values[own]
        case Bind(operator="integral", variable=variable, bounds=(), body=body, origin=origin):
            inner = _moved(body, values, name)
            if variable.name in values:
                inner = Apply("multiply", (inner, _slope(values[variable.name], name)))
            return Bind("integral", Variable(name), (), inner, origin)
    return with_parts(term, lambda part: _moved(part, values, name))


def _slope(term: Term, name: str) -> Term:
    moving = Variable(PLACE)
    return Bind("differentiate", moving, (Variable(name),), replaced(term, Variable(name), moving))


ROWS = (
    Rewriting(
        "one-letter",
        _over_one_letter,
        "developments",
        2,
        example=r"Integration by parts reads $$\int u\,dv = uv - \int v\,du.$$",
        given=frozenset(["one-letter"]),
        moves=True,
    ),
)
