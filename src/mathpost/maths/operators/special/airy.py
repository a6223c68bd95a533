"""Airy and Scorer functions: DLMF chapter 9."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, Value

WORDS = ("Airy", "Scorer", "艾里")


def _airy(method: str) -> Operator:
    """Ai or Bi: f'' = zf."""

    def second(z: Value) -> Value:
        return values.multiply(z, airy(z))

    derivative = analytic(
        f"derivative of the Airy function {method}", lambda z: getattr(z, f"airy_{method}")(1), {0: second}
    )
    airy: Callable[..., Value] = analytic(
        f"Airy function {method}", lambda z: getattr(z, f"airy_{method}")(), {0: derivative}
    )
    name = method.capitalize()
    return Operator(
        f"airy_{method}",
        airy,
        spellings=(name,),
        laws=(Law(rf"\frac{{d^2}}{{dx^2}} \operatorname{{{name}}}(x) = x \operatorname{{{name}}}(x)"),),
        slips=(Law(rf"\frac{{d^2}}{{dx^2}} \operatorname{{{name}}}(x) = -x \operatorname{{{name}}}(x)"),),
    )


def _scorer_gi(z: Scalar) -> Scalar:
    return z.airy_bi() - _scorer_hi(z)


def _scorer_hi(z: Scalar) -> Scalar:
    """Hi by its Maclaurin series DLMF 9.12.17 in three parts, one for each remainder of the power modulo 3."""
    one = values.complex_ball(1)
    third = one / 3
    cube = z * z * z / 9
    zeroth = cube.hypgeom([], [2 * third]) * third.gamma()
    first = cube.hypgeom([], [4 * third]) * (2 * third).gamma() * z * 3**third
    second = cube.hypgeom([one], [4 * third, 5 * third]) * (z * 3**third) ** 2 / 2
    return (zeroth + first + second) / (3 ** (2 * third) * values.complex_ball(values.pi()))


OPERATORS = (
    _airy("ai"),
    _airy("bi"),
    Operator(
        "scorer_hi",
        analytic("Scorer function Hi", _scorer_hi, estimated=True),
        notations=(Notation(r"\text{Hi}(.)", distinctive=True),),
        laws=(
            Law(r"\operatorname{Gi}(x) + \operatorname{Hi}(x) = \operatorname{Bi}(x)", "", "Airy functions"),
        ),
        may_refute=False,
    ),
    Operator(
        "scorer_gi",
        analytic("Scorer function Gi", _scorer_gi, estimated=True),
        notations=(Notation(r"\text{Gi}(.)", distinctive=True),),
        laws=(Law(r"\operatorname{Gi}(0) = \frac{1}{3}\operatorname{Bi}(0)", "", "Airy functions"),),
        may_refute=False,
    ),
)
