r"""An operator has no right operand: `(a + )`, or a display that ends with `=`.

Something was cut off or forgotten. Rows that continue in the next row, and operators that a sentence mentions as
such, are not reported.

    bad:  $f(x + ) = 1$
    good: $f(x + 1) = 1$
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.document.document import Formula
from mathpost.latex.tree import Environment, Row
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom, Expression
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L405"
NAME = "dangling-operator"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)

_OPERATORS = frozenset(r"+ - \pm \mp \cdot / = \leq \geq \le \ge < > \approx \neq \ne \equiv \in".split())
_KERN = 14  # characters of \mkern-8.5mu
_OPERANDS = frozenset(["ord", "close"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    goes_on = _going_on(subject)
    for formula, expression in subject.rows:
        if _OPERATORS.isdisjoint(expression.texts):
            continue
        for atom in _dangling(formula, expression):
            if atom.span.end > expression.atoms[-1].span.start and formula.index in goes_on:
                continue
            if _is_no_operator(text, expression, atom):
                continue
            message = f"nothing follows {atom.text}"
            yield Diagnostic(CODE, NAME, SEVERITY, atom.span, message)


def _is_no_operator(text: str, expression: Expression, atom: Atom) -> bool:
    r"""The slash of a struck letter, ``p\mkern-8.5mu/``; the second bracket of ``<x, y>``; the sign of a state, ``|i+\rangle``; a limit
    from one side, ``f(x+)``; a dot for the argument.
    """
    before, behind = text[expression.span.start : atom.span.start], text[atom.span.end : atom.span.end + 7]
    tag = atom.text == ">" and before[before.rfind("<") + 1 :].lstrip("/") in (
        "sup",
        "sub",
        "br",
        "b",
        "i",
        "em",
    )
    struck = atom.text == "/" and _is_struck(before)
    paired = atom.text == ">" and "," in before[before.rfind("<") :] and "<" in before
    tight = text[atom.span.start - 1] not in " \t\n" and behind[:1] in (")", "\\")
    one_sided = atom.text in ("+", "-", r"\pm") and tight  # f(x_0+)
    return tag or struck or paired or one_sided or atom.text == r"\cdot" or behind.startswith(r"\rangle")


def _is_struck(before: str) -> bool:
    """Whether a negative space comes before the slash."""
    return "kern" in before[-_KERN:] or before.rstrip().endswith(r"\!")


def _going_on(subject: Subject) -> frozenset[int]:
    """The displays that are directly followed by another one, in which a sum may continue."""
    text = subject.document.source.text
    pairs = pairwise(subject.document.formulas)
    return frozenset(a.index for a, b in pairs if not text[a.span.end : b.span.start].strip())


def _dangling(formula: Formula, expression: Expression) -> Iterator[Atom]:
    atoms = expression.atoms
    for index, (atom, behind) in enumerate(pairwise(atoms)):
        if index and behind.kind == "close" and behind.text not in ("]", "["):
            yield from _operator(atoms[index - 1], atom)
    if _is_end(formula, expression):
        yield from _operator(atoms[-2], atoms[-1])


def _operator(before: Atom, atom: Atom) -> Iterator[Atom]:
    if atom.text in _OPERATORS and not atom.scripted and before.kind in _OPERANDS:
        yield atom


def _is_end(formula: Formula, expression: Expression) -> bool:
    """Whether it is the last thing in a display."""
    if formula.kind != "display":
        return False
    if expression.place == "formula":
        return True
    return (
        expression.place == "cell" and formula.tree.body[-1:] == (expression.owner,) and _is_last(expression)
    )


def _is_last(expression: Expression) -> bool:
    rows: tuple[Row, ...] = expression.owner.rows if isinstance(expression.owner, Environment) else ()
    cells = (cell for row in reversed(rows) for cell in reversed(row.cells) if cell.body)
    last = next(cells, None)
    return last is not None and last.span == expression.span
