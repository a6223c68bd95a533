r"""An environment that is a display of its own is inside dollars: `$$\begin{equation}…\end{equation}$$`.

MathJax and KaTeX accept it, LaTeX stops with an error. Only for the target LaTeX. Without the dollars it works
everywhere where MathJax numbers equations.

    bad (latex):  $$\begin{equation}a = b\end{equation}$$
    good (latex): \begin{equation}a = b\end{equation}
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.macros import environment
from mathpost.latex.tree import Environment
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "P003"
NAME = "environment-in-dollars"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    if subject.target != "latex":
        return
    for formula in subject.document.formulas:
        for node in formula.tree.body:
            known = environment(node.name) if isinstance(node, Environment) else None
            if known is not None and known.alone and formula.opener in ("$$", "\\[", "$", "\\("):
                message = f"LaTeX does not allow {known.name} between dollars"
                yield Diagnostic(CODE, NAME, SEVERITY, node.span, message)
