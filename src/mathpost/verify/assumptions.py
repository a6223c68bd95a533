"""What a claim about random variables may rest on without saying it: independence, means of zero.

An equation that fails in general and holds under such an assumption is no error: a post states it in words, or relies on
its reader.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from mathpost.maths.randomness import conditioned, has_copies
from mathpost.maths.term import Term
from mathpost.verify.evaluate import Fuel
from mathpost.verify.methods.finite_models import examine, never
from mathpost.verify.models import Plan


class Assumption(NamedTuple):
    """What may be meant without being said: independence, one law for all variables of a letter, means of zero."""

    words: str
    independent: bool = False
    identical: bool = False
    centred: bool = False


ASSUMPTIONS = (
    Assumption("the variables are independent", independent=True),
    Assumption("the means are zero", centred=True),
    Assumption("the variables are independent with means of zero", independent=True, centred=True),
    Assumption("the variables are identically distributed", identical=True),
    Assumption("the variables are independent and identically distributed", independent=True, identical=True),
    Assumption(
        "the variables are independent and identically distributed with means of zero", True, True, True
    ),
)


def assumption(left: Term, right: Term, sign: str, plan: Plan, fuel: Fuel) -> Assumption | None:
    """The assumption under which ``left sign right`` holds after all; None if there is none."""
    dependent = conditioned((left, right), plan.random)
    alike = has_copies(plan.random)
    for each in ASSUMPTIONS:
        if (each.independent and dependent) or (each.identical and not alike):
            continue
        assumed = replace(plan, independent=each.independent, centred=each.centred, identical=each.identical)
        finding = examine(left, right, sign, assumed, refuting=never, fuel=fuel)
        if finding.kind not in ("apart", "coincident"):
            return each
    return None


__all__ = ["Assumption", "assumption"]
