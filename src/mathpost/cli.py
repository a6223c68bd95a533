"""The command `enhance`: options in, exit code out. Data goes to standard output, talk to standard error.

Exit codes: 0 clean; 1 findings at or above `--fail-on`; 2 usage, configuration, colliding outputs or no
readable input; 3 an output would have lost or changed something it must not.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from mathpost import __version__
from mathpost.config import CACHE, TARGETS, Config, ConfigError, check_selectors, from_file, nearest
from mathpost.inputs import Inputs, expanded
from mathpost.text.diagnostics import Severity

if TYPE_CHECKING:
    from mathpost.delivery import Delivery
    from mathpost.writers.facts import Facts
    from mathpost.writers.report import Report
    from mathpost.writers.totals import Totals

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

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader of our output has seen enough
                raise
            raise click.UsageError(f"{error.filename or 'a file'}: {error.strerror or error}") from None


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
        click.option(
            "--select", metavar="CODES", help="Only these rules: codes, beginnings of codes, or names."
        ),
        click.option("--ignore", metavar="CODES", help="Not these rules."),
        click.option("--target", type=click.Choice(TARGETS), help="The renderer that shows the posts."),
        click.option("--jobs", type=click.IntRange(min=1), help="Processes  [default: one per core]"),
        click.option(
            "--config", "config_file", type=click.Path(exists=True, dir_okay=False), help="Settings file."
        ),
        click.option("--cache-dir", type=click.Path(file_okay=False), help="  [default: .enhance_cache]"),
        click.option("--no-cache", is_flag=True, help="Judge every claim anew."),
        click.option("-q", "--quiet", is_flag=True, help="Say only what went wrong."),
        click.option("-v", "--verbose", is_flag=True, help="Name every post."),
    ]
    return reduce(lambda decorated, option: option(decorated), reversed(options), command)


def settings(config_file: str | None, given: dict[str, Any]) -> Config:
    """The settings of file and command line; a mistake in them is a usage error."""
    from mathpost import manual

    try:
        path = Path(config_file) if config_file else nearest(Path.cwd())
        config = from_file(path) if path else Config(cache_dir=Path(CACHE))
        no_cache = given.pop("no_cache", False)
        known = {key: value for key, value in given.items() if value is not None}
        for key in ("select", "ignore"):
            if key in known:
                known[key] = tuple(known[key].replace(",", " ").split())
        config = replace(config, **known)
        config = replace(config, cache_dir=None if no_cache else Path(config.cache_dir or CACHE))
        check_selectors(config, manual.codes())
    except ConfigError as error:
        raise click.UsageError(str(error)) from None
    return config


def posts_of(files: Sequence[str], without: Sequence[Path] = ()) -> Inputs:
    """The inputs that `files` name; none at all is a usage error, and so is a mistyped command."""
    near = [name for name in main.commands if _near(files[0], name)]
    if near and not Path(files[0]).exists():
        raise click.UsageError(f"no such file: {files[0]}; did you mean the command `{near[0]}`?")
    inputs = expanded(files, without)
    if not inputs.posts:
        raise click.UsageError(f"no posts in {', '.join(files)}")
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
        yield lambda items: iter(bar.track(items, total=total, description="posts"))


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
    config = settings(config_file, _severity(given))
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


def unified(before_path: str, before: str, after_path: str, after: str) -> str:
    """A unified diff, empty where nothing changes."""
    from difflib import unified_diff

    lines = unified_diff(before.splitlines(True), after.splitlines(True), before_path, after_path)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def colored(wish: str) -> bool:
    """Whether to colour standard output; ``auto`` follows the terminal and NO_COLOR."""
    if wish == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return wish == "always"


def _severity(given: dict[str, Any]) -> dict[str, Any]:
    limit = given.pop("fail_on", None)
    return {**given, "fail_on": Severity(limit) if limit else None}


@main.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--output-dir", type=click.Path(file_okay=False), help="  [default: blogs_enhanced]")
@click.option("--report-dir", type=click.Path(file_okay=False), help="  [default: reports]")
@click.option("--in-place", is_flag=True, help="Write the posts where they stand; no report.")
@click.option("--diff", is_flag=True, help="Show what would change and write nothing.")
@click.option("--no-verify", is_flag=True, help="Do not verify the claims.")
@click.option("--to", "formats", help="Also write tex.")
@click.option("--force", is_flag=True, help="Start from the raw posts, whatever became of the outputs.")
@click.option("--date", help="The date of the report; none without it and SOURCE_DATE_EPOCH.")
@common
@click.pass_context
def run(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    in_place: bool,
    diff: bool,
    no_verify: bool,
    formats: str | None,
    force: bool,
    date: str | None,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Number and repair posts, write them to OUTPUT_DIR and a progress report to REPORT_DIR."""
    from mathpost import delivery
    from mathpost.pipeline import each
    from mathpost.writers import totals

    config = settings(config_file, _folders(given))
    inputs = posts_of(files, without=(config.output_dir, config.report_dir))
    voice = Voice(0 if quiet else 2 if verbose else 1)
    try:
        errands = delivery.errands(inputs, config.output_dir, in_place=in_place)
    except delivery.CollisionError as error:
        raise click.UsageError(str(error)) from None
    order = delivery.Order(config, not no_verify, in_place, force, _formats(formats))
    done = []
    work = each(partial(delivery.delivered, order), partial(delivery.lost, order), errands, config.jobs)
    with progress(len(errands), not quiet) as shown:
        for delivered in shown(work):
            tell(voice, delivered)
            done.append(delivered)
    if diff:
        click.echo("".join(map(difference, done)), nl=False)
    else:
        deliver(done)
        posts = [d.facts for d in done if d.facts and d.errand.output]
        if posts and not in_place:
            write_report(config, posts, verified=not no_verify, date=date)
    sums = totals.added(d.totals for d in done)
    voice.say(run_summary(done, sums, None if diff or in_place else config))
    if delivery.unwritable(done):
        ctx.exit(LOSS)
    code = max((p.exit_code for d in done for _, p in d.extra), default=CLEAN)
    ctx.exit(max(code, exit_code(sums.reaches(config.fail_on), sums.unreadable == sums.posts)))


