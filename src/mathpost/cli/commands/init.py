"""`enhance init`: settings, a hook and a workflow for a folder of posts."""

from __future__ import annotations

from pathlib import Path

import click

from mathpost.cli.voice import relative


@click.command(short_help="Put settings, a hook and a workflow into this folder.")
def init() -> None:
    """Put settings, a pre-commit hook and a workflow into this folder; nothing is overwritten."""
    from mathpost import scaffold

    for path, text in scaffold.planned(Path.cwd()).items():
        if path.exists():
            click.echo(f"{relative(path)}: there already, left as it is", err=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        click.echo(f"{relative(path)}: written", err=True)
