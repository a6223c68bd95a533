r"""A number in programming notation: in a formula `1e^6` is Euler's number to the sixth power.

bad:  $\frac{c}{N} \times 1e^6$
good: $\frac{c}{N} \times 10^6$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Group, Node, Scripts
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Expression
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L410"
NAME = "exponent-of-ten"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, expression in subject.rows:
        for start, end in _numbers(expression):
            fix = Fix("write 10", (Edit(Span(start, end), "10"),), Safety.UNSAFE)
            message = "1e with an exponent is a power of Euler's number, not of ten"
            yield Diagnostic(CODE, NAME, SEVERITY, Span(start, end), message, (), fix)


def _numbers(expression: Expression) -> Iterator[Span]:
    """A 1 that ends no longer number, an ``e`` directly after it, and a whole number as exponent."""
    if "e" not in expression.texts:
        return
    atoms = expression.atoms
    for index in range(1, len(atoms)):
        one, letter = atoms[index - 1], atoms[index]
        if one.text != "1" or one.scripted or letter.text != "e" or one.span.end != letter.span.start:
            continue
        longer = index > 1 and (atoms[index - 2].text.isdigit() or atoms[index - 2].text == ".")
        if not longer and isinstance(letter.node, Scripts) and _is_whole(letter.node.superscript):
            yield Span(one.span.start, letter.nucleus.span.end)


def _is_whole(script: Node | None) -> bool:
    signs = script.body if isinstance(script, Group) else (script,)
    texts = [getattr(sign, "text", "x") for sign in signs]
    return script is not None and bool(texts) and all(text.isdigit() or text in "+-" for text in texts)
