r"""One backslash at the end of a line where a row should end: the other one was lost.

If nothing protects the formula, Markdown turns `\\` into `\`. A single backslash is a space, and the two rows are set
as one. Not reported if the space is meant: the next line has no `&` although the row has one, or other rows end with
`\\` and no row has an `&`.

```markdown
\begin{align*}
a &= b \
c &= d
\end{align*}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Environment, Node, Row, Symbol
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L206"
NAME = "eaten-row-break"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for formula, node in subject.nodes(Environment):
        if not formula.escaped:
            for row in node.rows:
                if len(row.cells) > 1 or len(node.rows) == 1:
                    yield from _eaten(text, row)


def _eaten(text: str, row: Row) -> Iterator[Diagnostic]:
    """Control spaces that end a line, with something of the row after them: another cell if the row has several."""
    cells = row.cells[:-1] if len(row.cells) > 1 else row.cells
    nodes: list[Node] = [node for cell in cells for node in cell.body]
    for node in nodes if len(row.cells) > 1 else nodes[:-1]:
        at = node.span.start
        if not isinstance(node, Symbol) or text[at] != "\\" or text[at - 1 : at] == "\\":
            continue
        end = _line_end(text, at + 1)
        if end is None or text[at - 2 : at] == "\\ ":  # \ \ is a wide space
            continue
        if len(row.cells) > 1 and not _has_cells(text, end):
            continue  # the row goes on in the next line
        span = Span(at, at + 1)
        fix = Fix(r"write \\", (Edit(span, "\\\\"),), Safety.UNSAFE)
        yield Diagnostic(CODE, NAME, SEVERITY, span, "one backslash does not end a row: write two", (), fix)


def _line_end(text: str, at: int) -> int | None:
    """The end of the line if nothing but white space is left of it."""
    while at < len(text) and text[at].isspace():
        if text[at] == "\n":
            return at
        at += 1
    return at if at == len(text) else None


def _has_cells(text: str, at: int) -> bool:
    """Whether the next line that is not blank has several cells."""
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    end = text.find("\n", at)
    return text.find("&", at, end if end >= 0 else len(text)) >= 0
