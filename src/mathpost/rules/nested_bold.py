r"""Bold inside bold: `\boldsymbol{f(\boldsymbol{x})}`.

The result is not bolder, and with the package `bm` LaTeX never finishes or runs out of memory.

    bad:  $\boldsymbol{f(\boldsymbol{x})}$
    good: $\boldsymbol{f(x)}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Command, Group, Node, children
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L110"
NAME = "nested-bold"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=22, posts=4, read=22, right=22)
_BOLD = frozenset([r"\boldsymbol", r"\bm"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, outer in subject.nodes(Command):
        if outer.name in _BOLD:
            for node in outer.arguments:
                yield from _nested(node)


def _nested(node: Node) -> Iterator[Diagnostic]:
    """The outermost bold commands inside `node`."""
    if isinstance(node, Command) and node.name in _BOLD:
        argument = node.arguments[0] if node.arguments else None
        braced = (
            isinstance(argument, Group)
            and argument.braces
            and argument.span.start == node.span.start + len(node.name)
        )
        edits = (Edit(Span(node.span.start, node.span.start + len(node.name)), ""),)
        fix = Fix("remove the inner one", edits, Safety.SAFE) if braced else None
        yield Diagnostic(CODE, NAME, SEVERITY, node.span, "bold inside bold", (), fix)
        return
    for inner in children(node):
        yield from _nested(inner)
