"""Claims about probabilities that fail as they stand: which assumptions they may have, and which of these the post
states.
"""

from __future__ import annotations

from mathpost.maths.chance.sample_means import in_the_mean
from mathpost.maths.facts.densities import heads
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Bind, free_variables, occurrences, subterms
from mathpost.maths.typing.integers import DENSITY
from mathpost.maths.typing.randomness import all_conditioned, conditions
from mathpost.verify.interpretation.reading import ORDERS, Reading, Result
from mathpost.verify.interpretation.verdict import Agrees
from mathpost.verify.methods.finite_models import Finding, accord, examine
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Plan
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons.reason import Raised
from mathpost.verify.reasons.registry import find, found
from mathpost.verify.reasons.vacuity import powerless
from mathpost.verify.weighing.assumptions import adds_dependence, assumption, constant, one_law, whole


def supposed(
    step: Step, reading: Reading, sign: str, models: Plan, finding: Finding, context: Context, fuel: Fuel
) -> Result | None:
    """The result for a claim that fails: it may hold for one law, for samples, or if the variables are as the post
    says.

    What it would have to assume without a word nearby is a doubt: a neighbour that holds without it withdraws it.
    """
    said = context.stated_nearby(step.span)
    if sign == "=":
        of_samples = _of_samples(step, reading, context, fuel) if "sampled" in said else None
        agreed = of_samples or _of_one_law(reading, models, fuel)
        if agreed is not None:
            return agreed
    assumed = assumption(*reading.sides, sign, models, context.known.subjects(kinds.CHANCE), fuel.aside, said)
    if assumed is None:
        name = constant(*reading.sides, sign, models, fuel)
        constant_ = None if name is None else found("perhaps-constant", name)
        return None if constant_ is None else Result(None, finding, reading, doubt=constant_.cause)
    void = assumed.independent and (
        conditions(reading.sides, models.chance.random) or adds_dependence(*reading.sides)
    )
    only_under_conditions = "conditionally" in said and not all_conditioned(reading.sides)
    if assumed.independent and (
        only_under_conditions or (void and "network" in context.known.subjects(kinds.CHANCE))
    ):
        agreed = _under_condition(step, reading, sign, models, context, fuel)
        unchecked = Raised(find("conditional-independence")).unchecked(step)
        return agreed or Result(unchecked, finding, reading)
    holds = found("assumed-of-variables", assumed.words)
    doubtful = Result(None, finding, reading, doubt=holds and holds.cause)
    if not assumed.said(said) or (assumed.independent and _of_others(reading, models, said)):
        return doubtful
    if assumed.identical and _runs_and_is_free(reading):
        return Result(holds.unchecked(step) if holds else None, finding, reading)
    assumed_ = examine(*reading.sides, sign, assumed.of(models), fuel=fuel.aside)
    if not _shows(reading, assumed_):
        return doubtful
    if sign not in ORDERS and assumed_.level == "real" and not void:
        return _agreeing(assumed_, reading, "as " + assumed.words)
    return Result(holds.unchecked(step) if holds else None, finding, reading)


def _under_condition(
    step: Step, reading: Reading, sign: str, models: Plan, context: Context, fuel: Fuel
) -> Result | None:
    """The claim if it agrees for variables that are independent under the condition that the words around it name."""
    random = models.chance.random
    names = {random.of(n) for n in random.variables}
    for given, letters in context.conditions_of_independence(step.span):
        name = next((n for n in names if n.lower() == given.lower()), None)
        if name is None or name in random.families or sign in ORDERS:
            continue
        others = {bare(n).lower() for n in names - {name}}
        spoken = {letter.lower() for letter in letters - {given}}
        if not (others <= spoken or (not spoken and len(others) == 1)):
            continue
        found = examine(*reading.sides, sign, models.but(given=name), fuel=fuel.aside)
        if found.level == "real" and _shows(reading, found):
            return _agreeing(found, reading, f"as the variables are independent given {name}")
    return None


def _of_others(reading: Reading, models: Plan, said: frozenset[str]) -> bool:
    """Whether words say no more than that samples are independent, and the claim compares laws of variables of several
    letters: ``p(x, z) = p(x) p(z)`` of i.i.d. data.
    """
    laws = (t for side in reading.sides for t in occurrences(side, DENSITY) if isinstance(t, Apply))
    joint = any(len(heads(law)) > 1 for law in laws)
    letters = {bare(models.chance.random.of(name)) for name in models.chance.random.variables}
    return joint and "apart" not in said and len(letters) > 1


def _runs_and_is_free(reading: Reading) -> bool:
    """Whether a sum on one side runs through an index that is free on the other.

    One law for all members makes ``\\frac1T \\sum_{t=1}^T E[x_t] = E[x_t]`` true, and the post may mean another member.
    """
    bound = {t.variable.name for side in reading.sides for t in subterms(side) if isinstance(t, Bind)}
    return any(bound & free_variables(side) for side in reading.sides)


def sampled(step: Step, reading: Reading, context: Context, fuel: Fuel) -> Result | None:
    """A mean over samples against the average that it comes near to, if they agree by the law of large numbers."""
    result = _of_samples(step, reading, context, fuel)
    return result if result is not None and result.verdict is not None else None


def _of_samples(step: Step, reading: Reading, context: Context, fuel: Fuel) -> Result | None:
    """The claim with its means over samples as averages, if it agrees so; what fails so fails doubtfully."""
    put = in_the_mean(*reading.sides)
    if put is None:
        return None
    changed = reading._replace(left=put[0], right=put[1])
    shown = examine(*put, "=", plan(changed, "=", context, step.span.start), fuel=fuel)
    if _shows(changed, shown):
        return _agreeing(shown, changed, "by the law of large numbers")
    raised = found("mean-over-samples")
    return Result(None, shown, changed, doubt=raised and raised.cause) if shown.kind == "apart" else None


def holds_as_stated(step: Step, reading: Reading, models: Plan, context: Context, fuel: Fuel) -> bool:
    """Whether an equation holds for variables that are all that the post says of them nearby, or for its samples."""
    said = context.stated_nearby(step.span) if models.chance.random.variables else frozenset()
    if "sampled" in said and sampled(step, reading, context, fuel) is not None:
        return True
    everything = whole(said, reading.right)
    if everything is None or (everything.independent and _of_others(reading, models, said)):
        return False
    found = accord(*reading.sides, "=", everything.of(models), fuel)
    return found.level == "real" and _shows(reading, found)


def _of_one_law(reading: Reading, models: Plan, fuel: Fuel) -> Result | None:
    put = one_law(*reading.sides)
    if put is None:
        return None
    found = accord(*put, "=", models, fuel)
    return _agreeing(found, reading, "for one law of each letter") if _shows(reading, found) else None


def _shows(reading: Reading, found: Finding) -> bool:
    """Whether the sides agree, and not because models tell nothing of them."""
    return found.kind == "together" and powerless(reading, found) is None


def _agreeing(found: Finding, reading: Reading, detail: str) -> Result:
    said = "; ".join(d for d in (reading.source, detail) if d)
    return Result(Agrees(found.models, "finite models", said), found, reading)
