"""Results that a step claims: a root or solution of a stated equation, or the point where a derivative vanishes."""

from __future__ import annotations

from dataclasses import replace

from mathpost.maths.claims.roots import UNIT, Roots
from mathpost.maths.claims.solutions import Solutions
from mathpost.maths.elaboration.heads import CONSTANTS, head
from mathpost.maths.elaboration.signs import has_double
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import Step


class Findings:
    """The equations that a post has stated so far."""

    def __init__(self, sections: Sections, text: str) -> None:
        self._solutions, self._roots = Solutions(sections), Roots(sections)
        self._text = text

    def remember(self, step: Step) -> None:
        """Add the next step of the post."""
        self._solutions.remember(step)
        self._roots.remember(step)

    def found(self, step: Step) -> Step:
        """`step` with its result, if it names the unknown of the last equation and words solve that equation."""
        name = head(step.left.nodes)
        if name is None or step.role not in ("definition", "claim") or step.interior:
            return step
        between = self._text[self._solutions.end : step.span.start]
        named = step.role == "definition" or self._solutions.is_set
        root = self._roots.found(step, between)
        alone = has_double(step.right.nodes) or letters(step.right.nodes) <= CONSTANTS | UNIT
        found = self._solutions.found(name, step, between) if named and not (root and alone) else None
        found = found or root
        if found is None:
            return step
        by = step.inference.by if found.root or step.role == "claim" else ""
        return replace(step, role="claim", inference=step.inference._replace(by=by or "word"), found=found)
