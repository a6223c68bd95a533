r"""A sum goes on in the next row without a sign: the operator at the row break is lost.

As written, the end of the row is multiplied by the beginning of the next one.

```markdown
\begin{align}
S = {}& (a - b)^2 + (c - d)^2 \\
      & (e - f)^2 + (g - h)^2
\end{align}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.latex.tree import Delimited, Environment, Row
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom, Expression
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "L406"
NAME = "lost-operator-between-rows"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)

_ALIGNED = frozenset(
    ["align", "align*", "aligned", "split", "eqnarray", "eqnarray*", "multline", "multline*"]
)
_ENDS = frozenset(["ord", "close"])
_STARTS = frozenset(["ord", "open", "operator"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, node in subject.nodes(Environment):
        if node.name in _ALIGNED:
            for first, second in pairwise(node.rows):
                atoms = _atoms(second, subject.cells)
                if _is_lost(_atoms(first, subject.cells), atoms):
                    span = Span(atoms[0].span.start, atoms[-1].span.end)
                    message = "no sign joins this row to the one before: it reads as a product"
                    yield Diagnostic(CODE, NAME, SEVERITY, span, message)


def _atoms(row: Row, cells: dict[Span, Expression]) -> list[Atom]:
    return [atom for cell in row.cells if cell.span in cells for atom in cells[cell.span].atoms]


def _is_lost(first: list[Atom], second: list[Atom]) -> bool:
    """A statement with a sum before the break, nothing at the break, no statement of its own after it."""
    while second and second[-1].kind == "punctuation":
        second = second[:-1]
    if not first or not second:
        return False
    if second[-1].kind == "binary":
        return False  # it goes on in the next row
    nucleus = second[0].nucleus
    if isinstance(nucleus, Delimited) and nucleus.left == ".":
        return False  # the bracket of the row before goes on
    joined = first[-1].kind not in _ENDS or second[0].kind not in _STARTS
    if joined or not any(atom.kind == "relation" for atom in first):
        return False
    states = any(atom.kind in ("relation", "words", "gap", "unknown", "punctuation") for atom in second)
    return not states and _is_sum(first) and _depth(first) == 0 == _depth(second)


def _is_sum(atoms: list[Atom]) -> bool:
    depth = 0
    for atom in atoms:
        depth += (atom.kind == "open") - (atom.kind == "close")
        if depth == 0 and atom.text in ("+", "-"):
            return True
    return False


def _depth(atoms: list[Atom]) -> int:
    return sum((atom.kind == "open") - (atom.kind == "close") for atom in atoms)
