"""How often Python collects cyclic garbage: rarely while a post is read and judged.

Reading and judging make hundreds of thousands of nodes, terms and values, but hardly a reference cycle: most are
freed at once. Scanning the remaining ones again and again would take half of the time of a large post, and a tenth
of that of a claim.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG = 500_000  # objects more than before, after which circles among them are looked for


@contextmanager
def seldom() -> Iterator[None]:
    """Inside the block, cyclic garbage is collected after `YOUNG` new objects; afterwards as before."""
    before = gc.get_threshold()
    gc.set_threshold(max(YOUNG, before[0]) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
