"""How a post uses its letters: as sizes in scripts, in bold elsewhere, as losses that are differentiated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mathpost.document.document import Formula
from mathpost.latex.tree import Command, Group, Node, Scripts, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.notation import TRANSPOSES, Scripted, UnreadError
from mathpost.maths.notation.letters import bases
from mathpost.maths.terms.names import bare_letter

LOSSES = frozenset("LJEC")  # losses, objectives, errors, costs
QUOTIENTS = frozenset([r"\frac", r"\dfrac", r"\tfrac"])
RAISED = frozenset(["-1", "T", *TRANSPOSES])  # of matrices


class Found(NamedTuple):
    """Letters that are arrays themselves (`plain`), and letters whose members are arrays (`families`)."""

    plain: frozenset[str]
    families: frozenset[str]


def losses(formulas: Iterable[Formula]) -> frozenset[str]:
    """The letters that are differentiated by others, ``\\partial L/\\partial W``, and never transposed or inverted: numbers.

    Next to transposed capitals any other capital is a matrix, but such a derivative by a matrix would have four axes.
    """
    found: set[str] = set()
    matrices: set[str] = set()
    for node in (node for formula in formulas for node in walk(formula.tree)):
        if isinstance(node, Command) and node.name in QUOTIENTS and len(node.arguments) == 2:
            found |= set(_differentiated(node))
        elif isinstance(node, Scripts) and node.superscript is not None and node.base is not None:
            if notation.stripped(notation.latex(node.superscript)) in RAISED:
                matrices |= {notation.name(node.base) or ""}
    return frozenset(found & LOSSES - matrices)


def _differentiated(quotient: Command) -> Iterator[str]:
    """The letter alone after the sign of a numerator, where the denominator begins with the same sign."""
    try:
        top, bottom = (notation.items(notation.body(argument)) for argument in quotient.arguments)
    except UnreadError:
        return
    if len(top) < 2 or len(bottom) < 2 or any(notation.latex(row[0]) != r"\partial" for row in (top, bottom)):
        return
    name = notation.name(top[1])
    if name is not None and len(top) == 2 + _has_scripts(top[2:]):
        yield name


def _has_scripts(rest: list[notation.Item]) -> bool:
    return bool(rest) and isinstance(rest[0], Scripted)


def is_capital(name: str) -> bool:
    """Whether a name is one Latin capital."""
    return len(name) == 1 and name.isascii() and name.isupper()


def bold_forms(formulas: Iterable[Formula]) -> frozenset[str]:
    """The letters that a post also writes in bold: its matrices are the bold ones."""
    names = {name for formula in formulas for name in bases(formula.tree.body)}
    return frozenset(bare_letter(name) for name in names if notation.is_bold(name))


DIFFERENTIATING = frozenset([r"\nabla", r"\partial"])


def sizes(formulas: Iterable[Formula]) -> frozenset[str]:
    """The letters in scripts: bounds, indices, the sizes of a space."""
    found: set[str] = set()
    for formula in formulas:
        for node in walk(formula.tree):
            if isinstance(node, Scripts):
                for script in (node.subscript, node.superscript):
                    if script is not None and not _is_name_label(node, script):
                        found |= {n.text for n in walk(script) if isinstance(n, Symbol)} - _sought(script)
    return frozenset(found)


def _sought(script: Node) -> set[str]:
    """The letter whose length bounds an extreme, ``\\|x\\| = 1``, or that is only not zero there: it is not a size."""
    try:
        row = notation.opened(script)
    except UnreadError:
        return set()
    texts = [notation.latex(item) if not isinstance(item, Scripted) else "_" for item in row]
    if len(texts) == 3 and texts[1] in (r"\ne", r"\neq"):
        return {texts[0]}
    return {
        inside
        for before, inside, after in zip(texts, texts[1:], texts[2:], strict=False)
        if before == after == r"\|"
    }


def _is_name_label(node: Scripts, script: Node) -> bool:
    """Whether a script is a label such as in ``W_Q``: a capital alone below a capital."""
    inner = script.body if isinstance(script, Group) else (script,)
    base = node.base
    if script is node.subscript and isinstance(base, Symbol) and base.text in DIFFERENTIATING:
        return True  # "\\nabla_x": the variable of the derivative
    return (
        len(inner) == 1
        and isinstance(inner[0], Symbol)
        and is_capital(inner[0].text)
        and script is node.subscript
        and isinstance(base, Symbol | Command)
    )
