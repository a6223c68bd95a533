"""Written numbers: unfinished decimals, ``1e-5``, ``2\\frac{1}{2}``, ``175B``."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from mathpost.latex.tree import Command, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.numbers import units
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import FRACTIONS, Digits, Scripted
from mathpost.maths.terms.term import Number, Term

CUT_OFF = "digits cut off"
MAGNITUDES = {"K": 10**3, "k": 10**3, "M": 10**6, "B": 10**9, "G": 10**9, "T": 10**12}


def number(reader: Reader) -> Term:
    """Parse a number with its exponent, fraction, magnitude or unit."""
    item = reader.take()
    assert isinstance(item, Digits)
    places = len(item.text.partition(".")[2]) if "." in item.text else None
    value = Number(
        Fraction(item.text if not item.text.startswith(".") else "0" + item.text), places, item.span
    )
    if isinstance(reader.peek(), Digits):
        raise reader.unread()  # 1.2.3 is not a number
    if places is not None and reader.symbol() in notation.DOTS and reader.at + 1 == len(reader.row):
        reader.take()  # "1.9218…": the decimals are rounded or cut off
        if reader.choose(CUT_OFF):
            value = Number(value.value + Fraction(1, 2 * 10**places), places, item.span)
    value = _with_exponent(reader, value) or _mixed(reader, value) or _with_magnitude(reader, value)
    return units.behind(reader, value) or value


def _with_exponent(reader: Reader, value: Number) -> Number | None:
    """``1e-5`` if it is read as one number rather than a product with e; None otherwise."""
    parts = [reader.peek(k) for k in range(3)]
    sign = parts[1].text if isinstance(parts[1], Symbol) and parts[1].text in "+-" else ""
    exponent = parts[2] if sign else parts[1]
    if reader.symbol() not in ("e", "E") or not isinstance(exponent, Digits) or not exponent.text.isdigit():
        return None
    places = [value.origin, *(p.span for p in parts[: 3 if sign else 2] if p is not None)]
    if len(exponent.text) > 3 or any(a.end != b.start for a, b in pairwise(places)):
        return None
    if not reader.choose("scientific notation"):
        return None
    reader.at += len(places) - 1
    power = int(sign + exponent.text)
    return Number(value.value * Fraction(10) ** power, (value.places or 0) - power, value.origin)


def _mixed(reader: Reader, value: Number) -> Number | None:
    """``2\\frac{1}{2}`` if it is read as two and a half rather than a product; None otherwise."""
    item = reader.peek()
    if value.places is not None or not isinstance(item, Command) or item.name not in FRACTIONS:
        return None
    digits = [notation.items(notation.body(a)) for a in item.arguments]
    whole = [row[0].text for row in digits if len(row) == 1 and isinstance(row[0], Digits)]
    if len(whole) != 2 or not all(t.isdigit() for t in whole) or not 0 < int(whole[0]) < int(whole[1]):
        return None
    if not reader.choose("mixed number"):
        return None
    reader.take()
    return Number(value.value + Fraction(int(whole[0]), int(whole[1])), None, value.origin)


def _with_magnitude(reader: Reader, value: Number) -> Number:
    """``175B`` with the letter as a magnitude if it is read so; otherwise `value`."""
    letter = reader.peek()
    if isinstance(letter, Symbol) and letter.text in MAGNITUDES and letter.span.start == value.origin.end:
        if not isinstance(reader.peek(1), Scripted) and reader.choose("magnitude"):
            reader.take()
            scale = MAGNITUDES[letter.text]
            digits = len(str(scale)) - 1
            return Number(value.value * scale, (value.places or 0) - digits, value.origin)
    return value


CONSTRUCTS = (Construct(number, (Digits,)),)