def _formats(wish: str | None) -> tuple[str, ...]:
    formats = tuple((wish or "").replace(",", " ").split())
    unknown = [f for f in formats if f != "tex"]
    if unknown:
        raise click.UsageError(f"--to knows tex, not {', '.join(unknown)}")
    return formats


def _folders(given: dict[str, Any]) -> dict[str, Any]:
    folders = {key: Path(given[key]) if given[key] else None for key in ("output_dir", "report_dir")}
    return {**given, **folders}


def tell(voice: Voice, done: Delivery) -> None:
    """What there is to say of one post: always why it was not written, else only if asked for."""
    place = done.errand.output or done.errand.post.path
    if done.text is None:
        reasons = "".join(f"\n  {reason}" for reason in done.reasons) or " see enhance check"
        voice.say(f"{done.errand.post.path}: not written ({done.state}){reasons}", at=0)
    else:
        changes = f"{_many(done.numbered, 'number')}, {_many(done.repaired, 'repair')}"
        voice.say(f"{place}: {done.state}, {changes}", at=2)
    for ending, published in done.extra:
        for reason in published.reasons:
            voice.say(f"{place}: no {ending}: {reason}", at=0)
        for warning in published.warnings:
            voice.say(f"{place}: {ending}: {warning}", at=2)


def difference(done: Delivery) -> str:
    """The unified diff of one post, empty where nothing changes; the stamp is no change."""
    from mathpost.writers import enhanced

    if done.text is None:
        return ""
    path = done.errand.post.path
    return unified(path, done.before, str(done.errand.output or path), enhanced.unstamped(done.text)[0])


def deliver(done: Sequence[Delivery]) -> None:
    """Write the outputs; the post from standard input goes to standard output, byte for byte."""
    from mathpost import delivery

    delivery.written(done)
    for piped in (d for d in done if d.errand.output is None and d.text is not None):
        click.echo((piped.text or "").encode("utf-8"), nl=False)


