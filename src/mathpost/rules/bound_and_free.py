r"""A letter has two meanings in one formula: it is summed or integrated over, and stands in the limits itself.

`\int_0^x f(x)\,dx` is a function of x whose integral runs over x. Another letter inside says which is which.

    bad:  $F(x) = \int_0^x f(x)\,dx$
    good: $F(x) = \int_0^x f(t)\,dt$
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.tree import Command, Group, Node, Scripts, Symbol, Text, walk
from mathpost.rules import Subject
from mathpost.rules.expressions import Atom
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "S010"
NAME = "bound-and-free"
SEVERITY = Severity.INFO
OPT_IN = True

_SUMS = frozenset([r"\sum", r"\prod"])
_INTEGRAL = r"\int"
_ENDS = frozenset(["relation", "gap", "words"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, expressions in subject.expressions:
        for expression in expressions:
            for index, atom in enumerate(expression.atoms):
                letter = _bound(expression.atoms, index) if atom.scripted else ""
                if letter and letter in _limits(atom, letter):
                    message = f"{letter} stands in the limits of what runs over {letter}"
                    yield Diagnostic(CODE, NAME, SEVERITY, atom.span, message)


def _bound(atoms: Sequence[Atom], index: int) -> str:
    """The letter that the operator at `index` binds; empty where that is not certain."""
    node = atoms[index].node
    if not isinstance(node, Scripts):
        return ""
    if atoms[index].text in _SUMS:
        body = node.subscript.body if isinstance(node.subscript, Group) else ()
        named = len(body) > 2 and isinstance(body[0], Symbol) and getattr(body[1], "text", "") == "="
        return body[0].text if named and isinstance(body[0], Symbol) else ""
    if atoms[index].text != _INTEGRAL:
        return ""
    for d, variable in zip(atoms[index + 1 :], atoms[index + 2 :], strict=False):
        if d.text == _INTEGRAL or d.kind in _ENDS:
            return ""
        if _is_differential(d) and variable.kind == "ord":
            return variable.text if not variable.scripted else ""
    return ""


def _is_differential(atom: Atom) -> bool:
    if atom.text == "d":
        return not atom.scripted
    upright = isinstance(atom.nucleus, Command) and atom.text in (r"\mathrm", r"\text")
    return upright and [n.text for n in walk(atom.nucleus) if isinstance(n, Symbol)] == ["d"]


def _limits(atom: Atom, letter: str) -> set[str]:
    """The symbols of the limits, without the letter of ``i=1`` itself and without words."""
    node = atom.node
    parts: list[Node] = []
    if isinstance(node, Scripts):
        parts = [part for part in (node.superscript, node.subscript) if part is not None]
    symbols = [n.text for part in parts if not _has_words(part) for n in walk(part) if isinstance(n, Symbol)]
    if atom.text in _SUMS and letter in symbols:
        symbols.remove(letter)
    return set(symbols)


def _has_words(node: Node) -> bool:
    return any(isinstance(inner, Text) for inner in walk(node))
