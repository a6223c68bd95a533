r"""Singular values and vectors named by formulas: ``\sigma_i`` for ``A = U\Sigma V^\top``, and also ``u_i`` and ``v_i`` for
``X = \sum_i \sigma_i u_i v_i^\top``, if the post has a word for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.maths import notation
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts.arrays.spectra import Spectrum
from mathpost.maths.notation import TRANSPOSES, Digits, Item, Scripted, UnreadError
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Apply, Variable
from mathpost.text.stems import occurs

_MENTIONED = re.compile(r"奇异值|奇异向量|\bSVD\b|\bsingular[- ](?:values?|vectors?)", re.IGNORECASE)
VALUE = r"\sigma"
MIDDLES = frozenset([r"\Sigma", r"\boldsymbol{\Sigma}"])
TURNS = frozenset([*TRANSPOSES, "T", "*", r"\dagger", "H"])


class _Named(NamedTuple):
    """The row of the matrix in a step, and the letters of the left and right singular vectors, empty if not named."""

    step: Step
    left: str = ""
    right: str = ""


def letters(document: Document, steps: Sequence[Step]) -> frozenset[str]:
    """The plain letters of families of singular vectors."""
    named = (name for each in _named(document, steps) for name in (each.left, each.right) if name)
    return frozenset(name for name in named if not notation.is_bold(name))


def spectra(document: Document, steps: Sequence[Step], written: Conventions) -> Iterator[Spectrum]:
    """The letters that formulas give to the values and vectors of a matrix, the largest value first."""
    for each in _named(document, steps):
        try:
            matrix = elaborate(each.step.left.nodes, written).term
        except (UnreadError, RecursionError):
            continue
        head = matrix.arguments[0] if isinstance(matrix, Apply) and matrix.operator == "index" else matrix
        if not isinstance(head, Variable):
            continue
        place = each.step.span.start
        yield Spectrum(VALUE, matrix, "singular_value", place, 1)
        if each.left:
            for name, side in ((each.left, "left"), (each.right, "right")):
                bold = name if notation.is_bold(name) else rf"\boldsymbol{{{name}}}"
                yield Spectrum(bold, matrix, f"{side}_singular_vector", place, 1)


def _named(document: Document, steps: Sequence[Step]) -> Iterator[_Named]:
    if not occurs(_MENTIONED, document.source.text):
        return
    for step in steps:
        if step.sign not in ("=", ":=") or step.interior:
            continue
        try:
            row = notation.items(step.right.nodes)
            head = notation.items(step.left.nodes)
        except UnreadError:
            continue
        if not head or notation.name(head[0]) is None or len(head) > 2:
            continue
        if _is_product(row):
            yield _Named(step)
        vectors = _vectors(row)
        if vectors is not None:
            yield _Named(step, *vectors)


def _is_product(row: Sequence[Item]) -> bool:
    r"""Whether a row is ``U \Sigma V^\top``."""
    return (
        len(row) == 4
        and _name(row[0]) is not None
        and _name(row[1]) in MIDDLES
        and _name(row[2]) is not None
        and _turned(row[3])
    )


def _vectors(row: Sequence[Item]) -> tuple[str, str] | None:
    r"""The letters u and v of ``\sum_i \sigma_i u_i v_i^\top``."""
    if len(row) not in (7, 8) or _latex(row[0]) != r"\sum":
        return None
    members = row[-6:]
    value, left, right = (_name(members[k]) for k in (0, 2, 4))
    scripts = [members[k] for k in (1, 3, 5)]
    below = {_below(each) for each in scripts}
    if value != VALUE or left is None or right is None or len(below) != 1 or below & {""}:
        return None
    return (left, right) if _turned(scripts[2]) and left != right else None


def _name(item: Item) -> str | None:
    return None if isinstance(item, Scripted | Digits) else notation.name(item)


def _latex(item: Item) -> str:
    return "" if isinstance(item, Scripted | Digits) else notation.latex(item)


def _turned(item: Item) -> bool:
    above = item.superscript if isinstance(item, Scripted) else None
    return notation.latex_row(notation.legible_script(above)) in TURNS


def _below(item: Item) -> str:
    below = item.subscript if isinstance(item, Scripted) else None
    return notation.latex_row(notation.legible_script(below))
