"""Dots as derivatives by time: ``\\dot x``, ``\\ddot\\theta(t)``, for functions of t that the post defines."""

from __future__ import annotations

from collections.abc import Container, Iterable

from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Apply, Term, Variable
from mathpost.text.source import Span

TIME = "t"
DOTS = {r"\dot{": 1, r"\ddot{": 2}  # the order of the derivative


def moved(steps: Iterable[Step]) -> frozenset[str]:
    """The letters, without arguments, that the post defines as functions of t: ``x = a\\cos t``, ``\\theta(t) = …``."""
    return frozenset(
        head.removesuffix("()")
        for step in steps
        if step.sign in ("=", ":=", "≡") and not step.interior
        if (head := heads.head(step.left.nodes)) is not None and undotted(head) is None
        if TIME in letters(step.right.nodes)
    )


def undotted(name: str) -> tuple[str, int] | None:
    """The letter and the number of dots of a dotted name; None for any other name."""
    for opening, dots in DOTS.items():
        if name.startswith(opening) and name.endswith("}"):
            return name[len(opening) : -1], dots
    return None


def slope(letter: Term, dots: int, span: Span) -> Term:
    """The derivative by time of `letter`; the derivative of a power ``\\dot x^2`` is the power of the derivative."""
    if isinstance(letter, Apply) and letter.operator == "power":
        base, power = letter.arguments
        return Apply("power", (slope(base, dots, span), power), letter.origin)
    for _ in range(dots):
        letter = Apply("derivative", (letter, Variable(TIME, span)), span)
    return letter


def is_velocity(name: str, reader: Reader) -> bool:
    """Whether a name is a dotted letter whose letter the post defines as a function of t."""
    dotted = undotted(name)
    return dotted is not None and dotted[0] in reader.conventions.differentiation.timed


def is_of_a_named(name: str, known: Container[str]) -> bool:
    """Whether a head such as ``\\ddot{\\theta}()`` is a derivative of one of the heads `known`."""
    dotted = undotted(name.removesuffix("()"))
    return dotted is not None and (dotted[0] in known or f"{dotted[0]}()" in known)
