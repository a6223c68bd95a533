"""A claim whose left side is one symbol: whether it defines the symbol again, or states something about the earlier
definition.

Authors vary definitions, often by one sign: what differs from an earlier definition is not an error by itself. It is compared
with that where the post derives it. Where the post only goes on from the definition, it may be a slip: a neighbour tells.
"""

from __future__ import annotations

from functools import cache

from mathpost.maths.chance.entailments import labelled
from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts.facts import Fact
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.cases import counts_a_case, mentions_a_case
from mathpost.maths.lexicon.cues import cites, cue, derives, ends_a_sentence, recalls, varies
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.operators import registry
from mathpost.maths.terms.outcomes import mentions_chance
from mathpost.maths.terms.term import (
    ONE,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    operators,
    subterms,
)
from mathpost.maths.transformations.iterations import members
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.models.model import plain


def is_renamed(step: Step, reading: Reading, context: Context) -> bool:
    """Whether the left side is a symbol that the post may define as it likes and does not compare with what it was."""
    return _names(step, reading, context) and not (
        _is_slope(reading, context)
        or _is_transposed(reading, context)
        or _is_unrolled(step, reading, context)
        or _is_derived(step, reading, context)
        or goes_on(step, reading, context)
        or _is_put_otherwise(step, reading, context)
    )


def renamed(step: Step, reading: Reading, context: Context) -> str | None:
    """What is left open of a claim about a symbol whose definition it goes on from or puts in other words, or None."""
    if not _names(step, reading, context) or _is_derived(step, reading, context):
        return None
    if _is_transposed(reading, context) or (
        _is_slope(reading, context) and not _varies_a_definition(reading, context)
    ):
        return None
    inferred = bool(step.inferred) and is_at_a_place(step, reading, context)
    if _is_unrolled(step, reading, context) or inferred:
        return None
    return step.left.text


def _names(step: Step, reading: Reading, context: Context) -> bool:
    """Whether the left side is a symbol that a post may give a meaning."""
    if reading.supposed or step.sign == FOLLOWS or _is_entailed(reading, context):
        return False  # a bound that is inferred from bounds, a law that follows from laws
    name = None if _is_known(reading.left) else heads.head(step.left.nodes)
    if name is None or heads.in_library(name):
        return False
    if step.sign in ORDERS and _is_bent(reading.left, step, context):
        return False  # what a post says how it bends has bounds, and no other value
    if heads.estimates(step.right.nodes):
        return False
    return not heads.relates_densities(name, step.right.nodes)


def _is_entailed(reading: Reading, context: Context) -> bool:
    """Whether the left side is an entropy, a density or a moment that a declared law was put in for."""
    left = (reading.stated or reading.sides)[0]
    names = {f.head for f in context.facts if f.form == "law" and f.step in reading.used}
    return reading.left != left and (mentions_chance(left) or labelled(left) in names) and bool(names)


def _is_bent(side: Term, step: Step, context: Context) -> bool:
    """Whether a side is a value of a function that the post calls convex, smooth or the like."""
    match side:
        case Apply(operator="call", arguments=(Variable(name=name), *_)):
            return name in context.bends_at(step.span.start)
    return False


def _is_slope(reading: Reading, context: Context) -> bool:
    """Whether the left side is ``f'(x)`` for a function that the post has defined: a prime on any other may be a name."""
    left = (reading.stated or reading.sides)[0]
    if not isinstance(left, Bind) or left.operator != "differentiate":
        return False
    called = {t.arguments[0] for t in subterms(left) if isinstance(t, Apply) and t.operator == "call"}
    used = reading.used.union(reading.given.steps if reading.given else ())
    known = {Variable(f.head) for f in context.facts if f.step in used}
    return bool(called) and called <= known


def _varies_a_definition(reading: Reading, context: Context) -> bool:
    """Whether the post defines again what was put in: examples of a function have slopes of their own."""
    put_in = {f.head for f in context.facts if f.step in reading.used}
    said = (*context.facts, *context.known.of(kinds.RESTATEMENT))
    return any(f.head in put_in and f.step not in reading.used for f in said)


def _is_transposed(reading: Reading, context: Context) -> bool:
    """Whether the left side is the transpose of an array that the post has defined: no name of its own."""
    match (reading.stated or reading.sides)[0]:
        case Apply(operator="transpose", arguments=(Variable(name=name),)):
            return any(f.head == name and f.step in reading.used for f in context.facts)
    return False


def _is_known(side: Term) -> bool:
    """Whether a side is a function that the post names by the word its books have for it, or the number e."""
    return side == Apply("exp", (ONE,)) or not operators(side).isdisjoint(handbook_operators())


@cache
def handbook_operators() -> frozenset[str]:
    return frozenset(o.name for o in registry().values() if o.notations)


