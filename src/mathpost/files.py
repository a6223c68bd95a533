"""Files are written whole or not at all, and removed only where they bear our mark."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection
from pathlib import Path


def write(path: Path, content: str | bytes) -> None:
    """`content` to `path` by way of a file beside it: nobody ever reads half of it; equal content is left
    alone.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).chmod(path.stat().st_mode if path.exists() else 0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def prune(folder: Path, kept: Collection[Path], ending: str, mark: str) -> None:
    """Remove the files below `folder` that end in `ending`, contain `mark` and are not `kept`, and the folders
    that this leaves empty.
    """
    for path in sorted(folder.rglob(f"*{ending}")):
        if path in kept or not path.is_file() or mark.encode() not in path.read_bytes():
            continue
        path.unlink()
        for parent in path.parents:
            if parent == folder or any(parent.iterdir()):
                break
            parent.rmdir()
