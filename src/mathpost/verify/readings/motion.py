"""Dependent variables: differentials, the chain rule, slopes along a curve given by an equation; these readings
only confirm.

``du = 2x\\,dx`` of ``u = x^2`` compares what both sides make of a small change of x. ``\\frac{dz}{dt}`` of what the post says
by x and y, and these by t, is the sum over the ways from t to z. ``y'`` where the post gave ``x^2 + y^2 = 1`` is the slope
along that curve.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from mathpost.latex.tree import Symbol, walk
from mathpost.maths.facts import partials
from mathpost.maths.facts.facts import Equation, Fact, Facts
from mathpost.maths.hypotheses.differentials import change, changing
from mathpost.maths.lexicon.senses import mentions_slopes
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    occurrences,
    replaced,
    substitute,
    subterms,
    with_parts,
)
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import EQUALITIES, Reading
from mathpost.verify.interpretation.readings import Readings, with_facts
from mathpost.verify.readings.rewriting import Rewriting

DERIVATIVE = frozenset(["derivative"])
PLACE = "⁎"
OF_VARIABLES = frozenset(r"x y z t u v w r s \theta \phi \varphi".split())
DEEPEST = 5  # letters on the way from one to another
CURVES = 3  # equations that are tried


class _UnstatedError(Exception):
    """The post does not say what depends on what."""


def _varied(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` of the step `number` with its differentials and slopes as the post's definitions and equations make them."""
    step = readings.steps[number]
    if step.sign not in EQUALITIES:
        return
    facts = readings.in_force(number)
    for moved in (
        _in_slopes(reading, facts),
        _in_changes(reading, facts),
        _along_ways(step, reading, facts),
    ):
        if moved is not None:
            # what was put in may also stand for itself
            put = readings.unfolded(number, moved._replace(used=reading.used), values=False) or moved
            yield put._replace(used=put.used | moved.used)
    yield from _on_curves(number, reading, readings)


def _in_slopes(reading: Reading, facts: Facts) -> Reading | None:
    """`reading` with ``f_x`` and ``f^{(3)}(x)`` as the slopes of the functions that the post gives."""
    used: set[int] = set()
    left, right = (partials.put_in(side, facts, used) for side in reading.sides)
    return reading._replace(left=left, right=right, used=reading.used | used) if used else None


# --- differentials ----------------------------------------------------------------------------------------------------


def _in_changes(reading: Reading, facts: Facts) -> Reading | None:
    """`reading` with ``du`` as what the changes of other letters make of it; None where nothing is stated about any."""
    names = changing(reading.sides)
    made = {name: found for name in names if (found := _definition(name, facts)) is not None}
    if not made:
        return None
    used: set[int] = set()
    try:
        changes = {change(name).name: _change(name, names, facts, used, 0) for name in names}
        left, right = (substitute(side, changes) for side in reading.sides)
    except _UnstatedError:
        return None
    return reading._replace(left=left, right=right, used=reading.used | used) if used else None


def _change(name: str, names: frozenset[str], facts: Facts, used: set[int], depth: int) -> Term:
    """The change of a letter.

    Raises:
        _UnsaidError: it is built from letters of which it is not seen whether they change.
    """
    found = _definition(name, facts)
    if found is None or depth > DEEPEST:
        return change(name)
    letters = free_variables(found.right) - _heads(found.right)
    if name in names and letters.isdisjoint(names):
        return change(name)  # what it is built from does not move here
    parameters = frozenset[str]().union(*map(free_variables, found.parameters))
    moving = parameters & letters if parameters else {n for n in letters if n in names}
    beyond = {n for n in letters - moving if not parameters and _definition(n, facts) is not None}
    if not moving | beyond or (letters - moving - beyond) & OF_VARIABLES:
        raise _UnstatedError
    used.add(found.step)
    parts = tuple(
        Apply("multiply", (_by(found.right, w), _change(w, names, facts, used, depth + 1)))
        for w in sorted(moving | beyond)
    )
    return parts[0] if len(parts) == 1 else Apply("add", parts)


# --- the chain rule ---------------------------------------------------------------------------------------------------


def _along_ways(step: Step, reading: Reading, facts: Facts) -> Reading | None:
    """`reading` with the slopes of letters that depend on each other as sums over the ways between them."""
    slopes = [t for side in reading.sides for t in occurrences(side, DERIVATIVE) if isinstance(t, Apply)]
    if not slopes or not all(isinstance(t.arguments[1], Variable) for t in slopes):
        return None
    if any(occurrences(t.arguments[0], DERIVATIVE) for t in slopes):
        return None
    ways = _Ways(slopes, facts, partial=_has_partial_signs(step))
    try:
        left, right = (ways.put_in(side) for side in reading.sides)
    except _UnstatedError:
        return None
    if not ways.crossed:
        return None
    given = reading.given or (None if ways.used else Given("dependences"))
    return reading._replace(left=left, right=right, used=reading.used | ways.used, given=given)


