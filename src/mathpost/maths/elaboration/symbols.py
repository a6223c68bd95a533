"""Names and what is attached to them: a letter with labels, indices, powers and arguments; symbols that have a meaning of their own."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from mathpost.latex.tree import Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration import application, brackets, conditions, handbook
from mathpost.maths.elaboration.binders import binders, integration
from mathpost.maths.elaboration.binders.binders import BIG, EXTREMES
from mathpost.maths.elaboration.binders.integration import INTEGRALS
from mathpost.maths.elaboration.calculus import derivatives, gradients, velocities
from mathpost.maths.elaboration.chance import averages, probability
from mathpost.maths.elaboration.scripts import (
    Factorial,
    attached,
    factorial,
    index_list,
    subscripted,
    superscripted,
    with_sort,
)
from mathpost.maths.notation import Digits, Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import OPENERS
from mathpost.maths.operators import spelled
from mathpost.maths.terms.term import ONE, Apply, Number, Term, Variable
from mathpost.text.source import Span

if TYPE_CHECKING:
    from mathpost.maths.elaboration.elaboration import Reader


DOTTED = tuple(velocities.DOTS)


def of_symbol(reader: Reader, text: str) -> Term:
    """What begins with the symbol at hand: a bracket, a sum, a named function, a name."""
    if text in OPENERS:
        return brackets.bracketed(reader)
    if text in ("|", r"\|"):
        return brackets.barred(reader)
    if text in BIG or text in EXTREMES or text in (*INTEGRALS, r"\lim") or binders.is_place(reader):
        return integration.integral(reader) if text in INTEGRALS else binders.read(reader)
    if text in notation.DOTS:
        raise reader.unread("…")
    if text == r"\Pr":
        span = reader.take().span
        if isinstance(reader.peek(), Scripted):
            raise UnreadError(text, span)  # a law with a name, as in ``\Pr_{\pi}(\tau)``
        return application.read(reader, text, Variable("P", span), 0, span)
    if text == r"\infty":
        return Apply("infinity", (), reader.take().span)
    if text == r"\Delta" and notation.name(reader.peek(1) or Symbol("", Span(0, 0))):
        return _increment(reader)
    if text == r"\nabla":
        return gradients.read(reader)
    if text in ("d", r"\partial") and (slope := _of_a_sign(reader, text)) is not None:
        return slope
    if text in (r"\Re", r"\Im"):
        reader.take()
        return Apply(
            "real_part" if text == r"\Re" else "imaginary_part", application.arguments_or_factor(reader)
        )
    if text[:1] == "\\" and text[1:] in spelled():
        return application.function(reader, spelled()[text[1:]])
    if not nameable(text):
        raise reader.unread()
    return atom(reader)


def _of_a_sign(reader: Reader, sign: str) -> Term | None:
    """What begins with a sign of differentiation: ``du/dx``, ``\\partial_x u``, ``dW``; None where d is a letter."""
    quotient = derivatives.inline(reader)
    if quotient is not None:
        return quotient
    if sign == r"\partial":
        return gradients.partial(reader)
    return _differential(reader) if _has_differential(reader) else None


def _of_a_roman_d(reader: Reader, span: Span) -> Term:
    """What begins with the upright d that was just taken."""
    reader.at -= 1
    quotient = derivatives.inline(reader)
    if quotient is not None:
        return quotient
    reader.at += 1
    if reader.conventions.moving and reader.starts_factor():
        return Apply("differential", (reader.factor(),), span)
    raise UnreadError(r"\mathrm{d}", span)


def _increment(reader: Reader) -> Term:
    """``\\Delta x`` is one symbol, ``\\Delta f(x)`` one function; a product where Δ is a symbol of the post."""
    span = reader.take().span
    if reader.conventions.delta and reader.choose("increment"):
        return Variable(r"\Delta", span)
    change = _change(atom(reader), span)
    if change is None:
        raise reader.unread(r"\Delta")
    return change


def _change(of: Term, span: Span) -> Term | None:
    """The symbol ``\\Delta x`` for x, the square of that for x², a member or a value for a member or a value."""
    match of:
        case Variable(name=name):
            return Variable(rf"\Delta {name}", span)
        case Apply(operator="index" | "call" | "power" as operator, arguments=(head, *rest)):
            change = _change(head, span)
            return None if change is None else Apply(operator, (change, *rest), span)
    return None


def _has_differential(reader: Reader) -> bool:
    """Whether the d at hand makes a differential of what follows: of a symbol that has one, of a bracket or function."""
    moving, following = reader.conventions.moving, reader.peek(1)
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
    """Whether a number stands right before the d at hand: ``2d\\sigma^2`` is a product."""
    return reader.at > 0 and isinstance(reader.row[reader.at - 1], Digits)


def _differential(reader: Reader) -> Term:
    """``d\\boldsymbol{W}``, ``d(XY)``, ``d\\log\\det X``; the transpose of one is one of a transpose."""
    span = reader.take().span
    inner = reader.factor()
    if isinstance(inner, Apply) and inner.operator == "power" and not _is_inverse(inner.arguments[1]):
        raise UnreadError("d…^{…}", span)  # the square of a differential, or the differential of a square
    return Apply("differential", (inner,), span)


def _is_inverse(exponent: Term) -> bool:
    return isinstance(exponent, Number) and exponent.value == -1


def atom(reader: Reader) -> Term:
    """A symbol with its labels and indices, applied if arguments follow."""
    item = reader.take()
    symbol = notation.name(item)
    if symbol is None:
        raise reader.unread(None, item)
    return _named(reader, symbol, item.span)


def _named(reader: Reader, symbol: str, span: Span) -> Term:
    """The name `symbol` with the scripts and arguments that follow it."""
    if symbol.startswith(DOTTED) and velocities.is_velocity(symbol, reader):
        letter, dots = velocities.undotted(symbol) or (symbol, 0)
        return velocities.slope(_named(reader, letter, span), dots, span)
    scripts = reader.peek()
    special = _special(reader, symbol, span, scripts if isinstance(scripts, Scripted) else None)
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
    if primes and not (application.applied(reader) and application.is_function(reader, symbol)):
        symbol, primes = symbol + "'" * primes, 0
    variable: Term = Variable(with_sort(reader, letter, symbol, indices), span)
    term = Apply("index", (variable, *indices), span) if indices else variable
    value = application.spectrum(reader, symbol, indices, span) if not (above or primes) else None
    if value is not None:
        term = value
    elif application.applied(reader) and not above:
        if power is None:
            term = application.read(reader, symbol, term, primes, span)
        elif application.is_function(reader, symbol) or symbol in reader.conventions.applied:
            term = _raised(reader, symbol, term, power, primes, span)
            power = None
    if above:
        term = Apply(above, (term,), span)
    if power is not None:
        term = Apply("power", (term, power), span)
    return term if factors is None else factors.of(term, span)


def _raised(reader: Reader, symbol: str, head: Term, power: Term, primes: int, span: Span) -> Term:
    """``f^2(x)``: the square of a value, a square beside a bracket, or the function applied twice; ``f^{-1}(x)`` is none of
    these, but the inverse function.
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
        inverse = Variable(
            f"{symbol}^{{-1}}", head.origin
        )  # a function of its own for all that is known of it
        return Apply("call", (inverse, *value.arguments[1:]), span)
    if isinstance(power, Number) or primes or reader.choose("iterate"):
        raise UnreadError(symbol + "^{…}(…)", span)
    reader.at = mark
    return Apply("power", (head, power), span)


