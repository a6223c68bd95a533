"""A step of a derivation: two sides and the relation that a post puts between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, overload

from mathpost.latex.tree import Node
from mathpost.text.source import Span

Role = Literal["claim", "definition", "assumption", "other"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side: its nodes, and `text`, the LaTeX as LaTeX reads it without tags, labels and alignment marks."""

    nodes: tuple[Node, ...]
    text: str
    span: Span


class Inference(NamedTuple):
    """How a step follows: by an ``arrow`` or a ``word`` (hence, 代入得); `mutual`: the statement before follows from it, too."""

    by: Literal["", "arrow", "word"] = ""
    mutual: bool = False


STATED = Inference()  # what is inferred from nothing


class Found(NamedTuple):
    """What a symbol is found from: the equation that the step with this number states, or, with `slope`, where the derivative
    of the function that it gives vanishes. With `root` it is one of the values for which the equation holds,
    and with `function` it is a function that solves a differential equation.
    """

    step: int
    slope: bool
    root: bool = False
    function: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """`left` `relation` `right`, in the formula with index `formula`.

    `relation` is the LaTeX as written (``=``, ``\\le``, ``\\overset{(a)}{=}``), `sign` its meaning (``=``, ``<=``,
    ``~``). `interior`: the left side is the right side of the step before, so that it cannot be a naming. `inference`: what
    says that it follows from what was stated before. `again`: a definition of a symbol that was defined before, without a
    word that defines. `found`: what its symbol is found from; such a claim says from there on what the symbol is, as a
    definition does.
    """

    formula: int
    left: Side
    relation: str
    sign: str
    relation_span: Span
    right: Side
    role: Role
    interior: bool
    span: Span
    inference: Inference = STATED
    again: bool = False
    found: Found | None = None

    @property
    def inferred(self) -> str:
        """Whether an ``arrow`` or a ``word`` says that it follows from what was stated before; else the empty string."""
        return self.inference.by


def is_root(step: Step) -> bool:
    """Whether a step gives a value for which an equation holds."""
    return step.found is not None and step.found.root


class Steps(Sequence[Step]):
    """The steps of a post, found when the first of them is asked for: many a command asks for none."""

    def __init__(self, find: Callable[[], tuple[Step, ...]]) -> None:
        self._find = find

    @cached_property
    def _found(self) -> tuple[Step, ...]:
        return self._find()

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, place: int | slice) -> Step | tuple[Step, ...]:
        return self._found[place]
