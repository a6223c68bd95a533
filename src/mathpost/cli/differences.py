"""Unified diffs."""

from __future__ import annotations


def unified(before_path: str, before: str, after_path: str, after: str) -> str:
    """A unified diff, empty where nothing changes."""
    from difflib import unified_diff

    lines = unified_diff(before.splitlines(True), after.splitlines(True), before_path, after_path)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
