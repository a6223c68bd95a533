"""The random variables of a claim: those that its densities, averages and sums over outcomes mention.

A condition or argument that never occurs before a bar, under an average or under a sum over outcomes is a parameter: a law
depends on it smoothly, without showing it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import (
    AVERAGES,
    CHANCE,
    OUTCOME,
    TWIN,
    UNDER_LAWS,
    averages,
    capitals,
    named_by,
    outside_averages,
)
from mathpost.maths.terms.term import (
    INFINITY,
    MINUS_INFINITY,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    canonical,
    free_variables,
    occurrences,
    subterms,
    uses,
    with_parts,
)
from mathpost.maths.typing import integers

REWARDS = frozenset("RGr")  # families indexed by time: rewards and returns
# the bounds of an integral over all outcomes
WHOLE: tuple[tuple[Term, ...], ...] = ((), (MINUS_INFINITY, INFINITY))


@dataclass(frozen=True, slots=True)
class Randomness:
    """The random `variables` of a claim.

    `identity`: the variable whose outcomes a symbol denotes, where that is another one (``x`` in ``P(X = x)``, ``X`` beside
    ``p(x)``). `pinned`: the numbers that an event names as outcomes, by variable. `counting`: variables used as indices, so
    that their outcomes are 1, 2, …; `families`: those with members; `listed`: those that have no outcomes but the pinned ones;
    `guessed`: those that no law, condition or average names. `law`: the one law that all densities of the claim have, if there
    is one; an average without a law is taken under it. `centred`: those with mean zero as the post states.
    """

    variables: frozenset[str] = frozenset()
    identity: Mapping[str, str] = field(default_factory=dict)
    pinned: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    law: str | None = None
    laws: frozenset[str] = frozenset()
    counting: frozenset[str] = frozenset()
    families: frozenset[str] = frozenset()
    guessed: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    centred: frozenset[str] = frozenset()

    def of(self, name: str) -> str:
        """The random variable whose outcomes `name` denotes."""
        return self.identity.get(name, name)


NOTHING = Randomness()


def randomness(sides: Sequence[Term]) -> Randomness:
    """The random variables of the claim with these sides."""
    return _found(tuple(sides)) if uses(sides, CHANCE) else NOTHING


@lru_cache(maxsize=1024)
def _found(sides: tuple[Term, ...]) -> Randomness:
    terms = [t for side in sides for t in subterms(side)]
    averaged = frozenset().union(*map(_averaged, terms)) or integers.random(sides) or _single(terms)
    densities = [t for t in terms if isinstance(t, Apply) and t.operator in UNDER_LAWS | {"density"}]
    if not densities and not averaged:
        return NOTHING
    variables: set[str] = set(averaged)
    named = {n for t in terms for n in _spelled_out(t)}
    events: dict[str, list[Term]] = {}
    for term in densities:
        heads, given = _parts(term)
        variables |= {n for head in heads for n in named_by(head)}
        if not variables and term.operator == "density":
            variables |= _in_events(heads, sides)
        if term.operator in UNDER_LAWS:
            variables |= {n for condition in given for n in named_by(condition)}
        for event in _events((*heads, *given)):
            events.setdefault(_name(event.arguments[0]), []).append(event.arguments[1])
    laws = {law_name(t.arguments[-3]) for t in densities} - {""}
    identity = _identity(variables, events, [(*heads, *given) for heads, given in map(_parts, densities)])
    places = frozenset[str]().union(*map(_in_indices, terms))
    variables |= {v.name for values in events.values() for v in values if isinstance(v, Variable)}
    return Randomness(
        frozenset(variables),
        identity,
        _pinned(events, identity),
        next(iter(laws)) if len(laws) == 1 else None,
        frozenset(laws),
        frozenset(identity.get(name, name) for name in places) & (variables | set(identity.values())),
        frozenset(_family(t) for t in terms) & (variables | identity.keys()),
        frozenset(variables - named - identity.keys()),
    )


def _pinned(events: Mapping[str, Sequence[Term]], identity: Mapping[str, str]) -> dict[str, tuple[Term, ...]]:
    """The outcomes in events that are not symbols, by variable; variables identified with each other share them."""
    found: dict[str, dict[Term, None]] = {}
    for name, outcomes in events.items():
        own = found.setdefault(identity.get(name, name), {})
        own.update(dict.fromkeys(v for v in outcomes if not isinstance(v, Variable)))
    return {name: tuple(outcomes) for name, outcomes in found.items()}


def with_values(random: Randomness, listed: Mapping[str, tuple[Term, ...]]) -> Randomness:
    """`random` with the outcomes that the post lists for its variables: ``Y \\in \\{0, 1\\}``."""
    found = {random.of(n): listed[n] for n in random.variables & listed.keys()}
    pinned = {n: tuple(dict.fromkeys((*random.pinned.get(n, ()), *values))) for n, values in found.items()}
    complete = frozenset(n for n, values in found.items() if set(pinned[n]) == set(values))
    return replace(random, pinned={**random.pinned, **pinned}, listed=complete) if complete else random


def with_means(random: Randomness, centred: Sequence[tuple[str, int]], place: int | None) -> Randomness:
    """`random` with the variables of mean zero as stated before `place`; unchanged where there are several laws."""
    said = frozenset(name for name, at in centred if place is None or at <= place)
    found = random.variables & said - random.pinned.keys() - random.counting
    return replace(random, centred=found) if found and len(random.laws) < 2 else random


def bounds_tails(sides: Sequence[Term]) -> bool:
    """Whether a claim compares the probability of an excess with averages: ``P(X \\ge a) \\le \\mathbb{E}[X]/a``."""
    return any(map(averages, sides)) and of_ranges(sides)


def of_ranges(sides: Sequence[Term]) -> bool:
    """Whether a claim mentions the probability that a variable lies between bounds: ``P(X \\le a)``."""
    events = (
        t
        for side in sides
        for d in occurrences(side, integers.DENSITY)
        for t in occurrences(d, integers.ORDERED)
    )
    return next(events, None) is not None


def conditioned(sides: Sequence[Term], random: Randomness) -> bool:
    """Whether a claim of two variables conditions one on the other: they then depend on each other."""
    names = {random.of(n) for n in random.variables}
    return len(names) == 2 and not random.families and conditions(sides, random)


def conditions(sides: Sequence[Term], random: Randomness) -> bool:
    """Whether a condition is on random variables: if all were independent, any other condition would pass as well."""
    for term in (t for s in sides for t in subterms(s) if isinstance(t, Apply)):
        if term.operator in UNDER_LAWS | {"density"}:
            _, given = _parts(term)
            if any(n in random.variables for condition in given for n in named_by(condition)):
                return True
    return False


def all_conditioned(sides: Sequence[Term]) -> bool:
    """Whether every density has a condition: variables independent only under conditions are so in these."""
    densities = (t for s in sides for t in subterms(s) if isinstance(t, Apply) and t.operator == "density")
    return all(_parts(t)[1] for t in densities)


def has_copies(random: Randomness) -> bool:
    """Whether some variables share a letter: members of a family, ``x`` and ``x'``."""
    letters = [bare(n) for n in random.variables if n not in random.identity]
    return bool(random.families) or len(set(letters)) < len(letters)


