"""Classical orthogonal polynomials and Legendre functions: DLMF chapters 14 and 18."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, UndefinedError, Value

LEGENDRE = ("Legendre function", "Legendre polynomial", "勒让德多项式", "勒让德函数", "Ferrers")
CHEBYSHEV = ("Chebyshev polynomial", "切比雪夫多项式", "Chebyshev 多项式", "Chebyshev多项式")
HERMITE = ("Hermite polynomial", "埃尔米特多项式", "Hermite 多项式", "Hermite多项式")
LAGUERRE = ("Laguerre polynomial", "拉盖尔多项式", "Laguerre 多项式", "Laguerre多项式")
GEGENBAUER = ("Gegenbauer", "ultraspherical")
JACOBI = ("Jacobi polynomial", "雅可比多项式", "Jacobi 多项式", "Jacobi多项式")
HARMONICS = ("spherical harmonic", "球谐")
NAMED = (
    "Legendre functions, Chebyshev polynomials, Hermite polynomials, Laguerre polynomials, Gegenbauer polynomials, "
    "Jacobi polynomials and spherical harmonics"
)


def _shifted(function: Callable[..., Value], order: Value, by: int, *rest: Value) -> Value:
    return function(values.add(order, by), *rest)


# --- polynomials, with the arguments: degree, parameters, argument --------------------------------------------------


def _hermite_slope(n: Value, x: Value) -> Value:
    """H_n' = 2n H_{n−1}"""
    return values.multiply(values.multiply(2, n), _shifted(hermite, n, -1, x))


def _laguerre_slope(n: Value, a: Value, x: Value) -> Value:
    """L_n^{(α)}' = −L_{n−1}^{(α+1)}"""
    return values.negate(_LAGUERRE(values.add(n, -1), values.add(a, 1), x))


def _jacobi_slope(n: Value, a: Value, b: Value, x: Value) -> Value:
    factor = values.divide(values.total((n, a, b, 1)), 2)
    return values.multiply(factor, jacobi(values.add(n, -1), values.add(a, 1), values.add(b, 1), x))


def _gegenbauer_slope(n: Value, order: Value, x: Value) -> Value:
    return values.multiply(values.multiply(2, order), gegenbauer(values.add(n, -1), values.add(order, 1), x))


def _first_slope(n: Value, x: Value) -> Value:
    """T_n' = n U_{n−1}"""
    return values.multiply(n, _shifted(chebyshev_u, n, -1, x))


chebyshev_t = analytic(
    "Chebyshev polynomial T", lambda n, x: x.chebyshev_t(n), {1: _first_slope}, estimated=True
)
chebyshev_u = analytic("Chebyshev polynomial U", lambda n, x: x.chebyshev_u(n), estimated=True)
hermite = analytic("Hermite polynomial", lambda n, x: x.hermite_h(n), {1: _hermite_slope}, estimated=True)
_LAGUERRE = analytic(
    "Laguerre polynomial", lambda n, a, x: x.laguerre_l(n, a), {2: _laguerre_slope}, estimated=True
)
jacobi = analytic(
    "Jacobi polynomial", lambda n, a, b, x: x.jacobi_p(n, a, b), {3: _jacobi_slope}, estimated=True
)
gegenbauer = analytic(
    "Gegenbauer polynomial", lambda n, a, x: x.gegenbauer_c(n, a), {2: _gegenbauer_slope}, estimated=True
)


def laguerre(*arguments: Value) -> Value:
    """L_n(x), L_n^{(α)}(x)"""
    return _LAGUERRE(*arguments) if len(arguments) == 3 else _LAGUERRE(arguments[0], 0, arguments[1])


def _monic_hermite(n: Value, x: Value) -> Value:
    """He_n(x) = 2^{−n/2} H_n(x/√2)"""
    root = values.sqrt(2)
    scale = values.power(2, values.divide(values.negate(n), 2))
    return values.multiply(scale, hermite(n, values.divide(x, root)))


def _third(n: Value, x: Value) -> Value:
    """V_n = U_n − U_{n−1}"""
    return values.add(chebyshev_u(n, x), values.negate(_shifted(chebyshev_u, n, -1, x)))


