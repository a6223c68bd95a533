r"""Notation that begins with a sign of differentiation: ``du/dx``, ``\partial_x u``, ``d\boldsymbol{W}``, ``\Delta x``."""

from __future__ import annotations

from mathpost.latex.tree import Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration import symbols
from mathpost.maths.elaboration.calculus import derivatives, gradients
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Digits, Item, Scripted, UnreadError
from mathpost.maths.operators import spelled
from mathpost.maths.terms.term import Apply, Number, Term, Variable
from mathpost.text.source import Span


def differential(reader: Reader) -> Term | None:
    """Parse ``du/dx`` or ``dW``; None if d is a letter."""
    quotient = derivatives.inline(reader)
    return _differential(reader) if quotient is None and _has_differential(reader) else quotient


def partial(reader: Reader) -> Term | None:
    """Parse ``\\partial_x u`` or ``\\partial u/\\partial x``."""
    return derivatives.inline(reader) or gradients.partial(reader)


def upright(reader: Reader) -> Term:
    """Parse ``\\mathrm{d}u/\\mathrm{d}x`` or ``\\mathrm{d}W``."""
    quotient = derivatives.inline(reader)
    if quotient is not None:
        return quotient
    span = reader.take().span
    if reader.conventions.differentiation.moving and reader.starts_factor():
        return Apply("differential", (reader.factor(),), span)
    raise UnreadError(r"\mathrm{d}", span)


def increment(reader: Reader) -> Term | None:
    """``\\Delta x`` as a symbol, ``\\Delta f(x)`` as a function; Δ alone if it is a symbol of the post; None before no name."""
    if not notation.name(reader.peek(1) or Symbol("", Span(0, 0))):
        return None
    span = reader.take().span
    if reader.conventions.differentiation.delta and reader.choose("increment"):
        return Variable(r"\Delta", span)
    change = _change(symbols.atom(reader), span)
    if change is None:
        raise reader.unread(r"\Delta")
    return change


def _change(of: Term, span: Span) -> Term | None:
    """``\\Delta x`` for x, its square for x², the change of a member or value for that; None for other terms."""
    match of:
        case Variable(name=name):
            return Variable(rf"\Delta {name}", span)
        case Apply(operator="index" | "call" | "power" as operator, arguments=(head, *rest)):
            change = _change(head, span)
            return None if change is None else Apply(operator, (change, *rest), span)
    return None


def _has_differential(reader: Reader) -> bool:
    """Whether the current d is a differential: of a symbol in `moving`, a bracket or a function."""
    moving, following = reader.conventions.differentiation.moving, reader.peek(1)
    if not moving or following is None or isinstance(following, Scripted):
        return False
    name = notation.name(following)
    if name is not None and name in moving:
        return not (_is_squared(reader.peek(2)) and _counts(reader))
    text = following.text if isinstance(following, Symbol) else ""
    return name is None and (
        isinstance(following, Delimited) or text in ("(", r"\|") or text[1:] in spelled()
    )


def _is_squared(item: Item | None) -> bool:
    return isinstance(item, Scripted) and item.superscript is not None


def _counts(reader: Reader) -> bool:
    """Whether a number precedes the current d, as in the product ``2d\\sigma^2``."""
    return reader.at > 0 and isinstance(reader.row[reader.at - 1], Digits)


def _differential(reader: Reader) -> Term:
    """Parse ``d\\boldsymbol{W}``, ``d(XY)`` or ``d\\log\\det X``; ``dX^{\\top}`` is the differential of ``X^{\\top}``."""
    span = reader.take().span
    inner = reader.factor()
    if isinstance(inner, Apply) and inner.operator == "power" and not _is_inverse(inner.arguments[1]):
        raise UnreadError("d…^{…}", span)  # the square of a differential, or the differential of a square
    return Apply("differential", (inner,), span)


def _is_inverse(exponent: Term) -> bool:
    return isinstance(exponent, Number) and exponent.value == -1


CONSTRUCTS = (
    Construct(differential, ("d",)),
    Construct(partial, (r"\partial",)),
    Construct(upright, (r"\text{d}",)),
    Construct(increment, (r"\Delta",)),
)
