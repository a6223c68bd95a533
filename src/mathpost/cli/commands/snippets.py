"""`enhance snippets`: LaTeX and Markdown patterns for theory papers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mathpost.cli.exits import USAGE
from mathpost.cli.options import language
from mathpost.cli.voice import fresh, relative, table

if TYPE_CHECKING:
    from mathpost.snippets import Snippet


@click.command(short_help="List or print patterns for theory papers.")
@click.argument("name", required=False)
@click.option("--form", type=click.Choice(["latex", "markdown"]), help="Print the text only, ready to paste.")
@language
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write to a new FILE: .tex or .md.")
@click.option("--preview", is_flag=True, help="Write a PDF to --output.  [default: NAME.pdf]")
@click.pass_context
def snippets(
    ctx: click.Context,
    /,
    name: str | None,
    form: str | None,
    language: str,
    output: str | None,
    preview: bool,
) -> None:
    """List the patterns, or print, write or preview the one named NAME."""
    if name is None:
        if form or output or preview:
            raise click.UsageError("these options need the NAME of a snippet")
        _list(language)
        return
    found = _named(name)
    if preview:
        ctx.exit(_preview(found, language, Path(output or f"{name}.pdf")))
    elif output is not None:
        fresh(Path(output), found.text(form or _form_of(output), language))
        click.echo(f"{relative(Path(output))}: written", err=True)
    else:
        click.echo(found.text(form, language) if form else _page(found, language), nl=False)


def _list(language: str) -> None:
    from mathpost.snippets import snippets as known

    table(
        ("name", "pattern", "when"),
        [(s.name, s.words[language].title, s.words[language].when) for s in known()],
    )


def _named(name: str) -> Snippet:
    from mathpost.config import nearest_word
    from mathpost.snippets import snippet
    from mathpost.snippets import snippets as known

    found = snippet(name)
    if found is None:
        raise click.UsageError(f"no snippet named `{name}`{nearest_word(name, [s.name for s in known()])}")
    return found


def _form_of(output: str) -> str:
    return "markdown" if Path(output).suffix.lower() in (".md", ".markdown") else "latex"


def _page(found: Snippet, language: str) -> str:
    """Title, use, sentences and both forms."""
    words = found.words[language]
    sentences = "".join(f"  - {phrase}\n" for phrase in words.phrases)
    latex, markdown = (found.text(form, language) for form in ("latex", "markdown"))
    return (
        f"{words.title} ({found.name})\n{words.when}\n{sentences}\nLaTeX\n\n{latex}\nMarkdown\n\n{markdown}"
    )


def _preview(found: Snippet, language: str, place: Path) -> int:
    """Compile the pattern alone; the exit code."""
    from mathpost.publish import paper
    from mathpost.snippets import document

    engines = paper.engines(chinese=language == "zh")
    if not engines:
        message = (
            "a preview needs TeX: apt-get install texlive-xetex texlive-lang-chinese texlive-latex-extra"
        )
        click.echo(message, err=True)
        return USAGE
    names = [] if found.name in ("preamble", "title") else [found.name]
    made = paper.compiled(engines[0], document(names, language), (), 0)
    if made.data is None:
        click.echo(f"{found.name}: {engines[0].name}: {made.problem}", err=True)
        return USAGE
    fresh(place, made.data)
    click.echo(f"{relative(place)}: written", err=True)
    return 0
