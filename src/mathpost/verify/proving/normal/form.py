"""The normal form of scalar terms: quotients of polynomials in generators, each named by its canonical term."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from mathpost.maths.notation import any_bold
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    substitute,
    symbols,
    uses,
)
from mathpost.maths.typing import integers
from mathpost.verify.proving.normal import arrays
from mathpost.verify.proving.normal.field import fraction
from mathpost.verify.proving.normal.quotient import (
    Arguments,
    ExhaustedError,
    Fuel,
    NoFormError,
    Rational,
    RescaleError,
)
from mathpost.verify.proving.normal.terms import Terms
from mathpost.verify.proving.summation.ranges import Ranges

Positive = Callable[[Term], bool]
AVERAGED = frozenset(["expectation", "variance"])
IMAGINARY = frozenset(["imaginary_unit", "i"])


class Rules(NamedTuple):
    """What a form makes of each operator, of each binder, and of the functions that those ask for: ``exp(0)`` is 1."""

    operators: Mapping[str, Callable[[Form, Arguments], Rational]]
    binders: Mapping[str, Callable[[Form, Bind], Rational]]
    exp: Callable[[Form, Rational], Rational]
    log: Callable[[Form, Rational], Rational]
    power: Callable[[Form, Rational, Rational], Rational]
    sqrt: Callable[[Form, Rational], Rational]
    factorial: Callable[[Form, Rational], Rational]


class Form(Terms):
    """The normal forms of one question: both sides share its generators.

    `rules`: what it makes of each operator and binder.
    `scales`: how finely the multiples of an exponent or angle are cut, shared by all attempts at one proof.
    `extended`: whether sums are split at symbolic places, if their ranges do not run backwards. `sides`: where the
    imaginary unit occurs symbols need not be real, and where bold letters do, not everything commutes.
    """

    def __init__(
        self,
        rules: Rules,
        positive: Positive,
        fuel: Fuel,
        scales: dict[tuple[str, Term], int],
        size: int,
        extended: bool = False,
        sides: tuple[Term, ...] = (),
    ) -> None:
        super().__init__(fuel, size)
        self.rules = rules
        self.positive = positive
        self.scales = scales
        self.extended = extended
        self.memo: dict[Term, Rational] = {}
        self.symbols: dict[str, Rational] = {}
        self.conditions: dict[str, None] = {}
        self.ranges = Ranges()
        self.complex = uses(sides, IMAGINARY)
        self.bold = any(any_bold(symbols(side)) for side in sides)
        self.averages = uses(sides, AVERAGED)
        self.random = integers.random(sides) if self.averages else frozenset[str]()
        self.known: dict[Any, bool] = {}

    def names(self, term: Term) -> frozenset[str]:
        """The symbols that `term` depends on: not those that it is averaged over."""
        if not self.averages:
            return free_variables(term)
        match term:
            case Apply(operator="expectation", arguments=(body, *named)):
                return self.names(body) - self.averaged(body, named)
            case Apply(arguments=arguments):
                return frozenset[str]().union(*map(self.names, arguments))
            case Bind(variable=variable, bounds=bounds, body=body):
                return (self.names(body) - {variable.name}).union(*map(self.names, bounds))
        return free_variables(term)

    def averaged(self, body: Term, named: Sequence[Term]) -> frozenset[str]:
        """The random symbols of an expectation: those it names, or those that are under averages only."""
        names = frozenset(v.name for v in named if isinstance(v, Variable))
        return names or free_variables(body) & self.random

    def condition(self) -> str | None:
        return ", ".join(self.conditions) or None

    def normal(self, term: Term) -> Rational:
        """The normal form of a term that stands for a real scalar."""
        if isinstance(term, Variable):
            return self._symbol(term)
        found = self.memo.get(term)
        if found is None:
            self.spend(1)
            found = self.memo[term] = self._normal(term)
        return found

    def _symbol(self, variable: Variable) -> Rational:
        found = self.symbols.get(variable.name)
        if found is None:
            self.spend(1)
            found = self.symbols[variable.name] = self.generator(variable)
        return found

    def _normal(self, term: Term) -> Rational:
        match term:
            case Number(value=value):
                return self.number(value)
            case Variable():
                return self._symbol(term)
            case Apply(operator=operator, arguments=arguments):
                rule = self.rules.operators.get(operator)
                if rule is None:
                    raise NoFormError(operator)
                if self.bold:
                    arrays.check(operator, arguments)
                return rule(self, arguments)
            case Bind():
                if self.bold:
                    arrays.check_bound(term)
                rule_of_binder = self.rules.binders.get(term.operator)
                if rule_of_binder is None:
                    raise NoFormError(term.operator)
                return rule_of_binder(self, term)

    def at(self, r: Rational, values: dict[str, Term]) -> Rational:
        """`r` with variables replaced in the terms that its generators stand for."""
        names = frozenset(values)
        moved = [k for k in self.used(r) if self.generators[k].free & names]
        if not moved:
            return r
        places = {k: self._place_of(substitute(self.generators[k].term, values)) for k in moved}
        renamed = {old: new for old, new in places.items() if new is not None}
        if len(renamed) < len(moved):
            return self.normal(substitute(self.term(r), values))
        return self.quotient(self.renumbered(r.num, renamed), self.renumbered(r.den, renamed))

    def _place_of(self, term: Term) -> int | None:
        """The number of the generator that `term` is, None where it is anything else."""
        found = self.normal(term)
        return self.number_of(found.num) if found.den is self.unit else None

    def argument(self, term: Term) -> Term:
        """`term` in canonical spelling where it has one; an array is kept as it stands."""
        match term:
            case Variable():
                return term
            case Number(value=value):
                return Number(value)
        try:
            return self.term(self.normal(term))
        except NoFormError:
            return term

    def vanishes(self, r: Rational) -> bool:
        """Whether `r` is zero in each case of its Kronecker deltas."""
        if r.num == 0:
            return True
        k = next((k for k in self.used(r) if _is_delta(self.generators[k].term)), None)
        if k is None:
            return False
        apart, together = self.cases(r, k)
        if not self.vanishes(apart):
            return False
        values = self.solved(self.generators[k].term)
        return self.vanishes(self.at(together, values) if values else together)

    def cases(self, r: Rational, k: int) -> tuple[Rational, Rational]:
        """`r` with the delta `k` set to 0, and to 1."""
        name = f"g{k}"
        zero, one = (self.quotient(r.num.subs({name: v}), r.den.subs({name: v})) for v in (0, 1))
        return zero, one

    def solved(self, delta: Term) -> dict[str, Term]:
        """A substitution that makes both indices of a delta equal, or nothing."""
        left, right = delta.arguments if isinstance(delta, Apply) else (delta, delta)
        difference = self.subtract(self.normal(left), self.normal(right))
        for k in self.used(difference):
            name = self.generators[k].term
            if isinstance(name, Variable):
                value = self.root(difference, name.name)
                if value is not None:
                    return {name.name: self.term(value)}
        return {}

    def root(self, r: Rational, name: str) -> Rational | None:
        """The value of the variable `name` where `r`, linear in it with a constant slope, is zero."""
        k = self.place.get(Variable(name))
        if k is None or not r.den.is_constant():
            return None
        rest, parts = self.parted(r.num, k)
        if set(parts) != {1} or not parts[1].is_constant():
            return None
        value = self.quotient(-rest, parts[1])
        return None if self.depends(value, frozenset((name,))) else value

    def remembered(self, term: Term) -> Rational:
        """The generator of a term that is its own normal form."""
        found = self.generator(term)
        self.memo.setdefault(term, found)
        return found

    def scale(self, kind: str, m: Term, least: int, denominator: int) -> int:
        """The q of m/q; a multiple of m that it does not divide begins the question again."""
        key = (kind, m)
        scale = self.scales.get(key, least)
        if scale % denominator:
            self.scales[key] = math.lcm(scale, denominator)
            if self.scales[key] > 64:
                raise ExhaustedError
            raise RescaleError
        return scale

    def share(self, m: Rational, whole: Term, q: int) -> Term:
        """m/q, where m is the term `whole`."""
        return whole if q == 1 else self.term(self.multiply(m, self.number(Fraction(1, q))))

    def whole(self, u: Rational) -> int:
        """The whole part of the constant term of a polynomial; 0 for other quotients."""
        if not u.den.is_constant():
            return 0
        return next((math.floor(fraction(c)) for e, c in u.num.terms() if not any(e)), 0)

    # -- functions that the other parts of the form ask for

    def exp(self, u: Rational) -> Rational:
        return self.rules.exp(self, u)

    def log(self, u: Rational) -> Rational:
        return self.rules.log(self, u)

    def power(self, base: Rational, exponent: Rational) -> Rational:
        return self.rules.power(self, base, exponent)

    def sqrt(self, u: Rational) -> Rational:
        return self.rules.sqrt(self, u)

    def factorial(self, u: Rational) -> Rational:
        return self.rules.factorial(self, u)


def _is_delta(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == "delta"
