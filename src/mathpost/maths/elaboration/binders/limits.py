r"""Limits: ``\lim_{x \to 0} f(x)``, ``\lim_{x \to 0^+} f(x)``, ``\lim_{n \uparrow \infty} a_n``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mathpost.maths import notation
from mathpost.maths.elaboration.binders.indices import variable_of
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.terms.term import Bind, Number, Term

ARROWS = frozenset([r"\to", r"\rightarrow", r"\longrightarrow"])
SLOPING = {r"\downarrow": 1, r"\searrow": 1, r"\uparrow": -1, r"\nearrow": -1}  # and the side of approach


def limit(reader: Reader) -> Term:
    """Parse ``\\lim_{x \\to a} f(x)``; the body is the next term."""
    sign = reader.take()
    scripts = reader.scripts()
    row = notation.opened(scripts.subscript) if scripts is not None and scripts.subscript is not None else []
    arrows = [k for k, i in enumerate(row) if notation.latex(i) in (*ARROWS, *SLOPING)]
    if len(arrows) != 1:
        raise UnreadError(r"\lim", sign.span)
    variable = variable_of(reader, row[: arrows[0]], sign.span)
    where, side = _side(row[arrows[0] + 1 :])
    side = side or SLOPING.get(notation.latex(row[arrows[0]]), 0)
    point = reader.inside(where).whole()
    sides = (Number(Fraction(side)),) if side else ()
    return Bind("limit", variable, (point, *sides), reader.term(), sign.span)


def _side(row: Sequence[Item]) -> tuple[list[Item], int]:
    """The point without the sign of a one-sided limit, and that side: ``0^+``, ``1-``."""
    signs = {"+": 1, "-": -1}
    last = row[-1] if row else None
    if isinstance(last, Scripted) and notation.latex(last.superscript) in signs and last.subscript is None:
        return list(row[:-1]), signs[notation.latex(last.superscript)]
    if len(row) > 1 and notation.latex(last) in signs:
        return list(row[:-1]), signs[notation.latex(last)]
    return list(row), 0


CONSTRUCTS = (Construct(limit, (r"\lim",)),)
