r"""``\pm`` and ``\mp``: two statements in one, with the upper signs and with the lower signs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mathpost.latex.tree import Node, Symbol, walk
from mathpost.maths.notation.step import Step

if TYPE_CHECKING:
    from mathpost.maths.elaboration.conventions import Conventions

DOUBLE = {r"\pm": "+", r"\mp": "-"}  # and its upper sign
OPPOSITE = {"+": "-", "-": "+"}
UPPER = "upper signs"  # choices of a reader: which of the two statements is read
LOWER = "lower signs"


def single(sign: str, choices: Iterable[str]) -> str:
    """The sign that a double sign has in the chosen statement; `sign` unchanged if it is single or none is chosen."""
    above = DOUBLE.get(sign)
    if above is None:
        return sign
    if UPPER in choices:
        return above
    return OPPOSITE[above] if LOWER in choices else sign


def has_double(nodes: Iterable[Node]) -> bool:
    """Whether `nodes` contain a double sign."""
    return any(isinstance(n, Symbol) and n.text in DOUBLE for node in nodes for n in walk(node))


def is_double(step: Step) -> bool:
    """Whether a step contains a double sign and is therefore two statements."""
    return has_double((*step.left.nodes, *step.right.nodes))


def is_open(conventions: Conventions) -> bool:
    """Whether neither of the two statements has been chosen."""
    return not conventions.choices & {UPPER, LOWER}


def both(conventions: Conventions) -> tuple[Conventions, Conventions]:
    """The conventions for the upper signs and those for the lower signs."""
    return conventions.choosing(UPPER), conventions.choosing(LOWER)
