"""Probabilities as posts write them: densities and events, and the letters that are laws.

``p(x, z | y; \\theta)`` becomes ``density(law, heads, given)``. What a condition is, a random variable or a parameter, is
decided over the whole claim (`mathpost.maths.randomness`); averages are in `mathpost.maths.averages`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.tree import Delimited, Node, Scripts, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.distributions import Distribution, registry, spelled
from mathpost.maths.elaboration import conditions
from mathpost.maths.elaboration.chance import events, named_laws
from mathpost.maths.elaboration.lists import sequences
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import bracket_content, outside, sign, split_at_commas
from mathpost.maths.terms.term import Apply, Term, Variable, subterms
from mathpost.text.source import Span

SIM = (r"\sim", "∼")
DOUBLE = (r"\|", r"\parallel")
BARS = ("|", r"\mid", r"\vert", r"\lvert", r"\rvert", r"\middle|")
# symbols of a distribution, whatever is in the brackets after them
LAWS = frozenset(r"p q P Q \Pr \mathbb{P} \mathcal{P} \text{Pr} \text{P} \text{p} \text{q}".split())
# names of nothing but probability, whatever brackets follow; a bold P is one where events are in the brackets
CERTAIN = frozenset(r"\Pr \mathbb{P} \text{Pr} \text{Prob}".split())
OF_EVENTS = LAWS | CERTAIN | {r"\boldsymbol{P}"}
POLICY = r"\pi"  # a number, but where it is a policy or a stationary law
MATRICES = frozenset(["identity", "diagonal"])  # what makes a covariance one of columns
MEANS = frozenset([r"\mathbb{E}", r"\text{E}", r"\boldsymbol{E}", r"\mathcal{E}"])

# --- densities ----------------------------------------------------------------------------------------------------------


def is_conditional(symbol: str, content: Sequence[Item], laws: frozenset[str]) -> bool:
    """Whether a bar in an argument list is a condition, and no absolute value; a semicolon is one after a law only."""
    if bar(content) is not None:
        return True
    lawful = symbol.partition("_{")[0] in LAWS | laws or name_of_distribution(symbol) is not None
    return lawful and any(sign(i) == ";" for i in _outside(content))


def mentions_events(content: Sequence[Item]) -> bool:
    """Whether ``X = x`` or ``X > 0`` is between the brackets: an event, no argument."""
    return any(sign(i) in conditions.RELATIONS for i in _outside(content))


def without_braces(content: Sequence[Item]) -> list[Item]:
    """The event of ``P(\\{X = x\\})``: braces around all that brackets hold say that it is a set of outcomes."""
    match list(content):
        case [Delimited(left=r"\{", right=r"\}", body=body)]:
            return notation.items(body, grouped=False)
        case [Symbol(text=r"\{"), *inside, Symbol(text=r"\}")] if all(sign(i) != r"\{" for i in inside):
            return inside
    return list(content)


def law_of_events(head: Term, symbol: str) -> Term:
    """The law of an event: ``\\text{Prob}`` and ``\\boldsymbol{P}`` are other spellings of P."""
    return head if symbol in LAWS else Variable("P", head.origin)


def without_outcomes(head: Term, content: Sequence[Item]) -> Variable | None:
    """The law p of ``p_{X,Y}(x, y)``, ``p_{X|Y}(x | y)``, whose label only names the variables of its outcomes; None for others."""
    match head:
        case Variable(name=name):
            base, _, label = name.partition("_{")
            named = [c for c in label.replace(r"\mid", "") if c.isalpha()]
        case Apply(operator="index", arguments=(Variable(name=base), *indices)):
            named = [i.name if isinstance(i, Variable) else "" for i in indices]
        case _:
            return None
    outcomes = [notation.name(item) for item in content if notation.name(item) not in (None, r"\mid")]
    plain = base in LAWS and bool(named) and all(len(n) == 1 and n.isupper() for n in named)
    return Variable(base, head.origin) if plain and [n.lower() for n in named] == outcomes else None


def density(reader: Reader, law: Term, symbol: str, content: Sequence[Item], span: Span) -> Term:
    """``p(x, z | y; \\theta)``, ``P(X = x)``, ``\\mathcal{N}(x; \\mu, \\sigma^2)``: what the brackets `content` hold."""
    named = _named_density(reader, symbol, content, span)
    if named is not None:
        return named
    heads, given = heads_and_given(content)
    if not heads:
        raise UnreadError(f"{symbol}(…)", span)
    if events.mentions_sets((*heads, *given)):
        return events.probability(reader, law_of(law), heads, given, span)
    listed = Apply("heads", elements(reader, heads)), Apply("given", elements(reader, given))
    return Apply("density", (law_of(law), *listed), span)


def _named_density(reader: Reader, symbol: str, content: Sequence[Item], span: Span) -> Term | None:
    """The density of a distribution with a name; None for a law that the post makes its own."""
    if name_of_distribution(symbol) is None:
        return None
    try:
        found = named_law(reader, symbol, content)
        if found is not None:
            distribution, outcome, parameters = found
            return named_laws.density_at(distribution, outcome, parameters)
    except ValueError:
        pass
    raise UnreadError(f"{symbol}(…|…)", span)


def named_law(
    reader: Reader, symbol: str, content: Sequence[Item]
) -> tuple[Distribution, Term, tuple[Term, ...]] | None:
    """The distribution, the outcome and the parameters of ``\\mathcal{N}(x; \\mu, \\sigma^2)``; None for anything else."""
    name = name_of_distribution(symbol)
    heads, given = heads_and_given(content)
    if name is None or len(heads) != 1 or not given:
        return None
    outcome, *parameters = (reader.inside(part).whole() for part in (*heads, *given))
    distribution = parametrised(reader, registry()[name], parameters, (outcome,))
    return distribution, outcome, tuple(parameters)


def parametrised(
    reader: Reader, distribution: Distribution, parameters: Sequence[Term], outcomes: Sequence[Term]
) -> Distribution:
    """`distribution` with the parameters that are meant: the usual ones first, those of arrays for arrays."""
    if distribution.name == "normal" and any(_is_array(t) for t in (*parameters, *outcomes)):
        return registry()["multivariate normal"]
    if distribution.alternative is not None and not distribution.shown_by(parameters):
        if reader.choose("parameters of a distribution"):
            return registry()[distribution.alternative]
    return distribution


def _is_array(term: Term) -> bool:
    return any(
        notation.is_bold(t.name)
        if isinstance(t, Variable)
        else isinstance(t, Apply) and t.operator in MATRICES
        for t in subterms(term)
    )


def name_of_distribution(symbol: str, *, short: bool = False) -> str | None:
    """The distribution that a symbol is the name of: ``normal`` for ``\\mathcal{N}``; None for any other symbol."""
    word = symbol.removeprefix(r"\text{").removesuffix("}") if symbol.startswith(r"\text{") else symbol
    return spelled(short=short).get(word) or spelled(short=short).get(symbol)


def law_of(head: Term) -> Term:
    """The law that `head` names, ``law p`` of its parameters: no symbol that has a value of its own."""
    match head:
        case Variable(name=name):
            base, _, label = name.partition("_{")
            label = label.removesuffix("}")
            if label.startswith("\\") and not label.startswith((r"\text", r"\mathrm")):
                return Apply("law " + base, (Variable(label),), head.origin)
            return Apply("law " + name, (), head.origin)
        case Apply(operator="index", arguments=(Variable(name=name), *indices)):
            return Apply("law " + name, tuple(indices), head.origin)
        case Apply(operator="pi"):
            return Apply("law " + POLICY, (), head.origin)
    return head


def heads_and_given(content: Sequence[Item]) -> tuple[list[list[Item]], list[list[Item]]]:
    """What comes before and after the bar; parameters after a semicolon are given too."""
    at = bar(content)
    before = list(content if at is None else content[:at])
    after = [] if at is None else list(content[at + 1 :])
    semicolon = next((k for k, i in enumerate(before) if sign(i) == ";" and i in _outside(before)), None)
    if semicolon is not None:
        before, after = (
            before[:semicolon],
            [*before[semicolon + 1 :], *(Symbol(",", Span(0, 0)),) * bool(after), *after],
        )
    return [p for p in split_at_commas(before) if p], [p for p in split_at_commas(after) if p]


def elements(reader: Reader, parts: Sequence[Sequence[Item]]) -> tuple[Term, ...]:
    """The variables that `parts` list: ``x_1, \\dots, x_n`` as the members of x."""
    found: list[Term] = []
    joined = False
    for part in filter(None, parts):
        if found and sequences.is_dots(part):
            joined = True
            continue
        element = _element(reader, part)
        every = sequences.between(found, element) if joined else element
        if every is None:
            raise UnreadError("…", part[0].span)
        found.append(every)
        joined = False
    if joined:
        raise UnreadError("…", parts[-1][0].span)
    return tuple(found)


def _element(reader: Reader, row: Sequence[Item]) -> Term:
    """One random variable, parameter or event of a list."""
    if any(sign(i) in conditions.RELATIONS for i in _outside(row)):
        return conditions.proposition(reader, row)
    return reader.inside(list(row)).whole()


def bar(content: Sequence[Item]) -> int | None:
    """Where the one bar outside brackets is; None if there is none, or more than one."""
    found = [
        k for k in outside(content) if sign(content[k]) in BARS or (sign(content[k]) == r"\middle" and k)
    ]
    return found[0] if len(found) == 1 else None


def _outside(row: Sequence[Item]) -> list[Item]:
    """The items of `row` that no bracket in it encloses."""
    return [row[k] for k in outside(row)]


def letters_of_laws(nodes: Sequence[Node]) -> frozenset[str]:
    """The letters that a side shows to be probabilities: ``p`` in ``p(x|z)`` and in ``\\mathbb{E}_{x \\sim p}``."""
    try:
        return _shown_as_laws(nodes)
    except UnreadError:
        return frozenset()  # a side with a fault shows nothing


def _shown_as_laws(nodes: Sequence[Node]) -> frozenset[str]:
    found: set[str] = set()
    for node in nodes:
        for inner in walk(node):
            if isinstance(inner, Scripts) and inner.base is not None and notation.name(inner.base) in MEANS:
                if inner.subscript is not None:
                    row = notation.opened(inner.subscript)
                    found |= _letters(row) | set(sampled_laws(row))
    if not found and not _mentions_conditions(nodes):
        return frozenset(found)
    for row in _rows(nodes):
        found |= _conditioned(row)
        if found and _stands_as_a_law(row):
            found.add(POLICY)
        if any(bars in notation.latex_row(row) for bars in (*DOUBLE, "||")):
            found |= _letters(row)  # "KL(p ‖ q)"
    return frozenset(found)


def _rows(nodes: Sequence[Node]) -> Iterator[list[Item]]:
    """The items of `nodes` and of all that is within them."""
    waiting: list[Sequence[Node]] = [nodes]
    while waiting:
        row = notation.items(waiting.pop())
        yield row
        waiting += [inner for item in row for inner in notation.inside(item)]


def averaged_over(scripts: Scripts) -> Iterator[str]:
    """The variables that the subscript of an average names: ``x`` and ``z`` in ``\\mathbb{E}_{x \\sim p, z}``."""
    try:
        row = [] if scripts.subscript is None else notation.opened(scripts.subscript)
    except UnreadError:
        return
    for part in split_at_commas(row):
        at = next((k for k, item in enumerate(part) if sign(item) in SIM), len(part))
        letter = notation.name(part[0]) if part else None
        plain = all(isinstance(item, Scripted) for item in part[1:at])
        if letter is not None and plain and letter not in LAWS:
            yield letter


def sampled_laws(row: Sequence[Item]) -> Iterator[str]:
    """The letters after ``\\sim`` that are no distribution with a name: ``\\tilde{p}``, ``\\pi``, ``\\mathcal{D}``."""
    for k, item in enumerate(row[:-1]):
        following = row[k + 1]
        if sign(item) in SIM and not isinstance(following, Scripted):
            letter = notation.name(following)
            if letter is not None and name_of_distribution(letter, short=True) is None:
                yield letter


def _mentions_conditions(nodes: Sequence[Node]) -> bool:
    """Whether a bar or a relation is anywhere: what only a probability has in its brackets."""
    signs = (*BARS, *DOUBLE, *conditions.RELATIONS)
    return any(
        isinstance(n, Symbol) and notation.plain(n.text) in signs for node in nodes for n in walk(node)
    )


def _conditioned(row: Sequence[Item]) -> set[str]:
    """The letters in `row` that brackets with a bar or an event follow."""
    found: set[str] = set()
    for k, item in enumerate(row):
        letter = notation.name(item) if not isinstance(item, Scripted) else None
        behind = row[k + 1 :]
        if behind and isinstance(behind[0], Scripted):
            behind = behind[1:]
        if letter in LAWS and behind and _hold_chances(behind):
            found.add(letter)
        if letter == POLICY and behind and bar(bracket_content(behind)) is not None:
            found.add(letter)
    return found


def _letters(row: Sequence[Item]) -> set[str]:
    return {str(notation.name(i)) for i in row if not isinstance(i, Scripted) and notation.name(i) in LAWS}


def _stands_as_a_law(row: Sequence[Item]) -> bool:
    """Whether ``\\pi(x)``, of one letter, is in `row`: beside a conditional law it is a law, and no number."""
    contents = (bracket_content(row[k + 1 :]) for k, item in enumerate(row) if sign(item) == POLICY)
    return any(
        content
        and notation.name(content[0]) is not None
        and all(isinstance(i, Scripted) for i in content[1:])
        for content in contents
    )


def _hold_chances(behind: Sequence[Item]) -> bool:
    """Whether brackets come first and hold one bar or a relation; how sets lie to each other a post says in words."""
    return _are_chances(bracket_content(behind))


def _are_chances(content: Sequence[Item]) -> bool:
    return bar(content) is not None or mentions_events(content)


__all__ = [
    "BARS",
    "CERTAIN",
    "LAWS",
    "MEANS",
    "OF_EVENTS",
    "averaged_over",
    "bar",
    "density",
    "elements",
    "heads_and_given",
    "is_conditional",
    "law_of",
    "law_of_events",
    "letters_of_laws",
    "mentions_events",
    "name_of_distribution",
    "named_law",
    "parametrised",
    "sampled_laws",
    "sign",
    "without_braces",
]
