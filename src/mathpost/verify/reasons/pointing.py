"""Where a reason points: at the symbol in a claim that stopped it, where that can be found."""

from __future__ import annotations

from mathpost.latex.tree import Command, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.text.source import Span


def pointed(step: Step, culprit: str = "") -> Span:
    """The place of `culprit` in `step`: a side, the first symbol of that name on the right or the left; else all of it."""
    for side in (step.left, step.right):
        if culprit and side.text == culprit:
            return side.span
    for side in (step.right, step.left):
        for node in (inner for outer in side.nodes for inner in walk(outer)):
            if isinstance(node, Symbol | Command) and culprit in _names(node):
                return node.span
    return step.span


def _names(node: Symbol | Command) -> tuple[str, ...]:
    name = notation.name(node)
    return () if name is None else (name, bare(name))
