"""Changes to a text: ranges of the original and their replacements."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

from mathpost.text.source import Span


class Edit(NamedTuple):
    """Replace `span` of the original text by `text`; an empty span inserts."""

    span: Span
    text: str


class Safety(IntEnum):
    """How safe a fix is; `run` and `--fix` apply `SAFE` ones."""

    SHOW = 0
    UNSAFE = 1
    SAFE = 2


class Fix(NamedTuple):
    """Edits that belong together: all are applied or none."""

    title: str
    edits: tuple[Edit, ...]
    safety: Safety


class OverlappingEditsError(ValueError):
    """Two edits of one application touch the same characters."""


def apply(text: str, edits: Iterable[Edit]) -> str:
    """`text` with all `edits` made at once; insertions at one place keep their order.

    Raises:
        OverlappingEditsError: two edits touch the same characters.
    """
    pieces: list[str] = []
    at = 0
    for span, new in sorted(edits, key=lambda e: (e.span.start, e.span.end)):
        if span.start < at:
            raise OverlappingEditsError(f"edits overlap at offset {span.start}")
        pieces += [text[at : span.start], new]
        at = span.end
    return "".join([*pieces, text[at:]])


def compatible(fixes: Iterable[Fix], taken: Iterable[Edit] = ()) -> list[Fix]:
    """The fixes, in order, whose edits overlap neither `taken` nor each other."""
    spans = sorted(e.span for e in taken)
    chosen: list[Fix] = []
    for fix in fixes:
        new = sorted({e.span for e in fix.edits})
        merged = sorted(spans + new)
        if all(a.end <= b.start and a != b for a, b in pairwise(merged)):
            spans = merged
            chosen.append(fix)
    return chosen
