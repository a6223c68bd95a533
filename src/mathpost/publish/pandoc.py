"""The interface to pandoc: Markdown to its syntax tree, and its syntax tree to other formats.

Pandoc reads prose only; the caller takes the formulas out first. The tree is pandoc's own JSON: a dictionary with
``blocks``, where every element is a dictionary with its type ``t`` and its content ``c``.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from mathpost.publish import external

Element: TypeAlias = dict[str, Any]

# Footnotes, tables and task lists are what posts use beyond CommonMark. No TeX, no citations, no YAML: pandoc
# would delete an environment it does not know and take ``@online{`` for a citation.
_READER = "commonmark+pipe_tables+strikeout+footnotes+task_lists+gfm_auto_identifiers+east_asian_line_breaks"
_EPOCH = "1700000000"  # what a file says of its making: the same input gives the same bytes


class MissingPandocError(RuntimeError):
    """Pandoc is not installed; the message is the command that installs it."""

    def __init__(self) -> None:
        super().__init__("pandoc is not installed; it comes with: pip install pypandoc_binary")


class PandocError(RuntimeError):
    """Pandoc could not convert; the message is its own."""


def blocks(markdown: str, *, smart: bool) -> list[Element]:
    """The blocks of `markdown`; `smart` turns straight quotes and dots into typographic ones.

    Raises:
        MissingPandocError: there is no pandoc.
        PandocError: pandoc failed.
    """
    tree = json.loads(_convert(markdown.encode(), "json", _READER + ("+smart" if smart else "")))
    return list(tree["blocks"])


def latex(elements: list[Element]) -> str:
    """The LaTeX of `elements`, lines as in the post; raises as `blocks` does."""
    return _convert(_tree(elements, {}), "latex-smart", "json", "--wrap=preserve").decode()


def typst(elements: list[Element]) -> str:
    """The Typst markup of `elements`; raises as `blocks` does."""
    return _convert(_tree(elements, {}), "typst", "json", "--wrap=preserve").decode()


def converted(text: bytes, target: str, source: str, *arguments: str) -> bytes:
    """`text` in the format `source` as one in the format `target`; raises as `blocks` does."""
    return _convert(text, target, source, *arguments)


def document(
    elements: list[Element], target: str, meta: Mapping[str, Any], arguments: Sequence[str] = ()
) -> bytes:
    """A whole file in the format `target` with `meta` data (pandoc's own); raises as `blocks` does."""
    return _convert(_tree(elements, meta), target, "json", "--standalone", *arguments)


def _tree(elements: list[Element], meta: Mapping[str, Any]) -> bytes:
    tree = {"pandoc-api-version": _api_version(), "meta": dict(meta), "blocks": elements}
    return json.dumps(tree).encode()


def _convert(text: bytes, target: str, source: str, *arguments: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "output"
        command = [_program(), f"--from={source}", f"--to={target}", f"--output={place}", *arguments]
        try:
            environment = {"SOURCE_DATE_EPOCH": _EPOCH}
            done = external.run(
                command,
                seconds=external.Allowance.seconds,
                text=text,
                environment=environment,
                charged=True,
            )
        except external.TooSlowError:
            seconds = external.Allowance.seconds
            raise PandocError(f"pandoc took more than {seconds} seconds (`external` of the limits)") from None
        except OSError:
            raise MissingPandocError from None
        if done.code:
            raise PandocError(done.said.decode("utf-8", "replace").strip())
        return place.read_bytes()


def _program() -> str:
    try:
        import pypandoc  # pandoc travels with it: loaded only when something is published
    except ImportError:
        raise MissingPandocError from None
    try:
        return str(pypandoc.get_pandoc_path())
    except OSError:
        raise MissingPandocError from None


@cache
def _api_version() -> list[int]:
    """The version of the tree that this pandoc writes: it refuses another one's."""
    version: list[int] = json.loads(_convert(b"", "json", "commonmark"))["pandoc-api-version"]
    return version
