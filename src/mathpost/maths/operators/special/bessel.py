"""Bessel functions and their relatives: DLMF chapters 10 and 11."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, Value

WORDS = ("Bessel", "贝塞尔", "Hankel", "Struve", "Kelvin function")
NAMED = "Bessel functions"


def _half(a: Value, b: Value, sign: int) -> Value:
    """(a + sign·b)/2"""
    return values.divide(values.add(a, values.multiply(sign, b)), 2)


def _recurring(
    compute: Callable[[Scalar, Scalar], Scalar], name: str, *, first: int, second: int
) -> Callable[..., Value]:
    """A function of order and argument with 2f'_ν = first·f_{ν-1} + second·f_{ν+1} (DLMF 10.6.1, 10.29.1)."""

    def slope(order: Value, z: Value) -> Value:
        below, above = function(values.add(order, -1), z), function(values.add(order, 1), z)
        return _half(values.multiply(first, below), above, second)

    function = analytic(name, compute, {1: slope})
    return function


bessel_j = _recurring(lambda v, z: z.bessel_j(v), "Bessel function J", first=1, second=-1)
bessel_y = _recurring(lambda v, z: z.bessel_y(v), "Bessel function Y", first=1, second=-1)
bessel_i = _recurring(lambda v, z: z.bessel_i(v), "Bessel function I", first=1, second=1)
bessel_k = _recurring(lambda v, z: z.bessel_k(v), "Bessel function K", first=-1, second=-1)


def _hankel(sign: int) -> Callable[[Value, Value], Value]:
    turned = values.complex_number(0, sign)
    return lambda v, z: values.add(bessel_j(v, z), values.multiply(turned, bessel_y(v, z)))


def _spherical(cylinder: Callable[..., Value]) -> Callable[[Value, Value], Value]:
    """√(π/(2z)) times the function of order n + 1/2 (DLMF 10.47)."""

    def function(n: Value, z: Value) -> Value:
        root = values.sqrt(values.divide(values.pi(), values.multiply(2, z)))
        return values.multiply(root, cylinder(values.add(n, values.divide(1, 2)), z))

    return function


def _second_spherical_i(n: Value, z: Value) -> Value:
    """√(π/(2z)) I_{-n-1/2}(z) (DLMF 10.47.8)."""
    root = values.sqrt(values.divide(values.pi(), values.multiply(2, z)))
    return values.multiply(root, bessel_i(values.add(values.negate(n), values.divide(-1, 2)), z))


def _struve(sign: int, order: Scalar, z: Scalar) -> Scalar:
    """The series DLMF 11.2.1 (sign −1) or 11.2.2 (sign 1) as a regularized 1F2."""
    half = values.complex_ball(values.divide(1, 2))
    three = half * 3
    series = (z * z * sign / 4).hypgeom([half * 2], [three, order + three], regularized=True)
    return (z / 2) ** (order + 1) * series


struve_h = analytic("Struve function H", lambda v, z: _struve(-1, v, z), estimated=True)
struve_l = analytic("Struve function L", lambda v, z: _struve(1, v, z), estimated=True)
struve_k = analytic("Struve function K", lambda v, z: _struve(-1, v, z) - z.bessel_y(v), estimated=True)
struve_m = analytic("Struve function M", lambda v, z: _struve(1, v, z) - z.bessel_i(v), estimated=True)


def _kelvin_first(order: Value, x: Value) -> Scalar:
    """ber + i bei = J_ν(x e^{3πi/4}) (DLMF 10.61.1)."""
    return bessel_j(order, values.multiply(x, values.turn(3, 8)))


def _kelvin_second(order: Value, x: Value) -> Scalar:
    """ker + i kei = e^{-νπi/2} K_ν(x e^{πi/4}) (DLMF 10.61.2)."""
    phase = values.exp(
        values.multiply(values.multiply(order, values.pi()), values.divide(values.complex_number(0, -1), 2))
    )
    return values.multiply(phase, bessel_k(order, values.multiply(x, values.turn(1, 8))))


def _kelvin(whole: Callable[..., Scalar], part: Callable[[Scalar], Scalar]) -> Callable[..., Value]:
    return lambda *arguments: part(whole(*(arguments if len(arguments) == 2 else (0, *arguments))))


def _wright_anger(sine: bool, order: Scalar, z: Scalar) -> Scalar:
    """Anger and Weber functions by DLMF 11.10.8, 11.10.9: combinations of two regularized 1F2."""
    one, half = values.complex_ball(1), values.complex_ball(values.divide(1, 2))
    phase = order * half
    inner = -z * z / 4
    first = inner.hypgeom([one], [one - phase, one + phase], regularized=True)
    second = (z / 2) * inner.hypgeom([one], [one + half - phase, one + half + phase], regularized=True)
    if sine:
        return phase.sin_pi() * first - phase.cos_pi() * second
    return phase.cos_pi() * first + phase.sin_pi() * second


