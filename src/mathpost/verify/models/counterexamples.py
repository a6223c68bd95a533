"""A model in which the sides of a claim differ, as a reader can follow it: few symbols, arrays as arrays, few digits."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from mathpost.maths import values
from mathpost.maths.values import Array, UndecidedError, UndefinedError, Value
from mathpost.verify.models.model import Model, plain

SYMBOLS = 6  # more are not shown
DIGITS = (4, 8, 16)  # of the values of both sides
ENTRIES = 9  # of an array; of a larger one the first entry that differs is shown


class Counterexample(NamedTuple):
    """The symbols with their values, the values of both sides, and their ratio if they are numbers."""

    assignment: str
    left: str
    right: str
    ratio: Value | None


def counterexample(model: Model, left: Value, right: Value) -> Counterexample:
    """What is shown of `model`, in which the sides are `left` and `right`."""
    parts = [f"{_name(n)} = {v}" for n, v in sorted(model.integers.items()) if n[:1] != "#"]
    drawn = list(_drawn(model))
    parts += [f"{name} = {value}" for name, value in drawn[:SYMBOLS]]
    if len(drawn) > SYMBOLS:
        parts.append("…")
    ratio = None
    if not isinstance(left, Array):
        try:
            ratio = values.divide(values.part(left), values.part(right))
        except (UndefinedError, ZeroDivisionError):
            ratio = None
    return Counterexample(", ".join(parts), *_sides(left, right), ratio)


def _sides(left: Value, right: Value) -> tuple[str, str]:
    if isinstance(left, Array) and isinstance(right, Array) and len(left.entries) > ENTRIES:
        for place, p, q in zip(_places(left.shape), left.entries, right.entries, strict=False):
            try:
                if not values.same(p, q):
                    at = ", ".join(map(str, place))
                    return f"{values.shown(p)} in place ({at})", f"{values.shown(q)} in place ({at})"
            except UndecidedError:
                continue
    return _with_enough_digits(left, right)


def _with_enough_digits(left: Value, right: Value) -> tuple[str, str]:
    """Both values, with as many digits as it takes to see that they differ."""
    shown = [(values.shown(left, digits), values.shown(right, digits)) for digits in DIGITS]
    return next((both for both in shown if both[0] != both[1]), shown[0])


def _places(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return product(*(range(1, size + 1) for size in shape))


def _drawn(model: Model) -> Iterator[tuple[str, str]]:
    """The symbols of `model` and their values; an array whose entries were all drawn as one."""
    layouts = _layouts(model)
    seen: set[str] = set()
    for key, value in sorted(model.drawn.items()):
        base, member, axes = _member(key, layouts)
        if not axes:
            yield _name(key), values.shown(value)
            continue
        whole = f"{base}_{member}" if member else base
        entries = [model.drawn.get(f"{base}_{(*member, *place)}") for place in _places(axes)]
        if whole in seen:
            continue
        seen.add(whole)
        known = [e for e in entries if e is not None]
        if len(known) == math.prod(axes) <= ENTRIES:
            yield _name(whole), values.shown(Array(axes, tuple(known)))
        else:
            yield from (
                (_name(f"{base}_{(*member, *place)}"), values.shown(entry))
                for place, entry in zip(_places(axes), entries, strict=True)
                if entry is not None
            )


Layouts = dict[tuple[str, int], tuple[int, tuple[int, ...]]]


def _layouts(model: Model) -> Layouts:
    """Plain name and number of indices of an entry → how many of them count members, and the axes."""
    found: Layouts = {}
    for key in model.plan.arrays.shapes:
        name, _, count = key.removesuffix("]").rpartition("[")
        counted = key.endswith("]") and count.isdigit()
        name, members = (name, int(count)) if counted else (key, 0)
        _, axes = model.layout(name, members)
        if axes:
            found[plain(name), members + len(axes)] = (members, axes)
    return found


def _member(key: str, layouts: Layouts) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """The family that an entry belongs to, its member, and the axes of that; no axes where it is not an array's."""
    base, found, tail = key.rpartition("_(")
    numbers = tail.rstrip(")").split(",") if found else []
    indices = tuple(int(n) for n in numbers if n.strip().lstrip("-").isdigit())
    if (base, len(indices)) not in layouts:
        return key, (), ()
    members, axes = layouts[base, len(indices)]
    return base, indices[:members], axes


def _name(key: str) -> str:
    """``x_(1,)`` → ``x_1``, ``R_{\\theta}_(-1,)`` → ``R_{\\theta,-1}``; LaTeX letters keep their backslash, as the post spells them."""
    base, found, tail = key.rpartition("_(")
    if not found:
        return plain(key)
    base, places = plain(base), tail.removesuffix(")").rstrip(",").replace(" ", "")
    if places and base.endswith("}") and "_{" in base:
        return f"{base[:-1]},{places}}}"
    if places.isdigit() or not places:
        return f"{base}_{places}".rstrip("_")
    return f"{base}_{{{places}}}"
