"""Rewriting rules and their application to terms; replacement of one side of an equation by the other: ``B(Ax) = BAx``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mathpost.maths.terms.pattern_text import pattern, scoped
from mathpost.maths.terms.patterns import (
    Applied,
    Bindings,
    Bound,
    Condition,
    Literal,
    Pattern,
    Several,
    Wildcard,
    heads,
    match,
    names,
)
from mathpost.maths.terms.term import (
    NONE,
    ONE,
    ZERO,
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    fresh_name,
    substitute,
    uses,
    with_parts,
)

FUEL = 150  # applications of rules to one term
NEUTRAL = {"add": ZERO, "multiply": ONE}
Scopes = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that replaces a match of `left` by `right`: a pattern, or a function of the wildcards that may return None.

    `scopes`: for each variable of a binder on the left side, the wildcards below that binder.
    """

    left: Pattern
    right: Pattern | Callable[..., Term | None]
    scopes: Scopes = field(default_factory=dict)

    def __call__(self, term: Term) -> Term | None:
        """The result of the rule for `term` itself, None where it does not apply."""
        for found in match(self.left, term):
            right = self.right
            made = right(**found) if callable(right) else instance(right, found, self.scopes)
            if made is not None:
                return made
        return None


def rule(left: str, right: str | Callable[..., Term | None], **conditions: Condition) -> Rule:
    """The rule with these two sides: ``rule("sin(x_) / cos(x_)", "tan(x_)")``."""
    known = pattern(left, **conditions)
    if not isinstance(right, str):
        return Rule(known, right)
    made = pattern(right)
    assert names(made) <= names(known), f"a wildcard of {right} is none of {left}"
    return Rule(scoped(known, made=made), made, _scopes(known))


def _scopes(known: Pattern) -> dict[str, frozenset[str]]:
    """The wildcards below each binder of a pattern, by the name of its variable."""
    match known:
        case Applied(parts=inner):
            return _joined(map(_scopes, inner))
        case Bound(variable=Wildcard(name=name), body=body):
            return _joined((_scopes(body), {name: names(body) - {name}}))
        case Bound(body=body):
            return _scopes(body)
    return {}


def _joined(found: Iterable[Scopes]) -> dict[str, frozenset[str]]:
    joined: dict[str, frozenset[str]] = {}
    for scopes in found:
        for name, inside in scopes.items():
            joined[name] = joined.get(name, NONE) | inside
    return joined


def instance(of: Pattern, found: Bindings, scopes: Scopes | None = None) -> Term:
    """The pattern `of` with the terms `found` for its wildcards; no binder captures a symbol of these terms.

    Wildcards that were below the binder of a variable, by `scopes`, keep that variable bound.
    """
    match of:
        case Literal(term=term):
            return term
        case Applied(operators=operators, parts=parts):
            (operator,) = operators
            arguments = _instances(parts, found, scopes)
            if operator in NEUTRAL and len(arguments) < 2:
                return arguments[0] if arguments else NEUTRAL[operator]
            return Apply(operator, arguments)
        case Bound(operators=operators, bounds=bounds, body=body):
            (operator,) = operators
            variable, inside = _apart(of, found, scopes or {})
            ends = _instances(bounds, found, scopes)
            return Bind(operator, variable, ends, instance(body, inside, scopes))
    term = found[of.name]
    assert not isinstance(term, tuple), "several terms are not one term"
    return term  # type: ignore[no-any-return]


def _instances(parts: Iterable[Pattern], found: Bindings, scopes: Scopes | None) -> tuple[Term, ...]:
    return tuple(
        term
        for part in parts
        for term in (found[part.name] if isinstance(part, Several) else (instance(part, found, scopes),))
    )


