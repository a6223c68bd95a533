"""Densities and probabilities of events, and the letters that denote laws.

``p(x, z | y; \\theta)`` becomes ``density(law, heads, given)``. Whether a condition is a random variable or a parameter is
decided from the whole claim (`mathpost.maths.randomness`); averages are in `mathpost.maths.averages`.
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
# symbols that always denote a distribution, whatever follows in brackets
LAWS = frozenset(r"p q P Q \Pr \mathbb{P} \mathcal{P} \text{Pr} \text{P} \text{p} \text{q}".split())
# symbols that always denote probability; a bold P denotes it only before events in brackets
CERTAIN = frozenset(r"\Pr \mathbb{P} \text{Pr} \text{Prob}".split())
OF_EVENTS = LAWS | CERTAIN | {r"\boldsymbol{P}"}
POLICY = r"\pi"  # a number, unless it is a policy or a stationary law
MATRICES = frozenset(["identity", "diagonal"])  # operators of covariance matrices
MEANS = frozenset([r"\mathbb{E}", r"\text{E}", r"\boldsymbol{E}", r"\mathcal{E}"])

# --- densities ----------------------------------------------------------------------------------------------------------


def is_conditional(symbol: str, content: Sequence[Item], laws: frozenset[str]) -> bool:
    """Whether an argument list has a condition: a bar that is no absolute value, or a semicolon after a law."""
    if bar(content) is not None:
        return True
    lawful = symbol.partition("_{")[0] in LAWS | laws or name_of_distribution(symbol) is not None
    return lawful and any(sign(i) == ";" for i in _outside(content))


def mentions_events(content: Sequence[Item]) -> bool:
    """Whether the brackets hold an event, ``X = x`` or ``X > 0``, rather than an argument."""
    return any(sign(i) in conditions.RELATIONS for i in _outside(content))


def without_braces(content: Sequence[Item]) -> list[Item]:
    """The event of ``P(\\{X = x\\})``, without the braces of a set of outcomes."""
    match list(content):
        case [Delimited(left=r"\{", right=r"\}", body=body)]:
            return notation.items(body, grouped=False)
        case [Symbol(text=r"\{"), *inside, Symbol(text=r"\}")] if all(sign(i) != r"\{" for i in inside):
            return inside
    return list(content)


def law_of_events(head: Term, symbol: str) -> Term:
    """The law of an event; ``\\text{Prob}`` and ``\\boldsymbol{P}`` are spellings of P."""
    return head if symbol in LAWS else Variable("P", head.origin)


def without_outcomes(head: Term, content: Sequence[Item]) -> Variable | None:
    """The law p of ``p_{X,Y}(x, y)`` or ``p_{X|Y}(x | y)``, whose label only names the outcomes; None for others."""
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
    """The density with arguments `content`: ``p(x, z | y; \\theta)``, ``P(X = x)``, ``\\mathcal{N}(x; \\mu, \\sigma^2)``."""
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
    """The density of a named distribution; None for a law that the post defines itself."""
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
    """The distribution, outcome and parameters of ``\\mathcal{N}(x; \\mu, \\sigma^2)``; None for anything else."""
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
    """The variant of `distribution` that the parameters imply: multivariate for arrays, or with its alternative parameters."""
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
    """The name of the distribution that a symbol denotes, ``normal`` for ``\\mathcal{N}``; None for any other symbol."""
    word = symbol.removeprefix(r"\text{").removesuffix("}") if symbol.startswith(r"\text{") else symbol
    return spelled(short=short).get(word) or spelled(short=short).get(symbol)


def law_of(head: Term) -> Term:
    """The law that `head` names, ``law p`` applied to its parameters, which is distinct from the symbol ``p``."""
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
    """The parts before and after the bar; parameters after a semicolon belong to the second list."""
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
    """The terms of the variables in `parts`; ``x_1, \\dots, x_n`` becomes the members of x."""
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
    """The term of one random variable, parameter or event."""
    if any(sign(i) in conditions.RELATIONS for i in _outside(row)):
        return conditions.proposition(reader, row)
    return reader.inside(list(row)).whole()


def bar(content: Sequence[Item]) -> int | None:
    """The position of the only bar outside brackets; None if there are none or several."""
    found = [
        k for k in outside(content) if sign(content[k]) in BARS or (sign(content[k]) == r"\middle" and k)
    ]
    return found[0] if len(found) == 1 else None


def _outside(row: Sequence[Item]) -> list[Item]:
    """The items of `row` outside brackets."""
    return [row[k] for k in outside(row)]


def letters_of_laws(nodes: Sequence[Node]) -> frozenset[str]:
    """The letters used as probabilities on one side: ``p`` in ``p(x|z)`` and in ``\\mathbb{E}_{x \\sim p}``."""
    try:
        return _shown_as_laws(nodes)
    except UnreadError:
        return frozenset()  # an unreadable side gives no evidence


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
    """The items of `nodes` and of all nested nodes, row by row."""
    waiting: list[Sequence[Node]] = [nodes]
    while waiting:
        row = notation.items(waiting.pop())
        yield row
        waiting += [inner for item in row for inner in notation.inside(item)]


def averaged_over(scripts: Scripts) -> Iterator[str]:
    """The variables in the subscript of an average: ``x`` and ``z`` in ``\\mathbb{E}_{x \\sim p, z}``."""
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
    """The letters after ``\\sim`` that name no known distribution: ``\\tilde{p}``, ``\\pi``, ``\\mathcal{D}``."""
    for k, item in enumerate(row[:-1]):
        following = row[k + 1]
        if sign(item) in SIM and not isinstance(following, Scripted):
            letter = notation.name(following)
            if letter is not None and name_of_distribution(letter, short=True) is None:
                yield letter


def _mentions_conditions(nodes: Sequence[Node]) -> bool:
    """Whether `nodes` contain a bar or a relation, which brackets of probabilities hold."""
    signs = (*BARS, *DOUBLE, *conditions.RELATIONS)
    return any(
        isinstance(n, Symbol) and notation.plain(n.text) in signs for node in nodes for n in walk(node)
    )


def _conditioned(row: Sequence[Item]) -> set[str]:
    """The letters in `row` before brackets that contain a bar or an event."""
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
    """Whether `row` contains ``\\pi(x)`` with one symbol as argument: next to a conditional law, π is a law."""
    contents = (bracket_content(row[k + 1 :]) for k, item in enumerate(row) if sign(item) == POLICY)
    return any(
        content
        and notation.name(content[0]) is not None
        and all(isinstance(i, Scripted) for i in content[1:])
        for content in contents
    )


def _hold_chances(behind: Sequence[Item]) -> bool:
    """Whether `behind` begins with brackets that contain one bar or a relation."""
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
