r"""Invisible or substituted characters in a formula: `&lt;`, a zero-width space, a tab where
`\t` of `\theta` was.

Programs that read the formula before HTML take the `&` of an entity for an alignment mark; hidden characters
are drawn as boxes or break a command in two.

    bad:  $a &lt; b$
    good: $a < b$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Formula
from mathpost.latex.macros import macro
from mathpost.rules import Measured, Subject
from mathpost.rules.entities import ENTITIES
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L210"
NAME = "hidden-characters"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=2, posts=1, read=2, right=2)

_HIDDEN = dict.fromkeys("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad", "") | {
    "\u00a0": " ",
    "\u3000": " ",
}
_ESCAPES = {"\t": "t", "\x08": "b", "\x0c": "f", "\x07": "a", "\x0b": "v"}


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for formula in subject.document.formulas:
        for span, message, instead in (*_entities(text, formula), *_hidden(text, formula)):
            fix = Fix("write the sign itself" if instead else "drop it", (Edit(span, instead),), Safety.SAFE)
            yield Diagnostic(CODE, NAME, SEVERITY, span, message, (), fix)


def _entities(text: str, formula: Formula) -> Iterator[tuple[Span, str, str]]:
    for start, end in formula.segments:
        at = text.find("&", start, end)
        while at >= 0:
            for entity, sign in ENTITIES.items():
                if text.startswith(entity, at):
                    yield Span(at, at + len(entity)), f"{entity} is an entity of HTML, not mathematics", sign
            at = text.find("&", at + 1, end)


def _hidden(text: str, formula: Formula) -> Iterator[tuple[Span, str, str]]:
    for start, end in formula.segments:
        if text[start:end].replace("\n", "").isprintable():
            continue
        for at in range(start, end):
            character = text[at]
            if character in _HIDDEN:
                name = f"U+{ord(character):04X}"
                yield Span(at, at + 1), f"the character {name} is invisible", _HIDDEN[character]
            elif character in _ESCAPES:
                name = _broken_command(text, at, end)
                if name:
                    message = f"a control character replaces the beginning of \\{name}"
                    yield Span(at, at + len(name)), message, f"\\{name}"


def _broken_command(text: str, at: int, end: int) -> str:
    r"""The command that begins with the escape of a programming language: a tab and ``heta``."""
    stop = at + 1
    while stop < end and text[stop].isascii() and text[stop].isalpha():
        stop += 1
    name = _ESCAPES[text[at]] + text[at + 1 : stop]
    return name if len(name) > 1 and macro(f"\\{name}") is not None else ""
