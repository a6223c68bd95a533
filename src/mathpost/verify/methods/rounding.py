"""Claims without free symbols: exact arithmetic, and what a printed number stands for.

A printed decimal stands for everything that rounds to it. A number that may be truncated, estimated or an order of
magnitude is `rough`: it is neither confirmed nor refuted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from mathpost.maths import values
from mathpost.maths.terms.rewriting import rewrite_everywhere, rule
from mathpost.maths.terms.term import (
    Apply,
    Number,
    Term,
    is_decimal,
    occurrences,
    parts,
    replaced,
    subterms,
    uses,
)
from mathpost.maths.terms.traversal import leaves
from mathpost.maths.values import Array, Scalar, Value
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.model import Model, Plan

ARITHMETIC = frozenset(["add", "multiply", "negate", "matrix", "power"])
POWER = frozenset(["power"])
LOGARITHM = frozenset(["log"])

Agreement = Literal["agrees", "rough", "differs"]
# where the numbers on the left come from: they are stated, put in for the symbols of a chain, or what that came to
Origin = Literal["stated", "put in", "computed"]
FEW = 2  # digits that nobody rounds to where the result has more
MANY = 6  # digits that nobody writes who has not rounded: a program printed them
ROUGH = 0.05  # relative error that "≈" forgives
LEADING = 0.1  # relative error of a number rounded to its leading digit
CLOSE = 1e-6  # distance from an integer that no rounding leaves but by chance: that of the zeta function of 200 from one
BINARY = 1e-15  # relative error of a number that a program printed
SPARE_BITS = 40  # of working precision beside those of the digits that are printed
LOG_10_OF_2 = 0.30103
MAGNITUDE = 10.0  # factor that a bare power of ten forgives


class Printed(NamedTuple):
    """A number as printed: its value, the unit of its last digit, and whether it is a bare power of ten."""

    value: Fraction
    unit: Fraction
    magnitude: bool = False


def printed(term: Term) -> Printed | None:
    """What `term` prints, if it is one number: ``0.34``, ``-12``, ``34\\%``, ``5.9 \\times 10^5``, ``10^{-70}``."""
    match term:
        case Number(value=value, places=places):
            return Printed(value, Fraction(1, 10 ** max(places or 0, 0)) * 10 ** max(-(places or 0), 0))
        case Apply(operator="negate", arguments=(inner,)):
            found = printed(inner)
            return found and found._replace(value=-found.value)
        case Apply(operator="power", arguments=(Number(value=base), _)) if base == 10:
            power = _exponent(term)
            return None if power is None else Printed(Fraction(10) ** power, Fraction(10) ** power, True)
        case Apply(operator="multiply", arguments=(mantissa, Apply(operator="power") as scale)):
            found, power = printed(mantissa), _exponent(scale)
            if found is None or power is None or found.magnitude:
                return None
            return Printed(found.value * Fraction(10) ** power, found.unit * Fraction(10) ** power)
    return None


def _exponent(term: Term) -> int | None:
    """k where `term` is ``10^k``, of a size that is still a number people print."""
    match term:
        case Apply(operator="power", arguments=(Number(value=base), exponent)) if base == 10:
            sign, exponent = _signed(exponent)
            if isinstance(exponent, Number) and exponent.value.denominator == 1 and abs(exponent.value) < 400:
                return sign * int(exponent.value)
    return None


def _signed(term: Term) -> tuple[int, Term]:
    match term:
        case Apply(operator="negate", arguments=(inner,)):
            return -1, inner
    return 1, term


def compared(left: Term, right: Term, plan: Plan, *, approximate: bool, origin: Origin) -> Agreement:
    """Whether the numbers on the right may stand for those on the left.

    The sides are known to differ as they are written. A number that was `computed` may be rounded; one that was
    inserted, if it has more than a few digits; one that is stated, if it has many. Where the left side alone is a
    printed decimal, it stands for the right one: ``0.333 = 1/3``.
    """
    if is_decimal(left) and printed(left) is not None and printed(right) is None and not is_decimal(right):
        left, right = right, left
    with values.precision(max(values.bits(), _bits_of(left), _bits_of(right))):
        return _compared(left, right, plan, approximate=approximate, origin=origin)


def _bits_of(term: Term) -> int:
    """The working precision at which every decimal in `term` can be distinguished from its neighbours."""
    decimals = (t.places for t in subterms(term) if isinstance(t, Number) and t.places)
    return SPARE_BITS + int(max(decimals, default=0) / LOG_10_OF_2)


def _compared(left: Term, right: Term, plan: Plan, *, approximate: bool, origin: Origin) -> Agreement:
    number = printed(right)
    if not approximate and not (number and number.magnitude) and _is_whole(left) and _is_whole(right):
        return "differs"  # nobody rounds a sum of whole numbers
    model = Model(plan.seed, "real", {}, plan, 4)
    try:
        exact = Evaluation(model).value(left)
        if not approximate and _is_whole(right) and _is_of_integers(left, exact):
            return "differs"
        if number is not None:
            agreement = _stands_for(exact, number, approximate)
        else:
            agreement = _touches(exact, right, model, approximate)
            if agreement == "agrees" and not (approximate or is_decimal(left) or is_decimal(right)):
                return "rough"  # nothing in it is rounded: the sides are too close for this precision
        result = (
            left if origin == "computed" else _short_ones_exact(left, FEW if origin == "put in" else MANY)
        )
        rounded = origin != "stated" or is_decimal(result)
        if agreement == "differs" and rounded and _wide(result, right, model):
            return "rough"
    except ArithmeticError:
        return "rough"
    return agreement


def _is_whole(term: Term) -> bool:
    """Whether a term is built from whole numbers by sums, products and powers."""
    exponents = (parts(power)[1] for power in occurrences(term, POWER))
    return all(map(_is_integer, (*leaves(term, ARITHMETIC), *exponents)))


def _is_integer(term: Term) -> bool:
    return isinstance(term, Number) and term.places is None and term.value.denominator == 1


def _is_of_integers(term: Term, value: Value) -> bool:
    """Whether `term` has no decimals and its value is a list of integers: there is nothing to round."""
    if not isinstance(value, Array) or is_decimal(term):
        return False
    return all(values.is_exact(v) and v.denominator == 1 for v in values.entries(value))


def _stands_for(exact: Scalar, number: Printed, approximate: bool) -> Agreement:
    value = values.rational(number.value)
    gap, unit = values.gap(exact, value), values.ball(values.rational(number.unit))
    size = abs(values.ball(exact))
    if number.magnitude and approximate and gap <= LEADING * size:
        return "agrees"  # 1024 is about 10^3
    if number.magnitude:
        ratio = values.ball(values.divide(exact, value))
        return "rough" if ratio > 1 / MAGNITUDE and ratio < MAGNITUDE else "differs"
    # an integer under "=" rounds only what is not a fraction: 512/3 = 171 is an estimate at best
    rounds = not (values.is_exact(exact) and number.unit == 1 and not approximate)
    if rounds and gap <= unit * (1 if approximate else 0.5000001):
        whole = not approximate and number.unit == 1
        # nobody rounds e to 3 with a sign of equality, and what comes so close to an integer was not rounded to it
        return "rough" if whole and (not gap <= ROUGH * size or gap < CLOSE) else "agrees"
    digit = values.ball(values.rational(_last_digit(number)))
    if approximate and gap <= digit * 0.5000001:
        return "agrees" if gap <= LEADING * size else "rough"  # 3162 is about 3000, 130 hardly about 100
    near = gap <= ROUGH * size if approximate else gap <= unit and gap <= ROUGH * size
    near = near or gap <= BINARY * size
    return "rough" if near or (approximate and gap <= unit) else "differs"


def _last_digit(number: Printed) -> Fraction:
    """The unit of the last digit that is not a zero: 1000 for 3000, which people write for anything near it."""
    unit = number.unit
    while number.value and (number.value / (10 * unit)).denominator == 1:
        unit *= 10
    return unit


def _touches(exact: Value, right: Term, model: Model, approximate: bool) -> Agreement:
    """The right side is an expression: its decimals are balls."""
    stands_for = Evaluation(model, rounding=True, widening=2 if approximate else 1).value(right)
    gap = values.gap(exact, stands_for)
    if gap.contains(0):
        narrow = values.radius(stands_for) <= 0.1 * (values.size(stands_for) + 1e-300)
        return "agrees" if narrow else "rough"
    cut_off = values.gap(exact, Evaluation(model, rounding=True, widening=2).value(right))
    if cut_off.contains(0) or (approximate and not cut_off > ROUGH * values.size(exact)):
        return "rough"
    return "differs"


def _wide(left: Term, right: Term, model: Model) -> bool:
    """Whether the sides meet once the decimals of both are taken as rounded."""
    a = Evaluation(model, rounding=True).value(left)
    b = Evaluation(model, rounding=True, widening=2).value(right)
    return bool(values.gap(a, b).contains(0))


def _short_ones_exact(term: Term, digits: int) -> Term:
    """`term` with its decimals of up to so many `digits` as what they are written."""
    for each in {t for t in subterms(term) if isinstance(t, Number) and t.places}:
        if abs(each.value) * 10 ** (each.places or 0) < 10**digits:
            term = replaced(term, each, Number(each.value))
    return term


def with_base(term: Term, base: int) -> Term:
    """`term` with every logarithm taken to `base`: what an author may have meant by a bare ``\\log``."""
    return rewrite_everywhere([rule("log(x_)", f"log_base({base}, x_)")], term)


def has_logarithm(term: Term) -> bool:
    """Whether a logarithm without a base is in `term`."""
    return uses((term,), LOGARITHM)
