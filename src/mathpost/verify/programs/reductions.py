r"""Sums, products, extremes and averages over the axes of arrays."""

from __future__ import annotations

from typing import Literal

from mathpost.verify.programs.arrays import Axis, Binding, Linear, Piece, Places, UndecidedError, Value, whole

Kind = Literal["sum", "product", "max", "min"]
_SIGNS: dict[Kind, str] = {"sum": r"\sum", "product": r"\prod", "max": r"\max", "min": r"\min"}


class Letters:
    """Letters for bound indices that the formula does not use."""

    def __init__(self, used: frozenset[str]) -> None:
        self._free = (c for c in "klmrstuvabcghijpqw" if c not in used)

    def next(self) -> str:
        try:
            return next(self._free)
        except StopIteration:
            raise UndecidedError("too many sums") from None


def over_range(kind: Kind, letter: str, first: Linear, last: Linear, body: Piece) -> Piece:
    r"""``\sum_{k=first}^{last} body``."""
    if kind in ("max", "min"):
        raise UndecidedError("an extreme over a range")
    return Piece(
        rf"{_SIGNS[kind]}_{{{letter}={first.latex()}}}^{{{last.latex()}}} {body.held(Binding.PRODUCT)}",
        Binding.SUM,
    )


def over_all(kind: Kind, letter: str, body: Piece) -> Piece:
    r"""``\sum_{k} body``: over all indices that there are."""
    return Piece(rf"{_SIGNS[kind]}_{{{letter}}} {body.held(Binding.PRODUCT)}", Binding.SUM)


def reduced(kind: Kind, value: Value, axes: tuple[int, ...], letters: Letters, keep: bool = False) -> Value:
    """`value` summed (or multiplied, …) over `axes`; with `keep`, each leaves an axis of length one."""
    if value.matrix:
        raise UndecidedError("a sum over the entries of a matrix")
    done = value
    for axis in sorted(axes, reverse=True):
        done = _along(kind, done, axis, letters.next(), keep)
    return done


def _along(kind: Kind, value: Value, axis: int, letter: str, keep: bool) -> Value:
    old = value.axes[axis]
    if old.single:
        raise UndecidedError("a sum over an axis of length one")
    rest = (Axis(single=True),) if keep else ()
    axes = (*value.axes[:axis], *rest, *value.axes[axis + 1 :])
    place = Linear(letter, -old.low)

    def at(places: Places) -> Piece:
        body = value.at([*places[:axis], place, *places[axis + len(rest) :]])
        if old.length is None or kind in ("max", "min"):
            return over_all(kind, letter, body)
        return over_range(kind, letter, Linear("", old.low), old.length.plus(old.low - 1), body)

    return Value(axes, at)


def counted(value: Value, axes: tuple[int, ...]) -> Piece:
    """How many entries are along `axes`."""
    lengths = [value.axes[axis].length or value.axes[axis].named for axis in axes]
    if not lengths or None in lengths:
        raise UndecidedError("the length of an axis that the formula does not name")
    if len(lengths) == 1 and lengths[0] is not None:
        return whole(lengths[0])
    return Piece(" ".join(_factor(length, len(lengths)) for length in lengths if length), Binding.PRODUCT)


def _factor(length: Linear, factors: int) -> str:
    return f"({length.latex()})" if length.offset and length.symbol and factors > 1 else length.latex()


def contracted(left: Value, right: Value, letters: Letters) -> Value:
    """The product of two arrays by `@`: the last axis of one with the first, or the last but one, of the other."""
    if left.matrix or right.matrix:
        if left.axes or right.axes:
            raise UndecidedError("a matrix and its entries")
        return Value((), lambda _: times(left.at(()), right.at(())), True)
    if not left.axes or not right.axes or max(len(left.axes), len(right.axes)) > 2:
        raise UndecidedError("a product of arrays of other ranks")
    inner = len(right.axes) - 2 if len(right.axes) > 1 else 0
    one, other = left.axes[-1], right.axes[inner]
    if one.length is not None and other.length is not None and one.length != other.length:
        raise UndecidedError("lengths that do not fit")
    axes = (*left.axes[:-1], *(a for k, a in enumerate(right.axes) if k != inner))
    letter, named = letters.next(), one if one.length is not None else other
    place, split = Linear(letter, -named.low), len(left.axes) - 1

    def at(places: Places) -> Piece:
        behind = list(places[split:])
        behind.insert(inner, place)
        body = times(left.at([*places[:split], place]), right.at(behind))
        if named.length is None:
            return over_all("sum", letter, body)
        return over_range("sum", letter, Linear("", named.low), named.length.plus(named.low - 1), body)

    return Value(axes, at)


def times(a: Piece, b: Piece) -> Piece:
    if a.number == 1:
        return b
    if b.number == 1:
        return a
    return Piece(rf"{a.held(Binding.PRODUCT)} \cdot {b.held(Binding.PRODUCT)}", Binding.PRODUCT)


def plus(a: Piece, b: Piece) -> Piece:
    if a.number == 0:
        return b
    if b.number == 0:
        return a
    if a.linear is not None and b.number is not None:
        return whole(a.linear.plus(b.number))
    return Piece(f"{a.latex} + {b.held(Binding.PRODUCT)}", Binding.SUM)


def minus(a: Piece, b: Piece) -> Piece:
    if a.number == 0:
        return negative(b)
    if b.number == 0:
        return a
    if a.linear is not None and b.number is not None:
        return whole(a.linear.plus(-b.number))
    return Piece(f"{a.latex} - {b.held(Binding.PRODUCT)}", Binding.SUM)


def negative(a: Piece) -> Piece:
    if a.number is not None:
        return whole(Linear("", -a.number))
    return Piece(f"-{a.held(Binding.PRODUCT)}", Binding.SUM)


def over(a: Piece, b: Piece) -> Piece:
    return Piece(rf"\frac{{{a.latex}}}{{{b.latex}}}", Binding.PRODUCT)


def power(a: Piece, b: Piece) -> Piece:
    base = a.latex if a.binding is Binding.ATOM and a.latex.isalnum() else rf"\left({a.latex}\right)"
    return Piece(f"{base}^{{{b.latex}}}")
