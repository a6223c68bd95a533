"""Judge the claims of a post: examine each, ask computer algebra if needed, then decide on what was found.

A claim is examined when its verdict, or that of another claim that depends on it, is first asked for: the verdict on one
claim is the same whether the others are asked for or not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol
from weakref import proxy

from mathpost.document.document import Document
from mathpost.maths.elaboration import heads
from mathpost.maths.hypotheses.context import Context, context
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Apply, operators, subterms
from mathpost.maths.typing.randomness import randomness
from mathpost.text.source import Span
from mathpost.verify.interpretation.reading import EQUALITIES, Reading, Result
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.models import memory
from mathpost.verify.planning.plan import plan
from mathpost.verify.proving.pool import Failed, Killed, helpers, run
from mathpost.verify.reasons.registry import found as registered
from mathpost.verify.reasons.surroundings import Surroundings, shown
from mathpost.verify.verdicts.bases import Bases
from mathpost.verify.verdicts.decision import decision
from mathpost.verify.verdicts.examination import Examiner, broken

WORTH_HELP = 12  # claims for which other processes are started


@memory.seldom()
def judge(
    document: Document,
    steps: Sequence[Step],
    only: Collection[int] | None = None,
    remembered: Memory | None = None,
    settled: Collection[str] = (),
    late: Callable[[], bool] | None = None,
    new_only: Collection[int] | None = None,
) -> tuple[Verdict | None, ...]:
    """A verdict for every claim of `steps`, None for the others; of the claims numbered in `only` where it is given.

    Claims with a remembered verdict are not examined again; those that rest on what is `settled` get none. As soon as it is
    `late`, the others are given up. If `new_only` is given, only the claims numbered there are judged now.
    """
    session = Session(document, steps)
    asked = [k for k in session.claims if only is None or k in only]
    asked = [k for k in asked if not settled or session.basis(k) not in settled]
    verdicts = {} if remembered is None else session.recall(remembered, asked)
    new = [k for k in asked if k not in verdicts and (new_only is None or k in new_only)]
    if late is None:
        found = session.verdicts(new)
    else:
        found = {k: session.verdict(k) for k in takewhile(lambda _: not late(), new)}
    if remembered is not None:
        session.remember(remembered, found)
    given_up = {k: Unchecked("limit", "time", steps[k].span) for k in new}
    verdicts |= given_up | found
    return tuple(verdicts.get(k) for k in range(len(steps)))


def bases(document: Document, steps: Sequence[Step]) -> frozenset[str]:
    """What the verdicts on the claims of a post rest on."""
    session = Session(document, steps)
    return frozenset(map(session.basis, session.claims))


class Memory(Protocol):
    """Verdicts that were found before, by what they rest on; their places are counted from where their claims begin."""

    def recalled(self, bases: Collection[str]) -> Mapping[str, Verdict]:
        """The verdicts that are remembered."""

    def remember(self, found: Mapping[str, Verdict]) -> None:
        """Keep verdicts."""

    def judged(self, recalled: int, newly_judged: int) -> None:
        """So many verdicts were remembered, and so many are new."""


class Session:
    """The claims of one post, each examined and decided when it is first asked for."""

    def __init__(self, document: Document, steps: Sequence[Step]) -> None:
        self.document = document
        self.steps = steps
        self.claims = [k for k, step in enumerate(steps) if step.role == "claim"]
        self.context = context(document, steps)
        self._examiner = Examiner(steps, self.context)
        self._by_models: dict[int, Result] = {}
        self._by_algebra: dict[int, Result] = {}
        self._settled: dict[int, Verdict] = {}
        self._fully: dict[int, Result] = {}
        self._surroundings = Surroundings(document, steps, self.context, partial(_result, proxy(self)))

    def verdict(self, number: int) -> Verdict:
        """The verdict on the claim `number`."""
        return grounded(number, self.steps, self.result, self.settled)

    def verdicts(self, claims: Sequence[int]) -> dict[int, Verdict]:
        """The verdicts on `claims`: if there are many, from the processes that may help this one.

        A claim whose process dies or takes too long stays unchecked; the verdicts on the others do not change by that.
        """
        crew = helpers()
        if crew.processes > 1 and len(claims) >= WORTH_HELP:
            answers = run(
                self.verdict,
                claims,
                seconds_cpu=crew.seconds_cpu,
                memory_bytes=crew.memory_bytes,
                workers=crew.processes,
                leaves=False,
            )
            return {k: self._survived(k, answer) for k, answer in zip(claims, answers, strict=True)}
        self.ask_algebra(claims)
        return {k: self.verdict(k) for k in claims}

    def _survived(self, number: int, answer: Verdict | Killed | Failed) -> Verdict:
        match answer:
            case Killed(reason):
                return Unchecked("limit", reason, self.steps[number].span)
            case Failed():  # whatever went wrong on the way back
                return self.verdict(number)
        return answer

    def basis(self, number: int) -> str:
        """What the verdict on the claim `number` rests on."""
        return self._bases.of(number)

    def recall(self, remembered: Memory, claims: Sequence[int]) -> dict[int, Verdict]:
        """The verdicts on those of `claims` that are remembered."""
        bases = {k: self._bases.of(k) for k in claims}
        known = remembered.recalled(bases.values())
        found = {
            k: _moved(known[base], self.steps[k].span.start) for k, base in bases.items() if base in known
        }
        remembered.judged(len(found), len(claims) - len(found))
        return found

    def remember(self, remembered: Memory, verdicts: Mapping[int, Verdict]) -> None:
        """Keep the `verdicts` that mention no place outside their claims."""
        remembered.remember(
            {
                self._bases.of(k): _moved(verdict, -self.steps[k].span.start)
                for k, verdict in verdicts.items()
                if _is_of(verdict, self.document.formulas[self.steps[k].formula].span)
            }
        )

    @cached_property
    def _bases(self) -> Bases:
        return Bases(self.document, self.steps, self.context)

    def ask_algebra(self, claims: Sequence[int]) -> None:
        """Examine `claims`, and give those that models cannot decide to the computer algebra system together."""
        suited = [k for k in claims if self._suits_algebra(k)]
        last = suited[-1] if suited else -1
        first = [k for k in self.claims if k <= last and self._suits_algebra(k)][:ALGEBRA_CLAIMS]
        asked = [k for k in first if k in suited and k not in self._by_algebra]
        found = by_algebra([self.by_models(k) for k in asked], self.context)
        self._by_algebra |= zip(asked, found, strict=True)

    def by_models(self, number: int) -> Result:
        """What the models found for the step `number`."""
        if number not in self._by_models:
            self._by_models[number] = self._examiner.result(number)
        return self._by_models[number]

    def result(self, number: int) -> Result:
        """What was found for the step `number`, by computer algebra where models have no value."""
        if number not in self._by_algebra:
            if self.steps[number].role == "claim" and self._suits_algebra(number):
                self.ask_algebra([number])
            self._by_algebra.setdefault(number, self.by_models(number))
        return self._by_algebra[number]

    def _suits_algebra(self, number: int) -> bool:
        return suits_algebra(self.steps[number], self.by_models(number))

    def settled(self, number: int) -> Verdict:
        """The decision on the step `number`, whatever it rests on; an internal error is limited to its claim."""
        if number not in self._settled:
            try:
                found = decision(number, self.result(number), self._surroundings, self._again)
            except Exception as error:
                found = broken(error, self.steps[number])
            self._settled[number] = found
        return self._settled[number]

    def _again(self, number: int) -> Result:
        """What was found for the step `number`, examined fully."""
        if number not in self._fully:
            self._fully[number] = Examiner(self.steps, self.context, thorough=True).result(number)
        return self._fully[number]


def _result(session: Session, number: int) -> Result:
    """The result of a claim, for what must not keep its session alive."""
    return session.result(number)


def _moved(verdict: Verdict, by: int) -> Verdict:
    """`verdict` with the place that it mentions elsewhere."""
    if isinstance(verdict, Unchecked) and verdict.span is not None:
        return verdict._replace(span=Span(verdict.span.start + by, verdict.span.end + by))
    return verdict


def _is_of(verdict: Verdict, formula: Span) -> bool:
    """Whether a verdict mentions no place outside its formula."""
    return not isinstance(verdict, Unchecked) or verdict.span is None or formula.contains(verdict.span)


if TYPE_CHECKING:
    from mathpost.verify.proving import symbolic

SYMBOLIC_SECONDS = 2.0  # processor time a claim may take in the algebra system
ALGEBRA_CLAIMS = 6  # claims of one post that are taken there, first come first served


def by_algebra(results: Sequence[Result], around: Context) -> list[Result]:
    """`results` after the computer algebra system was asked about their claims."""
    if not results:
        return []
    from mathpost.verify.proving import symbolic

    readings = [result.reading for result in results if result.reading is not None]
    asked = [symbolic.Claim(*reading.sides, _assumptions(reading, around)) for reading in readings]
    answers = symbolic.prove_all(asked, seconds_cpu=SYMBOLIC_SECONDS)
    return [
        Result(Proved("SymPy", reading.source), None, reading) if answer is True else result
        for result, reading, answer in zip(results, readings, answers, strict=True)
    ]


def suits_algebra(step: Step, result: Result) -> bool:
    """Whether the algebra system may decide a claim: a limit or an infinite sum of scalars, without unknown
    functions or families.
    """
    if result.reading is None or result.finding is None or step.sign not in EQUALITIES:
        return False
    if result.finding.kind != "no value" or result.finding.culprit not in ("limit", "infinity"):
        return False
    terms = (t for side in result.reading.sides for t in subterms(side))
    return not any(isinstance(t, Apply) and t.operator in ("call", "index") for t in terms)


def _assumptions(reading: Reading, around: Context) -> symbolic.Assumptions:
    from mathpost.verify.proving import symbolic

    models = plan(reading, "=", around)
    low = {n for n, d in models.domains.items() if d.low is not None and d.low >= 0}
    return symbolic.Assumptions(frozenset(low), frozenset((*models.sizes, *models.indices)))


Results = Callable[[int], Result]
Settled = Callable[[int], Verdict]


def grounded(number: int, steps: Sequence[Step], result: Results, settled: Settled) -> Verdict:
    """The verdict on the step `number`; a confirmed one only if all that it rests on holds.

    A claim that names a symbol may be supposed, and so may an equation in which one side knows more than the other.
    """
    verdict = settled(number)
    if not isinstance(verdict, Proved | Agrees):
        return verdict
    ground = _failing_ground(number, steps, result, settled)
    if ground is None:
        return verdict
    failing = registered("failing-ground", shown(steps[ground]))
    return verdict if failing is None else failing.unchecked(steps[number])


def _failing_ground(number: int, steps: Sequence[Step], result: Results, settled: Settled) -> int | None:
    """The first claim before the step `number` that was put into it and fails, or rests on one that does."""
    reading = result(number).reading
    for other in sorted(reading.used) if reading is not None else ():
        if other >= number:
            continue
        if steps[other].role == "claim" and _is_one_of_several(settled(other)):
            return other
        if not _is_plain_claim(steps[other]):
            continue
        confirmed = isinstance(result(other).verdict, Proved | Agrees)
        if not confirmed and _fails(result(other), settled(other)):
            return other
        if confirmed and _failing_ground(other, steps, result, settled) is not None:
            return other
    return None


def _is_one_of_several(verdict: Verdict) -> bool:
    """Whether a claim takes one root where there may be others: what follows from it holds for that one."""
    return isinstance(verdict, Unchecked) and verdict.id == "one-of-several-roots"


def _is_plain_claim(step: Step) -> bool:
    r"""Whether a step is a claim that defines nothing: ``\text{Var}(X)`` is not a function of the post."""
    return step.role == "claim" and (step.interior or not heads.names_something(step.left.nodes))


def _fails(result: Result, verdict: Verdict) -> bool:
    """Whether a claim was refuted, or its sides differ in models of all their symbols or of a sum in worlds."""
    if result.verdict is not None or result.finding is None or result.reading is None:
        return False
    if isinstance(verdict, Refuted):
        return True
    return result.finding.kind == "apart" and (result.reading.closed or _adds_in_worlds(result.reading))


def _adds_in_worlds(reading: Reading) -> bool:
    """Whether a side averages a sum: the moments of one variable may be supposed, those of a sum follow from them."""
    sums = "sum" in operators(reading.left) | operators(reading.right)
    return sums and bool(randomness(reading.sides).variables)
