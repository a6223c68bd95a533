r"""Two signs in a row, one of which is too many: `1 + \pm 2`, `a = = b`, `y = + \alpha x`.

A sign in front of a factor is not reported (`a \cdot -b`, `x \to +\infty`, `= -1`), nor are the signs of a
programming language (`==`, `+=`).

    bad:  $1 + \pm 2 x$
    good: $1 \pm 2 x$
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom, Expression
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "L404"
NAME = "doubled-operator"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)

_SUM = frozenset(["+", "-", r"\pm", r"\mp", "−"])
_PRODUCT = frozenset([r"\cdot", r"\times", "/", "·", "×", r"\div", r"\oplus", r"\otimes", r"\odot", r"\circ"])
_EQUAL = frozenset(
    r"= \leq \geq \le \ge \approx \neq \ne \equiv \in \subset \subseteq \propto \triangleq".split()
)
_SIGNS = _SUM | _PRODUCT | _EQUAL | {","}
_OPERANDS = frozenset(["ord", "close", "unknown", "dots"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for _, expression in subject.rows:
        atoms = expression.atoms
        for index in _doubled(expression.texts):
            between = text[atoms[index - 1].span.end : atoms[index].span.start]
            if (
                _is_wrong(expression, index) and "phantom" not in between
            ):  # room for a term is left on purpose
                span = Span(atoms[index - 1].span.start, atoms[index].span.end)
                names = f"{atoms[index - 1].text} and {atoms[index].text}"
                message = f"{names} in a row: one of them is too many"
                yield Diagnostic(CODE, NAME, SEVERITY, span, message)


def _doubled(texts: Sequence[str]) -> Iterator[int]:
    """The places where a sign follows a sign."""
    if not _SIGNS.isdisjoint(texts):
        yield from (k for k in range(2, len(texts)) if texts[k] in _SIGNS and texts[k - 1] in _SIGNS)


def _is_wrong(expression: Expression, index: int) -> bool:
    """Whether the atoms at `index` - 1 and `index` are one sign too many."""
    atoms = expression.atoms
    first, second = atoms[index - 1], atoms[index]
    a, b = first.text, second.text
    if a == b == ",":
        if index + 1 < len(atoms) and atoms[index + 1].text == ",":
            return False  # places that are left open
        return index > 1 and atoms[index - 2].kind in _OPERANDS
    if first.scripted or second.scripted or not _between_operands(atoms, index):
        return False
    code = first.span.end == second.span.start and len(a) == len(b) == 1  # ++, ==, +=
    if a in _SUM and b in _SUM:
        negative = (
            b == "-" and atoms[index + 1].text.isdigit() and second.span.end == atoms[index + 1].span.start
        )
        return not code and not negative and (a == b or b not in ("-", "−"))
    if a == b and b in (atoms[index - 2].text, atoms[min(index + 1, len(atoms) - 1)].text):
        return False  # \cdot \cdot \cdot, dots of one's own
    if b == r"\circ" and atoms[index + 1].kind == "open":
        return False  # \circ(x), a little o
    if b in _PRODUCT:
        return not code and a in _SUM | _PRODUCT
    if b in _EQUAL:
        return not code and a in _SUM | _PRODUCT | _EQUAL
    return a == "=" and b == "+" and _is_leading_plus(expression, index)


def _between_operands(atoms: Sequence[Atom], index: int) -> bool:
    """Something comes before and after, so that neither sign is quoted or left out on purpose."""
    if index < 2 or index + 1 >= len(atoms):
        return False
    return atoms[index - 2].kind in _OPERANDS and atoms[index + 1].kind not in ("close", "punctuation", "gap")


def _is_leading_plus(expression: Expression, index: int) -> bool:
    """A plus in front of a sum of several terms: a single term may be contrasted with its negative."""
    behind = expression.atoms[index + 1 :]
    if expression.place != "formula" or behind[0].text.isdigit():
        return False
    depth = 0
    for atom in behind:
        depth += (atom.kind == "open") - (atom.kind == "close")
        if depth == 0 and atom.text in _SUM:
            return True
        if atom.kind in ("relation", "punctuation", "gap"):
            return False
    return False
