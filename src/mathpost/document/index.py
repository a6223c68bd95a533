r"""What the posts of a run know about each other: names, titles, addresses, and the new number for each old one.

A link ``/archives/8265`` leads to the post whose front matter gives that page as its `source`, a relative link to the
post in that file, ``slug:label`` to the label of the post with that slug. A name or address that fits two posts leads
to neither.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from mathpost.document.document import Document
from mathpost.document.equations import Equation
from mathpost.document.frontmatter import front_matter
from mathpost.document.mentions import Mention, file_links
from mathpost.document.opaque import front_matter_body
from mathpost.text.source import Source

_PAGES = ("source", "url", "permalink", "link", "aliases")
_NONE: Mapping[str, Any] = {}
_DATED = re.compile(r"\d{4}-\d{1,2}-\d{1,2}-")
_ENDINGS = (".md", ".html", ".htm")
_HEADING = re.compile(r"^#[ \t]+(.+?)[ \t#]*$", re.M)
_NUMBERED = re.compile(r"\\(?:tag\*?|label)[ \t]*(?:\{[^{}]*\}|[^\s{}\\])|\\(?:notag|nonumber)(?![A-Za-z])")
_LOOSE = re.compile(r"[\s\\>]+")
_NUMBERED_WORD = re.compile(r"(?:式|方程|公式|[Ee]qs?\b|[Ee]quation|[Ff]ormula|[(（])[^\n]{0,3}\d")
_NAMED = re.compile(r"\]\(([^()\s]+)|《([^》\n]+)》")
_SLUG = re.compile(r"\\(?:eqref|ref|autoref|cref|Cref)[ \t]*\{([^{}:\r\n]+):")


class Card(NamedTuple):
    """One post as the other posts see it.

    `name` is its path below the folder that all posts share. `names` are the names that a reference may use,
    `addresses` its pages. `numbers` maps each old number that only one equation shows to its new number. `contents`
    maps the content of an equation, if only one has it, to its old and new number. `labels` maps labels to their new
    numbers.
    """

    name: str
    names: tuple[str, ...]
    title: str
    addresses: tuple[str, ...]
    numbers: Mapping[str, str] = _NONE
    contents: Mapping[str, tuple[str, str]] = _NONE
    labels: Mapping[str, str] = _NONE

    def settled(self) -> Card:
        """The card of the post after the run: every number stays."""
        return self._replace(numbers={new: new for new in self.numbers.values()})

    def known_as(self, version: Card) -> Card:
        """The card for posts that refer to another `version` of it: its equations are identified by their content."""
        both = version.contents.keys() & self.contents.keys()
        return self._replace(numbers={version.contents[c][0]: self.contents[c][1] for c in sorted(both)})


def header(source: Source, name: str) -> Card:
    """The card without numbers, from the front matter, the file name and the first heading of a post."""
    settings, _ = front_matter(source, front_matter_body(source))
    stem = posixpath.splitext(posixpath.basename(name))[0]
    names = [settings.get("slug"), stem, _DATED.sub("", stem)]
    title, heading = settings.get("title"), _HEADING.search(source.text)
    return Card(
        name,
        tuple(dict.fromkeys(n for n in names if isinstance(n, str) and n)),
        title.strip() if isinstance(title, str) and title.strip() else heading[1] if heading else "",
        tuple(dict.fromkeys(_pages(settings))),
    )


def card(document: Document, equations: Sequence[Equation], name: str) -> Card:
    """The card of `document`, whose rows are numbered."""
    return header(document.source, name)._replace(
        numbers=dict(_numbers(equations)),
        contents=dict(_contents(document, equations)),
        labels=dict(_labels(document, equations)),
    )


def posts_mentioned(text: str) -> Iterator[Mention]:
    """The other posts that `text` may name, by address or title, beside a number."""
    start = end = 0
    numbered = False
    for found in _NAMED.finditer(text):
        if found.start() >= end:
            start, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
            end = end if end >= 0 else len(text)
            numbered = _NUMBERED_WORD.search(text, start, end) is not None
        if numbered:
            yield Mention(found[1] or "", found[2] or "")


def slugs_of(text: str) -> frozenset[str]:
    """The possible names of other posts in references ``slug:label``."""
    return frozenset(_SLUG.findall(text))


def _contents(document: Document, equations: Sequence[Equation]) -> Iterator[tuple[str, tuple[str, str]]]:
    said = [_LOOSE.sub("", _NUMBERED.sub("", document.source.slice(e.span))) for e in equations]
    times = Counter(said)
    for content, equation in zip(said, equations, strict=True):
        if times[content] == 1 and equation.new:
            yield content, (equation.old, equation.new)


def _pages(settings: Mapping[str, object]) -> Iterator[str]:
    for key in _PAGES:
        value = settings.get(key)
        for page in value if isinstance(value, list) else [value]:
            if isinstance(page, str) and page.strip():
                yield page.strip()


def _numbers(equations: Sequence[Equation]) -> Iterator[tuple[str, str]]:
    shown = Counter(e.old for e in equations if e.old)
    for equation in equations:
        if shown[equation.old] == 1 and equation.new:
            yield equation.old, equation.new


def _labels(document: Document, equations: Sequence[Equation]) -> Iterator[tuple[str, str]]:
    for equation in equations:
        for label in document.formulas[equation.formula].rows[equation.row].labels:
            yield label.name, equation.new


@dataclass(frozen=True)
class Index:
    """All posts of a run, as seen from the post `here`.

    `starts` are the first numbers of posts that continue the numbers of another post. `missing` are the names of files
    that links lead to and that do not exist. `ours`: the post is the output of an earlier run that gave every number a
    tag, so a number without a tag is new. `kept`: that run left the numbers as the author wrote them.
    """

    cards: tuple[Card, ...] = ()
    starts: Mapping[str, int] = field(default_factory=dict)
    missing: frozenset[str] = frozenset()
    here: str = ""
    ours: bool = False
    kept: bool = False

    def at(self, name: str, *, ours: bool = False, kept: bool = False) -> Index:
        """The index as seen from the post with this name."""
        return replace(self, here=name, ours=ours, kept=kept)

    def settled(self, *, ours: bool, kept: bool) -> Index:
        """The index after the run."""
        return replace(self, cards=tuple(c.settled() for c in self.cards), ours=ours, kept=kept)

    def mentioned(self, text: str) -> Iterator[Card]:
        """The other posts that `text`, the text of the post `here`, may name beside a number."""
        cards = [
            self.leads_to(m.address) if m.address else self.titled(m.title) for m in posts_mentioned(text)
        ]
        cards += [self.named(slug) for slug in sorted(slugs_of(text))]
        return (card for card in cards if card is not None)

    def concerning(self, text: str) -> tuple[object, ...]:
        """All data of the index that may affect the findings of `text`, the text of the post `here`."""
        places = {self.place(link.address) for link in file_links(text)} if self.missing else set()
        return (
            self.starts.get(self.here),
            self.ours,
            self.kept,
            sorted(places & self.missing),
            [*self.mentioned(text)],
        )

    def named(self, name: str) -> Card | None:
        """The only other post of this name or slug."""
        return self._one([c for c in self.cards if name in c.names])

    def titled(self, title: str) -> Card | None:
        """The only other post with exactly this title."""
        wanted = "".join(title.split())
        return self._one([c for c in self.cards if "".join(c.title.split()) == wanted])

    def leads_to(self, address: str) -> Card | None:
        """The only other post that a link to `address` opens."""
        parts = urlsplit(address)
        path = unquote(parts.path).rstrip("/")
        if parts.scheme or parts.netloc:
            return self._one(self._by_page.get((parts.netloc, path), []))
        if path.startswith("/"):
            pages = [c for (_, p), cards in self._by_page.items() if p == path for c in cards]
            last = path.rsplit("/", 1)[-1]
            return self._one(pages or [c for c in self.cards if _without_ending(last) in c.names])
        place = _without_ending(self.place(path))
        return self._one([c for c in self.cards if _without_ending(c.name) == place])

    def place(self, path: str) -> str:
        """The name of the file that a relative `path` leads to."""
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.here), path))

    def address(self, card: Card) -> str:
        """The link from one post to another: to its page on the site, or else to its file."""
        for page in card.addresses:
            parts = urlsplit(page)
            if len(parts.path) > 1:
                return parts.path
        return posixpath.relpath(card.name, posixpath.dirname(self.here) or ".")

    @cached_property
    def _by_page(self) -> Mapping[tuple[str, str], list[Card]]:
        found: dict[tuple[str, str], list[Card]] = {}
        for entry in self.cards:
            for page in entry.addresses:
                parts = urlsplit(page)
                found.setdefault((parts.netloc, unquote(parts.path).rstrip("/")), []).append(entry)
        return found

    def _one(self, cards: Sequence[Card]) -> Card | None:
        """The only one of `cards`, unless it is the post itself."""
        unique = {c.name: c for c in cards}
        return next(iter(unique.values())) if len(unique) == 1 and self.here not in unique else None


def _without_ending(path: str) -> str:
    for ending in _ENDINGS:
        if path.endswith(ending):
            return path[: -len(ending)]
    return path


NOBODY = Index()
