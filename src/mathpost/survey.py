"""What the posts of a run must know about each other before the first of them is numbered.

The head of every post is read. The equations are also read for posts that another one refers to by number, and for the
members of a series.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from mathpost import cache, site
from mathpost.config import Config
from mathpost.document.index import NOBODY, Card, Index, card, header
from mathpost.document.mentions import file_links
from mathpost.document.series import reached
from mathpost.inputs import STDIN, Post
from mathpost.pipeline import each, load, planned, spelled
from mathpost.rules import Habits, notation, notation_of_the_others
from mathpost.text.limits import NORMAL, Limits
from mathpost.text.source import Source


class Manuscript(NamedTuple):
    """A post of a run: its path, its name below the common folder, and its text.

    `ours`: the text was written by an earlier run, in which every number was a tag.
    """

    path: str
    name: str
    text: str
    ours: bool = False


class Survey(NamedTuple):
    """A card of a post whose equations were read, and where a post after it in a series begins."""

    card: Card
    next: int


class Draft(NamedTuple):
    """A post of a run: the text to work on, its raw text, its last output if there is one, and whether every number in
    that was a tag.
    """

    path: str
    name: str
    work: str
    raw: str
    written: str | None
    tagged: bool = False

    def ours(self, version: str) -> bool:
        """Whether a version of the post was written by an earlier run that used only tags."""
        return self.tagged and version != self.raw


class Views(NamedTuple):
    """The index for posts that were written against the raw posts, and against the last outputs."""

    raw: Index = NOBODY
    written: Index = NOBODY


def views(drafts: Sequence[Draft], config: Config) -> Views:
    """What the posts of a run know about each other, for both versions that they may refer to."""
    index = indexed([Manuscript(d.path, d.name, d.work, d.ours(d.work)) for d in drafts], config)
    named = {c.name: c for c in index.cards if c.contents}
    raw, written = dict(named), dict(named)
    for draft in (d for d in drafts if d.name in named):
        for known, version in ((raw, draft.raw), (written, draft.written)):
            if version is not None and version != draft.work:
                earlier = Manuscript(draft.path, draft.name, version, draft.ours(version))
                earlier_card = surveyed(config, {}, earlier).card
                known[draft.name] = named[draft.name].known_as(earlier_card)
    return Views(
        *(replace(index, cards=tuple(v.get(c.name, c) for c in index.cards)) for v in (raw, written))
    )


def manuscripts(posts: Sequence[Post], limits: Limits = NORMAL) -> list[Manuscript]:
    """The posts as they are now."""
    return [
        Manuscript(p.path, p.name, load(p.path, p.data, limits).source.text) for p in posts if p.path != STDIN
    ]


def indexed(posts: Sequence[Manuscript], config: Config) -> Index:
    """The index of `posts`."""
    series = _series(posts, config)
    missing = frozenset(_missing(posts, config))
    if len(posts) + len(series) < 2:
        return Index(missing=missing)
    index = Index(tuple(header(Source(p.path, p.text), p.name) for p in posts))
    starts, cards = _starts(series, config)
    targets = _targets(index, posts)
    wanted = [p for p in posts if p.name in targets and p.name not in cards]
    for found in each(
        partial(surveyed, config, {}), partial(_unread, config), wanted, config.jobs, config.limits
    ):
        cards[found.card.name] = found.card
    return Index(tuple(cards.get(c.name, c) for c in index.cards), starts, missing)


def _missing(posts: Sequence[Manuscript], config: Config) -> Iterator[str]:
    """The names of files that links of `posts` lead to and that are neither posts nor on the disk."""
    names = {post.name for post in posts}
    anywhere = {posixpath.basename(name) for name in names}
    for post in posts:
        here = Index(here=post.name)
        for link in file_links(post.text):
            place = here.place(link.address)
            if place in names or (Path(post.path).parent / link.address).exists():
                continue
            if link.address not in anywhere or not _is_in_a_vault(post, config):
                yield place


def _is_in_a_vault(post: Manuscript, config: Config) -> bool:
    """Whether a link names a file without its folder, as in Obsidian and Quartz."""
    return site.flavour_of(Source(post.path, post.text), config).flavour.name == "obsidian"


def habits(posts: Sequence[Manuscript], config: Config) -> Habits:
    """The notation that the posts use where several are possible; empty if no rule asks for it."""
    asked = config.active(notation_of_the_others.CODE, notation_of_the_others.NAME, opt_in=True)
    if not asked or len(posts) < 2:
        return {}
    return notation.habits(each(partial(_spelled, config), _unspelled, posts, config.jobs, config.limits))


def _spelled(config: Config, post: Manuscript) -> dict[str, str]:
    return spelled(Source(post.path, post.text), config)


def _unspelled(_post: Manuscript) -> dict[str, str]:
    """The result for a post whose process died: no notation is known."""
    return {}


def surveyed(config: Config, starts: Mapping[str, int], post: Manuscript) -> Survey:
    """The card of `post` with its numbers; cached."""
    if config.cache_dir is None:
        return _read(config, starts, post)
    entry = cache.of_post(post.path, post.text, config, "card", post.name, post.ours, starts.get(post.name))
    known = _recalled(cache.load(config.cache_dir, entry))
    if known is None:
        known = _read(config, starts, post)
        cache.save(config.cache_dir, entry, known)
    return known


def _recalled(kept: Any) -> Survey | None:
    """The cached card of a post if it is valid."""
    try:
        (name, names, title, addresses, numbers, contents, labels), following = kept
        pairs = {said: (old, new) for said, (old, new) in contents.items()}
        return Survey(
            Card(name, tuple(names), title, tuple(addresses), numbers, pairs, labels), int(following)
        )
    except (TypeError, ValueError, AttributeError):
        return None


def _read(config: Config, starts: Mapping[str, int], post: Manuscript) -> Survey:
    index = Index(starts=starts, here=post.name, ours=post.ours)
    document, plan = planned(Source(post.path, post.text), config, index)
    known = [e._replace(old="") if post.ours and not e.tag else e for e in plan.equations]
    return Survey(card(document, known, post.name), reached(document, plan.scheme, plan.equations))


def _unread(_config: Config, post: Manuscript) -> Survey:
    """The result for a post whose process died: no numbers are known."""
    return Survey(header(Source(post.path, post.text), post.name), 1)


def _targets(index: Index, posts: Sequence[Manuscript]) -> frozenset[str]:
    """The names of the posts that another one may refer to by number."""
    found: set[str] = set()
    for post in posts:
        found.update(card.name for card in index.at(post.name).mentioned(post.text))
    return frozenset(found)


def _starts(series: Sequence[Manuscript], config: Config) -> tuple[dict[str, int], dict[str, Card]]:
    """The first number of each member of the series, in order, and their cards."""
    starts: dict[str, int] = {}
    cards: dict[str, Card] = {}
    following = config.number_start
    for post in series:
        starts[post.name] = following
        found = surveyed(config, starts, post)
        cards[post.name], following = found.card, found.next
    return starts, cards


def _series(posts: Sequence[Manuscript], config: Config) -> list[Manuscript]:
    """The members of the series in order; those that are not input are read from the disk."""
    found: list[Manuscript] = []
    for member in config.series:
        given = next((p for p in posts if _is(p, member)), None)
        if given is not None:
            found.append(given)
        elif Path(member).is_file():
            found.append(Manuscript(member, member, load(member, limits=config.limits).source.text))
    return found


def _is(post: Manuscript, member: str) -> bool:
    """Whether `post` is the file that a configuration names: by its path, or by its name if a copy is used."""
    same = Path(member).exists() and Path(post.path).exists() and Path(member).samefile(post.path)
    return same or posixpath.basename(member) == posixpath.basename(post.name)
