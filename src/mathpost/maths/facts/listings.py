r"""Values that a post lists for a symbol: ``Y \in \{0, 1\}``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.maths import notation
from mathpost.maths.elaboration.binders.ranges import bracketed
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import RowReader
from mathpost.maths.elaboration.heads import head
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Number, Term


def listings(steps: Sequence[Step], written: Conventions) -> Iterator[tuple[str, tuple[Term, ...]]]:
    """The symbols with all their values, if the post lists at least two numbers."""
    for step in steps:
        name = head(step.left.nodes) if step.sign == "∈" and not step.interior else None
        values = None if name is None else _values(step, written)
        if name is not None and values is not None:
            yield name, values


def _values(step: Step, written: Conventions) -> tuple[Term, ...] | None:
    try:
        opened, content, closed = bracketed(notation.without_stop(notation.items(step.right.nodes)))
        if (opened, closed) != (r"\{", r"\}"):
            return None
        values = tuple(RowReader(part, written).whole() for part in split_at_commas(content) if part)
    except UnreadError:
        return None
    return values if len(values) > 1 and all(isinstance(v, Number) for v in values) else None
