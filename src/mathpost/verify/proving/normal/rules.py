"""What a normal form makes of each operator and each binder: one row for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mathpost.maths.terms.term import Apply, Bind, Term, Variable, free_variables
from mathpost.verify.proving.differentiation import NoDerivativeError, at_point, differentiate
from mathpost.verify.proving.normal import (
    angles,
    averages,
    choices,
    exponentials,
    factorials,
    logarithms,
    signs,
)
from mathpost.verify.proving.normal.arrays import SCALARS_OF_ARRAYS, holds_array
from mathpost.verify.proving.normal.field import Field
from mathpost.verify.proving.normal.form import Form, Rules
from mathpost.verify.proving.normal.quotient import PI, UNIT, Arguments, NoFormError, Rational
from mathpost.verify.proving.summation import integrals, products, sums

Rule: TypeAlias = Callable[[Form, Arguments], Rational]


def _unary(function: Callable[[Form, Rational], Rational]) -> Rule:
    def rule(form: Form, arguments: Arguments) -> Rational:
        (argument,) = arguments
        return function(form, form.normal(argument))

    return rule


def _binary(function: Callable[[Form, Rational, Rational], Rational]) -> Rule:
    def rule(form: Form, arguments: Arguments) -> Rational:
        first, second = arguments
        return function(form, form.normal(first), form.normal(second))

    return rule


def _constant(term: Apply, degree: int = 0, value: int = 0) -> Rule:
    def rule(form: Form, _: Arguments) -> Rational:
        return form.generator(term, degree=degree, value=form.number(value) if degree else None)

    return rule


def _cotangent(form: Form, u: Rational) -> Rational:
    return form.invert(angles.tangent(form, u))


def _hyperbolic(form: Form, u: Rational) -> tuple[Rational, Rational]:
    """2 cosh u and 2 sinh u."""
    up = form.exp(u)
    down = form.invert(up)
    return form.add(up, down), form.subtract(up, down)


def _tanh(form: Form, u: Rational) -> Rational:
    cosh, sinh = _hyperbolic(form, u)
    return form.divide(sinh, cosh)


def _arsinh(form: Form, u: Rational) -> Rational:
    """log(u + √(u² + 1)) (DLMF 4.37.16)."""
    return form.log(form.add(u, form.sqrt(form.add(form.multiply(u, u), form.one))))


def _arcosh(form: Form, u: Rational) -> Rational:
    """log(u + √(u² - 1)) for u ≥ 1 (DLMF 4.37.19)."""
    return form.log(form.add(u, form.sqrt(form.subtract(form.multiply(u, u), form.one))))


def _artanh(form: Form, u: Rational) -> Rational:
    """log((1 + u)/(1 - u))/2 for |u| < 1 (DLMF 4.37.24)."""
    return form.half(form.log(form.divide(form.add(form.one, u), form.subtract(form.one, u))))


def _sigmoid(form: Form, u: Rational) -> Rational:
    up = form.exp(u)
    return form.divide(up, form.add(form.one, up))


def _arccos(form: Form, u: Rational) -> Rational:
    return form.subtract(form.half(form.normal(PI)), signs.odd(form, "arcsin", u))


def _root(form: Form, base: Rational, degree: Rational) -> Rational:
    number = form.constant(degree)
    if number is None or number == 0:
        return form.power(base, form.invert(degree))
    return form.power(base, form.number(1 / number))


def _log_base(form: Form, base: Rational, u: Rational) -> Rational:
    return form.divide(form.log(u), form.log(base))


def _index(form: Form, arguments: Arguments) -> Rational:
    family, *indices = arguments
    return form.generator(Apply("index", (family, *map(form.argument, indices))))


def _call(form: Form, arguments: Arguments) -> Rational:
    function, *inner = arguments
    return form.generator(Apply("call", (function, *map(form.argument, inner))))


def _derivative(form: Form, arguments: Arguments) -> Rational:
    """By the rules; a body that does not show the target may yet depend on it and stays a derivative."""
    body, target = arguments
    if holds_array(target):
        raise NoFormError("derivative")
    names = free_variables(body)
    if not names:
        return form.zero
    term = Apply("derivative", (body, target))
    if _shows(target, names):
        try:
            slope = differentiate(body, target)
        except NoDerivativeError:
            slope = term
        if slope != term:
            return form.normal(slope)
    return form.generator(Apply("derivative", (form.argument(body), target)))


def _shows(target: Term, names: frozenset[str]) -> bool:
    match target:
        case Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_)):
            return name in names
    return False


def _integral(form: Form, bind: Bind) -> Rational:
    """An integral between bounds."""
    if len(bind.bounds) != 2:
        raise NoFormError(bind.operator)
    return integrals.integral(form, bind)


def _at_point(form: Form, bind: Bind) -> Rational:
    """``f'(x)``: the derivative, then the point."""
    try:
        return form.normal(at_point(bind))
    except NoDerivativeError as error:
        raise NoFormError(bind.operator) from error


