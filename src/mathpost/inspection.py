"""One post of a check, in the process that reads it: what travels back is small."""

from __future__ import annotations

from typing import Any, NamedTuple

from mathpost import trouble, writers
from mathpost.baseline import Baseline, without_known
from mathpost.config import Config
from mathpost.document.index import NOBODY, Index
from mathpost.inputs import Post
from mathpost.pipeline import Loaded, examine, load, unreadable
from mathpost.rules import Habits
from mathpost.text.source import Source, Span
from mathpost.writers.fingerprint import fingerprints
from mathpost.writers.post import PostResult
from mathpost.writers.totals import Totals, of_post


class Order(NamedTuple):
    """What every process of a check needs to know."""

    config: Config
    verify: bool
    format: str
    color: bool
    baseline: Baseline | None = None
    neighbours: Index = NOBODY
    habits: Habits | None = None


class Inspected(NamedTuple):
    """`part` is what the format keeps of the post, `totals` what is added up.

    `fingerprints` are those of all findings, of which `known` are in the baseline and not spoken of.
    """

    part: Any
    totals: Totals
    fingerprints: tuple[str, ...]
    known: int


def inspected(order: Order, post: Post) -> Inspected:
    """`post` read, judged and put into the form of the output."""
    loaded = load(post.path, post.data, order.config.limits)
    if loaded.refusal is not None:
        return _of(order, unreadable(loaded))
    neighbours = order.neighbours.at(post.name)
    return _of(order, examine(loaded.source, order.config, order.verify, neighbours, order.habits))


def lost(order: Order, post: Post) -> Inspected:
    """A post whose process died twice."""
    return _of(order, unreadable(died(post)))


def died(post: Post) -> Loaded:
    """A post that nothing is known of because the process that read it died."""
    message = "the process that read this post died (memory, or a crash in a library)"
    refusal = trouble.INTERNAL_ERROR.at(Span(0, 0), message)
    return Loaded(Source(post.path, ""), refusal)


def _of(order: Order, result: PostResult) -> Inspected:
    format_ = writers.format_called(order.format)
    known = frozenset[str]() if order.baseline is None else order.baseline.of(result.source.path)
    new = without_known(result, known)
    silent = len(result.diagnostics) - len(new.diagnostics)
    return Inspected(format_.post(new, order.color), of_post(new), tuple(fingerprints(result)), silent)
