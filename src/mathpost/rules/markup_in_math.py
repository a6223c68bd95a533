r"""Markup in a formula: a formatter or a Markdown engine read its signs as emphasis.

`a_i` and `b_i` in one paragraph became `a<em>i…`, or a formatter rewrote `x_{i}` as `x*{i}`. Readers see tags or a
product with a star.

    bad:  $x*{i} + y$
    good: $x_{i} + y$
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.document.document import Formula
from mathpost.latex.macros import macro
from mathpost.latex.tree import Delimited, Error, Group, Scripts, Symbol
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom, Expression
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L208"
NAME = "markup-in-math"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)

_TAGS = (
    "em",
    "i",
    "b",
    "strong",
    "sub",
    "sup",
    "span",
    "font",
    "code",
    "p",
    "br",
    "br/",
    "br /",
    "u",
    "mark",
)


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for formula, expressions in subject.expressions:
        for span in _tags(text, formula):
            message = f"{text[slice(*span)]} is a tag of HTML, not mathematics"
            yield Diagnostic(CODE, NAME, SEVERITY, span, message)
        for expression in expressions if "*" in text[slice(*formula.span)] else ():
            for span in _stars(expression):
                fix = Fix("write _", (Edit(span, "_"),), Safety.UNSAFE)
                message = "a star before braces: an underscore was taken for emphasis"
                yield Diagnostic(CODE, NAME, SEVERITY, span, message, (), fix)


def _tags(text: str, formula: Formula) -> Iterator[Span]:
    """Known tags between angle brackets, with or without attributes of a span."""
    for start, end in formula.segments:
        at = text.find("<", start, end)
        while at >= 0:
            close = text.find(">", at, end)
            name = text[at + 1 : close].lstrip("/").lower() if close >= 0 else ""
            is_tag = name in _TAGS or name.partition(" ")[0] in ("span", "font")
            if is_tag and text[at - 1] != "`":  # which is code, in words about formulas
                yield Span(at, close + 1)
            at = text.find("<", at + 1, end)


def _is_unknown(name: str) -> bool:
    return name.startswith("\\") and macro(name) is None


def _is_macro(atom: Atom) -> bool:
    """Whether an atom, or its last script, is a command of a package that is not known."""
    scripts = (atom.node.subscript, atom.node.superscript) if isinstance(atom.node, Scripts) else ()
    last = max((s for s in scripts if s is not None), key=lambda s: s.span.end, default=None)
    return isinstance(last, Error) or _is_unknown(getattr(last, "text", "") if last else atom.text)


def _stars(expression: Expression) -> Iterator[Span]:
    """``x*{`` without a space."""
    atoms = expression.atoms
    for index, (star, group) in enumerate(pairwise(atoms)):
        if index and _is_macro(atoms[index - 1]):
            continue  # \vb*{x} and x_\vb*{k}, the same of a package
        tight = index and atoms[index - 1].span.end == star.span.start and star.span.end == group.span.start
        if index and not isinstance(atoms[index - 1].nucleus, Symbol | Group | Delimited):
            continue  # \norm*{x}, the starred form of a macro
        if tight and star.text == "*" and not star.scripted and isinstance(group.nucleus, Group):
            yield star.span
