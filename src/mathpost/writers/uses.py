"""Which equations a post refers to, and which equation's lead-in refers to which, from its references."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from mathpost.document.document import Formula, NumberRow, Reference
from mathpost.document.numbering import Equation
from mathpost.text.source import Source, Span
from mathpost.writers.post import PostResult

_WORTH_NAMING = 2  # references that make an equation a key result
_MOST = 5


class Use(NamedTuple):
    """A reference to an equation, given by its index among the equations of the post."""

    reference: Reference
    equation: int


class KeyResult(NamedTuple):
    """An equation that others refer to often: its number as shown, its first line, its LaTeX."""

    number: str
    line: int
    times: int
    latex: str


class Arc(NamedTuple):
    """The words that lead to equation `to`, or its own display, refer to equation `origin` (both by place)."""

    origin: int
    to: int


def uses(result: PostResult) -> Iterator[Use]:
    """Every reference with a certain target, in order of place."""
    equations = result.numbering.equations
    rows = {(e.formula, e.row): n for n, e in enumerate(equations)}
    labels = {label.name: n for n, e in enumerate(equations) for label in _row(result, e).labels}
    found = [
        Use(r.reference, rows[r.candidates[0].formula, r.candidates[0].row])
        for r in result.numbering.resolutions
        if r.status == "certain"
    ]
    found += [
        Use(r, labels[r.target])
        for r in result.document.references
        if r.form != "words" and r.target in labels
    ]
    return iter(sorted(found, key=lambda use: use.reference.span))


def key_results(result: PostResult) -> tuple[KeyResult, ...]:
    """The equations with most references, at least two each."""
    counted = Counter(use.equation for use in uses(result))
    often = sorted((-times, n) for n, times in counted.items() if times >= _WORTH_NAMING)
    return tuple(_key_result(result, n, -times) for times, n in often[:_MOST])


def _key_result(result: PostResult, number: int, times: int) -> KeyResult:
    equation = result.numbering.equations[number]
    body = _row(result, equation).body
    line = result.source.line_of(body.start)
    return KeyResult(equation.old or equation.new, line, times, latex(result.source, _row(result, equation)))


def arcs(result: PostResult) -> tuple[Arc, ...]:
    """Which equation's lead-in (the text since the display before it, and itself) refers to which other one."""
    equations = result.numbering.equations
    displays = [f for f in result.document.formulas if f.kind == "display"]
    ends = [f.span.end for f in displays]
    first: dict[int, int] = {}
    for n, equation in enumerate(equations):
        first.setdefault(equation.formula, n)
    found = set()
    for use in uses(result):
        display = _next(displays, ends, use.reference.span.start)
        target = None if display is None else first.get(display.index)
        if target is not None and target != use.equation:
            found.add(Arc(use.equation, target))
    return tuple(sorted(found))


def _next(displays: list[Formula], ends: list[int], offset: int) -> Formula | None:
    """The first display that ends after `offset`."""
    at = bisect_right(ends, offset)
    return displays[at] if at < len(displays) else None


def _row(result: PostResult, equation: Equation) -> NumberRow:
    return result.document.formulas[equation.formula].rows[equation.row]


def latex(source: Source, row: NumberRow) -> str:
    """A row as written, on one line, without its tags, labels and marks of alignment."""
    gone = sorted([*(tag.span for tag in row.tags), *(label.span for label in row.labels)])
    text, at = "", row.body.start
    for span in (*gone, Span(row.body.end, row.body.end)):
        text += source.text[at : max(at, span.start)]
        at = max(at, span.end)
    return " ".join(_unaligned(text).split())


def _unaligned(text: str) -> str:
    """`text` without the marks that part the cells of its row; those of an inner environment stay."""
    if "\\begin" in text:
        return text
    return text.replace("\\&", "\0").replace("&", "").replace("\0", "\\&")
