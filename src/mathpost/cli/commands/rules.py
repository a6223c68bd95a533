"""`enhance rules`: lists all rules."""

from __future__ import annotations

import click


@click.command()
def rules() -> None:
    """List all rules: code, severity, name."""
    from mathpost import manual

    for page in manual.rule_pages():
        click.echo(f"{page.code}  {page.kind:<7}  {page.name}")
