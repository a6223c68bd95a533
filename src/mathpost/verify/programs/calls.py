r"""**Table**: the functions of NumPy and `math` that are read, and what each says in LaTeX."""

from __future__ import annotations

import ast
from collections.abc import Callable

from mathpost.verify.programs.arrays import Binding, Piece

Entrywise = Callable[[Piece], Piece]


def _named(latex: str) -> Entrywise:
    return lambda x: Piece(rf"{latex}\left({x.latex}\right)")


def _exponential(x: Piece) -> Piece:
    return Piece(rf"\exp\left({x.latex}\right)")


def _shifted(x: Piece) -> Piece:
    return Piece(rf"\log\left(1 + {x.held(Binding.PRODUCT)}\right)")


def _logistic(x: Piece) -> Piece:
    return Piece(rf"\frac{{1}}{{1 + \exp\left(-{x.held(Binding.PRODUCT)}\right)}}", Binding.PRODUCT)


ENTRYWISE: dict[str, Entrywise] = {
    "exp": _exponential,
    "log": _named(r"\log"),
    "log2": _named(r"\log_2"),
    "log10": _named(r"\log_{10}"),
    "log1p": _shifted,
    "expm1": lambda x: Piece(rf"\exp\left({x.latex}\right) - 1", Binding.SUM),
    "sqrt": lambda x: Piece(rf"\sqrt{{{x.latex}}}"),
    "abs": lambda x: Piece(rf"\left|{x.latex}\right|"),
    "square": lambda x: Piece(rf"\left({x.latex}\right)^2"),
    "reciprocal": lambda x: Piece(rf"\frac{{1}}{{{x.latex}}}", Binding.PRODUCT),
    "negative": lambda x: Piece(f"-{x.held(Binding.PRODUCT)}", Binding.SUM),
    "factorial": lambda x: Piece(x.held(Binding.ATOM) + "!"),
    "sin": _named(r"\sin"),
    "cos": _named(r"\cos"),
    "tan": _named(r"\tan"),
    "sinh": _named(r"\sinh"),
    "cosh": _named(r"\cosh"),
    "tanh": _named(r"\tanh"),
    "arctan": _named(r"\arctan"),
    "ceil": lambda x: Piece(rf"\lceil {x.latex} \rceil"),
    "floor": lambda x: Piece(rf"\lfloor {x.latex} \rfloor"),
    "sigmoid": _logistic,
    "expit": _logistic,
    "softplus": lambda x: Piece(rf"\log\left(1 + \exp\left({x.latex}\right)\right)"),
    "relu": lambda x: Piece(rf"\max\left(0, {x.latex}\right)"),
    "atan": _named(r"\arctan"),
    "arcsin": _named(r"\arcsin"),
    "arccos": _named(r"\arccos"),
}
ENTRYWISE |= {"absolute": ENTRYWISE["abs"], "fabs": ENTRYWISE["abs"]}

OPERATIONS: dict[str, Callable[[], ast.operator]] = {
    "multiply": ast.Mult, "mul": ast.Mult, "add": ast.Add, "subtract": ast.Sub, "sub": ast.Sub,
    "divide": ast.Div, "true_divide": ast.Div, "div": ast.Div, "floor_divide": ast.FloorDiv,
}  # fmt: skip
PAIRWISE: dict[str, str] = {"maximum": r"\max", "minimum": r"\min"}
REDUCTIONS = {
    "sum": "sum", "prod": "product", "max": "max", "amax": "max", "min": "min", "amin": "min", "mean": "mean",
    "var": "var", "std": "std", "average": "mean", "reduce_sum": "sum", "reduce_mean": "mean", "reduce_max": "max",
}  # fmt: skip
SAME = frozenset(
    "array asarray asanyarray float float64 float32 squeeze copy atleast_1d tensor to_tensor item detach as_tensor".split()
)
MATRICES: dict[str, str] = {"trace": r"\operatorname{{tr}}({0})", "det": r"\det({0})", "inv": "{0}^{{-1}}"}
CONSTANTS = {"pi": r"\pi", "e": r"\mathrm{e}"}
MODULES = frozenset("np numpy math jnp torch tf linalg npx npl d2l F".split())
LIBRARIES = frozenset(
    "numpy math torch cmath scipy jax.numpy tensorflow theano.tensor keras.backend torch.nn.functional scipy.special".split()
)
