"""The door to pandoc: Markdown to its syntax tree, its syntax tree to LaTeX.

Pandoc reads prose only; whoever calls takes the formulas out first. The tree is pandoc's own JSON: a
dictionary with ``blocks``, every element a dictionary with its type ``t`` and its content ``c``.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, TypeAlias

Element: TypeAlias = dict[str, Any]

# Footnotes, tables and task lists are what posts use beyond CommonMark. No TeX, no citations, no YAML: pandoc
# would delete an environment it does not know and take ``@online{`` for a citation.
_READER = "commonmark+pipe_tables+strikeout+footnotes+task_lists+gfm_auto_identifiers+east_asian_line_breaks"


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
    tree = json.loads(_convert(markdown, "json", _READER + ("+smart" if smart else "")))
    return list(tree["blocks"])


def latex(elements: list[Element]) -> str:
    """The LaTeX of `elements`, lines as in the post; raises as `blocks` does."""
    tree = {"pandoc-api-version": _api_version(), "meta": {}, "blocks": elements}
    return _convert(json.dumps(tree), "latex-smart", "json", "--wrap=preserve")


def _convert(text: str, target: str, source: str, *arguments: str) -> str:
    try:
        import pypandoc  # pandoc travels with it: loaded only when something is published
    except ImportError:
        raise MissingPandocError from None
    try:
        return str(pypandoc.convert_text(text, target, format=source, extra_args=list(arguments)))
    except OSError:
        raise MissingPandocError from None
    except RuntimeError as error:
        raise PandocError(str(error)) from error


@cache
def _api_version() -> list[int]:
    """The version of the tree that this pandoc writes: it refuses another one's."""
    version: list[int] = json.loads(_convert("", "json", "commonmark"))["pandoc-api-version"]
    return version
