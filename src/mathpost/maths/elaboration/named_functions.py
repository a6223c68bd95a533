r"""Named functions and their arguments: ``\sin^2 x``, ``\log_2 8``, ``\exp(x)``, ``\Re z``."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from mathpost.latex.tree import Delimited, Node, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.arguments import applied, enclosed
from mathpost.maths.elaboration.calculus import derivatives
from mathpost.maths.elaboration.lists import dotted_arrays, sequences
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.operators import spelled
from mathpost.maths.terms.term import ONE, ZERO, Apply, Bind, Number, Term, Variable, subterms, times
from mathpost.text.source import Span

BASES = frozenset(["2", "10"])  # of logarithms, as programs write them
# the inverse functions that the power -1 denotes
INVERSES = {
    "sin": "arcsin", "cos": "arccos", "tan": "arctan", "sinh": "arsinh", "cosh": "arcosh", "tanh": "artanh", "erf": "inverse_erf",
}  # fmt: skip


def function(reader: Reader, operator: str) -> Term:
    """Parse a named function: ``\\sin^2 x``, ``\\log_2 8``, ``\\exp(…)``."""
    item = reader.take()
    span = item.span
    primes, power, base, entry, limits = _marks(reader, operator, item)
    if operator == "log" and base is None and power is None and _is_typed_base(reader, item):
        base = Number(Fraction(notation.latex(reader.take())))
    if isinstance(power, Number) and power.value < 0:
        if power.value != -1 or base is not None or primes or operator not in INVERSES:
            raise UnreadError(notation.latex(item) + "^{-1}", span)
        operator, power = _inverted(reader, operator, power)
    angle = operator == "cos" and _angle_follows(reader)
    arguments = arguments_or_factor(reader, column=operator == "diagonal")
    if operator == "cos" and power is None and not primes:
        if len(arguments) == 2:
            return _cosine(arguments, span)
        if angle and isinstance(arguments[0], Apply) and arguments[0].operator == "inner":
            return _cosine(arguments[0].arguments, span)
    arguments += limits or (UNIT_INTERVAL if operator == "mclip" and len(arguments) == 1 else ())
    if len(arguments) != ARGUMENTS.get(operator, 1):
        raise UnreadError(notation.latex(item) + "(…, …)", span)
    value = Apply(operator, arguments, span)
    term: Term = value
    if primes and base is None:
        term = differentiated(value, primes, span)
    elif primes:
        raise UnreadError(notation.latex(item) + "'", span)
    term = term if entry is None else Apply("index", (term, entry), span)
    if base is not None:
        term = Apply("log_base", (base, arguments[0]), span)
    return term if power is None else Apply("power", (term, power), span)


def _is_typed_base(reader: Reader, item: Item) -> bool:
    """Whether a number between the letters log and a bracket is the base, as in a program: ``log2(8)``."""
    following, bracket = reader.peek(), reader.peek(1)
    if not isinstance(following, notation.Digits) or bracket is None:
        return False
    typed = notation.latex(item) != r"\log" and following.text in BASES
    return typed and notation.latex(bracket) == "("


class Marks(NamedTuple):
    """The scripts of a named function: primes, a power, a base, the index of an entry, or limits."""

    primes: int = 0
    power: Term | None = None
    base: Term | None = None
    entry: Term | None = None
    limits: tuple[Term, ...] = ()


def _marks(reader: Reader, operator: str, item: Item) -> Marks:
    """The scripts after the function name `item`, which are consumed."""
    found = Marks()
    while isinstance(reader.peek(), Scripted):
        scripts = reader.scripts()
        assert scripts is not None
        found = found._replace(primes=found.primes + scripts.primes)
        if scripts.subscript is not None:
            limits = _limits(reader, operator, scripts.subscript)
            entry = _entry(reader, operator, scripts.subscript)
            if operator != "log" and not limits and entry is None:
                raise UnreadError(notation.latex(item) + "_", item.span)
            base = None if limits or entry else reader.inner([scripts.subscript]).whole()
            found = found._replace(limits=limits, entry=entry, base=base)
        if scripts.superscript is not None:
            found = found._replace(power=reader.inner([scripts.superscript]).whole())
    return found


def _inverted(reader: Reader, operator: str, power: Term) -> tuple[str, Term | None]:
    """``\\sin^{-1}`` as the inverse function; in the second reading, the reciprocal of the value."""
    return (operator, power) if reader.choose("reciprocal") else (INVERSES[operator], None)


def _cosine(pair: tuple[Term, ...], span: Span) -> Term:
    """``\\cos(u, v)``: the cosine of the angle between two vectors."""
    if not all(any(isinstance(t, Variable) and notation.is_bold(t.name) for t in subterms(p)) for p in pair):
        raise UnreadError(r"\cos(…, …)", span)
    lengths = tuple(Apply("norm", (p,), span) for p in pair)
    return Apply("divide", (Apply("inner", pair, span), Apply("multiply", lengths, span)), span)


OF_VECTORS = frozenset(["softmax"])  # vector-valued functions
ARGUMENTS = {"clip": 3, "mclip": 3}  # the number of arguments if not one
UNIT_INTERVAL: tuple[Term, ...] = (ZERO, ONE)


def _limits(reader: Reader, operator: str, subscript: Node) -> tuple[Term, ...]:
    """The limits in ``\\operatorname{clip}_{[a,b]}``; empty for any other function."""
    row = notation.opened(subscript)
    if (
        ARGUMENTS.get(operator) != 3
        or not row
        or notation.latex(row[0]) != "["
        or notation.latex(row[-1]) != "]"
    ):
        return ()
    parts = split_at_commas(row[1:-1])
    return tuple(reader.inside(p).whole() for p in parts) if len(parts) == 2 else ()


def _entry(reader: Reader, operator: str, subscript: Node) -> Term | None:
    """The index in ``\\text{softmax}_j(z)``, one entry of a vector-valued function; None for others."""
    index = reader.inner([subscript]).whole() if operator in OF_VECTORS else None
    return index if isinstance(index, Variable | Number) else None


def _angle_follows(reader: Reader) -> bool:
    """Whether an angle between vectors follows: ``\\cos\\langle a, b\\rangle``."""
    item = reader.peek()
    return reader.symbol() == r"\langle" or (isinstance(item, Delimited) and item.left == r"\langle")


def differentiated(value: Apply, order: int, span: Span) -> Term:
    """The derivative of `value` by its last argument: ``\\tanh'(x)``, ``J_\\nu''(z)``."""
    variable = Variable("⁎")
    body: Term = Apply(value.operator, (*value.arguments[:-1], variable), span)
    for _ in range(order - 1):
        body = Apply("derivative", (body, variable), span)
    return Bind("differentiate", variable, value.arguments[-1:], body, span)


