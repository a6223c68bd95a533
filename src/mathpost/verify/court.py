"""Hears every claim: readings and context first, then the methods in order of their cost. The only place that refutes.

A claim agrees if one reading of its notation agrees; it is refuted only if every reading fails, with all definitions in
force, by a proven gap in at least three models of every domain tried, and if nothing in the post objects.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from mathpost.document.document import Document
from mathpost.maths import antiderivatives, sorts
from mathpost.maths.assumptions import states
from mathpost.maths.context import Context, context
from mathpost.maths.elaborate import Conventions, second_readings
from mathpost.maths.handbook import BOOK, LETTERS
from mathpost.maths.notation import UnreadError
from mathpost.maths.randomness import bounded_by_the_law, speaks_of_chance
from mathpost.maths.step import Step
from mathpost.maths.term import Apply, Term, size, subterms
from mathpost.verify import (
    chance,
    doubts,
    expansions,
    fitting,
    numbers,
    objections,
    power,
    provisos,
    suggestions,
)
from mathpost.verify.constraints import Surroundings, saving
from mathpost.verify.fuel import Fuel
from mathpost.verify.hearing import (
    EQUALITIES,
    ORDERS,
    Hearing,
    Reading,
    differentiates,
    estimated,
    has_decimals,
    hidden_dependence,
    in_finite_worlds,
    in_time,
)
from mathpost.verify.methods import matrix_words
from mathpost.verify.methods.finite_models import ENOUGH, Asked, Finding, examine, never
from mathpost.verify.methods.inequalities import challenged
from mathpost.verify.models import Plan
from mathpost.verify.planning import customary, elsewhere, plan, positive
from mathpost.verify.readings import PARAMETERS, Readings, believable, consistent
from mathpost.verify.reservations import Reservation, left_open, reservation
from mathpost.verify.verdict import Agrees, Proved, Refuted, Unchecked, Verdict

if TYPE_CHECKING:
    from mathpost.verify import symbolic

SYMBOLIC_SECONDS = 2.0  # processor time a claim may take in the algebra system
APPEALS = 6  # claims of one post that are taken there, first come first served
BOOK_FUEL = 400_000  # for all readings by handbooks of one claim: quadratures of special functions
VARIANTS = 5  # conventions in which books differ that are tried for one claim
MANY = 5_000  # terms in a side beyond which nothing is tried
# open notations of which the first reading may have no value where the second has one
WITHOUT_VALUE = frozenset(["density", "magnitude", PARAMETERS])
DOMAINS = {"real": "", "positive": "for positive values", "unit": "for values between 0 and 1"}


def judge(
    document: Document, steps: Sequence[Step], only: Collection[int] | None = None
) -> tuple[Verdict | None, ...]:
    """A verdict for every claim of `steps`, None for the others; of the claims numbered in `only` where it is given."""
    around = context(document, steps)
    court = _Court(steps, around)
    asked = range(len(steps)) if only is None else only
    hearings = [court.heard(k) if s.role == "claim" and k in asked else None for k, s in enumerate(steps)]
    hearings = _appealed(hearings, steps, around)
    surroundings = Surroundings(document, steps, around, hearings)
    return tuple(None if h is None else _settled(k, h, surroundings) for k, h in enumerate(hearings))


class _Court:
    """The claims of one post and what is in force around them; in `earnest`, what they leave open spares no work."""

    def __init__(self, steps: Sequence[Step], around: Context, *, earnest: bool = False) -> None:
        self.steps = steps
        self.earnest = earnest
        self.context = around
        self.readings = Readings(steps, around)
        self.fuel = Fuel()
        self.goals = expansions.known(steps)

    # --- readings ---------------------------------------------------------------------------------------

    def heard(self, number: int) -> Hearing:
        """`hear`, with a fault of our own kept to its claim: one bad formula never stops the others."""
        self.fuel = Fuel()
        try:
            hearing = self.hear(number)
            if isinstance(hearing.verdict, Proved | Agrees):
                return hearing
            confirmed = self.by_the_book(number) or self.at_the_end_of_chains(number)
            return confirmed or self.unless_in_a_book(number, hearing)
        except Exception as error:
            return Hearing(_broken(error, self.steps[number]))

    def hear(self, number: int) -> Hearing:
        step = self.steps[number]
        if step.sign not in EQUALITIES | ORDERS | {"≈", "∝"}:
            return Hearing(Unchecked("unread", step.relation, step.relation_span))
        try:
            first, ambiguities = self.readings.literal(number, self.context.conventions)
        except UnreadError as error:
            return Hearing(_unread(error))
        except RecursionError:
            return Hearing(Unchecked("limit", "nesting", step.span))
        hearing = self.try_reading(number, first)
        if isinstance(hearing.verdict, Unchecked):
            return self.agreeing(number, ambiguities) or hearing
        if hearing.verdict is not None:
            return hearing
        return self.try_others(number, first, ambiguities, hearing)

    def agreeing(self, number: int, ambiguities: frozenset[str]) -> Hearing | None:
        """A second reading that agrees, where the first one has no value."""
        for conventions in second_readings(self.context.conventions, ambiguities & WITHOUT_VALUE):
            try:
                hearing = self.try_reading(number, self.readings.literal(number, conventions)[0])
            except (UnreadError, RecursionError):
                continue
            if isinstance(hearing.verdict, Proved | Agrees):
                return hearing
        return None

    def try_others(
        self, number: int, first: Reading, ambiguities: frozenset[str], hearing: Hearing
    ) -> Hearing:
        """The second readings of an open notation: one that agrees is enough, all must fail to refute."""
        for conventions in self.readings.others(first, ambiguities):
            try:
                reading, _ = self.readings.literal(number, conventions)
            except (UnreadError, RecursionError):
                if LETTERS in conventions.choices:
                    continue  # what a post calls by its name has no meaning as a letter
                return self.spared(hearing, "notation with two readings")
            if not consistent(reading):
                continue
            other = self.try_reading(number, reading)
            if isinstance(other.verdict, Proved | Agrees) and believable(first, reading):
                return other
            if isinstance(other.verdict, Proved | Agrees):
                return self.spared(hearing, "notation with two readings")
            if isinstance(other.verdict, Unchecked) and other.verdict.reason == "sorts":
                continue  # what does not fit together is not meant
            if other.verdict is None and not consistent(first):
                hearing, first = other, reading
            if other.verdict is not None or other.finding is None or other.finding.kind != "apart":
                return self.spared(hearing, "notation with two readings")
        return hearing

    def by_the_book(self, number: int) -> Hearing | None:
        """The claim with its letters read as in handbooks, if that confirms it; such a reading never refutes."""
        if not self.context.spoken:
            return None
        self.fuel = Fuel(BOOK_FUEL)
        usual = self.context.conventions
        book = replace(usual, choices=usual.choices | {BOOK})
        if self.steps[number].sign not in EQUALITIES | ORDERS or not self.reads_otherwise(number, book):
            return None
        tried = self.sides(number, usual)
        for each in (book, *self.others(number, book)):
            try:
                reading, _ = self.readings.literal(number, each)
            except (UnreadError, RecursionError):
                continue
            if reading.sides == tried and PARAMETERS not in each.choices:
                continue
            for informed in (reading, *self.readings.informed(number, reading)):
                hearing = self.weigh(number, informed)
                if isinstance(hearing.verdict, Proved | Agrees):
                    return hearing
        return None

    def at_the_end_of_chains(self, number: int) -> Hearing | None:
        """The claim with what the post makes of its definitions, if that confirms it; such a reading never refutes."""
        self.fuel = Fuel()
        try:
            reading, _ = self.readings.literal(number, self.context.conventions)
        except (UnreadError, RecursionError):
            return None
        for developed in self.readings.developed(number, reading):
            hearing = self.weigh(number, developed)
            if isinstance(hearing.verdict, Proved | Agrees):
                return hearing
        return None

    def unless_in_a_book(self, number: int, hearing: Hearing) -> Hearing:
        """`hearing`; a claim that fails is not refuted by letters that handbooks read otherwise in such a post."""
        if hearing.verdict is not None or not self.context.spoken:
            return hearing
        usual = self.context.conventions
        book = replace(usual, choices=usual.choices | {BOOK})
        letters = self.sides(number, usual)
        if letters is not None and letters == self.sides(number, book):
            return hearing
        return self.spared(hearing, "letters that handbooks read otherwise")

    def reads_otherwise(self, number: int, book: Conventions) -> bool:
        """Whether a handbook knows a letter of the claim, or books differ in one that the post names."""
        sides = self.sides(number, book)
        return bool(book.named) or sides is None or sides != self.sides(number, self.context.conventions)

    def sides(self, number: int, conventions: Conventions) -> tuple[Term, Term] | None:
        """The sides of a claim under `conventions`, None where they have no meaning."""
        try:
            return self.readings.literal(number, conventions)[0].sides
        except (UnreadError, RecursionError):
            return None

    def others(self, number: int, book: Conventions) -> list[Conventions]:
        try:
            return second_readings(book, self.readings.literal(number, book)[1], VARIANTS)
        except (UnreadError, RecursionError):
            return []

    def spared(self, hearing: Hearing, why: str) -> Hearing:
        """`hearing` with a doubt, if the claim fails."""
        if hearing.finding is None or hearing.finding.kind != "apart":
            return hearing
        return hearing._replace(doubt=why)

    # --- methods ----------------------------------------------------------------------------------------

    def try_reading(self, number: int, reading: Reading) -> Hearing:
        """The reading as it stands, then with definitions, then given an equation; agreement ends the search."""
        best = self.weigh(number, reading)
        if best.verdict is not None and not isinstance(best.verdict, Unchecked):
            return best
        for informed in self.readings.informed(number, reading):
            hearing = self.weigh(number, informed)
            if isinstance(hearing.verdict, Proved | Agrees):
                return hearing
            if hearing.verdict is None and best.verdict is None:
                best = hearing._replace(plain=best.plain or best)
            elif hearing.finding is not None or best.finding is None:
                best = hearing
        return self.try_given(number, reading, best)

    def try_given(self, number: int, reading: Reading, best: Hearing) -> Hearing:
        """What differs may follow from an equation; what follows from the statement before is compared given it."""
        if best.finding is None or best.finding.kind not in ("apart", "domain"):
            return best
        for given in self.readings.given(number, reading):
            hearing = self.weigh(number, given)
            if isinstance(hearing.verdict, Proved | Agrees):
                return hearing
            if hearing.verdict is None and given.closed and not (best.reading and best.reading.closed):
                best = hearing if best.verdict is not None else hearing._replace(plain=best.plain or best)
        return best

    def weigh(self, number: int, reading: Reading) -> Hearing:
        """Structure, models, normal form, for one reading."""
        step = self.steps[number]
        reading = in_time(in_finite_worlds(reading))
        if any(size(t) > MANY for t in reading.sides):
            return Hearing(Unchecked("limit", "size of the formula", step.span), None, reading)
        if reading.left == reading.right and step.sign in EQUALITIES | {"<=", ">=", "≈"}:
            return Hearing(Proved("identity", reading.source), None, reading)
        variable = antiderivatives.variable_of(*reading.sides)
        if variable is not None:
            left, right = (antiderivatives.differentiated(side, variable) for side in reading.sides)
            if antiderivatives.variable_of(left, right) is not None:
                return Hearing(Unchecked("unread", r"\int without bounds", step.span), None, reading)
            return self.weigh(number, reading._replace(left=left, right=right))
        if expansions.concerns(step, reading):
            return expansions.weigh(step, reading, self.context, self.goals, self.fuel)
        if not reading.free and not any(map(speaks_of_chance, reading.sides)):
            return _proved_numbers(step, numbers.weigh(step, reading))
        if step.sign == "≈":
            return self.weigh_approximation(number, reading)
        if fitting.concerns(reading):
            return fitting.weigh(step, reading, self.context, lambda r: self.weigh_in_models(number, r))
        return self.weigh_in_models(number, reading)

    def weigh_in_models(self, number: int, reading: Reading) -> Hearing:
        step = self.steps[number]
        sign = _asked_sign(step)
        models = plan(reading, sign, self.context, step.span.start)

        @cache
        def refuting() -> bool:
            open_ = None if self.earnest else left_open(step, reading)
            return open_ is None and objections.inherent(step, reading, self.context) is None

        finding = self.in_models(reading, sign, models, refuting)
        if differentiates(reading):
            finding, hidden = self.in_secret(reading, sign, models, finding, refuting)
            if hidden:
                verdict = Unchecked("context", "dependence of " + hidden, step.span)
                return Hearing(verdict, finding, reading)
        freed = elsewhere(models, self.context, step.span.start) if finding.kind == "apart" else None
        if freed is not None and refuting():
            wider = examine(*reading.sides, sign, freed, fuel=self.fuel)
            finding = finding if wider.kind == "apart" else wider
        if finding.kind == "apart":
            finding, models, reading = self.normalised(number, reading, sign, models, finding)
        if finding.kind == "apart" and refuting():
            missing = provisos.proviso(step, reading, sign, models, self.context, self.fuel)
            if missing is not None:
                return Hearing(Unchecked("context", missing, step.span), finding, reading)
        if finding.kind == "apart" and models.random.variables:
            supposed = chance.supposed(step, reading, sign, models, finding, self.context, self.fuel)
            if supposed is not None:
                return supposed
        if finding.kind == "apart" and has_decimals(reading) and sign == "=":
            rounded = examine(*reading.sides, sign, models, rounding=True, fuel=self.fuel)
            if rounded.kind != "apart":
                finding = rounded._replace(exact=False)
        if sign in ORDERS:
            finding = challenged(*reading.sides, sign, models, finding, refuting=refuting)
        return self.found(number, reading, finding, models)

    def in_models(self, reading: Reading, sign: str, models: Plan, refuting: Asked) -> Finding:
        """What the models show; where none meets the conditions of the post, what holds without them holds."""
        finding = examine(*reading.sides, sign, models, refuting=refuting, fuel=self.fuel)
        if finding.kind == "undefined" and not finding.culprit and models.conditions:
            free = replace(models, conditions=())
            freed = examine(*reading.sides, sign, free, refuting=never, fuel=self.fuel)
            return freed if freed.kind == "together" else finding
        return finding

    def in_secret(
        self, reading: Reading, sign: str, models: Plan, finding: Finding, refuting: Asked
    ) -> tuple[Finding, str]:
        """The finding where symbols may depend on the variable of a derivative in secret, and what must for it to hold."""
        hidden = hidden_dependence(reading)
        if finding.kind not in ("apart", "coincident") and not (finding.kind == "together" and hidden):
            return finding, ""
        secretly = replace(models, dependent=True)
        if finding.kind == "together":
            dependent = examine(*reading.sides, sign, secretly, fuel=self.fuel)
            return (dependent, "") if dependent.kind == "together" else (finding, hidden)
        dependent = examine(*reading.sides, sign, secretly, refuting=refuting, fuel=self.fuel)
        return finding if dependent.kind in ("apart", "coincident") else dependent, ""

    def normalised(
        self, number: int, reading: Reading, sign: str, models: Plan, finding: Finding
    ) -> tuple[Finding, Plan, Reading]:
        """The finding in models where what the post calls normalised adds up to 1."""
        known = self.context.normalised
        said = {n for n in sorts.families(reading.sides) if n in known and number not in known[n]}
        if not said:
            return finding, models, reading
        models = replace(models, normalised=frozenset(said))
        found = examine(*reading.sides, sign, models, fuel=self.fuel)
        if found.kind not in ("apart", "together"):
            return finding, models, reading
        return found, models, reading._replace(given=f"that {', '.join(sorted(said))} adds up to 1")

    def agreed(self, step: Step, reading: Reading, finding: Finding, models: Plan) -> Hearing:
        """What agrees in its models is confirmed if they could have told it from what is false."""
        lacking = power.powerless(reading, finding)
        if lacking is not None:
            return Hearing(Unchecked("context", lacking, step.span), finding, reading)
        fails = power.near_zero(reading, finding, _asked_sign(step), models, self.fuel)
        if fails is not None:
            return Hearing(Unchecked("domain", fails, step.span), finding, reading)
        return Hearing(_confirmed(step, reading, finding, models), finding, reading)

    def found(self, number: int, reading: Reading, finding: Finding, models: Plan) -> Hearing:
        step = self.steps[number]
        if step.sign in ORDERS and finding.kind in ("apart", "coincident", "domain", "sometimes"):
            agreed = self.under_conditions(number, reading, models)
            if agreed is not None:
                return agreed
        match finding.kind:
            case "together" if step.sign in ORDERS and bounded_by_the_law(*reading.sides):
                return Hearing(
                    Unchecked("context", "a bound that rests on the law", step.span), finding, reading
                )
            case "together":
                return self.agreed(step, reading, finding, models)
            case "apart":
                return Hearing(None, finding, reading)
            case "coincident":
                detail = f"fails where {' = '.join(models.indices)}"
                return Hearing(Unchecked("domain", detail, step.span), finding, reading)
            case "domain":
                agreed = self.as_customary(number, reading, models, finding)
                if agreed is not None:
                    return agreed
                where = {"positive": "holds for positive values", "unit": "holds between 0 and 1"}[
                    finding.level
                ]
                shown = (
                    f"{where}, fails at {finding.counterexample.assignment}"
                    if finding.counterexample
                    else where
                )
                return Hearing(Unchecked("domain", shown, step.span), finding, reading)
            case "sometimes":
                where = finding.counterexample.assignment if finding.counterexample else "some points"
                return Hearing(Unchecked("domain", f"fails at {where}", step.span), finding, reading)
            case "undefined":
                return Hearing(
                    Unchecked("domain", finding.culprit or "undefined", step.span), finding, reading
                )
            case "no value":
                return Hearing(numbers.without_value(step, finding), finding, reading)
            case "sorts":
                return Hearing(Unchecked("sorts", finding.culprit, step.span), finding, reading)
            case _:
                return Hearing(
                    Unchecked("limit", finding.culprit or "precision", step.span), finding, reading
                )

    def under_conditions(self, number: int, reading: Reading, models: Plan) -> Hearing | None:
        """A bound that holds under conditions that other parts of the post state, if that confirms it."""
        step = self.steps[number]
        wider = plan(reading, step.sign, self.context, step.span.start, far=True)
        others = tuple(c for c in wider.conditions if not states(c, reading.sides))
        if others == models.conditions:
            return None
        conditioned = replace(models, conditions=others)
        custom = customary(conditioned, reading, self.context)
        for each in (conditioned, custom) if custom is not None else (conditioned,):
            finding = examine(*reading.sides, step.sign, each, refuting=never, fuel=Fuel())
            finding = challenged(*reading.sides, step.sign, each, finding, refuting=never)
            if finding.kind == "together":
                verdict = _confirmed(step, reading, finding, each)
                detail = "; ".join(d for d in (verdict.detail, "under the conditions of the post") if d)
                return Hearing(verdict._replace(detail=detail), finding, reading)
        return None

    def as_customary(self, number: int, reading: Reading, models: Plan, finding: Finding) -> Hearing | None:
        """What holds for positive values only, if those are of symbols that are taken for positive anyway."""
        step = self.steps[number]
        bound = finding if step.sign in ORDERS else None
        custom = customary(models, reading, self.context, bound)
        if custom is None or step.sign not in EQUALITIES | ORDERS:
            return None
        sign = "=" if bound is None else step.sign
        finding = examine(*reading.sides, sign, custom, refuting=never, fuel=self.fuel)
        if bound is not None:
            finding = challenged(*reading.sides, sign, custom, finding, refuting=never)
        if finding.kind != "together" or finding.level != "real":
            return None
        names = ", ".join(sorted(frozenset(custom.domains) - frozenset(models.domains)))
        verdict = _confirmed(step, reading, finding, custom)
        detail = "; ".join(d for d in (verdict.detail, f"for positive {names}") if d)
        return Hearing(verdict._replace(detail=detail), finding, reading)

    def weigh_approximation(self, number: int, reading: Reading) -> Hearing:
        """``≈`` between symbols speaks of orders of magnitude; only an exact equality is confirmed here."""
        step = self.steps[number]
        models = plan(reading, "=", self.context, step.span.start)
        finding = examine(reading.left, reading.right, "=", models, refuting=never, fuel=self.fuel)
        if finding.kind == "together":
            return self.found(number, reading, finding, models)
        return chance.sampled(step, reading, self.context, self.fuel) or expansions.weigh(
            step, reading, self.context, self.goals, self.fuel
        )


def _asked_sign(step: Step) -> str:
    """The relation that models are asked for: a proportion was made an equation, an approximation holds exactly or not."""
    return "=" if step.sign in EQUALITIES | {"∝", "≈"} else step.sign


def _confirmed(step: Step, reading: Reading, finding: Finding, models: Plan) -> Proved | Agrees:
    """What agrees is then proved if the normal form can."""
    detail = reading.source
    if step.sign in EQUALITIES and not has_decimals(reading):
        from mathpost.verify.methods.normal_form import prove_equal

        proof = prove_equal(reading.left, reading.right, positive=lambda t: positive(t, models))
        if proof is not None:
            conditions = [c for c in (detail, proof.condition) if c]
            return Proved(proof.method, "; ".join(conditions) or None)
        if reading.shapes and matrix_words.proved(reading, models.structures):
            return Proved("matrix words", detail)
    method = "exact models" if finding.exact else "finite models"
    method = estimated(reading) or method
    if step.sign in ORDERS:
        method = "adversarial search"
    domain = DOMAINS[finding.level]
    return Agrees(finding.models, method, "; ".join(d for d in (detail, domain) if d) or None)


def _proved_numbers(step: Step, hearing: Hearing) -> Hearing:
    """Numbers whose balls overlap, proved equal if the normal form can."""
    reading, finding = hearing.reading, hearing.finding
    if reading is None or finding is None or finding.kind != "together" or step.sign not in EQUALITIES:
        return hearing
    if isinstance(hearing.verdict, Agrees) and not has_decimals(reading):
        verdict = _confirmed(step, reading, finding, Plan({}, (), (), reading.seed))
        return hearing._replace(verdict=verdict if isinstance(verdict, Proved) else hearing.verdict)
    return hearing


def _unread(error: UnreadError) -> Unchecked:
    if error.reason == "not-mathematics":
        return Unchecked("not-mathematics", error.culprit, error.span)
    return Unchecked("unread", error.culprit, error.span)


# --- the algebra system -----------------------------------------------------------------------------------


def _appealed(
    hearings: Sequence[Hearing | None], steps: Sequence[Step], around: Context
) -> list[Hearing | None]:
    """What has no value in a finite model, before the computer algebra system; it only ever proves."""
    heard = list(hearings)
    pleas = {
        k: h.reading
        for k, h in enumerate(heard)
        if h is not None and h.reading is not None and _may_appeal(steps[k], h)
    }
    places = list(pleas)[:APPEALS]
    if not places:
        return heard
    from mathpost.verify import symbolic

    asked = [symbolic.Claim(*pleas[k].sides, _assumptions(pleas[k], around)) for k in places]
    for k, answer in zip(places, symbolic.prove_all(asked, seconds_cpu=SYMBOLIC_SECONDS), strict=True):
        if answer is True:
            heard[k] = Hearing(Proved("SymPy", pleas[k].source), None, pleas[k])
    return heard


def _may_appeal(step: Step, hearing: Hearing) -> bool:
    """A limit or an endless sum of scalars; unknown functions and families are beyond the algebra system."""
    if hearing.reading is None or hearing.finding is None or step.sign not in EQUALITIES:
        return False
    if hearing.finding.kind != "no value" or hearing.finding.culprit not in ("limit", "infinity"):
        return False
    terms = (t for side in hearing.reading.sides for t in subterms(side))
    return not any(isinstance(t, Apply) and t.operator in ("call", "index") for t in terms)


def _assumptions(reading: Reading, around: Context) -> symbolic.Assumptions:
    from mathpost.verify import symbolic

    models = plan(reading, "=", around)
    low = {n for n, d in models.domains.items() if d.low is not None and d.low >= 0}
    return symbolic.Assumptions(frozenset(low), frozenset((*models.sizes, *models.indices)))


# --- the verdict ------------------------------------------------------------------------------------------


def _settled(number: int, hearing: Hearing, around: Surroundings) -> Verdict:
    """`_sentence`, with a fault of our own kept to its claim."""
    try:
        return _sentence(number, hearing, around)
    except Exception as error:
        return _broken(error, around.steps[number])


def _broken(error: Exception, step: Step) -> Unchecked:
    return Unchecked("limit", f"internal error, please report: {type(error).__name__}", step.span)


def _sentence(number: int, hearing: Hearing, around: Surroundings) -> Verdict:
    """The verdict: a claim that fails is refuted only if nothing in the post could make it true."""
    if hearing.verdict is not None:
        return hearing.verdict
    if hearing.plain is not None:
        plain = _sentence(number, hearing.plain, around)
        if isinstance(plain, Refuted):
            return plain
    step, reading, finding = around.steps[number], hearing.reading, hearing.finding
    assert reading is not None and finding is not None
    objection = objections.objection(number, reading, finding, around)
    if objection is not None:
        return Unchecked("context", objection, step.span)
    reserved = reservation(step, reading, around.context)
    if reserved is not None:
        return _in_earnest(number, hearing, reserved, around)
    if finding.models < ENOUGH:
        return Unchecked("context", "too few models", step.span)
    doubt = hearing.doubt or doubts.doubt(number, reading, around)
    meant = suggestions.suggestion(number, hearing, around)
    if doubt and (meant is None or not meant.telling or saving(number, reading, around) is not None):
        return Unchecked("context", doubt, step.span)
    return _refuted(step, reading, finding, meant)


def _in_earnest(number: int, hearing: Hearing, reserved: Reservation, around: Surroundings) -> Verdict:
    """The verdict on a claim that leaves something open: it fails if a neighbour outweighs that and it is heard again."""
    step = around.steps[number]
    unchecked = Unchecked("context", reserved.words, step.span)
    if not reserved.slips:
        return unchecked
    meant = suggestions.suggestion(number, hearing, around, reserved)
    if hearing.doubt or meant is None or not meant.telling:
        return unchecked
    again = _Court(around.steps, around.context, earnest=True).heard(number)
    if again.verdict is not None or again.doubt or again.reading is None or again.finding is None:
        return unchecked
    failed = again.finding.counterexample is not None and again.finding.models >= ENOUGH
    objection = objections.objection(number, again.reading, again.finding, around)
    if not failed or objection is not None or saving(number, again.reading, around) is not None:
        return unchecked
    return _refuted(step, again.reading, again.finding, meant)


def _refuted(step: Step, reading: Reading, finding: Finding, meant: suggestions.Suggestion | None) -> Verdict:
    shown = finding.counterexample
    assert shown is not None
    latex = (meant.latex or None) if meant is not None else suggestions.factor(step, reading, finding)
    return Refuted(shown.assignment or "as numbers", shown.left, shown.right, finding.method, latex)
