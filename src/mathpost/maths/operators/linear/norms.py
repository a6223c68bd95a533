"""Norms of vectors and matrices, singular values, and functions of a matrix based on these."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator
from mathpost.maths.operators.linear.arrays import laws
from mathpost.maths.values import Value


def _norm(
    name: str, value: Callable[[Value], Value], laws: tuple[Law, ...] = (), slips: tuple[Law, ...] = ()
) -> Operator:
    return Operator(name, value, laws=laws, slips=slips)


def _of_spectrum(values_of: Callable[[Value], list[Value]]) -> Callable[[Value, Value], Value]:
    """The k-th value, largest first; for −k, the k-th from the end."""

    def value(a: Value, place: Value) -> Value:
        found = values_of(a)
        k = values.integer(place, "number of a singular value")
        if not 1 <= abs(k) <= len(found):
            raise values.UndefinedError("index out of range")
        return found[k if k < 0 else k - 1]

    return value


def _of_degree(x: Value, degree: Value) -> Value:
    """``(\\sum_i |x_i|^p)^{1/p}``; not a norm if p is less than 1."""
    if values.less(degree, 1):
        raise values.UndefinedError("norm of a degree below 1")
    powers = (values.power(values.absolute(entry), degree) for entry in values.entries(x))
    return values.power(values.total(powers), values.divide(1, degree))


OPERATORS = (
    Operator(
        "singular_value",
        _of_spectrum(values.singular_values),
        laws=laws(
            r"\|@A\|_2 = \sigma_1(@A)",
            r"\|@A^{\top}\|_2^2 = \sigma_{\max}^2(@A)",
            r"\|@A\|_* = \sum_{i=1}^{\operatorname{rank}(@A)} \sigma_i(@A)",
        ),
        slips=laws(r"\|@A\|_F = \sum_{i=1}^{\operatorname{rank}(@A)} \sigma_i(@A)"),
    ),
    Operator(
        "eigenvalue",
        _of_spectrum(values.eigenvalues),
        laws=laws(r"\|@A\|_2^2 = \lambda_{\max}(@A^{\top}@A)"),
        slips=laws(r"\|@A\|_2 = \lambda_1(@A^{\top}@A)"),
    ),
    _norm(
        "norm",
        values.norm,
        laws(
            r"\|@x - @y\|^2 = \|@x\|^2 - 2@x^{\top}@y + \|@y\|^2",
            r"\|-@x\|_2 = \|@x\|_2",
            r"\|@A@x\|^2 = @x^{\top}@A^{\top}@A@x",
            r"\|@x\| = \sqrt{@x^2}",
        ),
        laws(
            r"\|@x - @y\|^2 = \|@x\|^2 - @x^{\top}@y + \|@y\|^2",
            r"\|@x + @y\| = \|@x\| + \|@y\|",
            r"\|@x\|_2 = @x^{\top}@x",
        ),
    ),
    _norm("norm_2", values.norm, laws(r"\|@A^{\top}\|_2 = \|@A\|_2"), laws(r"\|@A^{\top}@A\|_2 = \|@A\|_2")),
    _norm(
        "frobenius_norm",
        values.frobenius_norm,
        laws(
            r"\|@A\|_F^2 = \operatorname{tr}(@A^{\top}@A)",
            r"\|@A - @B\|_F^2 = \|@A\|_F^2 + \|@B\|_F^2 - 2\langle @A, @B \rangle_F",
        ),
        laws(
            r"\|@A\|_F = \operatorname{tr}(@A^{\top}@A)",
            r"\|@A - @B\|_F^2 = \|@A\|_F^2 + \|@B\|_F^2 - \langle @A, @B \rangle_F",
        ),
    ),
    _norm("spectral_norm", values.spectral_norm),
    _norm("operator_norm", values.spectral_norm),
    _norm(
        "nuclear_norm",
        values.nuclear_norm,
        laws(
            r"\|@A\|_* = \operatorname{tr}((@A^{\top}@A)^{1/2})",
            r"\|@A\|_* = \langle @A, \operatorname{msign}(@A) \rangle",
        ),
        laws(r"\|@A\|_* = \|@A\|_F", r"\|2@A\|_* = \|@A\|_*^2"),
    ),
    _norm(
        "norm_1",
        values.entry_sum_norm,
        laws(r"\|@x\|_1 = \sum_{i=1}^{n} |x_i|"),
        laws(r"\|@x\|_1 = 2\sum_{i=1}^{n} |x_i|"),
    ),
    Operator(
        "norm_of_degree",
        _of_degree,
        laws=laws(r"\|@x\|_p^p = \sum_{i=1}^{n} |x_i|^p", r"\|2@x\|_3 = 2\|@x\|_3"),
        slips=laws(r"\|@x\|_p = \sum_{i=1}^{n} |x_i|^p"),
    ),
    _norm("norm_0", values.zero_norm, laws(r"\|@x\|_0 = \|2@x\|_0"), laws(r"\|@x\|_0 = 2\|3@x\|_0")),
    _norm(
        "norm_infinity",
        values.entry_maximum_norm,
        laws(r"\|-2@x\|_{\infty} = 2\|@x\|_{\infty}"),
        laws(r"\|@x\|_{\infty} = \|@x\|_1"),
    ),
    _norm("entry_sum_norm", values.entry_sum_norm),
    _norm("entry_maximum_norm", values.entry_maximum_norm),
    _norm("column_sum_norm", values.column_sum_norm),
    _norm("row_sum_norm", values.row_sum_norm),
    Operator(
        "rms_norm",
        values.root_mean_square,
        spellings=("RMS",),
        laws=laws(
            r"\operatorname{RMS}(2@x) = 2\operatorname{RMS}(@x)",
            r"\|@x\|_{RMS}^2 = \frac{1}{n}\sum_{i=1}^{n} x_i^2",
        ),
        slips=laws(r"\|@x\|_{RMS} = \|@x\|_2"),
    ),
    Operator(
        "msign",
        values.msign,
        spellings=("msign",),
        laws=laws(
            r"\operatorname{msign}(@A) = @A(@A^{\top}@A)^{-1/2}",
            r"\operatorname{msign}(@A) = (@A@A^{\top})^{-1/2}@A",
            r"\operatorname{msign}(@A^{\top}) = \operatorname{msign}(@A)^{\top}",
        ),
        slips=laws(
            r"\operatorname{msign}(@A) = (@A@A^{\top})^{1/2}@A",
            r"\operatorname{msign}(@A) = \frac{@A}{\|@A\|_F}",
        ),
    ),
    Operator("matrix_root", values.matrix_root),
    Operator("matrix_exponential", values.matrix_exponential),
    Operator("matrix_logarithm", values.matrix_logarithm),
)