def _has_partial_signs(step: Step) -> bool:
    nodes = (inner for side in (step.left, step.right) for node in side.nodes for inner in walk(node))
    return any(isinstance(node, Symbol) and node.text == r"\partial" for node in nodes)


class _Ways:
    """What the letters of a claim are made of, by definitions or else as the slopes of the claim itself show it.

    `crossed`: a definition was put in, or a letter between two others was passed. `used`: the steps of the definitions.
    """

    def __init__(self, slopes: list[Apply], facts: Facts, *, partial: bool) -> None:
        self.facts, self.partial = facts, partial
        self.used: set[int] = set()
        self.crossed = False
        self.by: dict[str, set[str]] = {}
        for slope in slopes:
            body, target = slope.arguments
            if isinstance(body, Variable) and isinstance(target, Variable):
                self.by.setdefault(body.name, set()).add(target.name)

    def made(self, name: str) -> Term | None:
        """What a letter is made of, one step after it; None where it depends on nothing."""
        found = _definition(name, self.facts)
        if found is not None:
            self.used.add(found.step)
            self.crossed = True
            return found.right
        called = self._call(name)
        if called is not None:
            return called
        near = {n for n in self.by.get(name, ()) if not self._is_far(name, n)}
        if not near:
            return None
        return Apply("call", (Variable(name + PLACE), *map(Variable, sorted(near))))

    def _call(self, name: str) -> Term | None:
        """The value of a function that the post gives a letter: f of ``z = f(x, y)``."""
        for found in chain.from_iterable(self.facts.values()):
            match found.right:
                case Apply(operator="call", arguments=(Variable(name=head), *_)) if head == name:
                    self.used.add(found.step)
                    return found.right
        return None

    def _is_far(self, name: str, target: str) -> bool:
        """Whether a third letter is between the two."""
        return any(target in self._reached(n) for n in self.by[name] if n not in (name, target))

    def _reached(self, name: str) -> set[str]:
        """The letters by which the claim differentiates `name`, or what `name` is differentiated by."""
        found: set[str] = set()
        left = [name]
        while left:
            for target in self.by.get(left.pop(), ()):
                if target not in found:
                    found.add(target)
                    left.append(target)
        return found

    def slope(self, term: Term, target: str, depth: int = 0) -> Term:
        """The slope of `term` by `target` over all ways.

        Raises:
            _UnsaidError: there is no way, or it is open whether all of them are meant.
        """
        found = self._slope(term, target, depth)
        if found is None:
            raise _UnstatedError
        return found

    def _slope(self, term: Term, target: str, depth: int) -> Term | None:
        if depth > DEEPEST:
            raise _UnstatedError
        letters = free_variables(term) - _heads(term)
        parts = [_by(term, target)] if target in letters else []
        for name in sorted(letters - {target}):
            made = self.made(name)
            inner = None if made is None else self._slope(made, target, depth + 1)
            if inner is not None:
                parts.append(Apply("multiply", (_by(term, name), inner)))
        self.crossed = self.crossed or depth > 0 or len(parts) > (target in letters)
        if target in letters and len(parts) > 1 and self.partial:
            raise _UnstatedError
        return None if not parts else parts[0] if len(parts) == 1 else Apply("add", tuple(parts))

    def put_in(self, term: Term) -> Term:
        """`term` with its slopes over all ways, and the letters that functions stand for as their values."""
        match term:
            case Apply(operator="derivative", arguments=(Variable(name=name), Variable(name=target))):
                made = self.made(name)
                if made is None:
                    raise _UnstatedError
                return self._settled(self.slope(made, target))
            case Apply(operator="derivative", arguments=(body, Variable(name=target))):
                return self._settled(self.slope(body, target))
        return with_parts(term, self.put_in) if occurrences(term, DERIVATIVE) else self._settled(term)

    def _settled(self, term: Term) -> Term:
        """`term` with the letters that nothing defines as the functions that the claim shows them to be."""
        for _ in range(DEEPEST):
            values = {
                name: made
                for name in free_variables(term)
                if _definition(name, self.facts) is None and name in self.by
                if (made := self.made(name)) is not None and name not in free_variables(made)
            }
            if not values:
                return term
            term = substitute(term, values)
        raise _UnstatedError


# --- curves -----------------------------------------------------------------------------------------------------------


