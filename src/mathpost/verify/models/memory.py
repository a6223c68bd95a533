"""How often Python looks for circles of objects: rarely while a post is read and judged.

Reading makes nodes, and judging makes terms and values, by the hundred thousand, and hardly a circle: most of them are
gone as soon as nobody refers to them. To go through those that stay again and again would take half of the time of a
large post, and a tenth of that of a claim.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG = 500_000  # objects more than before, after which circles among them are looked for


@contextmanager
def seldom() -> Iterator[None]:
    """Inside, circles are looked for after `YOUNG` new objects; afterwards as before."""
    before = gc.get_threshold()
    gc.set_threshold(max(YOUNG, before[0]) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
