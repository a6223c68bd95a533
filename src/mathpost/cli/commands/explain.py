"""`enhance explain`: prints the page of a rule, a verdict or a reason."""

from __future__ import annotations

import click


@click.command(short_help="Explain a rule, a verdict or a reason.")
@click.argument("word")
def explain(word: str) -> None:
    """Explain a rule (code or name), a verdict, or a reason why a claim is unchecked."""
    from mathpost import manual
    from mathpost.config import nearest_word

    page = manual.page(word)
    if page is None:
        words = [w for p in manual.pages() for w in (p.code, p.name)]
        raise click.UsageError(
            f"no rule, verdict or reason named `{word}`{nearest_word(word, words) or '; try `enhance rules`'}"
        )
    click.echo(manual.written(page), nl=False)
