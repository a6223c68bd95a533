"""Raw and enhanced posts side by side, as `enhance report` compares them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from mathpost import cache
from mathpost.comparison import NONE, Changes, changes, paged
from mathpost.config import Config
from mathpost.inputs import expanded
from mathpost.inspection import died
from mathpost.pipeline import Loaded, examine, load, unreadable
from mathpost.text.limits import Limits
from mathpost.text.source import Source
from mathpost.writers.enhanced import unstamped
from mathpost.writers.facts import Facts, facts
from mathpost.writers.html import pages
from mathpost.writers.post import PostResult
from mathpost.writers.record import recalled, recorded
from mathpost.writers.totals import was_given_up


class Order(NamedTuple):
    """What every process of a report needs to know; `alone`: there are no raw posts at all."""

    config: Config
    verify: bool
    alone: bool = False


class Pair(NamedTuple):
    """One post: its name below both folders, and the files where there are any."""

    name: str
    raw: str | None
    enhanced: str | None


def pairs(raw: Path, enhanced: Path) -> list[Pair]:
    """The posts of both folders by name; a post may be in one of them only."""
    both = [
        {post.name: post.path for post in expanded([str(folder)]).posts} if folder.is_dir() else {}
        for folder in (raw, enhanced)
    ]
    names = sorted(both[0].keys() | both[1].keys())
    return [Pair(name, both[0].get(name), both[1].get(name)) for name in names]


class Compared(NamedTuple):
    """The part of the report about one post, and its page."""

    facts: Facts
    page: str
    changes: Changes


def compared(order: Order, pair: Pair) -> Compared:
    """The part of the report about one post: about its enhanced text, or about the raw one if there is no other.

    If the texts did not change, the cached result is used.
    """
    path = pair.enhanced or pair.raw or pair.name
    loaded = load(path, limits=order.config.limits)
    if loaded.refusal is not None:
        return _compared_with(order, unreadable(loaded), None, pair)
    original = _original(pair, order.config.limits)
    folder = order.config.cache_dir
    if folder is None:
        return _examined(order, loaded, original, pair)[0]
    entry = cache.of_post(
        path, loaded.source.text, order.config, "report", order.verify, order.alone, pair, original
    )
    kept = _recalled(cache.load(folder, entry))
    if kept is not None:
        return kept
    compared, lasting = _examined(order, loaded, original, pair)
    if lasting:
        cache.save(folder, entry, [recorded(compared.facts), compared.page, compared.changes])
    return compared


def _recalled(kept: Any) -> Compared | None:
    """The cached result of a post if it is valid."""
    try:
        found, page, changes = kept
        if not pages.is_ours(page):
            return None
        return Compared(recalled(found), str(page), Changes.recalled(changes))
    except (TypeError, ValueError, KeyError, AttributeError):
        return None


def _examined(order: Order, loaded: Loaded, original: str | None, pair: Pair) -> tuple[Compared, bool]:
    """The results of a post that was read, and whether they can be reused: no claim ran out of time."""
    body = unstamped(loaded.source.text)[0]
    result = examine(Source(loaded.source.path, body), order.config, order.verify)
    lasting = not result.failed and not any(map(was_given_up, result.verdicts))
    return _compared_with(order, result, original, pair), lasting


def _compared_with(order: Order, result: PostResult, original: str | None, pair: Pair) -> Compared:
    known = facts(result, original, pair.name, alone=order.alone)
    before = pair.raw if original is not None and pair.enhanced else None
    changed = NONE if before is None else changes(Source(before, original or ""), result, known, order.config)
    page = paged(result, known, order.config, changed=bool(changed.page))
    return Compared(known, page, changed)


def _original(pair: Pair, limits: Limits) -> str | None:
    if pair.raw is None:
        return None
    loaded = load(pair.raw, limits=limits)
    return None if loaded.refusal is not None else loaded.source.text


def lost(order: Order, pair: Pair) -> Compared:
    """A post whose process died twice."""
    from mathpost.inputs import Post

    result = unreadable(died(Post(pair.enhanced or pair.raw or "", pair.name)))
    return _compared_with(order, result, None, pair)
