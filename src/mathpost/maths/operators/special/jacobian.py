"""Jacobi's and Weierstrass's elliptic functions, theta functions: DLMF chapters 20, 22, 23."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, UndefinedError, Value

WORDS = ("elliptic function", "椭圆函数", "theta function", "theta 函数", "Jacobi elliptic")
NAMED = "elliptic functions and theta functions"
PARAMETER = "parameter of elliptic integrals"
NOME = "nome of theta functions"


# --- Jacobi's functions, from theta functions (DLMF 22.2) -------------------------------------------------------------


def _thetas(z: Scalar, k: Scalar) -> tuple[tuple[Scalar, ...], tuple[Scalar, ...]]:
    """θ₁ … θ₄ at z and at 0, for the modulus k."""
    square = k * k
    whole = type(k).elliptic_k(square)
    tau = values.complex_number(0, 1) * type(k).elliptic_k(1 - square) / whole
    place = z / (2 * whole)
    return type(k).modular_theta(place, tau), type(k).modular_theta(values.complex_ball(0), tau)


def _sn(z: Scalar, k: Scalar) -> Scalar:
    if k.contains(0):
        return z.sin()
    (t1, _, _, t4), (_, c2, c3, _) = _thetas(z, k)
    return c3 * t1 / (c2 * t4)


def _cn(z: Scalar, k: Scalar) -> Scalar:
    if k.contains(0):
        return z.cos()
    (_, t2, _, t4), (_, c2, _, c4) = _thetas(z, k)
    return c4 * t2 / (c2 * t4)


def _dn(z: Scalar, k: Scalar) -> Scalar:
    if k.contains(0):
        return values.complex_ball(1)
    (_, _, t3, t4), (_, _, c3, c4) = _thetas(z, k)
    return c4 * t3 / (c3 * t4)


def _product(*factors: Value) -> Value:
    result: Value = 1
    for factor in factors:
        result = values.multiply(result, factor)
    return result


sn: Callable[..., Value] = analytic("sn", _sn, {0: lambda z, k: _product(cn(z, k), dn(z, k))}, estimated=True)
cn: Callable[..., Value] = analytic(
    "cn", _cn, {0: lambda z, k: _product(-1, sn(z, k), dn(z, k))}, estimated=True
)
dn: Callable[..., Value] = analytic(
    "dn", _dn, {0: lambda z, k: _product(-1, values.multiply(k, k), sn(z, k), cn(z, k))}, estimated=True
)
BASIC: dict[str, Callable[..., Value]] = {"s": sn, "c": cn, "d": dn, "n": lambda _z, _k: 1}


def _quotient(over: str, under: str) -> Callable[..., Value]:
    """pq = pn/qn (Glaisher's notation)."""
    return lambda z, k: values.divide(BASIC[over](z, k), BASIC[under](z, k))


def _of_parameter(function: Callable[..., Value]) -> Callable[..., Value]:
    return lambda z, m: function(z, values.sqrt(m))


def _jacobian(over: str, under: str) -> tuple[Operator, ...]:
    name = over + under
    signature = rf"\text{{{name}}}(..)"
    function = _quotient(over, under)
    law = Law(
        rf"\operatorname{{{name}}}(z, k) \operatorname{{{under}{over}}}(z, k) = 1",
        r"z \in (0, 1) , k \in (0, 1)",
        NAMED,
    )
    if name in ("sn", "cn", "dn"):
        law = Law(
            r"k^2 \operatorname{sn}(z, k)^2 + \operatorname{dn}(z, k)^2 = 1",
            r"z \in (0, 1) , k \in (0, 1)",
            NAMED,
        )
    return (
        Operator(
            f"jacobi_{name}",
            function,
            notations=(Notation(signature, distinctive=True),),
            moduli=(1,),
            laws=(law,),
            may_refute=False,
        ),
        Operator(
            f"jacobi_{name}_parameter",
            _of_parameter(function),
            notations=(Notation(signature, PARAMETER),),
            may_refute=False,
        ),
    )


def _amplitude(x: Scalar, k: Scalar) -> Scalar:
    """am for real arguments between −K and K."""
    return _sn(x, k).asin()


def _inverse(over: str, under: str) -> Callable[..., Value]:
    """The inverse functions for 0 < x, by F(φ, k) (DLMF 22.15)."""

    def angle(x: Value, k: Value) -> Value:
        square, k2 = values.multiply(x, x), values.multiply(k, k)
        minus = values.negate
        sines: dict[str, Callable[[], Value]] = {
            "sn": lambda: square,
            "cn": lambda: values.add(1, minus(square)),
            "dn": lambda: values.divide(values.add(1, minus(square)), k2),
            "cd": lambda: values.divide(
                values.add(1, minus(square)), values.add(1, minus(values.multiply(k2, square)))
            ),
            "sd": lambda: values.divide(square, values.add(1, values.multiply(k2, square))),
            "nd": lambda: values.divide(values.add(square, -1), values.multiply(k2, square)),
            "dc": lambda: values.divide(values.add(square, -1), values.add(square, minus(k2))),
            "nc": lambda: values.divide(values.add(square, -1), square),
            "sc": lambda: values.divide(square, values.add(1, square)),
            "ns": lambda: values.divide(1, square),
            "ds": lambda: values.divide(1, values.add(square, k2)),
            "cs": lambda: values.divide(1, values.add(1, square)),
        }
        return values.arcsin(values.sqrt(sines[over + under]()))

    def function(x: Value, k: Value) -> Value:
        if values.is_complex(x) or values.less(x, 0):
            raise UndefinedError(f"arc{over}{under}")
        return _first(angle(x, k), values.multiply(k, k))

    return function


_first = analytic("F(φ, m)", lambda phi, m: type(m).elliptic_f(phi, m), estimated=True)
PAIRS = [(p, q) for p in "scdn" for q in "scdn" if p != q]


def _inverse_operator(over: str, under: str) -> Operator:
    name = f"arc{over}{under}"
    return Operator(
        f"jacobi_{name}",
        _inverse(over, under),
        notations=(Notation(rf"\text{{{name}}}(..)", distinctive=True),),
        moduli=(1,),
        may_refute=False,
    )


def _zeta(x: Value, k: Value) -> Value:
    """Z(x|k) = ℰ(x, k) − (E/K) x"""
    m = values.multiply(k, k)
    ratio = values.divide(_complete(m, "e"), _complete(m, "k"))
    return values.add(_epsilon(x, k), values.negate(values.multiply(ratio, x)))


def _complete(m: Value, which: str) -> Value:
    return analytic(which, lambda ball: getattr(type(ball), f"elliptic_{which}")(ball))(m)


def _epsilon(x: Value, k: Value) -> Value:
    """ℰ(x, k) = E(am(x, k), k)"""
    return _second(amplitude(x, k), values.multiply(k, k))


amplitude = analytic("am", _amplitude, {0: dn}, estimated=True)
_second = analytic("E(φ, m)", lambda phi, m: type(m).elliptic_e_inc(phi, m), estimated=True)


# --- theta functions ----------------------------------------------------------------------------------------------------


def _theta(
    number: int, scale: Callable[[Scalar], Scalar], ratio: Callable[[Scalar], Scalar]
) -> Callable[..., Value]:
    """θ for the lattice that `ratio` gives for the second argument, at `scale` of the first in units of the real period."""

    def compute(z: Scalar, second: Scalar) -> Scalar:
        tau = ratio(second)
        if not tau.imag > 0:
            raise UndefinedError("theta function of a point below the real axis")
        return type(z).modular_theta(scale(z), tau)[number - 1]

    return analytic(f"θ_{number}", compute, estimated=True)


def _over_pi(z: Scalar) -> Scalar:
    return z / values.complex_ball(values.pi())


def _of_nome(q: Scalar) -> Scalar:
    """τ with q = e^{πiτ}"""
    return q.log() / (values.complex_ball(values.pi()) * values.complex_number(0, 1))


def _theta_operators(number: int) -> tuple[Operator, ...]:
    law = Law(
        rf"\theta_{{{number}}}(z + \pi, q) = {'-' if number < 3 else ''}\theta_{{{number}}}(z, q)",
        r"z \in (0, 1) , q \in (0, 1)",
        NAMED,
    )
    same = lambda v: v  # noqa: E731
    nome = _theta(number, _over_pi, _of_nome)
    return (
        Operator(
            f"theta_{number}",
            _theta(number, _over_pi, same),
            notations=(Notation(rf"\theta_{number}(.|.)", distinctive=True),),
            half_plane=(1,),
            may_refute=False,
        ),
        Operator(
            f"theta_{number}_unit",
            _theta(number, same, same),
            notations=(Notation(rf"\theta_{number}(..)", distinctive=True),),
            half_plane=(1,),
            may_refute=False,
        ),
        Operator(
            f"theta_{number}_nome",
            nome,
            notations=(Notation(rf"\theta_{number}(..)", NOME),),
            laws=(law,),
            may_refute=False,
        ),
    )


# --- Weierstrass's functions of a lattice with periods 1 and τ ------------------------------------------------------------


def _weierstrass(name: str, method: str, signature: str, variant: str = "") -> Operator:
    function = analytic(name, lambda z, tau: getattr(z, method)(tau), estimated=True)
    return Operator(
        name, function, notations=(Notation(signature, variant),), half_plane=(1,), may_refute=False
    )


OPERATORS = (
    *(operator for pair in PAIRS for operator in _jacobian(*pair)),
    *(_inverse_operator(*pair) for pair in PAIRS),
    Operator("jacobi_am", amplitude, notations=(Notation(r"\text{am}(..)", distinctive=True),), moduli=(1,), laws=(Law(r"\sin(\operatorname{am}(x, k)) = \operatorname{sn}(x, k)", r"x \in (0, 1) , k \in (0, 1)", NAMED),), may_refute=False),
    Operator("jacobi_epsilon", _epsilon, notations=(Notation(r"\mathcal{E}(..)"),), moduli=(1,), may_refute=False),
    Operator("jacobi_zeta", _zeta, notations=(Notation(r"\text{Z}(.|.)"), Notation(r"\text{Z}(..)")), may_refute=False),
    *(operator for number in (1, 2, 3, 4) for operator in _theta_operators(number)),
    _weierstrass("weierstrass_p", "elliptic_p", r"\wp(..)"),
    _weierstrass("weierstrass_zeta", "elliptic_zeta", r"\zeta(..)", "lattice"),
    _weierstrass("weierstrass_sigma", "elliptic_sigma", r"\sigma(..)"),
)  # fmt: skip
