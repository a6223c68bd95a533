"""A page that shows what a run changed in a post."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from mathpost.config import Config
from mathpost.deadline import within
from mathpost.document.document import authored
from mathpost.document.index import NOBODY, Index
from mathpost.pipeline import beyond, examine
from mathpost.text.source import Source
from mathpost.writers.facts import Facts
from mathpost.writers.html import pages
from mathpost.writers.post import PostResult
from mathpost.writers.progress import is_in_chinese
from mathpost.writers.review import review


class Changes(NamedTuple):
    """The page of changes (empty if there is no original to compare with), and the number of changes of each kind."""

    page: str = ""
    counts: tuple[tuple[str, int], ...] = ()

    @classmethod
    def recalled(cls, kept: Any) -> Changes:
        """The cached changes, from plain JSON.

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
    if is_huge(result, config):
        return NONE
    raw = examine(original, config, False, index)
    if raw.failed or result.failed:
        return NONE
    language = "zh" if is_in_chinese([facts], config.language) else "en"

    def compared() -> Changes:
        found = review(raw, result, language)
        return Changes(pages.changes(found, facts, config.language), tuple(found.counts.items()))

    return within(config.limits.post(len(result.source.text)), compared, lambda: NONE, beside=True)


def is_huge(result: PostResult, config: Config) -> bool:
    """Whether the post is too large to be verified."""
    return beyond(authored(result.document), config.limits) is not None


def paged(
    result: PostResult, facts: Facts, config: Config, *, live: bool = False, changed: bool = False
) -> str:
    """The page of a post in the report; without the post's text if it is too large to verify or to typeset in time."""
    page = partial(pages.page, result, facts, config.language, live=live, changed=changed)
    if is_huge(result, config):
        return page(whole=False)
    seconds = config.limits.post(len(result.source.text))
    return within(seconds, page, partial(page, whole=False), beside=True)
