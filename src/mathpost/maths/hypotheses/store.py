"""The store of hypotheses: what a post says of its symbols, with where that is stated and how far it reaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeVar

T = TypeVar("T")

Scope = Literal["section", "post"]
Certainty = Literal["stated", "case", "value", "claimed"]
"""Whether a post states it, says it of a case or an example, gives a number for an example, or claims it."""


@dataclass(frozen=True)
class Kind(Generic[T]):
    """A kind of hypothesis by its name; the type of its content is `T`."""

    name: str


class Hypothesis(NamedTuple, Generic[T]):
    """One hypothesis: its `content` says something of the `subject`, a symbol, from `place` on.

    The subject is empty where the whole post is mentioned. `step`: the step that states it, None where words do.
    """

    kind: Kind[T]
    content: T
    subject: str = ""
    place: int = 0
    scope: Scope = "post"
    step: int | None = None
    certainty: Certainty = "stated"


class Hypotheses:
    """All hypotheses of a post, in the order in which their sources give them."""

    def __init__(self) -> None:
        self._of: dict[Kind[Any], list[Hypothesis[Any]]] = {}
        self._contents: dict[Kind[Any], tuple[Any, ...]] = {}
        self._by_subject: dict[Kind[Any], dict[str, tuple[Any, ...]]] = {}

    def add(self, records: Iterable[Hypothesis[Any]]) -> None:
        """Adds what a source finds."""
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
        """What the hypotheses of a kind say."""
        if kind not in self._contents:
            self._contents[kind] = tuple(record.content for record in self.records(kind))
        return self._contents[kind]

    def by_subject(self, kind: Kind[T]) -> Mapping[str, tuple[T, ...]]:
        """What the hypotheses of a kind say of each symbol."""
        return self._by_subject.get(kind, {})

    def about(self, symbol: str, kind: Kind[T]) -> tuple[T, ...]:
        """What the hypotheses of a kind say of `symbol`."""
        return self.by_subject(kind).get(symbol, ())

    def subjects(self, kind: Kind[Any]) -> frozenset[str]:
        """The symbols of which the hypotheses of a kind speak."""
        return frozenset(self.by_subject(kind))

    def has(self, kind: Kind[Any]) -> bool:
        """Whether the post has a hypothesis of a kind."""
        return kind in self._of
