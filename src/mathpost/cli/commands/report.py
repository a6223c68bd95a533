"""`enhance report`: the progress report of posts as they stand."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from mathpost.cli.exits import CLEAN, FINDINGS
from mathpost.cli.options import common, folders, settings
from mathpost.cli.reports import write_report
from mathpost.cli.voice import Voice, progress, relative


@click.command()
@click.option("--raw", default="blogs_raw", show_default=True, help="The posts as they were.")
@click.option("--enhanced", "output_dir", help="The posts as they are  [default: blogs_enhanced]")
@click.option("--report-dir", type=click.Path(file_okay=False), help="  [default: reports]")
@click.option("--no-verify", is_flag=True, help="Do not verify the claims; the report says so.")
@click.option("--fail-under", type=click.FloatRange(0, 100), help="Exit with 1 below this percent finished.")
@click.option("--date", help="The date of the report; none without it and SOURCE_DATE_EPOCH.")
@common
@click.pass_context
def report(
    ctx: click.Context,
    /,
    raw: str,
    no_verify: bool,
    fail_under: float | None,
    date: str | None,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Write the progress report from raw and enhanced posts as they stand; no post is touched."""
    from mathpost import progression
    from mathpost.pipeline import each

    config = settings(config_file, folders(given))
    pairs = progression.pairs(Path(raw), config.output_dir)
    if not pairs:
        raise click.UsageError(f"no posts in {raw} or {config.output_dir}")
    voice = Voice(0 if quiet else 2 if verbose else 1)
    order = progression.Order(config, not no_verify)
    posts = []
    with progress(len(pairs), not quiet) as shown:
        work = each(
            partial(progression.compared, order), partial(progression.lost, order), pairs, config.jobs
        )
        for post in shown(work):
            voice.say(f"{post.path}: {post.status} ({post.because})", at=2)
            posts.append(post)
    write_report(config, posts, verified=not no_verify, date=date)
    finished = sum(post.status == "finished" for post in posts)
    voice.say(f"{finished} of {len(posts)} posts finished; {relative(config.report_dir / 'progress.md')}")
    ctx.exit(FINDINGS if fail_under is not None and 100 * finished < fail_under * len(posts) else CLEAN)
