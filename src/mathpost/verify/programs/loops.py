"""What a loop does with the names in it: adds up, multiplies up, fills an array."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from mathpost.verify.programs.arrays import (
    UndecidedError,
)


def assigned_names(body: Sequence[ast.stmt]) -> Iterator[str]:
    """The names that statements add to, or whose entries they set."""
    for node in (n for statement in body for n in ast.walk(statement)):
        target = node.target if isinstance(node, ast.AugAssign) else None
        if isinstance(target, ast.Name):
            yield target.id
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
        ):
            yield node.value.id


def letters_set(loop: ast.For) -> set[str]:
    """The names that a loop gives a value, its own variable among them."""
    stored = (n.id for n in ast.walk(loop) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    return set(stored) - {loop.target.id if isinstance(loop.target, ast.Name) else ""}


def names_accumulated(loop: ast.For) -> dict[str, str]:
    """The names that a loop adds to or multiplies."""
    found: dict[str, str] = {}
    for node in ast.walk(loop):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            kind = (
                "product"
                if isinstance(node.op, ast.Mult)
                else "sum"
                if isinstance(node.op, ast.Add | ast.Sub)
                else ""
            )
            if not kind or found.setdefault(node.target.id, kind) != kind:
                raise UndecidedError("a loop that does not add up or multiply")
    return found


def arrays_filled(loop: ast.For) -> dict[str, tuple[str, ...]]:
    """The arrays whose entries a loop sets, with the loop variables that are their places."""
    found: dict[str, tuple[str, ...]] = {}
    for node in ast.walk(loop):
        target = (
            node.targets[0]
            if isinstance(node, ast.Assign)
            else node.target
            if isinstance(node, ast.AugAssign)
            else None
        )
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            picks = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
            places = tuple(p.id for p in picks if isinstance(p, ast.Name))
            if len(places) != len(picks) or found.setdefault(target.value.id, places) != places:
                raise UndecidedError("an entry at an index that is not a loop variable")
    return found


def refuse_other_uses(loop: ast.For, sums: Mapping[str, str], filled: Mapping[str, object]) -> None:
    """Refuse a loop that reads what it makes: a recurrence."""
    for node in ast.walk(loop):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in sums:
            raise UndecidedError("a recurrence")
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Load)
            and isinstance(node.value, ast.Name)
        ):
            if node.value.id in filled:
                raise UndecidedError("a recurrence")
