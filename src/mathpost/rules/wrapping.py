"""The body of a formula put into an environment: shared by the rules L010 and L105."""

from __future__ import annotations

from mathpost.document.document import Formula
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span


def wrapped(text: str, formula: Formula, environment: str, safety: Safety) -> Fix:
    """The body of a formula put into an environment, inside of the white space at its ends."""
    body = text[slice(*formula.body)]
    start = formula.body.start + len(body) - len(body.lstrip())
    end = formula.body.end - len(body) + len(body.rstrip())
    edits = (
        Edit(Span(start, start), f"\\begin{{{environment}}} "),
        Edit(Span(end, end), f" \\end{{{environment}}}"),
    )
    return Fix(f"wrap it in {environment}", edits, safety)
