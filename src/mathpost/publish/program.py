"""A term as Python that evaluates it: written from what a formula means, never from what stands in a post."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Mapping

from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable

HELPERS = '''import numpy as np


def product(factors):
    """The product of numbers and matrices, in their order; of two columns, their inner product."""
    done = 1
    for factor in factors:
        both = np.ndim(done) > 0 and np.ndim(factor) > 0
        if both and np.shape(done) == np.shape(factor) and np.shape(factor)[1] == 1:
            done = inner(done, factor)
        else:
            done = done @ factor if both else done * factor
    return done


def power(base, exponent):
    """A power; of a matrix, its product with itself or its inverse."""
    if np.ndim(base) > 0:
        return np.linalg.matrix_power(base, int(exponent))
    if not isinstance(base, complex) and base < 0 and exponent == int(exponent):
        return float(base) ** int(exponent)
    return base**exponent


def derivative(function, point, step=1e-4):
    """The slope of a function, from four points around."""
    near = function(point + step) - function(point - step)
    far = function(point + 2 * step) - function(point - 2 * step)
    return (8 * near - far) / (12 * step)


def integral(function, low, high, points=400):
    """Gauss-Legendre quadrature; an endless side is folded into a finite one, where nothing is left to add."""
    if np.isinf(low) or np.isinf(high):
        fold = lambda t: t / (1 - t * t)
        slope = lambda t: (1 + t * t) / (1 - t * t) ** 2
        start = -1 if np.isinf(low) else low / (0.5 + np.sqrt(0.25 + low * low)) if low else 0
        end = 1 if np.isinf(high) else high / (0.5 + np.sqrt(0.25 + high * high)) if high else 0
        return integral(lambda t: function(fold(t)) * slope(t), start, end, points)
    nodes, weights = np.polynomial.legendre.leggauss(points)
    middle, half = (low + high) / 2, (high - low) / 2
    with np.errstate(all="ignore"):
        heights = np.array([float(np.squeeze(function(middle + half * x))) for x in nodes])
    return half * float(np.sum(weights * np.where(np.isfinite(heights), heights, 0)))


def smooth(seed):
    """Some smooth positive function: what holds for every function holds for this one."""
    numbers = np.random.default_rng(seed)
    a, w, s = numbers.uniform(0.1, 0.3, 3), numbers.uniform(0.4, 1.2, (3, 9)), numbers.uniform(0, 6, 3)

    def function(*points):
        flat = [float(x) for point in points for x in np.ravel(point)]
        return 1 + sum(a[k] * np.sin(sum(w[k][n % 9] * x for n, x in enumerate(flat)) + s[k]) for k in range(3))

    return function


def norm(value):
    return float(np.sqrt(np.sum(np.abs(np.asarray(value, dtype=float)) ** 2)))


def inner(a, b):
    return float(np.sum(np.asarray(a) * np.asarray(b)))


def show(left, right):
    """Both sides, and whether they agree."""
    print("left: ", np.squeeze(left))
    print("right:", np.squeeze(right))
    print("agree:", bool(np.allclose(left, right, rtol=1e-4, atol=1e-6)))


def plot(name, low, high, left, right):
    """Both sides as functions of one variable; as a table where there is no matplotlib."""
    points = np.linspace(low, high, 201)
    sides = [np.array([side(x) for x in points], dtype=float) for side in (left, right)]
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        for k in range(0, 201, 40):
            print(f"{name} = {points[k]:.3g}: {sides[0][k]:.6g}  {sides[1][k]:.6g}")
        return
    plt.plot(points, sides[0], label="left", linewidth=3, alpha=0.5)
    plt.plot(points, sides[1], label="right", linestyle="--")
    plt.xlabel(name)
    plt.legend()
    plt.show()
'''
"""What the cells of a notebook use."""

_TAKEN = frozenset(
    "np plt product power derivative integral smooth norm inner show plot left right size sum max min abs range "
    "print float int bool zip len list map set dict str type id".split()
)

_FUNCTIONS = {
    "sin": "np.sin", "cos": "np.cos", "tan": "np.tan", "exp": "np.exp", "log": "np.log", "sqrt": "np.sqrt",
    "arcsin": "np.arcsin", "arccos": "np.arccos", "arctan": "np.arctan", "sinh": "np.sinh", "cosh": "np.cosh",
    "tanh": "np.tanh", "arsinh": "np.arcsinh", "arcosh": "np.arccosh", "artanh": "np.arctanh", "abs": "np.abs",
    "floor": "np.floor", "ceiling": "np.ceil", "sign": "np.sign", "norm": "norm", "frobenius_norm": "norm",
    "inner": "inner", "trace": "np.trace", "determinant": "np.linalg.det",
}  # fmt: skip
_WRITTEN = {
    "sigmoid": "1 / (1 + np.exp(-{0}))", "softplus": "np.log(1 + np.exp({0}))", "relu": "max({0}, 0)",
    "sec": "1 / np.cos({0})", "csc": "1 / np.sin({0})", "cot": "1 / np.tan({0})", "coth": "1 / np.tanh({0})",
    "divide": "{0} / {1}", "negate": "-{0}", "root": "{0} ** (1 / {1})", "log_base": "np.log({1}) / np.log({0})",
    "transpose": "np.transpose({0})", "hadamard": "{0} * {1}", "power": "power({0}, {1})",
}  # fmt: skip
_CONSTANTS = {"pi": "np.pi", "infinity": "np.inf"}


class UnwritableError(ValueError):
    """A term has an operator that is not written as Python; the message is its name."""


class Names:
    """The names of symbols in the code: one for each symbol of a post, none twice."""

    def __init__(self) -> None:
        self.given: dict[str, str] = {}

    def of(self, symbol: str) -> str:
        """The name of a symbol, which is its LaTeX: ``\\\\hat{y}`` is ``hat_y``."""
        if symbol not in self.given:
            words = re.sub(r"\\\\(?:boldsymbol|mathbf|bm|mathcal|mathrm|text|operatorname)", "", symbol)
            plain = re.sub(r"[^0-9A-Za-z]+", "_", words.replace("'", "_prime")).strip("_") or "symbol"
            plain = f"x{plain}" if plain[0].isdigit() else plain
            plain += "_" if keyword.iskeyword(plain) or plain in _TAKEN else ""
            taken = set(self.given.values())
            self.given[symbol] = next(
                n for n in (plain, *(f"{plain}_{k}" for k in range(2, 999))) if n not in taken
            )
        return self.given[symbol]


def python(term: Term, names: Names) -> str:
    """The expression that evaluates `term`.

    Raises:
        UnwritableError: it has an operator without a counterpart.
    """
    match term:
        case Number(value=value):
            whole = str(value.numerator)
            return whole if value.denominator == 1 else f"({whole} / {value.denominator})"
        case Variable(name=name):
            return names.of(name)
        case Apply():
            return _apply(term, names)
        case Bind():
            return _bind(term, names)


def _apply(term: Apply, names: Names) -> str:
    operator, arguments = term.operator, term.arguments
    if operator in _CONSTANTS:
        return _CONSTANTS[operator]
    if operator in _SPECIAL:
        return _SPECIAL[operator](arguments, names)
    written = [python(a, names) for a in arguments]
    if operator in _FUNCTIONS:
        return f"{_FUNCTIONS[operator]}({', '.join(written)})"
    if operator in _WRITTEN:
        return f"({_WRITTEN[operator].format(*(f'({w})' if not w.isidentifier() else w for w in written))})"
    raise UnwritableError(operator)


def _sum(arguments: tuple[Term, ...], names: Names) -> str:
    return f"({' + '.join(python(a, names) for a in arguments)})"


def _product(arguments: tuple[Term, ...], names: Names) -> str:
    return f"product([{', '.join(python(a, names) for a in arguments)}])"


def _index(arguments: tuple[Term, ...], names: Names) -> str:
    family, indices = arguments[0], arguments[1:]
    if not isinstance(family, Variable):
        raise UnwritableError("index")
    return f"{names.of(family.name)}[{', '.join(python(i, names) for i in indices)}]"


def _call(arguments: tuple[Term, ...], names: Names) -> str:
    function = arguments[0]
    if not isinstance(function, Variable):
        raise UnwritableError("call")
    return f"{names.of(function.name)}({', '.join(python(a, names) for a in arguments[1:])})"


def _extreme(name: str) -> Callable[[tuple[Term, ...], Names], str]:
    return lambda arguments, names: f"{name}({', '.join(python(a, names) for a in arguments)})"


def _derivative(arguments: tuple[Term, ...], names: Names) -> str:
    body, target = arguments
    if not isinstance(target, Variable):
        raise UnwritableError("derivative")
    name = names.of(target.name)
    return f"derivative(lambda {name}: {python(body, names)}, {name})"


_SPECIAL: Mapping[str, Callable[[tuple[Term, ...], Names], str]] = {
    "add": _sum,
    "multiply": _product,
    "dot": _product,
    "index": _index,
    "call": _call,
    "maximum": _extreme("max"),
    "minimum": _extreme("min"),
    "derivative": _derivative,
}
_OVER = {"sum": "sum({})", "product": "product({})", "maximum_over": "max({})", "minimum_over": "min({})"}


def _bind(term: Bind, names: Names) -> str:
    name, body = names.of(term.variable.name), python(term.body, names)
    bounds = [python(b, names) for b in term.bounds]
    if term.operator == "integral" and len(bounds) == 2:
        return f"integral(lambda {name}: {body}, {bounds[0]}, {bounds[1]})"
    if term.operator in _OVER and len(bounds) in (0, 2):
        low, high = bounds or ("1", "size")
        steps = f"[{body} for {name} in range(int({low}), int({high}) + 1)]"
        return _OVER[term.operator].format(steps)
    raise UnwritableError(term.operator)