def _is_a_column(reader: Reader, symbol: str, scripts: Scripted | None) -> bool:
    """Whether an e is an array of the post, as residuals are: it stands bare or is turned."""
    if symbol not in reader.conventions.arrays:
        return False
    above = None if scripts is None else scripts.superscript
    return above is None or notation.latex(above).strip("{}") in notation.TRANSPOSES


def _special(reader: Reader, symbol: str, span: Span, scripts: Scripted | None) -> Term | None:
    """Symbols with a meaning of their own: e, i, π, δ_{ij}, 𝟙, 𝔼."""
    bare = scripts is None or (scripts.subscript is None and scripts.primes == 0)
    if (
        symbol in ("e", r"\text{e}")
        and bare
        and symbol not in reader.conventions.functions
        and not _is_a_column(reader, symbol, scripts)
    ):
        if scripts is not None and scripts.superscript is not None:
            reader.take()
            return Apply("exp", (reader.inner([scripts.superscript]).whole(),), span)
        if reader.conventions.euler or symbol != "e":
            return Apply("exp", (ONE,), span)
    imaginary = reader.conventions.imaginary or bool(
        reader.conventions.choices & {handbook.BOOK, "imaginary unit"}
    )
    named = symbol == r"\text{i}" or (symbol == r"\text{j}" and bare)
    if named or (symbol == reader.conventions.unit and imaginary and bare):
        return Apply("imaginary_unit", (), span)
    lawful = symbol in reader.conventions.laws and application.applied(reader)
    if symbol == r"\pi" and bare and symbol not in reader.conventions.functions and not lawful:
        return Apply("pi", (), span)
    if symbol == r"\text{d}":
        return _of_a_roman_d(reader, span)
    if symbol == r"\delta" and scripts is not None and scripts.subscript is not None:
        indices = index_list(reader, scripts.subscript)
        if indices is not None and len(indices) == 2 and scripts.superscript is None:
            reader.take()
            return Apply("delta", tuple(indices), span)
    plain = symbol == "I" and ("I" in reader.conventions.arrays or _names_a_size(reader, scripts))
    if symbol == r"\boldsymbol{I}" or plain:
        unit = Apply("identity", _size(reader, scripts), span)
        above = scripts is not None and scripts.superscript is not None
        return attached(reader, unit, scripts._replace(subscript=None)) if above and scripts else unit
    if symbol == r"\boldsymbol{0}" and scripts is None:
        return Number(Fraction(0), None, span)
    if symbol in (r"\mathbb{1}", r"\boldsymbol{1}", r"\mathbb{I}", r"\text{1}"):
        return conditions.indicator(reader, symbol, span, scripts)
    if symbol in probability.MEANS and not averages.is_matrix(reader, symbol):
        return averages.expectation(reader, span)
    return None


