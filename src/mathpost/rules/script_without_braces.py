r"""A script takes one sign only: `10^-3` prints a raised minus and a 3 on the line, `10^12` a raised 1 and
a 2.

Reported if a digit comes right after the sign or digit that was raised or lowered, and no letter follows:
`(2\pi)^32\omega` may be the product that it prints. `y_t-1` is reported if the post often writes `y_{t-1}`, or writes
it once and has spaces around its other signs.

    bad:  $10^-3$
    good: $10^{-3}$
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator

from mathpost.latex.tree import Group, Node, Scripts, Symbol
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L403"
NAME = "script-without-braces"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)


_OFTEN = 10
_RATHER = 3  # times as many signs with spaces as without


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    usual = Counter(shift for _, node in subject.nodes(Scripts) if (shift := _shifted(node)))
    enough = 1 if usual and _spaces_its_signs(subject) else _OFTEN
    often = {shift for shift, times in usual.items() if times >= enough}
    for _, node in subject.nodes(Scripts):
        if often and (end := _end_of_shift(text, node, often)):
            yield _finding(text, Span(node.span.end - 1, end))
        for script in (node.subscript, node.superscript):
            end = _end(text, node, script)
            if script is not None and end > script.span.end:
                yield _finding(text, Span(script.span.start, end))


def _spaces_its_signs(subject: Subject) -> bool:
    """Whether the author writes spaces around plus and minus, so that ``y_t-1`` is no difference."""
    text = subject.document.source.text
    before = [
        text[atom.span.start - 1]
        for _, expression in subject.rows
        if expression.place not in ("subscript", "superscript")
        for atom in expression.atoms[1:]
        if atom.text in ("+", "-")
    ]
    spaced = sum(each.isspace() for each in before)
    return spaced >= _RATHER * max(1, len(before) - spaced)


def _shifted(node: Scripts) -> tuple[str, str] | None:
    """The letter and the index of ``y_{t-1}``; None for any other script."""
    base, script = node.base, node.subscript
    if not isinstance(base, Symbol) or not isinstance(script, Group) or node.superscript is not None:
        return None
    index = [each.text for each in script.body if isinstance(each, Symbol)]
    whole = len(index) == len(script.body) == len("t-1")
    shift = whole and index[0].isalpha() and index[1] in "+-" and index[2].isdigit()
    return (base.text, "".join(index)) if shift else None


def _end_of_shift(text: str, node: Scripts, often: Container[tuple[str, str]]) -> int:
    """Where ``y_t-1`` ends, if it is one of the shifts that the post writes `often`; else 0."""
    base, script = node.base, node.subscript
    if not isinstance(base, Symbol) or not isinstance(script, Symbol) or node.superscript is not None:
        return 0
    end = node.span.end + 2
    behind = text[end : end + 1]
    shift = base.text, script.text + text[node.span.end : end]
    return end if shift in often and not (behind.isalnum() or behind in ("\\", "^", "_", "{")) else 0


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
