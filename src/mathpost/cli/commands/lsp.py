"""`enhance lsp`: the language server, over stdin and stdout."""

from __future__ import annotations

import logging
import os
import signal
import sys
from io import BufferedIOBase
from typing import Any, BinaryIO, cast

import click

from mathpost.cli.exits import CLEAN, INTERRUPTED, TERMINATED
from mathpost.cli.options import settings

_LINE = 100
"""Characters of a line before a message: longer ones, a length of a hundred digits too, are passed over."""
_BODY = 2**28
"""Bytes of a message."""


class Messages(BufferedIOBase):
    """What an editor sends, without lines that announce a message of a length which no editor sends."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self, _size: int | None = -1) -> bytes:
        line = self._stream.readline(_LINE)
        length = line.partition(b":")[2].strip()
        if len(line) < _LINE and not (length.isdigit() and int(length) > _BODY):
            return line
        while line and not line.endswith(b"\n"):
            line = self._stream.readline(2**16)
        return b"Passed-Over\r\n"

    def read(self, size: int | None = -1) -> bytes:
        return self._stream.read(-1 if size is None else size)


class _Brief(logging.Formatter):
    """What went wrong with a message of the editor, in one line each."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - as logging calls it
        return f"{ei[0].__name__}: {str(ei[1]).partition(chr(10))[0]}"


@click.command(short_help="Start the language server for editors.")
@click.option(
    "--config",
    "config_file",
    type=click.Path(exists=True, dir_okay=False),
    help="Read the settings from this file.",
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
            "the language server needs the extra `lsp`: run `pip install '.[lsp]'` in a checkout of mathpost"
        ) from None
    server = serving(settings(config_file, {}) if config_file else None)
    log = logging.StreamHandler()
    log.setFormatter(_Brief())
    logging.getLogger("pygls").addHandler(log)
    for number, code in ((signal.SIGINT, INTERRUPTED), (signal.SIGTERM, TERMINATED)):
        signal.signal(number, lambda *_, code=code: os._exit(code))
    server.start_io(cast(BinaryIO, Messages(sys.stdin.buffer)))
    os._exit(CLEAN)  # no client is left to wait for a check in the background
