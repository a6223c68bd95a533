r"""A command takes a sign as its argument: `\frac{a} := b` is a fraction over a colon.

The argument was forgotten, and the next sign took its place. Renderers report no error.

    bad:  $\frac{\partial f} = 0$
    good: $\frac{\partial f}{\partial x} = 0$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.macros import macro
from mathpost.latex.tree import Command, Group, Node
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import kind_of
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L412"
NAME = "sign-as-argument"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)
_FAMILIES = frozenset(["fraction", "root", "accent"])
_SIGNS = frozenset(["relation", "binary", "punctuation", "close", "gap"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, node in subject.nodes(Command):
        entry = macro(node.name)
        if entry is None or entry.kind not in _FAMILIES:
            continue
        for argument in node.arguments:
            sign = _sign(argument)
            if sign:
                message = f"{sign} is read as the argument of {node.name}"
                yield Diagnostic(CODE, NAME, SEVERITY, argument.span, message)


def _sign(argument: Node) -> str:
    """The sign that stands for an argument without braces; empty if it is none."""
    if not isinstance(argument, Group) or argument.braces or len(argument.body) != 1:
        return ""
    text = getattr(argument.body[0], "text", "")
    return text if text and kind_of(text) in _SIGNS and text != "*" else ""
