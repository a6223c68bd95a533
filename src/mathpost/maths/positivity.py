"""Symbols that a post takes for positive without saying so: what custom keeps positive, what it takes logarithms and roots of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from mathpost.latex.tree import Command, Node, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.step import Step

# deviations, scales, rates, temperatures, small numbers; sizes of batches, data and steps
CUSTOMARY = frozenset(
    [rf"\{name}" for name in "sigma tau lambda eta epsilon varepsilon gamma beta kappa nu".split()]
    + list("BNT")
)
SIZES = frozenset([r"\delta", *"LTdNBD"])
SHARES = frozenset([r"\alpha", r"\beta", r"\gamma", r"\rho", "p", "q"])
LOGARITHMS = frozenset([r"\log", r"\ln"])
ROOTS = frozenset([r"\sqrt"])


def taken_for_positive(steps: Sequence[Step]) -> frozenset[str]:
    """The names that stand alone behind a logarithm or under a root anywhere in `steps`."""
    return frozenset(name for step in steps for side in (step.left, step.right) for name in _in(side.nodes))


def is_customary(name: str, taken: frozenset[str]) -> bool:
    """Whether a symbol, its labels aside, is positive by custom or by what the post does with it."""
    return name.partition("_{")[0] in CUSTOMARY or name in taken


def is_size(name: str) -> bool:
    """Whether a symbol counts or measures where it stands in a bound."""
    return name.partition("_{")[0] in SIZES


def is_share(name: str) -> bool:
    """Whether a symbol is a share or a probability where it stands in a bound that holds between 0 and 1."""
    return name.partition("_{")[0] in SHARES


def _in(nodes: Sequence[Node]) -> Iterator[str]:
    for node in (inner for n in nodes for inner in walk(n)):
        if isinstance(node, Command) and node.name in ROOTS and len(node.arguments) == 1:
            yield from _alone(notation.body(node.arguments[0]))
    for sign, argument in pairwise(nodes):
        if isinstance(sign, Symbol) and sign.text in LOGARITHMS:
            yield from _alone((argument,))


def _alone(row: Sequence[Node]) -> Iterator[str]:
    name = notation.name(row[0]) if len(row) == 1 else None
    if name is not None:
        yield name
