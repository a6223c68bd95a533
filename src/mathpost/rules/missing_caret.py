r"""Braces follow a letter as if they were a script: the caret or underscore before them is lost.

`e{-x}` prints a product, `W{ij}` three letters on one line, `\sum{i=1}^n x_i` a sum without a lower limit.
`\sum_{i=1}{n} x_i` and `\sum_{i=1}n x_i` print a sum without an upper limit and a factor `n`. A fix is offered if it
is certain which sign is missing: the braces begin with a minus, or a limit comes before them.

    bad:  $\lambda e{-\lambda x}$
    good: $\lambda e^{-\lambda x}$
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.latex.macros import macro
from mathpost.latex.tree import Command, Group, Infix, Node, Scripts, Symbol
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
_PAIR = 2
_LONGEST_LIMIT = 3  # atoms
_RELATIONS = frozenset(["=", r"\leq", r"\le", r"\in"])
_OF_SETS = frozenset([":", "|", r"\mid"])  # \inf{ P(A) : A \in F } has lost the backslashes of its braces
_INTEGRALS = frozenset([r"\int", r"\iint", r"\oint"])
_USUAL_BOUNDS = frozenset("nNmMkKT")


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for _, expressions in subject.expressions:
        bodies = {expression.span: expression for expression in expressions if expression.place == "group"}
        operators = any("operator" in {atom.kind for atom in e.atoms} for e in expressions)
        for expression in expressions if bodies or operators else ():
            for index, (atom, behind) in enumerate(pairwise(expression.atoms)):
                if atom.span.end != behind.span.start or atom.text == r"\_":  # the script is there, escaped
                    continue
                more = index + 2 < len(expression.atoms)
                if _is_bare_limit(atom, behind, more=more):
                    yield _finding(atom, behind.span)
                body = bodies.get(behind.nucleus.span) if isinstance(behind.nucleus, Group) else None
                if body is None or not body.atoms or body.font or _is_tight(body, text) or _is_whole(body):
                    continue
                if _is_eaten(text, atom.span.start):
                    continue  # L210
                if _is_lower_limit(atom, body):
                    yield _finding(atom, body.span, "_")
                elif behind.scripted:
                    continue
                elif _is_script(atom, body) or (more and _is_upper_limit(atom, body)):
                    # L401 mentions names without their backslash
                    if not any(w.last == index and macro(f"\\{w.text}") for w in words(expression)):
                        yield _finding(atom, body.span, "" if _may_be_lower(atom, body) else "^")


def _finding(atom: Atom, place: Span, missing: str = "^") -> Diagnostic:
    """`missing` is the sign that is certain; empty where it may be either."""
    fix = Fix(
        f"write {missing or '_'} before it",
        (Edit(Span(place.start, place.start), missing or "_"),),
        Safety.UNSAFE,
    )
    lost = f"the {missing or '^ or _'} before it is missing"
    message = f"this is not read as a script of {atom.text or 'what comes before it'}: {lost}"
    return Diagnostic(CODE, NAME, SEVERITY, Span(place.start, place.start + 1), message, (), fix)


def _is_eaten(text: str, at: int) -> bool:
    r"""Whether the letters up to `at` follow a control character, as in ``\text`` after its ``\t`` became a tab."""
    while at and text[at - 1].isalpha():
        at -= 1
    return text[at - 1 : at] in ("\t", "\b", "\f", "\r", "\v", "\a")


def _may_be_lower(atom: Atom, body: Expression) -> bool:
    return not (atom.scripted or atom.text == "e" or body.atoms[0].text == "-")


def _is_tight(body: Expression, text: str) -> bool:
    r"""A sign in braces loses its space, ``x{=}0``; braces with a colour or a font are there for it, those of a
    function or a prime; ``b{_k}`` has its script.
    """
    styled = (
        text[body.span.start : body.span.end]
        .lstrip("{")
        .startswith(("'", "_", "^", r"\color", r"\bold", r"\bm", r"\math"))
    )
    called = text[body.span.end : body.span.end + 1] == "("
    return styled or called or all(atom.kind in ("relation", "binary") for atom in body.atoms)


def _is_whole(body: Expression) -> bool:
    r"""Whether braces are for a command that takes all of them, ``k{n \choose k}``, or for one that has its own,
    ``W{\bar{n}}``.
    """
    nucleus = body.atoms[0].nucleus
    alone = len(body.atoms) == 1
    return alone and (
        isinstance(nucleus, Infix) or (isinstance(nucleus, Command) and bool(nucleus.arguments))
    )


def _is_script(atom: Atom, body: Expression) -> bool:
    """Braces directly after a letter; after a digit or a bracket only if they hold a power, ``{-1}``, ``{i+1}``, ``10{4}``."""
    if atom.text == "d":
        return False  # a differential
    if isinstance(atom.node, Scripts):
        if not any(t.isdigit() or t in ("+", "-") for t in body.texts):
            return False  # L_X{\omega}: braces for brackets
        return atom.kind == "ord" and atom.node.superscript is None and atom.node.subscript is not None
    if isinstance(atom.nucleus, Group):
        return False
    if isinstance(atom.nucleus, Symbol) and atom.kind == "ord" and atom.text.startswith("\\"):
        return _is_shifted_index(body)
    if len(atom.text) == 1 and atom.text.isalpha() and atom.text.isascii():
        return body.atoms[0].kind in ("ord", "binary") and body.atoms[0].text not in ("*", "/")
    signed = body.atoms[0].text == "-" and len(body.atoms) > 1 and body.atoms[1].kind == "ord"
    shifted = (
        body.atoms[0].kind == "ord" and len(body.atoms) > _PAIR and not {"+", "-"}.isdisjoint(body.texts)
    )
    power = signed or shifted
    return (atom.kind == "close" and power) or (
        atom.text.isdigit() and (power or all(t.isdigit() for t in body.texts))
    )


def _is_shifted_index(body: Expression) -> bool:
    """``{t+1}``: a letter, a sign, a digit."""
    return (
        len(body.atoms) == 3
        and body.texts[0].isalpha()
        and body.texts[1] in ("+", "-")
        and body.texts[2].isdigit()
    )


def _is_lower_limit(atom: Atom, body: Expression) -> bool:
    r"""``\sum{i=1}^n``: what an operator runs over."""
    runs = not _RELATIONS.isdisjoint(body.texts) and _OF_SETS.isdisjoint(body.texts)
    return kind_name(atom.text) == "operator" and not atom.scripted and runs


def _without_upper_limit(atom: Atom) -> Node | None:
    """The lower limit of an operator that has no upper one."""
    node = atom.node
    if isinstance(node, Scripts) and kind_name(atom.text) == "operator" and node.superscript is None:
        return node.subscript
    return None


def _is_upper_limit(atom: Atom, body: Expression) -> bool:
    r"""``\sum_{i=1}{n}``, ``\int_0{\infty}``: a first value below, one value in the braces."""
    lower = _without_upper_limit(atom)
    if lower is None or len(body.atoms) > _LONGEST_LIMIT:
        return False
    simple = all(a.kind in ("ord", "binary") and not a.scripted and a.text for a in body.atoms)
    return simple and (_has_first_value(lower) or (atom.text in _INTEGRALS and _is_bound(lower, body)))


def _is_bound(lower: Node, body: Expression) -> bool:
    """Whether one end of an integral is a number or infinite, and the braces hold the other."""
    signs = [getattr(node, "text", "") for node in (lower.body if isinstance(lower, Group) else (lower,))]
    infinite = r"\infty" in signs or r"\infty" in body.texts
    return infinite or (len(signs) == 1 and signs[0].isdigit() and len(body.atoms) == 1)


def _is_bare_limit(atom: Atom, behind: Atom, *, more: bool) -> bool:
    r"""``\sum_{i=1}n x_i``, ``\sum_{i=1}\infty``: the upper limit without caret and braces."""
    lower = _without_upper_limit(atom)
    if lower is None or behind.scripted or not isinstance(behind.nucleus, Symbol):
        return False
    if behind.text == r"\infty":
        return True
    return more and behind.text in _USUAL_BOUNDS and _has_first_value(lower)


def _has_first_value(subscript: Node) -> bool:
    body = subscript.body if isinstance(subscript, Group) else ()
    signs = [getattr(node, "text", "") for node in body]
    return "=" in signs and signs[-1] != "=" and "," not in signs