def _by_name(operator: str) -> Rule:
    """A scalar of arrays or random variables: a generator with its arguments as they stand."""

    def rule(form: Form, arguments: Arguments) -> Rational:
        return form.generator(Apply(operator, arguments))

    return rule


OPERATORS: dict[str, Rule] = {
    "dots": _unary(lambda _, u: u),
    "add": lambda form, arguments: form.total(map(form.normal, arguments)),
    "multiply": lambda form, arguments: form.product(map(form.normal, arguments)),
    "negate": _unary(Field.negate),
    "divide": _binary(Field.divide),
    "power": _binary(exponentials.power),
    "sqrt": _unary(exponentials.sqrt),
    "root": _binary(_root),
    "exp": _unary(exponentials.exp),
    "log": _unary(logarithms.log),
    "log_base": _binary(_log_base),
    "sin": _unary(lambda form, u: angles.rotation(form, u)[1]),
    "cos": _unary(lambda form, u: angles.rotation(form, u)[0]),
    "tan": _unary(angles.tangent),
    "cot": _unary(_cotangent),
    "sec": _unary(lambda form, u: form.invert(angles.rotation(form, u)[0])),
    "csc": _unary(lambda form, u: form.invert(angles.rotation(form, u)[1])),
    "arcsin": _unary(lambda form, u: signs.odd(form, "arcsin", u)),
    "arccos": _unary(_arccos),
    "arctan": _unary(lambda form, u: signs.odd(form, "arctan", u)),
    "sinh": _unary(lambda form, u: form.half(_hyperbolic(form, u)[1])),
    "cosh": _unary(lambda form, u: form.half(_hyperbolic(form, u)[0])),
    "tanh": _unary(_tanh),
    "coth": _unary(lambda form, u: form.invert(_tanh(form, u))),
    "arsinh": _unary(_arsinh),
    "arcosh": _unary(_arcosh),
    "artanh": _unary(_artanh),
    "sigmoid": _unary(_sigmoid),
    "softplus": _unary(lambda form, u: form.log(form.add(form.one, form.exp(u)))),
    "relu": _unary(choices.relu),
    "abs": _unary(signs.absolute),
    "sign": _unary(signs.sign),
    "maximum": choices.extreme(1),
    "minimum": choices.extreme(-1),
    "floor": _unary(choices.floor),
    "ceiling": _unary(choices.ceiling),
    "factorial": _unary(factorials.factorial),
    "gamma": _unary(factorials.gamma),
    "binomial": _binary(factorials.binomial),
    "erf": _unary(lambda form, u: signs.odd(form, "erf", u)),
    "pi": _constant(PI),
    "e": lambda form, _: form.exp(form.one),
    "imaginary_unit": _constant(UNIT, 2, -1),
    "i": _constant(UNIT, 2, -1),
    "delta": _binary(choices.delta),
    "indicator": choices.indicator,
    "cases": choices.cases,
    "index": _index,
    "call": _call,
    "derivative": _derivative,
    "expectation": averages.expectation,
    "variance": averages.variance,
    **{operator: _by_name(operator) for operator in SCALARS_OF_ARRAYS},
}

BINDERS: dict[str, Callable[[Form, Bind], Rational]] = {
    "sum": sums.total,
    "integral": _integral,
    "product": products.product,
    "maximum": integrals.extreme,
    "minimum": integrals.extreme,
    "limit": integrals.extreme,
    "differentiate": _at_point,
}

RULES = Rules(
    OPERATORS,
    BINDERS,
    exponentials.exp,
    logarithms.log,
    exponentials.power,
    exponentials.sqrt,
    factorials.factorial,
)
