"""Verdicts of posts that were judged before, and what follows from them: what takes long is done once.

A verdict depends on the post and on the program and on nothing else, so the key is the hash of both. An entry
that cannot be read is as good as none; the folder may be deleted at any time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from mathpost import program, site
from mathpost.config import Config
from mathpost.store import store
from mathpost.text.source import Span
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict, name
from mathpost.writers.totals import was_given_up

_KINDS: dict[str, Any] = {"proved": Proved, "agrees": Agrees, "refuted": Refuted, "unchecked": Unchecked}


def key(text: str, *settings: object) -> str:
    """The name of the entry for a post read with `settings`."""
    said = "\n".join([program.digest(), *map(repr, settings), text])
    return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def of_post(path: str, text: str, config: Config, *rest: object) -> str:
    """The name of the entry for what a run says of the post at `path`, which follows from its text, the settings and
    `rest`.
    """
    settings = replace(config, cache_dir=None, output_dir=Path(), report_dir=Path(), jobs=0)
    return key(text, settings, path, site.definitions(path, config.macros, config.target), *rest)


def found(folder: Path, entry: str) -> tuple[Verdict | None, ...] | None:
    """The verdicts kept under `entry`, None where there are none."""
    try:
        return tuple(None if row is None else _read(row) for row in told(folder, entry))
    except (ValueError, TypeError, KeyError):
        return None


def keep(folder: Path, entry: str, verdicts: Sequence[Verdict | None]) -> None:
    """Keep `verdicts` under `entry`, unless one of them hung on the machine; a failure to write is no error."""
    if any(map(was_given_up, verdicts)):
        return
    tell(folder, entry, [None if verdict is None else [name(verdict), *verdict] for verdict in verdicts])


def told(folder: Path, entry: str) -> Any:
    """What was kept under `entry` as plain JSON, None where there is nothing."""
    try:
        return json.loads(store(folder).found([entry])[entry])
    except (KeyError, ValueError, RecursionError):
        return None


def tell(folder: Path, entry: str, content: Any) -> None:
    """Keep `content`, which follows from what `entry` was made of; a failure to write is no error."""
    store(folder).keep({entry: json.dumps(content, ensure_ascii=False)})


def _read(row: list[Any]) -> Verdict:
    kind, *fields = row
    verdict: Verdict = _KINDS[kind](*fields)
    if isinstance(verdict, Unchecked) and verdict.span is not None:
        return verdict._replace(span=Span(*verdict.span))
    return verdict
