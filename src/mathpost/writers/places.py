"""Paths for other programs: relative to the working directory, with slashes."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote


def relative(path: str) -> str:
    """`path` relative to the working directory, without ``./``; unchanged if it is elsewhere."""
    near = Path(os.path.relpath(path)).as_posix() if path != "-" else path
    return Path(path).as_posix() if near.startswith("../") else near


def uri(path: str) -> str:
    """`path` as a reference of a URI: relative if it can be, else ``file:///…``."""
    near = relative(path)
    return Path(near).as_uri() if Path(near).is_absolute() else quote(os.fsencode(near))
