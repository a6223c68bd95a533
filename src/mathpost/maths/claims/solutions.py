r"""Symbols that a post does not define but finds: as the solution of an equation, or where a derivative vanishes.

``ax + b = c``, 解得 ``x = (c - b)/a`` is a claim about the equation if it contains exactly its other letters; so is
``w^* = a/(1 + \lambda)``, if words set the derivative of a function of w to zero.
"""

from __future__ import annotations

import re

from mathpost.maths.elaboration.heads import CONSTANTS, head, in_library, is_number
from mathpost.maths.facts.counting import ranging
from mathpost.maths.lexicon.cues import cue
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import Found, Step
from mathpost.maths.terms.names import bare
from mathpost.text.late import late

AROUND = " \n$\\[]"  # stripped from the words between two displays
FAR = 160  # maximal number of characters from a statement to its solution
_SOLVES = late(
    r"解得|解出|求解|移项|两边(同时)?取[^，。]{0,4}(对数|指数)|\bsolv(es?|ing)\b[^.]{0,20}\b(for|gives?|yields?)\b",
    re.IGNORECASE,
)
_VANISHES = late(
    r"(导数?|梯度)[^，。]{0,6}[，并且]{0,2}(令|设|使)?(其|它)?(等于|为|设为|=)\s*(零|0|\$0\$)"
    r"|\b(derivative|gradient|slope|it|this)s?\b[^.]{0,30}\b(to|equal|be)( to)? (zero|0\b|\$0\$)",
    re.IGNORECASE,
)
# words for several unknowns, approximate solutions or other derivatives
_OTHERWISE = late(
    r"或|约|近似|分别|同理|类似|二阶|\b(or|roughly|approximately|respectively|similarly|second)\b",
    re.IGNORECASE,
)


class Solutions:
    """The steps of a post so far, with the last function that it defined."""

    def __init__(self, sections: Sections) -> None:
        self._sections = sections
        self._steps: list[Step] = []
        self._function = 0

    @property
    def is_set(self) -> bool:
        """Whether the last step sets a derivative to zero."""
        last = self._steps[-1] if self._steps else None
        demanded = last is not None and last.interior and last.role == "assumption" and last.sign == "="
        return last is not None and demanded and is_number(last.right.nodes)

    @property
    def end(self) -> int:
        """The end of the last step."""
        return self._steps[-1].span.end if self._steps else 0

    def remember(self, step: Step) -> None:
        """Add the next step of the post."""
        name = head(step.left.nodes) or ""
        if step.sign in ("=", ":=") and not step.interior and name.endswith("()") and "'" not in name:
            self._function = len(self._steps)
        self._steps.append(step)

    def found(self, name: str, step: Step, between: str) -> Found | None:
        """The step from which `step` finds the unknown `name`, if the words `between` solve it; otherwise None."""
        if not self._steps or step.sign != "=" or len(between) > FAR or _OTHERWISE.search(between):
            return None
        solves = _SOLVES.search(between) is not None
        said = solves or cue(between.strip(AROUND)) == "infer"
        follows = said or step.inferred == "arrow"
        last, slope = len(self._steps) - 1, _VANISHES.search(between) is not None
        if self.is_set and follows and not slope:
            slope = self._finds(self._function, name, step, slope=True)
            return (
                Found(self._function if slope else last, slope) if slope or self._is_at(name, step) else None
            )
        number = self._function if slope else last
        stated = self._steps[number]
        asks = stated.role != "definition" and head(stated.left.nodes) is None
        solved = slope or (not stated.interior and (solves or (said and asks)))
        return Found(number, slope) if solved and self._finds(number, name, step, slope=slope) else None

    def _finds(self, number: int, name: str, step: Step, *, slope: bool) -> bool:
        """Whether `step` solves the step `number` of its section for the unknown `name`."""
        stated = self._steps[number]
        near = self._sections.covers(stated.span.start, step.span.start)
        return near and stated.sign in ("=", ":=") and _is_of(stated, name, step, slope=slope)

    def _is_at(self, name: str, step: Step) -> bool:
        """Whether `step` gives an unknown in terms of the other letters of the derivative last set to zero, and no others."""
        known, made = letters(self._steps[-1].left.nodes), letters(step.right.nodes)
        unknown = argument(name)
        others = known | CONSTANTS | frozenset(filter(in_library, made))
        return unknown in known - made and made <= others and bool(made & known)


def argument(name: str) -> str:
    r"""The argument of a function for a special value of it: w for ``w^*``, p for ``\hat{p}``."""
    symbol = bare(name)
    accent = next((a for a in (r"\hat{", r"\widehat{") if symbol.startswith(a)), "")
    return symbol.removeprefix(accent).removesuffix("}") if accent else symbol


def _is_of(stated: Step, name: str, step: Step, *, slope: bool) -> bool:
    """Whether `step` gives `name` in terms of all other letters of the step `stated`, and no others."""
    left, right = letters(stated.left.nodes), letters(stated.right.nodes)
    unknown, known = (argument(name), right) if slope else (bare(name), left | right)
    asked = unknown in left & right if slope else unknown in known - {bare(head(stated.left.nodes) or "")}
    made = letters(step.right.nodes)
    if not asked or unknown in made:
        return False
    indices, words = letters(step.left.nodes), frozenset(filter(in_library, made | known))
    return (made ^ known) <= CONSTANTS | indices | words | ranging(stated.right.nodes)
