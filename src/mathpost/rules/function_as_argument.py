r"""A command with arguments of its own is itself an argument or a script, without braces around it.

No renderer accepts it as an argument (`\hat\mathbf{x}`). MathJax accepts it as a script (`x_\boldsymbol{a}`), KaTeX
and LaTeX do not, so this is only reported for them.

    bad:  $\hat\mathbf{x}$
    good: $\hat{\mathbf{x}}$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Fault, Group, Node, Scripts, Symbol, walk
from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L009"
NAME = "function-as-argument"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for formula, fault in faults(subject, CODE):
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message, (), _fix(formula.tree, fault))


def _fix(tree: Group, fault: Fault) -> Fix | None:
    """Braces around the whole of what begins at the fault."""
    whole: Node | None = None
    script = False
    for node in walk(tree):
        if isinstance(node, Scripts):
            script = script or any(
                part is not None and part.span.start == fault.span.start
                for part in (node.subscript, node.superscript)
            )
        if node.span.start == fault.span.start and (whole is None or node.span.end > whole.span.end):
            whole = None if isinstance(node, Symbol) else node
    if whole is None:
        return None
    start, end = whole.span
    edits = (Edit(Span(start, start), "{"), Edit(Span(end, end), "}"))
    return Fix("put braces around it", edits, Safety.SAFE if script else Safety.UNSAFE)
