"""The progress report in its folder; the same inputs write the same bytes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from mathpost.config import Config

if TYPE_CHECKING:
    from mathpost.writers.facts import Facts
    from mathpost.writers.report import Report


def write_report(config: Config, posts: Sequence[Facts], *, verified: bool, date: str | None) -> Report:
    """`progress.md` and `progress.json`; the same inputs write the same bytes."""
    from mathpost.files import write
    from mathpost.writers import progress as markdown
    from mathpost.writers import report as json

    place = config.report_dir / "progress.json"
    earlier = json.earlier_history(place.read_text("utf-8")) if place.is_file() else ()
    date = _given_date(date)
    history = json.history(earlier, posts, date)
    report = json.Report(tuple(posts), verified, config.target, config.target_lines, date, history)
    write(place, json.dumps(report))
    write(config.report_dir / "progress.md", markdown.markdown(report, config.language))
    return report


def _given_date(wish: str | None) -> str | None:
    """The date as the user gave it, or the one that reproducible builds agree on, if there is one."""
    from datetime import UTC, datetime

    if wish:
        try:
            return datetime.strptime(wish, "%Y-%m-%d").date().isoformat()
        except ValueError:
            raise click.UsageError(f"--date must look like 2026-01-31, not {wish}") from None
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC).date().isoformat() if epoch.isdecimal() else None
