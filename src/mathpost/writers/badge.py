"""`reports/badge.svg` and `reports/badge.json`: how many of the claims are decided, for a README.

The picture needs no network; an endpoint badge of shields.io reads the JSON.
"""

from __future__ import annotations

import json

from mathpost.writers.report import Report, decided, totals

_LABEL = "verified"
_GREEN, _YELLOW, _RED, _GREY = "#2e7d32", "#9a6700", "#b3261e", "#5f6368"
_CHARACTER = 6.6  # pixels of one character of the font at 11 px, with its margin


def message(report: Report) -> str:
    """``72 % of 180 claims``, and the number of refuted ones if there are any."""
    claims = totals(report.posts)["all"]["claims"]
    share = decided(claims)
    if not report.verified or share is None:
        return "not checked" if not report.verified else "no claims"
    text = f"{share} % of {sum(claims.values())} claims"
    return f"{text}, {claims['refuted']} refuted" if claims["refuted"] else text


def colour(report: Report) -> str:
    claims = totals(report.posts)["all"]["claims"]
    share = decided(claims)
    if not report.verified or share is None:
        return _GREY
    if claims["refuted"]:
        return _RED
    return _GREEN if share >= 70 else _YELLOW


def endpoint(report: Report) -> str:
    badge = {"schemaVersion": 1, "label": _LABEL, "message": message(report), "color": colour(report)}
    return json.dumps(badge, ensure_ascii=False) + "\n"


def svg(report: Report) -> str:
    said = message(report)
    left, right = round(len(_LABEL) * _CHARACTER) + 12, round(len(said) * _CHARACTER) + 12
    font = 'font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" fill="#fff" text-anchor="middle"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="{_LABEL}: {said}"><title>{_LABEL}: {said}</title>'
        f'<rect width="{left}" height="20" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour(report)}"/>'
        f'<g {font}><text x="{left / 2:g}" y="14">{_LABEL}</text>'
        f'<text x="{left + right / 2:g}" y="14">{said}</text></g></svg>\n'
    )
