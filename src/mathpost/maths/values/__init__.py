"""Arithmetic of values: exact integers and rationals, balls, dual numbers over them, and small arrays.

`kinds` has the types, `numbers` the exact numbers and balls (the door to python-flint), `arithmetic`, `functions` and
`order` what numbers and duals have in common, `arrays` vectors and matrices, `measure` comparison and display.
Everything that has no value raises `UndefinedError` with the operation that failed.
"""

from __future__ import annotations

from mathpost.maths.values.arithmetic import (
    add,
    divide,
    dot,
    hadamard,
    multiply,
    negate,
    seeded,
    slope_of,
    total,
)
from mathpost.maths.values.arrays import (
    determinant,
    dotted,
    frobenius_norm,
    identity,
    inner,
    inverse,
    norm,
    power,
    softmax,
    trace,
    transpose,
)
from mathpost.maths.values.functions import (
    arccos,
    arcosh,
    arcsin,
    arctan,
    arsinh,
    artanh,
    cos,
    cosh,
    cot,
    coth,
    csc,
    digamma,
    erf,
    exp,
    gamma,
    log,
    sec,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    zeta,
)
from mathpost.maths.values.kinds import (
    Array,
    DivergenceError,
    Dual,
    Scalar,
    ShapeError,
    UndecidedError,
    UndefinedError,
    Value,
)
from mathpost.maths.values.measure import entries, gap, radius, shape, shown, size, widened
from mathpost.maths.values.numbers import (
    ball,
    complex_number,
    decimal,
    dyadic,
    enclosing,
    finite,
    imaginary_unit,
    integer,
    is_exact,
    pi,
    precision,
    rational,
)
from mathpost.maths.values.order import (
    absolute,
    binomial,
    ceiling,
    conjugate,
    factorial,
    floor,
    imaginary_part,
    largest,
    less,
    part,
    real_part,
    same,
    sign,
    smallest,
)

__all__ = [
    "Array", "DivergenceError", "Dual", "Scalar", "ShapeError", "UndecidedError", "UndefinedError",
    "Value", "absolute", "add", "arccos", "arcosh", "arcsin", "arctan", "arsinh", "artanh", "ball",
    "binomial", "ceiling", "complex_number", "conjugate", "cos", "cosh", "cot", "coth", "csc", "decimal",
    "determinant", "digamma", "divide", "dot", "dotted", "dyadic", "enclosing", "entries", "erf", "exp",
    "factorial", "finite", "floor", "frobenius_norm", "gamma", "gap", "hadamard", "identity",
    "imaginary_part", "imaginary_unit", "inner", "integer", "inverse", "is_exact", "largest", "less",
    "log", "multiply", "negate", "norm", "part", "pi", "power", "precision", "radius", "rational",
    "real_part", "same", "sec", "seeded", "shape", "shown", "sign", "sin", "sinh", "size", "slope_of",
    "smallest", "softmax", "sqrt", "tan", "tanh", "total", "trace", "transpose", "widened", "zeta",
]  # fmt: skip
