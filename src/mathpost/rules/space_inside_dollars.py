r"""White space directly inside the dollars of a formula: `$ x $`.

MathJax draws it; pandoc, GitHub and many engines that know Markdown take the dollars for money and show them. Nothing is
said where the builder of the site is known to see the formula; one hint says it where no builder is known.

    bad:  the set $ X $ is finite
    good: the set $X$ is finite
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Measured, Subject, as_hint
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "P008"
NAME = "space-inside-dollars"
SEVERITY = Severity.INFO
MEASURED = Measured(hits=9, posts=9, read=9, right=9)


def find(subject: Subject) -> Iterator[Diagnostic]:
    found = _found(subject)
    yield from found if subject.in_a_site else as_hint(found)


def _found(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    if subject.document.flavour.spaced:
        return
    for formula in subject.document.formulas:
        body = text[slice(*formula.body)]
        if not body.isascii() and not any(c.isascii() and c.isalnum() for c in body):
            continue  # words, not a formula
        if subject.names_a_variable(formula.span.start):
            continue
        if formula.opener != "$" or body == body.strip() or "\n" in body or body.endswith("\\ "):
            continue
        start = formula.body.start + len(body) - len(body.lstrip())
        end = formula.body.start + len(body.rstrip())
        gaps = [Span(formula.body.start, start), Span(end, formula.body.end)]
        edits = tuple(Edit(span, "") for span in gaps if span.length)
        fix = Fix("remove the space", edits, Safety.SAFE)
        message = "a space inside the dollars: many engines do not see a formula here"
        yield Diagnostic(CODE, NAME, SEVERITY, formula.span, message, (), fix)
