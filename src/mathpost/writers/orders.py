"""The time and space complexities that a post states, with their section and kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mathpost.document.document import Document

_HEADS = ("\\mathcal{O}", "\\mathcal O", "O", "\\Theta", "\\Omega", "\\tilde{O}", "\\tilde{\\mathcal{O}}")
_KINDS = {
    "时间复杂度": "time", "计算复杂度": "time", "计算量": "time", "运算量": "time", "time complexity": "time",
    "空间复杂度": "space", "显存": "space", "内存": "space", "space complexity": "space", "memory": "space",
}  # fmt: skip
_ANY = ("复杂度", "complexity")
_CLAUSE = "。！？；\n|"
_NEAR = 60  # characters before the formula in which the word stands


class Order(NamedTuple):
    """``O(…)`` as LaTeX; `kind` is ``time``, ``space``, or empty if the post only says complexity."""

    section: str
    kind: str
    latex: str


def orders(document: Document) -> Iterator[Order]:
    """Inline formulas that are an order and that the words before call a complexity, each once."""
    seen = set()
    for formula in document.formulas:
        latex = " ".join(document.source.slice(formula.body).split())
        if formula.kind != "inline" or not _is_order(latex):
            continue
        before = document.source.text[max(0, formula.span.start - _NEAR) : formula.span.start].lower()
        clause = before[max(before.rfind(mark) for mark in _CLAUSE) + 1 :]
        kind = _kind(clause)
        if kind is None:
            continue
        heading = next(
            (h.title for h in reversed(document.headings) if h.span.start < formula.span.start), ""
        )
        order = Order(heading, kind, latex)
        if order not in seen:
            seen.add(order)
            yield order


def _is_order(latex: str) -> bool:
    """``O(…)`` from the first character to the last."""
    rest = next((latex[len(head) :].lstrip() for head in _HEADS if latex.startswith(head)), "")
    return (
        rest.startswith(("(", "\\left(", "\\big(", "\\bigl(")) and rest.endswith(")") and _closes_last(rest)
    )


def _closes_last(rest: str) -> bool:
    """Whether the bracket that opens first is closed by the last character."""
    depth = 0
    for at, character in enumerate(rest):
        depth += (character == "(") - (character == ")")
        if character == ")" and depth == 0:
            return at == len(rest) - 1
    return False


def _kind(clause: str) -> str | None:
    """Which complexity the words name last; empty for complexity as such, None for none."""
    places = [(clause.rfind(word) + len(word), kind) for word, kind in _KINDS.items() if word in clause]
    if places:
        return max(places)[1]
    return "" if any(word in clause for word in _ANY) else None
