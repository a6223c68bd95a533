"""A dollar is missing or superfluous: the text between two dollars is a sentence.

Up to the end of the paragraph, words are set as formulas and formulas as words.

    bad:  let $f be continuous and differentiable. Then $g$ is, too
    good: let $f$ be continuous and differentiable. Then $g$ is, too
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L207"
NAME = "flipped-dollars"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The places where the reader found one; it went on directly after the dollar."""
    for fault in subject.document.faults:
        if (
            fault.code == CODE
            and subject.has_mathematics_near(fault.span.start)
            and not subject.names_a_variable(fault.span.start)
        ):
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
