"""The steps between the sides of an equation that jumps, as a reader would write them down.

From each side a route is followed: definitions put in, derivatives carried out, sums split, brackets multiplied
out, a common denominator, like terms collected. Where the routes of both sides meet, what lies between is a
derivation. It is only proposed here: every step of it is then verified like any other claim.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from mathpost.maths.facts.facts import fact
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.simplification import bases, factors, key, simplified, summands
from mathpost.maths.terms.term import ONE, Apply, Bind, Number, Term, free_variables, subterms, sum_of
from mathpost.maths.terms.traversal import Change, transform
from mathpost.maths.transformations.typesetting import NoNotationError, latex, style
from mathpost.verify.interpretation.reading import Reading, hidden_dependence
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.planning.plan import plan, positive
from mathpost.verify.proving.differentiation import NoDerivativeError, at_point, differentiate
from mathpost.verify.proving.normal.quotient import Fuel
from mathpost.verify.readings.definitions import informed
from mathpost.verify.repair.effort import rearrangement, rules

Move = Literal["definitions", "derivative", "sums", "expansion", "denominator", "collection"]
LONGEST = 150  # characters of LaTeX: a longer line explains nothing
LARGEST = 120  # subterms of a side: no readable line comes of more
MOST = 4  # lines between the sides
BOLD = r"\boldsymbol"  # how letters of arrays are named, which posts may write otherwise
RATIONAL = frozenset("add negate multiply divide power index call pi".split())
FUEL = Fuel(steps=60_000, terms=60, generators=(16, 40), restarts=4)


class Stop(NamedTuple):
    """A form that a side takes on its route, and the move that led to it."""

    term: Term
    move: Move
    collected: bool = False


class Line(NamedTuple):
    """A line between the sides, as LaTeX, and the move that leads from the line before to it."""

    latex: str
    move: Move


class Proposal(NamedTuple):
    """What may be between the sides of the claim `step`; `last` is the move that leads to its right side.

    `back` of the moves, the last ones, were found from the right side: as it stands, a reader would have to undo them.
    `effort` counts the elementary moves between the sides.
    """

    step: int
    lines: tuple[Line, ...]
    last: Move
    back: int = 0
    effort: int = 0

    @property
    def moves(self) -> tuple[Move, ...]:
        return (*(line.move for line in self.lines), self.last)


def proposals(numbers: Mapping[int, bool], steps: Sequence[Step], around: Context) -> Iterator[Proposal]:
    """A derivation for each of the claims `numbers` that jumps, where there is a readable one; the value says whether
    its verdict rests on definitions of the post.
    """
    readings = Readings(steps, around)
    for number, defined in numbers.items():
        found = _proposal(number, readings, around, defined=defined)
        if found is not None:
            yield found


def _proposal(number: int, readings: Readings, around: Context, *, defined: bool) -> Proposal | None:
    try:
        return _sought(number, readings, around, defined=defined)
    except Exception:  # what cannot be read or computed is not explained, and stops nothing else
        return None


def _sought(number: int, readings: Readings, around: Context, *, defined: bool) -> Proposal | None:
    """The claim as it stands, then with definitions put in, until the routes of its sides meet.

    What holds without definitions holds for all values of its symbols: then only those of functions are put in. What
    is defined in another part of the post may be meant there only.
    """
    step = readings.steps[number]
    literal, _ = readings.literal(number, around.conventions)
    for reading in (literal, *informed(number, literal, readings)):
        if not reading.free or hidden_dependence(reading) or _is_large(reading):
            continue  # values put in hold in one case, and what nothing depends on has no slope
        if not all(_is_sole(u, step, around) for u in reading.used):
            continue
        others = [u for u in reading.used if not _is_of_function(u, readings.steps[u], around)]
        if not all(defined and _is_near(readings.steps[u], step, around) for u in others):
            continue
        collect = _collector(reading, around)
        left, right = (_route(*both, collect) for both in zip(literal.sides, reading.sides, strict=True))
        found = _between(left, right, collect)
        if found is None:
            continue
        stops, last, back, moves = found
        lines = [stop for stop in stops if not _is_bare(stop, literal)]
        if lines or not stops:  # none at all: one move leads from side to side
            proposal = _written(number, lines, last, step.left.text + step.right.text)
            return proposal._replace(back=back, effort=moves) if proposal is not None else None
    return None


def _is_of_function(number: int, step: Step, around: Context) -> bool:
    stated = fact(number, step, around.conventions)
    return stated is not None and stated.form == "function"


def _is_sole(number: int, claim: Step, around: Context) -> bool:
    """Whether the post gives what step `number` defines no other meaning: in its section, if it is defined there, else anywhere."""
    stated = [known for known in around.facts if known.step == number]
    heads = {known.head for known in stated}
    near = any(around.sections.covers(known.place, claim.span.start) for known in stated)
    return not any(
        known.head in heads
        and known.step != number
        and known.right not in [own.right for own in stated]
        and (not near or around.sections.covers(known.place, claim.span.start))
        for known in around.facts
    )


def _is_near(stated: Step, claim: Step, around: Context) -> bool:
    return around.sections.covers(stated.span.start, claim.span.start)


def _is_large(reading: Reading) -> bool:
    return any(_size(side) > LARGEST for side in reading.sides)


def _written(number: int, lines: Sequence[Stop], last: Move, claim: str) -> Proposal | None:
    """The proposal in LaTeX and in the style of the claim, where it is short enough to be read and all of it has a
    notation.
    """
    if not 0 < len(lines) <= MOST:
        return None
    try:
        written = tuple(Line(latex(stop.term, style(claim)), stop.move) for stop in lines)
    except NoNotationError:
        return None
    if any(len(line.latex) > LONGEST or (BOLD in line.latex and BOLD not in claim) for line in written):
        return None
    return Proposal(number, written, last)


# --- routes -----------------------------------------------------------------------------------------------


def _route(written: Term, informed: Term, collect: Change) -> list[Stop]:
    """The forms of one side, the first as it is written; each differs from the one before."""
    moves: list[tuple[Move, Change]] = [
        ("definitions", lambda _: transform(informed, _primed)),
        ("derivative", _innermost_carried_out),
        ("derivative", _carried_out),
        ("expansion", lambda t: _opened(t, collect)),
        ("sums", _split),
        ("expansion", lambda t: _multiplied_out(t, collect)),
        ("denominator", _over_one_denominator),
        ("collection", collect),
    ]
    stops = [Stop(transform(written, _primed), "definitions")]
    for move, change in moves:
        form = simplified(change(stops[-1].term))
        if key(form) != key(stops[-1].term):
            stops.append(Stop(form, move, move == "collection"))
    return stops


def _between(
    left: Sequence[Stop], right: Sequence[Stop], collect: Change
) -> tuple[list[Stop], Move, int, int] | None:
    """The lines between the sides where the routes meet first, the move that leads to the right side, how many moves are
    walked back, and how many elementary ones there are in all; None where they do not meet.

    On the way back a move is that of the line below it.
    """
    places = {key(stop.term): place for place, stop in reversed(list(enumerate(right)))}
    meetings = [(i + places[k], i) for i, k in enumerate(key(s.term) for s in left) if k in places]
    if not meetings:
        return None
    total, i = min(meetings)
    j = total - i
    forward = list(left[1 : i + 1]) if j else list(left[1:i])
    backward = [right[k]._replace(move=right[k + 1].move) for k in range(j - 1, 0, -1)]
    last = right[1].move if j else left[i].move
    moves = _effort(left[: i + 1], right[: j + 1], collect)
    return [*forward, *backward], last, j, moves


def _effort(left: Sequence[Stop], right: Sequence[Stop], collect: Change) -> int:
    """The elementary moves on the two routes: derivatives as they are carried out, algebra from what remains to do."""
    first, one = _derived(left)
    second, other = _derived(right)
    return first + second + rearrangement(one, other, collect)


def _derived(route: Sequence[Stop]) -> tuple[int, Term]:
    """The rules of differentiation on a route, and the form where only algebra is left."""
    count, start = 0, 0
    for k in range(1, len(route)):
        if route[k].move in ("definitions", "derivative"):
            count += rules(route[k - 1].term, route[k].term)
            start = k
    return count, route[start].term


def _is_bare(stop: Stop, claim: Reading) -> bool:
    """Whether an author would not write the form there: a normal form with other terms than powers and quotients of
    symbols, or a result that the claim has not reached yet.
    """
    odd = any(
        isinstance(part, Bind) or (isinstance(part, Apply) and part.operator not in RATIONAL)
        for part in subterms(stop.term)
    )
    return (stop.collected and odd) or 3 * _size(stop.term) < 2 * min(map(_size, claim.sides))


def _size(term: Term) -> int:
    return sum(1 for _ in subterms(term))


# --- moves ------------------------------------------------------------------------------------------------


def _primed(part: Term) -> Term:
    """``f'(u)`` of a function that nothing is known of as one symbol."""
    match part:
        case Bind(operator="differentiate", variable=v, body=Apply(operator="call", arguments=(_, a))) if (
            a == v
        ):
            return at_point(part)
    return part


