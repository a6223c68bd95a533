"""What a run reported of posts that it did not change: a later run repeats it without reading them.

An account follows from the text of a post, its raw text, the settings, the program, and what the posts that it speaks
of are numbered; its entry in the cache is named by all of these. Claims that ran out of time are judged again each time.
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
    """What is reported of one post: in the report, on its page, and in the sums of the run."""

    facts: Facts
    page: str
    totals: Totals
    changes: Changes


class Ledger(NamedTuple):
    """The accounts of one post: `circumstances` are all that they follow from, its text and the index aside."""

    path: str
    config: Config
    circumstances: tuple[object, ...]

    def recalled(self, text: str, index: Index) -> Account | None:
        """What was reported of the post with this text; None if nothing was."""
        if self.config.cache_dir is None:
            return None
        return _account(cache.told(self.config.cache_dir, self._entry(text, index)))

    def keep(self, text: str, index: Index, account: Account) -> None:
        """Keep what was said of a `text` that a further run would leave as it is."""
        if self.config.cache_dir is None or account.totals.given_up:
            return
        facts, page, totals, changes = account
        plain = [recorded(facts), page, summed(totals), changes]
        cache.tell(self.config.cache_dir, self._entry(text, index), plain)

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
