"""`enhance run`: writes numbered and repaired posts and a progress report."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from mathpost.cli.differences import unified
from mathpost.cli.exits import CLEAN, LOSS, exit_code
from mathpost.cli.options import common, folders, formats_of, posts_of, settings
from mathpost.cli.reports import write_report
from mathpost.cli.voice import Voice, many, progress, relative

if TYPE_CHECKING:
    from mathpost.config import Config
    from mathpost.delivery import Delivery, Order
    from mathpost.writers.totals import Totals

_CHANGES = {
    "number": ("number", "numbers"),
    "reference": ("reference", "references"),
    "label": ("label", "labels"),
    "repair": ("repair", "repairs"),
    "block": ("added block", "added blocks"),
    "own": ("line by hand", "lines by hand"),
    "open": ("number to update by hand", "numbers to update by hand"),
}


@click.command(short_help="Number and repair posts, and write a progress report.")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--output-dir",
    type=click.Path(file_okay=False),
    help="Write the posts to this folder.  [default: blogs_enhanced]",
)
@click.option(
    "--report-dir",
    type=click.Path(file_okay=False),
    help="Write the report to this folder.  [default: reports]",
)
@click.option("--in-place", is_flag=True, help="Edit the posts themselves; write no report.")
@click.option("--diff", is_flag=True, help="Print the changes as a diff and write nothing.")
@click.option(
    "--review", is_flag=True, help="Write pages that show each change with its reason; write no post."
)
@click.option("--no-verify", is_flag=True, help="Do not verify claims; much faster.")
@click.option("--to", "formats", help="Also write tex, pdf, html, epub, docx, ipynb or arxiv.")
@click.option(
    "--labels",
    is_flag=True,
    help="Add a label to every numbered equation, named after its section (Quarto, MyST …: to every display).",
)
@click.option("--force", is_flag=True, help="Start from the raw posts; overwrite edited outputs.")
@click.option("--date", help="Set the date of the report: YYYY-MM-DD.  [default: SOURCE_DATE_EPOCH, or none]")
@common
@click.pass_context
def run(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    in_place: bool,
    diff: bool,
    review: bool,
    no_verify: bool,
    formats: str | None,
    labels: bool,
    force: bool,
    date: str | None,
    config_file: str | None,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Number and repair posts; write them to OUTPUT_DIR and a report to REPORT_DIR."""
    from mathpost import delivery
    from mathpost.pipeline import each
    from mathpost.writers import totals

    config = settings(config_file, folders(given))
    inputs = posts_of(files, without=(config.output_dir, config.report_dir), writable=True)
    voice = Voice(0 if quiet else 2 if verbose else 1)
    try:
        errands = delivery.errands(inputs, config.output_dir, in_place=in_place, formats=formats_of(formats))
    except delivery.CollisionError as error:
        raise click.UsageError(str(error)) from None
    dry = diff or review
    order = delivery.Order(
        config, not no_verify, in_place, force, formats_of(formats), labels=labels, dry=dry, review=review
    )
    order = delivery.surveyed(order, errands)
    done: list[Delivery] = []
    places: list[str] = []
    work = each(
        partial(delivery.delivered, order), partial(delivery.lost, order), errands, config.jobs, config.limits
    )
    with progress(len(errands), not quiet, _claims) as shown:
        for delivered in shown(work):
            print_result(voice, delivered)
            done.append(delivered)
    if diff:
        click.echo("".join(map(difference, done)), nl=False)
    if review:
        review_pages(voice, config, done)
    if not dry:
        done = deliver(voice, order, done)
        readable = any(d.state != "unreadable" for d in done)
        rows = [(d.facts, d.page, d.changes.page) for d in done if d.facts and d.errand.output and readable]
        if rows and not in_place:
            write_report(config, rows, verified=not no_verify, date=date)
            places.append(relative(config.report_dir / "progress.md"))
        if not in_place and any(d.text is not None and d.errand.output for d in done):
            places.insert(0, relative(config.output_dir) + os.sep)
    sums = totals.added(d.totals for d in done)
    voice.say("\n".join([*run_summary(done, sums, dry=dry), ", ".join(places)]).rstrip("\n"))
    if delivery.unwritable(done):
        ctx.exit(LOSS)
    code = max((p.exit_code for d in done for _, p in d.extra), default=CLEAN)
    ctx.exit(max(code, exit_code(sums.reaches(config.fail_on), sums.unreadable == sums.posts)))


