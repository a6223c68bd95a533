"""Names for findings that outlive a shift of lines: what later runs and other programs know a finding by.

A fingerprint is made of the rule and of the text at fault: the row of the formula, or the line of prose,
without white space and tags. Lines added elsewhere, new numbers and new indentation leave it as it is; equal
findings are told apart by their order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from hashlib import sha256

from mathpost.document.document import Document
from mathpost.text.diagnostics import Diagnostic
from mathpost.text.source import Span
from mathpost.writers.post import PostResult

_LENGTH = 16  # hexadecimal digits: no two findings of a post meet by chance


def fingerprints(result: PostResult) -> list[str]:
    """One fingerprint per diagnostic of a post, all different, in their order."""
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for diagnostic in result.diagnostics:
        key = (diagnostic.code, _surroundings(result.document, diagnostic))
        found.append(_hash(*key, str(seen[key])))
        seen[key] += 1
    return found


def located(path: str, fingerprint: str) -> str:
    """The fingerprint of a finding among those of all posts."""
    return _hash(path, fingerprint)


def _surroundings(document: Document, diagnostic: Diagnostic) -> str:
    """The text at fault: its lines as far as they belong to the same formula, then the fault itself."""
    source, span = document.source, diagnostic.span
    first = source.line_span(source.line_of(span.start))
    last = source.line_span(source.line_of(max(span.start, span.end - 1)))
    start, end = first.start, last.end
    at = bisect_right(document.formulas, span.start, key=lambda f: f.span.start) - 1
    tags: list[Span] = []
    if at >= 0 and span.start < document.formulas[at].span.end:
        formula = document.formulas[at]
        start, end = max(start, formula.span.start), min(end, max(span.end, formula.span.end))
        tags = [tag.span for row in formula.rows for tag in row.tags]
    text = "".join("" if _inside(tags, n) else source.text[n] for n in range(start, end))
    return "".join(text.split()) + "\n" + source.slice(span)


def _inside(spans: list[Span], offset: int) -> bool:
    return any(span.start <= offset < span.end for span in spans)


def _hash(*parts: str) -> str:
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_LENGTH]
