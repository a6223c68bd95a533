"""A step of a derivation: two sides and the relation between them."""

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
    """One side: its nodes, and `text`, its LaTeX without tags, labels and alignment marks."""

    nodes: tuple[Node, ...]
    text: str
    span: Span


class Inference(NamedTuple):
    """How a step follows: by an ``arrow`` or a ``word`` (hence, 代入得); `mutual`: the step before follows from it as well."""

    by: Literal["", "arrow", "word"] = ""
    mutual: bool = False


STATED = Inference()  # not inferred from an earlier step


class Found(NamedTuple):
    """How the value of a symbol is found: from the equation that the step with this number states or, with `slope`, where the
    derivative of the function defined there is zero. With `root` it is one of the solutions of the equation, and with
    `function` a function that solves a differential equation.
    """

    step: int
    slope: bool
    root: bool = False
    function: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """`left` `relation` `right`, in the formula with index `formula`.

    `relation` is the LaTeX as written (``=``, ``\\le``, ``\\overset{(a)}{=}``), `sign` its meaning (``=``, ``<=``, ``~``).
    `interior`: the left side is the right side of the step before, so that it cannot be a definition. `inference`: what states
    that it follows from earlier statements. `again`: a repeated definition of a symbol, without a defining word. `found`: how
    the value of its symbol is found; such a claim defines the symbol from there on.
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
        """The ``arrow`` or ``word`` by which the step follows from earlier statements; else the empty string."""
        return self.inference.by


def is_root(step: Step) -> bool:
    """Whether a step gives a solution of an equation."""
    return step.found is not None and step.found.root


class Steps(Sequence[Step]):
    """The steps of a post, computed on first access: many commands need none."""

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
