r"""A unit after a number is set as a product of letters: `8 GB`, `5 cm`.

Use upright letters and a thin space. Units that may be products (`2nm`, `3px`) are reported only with a space after
the number.

    bad:  $m = 8 GB$
    good: $m = 8\,\mathrm{GB}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Measured, Subject
from mathpost.rules.words import Word
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "S008"
NAME = "unit-in-italics"
SEVERITY = Severity.INFO
MEASURED = Measured(hits=0, posts=0, read=0, right=0)

_UNITS = frozenset("GB MB KB TB kB Hz kHz MHz GHz keV MeV kPa mol fps kWh".split())
_LETTERS = frozenset("cm mm km kg ms kW eV dB".split())


def find(subject: Subject) -> Iterator[Diagnostic]:
    for word in subject.words:
        before = word.before
        if before is not None and before.text.isdigit() and _is_a_unit(word, before.span):
            span = Span(before.span.end, word.span.end)
            new = rf"\,\mathrm{{{word.text}}}"
            fix = Fix(f"write {new}", (Edit(span, new),), Safety.UNSAFE)
            message = f"the unit {word.text} is set as a product of letters"
            yield Diagnostic(CODE, NAME, SEVERITY, word.span, message, (), fix)


def _is_a_unit(word: Word, number: Span) -> bool:
    if word.scripted:
        return False
    return word.text in _UNITS or (word.text in _LETTERS and number.end < word.span.start)
