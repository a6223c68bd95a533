"""Cached results of a run for posts that it did not change: a later run reuses them without reading the posts.

A result depends on the text of a post, its raw text, the settings, the program, and the numbers of the posts that it
refers to; the cache key contains all of these. Claims that ran out of time are verified again each time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mathpost import cache
from mathpost.comparison import Changes
from mathpost.config import Config
from mathpost.document.index import Index
from mathpost.writers.facts import Facts
from mathpost.writers.html import pages
from mathpost.writers.record import added_up, recalled, recorded, summed
from mathpost.writers.totals import Totals


class Account(NamedTuple):
    """The result for one post: its part of the report, its page, and its counts."""

    facts: Facts
    page: str
    totals: Totals
    changes: Changes


class Ledger(NamedTuple):
    """The cached results of one post; `circumstances` are everything that they depend on except its text and the index."""

    path: str
    config: Config
    circumstances: tuple[object, ...]

    def recalled(self, text: str, index: Index) -> Account | None:
        """The cached result of the post with this text; None if there is none."""
        if self.config.cache_dir is None:
            return None
        return _account(cache.load(self.config.cache_dir, self._entry(text, index)))

    def keep(self, text: str, index: Index, account: Account) -> None:
        """Cache the result for a `text` that a further run would not change."""
        if self.config.cache_dir is None or account.totals.given_up:
            return
        facts, page, totals, changes = account
        plain = [recorded(facts), page, summed(totals), changes]
        cache.save(self.config.cache_dir, self._entry(text, index), plain)

    def _entry(self, text: str, index: Index) -> str:
        mentioned = index.concerning(text)
        return cache.of_post(self.path, text, self.config, "run", self.circumstances, mentioned)


def _account(kept: Any) -> Account | None:
    try:
        facts, page, totals, changes = kept
        if page and not pages.is_ours(page):
            return None
        return Account(recalled(facts), str(page), added_up(totals), Changes.recalled(changes))
    except (TypeError, ValueError, KeyError, AttributeError):
        return None
