r"""Values of policies, ``V^\pi(s)``, ``Q^{\pi_\theta}(s, a)``: the superscript names the policy and is not a power.

This applies in a post that mentions policies or conditions a π on a state, ``\pi(a|s)``, and only to the usual letters of value
functions, advantages, returns and their operators.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.latex.rows import rewritten
from mathpost.latex.tree import Group, Node, Scripts, Symbol, Text, walk
from mathpost.maths import notation

POLICY = r"\pi"
PLAIN = str.maketrans("", "", "\\{}")
OF_POLICIES = re.compile(
    r"策略|强化学习|价值函数|\bpolic(y|ies)\b|\bvalue functions?\b|\breinforcement\b", re.IGNORECASE
)
CONDITIONED = re.compile(r"\\pi\s*(?:\\left)?\(\s*a[^()|]{0,12}(?:\||\\mid)")
FOLLOWING = frozenset(
    ["V", "Q", "A", "J", "G", "U", "R", "P", "T", r"\mathcal{T}", "v", "q", "d", r"\rho", r"\eta"]
)


class Policies(NamedTuple):
    """Whether a post labels values with their policy."""

    named: bool

    def meant(self, tree: Group) -> Group:
        """`tree` with policies in superscripts turned into labels."""
        return (
            tree._replace(body=_row(tree.body)) if self.named and any(map(_is_labelled, walk(tree))) else tree
        )


def policies(document: Document) -> Policies:
    """Whether `document` mentions policies."""
    text = document.source.text
    return Policies(POLICY in text and (OF_POLICIES.search(text) or CONDITIONED.search(text)) is not None)


def _is_labelled(node: Node) -> bool:
    if not isinstance(node, Scripts) or node.superscript is None or node.base is None or node.primes:
        return False
    return notation.name(node.base) in FOLLOWING and next(_policy(node.superscript), "") == POLICY


def _policy(above: Node) -> Iterator[str]:
    """The sign of a superscript that is one symbol, possibly with scripts."""
    while isinstance(above, Group) and len(above.body) == 1:
        above = above.body[0]
    base = above.base if isinstance(above, Scripts) else above
    if isinstance(base, Symbol):
        yield base.text


def _row(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    return tuple(_labelled(rewritten(node, _row)) for node in nodes)


def _labelled(node: Node) -> Node:
    if not isinstance(node, Scripts) or not _is_labelled(node) or node.superscript is None:
        return node
    span = node.superscript.span
    words = notation.latex(node.superscript).translate(PLAIN).replace("pi", "π", 1)
    return node._replace(superscript=Text(r"\text", (Symbol(words, span),), span))
