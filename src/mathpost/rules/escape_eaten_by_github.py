r"""GitHub's Markdown removes a backslash before a sign: `$\{x\}$` loses its braces.

GitHub passes `{x}` to MathJax, in `$$` as well (github/markup 1577 and 1746). Use the commands with names, such as
`\lbrace`, or a fence with `math`, or backticks inside the dollars.

    bad (github):  $\{x\}$
    good (github): $\lbrace x \rbrace$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Formula
from mathpost.latex.tree import Delimited, Node, Symbol, Text, children
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "P007"
NAME = "escape-eaten-by-github"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=3142, posts=458, read=46, right=46)

_INSTEAD = {
    r"\{": r"\lbrace",
    r"\}": r"\rbrace",
    r"\|": r"\Vert",
    r"\!": r"\negthinspace",
    r"\,": r"\thinspace",
    r"\:": r"\mkern4mu",
    r"\;": r"\mkern5mu",
}


def find(subject: Subject) -> Iterator[Diagnostic]:
    if subject.target != "github":
        return
    text = subject.document.source.text
    for formula in subject.document.formulas:
        if formula.opener in ("$", "$$") and not formula.escaped and not _is_guarded(text, formula):
            edits = tuple(_edit(text, span) for span in _signs(text, formula.tree))
            if edits:
                first = edits[0].span
                message = f"GitHub removes the backslash of {text[slice(*first)]}"
                fix = Fix("write the names of these signs", edits, Safety.SAFE)
                yield Diagnostic(CODE, NAME, SEVERITY, first, message, (), fix)


def _is_guarded(text: str, formula: Formula) -> bool:
    """Backticks inside the dollars."""
    return text[formula.span.start + 1 : formula.span.start + 2] == "`"


def _signs(text: str, tree: Node) -> Iterator[Span]:
    """The places of the signs that a name can stand for, outside of words."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Symbol):
            if node.text in _INSTEAD and text[slice(*node.span)] == node.text:
                yield node.span
            continue
        if isinstance(node, Delimited):
            yield from _fences(text, node)
        if not isinstance(node, Text):
            stack += reversed(children(node))


def _fences(text: str, node: Delimited) -> Iterator[Span]:
    r"""The delimiters after ``\left`` and ``\right``."""
    start, end = node.span
    if node.left in _INSTEAD:
        at = text.find(node.left, start)
        if not text[start + len(r"\left") : at].strip():
            yield Span(at, at + 2)
    if node.right in _INSTEAD and text[end - 2 : end] == node.right:
        yield Span(end - 2, end)


def _edit(text: str, span: Span) -> Edit:
    """The name, with a space where a letter follows."""
    behind = text[span.end : span.end + 1]
    letter = behind.isascii() and behind.isalpha()
    return Edit(span, _INSTEAD[text[slice(*span)]] + (" " if letter else ""))
