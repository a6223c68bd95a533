r"""Remainders and what is equal up to them: ``17 \bmod 5``, ``a \equiv b \pmod n``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mathpost.latex.tree import Command, Node
from mathpost.maths.lines import silent
from mathpost.maths.step import Step
from mathpost.maths.term import Apply, Term

if TYPE_CHECKING:
    from mathpost.maths.elaborate import Reader

OPERATOR = "remainder"
INFIX = r"\bmod"
SCOPE = "scope of the remainder"
_BEHIND = frozenset([r"\pmod", r"\mod", r"\pod"])
SIGNS = frozenset(["≡", "="])


def divided(reader: Reader, terms: list[Term]) -> Term:
    """The remainder of the sum of `terms` at the sign at hand; read the second way, of the last of them."""
    span = reader.take().span
    last_alone = len(terms) > 1 and reader.choose(SCOPE)
    kept, of = (terms[:-1], terms[-1:]) if last_alone else ([], terms)
    whole = of[0] if len(of) == 1 else Apply("add", tuple(of), span)
    rest = Apply(OPERATOR, (whole, reader.factor()), span)
    return Apply("add", (*kept, rest), span) if kept else rest


def without_modulus(nodes: Sequence[Node]) -> tuple[tuple[Node, ...], Node | None]:
    r"""A side without the ``\pmod{n}`` at its end, and the n of it."""
    kept = list(nodes)
    while kept and silent(kept[-1]):
        kept.pop()
    last = kept[-1] if kept else None
    if isinstance(last, Command) and last.name in _BEHIND and last.arguments:
        return tuple(kept[:-1]), last.arguments[-1]
    return tuple(nodes), None


def modulus(number: int, steps: Sequence[Step]) -> Node | None:
    """Up to multiples of what the sides of the step `number` are said to be equal: what its chain says at its end."""
    if steps[number].sign not in SIGNS:
        return None
    congruent = steps[number].sign == "≡"
    for step in steps[number : number + 1] if not congruent else steps[number:]:
        if step is not steps[number] and not step.interior:
            return None
        found = without_modulus(step.right.nodes)[1]
        if found is not None:
            return found
    return None


__all__ = ["INFIX", "OPERATOR", "divided", "modulus", "without_modulus"]
