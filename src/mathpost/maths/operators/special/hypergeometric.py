"""Hypergeometric functions of Gauss, Kummer and Whittaker, parabolic cylinder functions: DLMF chapters 12, 13, 15, 16."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, UndefinedError, Value

WORDS = ("hypergeometric", "超几何", "Kummer", "Whittaker", "parabolic cylinder", "Coulomb")
NAMED = "hypergeometric functions"


def _scaled(factor: Value, value: Value) -> Value:
    return values.multiply(factor, value)


def _shifted(function: Callable[..., Value], *, regularized: bool, tops: int) -> Callable[..., Value]:
    """The derivative of pFq by its argument: all parameters plus one, times Πa/Πb (only Πa where regularized)."""

    def slope(*arguments: Value) -> Value:
        *parameters, z = arguments
        factor: Value = 1
        for k, parameter in enumerate(parameters):
            if k < tops:
                factor = values.multiply(factor, parameter)
            elif not regularized:
                factor = values.divide(factor, parameter)
        return _scaled(factor, function(*(values.add(p, 1) for p in parameters), z))

    return slope


def _series(
    name: str, compute: Callable[..., Scalar], tops: int, bottoms: int, *, regularized: bool
) -> Callable[..., Value]:
    def slope(*arguments: Value) -> Value:
        return _shifted(function, regularized=regularized, tops=tops)(*arguments)

    function = analytic(name, compute, {tops + bottoms: slope}, estimated=True)
    return function


gauss = _series("₂F₁", lambda a, b, c, z: z.hypgeom_2f1(a, b, c), 2, 1, regularized=False)
gauss_regularized = _series(
    "₂F₁ regularized", lambda a, b, c, z: z.hypgeom_2f1(a, b, c, regularized=True), 2, 1, regularized=True
)
kummer = _series("₁F₁", lambda a, b, z: z.hypgeom_1f1(a, b), 1, 1, regularized=False)
kummer_regularized = _series(
    "₁F₁ regularized", lambda a, b, z: z.hypgeom_1f1(a, b, regularized=True), 1, 1, regularized=True
)
confluent = _series("₀F₁", lambda b, z: z.hypgeom_0f1(b), 0, 1, regularized=False)
confluent_regularized = _series(
    "₀F₁ regularized", lambda b, z: z.hypgeom_0f1(b, regularized=True), 0, 1, regularized=True
)


def _tricomi_slope(a: Value, b: Value, z: Value) -> Value:
    """U' = −a U(a + 1, b + 1, z)"""
    return values.negate(_scaled(a, tricomi(values.add(a, 1), values.add(b, 1), z)))


tricomi = analytic("U(a, b, z)", lambda a, b, z: z.hypgeom_u(a, b), {2: _tricomi_slope}, estimated=True)


def _tricomi_star(a: Value, b: Value, z: Value) -> Value:
    """U* = z^a U"""
    return _scaled(values.power(z, a), tricomi(a, b, z))


def generalized(*arguments: Value) -> Value:
    """pFq: the arguments are p, q, the p upper and the q lower parameters, and z."""
    return _generalized(arguments, regularized=False)


def generalized_regularized(*arguments: Value) -> Value:
    return _generalized(arguments, regularized=True)


def _generalized(arguments: tuple[Value, ...], *, regularized: bool) -> Value:
    tops, bottoms, *rest = arguments
    p, q = values.integer(tops, "number of parameters"), values.integer(bottoms, "number of parameters")
    if len(rest) != p + q + 1:
        raise UndefinedError("number of parameters")

    def compute(*balls: Scalar) -> Scalar:
        upper, lower, z = list(balls[:p]), list(balls[p : p + q]), balls[-1]
        if p == q + 1 and not values.size(z) <= 1:
            raise UndefinedError("hypergeometric series that does not converge")
        return z.hypgeom(upper, lower, regularized=regularized)

    return _series("pFq", compute, p, q, regularized=regularized)(*rest)


