"""From notation to meaning: convert the nodes of one side of a relation to a term, or name the unreadable part.

Recursive descent over `notation.items`: expression → term → factor → primary with its scripts. The primaries are constructs
of the `registry`, functions that take the reader. Nothing is guessed silently: if the notation allows two readings (``a/2b``,
``\\cos(n-m)\\theta``, ``f(x)``), the first one is used and the ambiguity is reported in `Elaboration.ambiguities`;
`Conventions.choices` selects the second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.latex.tree import Node, Symbol, Text
from mathpost.maths import notation
from mathpost.maths.elaboration import registry, residues, signs
from mathpost.maths.elaboration.calculus import evaluation
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.lists import progressions
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import STARS, TIMES, Digits, Item, Scripted, UnreadError
from mathpost.maths.operators import spelled
from mathpost.maths.terms.term import (
    ONE,
    TWO,
    ZERO,
    Apply,
    Number,
    Term,
    Variable,
    factors_of,
    free_variables,
    subterms,
    times,
)
from mathpost.text.source import Span

ARRAY_PRODUCTS = {r"\odot": "hadamard", r"\otimes": "kronecker", r"\oslash": "divide"}
IMAGINARY = "imaginary unit"
SIGNS = frozenset(["+", "-", *signs.DOUBLE])


class Elaboration(NamedTuple):
    """A term and the ambiguities found in its notation."""

    term: Term
    ambiguities: frozenset[str]


def elaborate(nodes: Iterable[Node], conventions: Conventions) -> Elaboration:
    """The term and the ambiguities of `nodes`.

    Raises:
        UnreadError: a construct cannot be read; the error names it.
    """
    reader = RowReader(notation.items(nodes), conventions)
    term = reader.whole()
    if not conventions.constants.imaginary and _counts_nothing(conventions.constants.unit, term):
        reader.ambiguities.add(IMAGINARY)
    return Elaboration(term, frozenset(reader.ambiguities))


def _counts_nothing(name: str, term: Term) -> bool:
    """Whether `name` is free in `term` and occurs in no index and no outcome of an event."""
    places = (
        i
        for t in subterms(term)
        if isinstance(t, Apply) and t.operator in ("index", "equal")
        for i in t.arguments[1:]
    )
    return name in free_variables(term) and not any(name in free_variables(i) for i in places)


def second_readings(
    conventions: Conventions, ambiguities: frozenset[str], limit: int = 8
) -> list[Conventions]:
    """The conventions that resolve `ambiguities` differently: each alone, then all pairs, at most `limit`."""
    names = sorted(ambiguities - conventions.choices)
    singles = [frozenset([n]) for n in names]
    pairs = [frozenset([a, b]) for k, a in enumerate(names) for b in names[k + 1 :]]
    return [conventions.choosing(*c) for c in (singles + pairs)[:limit]]


class RowReader(Reader):
    """Parse one row of items from left to right with the constructs of the registry."""

    def __init__(
        self, row: Sequence[Item], conventions: Conventions, ambiguities: set[str] | None = None
    ) -> None:
        self.row = list(row)
        self.at = 0
        self.begun = 0  # the number of summands up to the current one
        self.conventions = conventions
        self.ambiguities = set[str]() if ambiguities is None else ambiguities

    # --- moving ---------------------------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> Item | None:
        return self.row[self.at + ahead] if self.at + ahead < len(self.row) else None

    def symbol(self, ahead: int = 0) -> str:
        """The text of the next symbol; the empty string if the item is no symbol."""
        item = self.peek(ahead)
        return item.text if isinstance(item, Symbol) else ""

    def take(self) -> Item:
        item = self.row[self.at]
        self.at += 1
        return item

    def scripts(self) -> Scripted | None:
        """The scripts that follow, which are consumed; None if there are none."""
        item = self.peek()
        if isinstance(item, Scripted):
            self.at += 1
            return item
        return None

    def unread(self, culprit: str | None = None, item: Item | None = None) -> UnreadError:
        item = item or self.peek() or (self.row[-1] if self.row else None)
        span = item.span if item is not None else Span(0, 0)
        return UnreadError(culprit if culprit is not None else notation.latex(item), span)

    def choose(self, ambiguity: str) -> bool:
        """Record `ambiguity` and return whether it takes the second reading."""
        self.ambiguities.add(ambiguity)
        return ambiguity in self.conventions.choices

    def inside(self, row: Sequence[Item]) -> RowReader:
        return RowReader(row, self.conventions, self.ambiguities)

    def inner(self, nodes: Iterable[Node], *, grouped: bool = True) -> RowReader:
        return self.inside(notation.items(nodes, grouped=grouped))

    # --- expression, term -----------------------------------------------------------------------------------------

    def whole(self) -> Term:
        """Parse the whole row as one expression."""
        self.row = notation.without_stop(self.row)
        if not self.row:
            raise self.unread("nothing")
        term = self.expression()
        if self.at < len(self.row):
            raise self.unread()
        return term

    def expression(self) -> Term:
        """Parse a sum: ``a + b``, ``a - b``, ``a + \\dots + z``."""
        span = self.row[self.at].span if self.at < len(self.row) else Span(0, 0)
        terms = [self.summand()]
        while self.symbol() in SIGNS:
            if self.symbol(1) in notation.DOTS:
                self.at += 1
                terms = self.around_dots("sum", terms)
            else:
                self.begun = len(terms) + 1
                terms.append(self.summand())
        if self.begun > 1 and self.symbol() in notation.DOTS:
            terms = self.around_dots("sum", terms)
        self.begun = 0
        whole = terms[0] if len(terms) == 1 else Apply("add", tuple(terms), span)
        return self.remainders(terms, whole)

    def remainders(self, terms: list[Term], whole: Term) -> Term:
        """`whole`, the sum of `terms`, or its remainder and the summands after it if a remainder sign follows."""
        while self.symbol() == residues.INFIX:
            whole = residues.divided(self, terms)
            added = [whole]
            while self.symbol() in SIGNS:
                added.append(self.summand())
            whole = whole if len(added) == 1 else Apply("add", tuple(added), whole.origin)
            terms = [whole]
        return whole

    def around_dots(self, operator: str, before: list[Term]) -> list[Term]:
        """The summands or factors around the next dots, with those in the range of the dots combined to one term."""
        mark = self.at
        self.take()
        behind: list[Term] = []
        if operator == "sum":
            while self.symbol() in ("+", "-") and self.symbol(1) not in notation.DOTS:
                behind.append(self.signed())
        else:
            while self.symbol() in TIMES or self.starts_factor():
                self.at += self.symbol() in TIMES
                behind.append(self.factor())
        found = progressions.dots(operator, before, behind)
        if found is None:
            raise self.unread("…", self.row[mark])
        return [*before[: len(before) - found.before], found.term, *behind[found.behind :]]

    def summand(self) -> Term:
        """Parse a signed term, or a direct sum of such: ``AC \\oplus BD``."""
        result = self.signed()
        while self.symbol() == r"\oplus":
            span = self.take().span
            result = _joined(result, self.term(), span)
        return result

    def signed(self) -> Term:
        """Parse a term with an optional sign."""
        sign = signs.single(self.symbol(), self.conventions.choices)
        if sign in signs.DOUBLE:
            raise self.unread()
        if sign not in ("+", "-"):
            return self.term()
        span = self.take().span
        term = self.signed() if self.symbol() in SIGNS else self.term()
        if sign == "+":
            return term
        if isinstance(term, Number):
            return Number(-term.value, term.places, span)
        return Apply("negate", (term,), span)

    def term(self) -> Term:
        """Parse factors that are multiplied, divided or juxtaposed."""
        result = self.factor()
        while self.at < len(self.row):
            symbol = self.symbol()
            if symbol in notation.DOTS and self.at == len(self.row) - 1 and self.begun > 1:
                break  # "x + x^2 ..." continues the sum
            if symbol in notation.DOTS or (symbol in TIMES and self.symbol(1) in notation.DOTS):
                self.at += symbol in TIMES
                factors = self.around_dots("product", factors_of(result))
                result = factors[0] if len(factors) == 1 else Apply("multiply", tuple(factors), result.origin)
            elif symbol in self.conventions.arrays.by_entries:
                span = self.take().span
                result = Apply("hadamard", (result, self.factor()), span)
            elif symbol in TIMES:
                result = self.multiplied(result)
            elif symbol in ("/", r"\div"):
                result = self.quotient(result)
            elif symbol in ARRAY_PRODUCTS:
                span = self.take().span
                result = Apply(ARRAY_PRODUCTS[symbol], (result, self.factor()), span)
            elif symbol == r"\%":
                sign = self.take()
                if self.starts_factor():
                    raise UnreadError(notation.latex(sign), sign.span)  # the remainder operator of programs
                result = result if self.choose("percentage points") else _percent(result)
            elif evaluation.follows(self):
                result = evaluation.barred(self, result)
            elif self.starts_factor():
                self.refuse_lost_index()
                result = times(result, self.factor(), result.origin)
            else:
                break
        return result

    def multiplied(self, left: Term) -> Term:
        """`left` times the factor after the next sign; `left` alone if nothing follows: ``2×``."""
        sign = self.take()
        if self.at >= len(self.row) and isinstance(left, Number):
            return left
        right = self.signed_factor()
        star = notation.latex(sign) in STARS
        if (
            star
            and self.conventions.constants.convolves
            and not isinstance(left, Number)
            and not isinstance(right, Number)
        ):
            raise UnreadError("*, may be a convolution", sign.span)
        return (_dotted if notation.latex(sign) == r"\cdot" else times)(left, right, sign.span)

    def refuse_lost_index(self) -> None:
        """Reject ``x1``, where a subscript sign is missing or the text is code, and ``12 7``, which are two entries."""
        letter, digits = self.row[self.at - 1], self.peek()
        power = isinstance(letter, Scripted) and self.at > 1 and isinstance(self.row[self.at - 2], Digits)
        lone = isinstance(digits, Digits) and not isinstance(self.peek(1), Scripted)
        if isinstance(digits, Digits) and (isinstance(letter, Digits) or (power and lone)):
            raise self.unread("… " + digits.text, digits)
        if (
            not isinstance(digits, Digits)
            or not isinstance(letter, Symbol)
            or isinstance(self.peek(1), Scripted)
        ):
            return
        if letter.text.isascii() and letter.text.isalpha() and letter.span.end == digits.span.start:
            raise self.unread(letter.text + digits.text, letter)

    def signed_factor(self) -> Term:
        """Parse a factor with an optional minus: ``-b`` of ``a \\cdot -b``."""
        if self.symbol() == "-":
            span = self.take().span
            return Apply("negate", (self.factor(),), span)
        return self.factor()

    def quotient(self, numerator: Term) -> Term:
        """``a / b`` after `numerator`; the slash may cover all following factors and binds tighter than ``\\div``."""
        sign = self.take()
        span = sign.span
        denominator = self.factor()
        while notation.latex(sign) == r"\div" and self.symbol() == "/":
            denominator = self.quotient(denominator)
        if self.starts_factor() and not isinstance(self.peek(), Text) and self.choose("slash"):
            while self.starts_factor():
                denominator = times(denominator, self.factor(), span)
        return Apply("divide", (numerator, denominator), span)

    def starts_factor(self) -> bool:
        """Whether the next item can be a factor without a multiplication sign."""
        match self.peek():
            case None | Scripted():
                return False
            case Symbol(text=text) as item:
                begun = registry.begins(self)
                named = notation.name(item) is not None or (text[:1] == "\\" and text[1:] in spelled())
                return named if begun is None else begun
        return True

    # --- factors --------------------------------------------------------------------------------------------------

    def factor(self) -> Term:
        """Parse a primary with its scripts and other attachments."""
        if self.peek() is None:
            raise self.unread("nothing after an operator")
        term = self.primary()
        while (behind := registry.attachment(self.peek())) is not None:
            term = behind.read(self, term)
        return term

    def attached(self, term: Term) -> Term:
        behind = registry.attachment(self.peek())
        return term if behind is None else behind.read(self, term)

    def primary(self) -> Term:
        """Parse the next item with the first construct that applies."""
        item = self.row[self.at]
        for construct in registry.constructs(item):
            term = construct.read(self)
            if term is not None:
                return term
        raise self.unread()


def _percent(term: Term) -> Term:
    if isinstance(term, Number):
        return Number(term.value / 100, (term.places or 0) + 2, term.origin)
    return Apply("divide", (term, Number(Fraction(100))), term.origin)


def _dotted(a: Term, b: Term, span: Span) -> Term:
    """``a \\cdot b``; of two arrays it may be their inner product, which their values decide."""
    if all(
        any(isinstance(t, Variable) and notation.is_bold(t.name) for t in subterms(side)) or _is_list(side)
        for side in (a, b)
    ):
        return Apply("dot", (a, b), span)
    return times(a, b, span)


def _is_list(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == "matrix" and term.arguments[1] == ONE


BITS = frozenset([ZERO, ONE])


def _joined(first: Term, second: Term, span: Span) -> Term:
    """``A \\oplus B`` as a direct sum; of bits, as their sum modulo 2."""
    of_bits = second in BITS and (
        first in BITS or (isinstance(first, Apply) and first.operator == residues.OPERATOR)
    )
    if of_bits:
        return Apply(residues.OPERATOR, (Apply("add", (first, second), span), TWO), span)
    return Apply("direct_sum", (first, second), span)
