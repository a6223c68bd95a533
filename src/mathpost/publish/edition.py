"""A publication: one post, or a book of several in order, with the references between them."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from mathpost.publish import figures
from mathpost.publish.elements import plain
from mathpost.publish.layout.layout import SetFormula
from mathpost.publish.layout.setting import laid_out
from mathpost.publish.manuscript import Manuscript, elements, manuscript
from mathpost.publish.pandoc import Element
from mathpost.publish.rich import Setup, Target, anchor
from mathpost.writers.post import PostResult

_ADDRESSES = ("source", "url", "link", "permalink", "canonical")
_CHAPTER = "chapter"
_CHAPTER_NUMBER = re.compile(
    r"\s*(?:第\s*[0-9零一二三四五六七八九十百]+\s*[章讲课]|Chapter\s+(?:\d+|[IVX]+)\b|\d{1,2}(?:\.\d{1,2})+(?=\s)|\d{1,2}[.、](?=\s*[^\d\s]))[\s:：.、—-]*",
    re.I,
)
_OF_FILE = re.compile(r"(\d{1,3})[-_. ]")
_OF_TITLE = re.compile(r"\s*(\d{1,3})[\s:：.、—_-]+(?=[^\d\s])")
_PLACE = re.compile(r"\]\([^\s()#]+#([^\s()]+)")  # of a link into another page
_SOURCE_WORDS = ("原文链接", "原文地址", "本文链接", "Source", "Original")


_DATED = re.compile(r"^\d{4}-\d{1,2}-\d{1,2}[-_]")  # how Jekyll and Hexo begin the names of posts
_OF_FOLDER = frozenset(("index", "_index", "readme"))
_WITH_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]")


class Entry:
    """One post of an edition; `prefix` separates its anchors from those of the others, which refer to the labels in
    `named`.

    `number` is that of a chapter; 0 for a single post and for parts without a number. `place` is the number that the
    author counts its file by, ``07`` of ``07-coupons.md``; empty if the files of the book are not counted.
    """

    def __init__(
        self,
        result: PostResult,
        prefix: str,
        named: frozenset[str] = frozenset(),
        number: int = 0,
        place: str = "",
    ) -> None:
        self.result, self.prefix, self.number, self.place = result, prefix, number, place
        self.path = result.source.path
        post = manuscript(
            result.document, result.numbering, target=result.target, brackets=result.brackets, named=named
        )
        self.post: Manuscript = _headed(post) if prefix else post

    @cached_property
    def shown(self) -> Manuscript:
        """The post with its numbers as the edition shows them: after that of the chapter."""
        return replace(self.post, names=self.post.names.of_chapter(self.number)) if self.number else self.post

    @cached_property
    def formulas(self) -> tuple[SetFormula, ...]:
        return laid_out(self.post.document, self.shown.names, "zh" if self.post.chinese else "en")

    @cached_property
    def chapter_title(self) -> list[Element]:
        """The words of the chapter's title, never empty, without a number of its own."""
        first: list[Element] = next((b["c"][2] for b in self.post.blocks if b["t"] == "Header"), [])
        named = _without_number(self.post.title, self.place) or _without_number(first, self.place)
        return named or [{"t": "Str", "c": named_after(self.path)}]

    @cached_property
    def images(self) -> dict[str, Path]:
        """The local copies of its images by their address."""
        found = ((address, figures.local(address, self.path)) for address in figures.addresses(self.post))
        return {address: file for address, file in found if file is not None}

    @property
    def title(self) -> str:
        return plain(self.post.title) or named_after(self.path)

    @cached_property
    def addresses(self) -> frozenset[str]:
        """The addresses of the post on the web, if it states them."""
        given = [self.post.document.front_matter.get(key) for key in _ADDRESSES]
        found = [a for a in given if isinstance(a, str) and "/" in a]
        return frozenset(a.rstrip("/") for a in [*found, *_named_source(self.post)])


def _headed(post: Manuscript) -> Manuscript:
    """A post without a title uses its first heading as the title, so that the heading is not repeated below the
    chapter's title.
    """
    first = post.blocks[0] if post.blocks else None
    if post.title or first is None or first["t"] != "Header":
        return post
    return replace(post, title=first["c"][2], blocks=post.blocks[1:])


def _places(results: Sequence[PostResult]) -> list[str]:
    """The numbers that the files begin with; all empty unless some are filled up with zeros, so that they sort."""
    found = [_OF_FILE.match(Path(r.source.path).name) for r in results]
    counted = any(each is not None and each[1].startswith("0") for each in found)
    return [each[1] if each is not None and counted else "" for each in found]


def _without_number(words: list[Element], place: str) -> list[Element]:
    """The words of a title after "Chapter 3", "第三章" or the number of its file, which the book counts itself."""
    found = _CHAPTER_NUMBER.match(plain(words))
    if found is None and place:
        found = _OF_TITLE.match(plain(words))
        found = found if found is not None and int(found[1]) == int(place) else None
    left = found.end() if found else 0
    done: list[Element] = []
    for word in words:
        text = plain([word])
        if left < len(text):
            done.append({"t": "Str", "c": text[left:]} if left else word)
        left = max(0, left - len(text))
    return done


def _named_source(post: Manuscript) -> Iterator[str]:
    """The address in a first paragraph that says where the post comes from."""
    for block in post.blocks[:3]:
        if block["t"] == "Para" and plain(block["c"]).strip().startswith(_SOURCE_WORDS):
            yield from (e["c"][2][0] for e in elements(block) if e.get("t") == "Link")


