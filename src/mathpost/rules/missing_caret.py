r"""Braces stand behind a letter as if they were a script: the caret or underscore before them is lost.

`e{-x}` prints a product, `W{ij}` three letters on one line, and `\sum_{i=1}{n} x_i` a sum without an upper
limit whose first factor is `n`. Which sign is missing is certain where the braces begin with a minus.

    bad:  $\lambda e{-\lambda x}$
    good: $\lambda e^{-\lambda x}$
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.latex.macros import macro
from mathpost.latex.tree import Group, Node, Scripts
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom, Expression, kind_name
from mathpost.rules.words import words
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L402"
NAME = "missing-caret"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)
_LONGEST_LIMIT = 3  # atoms


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, expressions in subject.expressions:
        bodies = {expression.span: expression for expression in expressions if expression.place == "group"}
        for expression in expressions if bodies else ():
            for index, (atom, group) in enumerate(pairwise(expression.atoms)):
                body = bodies.get(group.span) if isinstance(group.node, Group) else None
                if body is None or atom.span.end != group.span.start or not body.atoms or body.font:
                    continue
                more = index + 2 < len(expression.atoms)
                if _is_script(atom, body) or (more and _is_upper_limit(atom, body)):
                    # L401 speaks of names without their backslash
                    if not any(w.last == index and macro(f"\\{w.text}") for w in words(expression)):
                        yield _finding(atom, body)


def _finding(atom: Atom, body: Expression) -> Diagnostic:
    span = body.span
    power = atom.scripted or atom.text == "e" or body.atoms[0].text == "-"
    sign = "^" if power else "_"
    fix = Fix(f"write {sign} before the brace", (Edit(Span(span.start, span.start), sign),), Safety.UNSAFE)
    missing = "the ^ before them is missing" if power else "the ^ or _ before them is missing"
    message = f"these braces are not read as a script: {missing}"
    return Diagnostic(CODE, NAME, SEVERITY, Span(span.start, span.start + 1), message, (), fix)


def _is_script(atom: Atom, body: Expression) -> bool:
    """Braces directly behind a letter; behind a digit or a bracket only if they begin with a minus."""
    if atom.scripted or isinstance(atom.nucleus, Group):
        return False
    if len(atom.text) == 1 and atom.text.isalpha() and atom.text.isascii():
        return body.atoms[0].kind in ("ord", "binary") and body.atoms[0].text not in ("*", "/")
    signed = body.atoms[0].text == "-" and len(body.atoms) > 1 and body.atoms[1].kind == "ord"
    return signed and (atom.kind == "close" or atom.text.isdigit())


def _is_upper_limit(atom: Atom, body: Expression) -> bool:
    r"""``\sum_{i=1}{n}``: a first value below, one value in the braces."""
    node = atom.node
    if not (isinstance(node, Scripts) and kind_name(atom.text) == "operator"):
        return False
    if node.superscript is not None or node.subscript is None or len(body.atoms) > _LONGEST_LIMIT:
        return False
    simple = all(a.kind in ("ord", "binary") and not a.scripted and a.text for a in body.atoms)
    return simple and _has_first_value(node.subscript)


def _has_first_value(subscript: Node) -> bool:
    body = subscript.body if isinstance(subscript, Group) else ()
    signs = [getattr(node, "text", "") for node in body]
    return "=" in signs and signs[-1] != "=" and "," not in signs
