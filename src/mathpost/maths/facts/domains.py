r"""Domains of symbols as the post states them: ``\tau > 0``, ``\alpha \in (0, 1)``, ``1 \le i \le n``, 正整数 $n$."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from mathpost.latex.tree import Delimited
from mathpost.maths import notation
from mathpost.maths.elaboration.binders.ranges import bracketed
from mathpost.maths.notation import Digits, Item, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.notation.relations import EVERY
from mathpost.maths.notation.step import Step


@dataclass(frozen=True, slots=True)
class Bounds:
    """The domain that a relation gives one symbol: an open interval, possibly of integers; `upper`: the upper half plane;
    `values`: the only values; `place`: where it is stated; `read`: False if it states more; `claimed`: whether it is a claim.
    """

    name: str
    low: Fraction | None = None
    high: Fraction | None = None
    integer: bool = False
    complex: bool = False
    upper: bool = False
    place: int = 0
    read: bool = True
    claimed: bool = False
    values: tuple[int, ...] = ()


def bounds(step: Step) -> list[Bounds]:
    """The domains of symbols that `step` states; empty for other steps."""
    try:
        left, right = notation.items(step.left.nodes), notation.items(step.right.nodes)
    except UnreadError:
        return []
    left = left[1:] if left and notation.latex(left[0]) == EVERY else left
    if step.sign == "∈":
        return [_of_set(name, right) for name in _names(left)]
    if step.sign not in ("<", ">", "<=", ">="):
        return []
    names, value = _names(left), _value(right)
    if names and value is not None:
        upper = step.sign in ("<", "<=")
        return [Bounds(n, high=value) if upper else Bounds(n, low=value) for n in names]
    names, value = _names(right), _value(left)
    if names and value is not None:
        upper = step.sign in (">", ">=")
        return [Bounds(n, high=value) if upper else Bounds(n, low=value) for n in names]
    return []


def _names(row: Sequence[Item]) -> list[str]:
    """The symbols of ``a, b`` or ``x_i`` (the family); empty for anything else."""
    out: list[str] = []
    for part in split_at_commas(row):
        name = notation.name(part[0]) if part else None
        if name is None or not all(
            isinstance(i, notation.Scripted) and i.superscript is None for i in part[1:]
        ):
            return []
        out.append(name)
    return out


def _value(row: Sequence[Item]) -> Fraction | None:
    sign = -1 if row and notation.latex(row[0]) == "-" else 1
    rest = row[1:] if row and notation.latex(row[0]) in "+-" else row
    if len(rest) == 1 and isinstance(rest[0], Digits):
        return sign * Fraction(rest[0].text)
    return None


MOST = 3  # the largest listed value used in calculations
SETS: dict[str, Bounds] = {
    r"\mathbb{R}": Bounds(""),
    r"\mathbb{C}": Bounds("", complex=True),
    r"\mathbb{H}": Bounds("", complex=True, upper=True),
    r"\mathbb{Z}": Bounds("", integer=True),
    r"\mathbb{N}": Bounds("", low=Fraction(0), integer=True),
    r"\mathbb{N}^{*}": Bounds("", low=Fraction(0), integer=True),
    r"\mathbb{N}_{+}": Bounds("", low=Fraction(0), integer=True),
    r"\mathbb{N}^{+}": Bounds("", low=Fraction(0), integer=True),
    r"\mathbb{Z}_{>0}": Bounds("", low=Fraction(0), integer=True),
    r"\mathbb{N}_{>0}": Bounds("", low=Fraction(0), integer=True),
    r"\mathbb{R}_{\geq0}": Bounds("", low=Fraction(0)),
    r"\mathbb{R}_{\geq 0}": Bounds("", low=Fraction(0)),
    r"\mathbb{R}_{++}": Bounds("", low=Fraction(0)),
    r"\mathbb{Z}_{+}": Bounds("", low=Fraction(0), integer=True),
    r"\mathbb{Z}^{+}": Bounds("", low=Fraction(0), integer=True),
    r"\mathbb{R}_{+}": Bounds("", low=Fraction(0)),
    r"\mathbb{R}^{+}": Bounds("", low=Fraction(0)),
    r"\mathbb{R}_{>0}": Bounds("", low=Fraction(0)),
}


def _of_set(name: str, row: Sequence[Item]) -> Bounds:
    spelled = notation.latex_row(row).partition(r"\setminus")[0]  # excluded points are not used as values
    known = SETS.get(spelled)
    if known is not None:
        return replace(known, name=name)
    if spelled.startswith(r"\mathbb{Z}_{\geq") and spelled[16:-1].strip().lstrip("-").isdigit():
        return Bounds(name, low=Fraction(int(spelled[16:-1].strip()) - 1), integer=True)
    if spelled.startswith((r"\mathbb{R}^{", r"\mathbb{C}^{")):
        return Bounds(name)
    values = _listed(row)
    if values:
        return Bounds(name, integer=True, values=values)
    if spelled.startswith((r"\{1,", r"\{0,", r"\left\{1,", r"\left\{0,")) or spelled in (
        "[n]",
        r"\left[n\right]",
    ):
        return Bounds(name, integer=True, low=Fraction(-1 if ("{0," in spelled) else 0))
    interval = _interval(row)
    if interval is None:
        return Bounds(name, read=False)
    return Bounds(name, *interval)


def _listed(row: Sequence[Item]) -> tuple[int, ...]:
    r"""The integers in a complete list in braces: ``\{-1, +1\}``, ``\{\pm 1\}``; empty for anything else."""
    opened, content, closed = bracketed(row)
    if (opened, closed) != (r"\{", r"\}"):
        return ()
    found: list[int] = []
    for part in split_at_commas(content):
        both = bool(part) and notation.latex(part[0]) == r"\pm"
        value = _value(part[1:] if both else part)
        if value is None or value.denominator != 1:
            return ()
        found += [int(value), -int(value)] if both else [int(value)]
    few = all(abs(value) <= MOST for value in found)  # larger values are settings
    return tuple(dict.fromkeys(found)) if few and len(set(found)) > 1 else ()


def _interval(row: Sequence[Item]) -> tuple[Fraction | None, Fraction | None] | None:
    content: Sequence[Item]
    if len(row) == 1 and isinstance(row[0], Delimited) and row[0].left in "([" and row[0].right in ")]":
        content = notation.items(row[0].body, grouped=False)
    elif row and notation.latex(row[0]) in ("(", "[") and notation.latex(row[-1]) in (")", "]"):
        content = row[1:-1]
    else:
        return None
    parts = split_at_commas(content)
    if len(parts) != 2:
        return None
    ends = [_end(p) for p in parts]
    return None if any(e is False for e in ends) else (ends[0], ends[1])  # type: ignore[return-value]


def _end(row: Sequence[Item]) -> Fraction | bool | None:
    """A number, None for infinity, False for anything else."""
    if notation.latex_row(row).lstrip("+-") == r"\infty":
        return None
    value = _value(row)
    return False if value is None else value
