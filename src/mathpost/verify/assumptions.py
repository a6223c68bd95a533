"""What a claim about random variables may rest on without saying it: independence, means of zero.

An equation that fails in general and holds under such an assumption is no error: a post states it in words, or relies on
its reader.
"""

from __future__ import annotations

from dataclasses import replace

from mathpost.maths.term import Term
from mathpost.verify.evaluate import Fuel
from mathpost.verify.methods.finite_models import examine
from mathpost.verify.models import Plan

# what is assumed, in words: independence, means of zero
ASSUMPTIONS = (
    ("the variables are independent", True, False),
    ("the means are zero", False, True),
    ("the variables are independent with means of zero", True, True),
)


def assumption(left: Term, right: Term, sign: str, plan: Plan, fuel: Fuel) -> str | None:
    """The assumption under which ``left sign right`` holds after all, in words; None if there is none."""
    for words, independent, centred in ASSUMPTIONS:
        assumed = replace(plan, independent=independent, centred=centred)
        finding = examine(left, right, sign, assumed, refuting=False, fuel=fuel)
        if finding.kind not in ("apart", "coincident"):
            return words
    return None


__all__ = ["assumption"]
