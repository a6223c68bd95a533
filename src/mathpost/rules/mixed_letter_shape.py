r"""A letter is written in two shapes in one post: `\phi_1` and `\varphi_1`.

Many authors use the two shapes for two things. Reported only if the letter has the same index or occurs in
otherwise equal formulas, and no formula of the post has both shapes.

    bad:  $x = \cos\varphi_1$ and, with $w = \cos\phi_1$, more
    good: $x = \cos\varphi_1$ and, with $w = \cos\varphi_1$, more
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Node, Scripts, Symbol
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.source import Span

CODE = "S009"
NAME = "mixed-letter-shape"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=1, posts=1, read=1, right=1)

_PAIRS = (
    (r"\epsilon", r"\varepsilon"),
    (r"\phi", r"\varphi"),
    (r"\theta", r"\vartheta"),
    (r"\rho", r"\varrho"),
)


def find(subject: Subject) -> Iterator[Diagnostic]:
    for pair in _PAIRS:
        if not _are_distinguished(subject, pair):
            first, second = (_indexed(subject, letter) for letter in pair)
            for script in sorted(first.keys() & second.keys()):
                usual, rare = sorted((first[script], second[script]), key=lambda spans: (-len(spans), spans))
                place, other = rare[0], usual[0]
                text = subject.document.source.slice
                message = f"{text(place)} here, {text(other)} elsewhere"
                notes = (Note(f"{text(other)} here", other),)
                yield Diagnostic(CODE, NAME, SEVERITY, place, message, notes)


def _are_distinguished(subject: Subject, pair: tuple[str, str]) -> bool:
    """Whether one formula has both shapes, so that they are two letters."""
    first, second = ({f.index for f, node in subject.symbols if node.text == letter} for letter in pair)
    return bool(first & second)


def _indexed(subject: Subject, letter: str) -> dict[str, list[Span]]:
    """The places of the letter with an index, by the index as written."""
    found: dict[str, list[Span]] = {}
    for _, node in subject.nodes(Scripts):
        if node.subscript is not None and _is(node.base, letter):
            script = "".join(subject.document.source.slice(node.subscript.span).split()).strip("{}")
            start = node.span.start
            found.setdefault(script, []).append(Span(start, node.subscript.span.end))
    return found


def _is(node: Node | None, letter: str) -> bool:
    return isinstance(node, Symbol) and node.text == letter
