"""Environments for LaTeX: of a kind that is allowed at their place, with enough columns for their rows."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from mathpost.latex.macros import environment
from mathpost.latex.tree import Environment, Node, Row, Symbol
from mathpost.publish.changes import Changes
from mathpost.text.source import Span

# mathtools looks for an option after these; an ``&`` that it sees there breaks the dots of amsmath later.
_PEEKING = frozenset({"aligned", "alignedat", "gathered", "multlined"})
# The inner block that looks like a display, for places where no display may be.
INNER = {
    "align": "aligned",
    "gather": "gathered",
    "alignat": "alignedat",
    "flalign": "aligned",
    "xalignat": "alignedat",
}
INNER |= {"multline": "multlined", "eqnarray": "aligned", "split": "aligned", "xxalignat": "alignedat"}
# What takes any number of cells, for rows that have more than their environment allows.
WIDER = {
    "gather": "align",
    "gather*": "align*",
    "gathered": "aligned",
}
# The displays that count numbers, and their starred forms, which do not.
NUMBERING = frozenset(
    {"equation", "align", "gather", "alignat", "multline", "flalign", "xalignat", "eqnarray"}
)


def fit(changes: Changes, node: Environment) -> Iterator[Node]:
    """Replace an environment with one that LaTeX accepts; return its content."""
    changes.used.add(node.name)
    name = _fitting(node, node is changes.main)
    if node is changes.main and changes.starred is not None:
        name = name.rstrip("*") + "*" * changes.starred
    if name != node.name:
        rename(changes, node, name)
    if node.name.rstrip("*") == "eqnarray":
        _drop_third_column(changes, node)
    if node.name == "cases" and widest(node) > 2:
        _as_array(changes, node)
    _fit_columns(changes, node)
    body = changes.range(node.body)
    if name in _PEEKING and changes.read.text[slice(*body)].lstrip().startswith("&"):
        changes.insert(body.start, "{}")
    for argument in node.arguments:
        if not isinstance(argument, Symbol):
            yield argument
    for row in node.rows:
        _guard_bracket(changes, row)
        yield from row.cells


def _fit_columns(changes: Changes, node: Environment) -> None:
    """Add the column letters that LaTeX requires; MathJax draws columns that the argument of an `array` does not name."""
    spec = environment(node.name)
    if spec is None or spec.arguments[:1] != ("columns",) or not node.arguments:
        return
    span = changes.span(node.arguments[-1])
    columns = changes.read.text[slice(*span)]
    if ":" in columns:
        changes.used.add(":")
    missing = widest(node) - sum(map(columns.count, "lcrpmb"))
    if missing > 0 and not any(sign in columns for sign in "{*@"):
        changes.insert(span.end, "c" * missing)


def _drop_third_column(changes: Changes, node: Environment) -> None:
    """Replace `eqnarray`, which accepts no tags, by `align`, whose relation needs no column of its own."""
    for row in node.rows:
        for before, after in itertools.pairwise(row.cells[1:]):
            start, end = changes.at(before.span.end), changes.at(after.span.start)
            at = changes.read.text.find("&", start, end + 1)
            if at >= 0:
                changes.replace(at, at + 1, "")


def _as_array(changes: Changes, node: Environment) -> None:
    """`cases` with more columns than its two."""
    begin, end = edges(changes, node)
    if changes.read.text.startswith(r"\begin", begin.start):
        columns = "@{}" + r"@{\quad}".join("l" * widest(node)) + "@{}"
        changes.replace(*begin, rf"\left\{{\begin{{array}}{{{columns}}}")
        changes.replace(*end, r"\end{array}\right.")


def edges(changes: Changes, node: Environment) -> tuple[Span, Span]:
    r"""Where the ``\begin{…}`` and ``\end{…}`` of an environment are in the reading."""
    start, end = changes.span(node)
    body = changes.range(node.body)
    return Span(start, body.start), Span(body.end, end)


def _guard_bracket(changes: Changes, row: Row) -> None:
    r"""Protect ``\\`` before a bracket on the next line: LaTeX would read the bracket as the size of the break."""
    if row.end.length and changes.read.text.startswith(r"\\", changes.at(row.end.start)):
        after = changes.at(row.end.end)
        rest = changes.read.text[after:]
        if rest.lstrip()[:1] in ("[", "*"):
            changes.insert(after + len(rest) - len(rest.lstrip()), "{}")


def _fitting(node: Environment, is_main: bool) -> str:
    """The environment that LaTeX takes in the place of `node`, `is_main` where it is the whole display."""
    name, spec = node.name, environment(node.name)
    if name.rstrip("*") == "eqnarray":
        name = name.replace("eqnarray", "align")
    elif spec is not None and spec.columns is not None and widest(node) > spec.columns:
        name = WIDER.get(name, name)
    return name if is_main else INNER.get(name.rstrip("*"), name)


def widest(node: Environment) -> int:
    """The most cells that a row of `node` has."""
    return max((len(row.cells) for row in node.rows), default=1)


def rename(changes: Changes, node: Environment, name: str) -> None:
    """Another name between the braces of ``\\begin`` and ``\\end``."""
    start, end = changes.span(node)
    opened = changes.read.text.find("{" + node.name + "}", start)
    closed = changes.read.text.rfind("{" + node.name + "}", start, end)
    if 0 <= opened < closed:
        changes.replace(opened, opened + len(node.name) + 2, f"{{{name}}}")
        changes.replace(closed, closed + len(node.name) + 2, f"{{{name}}}")