anger = analytic("Anger function", lambda v, z: _wright_anger(False, v, z), estimated=True)
weber = analytic("Weber function", lambda v, z: _wright_anger(True, v, z), estimated=True)


def _law(latex: str, given: str = "") -> Law:
    return Law(latex, given, NAMED)


def _handbook(*signatures: str) -> tuple[Notation, ...]:
    """The notations; those with orders in brackets and the names of Kelvin's functions have no other meaning."""
    return tuple(
        Notation(s, distinctive="^(" in s or r"\text{be" in s or r"\text{ke" in s) for s in signatures
    )


OPERATORS = (
    Operator(
        "bessel_j",
        bessel_j,
        notations=_handbook("J_.(.)"),
        laws=(
            _law(r"J_{\nu-1}(x) + J_{\nu+1}(x) = \frac{2\nu}{x} J_{\nu}(x)", "x > 0"),
            _law(r"J_{\nu}'(x) = \frac{1}{2}(J_{\nu-1}(x) - J_{\nu+1}(x))", "x > 0"),
            _law(r"J_{1/2}(x) = \sqrt{\frac{2}{\pi x}} \sin x", "x > 0"),
        ),
        slips=(
            _law(r"J_{\nu-1}(x) + J_{\nu+1}(x) = \frac{\nu}{x} J_{\nu}(x)", "x > 0"),
            _law(r"J_{\nu}'(x) = \frac{1}{2}(J_{\nu-1}(x) + J_{\nu+1}(x))", "x > 0"),
        ),
    ),
    Operator(
        "bessel_y",
        bessel_y,
        notations=_handbook("Y_.(.)"),
        laws=(_law(r"J_{\nu+1}(x) Y_{\nu}(x) - J_{\nu}(x) Y_{\nu+1}(x) = \frac{2}{\pi x}", "x > 0"),),
        slips=(_law(r"Y_{\nu-1}(x) + Y_{\nu+1}(x) = \frac{\nu}{x} Y_{\nu}(x)", "x > 0"),),
    ),
    Operator(
        "bessel_i",
        bessel_i,
        notations=_handbook("I_.(.)"),
        laws=(_law(r"I_{\nu-1}(x) - I_{\nu+1}(x) = \frac{2\nu}{x} I_{\nu}(x)", "x > 0"),),
        slips=(_law(r"I_{\nu-1}(x) + I_{\nu+1}(x) = \frac{2\nu}{x} I_{\nu}(x)", "x > 0"),),
    ),
    Operator(
        "bessel_k",
        bessel_k,
        notations=_handbook("K_.(.)"),
        laws=(_law(r"K_{-\nu}(x) = K_{\nu}(x)", "x > 0"), _law(r"K_{1/2}(x) = \sqrt{\frac{\pi}{2x}} e^{-x}", "x > 0")),
        slips=(_law(r"K_{-\nu}(x) = -K_{\nu}(x)", "x > 0"),),
    ),
    Operator(
        "hankel_1",
        _hankel(1),
        notations=_handbook("H_.^(1)(.)"),
        laws=(_law(r"H^{(1)}_{\nu}(x) + H^{(2)}_{\nu}(x) = 2 J_{\nu}(x)", "x > 0"),),
        slips=(_law(r"H^{(1)}_{\nu}(x) - H^{(2)}_{\nu}(x) = 2 Y_{\nu}(x)", "x > 0"),),
    ),
    Operator(
        "hankel_2",
        _hankel(-1),
        notations=_handbook("H_.^(2)(.)"),
        laws=(_law(r"H^{(1)}_{\nu}(x) H^{(2)}_{\nu}(x) = J_{\nu}(x)^2 + Y_{\nu}(x)^2", "x > 0"),),
        slips=(_law(r"H^{(1)}_{\nu}(x) H^{(2)}_{\nu}(x) = J_{\nu}(x)^2 - Y_{\nu}(x)^2", "x > 0"),),
    ),
    Operator(
        "spherical_j",
        _spherical(bessel_j),
        notations=_handbook(r"\text{j}_.(.)"),
        laws=(_law(r"\mathsf{j}_0(x) = \frac{\sin x}{x}", "x > 0"),),
        slips=(_law(r"\mathsf{j}_0(x) = \frac{\cos x}{x}", "x > 0"),),
    ),
    Operator(
        "spherical_y",
        _spherical(bessel_y),
        notations=_handbook(r"\text{y}_.(.)"),
        laws=(_law(r"\mathsf{y}_0(x) = -\frac{\cos x}{x}", "x > 0"),),
        slips=(_law(r"\mathsf{y}_0(x) = \frac{\cos x}{x}", "x > 0"),),
    ),
    Operator(
        "spherical_h_1",
        _spherical(_hankel(1)),
        notations=_handbook(r"\text{h}_.^(1)(.)"),
        laws=(_law(r"\mathsf{h}^{(1)}_{n}(x) + \mathsf{h}^{(2)}_{n}(x) = 2\mathsf{j}_{n}(x)", "x > 0"),),
        may_refute=False,
    ),
    Operator(
        "spherical_h_2",
        _spherical(_hankel(-1)),
        notations=_handbook(r"\text{h}_.^(2)(.)"),
        laws=(_law(r"\mathsf{h}^{(2)}_{n}(x) = \mathsf{j}_{n}(x) - \mathrm{i}\mathsf{y}_{n}(x)", "x > 0"),),
        may_refute=False,
    ),
    Operator(
        "spherical_i_1",
        _spherical(bessel_i),
        notations=_handbook(r"\text{i}_.^(1)(.)"),
        laws=(_law(r"\mathsf{i}^{(1)}_{0}(x) = \frac{\sinh x}{x}", "x > 0"),),
        may_refute=False,
    ),
    Operator(
        "spherical_i_2",
        _second_spherical_i,
        notations=_handbook(r"\text{i}_.^(2)(.)"),
        laws=(_law(r"\mathsf{i}^{(2)}_{0}(x) = \frac{\cosh x}{x}", "x > 0"),),
        may_refute=False,
    ),
    Operator(
        "spherical_k",
        _spherical(bessel_k),
        notations=_handbook(r"\text{k}_.(.)"),
        laws=(_law(r"\mathsf{k}_{0}(x) = \frac{\pi}{2x} e^{-x}", "x > 0"),),
        slips=(_law(r"\mathsf{k}_{0}(x) = \frac{1}{2x} e^{-x}", "x > 0"),),
    ),
    Operator("struve_h", struve_h, notations=_handbook(r"\boldsymbol{H}_.(.)"), laws=(_law(r"\mathbf{H}_{1/2}(x) = \sqrt{\frac{2}{\pi x}}(1 - \cos x)", "x > 0"),), may_refute=False),
    Operator("struve_l", struve_l, notations=_handbook(r"\boldsymbol{L}_.(.)"), laws=(_law(r"\mathbf{L}_{1/2}(x) = \sqrt{\frac{2}{\pi x}}(\cosh x - 1)", "x > 0"),), may_refute=False),
    Operator("struve_k", struve_k, notations=_handbook(r"\boldsymbol{K}_.(.)"), laws=(_law(r"\mathbf{K}_{\nu}(x) = \mathbf{H}_{\nu}(x) - Y_{\nu}(x)", "x > 0"),), may_refute=False),
    Operator("struve_m", struve_m, notations=_handbook(r"\boldsymbol{M}_.(.)"), laws=(_law(r"\mathbf{M}_{\nu}(x) = \mathbf{L}_{\nu}(x) - I_{\nu}(x)", "x > 0"),), may_refute=False),
    Operator("anger", anger, notations=_handbook(r"\boldsymbol{J}_.(.)"), laws=(_law(r"\mathbf{J}_{2}(x) = J_{2}(x)", "x > 0"),), may_refute=False),
    Operator("weber", weber, notations=_handbook(r"\boldsymbol{E}_.(.)"), laws=(_law(r"\mathbf{E}_{0}(x) = -\mathbf{H}_{0}(x)", "x > 0"),), may_refute=False),
    Operator("kelvin_ber", _kelvin(_kelvin_first, values.real_part), notations=_handbook(r"\text{ber}_.(.)", r"\text{ber}(.)"), laws=(_law(r"\operatorname{ber}_{-n}(x) = (-1)^n \operatorname{ber}_{n}(x)", "x > 0"),), may_refute=False),
    Operator("kelvin_bei", _kelvin(_kelvin_first, values.imaginary_part), notations=_handbook(r"\text{bei}_.(.)", r"\text{bei}(.)"), laws=(_law(r"\operatorname{bei}_{-n}(x) = (-1)^n \operatorname{bei}_{n}(x)", "x > 0"),), may_refute=False),
    Operator("kelvin_ker", _kelvin(_kelvin_second, values.real_part), notations=_handbook(r"\text{ker}_.(.)", r"\text{ker}(.)"), laws=(_law(r"\operatorname{ker}_{-n}(x) = (-1)^n \operatorname{ker}_{n}(x)", "x > 0"),), may_refute=False),
    Operator("kelvin_kei", _kelvin(_kelvin_second, values.imaginary_part), notations=_handbook(r"\text{kei}_.(.)", r"\text{kei}(.)"), laws=(_law(r"\operatorname{kei}_{-n}(x) = (-1)^n \operatorname{kei}_{n}(x)", "x > 0"),), may_refute=False),
)  # fmt: skip
