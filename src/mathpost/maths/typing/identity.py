"""Whether a plain ``I`` is the identity matrix: it is, where it stands beside matrices only and the post gives it no meaning."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from mathpost.document.document import Formula
from mathpost.latex.tree import Node, children
from mathpost.maths import notation
from mathpost.maths.elaboration import heads
from mathpost.maths.notation.letters import bases
from mathpost.maths.notation.step import Step

NAME = "I"
OPENING = frozenset(["(", "[", r"\left("])


def stands_beside_matrices(
    formulas: Iterable[Formula], steps: Iterable[Step], matrices: Collection[str]
) -> bool:
    """Whether `I` occurs, every formula with it speaks of one of `matrices`, and nothing makes it a function, an index set,
    a family or a symbol of its own.
    """
    own = any(heads.head(step.left.nodes) == NAME and not step.interior for step in steps)
    around = [formula.tree.body for formula in formulas if NAME in bases(formula.tree.body)]
    beside = all(not frozenset(bases(nodes)).isdisjoint(matrices) for nodes in around)
    return bool(around) and not own and beside and not any(map(_is_something_else, around))


def _is_something_else(nodes: Sequence[Node]) -> bool:
    """``I(X;Y)``, ``i \\in I``, ``|I|``: an information, a set."""
    for before, node in pairwise(nodes):
        follows = notation.name(before) == NAME and notation.latex(node) in OPENING
        if follows or (
            notation.name(node) == NAME and notation.latex(before) in (r"\in", r"\subset", r"\subseteq")
        ):
            return True
    return any(_is_something_else(children(node)) for node in nodes)
