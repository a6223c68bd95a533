"""The meaning of a formula as a term: numbers, variables, applications and binders.

Terms are equal when they have the same structure; the place they were read from (`origin`) does not count. Operators are named
by the registry `mathpost.maths.operators`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from operator import is_
from typing import Any, TypeAlias

from mathpost.text.source import Span

NOWHERE = Span(0, 0)


class _Memory:
    """Cached properties of a term, not part of its value: its free names, the names bound in it, its operators, its size,
    whether it has decimals.

    Computed on first use: the hash, the subterms, and the function that evaluates it. None of them refers to the term itself,
    since cyclic references would delay its release.
    """

    __slots__ = ("bound", "computed", "decimals", "free", "hashed", "inside", "operators", "size")

    def __init__(
        self,
        free: frozenset[str],
        bound: frozenset[str],
        operators: frozenset[str],
        size: int,
        decimals: bool,
    ) -> None:
        self.free = free
        self.bound = bound
        self.operators = operators
        self.size = size
        self.decimals = decimals
        self.hashed: int | None = None
        self.inside: tuple[Term, ...] | None = None
        self.computed: Any = None


NONE = frozenset[str]()


@dataclass(frozen=True, slots=True)
class Number:
    """An exact rational. `places`: the number of decimals as written (None for an integer literal): ``0.34`` has 2."""

    value: Fraction
    places: int | None = None
    origin: Span = field(default=NOWHERE, compare=False)
    _known: _Memory | None = field(default=None, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        known = self._known or _found(self)
        if known.hashed is None:
            known.hashed = hash(self.value.as_integer_ratio())
        return known.hashed

    def __reduce__(self) -> tuple[type[Number], tuple[object, ...]]:
        return Number, (self.value, self.places, self.origin)


@dataclass(frozen=True, slots=True)
class Variable:
    """A symbol by its canonical LaTeX name (``x``, ``\\alpha``, ``\\hat{y}``, ``\\boldsymbol{W}``, ``T_{max}``, ``x'``)."""

    name: str
    origin: Span = field(default=NOWHERE, compare=False)
    _known: _Memory | None = field(default=None, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[type[Variable], tuple[object, ...]]:
        return Variable, (self.name, self.origin)


@dataclass(frozen=True, slots=True)
class Apply:
    """`operator` applied to `arguments`.

    Two operators mention symbols: ``index`` (``x_i``: family, indices …) and ``call`` (``f(x)``: function, arguments …).
    """

    operator: str
    arguments: tuple[Term, ...]
    origin: Span = field(default=NOWHERE, compare=False)
    _known: _Memory | None = field(default=None, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        known = self._known or _found(self)
        if known.hashed is None:
            known.hashed = hash((self.operator, self.arguments))
        return known.hashed

    def __reduce__(self) -> tuple[type[Apply], tuple[object, ...]]:
        """Pickle without the cached properties: hashes differ between processes."""
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
    _known: _Memory | None = field(default=None, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        known = self._known or _found(self)
        if known.hashed is None:
            known.hashed = hash((self.operator, self.variable, self.bounds, self.body))
        return known.hashed

    def __reduce__(self) -> tuple[type[Bind], tuple[object, ...]]:
        return Bind, (self.operator, self.variable, self.bounds, self.body, self.origin)


Term: TypeAlias = Number | Variable | Apply | Bind
LEAVES = (Number, Variable)
COMPOUND = (Apply, Bind)

ZERO = Number(Fraction(0))
ONE = Number(Fraction(1))
TWO = Number(Fraction(2))
INFINITY = Apply("infinity", ())
MINUS_INFINITY = Apply("negate", (INFINITY,))


def times(a: Term, b: Term, span: Span) -> Term:
    """The flat product of `a` and `b`: a product gets one more factor."""
    if isinstance(a, Apply) and a.operator == "multiply":
        return Apply("multiply", (*a.arguments, b), a.origin)
    return Apply("multiply", (a, b), span)


def factors_of(term: Term) -> list[Term]:
    """The factors of `term`."""
    return list(term.arguments) if isinstance(term, Apply) and term.operator == "multiply" else [term]


def sum_of(terms: Iterable[Term], span: Span = NOWHERE) -> Term:
    """The sum of `terms`: zero for none, the term itself for one."""
    added = tuple(terms)
    return Apply("add", added, span) if len(added) > 1 else added[0] if added else ZERO


def product_of(factors: Iterable[Term], span: Span = NOWHERE) -> Term:
    """The product of `factors` in their order: one for none, the factor itself for one."""
    multiplied = tuple(factors)
    return (
        Apply("multiply", multiplied, span) if len(multiplied) > 1 else multiplied[0] if multiplied else ONE
    )


def subterms(term: Term) -> tuple[Term, ...]:
    """`term` and all terms inside it, outermost first."""
    if isinstance(term, LEAVES):
        return (term,)
    known = term._known or _found(term)
    if known.inside is None:
        known.inside = _inside(term)
    return (term, *known.inside)


def uses(terms: Iterable[Term], names: AbstractSet[str]) -> bool:
    """Whether one of the operators `names` occurs in `terms`."""
    for term in terms:  # noqa: SIM110 - asked so often that a generator would show
        if not (term._known or _found(term)).operators.isdisjoint(names):
            return True
    return False


def occurrences(term: Term, names: AbstractSet[str]) -> tuple[Apply | Bind, ...]:
    """The subterms of `term` that apply or bind one of the operators `names`, outermost first."""
    if operators(term).isdisjoint(names):
        return ()
    return tuple([t for t in subterms(term) if isinstance(t, COMPOUND) and t.operator in names])


def _inside(term: Term) -> tuple[Term, ...]:
    """The subterms of `term` without itself, outermost first."""
    found: list[Term] = []
    stack = [term]
    while stack:
        top = stack.pop()
        found.append(top)
        if isinstance(top, Apply):
            stack.extend(reversed(top.arguments))
        elif isinstance(top, Bind):
            stack.extend((top.body, *reversed(top.bounds), top.variable))
    return tuple(found[1:])


def free_variables(term: Term) -> frozenset[str]:
    """Names of the variables that `term` does not bind."""
    return (term._known or _found(term)).free


def symbols(term: Term) -> frozenset[str]:
    """Names of all variables in `term`, including bound ones."""
    known = term._known or _found(term)
    return known.free | known.bound if known.bound else known.free


def operators(term: Term) -> frozenset[str]:
    """All operators and binders in `term`."""
    return (term._known or _found(term)).operators


def canonical(term: Term) -> str:
    """A term as one line of text, without its origins: equal for equal terms, the same in every run."""
    if isinstance(term, Variable):
        return term.name
    if isinstance(term, Apply):
        return f"{term.operator}({','.join(map(canonical, term.arguments))})"
    if isinstance(term, Number):
        return str(term.value)
    bounds = ",".join(map(canonical, term.bounds))
    return f"{term.operator}[{term.variable.name};{bounds}]({canonical(term.body)})"


def size(term: Term) -> int:
    """The number of subterms of `term`, itself included."""
    return (term._known or _found(term)).size


def memory(term: Term) -> _Memory:
    """The cached properties of `term`."""
    return term._known or _found(term)


def is_decimal(term: Term) -> bool:
    """Whether `term` contains a number with decimals."""
    return (term._known or _found(term)).decimals


@lru_cache(maxsize=4096)
def _found_of_a_name(name: str) -> _Memory:
    return _Memory(_named(name), NONE, NONE, 1, False)


@lru_cache(maxsize=4096)
def _named(name: str) -> frozenset[str]:
    return frozenset((name,))


def _found(term: Term) -> _Memory:
    match term:
        case Apply(operator=operator, arguments=arguments):
            found = _found_of_all(operator, arguments)
        case Bind():
            found = _found_of_a_binder(term)
        case Variable(name=name):
            found = _found_of_a_name(name)
        case Number(places=places):
            found = _Memory(NONE, NONE, NONE, 1, places is not None)
    object.__setattr__(term, "_known", found)  # a cache, not part of the value
    return found


def _found_of_all(operator: str, parts: tuple[Term, ...]) -> _Memory:
    """The cached properties of a term with this `operator` and these `parts`."""
    free = bound = NONE
    operators, size, decimals = _named(operator), 1, False
    for part in parts:
        known = part._known or _found(part)
        free = free | known.free if free else known.free
        operators = operators | known.operators if known.operators else operators
        size += known.size
        if known.bound:
            bound = bound | known.bound
        if known.decimals:
            decimals = True
    return _Memory(free, bound, operators, size, decimals)


def _found_of_a_binder(term: Bind) -> _Memory:
    found = _found_of_all(term.operator, (*term.bounds, term.body))
    names = _named(term.variable.name)
    found.bound = found.bound | names
    if not found.free.isdisjoint(names):
        found.free = (free_variables(term.body) - names).union(*map(free_variables, term.bounds))
    return found


def parts(term: Term) -> tuple[Term, ...]:
    """The direct parts of `term`: the arguments of an application; the bounds and the body of a binder."""
    if isinstance(term, Apply):
        return term.arguments
    return (*term.bounds, term.body) if isinstance(term, Bind) else ()


def with_parts(term: Term, change: Callable[[Term], Term]) -> Term:
    """`term` with `change` applied to each of its parts; the same object where no part changes."""
    if isinstance(term, Apply):
        after = tuple(map(change, term.arguments))
        if all(map(is_, term.arguments, after)):
            return term
        return Apply(term.operator, after, term.origin)
    if isinstance(term, Bind):
        bounds, body = tuple(map(change, term.bounds)), change(term.body)
        if body is term.body and all(map(is_, term.bounds, bounds)):
            return term
        return Bind(term.operator, term.variable, bounds, body, term.origin)
    return term


def substitute(term: Term, values: Mapping[str, Term]) -> Term:
    """`term` with free variables replaced; a bound name that would capture one of them is renamed."""
    if isinstance(term, Variable):
        return values.get(term.name, term)
    if free_variables(term).isdisjoint(values):
        return term
    if isinstance(term, Apply):
        return Apply(term.operator, tuple([substitute(a, values) for a in term.arguments]), term.origin)
    assert isinstance(term, Bind)
    own, body = term.variable, term.body
    bounds = tuple([substitute(bound, values) for bound in term.bounds])
    inner = {name: value for name, value in values.items() if name != own.name}
    if any(own.name in free_variables(value) for value in inner.values()):
        taken = free_variables(body).union(*map(free_variables, inner.values()))
        fresh = Variable(fresh_name(own.name, taken), own.origin)
        body, own = substitute(body, {own.name: fresh}), fresh
    return Bind(term.operator, own, bounds, substitute(body, inner), term.origin)


def replaced(term: Term, old: Term, new: Term) -> Term:
    """`term` with every occurrence of `old` replaced by `new`, except below binders of a symbol of `old`."""
    if term == old:
        return new
    if not (free_variables(old) <= free_variables(term) and operators(old) <= operators(term)):
        return term
    if isinstance(term, Bind) and term.variable.name in free_variables(old):
        bounds = tuple([replaced(bound, old, new) for bound in term.bounds])
        return Bind(term.operator, term.variable, bounds, term.body, term.origin)
    return with_parts(term, lambda part: replaced(part, old, new))


def fresh_name(name: str, taken: AbstractSet[str]) -> str:
    """`name`, with marks added until it differs from all names in `taken`."""
    while name in taken:
        name += "⁎"
    return name
