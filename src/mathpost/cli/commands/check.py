"""`enhance check`: findings and verdicts of posts."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mathpost import files
from mathpost.cli.differences import unified
from mathpost.cli.exits import CLEAN, USAGE, exit_code
from mathpost.cli.options import common, posts_of, settings, settings_file, severity
from mathpost.cli.voice import Voice, many, progress, relative
from mathpost.config import Config, ConfigError
from mathpost.inputs import STDIN, Inputs, Post, stored
from mathpost.text.limits import KEPT, NORMAL

if TYPE_CHECKING:
    from mathpost.answers import Answer, Question
    from mathpost.baseline import Baseline
    from mathpost.inspection import Inspected, Order
    from mathpost.writers.totals import Totals


_AS_THEY_COME = ("full", "concise")  # formats for people, which print each finding as soon as it is known


class Wish(NamedTuple):
    """The options of `check` that do not change what is found.

    `in_rounds`: print the findings of all posts that need no verdicts first.
    """

    format: str
    statistics: bool
    verify: bool
    exit_zero: bool
    color: str
    baseline: Path | None
    voice: Voice
    silent: bool = False
    certificates: Path | None = None
    lines: tuple[int, int] | None = None
    since: str = ""
    until: float | None = None
    scheduler: str = ""
    in_rounds: bool = False


def _line_range(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """``12-20`` or ``12``: lines of a post, the first one being 1."""
    if value is None:
        return None
    first, _, last = value.partition("-")
    try:
        found = int(first), int(last or first)
    except ValueError:
        found = (0, 0)
    if not 1 <= found[0] <= found[1]:
        raise click.BadParameter(f"`{value}` is not a range of lines such as 12-20")
    return found


@click.command(short_help="Find errors and verify claims; change nothing without --fix.")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--output-format",
    "--format",
    "format_",
    default="full",
    show_default=True,
    help="Choose the format: full, concise, json, jsonl, github, gitlab, junit or sarif.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    help="Exit with 1 at this severity or above.  [default: error]",
)
@click.option("--statistics", is_flag=True, help="Count findings by rule and unchecked claims by reason.")
@click.option("--no-verify", is_flag=True, help="Do not verify claims; much faster.")
@click.option("--fix", is_flag=True, help="Apply the safe fixes in place, then report the rest.")
@click.option("--unsafe-fixes", is_flag=True, help="Also apply fixes that may change the meaning.")
@click.option("--diff", is_flag=True, help="Print the fixes as a diff and write nothing.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Hide the findings listed in FILE; create FILE if it does not exist.",
)
@click.option(
    "--certificates",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a certificate of each claim that was proved by normal form.",
)
@click.option("--watch", is_flag=True, help="Check again when a post changes; stop with Ctrl-C.")
@click.option("--lines", callback=_line_range, metavar="A-B", help="Check only these lines of one post.")
@click.option(
    "--changed-since", metavar="REF", help="Check only posts and claims changed since a git revision."
)
@click.option(
    "--max-seconds", type=click.FloatRange(min=0), help="Stop verifying claims after this many seconds."
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Check the posts on the workers of a Dask scheduler (tcp://HOST:8786).",
)
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour the output.",
)
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
    certificates: Path | None,
    watch: bool,
    lines: tuple[int, int] | None,
    changed_since: str | None,
    max_seconds: float | None,
    scheduler: str | None,
    color: str,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Report errors in posts and which claims hold; posts are not changed without --fix."""
    fixing = fix or unsafe_fixes or diff
    if watch and (fixing or STDIN in files):
        raise click.UsageError("--watch cannot be combined with --fix, --unsafe-fixes, --diff or stdin")
    if scheduler and max_seconds is not None:
        raise click.UsageError("--max-seconds cannot be combined with --scheduler")
    given = severity(given)
    config = settings(config_file, dict(given))
    voice = Voice(0 if quiet else 2 if verbose else 1)
    wish = Wish(
        format_,
        statistics,
        not no_verify,
        exit_zero,
        color,
        baseline,
        voice,
        silent=diff,
        certificates=certificates,
    )
    until = None if max_seconds is None else time.monotonic() + max_seconds
    wish = wish._replace(lines=lines, since=changed_since or "", until=until, scheduler=scheduler or "")
    inputs = posts_of(files)
    if lines is not None and len(inputs.posts) > 1:
        raise click.UsageError("--lines needs exactly one post")
    posts = touched(wish, inputs.posts)
    question = None if fixing or watch else _question(wish, config, inputs)
    answer = question and question.recalled()
    if answer:
        ctx.exit(print_answer(wish, answer))
    is_known(format_)
    if watch:
        watched(wish, files, config_file, given)
        ctx.exit(CLEAN)
    if fixing:
        apply_fixes(config, inputs, wish, unsafe=unsafe_fixes, diff=diff)
    answers = inspect(wish._replace(in_rounds=_in_rounds(wish, posts)), config, posts, inputs.posts)
    ctx.exit(print_answers(wish, config, posts, answers, question))


