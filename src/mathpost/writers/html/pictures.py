"""Pictures of a report as SVG inside the page: shares of verdicts, growth, formulas per section, uses of equations.

Colours come from the style sheet, so that pictures follow light and dark; each says in words what it shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil

from mathpost.writers.totals import VERDICTS


def svg(width: int, height: int, label: str, body: str, *, kind: str) -> str:
    role = "group" if "<a " in body else "img"  # what is in an image cannot be reached by keys
    return (
        f'<svg class="{kind}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="{role}" '
        f'aria-label="{escape(label)}"><title>{escape(label)}</title>{body}</svg>'
    )


def shares(claims: Mapping[str, int], label: str, width: int = 120, height: int = 12) -> str:
    """A bar with the share of each verdict; empty if there are no claims."""
    total = sum(claims[verdict] for verdict in VERDICTS)
    if not total:
        return ""
    body, x = "", 0.0
    for verdict in VERDICTS:
        part = width * claims[verdict] / total
        if part:
            body += f'<rect class="v-{verdict}" x="{x:.1f}" width="{part:.1f}" height="{height}"/>'
        x += part
    return svg(width, height, label, body, kind="shares")


def bar(value: int, most: int, label: str, width: int = 120, height: int = 12) -> str:
    """A bar of `value`; `most` takes the whole width."""
    length = width * value / max(1, most)
    return svg(
        width, height, label, f'<rect class="bar" width="{length:.1f}" height="{height}"/>', kind="growth"
    )


def growth(original: int, added: int, generated: int, most: int, label: str, width: int = 240) -> str:
    """Original lines, those that the author added, and those that the program wrote, in one bar."""
    body, x = "", 0.0
    for kind, value in (("original", original), ("added", max(0, added)), ("generated", generated)):
        part = width * value / max(1, most)
        body += f'<rect class="{kind}" x="{x:.1f}" width="{part:.1f}" height="12"/>'
        x += part
    return svg(width, 12, label, body, kind="growth")


def trend(values: Sequence[int], label: str, width: int = 240, height: int = 48) -> str:
    """A line through percentages, oldest first; a single one is a point."""
    if not values:
        return ""
    step = (width - 12) / max(1, len(values) - 1)
    points = [(6 + n * step, height - 6 - (height - 12) * value / 100) for n, value in enumerate(values)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{value} %</title></circle>'
        for (x, y), value in zip(points, values, strict=True)
    )
    frame = f'<rect class="back" width="{width}" height="{height}"/>'
    return svg(width, height, label, f'{frame}<polyline points="{line}"/>{dots}', kind="trend")


def sections(rows: Sequence[tuple[str, int, int]], label: str) -> str:
    """Displays and inline formulas of each section as bars below each other; titles are cut to fit."""
    most = max((displays + inline for _, displays, inline in rows), default=0)
    if not most:
        return ""
    body = ""
    for n, (title, displays, inline) in enumerate(rows):
        y, scale = 18 * n, 360 / most
        shown = title if len(title) <= 24 else title[:23] + "…"
        body += f'<text x="252" y="{y + 12}" text-anchor="end">{escape(shown)}<title>{escape(title)}</title></text>'
        body += f'<rect class="displays" x="260" y="{y + 2}" width="{displays * scale:.1f}" height="12"/>'
        body += (
            f'<rect class="inline" x="{260 + displays * scale:.1f}" y="{y + 2}" '
            f'width="{inline * scale:.1f}" height="12"/>'
        )
        body += f'<text class="count" x="{266 + (displays + inline) * scale:.1f}" y="{y + 12}">{displays} + {inline}</text>'
    return svg(700, 18 * len(rows) + 4, label, body, kind="sections")


def uses(equations: Sequence[tuple[str, str]], arcs: Sequence[tuple[int, int]], label: str) -> str:
    """Equations (number, verdict) in order on a line, and an arc from each to those that build on it.

    Equations without any arc are left out, so that the picture stays readable.
    """
    shown = sorted({n for arc in arcs for n in arc})
    if not shown:
        return ""
    place = {n: 24 + 34 * at for at, n in enumerate(shown)}
    reach = max(place[b] - place[a] if b > a else place[a] - place[b] for a, b in arcs)
    height = ceil(min(240, reach / 2)) + 44
    base = height - 26
    body = ""
    for origin, to in arcs:
        x, end = place[origin], place[to]
        rise = min(240, abs(end - x) / 2)
        sweep = 1 if end > x else 0
        body += f'<path d="M{x},{base - 9} A{abs(end - x) / 2:.1f},{rise:.1f} 0 0 {sweep} {end},{base - 9}"/>'
    for n in shown:
        number, verdict = equations[n]
        kind = f' class="v-{verdict}"' if verdict else ""
        body += f'<a href="#eq-{escape(number)}"><circle cx="{place[n]}" cy="{base}" r="9"{kind}/>'
        body += f'<text x="{place[n]}" y="{base + 22}" text-anchor="middle">{escape(number[:6])}</text></a>'
    return svg(place[shown[-1]] + 24, height, label, body, kind="uses")
