"""Probabilities as posts write them: densities and events, expectations, variances, entropies, divergences.

``p(x, z | y; \\theta)`` becomes ``density(law, heads, given)``, ``\\mathbb{E}_{z \\sim q(z|x)}[f]`` becomes
``average(body, measures, given)``; an average that names at most its variables stays ``expectation(body, variables…)``.
What a condition is, a random variable or a parameter, is decided over the whole claim (`mathpost.maths.randomness`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from mathpost.latex.tree import Delimited, Node, Scripts, Symbol, walk
from mathpost.maths import application, conditions, notation
from mathpost.maths.brackets import CLOSERS, OPENERS, split_at_commas
from mathpost.maths.distributions import Distribution, registry, spelled
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.polynomials import degree
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, subterms
from mathpost.text.source import Span

if TYPE_CHECKING:
    from mathpost.maths.elaborate import Reader

DOUBLE = (r"\|", r"\parallel")
BARS = ("|", r"\mid", r"\vert", r"\lvert", r"\rvert", r"\middle|")
# symbols of a distribution, whatever stands in the brackets behind them
LAWS = frozenset(
    [
        "p",
        "q",
        "P",
        "Q",
        r"\Pr",
        r"\mathbb{P}",
        r"\mathcal{P}",
        r"\text{Pr}",
        r"\text{P}",
        r"\text{p}",
        r"\text{q}",
    ]
)
MEANS = frozenset([r"\mathbb{E}", r"\text{E}", r"\boldsymbol{E}", r"\mathcal{E}"])
MOMENTS = {
    "Var": "variance", "var": "variance", "Cov": "covariance", "cov": "covariance", "Std": "deviation", "std": "deviation",
}  # fmt: skip

# --- densities ----------------------------------------------------------------------------------------------------------


def is_conditional(content: Sequence[Item]) -> bool:
    """Whether a bar or a semicolon in an argument list is a condition, and no absolute value."""
    return bar(content) is not None or any(_sign(i) == ";" for i in _outside(content))


def speaks_of_events(content: Sequence[Item]) -> bool:
    """Whether ``X = x`` or ``X > 0`` stands between the brackets: an event, no argument."""
    return any(_sign(i) in conditions.RELATIONS for i in _outside(content))


def density(reader: Reader, law: Term, symbol: str, content: Sequence[Item], span: Span) -> Term:
    """``p(x, z | y; \\theta)``, ``P(X = x)``, ``\\mathcal{N}(x; \\mu, \\sigma^2)``: what the brackets `content` hold."""
    named = _named_density(reader, symbol, content, span)
    if named is not None:
        return named
    heads, given = heads_and_given(content)
    if not heads:
        raise UnreadError(f"{symbol}(…)", span)
    listed = Apply("heads", _elements(reader, heads)), Apply("given", _elements(reader, given))
    return Apply("density", (law_of(law), *listed), span)


def _named_density(reader: Reader, symbol: str, content: Sequence[Item], span: Span) -> Term | None:
    """The density of a distribution with a name; None for a law that the post makes its own."""
    name = _name_of_distribution(symbol)
    if name is None:
        return None
    heads, given = heads_and_given(content)
    if len(heads) != 1 or not given:
        raise UnreadError(f"{symbol}(…|…)", span)
    outcome, *parameters = (reader.inside(part).whole() for part in (*heads, *given))
    distribution = _parametrised(reader, registry()[name], (outcome, *parameters))
    try:
        return distribution.density_at(outcome, parameters)
    except ValueError:
        raise UnreadError(f"{symbol}(…|…)", span) from None


def _parametrised(reader: Reader, distribution: Distribution, terms: Sequence[Term]) -> Distribution:
    """`distribution` with the parameters that are meant: the usual ones first, those of arrays for arrays."""
    if distribution.name == "normal" and any(_is_array(t) for t in terms):
        return registry()["multivariate normal"]
    if distribution.alternative is not None and reader.choose("parameters of a distribution"):
        return registry()[distribution.alternative]
    return distribution


def _is_array(term: Term) -> bool:
    return any(isinstance(t, Variable) and notation.is_bold(t.name) for t in subterms(term))


def _name_of_distribution(symbol: str, *, short: bool = False) -> str | None:
    word = symbol.removeprefix(r"\text{").removesuffix("}") if symbol.startswith(r"\text{") else symbol
    return spelled(short=short).get(word) or spelled(short=short).get(symbol)


def law_of(head: Term) -> Term:
    """The law that `head` names, ``law p`` of its parameters: no symbol that has a value of its own."""
    match head:
        case Variable(name=name):
            base, _, label = name.partition("_{")
            label = label.removesuffix("}")
            if label.startswith("\\") and base in LAWS:
                return Apply("law " + base, (Variable(label),), head.origin)
            return Apply("law " + name, (), head.origin)
        case Apply(operator="index", arguments=(Variable(name=name), *indices)):
            return Apply("law " + name, tuple(indices), head.origin)
    return head


def heads_and_given(content: Sequence[Item]) -> tuple[list[list[Item]], list[list[Item]]]:
    """What stands before and behind the bar; parameters behind a semicolon are given too."""
    at = bar(content)
    before = list(content if at is None else content[:at])
    after = [] if at is None else list(content[at + 1 :])
    semicolon = next((k for k, i in enumerate(before) if _sign(i) == ";" and i in _outside(before)), None)
    if semicolon is not None:
        before, after = (
            before[:semicolon],
            [*before[semicolon + 1 :], *(Symbol(",", Span(0, 0)),) * bool(after), *after],
        )
    return [p for p in split_at_commas(before) if p], [p for p in split_at_commas(after) if p]


def _elements(reader: Reader, parts: Sequence[Sequence[Item]]) -> tuple[Term, ...]:
    return tuple(_element(reader, p) for p in parts if p)


def _element(reader: Reader, row: Sequence[Item]) -> Term:
    """One random variable, parameter or event of a list."""
    if any(_sign(i) in conditions.RELATIONS for i in _outside(row)):
        return conditions.proposition(reader, row)
    return reader.inside(list(row)).whole()


def bar(content: Sequence[Item]) -> int | None:
    """Where the one bar outside brackets stands; None where there is none, or more than one."""
    depth = 0
    found: list[int] = []
    for k, item in enumerate(content):
        text = _sign(item)
        depth += (text in OPENERS) - (text in CLOSERS)
        if depth == 0 and (text in BARS or (text == r"\middle" and k)):
            found.append(k)
    return found[0] if len(found) == 1 else None


def _outside(row: Sequence[Item]) -> list[Item]:
    """The items of `row` that no bracket in it encloses."""
    out: list[Item] = []
    depth = 0
    for item in row:
        text = _sign(item)
        depth -= text in CLOSERS
        if depth == 0:
            out.append(item)
        depth += text in OPENERS
    return out


def _sign(item: Item) -> str:
    return item.text if isinstance(item, Symbol) else ""


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
                found |= _letters(notation.opened(inner.subscript)) if inner.subscript is not None else set()
    row = notation.items(nodes) if found or _speaks_of_conditions(nodes) else []
    if any(bars in notation.latex_row(row) for bars in (*DOUBLE, "||")):
        found |= _letters(row)  # "KL(p ‖ q)"
    return frozenset(found | _conditioned(row))


def _speaks_of_conditions(nodes: Sequence[Node]) -> bool:
    return any(isinstance(n, Symbol) and n.text in (*BARS, *DOUBLE) for node in nodes for n in walk(node))


def _conditioned(row: Sequence[Item]) -> set[str]:
    """The letters in `row` that brackets with a bar follow."""
    found: set[str] = set()
    for k, item in enumerate(row):
        following = [i for i in row[k + 1 : k + 3] if not isinstance(i, Scripted)][:1]
        letter = notation.name(item) if not isinstance(item, Scripted) else None
        if letter in LAWS and following:
            found |= {letter} if _holds_bar(following[0], row[k + 1 :]) else set()
    return found


def _letters(row: Sequence[Item]) -> set[str]:
    return {str(notation.name(i)) for i in row if not isinstance(i, Scripted) and notation.name(i) in LAWS}


def _holds_bar(opener: Item, rest: Sequence[Item]) -> bool:
    """Whether the brackets that `opener` opens hold a bar."""
    if isinstance(opener, Delimited):
        return any(isinstance(n, Symbol) and n.text in BARS for inner in opener.body for n in walk(inner))
    if _sign(opener) != "(":
        return False
    end = next((k for k, i in enumerate(rest) if _sign(i) == ")"), len(rest))
    return any(_sign(i) in BARS for i in rest[:end])


# --- averages ------------------------------------------------------------------------------------------------------------


class Measure(NamedTuple):
    """What an average runs over: variables, their law where it is named, what is given."""

    heads: tuple[Term, ...]
    law: Term | None = None
    given: tuple[Term, ...] = ()
    distribution: Distribution | None = None
    parameters: tuple[Term, ...] = ()


def expectation(reader: Reader, span: Span) -> Term:
    """``\\mathbb{E}[X]``, ``\\mathbb{E}_{x \\sim p}[f(x)]``, ``\\mathbb{E}[X | Y]``; the sign itself is taken."""
    measures = _measures(reader, span)
    body, given = _body_and_given(reader, _averaged_items(reader, span))
    return averaged(body, measures, given, span)


def moment(reader: Reader, operator: str, span: Span) -> Term:
    """``\\operatorname{Var}(X)``, ``\\operatorname{Cov}(X, Y)``, conditional ones too; the word is taken."""
    measures = _measures(reader, span)
    if not application.applied(reader):
        raise UnreadError(operator + " without brackets", span)
    content = application.argument_items(reader)
    if operator == "covariance":
        return _covariance(reader, measures, content, span)
    body, given = _body_and_given(reader, content)
    term = _variance(body, measures, given, span)
    return Apply("sqrt", (term,), span) if operator == "deviation" else term


def _variance(body: Term, measures: Sequence[Measure], given: tuple[Term, ...], span: Span) -> Term:
    if not given and all(m.law is None and m.distribution is None for m in measures):
        return Apply("variance", (body, *(h for m in measures for h in m.heads)), span)
    square = averaged(Apply("power", (body, TWO)), measures, given, span)
    mean = averaged(body, measures, given, span)
    return Apply("add", (square, Apply("negate", (Apply("power", (mean, TWO)),))), span)


def _covariance(reader: Reader, measures: list[Measure], content: list[Item], span: Span) -> Term:
    """E[XY] - E[X]E[Y]; of columns, with the second transposed."""
    at = bar(content)
    parts = split_at_commas(content if at is None else content[:at])
    given = () if at is None else _elements(reader, split_at_commas(content[at + 1 :]))
    if len(parts) not in (1, 2):
        raise UnreadError("covariance of more than two", span)
    first, second = (reader.inside(p).whole() for p in (parts[0], parts[-1]))
    over = tuple(h for m in measures for h in m.heads)
    if not given and all(m.law is None and m.distribution is None for m in measures):
        return Apply("covariance", (first, second, *over), span)
    raise UnreadError("conditional covariance", span)


def _body_and_given(reader: Reader, content: list[Item]) -> tuple[Term, tuple[Term, ...]]:
    at = bar(content)
    body = reader.inside(content if at is None else content[:at]).whole()
    return body, () if at is None else _elements(reader, split_at_commas(content[at + 1 :]))


def averaged(body: Term, measures: Sequence[Measure], given: tuple[Term, ...], span: Span) -> Term:
    """The average of `body`, inner measures last; one that names no law and no condition is plain."""
    if not given and all(m.law is None and m.distribution is None for m in measures):
        return Apply("expectation", (body, *(h for m in measures for h in m.heads)), span)
    if not measures:
        return Apply("average", (body, ANY_LAW, Apply("heads", ()), Apply("given", given)), span)
    for measure in reversed(measures):
        body = _averaged_over(body, measure, given, span)
    return body


def _averaged_over(body: Term, measure: Measure, given: tuple[Term, ...], span: Span) -> Term:
    if measure.distribution is None:
        law = ANY_LAW if measure.law is None else measure.law
        everything = Apply("given", (*measure.given, *given))
        return Apply("average", (body, law, Apply("heads", measure.heads), everything), span)
    if len(measure.heads) != 1 or not isinstance(measure.heads[0], Variable) or given:
        raise UnreadError(r"\mathbb{E} under " + measure.distribution.name, span)
    return under(measure.distribution, measure.parameters, measure.heads[0], body, span)


def under(
    distribution: Distribution, parameters: Sequence[Term], outcome: Variable, body: Term, span: Span
) -> Term:
    """The average of `body` over `outcome`: the integral or sum of its product with the density.

    Raises:
        UnreadError: the parameters are not those of the distribution, or its outcome is an array.
    """
    try:
        moments = distribution.moments_of(parameters)
        if degree(body, outcome.name) <= (2 if distribution.arrays else len(moments)):
            return Bind("column_mean" if distribution.arrays else "mean", outcome, moments, body, span)
        if distribution.arrays:
            raise UnreadError(r"\mathbb{E} under " + distribution.name, span)
        weighted = Apply("multiply", (body, distribution.density_at(outcome, parameters)))
        bounds = distribution.bounds(parameters)
    except ValueError as error:
        raise UnreadError(str(error), span) from None
    return Bind("sum" if distribution.kind == "discrete" else "integral", outcome, bounds, weighted, span)


ANY_LAW = Apply("law", ())
TWO = Number(Fraction(2))


def _averaged_items(reader: Reader, span: Span) -> list[Item]:
    """What an expectation is taken of: the brackets that follow."""
    item = reader.peek()
    if (
        application.applied(reader)
        or reader.symbol() == r"\{"
        or (isinstance(item, Delimited) and item.left in (r"\{", r"\lbrace"))
    ):
        return application.argument_items(reader)
    raise UnreadError(r"\mathbb{E} without brackets", span)


def _measures(reader: Reader, span: Span) -> list[Measure]:
    """What the subscript of an average names: variables, a law, or variables with their law."""
    scripts = reader.scripts()
    if scripts is None:
        return []
    if scripts.superscript is not None or scripts.subscript is None:
        raise UnreadError(r"\mathbb{E}^{…}", span)
    found: list[Measure] = []
    waiting: list[list[Item]] = []
    for part in split_at_commas(notation.opened(scripts.subscript)):
        at = next((k for k, i in enumerate(part) if _sign(i) in (r"\sim", "∼")), None)
        if at is not None:
            found.append(_with_law(reader, [*waiting, part[:at]], part[at + 1 :]))
            waiting = []
        elif _names_law(part):
            found.append(_bare_law(reader, part))
        elif part:
            waiting.append(part)
    if waiting:
        found.append(Measure(_elements(reader, waiting)))
    return found


def _names_law(part: Sequence[Item]) -> bool:
    """``p``, ``q_\\phi``, ``q(z|x)``: a law, no variable."""
    if not part or notation.name(part[0]) is None:
        return False
    return notation.name(part[0]) in LAWS or any(_sign(i) == "(" or isinstance(i, Delimited) for i in part)


def _bare_law(reader: Reader, part: list[Item]) -> Measure:
    """``p`` averages over everything that is random, ``q(z|x)`` over ``z``."""
    term = reader.inside(part).whole()
    match term:
        case Apply(operator="density", arguments=(law, Apply(arguments=heads), Apply(arguments=given))):
            return Measure(heads, law, given)
        case Apply(operator="call", arguments=(law, *heads)):
            return Measure(tuple(heads), law_of(law))
        case _:
            return Measure((), law_of(term))


def _with_law(reader: Reader, heads: list[list[Item]], row: list[Item]) -> Measure:
    """``x, y \\sim p``, ``z \\sim q(\\cdot | x)``, ``\\epsilon \\sim \\mathcal{N}(0, 1)``."""
    listed = _elements(reader, [h for h in heads if h])
    named = distributed(reader, row, listed)
    if named is not None:
        return Measure(listed, None, (), *named)
    if len(heads) == 1:
        row = [i for k in row for i in (heads[0] if _sign(k) == r"\cdot" else [k])]
    return _bare_law(reader, row)._replace(heads=listed)


def distributed(
    reader: Reader, row: Sequence[Item], outcomes: tuple[Term, ...], *, short: bool = False
) -> tuple[Distribution, tuple[Term, ...]] | None:
    """``\\mathcal{N}(\\mu, \\sigma^2)`` as a distribution and its parameters; None for anything else."""
    symbol = notation.name(row[0]) if row else None
    inner = reader.inside(list(row[1:]))
    scripts = inner.peek()
    if symbol is not None and isinstance(scripts, Scripted):
        symbol += "^" + notation.latex(scripts.superscript)
        inner.take()
        if scripts.subscript is not None:
            return None
    name = None if symbol is None else _name_of_distribution(symbol, short=short)
    if name is None or not application.applied(inner):
        return None
    content = application.argument_items(inner)
    if inner.peek() is not None or bar(content) is not None:
        return None
    parameters = tuple(reader.inside(p).whole() for p in split_at_commas(content) if p)
    return _parametrised(reader, registry()[name], (*parameters, *outcomes)), parameters


__all__ = [
    "ANY_LAW",
    "LAWS",
    "MEANS",
    "MOMENTS",
    "averaged",
    "bar",
    "density",
    "distributed",
    "expectation",
    "heads_and_given",
    "is_conditional",
    "law_of",
    "letters_of_laws",
    "moment",
    "speaks_of_events",
    "under",
]
