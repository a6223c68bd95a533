"""Exact functions of integers: numbers of Bernoulli, Euler, Stirling and Bell, divisors, primes."""

from __future__ import annotations

from mathpost.maths.values.kinds import Scalar
from mathpost.maths.values.numbers import fmpq, fmpz, quotient, reduced


def bernoulli_number(n: int) -> Scalar:
    """B_n, with B_1 = −1/2."""
    return reduced(fmpq.bernoulli(n))


def euler_number(n: int) -> int:
    return int(fmpz.euler_number(n))


def bell_number(n: int) -> int:
    return int(fmpz.bell_number(n))


def partition_number(n: int) -> int:
    return int(fmpz.partitions_p(fmpz(n)))


def stirling_first(n: int, k: int) -> int:
    """The Stirling number of the first kind, with sign."""
    return int(fmpz.stirling_s1(n, k))


def stirling_second(n: int, k: int) -> int:
    return int(fmpz.stirling_s2(n, k))


def divisor_sum(order: int, n: int) -> Scalar:
    """The sum of the divisors of `n`, each to the power `order`."""
    if order < 0:
        return quotient(divisor_sum(-order, n), n**-order)
    return int(fmpz(n).divisor_sigma(order))


def totient(n: int) -> int:
    return int(fmpz(n).euler_phi())


def moebius(n: int) -> int:
    return int(fmpz(n).moebius_mu())


def prime_factors(n: int) -> list[tuple[int, int]]:
    """The prime factors of `n` with their exponents."""
    return [(int(p), int(e)) for p, e in fmpz(n).factor()]


def is_prime(n: int) -> bool:
    return bool(fmpz(n).is_prime())


def jacobi_symbol(a: int, n: int) -> int:
    return int(fmpz(a).jacobi(fmpz(n)))
