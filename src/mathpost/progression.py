"""Raw and enhanced posts side by side, as `enhance report` compares them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mathpost.config import Config
from mathpost.inputs import expanded
from mathpost.inspection import died
from mathpost.pipeline import examine, load, unreadable
from mathpost.text.source import Source
from mathpost.writers.enhanced import unstamped
from mathpost.writers.facts import Facts, facts
from mathpost.writers.html import pages
from mathpost.writers.post import PostResult


class Order(NamedTuple):
    """What every process of a report needs to know."""

    config: Config
    verify: bool


class Pair(NamedTuple):
    """One post: its name below both folders, and the files where there are any."""

    name: str
    raw: str | None
    enhanced: str | None


def pairs(raw: Path, enhanced: Path) -> list[Pair]:
    """The posts of both folders by name; a post may stand in one of them only."""
    both = [
        {post.name: post.path for post in expanded([str(folder)]).posts} if folder.is_dir() else {}
        for folder in (raw, enhanced)
    ]
    names = sorted(both[0].keys() | both[1].keys())
    return [Pair(name, both[0].get(name), both[1].get(name)) for name in names]


class Compared(NamedTuple):
    """What the report says of one post, and its page."""

    facts: Facts
    page: str


def compared(order: Order, pair: Pair) -> Compared:
    """What the report says of one post: of its enhanced text, or of the raw one where there is no other."""
    path = pair.enhanced or pair.raw or pair.name
    loaded = load(path)
    if loaded.refusal is not None:
        return _told(order, unreadable(loaded), None, pair)
    body = unstamped(loaded.source.text)[0]
    result = examine(Source(path, body), order.config, order.verify)
    return _told(order, result, _original(pair), pair)


def _told(order: Order, result: PostResult, original: str | None, pair: Pair) -> Compared:
    known = facts(result, original, pair.name)
    return Compared(known, pages.page(result, known, order.config.language))


def _original(pair: Pair) -> str | None:
    if pair.raw is None:
        return None
    loaded = load(pair.raw)
    return None if loaded.refusal is not None else loaded.source.text


def lost(order: Order, pair: Pair) -> Compared:
    """A post whose process died twice."""
    from mathpost.inputs import Post

    result = unreadable(died(Post(pair.enhanced or pair.raw or "", pair.name)))
    return _told(order, result, None, pair)
