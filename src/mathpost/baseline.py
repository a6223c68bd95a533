"""Findings that are known already: `enhance check --baseline FILE` reports only new ones.

The file holds fingerprints and no text of a post, so it can be committed. The output of an earlier `enhance check
--output-format json` also works as a baseline.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from mathpost import files
from mathpost.config import ConfigError
from mathpost.text.limits import KEPT
from mathpost.writers.fingerprint import fingerprints
from mathpost.writers.json import SCHEMA as ANSWER
from mathpost.writers.post import PostResult

SCHEMA = "mathpost-baseline/1"


class Baseline(NamedTuple):
    """The known fingerprints of each post; a post is named by its path from the folder of the file."""

    folder: Path
    known: Mapping[str, frozenset[str]]

    def of(self, path: str) -> frozenset[str]:
        return self.known.get(_name(path, self.folder), frozenset())


def read(file: Path) -> Baseline:
    """The baseline in `file`.

    Raises:
        ConfigError: it cannot be read, or is neither a baseline nor an answer of a check.
    """
    try:
        return Baseline(
            file.absolute().parent, dict(_posts(json.loads(files.read(file, KEPT).decode()), file))
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a baseline"
        raise ConfigError(f"{file}: {reason}") from None


def _posts(stored: Any, file: Path) -> Iterable[tuple[str, frozenset[str]]]:
    if stored["schema"] == SCHEMA:
        return [(path, frozenset(known)) for path, known in stored["findings"].items()]
    if stored["schema"] != ANSWER:
        raise ValueError(stored["schema"])
    folder = file.absolute().parent
    return [
        (_name(post["path"], folder), frozenset(found["fingerprint"] for found in post["diagnostics"]))
        for post in stored["posts"]
    ]


def without_known(result: PostResult, known: frozenset[str]) -> PostResult:
    """`result` with its new findings only."""
    if not known:
        return result
    both = zip(result.diagnostics, fingerprints(result), strict=True)
    return replace(result, diagnostics=tuple(d for d, fingerprint in both if fingerprint not in known))


def dumps(posts: Iterable[tuple[str, Sequence[str]]], file: Path) -> str:
    """The content of a baseline file: the fingerprints of each post with findings, by path."""
    folder = file.absolute().parent
    findings = {_name(path, folder): sorted(known) for path, known in posts if known}
    stored = {"schema": SCHEMA, "findings": dict(sorted(findings.items()))}
    return json.dumps(stored, ensure_ascii=False, indent=1) + "\n"


def _name(path: str, folder: Path) -> str:
    return Path(os.path.relpath(path, folder)).as_posix()