def run_summary(done: Sequence[Delivery], sums: Totals, config: Config | None) -> str:
    """One screen at the end of a run."""
    from collections import Counter

    from mathpost.writers.statistics import sentence

    states = Counter(d.state for d in done)
    counts = ", ".join(f"{states[s]} {s}" for s in ("written", "unchanged") if states[s])
    held = sum(n for s, n in states.items() if s not in ("written", "unchanged"))
    lines = [
        f"{_many(len(done), 'post')}: {counts or 'none written'}" + (f", {held} not written" if held else "")
    ]
    numbers, repairs = sum(d.numbered for d in done), sum(d.repaired for d in done)
    written = "number or reference" if numbers == 1 else "numbers and references"
    lines.append(f"{numbers} {written} written, {_many(repairs, 'repair')}")
    lines.append(sentence(sums))
    if config is not None:
        lines.append(
            f"{_relative(config.output_dir)}{os.sep}, {_relative(config.report_dir / 'progress.md')}"
        )
    return "\n".join(lines)


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _relative(path: Path) -> str:
    """`path` as a reader in this folder would name it."""
    near = os.path.relpath(path)
    return str(path.absolute()) if near.startswith("..") else near


def write_report(config: Config, posts: Sequence[Facts], *, verified: bool, date: str | None) -> Report:
    """`progress.md` and `progress.json`; the same inputs write the same bytes."""
    from mathpost.files import write
    from mathpost.writers import progress as markdown
    from mathpost.writers import report as json

    place = config.report_dir / "progress.json"
    earlier = json.earlier_history(place.read_text("utf-8")) if place.is_file() else ()
    date = _given_date(date)
    history = json.history(earlier, posts, date)
    report = json.Report(tuple(posts), verified, config.target, config.target_lines, date, history)
    write(place, json.dumps(report))
    write(config.report_dir / "progress.md", markdown.markdown(report, config.language))
    return report


def _given_date(wish: str | None) -> str | None:
    """The date as the user gave it, or the one that reproducible builds agree on, if there is one."""
    from datetime import UTC, datetime

    if wish:
        try:
            return datetime.strptime(wish, "%Y-%m-%d").date().isoformat()
        except ValueError:
            raise click.UsageError(f"--date must look like 2026-01-31, not {wish}") from None
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC).date().isoformat() if epoch.isdecimal() else None


@main.command()
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

    config = settings(config_file, _folders(given))
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
    voice.say(f"{finished} of {len(posts)} posts finished; {_relative(config.report_dir / 'progress.md')}")
    ctx.exit(FINDINGS if fail_under is not None and 100 * finished < fail_under * len(posts) else CLEAN)


@main.command()
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
    (ending,) = _formats(format_)[:1] or [""]
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
            voice.say(_relative(place))
    ctx.exit(code)


@main.command()
@click.argument("word")
def explain(word: str) -> None:
    """Say what a rule, a verdict or a reason for leaving a claim unchecked means."""
    from mathpost import manual
    from mathpost.config import nearest_word

    page = manual.page(word)
    if page is None:
        words = [w for p in manual.pages() for w in (p.code, p.name)]
        raise click.UsageError(f"nothing is called {word}{nearest_word(word, words)}")
    click.echo(manual.written(page), nl=False)


@main.command()
def rules() -> None:
    """List all rules: code, severity, name."""
    from mathpost import manual

    for page in manual.pages():
        if page.kind not in ("verdict", "reason"):
            click.echo(f"{page.code}  {page.kind:<7}  {page.name}")


@main.command()
def init() -> None:
    """Put settings, a pre-commit hook and a workflow into this folder; nothing is overwritten."""
    from mathpost import scaffold

    for path, text in scaffold.planned(Path.cwd()).items():
        if path.exists():
            click.echo(f"{_relative(path)}: there already, left as it is", err=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        click.echo(f"{_relative(path)}: written", err=True)


@main.command()
@click.argument("view")
@click.argument("place", metavar="FILE[:LINE]")
@click.option("--target", type=click.Choice(TARGETS), default="mathjax", show_default=True)
@click.option("--brackets", is_flag=True, help=r"Read \(…\) and \[…\] as formulas.")
def debug(view: str, place: str, target: str, brackets: bool) -> None:
    """Show what a stage makes of the formulas of a post: tokens, tree, steps or terms."""
    from mathpost import views
    from mathpost.document.reader import read
    from mathpost.pipeline import load

    if view not in views.VIEWS:
        raise click.UsageError(f"no view is called {view}; there are {', '.join(views.VIEWS)}")
    path, _, line = place.rpartition(":")
    if not line.isdecimal() or Path(place).exists():
        path, line = place, ""
    loaded = load(path)
    if loaded.refusal is not None:
        raise click.UsageError(f"{path}: {loaded.refusal.message}")
    document = read(loaded.source, target=target, brackets=brackets)
    for text in views.VIEWS[view](document, views.on_line(document, int(line) if line else None)):
        click.echo(text)
