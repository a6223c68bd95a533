"""Terms as expressions of SymPy, with their sums, integrals and limits not yet evaluated.

An operator that is none of `OPERATORS` is refused: it has no meaning there that is safe.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.verify.proving.differentiation import NoDerivativeError, at_point, differentiate
from mathpost.verify.proving.summation.binders import opened

Expression = Any  # sympy.Expr: the library is not typed


class NoSymbolicFormError(Exception):
    """`operator` has no meaning here that SymPy treats safely."""

    def __init__(self, operator: str) -> None:
        super().__init__(operator)
        self.operator = operator


class Assumptions(NamedTuple):
    """Names of symbols known to be positive, and of those known to be integers; all others are real."""

    positive: frozenset[str] = frozenset()
    integer: frozenset[str] = frozenset()


NOTHING = Assumptions()


def to_sympy(term: Term, assumptions: Assumptions = NOTHING) -> Expression:
    """The SymPy expression of a scalar term, with its sums, integrals and limits not yet evaluated.

    Raises:
        NoSymbolicFormError: an operator that does not pass the door.
    """
    term = opened(term)
    whole = assumptions.integer | counted(term)
    return _Translation(assumptions._replace(integer=whole)).expression(term)


def srepr(term: Term, assumptions: Assumptions = NOTHING) -> str:
    """`term` as SymPy writes it for itself.

    Raises:
        NoSymbolicFormError: an operator that does not pass the door.
    """
    import sympy

    return str(sympy.srepr(to_sympy(term, assumptions)))


def counted(term: Term) -> frozenset[str]:
    """Symbols that bound a sum or product are whole numbers."""
    found: set[str] = set()
    for part in subterms(term):
        if isinstance(part, Bind) and part.operator in ("sum", "product"):
            found = found.union(*map(free_variables, part.bounds))
    return frozenset(found)


class _Translation:
    """The symbols of one claim; a bound variable is a dummy that no other symbol can capture."""

    def __init__(self, assumptions: Assumptions) -> None:
        self.assumptions = assumptions
        self.bound: dict[str, Expression] = {}

    def expression(self, term: Term) -> Expression:
        import sympy

        match term:
            case Number(value=value):
                return sympy.Rational(value.numerator, value.denominator)
            case Variable(name=name):
                return self.symbol(name)
            case Apply(operator="call" | "index" as operator, arguments=arguments):
                return self.unknown(operator, arguments)
            case Apply(operator="derivative", arguments=(body, target)):
                return self.expression(_differentiated(body, target))
            case Apply(operator=operator, arguments=arguments):
                if operator not in OPERATORS:
                    raise NoSymbolicFormError(operator)
                return OPERATORS[operator](sympy, *map(self.expression, arguments))
            case Bind():
                return self.bind(term)
        raise NoSymbolicFormError(type(term).__name__)

    def symbol(self, name: str) -> Expression:
        import sympy

        if name in self.bound:
            return self.bound[name]
        if r"\boldsymbol{" in name:
            raise NoSymbolicFormError(name)
        positive = True if name in self.assumptions.positive else None
        if name in self.assumptions.integer:
            return sympy.Symbol(name, integer=True, positive=True)
        return sympy.Symbol(name, real=True, positive=positive)

    def unknown(self, operator: str, arguments: Sequence[Term]) -> Expression:
        """f(x) and x_i are unknown real functions; which of the two, their names tell."""
        import sympy

        head, *rest = arguments
        if not isinstance(head, Variable) or head.name in self.bound:
            raise NoSymbolicFormError(operator)
        name = head.name if operator == "call" else f"{head.name}[]"
        return sympy.Function(name, real=True)(*map(self.expression, rest))

    def bind(self, term: Bind) -> Expression:
        import sympy

        if term.operator == "differentiate":
            return self.expression(_differentiated_at(term))
        if term.operator not in ("sum", "product", "integral", "limit"):
            raise NoSymbolicFormError(term.operator)
        if term.operator == "integral" and not term.bounds:
            return sympy.Integral(self.expression(term.body), self.symbol(term.variable.name))
        bounds = [self.expression(b) for b in term.bounds]
        dummy = self.dummy(term, bounds)
        outer = self.bound
        self.bound = {**outer, term.variable.name: dummy}
        try:
            body = self.expression(term.body)
        finally:
            self.bound = outer
        return _binder(sympy, term.operator, body, dummy, bounds)

    def dummy(self, term: Bind, bounds: Sequence[Expression]) -> Expression:
        import sympy

        if term.operator in ("sum", "product"):
            if len(bounds) != 2 or not all(b.is_integer or b.is_infinite for b in bounds):
                raise NoSymbolicFormError(f"bounds of {term.operator}")
            return sympy.Dummy(term.variable.name, integer=True)
        above_zero = len(bounds) == 2 and bounds[0].is_nonnegative
        return sympy.Dummy(term.variable.name, real=True, positive=True if above_zero else None)


def _binder(
    sympy: Any, operator: str, body: Expression, variable: Expression, bounds: Sequence[Expression]
) -> Expression:
    match operator:
        case "sum":
            return sympy.Sum(body, (variable, *bounds))
        case "product":
            return sympy.Product(body, (variable, *bounds))
        case "integral":
            return sympy.Integral(body, (variable, *bounds))
    point, *side = bounds
    ways = {1: "+", -1: "-"}
    return sympy.Limit(
        body, variable, point, dir="-" if point.is_infinite else ways[side[0]] if side else "+-"
    )


def _differentiated(body: Term, target: Term) -> Term:
    """By our own rules: SymPy's treat what they do not know as a constant."""
    match target:
        case Variable(name=name) if name in free_variables(body):
            try:
                slope = differentiate(body, target)
            except NoDerivativeError as error:
                raise NoSymbolicFormError("derivative") from error
            if not any(isinstance(t, Apply) and t.operator == "derivative" for t in subterms(slope)):
                return slope
    raise NoSymbolicFormError("derivative")


