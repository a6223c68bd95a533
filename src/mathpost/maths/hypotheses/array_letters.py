"""The arrays of a post, by its formulas and its words: matrices with eigenvalues, one-hot labels, singular vectors."""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.document.document import Document
from mathpost.maths.facts.arrays import eigenvectors, labels, singular
from mathpost.maths.facts.arrays.spectra import matrices
from mathpost.maths.notation import is_bold
from mathpost.maths.notation.step import Step
from mathpost.maths.typing.arrays import Arrays, arrays


def array_letters(document: Document, steps: Sequence[Step]) -> tuple[Arrays, bool]:
    """The arrays of a post, and whether it numbers the vectors of a matrix."""
    alone, counted = eigenvectors.letters(document)
    counted |= singular.letters(document, steps)
    one_hot = {name for name in labels.one_hot(document) if not is_bold(name)}
    found = arrays(document, steps, matrices(document) | alone | one_hot, counted)
    return found, bool(counted)
