"""Density, moments and cumulants of named distributions as terms, read from the registry of distributions.

The LaTeX in the registry is parsed like a formula of a post: the density of ``\\mathcal{N}(\\mu, \\sigma^2)`` at x is the term
of ``\\frac{1}{\\sqrt{2\\pi\\sigma^2}}e^{-(x-\\mu)^2/2\\sigma^2}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from mathpost.latex.parser import parse
from mathpost.maths.distributions import Distribution, registry
from mathpost.maths.elaboration.conventions import Conventions, FunctionLetters
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.terms.names import MEMBERS
from mathpost.maths.terms.term import ONE, ZERO, Apply, Bind, Number, Term, Variable, substitute, subterms
from mathpost.maths.terms.traversal import leaves, transform
from mathpost.text.source import Span

PRODUCT = frozenset(["multiply"])

OUTCOME = "x"
AT = "t"  # the argument of the cumulant generating function
IDENTITY = Apply("identity", ())  # its size follows from the context
ONES = Variable(r"\boldsymbol{1}")  # as a covariance, it is the identity
CONVENTIONS = Conventions(functions=FunctionLetters(named=frozenset(["bessel_i"])))


def density_at(distribution: Distribution, outcome: Term, parameters: Sequence[Term]) -> Term:
    """The density at `outcome`. Raises ValueError if the number of parameters is wrong."""
    if distribution.entries.spherical is not None and len(parameters) == 2:
        scale = _scale(parameters[1])
        if scale is not None:
            return _put(distribution.entries.spherical, _of_sphere(outcome, parameters[0], *scale))
    return _put(distribution.density, _values(distribution, outcome, parameters))


def bounds(distribution: Distribution, parameters: Sequence[Term]) -> tuple[Term, ...]:
    """The first and the last outcome of the support."""
    values = _values(distribution, None, parameters)
    return tuple(_put(bound, values) for bound in distribution.support) or _range(parameters)


def probability_up_to(distribution: Distribution, outcome: Term, parameters: Sequence[Term]) -> Term | None:
    """The probability of outcomes up to `outcome`; None if the registry has no closed form."""
    if distribution.closed.cumulative is None:
        return None
    return substitute(_read(distribution.closed.cumulative), _values(distribution, outcome, parameters))


def cumulants_at(distribution: Distribution, at: Term, parameters: Sequence[Term]) -> Term | None:
    """The logarithm of the mean of ``e^{tx}`` at t = `at`; None if the registry has no closed form."""
    if distribution.closed.cumulants is None:
        return None
    if distribution.arrays and parameters and isinstance(parameters[0], Number):
        parameters = [_nothing(at), *parameters[1:]]  # a zero mean is a column
    values = _values(distribution, at if distribution.arrays else None, parameters)
    return substitute(
        _read(distribution.closed.cumulants), {**values, _bold(AT) if distribution.arrays else AT: at}
    )


def moments_of(distribution: Distribution, parameters: Sequence[Term]) -> tuple[Term, ...]:
    """The means of the powers of the outcome, starting with the first power."""
    values = _values(distribution, None, parameters)
    return tuple(substitute(_read(moment), values) for moment in distribution.closed.moments)


def entry(
    distribution: Distribution, place: Term, parameters: Sequence[Term]
) -> tuple[Distribution, tuple[Term, ...]] | None:
    """The law of entry `place` of an outcome that is a list; None if the registry has none."""
    if distribution.entries.marginal is None:
        return None
    name, of = distribution.entries.marginal
    values = {**_values(distribution, None, parameters), "i": place}
    return registry()[name], tuple(_put(parameter, values) for parameter in of)


def covariance_of(
    distribution: Distribution, first: Term, second: Term, parameters: Sequence[Term]
) -> Term | None:
    """The covariance of the entries `first` and `second` of an outcome that is a list; None if the registry has none."""
    if distribution.entries.covariance is None:
        return None
    return _put(
        distribution.entries.covariance, {**_values(distribution, None, parameters), "i": first, "j": second}
    )


def _values(distribution: Distribution, outcome: Term | None, parameters: Sequence[Term]) -> dict[str, Term]:
    if len(parameters) != len(distribution.parameters):
        raise ValueError(f"{distribution.name} has {len(distribution.parameters)} parameters")
    if distribution.arrays and parameters[-1] == ONES:
        parameters = [*parameters[:-1], IDENTITY]  # "\\boldsymbol{1}_d"
    if distribution.arrays and not _is_matrix(parameters[-1]):
        raise ValueError(f"{distribution.name} with a number for a matrix")
    names = [_bold(p) if distribution.arrays else p for p in distribution.parameters]
    if distribution.arrays and outcome is not None:
        parameters = [_sized(p, outcome) for p in parameters]
    values = dict(zip(names, parameters, strict=True))
    if outcome is not None:
        values[_bold(OUTCOME) if distribution.arrays else OUTCOME] = outcome
    return values


def _put(latex: str, values: Mapping[str, Term]) -> Term:
    """The term of `latex` with `values` for its symbols; sums over ``\\alpha_1, \\dots, \\alpha_K`` get its bounds."""
    listed = {name: v for name, v in values.items() if isinstance(v, Apply) and v.operator == MEMBERS}
    term = _read(latex)
    for known in listed.values():
        term = _bounded(term, known.arguments[1:])
    return substitute(term, {**values, **{name: v.arguments[0] for name, v in listed.items()}})


def _range(parameters: Sequence[Term]) -> tuple[Term, ...]:
    """The first and last index of a list of parameters with dots; empty if there is none."""
    found = (p.arguments[1:] for p in parameters if isinstance(p, Apply) and p.operator == MEMBERS)
    return next(found, ())


def _bounded(term: Term, bounds: tuple[Term, ...]) -> Term:
    """`term` with `bounds` added to the sums and products that have none."""
    return transform(term, lambda t: replace(t, bounds=t.bounds or bounds) if isinstance(t, Bind) else t)


def logarithm(density: Term) -> Term:
    """The logarithm of a density, expanded: a product becomes a sum, an exponential becomes its exponent."""
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
    """Whether a covariance is recognizably a matrix; a letter read as a number would change the claim."""
    return any(
        t == IDENTITY or (isinstance(t, Apply) and t.operator == "identity") or _is_bold(t)
        for t in subterms(parameter)
    )


def _scale(covariance: Term) -> tuple[Term, Term] | None:
    """The factor and the identity of ``\\sigma^2\\boldsymbol{I}``; None for any other covariance."""
    factors = tuple(leaves(covariance, PRODUCT))
    identities = [f for f in factors if f == ONES or (isinstance(f, Apply) and f.operator == "identity")]
    numbers = tuple(f for f in factors if f not in identities)
    if len(identities) != 1 or any(_is_bold(t) for f in numbers for t in subterms(f)):
        return None
    if any(isinstance(t, Apply) and t.operator == "identity" for f in numbers for t in subterms(f)):
        return None
    scale = Apply("multiply", numbers) if len(numbers) > 1 else next(iter(numbers), ONE)
    return scale, IDENTITY if identities[0] == ONES else identities[0]


def _of_sphere(outcome: Term, mean: Term, scale: Term, identity: Term) -> dict[str, Term]:
    """The values of the symbols in the density of a `spherical` distribution."""
    nothing = _nothing(outcome)
    sized = Apply("add", (identity, Apply("multiply", (nothing, Apply("transpose", (nothing,))))))
    away = outcome if mean == ZERO else Apply("add", (outcome, Apply("negate", (mean,))))
    return {_bold(OUTCOME): away, "v": scale, "n": Apply("trace", (sized,))}


def _is_bold(term: Term) -> bool:
    return isinstance(term, Variable) and r"\boldsymbol{" in term.name


def _sized(parameter: Term, outcome: Term) -> Term:
    """`parameter` with the size of `outcome`, if it contains the identity, whose size is otherwise open."""
    if IDENTITY not in subterms(parameter):
        return parameter
    nothing = _nothing(outcome)
    return Apply("add", (parameter, Apply("multiply", (nothing, Apply("transpose", (nothing,))))))


def _nothing(column: Term) -> Term:
    """Zero, of the same length as `column`."""
    return Apply("add", (column, Apply("negate", (column,))))


def _bold(name: str) -> str:
    return rf"\boldsymbol{{{name}}}"


@cache
def _read(latex: str) -> Term:
    return elaborate(parse(latex, [Span(0, len(latex))]).tree.body, CONVENTIONS).term
