"""`enhance check`: what is wrong in posts and which claims hold."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from mathpost.cli.differences import unified
from mathpost.cli.exits import exit_code
from mathpost.cli.options import common, posts_of, settings, severity
from mathpost.cli.voice import Voice, progress
from mathpost.config import Config
from mathpost.inputs import Inputs


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--output-format", "format_", default="full", help="full, concise, json, jsonl or github.")
@click.option("--fail-on", type=click.Choice(["error", "warning"]), help="Exit with 1 at and above this.")
@click.option("--statistics", is_flag=True, help="Counts per rule, and why claims were not decided.")
@click.option("--no-verify", is_flag=True, help="Do not verify the claims.")
@click.option("--fix", is_flag=True, help="Make the safe fixes, in place; then report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="Make also fixes that may change a meaning.")
@click.option("--diff", is_flag=True, help="Show what --fix would change; nothing is changed.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 also where there are findings.")
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
    color: str,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Report what is wrong in posts and which claims hold."""
    from mathpost import manual, writers
    from mathpost.inspection import Order, inspected, lost
    from mathpost.pipeline import each
    from mathpost.writers import github, totals
    from mathpost.writers import statistics as statistics_

    if format_ not in writers.formats():
        raise click.UsageError(f"--output-format must be one of {', '.join(writers.formats())}")
    config = settings(config_file, severity(given))
    inputs = posts_of(files)
    voice = Voice(0 if quiet else 2 if verbose else 1)
    if fix or unsafe_fixes or diff:
        mend(config, inputs, voice, unsafe=unsafe_fixes, diff=diff)
    order = Order(config, not no_verify, format_, colored(color))
    answers = []
    work = each(partial(inspected, order), partial(lost, order), inputs.posts, config.jobs)
    with progress(len(inputs.posts), not quiet) as shown:
        for post, answer in zip(inputs.posts, shown(work), strict=True):
            voice.say(f"{post.path}: {sum(answer.totals.severities.values())} findings", at=2)
            answers.append(answer)
    sums = totals.added(answer.totals for answer in answers)
    if statistics:
        click.echo(statistics_.table(sums, manual.REASONS), nl=False)
    elif not diff:
        for piece in writers.formats()[format_].page([answer.part for answer in answers], sums):
            click.echo(piece, nl=False, color=True)
    if format_ == "github" and os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(os.environ["GITHUB_STEP_SUMMARY"]).open("a", encoding="utf-8") as page:
            page.write(github.summary(sums))
    voice.say(statistics_.sentence(sums))
    failed = sums.reaches(config.fail_on) and not exit_zero
    ctx.exit(exit_code(failed, sums.unreadable == sums.posts))


def mend(config: Config, inputs: Inputs, voice: Voice, *, unsafe: bool, diff: bool) -> None:
    """Make the fixes of `inputs` where they stand, or show them."""
    from mathpost import repair
    from mathpost.files import write
    from mathpost.pipeline import each
    from mathpost.text.edits import Safety

    if any(post.path == "-" for post in inputs.posts) and not diff:
        raise click.UsageError("standard input cannot be fixed in place; --diff shows the fixes")
    order = repair.Order(config, Safety.UNSAFE if unsafe else Safety.SAFE)
    work = partial(repair.repaired, order), partial(repair.lost, order)
    for done in each(*work, inputs.posts, config.jobs):
        if diff:
            click.echo(unified(done.post.path, done.before, done.post.path, done.after), nl=False)
        elif done.after != done.before:
            write(Path(done.post.path), done.after)
            voice.say(f"{done.post.path}: {done.fixed} fixed", at=1)
        if done.refused:
            voice.say(f"{done.post.path}: {done.refused} fixes left out, they would do harm", at=1)


def colored(wish: str) -> bool:
    """Whether to colour standard output; ``auto`` follows the terminal and NO_COLOR."""
    if wish == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return wish == "always"