def _in_rounds(wish: Wish, posts: Sequence[Post]) -> bool:
    """Whether somebody waits for the first of the findings of several posts."""
    counted = wish.statistics or wish.silent or (wish.baseline is not None and not wish.baseline.exists())
    waited_for = wish.verify and wish.format in _AS_THEY_COME and not counted and not wish.scheduler
    return waited_for and len(posts) > 1


def touched(wish: Wish, posts: Sequence[Post]) -> Sequence[Post]:
    """The posts that have changed since the given revision."""
    if not wish.since:
        return posts
    from mathpost import revisions

    try:
        for folder in sorted({Path(post.path).absolute().parent for post in posts if post.path != STDIN}):
            revisions.check(wish.since, folder)
    except revisions.RevisionError as error:
        raise click.UsageError(str(error)) from None
    found = [p for p in posts if _data(p) is None or revisions.before(wish.since, Path(p.path)) != _data(p)]
    wish.voice.say(f"{len(found)} of {many(len(posts), 'post')} changed since {wish.since}")
    return found


def _data(post: Post) -> bytes | None:
    try:
        return stored(post, NORMAL)
    except OSError:
        return None


def is_known(format_: str) -> None:
    """Refuse an unknown format."""
    from mathpost import writers

    try:
        writers.format_called(format_)
    except KeyError:
        known = ", ".join(writers.formats())
        raise click.UsageError(f"--output-format must be one of {known}") from None


def _question(wish: Wish, config: Config, inputs: Inputs) -> Question | None:
    """The cache key of this check; None if its answer must not be cached."""
    from mathpost import answers

    written = wish.baseline is not None and not wish.baseline.exists()
    partly = wish.since or wish.until is not None or wish.certificates is not None
    if wish.voice.loudness > 1 or written or partly or os.environ.get("GITHUB_STEP_SUMMARY"):
        return None
    try:
        baseline = None if wish.baseline is None else files.read(wish.baseline, KEPT)
    except OSError:
        return None  # reported where the findings are compared with it
    asked = (
        wish.format,
        wish.statistics,
        wish.verify,
        wish.exit_zero,
        colored(wish.color),
        baseline,
        wish.lines,
    )
    return answers.question(config, inputs.posts, *asked)


def print_answer(wish: Wish, answer: Answer) -> int:
    """Write an answer out."""
    click.echo(answer.output, nl=False, color=True)
    wish.voice.say(answer.sentence)
    return answer.code


def watched(wish: Wish, files: Sequence[str], config_file: str | None, given: dict[str, Any]) -> None:
    """Check all posts, then those that change, until Ctrl-C."""
    from mathpost.cli.watching import interrupts, rounds

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
            print_answers(wish, config, inputs.posts, (answers[post] for post in inputs.posts))
            wish.voice.say("watching for changes; stop with Ctrl-C")


def inspect(
    wish: Wish, config: Config, posts: Sequence[Post], all_posts: Sequence[Post]
) -> Iterator[Inspected]:
    """The answer for each of `posts` as soon as it is ready; references may point into `all_posts`.

    In rounds, the answers without verdicts come before the answers with the rest.
    """
    from mathpost import survey
    from mathpost.inspection import Order

    known = survey.manuscripts(all_posts, config.limits)
    index, habits = survey.indexed(known, config), survey.habits(known, config)
    order = Order(config, wish.verify, wish.format, colored(wish.color), _known(wish), index, habits)
    order = order._replace(
        certified=wish.certificates is not None and wish.verify,
        lines=wish.lines,
        since=wish.since,
        until=wish.until,
    )
    if wish.in_rounds:
        for answer in _round(wish, config, order.early(), posts):
            yield answer._replace(is_final=False)
        order = order._replace(printed="late")
    for post, answer in zip(posts, _round(wish, config, order, posts), strict=True):
        wish.voice.say(f"{post.path}: {_effort(answer)}", at=2)
        yield answer


def _round(wish: Wish, config: Config, order: Order, posts: Sequence[Post]) -> Iterator[Inspected]:
    """The answers for all posts, with a progress bar."""
    with progress(len(posts), wish.voice.loudness > 0, _claims) as shown:
        yield from shown(_worked(wish, config, order, posts))


