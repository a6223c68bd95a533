r"""A reference to a label that no equation of the post has.

The page prints `(???)`, or nothing, and the link leads nowhere. It is a warning if the equation is a `$$` without a
number in a post whose other equations are numbered by the page; `enhance run` gives it a number. A label of another
post of the run, `\eqref{slug:label}`, is found there. If a builder gives the numbers (Quarto, MyST, bookdown), its
own references are checked too, also those to figures, tables, sections and theorems, against the names in all posts
of the site. If the site is not known, they are not checked.

```markdown
By $\eqref{eq:loss}$ we are done.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Document
from mathpost.document.references import roles_of as roles
from mathpost.document.targets import is_named
from mathpost.latex.tree import Command, walk
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Fix, Safety
from mathpost.text.source import Span

CODE = "N008"
NAME = "undefined-reference"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Each reference by command, then those of the flavour, in order."""
    yield from _roles(subject)
    labels = _labels(subject.document)
    unnumbered = _unnumbered(subject.document) if _page_numbers(subject) else {}
    edits = subject.numbering.series
    fix = Fix("number the post in one series", edits, Safety.SAFE) if edits else None
    for reference in subject.document.references:
        name = reference.target
        if reference.form != "command" or not name or name in subject.numbering.elsewhere:
            continue
        if _is_elsewhere(subject, name):
            continue
        if name not in labels:
            close = _close(name, labels)
            notes = (Note(f"did you mean {close}?", labels[close]),) if close else ()
            yield Diagnostic(CODE, NAME, SEVERITY, reference.span, f"no equation has the label {name}", notes)
        elif name in unnumbered:
            message = f"the equation {name} shows no number, so this shows (???)"
            notes = (Note("the equation", unnumbered[name]),)
            yield Diagnostic(CODE, NAME, Severity.WARNING, reference.span, message, notes, fix)


def _is_elsewhere(subject: Subject, name: str) -> bool:
    """Whether something else in the site has this name, or could have it in another part of the document."""
    if subject.names is None:
        return subject.document.flavour.renderer == "latex"
    return is_named(name, subject.names)


def _roles(subject: Subject) -> Iterator[Diagnostic]:
    """References of the flavour's own to names that nothing in the site has."""
    document = subject.document
    if subject.names is None:
        return
    for reference in roles(document):
        if not is_named(reference.target, subject.names):
            message = f"nothing in the site has the label {reference.target}"
            close = _close(reference.target, dict.fromkeys(sorted(subject.names), reference.span))
            notes = (Note(f"did you mean {close}?"),) if close else ()
            yield Diagnostic(CODE, NAME, SEVERITY, reference.span, message, notes)


def _page_numbers(subject: Subject) -> bool:
    """Whether the page numbers environments only. Some sites number every display that has a label."""
    return subject.target == "mathjax" and any(e.old and not e.tag for e in subject.numbering.equations)


def _labels(document: Document) -> dict[str, Span]:
    """All labels, wherever they are; also the ones that no row owns."""
    found = {label.name: label.span for f in document.formulas for row in f.rows for label in row.labels}
    for formula in document.formulas:
        if not formula.rows and "label" in document.source.slice(formula.body):
            for node in walk(formula.tree):
                if isinstance(node, Command) and node.name == r"\label" and node.arguments:
                    name = document.source.slice(node.arguments[-1].span).strip("{}").strip()
                    found.setdefault(name, node.span)
    return found


def _unnumbered(document: Document) -> dict[str, Span]:
    """Labels of rows without a number, which the page cannot refer to."""
    return {
        label.name: label.span
        for formula in document.formulas
        for row in formula.rows
        if not row.tags and (row.suppressed or not row.automatic)
        for label in row.labels
        if formula.span.contains(label.span)
    }


def _close(name: str, labels: dict[str, Span]) -> str | None:
    """The one label that differs only in case or punctuation."""
    bare = "".join(c for c in name.casefold() if c.isalnum())
    same = [label for label in labels if "".join(c for c in label.casefold() if c.isalnum()) == bare]
    return same[0] if len(same) == 1 else None
