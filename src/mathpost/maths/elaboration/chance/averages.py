"""Expectations, variances and covariances, with their laws and conditions.

``\\mathbb{E}_{z \\sim q(z|x)}[f]`` becomes ``average(body, law, heads, given)``. An average without law and conditions becomes
``expectation(body, variables…)``. The average under a named distribution is an integral or sum over its support.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from mathpost.latex.tree import Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.distributions import Distribution, registry
from mathpost.maths.elaboration.arguments import applied, argument_items
from mathpost.maths.elaboration.chance import named_laws
from mathpost.maths.elaboration.chance.probability import (
    LAWS,
    SIM,
    bar,
    elements,
    heads_and_given,
    law_of,
    name_of_distribution,
    parametrised,
    sign,
)
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import ANY_LAW
from mathpost.maths.terms.polynomials import degree
from mathpost.maths.terms.spaces import GAUSSIAN, UNKNOWN
from mathpost.maths.terms.term import (
    ONE,
    ZERO,
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    operators,
    substitute,
)
from mathpost.text.source import Span

MOMENTS = {
    "Var": "variance", "var": "variance", "Cov": "covariance", "cov": "covariance", "Std": "deviation", "std": "deviation",
}  # fmt: skip


EXPONENT = "exponent of the average"
EXPONENT_OF_BARE = "exponent of the average of a symbol"  # ``E(X)^2``, which rarely means ``E(X^2)``


POISSON = frozenset(["P", r"\pi", r"\mathcal{P}"])  # names of that law in textbooks, before its rate


class Measure(NamedTuple):
    """The variables of an average, their law if it is written, and the conditions."""

    heads: tuple[Term, ...]
    law: Term | None = None
    given: tuple[Term, ...] = ()
    distribution: Distribution | None = None
    parameters: tuple[Term, ...] = ()


def expectation(reader: Reader, span: Span) -> Term:
    """Parse ``\\mathbb{E}[X]``, ``\\mathbb{E}_{x \\sim p}[f(x)]`` or ``\\mathbb{E}[X | Y]`` after the sign ``\\mathbb{E}``."""
    measures = _measures(reader, span)
    if not _brackets_follow(reader):
        if not reader.starts_factor():
            raise UnreadError(r"\mathbb{E} without brackets", span)
        inner = reader.factor() if reader.choose("scope of the average") else reader.term()
        return averaged(inner, measures, (), span)  # "E_x E_y[…]", "E f(x)"
    item = reader.peek()
    round_ = (item.left if isinstance(item, Delimited) else reader.symbol()) == "("
    content = argument_items(reader)
    body, given = _body_and_given(reader, content)
    if round_ and not given and _is_raised(reader, body):
        body = reader.attached(body)
    return averaged(body, measures or _law_behind(reader, span), given, span)


def _is_raised(reader: Reader, body: Term) -> bool:
    """Whether the exponent after round brackets applies to their content, ``E(X - \\mu)^2``, not to the average, ``E(X)^2``."""
    scripts = reader.peek()
    if not isinstance(scripts, Scripted) or scripts.primes or scripts.subscript is not None:
        return False
    row = notation.opened(scripts.superscript) if scripts.superscript is not None else ()
    if len(row) != 1 or not isinstance(row[0], notation.Digits):
        return False
    compound = isinstance(body, Apply) and body.operator in ("add", "negate")
    return compound != reader.choose(EXPONENT if compound else EXPONENT_OF_BARE)


def is_matrix(reader: Reader, symbol: str) -> bool:
    """Whether a bold E without brackets after it is a matrix rather than an average: ``\\|\\boldsymbol{E}\\|_2``."""
    behind = int(isinstance(reader.peek(), Scripted))
    item = reader.peek(behind)
    opened = item.left if isinstance(item, Delimited) else reader.symbol(behind)
    return symbol == r"\boldsymbol{E}" and notation.plain(opened or "") not in ("(", "[", r"\{")


def _law_behind(reader: Reader, span: Span) -> list[Measure]:
    """The law in ``\\mathrm{E}[x]_{\\mathrm{Bin}(n, p)}``; scripts that name no law are not consumed."""
    scripts = reader.peek()
    if not isinstance(scripts, Scripted) or scripts.superscript is not None or scripts.subscript is None:
        return []
    row = notation.opened(scripts.subscript)
    if not _names_law(reader, row):
        return []
    return _measures(reader, span)


def in_angles(reader: Reader, content: list[Item], span: Span) -> Term:
    """Parse ``\\langle f(x) \\rangle_{p(x)}`` after its brackets; the subscript must name a law."""
    measures = _measures(reader, span)
    if not measures or _names_no_law(measures):
        raise UnreadError(r"\langle…\rangle", span)
    return averaged(reader.inside(content).whole(), measures, (), span)


def moment(reader: Reader, operator: str, span: Span) -> Term:
    """Parse ``\\operatorname{Var}(X)`` or ``\\operatorname{Cov}(X, Y)``, also conditional, after the operator name."""
    measures = _measures(reader, span)
    if not applied(reader):
        return _of_a_factor(reader, operator, measures, span)
    content = argument_items(reader)
    at = bar(content)
    parts = split_at_commas(content if at is None else content[:at])
    given = () if at is None else elements(reader, split_at_commas(content[at + 1 :]))
    if len(parts) not in ((1, 2) if operator == "covariance" else (1,)):
        raise UnreadError(operator + " of more than " + str(len(parts) - 1), span)
    pair = tuple(reader.inside(p).whole() for p in (parts[0], parts[-1]))
    if operator == "covariance":
        return _spread("covariance", pair, measures, given, span)
    variance = _spread("variance", pair[:1], measures, given, span)
    return Apply("sqrt", (variance,), span) if operator == "deviation" else variance


def _of_a_factor(reader: Reader, operator: str, measures: Sequence[Measure], span: Span) -> Term:
    """``\\operatorname{Var} X``: the variance or deviation of the next factor."""
    if operator == "covariance" or not reader.starts_factor():
        raise UnreadError(operator + " without brackets", span)
    variance = _spread("variance", (reader.factor(),), measures, (), span)
    return Apply("sqrt", (variance,), span) if operator == "deviation" else variance


def _spread(
    operator: str, of: tuple[Term, ...], measures: Sequence[Measure], given: tuple[Term, ...], span: Span
) -> Term:
    """The variance or covariance of `of` under the given law and conditions."""
    heads = tuple(h for m in measures for h in m.heads)
    if not given and _names_no_law(measures):
        return Apply(operator, (*of, *heads), span)
    if len(measures) > 1:
        raise UnreadError(operator + " under several laws", span)
    if measures and measures[0].distribution is not None:
        square = averaged(Apply("multiply", (of[0], of[-1])), measures, given, span)
        means = tuple(averaged(side, measures, given, span) for side in (of[0], of[-1]))
        return Apply("add", (square, Apply("negate", (Apply("multiply", means),))), span)
    measure = measures[0] if measures else Measure(())
    everything = Apply("given", (*measure.given, *given))
    return Apply("comoment", (of[0], of[-1], measure.law or ANY_LAW, Apply("heads", heads), everything), span)


def _names_no_law(measures: Sequence[Measure]) -> bool:
    return all(m.law is None and m.distribution is None and not m.given for m in measures)


def _body_and_given(reader: Reader, content: list[Item]) -> tuple[Term, tuple[Term, ...]]:
    at = bar(content)
    body = reader.inside(content if at is None else content[:at]).whole()
    return body, () if at is None else elements(reader, split_at_commas(content[at + 1 :]))


def averaged(body: Term, measures: Sequence[Measure], given: tuple[Term, ...], span: Span) -> Term:
    """The average of `body` over `measures`, the last one innermost; an ``expectation`` if no law or condition is written."""
    if not given and _names_no_law(measures):
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
    heads = measure.heads or _outcomes(body, measure.parameters)
    if len(heads) != 1 or not isinstance(heads[0], Variable) or given:
        raise UnreadError(r"\mathbb{E} under " + measure.distribution.name, span)
    return under(measure.distribution, measure.parameters, heads[0], body, span)


def _outcomes(body: Term, parameters: Sequence[Term]) -> tuple[Term, ...]:
    """The variables of an average that names only its law: the symbols of `body` that are not parameters."""
    known = frozenset[str]().union(*map(free_variables, parameters))
    return tuple(Variable(name) for name in sorted(free_variables(body) - known))


def under(
    distribution: Distribution, parameters: Sequence[Term], outcome: Variable, body: Term, span: Span
) -> Term:
    """The average of `body` over `outcome`: the integral or sum of its product with the density.

    Raises:
        UnreadError: the parameters are not those of the distribution, or its outcome is an array.
    """
    try:
        moments = named_laws.moments_of(distribution, parameters)
        if degree(body, outcome.name) <= (2 if distribution.arrays else len(moments)):
            return Bind("column_mean" if distribution.arrays else "mean", outcome, moments, body, span)
        generated = None if distribution.arrays else _generated(distribution, parameters, outcome, body)
        if generated is not None:
            return generated
        weighted = Apply("multiply", (body, named_laws.density_at(distribution, outcome, parameters)))
        if distribution.arrays:
            if "exp" in operators(body) and not operators(body) & UNKNOWN:
                return Bind(GAUSSIAN, outcome, (), weighted, span)
            return Bind("column_mean", outcome, moments, body, span)
        bounds = named_laws.bounds(distribution, parameters)
    except ValueError as error:
        raise UnreadError(str(error), span) from None
    return Bind("sum" if distribution.kind == "discrete" else "integral", outcome, bounds, weighted, span)


def _generated(
    distribution: Distribution, parameters: Sequence[Term], outcome: Variable, body: Term
) -> Term | None:
    """The average of ``e^{tx + c}`` if the registry has a closed form; None otherwise."""
    match body:
        case (
            Apply(operator="exp", arguments=(exponent,))
            | Apply(operator="power", arguments=(Apply(operator="e"), exponent))
        ) if degree(exponent, outcome.name) == 1:
            shift, whole = (substitute(exponent, {outcome.name: value}) for value in (ZERO, ONE))
            slope = Apply("add", (whole, Apply("negate", (shift,))))
            found = named_laws.cumulants_at(distribution, slope, parameters)
            return None if found is None else Apply("exp", (Apply("add", (found, shift)),))
    return None


COMMA = Symbol(",", Span(0, 0))


def _brackets_follow(reader: Reader) -> bool:
    item = reader.peek()
    braced = isinstance(item, Delimited) and item.left in (r"\{", r"\lbrace")
    return applied(reader) or reader.symbol() == r"\{" or braced


def _measures(reader: Reader, span: Span) -> list[Measure]:
    """The variables and laws in the subscript of an average."""
    scripts = reader.scripts()
    if scripts is None:
        return []
    if scripts.superscript is not None:
        return [_under_law(reader, scripts, span)]
    if scripts.subscript is None:
        raise UnreadError(r"\mathbb{E}^{…}", span)
    found: list[Measure] = []
    waiting: list[list[Item]] = []
    for part in split_at_commas(notation.opened(scripts.subscript)):
        at = next((k for k, i in enumerate(part) if sign(i) in SIM), None)
        if at is not None:
            found.append(_with_law(reader, [*waiting, part[:at]], part[at + 1 :]))
            waiting = []
        elif _names_law(reader, part):
            found += _bare_laws(reader, part)
        elif part:
            waiting.append(part)
    if waiting:
        found.append(_of_variables(reader, waiting))
    return found


def _under_law(reader: Reader, scripts: Scripted, span: Span) -> Measure:
    """``\\mathbb{E}^{Q}``, ``\\mathbb{E}^\\pi_x``: the law is the superscript, the variables are the subscript."""
    assert scripts.superscript is not None
    row = notation.opened(scripts.superscript)
    symbol = notation.name(row[0]) if len(row) == 1 else None
    if symbol is None or scripts.primes:
        raise UnreadError(r"\mathbb{E}^{…}", span)
    heads = () if scripts.subscript is None else split_at_commas(notation.opened(scripts.subscript))
    return Measure(elements(reader, _flat(heads)), law_of(Variable(symbol, row[0].span)))


def _of_variables(reader: Reader, parts: list[list[Item]]) -> Measure:
    """``x, y``, ``x|y``: variables, possibly with conditions, under an unnamed law."""
    row = [item for part in parts for item in (*part, COMMA)][:-1]
    heads, given = heads_and_given(row)
    return Measure(elements(reader, _flat(heads)), None, elements(reader, given))


def _flat(parts: Sequence[list[Item]]) -> list[list[Item]]:
    """`parts` with tuples such as ``(x, y)`` split into their entries."""
    found: list[list[Item]] = []
    for part in parts:
        if len(part) == 1 and isinstance(part[0], Delimited) and part[0].left == "(":
            found += split_at_commas(notation.items(part[0].body, grouped=False))
        elif part and sign(part[0]) == "(" and sign(part[-1]) == ")":
            found += split_at_commas(part[1:-1])
        elif part:
            found.append(part)
    return found


def _names_law(reader: Reader, part: Sequence[Item]) -> bool:
    """Whether `part` is a law rather than a variable: ``p``, ``q_\\phi``, ``q(z|x)``."""
    if not part or notation.name(part[0]) is None:
        return False
    laws = LAWS | reader.conventions.chance.laws
    return notation.name(part[0]) in laws or any(sign(i) == "(" or isinstance(i, Delimited) for i in part)


def _bare_laws(reader: Reader, part: list[Item]) -> list[Measure]:
    """Laws without variables: ``p`` averages over all random symbols, ``q(z|x)`` over ``z``, ``p(x)q(z|x)`` over both."""
    named = distributed(reader, part, ())
    if named is not None:
        return [Measure((), None, (), *named)]
    term = reader.inside(part).whole()
    if isinstance(term, Apply) and term.operator == "multiply":
        return [_bare_law(factor) for factor in term.arguments]
    return [_bare_law(term)]


def _bare_law(term: Term) -> Measure:
    match term:
        case Apply(operator="density", arguments=(law, Apply(arguments=heads), Apply(arguments=given))):
            return Measure(heads, law, given)
        case Apply(operator="call", arguments=(law, *heads)):
            return Measure(tuple(heads), law_of(law))
        case _:
            return Measure((), law_of(term))


def _with_law(reader: Reader, heads: list[list[Item]], row: list[Item]) -> Measure:
    """Variables with their law: ``x, y \\sim p``, ``z \\sim q(\\cdot | x)``, ``\\epsilon \\sim \\mathcal{N}(0, 1)``."""
    listed = elements(reader, _flat(heads))
    named = distributed(reader, row, listed)
    if named is not None:
        return Measure(listed, None, (), *named)
    if len(heads) == 1:
        row = [i for k in row for i in (heads[0] if sign(k) == r"\cdot" else [k])]  # "q(· | x)"
    return _bare_law(reader.inside(row).whole())._replace(heads=listed)


def distributed(
    reader: Reader, row: Sequence[Item], outcomes: tuple[Term, ...], *, short: bool = False
) -> tuple[Distribution, tuple[Term, ...]] | None:
    """The distribution and the parameters of ``\\mathcal{N}(\\mu, \\sigma^2)`` or ``\\chi^2_k``; None for anything else."""
    symbol = notation.name(row[0]) if row else None
    inner = reader.inside(list(row[1:]))
    scripts = inner.peek()
    below: list[Item] = []
    if symbol is not None and isinstance(scripts, Scripted):
        symbol += "" if scripts.superscript is None else "^" + notation.latex(scripts.superscript)
        inner.take()
        below = [] if scripts.subscript is None else notation.opened(scripts.subscript)
    name = None if symbol is None else name_of_distribution(symbol, short=short)
    letter = name is None and short and symbol in POISSON
    if letter:
        name = "poisson"
    if name is None or bool(below) == applied(inner):
        return None
    content = below or _without_outcome(argument_items(inner), registry()[name])
    if inner.peek() is not None or bar(content) is not None:
        return None
    parameters = elements(reader, split_at_commas(content))
    if letter and not (len(parameters) == 1 and _is_rate(parameters[0])):
        return None
    return parametrised(reader, registry()[name], parameters, outcomes), parameters


def _is_rate(parameter: Term) -> bool:
    """Whether a parameter consists of λ and letters of counts and times: ``\\lambda_1 + \\lambda_2``, ``n\\lambda t``."""
    names = {bare(name) for name in free_variables(parameter)}
    return r"\lambda" in names and names <= {r"\lambda", "n", "m", "t", "s", "T"}


def _without_outcome(content: list[Item], distribution: Distribution) -> list[Item]:
    """The parameters in ``\\mathcal{N}(x; \\mu, \\sigma^2)`` or ``\\mathrm{Mult}(n; p_1, \\dots, p_K)``."""
    if distribution.domains[0] == "size" and not distribution.support:
        return [COMMA if sign(item) == ";" else item for item in content]
    return content[2:] if len(content) > 2 and sign(content[1]) == ";" else content


def _worded(operator: str, reader: Reader) -> Term:
    """Parse ``\\text{Var}(X)`` from its word on."""
    return moment(reader, operator, reader.take().span)


CONSTRUCTS = tuple(
    Construct(partial(_worded, operator), (rf"\text{{{word}}}",)) for word, operator in MOMENTS.items()
)