def arguments_or_factor(reader: Reader, *, lists: bool = False, column: bool = False) -> tuple[Term, ...]:
    """The arguments of a named function: in brackets, or the factors that follow; `lists`: ``x_1, \\dots, x_n`` are members;
    `column`: a list in brackets is one column.
    """
    if applied(reader) or reader.symbol() == r"\{" or (isinstance(reader.peek(), Delimited)):
        mark, item = reader.at, reader.peek()
        if isinstance(item, Delimited):
            if item.left not in ("(", "[", r"\{", r"\lbrace", "（"):
                return (reader.factor(),)
            reader.take()
            content = notation.items(item.body, grouped=False)
        else:
            content = enclosed(reader)[1]
        parts = split_at_commas(content)
        if column and len(parts) > 1 and all(parts):
            return (dotted_arrays.listed(reader, parts, reader.row[mark].span),)
        every = _members(reader, parts) if lists else None
        if every is not None:
            return (every,)
        arguments = tuple(reader.inside(p).whole() for p in parts)
        goes_on = isinstance(reader.peek(), Scripted) or (
            reader.starts_factor() and not _function_follows(reader)
        )
        if goes_on and len(arguments) == 1 and reader.choose("argument after brackets"):
            reader.at = mark
            return (_juxtaposed(reader, reader.factor()),)
        return arguments
    if reader.peek() is None:
        raise reader.unread("function without argument")
    return (_bare_argument(reader),)


def _members(reader: Reader, parts: list[list[Item]]) -> Term | None:
    """The members ``x_1, \\dots, x_n``; None for other lists."""
    if len(parts) < 3 or not sequences.is_dots(parts[-2]) or any(map(sequences.is_dots, parts[:-2])):
        return None
    found = [reader.inside(p).whole() for p in parts[:-2]]
    every = sequences.between(found, reader.inside(parts[-1]).whole())
    return None if found else every


def _bare_argument(reader: Reader) -> Term:
    first = reader.factor()
    if not reader.starts_factor() or _function_follows(reader):
        if reader.symbol() == "/" and reader.choose("argument with a slash"):
            return reader.quotient(first)
        return first
    mark = reader.at
    # a sum after a symbol is a factor, "\log \lambda \sum"; after a fraction it is in the argument, "\log \frac{1}{n} \sum"
    ends = isinstance(first, Variable) and reader.symbol() in (r"\sum", r"\prod", r"\int")
    more = _juxtaposed(reader, first)
    if reader.choose("argument") != ends:
        reader.at = mark
        return first
    return more


def _juxtaposed(reader: Reader, first: Term) -> Term:
    while reader.starts_factor() and not _function_follows(reader):
        first = times(first, reader.factor(), first.origin)
    return first


def _function_follows(reader: Reader) -> bool:
    """Whether a named function, a differential or a derivative follows and ends the argument of the current function."""
    item = reader.peek()
    if derivatives.begins_one(reader):
        return True
    if isinstance(item, Symbol):
        return item.text[1:] in spelled() and item.text[0] == "\\"
    spelling = notation.word(item) if item is not None else None
    return spelling in spelled() if spelling else False


def part(reader: Reader) -> Term:
    """Parse ``\\Re z`` or ``\\Im(z)``."""
    operator = "real_part" if reader.symbol() == r"\Re" else "imaginary_part"
    reader.take()
    return Apply(operator, arguments_or_factor(reader))


CONSTRUCTS = (Construct(part, (r"\Re", r"\Im")),)
