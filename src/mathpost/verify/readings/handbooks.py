"""A claim with its letters read as handbooks read them: such readings confirm and never refute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import second_readings
from mathpost.maths.elaboration.handbook import BOOK
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import Term
from mathpost.verify.interpretation.reading import EQUALITIES, ORDERS, PARAMETERS, Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.readings.definitions import informed

VARIANTS = 5  # conventions in which books differ that are tried for one claim


def by_the_book(number: int, readings: Readings) -> Iterator[Reading]:
    """The step `number` as handbooks read it and as books differ in it, each with definitions put in."""
    usual = readings.context.conventions
    book = of_handbooks(usual)
    if readings.steps[number].sign not in EQUALITIES | ORDERS or not _reads_otherwise(number, book, readings):
        return
    tried = sides_as(number, usual, readings)
    for each in (book, *_others(number, book, readings)):
        try:
            reading, _ = readings.literal(number, each)
        except (UnreadError, RecursionError):
            continue
        if reading.sides != tried or PARAMETERS in each.choices:
            yield reading
            yield from informed(number, reading, readings)


def of_handbooks(usual: Conventions) -> Conventions:
    """The conventions of handbooks where a post has these."""
    return replace(usual, choices=usual.choices | {BOOK})


def sides_as(number: int, conventions: Conventions, readings: Readings) -> tuple[Term, Term] | None:
    """The sides of a claim under `conventions`, None where they have no meaning."""
    try:
        return readings.literal(number, conventions)[0].sides
    except (UnreadError, RecursionError):
        return None


def _reads_otherwise(number: int, book: Conventions, readings: Readings) -> bool:
    """Whether a handbook knows a letter of the claim, or books differ in one that the post names."""
    sides = sides_as(number, book, readings)
    usual = readings.context.conventions
    return bool(book.functions.named) or sides is None or sides != sides_as(number, usual, readings)


def _others(number: int, book: Conventions, readings: Readings) -> list[Conventions]:
    try:
        return second_readings(book, readings.literal(number, book)[1], VARIANTS)
    except (UnreadError, RecursionError):
        return []
