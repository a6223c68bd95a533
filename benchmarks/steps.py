"""How many scalar steps a second are judged, proofs included, and how long SymPy's `simplify` takes for the same steps.

The steps are the laws and slips of the elementary operators, and the claims of posts that speak of no arrays, read before
the clock starts and judged in terms of which nothing is remembered; processor time, one core.

Run: python benchmarks/steps.py [rounds [post ...]]
"""

from __future__ import annotations

import sys
from pathlib import Path

from laws import Claim, claims, report, scalars_of, spent

from mathpost.verify import symbolic

ELEMENTARY = frozenset(
    "add multiply negate divide power sqrt exp log sin cos tan cot sec csc sinh cosh tanh coth arctan sigmoid tanh abs "
    "maximum minimum factorial binomial sum product derivative".split()
)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    found = claims(ELEMENTARY)
    for claim in found:
        claim.judged()  # libraries and caches are warm
    report("judged", [spent(claim.anew().judged) for _ in range(rounds) for claim in found])
    posts = [claim for post in sys.argv[2:] for claim in scalars_of(Path(post))]
    if posts:
        report("judged, of posts", [spent(claim.anew().judged) for _ in range(rounds) for claim in posts])
    theirs, ours = _simplified(found)
    report("simplify", theirs)
    report("judged, of these", ours)
    sys.stdout.write(f"simplify takes {sum(theirs) / sum(ours):.0f} times as long in total\n")


def _simplified(found: list[Claim]) -> tuple[list[float], list[float]]:
    """Times of `simplify` for the steps that SymPy has a form for, and ours for the same."""
    import sympy

    theirs: list[float] = []
    ours: list[float] = []
    for claim in found:
        try:
            left, right = (symbolic.to_sympy(side) for side in claim.reading.sides)
        except symbolic.NoSymbolicFormError:
            continue
        theirs.append(spent(lambda left=left, right=right: sympy.simplify(left - right)))  # type: ignore[misc]
        ours.append(spent(claim.anew().judged))
    return theirs, ours


if __name__ == "__main__":
    main()
