r"""A dollar sign after a symbol neither opens nor closes a formula: its partner is missing.

Readers see the dollar, and the symbol as text, or the words up to the next dollar are set as mathematics. One finding per
paragraph. Amounts of money and shell variables are not reported.

    bad:  在d$维空间中，$x$ 是向量。
    good: 在$d$维空间中，$x$ 是向量。
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document import damage
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "L218"
NAME = "odd-dollar"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)

_PAUSES = frozenset("，。；、：！？")


def find(subject: Subject) -> Iterator[Diagnostic]:
    if not subject.document.formulas:
        return
    text = subject.document.source.text
    reported = [fault.span.start for fault in subject.document.faults]
    for span in sorted([*damage.odd_dollars(subject.prose), *_words(subject)]):
        near = any("\n\n" not in text[min(span.start, at) : max(span.start, at)] for at in reported)
        if not near and subject.has_mathematics_near(span.start):
            yield Diagnostic(CODE, NAME, SEVERITY, span, "this dollar has no matching dollar")
        reported.append(span.start)


def _words(subject: Subject) -> Iterator[Span]:
    """The dollars that open formulas of Chinese words with a pause between them, and nothing else."""
    for formula, expressions in subject.expressions:
        kinds = {atom.kind for atom in expressions[0].atoms}
        if formula.opener == "$" and len(expressions) == 1 and kinds == {"words", "punctuation"}:
            if any(atom.text in _PAUSES for atom in expressions[0].atoms):
                yield Span(formula.span.start, formula.span.start + 1)
