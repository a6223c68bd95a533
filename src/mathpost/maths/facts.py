"""What a post says that a symbol is, and the terms in which it is put in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mathpost.maths import laws
from mathpost.maths.elaborate import Conventions, elaborate
from mathpost.maths.landau import has_landau
from mathpost.maths.letters import bare
from mathpost.maths.notation import UnreadError, is_bold
from mathpost.maths.randomness import TWIN, density_key
from mathpost.maths.solving import solved, unknowns
from mathpost.maths.step import Step
from mathpost.maths.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    standing_alone,
    substitute,
)

COUNTERS = frozenset("ijklmnst")
AT_A_SYMBOL = frozenset(["derivative", "integral_of_outcomes", "sum_of_outcomes"])
DEPTH = 6  # definitions within definitions; deeper chains are cut and what remains stays a symbol


@dataclass(frozen=True, slots=True)
class Fact:
    """``head = right`` in force from `place` on: behind its formula, or before the display that it explains (其中 …).

    `form`: ``symbol`` (x), ``family`` (x_i, with `parameters` its indices), ``function`` (f(x), f_i(x), with `parameters` its
    indices and arguments), ``density`` (p(x|y), with `head` its key) or ``law`` (X, with `right` its distribution). `step` is the
    index of the step that states it. `case`: an example, a choice, one of several cases.
    """

    form: str
    head: str
    parameters: tuple[Term, ...]
    right: Term
    place: int
    step: int
    case: bool = False

    @property
    def value(self) -> bool:
        """Whether it gives a symbol, or every member of a family, a number: an example, a setting."""
        every = self.form == "family" and any(isinstance(p, Variable) for p in self.parameters)
        return (self.form == "symbol" or every) and not free_variables(self.right)


def fact(number: int, step: Step, conventions: Conventions) -> Fact | None:
    """The definition that `step` states, if its left side is a head and its right side can be read."""
    if step.sign == "∼":
        return None if step.interior else _law(number, step, conventions)
    stated = None if step.interior else equation(number, step, conventions)
    if stated is None or has_landau(stated.left, stated.right):
        return None
    match stated.left:
        case Apply(operator="density"):
            return Fact("density", density_key(stated.left), (), stated.right, step.span.end, number)
        case Apply(operator="power"):
            return next(stated.facts(free_variables(stated.left)), None)
    headed = _headed(stated.left)
    found = None if headed is None else Fact(*headed, stated.right, step.span.end, number)
    return found if found is not None and _defines(found, step) else None


def _headed(left: Term) -> tuple[str, str, tuple[Term, ...]] | None:
    """Form, head and parameters of what a left side names."""
    match left:
        case Variable(name=name):
            return "symbol", name, ()
        case Apply(operator="index", arguments=(Variable(name=name), *indices)):
            return "family", name, tuple(indices)
        case Apply(operator="call", arguments=(Variable(name=name), *arguments)):
            return "function", name, tuple(arguments)
        case Apply(
            operator="call",
            arguments=(Apply(operator="index", arguments=(Variable(name=name), *indices)), *arguments),
        ):
            return "function", member(name), (*indices, *arguments)
        case Apply(operator="sigmoid", arguments=arguments):
            return "function", r"\sigma", arguments
    return None


def _defines(found: Fact, step: Step) -> bool:
    """Whether an equation with a head on its left says what that is."""
    right = found.right
    if not all(isinstance(p, Variable | Number) for p in found.parameters) or _recurs(found):
        return False
    if found.form == "function" and not free_variables(right):
        return False  # "F(λ) = 0" is an equation to solve
    if found.form == "symbol" and is_bold(found.head) and _is_entry(right):
        return False  # "A = (a_{ij})" names the entries
    return not _names_a_case(found, step)


def _names_a_case(found: Fact, step: Step) -> bool:
    """Whether an equation of symbols looks at one case and gives no value: "i = j", "t = 1", "when x = y"."""
    if found.form != "symbol" or not isinstance(found.right, Variable | Number):
        return False
    return found.head in COUNTERS or (step.role == "assumption" and isinstance(found.right, Variable))


def member(family: str) -> str:
    """The head of functions ``f_i(x)``, whose parameters are the index and the argument."""
    return f"{family}_"


def _is_entry(term: Term) -> bool:
    """Whether a term is one entry of a plain family."""
    match term:
        case Apply(operator="index", arguments=(Variable(name=name), *_)):
            return not is_bold(name)
    return False


def _law(number: int, step: Step, conventions: Conventions) -> Fact | None:
    """The distribution that ``X \\sim …`` gives a random variable."""
    try:
        found = laws.declaration(step.left.nodes, step.right.nodes, conventions)
    except (UnreadError, RecursionError):
        return None
    match found:
        case (Variable(name=name), law):
            return Fact("law", name, (), law, step.span.end, number)
        case (Apply(arguments=(Variable(name=name), *indices)), law):
            return Fact("law", name, tuple(indices), law, step.span.end, number)
    return None


def _recurs(fact: Fact) -> bool:
    """Whether the right side speaks of the head itself: a recurrence or an equation, no definition to substitute."""
    return _occurs(fact.right, fact.head, whole=fact.form == "symbol")


def _occurs(term: Term, name: str, *, whole: bool) -> bool:
    """Whether `name` stands in `term`; with `whole` only where it carries no index: ``Σ`` is no ``Σ_p``."""
    match term:
        case Variable():
            return term.name == name
        case Apply(operator="index", arguments=(Variable(), *indices)) if whole:
            return any(_occurs(i, name, whole=whole) for i in indices)
        case Apply(arguments=arguments):
            return any(_occurs(a, name, whole=whole) for a in arguments)
        case Bind(bounds=bounds, body=body):
            return any(_occurs(t, name, whole=whole) for t in (*bounds, body))
    return False


def unfold(
    term: Term,
    facts: Mapping[tuple[str, str], list[Fact]],
    *,
    other_parameters: bool = False,
    kept: frozenset[Term] = frozenset(),
) -> tuple[Term, frozenset[int]]:
    """`term` with all definitions in force put in, and the steps that state the ones used.

    `other_parameters`: laws with a name have the parameters that are less usual. `kept`: symbols that stay.
    """
    used: set[int] = set()
    lawful = laws.put_in(term, _declared(facts, other_parameters), used)
    return _unfolded(lawful, facts, kept, used, 0), frozenset(used)


def _declared(facts: Mapping[tuple[str, str], list[Fact]], other: bool) -> dict[str, laws.Declared]:
    return {
        head: laws.declared(found[0].right, found[0].parameters, found[0].step, alternative=other)
        for (form, head), found in facts.items()
        if form == "law"
    }


def _unfolded(
    term: Term,
    facts: Mapping[tuple[str, str], list[Fact]],
    active: frozenset[tuple[str, str] | Term],
    used: set[int],
    depth: int,
) -> Term:
    if depth > DEPTH:
        return term
    match term:
        case Variable(name=name):
            return _replaced(term, ("symbol", name), (), facts, active, used, depth)
        case Apply(operator="index", arguments=(Variable(name=name) as head, *indices)):
            inner = tuple(_unfolded(i, facts, active, used, depth) for i in indices)
            whole = Apply("index", (head, *inner), term.origin)
            return _replaced(whole, ("family", name), inner, facts, active, used, depth)
        case Apply(operator="call", arguments=(Variable(name=name) as head, *arguments)):
            inner = tuple(_unfolded(a, facts, active, used, depth) for a in arguments)
            whole = Apply("call", (head, *inner), term.origin)
            return _replaced(whole, ("function", name), inner, facts, active, used, depth)
        case Apply(
            operator="call",
            arguments=(
                Apply(operator="index", arguments=(Variable(name=name), *indices)) as head,
                *arguments,
            ),
        ):
            places = tuple(_unfolded(i, facts, active, used, depth) for i in indices)
            inner = tuple(_unfolded(a, facts, active, used, depth) for a in arguments)
            whole = Apply("call", (Apply("index", (head.arguments[0], *places)), *inner), term.origin)
            key = ("function", member(name))
            return _replaced(whole, key, (*places, *inner), facts, active, used, depth)
        case Apply(operator="density") if ("density", density_key(term)) in facts:
            return _replaced(term, ("density", density_key(term)), (), facts, active, used, depth)
        case Apply(operator="density") if ("density", density_key(_untwinned(term))) in facts:
            plain = _replaced(
                _untwinned(term), ("density", density_key(_untwinned(term))), (), facts, active, used, depth
            )
            return substitute(plain, _twins(term))
        case Apply(operator="density"):
            return term  # its arguments name variables
        case Apply(operator="average" | "comoment" as operator, arguments=(*bodies, law, heads, given)):
            inside = tuple(_unfolded(b, facts, active, used, depth) for b in bodies)
            return Apply(operator, (*inside, law, heads, given), term.origin)
        case Apply(operator=operator, arguments=(body, target)) if operator in AT_A_SYMBOL:
            return Apply(
                operator, (_unfolded(body, facts, active | {target}, used, depth), target), term.origin
            )
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(_unfolded(a, facts, active, used, depth) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            hidden = {k: v for k, v in facts.items() if k != ("symbol", variable.name)}
            return Bind(
                operator,
                variable,
                tuple(_unfolded(b, facts, active, used, depth) for b in bounds),
                _unfolded(body, hidden, active, used, depth),
                origin,
            )
    return term


def _untwinned(term: Apply) -> Apply:
    """`term` at the first of two points that a claim compares."""
    values: dict[str, Term] = {n: Variable(n.removesuffix(TWIN)) for n in free_variables(term)}
    found = substitute(term, values)
    assert isinstance(found, Apply)
    return found


def _twins(term: Term) -> dict[str, Term]:
    return {n.removesuffix(TWIN): Variable(n) for n in free_variables(term) if n.endswith(TWIN)}


def _replaced(
    term: Term,
    key: tuple[str, str],
    given: tuple[Term, ...],
    facts: Mapping[tuple[str, str], list[Fact]],
    active: frozenset[tuple[str, str] | Term],
    used: set[int],
    depth: int,
) -> Term:
    if key in active or term in active:
        return term
    for fact in facts.get(key, ()):
        values = _match(fact.parameters, given)
        if values is None:
            continue
        right = _at(fact, values)
        if right is None:
            continue
        behind = {fact.step}
        result = _unfolded(right, facts, active | {key}, behind, depth + 1)
        if key[0] == "symbol" and key[1] in standing_alone((result,)):
            return term  # m = n and n = m - 1, said at different places: what goes in circles defines nothing
        used |= behind
        return result
    return term


def _at(fact: Fact, values: dict[str, Term]) -> Term | None:
    """The right side with `values` for its parameters.

    ``f(x) = \\sum_i x_i`` speaks of the entries of its argument: at another array they are that one's, and what has
    no name there are none.
    """
    names = free_variables(fact.right)
    for parameter, value in dict(values).items():
        entries = bare(parameter)
        if parameter in names or entries not in names or value == Variable(parameter):
            continue
        if not isinstance(value, Variable):
            return None
        values = {**values, entries: Variable(bare(value.name))}
    return substitute(fact.right, values)


def _match(parameters: tuple[Term, ...], given: tuple[Term, ...]) -> dict[str, Term] | None:
    """The values that make `parameters` equal to `given`; a number matches itself only."""
    if len(parameters) != len(given):
        return None
    values: dict[str, Term] = {}
    for parameter, term in zip(parameters, given, strict=True):
        if isinstance(parameter, Number):
            if parameter != term:
                return None
        elif isinstance(parameter, Variable):
            if values.setdefault(parameter.name, term) != term:
                return None
    return values


# --- equations ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Equation:
    """``left = right``, in force from `place` on: an assumption, a condition, or what was stated just before.

    `case`: it holds in the case that its section looks at.
    """

    left: Term
    right: Term
    place: int
    step: int
    case: bool = False

    @property
    def symbols(self) -> frozenset[str]:
        return free_variables(self.left) | free_variables(self.right)

    def facts(self, symbols: frozenset[str]) -> Iterator[Fact]:
        """What the equation says of those of `symbols` for which it can be solved."""
        for unknown in unknowns(Apply("add", (self.left, self.right))):
            squared = isinstance(unknown, Apply) and unknown.operator == "power"
            base = unknown.arguments[0] if squared and isinstance(unknown, Apply) else unknown
            head, *parameters = base.arguments if isinstance(base, Apply) else (base,)
            if not isinstance(head, Variable) or head.name not in symbols:
                continue
            right = solved(self.left, self.right, unknown)
            if right is None:
                continue
            form = "family" if parameters else "symbol"
            value = Apply("sqrt", (right,)) if squared else right
            yield Fact(form, head.name, tuple(parameters), value, self.place, self.step)


def equation(number: int, step: Step, conventions: Conventions) -> Equation | None:
    """The equation that `step` states, if both sides can be read."""
    try:
        left = elaborate(step.left.nodes, conventions).term
        right = elaborate(step.right.nodes, conventions).term
    except (UnreadError, RecursionError):
        return None
    return Equation(left, right, step.span.end, number)
