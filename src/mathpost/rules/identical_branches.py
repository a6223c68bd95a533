r"""Two branches of a `cases` have the same value: the second one was copied and not changed.

The conditions differ, so one of the values is wrong, or the two branches should be one. Only values of a single
symbol are compared, because the author may want to show that two expressions agree.

    bad:  $f = \begin{cases} C_1 & x < 0 \\ C_1 & x \geq 0 \end{cases}$
    good: $f = \begin{cases} C_1 & x < 0 \\ C_0 & x \geq 0 \end{cases}$
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from mathpost.latex.tree import Environment
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom, Expression
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L408"
NAME = "identical-branches"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)
_BRANCHES = 2  # among more of them two may well agree
_CASES = frozenset(["cases", "dcases", "rcases", "cases*", "dcases*"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for _, node in subject.nodes(Environment):
        if node.name in _CASES and len(node.rows) == _BRANCHES:
            values = [_value(subject.cells[row.cells[0].span]) for row in node.rows]
            if all(len(value) == 1 for value in values) and _same(text, values):
                message = "both branches have the same value"
                yield Diagnostic(CODE, NAME, SEVERITY, values[1][0].span, message)


def _value(cell: Expression) -> list[Atom]:
    """The value of a branch: the part before its comma or the words of its condition."""
    before = takewhile(lambda atom: atom.kind not in ("words", "punctuation", "gap"), cell.atoms)
    return [atom for atom in before if atom.text != "\\ "]


def _same(text: str, values: list[list[Atom]]) -> bool:
    first, second = ("".join(text[slice(*value[0].span)].split()) for value in values)
    return first == second
