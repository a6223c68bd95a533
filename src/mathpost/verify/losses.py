"""Derivatives of what a post never says: ``\\partial\\mathcal{L}/\\partial W`` of any smooth loss.

Where a symbol stands under derivatives only, its derivative by one array is any array of that shape. Its derivatives by
arrays from which that one is made follow by the chain rule, through the post's definition of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mathpost.maths.facts import Facts
from mathpost.maths.notation import is_bold
from mathpost.maths.term import Apply, Bind, Term, Variable, free_variables, standing_alone, subterms
from mathpost.maths.unfolding import unfold
from mathpost.verify.hearing import Reading


class _Source(NamedTuple):
    """The array `base` that a loss is thought a function of, `made` from others, and `slope`, the derivative by it."""

    loss: Variable
    base: Term
    made: Term
    slope: Variable


def with_any_loss(reading: Reading, facts: Facts) -> Reading | None:
    """`reading` with the derivatives of one unknown loss as arrays; None where there is none, or no chain to follow."""
    losses = {t.arguments[0]: None for side in reading.sides for t in _derivatives(side)}
    for loss in losses:
        source = _source(loss, reading, facts)
        if source is not None:
            left, right = (_put(side, source) for side in reading.sides)
            same = (*reading.alike, (source.slope, source.base))
            used = reading.used
            if source.made != source.base:
                used |= unfold(source.base, facts)[1]
            return reading._replace(left=left, right=right, alike=same, used=used)
    return None


def _derivatives(term: Term) -> Iterator[Apply]:
    """The derivatives of a plain symbol by an array."""
    for inner in subterms(term):
        match inner:
            case Apply(operator="derivative", arguments=(Variable(name=name), target)):
                if not is_bold(name) and _is_array(target):
                    yield inner


def _is_array(target: Term) -> bool:
    head = target.arguments[0] if isinstance(target, Apply) and target.operator == "index" else target
    return isinstance(head, Variable) and is_bold(head.name)


def _source(loss: Term, reading: Reading, facts: Facts) -> _Source | None:
    assert isinstance(loss, Variable)
    if any(loss.name in standing_alone((_without_derivatives(side, loss),)) for side in reading.sides):
        return None
    targets = list(
        dict.fromkeys(
            t.arguments[1] for side in reading.sides for t in _derivatives(side) if t.arguments[0] == loss
        )
    )
    slope = Variable(rf"\boldsymbol{{\partial {loss.name}}}")
    if len(targets) == 1:
        return _Source(loss, targets[0], targets[0], slope)
    heads = {_head(t) for t in targets}
    for base in targets:
        known = {key: found for key, found in facts.items() if key[1] == _head(base) or key[1] not in heads}
        made, _ = unfold(base, known)
        if all(_head(t) in free_variables(made) for t in targets if t != base):
            return _Source(loss, base, made, slope)
    return None


def _head(target: Term) -> str:
    head = target.arguments[0] if isinstance(target, Apply) else target
    return head.name if isinstance(head, Variable) else ""


def _without_derivatives(term: Term, loss: Variable) -> Term:
    match term:
        case Apply(operator="derivative", arguments=(body, target)) if body == loss:
            return target
        case Apply(operator=operator, arguments=arguments):
            return Apply(operator, tuple(_without_derivatives(a, loss) for a in arguments))
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            return Bind(operator, variable, bounds, _without_derivatives(body, loss))
    return term


def _put(term: Term, source: _Source) -> Term:
    match term:
        case Apply(operator="derivative", arguments=(body, target), origin=origin) if body == source.loss:
            if target == source.base:
                return source.slope
            return Apply("derivative", (Apply("inner", (source.slope, source.made)), target), origin)
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(_put(a, source) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            return Bind(operator, variable, bounds, _put(body, source), origin)
        case Variable() if term == source.base:
            return source.made
    return term
