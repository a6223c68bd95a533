"""How many scalar steps a second are judged, proofs included, and how long SymPy's `simplify` takes for the same steps.

The steps are the laws and slips of the elementary operators, and the claims of posts that speak of no arrays. Each is read
anew for every round, before the clock starts, and judged once, as in a run; the round that takes least is reported, in
processor time of one core. As in a run, the garbage collector runs seldom.

Run: python benchmarks/steps.py [rounds [post ...]]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from laws import Claim, claims, judged, report, scalars_of, spent

from mathpost.verify.models import memory
from mathpost.verify.proving import symbolic

ELEMENTARY = frozenset(
    "add multiply negate divide power sqrt exp log sin cos tan cot sec csc sinh cosh tanh coth arctan sigmoid tanh abs "
    "maximum minimum factorial binomial sum product derivative".split()
)


@memory.seldom()
def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    found = _elementary()
    for claim in found:
        claim.judged()  # libraries and caches are warm
    times = judged(_elementary, rounds)
    report("judged", times)
    if posts := [Path(post) for post in sys.argv[2:]]:
        report("judged, of posts", judged(lambda: [c for post in posts for c in scalars_of(post)], rounds))
    differences = [_difference(claim) for claim in found]
    theirs = [_simplified(difference) for difference in differences if difference is not None]
    ours = [t for t, difference in zip(times, differences, strict=True) if difference is not None]
    report("simplify", theirs)
    report("judged, of these", ours)
    sys.stdout.write(f"simplify takes {sum(theirs) / sum(ours):.0f} times as long in total\n")


def _elementary() -> list[Claim]:
    return claims(ELEMENTARY)


def _difference(claim: Claim) -> Any:
    """The difference of both sides as SymPy has it; None where it has no form for them."""
    try:
        left, right = (symbolic.to_sympy(side) for side in claim.reading.sides)
    except symbolic.NoSymbolicFormError:
        return None
    return left - right


def _simplified(difference: Any) -> float:
    """Seconds that SymPy takes to simplify what should be zero."""
    import sympy

    return spent(lambda: sympy.simplify(difference))


if __name__ == "__main__":
    main()
