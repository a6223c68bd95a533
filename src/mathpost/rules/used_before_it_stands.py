r"""A derivation uses an equation that stands only further down: “代入式 (7)”, “by (7)”, before equation 7.

Either the reference is wrong, or the steps are in the wrong order. A look ahead (“see (7) below”, “we shall
prove (7)”) is no use: only words that put the equation to work count.

```markdown
Substituting $\eqref{eq:b}$ we get

\begin{equation}a = 1 \label{eq:a}\end{equation}

\begin{equation}b = 2 \label{eq:b}\end{equation}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.source import Span

CODE = "D003"
NAME = "used-before-it-stands"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=0, posts=0, read=0, right=0)

_USES = (
    "代入",
    "由",
    "根据",
    "利用",
    "结合",
    "从",
    "将",
    "把",
    "substituting",
    "using",
    "by",
    "from",
    "inserting",
    "plugging in",
)
_NOUNS = ("公式", "方程", "等式", "式子", "式", "equation", "eq.", "eqs.", "eq", "$", "(", "（", "~")
_REACH = 40  # characters


def find(subject: Subject) -> Iterator[Diagnostic]:
    document = subject.document
    rows = (row for formula in document.formulas for row in formula.rows)
    places = {label.name: label.span for row in rows for label in row.labels}
    for reference in document.references:
        place = places.get(reference.target) if reference.form == "command" else None
        if place is None or place.start < reference.span.start or _inside_one(subject, reference.span, place):
            continue
        if _is_used(document.source.text[max(reference.span.start - _REACH, 0) : reference.span.start]):
            notes = (Note("the equation stands here", place),)
            message = f"{reference.target} is used here and stands only further down"
            yield Diagnostic(CODE, NAME, SEVERITY, reference.span, message, notes)


def _inside_one(subject: Subject, reference: Span, label: Span) -> bool:
    """Both stand in one formula."""
    return any(f.span.contains(reference) and f.span.contains(label) for f in subject.document.formulas)


def _is_used(before: str) -> bool:
    """Do the words directly before a reference put it to work?"""
    text = before.lower().rstrip()
    shorter = None
    while shorter != text:
        shorter = text
        for noun in _NOUNS:
            text = text.removesuffix(noun).rstrip()
    if text.endswith(("将由", "可由")):
        return False
    return any(
        text.endswith(use) and (not use.isascii() or not text.removesuffix(use)[-1:].isalpha())
        for use in _USES
    )
