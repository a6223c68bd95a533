"""Hears every claim: readings and context first, then the methods in order of their cost. The only place that refutes.

A claim agrees if one reading of its notation agrees; it is refuted only if every reading fails, with all definitions in
force, by a proven gap in at least three models of every domain tried, and if no formula of the post that could
constrain its symbols is left out of account.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from mathpost.document.document import Document
from mathpost.maths import claims, domains, sorts
from mathpost.maths.context import Context, bare, context, unfold
from mathpost.maths.cues import numeral_follows, speaks_of_another_base
from mathpost.maths.elaborate import Conventions, elaborate, second_readings
from mathpost.maths.notation import UnreadError, is_bold
from mathpost.maths.operators import registry
from mathpost.maths.step import Step
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.verify.evaluate import Fuel
from mathpost.verify.methods import finite_models, rounding
from mathpost.verify.methods.finite_models import Finding, examine
from mathpost.verify.models import Domain, Plan
from mathpost.verify.verdict import Agrees, Proved, Reason, Refuted, Unchecked, Verdict

if TYPE_CHECKING:
    from mathpost.verify import symbolic

EQUALITIES = frozenset(["=", "≡"])
ORDERS = frozenset(["<", ">", "<=", ">="])
PIECEWISE = frozenset(
    [
        "abs",
        "sign",
        "floor",
        "ceiling",
        "maximum",
        "minimum",
        "maximum_over",
        "minimum_over",
        "cases",
        "indicator",
        "relu",
        "sqrt",
        "root",
    ]
)
ORDER_DRAWS = 24
PIECEWISE_DRAWS = 12
SYMBOLIC_SECONDS = 2.0  # processor time a claim may take in the algebra system
APPEALS = 6  # claims of one post that are taken there, first come first served
NEARBY = 400  # characters within which a value given in the text is meant
MANY = 5_000  # terms in a side beyond which nothing is tried


class Reading(NamedTuple):
    """One way to read a claim: both sides as terms."""

    left: Term
    right: Term
    choices: frozenset[str]
    used: frozenset[int]


class Hearing(NamedTuple):
    """What the methods found for one claim, before context has its say."""

    verdict: Verdict | None
    finding: Finding | None
    reading: Reading | None


def judge(document: Document, steps: Sequence[Step]) -> tuple[Verdict | None, ...]:
    """A verdict for every claim of `steps`, None for the others."""
    surroundings = context(document, steps)
    court = _Court(document, steps, surroundings)
    hearings = [court.heard(k) if step.role == "claim" else None for k, step in enumerate(steps)]
    hearings = court.appeal(hearings)
    return tuple(None if h is None else court.settle(k, h, hearings) for k, h in enumerate(hearings))


class _Court:
    """The claims of one post and what is in force around them."""

    def __init__(self, document: Document, steps: Sequence[Step], surroundings: Context) -> None:
        self.document = document
        self.steps = steps
        self.context = surroundings
        self.fuel = Fuel()

    # --- readings -----------------------------------------------------------------------------------------------------

    def heard(self, number: int) -> Hearing:
        """`hear`, with a fault of our own kept to its claim: one bad formula never stops the others."""
        self.fuel = Fuel()
        try:
            return self.hear(number)
        except Exception as error:
            culprit = f"internal error, please report: {type(error).__name__}"
            return Hearing(Unchecked("limit", culprit, self.steps[number].span), None, None)

    def hear(self, number: int) -> Hearing:
        step = self.steps[number]
        if step.sign not in EQUALITIES | ORDERS | {"≈"}:
            return Hearing(Unchecked("unread", step.relation, step.relation_span), None, None)
        try:
            first, ambiguities = self.read(number, self.context.conventions)
        except UnreadError as error:
            return Hearing(Unchecked(_reason(error), error.culprit, error.span), None, None)
        except RecursionError:
            return Hearing(Unchecked("limit", "nesting", step.span), None, None)
        hearing = self.try_reading(number, first)
        if hearing.verdict is not None:
            return hearing
        return self.try_others(number, ambiguities, hearing)

    def try_others(self, number: int, ambiguities: frozenset[str], hearing: Hearing) -> Hearing:
        """The second readings of an open notation: one that agrees is enough, all must fail to refute."""
        for conventions in second_readings(self.context.conventions, ambiguities):
            try:
                reading, _ = self.read(number, conventions)
            except (UnreadError, RecursionError):
                return self.spared(number, hearing, "notation with two readings")
            other = self.try_reading(number, reading)
            if isinstance(other.verdict, Proved | Agrees):
                return other
            if other.verdict is not None or other.finding is None or other.finding.kind != "apart":
                return self.spared(number, hearing, "notation with two readings")
        return hearing

    def spared(self, number: int, hearing: Hearing, why: str) -> Hearing:
        if hearing.finding is None or hearing.finding.kind != "apart":
            return hearing
        return Hearing(Unchecked("context", why, self.steps[number].span), None, None)

    def read(self, number: int, conventions: Conventions) -> tuple[Reading, frozenset[str]]:
        step = self.steps[number]
        left = elaborate(step.left.nodes, conventions)
        right = elaborate(step.right.nodes, conventions)
        reading = Reading(left.term, right.term, conventions.choices, frozenset())
        return reading, left.ambiguities | right.ambiguities

    def unfolded(self, number: int, reading: Reading, *, values: bool) -> Reading | None:
        """The reading with the definitions in force put in, with or without values; None where none applies."""
        step = self.steps[number]
        facts = self.context.in_force(step.relation_span.start, frozenset((number,)), values=values)
        left, used_left = unfold(reading.left, facts)
        right, used_right = unfold(reading.right, facts)
        used = used_left | used_right
        if not used:
            return None
        return Reading(left, right, reading.choices, used)

    # --- methods --------------------------------------------------------------------------------------------------------

    def try_reading(self, number: int, reading: Reading) -> Hearing:
        """The reading as it stands, then with definitions; agreement ends the search."""
        alone = self.weigh(number, reading)
        if alone.verdict is not None and not isinstance(alone.verdict, Unchecked):
            return alone
        best = alone
        for values in (False, True):
            informed = self.unfolded(number, reading, values=values)
            if informed is None or (
                values and free_variables(informed.left) | free_variables(informed.right)
            ):
                continue
            hearing = self.weigh(number, informed)
            if isinstance(hearing.verdict, Proved | Agrees):
                return hearing
            if hearing.finding is not None or best.finding is None:
                best = hearing
        return best

    def weigh(self, number: int, reading: Reading) -> Hearing:
        """Structure, models, normal form, for one reading."""
        step = self.steps[number]
        terms = (reading.left, reading.right)
        if any(sum(1 for _ in subterms(t)) > MANY for t in terms):
            return Hearing(Unchecked("limit", "size of the formula", step.span), None, reading)
        if reading.left == reading.right and step.sign in EQUALITIES | {"<=", ">=", "≈"}:
            return Hearing(Proved("identity", _by_definition(reading)), None, reading)
        if not any(free_variables(t) for t in terms):
            return self.weigh_numbers(step, reading)
        if step.sign == "≈":
            return self.weigh_approximation(number, reading)
        return self.weigh_in_models(number, reading)

    def weigh_in_models(self, number: int, reading: Reading) -> Hearing:
        step = self.steps[number]
        sign = "=" if step.sign in EQUALITIES else step.sign
        plan = self.plan(reading, sign)
        refuting = self.unrefutable(step, reading) is None
        finding = examine(reading.left, reading.right, sign, plan, refuting=refuting, fuel=self.fuel)
        if finding.kind in ("apart", "coincident") and _differentiates(reading):
            dependent = examine(
                reading.left,
                reading.right,
                sign,
                replace(plan, dependent=True),
                refuting=refuting,
                fuel=self.fuel,
            )
            if dependent.kind == "together" or dependent.kind not in ("apart", "coincident"):
                finding = dependent
        if finding.kind == "together" and _hides_dependence(reading):
            dependent = examine(
                reading.left, reading.right, sign, replace(plan, dependent=True), fuel=self.fuel
            )
            if dependent.kind != "together":
                verdict = Unchecked("context", "dependence of " + _hidden(reading), step.span)
                return Hearing(verdict, finding, reading)
        if finding.kind == "apart" and refuting:
            normalised = self.normalised(reading, sign, plan)
            if normalised is not None:
                return Hearing(Unchecked("context", normalised, step.span), finding, reading)
        if finding.kind == "apart" and _has_decimals(reading) and sign == "=":
            rounded = examine(reading.left, reading.right, sign, plan, rounding=True, fuel=self.fuel)
            if rounded.kind != "apart":
                finding = rounded._replace(exact=False)
        return self.found(number, reading, finding, plan)

    def normalised(self, reading: Reading, sign: str, plan: Plan) -> str | None:
        """The families whose entries must add up to 1 for the claim to hold; a post may say so only in words."""
        families = sorts.families((reading.left, reading.right))
        if not families:
            return None
        weighted = replace(plan, normalised=families)
        finding = examine(reading.left, reading.right, sign, weighted, refuting=False, fuel=self.fuel)
        if finding.kind in ("apart", "coincident"):
            return None
        return f"holds if {', '.join(sorted(families))} add up to 1"

    def found(self, number: int, reading: Reading, finding: Finding, plan: Plan) -> Hearing:
        step = self.steps[number]
        match finding.kind:
            case "together":
                return Hearing(self.confirmed(step, reading, finding, plan), finding, reading)
            case "apart":
                return Hearing(None, finding, reading)
            case "coincident":
                detail = f"fails where {' = '.join(plan.indices)}"
                return Hearing(Unchecked("domain", detail, step.span), finding, reading)
            case "domain":
                where = {"positive": "holds for positive values", "unit": "holds between 0 and 1"}[
                    finding.level
                ]
                shown = (
                    f"{where}, fails at {finding.counterexample.assignment}"
                    if finding.counterexample
                    else where
                )
                return Hearing(Unchecked("domain", shown, step.span), finding, reading)
            case "undefined":
                return Hearing(
                    Unchecked("domain", finding.culprit or "undefined", step.span), finding, reading
                )
            case "no value":
                return Hearing(_without_value(step, finding), finding, reading)
            case "sorts":
                return Hearing(Unchecked("sorts", finding.culprit, step.span), finding, reading)
            case _:
                return Hearing(
                    Unchecked("limit", finding.culprit or "precision", step.span), finding, reading
                )

    def confirmed(self, step: Step, reading: Reading, finding: Finding, plan: Plan) -> Verdict:
        """What agrees is then proved if the normal form can."""
        detail = _by_definition(reading)
        if step.sign in EQUALITIES and not _has_decimals(reading):
            from mathpost.verify.methods.normal_form import prove_equal

            proof = prove_equal(reading.left, reading.right, positive=lambda t: _positive(t, plan))
            if proof is not None:
                conditions = [c for c in (detail, proof.condition) if c]
                return Proved(proof.method, "; ".join(conditions) or None)
        method = "exact models" if finding.exact else "finite models"
        if step.sign in ORDERS:
            method = "random search"
        domain = {"real": "", "positive": "for positive values", "unit": "for values between 0 and 1"}[
            finding.level
        ]
        return Agrees(finding.models, method, "; ".join(d for d in (detail, domain) if d) or None)

    # --- the algebra system ---

    def appeal(self, hearings: Sequence[Hearing | None]) -> list[Hearing | None]:
        """What has no value in a finite model, before the computer algebra system; it only ever proves."""
        heard = list(hearings)
        places = [k for k, h in enumerate(heard) if h is not None and self.may_appeal(k, h)][:APPEALS]
        if not places:
            return heard
        from mathpost.verify import symbolic

        readings = [heard[k].reading for k in places]  # type: ignore[union-attr]
        pleas = [self.plea(reading) for reading in readings if reading is not None]
        for k, answer in zip(places, symbolic.prove_all(pleas, seconds_cpu=SYMBOLIC_SECONDS), strict=True):
            hearing = heard[k]
            if answer is True and hearing is not None and hearing.reading is not None:
                heard[k] = hearing._replace(verdict=Proved("SymPy", _by_definition(hearing.reading)))
        return heard

    def may_appeal(self, number: int, hearing: Hearing) -> bool:
        if hearing.reading is None or hearing.finding is None or self.steps[number].sign not in EQUALITIES:
            return False
        return hearing.finding.kind == "no value" and hearing.finding.culprit in (
            "limit",
            "infinity",
            "integral",
        )

    def plea(self, reading: Reading) -> symbolic.Claim:
        from mathpost.verify import symbolic

        plan = self.plan(reading, "=")
        positive = {n for n, d in plan.domains.items() if d.low is not None and d.low >= 0}
        integer = frozenset((*plan.sizes, *plan.indices))
        return symbolic.Claim(reading.left, reading.right, symbolic.Assumptions(frozenset(positive), integer))

    # --- numbers ----------------------------------------------------------------------------------------------------------

    def weigh_numbers(self, step: Step, reading: Reading) -> Hearing:
        """A claim without free symbols: exact arithmetic, or decimals that stand for what they round."""
        plan = Plan({}, (), (), _seed(reading), draws=1)
        sign = "=" if step.sign in EQUALITIES | {"≈"} else step.sign
        finding = finite_models.number(reading.left, reading.right, sign, plan)
        if finding.kind == "together" and step.sign != "≈":
            if finding.exact:
                return Hearing(Proved("exact arithmetic", _by_definition(reading)), finding, reading)
            return Hearing(self.confirmed(step, reading, finding, plan), finding, reading)
        if finding.kind in ("no value", "undefined", "limit", "wide", "sorts"):
            return Hearing(_undecided_number(step, finding), finding, reading)
        if sign != "=":
            return self.weigh_order_of_numbers(step, reading, finding)
        agreement = self.stands_for(step, reading)
        if agreement == "agrees":
            return Hearing(Agrees(1, "rounding", _by_definition(reading)), finding, reading)
        if agreement == "rough":
            return Hearing(Unchecked("context", "rough approximation", step.span), finding, reading)
        if self.other_base(step, reading):
            return Hearing(Unchecked("context", "base of the logarithm", step.span), finding, reading)
        return Hearing(None, finding._replace(kind="apart", models=finite_models.ENOUGH), reading)

    def stands_for(self, step: Step, reading: Reading) -> rounding.Agreement:
        plan = Plan({}, (), (), _seed(reading), draws=1)
        return rounding.compared(
            reading.left, reading.right, plan, approximate=step.sign == "≈", interior=step.interior
        )

    def other_base(self, step: Step, reading: Reading) -> bool:
        """Whether logarithms to base 2 or 10 would make the numbers right."""
        if not (rounding.has_logarithm(reading.left) or rounding.has_logarithm(reading.right)):
            return False
        others = (
            reading._replace(
                left=rounding.with_base(reading.left, b), right=rounding.with_base(reading.right, b)
            )
            for b in (2, 10)
        )
        return any(self.stands_for(step, other) != "differs" for other in others)

    def weigh_order_of_numbers(self, step: Step, reading: Reading, finding: Finding) -> Hearing:
        """``203 > 2 \\times 101.5``: decimals that touch decide nothing."""
        if self.stands_for(step, reading) != "differs":
            return Hearing(Unchecked("context", "rough approximation", step.span), finding, reading)
        return Hearing(None, finding._replace(models=finite_models.ENOUGH), reading)

    def weigh_approximation(self, number: int, reading: Reading) -> Hearing:
        """``≈`` between symbols speaks of orders of magnitude; only an exact equality is confirmed here."""
        step = self.steps[number]
        plan = self.plan(reading, "=")
        finding = examine(reading.left, reading.right, "=", plan, refuting=False, fuel=self.fuel)
        if finding.kind == "together":
            return Hearing(self.confirmed(step, reading, finding, plan), finding, reading)
        return Hearing(Unchecked("unread", step.relation, step.relation_span), None, reading)

    # --- plans --------------------------------------------------------------------------------------------------------------

    def plan(self, reading: Reading, sign: str) -> Plan:
        terms = (reading.left, reading.right)
        found = sorts.integers(terms)
        said = {n: self.domain(n) for n in free_variables(terms[0]) | free_variables(terms[1])}
        draws = _draws(terms, sign)
        known = {n: d for n, d in said.items() if d is not None}
        random = sorts.random(terms)
        return Plan(known, found.sizes, found.indices, _seed(reading), draws=draws, random=random)

    def domain(self, name: str) -> Domain | None:
        said = [b for b in self.context.bounds.get(name, ()) if b.read]
        if not said:
            return None
        result = Domain()
        for bound in said:
            met = result.meet(Domain(bound.low, bound.high, bound.integer, bound.complex))
            result = result if met.empty else met
        return result

    # --- the verdict ----------------------------------------------------------------------------------------------------------

    def settle(self, number: int, hearing: Hearing, hearings: Sequence[Hearing | None]) -> Verdict:
        """The verdict: a claim that fails is refuted only if nothing in the post could make it true."""
        if hearing.verdict is not None:
            return hearing.verdict
        step, reading, finding = self.steps[number], hearing.reading, hearing.finding
        assert reading is not None and finding is not None
        objection = self.objection(number, reading, finding, hearings)
        if objection is not None:
            return Unchecked("context", objection, step.span)
        shown = finding.counterexample
        assert shown is not None
        return Refuted(
            shown.assignment or "as numbers",
            shown.left,
            shown.right,
            "finite models",
            _suggestion(step, reading, finding),
        )

    def objection(
        self, number: int, reading: Reading, finding: Finding, hearings: Sequence[Hearing | None]
    ) -> str | None:
        """What forbids to say `refuted`, or None."""
        step = self.steps[number]
        if finding.counterexample is None:
            return "no counterexample"
        unrefutable = (
            self.unrefutable(step, reading) or self.borrowed(step, reading) or self.worded(step, reading)
        )
        if unrefutable is not None:
            return unrefutable
        if finding.models < finite_models.ENOUGH:
            return "too few models"
        free = free_variables(reading.left) | free_variables(reading.right)
        return self.constrained(number, free, reading.used, hearings)

    def borrowed(self, step: Step, reading: Reading) -> str | None:
        """A value that the post gave a symbol elsewhere ("take n = 512") and may not mean here."""
        for number in sorted(reading.used):
            fact = self.steps[number]
            far = step.span.start - fact.span.end > NEARBY
            if far and not free_variables(elaborate(fact.right.nodes, self.context.conventions).term):
                return f"{fact.left.text} {fact.relation} {fact.right.text} may not hold here"
        return None

    def worded(self, step: Step, reading: Reading) -> str | None:
        """Words around numbers that change what they say: a unit behind the formula (``800``万), another base."""
        if free_variables(reading.left) | free_variables(reading.right):
            return None
        formula = self.document.formulas[step.formula]
        text = self.document.source.text
        if numeral_follows(text[formula.span.end : formula.span.end + 12]):
            return "a unit behind the formula"
        if speaks_of_another_base(text[max(0, formula.span.start - 200) : formula.span.end + 60]):
            return "numbers in another base"
        return None

    def unrefutable(self, step: Step, reading: Reading) -> str | None:
        """What in the claim itself forbids to say `refuted`, whatever the models show."""
        terms = (reading.left, reading.right)
        if claims.names_something(step.left.nodes):
            return "perhaps a second definition of " + step.left.text
        for term in (t for side in terms for t in subterms(side)):
            if isinstance(term, Apply | Bind):
                operator = registry().get(term.operator)
                if isinstance(term, Apply) and term.operator == "call":
                    return "function " + _head_name(term)
                if operator is not None and not operator.may_refute:
                    return term.operator
            if isinstance(term, Variable) and is_bold(term.name):
                return term.name
        left, right = (free_variables(t) for t in terms)
        if not right <= left:
            return "free symbol " + min(right - left)
        if left and not right:
            return "a condition rather than an identity"
        words = [n for n in left if n.startswith(r"\text{")]
        if words:
            return min(words)
        if step.sign in ORDERS and left:
            return "inequality under conditions that are not read"
        return None

    def constrained(
        self, number: int, free: frozenset[str], used: frozenset[int], hearings: Sequence[Hearing | None]
    ) -> str | None:
        """A formula of the post that says something about a free symbol and is not in force here."""
        step = self.steps[number]
        for name in sorted(free):
            for other in self.context.mentions.get(bare(name), ()):
                if other == number or other in used:
                    continue
                said = self.steps[other]
                if self.harmless(said, name, hearings[other], step):
                    continue
                return f"{name} also stands in {said.left.text} {said.relation} {said.right.text}"[:160]
        return None

    def harmless(self, said: Step, name: str, hearing: Hearing | None, step: Step) -> bool:
        """Whether `said` leaves the symbol `name` free: a bound that was read, an identity, another symbol's definition."""
        if hearing is not None and isinstance(hearing.verdict, Proved | Agrees):
            return True
        if said.formula == step.formula and said.role == "claim":
            return True
        if _domain_only(said):
            return True
        if said.role == "definition":
            spelled = claims.head(said.left.nodes)
            return spelled is not None and bare(spelled.removesuffix("()")) != bare(name)
        return False