def near_the_start(sides: Sequence[Term], random: Randomness) -> bool:
    """Whether a family of random variables has members with letters and with numbers: ``x_t`` beside ``x_0``."""
    if not random.variables:
        return False
    indices = {
        (t.arguments[0], isinstance(i, Number))
        for s in sides
        for t in subterms(s)
        if isinstance(t, Apply) and t.operator == "index"
        for i in t.arguments[1:]
    }
    return any(
        isinstance(head, Variable) and head.name in random.variables and number and (head, False) in indices
        for head, number in indices
    )


def _single(terms: Sequence[Term]) -> frozenset[str]:
    """The single symbol of each average: ``\\mathbb{E}[x]`` beside an ``x`` of its own."""
    bodies = (t.arguments[0] for t in terms if isinstance(t, Apply) and t.operator in AVERAGES)
    return frozenset(n for free in map(free_variables, bodies) if len(free) == 1 for n in free)


def _in_events(heads: Sequence[Term], sides: Sequence[Term]) -> frozenset[str]:
    """The symbols of an event such as ``\\|u\\|^2 \\ge c`` that do not occur outside probabilities and averages."""
    lefts = (h.arguments[0] for h in heads if isinstance(h, Apply) and len(h.arguments) == 2)
    outside = frozenset[str]().union(*map(outside_averages, sides))
    return frozenset[str]().union(*map(free_variables, lefts)) - outside


def _spelled_out(term: Term) -> Iterator[str]:
    """The variables named in a law, a condition or an average."""
    match term:
        case Apply(operator="average" | "comoment" | "density"):
            for part in _parts(term):
                for element in part:
                    yield from named_by(element)
        case Apply(operator=operator, arguments=arguments) if operator in AVERAGES:
            for element in arguments[2 if operator == "covariance" else 1 :]:
                yield from named_by(element)


def _member(condition: Term) -> Term:
    """The left side of an event; other conditions are returned as they are."""
    match condition:
        case Apply(operator="equal", arguments=(member, _)):
            return member
    return condition


def _family(term: Term) -> str:
    match term:
        case Apply(operator="index" | "members", arguments=(Variable(name=name), *_)):
            return name
    return ""


def _in_indices(term: Term) -> frozenset[str]:
    """The symbols used as indices of a family, or in a delta."""
    match term:
        case Apply(operator="index", arguments=(_, *places)) | Apply(operator="delta", arguments=(*places,)):
            return frozenset(p.name for p in places if isinstance(p, Variable))
    return frozenset()


