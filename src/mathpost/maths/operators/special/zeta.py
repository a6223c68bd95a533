"""Zeta functions and polylogarithms: DLMF chapter 25."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, Value

WORDS = ("zeta function", "Zeta function", "zeta 函数", "zeta函数", "ζ 函数", "polylogarithm", "多重对数")
NAMED = "the Riemann zeta function, the Hurwitz zeta function and polylogarithms"

riemann_zeta = analytic("zeta function", lambda s: s.zeta(), estimated=True)


def _of_place(s: Value, a: Value) -> Value:
    """∂ζ(s, a)/∂a = −s ζ(s + 1, a)"""
    return values.negate(values.multiply(s, hurwitz(values.add(s, 1), a)))


hurwitz = analytic("Hurwitz zeta function", lambda s, a: s.zeta(a), {1: _of_place}, estimated=True)


def _lower_order(s: Value, z: Value) -> Value:
    return values.divide(polylogarithm(values.add(s, -1), z), z)


polylogarithm = analytic("polylogarithm", lambda s, z: z.polylog(s), {1: _lower_order}, estimated=True)
lerch = analytic("Lerch's function", lambda z, s, a: type(z).lerch_phi(z, s, a), estimated=True)
eta = analytic("Dirichlet eta function", lambda s: s.dirichlet_eta(), estimated=True)


def stieltjes(n: Value, *place: Value) -> Value:
    """γ_n, γ_n(a)"""
    order = values.integer(n, "order of a Stieltjes constant")
    return _STIELTJES(order, *(place or (1,)))


_STIELTJES = analytic(
    "Stieltjes constant", lambda n, a: type(a).stieltjes(n.unique_fmpz(), a), estimated=True
)


def _xi(s: Scalar) -> Scalar:
    """ξ(s) = ½ s (s − 1) Γ(s/2) π^{-s/2} ζ(s), with its pole and zero cancelled."""
    half = s / 2
    return (s - 1) * (half + 1).gamma() * values.complex_ball(values.pi()) ** (-half) * s.zeta()


OPERATORS = (
    Operator(
        "zeta",
        riemann_zeta,
        notations=(Notation(r"\zeta(.)", distinctive=True),),
        laws=(
            Law(r"\zeta(2) = \frac{\pi^2}{6}", "", NAMED),
            Law(r"\zeta(1 - s) = \frac{2}{(2\pi)^s} \cos\left(\frac{\pi s}{2}\right) \Gamma(s) \zeta(s)", "s > 2", NAMED),
        ),
        slips=(Law(r"\zeta(1 - s) = \frac{2}{(2\pi)^s} \sin\left(\frac{\pi s}{2}\right) \Gamma(s) \zeta(s)", "s > 2", NAMED),),
    ),
    Operator(
        "hurwitz_zeta",
        hurwitz,
        notations=(Notation(r"\zeta(..)", distinctive=True),),
        laws=(Law(r"\zeta(s, a + 1) = \zeta(s, a) - \frac{1}{a^s}", "s > 2 , a > 0", NAMED), Law(r"\zeta(s, 1) = \zeta(s)", "s > 2", NAMED)),
        slips=(Law(r"\zeta(s, a + 1) = \zeta(s, a) + \frac{1}{a^s}", "s > 2 , a > 0", NAMED),),
    ),
    Operator(
        "polylogarithm",
        polylogarithm,
        notations=(Notation(r"\text{Li}_.(.)", distinctive=True),),
        laws=(Law(r"\operatorname{Li}_1(x) = -\log(1 - x)", r"x \in (0, 1)", NAMED), Law(r"\operatorname{Li}_2(x) + \operatorname{Li}_2(1 - x) = \frac{\pi^2}{6} - \log x \log(1 - x)", r"x \in (0, 1)", NAMED)),
        slips=(Law(r"\operatorname{Li}_2(x) + \operatorname{Li}_2(1 - x) = \frac{\pi^2}{6} + \log x \log(1 - x)", r"x \in (0, 1)", NAMED),),
    ),
    Operator("lerch", lerch, notations=(Notation(r"\Phi(...)"),), laws=(Law(r"\Phi(z, s, 1) = \frac{1}{z} \operatorname{Li}_{s}(z)", r"z \in (0, 1) , s > 1", NAMED),), may_refute=False),
    Operator("eta", eta, notations=(Notation(r"\eta(.)", "Dirichlet"),), laws=(Law(r"\eta(s) = (1 - 2^{1-s}) \zeta(s)", "s > 1", NAMED),), may_refute=False),
    Operator("stieltjes", stieltjes, notations=(Notation(r"\gamma_."), Notation(r"\gamma_.(.)")), integers=(0,), laws=(Law(r"\gamma_{0}(a) = -\psi(a)", "a > 0", NAMED),), may_refute=False),
    Operator("xi", analytic("ξ", _xi, estimated=True), notations=(Notation(r"\xi(.)"),), laws=(Law(r"\xi(s) = \xi(1 - s)", "s > 2", NAMED),), may_refute=False),
)  # fmt: skip
