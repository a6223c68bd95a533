"""Error functions, Fresnel integrals and Dawson's integral: DLMF chapter 7."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, Value

WORDS = ("error function", "误差函数", "Fresnel", "菲涅尔", "Dawson", "Mills")
NAMED = "Fresnel integrals and error functions"


def _bell(z: Value, sign: int) -> Value:
    """2/√π · e^{sign·z²}"""
    power = values.exp(values.multiply(sign, values.multiply(z, z)))
    return values.divide(values.multiply(2, power), values.sqrt(values.pi()))


def _quarter(z: Value) -> Value:
    """πz²/2"""
    return values.divide(values.multiply(values.pi(), values.multiply(z, z)), 2)


erfc = analytic("erfc", lambda z: z.erfc(), {0: lambda z: values.negate(_bell(z, -1))})
erfi = analytic("erfi", lambda z: z.erfi(), {0: lambda z: _bell(z, 1)})
fresnel_c = analytic("Fresnel integral C", lambda z: z.fresnel_c(), {0: lambda z: values.cos(_quarter(z))})
fresnel_s = analytic("Fresnel integral S", lambda z: z.fresnel_s(), {0: lambda z: values.sin(_quarter(z))})
inverse_erf = analytic("inverse of erf", lambda x: values.complex_ball(x.real.erfinv()), estimated=False)
inverse_erfc = analytic("inverse of erfc", lambda x: values.complex_ball(x.real.erfcinv()), estimated=False)


def _faddeeva(z: Scalar) -> Scalar:
    """w(z) = e^{-z²} erfc(-iz)"""
    return (-z * z).exp() * (z * values.complex_number(0, -1)).erfc()


def _dawson(z: Scalar) -> Scalar:
    return values.complex_ball(values.pi()).sqrt() / 2 * (-z * z).exp() * z.erfi()


def _rest(z: Scalar) -> Scalar:
    """ℱ(z) = ∫_z^∞ e^{πit²/2} dt (DLMF 7.2.6)"""
    half = values.complex_ball(values.divide(1, 2))
    unit = values.complex_number(0, 1)
    return half * (1 + unit) - z.fresnel_c() - unit * z.fresnel_s()


def _auxiliary_f(z: Scalar) -> Scalar:
    """DLMF 7.2.10"""
    half, phase = values.complex_ball(values.divide(1, 2)), values.complex_ball(values.pi()) * z * z / 2
    return (half - z.fresnel_s()) * phase.cos() - (half - z.fresnel_c()) * phase.sin()


def _auxiliary_g(z: Scalar) -> Scalar:
    """DLMF 7.2.11"""
    half, phase = values.complex_ball(values.divide(1, 2)), values.complex_ball(values.pi()) * z * z / 2
    return (half - z.fresnel_c()) * phase.cos() + (half - z.fresnel_s()) * phase.sin()


def _repeated(order: Scalar, z: Scalar) -> Scalar:
    """iⁿerfc(z) by U (DLMF 7.18.10): e^{-z²}/(2ⁿ√π) · U(n/2 + 1/2, 1/2, z²)"""
    half = values.complex_ball(values.divide(1, 2))
    kummer = (z * z).hypgeom_u((order + 1) * half, half)
    return (-z * z).exp() / (2**order * values.complex_ball(values.pi()).sqrt()) * kummer


OPERATORS = (
    Operator(
        "erf",
        values.erf,
        spellings=("erf",),
        laws=(
            Law(r"\operatorname{erf}(-x) = -\operatorname{erf}(x)"),
            Law(r"\frac{d}{dx}\operatorname{erf}(x) = \frac{2}{\sqrt{\pi}} e^{-x^2}"),
        ),
        slips=(Law(r"\operatorname{erf}(-x) = \operatorname{erf}(x)"),),
    ),
    Operator(
        "erfc",
        erfc,
        spellings=("erfc",),
        laws=(Law(r"\operatorname{erfc}(x) = 1 - \operatorname{erf}(x)"), Law(r"\operatorname{erfc}(-x) = 2 - \operatorname{erfc}(x)")),
        slips=(Law(r"\operatorname{erfc}(-x) = 1 - \operatorname{erfc}(x)"),),
    ),
    Operator(
        "erfi",
        erfi,
        spellings=("erfi",),
        laws=(Law(r"\operatorname{erfi}(x) = -\mathrm{i} \operatorname{erf}(\mathrm{i} x)"),),
        slips=(Law(r"\operatorname{erfi}(x) = \mathrm{i} \operatorname{erf}(\mathrm{i} x)"),),
    ),
    Operator("inverse_erf", inverse_erf, spellings=("inverf", "erfinv"), laws=(Law(r"\operatorname{erf}(\operatorname{inverf}(x)) = x", r"x \in (0, 1)"),), may_refute=False),
    Operator("inverse_erfc", inverse_erfc, spellings=("inverfc",), laws=(Law(r"\operatorname{erfc}(\operatorname{inverfc}(x)) = x", r"x \in (0, 1)"),), may_refute=False),
    Operator(
        "fresnel_c",
        fresnel_c,
        notations=(Notation("C(.)"),),
        laws=(Law(r"\frac{d}{dx}\left(C(x)\right) = \cos\frac{\pi x^2}{2}", "", NAMED), Law("C(-x) = -C(x)", "", NAMED)),
        slips=(Law(r"\frac{d}{dx}\left(C(x)\right) = \sin\frac{\pi x^2}{2}", "", NAMED),),
    ),
    Operator(
        "fresnel_s",
        fresnel_s,
        notations=(Notation("S(.)"),),
        laws=(Law(r"S(x) = \int_{0}^{x} \sin\frac{\pi t^2}{2} \,dt", "", NAMED),),
        slips=(Law(r"\frac{d}{dx}\left(S(x)\right) = \cos\frac{\pi x^2}{2}", "", NAMED),),
    ),
    Operator("faddeeva", analytic("w", _faddeeva, estimated=True), notations=(Notation("w(.)"),), laws=(Law(r"w(\mathrm{i} x) = e^{x^2} \operatorname{erfc}(x)", "", NAMED),), may_refute=False),
    Operator("dawson", analytic("Dawson's integral", _dawson, estimated=True), notations=(Notation("F(.)"),), laws=(Law(r"F(x) = e^{-x^2} \int_{0}^{x} e^{t^2} \,dt", "", NAMED),), may_refute=False),
    Operator("fresnel_rest", analytic("Fresnel integral", _rest, estimated=True, real=False), notations=(Notation(r"\mathcal{F}(.)"),), laws=(Law(r"\mathcal{F}(0) = \frac{1}{2}(1 + \mathrm{i})", "", NAMED),), may_refute=False),
    Operator("fresnel_f", analytic("auxiliary function f", _auxiliary_f, estimated=True), notations=(Notation(r"\text{f}(.)"),), laws=(Law(r"\mathrm{f}(0) = \frac{1}{2}", "", NAMED),), may_refute=False),
    Operator("fresnel_g", analytic("auxiliary function g", _auxiliary_g, estimated=True), notations=(Notation(r"\text{g}(.)"),), laws=(Law(r"\mathrm{g}(0) = \frac{1}{2}", "", NAMED),), may_refute=False),
    Operator("repeated_erfc", analytic("repeated integral of erfc", _repeated, estimated=True), laws=(), may_refute=False),
)  # fmt: skip
