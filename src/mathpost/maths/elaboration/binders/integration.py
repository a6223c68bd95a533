"""Integrals: their differentials, their bounds, and the families over whose outcomes they run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from mathpost.latex.tree import Command, Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.arguments import enclosed
from mathpost.maths.elaboration.binders.indices import is_support, variable_of
from mathpost.maths.elaboration.chance.probability import LAWS
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import FRACTIONS, Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import CURLY, outside
from mathpost.maths.terms.term import (
    INFINITY,
    ONE,
    ZERO,
    Apply,
    Bind,
    Term,
    Variable,
    replaced,
    subterms,
    times,
)
from mathpost.text.source import Span

INTEGRALS = (r"\int", r"\iint", r"\iiint")


def integral(reader: Reader) -> Term:
    """Parse ``\\int_a^b f \\,dx``; the integrand ends at the differential."""
    sign = reader.take()
    scripts = reader.scripts()
    at = _differential(reader)
    if at is None:
        return _with_differential_above(reader, sign, scripts)
    inside = reader.inside(list(reader.row[reader.at : at]))
    reader.at = at
    variables = _variables(reader, sign, scripts)
    body = _integrand(reader, inside)
    part = _part(variables[0], scripts)
    if part is not None:
        member = Apply("call", (Variable(f"𝟙_{{{part}}}"), *variables))
        body, scripts = Apply("multiply", (member, body), sign.span), None
    for variable in (*variables[1:], variables[0]):
        body = _over(variable, _limits(reader, variable, sign, scripts), body, sign.span)
    return body


def _part(variable: Variable | Apply, scripts: Scripted | None) -> str | None:
    """The set of ``\\int_{\\mathcal{D}}`` if it may be a part of the range of its variable; None for other bounds."""
    if scripts is None or scripts.subscript is None or scripts.superscript is not None:
        return None
    where = notation.opened(scripts.subscript)
    name = notation.name(where[0]) if where else None
    letter = variable.name if isinstance(variable, Variable) else _family(variable)
    plain = all(isinstance(item, Scripted) for item in where[1:])
    if name is None or not plain or name == letter or _is_whole(where, Variable(letter)):
        return None
    return notation.latex_row(where)


def _is_whole(where: Sequence[Item], variable: Variable) -> bool:
    """Whether a set is the whole range of a variable: ``\\mathcal{X}``, ``\\Theta`` for θ, the reals or a space of columns."""
    spelled, letter = notation.latex_row(where), notation.letter(variable.name)
    capital = letter[:2].upper() + letter[2:] if letter.startswith("\\") else ""
    space = spelled == r"\mathbb{R}" or spelled.startswith(r"\mathbb{R}^")
    return space or spelled == capital or is_support(where, variable)


def _over(variable: Variable | Apply, limits: tuple[Term, ...], body: Term, span: Span) -> Term:
    """The integral over a symbol, or over all outcomes of a member of a family such as ``x_t``."""
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
    """The variables of ``dx\\,dy_t`` under one sign; several only if no bounds are written, which could belong to either."""
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
    """Whether the scripts on a differential are an index or primes rather than a power."""
    return scripts.superscript is None


def _limits(
    reader: Reader, variable: Variable | Apply, sign: Item, scripts: Scripted | None
) -> tuple[Term, ...]:
    """The bounds of an integral: none over the whole range of its variable, the real line over the reals."""
    if scripts is None:
        return ()
    if scripts.subscript is not None and scripts.superscript is None:
        where = notation.opened(scripts.subscript)
        if notation.latex_row(where) == r"\mathbb{R}":
            return (Apply("negate", (INFINITY,)), INFINITY)
        letter = variable if isinstance(variable, Variable) else Variable(_family(variable))
        if _is_whole(where, letter) or (len(where) == 1 and notation.name(where[0]) == letter.name):
            return ()  # "over x"
    if scripts.subscript is None or scripts.superscript is None:
        raise UnreadError(r"\int over a set", sign.span)
    return (reader.inner([scripts.subscript]).whole(), reader.inner([scripts.superscript]).whole())


def _with_differential_above(reader: Reader, sign: Item, scripts: Scripted | None) -> Term:
    """``\\int_a^b \\frac{f \\,dx}{g}``, ``\\int f \\left(-\\frac{du}{t}\\right)``: a differential in a fraction or brackets."""
    for k in range(reader.at, len(reader.row)):
        start = reader.at
        found = _measure_at(reader, k)
        if found is None:
            continue
        variable = variable_of(reader, [found.variable], sign.span)
        before = reader.inside(list(reader.row[start:k])).whole() if k > start else None
        reader.at = found.end
        body = found.factor if before is None else times(before, found.factor, sign.span)
        return Bind("integral", variable, _limits(reader, variable, sign, scripts), body, sign.span)
    return _over_the_outcome(reader, sign, scripts)


def _over_the_outcome(reader: Reader, sign: Item, scripts: Scripted | None) -> Term:
    """``\\int_a^b x p(x)``: without a differential, the integral is over the only outcome of its densities."""
    inside = reader.inside(reader.row[reader.at :])
    chance = reader.conventions.chance
    inside.conventions = replace(
        reader.conventions, chance=replace(chance, laws=chance.laws | LAWS)
    )  # p is not a function
    body = inside.term() if inside.starts_factor() else ZERO
    reader.at += inside.at
    outcomes = {head for term in subterms(body) for head in _outcomes(term)}
    variable = outcomes.pop() if len(outcomes) == 1 else None
    if not isinstance(variable, Variable):
        raise UnreadError(r"\int without differential", sign.span)
    return Bind("integral", variable, _limits(reader, variable, sign, scripts), body, sign.span)


def _outcomes(term: Term) -> tuple[Term, ...]:
    """The outcomes of a density; empty for any other term."""
    match term:
        case Apply(operator="density", arguments=(_, Apply(arguments=heads), _)):
            return heads
    return ()


class _Measure(NamedTuple):
    """A differential with its factor, and the position after it."""

    variable: Item
    factor: Term
    end: int


def _measure_at(reader: Reader, k: int) -> _Measure | None:
    """The fraction or bracket at `k` that contains the differential; None if there is none."""
    node = reader.row[k]
    if isinstance(node, Command):
        return _above(reader, node, k + 1)
    if isinstance(node, Delimited) and node.left == "(":
        return _in_brackets(reader, notation.items(node.body, grouped=False), k + 1)
    if notation.latex(node) == "(":
        inner = reader.inside(list(reader.row[k:]))
        content = enclosed(inner)[1]
        return _in_brackets(reader, content, k + inner.at)
    return None


def _above(reader: Reader, node: Command, end: int) -> _Measure | None:
    """The differential in ``\\frac{f \\,dx}{g}``; None if there is none."""
    if node.name not in FRACTIONS or len(node.arguments) < 2:
        return None
    above = notation.items(notation.body(node.arguments[-2]))
    if len(above) < 2 or not _is_d(above[-2]) or notation.name(above[-1]) is None:
        return None
    left = reader.inside(above[:-2]).whole() if above[:-2] else ONE
    below = reader.inner(notation.body(node.arguments[-1])).whole()
    return _Measure(above[-1], Apply("divide", (left, below), node.span), end)


def _in_brackets(reader: Reader, row: list[Item], end: int) -> _Measure | None:
    """The differential in ``(-dt)``, ``(2x \\,dx)`` or ``(-\\frac{du}{t})``; None if there is none."""
    negative = bool(row) and notation.latex(row[0]) == "-"
    row = row[1:] if negative else row
    found: _Measure | None = None
    if len(row) >= 2 and _is_d(row[-2]) and notation.name(row[-1]) is not None:
        factor = reader.inside(row[:-2]).whole() if row[:-2] else ONE
        found = _Measure(row[-1], factor, end)
    elif len(row) == 1 and isinstance(row[0], Command):
        found = _above(reader, row[0], end)
    if found is None or not negative:
        return found
    return found._replace(factor=Apply("negate", (found.factor,), found.factor.origin))


def _integrand(reader: Reader, inside: Reader) -> Term:
    """The integrand before the differential, or after it if nothing precedes it: ``\\int dx\\, f``."""
    if inside.row:
        return inside.whole()
    return reader.term() if reader.starts_factor() else ONE


def _differential(reader: Reader) -> int | None:
    """The position of the differential that closes the current integral, after those of inner integrals."""
    inner = 0
    free = {reader.at + k for k in outside(reader.row[reader.at :], CURLY)}
    for k in range(reader.at, len(reader.row) - 1):
        inner += k in free and notation.latex(reader.row[k]) in INTEGRALS
        if k in free and _is_d(reader.row[k]) and notation.name(reader.row[k + 1]) is not None:
            follows = reader.row[k + 2] if k + 2 < len(reader.row) else None
            if not isinstance(follows, Scripted) or _is_subscript(follows):
                if inner == 0:
                    return k
                inner -= 1
    return None


def _is_d(item: Item) -> bool:
    return (isinstance(item, Symbol) and item.text == "d") or notation.word(item) == "d"


CONSTRUCTS = (Construct(integral, tuple(INTEGRALS)),)