def _is_derived(step: Step, reading: Reading, context: Context) -> bool:
    """Whether a named left side was given a meaning before, and the post derives another expression for it."""
    before = context.words.before(context.words.document.formulas[step.formula].span)
    if step.found is None and step.inferred != "arrow" and not (step.inferred and derives(before)):
        return False
    name = _symbol(step, context)
    if name is None:
        return False
    known = _definition(step, reading, context, anywhere=True)
    if known is not None and _is_of_the_next_case(step, known, context):
        return False
    return bool(reading.given and name not in reading.free) or (known is not None and not known.value)


def _is_unrolled(step: Step, reading: Reading, context: Context) -> bool:
    """Whether the post infers what the members of a family are that it has given a recurrence and a start.

    The right side may mention the first members, and of no others: those would be another recurrence.
    """
    before = context.words.before(context.words.document.formulas[step.formula].span)
    found = next((r for r in reading.recurrences if r.family == _symbol(step, context)), None)
    if found is None or not step.inferred or varies(before):
        return False
    places = [m.arguments[1] for m in members(reading.right, found.family)]
    first = all(isinstance(place, Number) for place in places)
    return first and bool(found.starts or places)


def is_at_a_place(step: Step, reading: Reading, context: Context) -> bool:
    """Whether a claim gives the value at a place, ``f(3)`` or ``f(2x)``, of a function that the post has defined for all."""
    left = (reading.stated or reading.sides)[0]
    known = _definition(step, reading, context)
    if known is None or known.form != "function" or not (isinstance(left, Apply) and left.operator == "call"):
        return False
    general = all(isinstance(p, Variable) for p in known.parameters)
    elsewhere = any(not isinstance(a, Variable) for a in left.arguments[1:])
    return general and elsewhere


def goes_on(step: Step, reading: Reading, context: Context) -> bool:
    """Whether a claim takes up a definition of its left side that is in force.

    Words of another case or version in its sentence leave that open again. Plain small letters name one thing after
    another (``y = x + 1``, ``f(x) = x^2``), if not in a sentence that leads to a display or infers one from the other, and
    so do numbers that are given to a symbol.
    """
    known = _definition(step, reading, context)
    if known is None or known.case or known.value or _is_of_another(step, known, context):
        return False
    words = context.words
    formula = words.document.formulas[step.formula]
    span = formula.span
    before, between = words.before(span), words.text[known.place : span.start]
    inferred = bool(step.inferred) or _lead(between) == "infer" or cites(before)
    led_to = formula.kind == "display" and words.together(known.place, span.start)
    if is_common(known.head) and not led_to:
        return inferred and not ends_a_sentence(between)
    return inferred or recalls(before)


def _is_put_otherwise(step: Step, reading: Reading, context: Context) -> bool:
    """Whether a claim says what its left side is with other symbols than the definition, whose definitions are put in,
    or with another member of it: who varies a definition keeps its form.
    """
    known = _definition(step, reading, context, anywhere=True)
    if known is None or known.case or known.value or _is_of_another(step, known, context):
        return False
    here = free_variables((reading.stated or reading.sides)[1])
    defined = free_variables(known.right)
    head = known.head.removesuffix("_")
    if known.form != "symbol" and head in here - defined:
        return True
    if is_common(head) and not step.inferred:
        return False
    put_in = (f for f in context.facts if f.step in reading.used - {known.step})
    return here != defined and any(f.form == "law" or f.head in here | defined for f in put_in)


def _is_of_another(step: Step, known: Fact, context: Context) -> bool:
    """Whether the words of a claim mention another case or version than the definition `known`, or define."""
    words = context.words
    span = words.document.formulas[step.formula].span
    before = words.before(span)
    lead = _lead(words.text[known.place : span.start])
    return varies(before) or mentions_a_case(before) or lead in ("define", "demand")


def _is_of_the_next_case(step: Step, known: Fact, context: Context) -> bool:
    """Whether a claim is in the second, third … case, or in a case after that of the definition `known`."""
    words = context.words
    before = words.before(words.document.formulas[step.formula].span)
    if counts_a_case(before):
        return True
    return known.case and mentions_a_case(before) and not words.together(known.place, step.span.start)


def _lead(between: str) -> str | None:
    """What the words between the last formula and a claim make of it."""
    return cue(between[between.rfind("$") + 1 :].strip())


def is_common(name: str) -> bool:
    """Whether a name is a small Latin letter, bold or not, with nothing to tell it from others."""
    letter = plain(name)
    return len(letter) == 1 and letter.isascii() and letter.islower()


def _definition(step: Step, reading: Reading, context: Context, *, anywhere: bool = False) -> Fact | None:
    """The definition of the left side that was put in, if it is in force in the section of the claim, or `anywhere`."""
    name = _symbol(step, context)
    given = (f for f in context.facts if f.step in reading.used and f.head.removesuffix("_") == name)
    place = step.span.start
    return next((f for f in given if anywhere or context.sections.covers(f.place, place)), None)


def _symbol(step: Step, context: Context) -> str | None:
    """The symbol that the left side is, without its indices and arguments."""
    try:
        left = elaborate(step.left.nodes, context.conventions).term
    except UnreadError:
        return None
    while isinstance(left, Apply) and left.operator in ("index", "call"):
        left = left.arguments[0]
    return left.name if isinstance(left, Variable) else None
