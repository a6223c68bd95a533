"""Approximations whose small or large quantity the post does not name: where they may be meant, and whether they
hold there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from mathpost.maths.notation import any_bold
from mathpost.maths.terms.landau import GROWING, letter
from mathpost.maths.terms.term import free_variables, uses
from mathpost.maths.transformations.orders import DISTANCE, Expansion, Implied, Tendency, implied, outside
from mathpost.maths.typing.randomness import randomness
from mathpost.verify.interpretation.reading import Reading, Result
from mathpost.verify.interpretation.verdict import Agrees
from mathpost.verify.methods import rates
from mathpost.verify.methods.finite_models import Finding
from mathpost.verify.models.admission import Draws

IMPLIED = 12  # quantities that are tried for one approximation
FEW = 4  # for one that is a slip away
OPEN = frozenset(
    ["call", "dots", "index", "cases", "as_usual"]
)  # what an approximation may be meant for in other ways


def confirmed(reading: Reading, claim: Expansion, draws: Draws, *, few: bool = False) -> Result | None:
    """An approximation that holds to first order in a quantity that the post does not name."""
    for each in islice(implied(claim), FEW if few else IMPLIED):
        finding = rates.expands(each, draws)
        if finding is not None:
            small = each.tendency._replace(names=each.tendency.names - {DISTANCE})
            detail = "; ".join(d for d in (small.names and rates.named(small), reading.source) if d)
            return Result(Agrees(finding.models, finding.method, detail or None), finding, reading)
    return None


def failing(reading: Reading, claim: Expansion, draws: Draws) -> Finding | None:
    """What the models say of an approximation between numbers that holds nowhere, whatever is small or large in it.

    None where its sides come near to each other in one of the quantities: it may be meant for that.
    """
    spoken = free_variables(claim.left)
    if not spoken or not free_variables(claim.main) <= spoken or not _is_of_numbers(reading):
        return None
    found: list[Finding] = []
    for each in _everywhere(claim):
        finding = rates.examine(each.stated, each.tendency, draws)
        if finding.kind == "together":
            return None
        if finding.kind == "wide" and rates.comes_near(each.stated, each.tendency, draws):
            return None
        if finding.kind == "apart":
            found.insert(0 if _is_usual(each.tendency) else len(found), finding)
    looked_at_all = draws.fuel.left >= 0
    return found[0]._replace(culprit=rates.UNSTATED) if found and looked_at_all else None


def _is_usual(tendency: Tendency) -> bool:
    """Whether numbers grow and all else vanishes, as a reader would guess."""
    return all((letter(name) in GROWING) == (tendency.point is None) for name in tendency.names)


def _is_of_numbers(reading: Reading) -> bool:
    if reading.shapes or any_bold(reading.free) or uses(reading.sides, OPEN):
        return False
    return not randomness(reading.sides).variables


def _everywhere(claim: Expansion) -> Iterator[Implied]:
    """The quantities that may be meant, and every symbol as it goes to zero and to infinity."""
    yield from islice(implied(claim), IMPLIED)
    for name in sorted(outside(claim.left) | outside(claim.main)):
        yield Implied(claim, Tendency(frozenset([name]), None), False)
