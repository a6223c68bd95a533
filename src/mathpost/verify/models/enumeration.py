"""Which models a plan asks for: every size, every pattern of coinciding indices, every length of an axis in its turn.

What decides a claim is enumerated before anything is drawn: an index that is always 1, or always another one than that
of the entry beside it, would show claims as true that are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice, product

from mathpost.maths.terms.term import free_variables
from mathpost.verify.models.model import Level, Model, Plan

SIZES = (4, 5, 3)
PATTERNS = 6
ATTEMPTS = 60  # models drawn for one that satisfies the conditions
INDEX_VALUES = (1, 2, 3)
LATE = 3
SQUARE = 3
LENGTHS = (2, 3, 4, 5)  # of axes: small, and each its own
USUAL = 6  # draws that the sizes stand for; a plan that wants more has them drawn again


def models(plan: Plan, level: Level) -> Iterator[Iterator[Model]]:
    """The models of one level: every size, every pattern of coinciding indices, or a few draws where there are none.

    Each with the models to take in its place, one after the other, if it does not satisfy the conditions.
    """
    for number, (size, integers) in enumerate(_integers(plan)):
        integers = integers | _lengths(plan, number, integers, size)
        yield _redrawn(f"{plan.seed}|{level}|{number}", level, integers, plan, size)


def _redrawn(seed: str, level: Level, integers: Mapping[str, int], plan: Plan, size: int) -> Iterator[Model]:
    yield Model(seed, level, integers, plan, size)
    if plan.conditions:
        for attempt in range(1, ATTEMPTS):
            yield Model(f"{seed}|{attempt}", level, integers, plan, size)


def _lengths(plan: Plan, number: int, integers: Mapping[str, int], size: int) -> dict[str, int]:
    """Axes of their own lengths, others in the next model; long enough for every index.

    Beside families that add up to 1, which have `size` members, they are as long as these are.
    """
    if plan.arrays.size is not None:
        axes = {n for extents in plan.arrays.shapes.values() for e in extents for n in free_variables(e)}
        return dict.fromkeys(axes.union(plan.arrays.lengths), plan.arrays.size)
    if not plan.arrays.lengths:
        return {}
    if plan.families.normalised:
        return dict.fromkeys(plan.arrays.lengths, size)
    if plan.arrays.square:
        return dict.fromkeys(plan.arrays.lengths, SQUARE)
    taken = {integers[n] for n in plan.sizes if n in integers}
    low = 1 if plan.indices else 0
    pool = [n for n in (*LENGTHS[low:], *range(LENGTHS[-1] + 1, 40)) if n not in taken][
        : len(plan.arrays.lengths) + 1
    ]
    turn = number % len(pool)
    found = dict(zip(plan.arrays.lengths, pool[turn:] + pool[:turn], strict=False))
    for high, wide in plan.arrays.tall:
        if high in found and wide in integers:
            found[high] = max(found[high], integers[wide] + 1)
        elif high in found and wide in found and found[high] < found[wide]:
            found[high], found[wide] = found[wide], found[high]
    return found


def _integers(plan: Plan) -> Iterator[tuple[int, dict[str, int]]]:
    free = [n for n in plan.sizes if n not in plan.indices]
    if not free and not plan.indices:
        yield from ((SIZES[k % len(SIZES)], {}) for k in range(plan.draws))
        return
    patterns = _patterns(len(plan.indices), plan.families.written)
    for number, size in enumerate(SIZES * max(1, plan.draws // USUAL)):
        sizes = {
            name: _size(plan, name, size + _apart(k, number % len(SIZES))) for k, name in enumerate(free)
        }
        for alike in islice(patterns, PATTERNS):
            inside = [chosen for chosen in alike if max(chosen, default=0) < size] or alike
            places = (k + LATE if plan.families.late else k for k in inside[number % len(inside)])
            yield size, sizes | dict(zip(plan.indices, places, strict=True))


def _apart(k: int, turn: int) -> int:
    """How much larger the size number `k` is than the first size, in the model number `turn` of three.

    The last model is not linear in k: if three sizes were in arithmetic progression in every model, ``a + c = 2b`` would agree.
    """
    return k * turn + (k * (k - 1) // 2 if turn > 1 else 0)


def _size(plan: Plan, name: str, wanted: int) -> int:
    domain = plan.domains.get(name)
    if domain is not None and domain.low is not None and wanted <= domain.low:
        return int(domain.low) + 1 + wanted % 3
    return wanted


def _patterns(count: int, written: AbstractSet[int]) -> list[list[tuple[int, ...]]]:
    """Values for `count` indices, those in one list that coincide in the same way, with each other and with `written`.

    All different first.
    """
    found: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    rest = INDEX_VALUES[:1] * (count - 4)
    for chosen in product(INDEX_VALUES, repeat=min(count, 4)):
        shape = tuple(-v if v in written else chosen.index(v) for v in chosen)
        found.setdefault(shape, []).append((*chosen, *rest))
    return sorted(found.values(), key=lambda alike: (-len(set(alike[0])), not written.isdisjoint(alike[0])))
