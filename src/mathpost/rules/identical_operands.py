r"""Both operands of an operator are the same: `\log p(m_1) - \log p(m_1)`, `q(x_t \mid x_t)`, `\frac{a + b}{a + b}`.

Usually one was copied and its index not changed. Differences stated to be zero, terms added and subtracted again, and
single symbols are not reported.

    bad:  $r = \log p(y|m_1) - \log p(y|m_1)$
    good: $r = \log p(y|m_1) - \log p(y|m_2)$
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom, Expression
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "L407"
NAME = "identical-operands"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)

_CONDITIONS = frozenset([r"\mid", "|", r"\vert"])  # a double bar may join two equal strings
_BREAKS = frozenset(["relation", "punctuation", "gap", "words"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    found = [
        [pair for each in expressions if not _is_entry(each) for pair in _conditions(text, each)]
        for _, expressions in subject.expressions
    ]
    meant = {text[slice(*span)] for pairs in found for span in _twice(text, pairs)}
    for (_, expressions), pairs in zip(subject.expressions, found, strict=True):
        for span, message in pairs:
            if text[slice(*span)] not in meant:
                yield Diagnostic(CODE, NAME, SEVERITY, span, message)
        for sides in _chains(expressions) if any("-" in e.texts for e in expressions) else ():
            for span, message in _differences(text, sides):
                yield Diagnostic(CODE, NAME, SEVERITY, span, message)


def _twice(text: str, pairs: Sequence[tuple[Span, str]]) -> list[Span]:
    """The conditions that a formula has twice, which are no slip: ``1 = q(x_0|x_0) = q(x_1|x_0) q(x_0|x_0) / q(x_1|x_0)``."""
    times = Counter(text[slice(*span)] for span, _ in pairs)
    return [span for span, _ in pairs if times[text[slice(*span)]] > 1]


def _is_entry(expression: Expression) -> bool:
    """Whether it is an entry of a matrix, whose diagonal may hold pairs of equal things."""
    name = getattr(expression.owner, "name", "")
    return expression.place == "cell" and ("matrix" in name or name == "array")


def _chains(expressions: Sequence[Expression]) -> Iterator[list[list[Atom]]]:
    """The sides of each formula, and of each environment through all its rows."""
    cells: dict[Span, list[list[Atom]]] = {}
    for expression in expressions:
        if expression.place == "formula":
            yield list(_sides(expression.atoms))
        elif expression.place == "cell":
            sides = list(_sides(expression.atoms))
            chain = cells.setdefault(expression.owner.span, [])
            chain += sides if sides[0] or not chain else sides[1:]
    yield from cells.values()


def _differences(text: str, sides: Sequence[Sequence[Atom]]) -> Iterator[tuple[Span, str]]:
    """Sides of the form ``A - A`` that should equal a single term; the next side is not zero."""
    for index, side in enumerate(sides):
        sign = _only_minus(side)
        if not sign or not index or _is_sum(sides[index - 1]):
            continue
        behind = sides[index + 1] if index + 1 < len(sides) else ()
        equal = _written(text, side[:sign]) == _written(text, side[sign + 1 :])
        if equal and sign > 1 and "0" not in _written(text, behind)[:12]:
            yield _span(side), "a difference of two equal terms is zero"


def _only_minus(side: Sequence[Atom]) -> int:
    """Where the only sign between terms is, if it is a minus; else 0."""
    signs = _signs(side)
    return signs[0] if len(signs) == 1 and side[signs[0]].text == "-" else 0


def _is_sum(side: Sequence[Atom]) -> bool:
    return bool(_signs(side))


def _signs(side: Sequence[Atom]) -> list[int]:
    depths = _depths(side)
    return [k for k, atom in enumerate(side) if k and depths[k] == 0 and atom.text in ("+", "-", r"\pm")]


def _conditions(text: str, expression: Expression) -> Iterator[tuple[Span, str]]:
    r"""What is in brackets before and after ``\mid``."""
    if _CONDITIONS.isdisjoint(expression.texts):
        return
    atoms = expression.atoms
    for index, atom in enumerate(atoms):
        if atom.text not in _CONDITIONS or atom.scripted:
            continue
        start, end = _bounds(atoms, index)
        first, second = atoms[start:index], atoms[index + 1 : end]
        whole = end == len(atoms) or atoms[end].kind == "close"  # not p(x \mid x, y)
        inside = whole and (expression.place == "fence" or (start > 0 and end < len(atoms)))
        simple = len(first) == 1 and not first[0].scripted
        if inside and not simple and first and _written(text, first) == _written(text, second):
            yield _span(atoms[start:end]), f"both sides of {atom.text} are the same"


def _bounds(atoms: Sequence[Atom], index: int) -> tuple[int, int]:
    """Where the bracket around the atom at `index` opens and closes, exclusive."""
    start = index
    while start and atoms[start - 1].kind not in ("open", "punctuation", "bar", "gap"):
        start -= 1
    end = index + 1
    while end < len(atoms) and atoms[end].kind not in ("close", "punctuation", "bar", "gap"):
        end += 1
    return start, end


def _sides(atoms: Sequence[Atom]) -> Iterator[list[Atom]]:
    side: list[Atom] = []
    depth = 0
    for atom in atoms:
        depth += (atom.kind == "open") - (atom.kind == "close")
        if depth == 0 and atom.kind in _BREAKS and atom.text not in _CONDITIONS:
            yield side
            side = []
        else:
            side.append(atom)
    yield side


def _depths(atoms: Sequence[Atom]) -> list[int]:
    depth, found = 0, []
    for atom in atoms:
        depth += (atom.kind == "open") - (atom.kind == "close")
        found.append(depth)
    return found


def _span(atoms: Sequence[Atom]) -> Span:
    return Span(atoms[0].span.start, atoms[-1].span.end)


def _written(text: str, atoms: Sequence[Atom]) -> str:
    """The LaTeX without white space and thin spaces."""
    if not atoms:
        return ""
    written = "".join(text[slice(*_span(atoms))].split())
    for space in (r"\,", r"\;", r"\!", r"\:"):
        written = written.replace(space, "")
    return written.rstrip(",.;")
