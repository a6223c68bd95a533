"""What a formula means, as a term: numbers, variables, applications and binders.

Two terms are equal when they mean the same by construction; the place they were read from (`origin`) does not count.
Operators are named by the registry `mathpost.maths.operators`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from mathpost.text.source import Span

NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Number:
    """An exact rational. `places`: the decimals as written (None for an integer literal): ``0.34`` has 2."""

    value: Fraction
    places: int | None = None
    origin: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """A symbol by its canonical LaTeX name (``x``, ``\\alpha``, ``\\hat{y}``, ``\\boldsymbol{W}``, ``T_{max}``, ``x'``)."""

    name: str
    origin: Span = field(default=NOWHERE, compare=False)


class _Known(NamedTuple):
    """What is asked of a term again and again, found once for a compound one: its free variables, all operators in it,
    its size, its hash.
    """

    free: frozenset[str]
    operators: frozenset[str]
    size: int
    hashed: int = 0


NOTHING_KNOWN = _Known(frozenset(), frozenset(), 1)


@dataclass(frozen=True, slots=True)
class Apply:
    """`operator` applied to `arguments`.

    Two operators speak of symbols: ``index`` (``x_i``: family, indices …) and ``call`` (``f(x)``: function, arguments …).
    """

    operator: str
    arguments: tuple[Term, ...]
    origin: Span = field(default=NOWHERE, compare=False)
    _known: _Known | None = field(default=None, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        return _known(self).hashed

    def __reduce__(self) -> tuple[type[Apply], tuple[object, ...]]:
        """Without what is known of it: another process hashes otherwise."""
        return Apply, (self.operator, self.arguments, self.origin)


@dataclass(frozen=True, slots=True)
class Bind:
    """`operator` over `variable`, which is bound in `body` but not in `bounds`.

    ``sum``, ``product`` (bounds: from, to), ``integral`` (bounds: none or from, to), ``limit`` (bounds: point),
    ``maximum``, ``minimum`` (bounds: from, to).
    """

    operator: str
    variable: Variable
    bounds: tuple[Term, ...]
    body: Term
    origin: Span = field(default=NOWHERE, compare=False)
    _known: _Known | None = field(default=None, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        return _known(self).hashed

    def __reduce__(self) -> tuple[type[Bind], tuple[object, ...]]:
        return Bind, (self.operator, self.variable, self.bounds, self.body, self.origin)


Term: TypeAlias = Number | Variable | Apply | Bind

INFINITY = Apply("infinity", ())
MINUS_INFINITY = Apply("negate", (INFINITY,))


def times(a: Term, b: Term, span: Span) -> Term:
    """`a` times `b`, flat: a product grows by a factor."""
    if isinstance(a, Apply) and a.operator == "multiply":
        return Apply("multiply", (*a.arguments, b), a.origin)
    return Apply("multiply", (a, b), span)


def factors_of(term: Term) -> list[Term]:
    """What `term` is the product of."""
    return list(term.arguments) if isinstance(term, Apply) and term.operator == "multiply" else [term]


def subterms(term: Term) -> Iterator[Term]:
    """`term` and all terms inside it, outermost first."""
    stack = [term]
    while stack:
        top = stack.pop()
        yield top
        if isinstance(top, Apply):
            stack.extend(reversed(top.arguments))
        elif isinstance(top, Bind):
            stack.extend((top.body, *reversed(top.bounds), top.variable))


def free_variables(term: Term) -> frozenset[str]:
    """Names of the variables that `term` does not bind."""
    return _known(term).free


def operators(term: Term) -> frozenset[str]:
    """The operators and binders that stand anywhere in `term`."""
    return _known(term).operators


def canonical(term: Term) -> str:
    """A term as one line of text, without its places: equal for equal terms, the same in every run."""
    match term:
        case Number(value=value):
            return str(value)
        case Variable(name=name):
            return name
        case Apply(operator=operator, arguments=arguments):
            return f"{operator}({','.join(map(canonical, arguments))})"
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            return f"{operator}[{variable.name};{','.join(map(canonical, bounds))}]({canonical(body)})"


def size(term: Term) -> int:
    """How many terms `term` consists of."""
    return _known(term).size


def _known(term: Term) -> _Known:
    if isinstance(term, Number):
        return NOTHING_KNOWN
    if isinstance(term, Variable):
        return _Known(frozenset((term.name,)), frozenset(), 1)
    if term._known is None:
        found = _found(term)
        object.__setattr__(term, "_known", found)  # a memory, no part of the value
        return found
    return term._known


def _found(term: Apply | Bind) -> _Known:
    own = frozenset((term.operator,))
    if isinstance(term, Apply):
        parts = [_known(a) for a in term.arguments]
        free = parts[0].free if len(parts) == 1 else NOTHING_KNOWN.free.union(*[p.free for p in parts])
        hashed = hash((term.operator, term.arguments))
    else:
        parts = [_known(b) for b in term.bounds]
        body = _known(term.body)
        free = (body.free - {term.variable.name}).union(*(p.free for p in parts))
        parts.append(body)
        hashed = hash((term.operator, term.variable, term.bounds, term.body))
    return _Known(free, own.union(*[p.operators for p in parts]), 1 + sum([p.size for p in parts]), hashed)


def standing_alone(terms: Iterable[Term]) -> frozenset[str]:
    """The free symbols of `terms` that stand somewhere without an index: ``Σ`` is no ``Σ_p``."""
    return frozenset[str]().union(*map(_standing_alone, terms))


def _standing_alone(term: Term) -> frozenset[str]:
    match term:
        case Variable(name=name):
            return frozenset((name,))
        case Apply(operator="index", arguments=(Variable(), *places)):
            return standing_alone(places)
        case Apply(arguments=arguments):
            return standing_alone(arguments)
        case Bind(variable=variable, bounds=bounds, body=body):
            return standing_alone(bounds) | (_standing_alone(body) - {variable.name})
    return frozenset()


def substitute(term: Term, values: dict[str, Term]) -> Term:
    """`term` with free variables replaced; a bound name that would capture one of them is renamed."""
    if not values:
        return term
    match term:
        case Number():
            return term
        case Variable(name=name):
            return values.get(name, term)
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(substitute(a, values) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            inner = {k: v for k, v in values.items() if k != variable.name}
            if any(variable.name in free_variables(v) for v in inner.values()):
                fresh = Variable(_fresh(variable.name, body, inner), variable.origin)
                body, variable = substitute(body, {variable.name: fresh}), fresh
            return Bind(
                operator,
                variable,
                tuple(substitute(b, values) for b in bounds),
                substitute(body, inner),
                origin,
            )


def replaced(term: Term, old: Term, new: Term) -> Term:
    """`term` with every occurrence of `old` as `new`; what binds a symbol of `old` is left alone."""
    if term == old:
        return new
    match term:
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(replaced(a, old, new) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            hidden = variable.name in free_variables(old)
            inner = body if hidden else replaced(body, old, new)
            return Bind(operator, variable, tuple(replaced(b, old, new) for b in bounds), inner, origin)
    return term


def _fresh(name: str, body: Term, values: dict[str, Term]) -> str:
    taken = free_variables(body).union(*map(free_variables, values.values()))
    while name in taken:
        name += "⁎"
    return name
