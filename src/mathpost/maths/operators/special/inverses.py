"""Functions defined by an equation or a sum: Lambert's W, the cardinal sine, angles, the Gudermannian."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, Value

LAMBERT = ("Lambert", "朗伯")
NAMED = "the Lambert function"


def _slope_w(z: Value) -> Value:
    """W' = W / (z (1 + W))"""
    w = lambert(z)
    return values.divide(1, values.multiply(values.exp(w), values.add(1, w)))


lambert = analytic("Lambert function", lambda z: z.lambertw(), {0: _slope_w})


def _branch(k: Value, z: Value) -> Value:
    number = values.integer(k, "branch of the Lambert function")
    return lambert(z) if number == 0 else _on_branch(number, z)


def _on_branch(number: int, z: Value) -> Value:
    return analytic("Lambert function", lambda place: place.lambertw(number), estimated=True)(z)


def _slope_sinc(z: Value) -> Value:
    """(cos z − sinc z)/z"""
    return values.divide(values.add(values.cos(z), values.negate(sinc(z))), z)


sinc = analytic("sinc", lambda z: z.sinc(), {0: _slope_sinc})
phase = analytic("phase", lambda z: values.complex_ball(z.arg()))


def _gudermannian(x: Value) -> Value:
    """gd x = arctan(sinh x)"""
    return values.arctan(values.sinh(x))


def _inverse_gudermannian(x: Value) -> Value:
    return values.arsinh(values.tan(x))


def _two_argument_angle(y: Scalar, x: Scalar) -> Scalar:
    return phase(values.add(x, values.multiply(values.imaginary_unit(), y)))


def _reciprocal(
    function: Callable[[Value], Value], name: str, spellings: tuple[str, ...], law: str
) -> Operator:
    """An inverse function at 1/z."""
    return Operator(
        name,
        lambda z: function(values.divide(1, z)),
        spellings=spellings,
        laws=(Law(law, "x > 2"),),
        may_refute=False,
    )


OF_EULER = (
    "Euler's constant", "Euler constant", "Euler–Mascheroni", "Euler-Mascheroni", "harmonic number", "harmonic series",
    "欧拉常数", "欧拉—马歇罗尼", "欧拉-马歇罗尼", "调和数", "调和级数",
)  # fmt: skip
OPERATORS = (
    Operator(
        "lambert",
        lambert,
        spellings=("LambertW", "lambertw"),
        notations=(Notation("W(.)"),),
        words=LAMBERT,
        laws=(Law("W(x) e^{W(x)} = x", "x > 0", NAMED), Law(r"\frac{d}{dx}\left(W(x)\right) = \frac{W(x)}{x (1 + W(x))}", "x > 0", NAMED)),
        slips=(Law("W(x) e^{x} = x", "x > 0", NAMED),),
    ),
    Operator("lambert_branch", _branch, notations=(Notation("W_.(.)", "Lambert"),), words=LAMBERT, integers=(0,), laws=(Law("W_{0}(x) e^{W_{0}(x)} = x", "x > 0", NAMED),), may_refute=False),
    Operator("sinc", sinc, spellings=("sinc",), laws=(Law(r"\operatorname{sinc}(x) = \frac{\sin x}{x}", "x > 0"),), may_refute=False),
    Operator("phase", phase, spellings=("ph",), notations=(Notation(r"\arg(.)"), Notation(r"\text{arg}(.)")), laws=(Law(r"\operatorname{ph}(1 + \mathrm{i}) = \frac{\pi}{4}"),), may_refute=False),
    Operator("angle", _two_argument_angle, notations=(Notation(r"\text{atan2}(..)", distinctive=True),), may_refute=False),
    Operator("gudermannian", _gudermannian, spellings=("gd",), laws=(Law(r"\operatorname{gd}(x) = 2\arctan(e^x) - \frac{\pi}{2}"),), may_refute=False),
    Operator("inverse_gudermannian", _inverse_gudermannian, spellings=("arcgd",), laws=(Law(r"\operatorname{arcgd}(\operatorname{gd}(x)) = x"),), may_refute=False),
    _reciprocal(values.arctan, "arccot", ("arccot", "acot"), r"\operatorname{arccot}(x) = \arctan\frac{1}{x}"),
    _reciprocal(values.arccos, "arcsec", ("arcsec", "asec"), r"\operatorname{arcsec}(x) = \arccos\frac{1}{x}"),
    _reciprocal(values.arcsin, "arccsc", ("arccsc", "acsc"), r"\operatorname{arccsc}(x) = \arcsin\frac{1}{x}"),
    _reciprocal(values.artanh, "arcoth", ("arcoth", "arccoth", "acoth"), r"\operatorname{arcoth}(x) = \operatorname{artanh}\frac{1}{x}"),
    _reciprocal(values.arcosh, "arsech", ("arsech", "arcsech", "asech"), r"\operatorname{arsech}\left(\frac{1}{x}\right) = \operatorname{arcosh} x"),
    _reciprocal(values.arsinh, "arcsch", ("arcsch", "arccsch", "acsch"), r"\operatorname{arcsch}(x) = \operatorname{arsinh}\frac{1}{x}"),
    Operator("sech", lambda z: values.divide(1, values.cosh(z)), spellings=("sech",), laws=(Law(r"\operatorname{sech}^2 x = 1 - \tanh^2 x"),), slips=(Law(r"\operatorname{sech}^2 x = 1 + \tanh^2 x"),)),
    Operator("csch", lambda z: values.divide(1, values.sinh(z)), spellings=("csch",), laws=(Law(r"\operatorname{csch}(x) \sinh x = 1"),), slips=(Law(r"\operatorname{csch}^2 x = 1 + \coth^2 x"),)),
    Operator("euler_constant", values.euler_constant, notations=(Notation(r"\gamma"),), words=OF_EULER, laws=(Law(r"\sum_{k=1}^n \frac{1}{k} = \log n + \gamma + O(1/n)", words=OF_EULER[0]),), slips=(Law(r"\sum_{k=1}^n \frac{1}{k} = \log n - \gamma + O(1/n)", words=OF_EULER[0]),)),
    Operator("catalan_constant", values.catalan_constant, notations=(Notation("G"),), laws=(), may_refute=False),
    Operator("golden_ratio", values.golden_ratio, notations=(Notation(r"\varphi"),), laws=(), may_refute=False),
)  # fmt: skip