def _names_a_size(reader: Reader, scripts: Scripted | None) -> bool:
    """Whether a subscript is a size, as of ``I_n`` in a post whose arrays are plain letters."""
    if scripts is None or scripts.subscript is None or not reader.conventions.arrays:
        return False
    row = notation.opened(scripts.subscript)
    return len(row) == 1 and notation.name(row[0]) in SIZES


SIZES = frozenset("nmpqdkr")


def _size(reader: Reader, scripts: Scripted | None) -> tuple[Term, ...]:
    """The size that the subscript of an identity names, where it is one symbol or number."""
    if scripts is None:
        return ()
    reader.take()
    if scripts.subscript is None:
        return ()
    row = notation.opened(scripts.subscript)
    if len(row) != 1 or not (isinstance(row[0], notation.Digits) or notation.name(row[0]) is not None):
        return ()
    return (reader.inside(row).whole(),)


def nameable(text: str) -> bool:
    """Whether a symbol may begin a factor that is a name, a named function or a constant."""
    return notation.name(Symbol(text, Span(0, 0))) is not None or (text[:1] == "\\" and text[1:] in spelled()) or text in (
        r"\infty", r"\lim", r"\Re", r"\Im", r"\Pr", r"\nabla", r"\partial",
    )  # fmt: skip
