r"""A colour that LaTeX does not know by that name: one of CSS, or `#f80`.

`xcolor` has nineteen names; those of CSS need its option `svgnames`, and a code is written
`\color[HTML]{FF8800}`. Only for the target LaTeX.

    bad (latex):  $\color{skyblue}{x}$
    good (latex): $\color{blue}{x}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Command, Symbol
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "P004"
NAME = "colour-unknown-to-latex"
SEVERITY = Severity.WARNING

_NAMES = frozenset(
    "black blue brown cyan darkgray gray green lightgray lime magenta olive orange pink purple red teal violet white "
    "yellow".split()
)
_COMMANDS = frozenset([r"\color", r"\textcolor", r"\colorbox"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    if subject.target != "latex":
        return
    for _, node in subject.nodes(Command):
        if node.name in _COMMANDS and not node.options and node.arguments:
            colour = node.arguments[0]
            name = colour.text if isinstance(colour, Symbol) else ""
            if name and name.strip() not in _NAMES and "!" not in name:
                message = f"LaTeX does not know the colour {name.strip()}"
                yield Diagnostic(CODE, NAME, SEVERITY, colour.span, message)
