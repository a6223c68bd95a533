"""SymPy proves integrals, limits and endless sums; nothing false, and nothing outside its door."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest

from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable
from mathpost.verify.proving.pool import Killed
from mathpost.verify.proving.symbolic import (
    Assumptions,
    Claim,
    NoSymbolicFormError,
    prove_all,
    prove_equal,
    srepr,
    to_sympy,
)


def of(value: Term | int | Fraction) -> Term:
    return Number(Fraction(value)) if isinstance(value, int | Fraction) else value


def op(name: str, *arguments: Term | int | Fraction) -> Term:
    return Apply(name, tuple(map(of, arguments)))


def function(name: str) -> Callable[..., Term]:
    return lambda *arguments: op(name, *arguments)


def bind(name: str, variable: Term, *rest: Term | int | Fraction) -> Term:
    *bounds, body = map(of, rest)
    assert isinstance(variable, Variable)
    return Bind(name, variable, tuple(bounds), body)


a, b, c, k, n, q, s, t, x, f, mu = (Variable(name) for name in (*"abcknqstxf", r"\mu"))
add, multiply, negate, divide, power = map(function, ("add", "multiply", "negate", "divide", "power"))
exp, log, sqrt, sin, cos, index = map(function, ("exp", "log", "sqrt", "sin", "cos", "index"))
pi, infinity = op("pi"), op("infinity")
minus_infinity = negate(infinity)
HALF = Fraction(1, 2)
POSITIVE = Assumptions(positive=frozenset("abcqstx"))


def density(at: Term) -> Term:
    squared = divide(power(add(at, negate(mu)), 2), multiply(2, power(s, 2)))
    return divide(exp(negate(squared)), multiply(sqrt(multiply(2, pi)), s))


def gaussian(body: Term) -> Term:
    return bind("integral", x, minus_infinity, infinity, body)


LAWS: list[tuple[Term, Term | int | Fraction]] = [
    (gaussian(exp(negate(power(x, 2)))), sqrt(pi)),
    (gaussian(density(x)), 1),
    (gaussian(multiply(x, density(x))), mu),
    (gaussian(multiply(power(add(x, negate(mu)), 2), density(x))), power(s, 2)),
    (bind("integral", x, 0, infinity, exp(negate(multiply(a, x)))), divide(1, a)),
    (bind("integral", x, 0, infinity, multiply(power(x, add(a, -1)), exp(negate(x)))), op("gamma", a)),
    (bind("integral", x, 0, 1, power(x, 2)), Fraction(1, 3)),
    (bind("integral", x, 0, pi, sin(x)), 2),
    (bind("integral", t, 0, x, multiply(2, t)), power(x, 2)),
    (bind("integral", x, multiply(2, x)), add(power(x, 2), c)),
    (bind("integral", x, divide(1, add(1, power(x, 2)))), op("arctan", x)),
    (bind("limit", x, 0, divide(sin(x), x)), 1),
    (bind("limit", n, infinity, power(add(1, divide(1, n)), n)), exp(of(1))),
    (bind("limit", x, infinity, divide(x, add(x, 1))), 1),
    (bind("sum", k, 0, infinity, divide(power(x, k), op("factorial", k))), exp(x)),
    (bind("sum", k, 1, infinity, divide(1, power(k, 2))), divide(power(pi, 2), 6)),
    (bind("sum", k, 0, infinity, power(Number(HALF), k)), 2),
    (bind("sum", k, 0, n, op("binomial", n, k)), power(of(2), n)),
    (add(power(sin(x), 2), power(cos(x), 2)), 1),
]

SLIPS: list[tuple[Term, Term | int | Fraction]] = [
    (gaussian(exp(negate(power(x, 2)))), pi),
    (gaussian(multiply(power(x, 2), density(x))), power(s, 2)),
    (bind("integral", x, 0, infinity, exp(negate(multiply(a, x)))), a),
    (bind("integral", x, -1, 1, divide(1, power(x, 2))), -2),
    (bind("integral", x, multiply(2, x)), add(power(x, 2), x)),
    (bind("limit", x, 0, divide(op("abs", x), x)), 1),
    (bind("limit", x, 0, divide(sin(x), x)), 0),
    (bind("sum", k, 1, infinity, divide(1, k)), 1),
    (bind("sum", k, 1, infinity, divide(power(x, k), op("factorial", k))), exp(x)),
    (bind("sum", k, 1, n, index(x, k)), multiply(n, index(x, k))),
    (sqrt(power(mu, 2)), mu),
    (log(multiply(mu, x)), add(log(x), log(mu), 1)),
    (op("derivative", mu, t), 0),
    (op("determinant", mu), op("determinant", mu)),
]


def test_laws_are_proved() -> None:
    found = prove_all([Claim(left, of(right), POSITIVE) for left, right in LAWS], workers=2)
    assert [number for number, proved in enumerate(found) if proved is not True] == []


def test_slips_are_not_proved() -> None:
    found = prove_all([Claim(left, of(right), POSITIVE) for left, right in SLIPS], workers=2)
    assert [number for number, proved in enumerate(found) if proved is True] == []


def test_a_root_of_a_square_needs_its_sign() -> None:
    root = sqrt(power(x, 2))
    assert not prove_equal(root, x)
    assert prove_equal(root, x, POSITIVE)


def test_a_long_proof_is_killed() -> None:
    hard = bind("integral", x, 0, 1, op("power", add(sin(exp(x)), log(add(2, x)), sqrt(add(x, 3))), 60))
    found = prove_all([Claim(hard, of(0)), Claim(x, x)], seconds_cpu=4)  # enough to load SymPy anew
    assert found[1] is True
    assert found[0] in (False, Killed("time"))


@pytest.mark.parametrize(
    ("term", "culprit"),
    [
        (op("derivative", log(op("determinant", Variable("A"))), Variable("A")), "derivative"),
        (op("trace", x), "trace"),
        (op("delta", Variable("i"), Variable("j")), "delta"),
        (Variable(r"\boldsymbol{x}"), r"\boldsymbol{x}"),
        (bind("sum", k, 1, Fraction(87, 100), index(x, k)), "bounds of sum"),
        (bind("maximum", k, 1, n, index(x, k)), "maximum"),
        (op("derivative", index(x, t), t), "derivative"),
        (op("root", mu, 3), "root"),
    ],
)
def test_what_sympy_gets_wrong_does_not_pass(term: Term, culprit: str) -> None:
    with pytest.raises(NoSymbolicFormError) as error:
        to_sympy(term)
    assert error.value.operator == culprit


def test_srepr_keeps_names_and_numbers_apart() -> None:
    assert srepr(add(x, Number(Fraction(1, 10)))) == "Add(Symbol('x', real=True), Rational(1, 10))"
    assert srepr(index(x, 1)) != srepr(op("call", x, 1))


def test_an_index_is_not_constant_under_its_sum() -> None:
    total = to_sympy(bind("sum", k, 1, n, index(x, k)))
    assert total.doit() != to_sympy(multiply(n, index(x, k)))


def test_sympy_is_not_loaded_before_it_is_asked() -> None:
    code = "import sys, mathpost.verify.proving.symbolic; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
