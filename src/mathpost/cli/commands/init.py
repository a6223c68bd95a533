"""`enhance init`: creates settings, a pre-commit hook and a workflow."""

from __future__ import annotations

from pathlib import Path

import click

from mathpost.cli.voice import relative


@click.command(short_help="Create settings, a hook and a workflow in this folder.")
@click.option(
    "--from",
    "reference",
    metavar="URL@REVISION",
    help="Install enhance in CI from this git repository.  [default: where this copy was installed from]",
)
def init(reference: str | None) -> None:
    """Create settings, a pre-commit hook and a GitHub workflow in this folder; overwrite nothing.

    The workflow needs to know where to install `enhance` from: --from https://host/path/mathpost.git@v0.1.0
    """
    from mathpost import scaffold

    try:
        source = scaffold.origin(reference) if reference else scaffold.installed_from()
    except ValueError as error:
        raise click.UsageError(f"--from {error}") from None
    for path, text in scaffold.planned(Path.cwd(), source).items():
        if path.exists():
            click.echo(f"{relative(path)}: exists already, not changed", err=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        click.echo(f"{relative(path)}: written", err=True)
    if source is None:
        click.echo(
            "no workflow written: use --from URL@REVISION to say where CI installs enhance from", err=True
        )
