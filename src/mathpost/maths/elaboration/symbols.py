"""Names with labels, indices, powers and arguments."""

from __future__ import annotations

from mathpost.latex.tree import Command, Delimited, Group, Symbol, Text
from mathpost.maths import notation
from mathpost.maths.elaboration import application, named_functions
from mathpost.maths.elaboration.arguments import applied
from mathpost.maths.elaboration.calculus import velocities
from mathpost.maths.elaboration.constants import constant
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.elaboration.scripts import (
    Factorial,
    factorial,
    is_counted_above,
    is_transposed_first,
    subscripted,
    superscripted,
    with_sort,
)
from mathpost.maths.notation import Digits, Scripted, UnreadError
from mathpost.maths.operators import spelled
from mathpost.maths.terms.term import Apply, Number, Term, Variable
from mathpost.text.source import Span

DOTTED = tuple(velocities.DOTS)
# operators of vector fields, which are no factors: what they are applied to is never one number
OF_FIELDS = frozenset(rf"\text{{{name}}}" for name in ("div", "curl", "rot", "grad"))


def sign(reader: Reader) -> Term:
    """Parse a sign without a construct of its own: a named function or a name."""
    text = reader.symbol()
    if text in notation.DOTS:
        raise reader.unread("…")
    if text[:1] == "\\" and text[1:] in spelled() and not _is_labelled(reader):
        return named_functions.function(reader, spelled()[text[1:]])
    return atom(reader)


def _is_labelled(reader: Reader) -> bool:
    """Whether a letter of a function has a subscript, ``\\Gamma_0``, and is therefore a name."""
    item, scripts = reader.peek(), reader.peek(1)
    lettered = item is not None and notation.name(item) is not None
    return lettered and isinstance(scripts, Scripted) and scripts.subscript is not None


def word(reader: Reader) -> Term | None:
    """Parse an upright word: a named function, ``\\text{sigmoid}(x)``, or a name; None for any other command."""
    item = reader.peek()
    spelling = None if item is None else notation.word(item)
    if spelling is None:
        return None
    if spelling in spelled():
        following = reader.peek(1)
        if following is None or isinstance(
            following, Symbol | Delimited | Digits | Group | Command | Scripted
        ):
            return named_functions.function(reader, spelled()[spelling])
    if not spelling.isascii():
        raise reader.unread(spelling, item)
    return atom(reader)


def command(reader: Reader) -> Term:
    """Parse a letter in another alphabet or with an accent: ``\\mathcal{L}``, ``\\overline{z}``."""
    item = reader.peek()
    if item is not None and notation.name(item) is not None:
        return atom(reader)
    raise reader.unread(item.name if isinstance(item, Command) else None, item)


def atom(reader: Reader) -> Term:
    """Parse a symbol with its labels and indices, applied to the arguments that follow."""
    item = reader.take()
    symbol = notation.name(item)
    if symbol is None or (symbol in OF_FIELDS and reader.starts_factor()):
        raise reader.unread(symbol, item)
    return _named(reader, symbol, item.span)


def _named(reader: Reader, symbol: str, span: Span) -> Term:
    """The name `symbol` with the scripts and arguments that follow."""
    if symbol.startswith(DOTTED) and velocities.is_velocity(symbol, reader):
        letter, dots = velocities.undotted(symbol) or (symbol, 0)
        return velocities.slope(_named(reader, letter, span), dots, span)
    scripts = reader.peek()
    special = constant(reader, symbol, span, scripts if isinstance(scripts, Scripted) else None)
    if special is not None:
        return special
    letter = symbol
    indices: list[Term] = []
    power: Term | None = None
    factors: Factorial | None = None
    above = ""
    primes = 0
    if isinstance(scripts, Scripted):
        reader.take()
        primes = scripts.primes
        if scripts.subscript is not None:
            symbol, indices = subscripted(reader, symbol, scripts.subscript)
        factors = factorial(reader, scripts.superscript)
        if scripts.superscript is not None and factors is None:
            symbol, more, power, above = superscripted(reader, symbol, scripts.superscript)
            indices += more
    if primes and not (applied(reader) and application.is_function(reader, symbol)):
        symbol, primes = symbol + "'" * primes, 0
    variable, indices = _family(reader, letter, symbol, indices, span)
    if (
        above == "transpose"
        and isinstance(scripts, Scripted)
        and is_transposed_first(scripts, symbol, indices)
    ):
        variable, above = Apply(above, (Variable(with_sort(reader, letter, symbol, ()), span),), span), ""
    term = Apply("index", (variable, *indices), span) if indices else variable
    value = application.spectrum(reader, symbol, indices, span) if not (above or primes) else None
    if value is not None:
        term = value
    elif applied(reader) and (not above or (above == "transpose" and not notation.is_bold(symbol))):
        if power is None:
            term = application.read(reader, symbol, term, primes, span)
        elif (
            application.is_function(reader, symbol)
            or symbol in reader.conventions.functions.applied
            or application.is_of_one_letter(reader)
        ):
            term = _raised(reader, symbol, term, power, primes, span)
            power = None
    if above:
        term = Apply(above, (term,), span)
    if power is not None:
        term = Apply("power", (term, power), span)
    return term if factors is None else factors.of(term, span)


def _family(
    reader: Reader, letter: str, symbol: str, indices: list[Term], span: Span
) -> tuple[Term, list[Term]]:
    """What indices are taken of, and these: of ``x^{(i)}_j`` the member ``x^{(i)}`` where that is an array, and ``j``."""
    if len(indices) == 2 and is_counted_above(reader, letter, symbol):
        entry, counted = indices
        member = Variable(with_sort(reader, letter, symbol, (counted,)), span)
        return Apply("index", (member, counted), span), [entry]
    return Variable(with_sort(reader, letter, symbol, indices), span), indices


def _raised(reader: Reader, symbol: str, head: Term, power: Term, primes: int, span: Span) -> Term:
    """``f^2(x)`` as the square of a value, a square times a bracket, or the function applied twice; ``f^{-1}(x)`` as a call of
    the inverse function.
    """
    mark = reader.at
    value = application.read(reader, symbol, head, primes, span)
    if value is head or (isinstance(power, Number) and power.value > 0):
        twice = isinstance(power, Number) and power.value == 2 and not primes
        match value:
            case Apply(operator="call", arguments=(_, inner)) if twice and reader.choose("composition"):
                return Apply("call", (head, Apply("call", (head, inner), span)), span)
        return Apply("power", (value, power), span)
    inverts = isinstance(power, Number) and power.value == -1 and not primes
    if inverts and isinstance(value, Apply) and value.operator == "call":
        inverse = Variable(f"{symbol}^{{-1}}", head.origin)  # treated as an unrelated function
        return Apply("call", (inverse, *value.arguments[1:]), span)
    if isinstance(power, Number) or primes or reader.choose("iterate"):
        raise UnreadError(symbol + "^{…}(…)", span)
    reader.at = mark
    return Apply("power", (head, power), span)


CONSTRUCTS = (
    Construct(sign, (Symbol,)),
    Construct(word, (Text, Command)),
    Construct(command, (Text, Command)),
)
