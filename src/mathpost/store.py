"""Cached texts by name, in one file.

The file is a database that several processes read and write at once. It may be deleted at any time: what cannot be read
counts as missing, and what cannot be written is not an error. It never grows beyond `MOST` bytes; the oldest texts are
deleted first.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

FILE = "answers.sqlite3"
MOST = 256 * 2**20  # bytes of texts
WAIT = 5.0  # seconds for another process that writes
MANY = 500  # names asked for at once
_COLUMNS = "kept (name TEXT PRIMARY KEY, content TEXT NOT NULL)"
_OLDEST = """
DELETE FROM kept WHERE rowid IN (
    SELECT rowid FROM (
        SELECT rowid, SUM(LENGTH(content)) OVER (ORDER BY rowid DESC) AS behind FROM kept
    ) WHERE behind > ?
)
"""


class Store:
    """The texts cached in `folder`."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self.folder = folder
        self.most = most
        self._file: sqlite3.Connection | None = None

    def found(self, names: Iterable[str]) -> dict[str, str]:
        """The cached ones of the texts called `names`."""
        if self._file is None and not (self.folder / FILE).exists():
            return {}
        found: dict[str, str] = {}
        wanted = list(names)
        try:
            for begin in range(0, len(wanted), MANY):
                part = wanted[begin : begin + MANY]
                places = ",".join("?" * len(part))
                rows = self._opened().execute(
                    f"SELECT name, content FROM kept WHERE name IN ({places})",  # noqa: S608 - signs of places
                    part,
                )
                found.update(rows)
        except (sqlite3.OperationalError, OSError):
            return found
        except sqlite3.Error:
            self._forget()
        return found

    def all(self) -> dict[str, str]:
        """All cached texts."""
        try:
            return dict(self._opened().execute("SELECT name, content FROM kept"))
        except (sqlite3.Error, OSError):
            return {}

    def keep(self, texts: Mapping[str, str]) -> None:
        """Cache `texts` by their names, all of them or none."""
        if not texts:
            return
        try:
            file = self._opened()
            with file:
                file.execute("BEGIN IMMEDIATE")
                file.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", texts.items())
            self._shrink(file)
        except (sqlite3.OperationalError, OSError, UnicodeEncodeError):
            return
        except sqlite3.Error:
            self._forget()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _opened(self) -> sqlite3.Connection:
        if self._file is None:
            if self.folder.is_symlink():
                raise sqlite3.OperationalError("the folder is a link")
            if not self.folder.exists():
                self.folder.mkdir(parents=True)
                # a cache does not belong in a repository
                (self.folder / ".gitignore").write_text("*\n", encoding="utf-8")
            if (self.folder / FILE).is_symlink():
                raise sqlite3.OperationalError("the file is a link")
            file = sqlite3.connect(self.folder / FILE, timeout=WAIT, isolation_level=None)
            try:
                file.execute("PRAGMA auto_vacuum = INCREMENTAL")
                file.execute("PRAGMA journal_mode = WAL")
                file.execute("PRAGMA synchronous = OFF")
                file.execute(f"CREATE TABLE IF NOT EXISTS {_COLUMNS}")
                _only_ours(file)
            except sqlite3.Error:
                file.close()
                raise
            self._file = file
        return self._file

    def _shrink(self, file: sqlite3.Connection) -> None:
        """Drop the oldest texts where the file is too large."""
        (pages,), (size,) = (
            file.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size")
        )
        if pages * size > self.most:
            file.execute(_OLDEST, (self.most // 2,))
            file.execute("PRAGMA incremental_vacuum").fetchall()

    def _forget(self) -> None:
        """Replace a file that cannot be read."""
        self.close()
        for ending in ("", "-wal", "-shm"):
            try:
                (self.folder / f"{FILE}{ending}").unlink(missing_ok=True)
            except OSError:
                return


def _only_ours(file: sqlite3.Connection) -> None:
    """Refuse a file from elsewhere: it may hold a view that never ends under the name of our table, or a trigger on it.

    Raises:
        sqlite3.DatabaseError: it does.
    """
    made = file.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL LIMIT 2").fetchall()
    if made != [(f"CREATE TABLE {_COLUMNS}",)]:
        raise sqlite3.DatabaseError("a file that is not ours")


def store(folder: Path) -> Store:
    """The store in `folder`, opened once in each process."""
    return _opened_by(os.getpid(), folder.absolute())


@lru_cache(maxsize=64)
def _opened_by(_process: int, folder: Path) -> Store:
    return Store(folder)


__all__ = ["FILE", "Store", "store"]
