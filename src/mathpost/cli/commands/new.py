"""`enhance new`: creates a draft from a template."""

from __future__ import annotations

from pathlib import Path

import click

from mathpost.cli.options import language
from mathpost.cli.voice import fresh, relative


@click.command(short_help="Start a post or a paper from a template.")
@click.argument("kind", type=click.Choice(["post", "paper"]))
@click.option("--template", default="mechanism", show_default=True, help="Use this template or snippet.")
@language
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    help="Create this file.  [default: TEMPLATE.md or .tex]",
)
def new(kind: str, template: str, language: str, output: str | None) -> None:
    """Create a post (Markdown) or a paper (LaTeX) from a template; never overwrites a file.

    Templates: mechanism (why a phenomenon occurs), expressivity (what a class can do), training (how it
    learns), failure (where an error comes from), or any snippet.
    """
    from mathpost import snippets
    from mathpost.config import nearest_word

    if template not in snippets.templates():
        near = nearest_word(template, list(snippets.templates()))
        raise click.UsageError(f"no template named `{template}`{near}")
    write, ending = (snippets.paper, "tex") if kind == "paper" else (snippets.post, "md")
    place = Path(output or f"{template}.{ending}")
    fresh(place, write(template, language))
    click.echo(f"{relative(place)}: written", err=True)
