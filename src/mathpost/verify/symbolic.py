"""The door to SymPy: integrals, limits and endless sums that a normal form does not reach.

SymPy is believed only when it proves, never when it does not; what it proves must also agree in numbers where
both sides can be computed, because its integrals forget branches and conditions. Only the operators of
`OPERATORS` pass the door: others have silent wrong answers there (the derivative of log det A is 0). It runs
in processes of its own, with hard limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.verify.differentiation import NoDerivativeError, at_point, differentiate
from mathpost.verify.pool import Failed, Killed, run
from mathpost.verify.summation import opened

SECONDS = 5.0
MEMORY = 1_500 * 2**20
POINTS = 3
DIGITS = 15
CLOSE = 1e-6  # a relative difference below it is agreement: limits are computed beside their point
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


class Claim(NamedTuple):
    """Two sides said to be equal."""

    left: Term
    right: Term
    assumptions: Assumptions = NOTHING


def prove_equal(left: Term, right: Term, assumptions: Assumptions = NOTHING) -> bool:
    """Whether SymPy proves the sides equal. False means only that it did not."""
    return prove_all((Claim(left, right, assumptions),)) == (True,)


def prove_all(
    claims: Sequence[Claim], *, seconds_cpu: float = SECONDS, memory_bytes: int = MEMORY, workers: int = 1
) -> tuple[bool | Killed, ...]:
    """For each claim whether it is proved, or that its process was killed; False is not a refutation."""
    answers = run(_decide, claims, seconds_cpu=seconds_cpu, memory_bytes=memory_bytes, workers=workers)
    return tuple(False if isinstance(answer, Failed) else answer for answer in answers)


def to_sympy(term: Term, assumptions: Assumptions = NOTHING) -> Expression:
    """The SymPy expression of a scalar term, with its sums, integrals and limits not yet evaluated.

    Raises:
        NoSymbolicFormError: an operator that does not pass the door.
    """
    term = opened(term)
    counted = assumptions.integer | _counted(term)
    return _Translation(assumptions._replace(integer=counted)).expression(term)


def srepr(term: Term, assumptions: Assumptions = NOTHING) -> str:
    """`term` as SymPy writes it for itself.

    Raises:
        NoSymbolicFormError: an operator that does not pass the door.
    """
    import sympy

    return str(sympy.srepr(to_sympy(term, assumptions)))


# --- terms to expressions ---------------------------------------------------------------------------------


def _counted(term: Term) -> frozenset[str]:
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


# --- inside the worker ------------------------------------------------------------------------------------


def _decide(claim: Claim) -> bool:
    """Whether the claim is proved; every trouble on the way is a no."""
    claim = claim._replace(left=opened(claim.left), right=opened(claim.right))
    whole = claim.assumptions.integer | _counted(claim.left) | _counted(claim.right)
    assumptions = claim.assumptions._replace(integer=whole)
    try:
        left, right = (to_sympy(side, assumptions) for side in (claim.left, claim.right))
    except NoSymbolicFormError:
        return False
    variable = _antiderivative_variable(claim)
    if variable is not None:
        symbol = to_sympy(Variable(variable), assumptions)
        left, right = left.diff(symbol), right.diff(symbol)
    return _vanishes(left, right) and _agrees(left, right)


def _antiderivative_variable(claim: Claim) -> str | None:
    """The variable of the indefinite integrals: sides that differ by a constant have the same slope."""
    names = {
        part.variable.name
        for side in (claim.left, claim.right)
        for part in subterms(side)
        if isinstance(part, Bind) and part.operator == "integral" and not part.bounds
    }
    return names.pop() if len(names) == 1 else None


def _vanishes(left: Expression, right: Expression) -> bool:
    import sympy

    a, b = (_evaluated(side) for side in (left, right))
    if any(side.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo) for side in (a, b)):
        return False
    difference = a - b
    for attempt in _attempts(sympy):
        difference = attempt(difference)
        if difference == 0:
            return True
    return False


def _attempts(sympy: Any) -> Iterator[Callable[[Expression], Expression]]:
    yield sympy.expand
    yield sympy.simplify
    yield lambda e: sympy.simplify(sympy.expand_log(sympy.expand_func(e.rewrite(sympy.gamma))))
    yield lambda e: sympy.simplify(sympy.powsimp(sympy.expand(e.rewrite(sympy.exp)), force=False))


def _evaluated(side: Expression) -> Expression:
    """With sums, integrals and limits carried out, and the general branch of what they distinguish."""
    import sympy

    done = side.doit(conds="none")
    return done.replace(sympy.Piecewise, _branch)


def _branch(*cases: Any) -> Expression:
    """The general case: not one of single points (``q = 1``), and one that has a value."""
    import sympy

    open_forms = (sympy.Sum, sympy.Integral, sympy.Product, sympy.Limit)
    for value, condition in cases:
        if not condition.has(sympy.Eq) and not value.has(*open_forms):
            return value
    return sympy.Piecewise(*cases, evaluate=False)


# --- the same in numbers ----------------------------------------------------------------------------------


def _agrees(left: Expression, right: Expression) -> bool:
    """Whether the sides as written have the same value at one point at least, and different ones nowhere."""
    symbols = left.free_symbols | right.free_symbols
    wanted = 1 if all(symbol.is_positive for symbol in symbols) else 2  # signs: a second point has others
    agreed = 0
    for number in range(POINTS):
        gap = _gap(left, right, number)
        if gap is not None and gap > CLOSE:
            return False
        agreed += gap is not None
        if agreed == wanted:
            return True
    return agreed > 0


def _gap(left: Expression, right: Expression, number: int) -> float | None:
    """The relative difference of the sides at the point with this number, None where one has no value."""
    import sympy

    point = _point(sympy, (left, right), number)
    a, b = (_value(side, point) for side in (left, right))
    if a is None or b is None:
        return None
    return float(abs(a - b) / (1 + abs(a) + abs(b)))


def _point(sympy: Any, sides: Sequence[Expression], number: int) -> dict[Expression, Expression]:
    wide = number > 0 and not any(side.has(sympy.oo) for side in sides)
    symbols = sorted(set[Any]().union(*(side.free_symbols for side in sides)), key=str)
    return {symbol: _coordinate(sympy, symbol, k, wide, number) for k, symbol in enumerate(symbols)}


def _value(side: Expression, point: dict[Expression, Expression]) -> Expression | None:
    """`side` at a point, or None where it has no number there."""
    import sympy

    try:
        here = side.replace(_is_unknown, _smooth).subs(point)
        value = sympy.N(here.replace(sympy.Limit, _near), DIGITS)
    except (ValueError, TypeError, ArithmeticError, NotImplementedError, AttributeError):
        return None
    return value if value.is_number and value.is_finite and not value.has(sympy.Integral, sympy.Sum) else None


def _is_unknown(part: Expression) -> bool:
    from sympy.core.function import AppliedUndef

    return isinstance(part, AppliedUndef)


def _smooth(part: Expression) -> Expression:
    """A function that stands for an unknown one: its name decides which."""
    import sympy

    seed = sympy.Rational(sum(map(ord, part.func.__name__)) % 17, 5)
    at = sum((k + 2) * argument for k, argument in enumerate(part.args))
    return sympy.sin(at + seed) + sympy.Rational(3, 2)


def _coordinate(sympy: Any, symbol: Expression, place: int, wide: bool, number: int) -> Expression:
    """Short rationals apart from each other, between 0 and 1 where not `wide`; then some of them negative."""
    if symbol.is_integer:
        return sympy.Integer(2 + (place + number) % 4)
    size = sympy.Rational(7 + 11 * place + 5 * number, 16 if wide else 20 + 11 * place + 5 * number)
    return -size if wide and number == 1 and not symbol.is_positive else size


def _near(body: Expression, variable: Expression, point: Expression, _: Expression) -> Expression:
    """A limit as the value close to its point; agreement to six digits needs a limit that is reached fast."""
    import sympy

    step = sympy.Float("1e-9", 60)
    if point.is_infinite:
        return body.subs(variable, 1 / step if point == sympy.oo else -1 / step)
    return body.subs(variable, point + step)
