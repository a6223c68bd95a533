r"""Extremes and their arguments: ``\max(a, b)``, ``\max_i x_i``, ``\arg\min_x f(x)``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mathpost.latex.tree import Group, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration import named_functions
from mathpost.maths.elaboration.arguments import applied
from mathpost.maths.elaboration.binders import extremes
from mathpost.maths.elaboration.binders.indices import Indices, bounds
from mathpost.maths.elaboration.binders.sums import body_of
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Item, UnreadError
from mathpost.maths.terms.term import Apply, Bind, Term, Variable
from mathpost.text.source import Span

EACH = Variable("⁎")  # an index that is unnamed or would clash with another
EXTREMES = {r"\max": "maximum", r"\min": "minimum", r"\sup": "maximum", r"\inf": "minimum"}
PLACES = {"argmin": "minimum", "argmax": "maximum", "arg min": "minimum", "arg max": "maximum"}
WORDS = {r"\text{max}": "maximum", r"\text{min}": "minimum"}


def extreme(reader: Reader, operator: str) -> Term:
    """Parse ``\\max(a, b)``, ``\\max\\{a, b\\}`` or ``\\max_i x_i``."""
    sign = reader.take()
    scripts = reader.scripts()
    if scripts is None:
        if not (applied(reader) or reader.symbol() == r"\{" or not isinstance(reader.peek(), Symbol)):
            raise UnreadError(notation.latex(sign), sign.span)
        arguments = named_functions.arguments_or_factor(reader, lists=True)
        if len(arguments) < 2:
            return _of_members(operator, arguments[0], sign) or _of_entries(operator, arguments[0], sign)
        return Apply(operator, arguments, sign.span)
    row = notation.opened(scripts.subscript) if scripts.subscript is not None else []
    if scripts.superscript is None and row and not extremes.counts(row):
        return _over_set(reader, operator, row, sign.span)
    if notation.latex(sign) in (r"\sup", r"\inf"):
        raise UnreadError(notation.latex(sign), sign.span)
    found = bounds(reader, scripts, sign.span)
    return found.over(f"{operator}_over", body_of(reader, found), None, sign.span)


def _of_members(operator: str, listed: Term, sign: Item) -> Term | None:
    """``\\max(x_1, \\dots, x_n)`` as the extreme over an index; None for any other list."""
    match listed:
        case Apply(operator="members", arguments=(family, low, high)):
            return Bind(f"{operator}_over", EACH, (low, high), Apply("index", (family, EACH)), sign.span)
    return None


def argument(reader: Reader, operator: str, span: Span) -> Term:
    """Parse ``\\arg\\min_x f(x)`` after its sign."""
    scripts = reader.scripts()
    row = notation.opened(scripts.subscript) if scripts is not None and scripts.subscript is not None else []
    if not row:
        raise UnreadError(r"\arg without a variable", span)
    variable, where = extremes.domain(reader, row, span)
    return Bind(
        f"arg{operator}", variable, (where,), reader.expression(), span
    )  # summands belong to the function, not to the place


def _over_set(reader: Reader, operator: str, row: Sequence[Item], span: Span) -> Term:
    """An extreme over a set; for a family, an extreme over its index."""
    function = extremes.of_functions(reader, row, span)
    if function is not None:
        return Bind(f"{operator}_of", function[0], (function[1],), _signed(reader, Indices()), span)
    variable, where = extremes.domain(reader, row, span)
    found = Indices()
    found.variables.append((variable, ()))
    body = _signed(reader, found)
    if where == extremes.EVERYWHERE and extremes.is_index(variable.name, body):
        return Bind(f"{operator}_over", variable, (), body, span)
    return Bind(f"{operator}_in", variable, (where,), body, span)


def _signed(reader: Reader, found: Indices) -> Term:
    """The body of an extreme, possibly with a minus sign."""
    if reader.symbol() != "-":
        return body_of(reader, found)
    sign = reader.take()
    return Apply("negate", (body_of(reader, found),), sign.span)


def _of_entries(operator: str, argument: Term, sign: Item) -> Term:
    """``\\max(s_i)`` as the extreme over all indices; ``\\max(\\boldsymbol{x})`` as the largest entry."""
    if isinstance(argument, Variable) and notation.is_bold(argument.name):
        return Apply(f"{operator}_entry", (argument,), sign.span)
    match argument:
        case Apply(operator="index", arguments=(Variable() as family, Variable())):
            member = Apply("index", (family, EACH), argument.origin)
            return Bind(f"{operator}_over", EACH, (), member, sign.span)
    raise UnreadError(notation.latex(sign) + " of a set", sign.span)


def place(reader: Reader) -> Term | None:
    """Parse ``\\arg\\min_x f(x)`` or ``\\arg\\max_x f(x)``; None if no extreme follows."""
    if reader.symbol(1) not in (r"\min", r"\max"):
        return None
    span = reader.take().span
    return argument(reader, EXTREMES[notation.latex(reader.take())], span)


def grouped_place(reader: Reader) -> Term | None:
    """Parse ``\\mathop{\\arg\\max}_x f(x)``, a group with scripts; None for any other group."""
    group = reader.peek()
    signs = [notation.latex(node) for node in group.body] if isinstance(group, Group) else []
    if len(signs) != 2 or signs[0] != r"\arg" or signs[1] not in EXTREMES:
        return None
    return argument(reader, EXTREMES[signs[1]], reader.take().span)


def worded_place(reader: Reader) -> Term:
    """Parse ``\\operatorname{argmin}_x f(x)``."""
    word = reader.take()
    return argument(reader, PLACES[notation.word(word) or ""], word.span)


CONSTRUCTS = (
    *(Construct(partial(extreme, operator=of), (sign,)) for sign, of in (EXTREMES | WORDS).items()),
    Construct(place, (r"\arg",), beside=lambda _: False),
    Construct(grouped_place, (Group,), first=True),
    Construct(worded_place, tuple(rf"\text{{{word}}}" for word in PLACES)),
)
