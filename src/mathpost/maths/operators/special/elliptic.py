"""Elliptic integrals: Legendre's and Carlson's forms and the arithmetic-geometric mean, DLMF chapter 19.

The second argument of Legendre's integrals is the modulus k in some books (DLMF) and the parameter m = k² in others.
"""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, Value

WORDS = (
    "elliptic integral",
    "椭圆积分",
    "elliptic function",
    "椭圆函数",
    "Carlson",
    "arithmetic-geometric",
    "算术几何平均",
)
NAMED = "elliptic integrals"
PARAMETER = "parameter of elliptic integrals"


def _complement(m: Value) -> Value:
    return values.add(1, values.negate(m))


def _slope_k(m: Value) -> Value:
    """dK/dm = (E − (1 − m)K) / (2m(1 − m))"""
    top = values.add(complete_e(m), values.negate(values.multiply(_complement(m), complete_k(m))))
    return values.divide(top, values.multiply(2, values.multiply(m, _complement(m))))


def _slope_e(m: Value) -> Value:
    """dE/dm = (E − K) / (2m)"""
    return values.divide(values.add(complete_e(m), values.negate(complete_k(m))), values.multiply(2, m))


complete_k = analytic("K(m)", lambda m: type(m).elliptic_k(m), {0: _slope_k})
complete_e = analytic("E(m)", lambda m: type(m).elliptic_e(m), {0: _slope_e})
complete_pi = analytic("Π(n, m)", lambda n, m: type(m).elliptic_pi(n, m), estimated=True)


def _root(phi: Value, m: Value) -> Value:
    """√(1 − m sin²φ)"""
    sine = values.sin(phi)
    return values.sqrt(_complement(values.multiply(m, values.multiply(sine, sine))))


first = analytic(
    "F(φ, m)",
    lambda phi, m: type(m).elliptic_f(phi, m),
    {0: lambda phi, m: values.divide(1, _root(phi, m))},
    estimated=True,
)
second = analytic("E(φ, m)", lambda phi, m: type(m).elliptic_e_inc(phi, m), {0: _root}, estimated=True)
third = analytic("Π(n, φ, m)", lambda n, phi, m: type(m).elliptic_pi_inc(n, phi, m), estimated=True)


def _complete_d(m: Value) -> Value:
    """D = (K − E)/m"""
    return values.divide(values.add(complete_k(m), values.negate(complete_e(m))), m)


def _incomplete_d(phi: Value, m: Value) -> Value:
    return values.divide(values.add(first(phi, m), values.negate(second(phi, m))), m)


def _of_modulus(function: Callable[..., Value]) -> Callable[..., Value]:
    """The function with the last argument k, from `function` with k²."""
    return lambda *arguments: function(*arguments[:-1], values.multiply(arguments[-1], arguments[-1]))


def _of_complement(function: Callable[[Value], Value]) -> Callable[[Value], Value]:
    """K'(k) = K(k') with k'² = 1 − k²."""
    return lambda k: function(_complement(values.multiply(k, k)))


def _complementary_modulus(k: Value) -> Value:
    return values.sqrt(_complement(values.multiply(k, k)))


def third_with_angle_first(phi: Value, n: Value, m: Value) -> Value:
    return third(n, phi, m)


carlson_f = analytic("R_F", lambda x, y, z: type(x).elliptic_rf(x, y, z), estimated=True)
carlson_c = analytic("R_C", lambda x, y: type(x).elliptic_rc(x, y), estimated=True)
carlson_d = analytic("R_D", lambda x, y, z: type(x).elliptic_rd(x, y, z), estimated=True)
carlson_j = analytic("R_J", lambda x, y, z, p: type(x).elliptic_rj(x, y, z, p), estimated=True)
carlson_g = analytic("R_G", lambda x, y, z: type(x).elliptic_rg(x, y, z), estimated=True)
mean = analytic("arithmetic-geometric mean", lambda a, b: a.agm(b), estimated=True)


def _bulirsch(function: Callable[..., Scalar]) -> Callable[..., Value]:
    return analytic("Bulirsch's integral", function, estimated=True)


def _cel(k: Scalar, p: Scalar, a: Scalar, b: Scalar) -> Scalar:
    """DLMF 19.2.11 by Carlson's integrals (19.25.2)"""
    kind = type(k)
    zero = values.complex_ball(0)
    return (
        a * kind.elliptic_rf(zero, k * k, zero + 1)
        + (b - p * a) * kind.elliptic_rj(zero, k * k, zero + 1, p) / 3
    )


def _modulus(signature: str, function: Callable[..., Value], name: str, law: str, given: str) -> Operator:
    place = signature.rpartition("(")[2].count(".") - 1
    return Operator(
        name,
        _of_modulus(function),
        notations=(Notation(signature),),
        laws=(Law(law, given, NAMED),),
        moduli=(place,),
        may_refute=False,
    )


def _parameter(signature: str, function: Callable[..., Value], name: str) -> Operator:
    return Operator(name, function, notations=(Notation(signature, PARAMETER),), laws=(), may_refute=False)


