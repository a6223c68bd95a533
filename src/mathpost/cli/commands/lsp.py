"""`enhance lsp`: the language server, over stdin and stdout."""

from __future__ import annotations

import click

from mathpost.cli.options import settings


@click.command(short_help="Start the language server for editors.")
@click.option(
    "--config", "config_file", type=click.Path(exists=True, dir_okay=False), help="Configuration file."
)
def lsp(config_file: str | None) -> None:
    """Start the language server over stdin and stdout (needs the extra `lsp`).

    Findings and quick fixes as you type, verdicts on hover, definitions of references, an outline. Each post uses the
    nearest configuration file, or the one given by --config.
    """
    try:
        from mathpost.editor.server import serving
    except ImportError:
        raise click.UsageError(
            "the language server needs pygls: install mathpost with the extra `lsp`"
        ) from None
    serving(settings(config_file, {}) if config_file else None).start_io()
