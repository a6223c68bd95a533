"""The table of rewritings: what a claim may mean in its post besides what it says, cheapest first.

A rewriting is a row of the tuple ``ROWS`` of a module of this package. Those of the stages ``definitions``,
``equations`` and ``bounds`` belong to what the claim says: where it fails with them it may be refuted. Those of the
stage ``developments`` only confirm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from operator import attrgetter
from pkgutil import iter_modules
from typing import Literal, NamedTuple

import mathpost.verify.readings as package
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.readings import Readings

Rewrite = Callable[[int, Reading, Readings], Iterable[Reading]]
Stage = Literal["definitions", "equations", "bounds", "developments"]
# what a row costs, and so its turn: terms of the claim are replaced; the section is searched; each equation found is tried
Cost = Literal[1, 2, 3]


class Rewriting(NamedTuple):
    """One way to rewrite the step `number` of a post as it is read: ``rewrite(number, reading, readings)``.

    `given`: what its readings rest on besides definitions, as ids of `Given`. `example`: a post whose last claim is
    confirmed by this row, and not without it. `moves`: what its derivatives hold fast is seen to by the row itself.
    """

    id: str
    rewrite: Rewrite
    stage: Stage
    cost: Cost
    example: str
    given: frozenset[str] = frozenset()
    moves: bool = False

    @property
    def refutes(self) -> bool:
        """Whether a claim may be refuted because it fails as this row has it."""
        return self.stage != "developments"


@cache
def rewritings(stage: Stage) -> tuple[Rewriting, ...]:
    """The rows of a stage in the order in which they are tried.

    Raises:
        ValueError: two rows have one id.
    """
    names = sorted(module.name for module in iter_modules(package.__path__))
    modules = (import_module(f"{package.__name__}.{name}") for name in names)
    rows = [row for module in modules for row in getattr(module, "ROWS", ())]
    if len({row.id for row in rows}) < len(rows):
        raise ValueError("two rewritings have one id")
    return tuple(sorted((row for row in rows if row.stage == stage), key=attrgetter("cost")))


def rewritten(stage: Stage, number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` of the step `number` in every way of a stage."""
    return chain.from_iterable(row.rewrite(number, reading, readings) for row in rewritings(stage))
