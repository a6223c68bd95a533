"""A claim with values that the post gives: of an example, of a term, elsewhere in one line, of coefficients found later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts.piecewise import in_pieces
from mathpost.maths.hypotheses.context import NEARBY
from mathpost.maths.lexicon.cases import mentions_a_case
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    replaced,
    substitute,
    subterms,
)
from mathpost.maths.terms.traversal import rewrite
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import EQUALITIES, Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.readings.rewriting import Rewriting

GIVEN = ("definition", "assumption")
VALUES = 4  # terms with a known value that are put into one claim

# --- of an example ----------------------------------------------------------------------------------------------------


def _of_examples(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the values of symbols in an example, all or some of them."""
    if not readings.may_be_an_example(number):
        return
    for each in (reading, readings.unfolded(number, reading, values=False)):
        put = None if each is None else _exemplified(number, each, readings)
        if put is not None:
            yield put
    example = readings.unfolded(number, reading, values=True)
    if example is not None and example.free:
        yield example


def _exemplified(number: int, reading: Reading, readings: Readings) -> Reading | None:
    """`reading` with the last values that the text just before gave to its symbols; None where one symbol has none, or
    where both sides mention symbols: what holds of one example alone is not a general law.

    Letters that count elsewhere have values here, too: "with $k = 4096$ and $n = 10$".
    """
    if all(map(free_variables, reading.sides)) or any(isinstance(side, Variable) for side in reading.sides):
        return None
    found = _values_of_symbols(number, readings) if reading.free else {}
    if not found or not reading.free <= found.keys():
        return None
    chosen = {name: found[name] for name in sorted(reading.free)}
    left, right = (substitute(side, {n: value for n, (value, _) in chosen.items()}) for side in reading.sides)
    used = frozenset(step for _, step in chosen.values())
    values = "; ".join(f"{name} = {value.value}" for name, (value, _) in chosen.items())
    return reading._replace(
        left=left, right=right, used=reading.used | used, given=Given("example", (values,))
    )


def _values_of_symbols(number: int, readings: Readings) -> dict[str, tuple[Number, int]]:
    """The numbers that symbols were set to before a claim, the last of each, and the steps that say so."""
    steps, context = readings.steps, readings.context
    place = steps[number].span.start
    found: dict[str, tuple[Number, int]] = {}
    for other in range(number - 1, -1, -1):
        said = steps[other]
        if place - said.span.end > NEARBY or not context.sections.covers(said.span.start, place):
            break
        if said.role not in GIVEN or said.sign != "=" or said.formula == steps[number].formula:
            continue
        last = _end(other, steps)
        name = heads.head(said.left.nodes)
        if name is None or name in found or not heads.is_number(last.right.nodes, signed=True):
            continue
        value = elaborate(last.right.nodes, context.conventions).term
        if isinstance(value, Number) and not context.is_denied(other, place):
            found[name] = (value, other)
    return found


def _end(first: int, steps: Sequence[Step]) -> Step:
    """The last step of the chain of equations in which `first` is."""
    following = first + 1
    while following < len(steps) and steps[following].interior and steps[following].sign == "=":
        if steps[following].formula != steps[first].formula:
            break
        following += 1
    return steps[following - 1]


# --- of a term --------------------------------------------------------------------------------------------------------


