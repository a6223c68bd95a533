"""Findings that comments in a post suppress: `<!-- enhance: ignore L101, duplicate-tag -->`.

A comment with other text on its line applies to that line; alone on its line it applies to the block below it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.text.diagnostics import Diagnostic
from mathpost.text.source import Source, Span
from mathpost.trouble import UNKNOWN_SUPPRESSION, UNUSED_SUPPRESSION


class Suppression(NamedTuple):
    """One selector (a code, a code prefix or a name) of one comment, and the places where it applies."""

    selector: str
    comment: Span
    scope: Span

    def names(self, code: str, name: str) -> bool:
        return name == self.selector or code.startswith(self.selector)


def applied(
    document: Document,
    findings: Iterable[Diagnostic],
    rules: Iterable[tuple[str, str]],
    spoke: Sequence[tuple[str, str]],
) -> list[Diagnostic]:
    """`findings` without the suppressed ones, and with what is wrong with the comments themselves.

    `rules` are all (code, name); `spoke` are those that were run: a comment about others is not reported as unused.
    """
    found = list(findings)
    orders = list(suppressions(document))
    silences = _silences(orders)
    kept = [f for f in found if not any(silence.covers(f) for silence in silences.values())]
    known = list(rules)
    places = {
        selector: sorted(f.span.start for f in found if silence.names(f))
        for selector, silence in silences.items()
    }
    for order in orders:
        if not any(order.names(*rule) for rule in known):
            kept.append(UNKNOWN_SUPPRESSION.at(order.comment, f"no rule named `{order.selector}`"))
        elif _all_spoke(order, known, spoke) and not _finds(places[order.selector], order.scope):
            kept.append(
                UNUSED_SUPPRESSION.at(
                    order.comment, f"nothing to ignore: `{order.selector}` has no finding here"
                )
            )
    return kept


class _Silence(NamedTuple):
    """All scopes of one selector, by their starts; `ends`: how far the scopes up to each of them reach."""

    selector: str
    starts: list[int]
    ends: list[int]

    def names(self, finding: Diagnostic) -> bool:
        return finding.name == self.selector or finding.code.startswith(self.selector)

    def covers(self, finding: Diagnostic) -> bool:
        at = bisect_right(self.starts, finding.span.start) - 1
        return at >= 0 and finding.span.start < self.ends[at] and self.names(finding)


def _silences(orders: Sequence[Suppression]) -> dict[str, _Silence]:
    scopes: dict[str, list[Span]] = {}
    for order in orders:
        scopes.setdefault(order.selector, []).append(order.scope)
    return {
        selector: _Silence(
            selector, [s.start for s in sorted(spans)], [*accumulate((s.end for s in sorted(spans)), max)]
        )
        for selector, spans in scopes.items()
    }


def _finds(places: Sequence[int], scope: Span) -> bool:
    return bisect_left(places, scope.start) < bisect_left(places, scope.end)


def _all_spoke(
    order: Suppression, known: Sequence[tuple[str, str]], spoke: Sequence[tuple[str, str]]
) -> bool:
    """Whether every rule that `order` names was run."""
    return all(rule in spoke for rule in known if order.names(*rule))


def suppressions(document: Document) -> Iterator[Suppression]:
    """The suppressions in the comments of `document`, in order of place."""
    source = document.source
    blocks = _Blocks(document)
    for span in document.opaque:
        span = Span(span.start, span.start + len(source.slice(span).rstrip()))
        order = _order(source.slice(span))
        if order is not None:
            scope = _scope(source, span, blocks)
            yield from (Suppression(selector, span, scope) for selector in order)


def _order(comment: str) -> list[str] | None:
    """The selectors of ``<!-- enhance: ignore … -->``; None for any other text."""
    if not (comment.startswith("<!--") and comment.endswith("-->")):
        return None
    who, colon, order = comment[4:-3].strip().partition(":")
    words = order.replace(",", " ").split()
    if who.strip() != "enhance" or not colon or words[:1] != ["ignore"]:
        return None
    return [*dict.fromkeys(words[1:])]


def _scope(source: Source, comment: Span, blocks: _Blocks) -> Span:
    line = source.line_span(source.line_of(comment.start))
    if source.slice(line).strip() != source.slice(comment).strip():
        return Span(line.start, line.end + 1)
    return Span(comment.end, blocks.below(source.line_of(comment.end) + 1, comment.end))


class _Blocks:
    """Finds where the blocks below comments end; comments come in order, and many may be above one block."""

    def __init__(self, document: Document) -> None:
        self._source = document.source
        self._formulas = document.formulas
        self._starts = [formula.span.start for formula in document.formulas]
        self._first = self._behind = 0

    def below(self, line: int, offset: int) -> int:
        """The blank line that ends the block which begins at `line`, or below it; a formula that begins in it belongs to it."""
        last = len(self._source.line_starts)
        if not self._first <= line < self._behind:
            self._first = line
            while line <= last and self._is_blank(line):
                line += 1
            while line <= last and not self._is_blank(line):
                line += 1
            self._behind = line
        end = self._source.line_span(min(self._behind, last)).end + 1
        at = bisect_left(self._starts, end) - 1  # formulas do not overlap: the last one reaches farthest
        return max(end, self._formulas[at].span.end) if at >= 0 and self._starts[at] >= offset else end

    def _is_blank(self, line: int) -> bool:
        return not self._source.slice(self._source.line_span(line)).strip()
