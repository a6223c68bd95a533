"""The exercise files of one post, in the process that reads it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mathpost.config import Config
from mathpost.exercises.selection import exercises
from mathpost.exercises.sheet import sheet
from mathpost.inputs import STDIN, Post
from mathpost.inspection import died
from mathpost.pipeline import Loaded, examine, load
from mathpost.publication import Wish, converted
from mathpost.text.source import Source
from mathpost.writers.enhanced import unstamped


class Order(NamedTuple):
    """What every process needs to know: the formats by their endings, and the most exercises of a post."""

    config: Config
    endings: tuple[str, ...]
    most: int


class Delivered(NamedTuple):
    """The `files` of one post by their names, or the `reasons` why there are none."""

    path: str
    files: tuple[tuple[str, bytes], ...]
    reasons: tuple[str, ...]
    exercises: int = 0
    verified: int = 0


def delivered(order: Order, post: Post) -> Delivered:
    """The exercises of `post` in all formats."""
    loaded = load(post.path, post.data, order.config.limits)
    if loaded.refusal is not None:
        return _refused(post, loaded)
    result = examine(Source(loaded.source.path, unstamped(loaded.source.text)[0]), order.config, True)
    found = exercises(result, order.config, order.most)
    if not found.exercises:
        why = "no exercise can be verified" if found.verified else "no step is verified"
        return Delivered(post.path, (), (f"no exercises: {why}",), 0, found.verified)
    stem = str(Path("post" if post.path == STDIN else post.name).with_suffix("")) + "-exercises"
    markdown = sheet(found)
    files: list[tuple[str, bytes]] = []
    reasons: list[str] = []
    for ending in order.endings:
        if ending == "md":
            files.append((f"{stem}.md", markdown.encode()))
            continue
        page = Post(f"{stem}.md", f"{stem}.md", markdown.encode())
        made = converted(
            examine(Source(page.path, markdown), order.config, False), Wish(ending), page, order.config.limits
        )
        reasons += made.reasons
        files += [] if made.data is None else [(f"{stem}.{ending}", made.data)]
    return Delivered(post.path, tuple(files), tuple(reasons), len(found.exercises), found.verified)


def lost(_order: Order, post: Post) -> Delivered:
    """A post whose process died twice."""
    return _refused(post, died(post))


def _refused(post: Post, loaded: Loaded) -> Delivered:
    return Delivered(post.path, (), (loaded.refusal.message if loaded.refusal else "cannot be read",))
