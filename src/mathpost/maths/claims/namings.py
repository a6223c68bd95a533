"""What a post has named so far, and whether it names a symbol once more or says something of it.

A letter that was named keeps its meaning under the heading where it was given one, a word everywhere. Elsewhere,
behind a title of its own (``**Variant**: $L = …$``), or where words speak of another version, the post gives it
another; an inference never does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mathpost.latex.tree import Node
from mathpost.maths.elaboration import heads
from mathpost.maths.facts import partials
from mathpost.maths.facts.counting import running
from mathpost.maths.lexicon.cues import last_clause
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.notation.letters import bases, letters
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Role, Step
from mathpost.maths.terms.names import bare

_TITLE = re.compile(
    r"(\*\*(?P<bold>[^*\n]{1,40})\*\*\s*([（(][^）)\n]{0,40}[)）]\s*)?[:：]?"
    r"|(^|\n)\s*([-*+]|\d+[.)、])\s+(?P<item>[^，。,.；;\n]{1,24})[:：])[\s$>]*$"
)
# titles of what is derived, not chosen
_DERIVED = re.compile(
    r"定理|引理|命题|推论|结论|结果|性|推导|计算|求|解|验证|等价|形式|证|导数|化|展开|分解|恒等|"
    r"\b(theorem|lemma|proposition|corollary|conclusion|result|property|proof|derivation|computation|solution|derivative|"
    r"equivalent\w*|identity|simplif\w+)\b",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"改[为成用进]|换[成为一]|替[换代]|另一|另外[的一]|新的|重新定义|变[体种]|版本?|推广|其[他它]|"
    r"\b(instead|modif\w+|replac\w+|alternativ\w+|variants?|another|version\w*|redefin\w+|now let|rescal\w+)\b",
    re.IGNORECASE,
)


# words that say something of a symbol as it is
_SAID = re.compile(
    r"由于|因为|回[想顾忆]|别忘|记得|有[\s：:]*$|恒有|总有|算出|写[出成]|[重改]写|解|展开|得|知道|发现|看[到出]|可见|表明|意味|变成|变为|就是|正是|"
    r"\b(since|because|recall\w*|have|get|obtain\w*|written|rewrit\w*|express\w*|evaluat\w*|develop\w*|reformulat\w*|becom\w+|"
    r"finally|note|notice|observe|follow\w*|equals?)\b",
    re.IGNORECASE,
)


# where a statement is made, or an equation of the post is spoken of
_STATED = re.compile(
    r"\*\*[^*\n]*(定理|引理|命题|推论|性质|\b(theorem|lemma|proposition|corollary|claim)\b)[^*\n]*\*\*"
    r"|\\(eq)?ref\{|式\s*[（(]\s*\d|\b(Eqs?\.|equations?)\s*[（(]?\d",
    re.IGNORECASE,
)


def squared_name(name: str) -> str:
    """The name under which the square of a symbol is remembered: ``\\sigma^2`` may be given a meaning before σ is."""
    return f"{name}^{{2}}"


class Naming(NamedTuple):
    """Where a symbol was given a meaning, and the LaTeX of that; `value`: one that it has in some case, ``t = 0``."""

    place: int
    right: str
    value: bool


class Namings:
    """The symbols that a post has named so far."""

    def __init__(self, sections: Sections) -> None:
        self.sections = sections
        self._found: dict[str, list[Naming]] = {}
        self._families: set[str] = set()
        self._closed: set[str] = set()
        self._recurring: set[str] = set()
        self._general: set[str] = set()
        self._arguments: dict[str, frozenset[str]] = {}

    def made_of_others(self, name: str) -> bool:
        """Whether a recurrence gave the members of the family of `name`: ``a_{n+1} = 2a_n + 1`` says what ``a_n`` is."""
        return name != bare(name) and bare(name) in self._recurring

    def is_given_in_general(self, name: str) -> bool:
        """Whether a head is a neighbour of the member by which a family was given: ``e_{n+1}`` where ``e_n = x_n - a`` was."""
        family, index = _parted(name)
        return family in self._families and not index.isalnum()

    def is_slope(self, name: str) -> bool:
        """Whether a head is the derivative of a function that was named with its arguments: ``f_{x}`` of ``f(x, y)``."""
        return partials.is_slope(name, self._arguments)

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def remember(self, step: Step) -> None:
        """Adds what `step` names."""
        name = heads.head(step.left.nodes)
        square = heads.squared(step.left.nodes) if name is None else None
        name = name if square is None else squared_name(square)
        if name is None or step.interior or step.sign not in ("=", ":=", "≡", "≐", "∼", FOLLOWS):
            return
        if name != bare(name) and bare(name) in map(bare, bases(step.right.nodes)):
            self._recurring.add(bare(name))
        if not heads.is_number(step.right.nodes, signed=True):
            self._general.add(name)
        value = step.sign not in ("∼", FOLLOWS) and _is_value(name, step.right.nodes)
        self._found.setdefault(name, []).append(Naming(step.span.end, step.right.text, value))
        if name.endswith("()"):
            self._arguments[name] = letters(step.left.nodes) - {name.removesuffix("()")}
        family, index = _parted(name)
        if index.isalpha() and bare(family) not in letters(step.right.nodes):
            self._families.add(family)
            if letters(step.right.nodes) - running(step.right.nodes) <= {index, *heads.CONSTANTS}:
                self._closed.add(family)

    def gives_numbers_only(self, name: str) -> bool:
        """Whether nothing was said of a symbol or of a function but numbers, its values somewhere."""
        return name in self._found and name not in self._general

    def says(self, name: str) -> bool:
        """Whether a symbol was given a meaning, and no mere value."""
        return any(not each.value for each in self._found.get(name, ()))

    def gives(self, name: str) -> bool:
        """Whether the members of a family were given a meaning: ``p`` where ``p_i = …``."""
        return any(bare(_parted(family)[0]) == name for family in self._found)

    def is_member(self, name: str, right: Sequence[Node]) -> bool:
        """Whether a head is one member of a family of which the post has given all: ``C_3`` where ``C_n`` was defined.

        The number that it is set to may be an example's, if not only the index says what the members are.
        """
        family, index = _parted(name)
        known = self._closed if heads.is_number(right, signed=True) else self._families
        return index.isdecimal() and family in known

    def role(self, name: str, step: Step, lead: str) -> Role:
        """What a step makes of a symbol that was named, where nothing infers it from the words that `lead` into it."""
        known = [each for each in self._found.get(name, ()) if not each.value]
        repeated = bool(known) and known[-1].right == step.right.text
        another = _ANOTHER.search(lead) is not None
        said = _SAID.search(last_clause(lead)) or (_STATED.search(lead) and not another)
        if repeated or said or heads.estimates(step.right.nodes):
            return "claim"
        if _is_value(name, step.right.nodes):
            return "assumption"
        here = any(self.sections.covers(each.place, step.span.start) for each in known)
        elsewhere = not here and not heads.is_word(name)
        return "definition" if elsewhere or is_titled(lead) or another else "claim"


def _parted(name: str) -> tuple[str, str]:
    """A head as its family and the index behind it, empty where there is none: ``C`` and ``n`` of ``C_{n}``."""
    family, _, index = name.partition("_{")
    return family, index.removesuffix("}")


def _is_value(name: str, right: Sequence[Node]) -> bool:
    """Whether a symbol is set to a number or to another symbol: a case that is looked at, an abbreviation."""
    other = heads.head(right)
    if name.endswith("()") or (other or "").endswith("()"):
        return False
    return other is not None or heads.is_number(right, signed=True)


def is_titled(lead: str) -> bool:
    """Whether a title leads into a formula that does not announce something derived: ``**Loss**:``, ``- cosine:``."""
    title = _TITLE.search(lead)
    if title is None:
        return False
    return _DERIVED.search(title.group("bold") or title.group("item")) is None
