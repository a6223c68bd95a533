"""Which of two usual parameters a law of the post has, a rate or a scale: the first use that tells decides for all.

``\\mathbb{E}[T] = 1/\\lambda`` holds of a rate and ``\\mathbb{E}[T] = \\lambda`` of a scale: one post has one of both.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.notation import UnreadError
from mathpost.verify.interpretation.reading import EQUALITIES, PARAMETERS, Reading

if TYPE_CHECKING:
    from mathpost.verify.interpretation.readings import Readings

Confirms = Callable[[int, Reading], bool]  # a method that tells whether a reading of a step agrees


class Parametrisations:
    """What the steps of a post tell about the parameters of its laws."""

    def __init__(self, readings: Readings, confirms: Confirms) -> None:
        # both refer to what is made here: a circle would outlive the claims that are judged
        self.readings: Readings = weakref.proxy(readings)
        self._confirms = weakref.WeakMethod(confirms)
        self._decisions: dict[int, bool | None] = {}
        self._laws: dict[int, frozenset[int]] = {}

    def told(self, number: int) -> bool | None:
        """Whether a step before tells that the laws of this one have their other parameters; None where none tells."""
        laws = self._laws_mentioned(number)
        before = range(min(laws) + 1, number) if laws else ()
        telling = (
            self._decided_by(k) for k in before if self._may_decide(k) and self._laws_mentioned(k) & laws
        )
        return next((other for other in telling if other is not None), None)

    def _may_decide(self, number: int) -> bool:
        step = self.readings.steps[number]
        return step.role in ("claim", "definition") and step.sign in EQUALITIES and not step.interior

    def _laws_mentioned(self, number: int) -> frozenset[int]:
        """The steps that declare the laws of a step whose parameters are open."""
        if number not in self._laws:
            reading = self._read(number, other=False)
            found = None if reading is None else self.readings.open_laws(number, reading)
            self._laws[number] = found or frozenset()
        return self._laws[number]

    def _decided_by(self, number: int) -> bool | None:
        """Whether a step holds of the other parameters and not of the usual ones; None where it holds of both or of neither."""
        if number not in self._decisions:
            usual, other = (self._holds(number, other=choice) for choice in (False, True))
            self._decisions[number] = None if usual == other else other
        return self._decisions[number]

    def _holds(self, number: int, *, other: bool) -> bool:
        reading = self._read(number, other=other)
        confirms = self._confirms()
        return reading is not None and confirms is not None and confirms(number, reading)

    def _read(self, number: int, *, other: bool) -> Reading | None:
        written = with_parameters(self.readings.context.conventions, other=other)
        try:
            return self.readings.as_written(number, written)[0]
        except (UnreadError, RecursionError):
            return None


def with_parameters(conventions: Conventions, *, other: bool) -> Conventions:
    """`conventions` that read the parameters of laws as the `other` ones, or as the usual ones."""
    choices = conventions.choices - {PARAMETERS} | (frozenset((PARAMETERS,)) if other else frozenset())
    return replace(conventions, choices=choices)
