"""The ranges that bound variables run over, and the names that such variables get."""

from __future__ import annotations

from typing import NamedTuple

from mathpost.verify.proving.normal.quotient import NoFormError, Rational


class Range(NamedTuple):
    """from `low` to `high`, both included; `high` is None for a sum without end.

    `implied`: the bounds are not written; an index of the same families has the same range.
    """

    low: Rational
    high: Rational | None
    implied: bool = False


class Ranges:
    """The ranges of one form and the names of the variables that run over them."""

    def __init__(self) -> None:
        self.spans: list[Range] = []
        self.known: dict[str, Range] = {}
        self.fresh = 0

    def name(self, depth: int, span: Range, taken: frozenset[str]) -> str:
        """The name of a variable over `span` whose body holds binders up to `depth`; not in `taken`."""
        number = self.number(span)
        while (name := f"⟨{depth}|{number}⟩") in taken:
            depth += 1
        self.known[name] = span
        return name

    def number(self, span: Range) -> int:
        """The place of `span` among the ranges met so far."""
        for k, known in enumerate(self.spans):
            if known == span:
                return k
        self.spans.append(span)
        return len(self.spans) - 1

    def temporary(self, span: Range) -> str:
        self.fresh += 1
        name = f"⟨{self.fresh}*⟩"
        self.known[name] = span
        return name


def end(span: Range) -> Rational:
    """The upper bound of a range that has one."""
    if span.high is None:
        raise NoFormError("endless range")
    return span.high