def _whittaker(function: Callable[..., Scalar]) -> Callable[..., Value]:
    """e^{-z/2} z^{1/2 + μ} f(1/2 + μ − κ, 1 + 2μ, z) (DLMF 13.14.2, 13.14.3)"""

    def compute(kappa: Scalar, mu: Scalar, z: Scalar) -> Scalar:
        half = values.complex_ball(values.divide(1, 2))
        return (-z / 2).exp() * z ** (half + mu) * function(half + mu - kappa, 1 + 2 * mu, z)

    return analytic("Whittaker function", compute, estimated=True)


def _cylinder_u(a: Scalar, z: Scalar) -> Scalar:
    """U(a, z) by DLMF 12.4, both solutions as Kummer series."""
    one = values.complex_ball(1)
    half, quarter = one / 2, one / 4
    root = values.complex_ball(values.pi()).sqrt()
    square = z * z / 2
    even = root * 2 ** (-(half * a + quarter)) * (3 * quarter + a * half).rgamma()
    odd = -root * 2 ** (quarter - a * half) * (quarter + a * half).rgamma()
    first = square.hypgeom_1f1(a * half + quarter, half)
    second = z * square.hypgeom_1f1(a * half + 3 * quarter, 3 * half)
    return (-z * z / 4).exp() * (even * first + odd * second)


def _cylinder_v(a: Scalar, z: Scalar) -> Scalar:
    """V(a, z) by DLMF 12.2.20, with the gamma function combined with the sine at its poles."""
    half = values.complex_ball(values.divide(1, 2))
    whole = (a * values.complex_ball(values.pi())).sin() * _cylinder_u(a, z) + _cylinder_u(a, -z)
    return (half + a).gamma() / values.complex_ball(values.pi()) * whole


def _cylinder_slope(a: Value, z: Value) -> Value:
    """U' = −z/2 U(a, z) − (a + 1/2) U(a + 1, z)"""
    first = _scaled(values.divide(z, -2), cylinder_u(a, z))
    return values.add(
        first, values.negate(_scaled(values.add(a, values.divide(1, 2)), cylinder_u(values.add(a, 1), z)))
    )


cylinder_u = analytic("parabolic cylinder function U", _cylinder_u, {1: _cylinder_slope}, estimated=True)
cylinder_v = analytic("parabolic cylinder function V", _cylinder_v, estimated=True)


def cylinder_d(order: Value, z: Value) -> Value:
    """D_ν(z) = U(−ν − 1/2, z)"""
    return cylinder_u(values.add(values.negate(order), values.divide(-1, 2)), z)


coulomb_f = analytic("Coulomb function F", lambda degree, eta, z: z.coulomb(degree, eta)[0], estimated=True)
coulomb_g = analytic("Coulomb function G", lambda degree, eta, z: z.coulomb(degree, eta)[1], estimated=True)
coulomb_plus = analytic(
    "Coulomb function H+", lambda degree, eta, z: z.coulomb(degree, eta)[2], estimated=True
)
coulomb_minus = analytic(
    "Coulomb function H-", lambda degree, eta, z: z.coulomb(degree, eta)[3], estimated=True
)


def _handbook(*signatures: str, variant: str = "", distinctive: bool = False) -> tuple[Notation, ...]:
    return tuple(Notation(s, variant, distinctive) for s in signatures)


def _confirming(
    name: str,
    function: Callable[..., Value],
    *signatures: str,
    law: str = "",
    given: str = "",
    distinctive: bool = False,
) -> Operator:
    laws = (Law(law, given, NAMED),) if law else ()
    return Operator(
        name, function, notations=_handbook(*signatures, distinctive=distinctive), laws=laws, may_refute=False
    )


