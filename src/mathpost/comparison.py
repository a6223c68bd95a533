"""What changed in a post between its original and the text that a run made of it, as a page."""

from __future__ import annotations

from typing import Any, NamedTuple

from mathpost.config import Config
from mathpost.document.index import NOBODY, Index
from mathpost.pipeline import examine
from mathpost.text.source import Source
from mathpost.writers.facts import Facts
from mathpost.writers.html import pages
from mathpost.writers.post import PostResult
from mathpost.writers.progress import is_told_in_chinese
from mathpost.writers.review import review


class Changes(NamedTuple):
    """The page of what changed, empty where there is nothing to compare with, and how many changes of each kind."""

    page: str = ""
    counts: tuple[tuple[str, int], ...] = ()

    @classmethod
    def recalled(cls, kept: Any) -> Changes:
        """The changes that were kept as plain JSON.

        Raises:
            TypeError, ValueError: `kept` is no such thing.
        """
        written, counted = kept
        if written and not pages.is_ours(written):
            raise ValueError("no page of ours")
        return cls(str(written), tuple((str(kind), int(count)) for kind, count in counted))


NONE = Changes()


def changes(
    original: Source, result: PostResult, facts: Facts, config: Config, index: Index = NOBODY
) -> Changes:
    """What changed from `original` to the text of `result`."""
    raw = examine(original, config, False, index)
    if raw.failed or result.failed:
        return NONE
    found = review(raw, result, "zh" if is_told_in_chinese([facts], config.language) else "en")
    return Changes(pages.changes(found, facts, config.language), tuple(found.counts.items()))
