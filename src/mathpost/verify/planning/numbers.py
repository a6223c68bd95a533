"""Claims without free symbols: exact arithmetic first, then what the printed decimals may stand for."""

from __future__ import annotations

from mathpost.maths.notation.step import Step, is_root
from mathpost.verify.interpretation.reading import (
    EQUALITIES,
    ORDERS,
    Reading,
    Result,
    estimated,
    has_decimals,
)
from mathpost.verify.interpretation.verdict import Agrees, Proved, Reason, Unchecked
from mathpost.verify.methods import finite_models, rounding
from mathpost.verify.methods.finite_models import Finding
from mathpost.verify.methods.rounding import Origin
from mathpost.verify.models.model import Plan

MET = "both sides are the same number after substitution"


def weigh(step: Step, reading: Reading, *, origin: Origin) -> Result:
    """What arithmetic says of `reading`; no verdict where the numbers differ beyond all rounding.

    `origin`: where the numbers on the left come from.
    """
    sign = "=" if step.sign in EQUALITIES | {"≈"} else step.sign
    finding = finite_models.number(reading.left, reading.right, sign, _plan(reading))
    if finding.kind == "together" and step.sign in ORDERS and _meets(reading):
        return Result(Unchecked("context", MET, step.span, id="met-bound"), None, reading)
    if finding.kind == "together" and step.sign != "≈":
        if finding.exact:
            return Result(Proved("exact arithmetic", reading.source), finding, reading)
        method = estimated(reading) or "interval arithmetic"
        return Result(Agrees(1, method, reading.source), finding, reading)
    if finding.kind in ("no value", "undefined", "limit", "wide", "sorts"):
        return Result(undecided(step, finding), finding, reading)
    exact = is_root(step) and not has_decimals(reading)
    agreement = "differs" if exact else _compared(step, reading, origin)
    if agreement == "agrees" and sign == "=":
        return Result(Agrees(1, "rounding", reading.source), finding, reading)
    if agreement != "differs":
        return Result(
            Unchecked("context", "may be a rough approximation", step.span, id="rough-decimals"),
            finding,
            reading,
        )
    if _other_base(step, reading, origin):
        return Result(
            Unchecked(
                "context", "the base of the logarithm is not stated", step.span, id="base-of-the-logarithm"
            ),
            finding,
            reading,
        )
    return Result(None, finding._replace(kind="apart", models=finite_models.ENOUGH), reading)


def _meets(reading: Reading) -> bool:
    """Whether values that were put in are those at which a bound is met: its reverse would hold there, too."""
    put_in = bool(reading.used or reading.given)
    return put_in and finite_models.number(*reading.sides, "=", _plan(reading)).kind == "together"


def _plan(reading: Reading) -> Plan:
    return Plan({}, (), (), reading.seed, draws=1)


def _compared(step: Step, reading: Reading, origin: Origin) -> rounding.Agreement:
    return rounding.compared(*reading.sides, _plan(reading), approximate=step.sign == "≈", origin=origin)


def _other_base(step: Step, reading: Reading, origin: Origin) -> bool:
    """Whether logarithms to base 2 or 10 would make the numbers right."""
    if not any(map(rounding.has_logarithm, reading.sides)):
        return False
    left, right = reading.sides
    others = (
        reading._replace(left=rounding.with_base(left, b), right=rounding.with_base(right, b))
        for b in (2, 10)
    )
    return any(_compared(step, other, origin) != "differs" for other in others)


def undecided(step: Step, finding: Finding) -> Unchecked:
    """The reason why numbers could not be compared."""
    if finding.kind == "no value":
        return without_value(step, finding)
    reasons: dict[str, Reason] = {"undefined": "domain", "sorts": "sorts"}
    return Unchecked(reasons.get(finding.kind, "limit"), finding.culprit or "undefined", step.span)


def without_value(step: Step, finding: Finding) -> Unchecked:
    """A construct that has no value in a finite model."""
    names = {"integral": r"\int", "limit": r"\lim", "infinity": r"\infty", "endless sum": r"\sum"}
    return Unchecked("unread", names.get(finding.culprit, finding.culprit), step.span)