def _averaged(term: Term) -> frozenset[str]:
    """The variables that an average names or, where it names none, the capitals in its body."""
    if not isinstance(term, Apply) or term.operator not in AVERAGES | UNDER_LAWS:
        return frozenset()
    if term.operator in UNDER_LAWS:
        heads, given = _parts(term)
        own = {n for part in (*heads, *given) for n in named_by(part)}
        bodies = frozenset().union(*map(capitals, term.arguments[:-3]))
        if any(map(_family, (_member(condition) for condition in given))):
            bodies |= frozenset(_family(t) for body in term.arguments[:-3] for t in subterms(body)) & REWARDS
        return frozenset(own) | (frozenset() if heads else bodies)
    count = 2 if term.operator == "covariance" else 1
    named = frozenset(n for part in term.arguments[count:] for n in named_by(part))
    return named or frozenset().union(*map(capitals, term.arguments[:count]))


def finite(term: Term, variables: frozenset[str]) -> Term:
    """`term` with its integrals over outcomes as the sums that they are in a finite world."""
    match term:
        case Bind(operator="integral", variable=variable, bounds=bounds, body=body, origin=origin) if (
            bounds in WHOLE and variable.name in variables
        ):
            return Bind("sum", variable, (), finite(body, variables), origin)
    return with_parts(term, lambda part: finite(part, variables))


def in_parts(term: Term, variables: frozenset[str]) -> Term:
    """`term` with integrals over a range of outcomes, of terms with their density, as sums over that range."""
    match term:
        case Bind(operator="integral", variable=variable, bounds=(low, high), body=body, origin=origin) if (
            variable.name in variables and variable in _heads_of(body)
        ):
            above = () if low == MINUS_INFINITY else (Apply("greater_equal", (variable, low)),)
            below = () if high == INFINITY else (Apply("less_equal", (variable, high)),)
            part = in_parts(body, variables)
            for condition in (*above, *below):
                part = Apply("cases", (part, condition, ZERO), origin)
            return Bind("sum", variable, (), part, origin)
    return with_parts(term, lambda part: in_parts(part, variables))


def _heads_of(body: Term) -> frozenset[Term]:
    """The heads of the densities in `body`."""
    densities = (t for t in subterms(body) if isinstance(t, Apply) and t.operator == "density")
    return frozenset(head for density in densities for head in _parts(density)[0])


def _parts(term: Apply) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The heads and the conditions of a density or average."""
    heads, given = term.arguments[-2:]
    assert isinstance(heads, Apply)
    assert isinstance(given, Apply)
    return heads.arguments, given.arguments


def _events(parts: Iterable[Term]) -> Iterator[Apply]:
    """The events ``X = x``, and those of members of a family, ``X_i = 1``, whose outcomes are numbers only."""
    for part in parts:
        match part:
            case Apply(operator="equal", arguments=(Variable(), _)):
                yield part
            case Apply(
                operator="equal", arguments=(Apply(operator="index", arguments=(Variable(), *_)), Number())
            ):
                yield part


def _name(term: Term) -> str:
    """The variable of an event, or the family that it belongs to."""
    head = term.arguments[0] if isinstance(term, Apply) else term
    assert isinstance(head, Variable)
    return head.name


def _identity(
    variables: set[str], events: Mapping[str, Sequence[Term]], listed: Sequence[Sequence[Term]]
) -> dict[str, str]:
    """Symbols for outcomes of one variable: ``x`` of an event ``X = x``, ``X`` and ``x``, ``z`` and ``z'`` where no list has
    both and no density of one is conditioned on the other: ``p(x' | x)``.
    """
    found = {v.name: name for name, values in events.items() for v in values if isinstance(v, Variable)}
    for name in variables:
        if len(name) == 1 and name.isupper() and name.lower() in variables and name not in events:
            found[name] = name.lower()
    together = {frozenset(map(canonical, heads)) for heads in listed if len(heads) > 1}
    for name in variables:
        base = name.rstrip("'" + TWIN)
        if base != name and base in variables and not any({base, name} <= heads for heads in together):
            found[name] = found.get(base, base)
    others = variables - {OUTCOME.name} - found.keys()
    if OUTCOME.name in variables and len(others) == 1:
        found[OUTCOME.name] = min(others)
    return found


def law_name(law: Term) -> str:
    """The name of a law without its parameters."""
    return law.operator.removeprefix("law").strip() if isinstance(law, Apply) else ""


def parameters(
    law: Term, given: Iterable[Term], random: Randomness
) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The conditions that are random, and the other terms the law depends on."""
    conditions: list[Term] = []
    others: list[Term] = list(law.arguments) if isinstance(law, Apply) else []
    for term in given:
        names = set(named_by(term))
        (conditions if names & random.variables else others).append(term)
    return tuple(conditions), tuple(t for t in others if not isinstance(t, Number))
