"""A post with its formulas normalised: own macros expanded, words and names written in italic letters as names, primes for
transposes as such, policies in superscripts as labels.
"""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.latex.acronyms import acronyms
from mathpost.latex.emboldening import bold_letters, has_products, parted
from mathpost.latex.outcomes import with_outcomes
from mathpost.latex.spelling import Names, has_names, has_words, set_upright, standing_alone
from mathpost.latex.tree import Group
from mathpost.latex.typed import has_typed_signs, with_typed_signs
from mathpost.latex.wrapped import has_wrapped_signs, with_signs_unwrapped
from mathpost.maths.lexicon import macros
from mathpost.maths.lexicon.identity_letters import UnitMatrix, unit_matrix
from mathpost.maths.lexicon.policies import policies
from mathpost.maths.lexicon.primes import primes
from mathpost.maths.lexicon.unbracketed import Unbracketed, declares_a_law, unbracketed
from mathpost.text.recall import of_the_last
from mathpost.text.stems import occurs

ANY: frozenset[str] = frozenset()
PAIR = frozenset([",", ";", "|", r"\|", r"\Vert", r"\parallel", r"\mid"])
# names of probability in italic letters, with the signs that make them names: letters are not multiplied by a pair
NAMES: Names = MappingProxyType(
    dict.fromkeys(("KL", "JS", "JSD", "TV", "BC", "BD", "MI", "Cov", "cov"), PAIR)
    | dict.fromkeys(("Var", "var", "Std", "std", "Pr"), ANY)
    | {"ln": ANY}  # before brackets hardly a product, even without its backslash
)
EXPECTATION: Names = MappingProxyType({"E": frozenset(["[", r"\{"])})
# words of a post whose ``E[…]`` is an average and no energy
NAMES_ENERGIES = re.compile(r"能量|\benerg(y|ies)\b", re.IGNORECASE)  # ``E(x)`` may be an energy
NAMES_AVERAGES = re.compile(
    r"期望|方差|随机变量|均值|概率|服从|\bexpected\b|\bexpectations? of\b|\bvariance|\brandom variable|"
    r"\bprobabilit|\bdistribut(ed|ions?)\b|\bi\.?i\.?d\b|\b(the|its|with|has) (mean|moments?)\b"
)
# ``AB`` is a line between two points, if a post says so of some pair of letters
NAMES_LINES = re.compile(
    r"(三角形|[四五六]边形|矩形|正方形|梯形|菱形|线段|直线|射线|弦|直径|半径|斜边|[底腰]边?|(?<![左右两一])边长?|弧|中线|高线?|"
    r"\b(triangle|square|rectangle|quadrilateral|parallelogram|trapezoid|rhombus|segment|line|ray|(?<!left )(?<!right )(?<!hand )side|chord|hypotenuse|diameter|"
    r"radius|leg|arc|median|altitude|tetrahedron|polygon)s?)\s*\$\s*(?-i:[A-Z]{2,6})\s*\$|(勾股|\bPythagor)[^#]{0,60}?(?-i:[A-Z]{2})\^|\\(triangle|angle)\s*\{?\s*(?-i:[A-Z]{3})",
    re.IGNORECASE,
)


class Spelling(NamedTuple):
    """The notation of a post: letters in bold, letters that occur alone, names and words written in italic letters.

    `typed`: it may contain signs typed by their appearance; `wrapped`: signs may be inside of groups. `unbracketed` and `unit`: the
    letters that are averages, and that are identity matrices.
    """

    bold: frozenset[str]
    alone: frozenset[str]
    names: Names
    words: frozenset[str]
    typed: bool
    wrapped: bool
    unbracketed: Unbracketed | None = None
    unit: UnitMatrix | None = None

    def meant(self, tree: Group) -> Group:
        """`tree` with products in one bold group separated, and words and names in italic letters as names."""
        tree = tree if self.unbracketed is None else self.unbracketed.meant(tree)
        tree = tree if self.unit is None else self.unit.meant(tree)
        tree = with_typed_signs(tree) if self.typed else tree
        tree = with_outcomes(with_signs_unwrapped(tree) if self.wrapped else tree)
        if has_products(tree, self.bold):
            tree = parted(tree, self.bold)
        if not has_words(tree, self.names, self.words):
            return tree
        return set_upright(tree, self.alone, self.names, self.words)


def spelling(document: Document) -> Spelling:
    """The notation of `document`."""
    document = macros.written_out(document)
    named, unit = unbracketed(document), unit_matrix(document)
    return _spelling(_named(document, named, unit))._replace(unbracketed=named, unit=unit)


def _named(document: Document, named: Unbracketed, unit: UnitMatrix) -> Document:
    """`document` with the letters of averages and of identity matrices as such."""
    if not (named.letters or unit.is_unit):
        return document
    formulas = tuple(replace(f, tree=unit.meant(named.meant(f.tree))) for f in document.formulas)
    return replace(document, formulas=formulas)


def _spelling(document: Document) -> Spelling:
    trees = [formula.tree for formula in document.formulas]
    return Spelling(
        bold_letters(trees),
        standing_alone(trees),
        _names(document),
        acronyms(trees, names_lines=occurs(NAMES_LINES, document.source.text)),
        has_typed_signs(document.source.text),
        has_wrapped_signs(document.source.text),
    )


@of_the_last
def as_meant(document: Document) -> Document:
    """`document` with normalised formulas, from which its claims are read."""
    document = macros.written_out(document)
    document = _named(document, unbracketed(document), unit_matrix(document))
    spelled, followed = _spelling(document), policies(document)
    written = tuple(replace(f, tree=spelled.meant(f.tree)) for f in document.formulas)
    turned = primes(replace(document, formulas=written) if spelled.typed else document)
    formulas = [replace(f, tree=followed.meant(turned.meant(f.tree))) for f in written]
    changed = any(new.tree is not old.tree for new, old in zip(formulas, document.formulas, strict=True))
    return replace(document, formulas=tuple(formulas)) if changed else document


def _names(document: Document) -> Names:
    """The names of probability that `document` writes in italics; ``E`` only if it mentions averages and writes ``E[X]``."""
    if not occurs(NAMES_AVERAGES, document.source.text) and not declares_a_law(document):
        return NAMES
    if occurs(NAMES_ENERGIES, document.source.text):
        return MappingProxyType({**NAMES, **EXPECTATION})
    averages = any(has_names(formula.tree, EXPECTATION) for formula in document.formulas)
    return MappingProxyType({**NAMES, "E": ANY}) if averages else NAMES
