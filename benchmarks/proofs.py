"""How many steps a second the normal form decides: the laws and slips of its tests, in processor time.

Run: python benchmarks/proofs.py [rounds]
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from test_normal_form import (  # type: ignore[import-not-found]
    CONDITIONAL_LAWS,
    LAWS,
    POSITIVE_LAWS,
    SLIPS,
    all_positive,
    nothing_positive,
    prove,
)


def steps() -> list[tuple[str, object, object, object]]:
    """Kind, left, right, and what is positive."""
    named = [
        ("laws", LAWS, nothing_positive),
        ("laws of positive symbols", POSITIVE_LAWS, all_positive),
        ("laws with a condition", [(left, right) for left, right, _ in CONDITIONAL_LAWS], nothing_positive),
        ("slips", SLIPS, nothing_positive),
    ]
    return [(kind, left, right, positive) for kind, pairs, positive in named for left, right in pairs]


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    prove(*LAWS[0])  # the library is loaded once
    spent: dict[str, list[float]] = {}
    proved: dict[str, int] = {}
    for round_number in range(rounds):
        for kind, left, right, positive in steps():
            began = time.process_time()
            found = prove(left, right, positive)
            spent.setdefault(kind, []).append(time.process_time() - began)
            if round_number == 0:
                proved[kind] = proved.get(kind, 0) + (found is not None)
    spent["all"] = [t for several in spent.values() for t in several]
    for kind, times in spent.items():
        count = f"{proved[kind]}/{len(times) // rounds} proved" if kind in proved else ""
        median, mean = 1e3 * statistics.median(times), 1e3 * statistics.fmean(times)
        rate = len(times) / sum(times)
        sys.stdout.write(
            f"{kind:26} {count:15} median {median:6.3f} ms  mean {mean:6.3f} ms  {rate:6.0f} steps/s\n"
        )


if __name__ == "__main__":
    main()
