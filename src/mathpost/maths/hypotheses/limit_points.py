r"""Limits of symbols: ``x \to 0``, ``n \to \infty``, ``\epsilon \ll 1``, ``w \ll L``, ``\beta \approx 1``.

Also which of two symbols the post calls smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.latex.tree import Delimited, Node
from mathpost.maths import notation
from mathpost.maths.elaboration import heads
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.notation.step import Step

BARS = frozenset(["|", r"\|", r"\vert", r"\Vert", r"\lvert", r"\lVert"])


class Said(NamedTuple):
    """A statement that a symbol tends to `point`, None for infinity; `beside`: the symbol compared with which it is small."""

    point: Fraction | None
    place: int
    beside: str = ""


def said(steps: Iterable[Step]) -> dict[str, list[Said]]:
    r"""The stated limits of each symbol: ``x \to 0``, ``n \to \infty``, ``\epsilon \ll 1``, ``w \ll L``."""
    found: dict[str, list[Said]] = {}
    for step in steps:
        goal, pair = _goal(step), _pair(step) if step.sign in ("≪", "≫") else None
        name = _mover(step.left.nodes) if goal is not None else None
        if goal is not None and name is not None:
            found.setdefault(name, []).append(Said(goal[0], step.span.start))
        elif pair is not None:
            found.setdefault(pair[0], []).append(Said(Fraction(0), step.span.start, pair[1]))
    return found


def meant(
    said: Mapping[str, Sequence[Said]], place: int, sections: Sections, free: frozenset[str]
) -> dict[str, set[Fraction | None]]:
    """The limits of symbols in a claim at `place` with the free symbols `free`.

    If a symbol has several limits, only those of the same section count; a symbol that is small beside another one is so in its
    section, in claims that contain both.
    """
    found = {}
    for name, places in said.items():
        here = [s for s in places if sections.covers(s.place, place) and (not s.beside or s.beside in free)]
        anywhere = {s.point for s in places if not s.beside}
        points = anywhere if len(anywhere) == 1 else {s.point for s in here}
        if points:
            found[name] = points | {s.point for s in here}
    return found


def slower(steps: Iterable[Step]) -> tuple[tuple[str, str], ...]:
    r"""Pairs of symbols of which the first is stated to be smaller: ``r \ll d``, ``k \le n``."""
    found: dict[tuple[str, str], None] = {}
    for step in steps:
        if step.sign not in ("≪", "≫", "<", "<=", ">", ">=") or step.role == "claim":
            continue
        pair = _pair(step)
        if pair is not None:
            found[pair] = None
    return tuple(pair for pair in found if pair[::-1] not in found)


def _pair(step: Step) -> tuple[str, str] | None:
    """The two symbols that an inequality compares, the smaller one first; None for other sides."""
    left, right = heads.head(step.left.nodes), heads.head(step.right.nodes)
    if left is None or right is None:
        return None
    return (left, right) if step.sign[0] in "≪<" else (right, left)


def _mover(nodes: Sequence[Node]) -> str | None:
    r"""The symbol that a side consists of, possibly between bars: x for ``|x| \ll 1``."""
    inside = nodes
    match nodes:
        case [Delimited(left=left, body=body)] if left in BARS:
            inside = body
        case [first, *between, last] if {notation.latex(first), notation.latex(last)} <= BARS:
            inside = between
    name = heads.head(inside)
    return None if name is None or name.endswith("()") else name


def _goal(step: Step) -> tuple[Fraction | None] | None:
    text = step.right.text.strip()
    if step.sign in ("≪", "≫") and text == "1":
        return (Fraction(0),) if step.sign == "≪" else (None,)
    if step.sign == "→" and text.lstrip("+") == r"\infty":
        return (None,)
    if step.sign == "≈" and step.role == "assumption" and text in ("0", "1"):
        return (Fraction(text),)
    if step.sign == "→" and text[:1] in tuple("01") and text[1:] in ("", "^+", "^{+}", "^-", "^{-}"):
        return (Fraction(text[0]),)
    return None
