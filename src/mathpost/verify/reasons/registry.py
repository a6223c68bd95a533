"""The table of reasons: the rows of all subjects in the order in which they are tried, and the search through them.

>>> find("free-symbol").level
'doubt'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from mathpost.maths.terms.term import canonical
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.reasons.reason import Level, Raised, Reason

# the modules with rows, in the order in which they are tried: the first reason that applies is the one that is named
SUBJECTS = (
    "subjects.letters",
    "subjects.laws",
    "subjects.arrays",
    "subjects.other_objects",
    "subjects.misreadings",
    "subjects.shorthand",
    "subjects.branches",
    "subjects.equations",
    "subjects.wording",
    "subjects.demands",
    "subjects.omissions",
    "vacuity",
    "evidence",
    "provisos",
    "undecided",
)


@dataclass(frozen=True)
class Search:
    """The state of a search for reasons: those that are switched off, and those that applied so far."""

    off: frozenset[str] = frozenset()
    raised: list[Raised] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    traced: bool = False


_PLAIN = Search()
_SEARCH: ContextVar[Search] = ContextVar("search", default=_PLAIN)


@cache
def rows() -> tuple[Reason, ...]:
    """All reasons, in the order in which they are tried."""
    modules = (import_module(f"mathpost.verify.reasons.{subject}") for subject in SUBJECTS)
    named = {row.id: row for module in modules for value in vars(module).values() for row in _rows_in(value)}
    return tuple(named.values())


def _rows_in(value: object) -> tuple[Reason, ...]:
    """The rows that a name of a module stands for: one, or a tuple of them."""
    if isinstance(value, Reason):
        return (value,)
    return tuple(row for row in value if isinstance(row, Reason)) if type(value) is tuple else ()


@cache
def of_level(level: Level, *, inherent: bool = False) -> tuple[Reason, ...]:
    """The rows of `level` that the search tries; with `inherent`, those that only need the claim."""
    return tuple(r for r in rows() if r.level == level and r.holds is not None and r.inherent >= inherent)


@cache
def _by_id() -> dict[str, Reason]:
    return {row.id: row for row in rows()}


def find(name: str) -> Reason:
    """The reason with this id."""
    return _by_id()[name]


def first_raised(asked: Iterable[Reason], claim: object) -> Raised | None:
    """The first reason that applies to `claim`; while a search is traced, the others are tried as well."""
    search = _SEARCH.get()
    first = None
    for row in asked:
        raised = None if row.id in search.off else row.raised(claim)
        if raised is None:
            continue
        if not search.traced:
            return raised
        search.raised.append(raised)
        first = first or raised
    return first


def found(name: str, *culprits: str) -> Raised | None:
    """The reason `name`, which a method found for a claim; None where it is switched off."""
    search = _SEARCH.get()
    if name in search.off:
        return None
    raised = Raised(find(name), culprits)
    if search.traced:
        search.raised.append(raised)
    return raised


def note(reading: Reading, found: str) -> None:
    """Note a reading of a claim and what was found for it, while a search is traced."""
    search = _SEARCH.get()
    if search.traced:
        search.tried.append(f"{canonical(reading.left)} | {canonical(reading.right)}: {found}")


@contextmanager
def search(off: Iterable[str] = ()) -> Iterator[Search]:
    """A traced search without the reasons `off`: every reason that applies is noted."""
    held = Search(frozenset(off), traced=True)
    token = _SEARCH.set(held)
    try:
        yield held
    finally:
        _SEARCH.reset(token)
