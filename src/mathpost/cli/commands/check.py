"""`enhance check`: findings and verdicts of posts."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mathpost.cli.differences import unified
from mathpost.cli.exits import CLEAN, USAGE, exit_code
from mathpost.cli.options import common, posts_of, settings, settings_file, severity
from mathpost.cli.voice import Voice, many, progress, relative
from mathpost.config import Config, ConfigError
from mathpost.inputs import STDIN, Inputs, Post

if TYPE_CHECKING:
    from mathpost.baseline import Baseline
    from mathpost.inspection import Inspected
    from mathpost.writers.totals import Totals


class Wish(NamedTuple):
    """The options of `check` that do not change what is found."""

    format: str
    statistics: bool
    verify: bool
    exit_zero: bool
    color: str
    baseline: Path | None
    voice: Voice
    silent: bool = False


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--output-format",
    "--format",
    "format_",
    default="full",
    show_default=True,
    help="full, concise, json, jsonl, github, gitlab, junit or sarif.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    help="Exit with 1 at this severity or above.  [default: error]",
)
@click.option("--statistics", is_flag=True, help="Count findings by rule and unchecked claims by reason.")
@click.option("--no-verify", is_flag=True, help="Skip the claims; much faster.")
@click.option("--fix", is_flag=True, help="Apply the safe fixes in place, then report the rest.")
@click.option("--unsafe-fixes", is_flag=True, help="Also apply fixes that may change the meaning.")
@click.option("--diff", is_flag=True, help="Print the fixes as a diff and write nothing.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Hide the findings listed in FILE; created if it does not exist.",
)
@click.option("--watch", is_flag=True, help="Check again when a post changes; Ctrl-C ends.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@common
@click.pass_context
def check(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    format_: str,
    statistics: bool,
    no_verify: bool,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    exit_zero: bool,
    baseline: Path | None,
    watch: bool,
    color: str,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Report errors in posts and which claims hold; posts are not changed without --fix."""
    from mathpost import writers

    try:
        writers.format_called(format_)
    except KeyError:
        known = ", ".join(writers.formats())
        raise click.UsageError(f"--output-format must be one of {known}") from None
    mending = fix or unsafe_fixes or diff
    if watch and (mending or STDIN in files):
        raise click.UsageError("--watch cannot be combined with --fix, --unsafe-fixes, --diff or stdin")
    given = severity(given)
    config = settings(config_file, dict(given))
    voice = Voice(0 if quiet else 2 if verbose else 1)
    wish = Wish(format_, statistics, not no_verify, exit_zero, color, baseline, voice, silent=diff)
    if watch:
        watched(wish, files, config_file, given)
        ctx.exit(CLEAN)
    inputs = posts_of(files)
    if mending:
        mend(config, inputs, wish, unsafe=unsafe_fixes, diff=diff)
    ctx.exit(said(wish, config, inputs.posts, inspect(wish, config, inputs.posts, inputs.posts)))


def watched(wish: Wish, files: Sequence[str], config_file: str | None, given: dict[str, Any]) -> None:
    """Check all posts, then those that change, until Ctrl-C."""
    from mathpost.cli.watching import interrupts, rounds

    posts_of(files)
    answers: dict[Post, Inspected] = {}
    with interrupts() as ended, suppress(KeyboardInterrupt):
        for inputs, changed in rounds(files, settings_file(config_file), ended):
            try:
                config = settings(config_file, dict(given))
            except click.UsageError as error:  # settings that are being written
                wish.voice.say(error.message, at=0)
                continue
            posts = [post for post in inputs.posts if post in changed]
            answers |= zip(posts, inspect(wish, config, posts, inputs.posts), strict=True)
            said(wish, config, inputs.posts, [answers[post] for post in inputs.posts])
            wish.voice.say("watching; Ctrl-C ends")


def inspect(wish: Wish, config: Config, posts: Sequence[Post], all_posts: Sequence[Post]) -> list[Inspected]:
    """The answer for each of `posts`; references may point into `all_posts`."""
    from mathpost import survey
    from mathpost.inspection import Order, inspected, lost
    from mathpost.pipeline import each

    known = survey.manuscripts(all_posts, config.limits)
    index, habits = survey.indexed(known, config), survey.habits(known, config)
    order = Order(config, wish.verify, wish.format, colored(wish.color), _known(wish), index, habits)
    answers: list[Inspected] = []
    work = each(partial(inspected, order), partial(lost, order), posts, config.jobs, config.limits)
    with progress(len(posts), wish.voice.loudness > 0, _claims) as shown:
        for post, answer in zip(posts, shown(work), strict=True):
            wish.voice.say(f"{post.path}: {sum(answer.totals.severities.values())} findings", at=2)
            answers.append(answer)
    return answers


