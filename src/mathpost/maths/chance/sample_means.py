r"""Sample means as averages: ``\frac{1}{N} \sum_i f(x_i)`` for ``\mathbb{E}_{x \sim p}[f(x)]``.

By the law of large numbers a sample mean converges to the average under the law of its samples. A claim that equates them holds
if the average of one term equals the other side.
"""

from __future__ import annotations

from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import AVERAGES, OVER_OUTCOMES, UNDER_LAWS
from mathpost.maths.terms.term import (
    ONE,
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    occurrences,
    replaced,
    subterms,
)

CALLS = frozenset(["call"])


def in_the_mean(left: Term, right: Term) -> tuple[Term, Term] | None:
    """The two sides with the sample means on one side replaced by the average on the other; None if there are none."""
    for average_side, mean_side, swapped in ((left, right, False), (right, left, True)):
        template = _average(average_side)
        if template is None or _average(mean_side) is not None:
            continue
        put = _put(mean_side, template)
        if put is not None and put != mean_side:
            return (put, average_side) if swapped else (average_side, put)
    return None


def _average(side: Term) -> Term | None:
    """The average in `side`, or the integral against a density of its variable; None if there is none."""
    for term in subterms(side):
        if isinstance(term, Apply) and term.operator in AVERAGES | UNDER_LAWS:
            return term if term.operator in ("expectation", "average") else None
        if _variable(term) is not None and _density(term) is not None:
            return term
    return None


def _variable(term: Term) -> Term | None:
    """The variable of an integral or sum over outcomes."""
    match term:
        case Bind(operator="integral" | "sum", variable=variable, bounds=()):
            return variable
        case Apply(operator=operator, arguments=(_, target)) if operator in OVER_OUTCOMES:
            return target
    return None


def _density(term: Term) -> Apply | None:
    """The density in the integrand of an integral whose outcome is the variable of integration."""
    variable = _variable(term)
    body = term.body if isinstance(term, Bind) else term.arguments[0] if isinstance(term, Apply) else term
    for inner in subterms(body):
        if isinstance(inner, Apply) and inner.operator == "density":
            heads = inner.arguments[1]
            if isinstance(heads, Apply) and heads.arguments == (variable,):
                return inner
    return None


def _heads(template: Term) -> tuple[Term, ...]:
    """The variables over which an average runs."""
    match template:
        case Apply(operator="expectation", arguments=(body, *named)):
            applied = {t.arguments[0] for t in occurrences(body, CALLS) if isinstance(t, Apply)}
            letters = [v for n in sorted(free_variables(body)) if (v := Variable(n)) not in applied]
            return tuple(named) or tuple(letters if len(letters) == 1 else ())
        case Apply(operator="average", arguments=(body, _, Apply(arguments=heads), _)):
            return (*heads, *(_heads(body) if _is_average(body) else ()))
    variable = _variable(template)
    return () if variable is None else (variable,)


def _put(side: Term, template: Term) -> Term | None:
    """`side` with its sample means replaced by averages of the form of `template`; None if one cannot be replaced."""
    match side:
        case Apply(operator="multiply", arguments=factors):
            mean = _mean(factors)
            if mean is not None:
                body, others = mean
                averaged = _averaged(body, template)
                if averaged is None:
                    return None
                return averaged if not others else Apply("multiply", (*others, averaged), side.origin)
        case Apply(operator="divide", arguments=(Bind(operator="sum") as total, count)):
            return _put(Apply("multiply", (Apply("divide", (ONE, count)), total)), template)
    if isinstance(side, Apply) and side.operator not in UNDER_LAWS | AVERAGES:
        inner = [_put(a, template) for a in side.arguments]
        if any(i is None for i in inner):
            return None
        return Apply(side.operator, tuple(i for i in inner if i is not None), side.origin)
    return side


def _mean(factors: tuple[Term, ...]) -> tuple[Bind, list[Term]] | None:
    """The sum in a sample mean and the factors other than the sum and one over its length; None if there is no such sum."""
    for total in factors:
        if isinstance(total, Bind) and total.operator == "sum" and total.bounds[:1] in ((ONE,), ()):
            others = [f for f in factors if f is not total]
            share = next((f for f in others if _is_share(f, total)), None)
            if share is not None:
                return total, [f for f in others if f is not share]
    return None


def _is_share(factor: Term, total: Bind) -> bool:
    """Whether a factor is one over the number of terms of a sum; for a sum without bounds, one over any letter."""
    match factor:
        case Apply(operator="divide", arguments=(one, count)) if one == ONE:
            return count == total.bounds[1] if total.bounds else isinstance(count, Variable)
    return False


def _averaged(total: Bind, template: Term) -> Term | None:
    """The average of one term of a sample mean, with the variables of `template` for its samples."""
    heads = _heads(template)
    members = {
        t
        for t in subterms(total.body)
        if isinstance(t, Apply) and t.operator == "index" and total.variable in t.arguments[1:]
    }
    body: Term = total.body
    several = len(heads) > 1 or len({m.arguments[0] for m in members}) > 1
    for member in members:
        alike = [h for h in heads if _letter(h) == _letter(member)] if several else list(heads)
        if len(alike) != 1:
            return None
        body = replaced(body, member, alike[0])
    if not members or total.variable.name in free_variables(body):
        return None
    match template:
        case Apply(operator="expectation", arguments=(_, *named)):
            return Apply("expectation", (body, *(named or heads)), total.origin)
        case Apply(operator="average"):
            return _under(template, body)
    density = _density(template)
    return None if density is None else Apply("average", (body, *density.arguments), total.origin)


def _is_average(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == "average"


def _under(template: Term, body: Term) -> Term:
    """`body` averaged as in `template`, over one variable after another."""
    match template:
        case Apply(operator="average", arguments=(inner, *measure)):
            return Apply("average", (_under(inner, body), *measure), template.origin)
    return body


def _letter(term: Term) -> str:
    while isinstance(term, Apply) and term.operator == "index":
        term = term.arguments[0]
    return bare(term.name).lower() if isinstance(term, Variable) else ""