OPERATORS = (
    Operator(
        "gauss",
        gauss,
        notations=_handbook("F(..;.;.)", "_2F_1(..;.;.)", "_2F_1(....)", distinctive=True),
        laws=(Law(r"{}_2F_1(1, 1; 2; x) = -\frac{\log(1 - x)}{x}", r"x \in (0, 1)"), Law(r"F(a, b; c; x) = (1 - x)^{c-a-b} F(c - a, c - b; c; x)", r"x \in (0, 1) , a > 0 , b > 0 , c > 0", NAMED)),
        slips=(Law(r"F(a, b; c; x) = (1 - x)^{a+b-c} F(c - a, c - b; c; x)", r"x \in (0, 1) , a > 0 , b > 0 , c > 0", NAMED),),
    ),
    Operator(
        "kummer",
        kummer,
        notations=(*_handbook("_1F_1(.;.;.)", "_1F_1(...)", distinctive=True), *_handbook("M(...)")),
        laws=(Law(r"{}_1F_1(a; b; x) = e^x {}_1F_1(b - a; b; -x)", "a > 0 , b > 0"),),
        slips=(Law(r"{}_1F_1(a; b; x) = e^{-x} {}_1F_1(b - a; b; -x)", "a > 0 , b > 0", NAMED),),
    ),
    _confirming("gauss_regularized", gauss_regularized, r"\boldsymbol{F}(..;.;.)", r"_2\boldsymbol{F}_1(..;.;.)", r"_2\boldsymbol{F}_1(....)", law=r"\mathbf{F}(a, b; c; x) = \frac{1}{\Gamma(c)} F(a, b; c; x)", given=r"x \in (0, 1) , a > 0 , b > 0 , c > 0", distinctive=True),
    _confirming("kummer_regularized", kummer_regularized, r"_1\boldsymbol{F}_1(.;.;.)", r"_1\boldsymbol{F}_1(...)", r"\boldsymbol{M}(...)", law=r"\mathbf{M}(a, b, x) = \frac{1}{\Gamma(b)} M(a, b, x)", given="a > 0 , b > 0", distinctive=True),
    _confirming("confluent", confluent, "_0F_1(;.;.)", "_0F_1(-;.;.)", "_0F_1(.;.)", "_0F_1(..)", law=r"{}_0F_1(\tfrac{1}{2}; -\tfrac{x^2}{4}) = \cos x", distinctive=True),
    _confirming("confluent_regularized", confluent_regularized, r"_0\boldsymbol{F}_1(;.;.)", r"_0\boldsymbol{F}_1(-;.;.)", r"_0\boldsymbol{F}_1(..)", distinctive=True),
    _confirming("tricomi", tricomi, "U(...)", law="U(a, b, x) = x^{1-b} U(a - b + 1, 2 - b, x)", given="a > 0 , b > 0 , x > 0"),
    _confirming("tricomi_star", _tricomi_star, "U^*(...)", law=r"U^{*}(a, b, x) = x^a U(a, b, x)", given="a > 0 , b > 0 , x > 0"),
    Operator("generalized", generalized, laws=(Law(r"{}_3F_2(a, b, c; b, c; x) = (1 - x)^{-a}", r"x \in (0, 1) , a > 0 , b > 0 , c > 0", NAMED),), may_refute=False),
    Operator("generalized_regularized", generalized_regularized, may_refute=False),
    _confirming("whittaker_m", _whittaker(lambda a, b, z: z.hypgeom_1f1(a, b)), "M_..(.)", law=r"M_{\kappa,\mu}(x) = e^{-x/2} x^{\mu+1/2} M(\mu - \kappa + \tfrac{1}{2}, 1 + 2\mu, x)", given=r"x > 0 , \mu > 0", distinctive=True),
    _confirming("whittaker_w", _whittaker(lambda a, b, z: z.hypgeom_u(a, b)), "W_..(.)", law=r"W_{\kappa,\mu}(x) = W_{\kappa,-\mu}(x)", given=r"x > 0 , \mu > 0", distinctive=True),
    _confirming("cylinder_u", cylinder_u, "U(..)", law=r"U(-\tfrac{1}{2}, x) = e^{-x^2/4}"),
    _confirming("cylinder_v", cylinder_v, "V(..)", law=r"V(\tfrac{1}{2}, x) = \sqrt{\frac{2}{\pi}} e^{x^2/4}"),
    _confirming("cylinder_d", cylinder_d, "D_.(.)", law="D_{0}(x) = e^{-x^2/4}"),
    _confirming("coulomb_f", coulomb_f, "F_..(.)", "F_.(..)"),
    _confirming("coulomb_g", coulomb_g, "G_..(.)", "G_.(..)"),
    _confirming("coulomb_plus", coulomb_plus, "H_..^+(.)"),
    _confirming("coulomb_minus", coulomb_minus, "H_..^-(.)"),
)  # fmt: skip
