"""What a post's own comments silence: `<!-- enhance: ignore L101, duplicate-tag -->`.

A comment with other text on its line speaks of that line; alone on its line it speaks of the block below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.text.diagnostics import Diagnostic
from mathpost.text.source import Source, Span
from mathpost.trouble import UNKNOWN_SUPPRESSION, UNUSED_SUPPRESSION


class Suppression(NamedTuple):
    """One selector (a code, its beginning, or a name) of one comment, and the places it silences."""

    selector: str
    comment: Span
    scope: Span

    def names(self, code: str, name: str) -> bool:
        return name == self.selector or code.startswith(self.selector)

    def covers(self, finding: Diagnostic) -> bool:
        return (
            self.names(finding.code, finding.name) and self.scope.start <= finding.span.start < self.scope.end
        )


def applied(
    document: Document,
    findings: Iterable[Diagnostic],
    rules: Iterable[tuple[str, str]],
    spoke: Sequence[tuple[str, str]],
) -> list[Diagnostic]:
    """`findings` without the silenced ones, and with what is wrong with the comments themselves.

    `rules` are all (code, name), `spoke` those that were asked: a comment on others is not called unused.
    """
    found = list(findings)
    orders = list(suppressions(document))
    kept = [f for f in found if not any(s.covers(f) for s in orders)]
    known = list(rules)
    for order in orders:
        if not any(order.names(*rule) for rule in known):
            kept.append(UNKNOWN_SUPPRESSION.at(order.comment, f"no rule named `{order.selector}`"))
        elif _all_spoke(order, known, spoke) and not any(order.covers(f) for f in found):
            kept.append(
                UNUSED_SUPPRESSION.at(
                    order.comment, f"nothing to silence: `{order.selector}` finds nothing here"
                )
            )
    return kept


def _all_spoke(
    order: Suppression, known: Sequence[tuple[str, str]], spoke: Sequence[tuple[str, str]]
) -> bool:
    """Every rule that `order` names was asked."""
    return all(rule in spoke for rule in known if order.names(*rule))


def suppressions(document: Document) -> Iterator[Suppression]:
    """The orders in the comments of `document`, in order of place."""
    source = document.source
    for span in document.opaque:
        span = Span(span.start, span.start + len(source.slice(span).rstrip()))
        order = _order(source.slice(span))
        if order is not None:
            scope = _scope(document, span)
            yield from (Suppression(selector, span, scope) for selector in order)


def _order(comment: str) -> list[str] | None:
    """The selectors of ``<!-- enhance: ignore … -->``; None for any other text."""
    if not (comment.startswith("<!--") and comment.endswith("-->")):
        return None
    who, colon, order = comment[4:-3].strip().partition(":")
    words = order.replace(",", " ").split()
    if who.strip() != "enhance" or not colon or words[:1] != ["ignore"]:
        return None
    return words[1:]


def _scope(document: Document, comment: Span) -> Span:
    source = document.source
    line = source.line_span(source.line_of(comment.start))
    if source.slice(line).strip() != source.slice(comment).strip():
        return Span(line.start, line.end + 1)
    return _block_below(source, comment.end, document)


def _block_below(source: Source, offset: int, document: Document) -> Span:
    """From `offset` to the blank line that ends the next block; a formula that begins in it belongs to it."""
    line = source.line_of(offset) + 1
    last = len(source.line_starts)
    while line <= last and not source.slice(source.line_span(line)).strip():
        line += 1
    while line <= last and source.slice(source.line_span(line)).strip():
        line += 1
    end = source.line_span(min(line, last)).end + 1
    for formula in document.formulas:
        if offset <= formula.span.start < end:
            end = max(end, formula.span.end)
    return Span(offset, end)
