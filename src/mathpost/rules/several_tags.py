r"""Several `\tag`s where only one number is possible.

MathJax and LaTeX refuse the formula, KaTeX shows one of the numbers. In an `aligned` the rows share one number; an
`align` gives each row its own. `enhance run` does not change such numbers, because only the author knows which row
each belongs to. `enhance check --unsafe-fixes` turns the `aligned` into an `align` if it is the whole display. A tag
after an `align` is reported too, because its rows have their own numbers; the rows of `align*` have none.

```markdown
$$\begin{aligned} a &= b \tag{1} \\ c &= d \tag{2} \end{aligned}$$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Document, Formula, Tag
from mathpost.document.equations import tagged_behind
from mathpost.document.rows import number_rows
from mathpost.latex.tree import Environment, Group, Row, walk
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "N006"
NAME = "several-tags"
SEVERITY = Severity.ERROR
_NUMBERED = {"aligned": "align", "gathered": "gather", "split": "align"}
_OUTER = ("$$", "equation", "equation*")


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Once for each display, at its second tag."""
    for formula in subject.document.formulas:
        inside = formula.index in subject.numbering.left_alone
        found = _in_display(subject.document, formula) if inside else _faults(formula)
        if found:
            yield found


def _in_display(document: Document, formula: Formula) -> Diagnostic | None:
    """A display whose numbers cannot be assigned to rows."""
    behind = tagged_behind(formula)
    return _inside(document, formula) if behind is None else _behind(document, formula, behind)


def _behind(document: Document, formula: Formula, tag: Tag) -> Diagnostic:
    """The display with a tag after an environment whose rows have numbers."""
    named = (n for n in walk(formula.tree) if isinstance(n, Environment) and n.span.end <= tag.span.start)
    environment = next(named)
    message = rf"a \tag after {environment.name}, whose rows have numbers of their own"
    edits = [Edit(Span(edge, edge), "*") for edge in _names(document, environment)]
    fix = Fix(f"write {environment.name}*, whose rows have none", tuple(edits), Safety.UNSAFE)
    tagged = any(row.tags for row in formula.rows[:-1])
    return Diagnostic(CODE, NAME, SEVERITY, tag.span, message, (), None if tagged or not edits else fix)


def _names(document: Document, environment: Environment) -> tuple[int, ...]:
    """The places of the two names of an environment; empty if they are not found."""
    text, name = document.source.text, environment.name
    begin, end = (text.find(f"{{{name}}}", at) for at in (environment.span.start, environment.body.end))
    found = environment.span.start <= begin < environment.body.start and end >= 0
    return (begin + len(name) + 1, end + len(name) + 1) if found else ()


def _inside(document: Document, formula: Formula) -> Diagnostic | None:
    """The display whose tags are in one inner environment."""
    tags = next((row.tags for row in formula.rows if len(row.tags) > 1), None)
    if tags is None:
        return None
    message = f"{len(tags)} tags in one display that shows a single number"
    notes = (Note("the first tag", tags[0].span),)
    return Diagnostic(CODE, NAME, SEVERITY, tags[1].span, message, notes, _fix(document, formula))


def _faults(formula: Formula) -> Diagnostic | None:
    fault = next((f for f in formula.faults if f.code == CODE), None)
    return None if fault is None else Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)


def _fix(document: Document, formula: Formula) -> Fix | None:
    """The inner environment as one that numbers its rows, where the display holds nothing else."""
    text = document.source.text
    inner = next((n for n in walk(formula.tree) if isinstance(n, Environment) and n.name in _NUMBERED), None)
    if inner is None or formula.opener not in _OUTER or "%" in document.source.slice(formula.body):
        return None
    before, behind = Span(formula.span.start, inner.span.start), Span(inner.span.end, formula.span.end)
    marks = ("$$", f"\\begin{{{formula.opener}}}"), ("$$", f"\\end{{{formula.opener}}}")
    bare = [document.source.slice(span).strip(" \t\r\n>") for span in (before, behind)]
    begin = Span(inner.span.start, inner.body.start)
    if bare[0] not in marks[0] or bare[1] not in marks[1] or not text[slice(*begin)].endswith("}"):
        return None
    new = _NUMBERED[inner.name]
    edits = [
        Edit(Span(before.start, begin.end), f"\\begin{{{new}}}"),
        *(_notag(row, text) for row in inner.rows if _wants_notag(row, text)),
        Edit(Span(inner.body.end, formula.span.end), f"\\end{{{new}}}"),
    ]
    return Fix(f"write {new}, which numbers its rows", tuple(edits), Safety.UNSAFE)


def _wants_notag(row: Row, text: str) -> bool:
    """Whether the row would get a number that its author did not write."""
    alone = number_rows(Group((row,), row.span, braces=False), "display", row.span, text, None)
    return bool(text[slice(*row.span)].strip(" \t\r\n>")) and not any(r.tags or r.suppressed for r in alone)


def _notag(row: Row, text: str) -> Edit:
    end = row.span.start + len(text[slice(*row.span)].rstrip(" \t\r\n>"))
    return Edit(Span(end, end), r" \notag")
