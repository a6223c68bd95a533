"""`enhance export`: writes posts as papers, pages, books and notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mathpost.cli.exits import CLEAN, LOSS
from mathpost.cli.options import common, formats_of, output_folder, posts_of, settings
from mathpost.cli.voice import Voice, relative
from mathpost.config import Config
from mathpost.inputs import Post

if TYPE_CHECKING:
    from mathpost.publication import Published, Wish


@click.command(short_help="Convert posts to papers, pages, books and notebooks.")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--to",
    "formats",
    required=True,
    help="Write these formats: tex, pdf, html, epub, docx, ipynb, arxiv; comma-separated.",
)
@output_folder
@click.option("--book", metavar="TITLE", help="Bind all FILES into one book: tex, pdf, html, epub, docx.")
@click.option(
    "--tags", is_flag=True, help=r"Write each number into the LaTeX as \tag instead of letting LaTeX count."
)
@click.option("--additions", is_flag=True, help="Include what `run` added: intermediate steps, notation.")
@click.option(
    "--run-code",
    is_flag=True,
    help="Run the Python of the posts to fill the outputs in notebooks. Only for posts that you trust.",
)
@common
@click.pass_context
def export(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    formats: str,
    output_dir: str,
    book: str | None,
    tags: bool,
    additions: bool,
    run_code: bool,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Convert posts; an output has every formula, number and reference of its post, or is not written."""
    from mathpost.publication import Wish

    config = settings(config_file, given)
    endings = formats_of(formats)
    if book is not None and ({"ipynb", "arxiv"} & {*endings} or not _file_name(book)):
        raise click.UsageError("--book needs a title and one of tex, pdf, html, epub, docx")
    inputs = posts_of(files)
    voice = Voice(0 if quiet else 2 if verbose else 1)
    code = CLEAN
    printed: set[str] = set()  # what several formats say of a post is stated once
    for ending in endings:
        for target, done in _outputs(
            config, Wish(ending, tags, additions, run_code), inputs.posts, Path(output_dir), book
        ):
            code = max(code, _print_result(voice, Path(output_dir), target, done, printed))
    ctx.exit(code)


def _outputs(
    config: Config, wish: Wish, posts: Sequence[Post], folder: Path, book: str | None
) -> Iterator[tuple[Path, Published]]:
    """Each output with its place."""
    from mathpost.pipeline import each
    from mathpost.publication import bound, lost, place, published

    if book is not None:
        yield folder / f"{_file_name(book)}.{wish.ending}", bound(config, wish, posts, book)
        return
    for done in each(
        partial(published, config, wish), partial(lost, config, wish), posts, config.jobs, config.limits
    ):
        yield place(done.post, folder, wish.ending), done


def _file_name(title: str) -> str:
    """The title of a book as the name of a file."""
    return "".join("-" if c in '/\\:*?"<>|' or c < " " else c for c in title).strip(" .")


def _print_result(voice: Voice, folder: Path, target: Path, done: Published, printed: set[str]) -> int:
    for reason in done.reasons:
        voice.say(f"{done.post.path}: {reason}", at=0)
    for warning in dict.fromkeys(done.warnings):
        line = warning if done.is_book else f"{done.post.path}: {warning}"
        if line not in printed:
            voice.say(line, at=1)
        printed.add(line)
    try:
        if done.written(folder, target):
            voice.say(relative(target))
    except OSError as error:
        voice.say(f"{done.post.path}: {error.filename or target}: {error.strerror or error}", at=0)
        return LOSS
    return done.exit_code
