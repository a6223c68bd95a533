"""Choices in a normal form: maxima, deltas, indicators and cases, down to 0 and 1."""

from __future__ import annotations

import math
from collections.abc import Callable

from mathpost.maths.terms.term import ZERO, Apply, Term
from mathpost.verify.proving.normal import signs
from mathpost.verify.proving.normal.field import fraction
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import Arguments, Rational

RELATIONS = frozenset(("equal", "unequal", "less", "less_equal", "greater", "greater_equal"))


def extreme(sign: int) -> Callable[[Form, Arguments], Rational]:
    """max(a, b) = (a + b + |a - b|)/2; of three and more, by name."""

    def rule(form: Form, arguments: Arguments) -> Rational:
        different = {form.key(a): a for a in map(form.normal, arguments)}
        parts = [different[key] for key in sorted(different)]
        if len(parts) == 1:
            return parts[0]
        if len(parts) == 2 and not form.complex:
            distance = signs.absolute(form, form.subtract(parts[0], parts[1]))
            return form.half(form.total((*parts, form.multiply(form.number(sign), distance))))
        return form.generator(Apply("maximum" if sign > 0 else "minimum", tuple(map(form.term, parts))))

    return rule


def relu(form: Form, u: Rational) -> Rational:
    return form.half(form.add(u, signs.absolute(form, u)))


def floor(form: Form, u: Rational) -> Rational:
    number = form.constant(u)
    if number is not None:
        return form.number(math.floor(number))
    shift = form.number(form.whole(u))
    rest = form.subtract(u, shift)
    return form.add(shift, form.generator(Apply("floor", (form.term(rest),))))


def ceiling(form: Form, u: Rational) -> Rational:
    return form.negate(floor(form, form.negate(u)))


def delta(form: Form, i: Rational, j: Rational) -> Rational:
    difference = form.subtract(i, j)
    number = form.constant(difference)
    if number is not None:
        return form.number(int(number == 0))
    if difference.num.leading_coefficient() < 0:
        difference = form.negate(difference)
    positive = {e: c for e, c in difference.num.terms() if c > 0}
    negative = {e: -c for e, c in difference.num.terms() if c < 0}
    sides = [
        form.term(form.quotient(form.context.from_dict(p), difference.den)) for p in (positive, negative)
    ]
    return form.generator(Apply("delta", tuple(sides)), degree=2)


def indicator(form: Form, arguments: Arguments) -> Rational:
    (proposition,) = arguments
    if isinstance(proposition, Apply) and len(proposition.arguments) == 2:
        left, right = proposition.arguments
        match proposition.operator:
            case "equal":
                return form.normal(Apply("delta", (left, right)))
            case "unequal":
                return form.subtract(form.one, form.normal(Apply("delta", (left, right))))
            case "greater":
                return indicator(form, (Apply("less", (right, left)),))
            case "greater_equal":
                return indicator(form, (Apply("less_equal", (right, left)),))
            case "less_equal":
                return form.subtract(form.one, indicator(form, (Apply("less", (right, left)),)))
            case "less":
                return _less(form, form.subtract(form.normal(right), form.normal(left)))
    return form.generator(Apply("indicator", (_proposition(form, proposition),)), degree=2)


def _less(form: Form, difference: Rational) -> Rational:
    """The indicator of difference > 0."""
    number = form.constant(difference)
    if number is not None:
        return form.number(int(number > 0))
    scale = form.number(abs(1 / fraction(difference.num.leading_coefficient())))
    inner = Apply("less", (ZERO, form.term(form.multiply(scale, difference))))
    return form.generator(Apply("indicator", (inner,)), degree=2)


def _proposition(form: Form, proposition: Term) -> Term:
    match proposition:
        case Apply(operator=operator, arguments=arguments) if operator in RELATIONS:
            return Apply(operator, tuple(map(form.argument, arguments)))
        case Apply(operator="both", arguments=arguments):
            return Apply("both", tuple(_proposition(form, p) for p in arguments))
    return proposition


def cases(form: Form, arguments: Arguments) -> Rational:
    """By indicators; without a value for all other cases the last condition holds where anything is defined."""
    *pairs, last = arguments if len(arguments) % 2 else arguments[:-1]
    result = form.normal(last)
    for value, condition in reversed(list(zip(pairs[::2], pairs[1::2], strict=True))):
        chosen = indicator(form, (condition,))
        step = form.multiply(chosen, form.subtract(form.normal(value), result))
        result = form.add(result, step)
    return result
