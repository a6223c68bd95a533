"""`reports/progress.json` (schema ``mathpost-progress/1``): the state of every post, and the sums.

Totals are computed from the printed figures, never from percentages; growth is rounded to whole percent. An entry of
`history` is keyed by the hash of all inputs: the same inputs give the same report.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from mathpost.text.diagnostics import Severity
from mathpost.writers.facts import Facts
from mathpost.writers.rechecks import Recheck
from mathpost.writers.totals import VERDICTS

SCHEMA = "mathpost-progress/1"
_HISTORY = 50  # entries that are kept
_LINES = ("original_lines", "enhanced_lines", "added_lines")
_COUNTS = ("generated_lines", "number_lines", "displays", "inline", "tagged_rows", "automatic_rows")
Object = dict[str, Any]


class Report(NamedTuple):
    """The data of a progress report. `verified` says whether claims were verified; `silent` holds the codes of rules
    that are switched off.

    `date` is ``2025-11-18`` or None: no clock is read. `recheck` is the result of checking the certificates.
    """

    posts: tuple[Facts, ...]
    verified: bool
    target: str
    silent: frozenset[str]
    date: str | None
    history: tuple[Object, ...]
    recheck: Recheck | None = None


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
        **({"certificates": report.recheck._asdict()} if report.recheck else {}),
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
        "declared": post.declared,
        **_figures([post]),
        "distinct_displays": post.distinct_displays,
        "sections": [section._asdict() for section in post.sections],
        "key_results": [key._asdict() for key in post.key_results],
        "target_lines": list(post.target_lines),
        "missing": [task._asdict() for task in post.tasks],
    }


def totals(posts: Sequence[Facts]) -> dict[str, Object]:
    """The sums for the finished, the unfinished and all posts (a damaged post counts only under `all`)."""
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


def decided(claims: Mapping[str, int]) -> int | None:
    """The percentage of decided claims, rounded down; None if there are no claims."""
    total = sum(claims[verdict] for verdict in VERDICTS)
    return 100 * (total - claims["unchecked"]) // total if total else None


def history(earlier: Object, posts: Sequence[Facts], date: str | None) -> tuple[Object, ...]:
    """The entries of the `earlier` report and one for these inputs; the same inputs again take the place of
    their own entry.
    """
    key = inputs(posts)
    before = list(earlier.get("history", ()))
    same = bool(before) and before[-1].get("inputs") == key
    last = before.pop() if same else {}
    sums = totals(posts)
    now: dict[str, Any] = {
        "inputs": key,
        "date": date or last.get("date"),
        "finished": sums["finished"]["posts"],
        "waiting": sums["waiting"]["posts"],
        "posts": len(posts),
        **{k: sums["all"][k] for k in (*_LINES, "displays", "tagged_rows")},
        "claims": sums["all"]["claims"],
        "findings": sums["all"]["findings"],
        "changed": last.get("changed", []) if same else _changed(earlier.get("posts", ()), posts),
    }
    if (
        before
        and not same
        and all(before[-1].get(k) == now[k] for k in now if k not in ("inputs", "date", "changed"))
    ):
        before.pop()  # other words with the same figures are no other row
    return (*before[-_HISTORY + 1 :], now)


def _changed(before: Sequence[Object], posts: Sequence[Facts]) -> list[Object]:
    """The posts that were added, removed, or have other figures than in the report before; empty without one."""
    if not before:
        return []
    old = {str(post.get("path")): _state(post) for post in before}
    new = {post.path: _state(entry(post)) for post in posts}
    paths = sorted(path for path in old.keys() | new.keys() if old.get(path) != new.get(path))
    return [{"path": path, "before": old.get(path), "now": new.get(path)} for path in paths]


def _state(post: Object) -> Object:
    claims = Counter(post.get("claims") or {})
    return {
        **{key: post.get(key) for key in ("status", "enhanced_lines", "tagged_rows")},
        "decided": claims.total() - claims["unchecked"],
        "errors": (post.get("findings") or {}).get("error", 0),
    }


def inputs(posts: Sequence[Facts]) -> str:
    """The hash of all inputs: the paths and texts of the posts, raw and enhanced."""
    lines = "".join(f"{post.path}\n{post.digest}\n" for post in posts)
    return sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


def earlier(text: str) -> Object:
    """An earlier `progress.json`: its posts and its history; nothing where it is not one."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        return {}
    kept: Object = {}
    for key in ("posts", "history"):
        entries = found.get(key)
        kept[key] = [e for e in entries if isinstance(e, dict)] if isinstance(entries, list) else []
    return kept
