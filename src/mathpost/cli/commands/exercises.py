"""`enhance exercises`: writes exercises with solutions from the verified steps of posts."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mathpost.cli.exits import CLEAN, FINDINGS, LOSS
from mathpost.cli.options import common, output_folder, posts_of, settings
from mathpost.cli.voice import Voice, relative

if TYPE_CHECKING:
    from mathpost.exercises.delivery import Delivered

_FORMATS = ("md", "tex", "ipynb")


@click.command(short_help="Write exercises with solutions from verified steps.")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--to",
    "formats",
    default="md",
    show_default=True,
    help="Write these formats: md, tex, ipynb; comma-separated.",
)
@output_folder
@click.option(
    "--count",
    type=click.IntRange(1, 100),
    default=9,
    show_default=True,
    help="Write at most this many exercises per post.",
)
@common
@click.pass_context
def exercises(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    formats: str,
    output_dir: str,
    count: int,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Write NAME-exercises: fill the gap, find the slip, compute the number; each is verified."""
    from mathpost.exercises.delivery import Order, delivered, lost
    from mathpost.pipeline import each

    endings = tuple(dict.fromkeys(part.strip() for part in formats.split(",")))
    unknown = [ending for ending in endings if ending not in _FORMATS]
    if unknown:
        raise click.UsageError(f"unknown format `{unknown[0]}`; the formats are {', '.join(_FORMATS)}")
    config = settings(config_file, given)
    inputs = posts_of(files)
    voice = Voice(0 if quiet else 2 if verbose else 1)
    order = Order(config, endings, count)
    code = CLEAN
    for done in each(
        partial(delivered, order), partial(lost, order), inputs.posts, config.jobs, config.limits
    ):
        code = max(code, _written(voice, Path(output_dir), done))
    ctx.exit(code)


def _written(voice: Voice, folder: Path, done: Delivered) -> int:
    from mathpost.files import write_below

    for reason in done.reasons:
        voice.say(f"{done.path}: {reason}", at=0)
    try:
        for name, data in done.files:
            write_below(folder, folder / name, data)
            voice.say(
                f"{relative(folder / name)}: exercises: {done.exercises}, verified steps: {done.verified}"
            )
    except OSError as error:
        voice.say(f"{done.path}: {error.filename or folder}: {error.strerror or error}", at=0)
        return LOSS
    return FINDINGS if done.reasons else CLEAN
