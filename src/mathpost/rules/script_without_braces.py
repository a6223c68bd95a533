r"""A script takes one sign only: `10^-3` prints a raised minus and a 3 on the line, `10^12` a raised 1 and
a 2.

Reported where a digit comes right after the sign or digit that was raised or lowered, and not where a letter
follows: `(2\pi)^32\omega` may be the product that it prints.

    bad:  $10^-3$
    good: $10^{-3}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Node, Scripts, Symbol
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L403"
NAME = "script-without-braces"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for _, node in subject.nodes(Scripts):
        for script in (node.subscript, node.superscript):
            end = _end(text, node, script)
            if script is not None and end > script.span.end:
                yield _finding(text, Span(script.span.start, end))


def _finding(text: str, span: Span) -> Diagnostic:
    edits = (Edit(Span(span.start, span.start), "{"), Edit(Span(span.end, span.end), "}"))
    written = text[span.start : span.end]
    message = f"only {written[0]} is a script here: write {{{written}}}"
    return Diagnostic(
        CODE, NAME, SEVERITY, span, message, (), Fix("put braces around it", edits, Safety.UNSAFE)
    )


def _end(text: str, node: Scripts, script: Node | None) -> int:
    """Where the script ends that was meant; where it ends as written if nothing is wrong."""
    if not isinstance(script, Symbol) or script.span.end != node.span.end:
        return 0
    end = script.span.end
    number = script.text.isdigit() and script.text.isascii()
    if not (number or script.text == "-"):
        return end
    while end < len(text) and text[end].isascii() and text[end].isdigit():
        end += 1
    behind = text[end : end + 1]
    factor = behind.isalpha() or behind in (
        "\\",
        "^",
        "_",
    )  # (2\pi)^32\omega: a power, and a number before a letter
    return script.span.end if number and factor else end
