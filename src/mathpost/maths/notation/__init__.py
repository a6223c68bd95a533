"""A row of nodes as names, numbers and scripts after their base, without purely visual markup.

The parser keeps what the author wrote; here spacing, sizes and colours are removed, digits become numbers, and a script is an
item after its base, so that ``)^2`` is as easy to read as ``x^2``. Names are canonical: ``\\mathbf{x}`` and ``\\boldsymbol{x}``
are one symbol, ``\\mathrm{tr}``, ``\\text{tr}`` and ``\\operatorname{tr}`` one word.
"""

from __future__ import annotations

from mathpost.maths.notation.marks import (
    ACCENTS,
    BOLD,
    DECORATION,
    DOTS,
    FRACTIONS,
    LOGARITHMS,
    SIZES,
    SPACING,
    STARS,
    TIMES,
    TRANSPOSES,
    plain,
)
from mathpost.maths.notation.names import (
    label,
    latex,
    latex_row,
    letter,
    name,
    stripped,
    unread,
    word,
)
from mathpost.maths.notation.parts import Digits, Item, Scripted, UnreadError, body
from mathpost.maths.notation.rows import inside, items, legible, legible_script, opened, without_stop
from mathpost.maths.terms.names import any_bold, is_bold

__all__ = [
    "ACCENTS",
    "BOLD",
    "DECORATION",
    "DOTS",
    "FRACTIONS",
    "LOGARITHMS",
    "SIZES",
    "SPACING",
    "STARS",
    "TIMES",
    "TRANSPOSES",
    "Digits",
    "Item",
    "Scripted",
    "UnreadError",
    "any_bold",
    "body",
    "inside",
    "is_bold",
    "items",
    "label",
    "latex",
    "latex_row",
    "legible",
    "legible_script",
    "letter",
    "name",
    "opened",
    "plain",
    "stripped",
    "unread",
    "without_stop",
    "word",
]