# --- small questions ----------------------------------------------------------------------------------------------------------


def _domain_only(said: Step) -> bool:
    found = domains.bounds(said)
    return bool(found) and all(b.read for b in found)


def _reason(error: UnreadError) -> Reason:
    return "not-mathematics" if error.reason == "not-mathematics" else "unread"


def _head_name(term: Apply) -> str:
    head = term.arguments[0]
    if isinstance(head, Variable):
        return head.name
    if isinstance(head, Apply) and head.arguments and isinstance(head.arguments[0], Variable):
        return head.arguments[0].name
    return "f"


def _undecided_number(step: Step, finding: Finding) -> Unchecked:
    if finding.kind == "no value":
        return _without_value(step, finding)
    reason: Reason = (
        "domain" if finding.kind == "undefined" else "sorts" if finding.kind == "sorts" else "limit"
    )
    return Unchecked(reason, finding.culprit or "undefined", step.span)


def _without_value(step: Step, finding: Finding) -> Unchecked:
    """A construct that has no value in a finite model."""
    culprit = {"integral": r"\int", "limit": r"\lim", "infinity": r"\infty"}.get(
        finding.culprit, finding.culprit
    )
    return Unchecked("unread", culprit, step.span)


def _by_definition(reading: Reading) -> str | None:
    return "by the post's definitions" if reading.used else None