def _carlson(
    letter: str, function: Callable[..., Value], dots: str, law: str, given: str, slip: str
) -> Operator:
    signatures = (
        Notation(f"R_{letter}({dots})", distinctive=True),
        Notation(rf"R_\text{{{letter}}}({dots})", distinctive=True),
    )
    return Operator(
        f"carlson_{letter.lower()}",
        function,
        notations=signatures,
        laws=(Law(law, given, NAMED),),
        slips=(Law(slip, given, NAMED),),
    )


INSIDE = r"k \in (0, 1)"
POSITIVE = "x > 0 , y > 0 , z > 0"
OPERATORS = (
    _modulus("K(.)", complete_k, "elliptic_k", r"\frac{d}{dk} K(k) = \frac{E(k) - (1 - k^2) K(k)}{k (1 - k^2)}", INSIDE),
    _modulus("E(.)", complete_e, "elliptic_e", r"\frac{d}{dk} E(k) = \frac{E(k) - K(k)}{k}", INSIDE),
    _modulus("F(..)", first, "elliptic_f", r"F(\phi, k) = \int_{0}^{\phi} \frac{1}{\sqrt{1 - k^2 \sin^2 t}} \,dt", rf"{INSIDE} , \phi \in (0, 1)"),
    _modulus("E(..)", second, "elliptic_e_incomplete", r"E(\phi, k) = \int_{0}^{\phi} \sqrt{1 - k^2 \sin^2 t} \,dt", rf"{INSIDE} , \phi \in (0, 1)"),
    _modulus(r"\Pi(..)", complete_pi, "elliptic_pi", r"\Pi(0, k) = K(k)", INSIDE),
    _modulus(r"\Pi(...)", third_with_angle_first, "elliptic_pi_incomplete", r"\Pi(\phi, 0, k) = F(\phi, k)", rf"{INSIDE} , \phi \in (0, 1)"),
    _modulus("D(.)", _complete_d, "elliptic_d", r"D(k) = \frac{K(k) - E(k)}{k^2}", INSIDE),
    _modulus("D(..)", _incomplete_d, "elliptic_d_incomplete", r"D(\phi, k) = \frac{F(\phi, k) - E(\phi, k)}{k^2}", rf"{INSIDE} , \phi \in (0, 1)"),
    Operator("elliptic_k_complement", _of_complement(complete_k), notations=(Notation("K'(.)"),), moduli=(0,), laws=(Law(r"E(k)K'(k) + E'(k)K(k) - K(k)K'(k) = \frac{\pi}{2}", INSIDE, NAMED),), may_refute=False),
    Operator("elliptic_e_complement", _of_complement(complete_e), notations=(Notation("E'(.)"),), moduli=(0,), laws=(), may_refute=False),
    _parameter("K(.)", complete_k, "elliptic_k_parameter"),
    _parameter("E(.)", complete_e, "elliptic_e_parameter"),
    _parameter("F(..)", first, "elliptic_f_parameter"),
    _parameter("E(..)", second, "elliptic_e_incomplete_parameter"),
    _parameter(r"\Pi(..)", complete_pi, "elliptic_pi_parameter"),
    _parameter(r"\Pi(...)", third, "elliptic_pi_incomplete_parameter"),
    _carlson("F", carlson_f, "...", r"R_F(\lambda x, \lambda y, \lambda z) = \lambda^{-1/2} R_F(x, y, z)", rf"\lambda > 0 , {POSITIVE}", r"R_F(\lambda x, \lambda y, \lambda z) = \lambda^{1/2} R_F(x, y, z)"),
    _carlson("C", carlson_c, "..", r"R_C(x, y) = R_F(x, y, y)", "x > 0 , y > 0", r"R_C(x, y) = R_F(x, x, y)"),
    _carlson("D", carlson_d, "...", r"R_D(x, y, z) = R_J(x, y, z, z)", POSITIVE, r"R_D(x, y, z) = R_J(x, y, z, x)"),
    _carlson("J", carlson_j, "....", r"R_J(x, x, x, x) = x^{-3/2}", "x > 0", r"R_J(x, x, x, x) = x^{-1/2}"),
    _carlson("G", carlson_g, "...", r"R_G(x, x, x) = x^{1/2}", "x > 0", r"R_G(x, x, x) = x^{-1/2}"),
    Operator("agm", mean, spellings=(), notations=(Notation(r"\text{agm}(..)", distinctive=True), Notation("M(..)")), laws=(Law(r"\operatorname{agm}(a, b) = \operatorname{agm}\left(\frac{a + b}{2}, \sqrt{ab}\right)", "a > 0 , b > 0"),), may_refute=False),
    Operator("complementary_modulus", _complementary_modulus, notations=(Notation("k'", implied=("k",)),), moduli=(0,), may_refute=False),
    Operator("elliptic_k_alone", _of_modulus(complete_k), notations=(Notation("K", implied=("k",)),), moduli=(0,), may_refute=False),
    Operator("elliptic_k_complement_alone", _of_complement(complete_k), notations=(Notation("K'", implied=("k",)),), moduli=(0,), may_refute=False),
    Operator("bulirsch_cel", _bulirsch(_cel), notations=(Notation(r"\text{cel}(....)", distinctive=True),), laws=(), may_refute=False),
)  # fmt: skip
