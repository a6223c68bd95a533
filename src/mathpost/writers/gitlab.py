"""`--output-format gitlab`: GitLab's code quality report, a list of findings with places and fingerprints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mathpost.text.diagnostics import Severity
from mathpost.writers.fingerprint import fingerprints, located
from mathpost.writers.json import Object, dumps
from mathpost.writers.places import relative
from mathpost.writers.post import PostResult
from mathpost.writers.totals import Totals

NAME = "gitlab"
_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def post(result: PostResult, _color: bool = False) -> list[Object]:
    source = result.source
    path = relative(source.path)
    return [
        {
            "description": f"{found.code} {found.message}",
            "check_name": found.name,
            "fingerprint": located(path, fingerprint),
            "severity": _SEVERITIES[found.severity],
            "location": {
                "path": path,
                "lines": {
                    "begin": source.position(found.span.start).line,
                    "end": source.position(max(found.span.start, found.span.end - 1)).line,
                },
            },
        }
        for found, fingerprint in zip(result.diagnostics, fingerprints(result), strict=True)
    ]


def page(posts: Iterable[list[Object]], _totals: Callable[[], Totals]) -> Iterator[str]:
    entries = [dumps(entry) for part in posts for entry in part]
    yield "[" + ",\n ".join(entries) + "]\n"