def _claims(answer: Inspected) -> int:
    return answer.totals.claims


def said(wish: Wish, config: Config, posts: Sequence[Post], answers: Sequence[Inspected]) -> int:
    """Print the answers to stdout and a summary to stderr; return the exit code."""
    from mathpost import manual, writers
    from mathpost.writers import statistics, totals

    if wish.baseline is not None and not wish.baseline.exists():
        return _kept(wish.baseline, wish.voice, posts, answers)
    sums = totals.added(answer.totals for answer in answers)
    if wish.statistics:
        click.echo(statistics.table(sums, manual.REASONS), nl=False)
    elif not wish.silent:
        for piece in writers.format_called(wish.format).page([answer.part for answer in answers], sums):
            click.echo(piece, nl=False, color=True)
    _summarise_job(wish, sums)
    known = sum(answer.known for answer in answers)
    wish.voice.say(
        statistics.sentence(sums) + (f" {many(known, 'known finding')} not shown." if known else "")
    )
    from mathpost import site

    places = dict.fromkeys(place for post in posts for place in site.searched(post.path))
    for more in (statistics.read_as(sums), statistics.hint(sums, [*places])):
        if more:
            wish.voice.say(more)
    failed = sums.reaches(config.fail_on) and not wish.exit_zero
    return exit_code(failed, sums.unreadable == sums.posts)


def _known(wish: Wish) -> Baseline | None:
    """The baseline; None without `--baseline` or before its first run."""
    if wish.baseline is None:
        return None
    from mathpost import baseline

    if not wish.baseline.exists():
        if os.environ.get("CI"):  # a forgotten file must not make a build pass
            raise click.UsageError(
                f"{wish.baseline} does not exist; run the same command locally and commit the file"
            )
        return None
    try:
        return baseline.read(wish.baseline)
    except ConfigError as error:
        raise click.UsageError(str(error)) from None


def _kept(file: Path, voice: Voice, posts: Sequence[Post], answers: Sequence[Inspected]) -> int:
    """Write the first baseline: all current findings become known."""
    from mathpost import baseline
    from mathpost.files import write

    found = [(post.path, answer.fingerprints) for post, answer in zip(posts, answers, strict=True)]
    write(file, baseline.dumps(found, file))
    count = sum(len(fingerprints) for _, fingerprints in found)
    voice.say(f"{relative(file)}: {many(count, 'finding')} recorded as known")
    return USAGE if all(answer.totals.unreadable for answer in answers) else CLEAN


def _summarise_job(wish: Wish, sums: Totals) -> None:
    """Write the GitHub job summary if there is one."""
    page = os.environ.get("GITHUB_STEP_SUMMARY")
    if wish.format == "github" and page:
        from mathpost.writers import github

        with Path(page).open("a", encoding="utf-8") as file:
            file.write(github.summary(sums))


def mend(config: Config, inputs: Inputs, wish: Wish, *, unsafe: bool, diff: bool) -> None:
    """Apply the fixes in place, or print them as a diff."""
    from mathpost import repair
    from mathpost.files import write
    from mathpost.pipeline import each
    from mathpost.text.edits import Safety

    if any(post.path == STDIN for post in inputs.posts) and not diff:
        raise click.UsageError("stdin cannot be fixed in place; use --diff")
    order = repair.Order(config, Safety.UNSAFE if unsafe else Safety.SAFE, verify=wish.verify)
    work = partial(repair.repaired, order), partial(repair.lost, order)
    for done in each(*work, inputs.posts, config.jobs, config.limits):
        if diff:
            click.echo(unified(done.post.path, done.before, done.post.path, done.after), nl=False)
        elif done.after != done.before:
            write(Path(done.post.path), done.after)
            wish.voice.say(f"{done.post.path}: {done.fixed} fixed", at=1)
        if done.refused:
            wish.voice.say(
                f"{done.post.path}: {done.refused} fixes skipped: they would damage the text", at=1
            )


def colored(wish: str) -> bool:
    """Whether to colour stdout; ``auto`` follows the terminal and NO_COLOR."""
    if wish == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return wish == "always"
