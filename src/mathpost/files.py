"""Files are written completely or not at all, and deleted only if they have our mark."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Collection
from pathlib import Path


def read(path: Path, most: int) -> bytes:
    """The content of a file.

    Raises:
        OSError: it cannot be opened, is not a file (a pipe or a device may never end), or has more than `most` bytes.
    """
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "a folder" if stat.S_ISDIR(mode) else "not a regular file")
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"more than {most // 2**20} megabytes")
    return data


def write_below(folder: Path, path: Path, content: str | bytes) -> None:
    """Write `content` to `path`, which must be below `folder`, also after links are resolved.

    Raises:
        OSError: it cannot be written, or a link in a folder that was handed on would send it elsewhere.
    """
    root, place = os.path.realpath(folder), os.path.realpath(path.parent)
    if os.path.commonpath([root, place]) != root:
        raise OSError(errno.EPERM, f"a link leads out of {folder}", str(path))
    write(path, content)


def write(path: Path, content: str | bytes) -> None:
    """Write `content` to `path` through a temporary file beside it, so that nobody reads half of it; equal content is
    not written again.

    Raises:
        OSError: it cannot be written; the error names `path`.
    """
    try:
        _write(path, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write(path: Path, content: str | bytes) -> None:
    data = content.encode("utf-8") if isinstance(content, str) else content
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o644
    temporary = path.parent / f".{path.name[:100]}.{os.urandom(6).hex()}"
    try:
        if not _write_unnamed(temporary, data, mode):
            _write_named(temporary, data, mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _write_unnamed(place: Path, data: bytes, mode: int) -> bool:
    """Write `data` to an unnamed file first, so that nothing is left if the process dies. False if the file system does
    not support such files.
    """
    if not hasattr(os, "O_TMPFILE"):
        return False
    try:
        handle = os.open(place.parent, os.O_TMPFILE | os.O_WRONLY, mode)
    except OSError:
        return False
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fchmod(file.fileno(), mode)
        try:  # only with a folder does Python follow the link of /proc
            os.link(f"/proc/self/fd/{file.fileno()}", place, src_dir_fd=file.fileno())
        except OSError:
            return False
    return True


def _write_named(place: Path, data: bytes, mode: int) -> None:
    with place.open("xb") as file:
        file.write(data)
    place.chmod(mode)


def prune(folder: Path, kept: Collection[Path], ending: str, mark: str) -> None:
    """Delete the files below `folder` that end in `ending`, contain `mark` and are not in `kept`, and folders that
    become empty.
    """
    for path in sorted(folder.rglob(f"*{ending}")):
        if path in kept or not path.is_file() or mark.encode() not in path.read_bytes():
            continue
        path.unlink()
        for parent in path.parents:
            if parent == folder or any(parent.iterdir()):
                break
            parent.rmdir()
