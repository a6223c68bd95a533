"""The symbols that occur in steps and nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mathpost.latex.tree import Command, Node, Scripts, Symbol, children, walk
from mathpost.maths import notation
from mathpost.maths.notation import Digits, Scripted
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.text.recall import of_each


def symbols(step: Step) -> frozenset[str]:
    """The letters and words of a step without their scripts and bold marks, except variables of limits."""
    nodes = (*step.left.nodes, *step.right.nodes)
    return letters(nodes) - frozenset(_of_limits(nodes))


def _of_limits(nodes: Iterable[Node]) -> Iterator[str]:
    r"""The variables of limits: ``x`` of ``\lim_{x \to 0} f(x)``."""
    for inner in (inner for node in nodes for inner in walk(node)):
        match inner:
            case Scripts(base=Symbol(text=r"\lim"), subscript=below) if below is not None:
                row = notation.legible_script(below)
                name = notation.name(row[0]) if row and not isinstance(row[0], Scripted | Digits) else None
                if name is not None:
                    yield bare(name)


def letters(nodes: Iterable[Node]) -> frozenset[str]:
    """The letters and words in `nodes`, without their scripts and bold marks."""
    return frozenset[str]().union(*map(_letters, nodes))


@of_each
def _letters(node: Node) -> frozenset[str]:
    names = (notation.name(inner) for inner in walk(node) if isinstance(inner, Symbol | Command))
    return frozenset(bare(name) for name in names if name is not None)


def bases(nodes: Sequence[Node]) -> Iterator[str]:
    """The symbols of `nodes`, without those in scripts."""
    for node in nodes:
        base = node.base if isinstance(node, Scripts) and node.base is not None else node
        name = notation.name(base)
        if name is not None:
            yield name
        elif not isinstance(base, Scripts):
            yield from bases(children(base))
