"""What an exercise is: a question about one verified step, and its answer."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["gap", "slip", "number"]


class Exercise(NamedTuple):
    """A question about the step `left` `relation` `right` in `line` of the post.

    `shown` is the display of the question: with a gap, with a slip, or the side to compute. `answer` is the content of
    the gap, the correct right side, or the value. `given` are the definitions that the step uses; `detail` are the
    values to compute with, or the counterexample to the slip with the values of both sides.
    """

    kind: Kind
    line: int
    shown: str
    answer: str
    equation: str
    given: tuple[str, ...] = ()
    detail: tuple[str, ...] = ()


class ExerciseSet(NamedTuple):
    """The exercises of one post; `verified` counts the steps that could be used."""

    title: str
    chinese: bool
    exercises: tuple[Exercise, ...]
    verified: int
