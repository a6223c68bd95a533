r"""A command that LaTeX keeps for old documents: `eqnarray`, `{\bf x}`, `a \over b`, `\choose`.

`eqnarray` has wrong spaces around its signs and prints over numbers, `\bf` makes slanted letters upright, `\over`
affects what comes before it.

    bad:  ${\bf x} + {a \over b}$
    good: $\mathbf{x} + \frac{a}{b}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Environment, Infix
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L108"
NAME = "obsolete-command"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=246, posts=33, read=50, right=50)

_INSTEAD = {
    r"\bf": r"\mathbf{…}",
    r"\rm": r"\mathrm{…}",
    r"\it": r"\mathit{…}",
    r"\cal": r"\mathcal{…}",
    r"\sf": r"\mathsf{…}",
    r"\tt": r"\mathtt{…}",
    r"\over": r"\frac{…}{…}",
    r"\choose": r"\binom{…}{…}",
    "eqnarray": "align",
    "eqnarray*": "align*",
}


def find(subject: Subject) -> Iterator[Diagnostic]:
    found = (
        *((symbol.text, symbol.span) for _, symbol in subject.symbols),
        *((infix.name, infix.span) for _, infix in subject.nodes(Infix)),
        *((environment.name, environment.span) for _, environment in subject.nodes(Environment)),
    )
    for name, span in found:
        if name in _INSTEAD:
            yield Diagnostic(CODE, NAME, SEVERITY, span, f"{name} is obsolete: write {_INSTEAD[name]}")
