r"""A letter has two meanings in one formula: it is summed or integrated over, and stands in the limits itself.

`\int_0^x f(x)\,dx` is a function of x whose integral runs over x. Another letter inside says which is which.

    bad:  $F(x) = \int_0^x f(x)\,dx$
    good: $F(x) = \int_0^x f(t)\,dt$
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from mathpost.latex.tree import Command, Group, Node, Scripts, Symbol, walk
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom, kind_of
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "S010"
NAME = "bound-and-free"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=1, posts=1, read=1, right=1)

_SUMS = frozenset([r"\sum", r"\prod"])
_INTEGRAL = r"\int"
_ENDS = frozenset(["relation", "gap", "words"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, expressions in subject.expressions:
        for expression in expressions:
            for index, atom in enumerate(expression.atoms):
                if isinstance(atom.node, Scripts):
                    letter = _bound(expression.atoms, index, atom.node)
                    if letter and letter in _limits(atom.node, atom.text):
                        message = f"{letter} is a limit of what runs over {letter}"
                        yield Diagnostic(CODE, NAME, SEVERITY, atom.span, message)


def _bound(atoms: Sequence[Atom], index: int, node: Scripts) -> str:
    """The letter that the operator at `index` binds; empty where that is not certain."""
    if atoms[index].text in _SUMS:
        body = node.subscript.body if isinstance(node.subscript, Group) else ()
        named = len(body) > 2 and getattr(body[1], "text", "") == "="
        return _letter(body[0]) if named else ""
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
