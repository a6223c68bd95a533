"""Posts as they were at a revision of their repository."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


class RevisionError(ValueError):
    """There is no such revision, or no repository."""


def check(revision: str, folder: Path) -> None:
    """Refuse a `revision` that the repository around `folder` does not have.

    Raises:
        RevisionError: says so.
    """
    if revision.startswith("-"):
        raise RevisionError(f"`{revision}` is not a revision")
    if _git(folder, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") is None:
        raise RevisionError(f"the repository here has no revision `{revision}`")


def before(revision: str, path: Path) -> bytes | None:
    """The file at `path` as it was at `revision`, None where it was not there."""
    return _git(path.absolute().parent, "show", f"{revision}:./{path.name}")


def _git(folder: Path, *arguments: str) -> bytes | None:
    program = shutil.which("git")
    if program is None:
        raise RevisionError("git was not found")
    run = subprocess.run(  # noqa: S603 - a program that we found, no shell
        [program, *arguments], cwd=folder, capture_output=True, check=False
    )
    return run.stdout if run.returncode == 0 else None


__all__ = ["RevisionError", "before", "check"]
