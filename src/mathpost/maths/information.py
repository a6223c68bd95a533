"""Entropies, divergences and mutual information, written out as the averages that they are.

``H(X | Y)`` is ``\\mathbb{E}[-\\log p(X | Y)]``, ``\\mathrm{KL}(q(z|x) \\| p(z))`` is ``\\mathbb{E}_{z \\sim q(z|x)}[\\log q(z|x) - \\log p(z)]``;
of laws alone, ``\\mathrm{KL}(p \\| q)``, the average runs over whatever the claim applies them to. T. M. Cover, J. A. Thomas,
"Elements of Information Theory", 2nd ed., chapter 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from mathpost.latex.tree import Symbol
from mathpost.maths import notation, probability
from mathpost.maths.brackets import split_at_commas
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.probability import LAWS
from mathpost.maths.randomness import OUTCOME
from mathpost.maths.realisations import ANY_LAW, CAPITALS
from mathpost.maths.term import Apply, Number, Term
from mathpost.text.source import Span

if TYPE_CHECKING:
    from mathpost.maths.elaborate import Reader

ENTROPIES = frozenset(["H", r"\text{H}", r"\mathcal{H}", r"\mathbb{H}"])
INFORMATIONS = frozenset(["I", r"\text{I}", r"\mathcal{I}", r"\mathbb{I}", r"\text{MI}"])
DIVERGENCES = {
    "KL": "kl", r"\text{KL}": "kl", r"\mathbb{KL}": "kl", r"D_{KL}": "kl", r"D_{\text{KL}}": "kl", r"\text{D}_{\text{KL}}": "kl",
    r"\text{JS}": "js", r"\text{JSD}": "js", r"D_{JS}": "js", r"D_{\text{JS}}": "js", r"\text{TV}": "tv", r"D_{TV}": "tv",
    r"D_{\text{TV}}": "tv", r"d_{TV}": "tv", r"d_{\text{TV}}": "tv",
}  # fmt: skip
HALF = Number(Fraction(1, 2))
TWO = Number(Fraction(2))
NO_ONE = Apply("given", ())


def read(reader: Reader, symbol: str, content: Sequence[Item], span: Span) -> Term | None:
    """What ``symbol(content)`` is, if it is an entropy, a divergence or an information; else None."""
    if symbol in DIVERGENCES:
        sides = _sides(content)
        if len(sides) != 2:
            raise UnreadError(symbol + "(…)", span)
        p, q = (_law(reader, side, span) for side in sides)
        return _divergence(DIVERGENCES[symbol], p, q, span)
    if symbol in ENTROPIES:
        return _entropy(reader, content, span)
    return _information(reader, content, span) if symbol in INFORMATIONS else None


def _sides(content: Sequence[Item]) -> list[list[Item]]:
    """The two laws of a divergence: ``p \\| q``, ``p || q``, ``p, q``."""
    for k, item in enumerate(content):
        text = item.text if isinstance(item, Symbol) else ""
        if text in (r"\|", r"\parallel"):
            return [list(content[:k]), list(content[k + 1 :])]
        following = content[k + 1] if k + 1 < len(content) else None
        if text == "|" and isinstance(following, Symbol) and following.text == "|":
            return [list(content[:k]), list(content[k + 2 :])]
    return split_at_commas(content)


# --- laws ----------------------------------------------------------------------------------------------------------------


def _law(reader: Reader, row: list[Item], span: Span) -> Apply:
    """A law as a density: as it stands, or of the outcome that the claim has in mind."""
    if all(isinstance(i, Scripted) for i in row[1:]) and row and notation.name(row[0]) is not None:
        head = reader.inside(row).whole()
        return Apply("density", (probability.law_of(head), Apply("heads", (OUTCOME,)), NO_ONE), span)
    term = reader.inside(row).whole()
    match term:
        case Apply(operator="density"):
            return term
        case Apply(operator="call", arguments=(head, *heads)):
            return Apply("density", (probability.law_of(head), Apply("heads", tuple(heads)), NO_ONE), span)
    raise UnreadError("divergence of " + notation.latex_row(row), span)


def _mean(of: Term, under: Apply, span: Span) -> Term:
    """The average of `of` under the law `under` of its heads."""
    law, heads, given = under.arguments
    return Apply("average", (of, law, heads, given), span)


def _divergence(kind: str, p: Apply, q: Apply, span: Span) -> Term:
    if kind == "kl":
        return _mean(_difference(Apply("log", (p,)), Apply("log", (q,))), p, span)
    middle = Apply("multiply", (HALF, Apply("add", (p, q))))
    if kind == "js":
        parts = tuple(
            _mean(_difference(Apply("log", (law,)), Apply("log", (middle,))), law, span) for law in (p, q)
        )
        return Apply("multiply", (HALF, Apply("add", parts)), span)
    gap = Apply("abs", (_difference(Number(Fraction(1)), Apply("divide", (q, p))),))
    return Apply("multiply", (HALF, _mean(gap, p, span)), span)


def _difference(a: Term, b: Term) -> Term:
    return Apply("add", (a, Apply("negate", (b,))))


# --- random variables --------------------------------------------------------------------------------------------------------


def _entropy(reader: Reader, content: Sequence[Item], span: Span) -> Term | None:
    """``H(X, Y | Z)``, ``H(p)``, ``H(p, q)``; None where ``H`` is a function of something else."""
    heads, given = probability.heads_and_given(content)
    if not given and _are_laws(heads):
        p, q = _law(reader, heads[0], span), _law(reader, heads[-1], span)
        return _mean(Apply("negate", (Apply("log", (q,)),)), p, span)
    if not _are_variables((*heads, *given)):
        return None
    of, under = _elements(reader, heads), _elements(reader, given)
    surprise = Apply("negate", (Apply("log", (_density(of, under),)),))
    return _mean(surprise, _density((*of, *under), ()), span)


def _information(reader: Reader, content: Sequence[Item], span: Span) -> Term | None:
    """``I(X; Y)``, ``I(X, Y | Z)``."""
    bar = probability.bar(content)
    sides = split_at_commas(content if bar is None else content[:bar])
    given = [] if bar is None else split_at_commas(content[bar + 1 :])
    if len(sides) != 2 or not _are_variables((*sides, *given)):
        return None
    (x,), (y,), under = _elements(reader, sides[:1]), _elements(reader, sides[1:]), _elements(reader, given)
    logs = [Apply("log", (_density(of, under),)) for of in ((x, y), (x,), (y,))]
    ratio = _difference(logs[0], Apply("add", (logs[1], logs[2])))
    return _mean(ratio, _density((x, y, *under), ()), span)


def _density(heads: tuple[Term, ...], given: tuple[Term, ...]) -> Apply:
    return Apply("density", (ANY_LAW, Apply("heads", heads), Apply("given", given)))


def _elements(reader: Reader, parts: Sequence[list[Item]]) -> tuple[Term, ...]:
    return tuple(reader.inside(p).whole() for p in parts)


def _are_laws(parts: Sequence[Sequence[Item]]) -> bool:
    return 1 <= len(parts) <= 2 and all(notation.name(p[0]) in LAWS and _is_plain(p) for p in parts)


def _are_variables(parts: Sequence[Sequence[Item]]) -> bool:
    """Capitals as random variables are written: lower-case arguments are those of a function."""
    return bool(parts) and all((notation.name(p[0]) or "") in CAPITALS and _is_plain(p) for p in parts)


def _is_plain(part: Sequence[Item]) -> bool:
    return all(isinstance(i, Scripted) for i in part[1:])


def is_divergence(symbol: str) -> bool:
    """Whether a symbol in front of brackets is the name of a divergence."""
    return symbol in DIVERGENCES


__all__ = ["ENTROPIES", "INFORMATIONS", "is_divergence", "read"]
