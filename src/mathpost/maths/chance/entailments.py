r"""Substitution of the named laws that a post declares, ``X \sim \mathrm{Bin}(n, p)``, into terms that contain ``X``.

An expectation becomes the integral or sum over the support, ``P(X = k)`` and ``f_X(x)`` the density there, ``P(X \le x)``
and ``F_X(x)`` its integral; everything else about ``X`` follows from these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from fractions import Fraction

from mathpost.maths.distributions import Distribution
from mathpost.maths.elaboration.chance import averages, named_laws
from mathpost.maths.elaboration.chance.named_laws import logarithm
from mathpost.maths.facts import densities
from mathpost.maths.facts.densities import PLAIN, heads
from mathpost.maths.facts.densities import given as conditions
from mathpost.maths.facts.laws import Declared
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.interval_events import Between, between
from mathpost.maths.terms.outcomes import ANY_LAW, BOLD_OUTCOME, CAPITALS, OUTCOME
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
from mathpost.maths.terms.traversal import rewrite_in_scope
from mathpost.maths.typing.randomness import law_name
from mathpost.text.source import Span

RANGES = {"less": "up to", "less_equal": "up to", "greater": "from", "greater_equal": "from"}


def put_in(term: Term, laws: Mapping[str, Declared], used: set[int]) -> Term:
    """`term` with the named laws substituted; adds the steps that declare them to `used`."""

    def lawful(part: Term, bound: frozenset[str]) -> Term | None:
        free = {n: law for n, law in laws.items() if n not in bound} if bound else laws
        if isinstance(part, Apply) and (found := _replaced(part, free)) is not None:
            used.update(found[1])
            return found[0]
        if isinstance(part, Bind) and not part.bounds and (ends := _support(part, free, used)):
            body = rewrite_in_scope(part.body, lawful, bound | {part.variable.name})
            return replace(part, bounds=ends, body=body)
        return None

    return rewrite_in_scope(term, lawful) if laws else term


def _support(over: Bind, laws: Mapping[str, Declared], used: set[int]) -> tuple[Term, ...]:
    """The bounds of an integral or sum over all outcomes of a declared variable, or of one whose density is in the body."""
    bearer = _bearer(over.variable.name, laws)
    law = laws.get(bearer) or next(
        (
            own
            for term in subterms(over.body)
            if isinstance(term, Apply) and term.operator == "density"
            if densities.heads(term) == (over.variable,) and (own := densities.law_of(term, laws.values()))
        ),
        None,
    )
    if over.operator not in ("integral", "sum") or law is None:
        return ()
    try:
        found = named_laws.bounds(law.distribution, law.parameters)
    except ValueError:
        return ()
    used.add(law.step)
    return found


def _replaced(term: Apply, laws: Mapping[str, Declared]) -> tuple[Term, frozenset[int]] | None:
    """`term` rewritten under the named laws, with the steps that declare them; None if it contains none of their variables."""
    members = sorted({t for t in subterms(term) if _is_member(t, laws)}, key=repr)
    try:
        if members:
            return _of_member(term, members, laws)
        match term:
            case Apply(operator="expectation", arguments=(body, *named)):
                return _expectation(body, named, laws, term.origin)
            case Apply(operator="variance", arguments=(body, *named)):
                return _variance(body, named, laws, term.origin)
            case Apply(operator="covariance", arguments=(first, second, *_)):
                names = free_variables(first) | free_variables(second)
                heads = [Variable(n) for n in sorted(names & laws.keys())]
                alone = len(heads) == 1 and not any(n in CAPITALS and n not in laws for n in names)
                return _given((first, second), heads, laws, term.origin) if alone else None
            case Apply(operator="average" | "comoment", arguments=(*bodies, law, Apply(arguments=heads), _)):
                if law != ANY_LAW:
                    return _under(Apply("density", (law, *term.arguments[-2:])), bodies, laws, term.origin)
                own = given_law(bodies, heads, term.arguments[-1], laws.values())
                if own is not None:
                    return _of_law(own, bodies, laws, term.origin)
                lawful = heads and all(_has_law(h, laws) for h in heads)
                return _given(bodies, heads, laws, term.origin) if lawful else None
            case Apply(operator="log", arguments=(density,)) if densities.is_product(density):
                return _logarithm(density, laws)
            case Apply(operator="density"):
                return _density_of(term, laws)
            case Apply(operator="call", arguments=(_, place)):
                return _of_label(term, place, laws, term.origin)
    except (UnreadError, ValueError):
        return None
    return None


def _density_of(density: Apply, laws: Mapping[str, Declared]) -> tuple[Term, frozenset[int]] | None:
    """The value of a density stated by name, or of the density of a declared variable."""
    own = densities.law_of(density, laws.values())
    match density.arguments:
        case (_, Apply(arguments=(outcome,)), _) if own is not None:
            return named_laws.density_at(own.distribution, outcome, own.parameters), frozenset((own.step,))
        case (_, Apply(arguments=(event,)), Apply(arguments=())):
            return _probability(event, laws, density.origin)
        case (_, Apply(arguments=(event,)), Apply(arguments=(condition,))):
            return _of_ranges(event, condition, laws, density.origin)
    return None


def _of_ranges(
    event: Term, condition: Term, laws: Mapping[str, Declared], span: Span
) -> tuple[Term, frozenset[int]] | None:
    """``P(X > a | X > b)``: the probability of the narrower range divided by that of the condition."""
    match event, condition:
        case (
            Apply(operator=operator, arguments=(Variable(name=name), place)),
            Apply(operator=other, arguments=(Variable(name=same), bound)),
        ) if operator == other and name == same and operator in RANGES:
            narrower = "minimum" if RANGES[operator] == "up to" else "maximum"
            both = _mass(name, operator, Apply(narrower, (place, bound), span), laws, span)
            whole = _mass(name, operator, bound, laws, span)
            if both is not None and whole is not None:
                return Apply("divide", (both[0], whole[0]), span), both[1]
    return None


def _logarithm(density: Term, laws: Mapping[str, Declared]) -> tuple[Term, frozenset[int]] | None:
    """The logarithm of a product of densities, with the named ones substituted: a polynomial if they are normal."""
    used: set[int] = set()
    inside = put_in(density, laws, used)
    return (logarithm(inside), frozenset(used)) if used else None


def _is_member(term: Term, laws: Mapping[str, Declared]) -> bool:
    match term:
        case Apply(operator="index", arguments=(Variable(name=name), *_)):
            return name in laws
    return False


def _of_member(
    term: Apply, members: Sequence[Term], laws: Mapping[str, Declared]
) -> tuple[Term, frozenset[int]] | None:
    """`term` rewritten for one member of a family or entry of a list; None for several, whose dependence is unknown."""
    member = members[0]
    assert isinstance(member, Apply) and isinstance(member.arguments[0], Variable)
    law = laws[member.arguments[0].name]
    places = member.arguments[1:]
    together = _entries_together(term, members, law)
    if together is not None:
        return together, frozenset((law.step,))
    if len(members) > 1 or term.operator not in ("expectation", "variance", "density"):
        return None
    if law.indices:
        values = {
            i.name: place for i, place in zip(law.indices, places, strict=False) if isinstance(i, Variable)
        }
        if len(values) != len(places):
            return None
        own: tuple[Distribution, tuple[Term, ...]] | None = (
            law.distribution,
            tuple(substitute(p, values) for p in law.parameters),
        )
    else:
        own = named_laws.entry(law.distribution, places[0], law.parameters) if len(places) == 1 else None
    if own is None:
        return None
    symbol = Variable("X⁎", member.origin)
    own_name = member.arguments[0]  # a plain average over the whole family averages over this member
    unnamed = Apply(term.operator, tuple(a for a in term.arguments if a != own_name), term.origin)
    alone = replaced(unnamed, member, symbol)
    if not isinstance(alone, Apply) or member.arguments[0].name in free_variables(alone):
        return None
    return _replaced(alone, {symbol.name: Declared(*own, law.step)})


def _entries_together(term: Apply, members: Sequence[Term], law: Declared) -> Term | None:
    """The covariance of two entries of one list; None for any other term."""
    if term.operator != "covariance" or law.indices or not set(term.arguments[:2]) <= set(members):
        return None
    heads = {t.arguments[0] for t in term.arguments[:2] if isinstance(t, Apply)}
    places = [t.arguments[1:] for t in term.arguments[:2] if isinstance(t, Apply)]
    if len(heads) > 1 or any(len(p) != 1 for p in places):
        return None
    return named_laws.covariance_of(law.distribution, places[0][0], places[1][0], law.parameters)


def _variance(
    body: Term, named: Sequence[Term], laws: Mapping[str, Declared], span: Span
) -> tuple[Term, frozenset[int]] | None:
    """The variance as E[X²] - E[X]²."""
    columns = [Variable(n) for n in sorted(free_variables(body) & laws.keys()) if laws[n].distribution.arrays]
    if len(columns) == 1:
        return _given((body, body), columns, laws, span)
    square = _expectation(Apply("power", (body, TWO)), named, laws, span)
    mean = _expectation(body, named, laws, span)
    if square is None or mean is None:
        return None
    less = Apply("negate", (Apply("power", (mean[0], TWO)),))
    return Apply("add", (square[0], less), span), square[1]


def _has_law(head: Term, laws: Mapping[str, Declared]) -> bool:
    return isinstance(head, Variable) and head.name in laws


def _given(
    bodies: Sequence[Term], heads: Sequence[Term], laws: Mapping[str, Declared], span: Span
) -> tuple[Term, frozenset[int]] | None:
    """The average of one body, or the covariance of two, over declared variables alone; conditions do not change their laws."""
    means = [_expectation(body, heads, laws, span) for body in bodies]
    if len(means) == 1:
        return means[0]
    first, second = bodies
    arrays = any(laws[h.name].distribution.arrays for h in heads if isinstance(h, Variable))
    product = _expectation(_outer(first, second, arrays), heads, laws, span)
    if product is None or means[0] is None or means[1] is None:
        return None
    less = Apply("negate", (_outer(means[0][0], means[1][0], arrays),))
    return Apply("add", (product[0], less), span), product[1]


def _under(
    density: Apply, bodies: Sequence[Term], laws: Mapping[str, Declared], span: Span
) -> tuple[Term, frozenset[int]] | None:
    """The average of one body, or the covariance of two, under a law stated as a density."""
    own = densities.law_of(density, laws.values())
    if own is None:
        return None
    (outcome,) = densities.heads(density) or densities.heads(own.density or density)
    return _of_law(own, bodies, laws, span, outcome)


def _of_law(
    own: Declared,
    bodies: Sequence[Term],
    laws: Mapping[str, Declared],
    span: Span,
    outcome: Term | None = None,
) -> tuple[Term, frozenset[int]] | None:
    """The average of one body, or the covariance of two, under the law `own`; the outcome may have another name."""
    if outcome is None and own.density is not None:
        (outcome,) = densities.heads(own.density)
    if outcome is not None and (outcome == OUTCOME or not isinstance(outcome, Variable)):
        column = BOLD_OUTCOME if own.distribution.arrays else OUTCOME
        bodies = [replaced(body, outcome, column) for body in bodies]
        outcome = column
    if not isinstance(outcome, Variable) or not any(outcome.name in free_variables(body) for body in bodies):
        return None  # "E_p[f(y)]" where the post states p(x)
    used = {own.step}
    inside = [put_in(body, laws, used) for body in bodies]

    def mean(of: Term) -> Term:
        return averages.under(own.distribution, own.parameters, outcome, of, span)

    if len(inside) == 1:
        return mean(inside[0]), frozenset(used)
    product = mean(_outer(inside[0], inside[1], own.distribution.arrays))
    less = Apply("negate", (_outer(mean(inside[0]), mean(inside[1]), own.distribution.arrays),))
    return Apply("add", (product, less), span), frozenset(used)


def _outer(first: Term, second: Term, arrays: bool) -> Term:
    return Apply("multiply", (first, Apply("transpose", (second,)) if arrays else second))


def _expectation(
    body: Term, named: Sequence[Term], laws: Mapping[str, Declared], span: Span
) -> tuple[Term, frozenset[int]] | None:
    """The integral of `body` over all declared variables, which count as independent.

    The average over other variables is kept.
    """
    used: set[int] = set()
    body = put_in(body, laws, used)
    asked = {v.name for v in named if isinstance(v, Variable)} & free_variables(body) or free_variables(body)
    body, asked = averaged_out(body, asked, laws, used)
    random = sorted(n for n in asked if n in laws)
    if not random or any(n in CAPITALS and n not in laws for n in asked):
        return None
    for name in random:
        law = laws[name]
        body = averages.under(law.distribution, law.parameters, Variable(name), body, span)
    outside = free_variables(body)
    others = tuple(v for v in named if not _has_law(v, laws) and not outside.isdisjoint(free_variables(v)))
    if others:
        body = Apply("expectation", (body, *others), span)
    return body, frozenset(laws[n].step for n in random) | used


def _probability(event: Term, laws: Mapping[str, Declared], span: Span) -> tuple[Term, frozenset[int]] | None:
    match event:
        case Variable(name=name):
            return _density(_bearer(name, laws), event, laws)
        case Apply(operator="equal", arguments=(Variable(name=name), place)):
            return _density(name, place, laws)
        case Apply(operator=operator, arguments=(Variable(name=name), place)) if operator in RANGES:
            return _mass(name, operator, place, laws, span)
    ends = between(event)
    return None if ends is None or ends.name not in laws else _mass_between(ends, laws[ends.name], span)


def _mass_between(ends: Between, law: Declared, span: Span) -> tuple[Term, frozenset[int]] | None:
    """The probability of an interval, or of its complement, under a continuous law."""
    if law.distribution.kind != "continuous":
        return None
    low, high = (
        named_laws.probability_up_to(law.distribution, end, law.parameters) for end in (ends.low, ends.high)
    )
    if low is None or high is None:
        return None
    inside = Apply("add", (high, Apply("negate", (low,))), span)
    return Apply("add", (ONE, Apply("negate", (inside,))), span) if ends.outside else inside, frozenset(
        (law.step,)
    )


def labelled(term: Term) -> str:
    """The variable that labels the function of which `term` is a value: ``X`` for ``f_X(x)``; empty for any other term."""
    match term:
        case Apply(operator="call", arguments=(Variable(name=name), _)):
            return name.partition("_{")[2].removesuffix("}")
        case Apply(
            operator="call", arguments=(Apply(operator="index", arguments=(_, Variable(name=name))), _)
        ):
            return name
    return ""


def _of_label(
    called: Apply, place: Term, laws: Mapping[str, Declared], span: Span
) -> tuple[Term, frozenset[int]] | None:
    """The value of ``f_X(x)``, ``F_X(x)`` or ``M_X(t)`` under the declared law of ``X``."""
    bearer = labelled(called)
    head = called.arguments[0]
    letter = canonical(head.arguments[0] if isinstance(head, Apply) else head).partition("_{")[0]
    if letter == "M" and bearer in laws:
        return _generated(laws[bearer], ZERO, place)
    if letter in ("f", "p", "P"):
        return _density(bearer, place, laws)
    return _mass(bearer, "less_equal", place, laws, span) if letter == "F" else None


def _generated(law: Declared, shift: Term, at: Term) -> tuple[Term, frozenset[int]] | None:
    """The mean of ``e^{tX + c}``, t = `at` and c = `shift`; None if the registry has no closed form."""
    found = named_laws.cumulants_at(law.distribution, at, law.parameters)
    if found is None:
        return None
    exponent = found if shift == ZERO else Apply("add", (found, shift))
    return Apply("exp", (exponent,)), frozenset((law.step,))


def _bearer(name: str, laws: Mapping[str, Declared]) -> str:
    """The declared variable of which `name` is a value: ``X`` for ``x``."""
    return name if name in laws or name.upper() not in laws else name.upper()


def _density(name: str, place: Term, laws: Mapping[str, Declared]) -> tuple[Term, frozenset[int]] | None:
    if name not in laws:
        return None
    law = laws[name]
    return named_laws.density_at(law.distribution, place, law.parameters), frozenset((law.step,))


def _mass(
    name: str, operator: str, place: Term, laws: Mapping[str, Declared], span: Span
) -> tuple[Term, frozenset[int]] | None:
    r"""The probability of ``X \le c``, ``X < c``, ``X \ge c`` or ``X > c``."""
    if name not in laws:
        return None
    law = laws[name]
    cumulated = named_laws.probability_up_to(law.distribution, place, law.parameters)
    if cumulated is not None and law.distribution.kind == "continuous":
        above = Apply("add", (ONE, Apply("negate", (cumulated,))), span)
        return cumulated if RANGES[operator] == "up to" else above, frozenset((law.step,))
    low, high = named_laws.bounds(law.distribution, law.parameters)
    discrete = law.distribution.kind == "discrete"
    if RANGES[operator] == "up to":
        high = Apply("add", (place, Number(Fraction(-1)))) if discrete and operator == "less" else place
    else:
        low = Apply("add", (place, ONE)) if discrete and operator == "greater" else place
    density = named_laws.density_at(law.distribution, Variable(name), law.parameters)
    bind = Bind("sum" if discrete else "integral", Variable(name), (low, high), density, span)
    return bind, frozenset((law.step,))


def given_law(
    bodies: Sequence[Term], named: Sequence[Term], given: Term, laws: Iterable[Declared]
) -> Declared | None:
    r"""The only one of `laws` of the averaged variable under the conditions `given`, or None: ``\mathbb{E}[\theta | D]``."""
    key = _key(given)
    found = []
    for law in laws:
        left = law.density
        if (
            left is None
            or not key
            or _key(left.arguments[2]) != key
            or law_name(left.arguments[0]) not in PLAIN
        ):
            continue
        (outcome,) = heads(left) if len(heads(left)) == 1 else (None,)
        asked = outcome in named if named else any(outcome in subterms(body) for body in bodies)
        if outcome is not None and asked:
            found.append(law)
    return found[0] if len(found) == 1 else None


def averaged_out(
    body: Term, asked: AbstractSet[str], laws: Mapping[str, Declared], used: set[int]
) -> tuple[Term, set[str]]:
    """`body` averaged over the variables whose law is conditional on others, with the names that remain to be averaged over."""
    waiting = [(law, law.density) for law in laws.values() if law.density is not None]
    found = set(asked)
    known = laws.keys() | {
        h.name for _, density in waiting for h in heads(density) if isinstance(h, Variable)
    }
    for law, density in waiting * len(waiting):  # a condition may itself have a conditional law
        head, given = heads(density), conditions(density)
        if len(head) != 1 or not isinstance(head[0], Variable) or head[0].name not in found - laws.keys():
            continue
        names = {g.name for g in given if isinstance(g, Variable)}
        if not names or len(names) < len(given) or not names <= known or density.arguments[0] != ANY_LAW:
            continue
        body = averages.under(law.distribution, law.parameters, head[0], body, body.origin)
        used.add(law.step)
        found = (found - {head[0].name}) | (names & free_variables(body))
    return body, found


def _key(given: Term) -> tuple[str, ...]:
    return tuple(sorted(map(canonical, given.arguments))) if isinstance(given, Apply) else ()
