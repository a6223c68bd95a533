r"""A bracket of a formula is opened and never closed, or closed and never opened.

Round and square brackets may pair with each other (half-open intervals), also across the rows of an environment. A
bracket that the text around the formula closes is not reported. A norm bar without a partner is reported if it cannot
be a separator. One finding per formula.

    bad:  $\sum_i x_i y_i - b \sum_i x_i^2)$
    good: $\sum_i (x_i y_i - b \sum_i x_i^2)$
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.document.document import Formula
from mathpost.latex.tree import Command, Delimited, Group, Text
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom, Expression, kind_name
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "L411"
NAME = "unbalanced-bracket"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=11, posts=11, read=11, right=11)

_OPEN, _CLOSE = frozenset("([（"), frozenset(")]）")
_BARS = frozenset([r"\|", r"\Vert"])
_BRACKETS = _OPEN | _CLOSE | _BARS
_BEFORE_INTERVALS = frozenset([r"\in", r"\notin", r"\subset", r"\subseteq", "∈"])
_LEVELS = frozenset(["formula", "argument"])  # in a row of an environment a norm may go on in the next one
_IN_TEXT = frozenset('()（）[]"“”「」`')


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    odd = [
        (formula, atom)
        for formula, expressions in subject.expressions
        if not formula.faults
        and (atom := _first_odd(expressions)) is not None
        and _is_whole(text, expressions)
    ]
    for index, (formula, atom) in enumerate(odd):
        neighbours = [other for other, _ in odd[max(index - 1, 0) : index + 2] if other is not formula]
        if (
            formula.kind == "inline"
            and atom.kind != "bar"
            and _is_part_of_the_text(text, formula, atom, neighbours)
        ) or (atom.text == r"\|" and _is_in_table(text, atom.span.start)):
            continue
        yield Diagnostic(CODE, NAME, SEVERITY, atom.span, _message(atom))


def _is_whole(text: str, expressions: Sequence[Expression]) -> bool:
    r"""Whether the formula is more than a list of brackets, and has no ``\text{(for}`` with only one of two."""
    atoms = [atom for expression in expressions for atom in expression.atoms]
    words = [text[slice(*atom.span)] for atom in atoms if isinstance(atom.nucleus, Text)]
    even = all(_excess(each) == 0 for each in words)
    return even and any(atom.kind not in ("open", "close", "bar", "gap", "punctuation") for atom in atoms)


def _excess(text: str) -> int:
    """How many more brackets are opened than closed."""
    return sum((sign in _OPEN) - (sign in _CLOSE) for sign in text)


def _message(atom: Atom) -> str:
    if atom.kind == "bar":
        return f"the bar {atom.text} has no matching bar"
    return f"the bracket {atom.text} {'is never closed' if atom.text in _OPEN else 'has no opening bracket'}"


def _first_odd(expressions: Sequence[Expression]) -> Atom | None:
    """The first bracket without its partner, where the brackets do not come out even."""
    if all(_BRACKETS.isdisjoint(expression.texts) for expression in expressions):
        return None
    bodies = {expression.span: expression for expression in expressions if _hides_none(expression)}
    rows: dict[Span, list[tuple[Atom, bool]]] = {}
    for expression in expressions:
        if not _hides_none(expression):
            owner = expression.owner.span if expression.place == "cell" else expression.span
            rows.setdefault(owner, []).extend(_brackets(expression.atoms, bodies))
    if _spans_scripts(expressions):
        return None
    opened, closed = _halves(expressions)
    for brackets in rows.values():
        waiting: list[Atom] = []
        odd: list[Atom] = []
        for atom, opens in brackets:
            if opens:
                waiting.append(atom)
            elif waiting:
                waiting.pop()
            else:
                odd.append(atom)
        excess = len(waiting) - len(odd)
        if excess and not -opened <= excess <= closed:
            return (waiting or odd)[0] if len(waiting) > len(odd) else odd[0]
    bars = (bar for e in expressions if e.place in _LEVELS for bar in _odd_bar(e.atoms))
    return next(bars, None)


def _halves(expressions: Sequence[Expression]) -> tuple[int, int]:
    r"""How many fences have an opening or a closing bracket only: ``\left[ a ]^2 \right.``."""
    fences = [e.owner for e in expressions if e.place == "fence" and isinstance(e.owner, Delimited)]
    return (
        sum(fence.left in _OPEN and fence.right == "." for fence in fences),
        sum(fence.right in _CLOSE and fence.left == "." for fence in fences),
    )


def _hides_none(expression: Expression) -> bool:
    r"""Whether a bracket inside may have its partner outside: in braces, in a font, and in one half of a fence,
    ``\left[ … \right.``.
    """
    owner = expression.owner
    half = isinstance(owner, Delimited) and "." in (owner.left, owner.right)
    lettering = isinstance(owner, Command) and kind_name(owner.name) == "font"
    return expression.place == "group" or half or (expression.place == "argument" and lettering)


def _spans_scripts(expressions: Sequence[Expression]) -> bool:
    r"""Whether a bracket is opened in one script and closed in another, as for indices of tensors: ``\tau_{[\mu} A_{\nu]}``."""
    scripts = (e for e in expressions if e.place in ("subscript", "superscript"))
    odd = {_excess("".join(e.texts)) for e in scripts}
    return min(odd, default=0) < 0 < max(odd, default=0)


def _odd_bar(atoms: Sequence[Atom]) -> Iterator[Atom]:
    """The only double bar outside of brackets: with nothing before it that it could part, or with a script."""
    depth = 0
    bars: list[int] = []
    for index, atom in enumerate(atoms):
        depth += (atom.kind == "open") - (atom.kind == "close")
        if depth == 0 and atom.text in _BARS:
            bars.append(index)
    if len(bars) == 1:
        bar, before = atoms[bars[0]], atoms[bars[0] - 1] if bars[0] else None
        if bar.scripted or before is None or before.kind in ("relation", "binary", "operator", "punctuation"):
            yield bar


def _brackets(atoms: Sequence[Atom], bodies: dict[Span, Expression]) -> Iterator[tuple[Atom, bool]]:
    """The brackets among `atoms`, and which of them open; some groups hide none. ``]`` after a sign of sets opens
    an interval: ``x \\in ]0, 1]``.
    """
    before = ""
    for atom in atoms:
        nucleus = atom.nucleus
        inner = nucleus.arguments[-1] if isinstance(nucleus, Command) and nucleus.arguments else nucleus
        if isinstance(inner, Group | Delimited) and inner.span in bodies:
            yield from _brackets(bodies[inner.span].atoms, bodies)
        elif atom.text in _BRACKETS and atom.text not in _BARS:
            yield atom, atom.text in _OPEN or (atom.text == "]" and before in _BEFORE_INTERVALS)
        before = atom.text


def _is_in_table(text: str, at: int) -> bool:
    r"""Whether a place is in a row of a table, where Markdown reads ``\|`` as a single bar."""
    return text[text.rfind("\n", 0, at) + 1 : at].lstrip(" \t>").startswith("|")


def _is_part_of_the_text(text: str, formula: Formula, atom: Atom, neighbours: Sequence[Formula]) -> bool:
    """The sentence goes on: a bracket or quotation mark touches the formula, the other bracket is on its line, or another
    odd one is near.
    """
    line, end = text.rfind("\n", 0, formula.span.start) + 1, text.find("\n", formula.span.end)
    if atom.text in _CLOSE and _excess(text[line : formula.span.start]) > 0:
        return True
    if atom.text in _OPEN and _excess(text[formula.span.end : end if end >= 0 else len(text)]) < 0:
        return True
    before, behind = (
        text[formula.span.start - 1 : formula.span.start],
        text[formula.span.end : formula.span.end + 1],
    )
    if before in _IN_TEXT or behind in _IN_TEXT:
        return True
    return any(
        "\n" not in text[min(formula.span, other.span)[1] : max(formula.span, other.span)[0]]
        for other in neighbours
    )
