"""Which symbols stand where."""

from __future__ import annotations

from collections.abc import Iterable

from mathpost.latex.tree import Command, Node, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.step import Step


def symbols(step: Step) -> frozenset[str]:
    """The letters and words of a step, without their scripts and bold marks."""
    return letters((*step.left.nodes, *step.right.nodes))


def letters(nodes: Iterable[Node]) -> frozenset[str]:
    """The letters and words in `nodes`, without their scripts and bold marks."""
    names = (notation.name(inner) for n in nodes for inner in walk(n) if isinstance(inner, Symbol | Command))
    return frozenset(bare(name) for name in names if name is not None)


def bare(name: str) -> str:
    """A canonical name without bold marks and subscript labels: what a constraint on it would mention."""
    text = name.replace(r"\boldsymbol{", "{")
    text = text.split("_{", 1)[0].split("^{", 1)[0]
    return text.strip("{}'") if not text.startswith("\\") else text.rstrip("'")
