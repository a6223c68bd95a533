"""The rows of a formula that can have an equation number, by the rules of amsmath and MathJax (``tags: 'ams'``).

`equation` and `multline` are one row, `align` and its family one per row. A row ends at ``\\\\`` outside of inner
environments, and an empty last row does not count. Any other display is one row without a number of its own, which may
still have a tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mathpost.document.document import Kind, Label, NumberRow, Tag
from mathpost.latex.tree import Command, Environment, Group, Node, Symbol, children, walk
from mathpost.text.source import Span

WHOLE = frozenset({"equation", "multline"})
BY_ROW = frozenset({"align", "alignat", "flalign", "gather", "eqnarray", "xalignat", "xxalignat"})
SUBEQUATIONS = "subequations"
_BRACKETED = re.compile(r"\s*[(（]\s*((?:[A-Z]\.)?\d+(?:\.\d+)*[a-z']?)\s*[)）]\s*")
_NAMING = re.compile(r"\\(?:tag|label)(?![A-Za-z])")
_SUPPRESSING = frozenset({r"\notag", r"\nonumber"})


def number_rows(
    tree: Group, kind: Kind, body: Span, text: str, outer: Label | None, inner: Sequence[Label] = ()
) -> tuple[NumberRow, ...]:
    """The rows of one formula in order; `outer` is a label after the display, which belongs to its last row, `inner`
    are the labels in it that are not LaTeX.
    """
    if kind == "inline" and text.find(r"\begin", body.start, body.end) < 0:
        return ()
    environments = list(_numbering(tree))
    rows = [row for environment in environments for row in _rows(environment, text)]
    if kind == "display" and (not rows or _tagged_outside(environments, body, text)):
        rows = _with_outer(rows, _row(tree, body, text, automatic=False, without=environments), tree, text)
    if outer and rows:
        rows[-1] = _with_label(rows[-1], outer)
    for label in inner if rows else ():
        at = next((k for k, row in enumerate(rows) if label.span.start <= row.body.end), len(rows) - 1)
        rows[at] = _with_label(rows[at], label)
    return tuple(rows)


def _tagged_outside(environments: Sequence[Environment], body: Span, text: str) -> bool:
    """Whether a tag or a label in `body` is before or after its environments."""
    edges = [body.start, *(edge for e in environments for edge in e.span), body.end]
    pieces = zip(edges[::2], edges[1::2], strict=True)
    return any(_NAMING.search(text, start, end) for start, end in pieces)


def _with_outer(rows: list[NumberRow], outer: NumberRow, tree: Group, text: str) -> list[NumberRow]:
    r"""The rows of a display with the tag or label after its environments: ``$$\begin{align*}…\end{align*} \tag{1}$$``
    is one row, unless rows of the environments have numbers of their own.
    """
    if not rows:
        return [outer]
    if not (outer.tags or outer.labels):
        return rows
    if any(row.tags or (row.automatic and not row.suppressed) for row in rows):
        return [*rows, outer] if outer.tags else [*rows[:-1], _with_label(rows[-1], *outer.labels)]
    return [_row(tree, outer.body, text, automatic=False)]


def _with_label(row: NumberRow, *labels: Label) -> NumberRow:
    return NumberRow(row.body, row.tags, (*row.labels, *labels), row.automatic, row.suppressed)


def _numbering(tree: Group) -> Iterator[Environment]:
    """The outermost environments that number their rows."""
    stack: list[Node] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Environment):
            if node.name.rstrip("*") in WHOLE | BY_ROW:
                yield node
            elif node.name == SUBEQUATIONS:
                stack.extend(reversed(node.rows))
        else:
            stack += [inner for inner in children(node)[::-1] if type(inner) is not Symbol]


def _rows(environment: Environment, text: str) -> Iterator[NumberRow]:
    name, automatic = environment.name.rstrip("*"), not environment.name.endswith("*")
    if name in WHOLE:
        yield _row(environment, environment.body, text, automatic)
        return
    for row in environment.rows:
        if row.end.length or any(_substance(node) for cell in row.cells for node in cell.body):
            yield _row(row, row.span, text, automatic)


def _substance(node: Node) -> bool:
    return not (isinstance(node, Symbol) and not node.text.strip())


def _row(
    node: Node, body: Span, text: str, automatic: bool, *, without: Sequence[Environment] = ()
) -> NumberRow:
    """One row with its tags and labels, except those inside the environments `without`."""
    tags: list[Tag] = []
    labels: list[Label] = []
    suppressed = False
    for inner in walk(node):
        if without and any(environment.span.contains(inner.span) for environment in without):
            continue
        if type(inner) is Symbol:
            if inner.text in _SUPPRESSING:
                suppressed = True
        elif isinstance(inner, Command):
            suppressed = suppressed or inner.name in _SUPPRESSING
            if inner.name in (r"\tag", r"\tag*") and inner.arguments:
                tags.append(_tag(inner, text))
            elif inner.name == r"\label" and inner.arguments:
                name = argument_span(inner.arguments, text)
                labels.append(Label(text[name.start : name.end], inner.span, name))
    return NumberRow(body, tuple(tags), tuple(labels), automatic, suppressed)


def _tag(command: Command, text: str) -> Tag:
    inside = argument_span(command.arguments, text)
    starred = "*" in text[command.span.start : inside.start]
    bracketed = _BRACKETED.fullmatch(text, *inside) if starred else None
    if bracketed:  # \tag*{(3)} shows what \tag{3} shows
        inside = Span(*bracketed.span(1))
    return Tag(text[inside.start : inside.end], command.span, inside, starred)


def argument_span(arguments: Sequence[Node], text: str) -> Span:
    """The place of the last argument, without its braces."""
    start, end = arguments[-1].span
    if text[start : start + 1] == "{" and text[end - 1 : end] == "}":
        return Span(start + 1, end - 1)
    return Span(start, end)