def _on_curves(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the slopes of a letter that an equation of the post gives by another one, as it stands and on that curve."""
    primed = sorted({n.rstrip("'") for n in reading.free if n.endswith("'")})
    slopes = [
        (t.arguments[0], t.arguments[1])
        for side in reading.sides
        for t in occurrences(side, DERIVATIVE)
        if isinstance(t, Apply) and isinstance(t.arguments[1], Variable)
    ]
    targets = sorted({t.name for _, t in slopes if isinstance(t, Variable)})
    if not (primed or slopes) or len(primed) > 1 or len(targets) > 1:
        return
    tried = 0
    for known in _curves(number, readings):
        pair = _pair(known, primed, slopes, targets)
        if pair is None or tried == CURVES:
            continue
        tried += 1
        put = _on_curve(reading, known, *pair)
        # an equation between letters is none of the post's conclusions: its words give a curve
        stated = frozenset((known.step,)) if readings.steps[known.step].role != "claim" else frozenset[int]()
        put = put._replace(given=readings.equations(known.step), used=reading.used | stated)
        yield put
        for fact in known.facts(put.free):
            on = with_facts(put, {fact.key: [fact]})
            if on is not None:
                yield on._replace(used=put.used)


def _curves(number: int, readings: Readings) -> Iterator[Equation]:
    """The equations of the section before the step `number`, nearest first, where its words mention slopes."""
    step = readings.steps[number]
    text = readings.context.words.document.source.text
    for other in range(number - 1, -1, -1):
        said = readings.steps[other]
        if said.sign != "=" or said.interior or said.role == "other" or said.formula == step.formula:
            continue
        if not readings.context.sections.covers(said.span.start, step.span.start):
            return
        if not mentions_slopes(text[max(0, said.span.start - 200) : step.span.start]):
            continue
        stated = readings.stated(other)
        if stated is not None and not any(n.endswith("'") for n in stated.symbols):
            if not any(occurrences(side, DERIVATIVE) for side in (stated.left, stated.right)):
                yield stated


def _pair(
    known: Equation, primed: list[str], slopes: Sequence[tuple[Term, Term]], targets: list[str]
) -> tuple[str, str] | None:
    """The letter that depends and the one that runs in an equation, None where the claim mentions others."""
    letters = free_variables(known.left) | free_variables(known.right)
    if isinstance(known.left, Variable):
        return None  # a definition
    below = {n for body, _ in slopes for n in free_variables(body)}
    dependent = primed or sorted((below & letters) - set(targets))
    running = targets or [n for n in ("x", "t") if n in letters][:1]
    if len(dependent) != 1 or len(running) != 1 or dependent == running:
        return None
    return (dependent[0], running[0]) if {*dependent, *running} <= letters else None


def _on_curve(reading: Reading, known: Equation, y: str, x: str) -> Reading:
    level = Apply("add", (known.left, Apply("negate", (known.right,))))
    slope: Term = Apply(
        "negate",
        (Apply("divide", (_by(level, x), _by(level, y))),),
    )

    def total(term: Term) -> Term:
        return Apply("add", (_by(term, x), Apply("multiply", (_by(term, y), slope))))

    def put(term: Term) -> Term:
        match term:
            case Apply(operator="derivative", arguments=(body, Variable(name=name))) if name == x:
                return total(put(body))
            case Variable(name=name) if name == y + "'":
                return slope
            case Variable(name=name) if name == y + "''":
                return total(slope)
        return with_parts(term, put)

    return reading._replace(
        left=put(reading.left), right=put(reading.right), used=reading.used | {known.step}
    )


# --- terms ------------------------------------------------------------------------------------------------------------


def _definition(name: str, facts: Facts) -> Fact | None:
    """What the post says a letter is, as a symbol or as a function of letters."""
    for key in (("symbol", name), ("function", name)):
        for found in facts.get(key, ()):
            plain = all(isinstance(p, Variable) for p in found.parameters)
            if plain and name not in free_variables(found.right) - _heads(found.right):
                return found
    return None


def _heads(term: Term) -> frozenset[str]:
    """The functions that are applied in `term`."""
    heads = (t.arguments[0] for t in subterms(term) if isinstance(t, Apply) and t.operator == "call")
    return frozenset(head.name for head in heads if isinstance(head, Variable))


def _by(term: Term, name: str) -> Term:
    """The slope of `term` by one letter, the others held fast, at the value of that letter."""
    moving = Variable(PLACE)
    return Bind("differentiate", moving, (Variable(name),), replaced(term, Variable(name), moving))


ROWS = (
    Rewriting(
        "motion",
        _varied,
        "developments",
        3,
        example=r"Let $u(x,t)=e^{-t}\sin x$. Then $$u_t = u_{xx}$$",
        given=frozenset(["equations", "dependences"]),
        moves=True,
    ),
)
