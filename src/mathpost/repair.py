"""Fixes applied to a post: `enhance check --fix`.

Fixes are applied in rounds until none is left. After each round the post is read again: a safe fix must not lose a
formula or a label, and must not cause a new error. Otherwise it is not applied.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from mathpost.config import Config
from mathpost.inputs import Post
from mathpost.inspection import died
from mathpost.pipeline import examine, load
from mathpost.text.diagnostics import Severity
from mathpost.text.edits import Fix, Safety, apply, compatible
from mathpost.text.source import Source
from mathpost.writers.post import PostResult

_ROUNDS = 6


class Order(NamedTuple):
    """What every process needs to know; fixes of at least the safety `least` are applied. `verify`: with unsafe fixes,
    refuted steps get the suggested right side.
    """

    config: Config
    least: Safety
    verify: bool = False


class Repaired(NamedTuple):
    """A post before and after; `fixed` counts the fixes, `refused` those that would have damaged the text."""

    post: Post
    before: str
    after: str
    fixed: int
    refused: int


def repaired(order: Order, post: Post) -> Repaired:
    """`post` with all its fixes applied; nothing is written here."""
    loaded = load(post.path, post.data, order.config.limits)
    if loaded.refusal is not None:
        return lost(order, post)
    if not loaded.source.writable:
        return Repaired(post, loaded.source.text, loaded.source.text, 0, 0)
    result = examine(loaded.source, order.config, False)
    fixed = refused = 0
    for _ in range(_ROUNDS):
        fixes = fixes_of(result, order.least)
        if not fixes or result.failed:
            break
        after, made = _round(result, fixes, order)
        fixed, refused = fixed + made, len(fixes) - made
        if after is result:
            break
        result = after
    if order.verify and order.least <= Safety.UNSAFE and not result.failed:
        judged = examine(result.source, order.config, True)
        fixes = fixes_of(judged, order.least)
        if fixes:
            result, made = _round(judged, fixes, order)
            fixed, refused = fixed + made, refused + len(fixes) - made
    return Repaired(post, loaded.source.text, result.source.text, fixed, refused)


def lost(_order: Order, post: Post) -> Repaired:
    """The result for a post that cannot be read, or whose process died: it is not changed."""
    text = died(post).source.text
    return Repaired(post, text, text, 0, 0)


def fixes_of(result: PostResult, least: Safety) -> list[Fix]:
    """The fixes that can be applied together, safest first."""
    found = [d.fix for d in result.diagnostics if d.fix is not None and d.fix.safety >= least and d.fix.edits]
    return compatible(sorted(dict.fromkeys(found), key=lambda fix: -fix.safety))


def _round(result: PostResult, fixes: list[Fix], order: Order) -> tuple[PostResult, int]:
    """The post with `fixes`; if together they damage it, they are tried one by one."""
    after = _with(result, fixes, order.config)
    if _harmless(result, after, fixes):
        return after, len(fixes)
    good: list[Fix] = []
    for fix in fixes:
        if _harmless(result, _with(result, [*good, fix], order.config), [fix]):
            good.append(fix)
    return (_with(result, good, order.config), len(good)) if good else (result, 0)


def _with(result: PostResult, fixes: list[Fix], config: Config) -> PostResult:
    text = apply(result.source.text, [edit for fix in fixes for edit in fix.edits])
    return examine(Source(result.source.path, text), config, result.verified)


def _harmless(before: PostResult, after: PostResult, fixes: list[Fix]) -> bool:
    if after.failed or _errors(after) - _errors(before):
        return False
    if any(fix.safety is not Safety.SAFE for fix in fixes):
        return True  # the author asked for changes of meaning; they are shown by --diff
    return len(before.document.formulas) == len(after.document.formulas) and _labels(before) == _labels(after)


def _errors(result: PostResult) -> Counter[str]:
    return Counter(d.code for d in result.diagnostics if d.severity is Severity.ERROR)


def _labels(result: PostResult) -> list[str]:
    rows = (row for formula in result.document.formulas for row in formula.rows)
    return sorted(label.name for row in rows for label in row.labels)
