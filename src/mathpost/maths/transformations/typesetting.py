"""Terms as LaTeX that reads back as the same term: formulas written by the program itself.

Operators without a common notation are refused, never paraphrased.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple

from mathpost.maths.operators import registry
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, subterms

_TRIGONOMETRIC = frozenset("sin cos tan cot sec csc sinh cosh tanh coth".split())
_MACROS = _TRIGONOMETRIC | frozenset("arcsin arccos arctan exp log gamma".split())
_CONSTANTS = {"pi": r"\pi", "infinity": r"\infty", "imaginary_unit": r"\mathrm{i}"}
_SIGNS = {
    "equal": "=",
    "unequal": r"\neq",
    "less": "<",
    "greater": ">",
    "less_equal": r"\leq",
    "greater_equal": r"\geq",
}
_HIGH = (r"\frac", r"\sum", r"\prod", r"\int", r"\binom", r"\lim")
_MARK = "⁎"  # part of names that occur in no post


class NoNotationError(ValueError):
    """An operator without a notation that every reader would read alike."""


class Binding(IntEnum):
    """The binding strength of the outermost operator of a piece."""

    SUM = 0
    OPEN = 1  # a sum, an integral, a derivative: they extend to the end of a product
    PRODUCT = 2
    POWER = 3
    ATOM = 4


class Style(NamedTuple):
    """The notation of the post where there are several: LaTeX names by operator."""

    names: tuple[tuple[str, str], ...] = ()
    differential: str = "d"

    def name(self, operator: str) -> str | None:
        return dict(self.names).get(operator)


class Piece(NamedTuple):
    """LaTeX and its binding strength; `word`: it ends in a letter, so that brackets after it would be read as its arguments."""

    latex: str
    binding: Binding
    word: bool = False

    def at_least(self, binding: Binding) -> str:
        return self.latex if self.binding >= binding else _bracketed(self.latex)


def style(text: str) -> Style:
    """The notation of a post with the source `text`."""
    names = [("log", r"\ln")] if r"\ln" in text else []
    names += [("sigmoid", r"\sigma")] if r"\sigma" in text else []
    return Style(tuple(names), r"\partial" if r"\partial" in text else "d")


def latex(term: Term, habits: Style = Style()) -> str:  # noqa: B008 - a constant
    """`term` as LaTeX.

    Raises:
        NoNotationError: an operator or a name in it has no notation of its own.
    """
    return _Typesetter(habits).piece(term).latex


class _Typesetter:
    """Writes terms in one style."""

    def __init__(self, habits: Style) -> None:
        self.habits = habits

    def piece(self, term: Term) -> Piece:
        match term:
            case Number(value=value, places=places):
                return _number(value, places)
            case Variable(name=name):
                return Piece(_name(name), Binding.ATOM, word=True)
            case Apply(operator=operator, arguments=arguments):
                writer = _WRITERS.get(operator)
                return writer(self, arguments) if writer else self.function(operator, arguments)
            case Bind():
                return self.bound(term)

    def text(self, term: Term) -> str:
        return self.piece(term).latex

    def function(self, operator: str, arguments: Sequence[Term]) -> Piece:
        """A function with its arguments in brackets, or the symbol of a constant."""
        if operator in _CONSTANTS and not arguments:
            return Piece(_CONSTANTS[operator], Binding.ATOM)
        return Piece(f"{self.head(operator)}{self.list(arguments)}", Binding.POWER)

    def head(self, operator: str) -> str:
        own = self.habits.name(operator)
        if own is not None:
            return own
        spellings = registry()[operator].spellings if operator in registry() else ()
        if not spellings:
            raise NoNotationError(operator)
        return rf"\{spellings[0]}" if operator in _MACROS else rf"\operatorname{{{spellings[0]}}}"

    def list(self, arguments: Sequence[Term]) -> str:
        return _bracketed(", ".join(map(self.text, arguments)))

    # --- arithmetic

    def add(self, arguments: Sequence[Term]) -> Piece:
        return Piece("".join(self.summands(arguments)), Binding.SUM)

    def summands(self, arguments: Sequence[Term]) -> Iterator[str]:
        for place, argument in enumerate(arguments):
            sign, size = _signed(argument)
            written = self.piece(size).at_least(Binding.OPEN)
            yield f" {sign} {written}" if place else written if sign == "+" else f"-{written}"

    def negate(self, arguments: Sequence[Term]) -> Piece:
        return Piece(f"-{self.piece(arguments[0]).at_least(Binding.OPEN)}", Binding.SUM)

    def multiply(self, arguments: Sequence[Term]) -> Piece:
        written, last = "", len(arguments) - 1
        before = Piece("", Binding.ATOM)
        for place, argument in enumerate(arguments):
            piece = self.piece(argument)
            part = piece.at_least(Binding.OPEN if place == last else Binding.PRODUCT)
            apart = part[:1].isdigit() or (before.word and part.startswith(("(", r"\left(")))
            written += (r" \cdot " if apart else " ") * (place > 0) + part
            before = piece
        return Piece(written, Binding.OPEN if before.binding is Binding.OPEN else Binding.PRODUCT)

    def divide(self, arguments: Sequence[Term]) -> Piece:
        above, below = map(self.text, arguments)
        return Piece(rf"\frac{{{above}}}{{{below}}}", Binding.PRODUCT)

    def power(self, arguments: Sequence[Term]) -> Piece:
        base, exponent = arguments
        above = self.text(exponent)
        if isinstance(base, Apply) and base.operator in _TRIGONOMETRIC and above.isdigit():
            return Piece(f"{self.head(base.operator)}^{{{above}}}{self.list(base.arguments)}", Binding.POWER)
        return Piece(f"{self.piece(base).at_least(Binding.ATOM)}^{{{above}}}", Binding.POWER)

    def exp(self, arguments: Sequence[Term]) -> Piece:
        above = self.text(arguments[0])
        if any(sign in above for sign in (r"\frac", r"\sum", r"\int")):
            return Piece(rf"\exp{self.list(arguments)}", Binding.POWER)
        return Piece(f"e^{{{above}}}", Binding.POWER)

    def sqrt(self, arguments: Sequence[Term]) -> Piece:
        return Piece(rf"\sqrt{{{self.text(arguments[0])}}}", Binding.ATOM)

    def root(self, arguments: Sequence[Term]) -> Piece:
        base, degree = map(self.text, arguments)
        return Piece(rf"\sqrt[{degree}]{{{base}}}", Binding.ATOM)

    def log_base(self, arguments: Sequence[Term]) -> Piece:
        base, of = arguments
        return Piece(rf"\log_{{{self.text(base)}}}{self.list([of])}", Binding.POWER)

    def absolute(self, arguments: Sequence[Term]) -> Piece:
        return Piece(rf"\left|{self.text(arguments[0])}\right|", Binding.ATOM)

    def factorial(self, arguments: Sequence[Term]) -> Piece:
        return Piece(f"{self.piece(arguments[0]).at_least(Binding.ATOM)}!", Binding.POWER)

    def binomial(self, arguments: Sequence[Term]) -> Piece:
        above, below = map(self.text, arguments)
        return Piece(rf"\binom{{{above}}}{{{below}}}", Binding.ATOM)

    def maximum(self, arguments: Sequence[Term]) -> Piece:
        return Piece(rf"\max{self.list(arguments)}", Binding.POWER)

    def minimum(self, arguments: Sequence[Term]) -> Piece:
        return Piece(rf"\min{self.list(arguments)}", Binding.POWER)

    # --- symbols

    def index(self, arguments: Sequence[Term]) -> Piece:
        family, *places = arguments
        if not isinstance(family, Variable) or "_" in family.name or "'" in family.name:
            raise NoNotationError("index")
        below = ", ".join(map(self.text, places)) if len(places) > 1 else self.text(places[0])
        return Piece(f"{_name(family.name)}_{{{below}}}", Binding.ATOM, word=True)

    def call(self, arguments: Sequence[Term]) -> Piece:
        function, *given = arguments
        if not isinstance(function, Variable):
            raise NoNotationError("call")
        return Piece(f"{_name(function.name)}{self.list(given)}", Binding.POWER)

    def derivative(self, arguments: Sequence[Term]) -> Piece:
        body, target = arguments
        d = self.habits.differential
        by = self.text(target)
        space = " " if d.startswith("\\") else ""
        fraction = rf"\frac{{{d}}}{{{d}{space}{by}}}"
        return Piece(f"{fraction} {self.piece(body).at_least(Binding.POWER)}", Binding.OPEN)

    # --- binders

    def bound(self, term: Bind) -> Piece:
        variable = _name(term.variable.name)
        if any(isinstance(t, Bind) and t.variable == term.variable for t in subterms(term.body)):
            raise NoNotationError(variable)  # a symbol with two meanings
        match term:
            case Bind(operator="sum" | "product" as operator):
                return self.range({"sum": r"\sum", "product": r"\prod"}[operator], variable, term)
            case Bind(operator="integral", bounds=(low, high)):
                sign = rf"\int_{{{self.text(low)}}}^{{{self.text(high)}}}"
                body = self.piece(term.body).at_least(Binding.OPEN)
                return Piece(rf"{sign} {body} \, d{_spaced(variable)}", Binding.OPEN)
            case Bind(operator="limit", bounds=(point,)):
                sign = rf"\lim_{{{variable} \to {self.text(point)}}}"
                return Piece(f"{sign} {self.piece(term.body).at_least(Binding.OPEN)}", Binding.OPEN)
        raise NoNotationError(term.operator)

    def range(self, sign: str, variable: str, term: Bind) -> Piece:
        """A sum or a product over a range, over all members, or under a condition."""
        body = term.body
        match term:
            case Bind(bounds=(low, high)):
                place = rf"_{{{variable}={self.text(low)}}}^{{{self.text(high)}}}"
            case Bind(
                bounds=(), body=Apply(operator="cases", arguments=(kept, condition, Number(value=none)))
            ):
                if none != (0 if sign == r"\sum" else 1):
                    raise NoNotationError("cases")
                place, body = f"_{{{self.condition(condition, variable)}}}", kept
            case Bind(bounds=()):
                place = f"_{{{variable}}}"
            case _:
                raise NoNotationError(term.operator)
        return Piece(f"{sign}{place} {self.piece(body).at_least(Binding.OPEN)}", Binding.OPEN)

    def condition(self, condition: Term, variable: str) -> str:
        match condition:
            case Apply(operator=operator, arguments=(Variable(name=name), other)) if name == variable:
                if operator in _SIGNS:
                    return f"{variable} {_SIGNS[operator]} {self.text(other)}"
        raise NoNotationError("cases")


_WRITERS: dict[str, Callable[[_Typesetter, Sequence[Term]], Piece]] = {
    "add": _Typesetter.add,
    "negate": _Typesetter.negate,
    "multiply": _Typesetter.multiply,
    "divide": _Typesetter.divide,
    "power": _Typesetter.power,
    "exp": _Typesetter.exp,
    "sqrt": _Typesetter.sqrt,
    "root": _Typesetter.root,
    "log_base": _Typesetter.log_base,
    "abs": _Typesetter.absolute,
    "factorial": _Typesetter.factorial,
    "binomial": _Typesetter.binomial,
    "maximum": _Typesetter.maximum,
    "minimum": _Typesetter.minimum,
    "index": _Typesetter.index,
    "call": _Typesetter.call,
    "derivative": _Typesetter.derivative,
}


def _number(value: Fraction, places: int | None) -> Piece:
    sign, size = ("-" if value < 0 else ""), abs(value)
    if places is not None:
        return Piece(f"{sign}{float(size):.{places}f}", Binding.SUM if sign else Binding.ATOM)
    if size.denominator == 1:
        return Piece(f"{sign}{size.numerator}", Binding.SUM if sign else Binding.ATOM)
    fraction = rf"\frac{{{size.numerator}}}{{{size.denominator}}}"
    return Piece(sign + fraction, Binding.SUM if sign else Binding.PRODUCT)


def _signed(term: Term) -> tuple[str, Term]:
    """The sign of a summand, and the summand without it."""
    match term:
        case Apply(operator="negate", arguments=(size,)):
            return "-", size
        case Number(value=value, places=places) if value < 0:
            return "-", Number(-value, places)
        case Apply(operator="multiply", arguments=(Number(value=value) as first, *rest)) if value < 0:
            left = [Number(-value, first.places), *rest] if value != -1 else rest
            return "-", left[0] if len(left) == 1 else Apply("multiply", tuple(left))
    return "+", term


def _bracketed(latex: str) -> str:
    """`latex` in brackets that grow with it if it is higher than a letter with its scripts."""
    return rf"\left({latex}\right)" if any(sign in latex for sign in _HIGH) else f"({latex})"


def _name(name: str) -> str:
    if _MARK in name or "#" in name:
        raise NoNotationError(name)
    return name


def _spaced(variable: str) -> str:
    return f" {variable}" if variable.startswith("\\") else variable
