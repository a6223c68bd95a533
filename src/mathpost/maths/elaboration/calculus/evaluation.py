"""Evaluation at a point: ``f(x)|_{x=0}``, ``\\frac{dy}{dx}\\Big|_{x=a}``, ``[F(x)]_a^b``, ``\\nabla_x f(x_t)``."""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.latex.tree import Delimited, Group, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.terms.names import bare_letter
from mathpost.maths.terms.term import (
    INFINITY,
    MINUS_INFINITY,
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    substitute,
    subterms,
)
from mathpost.maths.terms.traversal import standing_alone
from mathpost.text.source import Span

ENDS = (INFINITY, MINUS_INFINITY)
RUNNING = "uxytszr"  # usual variables of integration, most likely first
BASIS = r"\mathcal{"
LIKELIER = "variable of the evaluation"


def follows(reader: Reader) -> bool:
    """Whether a bar with a subscript is next: ``…|_{x=0}``."""
    scripts = reader.peek(1)
    return reader.symbol() == "|" and isinstance(scripts, Scripted) and scripts.subscript is not None


def barred(reader: Reader, term: Term) -> Term:
    """`term` evaluated at the point, or between the points, of the bar that is next."""
    reader.take()
    return at(reader, term, reader.scripts())


def is_between(reader: Reader, term: Term, scripts: Scripted) -> bool:
    """Whether the scripts just taken are the bounds of ``[F(x)]_a^b``: both on a square bracket without arrays.

    Calligraphic letters are sets: ``[T]_{\\mathcal{B}}^{\\mathcal{C}}`` is a matrix between two bases.
    """
    base = reader.row[reader.at - 2]
    square = notation.latex(base) == "]" or (isinstance(base, Delimited) and base.right == "]")
    if not square or scripts.subscript is None or scripts.superscript is None:
        return False
    if any(notation.latex(script).startswith(BASIS) for script in (scripts.subscript, scripts.superscript)):
        return False
    arrays = any(isinstance(t, Variable) and notation.is_bold(t.name) for t in subterms(term))
    return not arrays and notation.latex(scripts.superscript) not in (r"\top", "T", "2")


def at(reader: Reader, term: Term, scripts: Scripted | None) -> Term:
    """``F(t)\\big|_{a}^{b}``: the difference of the values, or one value; an unnamed variable is inferred."""
    if scripts is None or scripts.subscript is None:
        raise reader.unread("|")
    named, low = _place(reader, scripts.subscript)
    high = None
    if scripts.superscript is not None:
        upper, high = _place(reader, scripts.superscript)
        named = named or upper
    taken = free_variables(low) | (free_variables(high) if high is not None else frozenset())
    variable = named or _running(reader, free_variables(term) - taken - _applied(term))
    if variable is None:
        raise UnreadError("|_{…}", scripts.span)
    value = value_at(term, variable, low, scripts.span)
    if high is None:
        return value
    return Apply(
        "add", (value_at(term, variable, high, scripts.span), Apply("negate", (value,))), scripts.span
    )


def _place(reader: Reader, script: object) -> tuple[str | None, Term]:
    """The variable and the point of ``x = a``; the variable is None if only the point is written."""
    row = notation.items([script])  # type: ignore[list-item]
    row = notation.items(row[0].body) if len(row) == 1 and isinstance(row[0], Group) else row
    equals = [k for k, i in enumerate(row) if isinstance(i, Symbol) and i.text == "="]
    if not equals:
        return None, reader.inside(row).whole()
    return _name(reader, row[: equals[0]]), reader.inside(row[equals[0] + 1 :]).whole()


def _applied(term: Term) -> frozenset[str]:
    """The functions that are applied in `term`, which are not variables of evaluation."""
    heads = (t.arguments[0] for t in subterms(term) if isinstance(t, Apply) and t.operator == "call")
    return frozenset(head.name for head in heads if isinstance(head, Variable))


def _running(reader: Reader, candidates: frozenset[str]) -> str | None:
    """The variable of evaluation: of two candidates the more usual one, and the other as the second reading; else None."""
    if len(candidates) == 1:
        return min(candidates)
    if len(candidates) != 2:
        return None
    first, second = sorted(candidates, key=lambda n: (RUNNING + n).index(n))
    return second if reader.choose(LIKELIER) else first


def value_at(term: Term, variable: str, place: Term, span: Span) -> Term:
    """`term` with `place` for `variable`, after differentiation; the limit at infinity."""
    if place in ENDS:
        return Bind("limit", Variable(variable), (place,), term, span)
    if not any(isinstance(t, Apply) and t.operator == "derivative" for t in subterms(term)):
        return substitute(term, {variable: place})
    if notation.is_bold(variable) and variable in free_variables(term):
        return Bind("at", Variable(variable), (place,), term, span)
    match term:
        case Apply(operator="derivative", arguments=(body, Variable(name=name) as target)) if (
            name == variable
        ):
            if not _shows(body, target):
                return Bind("at", target, (place,), term, span)  # its definition may contain the target
            return Bind("differentiate", target, (place,), body, span)
        case Apply(operator="derivative"):
            raise UnreadError("|_{…}", span)
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(value_at(a, variable, place, span) for a in arguments), origin)
    raise UnreadError("|_{…}", span)


def _shows(body: Term, target: Variable) -> bool:
    """Whether `target` occurs in the body of a derivative by it, after removing repeated derivatives."""
    while isinstance(body, Apply) and body.operator == "derivative" and body.arguments[1] == target:
        body = body.arguments[0]
    return target.name in free_variables(body)


def at_a_member(body: Term, target: Term) -> Term:
    """The variable of ``\\nabla_{\\theta} f(\\theta_t)``: the member at which the gradient by θ is evaluated.

    An entry ``x_i`` of a list is not a member of a family of lists, unless a function is applied to it.
    """
    if not isinstance(target, Variable) or target.name in standing_alone((body,)):
        return target
    applied = [t for t in subterms(body) if isinstance(t, Apply) and t.operator == "call"]
    called = [a for call in applied for a in call.arguments[1:]]
    bold = notation.is_bold(target.name)
    places = [(part, target) for part in ([body] if bold else called)]
    places += [
        (a, Variable(bare_letter(target.name))) for a in called if bold
    ]  # f(w_k) with vectors in plain letters
    members = {
        t
        for part, head in places
        for t in subterms(part)
        if isinstance(t, Apply) and t.operator == "index" and t.arguments[0] == head
    }
    member = members.pop() if len(members) == 1 else target
    return (
        member if free_variables(member) <= free_variables(body) else target
    )  # its index is not bound by a sum


def _name(reader: Reader, row: Sequence[Item]) -> str:
    term = reader.inside(list(row)).whole()
    if isinstance(term, Variable):
        return term.name
    raise notation.unread(row)
