"""Derivatives of losses that a post does not define: ``\\partial\\mathcal{L}/\\partial W``, ``\\nabla_X f(X)`` of
any smooth loss.

Where a symbol, or an unknown function of one array, is under derivatives only, its derivative by one array is any array
of that shape. Its derivatives by arrays from which that one is made follow by the chain rule, through the post's
definition of it, as do those by an array from which several are made. A member of a family is made as the others are:
layer l + 1 from layer l, the next state from the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mathpost.maths.facts.facts import Equation, Facts, of_formulas
from mathpost.maths.notation import is_bold
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare_letter
from mathpost.maths.terms.term import Apply, Bind, Term, Variable, free_variables, parts, subterms, sum_of
from mathpost.maths.terms.traversal import rewrite, standing_alone
from mathpost.maths.transformations.recurrences import made_of, tidied
from mathpost.maths.transformations.unfolding import unfold, unfold_sides
from mathpost.verify.interpretation.reading import Reading

DERIVATIVE = frozenset(["derivative"])

Stated = Sequence[tuple[int, Term, Term]]
"""Equations of a post that define, nearest first: the number of the step, and its sides."""


# what is differentiated by numbers may be a function of others, too, which are held fast; not these
LOSSES = frozenset(["L", "J", "E", "C", r"\ell", r"\mathcal{L}", r"\mathcal{J}", r"\mathcal{E}"])


class _Base(NamedTuple):
    """An array that a loss is regarded as a function of, `made` from others by the steps `used`, and `slope`, the
    derivative by it.
    """

    array: Term
    made: Term
    slope: Variable
    used: frozenset[int] = frozenset()


class _Source(NamedTuple):
    """The `bases` that a loss is regarded as a function of."""

    loss: str
    bases: tuple[_Base, ...]


def with_any_loss(
    reading: Reading, facts: Facts, stated: Stated = (), *, barely: bool = False
) -> Reading | None:
    """`reading` with the derivatives of one unknown loss as arrays; None if there is none, or no chain to follow.

    `barely`: what an array is built from is put in as far as the chain asks for it, and no further.
    """
    losses = {_loss(t.arguments[0]): None for side in reading.sides for t in _derivatives(side)}
    for loss in losses:
        source = _source(loss, reading, facts, stated, barely)
        if source is not None:
            left, right = (_put(side, source) for side in reading.sides)
            same = tuple((base.slope, other) for base in source.bases for other in (base.array, base.made))
            used = frozenset[int]().union(*(base.used for base in source.bases))
            arrays = reading.arrays._replace(alike=(*reading.arrays.alike, *same))
            put = reading._replace(left=left, right=right, arrays=arrays)
            return put._replace(used=reading.used | of_formulas(used))
    return None


def with_named_slopes(reading: Reading, facts: Facts, stated: Stated) -> Reading | None:
    """`with_any_loss` where the post has names for the derivatives, ``\\delta_l = \\partial L/\\partial z_l``; else None."""
    named = {key: found for key, found in facts.items() if any(map(_is_slope, (f.right for f in found)))}
    found = [unfold(side, named) for side in reading.sides] if named else []
    if not any(used for _, used in found):
        return with_any_loss(reading, facts, stated, barely=True) if _is_total(reading, facts) else None
    (left, used), (right, behind) = ((tidied(side), used) for side, used in found)
    put = reading._replace(left=left, right=right, used=reading.used | of_formulas(used | behind))
    return with_any_loss(put, facts, stated, barely=True)


def _is_total(reading: Reading, facts: Facts) -> bool:
    """Whether losses are differentiated of which the post says no more than that they are totals of others."""
    found = [t for side in reading.sides for t in _derivatives(side)]
    targets = {_head(t.arguments[1]) for t in found}
    made = [unfold_sides((Variable(_loss(t.arguments[0])), t.arguments[1]), facts)[0][0] for t in found]
    return any(not isinstance(m, Variable) for m in made) and all(
        targets.isdisjoint(free_variables(m)) for m in made
    )


def _is_slope(term: Term) -> bool:
    return isinstance(term, Apply) and next(_derivatives(term), None) is term


def definitions(number: int, steps: Sequence[Step], read: Callable[[int], Equation | None]) -> Stated:
    """The equations before `number` that define members of families, as `read` reads them, nearest first."""
    given = (
        (k, read(k))
        for k in range(number - 1, -1, -1)
        if steps[k].sign in ("=", ":=") and steps[k].role != "claim" and not steps[k].interior
    )
    return tuple(
        (k, said.left, said.right)
        for k, said in given
        if said is not None and isinstance(said.left, Apply) and said.left.operator == "index"
    )


def _derivatives(term: Term) -> Iterator[Apply]:
    """The derivatives by an array of a plain symbol, or of a function that is one."""
    for inner in subterms(term):
        match inner:
            case Apply(operator="derivative", arguments=(body, target)):
                number = bare_letter(_loss(body)) in LOSSES and not _has_capitals(term)
                if _loss(body) and (_is_array(target) or number):
                    yield inner


def _has_capitals(term: Term) -> bool:
    """Whether plain capitals are factors in `term`: beside slopes of a loss they may be matrices, of which a transpose is lost."""
    factors = (
        f for t in subterms(term) if isinstance(t, Apply) and t.operator == "multiply" for f in t.arguments
    )
    return any(
        isinstance(f, Variable) and not is_bold(f.name) and bare_letter(f.name).isupper() for f in factors
    )


def _loss(body: Term) -> str:
    """The plain symbol that a term is, alone or applied to one argument; empty for any other."""
    match body:
        case Variable(name=name) | Apply(operator="call", arguments=(Variable(name=name), _)):
            return "" if is_bold(name) else name
    return ""


def _is_array(target: Term) -> bool:
    head = target.arguments[0] if isinstance(target, Apply) and target.operator == "index" else target
    return isinstance(head, Variable) and is_bold(head.name)


def _source(loss: str, reading: Reading, facts: Facts, stated: Stated, barely: bool) -> _Source | None:
    if any(loss in standing_alone((_without_derivatives(side, loss),)) for side in reading.sides):
        return None
    found = [t for side in reading.sides for t in _derivatives(side) if _loss(t.arguments[0]) == loss]
    targets = list(dict.fromkeys(t.arguments[1] for t in found))
    bound = {t.variable.name for side in reading.sides for t in subterms(side) if isinstance(t, Bind)}
    if any(free_variables(t) & bound for t in targets) or (len(targets) == 1 and not _is_array(targets[0])):
        return None
    if len(targets) == 1:
        slope = _slope(loss, targets[0])
        alone = _Base(targets[0], targets[0], slope)
        return _Source(loss, (alone,)) if _is_of(found, [alone]) else None
    made = [_defined_from(loss, t, frozenset(targets) - {t}, facts, stated, barely) for t in targets]
    for base in made:
        if all(t in subterms(base.made) for t in targets if t != base.array) and _is_of(found, [base]):
            return _Source(loss, (base,))
    for last in targets:
        bases = [base for base in made if base.array != last]
        inside = [{t for t in targets if t in subterms(base.made)} for base in bases]
        if all(each == {last} for each in inside) and _is_of(found, bases):
            apart = enumerate(bases)  # each has a slope of its own
            return _Source(
                loss, tuple(b._replace(slope=Variable(f"{b.slope.name[:-1]} {k}}}")) for k, b in apart)
            )
    return None


def _defined_from(
    loss: str, array: Term, others: frozenset[Term], facts: Facts, stated: Stated, barely: bool
) -> _Base:
    """How the definitions of the post make `array` from `others`, if they do."""
    slope = _slope(loss, array)
    made, used = unfold(array, facts, kept=others)
    if isinstance(array, Apply) and (barely or made == array):
        for step, left, right in stated:
            instance = made_of(left, right, array)
            if instance is None or array in subterms(instance):
                continue
            if barely and not others.isdisjoint(subterms(instance)):
                return _Base(array, instance, slope, frozenset((step,)))
            made, used = unfold(instance, facts, kept=others)
            return _Base(array, tidied(made), slope, used | {step})
    return _Base(array, tidied(made), slope, used)


def _slope(loss: str, base: Term) -> Variable:
    """The derivative of `loss` by `base`; its name is that of a matrix where that of `base` is."""
    letter = bare_letter(_head(base)).removeprefix("\\")
    sign = "D" if letter[:1].isupper() else r"\partial"
    if not _is_array(base):
        return Variable(rf"\partial_{{{loss}}}")
    return Variable(rf"\boldsymbol{{{sign} {loss}}}")


def _is_of(derivatives: list[Apply], bases: Sequence[_Base]) -> bool:
    """Whether a loss that is applied is applied to one of `bases`, or to what that is made of."""
    called = (t.arguments[0].arguments[1] for t in derivatives if isinstance(t.arguments[0], Apply))
    return all(argument in (base.array, base.made) for argument in called for base in bases)


def _head(target: Term) -> str:
    head = target.arguments[0] if isinstance(target, Apply) else target
    return head.name if isinstance(head, Variable) else ""


def _without_derivatives(term: Term, loss: str) -> Term:
    def target(part: Term) -> Term | None:
        return parts(part)[1] if isinstance(part, Apply) and _loss(part.arguments[0]) == loss else None

    return rewrite(term, target, DERIVATIVE)


def _put(term: Term, source: _Source) -> Term:
    made = {base.array: base.made for base in source.bases}
    slopes = {base.array: base.slope for base in source.bases}

    def put(part: Term) -> Term | None:
        match part:
            case Apply(operator="derivative", arguments=(body, target)) if _loss(body) == source.loss:
                whole = sum_of(Apply("inner", (base.slope, base.made)) for base in source.bases)
                return slopes.get(target) or Apply("derivative", (whole, target), part.origin)
        return made.get(part)

    return rewrite(term, put)
