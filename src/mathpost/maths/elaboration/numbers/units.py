r"""Units after numbers: ``3\text{ km} = 3000\text{ m}``, ``72\,\text{km/h}``, ``85\text{M}``, ``33.5\,\mathrm{MB}``.

A unit is a multiple of base units, which are symbols of their own. If both sides of a claim have the same dimension, the base
units cancel, and a claim about numbers remains.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.latex.tree import Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import Scripted
from mathpost.maths.terms.term import ONE, Apply, Number, Term, Variable, free_variables, is_decimal, times
from mathpost.text.source import Span
from mathpost.text.stems import occurrences, occurs


class Unit(NamedTuple):
    """A multiple (`factor`) of a base unit; the base is empty for a plain number."""

    factor: Fraction
    base: str = ""


PREFIXES = {"": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "m": -3, "μ": -6, "u": -6, "n": -9}
PREFIXED = ("m", "s", "g", "Hz", "W", "J", "V", "N", "Pa", "eV")
BYTES = {"KB": 1, "kB": 1, "MB": 2, "GB": 3, "TB": 4, "PB": 5}
MAGNITUDES = {
    "K": 3, "k": 3, "M": 6, "B": 9, "G": 9, "T": 12, "万": 4, "亿": 8, "million": 6, "billion": 9, "trillion": 12, "thousand": 3,
}  # fmt: skip
OTHERS: dict[str, tuple[int | Fraction, str]] = {
    "min": (60, "s"), "mins": (60, "s"), "minutes": (60, "s"), "h": (3600, "s"), "hour": (3600, "s"), "hours": (3600, "s"),
    "day": (86400, "s"), "days": (86400, "s"), "second": (1, "s"), "seconds": (1, "s"), "sec": (1, "s"), "cm": (Fraction(1, 100), "m"),
    "byte": (1, "B"), "bytes": (1, "B"), "Bytes": (1, "B"), "bit": (Fraction(1, 8), "B"), "bits": (Fraction(1, 8), "B"),
    "秒": (1, "s"), "分钟": (60, "s"), "小时": (3600, "s"), "天": (86400, "s"), "米": (1, "m"), "千米": (1000, "m"), "公里": (1000, "m"),
    "厘米": (Fraction(1, 100), "m"), "克": (1, "g"), "千克": (1000, "g"), "字节": (1, "B"), "比特": (Fraction(1, 8), "B"),
}  # fmt: skip
IN_LETTERS = frozenset("msg")  # single letters that are units even in italics
NOT_A_UNIT = "symbol that looks like a unit"
BINARY = "binary unit"
BYTE = "byte"
MANY = 10**4  # from here on, B means bytes rather than billions
KILOS = {"K": 1, "M": 2, "G": 3, "T": 4}
LETTERS = "unit in letters"
_QUANTITY = re.compile(  # seconds alone only after a decimal point: "all 1s", "the 1990s" are none
    r"(?<![A-Za-z0-9_.$\\])\d+(?:\.\d+)?\s?(?:(?P<over>[msg])/(?P<under>[msg])|(?P<alone>[mg]|(?<=\.\d)s|(?<=\.\d\d)s))(?![A-Za-z0-9_$^'’])"
)


_BYTES = re.compile(r"(?<![A-Za-z])\d*\s?(?:[KMGT]i?B|bytes?|字节)(?![A-Za-z])|[KMGT]?B/s", re.IGNORECASE)


def measured_in(text: str) -> frozenset[str]:
    """The letters that occur as units in the text of a post: m and s in "a speed of 2m/s"."""
    found = frozenset(letter for said in occurrences(_QUANTITY, text) for letter in said.groups() if letter)
    return found | {"B", "KB", "MB", "GB"} if occurs(_BYTES, text) else found


def behind(reader: Reader, value: Number) -> Term | None:
    """`value` with the unit that follows, which is consumed; None if no unit follows, or if it is read as a symbol."""
    item = reader.peek()
    word = notation.word(item) if item is not None else None
    spelled, count = (word, 1) if word is not None else _letters(reader)
    scripted = isinstance(reader.peek(count), Scripted)
    units = [_unit(part.strip(), reader, value) for part in (spelled or "").split("/")]
    known = [each for each in units if each is not None]
    if len(known) < len(units) or (scripted and known != [Unit(Fraction(1), known[0].base)]):
        return None
    if (
        word is None
        and spelled[:1] != "μ"
        and not (spelled in reader.conventions.constants.measured or reader.choose(LETTERS))
    ):
        return None
    if word is not None and len(word) == 1 and word.isascii() and reader.choose(NOT_A_UNIT):
        return None
    span = Span(value.origin.start, reader.row[reader.at + count - 1].span.end)
    reader.at += count
    return _of(value, known, span)


def _letters(reader: Reader) -> tuple[str, int]:
    """The unit in letters that ends the row, ``km`` or a single letter, and its number of items."""
    count = micro = int(notation.latex(reader.peek()) == r"\mu") if reader.peek() is not None else 0
    while isinstance(item := reader.peek(count), Symbol) and len(item.text) == 1 and item.text.isalpha():
        if count > micro and reader.row[reader.at + count - 1].span.end != item.span.start:
            break
        count += 1
    spelled = "μ" * micro + "".join(notation.latex(reader.peek(k)) for k in range(micro, count))
    alone = reader.at + count == len(reader.row)
    meant = spelled in IN_LETTERS or micro or (len(spelled) > 1 and spelled not in MAGNITUDES)
    return (spelled, count) if alone and meant and spelled[micro:].isascii() else ("", 0)


def _unit(word: str, reader: Reader, value: Number) -> Unit | None:
    """The unit that a word denotes; None if it is none."""
    measured = "B" in reader.conventions.constants.measured
    if word == "B" and (value.value >= MANY or (measured and reader.choose(BYTE))):
        return Unit(Fraction(1), "B")
    if word in KILOS and reader.choose(BINARY):
        return Unit(Fraction(1024) ** KILOS[word])
    if word in MAGNITUDES:
        return Unit(Fraction(10) ** MAGNITUDES[word])
    if word in BYTES:
        kilo = 1024 if reader.choose(BINARY) else 1000
        return Unit(Fraction(kilo ** BYTES[word]), "B")
    if word in OTHERS:
        return Unit(Fraction(OTHERS[word][0]), OTHERS[word][1])
    for base in PREFIXED:
        prefix = word.removesuffix(base)
        if word.endswith(base) and prefix in PREFIXES:
            return Unit(Fraction(10) ** PREFIXES[prefix], base)
    return None


def _of(value: Number, units: list[Unit], span: Span) -> Term:
    """`value` times the first of `units`, divided by the others."""
    first, *others = units
    scale = first.factor
    for each in others:
        scale /= each.factor
    term = _scaled(value, scale)
    if first.base:
        term = times(term, _symbol(first), span)
    for each in others:
        term = Apply("divide", (term, _symbol(each)), span) if each.base else term
    return term


def _symbol(unit: Unit) -> Variable:
    return Variable(rf"\mathrm{{{unit.base}}}")


def _scaled(value: Number, scale: Fraction) -> Term:
    """`value` times `scale`; a power of ten shifts the last digit, other scales become a factor."""
    if value.places is None and scale.denominator == 1:
        return Number(value.value * scale, None, value.origin)
    digits = len(str(max(scale, 1 / scale).numerator)) - 1
    power = digits if scale >= 1 else -digits
    if scale != Fraction(10) ** power:
        return Apply("multiply", (value, Number(scale)), value.origin)
    return Number(value.value * scale, (value.places or 0) - power, value.origin)


BASES = frozenset(rf"\mathrm{{{base}}}" for base in (*PREFIXED, *(base for _, base in OTHERS.values())))


def cancelled(left: Term, right: Term) -> tuple[Term, Term]:
    """The sides without base units if both have the same dimension; otherwise unchanged."""
    if BASES.isdisjoint(free_variables(left) | free_variables(right)):
        return left, right
    here, there = _dimension(left), _dimension(right)
    if here is None or here != there:
        return left, right
    left, right = _bare(left), _bare(right)
    return _as_printed(left, right) if is_decimal(right) or not is_decimal(left) else _as_printed(right, left)


def _as_printed(left: Term, right: Term) -> tuple[Term, Term]:
    """The sides in the unit of the right side if that is one number, so that its printed precision counts."""
    match right:
        case Apply(operator="multiply", arguments=(Number() as value, Number() as scale)):
            return Apply("divide", (left, scale), left.origin), value
    return left, right


def _dimension(term: Term) -> dict[str, Fraction] | None:
    """The nonzero powers of the base units in `term`; None if its parts have different dimensions."""
    match term:
        case Variable(name=name):
            return {name: Fraction(1)} if name in BASES else {}
        case Apply(operator="negate", arguments=(inner,)):
            return _dimension(inner)
        case Apply(operator="multiply" | "divide" as operator, arguments=(first, *others)):
            return _product(first, others, -1 if operator == "divide" else 1)
        case Apply(operator="power", arguments=(base, Number(value=power))):
            found = _dimension(base)
            return None if found is None else {name: p * power for name, p in found.items()}
        case Apply(operator="add", arguments=arguments):
            dimensions = [_dimension(a) for a in arguments]
            return dimensions[0] if all(each == dimensions[0] for each in dimensions) else None
    return {} if BASES.isdisjoint(free_variables(term)) else None


def _product(first: Term, others: Sequence[Term], sign: int) -> dict[str, Fraction] | None:
    """The dimension of the product of `first` and the `others` to the power `sign`; None if one has none."""
    total = _dimension(first)
    for other in others:
        found = _dimension(other)
        if total is None or found is None:
            return None
        names = total.keys() | found.keys()
        total = {name: total.get(name, Fraction(0)) + sign * found.get(name, Fraction(0)) for name in names}
    return None if total is None else {name: power for name, power in total.items() if power}


def _bare(term: Term) -> Term:
    """`term` with base units replaced by one, and without factors of one."""
    match term:
        case Variable(name=name) if name in BASES:
            return ONE
        case Apply(operator="multiply", arguments=arguments, origin=origin):
            inner = [a for a in map(_bare, arguments) if a != ONE]
            return Apply("multiply", tuple(inner), origin) if len(inner) > 1 else inner[0] if inner else ONE
        case Apply(operator="divide" | "power" as operator, arguments=(first, second), origin=origin):
            above, below = _bare(first), _bare(second)
            return (
                above
                if ONE in (below, above if operator == "power" else None)
                else Apply(operator, (above, below), origin)
            )
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(map(_bare, arguments)), origin)
    return term
