"""`enhance report`: writes the progress report from existing posts."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mathpost.cli.exits import CLEAN, FINDINGS
from mathpost.cli.options import common, folders, settings
from mathpost.cli.reports import write_report
from mathpost.cli.voice import Voice, progress, relative
from mathpost.inputs import RAW

if TYPE_CHECKING:
    from mathpost.progression import Compared
    from mathpost.writers.thresholds import Threshold


@click.command(short_help="Write the progress report; change no post.")
@click.option("--raw", default=RAW, show_default=True, help="Read the original posts from this folder.")
@click.option(
    "--enhanced", "output_dir", help="Read the enhanced posts from this folder.  [default: blogs_enhanced]"
)
@click.option(
    "--report-dir",
    type=click.Path(file_okay=False),
    help="Write the report to this folder.  [default: reports]",
)
@click.option("--no-verify", is_flag=True, help="Do not verify claims; the report says so.")
@click.option("--fail-under", help="Exit with 1 if a threshold is missed, e.g. claims-decided=60,refuted=0.")
@click.option("--date", help="Set the date of the report: YYYY-MM-DD.  [default: SOURCE_DATE_EPOCH, or none]")
@common
@click.pass_context
def report(
    ctx: click.Context,
    /,
    raw: str,
    no_verify: bool,
    fail_under: str | None,
    date: str | None,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Write the progress report from the raw and enhanced posts; change no post."""
    from mathpost import progression
    from mathpost.pipeline import each
    from mathpost.writers.thresholds import missed

    config = settings(config_file, folders(given))
    wanted = _thresholds(fail_under, verified=not no_verify)
    pairs = progression.pairs(Path(raw), config.output_dir)
    if not pairs:
        raise click.UsageError(f"no posts in {raw} or {config.output_dir}")
    voice = Voice(0 if quiet else 2 if verbose else 1)
    order = progression.Order(config, not no_verify, alone=not any(pair.raw for pair in pairs))
    rows = []
    with progress(len(pairs), not quiet, _claims) as shown:
        work = each(
            partial(progression.compared, order),
            partial(progression.lost, order),
            pairs,
            config.jobs,
            config.limits,
        )
        for post, page, changes in shown(work):
            voice.say(f"{post.path}: {post.status} ({post.because})", at=2)
            rows.append((post, page, changes.page))
    posts = write_report(config, rows, verified=not no_verify, date=date).posts
    finished = sum(post.status == "finished" for post in posts)
    voice.say(f"{finished} of {len(posts)} posts finished; {relative(config.report_dir / 'index.html')}")
    short = missed(wanted, posts)
    for sentence in short:
        voice.say(sentence, at=0)
    ctx.exit(FINDINGS if short else CLEAN)


def _claims(rows: Compared) -> int:
    return rows.facts.claims.total()


def _thresholds(wish: str | None, *, verified: bool) -> tuple[Threshold, ...]:
    from mathpost.writers import thresholds

    try:
        wanted = thresholds.parsed(wish or "")
    except ValueError as error:
        raise click.UsageError(f"--fail-under: {error}") from None
    if not verified and any(threshold.name in thresholds.OF_CLAIMS for threshold in wanted):
        raise click.UsageError("--fail-under needs verdicts, which --no-verify skips")
    return wanted