def _fourth(n: Value, x: Value) -> Value:
    return values.add(chebyshev_u(n, x), _shifted(chebyshev_u, n, -1, x))


# --- Legendre functions, with the arguments: degree, order, argument --------------------------------------------------


def _on_cut(method: str) -> Callable[..., Value]:
    """Ferrers' functions, for −1 < x < 1."""
    return _legendre(method, 2)


def _off_cut(method: str) -> Callable[..., Value]:
    return _legendre(method, 3)


def _legendre(method: str, kind: int) -> Callable[..., Value]:
    function = analytic(
        "Legendre function", lambda v, m, x: getattr(x, method)(v, m, type=kind), estimated=True
    )
    return lambda *arguments: (
        function(*arguments) if len(arguments) == 3 else function(arguments[0], 0, arguments[1])
    )


def _by_place(on: Callable[..., Value], off: Callable[..., Value]) -> Callable[..., Value]:
    """The function of the handbooks: Ferrers' function between −1 and 1, the other one beyond 1."""

    def function(*arguments: Value) -> Value:
        x = values.part(arguments[-1])
        if values.is_complex(x):
            return off(*arguments)
        return on(*arguments) if values.less(x, 1) and values.less(-1, x) else off(*arguments)

    return function


def _olver(*arguments: Value) -> Value:
    """Olver's **Q** (DLMF 14.3.10): e^{-μπi} Q / Γ(ν + μ + 1), by the regularized series DLMF 14.3.19 for x > 1."""
    v, *order, x = arguments
    return _OLVER(v, *(order or (0,)), x)


def _olver_series(v: Scalar, m: Scalar, x: Scalar) -> Scalar:
    half = values.complex_ball(values.divide(1, 2))
    square = 1 / (x * x)
    series = square.hypgeom_2f1((v + m) * half + 1, (v + m) * half + half, v + 3 * half, regularized=True)
    root = values.complex_ball(values.pi()).sqrt()
    factor = ((x - 1) ** (m * half)) * ((x + 1) ** (m * half))
    return root * factor / (2 ** (v + 1) * x ** (v + m + 1)) * series


_OLVER = analytic("Olver's Legendre function", _olver_series, estimated=True)
ferrers_p, ferrers_q = _on_cut("legendre_p"), _on_cut("legendre_q")
legendre_p, legendre_q = (
    _by_place(ferrers_p, _off_cut("legendre_p")),
    _by_place(ferrers_q, _off_cut("legendre_q")),
)


def _spherical_harmonic(l_: Value, m: Value, theta: Value, phi: Value) -> Value:
    degree, order = values.integer(l_, "degree"), values.integer(m, "order")
    if abs(order) > degree:
        raise UndefinedError("spherical harmonic")
    return analytic(
        "spherical harmonic", lambda t, p: type(t).spherical_y(degree, order, t, p), estimated=True
    )(theta, phi)


def _notations(*signatures: str) -> tuple[Notation, ...]:
    return tuple(Notation(s, distinctive="^(" in s) for s in signatures)


def _polynomial(
    name: str,
    function: Callable[..., Value],
    *signatures: str,
    words: tuple[str, ...],
    law: str,
    slip: str,
    given: str = "",
) -> Operator:
    return Operator(
        name,
        function,
        words=words,
        notations=_notations(*signatures),
        laws=(Law(law, given, NAMED),),
        slips=(Law(slip, given, NAMED),),
    )


