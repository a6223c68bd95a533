r"""A display follows a heading directly: no sentence says what it is.

Tables set as formulas, and headings that promise a summary, are not reported.

    bad:  ## The loss ⏎ $$L(w) = \|Xw - y\|^2$$
    good: ## The loss ⏎ We measure by squares how far the model is off: ⏎ $$L(w) = \|Xw - y\|^2$$
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.document.rhetoric import is_restated
from mathpost.latex.tree import Command, Environment, Node
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "W004"
NAME = "unannounced-formula"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=16, posts=10, read=16, right=15)
_MARKS = (r"\label", r"\tag", r"\notag")


def find(subject: Subject) -> Iterator[Diagnostic]:
    document = subject.document
    for before, passage in pairwise(subject.passages):
        if before.kind == "heading" and passage.kind == "display":
            formula = document.formulas[passage.number]
            restated = is_restated(document.headings[before.number].title)
            if not restated and not _is_table(formula.tree.body):
                message = "no sentence introduces this formula after the heading"
                yield Diagnostic(CODE, NAME, SEVERITY, formula.span, message)


def _is_table(body: tuple[Node, ...]) -> bool:
    """Whether a formula is an array and nothing else."""
    nodes = [node for node in body if not (isinstance(node, Command) and node.name in _MARKS)]
    if len(nodes) != 1 or not isinstance(nodes[0], Environment):
        return False
    cells = [cell for row in nodes[0].rows for cell in row.cells]
    return nodes[0].name == "array" or (len(cells) == 1 and _is_table(cells[0].body))
