"""Class labels: letters stated to be one-hot vectors, whose entries add up to 1, and letters that number the true class."""

from __future__ import annotations

import re

from mathpost.document.document import Document
from mathpost.maths import notation
from mathpost.maths.facts.arrays.spectra import family, with_marks
from mathpost.text.stems import occurs

_ONE_HOT = r"(?:\bone[- ]?hot\b|独热)"
_STATED_OF_LABELS = re.compile(
    rf"{_ONE_HOT}[^。.;；⟦]{{0,16}}⟦(?P<behind>\d+)⟧|⟦(?P<before>\d+)⟧\s*(?:是|为|is|are|be)[^。.;；⟦]{{0,16}}{_ONE_HOT}",
    re.IGNORECASE,
)
_MENTIONED = re.compile(r"hot|独热|class|label|token|category|类|标签", re.IGNORECASE)
_CLASS = (
    r"(?:(?:true|correct|target|ground[- ]truth|gold|right)\s+(?:class(?: index)?|label|token|category)"
    r"|(?:真实|正确|目标|真)的?(?:类别|标签|类|token))"
)
_STATED_OF_CLASSES = re.compile(
    rf"{_CLASS}\s*(?:为|是|记为|is|be|,)?\s*⟦(?P<behind>\d+)⟧|⟦(?P<before>\d+)⟧\s*(?:是|为|is|be|denotes?)\s*(?:the\s+)?{_CLASS}",
    re.IGNORECASE,
)


def one_hot(document: Document) -> frozenset[str]:
    r"""The symbols stated to be one-hot: ``y``, ``y_i``, ``\boldsymbol{y}``."""
    return _letters(document, _STATED_OF_LABELS, indexed=True)


def classes(document: Document) -> frozenset[str]:
    """The letters for the index of a class: "the loss for the true class $y$"."""
    return _letters(document, _STATED_OF_CLASSES, indexed=False)


def _letters(document: Document, words: re.Pattern[str], *, indexed: bool) -> frozenset[str]:
    found: set[str] = set()
    if not occurs(_MENTIONED, document.source.text):
        return frozenset()
    for said in words.finditer(with_marks(document)):
        nodes = document.formulas[int(said["behind"] or said["before"])].tree.body
        name = (notation.name(nodes[0]) if len(nodes) == 1 else None) or (family(nodes) if indexed else None)
        if name is not None and notation.letter(name).islower():
            found.add(name)
    return frozenset(found)
