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


def compared(order: Order, pair: Pair) -> Facts:
    """What the report says of one post: of its enhanced text, or of the raw one where there is no other."""
    path = pair.enhanced or pair.raw or pair.name
    loaded = load(path)
    if loaded.refusal is not None:
        return facts(unreadable(loaded), None, pair.name)
    body = unstamped(loaded.source.text)[0]
    result = examine(Source(path, body), order.config, order.verify)
    return facts(result, _original(pair), pair.name)


def _original(pair: Pair) -> str | None:
    if pair.raw is None:
        return None
    loaded = load(pair.raw)
    return None if loaded.refusal is not None else loaded.source.text


def lost(_order: Order, pair: Pair) -> Facts:
    """A post whose process died twice."""
    from mathpost.inputs import Post

    result = unreadable(died(Post(pair.enhanced or pair.raw or "", pair.name)))
    return facts(result, None, pair.name)