def _apart(of: Bound, found: Bindings, scopes: Scopes) -> tuple[Variable, Bindings]:
    """The variable of a binder, renamed where it would capture a symbol, and the wildcards that are valid below it."""
    variable = instance(of.variable, found)
    assert isinstance(variable, Variable)
    own = scopes.get(of.variable.name, NONE) if isinstance(of.variable, Wildcard) else NONE
    inner = names(of.body) - names(of.variable)
    taken = NONE.union(*(_free(found[name]) for name in inner - own))
    if variable.name not in taken:
        return variable, found
    fresh = Variable(fresh_name(variable.name, taken.union(*(_free(found[name]) for name in inner & own))))
    renamed = {name: _with(found[name], variable.name, fresh) for name in inner & own}
    named = {of.variable.name: fresh} if isinstance(of.variable, Wildcard) else {}
    return fresh, {**found, **renamed, **named}


def _free(value: Term | tuple[Term, ...]) -> frozenset[str]:
    return NONE.union(*map(free_variables, value)) if isinstance(value, tuple) else free_variables(value)


def _with(value: Term | tuple[Term, ...], name: str, fresh: Variable) -> Term | tuple[Term, ...]:
    if isinstance(value, tuple):
        return tuple(substitute(term, {name: fresh}) for term in value)
    return substitute(value, {name: fresh})


def rewrite_once(rules: Sequence[Rule], term: Term) -> Term | None:
    """`term` with one of `rules` applied to the first, outermost part where one applies; None where none does."""
    for known in rules:
        made = known(term)
        if made is not None:
            return made
    open_ = True

    def first(part: Term) -> Term:
        nonlocal open_
        made = rewrite_once(rules, part) if open_ else None
        open_ = open_ and made is None
        return part if made is None else made

    changed = with_parts(term, first)
    return None if open_ else changed


def rewrite_everywhere(rules: Sequence[Rule], term: Term, fuel: int = FUEL) -> Term:
    """`term` rewritten from the inside out until none of `rules` applies to any part.

    After `fuel` applications rewriting stops, so that it ends even for rules that undo each other.
    """
    at = _heads(rules)

    def normal(part: Term) -> Term:
        nonlocal fuel
        if at is not None and not uses((part,), at):
            return part
        part = with_parts(part, normal)
        while fuel > 0 and (made := _applied(rules, part)) is not None:
            fuel -= 1
            part = with_parts(made, normal)
        return part

    return normal(term)


def _applied(rules: Iterable[Rule], term: Term) -> Term | None:
    return next((made for each in rules if (made := each(term)) is not None and made != term), None)


def _heads(rules: Iterable[Rule]) -> frozenset[str] | None:
    """The operators one of which a term must apply for one of `rules` to match; None where any operator is possible."""
    found = [heads(each.left) for each in rules]
    known = [each for each in found if each is not None]
    return NONE.union(*known) if len(known) == len(found) else None


def rewritten(term: Term, old: Term, new: Term) -> Term:
    """`term` with `old` replaced by `new`, alone or as neighbouring factors, except below binders of a symbol of `old`."""
    if term == old:
        return new
    match term:
        case Apply(operator="multiply", arguments=factors, origin=origin):
            inner = tuple([rewritten(factor, old, new) for factor in _grouped(factors, old)])
            return inner[0] if len(inner) == 1 else Apply("multiply", inner, origin)
        case Bind(variable=variable, bounds=bounds) if variable.name in free_variables(old):
            ends = tuple([rewritten(bound, old, new) for bound in bounds])
            return Bind(term.operator, variable, ends, term.body, term.origin)
    return with_parts(term, lambda part: rewritten(part, old, new))


def _grouped(factors: tuple[Term, ...], old: Term) -> tuple[Term, ...]:
    """`factors` with neighbours whose product is `old` combined into that one factor."""
    wanted = old.arguments if isinstance(old, Apply) and old.operator == "multiply" else ()
    found: list[Term] = []
    at = 0
    while at < len(factors):
        together = bool(wanted) and factors[at : at + len(wanted)] == wanted
        found.append(old if together else factors[at])
        at += len(wanted) if together else 1
    return tuple(found)