def _claims(done: Delivery) -> int:
    return done.totals.claims


def print_result(voice: Voice, done: Delivery) -> None:
    """Print why a post was not written; with --verbose also what changed."""
    place = done.errand.output or done.errand.post.path
    if done.text is None:
        reasons = "".join(f"\n  {reason}" for reason in done.reasons) or " see enhance check"
        voice.say(f"{done.errand.post.path}: not written ({done.state}){reasons}", at=0)
    else:
        changes = f"{many(done.numbered, 'number')}, {many(done.repaired, 'repair')}"
        voice.say(f"{place}: {done.state}, {changes}", at=2)
    for number, line in done.stale if done.text is not None else ():
        voice.say(
            f"{done.errand.post.path}:{line}: ({number}) refers to an equation that was renumbered; update it by hand",
            at=0,
        )
    for ending, published in done.extra:
        for reason in published.reasons:
            voice.say(f"{place}: no {ending}: {reason}", at=0)
        for warning in published.warnings:
            voice.say(f"{place}: {ending}: {warning}", at=2)


def review_pages(voice: Voice, config: Config, done: Sequence[Delivery]) -> None:
    """Write the pages of changes, and print for each post how many changes there are."""
    from mathpost.cli.reports import write_changes

    rows = [d for d in done if d.changes.page]
    places = write_changes(config, [(d.errand.post.name, d.changes.page) for d in rows])
    for place, delivery in zip(places, rows, strict=True):
        counts = [many(n, *_CHANGES[kind]) for kind, n in delivery.changes.counts if n]
        voice.say(f"{relative(place)}: {', '.join(counts) or 'nothing changes'}")


def difference(done: Delivery) -> str:
    """Old and new numbers of a post, then its diff; empty if nothing changes (a new stamp does not count)."""
    from mathpost.writers import enhanced

    if done.text is None:
        return ""
    path = done.errand.post.path
    numbers = "".join(f"{path}:{line}: ({old}) becomes ({new})\n" for old, new, line in done.renumbered)
    after = enhanced.unstamped(done.text)[0]
    return numbers + unified(path, done.before, str(done.errand.output or path), after)


def deliver(voice: Voice, order: Order, planned: Sequence[Delivery]) -> list[Delivery]:
    """Write the outputs; a post from stdin goes to stdout, byte for byte."""
    from mathpost import delivery

    done = list(delivery.written(order, planned))
    held = [d for d in done if d.state == "unwritable"]
    if held and len(held) == len(done):
        raise click.UsageError(held[0].reasons[0])
    for each in held:
        print_result(voice, each)
    for piped in (d for d in done if d.errand.output is None and d.text is not None):
        click.echo((piped.text or "").encode("utf-8"), nl=False)
    return done


def run_summary(done: Sequence[Delivery], sums: Totals, *, dry: bool) -> list[str]:
    """The lines at the end of a run, without the places that were written."""
    from collections import Counter

    from mathpost.writers.statistics import sentence

    states = Counter(d.state for d in done)
    parts = (
        (states["written"], "to be written" if dry else "written"),
        (states["unchanged"], "unchanged"),
    )
    counts = ", ".join(f"{n} {word}" for n, word in parts if n)
    held = sum(n for s, n in states.items() if s not in ("written", "unchanged"))
    posts = f"{many(len(done), 'post')}: {counts or 'none written'}"
    posts += f", {held} not written" if held and counts else ""
    numbers, repairs = sum(d.numbered for d in done), sum(d.repaired for d in done)
    changed = (
        f"{many(numbers, 'number or reference', 'numbers and references')} changed, {many(repairs, 'repair')}"
    )
    return [posts, sentence(sums)] if states["unreadable"] == len(done) else [posts, changed, sentence(sums)]
