r"""A macro defined in one formula is used in others, but the target does not know it there.

In KaTeX and LaTeX a definition holds only inside its formula; MathJax keeps it for the rest of the page. Define it in
the site's settings or in every formula that uses it. KaTeX also keeps `\gdef` if the page shares macros.

```markdown target=katex
With $\newcommand{\sign}{\mathrm{sign}} \sign(0) = 0$ we have $\sign(1) = 1$.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Formula
from mathpost.latex.tree import Command, Symbol
from mathpost.rules import Measured, Subject, strict
from mathpost.text.diagnostics import Diagnostic, Note, Severity

CODE = "P010"
NAME = "macro-scope"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=41, posts=17, read=41, right=41)

_LOCAL = frozenset(
    r"\newcommand \renewcommand \providecommand \def \edef \let \DeclareMathOperator \DeclareMathOperator*".split()
)


def find(subject: Subject) -> Iterator[Diagnostic]:
    if not strict(subject):
        return
    defined = list(_defined(subject))
    for index, (formula, command, name) in enumerate(defined):
        again = next((f.index for f, _, other in defined[index + 1 :] if other == name), None)
        uses = [
            f for f in _uses(subject, name) if formula.index < f.index and (again is None or f.index < again)
        ]
        if uses and name not in subject.document.given:
            message = f"{name} is defined in this formula only, but used in {len(uses)} more"
            notes = (Note(f"{name} is unknown here", uses[0].span),)
            yield Diagnostic(CODE, NAME, SEVERITY, command.span, message, notes)


def _defined(subject: Subject) -> Iterator[tuple[Formula, Command, str]]:
    """The definitions that are in formulas, with the name they define."""
    for formula, command in subject.nodes(Command):
        if command.name in _LOCAL and command.arguments and isinstance(command.arguments[0], Symbol):
            name = command.arguments[0].text
            yield formula, command, name if name.startswith("\\") else f"\\{name}"


def _uses(subject: Subject, name: str) -> list[Formula]:
    """The formulas with `name`, each once."""
    called = [f for f, node in subject.nodes(Command) if node.name == name]
    called += [f for f, node in subject.symbols if node.text == name]
    return sorted({f.index: f for f in called}.values(), key=lambda f: f.index)