def _pointed_out_of(result: PostResult) -> Iterator[str]:
    """The labels that a post refers to but does not have, and the places in other files that it links to."""
    document = result.document
    own = {label.name for f in document.formulas for row in f.rows for label in row.labels}
    yield from (r.target for r in document.references if r.form != "words" and r.target not in own)
    yield from (unquote(found[1]) for found in _PLACE.finditer(document.source.text))


class Edition:
    """The entries in order; `book` is the title of a book, None for a single post. `indexed`: the last entry is an
    index, which has no number.
    """

    def __init__(
        self, results: Sequence[PostResult], book: str | None = None, *, indexed: bool = False
    ) -> None:
        self.book = book
        several = book is not None
        named = (
            frozenset(name for r in results for name in _pointed_out_of(r)) if several else frozenset[str]()
        )
        numbered = (len(results) - indexed) if several else 0
        self.entries = tuple(
            Entry(r, f"c{n}-" if several else "", named, n if n <= numbered else 0, place if several else "")
            for n, (r, place) in enumerate(zip(results, _places(results), strict=True), 1)
        )

    @cached_property
    def _owners(self) -> Mapping[str, Entry]:
        """The entry that has a label, for labels that are in one entry alone."""
        labels = [(name, entry) for entry in self.entries for name in entry.post.names.own]
        counts = Counter(name for name, _ in labels)
        return {name: entry for name, entry in labels if counts[name] == 1}

    @property
    def authors(self) -> list[str]:
        """Who wrote the posts, each once."""
        named = (author(entry.post.document.front_matter) for entry in self.entries)
        return list(dict.fromkeys(filter(None, named)))

    @property
    def chinese(self) -> bool:
        return any(entry.post.chinese for entry in self.entries)

    def label(self, entry: Entry, name: str) -> str:
        """The name that a label has in the whole edition, wherever it is."""
        if name in entry.post.names.numbers or name in entry.post.names.statements.values():
            return entry.prefix + name
        return self._owners.get(name, entry).prefix + name

    def elsewhere(self, entry: Entry) -> dict[str, Target]:
        """The labels of other entries that this one may point to."""
        return {
            name: Target(anchor(name, other.prefix), other.shown.names.numbers[name])
            for name, other in self._owners.items()
            if other is not entry and name in other.post.names.numbers
        }

    def setup(self, entry: Entry, files: Mapping[str, str]) -> Setup:
        """What the walk over one entry needs."""
        links = {
            address: anchor(name, other.prefix) if name else chapter_anchor(other)
            for address, other, name in self._crossing(entry)
        }
        return Setup(entry.formulas, files, entry.prefix, self.elsewhere(entry), links)

    def latex_links(self, entry: Entry) -> dict[str, str]:
        """The links of an entry that lead to others, with LaTeX's labels."""
        return {address: other.prefix + (name or _CHAPTER) for address, other, name in self._crossing(entry)}

    def _crossing(self, entry: Entry) -> Iterator[tuple[str, Entry, str]]:
        """The links of an entry that lead into another one, and the name of the row that they mean, if any."""
        if self.book is None:
            return
        for element in elements(entry.post.blocks):
            if element.get("t") != "Link":
                continue
            address = element["c"][2][0]
            base, _, fragment = address.partition("#")
            other = self._entry(base, entry) if base else None
            if other is not None and other is not entry:
                names = (n for n in other.post.names.numbers if unquote(fragment) in (n, anchor(n)))
                yield address, other, next(names, "") if fragment else ""

    def _entry(self, base: str, entry: Entry) -> Entry | None:
        """The entry at an address, as a file beside this one or a page of the web."""
        folder = posixpath.dirname(entry.path)
        file = posixpath.normpath(posixpath.join(folder, unquote(base)))
        page = base.rstrip("/")
        for other in self.entries:
            stem = posixpath.splitext(other.path)[0]
            if file in (posixpath.normpath(other.path), posixpath.normpath(stem)):
                return other
            if file.removesuffix(".html") == posixpath.normpath(stem):
                return other
            if page in other.addresses or (
                page.startswith("/") and any(a.endswith(page) for a in other.addresses)
            ):
                return other
        return None


def named_after(path: str) -> str:
    """The name of a file in words: ``two sums`` for ``2024-05-01-two-sums.md``; of an index, the name of its folder."""
    file = Path(path)
    stem = file.absolute().parent.name if file.stem.lower() in _OF_FOLDER else file.stem
    return _DATED.sub("", stem).replace("-", " ").replace("_", " ").strip() or file.stem


def day(front_matter: Mapping[str, Any]) -> str:
    """The date of a post, without the time of day."""
    given = str(front_matter.get("date") or "")
    return given[:10] if _WITH_TIME.match(given) else given


def author(front_matter: Mapping[str, Any]) -> str:
    """The author or authors that a post names."""
    named = front_matter.get("author") or front_matter.get("authors")
    return ", ".join(filter(None, map(_person, named if isinstance(named, list) else [named])))


def _person(named: object) -> str:
    """One author: a name, or a table with one, as in Quarto; names may have parts."""
    if isinstance(named, Mapping):
        parts = [named.get("given"), named.get("family")]
        return _person(named.get("name") or named.get("literal") or parts)
    return " ".join(map(str, filter(None, named))) if isinstance(named, list) else str(named or "")


def chapter_anchor(entry: Entry) -> str:
    """The anchor of a chapter's title."""
    return f"{entry.prefix}{_CHAPTER}"