def _draws(terms: Sequence[Term], sign: str) -> int:
    """How many models a level needs: more where functions have several branches, few where each costs quadratures."""
    applied = [t for term in terms for t in subterms(term) if isinstance(t, Apply | Bind)]
    if any(t.operator == "integral" for t in applied):
        return finite_models.ENOUGH
    if sign in ORDERS:
        return ORDER_DRAWS
    branches = any(t.operator in PIECEWISE and free_variables(t) for t in applied)
    return PIECEWISE_DRAWS if branches else finite_models.ENOUGH


def _seed(reading: Reading) -> str:
    return hashlib.blake2b(
        f"{_canonical(reading.left)}={_canonical(reading.right)}".encode(), digest_size=8
    ).hexdigest()


def _canonical(term: Term) -> str:
    """The term without its places, for seeds."""
    match term:
        case Number(value=value):
            return str(value)
        case Variable(name=name):
            return name
        case Apply(operator=operator, arguments=arguments):
            return f"{operator}({','.join(map(_canonical, arguments))})"
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            return f"{operator}[{variable.name};{','.join(map(_canonical, bounds))}]({_canonical(body)})"


def _differentiates(reading: Reading) -> bool:
    return any(
        isinstance(t, Apply) and t.operator == "derivative"
        for side in (reading.left, reading.right)
        for t in subterms(side)
    )


