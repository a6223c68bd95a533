"""Exact averages of polynomials in any number of independent variables.

The average of a product is the sum over all partitions of its factors into blocks of the product of the cumulants of the
blocks; a cumulant with independent members is zero (P. McCullagh, "Tensor Methods in Statistics", section 2.3). Members of one
family are the same variable if their places are equal: a block gives a delta for each pair, and the deltas reduce the sums over
the places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, count
from typing import NamedTuple

from mathpost.maths.chance import column_moments
from mathpost.maths.chance.variates import Variates
from mathpost.maths.terms import affine_forms
from mathpost.maths.terms.term import (
    ONE,
    TWO,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    factors_of,
    free_variables,
    occurrences,
    product_of,
    substitute,
    subterms,
    sum_of,
)
from mathpost.maths.terms.traversal import standing_alone

MONOMIALS = 64  # maximal number of products in a polynomial
FACTORS = 6  # maximal number of variables in a product: they have 203 partitions
BLOCKS = 4_000  # maximal number of partitions examined for one claim
INDEX = frozenset(["index"])
MARK = "∘"  # marks the variable of a renamed sum
OVER = frozenset(["expectation", "variance", "covariance"])
CHANCE = OVER | {"average", "comoment", "density"}


def families(terms: Iterable[Term]) -> frozenset[str]:
    """The names of families, which occur with an index in `terms`."""
    return frozenset(
        t.arguments[0].name
        for term in terms
        for t in occurrences(term, INDEX)
        if isinstance(t, Apply) and isinstance(t.arguments[0], Variable)
    )


class NoPolynomial(Exception):  # noqa: N818 - no fault: what is averaged is of another kind
    """The averaged term is not a polynomial in variables with enough known cumulants."""


class _Atom(NamedTuple):
    """A random variable, or the member of a family at a place."""

    name: str
    place: Term | None = None


class _Range(NamedTuple):
    """The variable and the bounds of a sum."""

    variable: Variable
    low: Term
    high: Term


class _Monomial(NamedTuple):
    """A product of random variables and constant factors, summed over ranges."""

    factors: tuple[Term, ...] = ()
    ranges: tuple[_Range, ...] = ()
    atoms: tuple[_Atom, ...] = ()


class Averaging:
    """Averages under the known cumulants of `variates`; `used`: the variables used, `unknown`: the symbols used for unknown
    cumulants, `places`: by family, the places whose members have unknown cumulants of their own.
    """

    def __init__(self, variates: Variates) -> None:
        self.variates = variates
        self.used: set[str] = set()
        self.unknown: set[str] = set()
        self.places: dict[str, set[Term]] = {}
        self._fresh = count()
        self._fuel = BLOCKS

    def reduced(self, term: Term) -> Term:
        """`term` with its averages evaluated.

        Raises:
            NoPolynomial: an average is of something else than a polynomial with enough known cumulants.
        """
        match term:
            case Apply(operator="expectation", arguments=(body, *named)):
                return self._mean(self._expanded(body, named))
            case Apply(operator="variance", arguments=(body, *named)):
                return self._covariance(body, body, named)
            case Apply(operator="covariance", arguments=(first, second, *named)):
                return self._covariance(first, second, named)
            case Apply(operator=operator) if operator in CHANCE:
                raise NoPolynomial
            case Apply(operator=operator, arguments=arguments, origin=origin):
                return Apply(operator, tuple(map(self.reduced, arguments)), origin)
            case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
                if variable.name in self.variates.names:
                    raise NoPolynomial
                limits = tuple(map(self.reduced, bounds)) or self._whole(operator, variable, body)
                return Bind(operator, variable, limits, self.reduced(body), origin)
        if isinstance(term, Variable) and term.name in self.variates.names:
            raise NoPolynomial  # a single outcome
        return term

    def _covariance(self, first: Term, second: Term, named: Sequence[Term]) -> Term:
        if column_moments.has_arrays(first) or column_moments.has_arrays(second):
            found = None if named else column_moments.covariance(first, second, self.variates, self._varies)
            if found is None:
                raise NoPolynomial
            return found
        one, other = self._expanded(first, named), self._expanded(second, named)
        parts = [
            part
            for a in one
            for b in other
            for m in self._product([a], [b])
            for part in self._parted(m, between=len(a.atoms))
        ]
        return _sum(parts)

    def _varies(self, name: str) -> Term:
        """The variance of a variable."""
        return self._cumulant([_Atom(name), _Atom(name)])

    def _expanded(self, body: Term, named: Sequence[Term]) -> list[_Monomial]:
        heads = [n.arguments[0] if isinstance(n, Apply) and n.operator == "index" else n for n in named]
        if not all(isinstance(h, Variable) and h.name in self.variates.names for h in heads):
            raise NoPolynomial
        listed = frozenset(h.name for h in heads if isinstance(h, Variable))
        if listed and not free_variables(body) & self.variates.names <= listed:
            raise NoPolynomial  # an average over only some of the variables
        whole = standing_alone((body,)) & self.variates.families
        if whole and (any(map(self.variates.varies, whole)) or whole & families((body,))):
            raise NoPolynomial  # unclear which member is averaged
        return self._polynomial(body)

    # --- polynomials ------------------------------------------------------------------------------------------------------

    def _polynomial(self, term: Term) -> list[_Monomial]:
        """`term` as a sum of monomials."""
        if free_variables(term).isdisjoint(self.variates.names) or (
            isinstance(term, Apply) and term.operator in CHANCE
        ):
            return [_Monomial((self.reduced(term),))]
        match term:
            case Variable(name=name):
                return [_Monomial(atoms=(_Atom(name),))]
            case Apply(operator="index", arguments=(Variable(name=name), place)) if self.variates.is_family(
                name
            ):
                return [_Monomial(atoms=(_Atom(name, place),))]
            case Apply(operator="negate", arguments=(inner,)):
                return [
                    m._replace(factors=(Number(Fraction(-1)), *m.factors)) for m in self._polynomial(inner)
                ]
            case Apply(operator="add", arguments=summands):
                return self._bounded([m for s in summands for m in self._polynomial(s)])
            case Apply(operator="multiply" | "dot", arguments=factors):
                found = [_Monomial()]
                for factor in factors:
                    found = self._product(found, self._polynomial(factor))
                return found
            case Apply(operator="divide", arguments=(top, bottom)):
                share = Apply("divide", (ONE, self._constant(bottom)))
                return [m._replace(factors=(*m.factors, share)) for m in self._polynomial(top)]
            case Apply(operator="power", arguments=(Apply(operator="sqrt", arguments=(root,)), exponent)) if (
                exponent == TWO
            ):
                return self._polynomial(root)
            case Apply(operator="power", arguments=(base, Number(value=exponent))) if exponent in (2, 3, 4):
                found = power = self._polynomial(base)
                for _ in range(int(exponent) - 1):
                    found = self._product(found, power)
                return found
            case Bind(operator="sum", variable=variable, bounds=bounds, body=body):
                return self._summed(variable, bounds or self._whole("sum", variable, body), body)
        raise NoPolynomial

    def _summed(self, variable: Variable, bounds: Sequence[Term], body: Term) -> list[_Monomial]:
        if len(bounds) != 2:
            raise NoPolynomial
        low, high = map(self._constant, bounds)
        fresh = Variable(f"{variable.name}{MARK}{next(self._fresh)}")
        inside = self._polynomial(substitute(body, {variable.name: fresh}))
        return [m._replace(ranges=(_Range(fresh, low, high), *m.ranges)) for m in inside]

    def _constant(self, term: Term) -> Term:
        """`term`, which must not be random, with its averages evaluated."""
        if free_variables(term).isdisjoint(self.variates.names):
            return term
        return self.reduced(term)  # raises for a random variable outside an average

    def _whole(self, operator: str, variable: Variable, body: Term) -> tuple[Term, ...]:
        """The range of a sum without bounds: the places of the family in its body."""
        if operator != "sum":
            return ()
        sizes = {
            self.variates.size(t.arguments[0].name)
            for t in subterms(body)
            if isinstance(t, Apply) and t.operator == "index" and variable in t.arguments[1:]
            if isinstance(t.arguments[0], Variable) and self.variates.is_family(t.arguments[0].name)
        }
        if not sizes:
            return ()
        size = sizes.pop()
        if sizes or size is None:
            raise NoPolynomial
        return ONE, size

    def _product(self, one: Sequence[_Monomial], other: Sequence[_Monomial]) -> list[_Monomial]:
        found: list[_Monomial] = []
        for first in one:
            for second in map(self._renewed, other):
                found.append(
                    _Monomial(
                        (*first.factors, *second.factors),
                        (*first.ranges, *second.ranges),
                        (*first.atoms, *second.atoms),
                    )
                )
        return self._bounded(found)

    def _renewed(self, of: _Monomial) -> _Monomial:
        """`of` with fresh names for the variables of its ranges."""
        for r in of.ranges:
            fresh = Variable(f"{r.variable.name.partition(MARK)[0]}{MARK}{next(self._fresh)}")
            of = _substituted(of, r.variable, fresh, kept=_Range(fresh, r.low, r.high))
        return of

    def _bounded(self, found: list[_Monomial]) -> list[_Monomial]:
        if len(found) > MONOMIALS or any(len(m.atoms) > FACTORS for m in found):
            raise NoPolynomial
        return found

    # --- averages ---------------------------------------------------------------------------------------------------------

    def _mean(self, polynomial: Sequence[_Monomial]) -> Term:
        parts = [part for m in polynomial for part in self._parted(m)]
        return _sum(parts)

    def _parted(self, of: _Monomial, between: int | None = None) -> Iterator[Term]:
        """The nonzero contributions of the partitions of a product.

        `between`: only of those with a block that joins variables before this position with later ones, as in a covariance.
        """
        names = sorted({a.name for a in of.atoms})
        if not self.variates.independent:
            alone = len({a.place for a in of.atoms}) <= 1
            if not alone or not all(self.variates.joined(a, b) for a, b in combinations(names, 2)):
                raise NoPolynomial
        for parts in _partitions(range(len(of.atoms)), lambda b, k: self._may_be_one(of.atoms, b, k)):
            self._fuel -= 1
            if self._fuel < 0:
                raise NoPolynomial
            if between is not None and not any(min(p) < between <= max(p) for p in parts):
                continue
            factors, pairs = list(of.factors), list[tuple[Term, Term]]()
            for block in ([of.atoms[k] for k in part] for part in parts):
                cumulant = self._cumulant(block)
                if cumulant == ZERO:
                    break
                factors.append(cumulant)
                places = [a.place for a in block if a.place is not None]
                pairs += [(places[0], other) for other in places[1:]]
            else:
                found = self._contracted(_Monomial(tuple(factors), of.ranges), pairs)
                if found is not None:
                    yield found

    def _may_be_one(self, atoms: Sequence[_Atom], block: Sequence[int], other: int) -> bool:
        """Whether a joint cumulant of the variables of `block` and the variable `other` may be nonzero."""
        first, second = atoms[block[0]], atoms[other]
        if first.name != second.name and not self.variates.joined(first.name, second.name):
            return False
        if first.place is None or second.place is None:
            return True
        apart = affine_forms.difference(first.place, second.place).number
        return apart is None or apart == 0

    def _cumulant(self, block: Sequence[_Atom]) -> Term:
        names = [a.name for a in block]
        place = block[0].place
        found, known = self.variates.cumulant(names, place)
        self.used.update(names)
        match found:
            case Variable(name=name) if not known:
                self.unknown.add(name)
            case Apply(operator="index", arguments=(Variable(name=name), _)) if (
                not known and place is not None
            ):
                self.unknown.add(name)
                self.places.setdefault(names[0], set()).add(place)
        return found

    def _contracted(self, of: _Monomial, pairs: list[tuple[Term, Term]]) -> Term | None:
        """`of` with the places of each pair set equal, summed over its ranges; None if they cannot be equal."""
        while pairs:
            one, other = pairs.pop(0)
            apart = affine_forms.difference(one, other)
            if apart.number is not None:
                if apart.number != 0:
                    return None
                continue
            found = self._solved(of, apart)
            if found is None:
                of = of._replace(factors=(*of.factors, Apply("delta", (one, other))))
                continue
            if isinstance(found, bool):
                return None
            range_, value, narrower = found
            of = _substituted(of, range_.variable, value, narrower=narrower)
            pairs = [
                (substitute(a, {range_.variable.name: value}), substitute(b, {range_.variable.name: value}))
                for a, b in pairs
            ]
        return _over(of)

    def _solved(
        self, of: _Monomial, apart: affine_forms.Place
    ) -> tuple[_Range, Term, _Range | None] | bool | None:
        """The range that the condition `apart` = 0 eliminates, its value, and the narrowed range of the variable in that value.

        None if no range certainly contains such a value; False if the value is outside its range.
        """
        for range_ in reversed(of.ranges):
            value = affine_forms.solved(apart, range_.variable)
            if value is None:
                continue
            outer = [r for r in of.ranges if r is not range_ and r.variable.name in free_variables(value)]
            if len(outer) == 1:
                narrower = _narrowed(outer[0], range_, value)
                if narrower is not None:
                    return range_, value, narrower
            elif not outer:
                inside = self._holds(range_, value)
                if inside is not None:
                    return (range_, value, None) if inside else False
        return None

    def _holds(self, range_: _Range, value: Term) -> bool | None:
        """Whether a place is in a range; None if unknown."""
        above, below = (
            affine_forms.difference(value, range_.low).number,
            affine_forms.difference(range_.high, value).number,
        )
        if (above is not None and above < 0) or (below is not None and below < 0):
            return False
        if above is not None and below is not None:
            return True
        whole = range_.low == ONE and range_.high in self.variates.sizes and isinstance(value, Variable)
        begun = above is not None or isinstance(value, Variable)
        ends = below is not None and range_.low == ONE and begun
        return True if whole or ends else None


def _narrowed(outer: _Range, gone: _Range, value: Term) -> _Range | None:
    """The part of the range `outer` on which `value` lies in the eliminated range `gone`; None if it is not a shift."""
    shift = affine_forms.difference(value, outer.variable)
    if shift.number is None:
        return None
    low = affine_forms.simplified(Apply("add", (gone.low, Number(-shift.number))))
    high = affine_forms.simplified(Apply("add", (gone.high, Number(-shift.number))))
    return _Range(outer.variable, _extreme("maximum", outer.low, low), _extreme("minimum", outer.high, high))


def _extreme(operator: str, one: Term, other: Term) -> Term:
    apart = affine_forms.difference(one, other).number
    if apart is None:
        return Apply(operator, (one, other))
    return one if (apart >= 0) == (operator == "maximum") else other


def _substituted(
    of: _Monomial,
    variable: Variable,
    value: Term,
    *,
    narrower: _Range | None = None,
    kept: _Range | None = None,
) -> _Monomial:
    """`of` with `value` for the variable of a range, which is removed or replaced by `kept`."""
    values = {variable.name: value}
    ranges: list[_Range] = []
    for r in of.ranges:
        if r.variable == variable:
            ranges += [kept] if kept is not None else []
        elif narrower is not None and r.variable == narrower.variable:
            ranges.append(narrower)
        else:
            ranges.append(_Range(r.variable, substitute(r.low, values), substitute(r.high, values)))
    return _Monomial(
        tuple(substitute(f, values) for f in of.factors),
        tuple(ranges),
        tuple(_Atom(a.name, None if a.place is None else substitute(a.place, values)) for a in of.atoms),
    )


def _over(of: _Monomial) -> Term:
    """A product summed over its ranges; a sum whose body does not contain its variable becomes a multiple."""
    body = _product(of.factors)
    for r in reversed(of.ranges):
        if r.variable.name in free_variables(body):
            body = Bind("sum", r.variable, (r.low, r.high), body)
        else:
            times = affine_forms.count(r.low, r.high)
            body = body if times == ONE else _product((times, body))
    return body


def _product(factors: Sequence[Term]) -> Term:
    flat = [each for factor in factors for each in factors_of(factor)]
    return ZERO if ZERO in flat else product_of(f for f in flat if f != ONE)


def _sum(parts: Sequence[Term]) -> Term:
    return sum_of(p for p in parts if p != ZERO)


def _partitions(
    members: Sequence[int], may_be_one: Callable[[Sequence[int], int], bool]
) -> Iterator[list[list[int]]]:
    """All partitions of `members`; `may_be_one` tells whether a block may contain another member as well."""
    if not members:
        yield []
        return
    first = members[0]
    for blocks in _partitions(members[1:], may_be_one):
        yield [[first], *blocks]
        for k, block in enumerate(blocks):
            if may_be_one(block, first):
                yield [*blocks[:k], [first, *block], *blocks[k + 1 :]]
