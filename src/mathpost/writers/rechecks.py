"""The results of `certificates/verify.py`, which checks the certificates of proofs with SymPy."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

PLACE = "certificates/checked.json"  # below the folder of the report
SCHEMA = "mathpost-checked/1"


class Recheck(NamedTuple):
    """How many certificates of how many posts hold, stay open and fail."""

    posts: int
    holds: int
    open: int
    fails: int


def digest(text: str) -> str:
    """What names a text in a certificate."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def recheck(found: str, digests: Iterable[str]) -> Recheck | None:
    """The results in `found`, the text of such a file, for the posts with these `digests`.

    None if it has no results for them because they were changed since, or if it is no such file.
    """
    wanted = frozenset(digests)
    try:
        record = json.loads(found)
        posts = [post for post in record["posts"] if post["sha256"] in wanted]
        counts = [sum(int(post[key]) for post in posts) for key in ("holds", "open", "fails")]
    except (ValueError, TypeError, KeyError):
        return None
    return Recheck(len(posts), *counts) if posts and record.get("schema") == SCHEMA else None