def _hidden(reading: Reading) -> str:
    """A derivative's body in which the target cannot be seen, as one of its symbols; empty if there is none."""
    for side in (reading.left, reading.right):
        for term in subterms(side):
            if isinstance(term, Apply) and term.operator == "derivative":
                body, target = term.arguments
                free = free_variables(body)
                if free and not free & free_variables(target):
                    return min(free)
    return ""


def _hides_dependence(reading: Reading) -> bool:
    """Whether a derivative would be zero only because the post does not show what its body depends on."""
    return bool(_hidden(reading))


def _has_decimals(reading: Reading) -> bool:
    return any(
        isinstance(t, Number) and t.places is not None
        for side in (reading.left, reading.right)
        for t in subterms(side)
    )


def _positive(term: Term, plan: Plan) -> bool:
    """Whether `term` is positive as far as the post says: declared, a size, or built from such things."""
    match term:
        case Number(value=value):
            return value > 0
        case Variable(name=name):
            domain = plan.domains.get(name)
            return name in plan.sizes or (
                domain is not None and domain.low is not None and domain.low >= Fraction(0)
            )
        case Apply(operator="index", arguments=(Variable(name=name), *_)):
            domain = plan.domains.get(name)
            return domain is not None and domain.low is not None and domain.low >= Fraction(0)
        case Apply(operator="exp" | "pi" | "sigmoid" | "softplus" | "cosh" | "gamma"):
            return True
        case Apply(operator="add" | "multiply" | "divide" | "sqrt" | "maximum", arguments=arguments):
            return all(_positive(a, plan) for a in arguments)
        case Apply(operator="power", arguments=(base, _)):
            return _positive(base, plan)
        case Bind(operator="sum" | "product", body=body):
            return _positive(body, plan)
    return False


def _suggestion(step: Step, reading: Reading, finding: Finding) -> str | None:
    """A factor that would make the right side true, where the sides differ by one in the model shown."""
    ratio = finding.counterexample.ratio if finding.counterexample is not None else None
    factor = finite_models.constant_ratio(reading.left, reading.right, ratio)
    if factor is None:
        return None
    right = step.right.text
    return f"-({right})" if factor == -1 else f"{_fraction(factor)} \\cdot ({right})"


def _fraction(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
