"""Integrals as posts write them: their differential, their bounds, the family whose outcomes they run over."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from mathpost.latex.tree import Command, Symbol
from mathpost.maths import notation
from mathpost.maths.binders import FRACTIONS, INFINITY, is_support, variable_of
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, replaced, subterms
from mathpost.text.source import Span

if TYPE_CHECKING:
    from mathpost.maths.elaborate import Reader


def integral(reader: Reader) -> Term:
    """``\\int_a^b f \\,dx``; the integrand ends at the differential."""
    sign = reader.take()
    scripts = reader.scripts()
    at = _differential(reader)
    if at is None:
        return _with_differential_above(reader, sign, scripts)
    inside = reader.inside(list(reader.row[reader.at : at]))
    reader.at = at
    variables = _variables(reader, sign, scripts)
    body = _integrand(reader, inside)
    for variable in (*variables[1:], variables[0]):
        body = _over(variable, _limits(reader, variable, sign, scripts), body, sign.span)
    return body


def _over(variable: Variable | Apply, limits: tuple[Term, ...], body: Term, span: Span) -> Term:
    """The integral over a symbol; over a member of a family, ``x_t``, that of all its outcomes, or of a symbol in its place."""
    if isinstance(variable, Variable):
        return Bind("integral", variable, limits, body, span)
    if not limits or any(isinstance(t, Apply) and t.operator == "density" for t in subterms(body)):
        return Apply("integral_of_outcomes", (body, variable), span)
    symbol = Variable(f"{_family(variable)}⁎", variable.origin)
    return Bind("integral", symbol, limits, replaced(body, variable, symbol), span)


def _family(member: Apply) -> str:
    head = member.arguments[0]
    assert isinstance(head, Variable)
    return head.name


def _variables(reader: Reader, sign: Item, scripts: Scripted | None) -> list[Variable | Apply]:
    """``dx\\,dy_t`` under one sign: the first variable, and those behind it where no bounds say which one they belong to."""
    found: list[Variable | Apply] = []
    bounded = scripts is not None and scripts.superscript is not None
    while reader.at + 1 < len(reader.row) and _is_d(reader.row[reader.at]):
        name, below = reader.row[reader.at + 1], reader.peek(2)
        if notation.name(name) is None or (bounded and found):
            break
        if not isinstance(below, Scripted):
            found.append(variable_of(reader, [name], sign.span))
            reader.at += 2
            continue
        member = reader.inside([name, below]).whole() if _is_subscript(below) else None
        if not isinstance(member, Variable | Apply) or (
            isinstance(member, Apply) and member.operator != "index"
        ):
            break
        found.append(member)
        reader.at += 3
    if not found:
        raise UnreadError(r"\int without differential", sign.span)
    return found


def _is_subscript(scripts: Scripted) -> bool:
    """Whether the scripts on a differential are an index or primes, and no power."""
    return scripts.superscript is None


def _limits(
    reader: Reader, variable: Variable | Apply, sign: Item, scripts: Scripted | None
) -> tuple[Term, ...]:
    """The bounds of an integral; none for one over all that its variable may be, the line for one over the reals."""
    if scripts is None:
        return ()
    if scripts.subscript is not None and scripts.superscript is None:
        where = notation.opened(scripts.subscript)
        if notation.latex_row(where) == r"\mathbb{R}":
            return (Apply("negate", (INFINITY,)), INFINITY)
        letter = variable if isinstance(variable, Variable) else Variable(_family(variable))
        if is_support(where, letter) or notation.latex_row(where).startswith(r"\mathbb{R}^"):
            return ()
        if len(where) == 1 and notation.name(where[0]) == letter.name:
            return ()  # "over x"
    if scripts.subscript is None or scripts.superscript is None:
        raise UnreadError(r"\int over a set", sign.span)
    return (reader.inner([scripts.subscript]).whole(), reader.inner([scripts.superscript]).whole())


def _with_differential_above(reader: Reader, sign: Item, scripts: Scripted | None) -> Term:
    """``\\int_a^b \\frac{f \\,dx}{g}``: the differential ends a numerator, the integrand the product it stands in."""
    for k in range(reader.at, len(reader.row)):
        node = reader.row[k]
        if not isinstance(node, Command) or node.name not in FRACTIONS or len(node.arguments) < 2:
            continue
        above = notation.items(notation.body(node.arguments[-2]))
        if len(above) < 2 or not _is_d(above[-2]) or notation.name(above[-1]) is None:
            continue
        variable = variable_of(reader, above[-1:], sign.span)
        left = reader.inside(above[:-2]).whole() if above[:-2] else Number(Fraction(1))
        quotient = Apply("divide", (left, reader.inner(notation.body(node.arguments[-1])).whole()), node.span)
        before = reader.inside(list(reader.row[reader.at : k])).whole() if k > reader.at else None
        reader.at = k + 1
        body = quotient if before is None else Apply("multiply", (before, quotient), node.span)
        return Bind("integral", variable, _limits(reader, variable, sign, scripts), body, sign.span)
    raise UnreadError(r"\int without differential", sign.span)


def _integrand(reader: Reader, inside: Reader) -> Term:
    """What stands before the differential, or behind it where nothing stands before: ``\\int dx\\, f``."""
    if inside.row:
        return inside.whole()
    return reader.term() if reader.starts_factor() else Number(Fraction(1))


def _differential(reader: Reader) -> int | None:
    """The place of the differential that closes the integral at hand; inner integrals take theirs first."""
    depth = inner = 0
    for k in range(reader.at, len(reader.row) - 1):
        text = notation.latex(reader.row[k])
        depth += (text in ("(", "[", r"\{")) - (text in (")", "]", r"\}"))
        inner += text == r"\int"
        if depth == 0 and _is_d(reader.row[k]) and notation.name(reader.row[k + 1]) is not None:
            follows = reader.row[k + 2] if k + 2 < len(reader.row) else None
            if not isinstance(follows, Scripted) or _is_subscript(follows):
                if inner == 0:
                    return k
                inner -= 1
    return None


def _is_d(item: Item) -> bool:
    return (isinstance(item, Symbol) and item.text == "d") or notation.word(item) == "d"


__all__ = ["integral"]
