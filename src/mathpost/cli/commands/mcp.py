"""`enhance mcp`: the Model Context Protocol server, over stdin and stdout."""

from __future__ import annotations

import click


@click.command(short_help="Start the server for language models (MCP).")
def mcp() -> None:
    """Start a Model Context Protocol server over stdin and stdout (needs the extra `mcp`).

    Its tools are check_post, check_step, explain and renumber.
    """
    try:
        from mathpost.context_server import serving
    except ImportError:
        raise click.UsageError(
            "the MCP server needs the extra `mcp`: run `pip install '.[mcp]'` in a checkout of mathpost"
        ) from None
    serving().run("stdio")
