r"""A command or environment that the target does not have, though other renderers do.

The message names the renderers that have it. For MathJax, this includes packages that it loads automatically. A package
that needs `\require` or a setting of the site counts only after a `\require`. A command that is used often is one hint,
at its first place: its author has seen the page, and the site may define it. If no renderer is known, all commands that
KaTeX or MathJax lacks are one hint.

    bad:  $a \coloneqq b$
    good: $a := b$
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mathpost.rules import Subject, as_hint, faults
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.source import Span

CODE = "P001"
NAME = "unsupported-command"
SEVERITY = Severity.ERROR


_FEW = 2


def find(subject: Subject) -> Iterator[Diagnostic]:
    wrong = list(faults(subject, CODE))
    times = Counter(fault.message for _, fault in wrong)
    reported: set[str] = set()
    for _, fault in wrong:
        more = times[fault.message] - 1
        often = more >= _FEW
        if fault.message not in reported:
            severity = Severity.INFO if often else SEVERITY
            notes = (Note(f"and in {more} more places: is it a macro of the site?"),) if often else ()
            yield Diagnostic(CODE, NAME, severity, fault.span, fault.message, notes)
        if often:
            reported.add(fault.message)
    if not subject.target_is_known:
        yield from as_hint(_of_one_renderer(subject, {fault.span for _, fault in wrong}))


def _of_one_renderer(subject: Subject, wrong: set[Span]) -> Iterator[Diagnostic]:
    """Commands that either KaTeX or MathJax has and the other one lacks."""
    for formula in subject.document.formulas:
        for fault in formula.faults:
            if fault.code == CODE and fault.span not in wrong:
                yield Diagnostic(CODE, NAME, Severity.INFO, fault.span, fault.message)
