r"""Steps that set a derivative to zero: ``\frac{\partial L}{\partial b} = -2\sum_i (y_i - b) = 0`` assumes its last equation.

The words before it say so (令导数为零, "setting the gradient to zero", "stationarity"), or the words after it solve it (解得). Any
other equation of a derivative with zero is a claim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mathpost.latex.tree import Command, Node, walk
from mathpost.maths import notation
from mathpost.maths.elaboration.heads import head
from mathpost.maths.facts.function_letters import DERIVATIVES, DIFFERENTIALS
from mathpost.maths.lexicon.cues import last_clause
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.letters import letters

_SET = re.compile(
    r"令|[等置设]\s*(于|为)?\s*(零|0|\$0\$)|为\s*(零|0|\$0\$)|驻点|平稳|KKT|(一阶|最优性?|极值)(必要)?条件"
    r"|\b(set|setting|sets|equat\w+|stationar\w+|first-order|optimality|vanish\w*|KKT|critical points?)\b",
    re.IGNORECASE,
)
_SOLVED = re.compile(
    r"^[\s$，,。.;；]*(由此|从而|于是|因此|所以|故)?[，,]?\s*(可以?)?(解得|解出|求解|解之)"
    r"|^[\s$,.;]*(and |so |thus |hence |therefore )?(this |we )?(is solved|solv(e|es|ed|ing)\b)",
    re.IGNORECASE,
)
_FROM = re.compile(r"(由|从|\b(from|by))\s*(条件|方程|the (condition|equation))?[\s$]*$", re.IGNORECASE)
_GETS = re.compile(
    r"[\s$，,]*(可以?|能|便|就)?(得|推出|解出|求得)|[\s$,]*(we|one|it) (get|obtain|find|have|follow|conclude)",
    re.IGNORECASE,
)
FRACTIONS = frozenset([r"\frac", r"\dfrac", r"\tfrac"])


def is_set(sides: Sequence[Sequence[Node]], before: str, after: str, *, solved: bool) -> bool:
    """Whether a chain sets a derivative to zero, by the words around it or because it is `solved` afterwards."""
    *_, left, right = sides
    if not _is_zero(right) or not letters(left) or not _is_slope(sides[0]):
        return False
    return (
        solved
        or _inferred_from(before, after)
        or _SET.search(last_clause(before)) is not None
        or _SOLVED.search(after) is not None
    )


def _inferred_from(before: str, after: str) -> bool:
    """Whether the words around an equation infer the next one from it: 由 … 得, "from … we get"."""
    return _FROM.search(before) is not None and _GETS.match(after) is not None


def _is_zero(side: Sequence[Node]) -> bool:
    try:
        row = notation.items(side)
    except UnreadError:
        return False
    return len(row) == 1 and notation.latex(row[0]).rpartition("{")[2].rstrip("}") == "0"


def _is_slope(side: Sequence[Node]) -> bool:
    r"""Whether a side is written as a derivative: ``\nabla f``, ``\frac{\partial f}{\partial x}``, ``f'(x)``."""
    name = head(side)
    if name is not None:
        return "'" in name
    match side:
        case (Command(name=fraction, arguments=(*_, top, _)), *_) if fraction in FRACTIONS:
            row = notation.legible_script(top)
            return bool(row) and notation.latex(row[0]) in DERIVATIVES | DIFFERENTIALS
        case (first, *_):
            return any(notation.latex(inner) in DERIVATIVES for inner in walk(first))
    return False
