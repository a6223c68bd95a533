"""Derivatives of terms, by the rules of calculus and nothing else.

The derivative of a family's entry by another entry is a Kronecker delta: a gradient keeps its symbolic size.
An entry whose index is the target (``x_t`` by ``t``) depends on it in an unknown way and stays a derivative.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from mathpost.maths.terms.pattern_text import pattern
from mathpost.maths.terms.rewriting import instance
from mathpost.maths.terms.term import (
    ONE,
    TWO,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    fresh_name,
    product_of,
    substitute,
    sum_of,
)


class NoDerivativeError(Exception):
    """There is no rule for what is in the term."""


def differentiate(term: Term, target: Term) -> Term:
    """The partial derivative of `term` by `target`, a variable or an ``index`` term that is free in it.

    Raises:
        NoDerivativeError: no rule for a construct, or the target is neither.
    """
    name = _target_name(target)
    if name not in free_variables(term):
        return ZERO
    match term:
        case Variable():
            if term == target:
                return ONE
            raise NoDerivativeError(term.name)  # a whole family by one of its entries
        case Bind():
            return _bound(term, target)
        case Apply(operator="index"):
            return _entry(term, target)
        case Apply(operator="call"):
            return _unknown(term, target)
        case Apply(operator="derivative", arguments=(body, other)):
            inner = differentiate(body, other)
            return partial(term, target) if inner == term else differentiate(inner, target)
        case Apply(operator=operator, arguments=arguments):
            rule = RULES.get(operator)
            if rule is None:
                raise NoDerivativeError(operator)
            return rule(arguments, target)
    return ZERO


def _target_name(target: Term) -> str:
    match target:
        case Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_)):
            return name
    raise NoDerivativeError("target")


def partial(body: Term, target: Term) -> Term:
    return Apply("derivative", (body, target))


# --- terms without the zeros and ones that the rules would leave behind -----------------------------------


def add(*terms: Term) -> Term:
    return sum_of(t for t in terms if t != ZERO)


def multiply(*factors: Term) -> Term:
    return ZERO if ZERO in factors else product_of(f for f in factors if f != ONE)


def negate(term: Term) -> Term:
    return ZERO if term == ZERO else Apply("negate", (term,))


def divide(above: Term, below: Term) -> Term:
    return ZERO if above == ZERO else Apply("divide", (above, below))


def power(base: Term, exponent: Term) -> Term:
    return base if exponent == ONE else Apply("power", (base, exponent))


def call(operator: str, *arguments: Term) -> Term:
    return Apply(operator, arguments)


def square(term: Term) -> Term:
    return power(term, TWO)


# --- symbols ------------------------------------------------------------------------------------------------


def _entry(term: Apply, target: Term) -> Term:
    """∂x_i/∂x_j = δ_ij; an entry whose index is the target depends on it in a way that is not said."""
    family, *indices = term.arguments
    if isinstance(target, Apply) and target.arguments[0] == family:
        others = target.arguments[1:]
        if len(others) == len(indices):
            return multiply(*(call("delta", i, j) for i, j in zip(indices, others, strict=True)))
        raise NoDerivativeError("index")
    if isinstance(target, Variable) and isinstance(family, Variable) and family != target:
        return partial(term, target)
    raise NoDerivativeError("index")


def _unknown(term: Apply, target: Term) -> Term:
    """The chain rule for f(u, v); ``partial`` (f, k) is the derivative of f by its k-th argument."""
    function, *arguments = term.arguments
    if _target_name(target) in free_variables(function):
        raise NoDerivativeError("call")
    slopes = (differentiate(a, target) for a in arguments)
    return add(
        *(
            multiply(call("call", _primed(function, k, len(arguments)), *arguments), slope)
            for k, slope in enumerate(slopes, 1)
            if slope != ZERO
        )
    )


def _primed(function: Term, position: int, arity: int) -> Term:
    if arity == 1 and isinstance(function, Variable):
        return Variable(function.name + "'")
    return call("partial", function, Number(Fraction(position)))


# --- operators ----------------------------------------------------------------------------------------------

Rule = Callable[[Sequence[Term], Term], Term]


def _add(arguments: Sequence[Term], target: Term) -> Term:
    return add(*(differentiate(a, target) for a in arguments))


def _multiply(arguments: Sequence[Term], target: Term) -> Term:
    products = (
        multiply(*arguments[:k], differentiate(a, target), *arguments[k + 1 :])
        for k, a in enumerate(arguments)
    )
    return add(*products)


def _divide(arguments: Sequence[Term], target: Term) -> Term:
    above, below = arguments
    slope = differentiate(below, target)
    if slope == ZERO:
        return divide(differentiate(above, target), below)
    top = add(multiply(differentiate(above, target), below), negate(multiply(above, slope)))
    return divide(top, square(below))


def _power(arguments: Sequence[Term], target: Term) -> Term:
    """u^v: v u^(v-1) u' where v is free of the target, u^v log u v' where u is, both otherwise."""
    base, exponent = arguments
    inner, outer = differentiate(base, target), differentiate(exponent, target)
    by_base = multiply(exponent, power(base, _less_one(exponent)), inner)
    by_exponent = ZERO if outer == ZERO else multiply(power(base, exponent), call("log", base), outer)
    return add(by_base, by_exponent)


def _less_one(exponent: Term) -> Term:
    if isinstance(exponent, Number):
        return Number(exponent.value - 1)
    return add(exponent, Number(Fraction(-1)))


def _root(arguments: Sequence[Term], target: Term) -> Term:
    base, degree = arguments
    if differentiate(degree, target) != ZERO:
        raise NoDerivativeError("root")
    slope = differentiate(base, target)
    return divide(multiply(call("root", base, degree), slope), multiply(degree, base))


def _log_base(arguments: Sequence[Term], target: Term) -> Term:
    base, term = arguments
    return _divide((call("log", term), call("log", base)), target)


def _chain(slope: str) -> Rule:
    """The chain rule for a function of one argument with this slope at ``u_``."""
    outer = pattern(slope)

    def rule(arguments: Sequence[Term], target: Term) -> Term:
        (inner,) = arguments
        return multiply(instance(outer, {"u": inner}), differentiate(inner, target))

    return rule


RULES: dict[str, Rule] = {
    "add": _add,
    "multiply": _multiply,
    "divide": _divide,
    "power": _power,
    "root": _root,
    "log_base": _log_base,
    "negate": _chain("-1"),
    "sqrt": _chain("1 / (2 * sqrt(u_))"),
    "exp": _chain("exp(u_)"),
    "log": _chain("1 / u_"),
    "sin": _chain("cos(u_)"),
    "cos": _chain("-sin(u_)"),
    "tan": _chain("1 / cos(u_)**2"),
    "cot": _chain("-1 / sin(u_)**2"),
    "sec": _chain("sin(u_) / cos(u_)**2"),
    "csc": _chain("-(cos(u_) / sin(u_)**2)"),
    "arcsin": _chain("1 / sqrt(1 - u_**2)"),
    "arccos": _chain("-(1 / sqrt(1 - u_**2))"),
    "arctan": _chain("1 / (1 + u_**2)"),
    "sinh": _chain("cosh(u_)"),
    "cosh": _chain("sinh(u_)"),
    "tanh": _chain("1 - tanh(u_)**2"),
    "abs": _chain("sign(u_)"),
    "relu": _chain("indicator(less(0, u_))"),
    "sigmoid": _chain("sigmoid(u_) * (1 - sigmoid(u_))"),
    "softplus": _chain("sigmoid(u_)"),
    "erf": _chain("2 * exp(-(u_**2)) / sqrt(pi())"),  # DLMF 7.2.1
}


# --- binders ------------------------------------------------------------------------------------------------


def _bound(term: Bind, target: Term) -> Term:
    if term.operator == "differentiate":
        return differentiate(at_point(term), target)
    term = _apart(term, target)
    if term.operator == "integral" and len(term.bounds) == 2:
        return _leibniz(term, target)
    if len(term.bounds) not in (0, 2) or any(_target_name(target) in free_variables(b) for b in term.bounds):
        raise NoDerivativeError(term.operator)
    slope = differentiate(term.body, target)
    if term.operator == "sum":
        return Bind("sum", term.variable, term.bounds, slope)
    if term.operator == "product":
        return multiply(term, Bind("sum", term.variable, term.bounds, divide(slope, term.body)))
    raise NoDerivativeError(term.operator)


def at_point(term: Bind) -> Term:
    """``f'(u)``, written as the derivative by the bound variable at u, with the derivative carried out."""
    return substitute(differentiate(term.body, term.variable), {term.variable.name: term.bounds[0]})


def _apart(term: Bind, target: Term) -> Bind:
    """`term` with its variable renamed if the target uses the same name."""
    own, taken = term.variable, free_variables(target)
    if own.name not in taken:
        return term
    fresh = Variable(fresh_name(own.name, taken | free_variables(term.body)))
    return Bind(term.operator, fresh, term.bounds, substitute(term.body, {own.name: fresh}))


def _leibniz(term: Bind, target: Term) -> Term:
    """d/dx of an integral whose bounds and integrand may all depend on x."""
    low, high = term.bounds
    ends = [
        multiply(substitute(term.body, {term.variable.name: end}), slope)
        for end, slope in ((low, differentiate(low, target)), (high, differentiate(high, target)))
    ]
    inside = differentiate(term.body, target)
    rest = ZERO if inside == ZERO else Bind("integral", term.variable, term.bounds, inside)
    return add(ends[1], negate(ends[0]), rest)
