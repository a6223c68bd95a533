r"""Arrays of formulas: what code computes, entry by entry, as LaTeX.

An array has axes and says what is at a place: of ``np.exp(x)`` that is ``\exp(x_{k})``. Places count from zero, as in
Python; the index of a formula begins where its sums begin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import zip_longest
from typing import NamedTuple


class UndecidedError(Exception):
    """The code is not compared: what stopped it."""


class UnknownNameError(UndecidedError):
    """A name of the code that stands for no symbol of the formula."""

    def __init__(self, name: str) -> None:
        super().__init__(f"`{name}` is not a symbol of the formula")
        self.name = name


class Linear(NamedTuple):
    """A symbol and a whole number added to it: a place, a bound or a length; without a symbol a whole number."""

    symbol: str
    offset: int = 0

    def plus(self, number: int) -> Linear:
        return Linear(self.symbol, self.offset + number)

    def latex(self) -> str:
        if not self.symbol:
            return str(self.offset)
        return self.symbol + (f"{self.offset:+d}" if self.offset else "")


class Axis(NamedTuple):
    """One axis of an array: its index begins at `low`, its `length` is None where the sums of the formula do not name it.

    `single`: one entry that stands for all, as `keepdims` leaves it. `named`: the length that the formula divides by where
    its sum is over all indices.
    """

    low: int = 1
    length: Linear | None = None
    single: bool = False
    named: Linear | None = None


class Binding(IntEnum):
    """The operator precedence of a piece of LaTeX."""

    SUM = 0
    PRODUCT = 1
    ATOM = 2


class Piece(NamedTuple):
    """LaTeX of one entry; `linear` is its value where that is a whole number, or a symbol and one."""

    latex: str
    binding: Binding = Binding.ATOM
    linear: Linear | None = None

    @property
    def number(self) -> int | None:
        """Its value where the code says it."""
        return self.linear.offset if self.linear is not None and not self.linear.symbol else None

    def held(self, binding: Binding) -> str:
        return self.latex if self.binding >= binding else rf"\left({self.latex}\right)"


Places = Sequence[Linear]


@dataclass(frozen=True, slots=True)
class Value:
    """An array: its axes, and its entry at a place. `matrix`: an array that the formula writes as one letter."""

    axes: tuple[Axis, ...]
    at: Callable[[Places], Piece]
    matrix: bool = False

    @property
    def scalar(self) -> Piece:
        """The only entry of a number."""
        if self.axes:
            raise UndecidedError("an array where a number is needed")
        return self.at(())


def constant(piece: Piece) -> Value:
    return Value((), lambda _: piece)


def whole(value: Linear) -> Piece:
    bare = not value.offset if value.symbol else value.offset >= 0
    return Piece(value.latex(), Binding.ATOM if bare else Binding.SUM, value)


def number(value: int) -> Value:
    return constant(whole(Linear("", value)))


def mapped(value: Value, change: Callable[[Piece], Piece]) -> Value:
    """A function of every entry."""
    if value.matrix:
        raise UndecidedError("a function of the entries of a matrix")
    return Value(value.axes, lambda places: change(value.at(places)))


def combined(left: Value, right: Value, change: Callable[[Piece, Piece], Piece]) -> Value:
    """A function of the entries of two arrays that are at the same place."""
    pairs = list(zip_longest(reversed(left.axes), reversed(right.axes)))[::-1]
    axes = tuple(_common(a, b) for a, b in pairs)

    def at(places: Places) -> Piece:
        return change(
            left.at(places[len(axes) - len(left.axes) :]), right.at(places[len(axes) - len(right.axes) :])
        )

    return Value(axes, at, left.matrix or right.matrix)


def _common(one: Axis | None, other: Axis | None) -> Axis:
    if one is None or one.single:
        return other or one or Axis()
    if other is None or other.single:
        return one
    if one.length is not None and other.length is not None and one.length != other.length:
        raise UndecidedError("lengths that do not fit")
    return one if one.length is not None else other


def with_axis(value: Value, place: int) -> Value:
    """`value` with an axis of length one before the axis `place`."""
    axes = (*value.axes[:place], Axis(single=True), *value.axes[place:])
    return Value(axes, lambda places: value.at([*places[:place], *places[place + 1 :]]))


def transposed(value: Value) -> Value:
    return Value(value.axes[::-1], lambda places: value.at(places[::-1]))


def part(value: Value, axis: int, start: int, stop: int) -> Value:
    """The entries from `start` on, without the last `stop`."""
    old = value.axes[axis]
    length = None if old.length is None else old.length.plus(-start - stop)
    axes = (*value.axes[:axis], Axis(old.low, length), *value.axes[axis + 1 :])

    def at(places: Places) -> Piece:
        return value.at([*places[:axis], places[axis].plus(start), *places[axis + 1 :]])

    return Value(axes, at)


def entry(value: Value, axis: int, place: Linear) -> Value:
    """The entries at one place of an axis."""
    axes = (*value.axes[:axis], *value.axes[axis + 1 :])
    return Value(axes, lambda places: value.at([*places[:axis], place, *places[axis:]]))
