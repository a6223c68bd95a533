"""Terms without redundant zeros, ones and double signs; and a key that is independent of the order of factors.

Nothing here depends on a domain: every simplification holds wherever the term has a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from mathpost.maths.terms.term import (
    ONE,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    product_of,
    substitute,
    subterms,
    sum_of,
)
from mathpost.maths.terms.traversal import transform


def simplified(term: Term) -> Term:
    """`term` simplified from the inside out: signs and numbers in front, no zeros and ones."""
    return transform(term, _tidied)


def _tidied(term: Term) -> Term:
    match term:
        case Apply(operator="add" | "negate"):
            return _sum(term)
        case Apply(operator="multiply" | "divide"):
            return _product(term)
        case Apply(operator="power", arguments=(base, exponent)) if exponent == ONE:
            return base
    return term


def _sum(term: Term) -> Term:
    """A sum with its numbers added up; subtracted terms are negated summands."""
    parts = list(summands(term))
    numbers = [t for t in parts if isinstance(t, Number) and t.places is None]
    rest = [t for t in parts if not (isinstance(t, Number) and t.places is None)]
    total = sum((t.value for t in numbers), Fraction(0))
    if total:
        place = next((k for k, t in enumerate(parts) if t in numbers), len(rest))
        rest.insert(min(place, len(rest)), _signed(total))
    return sum_of(rest)


def _signed(value: Fraction) -> Term:
    return Number(value) if value >= 0 else Apply("negate", (Number(-value),))


def summands(term: Term, sign: int = 1) -> Iterator[Term]:
    """The summands of `term`, including those of nested sums, each with its sign."""
    match term:
        case Apply(operator="add", arguments=arguments):
            for argument in arguments:
                yield from summands(argument, sign)
        case Apply(operator="negate", arguments=(inner,)) if not _is_sum(inner):
            yield from summands(inner, -sign)
        case Apply(operator="negate", arguments=(inner,)):
            yield term if sign > 0 else inner
        case Number(value=value, places=None):
            yield Number(sign * value)
        case _:
            yield term if sign > 0 else Apply("negate", (term,))


def _is_sum(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == "add"


def _product(term: Term) -> Term:
    """A product or quotient with its sign and number in front and each base only once."""
    coefficient, above, below = factors(term)
    if coefficient == 0:
        return ZERO
    size = abs(coefficient)
    over, under = bases(above), bases(below)
    for name in over.keys() & under.keys():
        (base, high), (_, low) = over[name], under[name]
        over[name], under[name] = (base, high - min(high, low)), (base, low - min(high, low))
    top, bottom = _of(size.numerator, over), _of(size.denominator, under)
    if bottom != ONE:
        top = Apply("divide", (top, bottom))
    return Apply("negate", (top,)) if coefficient < 0 else top


def bases(parts: Sequence[Term]) -> dict[str, tuple[Term, int]]:
    """The bases of a product with their integer exponents, by key."""
    found: dict[str, tuple[Term, int]] = {}
    for part in parts:
        base, exponent = part, 1
        while isinstance(base, Apply) and base.operator == "power":
            inner, above = base.arguments
            if not isinstance(above, Number) or above.value.denominator != 1:
                break
            base, exponent = inner, exponent * above.value.numerator
        name = key(base)
        found[name] = (base, exponent + found.get(name, (base, 0))[1])
    return found


def _of(number: int, exponents: dict[str, tuple[Term, int]]) -> Term:
    parts = [Number(Fraction(number))] if number != 1 else list[Term]()
    parts += [_power(base, exponent) for base, exponent in exponents.values() if exponent]
    return product_of(parts)


def _power(base: Term, exponent: int) -> Term:
    if isinstance(base, Apply) and base.operator == "exp":
        return Apply("exp", (_product(Apply("multiply", (Number(Fraction(exponent)), *base.arguments))),))
    return base if exponent == 1 else Apply("power", (base, Number(Fraction(exponent))))


def factors(term: Term) -> tuple[Fraction, list[Term], list[Term]]:
    """The numeric factor of a product, the factors of its numerator, and those of its denominator."""
    match term:
        case Number(value=value, places=None):
            return value, [], []
        case Apply(operator="negate", arguments=(inner,)):
            coefficient, above, below = factors(inner)
            return -coefficient, above, below
        case Apply(operator="multiply", arguments=arguments):
            coefficient, above, below = Fraction(1), list[Term](), list[Term]()
            for argument in arguments:
                number, over, under = factors(argument)
                coefficient *= number
                above += over
                below += under
            return coefficient, above, below
        case Apply(operator="divide", arguments=(top, bottom)):
            one, above, below = factors(top)
            other, under, over = factors(bottom)
            if other:
                return one / other, above + over, below + under
    return Fraction(1), [term], []


@lru_cache(maxsize=1 << 14)
def key(term: Term) -> str:
    """A key that is equal for terms that differ only in order, signs and brackets of products."""
    match term:
        case Number(value=value):
            return str(value)
        case Apply(operator="add" | "negate" | "multiply" | "divide" | "power"):
            parts = sorted(part for summand in summands(term) for part in _spread(Fraction(1), summand))
            return "+".join(parts) if len(parts) > 1 else parts[0].removeprefix("1*")
        case Apply(operator=operator, arguments=arguments):
            return f"{operator}({','.join(map(key, arguments))})"
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            place = (
                f"#{sum(isinstance(t, Bind) for t in subterms(body))}"  # whatever the bound symbol is called
            )
            inner = key(substitute(body, {variable.name: Variable(place)}))
            return f"{operator}[{place};{','.join(map(key, bounds))}]({inner})"
    return term.name


def _spread(number: Fraction, summand: Term, below: Sequence[Term] = ()) -> Iterator[str]:
    """The keys of `number` times a summand over `below`; a sum in brackets is divided and multiplied term by term."""
    coefficient, above, under = factors(summand)
    under = [*under, *below]
    if len(above) == 1 and _is_sum(above[0]):
        for inner in summands(above[0]):
            yield from _spread(number * coefficient, inner, under)
    else:
        rest = _exponents(above, under)
        yield f"{number * coefficient}*{rest}" if rest else str(number * coefficient)


def _exponents(above: Sequence[Term], below: Sequence[Term]) -> str:
    """The factors of a quotient with their exponents."""
    exponents: dict[str, Fraction] = {}
    for sign, parts in ((1, above), (-1, below)):
        for part in parts:
            base, exponent = _base(part)
            exponents[base] = exponents.get(base, Fraction(0)) + sign * exponent
    return "·".join(sorted(f"{b}^{e}" for b, e in exponents.items() if e))


def _base(term: Term) -> tuple[str, Fraction]:
    match term:
        case Apply(operator="power", arguments=(base, Number(value=exponent))):
            return f"({key(base)})", exponent
        case Apply(operator="sqrt", arguments=(base,)):
            return f"({key(base)})", Fraction(1, 2)
        case Apply(operator="power", arguments=(base, exponent)):
            return f"(({key(base)})^({key(exponent)}))", Fraction(1)
    return f"({key(term)})", Fraction(1)
