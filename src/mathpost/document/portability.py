"""Formulas that other renderers refuse: every formula of a post is read for another target.

Macros are in force to the end of the page, as in each renderer.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Document, Formula
from mathpost.latex.parser import parse
from mathpost.latex.tree import Fault

_CAUSES = frozenset(["L012"])  # a comment that hides a closing sign causes all other faults


def faults(document: Document, formula: Formula, target: str) -> tuple[Fault, ...]:
    """The faults for `target` of one formula of a post that was read for another target."""
    before = document.formulas[formula.index - 1].definitions if formula.index else document.given
    parsed = parse(
        document.source.text,
        formula.segments,
        escaped=formula.escaped,
        display=formula.kind == "display",
        target=target,
        definitions=before,
    )
    return parsed.faults


def refusals(document: Document, target: str) -> Iterator[tuple[Formula, Fault]]:
    """The faults for `target` in a post that was read for another target, once per formula."""
    text = document.source.text
    definitions = document.given
    for formula in document.formulas:
        parsed = parse(
            text,
            formula.segments,
            escaped=formula.escaped,
            display=formula.kind == "display",
            target=target,
            definitions=definitions,
        )
        definitions = parsed.definitions
        known = {fault.span for fault in formula.faults}
        new = [fault for fault in parsed.faults if fault.span not in known]
        if new:
            yield formula, min(new, key=lambda fault: (fault.code not in _CAUSES, fault.span))
