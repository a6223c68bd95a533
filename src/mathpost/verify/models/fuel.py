"""What a claim may cost, and the errors of an evaluation that has no value to give."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

FUEL = 200_000  # terms evaluated for one reading of a claim, in all its models, and what is drawn for them
# fuel for all readings of one claim that only confirm: nine in ten that did so on posts have needed a sixth of it
CONFIRMING = 100_000


class NoValueError(ArithmeticError):
    """`operator` has no value in a finite model."""

    def __init__(self, operator: str) -> None:
        super().__init__(operator)
        self.operator = operator


class FuelError(ArithmeticError):
    """The term is too large to be evaluated here."""


class Fuel:
    """What is left to spend on a claim."""

    __slots__ = ("_aside", "left")

    def __init__(self, left: int = FUEL) -> None:
        self.left = left
        self._aside: Fuel | None = None

    @contextmanager
    def limited(self, most: int) -> Iterator[None]:
        """Inside, no more than `most` is left to spend."""
        kept = max(0, self.left - most)
        self.left -= kept
        try:
            yield
        finally:
            self.left += kept

    @property
    def aside(self) -> Fuel:
        """Extra fuel for finding what a claim that fails assumes: granted once for all its readings."""
        if self._aside is None:
            self._aside = Fuel(2 * FUEL)
        return self._aside
