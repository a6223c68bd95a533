"""The symbols that a post has defined so far: their values and places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mathpost.latex.tree import Node
from mathpost.maths.elaboration import heads
from mathpost.maths.facts import partials
from mathpost.maths.facts.counting import running
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.notation.letters import bases, letters
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare


def squared_name(name: str) -> str:
    r"""The key for the square of a symbol: ``\sigma^2`` may be defined before σ is."""
    return f"{name}^{{2}}"


class Naming(NamedTuple):
    """The place of a definition and the LaTeX of its right side; `value`: it is only a value in some case, ``t = 0``."""

    place: int
    right: str
    value: bool


class Namings:
    """The symbols that a post has defined so far."""

    def __init__(self, sections: Sections) -> None:
        self.sections = sections
        self._found: dict[str, list[Naming]] = {}
        self._families: set[str] = set()
        self._closed: set[str] = set()
        self._recurring: set[str] = set()
        self._general: set[str] = set()
        self._arguments: dict[str, frozenset[str]] = {}

    def is_recursive(self, name: str) -> bool:
        """Whether a recurrence defines the members of the family of `name`: ``a_{n+1} = 2a_n + 1`` defines ``a_n``."""
        return name != bare(name) and bare(name) in self._recurring

    def is_given_in_general(self, name: str) -> bool:
        """Whether a head is another member of a family that a general member defined: ``e_{n+1}`` after ``e_n = x_n - a``."""
        family, index = _parted(name)
        return family in self._families and not index.isalnum()

    def is_slope(self, name: str) -> bool:
        """Whether a head is a derivative of a function defined with its arguments: ``f_{x}`` of ``f(x, y)``."""
        return partials.is_slope(name, self._arguments)

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def remember(self, step: Step) -> None:
        """Add the symbol that `step` defines."""
        name = heads.head(step.left.nodes)
        square = heads.squared(step.left.nodes) if name is None else None
        name = name if square is None else squared_name(square)
        if name is None or step.interior or step.sign not in ("=", ":=", "≡", "≐", "∼", FOLLOWS):
            return
        if name != bare(name) and bare(name) in map(bare, bases(step.right.nodes)):
            self._recurring.add(bare(name))
        if not heads.is_number(step.right.nodes, signed=True):
            self._general.add(name)
        value = step.sign not in ("∼", FOLLOWS) and is_value(name, step.right.nodes)
        self._found.setdefault(name, []).append(Naming(step.span.end, step.right.text, value))
        if name.endswith("()"):
            self._arguments[name] = letters(step.left.nodes) - {name.removesuffix("()")}
        family, index = _parted(name)
        if index.isalpha() and bare(family) not in letters(step.right.nodes):
            self._families.add(family)
            if letters(step.right.nodes) - running(step.right.nodes) <= {index, *heads.CONSTANTS}:
                self._closed.add(family)

    def gives_numbers_only(self, name: str) -> bool:
        """Whether a symbol or function has numbers as its only values so far."""
        return name in self._found and name not in self._general

    def says(self, name: str) -> bool:
        """Whether a symbol has a definition, and not only a value."""
        return any(not each.value for each in self._found.get(name, ()))

    def gives(self, name: str) -> bool:
        """Whether the members of a family have a definition: ``p`` after ``p_i = …``."""
        return any(bare(_parted(family)[0]) == name for family in self._found)

    def is_member(self, name: str, right: Sequence[Node]) -> bool:
        """Whether a head is one member of a family that is defined completely: ``C_3`` after ``C_n = …``.

        If `right` is a number, the definition must depend on the index alone; otherwise the number may be that of an example.
        """
        family, index = _parted(name)
        known = self._closed if heads.is_number(right, signed=True) else self._families
        return index.isdecimal() and family in known

    def last(self, name: str) -> str:
        """The LaTeX of the last definition of a symbol; empty if there is none."""
        return next((each.right for each in reversed(self._found.get(name, ())) if not each.value), "")

    def is_named_here(self, name: str, place: int) -> bool:
        """Whether a symbol was defined under the heading around `place`."""
        known = (each for each in self._found.get(name, ()) if not each.value)
        return any(self.sections.covers(each.place, place) for each in known)


def _parted(name: str) -> tuple[str, str]:
    """The family and the index of a head, empty if it has none: ``C`` and ``n`` for ``C_{n}``."""
    family, _, index = name.partition("_{")
    return family, index.removesuffix("}")


def is_value(name: str, right: Sequence[Node]) -> bool:
    """Whether a symbol is set to a number or to another symbol, as in a case or an abbreviation."""
    other = heads.head(right)
    if name.endswith("()") or (other or "").endswith("()"):
        return False
    return other is not None or heads.is_number(right, signed=True)
