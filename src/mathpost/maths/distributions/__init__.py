"""The distributions that have a name, one family per file: how posts spell them, where they live, what their density is.

A distribution is a row of LaTeX. Its density is read as any formula of a post is, so that ``\\mathcal{N}(x; \\mu, \\sigma^2)``
*is* ``\\frac{1}{\\sqrt{2\\pi\\sigma^2}}e^{-(x-\\mu)^2/2\\sigma^2}`` for every method, and an expectation under a named law is
an integral or a sum over its support. A file of this folder defines ``DISTRIBUTIONS``; it is found by its presence, in
name order, and two distributions of one name or spelling are refused.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal

from mathpost.maths.elaboration.sequences import MEMBERS
from mathpost.maths.operators import Law
from mathpost.maths.terms.term import ONE, ZERO, Apply, Bind, Number, Term, Variable, substitute, subterms

OUTCOME = "x"
AT = "t"  # where the cumulants are taken
IDENTITY = Apply("identity", ())  # of a size that its place decides
ONES = Variable(r"\boldsymbol{1}")  # which is the identity too, where a covariance stands
Domain = Literal["real", "positive", "unit", "size"]


@dataclass(frozen=True, slots=True)
class Distribution:
    """One distribution in one parametrisation.

    `spellings`: how posts write its name, as a word without ``\\text`` or with its alphabet; `short` ones mean it
    behind ``\\sim`` only. `parameters` in order, as symbols of `density`, which is the density or mass at ``x``.
    `support`: the bounds in LaTeX, of integers where `discrete`; none where it is as long as the parameters. `domains`:
    where each parameter lives. `moments`: the means of ``x, x^2, …`` in LaTeX, as many as are listed; of a column its
    mean and its covariance. `cumulative`: the probability of outcomes up to ``x``, where it has a closed form.
    `cumulants`: the logarithm of the mean of ``e^{tx}``, of a column that of ``e^{t^\\top x}``, where it has one.
    `alternative`: the name of the same distribution with the other parameters that posts are used to (rate or scale,
    variance or deviation). `arrays`: its outcome is a column. `entries`: of a list of numbers the distribution of its
    ``i``-th, by name, and the parameters that it has. `spherical`: the density of a column of `n` entries whose
    covariance is `v` times the identity, at `x` from its mean.
    """

    name: str
    parameters: tuple[str, ...]
    density: str
    support: tuple[str, ...]
    domains: tuple[Domain, ...]
    kind: Literal["continuous", "discrete"] = "continuous"
    moments: tuple[str, ...] = ()
    cumulative: str | None = None
    cumulants: str | None = None
    spellings: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    alternative: str | None = None
    arrays: bool = False
    entries: tuple[str, tuple[str, ...]] | None = None
    covariance: str | None = None
    spherical: str | None = None
    laws: tuple[Law, ...] = ()
    slips: tuple[Law, ...] = ()

    def shown_by(self, parameters: Sequence[Term]) -> bool:
        """Whether `parameters` show that they are these, or that they are both: nobody writes a deviation as ``\\sigma^2``."""
        match parameters:
            case (*_, Number(value=value)) if value == 1 and self.name in ("normal", "exponential", "gamma"):
                return True
            case (_, Apply(operator="power", arguments=(_, Number(value=exponent)))):
                return self.name == "normal" and exponent == 2
        return False

    def density_at(self, outcome: Term, parameters: Sequence[Term]) -> Term:
        """The density at `outcome`. Raises ValueError where the number of parameters is another."""
        if self.spherical is not None and len(parameters) == 2:
            scale = _scale(parameters[1])
            if scale is not None:
                return _put(self.spherical, _of_sphere(outcome, parameters[0], *scale))
        return _put(self.density, self._values(outcome, parameters))

    def bounds(self, parameters: Sequence[Term]) -> tuple[Term, ...]:
        """The first and last outcome."""
        values = self._values(None, parameters)
        return tuple(_put(bound, values) for bound in self.support) or _range(parameters)

    def probability_up_to(self, outcome: Term, parameters: Sequence[Term]) -> Term | None:
        """The probability of outcomes up to `outcome`; None where the registry has no closed form."""
        if self.cumulative is None:
            return None
        return substitute(_read(self.cumulative), self._values(outcome, parameters))

    def cumulants_at(self, at: Term, parameters: Sequence[Term]) -> Term | None:
        """The logarithm of the mean of ``e^{tx}`` at t = `at`; None where the registry has no closed form."""
        if self.cumulants is None:
            return None
        if self.arrays and parameters and isinstance(parameters[0], Number):
            parameters = [_nothing(at), *parameters[1:]]  # a mean of nought is a column
        values = self._values(at if self.arrays else None, parameters)
        return substitute(_read(self.cumulants), {**values, _bold(AT) if self.arrays else AT: at})

    def moments_of(self, parameters: Sequence[Term]) -> tuple[Term, ...]:
        """The means of the powers of the outcome, from the first on."""
        values = self._values(None, parameters)
        return tuple(substitute(_read(moment), values) for moment in self.moments)

    def entry(self, place: Term, parameters: Sequence[Term]) -> tuple[Distribution, tuple[Term, ...]] | None:
        """The law of the entry at `place` of an outcome that is a list; None where the registry has none."""
        if self.entries is None:
            return None
        name, of = self.entries
        values = {**self._values(None, parameters), "i": place}
        return registry()[name], tuple(_put(parameter, values) for parameter in of)

    def covariance_of(self, first: Term, second: Term, parameters: Sequence[Term]) -> Term | None:
        """The covariance of two entries of an outcome that is a list, by their places; None where the registry has none."""
        if self.covariance is None:
            return None
        return _put(self.covariance, {**self._values(None, parameters), "i": first, "j": second})

    def _values(self, outcome: Term | None, parameters: Sequence[Term]) -> dict[str, Term]:
        if len(parameters) != len(self.parameters):
            raise ValueError(f"{self.name} has {len(self.parameters)} parameters")
        if self.arrays and parameters[-1] == ONES:
            parameters = [*parameters[:-1], IDENTITY]  # "\\boldsymbol{1}_d"
        if self.arrays and not _is_matrix(parameters[-1]):
            raise ValueError(f"{self.name} with a number for a matrix")
        names = [_bold(p) if self.arrays else p for p in self.parameters]
        if self.arrays and outcome is not None:
            parameters = [_sized(p, outcome) for p in parameters]
        values = dict(zip(names, parameters, strict=True))
        if outcome is not None:
            values[_bold(OUTCOME) if self.arrays else OUTCOME] = outcome
        return values


def _put(latex: str, values: Mapping[str, Term]) -> Term:
    """What `latex` says with `values` for its symbols; sums over the entries of ``\\alpha_1, \\dots, \\alpha_K`` have its ends."""
    listed = {name: v for name, v in values.items() if isinstance(v, Apply) and v.operator == MEMBERS}
    term = _read(latex)
    for known in listed.values():
        term = _bounded(term, known.arguments[1:])
    return substitute(term, {**values, **{name: v.arguments[0] for name, v in listed.items()}})


def _range(parameters: Sequence[Term]) -> tuple[Term, ...]:
    """The places of a list of parameters that is written out."""
    found = (p.arguments[1:] for p in parameters if isinstance(p, Apply) and p.operator == MEMBERS)
    return next(found, ())


def _bounded(term: Term, bounds: tuple[Term, ...]) -> Term:
    """`term` with `bounds` for the sums and products that have none."""
    match term:
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(_bounded(a, bounds) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=own, body=body, origin=origin):
            return Bind(operator, variable, own or bounds, _bounded(body, bounds), origin)
    return term


def logarithm(density: Term) -> Term:
    """The logarithm of a density, which is a sum where the density is a product, and a polynomial where it is the exponential of one."""
    match density:
        case Apply(operator="multiply", arguments=factors):
            return Apply("add", tuple(map(logarithm, factors)))
        case Apply(operator="divide", arguments=(top, bottom)):
            return Apply("add", (logarithm(top), Apply("negate", (logarithm(bottom),))))
        case Apply(operator="power", arguments=(base, exponent)):
            return Apply("multiply", (exponent, logarithm(base)))
        case Apply(operator="exp", arguments=(exponent,)):
            return exponent
    return Apply("log", (density,))


def _is_matrix(parameter: Term) -> bool:
    """Whether a covariance is seen to be one: a letter that is read as a number would make another claim of it."""
    return any(
        t == IDENTITY or (isinstance(t, Apply) and t.operator == "identity") or _is_bold(t)
        for t in subterms(parameter)
    )


def _scale(covariance: Term) -> tuple[Term, Term] | None:
    """The number before the identity and the identity in ``\\sigma^2\\boldsymbol{I}``; None for any other covariance."""
    factors = _factors(covariance)
    identities = [f for f in factors if f == ONES or (isinstance(f, Apply) and f.operator == "identity")]
    numbers = tuple(f for f in factors if f not in identities)
    if len(identities) != 1 or any(_is_bold(t) for f in numbers for t in subterms(f)):
        return None
    if any(isinstance(t, Apply) and t.operator == "identity" for f in numbers for t in subterms(f)):
        return None
    scale = Apply("multiply", numbers) if len(numbers) > 1 else next(iter(numbers), ONE)
    return scale, IDENTITY if identities[0] == ONES else identities[0]


def _factors(term: Term) -> tuple[Term, ...]:
    match term:
        case Apply(operator="multiply", arguments=factors):
            return tuple(inner for factor in factors for inner in _factors(factor))
    return (term,)


def _of_sphere(outcome: Term, mean: Term, scale: Term, identity: Term) -> dict[str, Term]:
    """The values of the symbols of a density that is `spherical`."""
    nothing = _nothing(outcome)
    sized = Apply("add", (identity, Apply("multiply", (nothing, Apply("transpose", (nothing,))))))
    away = outcome if mean == ZERO else Apply("add", (outcome, Apply("negate", (mean,))))
    return {_bold(OUTCOME): away, "v": scale, "n": Apply("trace", (sized,))}


def _is_bold(term: Term) -> bool:
    return isinstance(term, Variable) and r"\boldsymbol{" in term.name


def _sized(parameter: Term, outcome: Term) -> Term:
    """A covariance that is made of the identity with the size of the outcome, which each identity by itself leaves open."""
    if IDENTITY not in subterms(parameter):
        return parameter
    nothing = _nothing(outcome)
    return Apply("add", (parameter, Apply("multiply", (nothing, Apply("transpose", (nothing,))))))


def _nothing(column: Term) -> Term:
    """Nought, as long as `column`."""
    return Apply("add", (column, Apply("negate", (column,))))


def _bold(name: str) -> str:
    return rf"\boldsymbol{{{name}}}"


class DuplicateDistributionError(ValueError):
    """Two rows of the registry have one name or spelling."""


@cache
def registry() -> MappingProxyType[str, Distribution]:
    """All distributions by name.

    Raises:
        DuplicateDistributionError: a name stands twice.
    """
    found: dict[str, Distribution] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        for distribution in importlib.import_module(f"{__name__}.{module.name}").DISTRIBUTIONS:
            if distribution.name in found:
                raise DuplicateDistributionError(distribution.name)
            found[distribution.name] = distribution
    return MappingProxyType(found)


@cache
def spelled(*, short: bool = False) -> MappingProxyType[str, str]:
    """Spelling → name of the distribution it means; `short`: also the spellings that mean it behind ``\\sim`` only.

    Raises:
        DuplicateDistributionError: a spelling stands twice.
    """
    found: dict[str, str] = {}
    for distribution in registry().values():
        for spelling in (*distribution.spellings, *(distribution.short if short else ())):
            if spelling in found:
                raise DuplicateDistributionError(spelling)
            found[spelling] = distribution.name
    return MappingProxyType(found)


@cache
def _read(latex: str) -> Term:
    from mathpost.latex.parser import parse
    from mathpost.maths.elaboration.elaboration import Conventions, elaborate
    from mathpost.text.source import Span

    tree = parse(latex, [Span(0, len(latex))]).tree
    return elaborate(tree.body, Conventions(named=frozenset(["bessel_i"]))).term


__all__ = ["Distribution", "DuplicateDistributionError", "logarithm", "registry", "spelled"]
