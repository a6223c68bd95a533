"""`enhance lsp`: a language server for editors, over standard input and output."""

from __future__ import annotations

import click

from mathpost.cli.options import settings


@click.command(short_help="Answer an editor over standard input and output.")
@click.option("--config", "config_file", type=click.Path(exists=True, dir_okay=False), help="Settings file.")
def lsp(config_file: str | None) -> None:
    """Answer an editor over standard input and output (needs the extra `lsp`).

    Findings and quick fixes as you type, verdicts on hover, definitions of references, an outline. Settings are those
    that stand nearest to each post, or --config for all.
    """
    try:
        from mathpost.editor.server import serving
    except ImportError:
        raise click.UsageError("the language server needs pygls: pip install 'mathpost[lsp]'") from None
    serving(settings(config_file, {}) if config_file else None).start_io()
