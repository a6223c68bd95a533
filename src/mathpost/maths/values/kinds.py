"""The types of values: a number, a number with its slope, a small array of them; and the errors for missing values.

`numbers` has the arithmetic of python-flint, `arithmetic` that of all types.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

Scalar: TypeAlias = Any  # int | fmpq | arb | acb | Dual: flint ships no types

Value: TypeAlias = Any  # Scalar | Array


class UndefinedError(ArithmeticError):
    """`operation` has no value here: outside a domain, a division by zero, an index out of range."""

    def __init__(self, operation: str) -> None:
        super().__init__(operation)
        self.operation = operation


class UndecidedError(ArithmeticError):
    """A comparison that the available enclosures cannot decide."""


class DivergenceError(ArithmeticError):
    """A numerical method did not converge: the value of `operation` is unknown."""


class ShapeError(ArithmeticError):
    """Arrays that do not fit together; never evidence against a claim."""


# created in very large numbers: a frozen class would take twice as long to create; instances are never changed
@dataclass(slots=True, unsafe_hash=True)
class Dual:
    """``value + slope·ε`` with ε² = 0; `level` tells the ε of nested derivatives apart."""

    level: int
    value: Scalar
    slope: Scalar


@dataclass(slots=True, unsafe_hash=True)
class Array:
    """A vector (`shape` of length 1) or matrix (length 2) with its entries in row-major order."""

    shape: tuple[int, ...]
    entries: tuple[Scalar, ...]

    def rows(self) -> Iterator[tuple[Scalar, ...]]:
        width = self.shape[-1]
        return (self.entries[k : k + width] for k in range(0, len(self.entries), width))