def _innermost_carried_out(term: Term) -> Term:
    """The derivatives in `term` that no other one is within; as it is if there is none within another."""
    all_of_them = {part for part in subterms(term) if _is_derivative(part)}
    inner = {part for part in all_of_them if not any(map(_is_derivative, list(subterms(part))[1:]))}
    return term if inner == all_of_them else _carried_out(term, inner)


def _is_derivative(part: Term) -> bool:
    return isinstance(part, Apply | Bind) and part.operator in ("derivative", "differentiate")


def _carried_out(term: Term, only: Container[Term] | None = None) -> Term:
    """The derivatives in `term` (`only` these) by the rules of calculus; as it is where a rule is missing."""

    def change(part: Term) -> Term:
        if only is not None and part not in only:
            return part
        match part:
            case Apply(operator="derivative", arguments=(body, target)):
                return differentiate(body, target)
            case Bind(operator="differentiate"):
                return at_point(part)
        return part

    try:
        return transform(term, change)
    except NoDerivativeError:
        return term


def _split(term: Term) -> Term:
    """Sums and integrals of sums as sums of them, with what does not depend on the index before the sign."""

    def change(part: Term) -> Term:
        if not isinstance(part, Bind) or part.operator not in ("sum", "integral") or len(part.bounds) != 2:
            return part
        parts = [_factored(part, summand) for summand in summands(part.body)]
        return sum_of(parts)

    return transform(term, change)


