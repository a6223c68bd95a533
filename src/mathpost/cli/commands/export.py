"""`enhance export`: posts as LaTeX documents."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from mathpost.cli.exits import CLEAN
from mathpost.cli.options import common, formats_of, posts_of, settings
from mathpost.cli.voice import Voice, relative


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--to", "format_", required=True, help="tex.")
@click.option("--output-dir", type=click.Path(file_okay=False), default=".", show_default=True)
@common
@click.pass_context
def export(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    format_: str,
    output_dir: str,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Write posts as LaTeX documents: with every formula of the post, or not at all."""
    from mathpost import publication
    from mathpost.files import write
    from mathpost.pipeline import each

    config = settings(config_file, given)
    (ending,) = formats_of(format_)[:1] or [""]
    inputs = posts_of(files)
    voice = Voice(0 if quiet else 2 if verbose else 1)
    code = CLEAN
    for done in each(
        partial(publication.published, config, ending),
        partial(publication.lost, config, ending),
        inputs.posts,
        config.jobs,
    ):
        for reason in done.reasons:
            voice.say(f"{done.post.path}: {reason}", at=0)
        for warning in done.warnings:
            voice.say(f"{done.post.path}: {warning}", at=1)
        code = max(code, done.exit_code)
        if done.text is not None:
            place = publication.place(done.post, Path(output_dir), ending)
            write(place, done.text)
            voice.say(relative(place))
    ctx.exit(code)
