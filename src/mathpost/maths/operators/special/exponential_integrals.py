"""Exponential, logarithmic, sine and cosine integrals: DLMF chapter 6."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, Value

WORDS = (
    "exponential integral",
    "logarithmic integral",
    "sine integral",
    "cosine integral",
    "指数积分",
    "对数积分",
    "正弦积分",
    "余弦积分",
)
NAMED = "the exponential integral and its relatives"


def _over(function: Callable[[Value], Value]) -> Callable[[Value], Value]:
    """z ↦ f(z)/z"""
    return lambda z: values.divide(function(z), z)


def _of_exponential(order: Value, z: Value) -> Value:
    return values.negate(exponential_integral(values.add(order, -1), z))


exponential_integral = analytic(
    "exponential integral", lambda p, z: z.expint(p), {1: _of_exponential}, estimated=True
)


def first_integral(z: Value) -> Value:
    return exponential_integral(1, z)


def _entire(z: Scalar) -> Scalar:
    """Ein(z) = E₁(z) + ln z + γ"""
    return z.expint(1) + z.log() + values.complex_ball(values.euler_constant())


def _shifted(z: Scalar) -> Scalar:
    """si(z) = Si(z) − π/2"""
    return z.si() - values.complex_ball(values.pi()) / 2


def _auxiliary_f(z: Scalar) -> Scalar:
    """DLMF 6.2.17"""
    return z.ci() * z.sin() - _shifted(z) * z.cos()


def _auxiliary_g(z: Scalar) -> Scalar:
    """DLMF 6.2.18"""
    return -z.ci() * z.cos() - _shifted(z) * z.sin()


def _integral(
    name: str, method: str, slope: Callable[[Value], Value], *spellings: str, law: str, slip: str
) -> Operator:
    return Operator(
        name,
        analytic(name.replace("_", " "), lambda z: getattr(z, method)(), {0: slope}),
        spellings=spellings,
        laws=(Law(law, "x > 0"),),
        slips=(Law(slip, "x > 0"),),
    )


OPERATORS = (
    _integral("exponential_integral_ei", "ei", _over(values.exp), "Ei", law=r"\frac{d}{dx}\operatorname{Ei}(x) = \frac{e^x}{x}", slip=r"\frac{d}{dx}\operatorname{Ei}(x) = \frac{e^{-x}}{x}"),
    _integral("sine_integral", "si", _over(values.sin), "Si", law=r"\frac{d}{dx}\operatorname{Si}(x) = \frac{\sin x}{x}", slip=r"\frac{d}{dx}\operatorname{Si}(x) = \frac{\cos x}{x}"),
    _integral("cosine_integral", "ci", _over(values.cos), "Ci", law=r"\frac{d}{dx}\operatorname{Ci}(x) = \frac{\cos x}{x}", slip=r"\frac{d}{dx}\operatorname{Ci}(x) = \frac{\sin x}{x}"),
    _integral("hyperbolic_sine_integral", "shi", _over(values.sinh), "Shi", law=r"\frac{d}{dx}\operatorname{Shi}(x) = \frac{\sinh x}{x}", slip=r"\frac{d}{dx}\operatorname{Shi}(x) = \frac{\cosh x}{x}"),
    _integral("hyperbolic_cosine_integral", "chi", _over(values.cosh), "Chi", law=r"\frac{d}{dx}\operatorname{Chi}(x) = \frac{\cosh x}{x}", slip=r"\frac{d}{dx}\operatorname{Chi}(x) = \frac{\sinh x}{x}"),
    _integral("logarithmic_integral", "li", lambda z: values.divide(1, values.log(z)), "li", law=r"\operatorname{li}(x) = \operatorname{Ei}(\ln x)", slip=r"\operatorname{li}(x) = \ln \operatorname{Ei}(x)"),
    Operator(
        "exponential_integral",
        exponential_integral,
        notations=(Notation("E_.(.)", "exponential integral"),),
        laws=(Law(r"n E_{n+1}(x) + x E_{n}(x) = e^{-x}", "x > 0", NAMED),),
        may_refute=False,
    ),
    Operator("exponential_integral_1", first_integral, notations=(Notation("E_1(.)"),), laws=(Law("E_1(x) = -\\operatorname{Ei}(-x)", "x > 0", NAMED),), may_refute=False),
    Operator("entire_exponential_integral", analytic("Ein", _entire, estimated=True), spellings=("Ein",), laws=(Law(r"\operatorname{Ein}(x) = \int_{0}^{x} \frac{1 - e^{-t}}{t} \,dt", "x > 0"),), may_refute=False),
    Operator("shifted_sine_integral", analytic("si", _shifted, {0: _over(values.sin)}), notations=(Notation(r"\text{si}(.)", distinctive=True),), laws=(Law(r"\operatorname{si}(x) = \operatorname{Si}(x) - \frac{\pi}{2}", "", NAMED),), may_refute=False),
    Operator("integral_f", analytic("auxiliary function f", _auxiliary_f, estimated=True), notations=(Notation(r"\text{f}(.)", "sine integral"),), laws=(Law(r"\mathrm{f}(x) = \int_{0}^{\infty} \frac{e^{-xt}}{t^2 + 1} \,dt", "x > 0", NAMED),), may_refute=False),
    Operator("integral_g", analytic("auxiliary function g", _auxiliary_g, estimated=True), notations=(Notation(r"\text{g}(.)", "sine integral"),), laws=(Law(r"\mathrm{g}(x) = \int_{0}^{\infty} \frac{t e^{-xt}}{t^2 + 1} \,dt", "x > 0", NAMED),), may_refute=False),
)  # fmt: skip
