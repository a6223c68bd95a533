"""Numbers and polynomials of Bernoulli, Euler, Stirling, Bell and others: DLMF chapters 24 and 26."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from mathpost.maths import values
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, UndefinedError, Value

NAMED = (
    "Bernoulli numbers and polynomials, Euler numbers and polynomials, Stirling numbers, Bell numbers, Fibonacci numbers and "
    "harmonic numbers"
)
BERNOULLI = ("Bernoulli number", "伯努利数", "Bernoulli polynomial", "伯努利多项式")
EULER = ("Euler number", "欧拉数", "Euler polynomial", "欧拉多项式")
STIRLING = ("Stirling number", "斯特林数")
LARGEST = 2000


def _counted(n: Scalar, what: str, least: int = 0) -> int:
    number = values.integer(n, what)
    if not least <= number <= LARGEST:
        raise UndefinedError(what)
    return number


def _bernoulli(n: Scalar) -> Scalar:
    """B_n with B_1 = −1/2"""
    return values.bernoulli_number(_counted(n, "Bernoulli number"))


def _euler(n: Scalar) -> Scalar:
    return values.euler_number(_counted(n, "Euler number"))


def _polynomial(
    numbers: Callable[[int], Scalar], shift: Scalar, name: str
) -> Callable[[Value, Value], Value]:
    """Σ C(n, k) a_k (x − shift)^{n−k}"""

    def function(n: Value, x: Value) -> Value:
        degree = _counted(n, name)
        place = values.add(x, values.negate(shift))
        return values.total(
            values.multiply(
                values.multiply(values.binomial(degree, k), numbers(k)), values.power(place, degree - k)
            )
            for k in range(degree + 1)
        )

    return function


def _halved_euler(k: int) -> Scalar:
    return values.divide(values.euler_number(k), 2**k)


def _stirling_first(n: Scalar, k: Scalar) -> Scalar:
    """s(n, k), with sign"""
    return values.stirling_first(*_pair(n, k))


def _stirling_cycle(n: Scalar, k: Scalar) -> Scalar:
    return abs(_stirling_first(n, k))


def _stirling_second(n: Scalar, k: Scalar) -> Scalar:
    return values.stirling_second(*_pair(n, k))


def _pair(n: Scalar, k: Scalar) -> tuple[int, int]:
    return _counted(n, "Stirling number"), _counted(k, "Stirling number")


@cache
def _eulerian_row(n: int) -> tuple[int, ...]:
    if n == 0:
        return (1,)
    above = _eulerian_row(n - 1)
    left = [(n - k) * above[k - 1] if k else 0 for k in range(n + 1)]
    right = [(k + 1) * above[k] if k < len(above) else 0 for k in range(n + 1)]
    return tuple(a + b for a, b in zip(left, right, strict=True))


def _eulerian(n: Scalar, k: Scalar) -> Scalar:
    order, place = _counted(n, "Eulerian number"), _counted(k, "Eulerian number")
    if order > 100:
        raise UndefinedError("Eulerian number")
    row = _eulerian_row(order)
    return row[place] if place < len(row) else 0


def _gaussian(q: Value, n: Scalar, k: Scalar) -> Value:
    """The q-binomial coefficient"""
    top, bottom = values.integer(n, "Gaussian binomial"), values.integer(k, "Gaussian binomial")
    if not 0 <= bottom <= top:
        return 0
    result: Value = 1
    for j in range(1, bottom + 1):
        upper = values.add(1, values.negate(values.power(q, top - bottom + j)))
        result = values.divide(
            values.multiply(result, upper), values.add(1, values.negate(values.power(q, j)))
        )
    return result


def _fibonacci(n: Scalar) -> Scalar:
    number = values.integer(n, "Fibonacci number")
    if abs(number) > LARGEST:
        raise UndefinedError("Fibonacci number")
    a, b = 0, 1
    for _ in range(abs(number)):
        a, b = b, a + b
    return -a if number < 0 and number % 2 == 0 else a


def _lucas(n: Scalar) -> Scalar:
    return _fibonacci(values.add(n, 1)) + _fibonacci(values.add(n, -1))


def _harmonic(n: Scalar) -> Scalar:
    number = _counted(n, "harmonic number")
    return values.total(values.divide(1, k) for k in range(1, number + 1))


def _catalan(n: Scalar) -> Scalar:
    number = _counted(n, "Catalan number")
    return values.divide(values.binomial(2 * number, number), number + 1)


def _numbers(
    name: str,
    function: Callable[..., Value],
    *signatures: str,
    law: str,
    words: tuple[str, ...] = (),
    places: tuple[int, ...] = (0,),
    distinctive: bool = False,
) -> Operator:
    notations = tuple(Notation(s, distinctive=distinctive) for s in signatures)
    return Operator(
        name,
        function,
        notations=notations,
        integers=places,
        words=words,
        laws=(Law(law, "", NAMED),) if law else (),
        may_refute=False,
    )


OPERATORS = (
    _numbers("bernoulli", _bernoulli, "B_.", words=BERNOULLI, law=r"\sum_{k=0}^{n} \binom{n+1}{k} B_{k} = 0"),
    _numbers("euler", _euler, "E_.", words=EULER, law=r"\sum_{k=0}^{n} \binom{2n}{2k} E_{2k} = 0"),
    _numbers("bernoulli_polynomial", _polynomial(values.bernoulli_number, 0, "Bernoulli polynomial"), "B_.(.)", words=BERNOULLI, law="B_{n}(x + 1) - B_{n}(x) = n x^{n-1}"),
    _numbers("euler_polynomial", _polynomial(_halved_euler, values.half(), "Euler polynomial"), "E_.(.)", words=EULER, law="E_{n}(x + 1) + E_{n}(x) = 2x^n"),
    _numbers("stirling_first", _stirling_first, "s(..)", words=STIRLING, law="s(n + 1, k) = s(n, k - 1) - n s(n, k)", places=(0, 1)),
    _numbers("stirling_cycle", _stirling_cycle, law="", places=(0, 1)),
    _numbers("stirling_second", _stirling_second, "S(..)", words=STIRLING, law="S(n + 1, k) = S(n, k - 1) + k S(n, k)", places=(0, 1)),
    _numbers("eulerian", _eulerian, law="", places=(0, 1)),
    _numbers("gaussian_binomial", _gaussian, law="", places=(1, 2)),
    _numbers("bell", lambda n: values.bell_number(_counted(n, "Bell number")), "B(.)", words=("Bell number", "贝尔数"), law=r"B(n + 1) = \sum_{k=0}^{n} \binom{n}{k} B(k)"),
    _numbers("fibonacci", _fibonacci, "F_.", words=("Fibonacci", "斐波那契"), law="F_{n+2} = F_{n+1} + F_{n}"),
    _numbers("lucas", _lucas, law=""),
    _numbers("catalan", _catalan, law=""),
    _numbers("harmonic", _harmonic, "H_.", words=("harmonic number", "调和数"), law=r"H_{n+1} = H_{n} + \frac{1}{n + 1}"),
    _numbers("partitions", lambda n: values.partition_number(_counted(n, "number of partitions")), "p(.)", words=("number of partitions", "分拆数"), law=""),
)  # fmt: skip
