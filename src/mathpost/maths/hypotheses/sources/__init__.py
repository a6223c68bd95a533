"""Sources of hypotheses: one module per source, found in this folder by name.

A source has a function ``hypotheses(post, known)`` that yields its hypotheses; `known` holds those of the sources named in its
`AFTER`. A new source needs only a file here and a kind in `kinds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol, cast

from mathpost.document.document import Document
from mathpost.maths.hypotheses.post import Post, post
from mathpost.maths.hypotheses.store import Hypotheses, Hypothesis
from mathpost.maths.lexicon import spelling
from mathpost.maths.notation.step import Step


class Source(Protocol):
    """A module of this folder."""

    def hypotheses(self, post: Post, known: Hypotheses, /) -> Iterator[Hypothesis[Any]]: ...


def collected(document: Document, steps: Sequence[Step]) -> tuple[Post, Hypotheses]:
    """The post with these `steps` and normalised formulas, and the hypotheses of all sources."""
    meant = post(spelling.as_meant(document), steps)
    known = Hypotheses()
    for source in sources():
        known.add(source.hypotheses(meant, known))
    return meant, known


@cache
def sources() -> tuple[Source, ...]:
    """The modules of this folder, each after those named in its `AFTER`."""
    found = {file.name: import_module(f"{__name__}.{file.name}") for file in iter_modules(__path__)}
    order = TopologicalSorter({name: getattr(found[name], "AFTER", ()) for name in sorted(found)})
    return tuple(cast("Source", found[name]) for name in order.static_order())
