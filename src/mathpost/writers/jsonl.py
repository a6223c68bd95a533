"""`--output-format jsonl`: the same JSON in lines, one object per post and a last one with the totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from mathpost.writers import json
from mathpost.writers.json import Object
from mathpost.writers.totals import Totals

NAME = "jsonl"
post = json.post


def page(posts: Iterable[Object], totals: Callable[[], Totals]) -> Iterator[str]:
    roles: Counter[str] = Counter()
    for entry in posts:
        roles += json.roles_of(entry)
        yield json.dumps({"schema": json.SCHEMA, **entry}) + "\n"
    yield json.dumps({"schema": json.SCHEMA, "totals": json.sums(totals(), roles)}) + "\n"
