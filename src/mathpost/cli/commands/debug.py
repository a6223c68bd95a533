"""`enhance debug`: prints one stage of the formulas of a post."""

from __future__ import annotations

from pathlib import Path

import click

from mathpost.config import TARGETS, Config


@click.command(short_help="Print one stage of the formulas of a post.")
@click.argument("view")
@click.argument("place", metavar="FILE[:LINE]")
@click.option(
    "--target", type=click.Choice(TARGETS[1:]), default="mathjax", show_default=True, help="Set the renderer."
)
@click.option("--brackets", is_flag=True, help=r"Read \(…\) and \[…\] as formulas.")
def debug(view: str, place: str, target: str, brackets: bool) -> None:
    """Print one stage of the formulas of a post. VIEW is tokens, tree, steps, terms or verdicts."""
    from mathpost import views
    from mathpost.document.reader import read
    from mathpost.pipeline import load

    if view not in views.VIEWS:
        raise click.UsageError(f"no view named `{view}`; choose from {', '.join(views.VIEWS)}")
    path, _, line = place.rpartition(":")
    if not line.isdecimal() or Path(place).exists():
        path, line = place, ""
    loaded = load(path)
    if loaded.refusal is not None:
        raise click.UsageError(f"{path}: {loaded.refusal.message}")
    from mathpost import site

    detected = site.flavour_of(loaded.source, Config())
    document = read(loaded.source, target=target, brackets=brackets, flavour=detected.flavour)
    for text in views.VIEWS[view](document, views.on_line(document, int(line) if line else None)):
        click.echo(text)
