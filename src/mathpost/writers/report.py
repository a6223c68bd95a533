"""`reports/progress.json` (schema ``mathpost-progress/1``): where every post stands, and the sums.

Totals are computed from the figures that are printed, never from percentages; growth is rounded to whole
percent. An entry of `history` is keyed by the hash of all inputs: the same inputs give the same report.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from mathpost.text.diagnostics import Severity
from mathpost.writers.facts import Facts
from mathpost.writers.totals import VERDICTS

SCHEMA = "mathpost-progress/1"
_HISTORY = 50  # entries that are kept
_LINES = ("original_lines", "enhanced_lines", "added_lines")
_COUNTS = ("generated_lines", "number_lines", "displays", "inline", "tagged_rows", "automatic_rows")
Object = dict[str, Any]


class Report(NamedTuple):
    """Everything a progress report is written from.

    `verified` says whether claims were judged. `date` is ``2025-11-18`` or None: no clock is read.
    """

    posts: tuple[Facts, ...]
    verified: bool
    target: str
    target_lines: tuple[int, int]
    date: str | None
    history: tuple[Object, ...]


def growth(added: int | None, original: int | None) -> int | None:
    """Added lines in percent of the original ones, halves rounded up; None without an original."""
    if added is None or not original:
        return None
    return (200 * added + original) // (2 * original)


def progress(report: Report) -> Object:
    """The object of `progress.json`."""
    return {
        "schema": SCHEMA,
        "date": report.date,
        "verified": report.verified,
        "posts": [entry(post) for post in report.posts],
        "totals": totals(report.posts),
        "history": list(report.history),
    }


def dumps(report: Report) -> str:
    return json.dumps(progress(report), ensure_ascii=False, indent=1) + "\n"


def entry(post: Facts) -> Object:
    """One entry of `posts`."""
    return {
        "path": post.path,
        "title": post.title,
        "status": post.status,
        "because": post.because,
        **_figures([post]),
        "distinct_displays": post.distinct_displays,
        "sections": [section._asdict() for section in post.sections],
    }


def totals(posts: Sequence[Facts]) -> dict[str, Object]:
    """The sums for the finished, the waiting and all posts (a damaged post counts only under `all`)."""
    blocks: dict[str, Callable[[Facts], bool]] = {
        "finished": lambda post: post.status == "finished",
        "waiting": lambda post: post.status == "waiting",
        "all": lambda _post: True,
    }
    return {
        name: {"posts": sum(map(wanted, posts)), **_figures([p for p in posts if wanted(p)])}
        for name, wanted in blocks.items()
    }


def _figures(posts: Sequence[Facts]) -> Object:
    """The numeric fields of a post, or their sums; growth is that of the posts that have a raw post."""
    compared = [post for post in posts if post.original_lines is not None]
    lines: Object = {key: sum(getattr(post, key) for post in compared) for key in _LINES}
    if not compared and posts:
        lines = dict.fromkeys(_LINES)
    lines["enhanced_lines"] = sum(post.enhanced_lines for post in posts)
    return {
        **lines,
        "growth_percent": growth(lines["added_lines"], lines["original_lines"]),
        **{key: sum(getattr(post, key) for post in posts) for key in _COUNTS},
        "statements": dict(sorted(sum((p.statements for p in posts), Counter[str]()).items())),
        "claims": {verdict: sum(p.claims[verdict] for p in posts) for verdict in VERDICTS},
        "findings": {str(s): sum(p.findings[s] for p in posts) for s in Severity},
    }


def history(earlier: Sequence[Object], posts: Sequence[Facts], date: str | None) -> tuple[Object, ...]:
    """`earlier` entries and one for these inputs; the same inputs again take the place of their own entry."""
    key = inputs(posts)
    sums = totals(posts)
    now = {
        "inputs": key,
        "date": date,
        "finished": sums["finished"]["posts"],
        "waiting": sums["waiting"]["posts"],
        "posts": len(posts),
        **{k: sums["all"][k] for k in (*_LINES, "displays", "tagged_rows")},
        "claims": sums["all"]["claims"],
        "findings": sums["all"]["findings"],
    }
    before = list(earlier)
    if before and before[-1].get("inputs") == key:
        now["date"] = date or before[-1].get("date")
        before.pop()
    return (*before[-_HISTORY + 1 :], now)


def inputs(posts: Sequence[Facts]) -> str:
    """The hash of all inputs: the paths and texts of the posts, raw and enhanced."""
    lines = "".join(f"{post.path}\n{post.digest}\n" for post in posts)
    return sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


def earlier_history(text: str) -> tuple[Object, ...]:
    """The history in an earlier `progress.json`; nothing where it is not one."""
    try:
        found = json.loads(text)
    except ValueError:
        return ()
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        return ()
    entries = found.get("history", [])
    return tuple(e for e in entries if isinstance(e, dict)) if isinstance(entries, list) else ()
