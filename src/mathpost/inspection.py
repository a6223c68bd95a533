"""One post of a check, in the process that reads it; the result that it sends back is small."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

from mathpost import cache, revisions, site, trouble, writers
from mathpost.baseline import Baseline, without_known
from mathpost.config import Config
from mathpost.document.index import NOBODY, Index
from mathpost.inputs import Post
from mathpost.pipeline import Loaded, Part, examine, load, unreadable
from mathpost.rules import Habits
from mathpost.text.source import Source, Span
from mathpost.writers.fingerprint import fingerprints
from mathpost.writers.post import PostResult
from mathpost.writers.record import added_up, summed
from mathpost.writers.totals import Totals, of_post

# the formats whose parts are strings, numbers, lists and objects alone
_PLAIN = frozenset(["concise", "full", "gitlab", "json", "jsonl", "sarif"])
_LATE = ("D", "X")  # the codes of findings that need verdicts, and of notes on the check itself


class Order(NamedTuple):
    """What every process of a check needs to know; `lines`: the lines to check; `since`: skip claims that have not
    changed since this revision; `until`: when to stop verifying claims. `printed`: the findings to print, all of them,
    those that need no verdicts (`early`), or the others (`late`).
    """

    config: Config
    verify: bool
    format: str
    color: bool
    baseline: Baseline | None = None
    neighbours: Index = NOBODY
    habits: Habits | None = None
    certified: bool = False
    lines: tuple[int, int] | None = None
    since: str = ""
    until: float | None = None
    printed: Literal["all", "early", "late"] = "all"

    def early(self) -> Order:
        """The order for the findings that need no verdicts."""
        without = replace(self.config, ignore=(*self.config.ignore, "D"))
        return self._replace(config=without, verify=False, certified=False, printed="early")

    def is_printed(self, code: str) -> bool:
        return self.printed == "all" or code.startswith(_LATE) == (self.printed == "late")

    def part(self, post: Post) -> Part:
        """The part of `post` to check."""
        before = revisions.before(self.since, Path(post.path)) if self.since else None
        text = None if before is None else load(post.path, before).source.text
        return Part(self.lines, text, self.until)

    def is_kept(self, part: Part) -> bool:
        """Whether the findings of `part` are cached: for a whole post, in a format of plain values."""
        whole = (part.lines, part.before) == (None, None) and not self.certified
        return self.config.cache_dir is not None and self.format in _PLAIN and whole


class Inspected(NamedTuple):
    """The result for a post. `part` is what the format needs, `totals` are the counts. `fingerprints` are those of all
    findings; `known` counts those in the baseline, which are not reported.

    `certificates` is the text of the post's certificates, empty if none were asked for. `recalled`: the result comes
    from the cache; `newly_judged`: the claims that were verified; `left`: those that were not. `is_final` is False if
    another answer with the rest of the findings follows.
    """

    part: Any
    totals: Totals
    fingerprints: tuple[str, ...]
    known: int
    certificates: str = ""
    recalled: bool = False
    newly_judged: int = 0
    left: int = 0
    is_final: bool = True


def inspected(order: Order, post: Post) -> Inspected:
    """`post`, read, verified and written in the format of the output."""
    loaded = load(post.path, post.data, order.config.limits)
    if loaded.refusal is not None:
        return _of(order, unreadable(loaded))
    part = order.part(post)
    neighbours, folder = order.neighbours.at(post.name), order.config.cache_dir
    entry = _entry(order, loaded.source, neighbours) if order.is_kept(part) else ""
    if folder is not None and entry:
        known = _recalled(cache.load(folder, entry))
        if known is not None:
            return known
    found = examine(loaded.source, order.config, order.verify, neighbours, order.habits, part=part)
    answer = _of(order, found)
    if folder is not None and entry and is_lasting(answer.totals):
        cache.save(folder, entry, [answer.part, summed(answer.totals), answer.fingerprints, answer.known])
    return answer


def recalled(order: Order, post: Post) -> Inspected | None:
    """The cached result of the same text; None if it must be checked."""
    folder = order.config.cache_dir
    if folder is None or not order.is_kept(order.part(post)):
        return None
    loaded = load(post.path, post.data, order.config.limits)
    if loaded.refusal is not None:
        return None
    return _recalled(cache.load(folder, _entry(order, loaded.source, order.neighbours.at(post.name))))


def _left(result: PostResult) -> int:
    """The claims without a verdict."""
    claims = sum(step.role == "claim" for step in result.steps) if result.verdicts else 0
    return claims - sum(verdict is not None for verdict in result.verdicts)


def is_lasting(totals: Totals) -> bool:
    """Whether another run would give the same result: nothing was stopped by a limit of time or memory, and nothing failed."""
    passing = {trouble.INTERNAL_ERROR.code, trouble.BEYOND_LIMITS.code}
    return not (totals.given_up or totals.unreadable or any(code in passing for code, _, _ in totals.codes))


def _entry(order: Order, source: Source, neighbours: Index) -> str:
    """The cache key of a post's findings: a hash of everything that they depend on."""
    known = None if order.baseline is None else sorted(order.baseline.of(source.path))
    asked = (
        order.verify,
        order.format,
        order.color,
        known,
        order.habits,
        site.page_numbers(source.path),
        order.printed,
    )
    mentioned = neighbours.concerning(source.text)
    return cache.of_post(source.path, source.text, order.config, "check", asked, mentioned)


def _recalled(kept: Any) -> Inspected | None:
    """The cached result of a post if it is valid."""
    try:
        part, totals, found, silent = kept
        return Inspected(part, added_up(totals), tuple(map(str, found)), int(silent), recalled=True)
    except (TypeError, ValueError, KeyError):
        return None


def lost(order: Order, post: Post) -> Inspected:
    """A post whose process died twice."""
    return _of(order, unreadable(died(post)))


def died(post: Post) -> Loaded:
    """The result for a post whose reading process died."""
    message = "the process that read this post died (memory, or a crash in a library)"
    refusal = trouble.INTERNAL_ERROR.at(Span(0, 0), message)
    return Loaded(Source(post.path, ""), refusal)


def _of(order: Order, result: PostResult) -> Inspected:
    format_ = writers.format_called(order.format)
    known = frozenset[str]() if order.baseline is None else order.baseline.of(result.source.path)
    new = without_known(result, known)
    silent = len(result.diagnostics) - len(new.diagnostics)
    printed = tuple(found for found in new.diagnostics if order.is_printed(found.code))
    return Inspected(
        format_.post(replace(new, diagnostics=printed), order.color),
        of_post(new),
        tuple(fingerprints(result)),
        silent,
        _certified(result) if order.certified else "",
        newly_judged=result.newly_judged,
        left=_left(result),
    )


def _certified(result: PostResult) -> str:
    from mathpost import certificates

    return certificates.dumps(result.source.path, result.source.text, certificates.certificates(result))
