"""Modular functions of τ in the upper half plane: DLMF chapter 23."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, UndefinedError, Value

WORDS = ("modular form", "modular function", "模形式", "模函数", "Dedekind eta", "Eisenstein series")
NAMED = "modular functions"


def _on_half_plane(name: str, compute: Callable[[Scalar], Scalar]) -> Callable[[Value], Value]:
    def inside(tau: Scalar) -> Scalar:
        if not tau.imag > 0:
            raise UndefinedError(f"{name} of a point below the real axis")
        return compute(tau)

    return analytic(name, inside, estimated=True)


def _eisenstein(weight: Value, tau: Value) -> Value:
    """E_k(τ) = 1 − (2k/B_k) Σ σ_{k−1}(n) qⁿ for even k; the tail widens the ball."""
    k = values.integer(weight, "weight of an Eisenstein series")
    if k < 2 or k % 2:
        raise UndefinedError("Eisenstein series of this weight")
    return _on_half_plane("Eisenstein series", lambda t: _series(k, t))(tau)


def _series(k: int, tau: Scalar) -> Scalar:
    q = (2 * tau).exp_pi_i()
    size = values.size(q)
    if size > 0.9:
        raise UndefinedError("Eisenstein series near the real axis")
    total, power, terms = values.complex_ball(0), q, 1
    while size**terms * terms ** (k + 1) > 1e-30:
        total += power * values.complex_ball(values.divisor_sum(k - 1, terms))
        power, terms = power * q, terms + 1
    factor = values.divide(-2 * k, values.bernoulli_number(k))
    return values.complex_ball(
        values.widened(1 + values.complex_ball(factor) * total, 1e-25 * abs(float(factor)) + 1e-25)
    )


def _eisenstein_g(weight: Value, tau: Value) -> Value:
    """G_k = 2 ζ(k) E_k"""
    k = values.integer(weight, "weight of an Eisenstein series")
    return values.multiply(values.multiply(2, values.zeta(k)), _eisenstein(k, tau))


def _modular(name: str, method: str, *notations: Notation, law: str) -> Operator:
    function = _on_half_plane(name, lambda tau: getattr(type(tau), method)(tau))
    return Operator(
        name,
        function,
        notations=notations,
        half_plane=(0,),
        laws=(Law(law, r"\tau \in \mathbb{H}", NAMED),),
        may_refute=False,
    )


OPERATORS = (
    _modular("dedekind_eta", "modular_eta", Notation(r"\eta(.)"), law=r"\eta(\tau + 1) = e^{\pi\mathrm{i}/12} \eta(\tau)"),
    _modular("modular_j", "modular_j", Notation("j(.)"), law=r"j(\tau + 1) = j(\tau)"),
    _modular("modular_lambda", "modular_lambda", Notation(r"\lambda(.)"), law=r"\lambda(\tau + 2) = \lambda(\tau)"),
    Operator("eisenstein_e", _eisenstein, notations=(Notation("E_.(.)", "Eisenstein"),), integers=(0,), half_plane=(1,), laws=(Law(r"E_{4}(\tau)^2 = E_{8}(\tau)", r"\tau \in \mathbb{H}", NAMED),), may_refute=False),
    Operator("eisenstein_g", _eisenstein_g, notations=(Notation("G_.(.)"),), integers=(0,), half_plane=(1,), laws=(Law(r"G_{4}(\tau + 1) = G_{4}(\tau)", r"\tau \in \mathbb{H}", NAMED),), may_refute=False),
)  # fmt: skip
