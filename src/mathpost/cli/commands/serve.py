"""`enhance serve`: the live report in a browser."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import click

from mathpost.cli.options import common, posts_of, settings, settings_file
from mathpost.cli.voice import Voice
from mathpost.inputs import STDIN


@click.command(short_help="Show the report of posts in a browser, live.")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="Listen on this port of 127.0.0.1.  [default: a free one]",
)
@click.option("--open", "browse", is_flag=True, help="Open the page in the default browser.")
@click.option("--no-verify", is_flag=True, help="Do not verify claims; much faster.")
@common
def serve(
    files: tuple[str, ...],
    port: int,
    browse: bool,
    no_verify: bool,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Serve the report of posts on 127.0.0.1 and update it when a post is saved; stop with Ctrl-C.

    The printed address contains a token; requests without it are refused.
    """
    from mathpost.cli.watching import interrupts, rounds
    from mathpost.live import Board, serving

    if STDIN in files:
        raise click.UsageError("serve needs files; stdin cannot change")
    posts_of(files)
    voice = Voice(0 if quiet else 2 if verbose else 1)
    board = Board(settings(config_file, dict(given)), verify=not no_verify)
    with interrupts() as ended, suppress(KeyboardInterrupt), serving(board, port) as server:
        started = False
        for inputs, changed in rounds(files, settings_file(config_file), ended):
            with suppress(
                click.UsageError
            ):  # a configuration file that is being edited: the last valid one applies
                board.config = settings(config_file, dict(given))
            for _ in () if started else board.opened(inputs.posts):
                if not started:
                    started = True
                    click.echo(server.address)
                    if browse:
                        click.launch(server.address)
            board.update(inputs.posts, changed)
            for post in sorted(changed):
                voice.say(f"{post.path}: checked", at=2)
