"""The command `enhance`: options in, exit code out. Data goes to standard output, everything said to standard error.

Exit codes: 0 clean; 1 findings at or above `--fail-on`; 2 usage, configuration, colliding outputs or no readable
input; 3 an output would have lost or changed something it must not.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial, reduce
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from mathpost import __version__
from mathpost.config import TARGETS, Config, ConfigError, check_selectors, from_file, nearest
from mathpost.inputs import Inputs, expanded
from mathpost.text.diagnostics import Severity

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
CLEAN, FINDINGS, USAGE, LOSS = 0, 1, 2, 3


class WithDefault(click.Group):
    """A group whose command may be left out: `enhance a.md` is `enhance run a.md`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for parameter in self.params for name in parameter.opts} | {"--help", "-h"}
        if args and args[0] not in self.commands and args[0] not in own:
            args = ["run", *args]
        return super().parse_args(ctx, args)


class Voice(NamedTuple):
    """How much is said on standard error: 0 only what went wrong, 1 a summary, 2 every post."""

    loudness: int

    def say(self, text: str, *, at: int = 1) -> None:
        if self.loudness >= at:
            click.echo(text, err=True)


@click.group(cls=WithDefault, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="enhance")
def main() -> None:
    """Number, check and verify the mathematics of Markdown posts.

    FILES are posts, folders (their *.md) or - for standard input. Without a command, `run` is meant.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # posts are UTF-8 whatever the terminal's language
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def common(command: F) -> F:
    """The options that every command on posts takes."""
    options = [
        click.option("--select", metavar="CODES", help="Only these rules: codes, beginnings of codes, or names."),
        click.option("--ignore", metavar="CODES", help="Not these rules."),
        click.option("--target", type=click.Choice(TARGETS), help="The renderer that shows the posts."),
        click.option("--jobs", type=click.IntRange(min=1), help="Processes  [default: one per core]"),
        click.option(
            "--config", "config_file", type=click.Path(exists=True, dir_okay=False), help="Settings file."
        ),
        click.option("-q", "--quiet", is_flag=True, help="Say only what went wrong."),
        click.option("-v", "--verbose", is_flag=True, help="Name every post."),
    ]
    return reduce(lambda decorated, option: option(decorated), reversed(options), command)


def settings(config_file: str | None, given: dict[str, Any]) -> Config:
    """The configuration file's settings with what the command line gives; a mistake in them is a usage error."""
    from mathpost import manual

    try:
        path = Path(config_file) if config_file else nearest(Path.cwd())
        config = from_file(path) if path else Config()
        known = {key: value for key, value in given.items() if value is not None}
        for key in ("select", "ignore"):
            if key in known:
                known[key] = tuple(known[key].replace(",", " ").split())
        config = replace(config, **known)
        check_selectors(config, manual.codes())
    except ConfigError as error:
        raise click.UsageError(str(error)) from None
    return config


def posts_of(files: Sequence[str]) -> Inputs:
    """The inputs that `files` name; none at all is a usage error, and so is a mistyped command."""
    inputs = expanded(files)
    if not inputs.posts:
        raise click.UsageError("no posts: " + ", ".join(files or ["no file was named"]))
    if len(files) == 1 and not Path(files[0]).exists() and files[0] != "-":
        near = [name for name in main.commands if _near(files[0], name)]
        hint = f"; did you mean the command `{near[0]}`?" if near else ""
        raise click.UsageError(f"no such file: {files[0]}{hint}")
    return inputs


def _near(word: str, name: str) -> bool:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, word, name).ratio() >= 0.75


@contextmanager
def progress(total: int, shown: bool) -> Iterator[Callable[[Iterable[T]], Iterator[T]]]:
    """A bar on standard error while posts come in; nothing where it is no terminal."""
    if not shown or total < 2 or not sys.stderr.isatty():
        yield lambda items: iter(items)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("posts", total=total)

        def counted(items: Iterable[T]) -> Iterator[T]:
            for item in items:
                bar.advance(task)
                yield item

        yield counted


def exit_code(worst: bool, unreadable: bool) -> int:
    if unreadable:
        return USAGE
    return FINDINGS if worst else CLEAN


@main.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--output-format", "format_", default="full", help="full, concise, json, jsonl or github.")
@click.option("--fail-on", type=click.Choice(["error", "warning"]), help="Exit with 1 at and above this.")
@click.option("--statistics", is_flag=True, help="Counts per rule, and why claims were not decided.")
@click.option("--no-verify", is_flag=True, help="Do not verify the claims.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 also where there are findings.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@common
@click.pass_context
def check(
    ctx: click.Context,
    files: tuple[str, ...],
    format_: str,
    statistics: bool,
    no_verify: bool,
    exit_zero: bool,
    color: str,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Report what is wrong in posts and which claims hold; nothing is changed."""
    from mathpost import writers
    from mathpost.inspection import Order, inspected, lost
    from mathpost.pipeline import each
    from mathpost.writers import github, totals
    from mathpost.writers import statistics as statistics_

    if format_ not in writers.formats():
        raise click.UsageError(f"--output-format must be one of {', '.join(writers.formats())}")
    config = settings(config_file, _severity(given))
    inputs = posts_of(files)
    voice = Voice(0 if quiet else 2 if verbose else 1)
    order = Order(config, not no_verify, format_, colored(color))
    answers = []
    with progress(len(inputs.posts), not quiet) as shown:
        work = each(partial(inspected, order), partial(lost, order), inputs.posts, config.jobs)
        for post, answer in zip(inputs.posts, shown(work), strict=True):
            voice.say(f"{post.path}: {sum(answer.totals.severities.values())} findings", at=2)
            answers.append(answer)
    sums = totals.added(answer.totals for answer in answers)
    if statistics:
        click.echo(statistics_.table(sums), nl=False)
    else:
        for piece in writers.formats()[format_].page([answer.part for answer in answers], sums):
            click.echo(piece, nl=False, color=True)
    if format_ == "github" and os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(os.environ["GITHUB_STEP_SUMMARY"]).open("a", encoding="utf-8") as page:
            page.write(github.summary(sums))
    voice.say(statistics_.sentence(sums))
    failed = sums.reaches(config.fail_on) and not exit_zero
    ctx.exit(exit_code(failed, sums.unreadable == sums.posts))


def colored(wish: str) -> bool:
    """Whether to colour standard output; ``auto`` follows the terminal and NO_COLOR."""
    if wish == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return wish == "always"


def _severity(given: dict[str, Any]) -> dict[str, Any]:
    limit = given.pop("fail_on", None)
    return {**given, "fail_on": Severity(limit) if limit else None}
