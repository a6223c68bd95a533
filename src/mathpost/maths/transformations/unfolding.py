"""Terms with the definitions of a post inserted for their symbols, to a fixed point, together with its declared laws."""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.chance import entailments, mixtures
from mathpost.maths.facts import densities, laws
from mathpost.maths.facts.densities import at_first_point, density_key
from mathpost.maths.facts.facts import Fact, Facts, is_squared, member, starts
from mathpost.maths.notation import any_bold
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import ANY_LAW, AVERAGES, TWIN, UNDER_LAWS
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    operators,
    replaced,
    substitute,
    subterms,
)
from mathpost.maths.terms.traversal import standing_alone
from mathpost.maths.transformations.recurrences import derivatives
from mathpost.maths.typing.integers import ORDERED

AT_A_SYMBOL = frozenset(["derivative", "integral_of_outcomes", "sum_of_outcomes"])
HEADED = frozenset(["call", "index"])
DEPTH = 6  # nested definitions; deeper ones are not inserted


def unfold(
    term: Term,
    facts: Facts,
    *,
    other_parameters: bool = False,
    kept: frozenset[tuple[str, str] | Term] = frozenset(),
) -> tuple[Term, frozenset[int]]:
    """`term` with all definitions in force inserted, and the steps that state the ones used.

    `other_parameters`: named laws have their less usual parameters. `kept`: symbols that are not replaced.
    """
    used: set[int] = set()
    known = declared(facts, other_parameters)
    lawful = entailments.put_in(term, known, used)
    defined = _unfolded(lawful, facts, kept, used, 0)
    if defined != lawful:
        defined = entailments.put_in(defined, known, used)  # definitions may mention declared variables
    return defined, frozenset(used)


def unfold_sides(
    sides: tuple[Term, Term],
    facts: Facts,
    *,
    other_parameters: bool = False,
    kept: frozenset[tuple[str, str] | Term] = frozenset(),
) -> tuple[tuple[Term, Term], frozenset[int]]:
    """Both `sides` of a statement as returned by `unfold`, and the steps that state the inserted definitions."""
    left, used_left = unfold(sides[0], facts, other_parameters=other_parameters, kept=kept)
    right, used_right = unfold(sides[1], facts, other_parameters=other_parameters, kept=kept)
    entries, used = entries_of_wholes((left, right), facts)
    if used:  # the arguments of the arrays may be defined as well
        (left, right), again = _unfolded_again(entries, facts, kept)
        return (left, right), used_left | used_right | used | again
    return entries, used_left | used_right


def _unfolded_again(
    sides: tuple[Term, Term], facts: Facts, kept: frozenset[tuple[str, str] | Term]
) -> tuple[tuple[Term, Term], frozenset[int]]:
    used: set[int] = set()
    left, right = (_unfolded(side, facts, kept, used, 0) for side in sides)
    return (left, right), frozenset(used)


def declared(facts: Facts, other: bool) -> dict[str, laws.Declared]:
    """The laws in force by their variable, or by the key of the density that states them; with the `other` parameters."""
    return {
        head: laws.declared(found[0].right, found[0].parameters, found[0].step, alternative=other)
        for (form, head), found in facts.items()
        if form == "law"
    }


