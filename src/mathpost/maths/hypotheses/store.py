"""The store of hypotheses: statements of a post about its symbols, with their places and scopes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeVar

T = TypeVar("T")

Scope = Literal["section", "post"]
Certainty = Literal["stated", "case", "value", "claimed"]
"""Whether a post states it in general, in a case or an example, as a number for an example, or as a claim."""


@dataclass(frozen=True)
class Kind(Generic[T]):
    """A kind of hypothesis, by name; `T` is the type of its content."""

    name: str


class Hypothesis(NamedTuple, Generic[T]):
    """A hypothesis: its `content` is about the symbol `subject`, from `place` on.

    The subject is empty for the whole post. `step`: the step that states it, None for words.
    """

    kind: Kind[T]
    content: T
    subject: str = ""
    place: int = 0
    scope: Scope = "post"
    step: int | None = None
    certainty: Certainty = "stated"


class Hypotheses:
    """All hypotheses of a post, in the order of their sources."""

    def __init__(self) -> None:
        self._of: dict[Kind[Any], list[Hypothesis[Any]]] = {}
        self._contents: dict[Kind[Any], tuple[Any, ...]] = {}
        self._by_subject: dict[Kind[Any], dict[str, tuple[Any, ...]]] = {}

    def add(self, records: Iterable[Hypothesis[Any]]) -> None:
        """Add the hypotheses of a source."""
        for record in records:
            self._of.setdefault(record.kind, []).append(record)
            of = self._by_subject.setdefault(record.kind, {})
            of[record.subject] = (*of.get(record.subject, ()), record.content)
            self._contents.pop(record.kind, None)

    def __iter__(self) -> Iterator[Hypothesis[Any]]:
        return (record for records in self._of.values() for record in records)

    def records(self, kind: Kind[T]) -> list[Hypothesis[T]]:
        """The hypotheses of a kind."""
        return self._of.get(kind, [])

    def of(self, kind: Kind[T]) -> tuple[T, ...]:
        """The contents of the hypotheses of a kind."""
        if kind not in self._contents:
            self._contents[kind] = tuple(record.content for record in self.records(kind))
        return self._contents[kind]

    def by_subject(self, kind: Kind[T]) -> Mapping[str, tuple[T, ...]]:
        """The contents of the hypotheses of a kind, by symbol."""
        return self._by_subject.get(kind, {})

    def about(self, symbol: str, kind: Kind[T]) -> tuple[T, ...]:
        """The contents of the hypotheses of a kind about `symbol`."""
        return self.by_subject(kind).get(symbol, ())

    def subjects(self, kind: Kind[Any]) -> frozenset[str]:
        """The symbols with hypotheses of a kind."""
        return frozenset(self.by_subject(kind))

    def has(self, kind: Kind[Any]) -> bool:
        """Whether the post has a hypothesis of a kind."""
        return kind in self._of
