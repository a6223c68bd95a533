"""Verdicts of posts that were judged before, and what follows from them: what takes long is done once.

A verdict depends on the post and on the program and on nothing else, so the key is the hash of both. An entry
that cannot be read is as good as none; the folder may be deleted at any time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from mathpost import site
from mathpost.config import Config
from mathpost.files import write
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict, name
from mathpost.writers.totals import was_given_up

_KINDS: dict[str, Any] = {"proved": Proved, "agrees": Agrees, "refuted": Refuted, "unchecked": Unchecked}
_SOURCES = (".py", ".html", ".css", ".js")
_ENGINES = ("python-flint", "sympy")


def key(text: str, *settings: object) -> str:
    """The name of the entry for a post read with `settings`."""
    said = "\n".join([_program(), *map(repr, settings), text])
    return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def of_post(path: str, text: str, config: Config, *rest: object) -> str:
    """The name of the entry for what a run says of the post at `path`, which follows from its text, the settings and
    `rest`.
    """
    settings = replace(config, cache_dir=None, output_dir=Path(), report_dir=Path(), jobs=0)
    source = Source(path, text)
    adopted = site.adopted(config, source)
    told = adopted.flavour, adopted.target
    return key(text, settings, path, told, site.definitions(source, adopted), *rest)


@cache
def _program() -> str:
    """The hash of the program and of the engines it calculates with."""
    package = Path(__file__).parent
    digest = sha256()
    for path in sorted(p for p in package.rglob("*") if p.suffix in _SOURCES):
        digest.update(path.relative_to(package).as_posix().encode() + b"\n" + path.read_bytes())
    for engine in _ENGINES:
        try:
            digest.update(f"{engine} {version(engine)}".encode())
        except PackageNotFoundError:
            digest.update(engine.encode())
    return digest.hexdigest()


def found(folder: Path, entry: str) -> tuple[Verdict | None, ...] | None:
    """The verdicts kept under `entry`, None where there are none."""
    try:
        rows = json.loads(_place(folder, entry).read_text("utf-8"))
        return tuple(None if row is None else _read(row) for row in rows)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def keep(folder: Path, entry: str, verdicts: Sequence[Verdict | None]) -> None:
    """Keep `verdicts` under `entry`, unless one of them hung on the machine; a failure to write is no error."""
    if any(map(was_given_up, verdicts)):
        return
    _write(folder, entry, [None if verdict is None else [name(verdict), *verdict] for verdict in verdicts])


def told(folder: Path, entry: str) -> Any:
    """What was kept under `entry` as plain JSON, None where there is nothing."""
    try:
        return json.loads(_place(folder, entry).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def tell(folder: Path, entry: str, content: Any) -> None:
    """Keep `content`, which follows from what `entry` was made of; a failure to write is no error."""
    _write(folder, entry, content)


def _write(folder: Path, entry: str, content: Any) -> None:
    try:
        if not folder.exists():
            write(folder / ".gitignore", "*\n")  # no repository wants what can be judged anew
        place = _place(folder, entry)
        if place.parent.is_symlink():
            return
        write(place, json.dumps(content, ensure_ascii=False))
    except (OSError, UnicodeEncodeError):
        return


def _read(row: list[Any]) -> Verdict:
    kind, *fields = row
    verdict: Verdict = _KINDS[kind](*fields)
    if isinstance(verdict, Unchecked) and verdict.span is not None:
        return verdict._replace(span=Span(*verdict.span))
    return verdict


def _place(folder: Path, entry: str) -> Path:
    return folder / entry[:2] / f"{entry[2:]}.json"