def _differentiated_at(term: Bind) -> Term:
    try:
        return at_point(term)
    except NoDerivativeError as error:
        raise NoSymbolicFormError(term.operator) from error


def _plain(name: str) -> Callable[..., Expression]:
    return lambda sympy, *arguments: getattr(sympy, name)(*arguments)


def _constant(name: str) -> Callable[..., Expression]:
    return lambda sympy: getattr(sympy, name)


OPERATORS: dict[str, Callable[..., Expression]] = {
    "add": _plain("Add"),
    "multiply": _plain("Mul"),
    "negate": lambda sympy, a: sympy.Mul(-1, a),
    "divide": lambda sympy, a, b: sympy.Mul(a, sympy.Pow(b, -1)),
    "power": _plain("Pow"),
    "sqrt": _plain("sqrt"),
    "root": lambda sympy, a, n: sympy.root(a, n) if a.is_nonnegative else _refuse("root"),
    "exp": _plain("exp"),
    "log": _plain("log"),
    "log_base": lambda sympy, base, a: sympy.log(a) / sympy.log(base),
    **{name: _plain(name) for name in ("sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh")},
    "erf": _plain("erf"),
    "arcsin": _plain("asin"),
    "arccos": _plain("acos"),
    "arctan": _plain("atan"),
    "abs": _plain("Abs"),
    "sign": _plain("sign"),
    "floor": _plain("floor"),
    "ceiling": _plain("ceiling"),
    "factorial": _plain("factorial"),
    "binomial": _plain("binomial"),
    "gamma": _plain("gamma"),
    "sigmoid": lambda sympy, a: 1 / (1 + sympy.exp(-a)),
    "softplus": lambda sympy, a: sympy.log(1 + sympy.exp(a)),
    "pi": _constant("pi"),
    "e": _constant("E"),
    "imaginary_unit": _constant("I"),
    "i": _constant("I"),
    "infinity": _constant("oo"),
}  # fmt: skip


def _refuse(operator: str) -> Expression:
    raise NoSymbolicFormError(operator)
