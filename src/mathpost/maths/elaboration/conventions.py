"""How a post writes: what its letters and signs stand for, as far as that decides how a formula is read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from mathpost.maths import notation
from mathpost.maths.notation import Item

Orientation = Literal["columns", "rows", ""]


class IndexSet(NamedTuple):
    """A set of indices that a post describes by its `name`, with what makes an index a member.

    That is a `condition` on the letter `member`, ``S = \\{i : x_i > 0\\}``, or that the entry of `family` is one of the
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
        """How it is described, wherever that is."""
        rows = map(notation.latex_row, (self.condition, self.size))
        return (self.member, self.family, self.greatest, *rows)


@dataclass(frozen=True, slots=True)
class FunctionLetters:
    """Which letters are functions: ``f(x)`` is not a product where f is one.

    `known`: symbols that the post applies to arguments; `applied`: letters that brackets follow wherever they are;
    `named`: operators that the post names in words, whose letters are read as in handbooks; `normal`: Φ is the normal
    distribution function.
    """

    known: frozenset[str] = frozenset()
    applied: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    normal: bool = False


@dataclass(frozen=True, slots=True)
class ArrayLetters:
    """Which plain letters are vectors or matrices: ``W x`` is a vector where W and x are in `plain`.

    `families`: letters that are arrays with one index; `orientation`: whether vectors are columns or rows; `by_entries`: the
    signs of the product entry by entry, besides ``\\odot``.
    """

    plain: frozenset[str] = frozenset()
    families: frozenset[str] = frozenset()
    orientation: Orientation = ""
    by_entries: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Differentiation:
    """What has differentials and derivatives: ``\\dot x`` is a velocity where x is in `timed`.

    `moving`: symbols that have differentials; `timed`: letters that the post gives as functions of time; `gradient`: the
    symbol by which all gradients are taken; `delta`: Δ stands alone as a symbol.
    """

    moving: frozenset[str] = frozenset()
    timed: frozenset[str] = frozenset()
    gradient: str = ""
    delta: bool = False


@dataclass(frozen=True, slots=True)
class Chance:
    """Which letters are probabilities and random variables: ``p(x | y)`` is a density where p is in `laws`.

    `random`: symbols that are called random somewhere; `lawful`: those of them that are given a law.
    """

    laws: frozenset[str] = frozenset()
    random: frozenset[str] = frozenset()
    lawful: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Counting:
    """By what the post counts: `letters` beyond the usual ones, and the index `sets` that it describes."""

    letters: frozenset[str] = frozenset()
    sets: tuple[IndexSet, ...] = ()


@dataclass(frozen=True, slots=True)
class Constants:
    """Which letters and signs are constants or operations of their own.

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
    """How a post writes, by subject; `choices` names the ambiguities that are to be read the second way.

    `remembered`: what was read under these conventions, by the identity of what it was read from, which is beside it.
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
        """These conventions where `letters` stand for numbers."""
        if self.arrays.plain.isdisjoint(letters):
            return self
        return replace(self, arrays=replace(self.arrays, plain=self.arrays.plain - letters))

    def choosing(self, *choices: str) -> Conventions:
        """These conventions with more `choices`."""
        return replace(self, choices=self.choices.union(choices))
