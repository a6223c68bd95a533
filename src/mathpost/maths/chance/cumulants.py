r"""Cumulant generating functions ``\log \mathbb{E}[e^{tX}]`` of terms in independent variables, which determine their laws.

They add over independent summands, ``K_{aX + b}(t) = K_X(at) + bt``, and two laws with the same ones near some t are equal. P.
Billingsley, "Probability and Measure", 3rd ed., section 22 and theorem 30.1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mathpost.maths.distributions import registry
from mathpost.maths.elaboration.chance import named_laws
from mathpost.maths.facts.laws import Declared
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.polynomials import degree
from mathpost.maths.terms.term import (
    ONE,
    TWO,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    canonical,
    free_variables,
    replaced,
    substitute,
    subterms,
)

NORMAL = frozenset(["normal", "normal with deviation", "multivariate normal"])


class Made(NamedTuple):
    """The cumulant generating function of a term, the variables in the term, and their declared laws."""

    cumulants: Term
    variables: tuple[str, ...] = ()
    laws: tuple[Declared, ...] = ()


def made_of(term: Term, at: Term, laws: Mapping[str, Declared]) -> Made:
    """The cumulant generating function at `at` of a sum of linear maps and of squares of normal variables with these `laws`.

    Raises:
        UnreadError: a variable has no cumulants, is in several summands, or is in a nonlinear term.
    """
    names = _random(term, laws)
    if not names:
        return Made(_product(term, at))
    match term:
        case Variable() | Apply(operator="index"):
            return _of_one(term, at, laws)
        case Apply(operator="negate", arguments=(inner,)):
            return made_of(inner, Apply("negate", (at,)), laws)
        case Apply(operator="add", arguments=summands):
            return _together([made_of(s, at, laws) for s in summands], term)
        case Apply(operator="divide", arguments=(top, bottom)) if not _random(bottom, laws):
            return made_of(top, Apply("divide", (at, bottom)), laws)
        case Apply(operator="multiply", arguments=factors) if (
            sum(bool(_random(f, laws)) for f in factors) == 1
        ):
            return _of_product(factors, at, laws)
        case Apply(operator="power", arguments=(base, Number(value=exponent))) if exponent == 2:
            return _of_square(base, at, laws)
        case Bind(operator="sum", variable=variable, bounds=bounds, body=body, origin=origin):
            return _of_sum(Bind("sum", variable, bounds, body, origin), at, laws)
    raise _unread(term)


def _random(term: Term, laws: Mapping[str, Declared]) -> frozenset[str]:
    return free_variables(term) & laws.keys()


def _unread(term: Term) -> UnreadError:
    return UnreadError("law of something that is not a sum of independent variables", term.origin)


def _law(term: Term, laws: Mapping[str, Declared]) -> Declared | None:
    """The law of a variable, or of a member of a family with the parameters at its index; None if none is declared."""
    match term:
        case Variable(name=name) if name in laws and not laws[name].indices:
            return laws[name]
        case Apply(operator="index", arguments=(Variable(name=name), *places)) if name in laws:
            known = laws[name]
            if len(known.indices) != len(places):
                return None
            values = {
                i.name: p for i, p in zip(known.indices, places, strict=True) if isinstance(i, Variable)
            }
            if len(values) == len(places):
                return known._replace(parameters=tuple(substitute(p, values) for p in known.parameters))
    return None


def _of_one(term: Term, at: Term, laws: Mapping[str, Declared]) -> Made:
    known = _law(term, laws)
    if known is None:
        raise _unread(term)
    try:
        found = named_laws.cumulants_at(known.distribution, at, known.parameters)
    except ValueError:
        found = None
    if found is None:
        raise UnreadError("law of something built from " + canonical(term), term.origin)
    return Made(found, (canonical(term),), (known,))


def _of_product(factors: Sequence[Term], at: Term, laws: Mapping[str, Declared]) -> Made:
    r"""``K_{Ax}(t) = K_x(A^\top t)``; scalar factors may be on either side of the variable."""
    place = next(k for k, f in enumerate(factors) if _random(f, laws))
    before, behind = factors[:place], factors[place + 1 :]
    if behind and any(map(_is_array, (*behind, factors[place]))):
        raise _unread(factors[place])
    for factor in (*before, *behind):
        at = Apply("multiply", (_turned(factor), at))
    return made_of(factors[place], at, laws)


def _turned(factor: Term) -> Term:
    """The transpose of a factor; a scalar factor is returned unchanged."""
    match factor:
        case Apply(operator="transpose", arguments=(inner,)):
            return inner
    return Apply("transpose", (factor,)) if _is_array(factor) else factor


def is_column(term: Term) -> bool:
    r"""Whether a linear term in columns is a column, and not a number such as ``w^\top x + b``."""
    match term:
        case Apply(operator="add" | "negate", arguments=arguments):
            return any(map(is_column, arguments))
        case Apply(operator="divide", arguments=(top, _)):
            return is_column(top)
        case Apply(operator="multiply", arguments=factors):
            first = next((f for f in factors if _is_array(f)), None)
            return first is not None and not _is_row(first)
        case Apply(operator="inner" | "dot"):
            return False
        case Bind(operator="sum", body=body):
            return is_column(body)
    return _is_array(term)


def _is_row(term: Term) -> bool:
    """Whether a factor is a transposed column, and not a transposed matrix."""
    match term:
        case Apply(operator="transpose", arguments=(Variable(name=name),)):
            return bare(name).removeprefix("\\")[:1].islower()
    return False


def _is_array(term: Term) -> bool:
    return any(isinstance(t, Variable) and r"\boldsymbol{" in t.name for t in subterms(term))


def _product(term: Term, at: Term) -> Term:
    return Apply("multiply", (Apply("transpose", (at,)) if _is_array(at) else at, term))


def _of_square(base: Term, at: Term, laws: Mapping[str, Declared]) -> Made:
    r"""The cumulants of the square of a normal number with mean m and variance v: ``m^2t/(1 - 2vt) - \log(1 - 2vt)/2``."""
    variables = [t for t in subterms(base) if _law(t, laws) is not None]
    known = _law(variables[0], laws) if len(set(variables)) == 1 else None
    if known is None or known.distribution.name not in NORMAL or known.distribution.arrays:
        raise _unread(base)
    unknown = Variable("X⁎")
    inside = replaced(base, variables[0], unknown)
    if degree(inside, unknown.name) != 1:
        raise _unread(base)
    at_zero, at_one = (substitute(inside, {unknown.name: value}) for value in (ZERO, ONE))
    slope = Apply("add", (at_one, Apply("negate", (at_zero,))))
    mean, square = named_laws.moments_of(known.distribution, known.parameters)[:2]
    variance = Apply("add", (square, Apply("negate", (Apply("power", (mean, TWO)),))))
    spread = Apply("multiply", (Apply("power", (slope, TWO)), variance))
    centre = substitute(inside, {unknown.name: mean})
    rest = Apply("add", (ONE, Apply("negate", (Apply("multiply", (TWO, spread, at)),))))
    shift = Apply("divide", (Apply("multiply", (Apply("power", (centre, TWO)), at)), rest))
    whole = Apply("add", (shift, Apply("negate", (Apply("divide", (Apply("log", (rest,)), TWO)),))))
    return Made(whole, (canonical(variables[0]),), (known,))


def _of_sum(total: Bind, at: Term, laws: Mapping[str, Declared]) -> Made:
    """The cumulants of a sum over a family; each summand contains only the members at its own index."""
    index = total.variable.name
    inner = made_of(total.body, at, laws)
    members = [t for t in subterms(total.body) if _law(t, laws) is not None and isinstance(t, Apply)]
    if not members or any(index not in free_variables(m) for m in members) or index in free_variables(at):
        raise _unread(total)
    if any(canonical(Variable(name)) in inner.variables for name in _random(total.body, laws)):
        raise _unread(total)  # the same variable in every summand
    families = tuple(sorted({canonical(m.arguments[0]) for m in members}))
    return Made(Bind("sum", total.variable, total.bounds, inner.cumulants), families, inner.laws)


def _together(parts: Sequence[Made], term: Term) -> Made:
    """The cumulants of the sum of parts that have no variable in common."""
    variables = [v for part in parts for v in part.variables]
    for k, first in enumerate(variables):
        others = variables[:k] + variables[k + 1 :]
        if any(first == other or other.startswith(f"index({first},") for other in others):
            raise _unread(term)
    cumulants = Apply("add", tuple(part.cumulants for part in parts))
    return Made(cumulants, tuple(variables), tuple(law for part in parts for law in part.laws))


def claimed(name: str, parameters: tuple[Term, ...], at: Term, made: Made) -> Term:
    """The cumulant generating function of the law claimed for `made`.

    Raises:
        UnreadError: the law has none, or is of another kind than the term, as in a normal approximation.
    """
    distribution = registry()[name]
    kinds = {law.distribution.kind for law in made.laws}
    normal = all(law.distribution.name in NORMAL for law in made.laws)
    if kinds != {distribution.kind} or (name in NORMAL and not normal):
        raise UnreadError("law of another kind", at.origin)
    try:
        found = named_laws.cumulants_at(distribution, at, parameters)
    except ValueError:
        found = None
    if found is None:
        raise UnreadError("law " + name, at.origin)
    return found
