r"""A dollar, `\[` or `\(` opens a formula that never ends in its paragraph.

The reader sees the source of the formula, and a renderer may take the words up to the next dollar for
mathematics.

    bad:  where $$q(x)$ does not depend on $y$
    good: where $q(x)$ does not depend on $y$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "L023"
NAME = "unclosed-formula"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The places where the reader found one."""
    for fault in subject.document.faults:
        if (
            fault.code == CODE
            and subject.has_mathematics_near(fault.span.start)
            and not subject.names_a_variable(fault.span.start)
            and not _is_spoken_of(subject.document.source.text, fault.span)
        ):
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)


def _is_spoken_of(text: str, span: Span) -> bool:
    """Whether a dollar between two spaces is a sign that the words mention: 用两个 $ 符号."""
    return (
        span.end - span.start == 1
        and text[span.start - 1 : span.start] == text[span.end : span.end + 1] == " "
    )
