"""Derivatives of what a post never says: ``\\partial\\mathcal{L}/\\partial W``, ``\\nabla_X f(X)`` of any smooth loss.

Where a symbol, or an unknown function of one array, stands under derivatives only, its derivative by one array is any array
of that shape. Its derivatives by arrays from which that one is made follow by the chain rule, through the post's
definition of it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from mathpost.maths.facts import Facts, of_formulas
from mathpost.maths.notation import is_bold
from mathpost.maths.ranks import bare_letter
from mathpost.maths.term import Apply, Bind, Term, Variable, free_variables, standing_alone, subterms
from mathpost.maths.unfolding import unfold
from mathpost.verify.hearing import Reading


class _Source(NamedTuple):
    """The array `base` that a loss is thought a function of, `made` from others by the steps `used`, and `slope`, the
    derivative by it.
    """

    loss: str
    base: Term
    made: Term
    slope: Variable
    used: frozenset[int] = frozenset()


def with_any_loss(reading: Reading, facts: Facts) -> Reading | None:
    """`reading` with the derivatives of one unknown loss as arrays; None where there is none, or no chain to follow."""
    losses = {_loss(t.arguments[0]): None for side in reading.sides for t in _derivatives(side)}
    for loss in losses:
        source = _source(loss, reading, facts)
        if source is not None:
            left, right = (_put(side, source) for side in reading.sides)
            same = (*reading.alike, (source.slope, source.base), (source.slope, source.made))
            return reading._replace(
                left=left, right=right, alike=same, used=reading.used | of_formulas(source.used)
            )
    return None


def in_slopes(term: Term, names: Container[str]) -> Term:
    """`term` with the derivatives of unknown losses as the arrays that stand for them, those among `names`."""
    match term:
        case Apply(operator="derivative", arguments=(body, target)) if _loss(body) and _is_array(target):
            slope = _slope(_loss(body), target)
            return slope if slope.name in names else term
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(in_slopes(a, names) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            return Bind(operator, variable, bounds, in_slopes(body, names), origin)
    return term


def _derivatives(term: Term) -> Iterator[Apply]:
    """The derivatives by an array of a plain symbol, or of a function that is one."""
    for inner in subterms(term):
        match inner:
            case Apply(operator="derivative", arguments=(body, target)):
                if _loss(body) and _is_array(target):
                    yield inner


def _loss(body: Term) -> str:
    """The plain symbol that a term is, alone or applied to one argument; empty for any other."""
    match body:
        case Variable(name=name) | Apply(operator="call", arguments=(Variable(name=name), _)):
            return "" if is_bold(name) else name
    return ""


def _is_array(target: Term) -> bool:
    head = target.arguments[0] if isinstance(target, Apply) and target.operator == "index" else target
    return isinstance(head, Variable) and is_bold(head.name)


def _source(loss: str, reading: Reading, facts: Facts) -> _Source | None:
    if any(loss in standing_alone((_without_derivatives(side, loss),)) for side in reading.sides):
        return None
    found = [t for side in reading.sides for t in _derivatives(side) if _loss(t.arguments[0]) == loss]
    targets = list(dict.fromkeys(t.arguments[1] for t in found))
    if len(targets) == 1:
        slope = _slope(loss, targets[0])
        return _Source(loss, targets[0], targets[0], slope) if _is_of(found, targets[0], targets[0]) else None
    heads = {_head(t) for t in targets}
    for base in targets:
        known = {key: facts_ for key, facts_ in facts.items() if key[1] == _head(base) or key[1] not in heads}
        made, used = unfold(base, known)
        reached = all(_head(t) in free_variables(made) for t in targets if t != base)
        if reached and _is_of(found, base, made):
            return _Source(loss, base, made, _slope(loss, base), used)
    return None


def _slope(loss: str, base: Term) -> Variable:
    """The derivative of `loss` by `base`; its name is that of a matrix where that of `base` is."""
    letter = bare_letter(_head(base)).removeprefix("\\")
    sign = "D" if letter[:1].isupper() else r"\partial"
    return Variable(rf"\boldsymbol{{{sign} {loss}}}")


def _is_of(derivatives: list[Apply], base: Term, made: Term) -> bool:
    """Whether a loss that is applied is applied to `base`, or to what that is made of."""
    called = (t.arguments[0].arguments[1] for t in derivatives if isinstance(t.arguments[0], Apply))
    return all(argument in (base, made) for argument in called)


def _head(target: Term) -> str:
    head = target.arguments[0] if isinstance(target, Apply) else target
    return head.name if isinstance(head, Variable) else ""


def _without_derivatives(term: Term, loss: str) -> Term:
    match term:
        case Apply(operator="derivative", arguments=(body, target)) if _loss(body) == loss:
            return target
        case Apply(operator=operator, arguments=arguments):
            return Apply(operator, tuple(_without_derivatives(a, loss) for a in arguments))
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            return Bind(operator, variable, bounds, _without_derivatives(body, loss))
    return term


def _put(term: Term, source: _Source) -> Term:
    match term:
        case Apply(operator="derivative", arguments=(body, target), origin=origin) if (
            _loss(body) == source.loss
        ):
            if target == source.base:
                return source.slope
            return Apply("derivative", (Apply("inner", (source.slope, source.made)), target), origin)
        case _ if term == source.base:
            return source.made
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(_put(a, source) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            return Bind(operator, variable, bounds, _put(body, source), origin)
    return term
