"""Functions of number theory: DLMF chapter 27."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, lcm

from mathpost.maths import values
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, UndefinedError, Value

NAMED = "Euler's totient, the divisor function, the Möbius function and the Liouville function"
LARGEST = 10**9


def _natural(n: Scalar, what: str) -> int:
    number = values.integer(n, what)
    if not 1 <= number <= LARGEST:
        raise UndefinedError(what)
    return number


def _over_integers(combine: Callable[..., int], what: str) -> Callable[..., Value]:
    return lambda *numbers: combine(*(values.integer(n, what) for n in numbers))


def _totient(n: Scalar) -> Scalar:
    return values.totient(_natural(n, "totient"))


def _moebius(n: Scalar) -> Scalar:
    return values.moebius(_natural(n, "Möbius function"))


def _divisor_sum(order: Scalar, n: Scalar) -> Scalar:
    """σ_k(n), the sum of the k-th powers of the divisors"""
    return values.divisor_sum(values.integer(order, "divisor function"), _natural(n, "divisor function"))


def _divisor_count(n: Scalar) -> Scalar:
    return _divisor_sum(0, n)


def _liouville(n: Scalar) -> Scalar:
    return (-1) ** sum(exponent for _, exponent in values.prime_factors(_natural(n, "Liouville function")))


def _distinct_primes(n: Scalar) -> Scalar:
    return len(values.prime_factors(_natural(n, "number of primes")))


def _prime(n: Scalar) -> Scalar:
    place = _natural(n, "prime")
    if place > 2000:
        raise UndefinedError("prime")
    found, candidate = 0, 1
    while found < place:
        candidate += 1
        found += values.is_prime(candidate)
    return candidate


def _primes_up_to(x: Scalar) -> Scalar:
    last = values.floor(x)
    if last > 20_000:
        raise UndefinedError("number of primes")
    return sum(values.is_prime(k) for k in range(2, last + 1))


def _remainder(n: Scalar, m: Scalar) -> Scalar:
    divisor = values.integer(m, "remainder")
    if divisor == 0:
        raise UndefinedError("division by zero")
    return values.integer(n, "remainder") % divisor


def _symbol(a: Scalar, n: Scalar) -> Scalar:
    """The symbol of Legendre and Jacobi"""
    modulus = values.integer(n, "Jacobi symbol")
    if modulus < 1 or modulus % 2 == 0:
        raise UndefinedError("Jacobi symbol")
    return values.jacobi_symbol(values.integer(a, "Jacobi symbol"), modulus)


def _whole(
    name: str,
    function: Callable[..., Value],
    *signatures: str,
    spellings: tuple[str, ...] = (),
    places: tuple[int, ...] = (0,),
    law: str = "",
    words: tuple[str, ...] = (),
    given: str = "",
    distinctive: bool = False,
    slip: str = "",
) -> Operator:
    notations = tuple(Notation(s, distinctive=distinctive) for s in signatures)
    return Operator(
        name,
        function,
        spellings=spellings,
        notations=notations,
        words=words,
        integers=places,
        laws=(Law(law, given, NAMED),) if law else (),
        slips=(Law(slip),) if slip else (),
        may_refute=bool(slip),
    )


OPERATORS = (
    _whole("gcd", _over_integers(gcd, "greatest common divisor"), r"\gcd(..)", r"\text{gcd}(..)", places=(0, 1), law=r"\gcd(a, b) = \gcd(b, a)", given=r"a \in \mathbb{N} , b \in \mathbb{N}", distinctive=True),
    _whole("lcm", _over_integers(lcm, "least common multiple"), r"\text{lcm}(..)", places=(0, 1), law=r"\gcd(a, b) \operatorname{lcm}(a, b) = ab", given=r"a \in \mathbb{N} , b \in \mathbb{N}", distinctive=True),
    _whole("totient", _totient, r"\varphi(.)", r"\phi(.)", words=("totient", "欧拉函数"), law=r"\varphi(2n + 1) = \varphi(4n + 2)"),
    _whole("moebius", _moebius, r"\mu(.)", words=("Möbius function", "莫比乌斯函数"), law=r"\mu(4n) = 0"),
    _whole("divisor_sum", _divisor_sum, r"\sigma_.(.)", places=(0, 1), words=("divisor function", "除数函数"), law=r"\sigma_{1}(2) = 3"),
    _whole("divisor_count", _divisor_count, "d(.)", words=("divisor function", "除数函数"), law="d(4) = 3"),
    _whole("liouville", _liouville, r"\lambda(.)", words=("Liouville function",), law=r"\lambda(4n) = \lambda(n)"),
    _whole("distinct_primes", _distinct_primes, r"\nu(.)", r"\omega(.)"),
    _whole("prime", _prime, "p_."),
    _whole("primes_up_to", _primes_up_to, r"\pi(.)", places=()),
    _whole("remainder", _remainder, places=(0, 1), law=r"(a + b) \bmod 7 = (a \bmod 7 + b \bmod 7) \bmod 7", given=r"a \in \mathbb{N} , b \in \mathbb{N}", slip=r"3^{4} \bmod 7 = 3"),
    _whole("jacobi_symbol", _symbol, places=(0, 1)),
)  # fmt: skip