def _of_terms(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the values that the section gives terms in it: ``\\|v\\| = 1``."""
    put = reading
    for term, value, said in islice(_values(number, reading, readings), VALUES):
        left, right = (_with_value(side, term, value) for side in put.sides)
        before = put.given.steps if put.given is not None else ()
        given = readings.equations(*before, said)
        put = put._replace(left=left, right=right, used=put.used | {said}, given=given)
        yield put


def _with_value(side: Term, term: Term, value: Number) -> Term:
    """`side` with a value for `term`; a value of ``h_j(x)`` is that of every member, so that a sum may run over them."""
    return rewrite(side, lambda part: value if part == term else None)


def _values(number: int, reading: Reading, readings: Readings) -> Iterator[tuple[Term, Number, int]]:
    """Terms within the sides of a claim to which the section gave a value before, and where: ``\\sum_j a_{ij} =
    1``.

    A side itself is none: a claim that is stated twice would prove itself.
    """
    place = readings.steps[number].relation_span.start
    within = {
        t for side in reading.sides for t in subterms(side) if isinstance(t, Apply | Bind) and t != side
    } - set(reading.sides)
    seen: set[Term] = set()
    for other in range(number - 1, -1, -1):
        for term, value in _valued_by(other, place, readings) if within else ():
            if term in within and term not in seen:
                seen.add(term)
                yield term, value, other


def _valued_by(other: int, place: int, readings: Readings) -> Iterator[tuple[Term, Number]]:
    """The terms of a chain that ends in a number, with that number, where it is still meant at `place`."""
    steps, context = readings.steps, readings.context
    said = steps[other]
    if said.sign != "=" or said.role == "other" or not heads.is_number(said.right.nodes):
        return
    if in_pieces(other, steps):
        return
    before = context.words.before(context.words.document.formulas[said.formula].span)
    if not context.sections.covers(said.span.start, place) or context.is_denied(other, place):
        return
    if not context.holds_still(said.span.end, place, case=mentions_a_case(before), example=False):
        return
    value = elaborate(said.right.nodes, context.conventions).term
    for step in _chain(other, steps):
        stated = readings.stated(other)
        named = (heads.head(step.left.nodes) or "()").endswith("()")  # a symbol with a value is an example
        if stated is None or context.may_be_anything(stated.symbols, said.span.end, place):
            continue
        if isinstance(value, Number) and named:
            yield stated.left, value


def _chain(end: int, steps: Sequence[Step]) -> Iterator[Step]:
    """The steps of the chain of equations that ends with `end`, last one first."""
    while steps[end].sign == "=":
        yield steps[end]
        if not steps[end].interior:
            return
        end -= 1


# --- of a line that puts them in one for one --------------------------------------------------------------------------


def _inserted(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` of the step `number` with the values that its right side has in the places of symbols, if all are given."""
    values = _one_for_one(*reading.sides) if readings.steps[number].sign in EQUALITIES else None
    if not values or reading.left in values or free_variables(reading.right):
        return  # a symbol that is given its value twice
    given = [_giving(term, values, number, readings) for term in values]
    said = frozenset(step for step in given if step is not None)
    if None not in given:
        left = reading.left
        for term, value in values.items():
            left = replaced(left, term, value)
        yield reading._replace(left=left, used=reading.used | said, given=Given("values-elsewhere"))


def _one_for_one(left: Term, right: Term) -> dict[Term, Term] | None:
    """What is on the right in the places of the symbols on the left; None where the sides are built otherwise."""
    if left == right:
        return {}
    if _has_value(left) and not free_variables(right):
        return {left: right}
    match left, right:
        case (Apply(operator=one, arguments=first), Apply(operator=other, arguments=second)):
            if one != other or len(first) != len(second):
                return None
            return _joined(_one_for_one(a, b) for a, b in zip(first, second, strict=True))
    return None


def _has_value(term: Term) -> bool:
    """Whether a term is something to which posts give values: a symbol, a member, a norm."""
    return isinstance(term, Variable) or (isinstance(term, Apply) and term.operator in ("index", "norm"))


def _joined(found: Iterator[dict[Term, Term] | None]) -> dict[Term, Term] | None:
    values: dict[Term, Term] = {}
    for each in found:
        if each is None or any(values.get(term, value) != value for term, value in each.items()):
            return None
        values |= each
    return values


def _giving(term: Term, everything: dict[Term, Term], number: int, readings: Readings) -> int | None:
    """Another step that gives `term` its value among `everything`, by itself or among the values that it puts in.

    A line with all of them says the same again.
    """
    for other, step in enumerate(readings.steps):
        if other == number or step.sign not in EQUALITIES | {"≈"}:
            continue
        said = readings.stated(other)
        if said is None or free_variables(said.right):
            continue
        values = _one_for_one(said.left, said.right) or {}
        if values.get(term) == everything[term] and (values != everything or len(values) == 1):
            return other
    return None


# --- of coefficients --------------------------------------------------------------------------------------------------


def _determined(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the values that the section finds later for the letters of one side alone, if it finds all of them.

    An equation of one letter is not an ansatz: its solutions are.
    """
    step = readings.steps[number]
    if step.sign not in EQUALITIES or len(reading.free) < 2 or reading.shapes:
        return
    unknown = free_variables(reading.left) ^ free_variables(reading.right)
    values: dict[str, Term] = {}
    said: dict[str, int] = {}
    for other in range(number + 1, len(readings.steps)) if unknown else ():
        later = readings.steps[other]
        if not readings.context.sections.covers(step.span.start, later.span.start):
            break
        if later.sign != "=" or later.interior or later.role == "other" or len(later.left.nodes) > 1:
            continue
        stated = readings.stated(other)
        if stated is None or free_variables(stated.right) or not isinstance(stated.left, Variable):
            continue
        name = stated.left.name
        if name in unknown and values.setdefault(name, stated.right) != stated.right:
            return  # it has several values
        said.setdefault(name, other)
    if not unknown or values.keys() != unknown:
        return
    left, right = (substitute(side, values) for side in reading.sides)
    found = ", ".join(readings.text(said[name]) for name in sorted(unknown))
    yield reading._replace(left=left, right=right, given=Given("coefficients", (found,)))


ROWS = (
    Rewriting(
        "example",
        _of_examples,
        "developments",
        1,
        example="$n = 3$, $n^2 = 9$, $n = 4$.",
        given=frozenset(["example"]),
    ),
    Rewriting(
        "term-value",
        _of_terms,
        "developments",
        2,
        example=r"Here $h_j(x) = 0$. Hence $y + \sum_j \nu_j h_j(x) = y$.",
        given=frozenset(["equations"]),
    ),
    Rewriting(
        "values-elsewhere",
        _inserted,
        "developments",
        2,
        example="# A\n\n## Sizes\n\nThe rank is small (e.g. $r = 8$), and $V \\times d = 30000 \\times 768$.\n\n## Count\n\n"
        r"So $$q = 12 \times 8 dr = 96 dr = 96 \times 768 \times 8$$",
        given=frozenset(["values-elsewhere"]),
    ),
    Rewriting(
        "coefficients",
        _determined,
        "developments",
        2,
        example=r"We write $$\frac{3x+5}{(x-1)(x+3)} = \frac{A}{x-1} + \frac{B}{x+3}.$$ Multiplying by $(x-1)(x+3)$,"
        r"$$3x+5 = A(x+3) + B(x-1).$$ Setting $x=1$ gives $A = 2$ and setting $x=-3$ gives $B = 1$.",
        given=frozenset(["coefficients"]),
        moves=True,
    ),
)