def _unfolded(
    term: Term,
    facts: Facts,
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
        case Apply(operator="density") if (key := ("density", density_key(at_first_point(term)))) in facts:
            plain = _replaced(at_first_point(term), key, (), facts, active, used, depth)
            return substitute(plain, _second_points(term))
        case Apply(operator="density" | "average") if (mixed := mixtures.put_in(term, facts)) is not None:
            used.add(mixed[1])
            return _unfolded(mixed[0], facts, active, used, depth + 1)
        case Apply(operator="density"):
            return _of_events(term, facts, active, used, depth)
        case Apply(operator=operator) if operator in AVERAGES | UNDER_LAWS:
            return _averaged(term, facts, active, used, depth)
        case Apply(operator=operator, arguments=(body, target)) if operator in AT_A_SYMBOL:
            called = _called(body, target, facts)
            return Apply(
                operator, (_unfolded(called, facts, active | {target}, used, depth), target), term.origin
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


def _of_events(
    term: Apply, facts: Facts, active: frozenset[tuple[str, str] | Term], used: set[int], depth: int
) -> Term:
    """A probability with definitions inserted in the sides of its events; its other arguments name variables."""
    law, *lists = term.arguments
    inside = []
    for listed in lists:
        events = listed.arguments if isinstance(listed, Apply) else ()
        met = tuple(
            Apply(e.operator, tuple(_unfolded(a, facts, active, used, depth) for a in e.arguments), e.origin)
            if isinstance(e, Apply) and e.operator in ORDERED
            else e
            for e in events
        )
        inside.append(Apply(listed.operator, met, listed.origin) if isinstance(listed, Apply) else listed)
    return Apply("density", (law, *inside), term.origin)


def _called(body: Term, target: Term, facts: Facts) -> Term:
    """``f`` as ``f(x)`` where it is differentiated by ``x`` or an entry of it, and defined as a function of ``x``."""
    entry = isinstance(target, Apply) and target.operator == "index"
    moved = target.arguments[0] if entry and isinstance(target, Apply) else target
    match body:
        case Variable(name=name):
            for known in facts.get(("function", name), ()) if ("symbol", name) not in facts else ():
                if moved in _letters(known) and all(
                    isinstance(p, Variable) or is_squared(p) for p in known.parameters
                ):
                    return Apply("call", (body, *known.parameters), body.origin)
        case Apply(operator=operator, arguments=(head, *rest), origin=origin):
            first = head if operator in HEADED else _called(head, target, facts)
            return Apply(operator, (first, *(_called(a, target, facts) for a in rest)), origin)
    return body


def _letters(known: Fact) -> tuple[Term, ...]:
    """The letters of the parameters of a function, each the parameter itself or its square."""
    return tuple(p.arguments[0] if isinstance(p, Apply) else p for p in known.parameters)


def _averaged(
    term: Apply,
    facts: Facts,
    active: frozenset[tuple[str, str] | Term],
    used: set[int],
    depth: int,
) -> Term:
    """An average with definitions inserted in its body; it also runs over the declared variables that these contain.

    The variables that it names or is conditioned on are not replaced.
    """
    count = (
        len(term.arguments) - 3 if term.operator in UNDER_LAWS else 2 if term.operator == "covariance" else 1
    )
    bodies, measure = term.arguments[:count], term.arguments[count:]
    listed = tuple(t for m in measure if isinstance(m, Apply) for t in m.arguments) + measure
    behind: set[int] = set()
    inside = tuple(_unfolded(b, facts, active | frozenset(listed), behind, depth) for b in bodies)
    more = frozenset[str]().union(*map(free_variables, inside)).difference(*map(free_variables, bodies))
    entered = tuple(Variable(name) for form, name in sorted(facts) if form == "law" and name in more)
    if entered and term.operator in UNDER_LAWS:
        law, heads, given = measure
        if law != ANY_LAW or not isinstance(heads, Apply):
            return term
        measure = (law, Apply("heads", (*heads.arguments, *entered)), given)
    elif entered and measure:
        measure = (*measure, *entered)
    used |= behind
    return Apply(term.operator, (*inside, *measure), term.origin)


def _second_points(term: Term) -> dict[str, Term]:
    return {n.removesuffix(TWIN): Variable(n) for n in free_variables(term) if n.endswith(TWIN)}


def _replaced(
    term: Term,
    key: tuple[str, str],
    given: tuple[Term, ...],
    facts: Facts,
    active: frozenset[tuple[str, str] | Term],
    used: set[int],
    depth: int,
) -> Term:
    if key in active or term in active:
        return term
    for fact in facts.get(key, ()):
        values = _match(fact.parameters, given)
        if values is None or (fact.form == "family" and not _is_later(given, fact)):
            continue
        right = _at(fact, values)
        if right is None:
            continue
        behind = {fact.step}
        result = _unfolded(right, facts, active | {key}, behind, depth + 1)
        if key[0] == "symbol" and key[1] in standing_alone((result,)):
            return term  # m = n and n = m - 1, stated at different places: circular definitions do not count
        used |= behind
        return result
    return term


def _is_later(given: tuple[Term, ...], fact: Fact) -> bool:
    """Whether a definition may apply to the member `given`; one with first members does not apply to a numbered member."""
    return not starts(fact) or not any(isinstance(g, Number) for g in given)


def _at(fact: Fact, values: dict[str, Term]) -> Term | None:
    """The right side with `values` for its parameters.

    ``f(x) = \\sum_i x_i`` mentions the entries of its argument: another array gives its own entries, an argument without a name
    gives None. So does one for a parameter that names a law, as in ``D(p \\Vert q)``.
    """
    names = free_variables(fact.right)
    named = densities.laws_of(fact.right) & values.keys()
    others = {
        law: value.name for law, value in values.items() if law in named and isinstance(value, Variable)
    }
    if len(others) < len(named):
        return None
    for parameter, value in dict(values).items():
        entries = bare(parameter)
        if parameter in names or entries not in names or value == Variable(parameter):
            continue
        if not isinstance(value, Variable):
            return None
        values = {**values, entries: Variable(bare(value.name))}
    return substitute(densities.with_laws(fact.right, others), values)


def _match(parameters: tuple[Term, ...], given: tuple[Term, ...]) -> dict[str, Term] | None:
    """The values for which `parameters` equal `given`; a number, or an index such as t + 1, matches only itself."""
    if len(parameters) != len(given):
        return None
    values: dict[str, Term] = {}
    for parameter, term in zip(parameters, given, strict=True):
        if isinstance(parameter, Variable):
            if values.setdefault(parameter.name, term) != term:
                return None
        elif parameter != term:
            return None
    return values


Sides = tuple[Term, Term]
ALWAYS_ARRAYS = frozenset(["softmax"])


def entries_of_wholes(sides: Sides, facts: Facts) -> tuple[Sides, frozenset[int]]:
    """`sides` with the entries that a derivative hides, ``p_i`` by ``z_j``, as entries of the arrays defined in `facts`, on
    both sides at once; and the steps that define them.
    """
    used: set[int] = set()
    for name, target in sorted(_hidden(sides)):
        known = _whole(name, facts)
        if known is None or (target and target not in map(bare, free_variables(known.right))):
            continue
        whole = _of_an_array(known.right, target) if target else known.right
        sides = replaced(sides[0], Variable(name), whole), replaced(sides[1], Variable(name), whole)
        used.add(known.step)
    return sides, frozenset(used)


def _hidden(sides: Sides) -> Iterator[tuple[str, str]]:
    """The families of entries in differentiated terms, each with the family of the entry that it is differentiated by; empty
    where that is a whole array.
    """
    for body, target in derivatives(sides):
        match target:
            case Apply(operator="index", arguments=(Variable(name=moved), *_)):
                yield from ((name, bare(moved)) for name in _families(body) if bare(name) != bare(moved))
            case Variable(name=moved) if any_bold(frozenset((moved,))):
                yield from ((name, "") for name in _families(body) if bare(name) != bare(moved))


def _families(term: Term) -> frozenset[str]:
    return frozenset(_family(t) for t in subterms(term)) - {""}


def _family(term: Term) -> str:
    """The plain letter of the family that a term is an entry of; empty for anything else."""
    match term:
        case Apply(operator="index", arguments=(Variable(name=name), *_)) if not any_bold(frozenset((name,))):
            return name
    return ""


def _whole(name: str, facts: Facts) -> Fact | None:
    """The definition of the array with the entries `name`, where it is certainly an array; else None."""
    if ("family", name) in facts:
        return None  # the post defines each entry
    for head in (name, rf"\boldsymbol{{{name}}}"):
        for known in facts.get(("symbol", head), ()):
            return known if _is_array(known) else None
    return None


def _is_array(known: Fact) -> bool:
    return any_bold(free_variables(known.right)) or not operators(known.right).isdisjoint(ALWAYS_ARRAYS)


def _of_an_array(whole: Term, name: str) -> Term:
    """`whole` with the letter `name` in bold, as the array whose entries a claim mentions: ``z`` of ``\\text{softmax}(z)``."""
    return substitute(whole, {name: Variable(rf"\boldsymbol{{{name}}}")})
