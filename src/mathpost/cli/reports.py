"""Writes the progress report; the same inputs give the same bytes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from mathpost.config import Config
from mathpost.text.limits import KEPT

if TYPE_CHECKING:
    from mathpost.writers.facts import Facts
    from mathpost.writers.rechecks import Recheck
    from mathpost.writers.report import Report

    Row: TypeAlias = tuple[Facts, str, str]


def write_report(config: Config, rows: Sequence[Row], *, verified: bool, date: str | None) -> Report:
    """Write `progress.md`, `progress.json`, the badge and the pages; `rows` are the posts with their pages and their
    pages of changes.

    The same inputs give the same bytes. Pages of removed posts are deleted. On GitHub the job summary is written too.
    """
    from mathpost import manual, rules
    from mathpost.files import prune, read
    from mathpost.writers import badge, progress
    from mathpost.writers import report as json
    from mathpost.writers.html import pages

    posts = tuple(facts for facts, _, _ in rows)
    write = partial(_write, config.report_dir)
    place = config.report_dir / "progress.json"
    try:
        earlier = json.earlier(read(place, KEPT).decode("utf-8", "replace"))
    except OSError:
        earlier = {}
    date = _given_date(date)
    asked = rules.opt_in()
    silent = frozenset(c for c, name in manual.codes() if not config.active(c, name, opt_in=c in asked))
    history = json.history(earlier, posts, date)
    target = "mathjax" if config.target == "auto" else config.target
    report = json.Report(posts, verified, target, silent, date, history, _recheck(config, posts))
    write(place, json.dumps(report))
    write(config.report_dir / "progress.md", progress.markdown(report, config.language))
    write(config.report_dir / "badge.svg", badge.svg(report))
    write(config.report_dir / "badge.json", badge.endpoint(report))
    write(config.report_dir / "index.html", pages.index(report, config.language))
    places = {config.report_dir / pages.place(facts.path): page for facts, page, _ in rows}
    for page_place, page in places.items():
        write(page_place, page)
    prune(config.report_dir / pages.FOLDER, places, ".html", pages.MARK)
    changed = write_changes(config, [(facts.path, page) for facts, _, page in rows if page])
    prune(config.report_dir / pages.CHANGES, changed, ".html", pages.MARK)
    job = os.environ.get("GITHUB_STEP_SUMMARY")
    if job:
        with Path(job).open("a", encoding="utf-8") as file:
            file.write(progress.summary(report, config.language))
    return report


def _recheck(config: Config, posts: Sequence[Facts]) -> Recheck | None:
    """The certificates in the report's folder that were checked with SymPy."""
    from mathpost.writers import rechecks

    place = config.report_dir / rechecks.PLACE
    if not place.is_file():
        return None
    return rechecks.recheck(place.read_text("utf-8", "replace"), (post.text_digest for post in posts))


def write_changes(config: Config, rows: Sequence[tuple[str, str]]) -> list[Path]:
    """Write the pages of changes, by the names of the posts; return where they are."""
    from mathpost.writers.html import pages

    places = [config.report_dir / pages.place_of_changes(name) for name, _ in rows]
    for place, (_, page) in zip(places, rows, strict=True):
        _write(config.report_dir, place, page)
    return places


def _write(folder: Path, place: Path, content: str) -> None:
    """Write `content` in UTF-8; names of posts may contain any bytes."""
    from mathpost.files import write_below

    write_below(folder, place, content.encode("utf-8", "replace"))


def _given_date(wish: str | None) -> str | None:
    """The date from `--date` or `SOURCE_DATE_EPOCH`, else None."""
    from datetime import UTC, datetime

    if wish:
        try:
            return datetime.strptime(wish, "%Y-%m-%d").date().isoformat()
        except ValueError:
            raise click.UsageError(f"--date must look like 2026-01-31, not {wish}") from None
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC).date().isoformat() if epoch.isdecimal() else None
