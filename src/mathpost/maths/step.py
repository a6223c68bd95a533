"""A step of a derivation: two sides and the relation that a post puts between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mathpost.latex.tree import Node
from mathpost.text.source import Span

Inference = Literal["", "arrow", "word"]
Role = Literal["claim", "definition", "assumption", "other"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side: its nodes, and `text`, the LaTeX as LaTeX reads it without tags, labels and alignment marks."""

    nodes: tuple[Node, ...]
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Step:
    """`left` `relation` `right`, in the formula with index `formula`.

    `relation` is the LaTeX as written (``=``, ``\\le``, ``\\overset{(a)}{=}``), `sign` its meaning (``=``, ``<=``,
    ``~``). `interior`: the left side is the right side of the step before, so that it cannot be a naming. `inferred`: an
    arrow or a word (hence, 代入得) says that it follows from what was stated before.
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
    inferred: Inference = ""
