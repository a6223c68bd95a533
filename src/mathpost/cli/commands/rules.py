"""`enhance rules`: all rules in a list."""

from __future__ import annotations

import click


@click.command()
def rules() -> None:
    """List all rules: code, severity, name."""
    from mathpost import manual

    for page in manual.pages():
        if page.kind not in ("verdict", "reason"):
            click.echo(f"{page.code}  {page.kind:<7}  {page.name}")
