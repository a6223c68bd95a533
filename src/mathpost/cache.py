"""Cached verdicts, and results that follow from them: slow work is done once.

A verdict depends only on the post and the program, so the key is the hash of both. An entry that cannot be read counts
as missing; the folder may be deleted at any time.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from mathpost import program, site
from mathpost.config import Config
from mathpost.store import store
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict, name
from mathpost.writers.totals import was_given_up

_KINDS: dict[str, Any] = {"proved": Proved, "agrees": Agrees, "refuted": Refuted, "unchecked": Unchecked}


def key(text: str, *settings: object) -> str:
    """The cache key of a post that is read with `settings`."""
    said = "\n".join([program.digest(), *map(repr, settings), text])
    return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def of_post(path: str, text: str, config: Config, *rest: object) -> str:
    """The cache key for the result of a run for the post at `path`. It depends on the text, the settings and `rest`."""
    settings = replace(config, cache_dir=None, output_dir=Path(), report_dir=Path(), jobs=0)
    source = Source(path, text)
    adopted = site.adopted(config, source)
    load = adopted.flavour, adopted.target
    return key(text, settings, path, load, site.definitions(source, adopted), *rest)


def found(folder: Path, entry: str) -> tuple[Verdict | None, ...] | None:
    """The cached verdicts under `entry`; None if there are none."""
    try:
        return tuple(None if row is None else _read(row) for row in load(folder, entry))
    except (ValueError, TypeError, KeyError):
        return None


def keep(folder: Path, entry: str, verdicts: Sequence[Verdict | None]) -> None:
    """Cache `verdicts` under `entry`, unless one of them was stopped by a limit of the machine; a failure to write is
    not an error.
    """
    if any(map(was_given_up, verdicts)):
        return
    save(folder, entry, [None if verdict is None else [name(verdict), *verdict] for verdict in verdicts])


class Claims:
    """The cached verdicts on claims, in `folder`, of posts that are read with `settings`."""

    def __init__(self, folder: Path, *settings: object) -> None:
        self.folder = folder
        self.settings = settings
        self.known = self.newly_judged = 0

    def recalled(self, bases: Collection[str]) -> dict[str, Verdict]:
        """The cached verdicts, by what they depend on."""
        names = {self._name(base): base for base in bases}
        return {
            names[name]: verdict
            for name, text in store(self.folder).found(names).items()
            if (verdict := _verdict(text)) is not None
        }

    def remember(self, found: Mapping[str, Verdict]) -> None:
        """Cache verdicts, except those of claims that were stopped by a limit of the machine."""
        store(self.folder).keep(
            {
                self._name(base): json.dumps([name(verdict), *verdict], ensure_ascii=False)
                for base, verdict in found.items()
                if not was_given_up(verdict)
            }
        )

    def judged(self, recalled: int, newly_judged: int) -> None:
        """Count the verdicts."""
        self.known, self.newly_judged = self.known + recalled, self.newly_judged + newly_judged

    def _name(self, base: str) -> str:
        return key(base, "claim", *self.settings)


def _verdict(text: str) -> Verdict | None:
    try:
        return _read(json.loads(text))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def load(folder: Path, entry: str) -> Any:
    """The plain JSON that is cached under `entry`; None if there is none."""
    try:
        return json.loads(store(folder).found([entry])[entry])
    except (KeyError, ValueError, RecursionError):
        return None


def save(folder: Path, entry: str, content: Any) -> None:
    """Cache `content`, which depends only on what `entry` was made from; a failure to write is not an error."""
    store(folder).keep({entry: json.dumps(content, ensure_ascii=False)})


def _read(row: list[Any]) -> Verdict:
    kind, *fields = row
    verdict: Verdict = _KINDS[kind](*fields)
    if isinstance(verdict, Unchecked) and verdict.span is not None:
        return verdict._replace(span=Span(*verdict.span))
    return verdict
