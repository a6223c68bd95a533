r"""What a site says of all its pages: macros, in a `macros.txt` beside the posts or above them or in the file that the
settings name; and whether MathJax numbers displays, in the site's own configuration.

The file is what the site's renderer reads: lines of mdBook, a preamble of LaTeX, a configuration of KaTeX, MathJax
or MyST (`mathpost.document.vocabulary`).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mathpost.text.source import Span

if TYPE_CHECKING:
    from mathpost.document.pages import PageNumbers
    from mathpost.latex.definitions import Definitions

NAME = "macros.txt"
_LEVELS = 8  # folders above a post that are searched
_CONFIGURATIONS = (  # where sites of Jekyll, Hexo, Hugo and MkDocs configure MathJax
    "*mathjax*.html", "*mathjax*.js", "_includes/*math*.html", "_includes/head*.html", "_layouts/default.html",
    "layouts/partials/*math*.html", "layouts/partials/head*.html", "themes/*/layout/**/*mathjax*",
    "docs/javascripts/*math*.js", "docs/js/*math*.js", "javascripts/*math*.js",
)  # fmt: skip
_LARGEST = 200_000
_CONFIGURED = re.compile(r"MathJax\.Hub\.Config|text/x-mathjax-config|MathJax\s*=\s*\{")
_AUTOMATIC = re.compile(r"""["']?(?:autoNumber|tags)["']?\s*:\s*["'](\w+)["']""")
_SETTINGS = {".json", ".js", ".mjs", ".cjs", ".ts", ".html", ".yml", ".yaml"}


def definitions(post: str, setting: Path | None, target: str) -> Definitions | None:
    """The macros in force before the first formula of the post at this path, None without a file of them."""
    latex = written(post, setting)
    return _parsed(latex, target) if latex else None


def written(post: str, setting: Path | None = None) -> str:
    """The same as LaTeX."""
    file = setting or _nearest(Path(post).absolute().parent)
    return "" if file is None else _read(file)


def page_numbers(post: str) -> PageNumbers:
    """Whether the pages of the site that the post at this path belongs to number displays; ``auto`` where no
    configuration of MathJax is found.
    """
    return _page_numbers(Path(post).absolute().parent)


@cache
def _page_numbers(folder: Path) -> PageNumbers:
    for place in [folder, *folder.parents][:_LEVELS]:
        for pattern in _CONFIGURATIONS:
            for file in sorted(place.glob(pattern)):
                said = _configured(file)
                if said != "auto":
                    return said
        if (place / ".git").exists():
            break
    return "auto"


def _configured(file: Path) -> PageNumbers:
    try:
        text = file.read_bytes().decode() if file.stat().st_size < _LARGEST else ""
    except (OSError, UnicodeDecodeError):
        return "auto"
    automatic = _AUTOMATIC.search(text)
    if not _CONFIGURED.search(text):
        return "auto"
    return "ams" if automatic and automatic[1].lower() != "none" else "none"


@cache
def _nearest(folder: Path) -> Path | None:
    for place in [folder, *folder.parents][:_LEVELS]:
        if (place / NAME).is_file():
            return place / NAME
    return None


@cache
def _read(file: Path) -> str:
    from mathpost.document import vocabulary

    try:
        text = file.read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return ""
    return vocabulary.from_settings(text) if file.suffix in _SETTINGS else vocabulary.from_lines(text)


@cache
def _parsed(latex: str, target: str) -> Definitions:
    from mathpost.latex.parser import parse

    return parse(latex, [Span(0, len(latex))], target=target).definitions
