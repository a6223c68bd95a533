"""Fingerprints of findings: they stay the same when lines are added elsewhere, so later runs and other programs
recognise a finding.

A fingerprint is built from the rule and the text at fault: the row of the formula, or the line of prose, without white
space and tags. New numbers and new indentation do not change it; equal findings are distinguished by their order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from typing import TypeAlias

from mathpost.document.document import Document
from mathpost.text.diagnostics import Diagnostic
from mathpost.text.source import Span
from mathpost.writers.post import PostResult

Tags: TypeAlias = Callable[[int], Sequence[Span]]
_LONG = 20_000  # characters of a line, above which only those near a fault tell of it
_NEAR = 500
_LENGTH = 16  # hexadecimal digits: no two findings of a post meet by chance


def fingerprints(result: PostResult) -> list[str]:
    """One fingerprint per diagnostic of a post, all different, in their order."""
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    tags = _tags(result.document)
    for diagnostic in result.diagnostics:
        key = (diagnostic.code, _surroundings(result.document, tags, diagnostic))
        found.append(_hash(*key, str(seen[key])))
        seen[key] += 1
    return found


def located(path: str, fingerprint: str) -> str:
    """The fingerprint of a finding among those of all posts."""
    return _hash(path, fingerprint)


def _surroundings(document: Document, tags: Tags, diagnostic: Diagnostic) -> str:
    """The text at fault: its lines as far as they belong to the same formula, then the fault itself."""
    source, span = document.source, diagnostic.span
    first = source.line_span(source.line_of(span.start))
    last = source.line_span(source.line_of(max(span.start, span.end - 1)))
    start, end = first.start, last.end
    at = bisect_right(document.formulas, span.start, key=lambda f: f.span.start) - 1
    inside: Sequence[Span] = ()
    if at >= 0 and span.start < document.formulas[at].span.end:
        formula = document.formulas[at]
        start, end = max(start, formula.span.start), min(end, max(span.end, formula.span.end))
        inside = tags(at)
    if end - start > _LONG:  # nobody writes such a line, and it may have as many faults as signs
        start, end = max(start, span.start - _NEAR), min(end, span.start + _NEAR)
    text = _without(source.text, inside, start, end)
    return "".join(text.split()) + "\n" + source.text[span.start : min(span.end, span.start + _LONG)]


def _tags(document: Document) -> Tags:
    """The places of the tags of a formula, in order."""
    return cache(lambda at: sorted(tag.span for row in document.formulas[at].rows for tag in row.tags))


def _without(text: str, spans: Sequence[Span], start: int, end: int) -> str:
    """The text of a stretch without what is in `spans`."""
    pieces, at = [], start
    for span in spans[max(0, bisect_right(spans, start, key=lambda s: s.start) - 1) :]:
        if span.start >= end:
            break
        pieces.append(text[at : max(at, span.start)])
        at = max(at, span.end)
    return "".join(pieces) + text[at:end]


def _hash(*parts: str) -> str:
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_LENGTH]
