r"""A command that LaTeX keeps for old documents: `eqnarray`, `{\bf x}`, `a \over b`, `\choose`.

`eqnarray` spaces its signs wrongly and overprints numbers, `\bf` forgets the shape of the letter, `\over`
changes what stood before it.

    bad:  ${\bf x} + {a \over b}$
    good: $\mathbf{x} + \frac{a}{b}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Environment, Infix, Node, Symbol, walk
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
    for formula in subject.document.formulas:
        for node in walk(formula.tree):
            name = _name(node)
            if name in _INSTEAD:
                message = f"{name} is obsolete: write {_INSTEAD[name]}"
                yield Diagnostic(CODE, NAME, SEVERITY, node.span, message)


def _name(node: Node) -> str:
    match node:
        case Symbol(text=name) | Infix(name=name) | Environment(name=name):
            return name
        case _:
            return ""
