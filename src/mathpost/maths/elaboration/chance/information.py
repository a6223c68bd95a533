"""Entropies, divergences and mutual information, expanded to averages.

``H(X | Y)`` is ``\\mathbb{E}[-\\log p(X | Y)]``; ``\\mathrm{KL}(q(z|x) \\| p(z))`` is
``\\mathbb{E}_{z \\sim q(z|x)}[\\log q(z|x) - \\log p(z)]``. For laws without outcomes, ``\\mathrm{KL}(p \\| q)``, the average
is over the outcome that the claim uses. T. M. Cover, J. A. Thomas, "Elements of Information Theory", 2nd ed., chapter 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.latex.tree import Symbol
from mathpost.maths import notation
from mathpost.maths.distributions import Distribution
from mathpost.maths.elaboration.chance import averages, named_laws, probability
from mathpost.maths.elaboration.chance.named_laws import logarithm
from mathpost.maths.elaboration.chance.probability import LAWS
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.terms.outcomes import ANY_LAW, BOLD_OUTCOME, CAPITALS, OUTCOME
from mathpost.maths.terms.term import ONE, Apply, Number, Term, Variable, free_variables, subterms
from mathpost.text.source import Span

ENTROPIES = frozenset(["H", r"\text{H}", r"\mathcal{H}", r"\mathbb{H}"])
INFORMATIONS = frozenset(["I", r"\text{I}", r"\mathcal{I}", r"\mathbb{I}", r"\text{MI}"])
DIVERGENCES = {
    "KL": "kl", r"\text{KL}": "kl", r"\mathbb{KL}": "kl", r"D_{KL}": "kl", r"D_{\text{KL}}": "kl", r"\text{D}_{\text{KL}}": "kl",
    r"\text{JS}": "js", r"\text{JSD}": "js", r"D_{JS}": "js", r"D_{\text{JS}}": "js", r"\text{TV}": "tv", r"D_{TV}": "tv",
    r"D_{\text{TV}}": "tv", r"d_{TV}": "tv", r"d_{\text{TV}}": "tv", r"\text{BC}": "bc", r"\text{BD}": "bd", r"D_{B}": "bd",
    r"D_{\text{B}}": "bd",
}  # fmt: skip
HALF = Number(Fraction(1, 2))


def read(reader: Reader, symbol: str, content: Sequence[Item], span: Span) -> Term | None:
    """The term of ``symbol(content)`` if it is an entropy, a divergence or mutual information; None otherwise."""
    if symbol in DIVERGENCES:
        sides = _sides(content)
        if len(sides) != 2 or not all(sides):
            raise UnreadError(symbol + "(…)", span)
        p, q = _laws(reader, sides, span)
        return _divergence(DIVERGENCES[symbol], p, q, span)
    if symbol in ENTROPIES:
        return _entropy(reader, content, span)
    return _information(reader, content, span) if symbol in INFORMATIONS else None


def _sides(content: Sequence[Item]) -> list[list[Item]]:
    """The two arguments of a divergence: ``p \\| q``, ``p || q``, ``p, q``."""
    for k, item in enumerate(content):
        text = item.text if isinstance(item, Symbol) else ""
        if text in (r"\|", r"\parallel"):
            return [list(content[:k]), list(content[k + 1 :])]
        following = content[k + 1] if k + 1 < len(content) else None
        if text == "|" and isinstance(following, Symbol) and following.text == "|":
            return [list(content[:k]), list(content[k + 2 :])]
    return split_at_commas(content)


# --- laws ----------------------------------------------------------------------------------------------------------------


class _Law(NamedTuple):
    """A law: its density at the current outcome, the logarithm of it, and the measures of an average under it.

    `weight`: for a mixture, its density divided by that of the one law under which the average is taken.
    """

    density: Term
    logarithm: Term
    measures: tuple[averages.Measure, ...]
    weight: Term | None = None

    def mean(self, of: Term, span: Span) -> Term:
        weighted = of if self.weight is None else Apply("multiply", (self.weight, of))
        return averages.averaged(weighted, self.measures, (), span)


def _laws(reader: Reader, rows: Sequence[list[Item]], span: Span) -> list[_Law]:
    """The laws named in `rows`, with the outcomes that one of them mentions: ``z`` in ``q(z|x) \\| p``."""
    named = [averages.distributed(reader, row, ()) for row in rows]
    terms = [None if known else reader.inside(row).whole() for known, row in zip(named, rows, strict=True)]
    arrays = any(known is not None and known[0].arrays for known in named)
    heads = next(
        (h for t in terms if t is not None for h in _heads(t)), (BOLD_OUTCOME if arrays else OUTCOME,)
    )
    found = []
    for known, term, row in zip(named, terms, rows, strict=True):
        if known is not None:
            found.append(_named(*known, heads, span))
        else:
            at = None if term is None else _at(term, heads)
            if at is None:
                raise UnreadError("divergence of " + notation.latex_row(row), span)
            found.append(_unnamed(at))
    return found


def _unnamed(density: Term) -> _Law:
    """The law with this density: one of a letter, or a product or mixture of such."""
    factors = (
        density.arguments if isinstance(density, Apply) and density.operator == "multiply" else (density,)
    )
    measures = tuple(m for m in map(_measure, factors) if m is not None)
    logarithm = Apply("log", (density,))
    if len(measures) == len(factors):
        return _Law(density, logarithm, measures)
    one, measure = next((t, m) for t in subterms(density) if (m := _measure(t)) is not None)
    return _Law(density, logarithm, (measure,), Apply("divide", (density, one)))


def _measure(density: Term) -> averages.Measure | None:
    """The measure of a single density; None for any other term."""
    match density:
        case Apply(operator="density", arguments=(law, Apply(arguments=heads), Apply(arguments=given))):
            return averages.Measure(heads, law, given)
    return None


def _named(
    distribution: Distribution, parameters: tuple[Term, ...], heads: tuple[Term, ...], span: Span
) -> _Law:
    """The law of a named distribution with one outcome."""
    if len(heads) != 1 or not isinstance(heads[0], Variable):
        raise UnreadError("divergence of " + distribution.name, span)
    try:
        density = named_laws.density_at(distribution, heads[0], parameters)
    except ValueError:
        raise UnreadError("divergence of " + distribution.name, span) from None
    measure = averages.Measure(heads, None, (), distribution, parameters)
    return _Law(density, logarithm(density), (measure,))


def _heads(term: Term) -> Iterator[tuple[Term, ...]]:
    """The outcomes of the densities in `term`; those of a product come together."""
    match term:
        case Apply(operator="density", arguments=(_, Apply(arguments=heads), _)):
            yield heads
        case Apply(operator="call", arguments=(_, *heads)):
            yield tuple(heads)
        case Apply(operator="multiply", arguments=factors):
            parts = tuple(h for factor in factors for heads in _heads(factor) for h in heads)
            yield from (parts,) * bool(parts)
        case Apply(operator="add" | "divide" | "negate", arguments=arguments):
            for argument in arguments:
                yield from _heads(argument)


def _at(term: Term, heads: tuple[Term, ...]) -> Term | None:
    """The density of the law `term`, or of a product or mixture of laws, at `heads`; None if it is not a law."""
    match term:
        case Apply(operator="density"):
            return term
        case Apply(operator="call", arguments=(head, *places)):
            return _density(tuple(places), (), probability.law_of(head))
        case Apply(operator="divide", arguments=(of, Number() as count)):
            part = _at(of, heads)
            return None if part is None else Apply("divide", (part, count), term.origin)
        case Apply(operator="multiply" | "add" as operator, arguments=arguments):
            parts = [a if _is_share(a) else _at(a, heads) for a in arguments]
            known = tuple(part for part in parts if part is not None)
            return Apply(operator, known, term.origin) if len(known) == len(parts) else None
        case Variable() | Apply(operator="index"):
            return _density(heads, (), probability.law_of(term))
    return None


def _is_share(term: Term) -> bool:
    """Whether a factor is a number, such as ``\\frac{1}{2}`` before a law."""
    return not free_variables(term)


def _divergence(kind: str, p: _Law, q: _Law, span: Span) -> Term:
    if kind == "kl":
        return p.mean(_difference(p.logarithm, q.logarithm), span)
    if kind == "js":
        middle = Apply("log", (Apply("multiply", (HALF, Apply("add", (p.density, q.density)))),))
        parts = tuple(law.mean(_difference(law.logarithm, middle), span) for law in (p, q))
        return Apply("multiply", (HALF, Apply("add", parts)), span)
    ratio = Apply("divide", (q.density, p.density))
    if kind in ("bc", "bd"):
        overlap = p.mean(Apply("sqrt", (ratio,)), span)
        return overlap if kind == "bc" else Apply("negate", (Apply("log", (overlap,)),), span)
    gap = Apply("abs", (_difference(ONE, ratio),))
    return Apply("multiply", (HALF, p.mean(gap, span)), span)


def _difference(a: Term, b: Term) -> Term:
    return Apply("add", (a, Apply("negate", (b,))))


# --- random variables --------------------------------------------------------------------------------------------------------


def _entropy(reader: Reader, content: Sequence[Item], span: Span) -> Term | None:
    """The term of ``H(X, Y | Z)``, ``H(p)`` or ``H(p, q)``; None if ``H`` is another function."""
    heads, given = probability.heads_and_given(content)
    if not given and _are_laws(reader, heads):
        laws = _laws(reader, heads, span)
        return laws[0].mean(Apply("negate", (laws[-1].logarithm,)), span)
    if not _are_variables((*heads, *given), reader.conventions.chance.lawful):
        return None
    of, under = _elements(reader, heads), _elements(reader, given)
    surprise = Apply("negate", (Apply("log", (_density(of, under),)),))
    return _mean(surprise, _density((*of, *under), ()), span)


def _information(reader: Reader, content: Sequence[Item], span: Span) -> Term | None:
    """The term of ``I(X; Y)``, ``I(X; Y, Z)`` or ``I(X, Y | Z)``; None if ``I`` is another function."""
    bar = probability.bar(content)
    given = [] if bar is None else split_at_commas(content[bar + 1 :])
    sides = _informed(content if bar is None else content[:bar])
    if len(sides) != 2 or not _are_variables(
        (*sides[0], *sides[1], *given), reader.conventions.chance.lawful
    ):
        return None
    x, y, under = (_elements(reader, parts) for parts in (*sides, given))
    logs = [Apply("log", (_density(of, under),)) for of in ((*x, *y), x, y)]
    ratio = _difference(logs[0], Apply("add", (logs[1], logs[2])))
    return _mean(ratio, _density((*x, *y, *under), ()), span)


def _informed(content: Sequence[Item]) -> list[list[list[Item]]]:
    """The variables before and after the semicolon, or the comma if there is no semicolon."""
    at = next((k for k, item in enumerate(content) if notation.latex(item) == ";"), None)
    if at is None:
        return [[part] for part in split_at_commas(content)]
    return [split_at_commas(side) for side in (content[:at], content[at + 1 :])]


def _density(heads: tuple[Term, ...], given: tuple[Term, ...], law: Term = ANY_LAW) -> Apply:
    return Apply("density", (law, Apply("heads", heads), Apply("given", given)))


def _mean(of: Term, under: Apply, span: Span) -> Term:
    """The average of `of` under the law `under` of its heads."""
    law, heads, given = under.arguments
    return Apply("average", (of, law, heads, given), span)


def _elements(reader: Reader, parts: Sequence[list[Item]]) -> tuple[Term, ...]:
    return tuple(reader.inside(p).whole() for p in parts)


def _are_laws(reader: Reader, parts: Sequence[Sequence[Item]]) -> bool:
    return 1 <= len(parts) <= 2 and all(
        (notation.name(p[0]) in LAWS and _is_plain(p))
        or _is_mixture(reader, p)
        or averages.distributed(reader, p, ()) is not None
        for p in parts
    )


def _is_mixture(reader: Reader, part: Sequence[Item]) -> bool:
    """Whether `part` is a mixture of laws only: ``\\frac{p + q}{2}``."""
    if all(
        notation.latex(item) != "+"
        for item in (*part, *(i for p in part for row in notation.inside(p) for i in notation.legible(row)))
    ):
        return False
    term = reader.inside(list(part)).whole()
    return free_variables(term) <= LAWS and _at(term, (OUTCOME,)) is not None


def _are_variables(parts: Sequence[Sequence[Item]], lawful: frozenset[str]) -> bool:
    """Whether all parts are random variables: capitals or symbols with a law, not arguments of a function."""
    random = CAPITALS | lawful
    return bool(parts) and all((notation.name(p[0]) or "") in random and _is_plain(p) for p in parts)


def _is_plain(part: Sequence[Item]) -> bool:
    return all(isinstance(i, Scripted) for i in part[1:])


def is_divergence(symbol: str) -> bool:
    """Whether a symbol before brackets is the name of a divergence."""
    return symbol in DIVERGENCES