INSIDE = r"x \in (-1, 1)"
OPERATORS = (
    _polynomial("legendre_p", legendre_p, "P_.(.)", "P_.^.(.)", words=LEGENDRE, law="(n + 1) P_{n+1}(x) = (2n + 1) x P_{n}(x) - n P_{n-1}(x)", slip="(n + 1) P_{n+1}(x) = (2n + 1) x P_{n}(x) + n P_{n-1}(x)"),
    _polynomial("chebyshev_t", chebyshev_t, "T_.(.)", words=CHEBYSHEV, law="T_{n+1}(x) = 2x T_{n}(x) - T_{n-1}(x)", slip="T_{n+1}(x) = x T_{n}(x) - T_{n-1}(x)"),
    _polynomial("chebyshev_u", chebyshev_u, "U_.(.)", words=CHEBYSHEV, law="T_{n}(x) = U_{n}(x) - x U_{n-1}(x)", slip="T_{n}(x) = U_{n}(x) + x U_{n-1}(x)"),
    _polynomial("hermite", hermite, "H_.(.)", words=HERMITE, law="H_{n+1}(x) = 2x H_{n}(x) - 2n H_{n-1}(x)", slip="H_{n+1}(x) = 2x H_{n}(x) - n H_{n-1}(x)"),
    _polynomial("laguerre", laguerre, "L_.(.)", "L_.^(.)(.)", words=LAGUERRE, law="(n + 1) L_{n+1}(x) = (2n + 1 - x) L_{n}(x) - n L_{n-1}(x)", slip="(n + 1) L_{n+1}(x) = (2n + 1 + x) L_{n}(x) - n L_{n-1}(x)"),
    _polynomial("gegenbauer", gegenbauer, "C_.^(.)(.)", words=GEGENBAUER, law=r"C^{(1)}_{n}(x) = U_{n}(x)", slip=r"C^{(1)}_{n}(x) = T_{n}(x)"),
    _polynomial("jacobi", jacobi, "P_.^(..)(.)", words=JACOBI, law=r"P^{(0, 0)}_{n}(x) = P_{n}(x)", slip=r"P^{(1, 0)}_{n}(x) = P_{n}(x)", given=INSIDE),
    Operator("hermite_monic", _monic_hermite, notations=(*_notations(r"\text{He}_.(.)"), Notation("He_.(.)")), words=HERMITE, laws=(Law(r"\operatorname{He}_{n+1}(x) = x \operatorname{He}_{n}(x) - n \operatorname{He}_{n-1}(x)", "", NAMED),), may_refute=False),
    Operator("chebyshev_v", _third, notations=(Notation("V_.(.)"),), words=CHEBYSHEV, laws=(Law("V_{1}(x) = 2x - 1", "", NAMED),), may_refute=False),
    Operator("chebyshev_w", _fourth, notations=(Notation("W_.(.)"),), words=CHEBYSHEV, laws=(Law("W_{1}(x) = 2x + 1", "", NAMED),), may_refute=False),
    Operator("legendre_q", legendre_q, notations=_notations("Q_.(.)", "Q_.^.(.)"), words=LEGENDRE, laws=(Law(r"Q_{0}(x) = \frac{1}{2}\log\frac{1 + x}{1 - x}", INSIDE, NAMED),), may_refute=False),
    Operator("ferrers_p", ferrers_p, notations=_notations(r"\text{P}_.(.)", r"\text{P}_.^.(.)"), words=LEGENDRE, laws=(Law(r"\mathsf{P}^{1}_{1}(x) = -\sqrt{1 - x^2}", INSIDE, NAMED),), may_refute=False),
    Operator("ferrers_q", ferrers_q, notations=_notations(r"\text{Q}_.(.)", r"\text{Q}_.^.(.)"), words=LEGENDRE, laws=(Law(r"\mathsf{Q}_{1}(x) = \frac{x}{2}\log\frac{1 + x}{1 - x} - 1", INSIDE, NAMED),), may_refute=False),
    Operator("olver_q", _olver, notations=_notations(r"\boldsymbol{Q}_.(.)", r"\boldsymbol{Q}_.^.(.)"), words=LEGENDRE, laws=(Law(r"\boldsymbol{Q}_{1}(x) = \frac{x}{2}\log\frac{x + 1}{x - 1} - 1", "x > 1", NAMED),), may_refute=False),
    Operator("spherical_harmonic", _spherical_harmonic, notations=_notations("Y_..(..)", "Y_.^.(..)"), integers=(0, 1), words=HARMONICS, laws=(Law(r"Y_{0,0}(\theta, \phi) = \frac{1}{2\sqrt{\pi}}", "", NAMED),), may_refute=False),
)  # fmt: skip
