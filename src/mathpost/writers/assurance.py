"""Quality assurance: each item of the report with its check, and the items without a check."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mathpost import rules
from mathpost.writers.facts import Facts
from mathpost.writers.report import Report, totals

Phrases = dict[str, str]


class Item(NamedTuple):
    """An item, its check (``—`` if there is none), and the result."""

    name: str
    check: str
    result: str


def items(report: Report, say: Phrases) -> list[Item]:
    """All items, in the order of the report."""
    checked = [
        _of_rules(report, say, "syntax", "L"),
        _numbers(report.posts, say),
        _of_rules(report, say, "references", "N", lambda name: "reference" in name),
        _of_rules(report, say, "labels", "N", lambda name: "reference" not in name),
        _of_rules(report, say, "portability", "P"),
        _of_rules(report, say, "style", "S"),
        _of_rules(report, say, "words", "W"),
        _derivations(report, say),
        _certificates(report, say),
        _proofs(report.posts, say),
        _settled(report.posts, say),
    ]
    unchecked = [
        Item(say[f"quality.{key}"], "—", say["unchecked"]) for key in ("citations", "figures", "across")
    ]
    return [*checked, *unchecked]


def _of_rules(
    report: Report, say: Phrases, key: str, group: str, concerned: Callable[[str], bool] = lambda _: True
) -> Item:
    """The findings of the rules of one group whose names are in `concerned`, and the number of posts with them."""
    codes = [r.CODE for r in rules.registry() if r.CODE.startswith(group) and concerned(r.NAME)]
    off = sum(code in report.silent for code in codes)
    name = say[f"quality.{key}"]
    if off == len(codes):
        return Item(name, "—", say["unchecked"])
    counts = [
        sum(n for (code, rule), n in post.rules.items() if code.startswith(group) and concerned(rule))
        for post in report.posts
    ]
    result = say["quality.findings"].format(findings=sum(counts), posts=sum(map(bool, counts)))
    if off:
        result += say["quality.off"].format(rules=off)
    check = say[f"quality.{key}.check"].format(target=report.target, rules=len(codes) - off)
    return Item(name, check, result)


def _numbers(posts: Sequence[Facts], say: Phrases) -> Item:
    result = say["quality.numbers.result"].format(
        twice=sum(post.shown_twice for post in posts),
        series=sum(post.series for post in posts),
        posts=len(posts),
    )
    return Item(say["quality.numbers"], say["quality.numbers.check"], result)


def _derivations(report: Report, say: Phrases) -> Item:
    if not report.verified:
        return Item(say["quality.derivations"], "—", say["unchecked"])
    claims = totals(report.posts)["all"]["claims"]
    return Item(
        say["quality.derivations"], say["quality.derivations.check"], say["claims.value"].format(**claims)
    )


def _certificates(report: Report, say: Phrases) -> Item:
    found, name = report.recheck, say["quality.certificates"]
    if found is None:
        return Item(name, "—", say["unchecked"])
    result = say["quality.certificates.result"].format(
        **found._asdict(), total=found.holds + found.open + found.fails
    )
    return Item(name, say["quality.certificates.check"], result)


def _proofs(posts: Sequence[Facts], say: Phrases) -> Item:
    kinds = ("theorem", "lemma", "proposition", "corollary")
    stated = sum(post.statements[kind] for post in posts for kind in kinds)
    unproved = sum(post.unproved for post in posts)
    result = say["quality.proofs.result"].format(stated=stated, unproved=unproved)
    return Item(say["quality.proofs"], say["quality.proofs.check"], result)


def _settled(posts: Sequence[Facts], say: Phrases) -> Item:
    settled = sum(post.settled for post in posts)
    result = say["quality.settled.result"].format(settled=settled, posts=len(posts))
    return Item(say["quality.settled"], say["quality.settled.check"], result)