def _factored(bind: Bind, summand: Term) -> Term:
    """`bind` of one summand, with its constant factors in front."""
    name = bind.variable.name
    coefficient, above, below = factors(summand)
    front = [t for t in above if name not in free_variables(t)]
    inside = [t for t in above if name in free_variables(t)]
    under = [t for t in below if name not in free_variables(t)]
    rest = [t for t in below if name in free_variables(t)]
    if not inside and not rest and bind.operator == "sum":
        low, high = bind.bounds
        count = Apply("add", (high, Apply("negate", (low,)), ONE))
        product: Term = Apply("multiply", (Number(coefficient), count, *front))
        return Apply("divide", (product, Apply("multiply", tuple(under)))) if under else product
    body: Term = Apply("multiply", tuple(inside)) if inside else ONE
    if rest:
        body = Apply("divide", (body, Apply("multiply", tuple(rest))))
    product = Apply(
        "multiply", (Number(coefficient), *front, Bind(bind.operator, bind.variable, bind.bounds, body))
    )
    return Apply("divide", (product, Apply("multiply", tuple(under)))) if under else product


def _opened(term: Term, collect: Change) -> Term:
    """What follows sum signs, multiplied out."""

    def change(part: Term) -> Term:
        if not isinstance(part, Bind) or part.operator not in ("sum", "integral") or len(part.bounds) != 2:
            return part
        return Bind(part.operator, part.variable, part.bounds, _expanded(part.body, collect))

    return transform(term, change)


def _multiplied_out(term: Term, collect: Change) -> Term:
    """The summands of a sum, each multiplied out by itself."""
    parts = list(summands(term))
    if len(parts) < 2:
        return term
    return Apply("add", tuple(_expanded(part, collect) for part in parts))


def _expanded(summand: Term, collect: Change) -> Term:
    """A summand without brackets, its sign before it as it was."""
    if isinstance(summand, Apply) and summand.operator == "negate":
        return Apply("negate", (_expanded(summand.arguments[0], collect),))
    has_brackets = any(isinstance(t, Apply) and t.operator == "add" for t in subterms(summand))
    if not has_brackets or any(isinstance(t, Bind) for t in subterms(summand)):
        return summand
    found = collect(summand)
    is_quotient = isinstance(found, Apply) and found.operator == "divide"
    return summand if is_quotient else found


def _over_one_denominator(term: Term) -> Term:
    """A sum of quotients as one quotient, its numerators side by side; so with the sums that are factors."""
    if len(list(summands(term))) > 1:
        return _joined(term)
    coefficient, above, below = factors(term)
    over = [_joined(t) for t in above]
    under = [_joined(t) for t in below]
    product = Apply("multiply", (Number(coefficient), *over))
    return Apply("divide", (product, Apply("multiply", tuple(under)))) if under else product


def _joined(term: Term) -> Term:
    """A sum of quotients over the smallest product of powers that all their denominators divide."""
    parts = [factors(part) for part in summands(term)]
    bottoms = [bases(below) for _, _, below in parts]
    common: dict[str, tuple[Term, int]] = {}
    for bottom in bottoms:
        for name, (base, exponent) in bottom.items():
            common[name] = (base, max(exponent, common.get(name, (base, 0))[1]))
    if len(parts) < 2 or len(common) > 3 or not (common or any(c.denominator > 1 for c, _, _ in parts)):
        return term
    size = math.lcm(*(coefficient.denominator for coefficient, _, _ in parts))
    numerators: list[Term] = []
    for (coefficient, above, _), bottom in zip(parts, bottoms, strict=True):
        missing = [
            Apply("power", (base, Number(Fraction(exponent - bottom.get(name, (base, 0))[1]))))
            for name, (base, exponent) in common.items()
            if exponent > bottom.get(name, (base, 0))[1]
        ]
        numerators.append(Apply("multiply", (Number(coefficient * size), *above, *missing)))
    below = [Apply("power", (base, Number(Fraction(exponent)))) for base, exponent in common.values()]
    whole = Apply("multiply", (Number(Fraction(size)), *below))
    return Apply("divide", (Apply("add", tuple(numerators)), whole))


def _collector(reading: Reading, around: Context) -> Change:
    """The move to the normal form, with the signs that the symbols of `reading` are known to have."""
    from mathpost.verify.methods.normal_form import normal

    models = plan(reading, "=", around)

    def collected(term: Term) -> Term:
        found = normal(term, positive=lambda t: positive(t, models), fuel=FUEL)
        return term if found is None else _over_one_denominator(found)

    return collected
