"""The parts of a row: nodes, numbers, and scripts after their base."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from mathpost.latex.tree import Group, Node
from mathpost.text.source import Span


class UnreadError(Exception):
    """A construct without meaning here: `culprit` is its LaTeX for the reader, `reason` the reason of a verdict."""

    def __init__(self, culprit: str, span: Span, reason: str = "unread") -> None:
        super().__init__(culprit)
        self.culprit = culprit
        self.span = span
        self.reason = reason


class Scripted(NamedTuple):
    """The scripts of the preceding item."""

    subscript: Node | None
    superscript: Node | None
    primes: int
    span: Span


class Digits(NamedTuple):
    """A number as written, digit groups joined: ``12800``, ``0.34``."""

    text: str
    span: Span


Item: TypeAlias = Node | Scripted | Digits


def body(node: Node) -> tuple[Node, ...]:
    """The nodes of an argument or script, without the braces around them."""
    return node.body if isinstance(node, Group) else (node,)
