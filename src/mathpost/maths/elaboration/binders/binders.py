"""Constructs that bind a variable: sums and products, extremes and where they are taken, limits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from mathpost.latex.tree import Group, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration import named_functions
from mathpost.maths.elaboration.arguments import applied
from mathpost.maths.elaboration.binders import extremes
from mathpost.maths.elaboration.binders.indices import Indices, bounds, variable_of
from mathpost.maths.elaboration.reach import reach
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.terms.term import ONE, ZERO, Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.text.source import Span

EACH = Variable("⁎")  # an index that a post leaves unnamed, or names as another is
BIG = {r"\sum": "sum", r"\prod": "product"}
ARROWS = frozenset([r"\to", r"\rightarrow", r"\longrightarrow"])
SLOPING = {r"\downarrow": 1, r"\searrow": 1, r"\uparrow": -1, r"\nearrow": -1}  # and the side they come from
PLACES = {"argmin": "minimum", "argmax": "maximum", "arg min": "minimum", "arg max": "maximum"}
WORDS = {"max": "maximum", "min": "minimum"}
EXTREMES = {r"\max": "maximum", r"\min": "minimum", r"\sup": "maximum", r"\inf": "minimum"}


def read(reader: Reader) -> Term:
    """The construct whose sign is at hand."""
    sign = reader.symbol()
    if sign in BIG:
        return ranged(reader, BIG[sign])
    return extreme(reader, EXTREMES[sign]) if sign in EXTREMES else limit(reader)


def place(reader: Reader) -> Term | None:
    """``\\arg\\min_x f(x)``, ``\\arg\\max_x f(x)``; None where no extreme follows."""
    if reader.symbol(1) not in (r"\min", r"\max"):
        return None
    span = reader.take().span
    return argument(reader, EXTREMES[notation.latex(reader.take())], span)


def grouped_place(reader: Reader) -> Term | None:
    """``\\mathop{\\arg\\max}_x f(x)``: a group that stands in front of its scripts; None for any other group."""
    group = reader.peek()
    signs = [notation.latex(node) for node in group.body] if isinstance(group, Group) else []
    if len(signs) != 2 or signs[0] != r"\arg" or signs[1] not in EXTREMES:
        return None
    return argument(reader, EXTREMES[signs[1]], reader.take().span)


def worded_place(reader: Reader) -> Term:
    """``\\operatorname{argmin}_x f(x)``."""
    word = reader.take()
    return argument(reader, PLACES[notation.word(word) or ""], word.span)


# --- ranges -----------------------------------------------------------------------------------------------------------


def ranged(reader: Reader, operator: str) -> Term:
    """``\\sum`` or ``\\prod`` with its bounds and its body: the factors up to the next plus or minus."""
    sign = reader.take()
    scripts = reader.scripts()
    if scripts is None:
        found = over_the_members(reader, sign)
    elif scripts.subscript is None:
        raise UnreadError(notation.latex(sign) + " without an index", sign.span)
    else:
        found = bounds(reader, scripts, sign.span)
    if operator == "sum":
        return found.over(operator, body_of(reader, found), ZERO, sign.span)
    mark = reader.at
    whole = reach(reader, body_of(reader, found), found.letters, mark)
    return whole.around(found.over(operator, whole.body, ONE, sign.span))


def over_the_members(reader: Reader, sign: Item) -> Indices:
    """The index of a sum that names none, ``\\sum (x_i - \\bar{x})^2``: the one letter that members are counted by in it."""
    mark = reader.at
    body = body_of(reader, Indices())
    reader.at = mark
    counting = {
        name
        for term in subterms(body)
        if isinstance(term, Apply) and term.operator == "index"
        for place in term.arguments[1:]
        for name in free_variables(place)
    }
    letters = counting & free_variables(body)
    if len(letters) != 1:
        raise UnreadError(notation.latex(sign) + " without an index", sign.span)
    found = Indices()
    found.variables.append((Variable(letters.pop(), sign.span), ()))
    return found


def body_of(reader: Reader, found: Indices) -> Term:
    """What a sum or product is over: a term, perhaps with its sign, or more where what follows uses a bound letter."""
    mark = reader.at
    if reader.symbol() == "+":
        raise reader.unread()
    minus = reader.take() if reader.symbol() == "-" else None
    body = reader.term()
    if reader.symbol() in ("+", "-") and _used_later(reader, found) and reader.choose("scope of the sum"):
        reader.at = mark
        return reader.expression()
    return body if minus is None else Apply("negate", (body,), minus.span)


def _used_later(reader: Reader, found: Indices) -> bool:
    """Whether a bound letter stands free in what follows the body: then the sum may be meant to reach further."""
    rest = notation.latex_row(reader.row[reader.at :])
    signs = any(sign in rest for sign in (*BIG, r"\int"))
    return not signs and any(isinstance(v, Variable) and v.name in rest for v, _ in found.variables)


def extreme(reader: Reader, operator: str) -> Term:
    """``\\max(a, b)``, ``\\max\\{a, b\\}`` or ``\\max_i x_i``."""
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
    """``\\max(x_1, \\dots, x_n)`` as the extreme over an index; None for what is no such list."""
    match listed:
        case Apply(operator="members", arguments=(family, low, high)):
            return Bind(f"{operator}_over", EACH, (low, high), Apply("index", (family, EACH)), sign.span)
    return None


def argument(reader: Reader, operator: str, span: Span) -> Term:
    """``\\arg\\min_x f(x)``, behind its sign."""
    scripts = reader.scripts()
    row = notation.opened(scripts.subscript) if scripts is not None and scripts.subscript is not None else []
    if not row:
        raise UnreadError(r"\arg without a variable", span)
    variable, where = extremes.domain(reader, row, span)
    return Bind(f"arg{operator}", variable, (where,), reader.expression(), span)  # what is added is no place


def _over_set(reader: Reader, operator: str, row: Sequence[Item], span: Span) -> Term:
    """An extreme over a set; one of a family over its index."""
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
    """What an extreme is taken of, perhaps with a minus before it."""
    if reader.symbol() != "-":
        return body_of(reader, found)
    sign = reader.take()
    return Apply("negate", (body_of(reader, found),), sign.span)


def _of_entries(operator: str, argument: Term, sign: Item) -> Term:
    """``\\max(s_i)``: over all that its index may be; ``\\max(\\boldsymbol{x})``: the largest entry."""
    if isinstance(argument, Variable) and notation.is_bold(argument.name):
        return Apply(f"{operator}_entry", (argument,), sign.span)
    match argument:
        case Apply(operator="index", arguments=(Variable() as family, Variable())):
            member = Apply("index", (family, EACH), argument.origin)
            return Bind(f"{operator}_over", EACH, (), member, sign.span)
    raise UnreadError(notation.latex(sign) + " of a set", sign.span)


# --- limits -----------------------------------------------------------------------------------------------


def limit(reader: Reader) -> Term:
    sign = reader.take()
    scripts = reader.scripts()
    row = notation.opened(scripts.subscript) if scripts is not None and scripts.subscript is not None else []
    arrows = [k for k, i in enumerate(row) if notation.latex(i) in (*ARROWS, *SLOPING)]
    if len(arrows) != 1:
        raise UnreadError(r"\lim", sign.span)
    variable = variable_of(reader, row[: arrows[0]], sign.span)
    where, side = _side(row[arrows[0] + 1 :])
    side = side or SLOPING.get(notation.latex(row[arrows[0]]), 0)
    point = reader.inside(where).whole()
    sides = (Number(Fraction(side)),) if side else ()
    return Bind("limit", variable, (point, *sides), reader.term(), sign.span)


def _side(row: Sequence[Item]) -> tuple[list[Item], int]:
    """A point without the sign behind or above it that says from where it is approached: ``0^+``, ``1-``."""
    signs = {"+": 1, "-": -1}
    last = row[-1] if row else None
    if isinstance(last, Scripted) and notation.latex(last.superscript) in signs and last.subscript is None:
        return list(row[:-1]), signs[notation.latex(last.superscript)]
    if len(row) > 1 and notation.latex(last) in signs:
        return list(row[:-1]), signs[notation.latex(last)]
    return list(row), 0


CONSTRUCTS = (
    Construct(read, (*BIG, *EXTREMES, r"\lim")),
    Construct(place, (r"\arg",), beside=lambda _: False),
    Construct(grouped_place, (Group,), first=True),
    Construct(worded_place, tuple(rf"\text{{{word}}}" for word in PLACES)),
    *(Construct(partial(extreme, operator=of), (rf"\text{{{word}}}",)) for word, of in WORDS.items()),
)
