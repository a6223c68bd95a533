r"""A letter is both a bound and a free variable in one formula.

`\int_0^x f(x)\,dx` depends on x and integrates over x; in `p_i = e^{s_i} / \sum_i e^{s_i}` the index of the numerator
is not the index of the sum. Rename the bound one.

    bad:  $p_i = e^{s_i} / \sum_i e^{s_i}$
    good: $p_i = e^{s_i} / \sum_j e^{s_j}$
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from mathpost.latex.tree import Command, Group, Node, Row, Scripts, Symbol, compounds, walk
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom, kind_of
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "S010"
NAME = "bound-and-free"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=15, posts=10, read=15, right=15)

_SUMS = frozenset([r"\sum", r"\prod"])
_INTEGRAL = r"\int"
_ENDS = frozenset(["relation", "gap", "words"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, expression in subject.rows:
        for index, atom in enumerate(expression.atoms):
            if isinstance(atom.node, Scripts):
                letter = _bound(expression.atoms, index, atom.node)
                if letter and letter in _limits(atom.node, atom.text):
                    message = f"{letter} is both a limit and the variable of this sum or integral"
                    yield Diagnostic(CODE, NAME, SEVERITY, atom.span, message)
    for atoms in _statements(subject):
        yield from _two_indices(atoms)


def _statements(subject: Subject) -> Iterator[Sequence[Atom]]:
    """The lines of a formula: the formula itself, or the rows of an environment."""
    yield from (e.atoms for _, e in subject.rows if e.place == "formula")
    for _, row in subject.nodes(Row):
        cells = [subject.cells[cell.span] for cell in row.cells if cell.span in subject.cells]
        yield [atom for cell in cells for atom in cell.atoms]


def _two_indices(atoms: Sequence[Atom]) -> Iterator[Diagnostic]:
    """``a_i = … \\sum_i …``: one indexed symbol on the left, and a sum over its index on the right."""
    sign = next((k for k, atom in enumerate(atoms) if atom.kind == "relation"), 0)
    if not sign or not _is_one_term(atoms[:sign]):
        return
    free = _indices(atoms[sign - 1].node)
    for atom in atoms[sign + 1 :]:
        if atom.kind in _ENDS or atom.kind == "punctuation":
            return
        for node in compounds(atom.node):
            letter = _bound_by_sum(node) if isinstance(node, Scripts) else ""
            if letter in free:
                message = f"{letter} is an index of the left side and also the index of this sum"
                yield Diagnostic(CODE, NAME, SEVERITY, node.span, message)
                return


def _is_one_term(atoms: Sequence[Atom]) -> bool:
    """A symbol with its scripts, or a bracket with scripts around anything."""
    return len(atoms) == 1 or (atoms[0].kind == "open" and atoms[-1].kind == "close" and atoms[-1].scripted)


def _indices(node: Node) -> frozenset[str]:
    """The letters that are by themselves in the subscript of a symbol."""
    subscript = node.subscript if isinstance(node, Scripts) else None
    if subscript is None or not isinstance(node, Scripts) or _is_operator(node.base):
        return frozenset()
    body = subscript.body if isinstance(subscript, Group) else (subscript,)
    return frozenset(_letter(inner) for inner in body) - {""}


def _is_operator(base: Node | None) -> bool:
    return (
        isinstance(base, Symbol | Command)
        and kind_of(base.text if isinstance(base, Symbol) else base.name) == "operator"
    )


def _bound_by_sum(node: Scripts) -> str:
    r"""The letter of ``\sum_i`` and ``\sum_{i=1}^n``."""
    if not isinstance(node.base, Symbol) or node.base.text not in _SUMS or node.subscript is None:
        return ""
    body = node.subscript.body if isinstance(node.subscript, Group) else (node.subscript,)
    alone = len(body) == 1 or (len(body) > 2 and getattr(body[1], "text", "") == "=")
    return _letter(body[0]) if alone else ""


def _bound(atoms: Sequence[Atom], index: int, node: Scripts) -> str:
    """The letter that the operator at `index` binds; empty where that is not certain."""
    if atoms[index].text in _SUMS:
        return _bound_by_sum(node)
    if atoms[index].text != _INTEGRAL:
        return ""
    for d, variable in pairwise(atoms[index + 1 :]):
        if d.text == _INTEGRAL or d.kind in _ENDS:
            return ""
        if _is_differential(d):
            return "" if variable.scripted else _letter(variable.nucleus)
    return ""


def _is_differential(atom: Atom) -> bool:
    if atom.scripted:
        return False
    upright = isinstance(atom.nucleus, Command) and atom.text == r"\mathrm"
    return atom.text == "d" or (
        upright and [n.text for n in walk(atom.nucleus) if isinstance(n, Symbol)] == ["d"]
    )


def _limits(node: Scripts, operator: str) -> list[str]:
    """The letters that are a limit each, all of it; an integral with one limit runs over a set."""
    if operator in _SUMS:
        return [_letter(node.superscript)]
    if node.subscript is None or node.superscript is None:
        return []
    return [_letter(node.subscript), _letter(node.superscript)]


def _letter(node: Node | None) -> str:
    """The letter that `node` is, with or without braces."""
    if isinstance(node, Group) and len(node.body) == 1:
        node = node.body[0]
    if not isinstance(node, Symbol) or kind_of(node.text) != "ord" or node.text.isdigit():
        return ""
    return node.text
