"""`enhance explain`: the page of a rule, a verdict or a reason."""

from __future__ import annotations

import click


@click.command(short_help="Say what a rule, a verdict or a reason means.")
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
