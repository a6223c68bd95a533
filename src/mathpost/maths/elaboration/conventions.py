"""Conventions of a post: the meaning of letters and signs, as far as it determines how formulas are read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from mathpost.maths import notation
from mathpost.maths.notation import Item

Orientation = Literal["columns", "rows", ""]


class IndexSet(NamedTuple):
    """A set of indices that a post describes: its `name` and the criterion for membership.

    The criterion is a `condition` on the letter `member`, ``S = \\{i : x_i > 0\\}``, or that the entry of `family` is among the
    `size` largest (`greatest`) or smallest.
    """

    name: str
    member: str = ""
    condition: tuple[Item, ...] = ()
    family: str = ""
    size: tuple[Item, ...] = ()
    greatest: bool = True

    @property
    def written(self) -> tuple[object, ...]:
        """The description without the name and without positions, for comparison."""
        rows = map(notation.latex_row, (self.condition, self.size))
        return (self.member, self.family, self.greatest, *rows)


@dataclass(frozen=True, slots=True)
class FunctionLetters:
    """The letters that are functions: ``f(x)`` is not a product if f is one.

    `known`: symbols that the post applies to arguments; `applied`: letters always followed by brackets; `named`: operators that
    the post names in words, whose letters are read as in handbooks; `normal`: Φ is the normal distribution function.
    """

    known: frozenset[str] = frozenset()
    applied: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    normal: bool = False


@dataclass(frozen=True, slots=True)
class ArrayLetters:
    """The plain letters that are vectors or matrices: ``W x`` is a vector if W and x are in `plain`.

    `families`: letters that are arrays with one index; `orientation`: whether vectors are columns or rows; `by_entries`: the
    signs of the elementwise product besides ``\\odot``.
    """

    plain: frozenset[str] = frozenset()
    families: frozenset[str] = frozenset()
    orientation: Orientation = ""
    by_entries: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Differentiation:
    """The symbols with differentials and derivatives: ``\\dot x`` is a velocity if x is in `timed`.

    `moving`: symbols that have differentials; `timed`: letters that the post defines as functions of time; `gradient`: the
    variable of all gradients; `delta`: Δ occurs alone as a symbol.
    """

    moving: frozenset[str] = frozenset()
    timed: frozenset[str] = frozenset()
    gradient: str = ""
    delta: bool = False


@dataclass(frozen=True, slots=True)
class Chance:
    """The letters that are probabilities and random variables: ``p(x | y)`` is a density if p is in `laws`.

    `random`: symbols that the post calls random; `lawful`: those of them with a stated law.
    """

    laws: frozenset[str] = frozenset()
    random: frozenset[str] = frozenset()
    lawful: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Counting:
    """The indices of a post: `letters` besides the usual ones, and the index `sets` that it describes."""

    letters: frozenset[str] = frozenset()
    sets: tuple[IndexSet, ...] = ()


@dataclass(frozen=True, slots=True)
class Constants:
    """The letters and signs that are constants or operations.

    `euler`: a lone ``e`` is Euler's number; `imaginary`: the letter `unit` is the imaginary unit; `measured`: letters that
    are units after numbers; `convolves`: a star between names may be a convolution.
    """

    euler: bool = True
    imaginary: bool = False
    unit: str = "i"
    measured: frozenset[str] = frozenset()
    convolves: bool = False


@dataclass(frozen=True, slots=True)
class Conventions:
    """The conventions of a post by subject; `choices` names the ambiguities that take the second reading.

    `remembered`: results computed under these conventions, keyed by the identity of their input, which is stored with them.
    """

    functions: FunctionLetters = field(default_factory=FunctionLetters)
    arrays: ArrayLetters = field(default_factory=ArrayLetters)
    differentiation: Differentiation = field(default_factory=Differentiation)
    chance: Chance = field(default_factory=Chance)
    counting: Counting = field(default_factory=Counting)
    constants: Constants = field(default_factory=Constants)
    choices: frozenset[str] = frozenset()
    remembered: dict[int, tuple[object, Any]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def without_arrays(self, letters: frozenset[str]) -> Conventions:
        """These conventions with `letters` as numbers rather than arrays."""
        if self.arrays.plain.isdisjoint(letters):
            return self
        return replace(self, arrays=replace(self.arrays, plain=self.arrays.plain - letters))

    def choosing(self, *choices: str) -> Conventions:
        """These conventions with additional `choices`."""
        return replace(self, choices=self.choices.union(choices))
