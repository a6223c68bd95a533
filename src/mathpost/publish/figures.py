"""The local copies of a post's images: beside the post, or below a folder above it that serves as the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from mathpost.publish import fragments
from mathpost.publish.manuscript import Manuscript, elements

_SITE = re.compile(r"^\{\{\s*site\.\w+\s*\}\}/?")  # where Jekyll puts the address of the site
_KINDS = frozenset((".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf"))
_SILENT = frozenset(
    "image images img alt alttext png jpg picture pic screenshot drawing undefined 图片 图像 截图 图片描述 在这里插入图片描述 请添加图片描述".split()
)  # what editors put in, and say nothing of the picture
_LEVELS = 3  # folders above a post that may be the root of its site
_MOST_LEVELS = 8  # the same where a file says that it is the root
_OF_ROOT = (
    ".git",
    "package.json",
    "_config.yml",
    "hugo.toml",
    "config.toml",
    "mkdocs.yml",
    "astro.config.mjs",
)
_ROOTS = ("", "static", "public", "source", "images", "img", "assets")


def addresses(post: Manuscript) -> Iterator[str]:
    """The addresses of the images of a post, in order, each once."""
    yield from dict.fromkeys(_addresses(post))


def _addresses(post: Manuscript) -> Iterator[str]:
    for element in elements(post.blocks):
        if element.get("t") == "Image":
            yield element["c"][2][0]
        elif element.get("t") == "RawInline" and fragments.tag_name(element["c"][1]) == "img":
            yield fragments.attribute(element["c"][1], "src")


def is_silent(words: str, address: str) -> bool:
    """Whether the words for an image are only the name of its file, or what an editor put there."""
    said = _letters(words)
    file = unquote(address.partition("?")[0]).rpartition("/")[2]
    names = {_letters(file), _letters(file.rpartition(".")[0] or file)}
    return said in names or said in _SILENT or said.rstrip("0123456789") in _SILENT


def _letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def local(address: str, post: str) -> Path | None:
    """The local file of an image of the post at this path; None if there is none.

    Only the folders above the post up to the root of its site are searched, and only files with the ending of an image.
    """
    if "://" in address or address.startswith(("data:", "//")):
        return None
    address = _SITE.sub("/", unquote(address.partition("?")[0])).replace("\\", "/")
    plain = Path(address.lstrip("/"))
    if plain.suffix.lower() not in _KINDS:
        return None
    folder = Path(post).absolute().parent
    tops = _tops(folder)
    for top in tops:
        for root in _ROOTS:
            file = (top / root / plain).resolve()
            if file.is_file() and any(file.is_relative_to(t.resolve()) for t in tops):
                return file
    return None


def _tops(folder: Path) -> list[Path]:
    """The folder of a post and those above it, up to the root of its site if a file marks it."""
    above = [folder, *folder.parents][: _MOST_LEVELS + 1]
    root = next((k for k, top in enumerate(above) if any((top / name).exists() for name in _OF_ROOT)), 0)
    return above[: max(root, _LEVELS) + 1]