def _worked(wish: Wish, config: Config, order: Order, posts: Sequence[Post]) -> Iterator[Inspected]:
    """The answers as they come, from processes of this machine or from the workers of a scheduler."""
    if not wish.scheduler:
        from mathpost.inspection import inspected, lost
        from mathpost.pipeline import each

        yield from each(partial(inspected, order), partial(lost, order), posts, config.jobs, config.limits)
        return
    from mathpost import cluster

    try:
        yield from cluster.each(wish.scheduler, order, posts)
    except cluster.ClusterError as error:
        raise click.UsageError(str(error)) from None


def _effort(answer: Inspected) -> str:
    """The number of findings, and how many claims had to be verified."""
    found = many(sum(answer.totals.severities.values()), "finding")
    if answer.recalled:
        return f"{found}, unchanged"
    claims = answer.totals.claims
    return f"{found}, {answer.newly_judged} of {many(claims, 'claim')} judged" if claims else found


def _claims(answer: Inspected) -> int:
    return answer.totals.claims


def print_answers(
    wish: Wish,
    config: Config,
    posts: Sequence[Post],
    coming: Iterable[Inspected],
    question: Question | None = None,
) -> int:
    """Print the answers to stdout as they come, and a summary to stderr; return the exit code."""
    from mathpost.answers import Answer
    from mathpost.inspection import is_lasting
    from mathpost.writers import statistics

    if wish.baseline is not None and not wish.baseline.exists():
        return _kept(wish.baseline, wish.voice, posts, [*coming])
    answers: list[Inspected] = []
    output = _printed(wish, coming, answers)
    sums = _sums(answers)
    _summarise_job(wish, sums)
    if wish.certificates is not None:
        _certify(wish.certificates, wish.voice, posts, answers)
    known = sum(answer.known for answer in answers)
    sentence = statistics.sentence(sums) + (f" {many(known, 'known finding')} not shown." if known else "")
    left = sum(answer.left for answer in answers)
    sentence += f" {many(left, 'claim')} not judged." if left else ""
    from mathpost import site

    places = dict.fromkeys(place for post in posts for place in site.searched(post.path))
    more = (statistics.read_as(sums), statistics.hint(sums, [*places]))
    sentence = "\n".join([sentence, *filter(None, more)])
    given_up = wish.until is not None and sums.given_up > 0  # what was not judged is not clean
    failed = (sums.reaches(config.fail_on) or given_up) and not wish.exit_zero
    answer = Answer(output, sentence, exit_code(failed, 0 < sums.unreadable == sums.posts))
    if question is not None and is_lasting(sums):
        question.keep(answer, posts)
    wish.voice.say(sentence)
    return answer.code


def _printed(wish: Wish, coming: Iterable[Inspected], answers: list[Inspected]) -> str:
    """The answers in the output format, printed as they come; they are added to `answers`."""
    from mathpost import manual, writers
    from mathpost.writers import statistics

    def parts() -> Iterator[Any]:
        for answer in coming:
            if answer.is_final:
                answers.append(answer)
            yield answer.part

    pieces: Iterable[str]
    if wish.statistics or wish.silent:
        for _ in parts():
            pass
        pieces = [statistics.table(_sums(answers), manual.REASONS)] if wish.statistics else []
    else:
        pieces = writers.format_called(wish.format).page(parts(), lambda: _sums(answers))
    output = []
    for piece in pieces:
        click.echo(piece, nl=False, color=True)
        output.append(piece)
    return "".join(output)


def _sums(answers: Sequence[Inspected]) -> Totals:
    from mathpost.writers import totals

    return totals.added(answer.totals for answer in answers)


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


def _certify(folder: Path, voice: Voice, posts: Sequence[Post], answers: Sequence[Inspected]) -> None:
    """Write the certificates of each post."""
    from mathpost import certificates
    from mathpost.files import write

    written = [
        (post, answer.certificates)
        for post, answer in zip(posts, answers, strict=True)
        if answer.certificates
    ]
    for post, text in written:
        write(certificates.place(folder, "stdin" if post.path == STDIN else post.name), text)
    count = sum(text.count('"method": ') for _, text in written)
    voice.say(f"{relative(folder)}{os.sep}: {many(count, 'certificate')} in {many(len(written), 'file')}")


def _summarise_job(wish: Wish, sums: Totals) -> None:
    """Write the GitHub job summary if there is one."""
    page = os.environ.get("GITHUB_STEP_SUMMARY")
    if wish.format == "github" and page:
        from mathpost.writers import github

        with Path(page).open("a", encoding="utf-8") as file:
            file.write(github.summary(sums))


def apply_fixes(config: Config, inputs: Inputs, wish: Wish, *, unsafe: bool, diff: bool) -> None:
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
