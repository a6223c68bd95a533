"""`enhance report --fail-under claims-decided=60,refuted=0`: what a report must reach for a build to pass.

`finished`, `claims-decided` and `growth` are minimum percentages; `refuted`, `errors`, `warnings` and `damaged` are
maximum counts. A number alone means `finished`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mathpost.writers.facts import Facts
from mathpost.writers.report import decided, totals

Measure = Callable[[Sequence[Facts]], int | None]


class Threshold(NamedTuple):
    """A figure of the report and its limit."""

    name: str
    limit: float


def _finished(posts: Sequence[Facts]) -> int | None:
    return 100 * sum(post.status == "finished" for post in posts) // len(posts) if posts else None


def _decided(posts: Sequence[Facts]) -> int | None:
    return decided(totals(posts)["all"]["claims"])


def _growth(posts: Sequence[Facts]) -> int | None:
    growth: int | None = totals(posts)["all"]["growth_percent"]
    return growth


LEAST: dict[str, Measure] = {"finished": _finished, "claims-decided": _decided, "growth": _growth}
MOST: dict[str, Measure] = {
    "refuted": lambda posts: sum(post.claims["refuted"] for post in posts),
    "errors": lambda posts: sum(post.findings["error"] for post in posts),
    "warnings": lambda posts: sum(post.findings["warning"] for post in posts),
    "damaged": lambda posts: sum(post.status == "damaged" for post in posts),
}
OF_CLAIMS = {"claims-decided", "refuted"}


def parsed(wish: str) -> tuple[Threshold, ...]:
    """The thresholds in `wish`.

    Raises:
        ValueError: an unknown name or a value that is not a number; the message says what would be valid.
    """
    found = []
    for part in wish.replace(",", " ").split():
        name, equals, value = part.partition("=")
        if not equals:
            name, value = "finished", part
        if name not in LEAST | MOST:
            raise ValueError(f"`{name}` is not one of {', '.join([*LEAST, *MOST])}")
        if not value.replace(".", "", 1).isdecimal():
            raise ValueError(f"`{part}`: {value or 'nothing'} is not a number")
        found.append(Threshold(name, float(value)))
    return tuple(found)


def missed(thresholds: Sequence[Threshold], posts: Sequence[Facts]) -> list[str]:
    """A sentence for each threshold that the posts miss; a figure that does not exist misses none."""
    sentences = []
    for name, limit in thresholds:
        value = (LEAST | MOST)[name](posts)
        if value is None:
            continue
        if name in LEAST and value < limit:
            sentences.append(f"{name}: {value} %, at least {limit:g} % wanted")
        if name in MOST and value > limit:
            sentences.append(f"{name}: {value}, at most {limit:g} wanted")
    return sentences
