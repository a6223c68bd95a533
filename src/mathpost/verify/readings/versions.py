"""A claim with other versions of definitions: where their chain ends, without a case, as they are stated again, begun at zero."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mathpost.maths.facts.facts import Fact, Facts, fact
from mathpost.maths.hypotheses import kinds
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.losses import with_any_loss
from mathpost.verify.interpretation.reading import EQUALITIES, Reading
from mathpost.verify.interpretation.readings import Readings, with_facts
from mathpost.verify.readings.rewriting import Rewriting


def _in_general(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the definitions in force but those of one case: "If $c = rF$, the price is $F$." gives `c` a value for
    that sentence, and what the next one derives may be meant for every `c`.
    """
    informed = readings.unfolded(number, reading, values=False) or reading
    cases = frozenset(f.step for f in readings.context.facts if f.case and f.step in informed.used)
    added = cases - reading.used
    if not added:
        return
    put = readings.unfolded(number, reading._replace(used=reading.used | added), values=False)
    yield reading if put is None else put._replace(used=put.used - added)


def _from_zero(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with families whose recurrences the post gives without a start, the member 0 of each being zero."""
    simulated = readings.recurrences.followed(number, reading)
    left_open = [] if simulated is None else [r for r in simulated.recurrences if not r.starts]
    if simulated is None or not left_open:
        return
    started = tuple(r if r.starts else r.from_zero() for r in simulated.recurrences)
    given = Given("start-at-zero", (", ".join(f"{r.family}_0 = 0" for r in left_open),))
    put = simulated._replace(recurrences=started, given=given)
    yield readings.unfolded(number, put, values=False) or put


def _of_chains(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the definitions in force, the nearest or the first ones, along their chains."""
    facts = readings.in_force(number)
    seen = {(readings.unfolded(number, reading, values=False) or reading).sides}
    several = any(len(found) > 1 for found in facts.values())
    for known in (facts, {key: found[::-1] for key, found in facts.items()})[: 1 + several]:
        for put in _along_chains(number, reading, known, readings):
            if put.sides not in seen:
                seen.add(put.sides)
                yield put


def _along_chains(number: int, reading: Reading, facts: Facts, readings: Readings) -> Iterator[Reading]:
    """`reading` with every definition at the end of its chain, then after its beginning, then at its beginning."""
    tried: set[tuple[tuple[int, int], ...]] = set()
    for steps in (None, 1, 0):
        moved = {key: [_later(f, number, steps, readings) for f in found] for key, found in facts.items()}
        ends = tuple((each.step, end) for found in moved.values() for each, end in found)
        if ends in tried:
            continue  # no chain goes on so far
        tried.add(ends)
        known = {key: [each for each, _ in found] for key, found in moved.items()}
        for put in (with_facts(reading, known), with_any_loss(reading, known)):
            if put is not None:
                links = (range(first, end + 1) for first, end in ends if first in put.used)
                yield put._replace(used=put.used.union(*links))


def _later(fact: Fact, number: int, steps: int | None, readings: Readings) -> tuple[Fact, int]:
    """`fact` so many steps further on in its chain, None for its end, and the last of these steps; not where the claim is
    in that chain itself.
    """
    end = fact.step
    while end >= 0 and end + 1 < len(readings.steps) and (steps is None or end - fact.step < steps):
        if not _goes_on(end + 1, fact.step, readings):
            break
        end += 1
    if fact.step <= number <= end or end == fact.step or fact.step < 0 or fact.form == "law":
        return fact, fact.step
    stated = readings.stated(end)
    if stated is None or fact.head in stated.symbols:
        return fact, fact.step
    return replace(fact, right=stated.right), end


def _goes_on(number: int, first: int, readings: Readings) -> bool:
    """Whether a step goes on with the chain of equalities that `first` begins."""
    step = readings.steps[number]
    return step.interior and step.sign in EQUALITIES and step.formula == readings.steps[first].formula


def _restated(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with what was said again of a head, unless that is the head that the claim mentions itself."""
    step, context = readings.steps[number], readings.context
    own = fact(number, replace(step, interior=False), context.conventions)
    excluded = {f.step for f in context.known.of(kinds.RESTATEMENT) if own is not None and f.head == own.head}
    facts = context.in_force(
        step.relation_span.start, frozenset((number, *excluded)), values=False, restated=True
    )
    for put in _along_chains(number, reading, facts, readings):
        last = max((f.step for f in context.known.of(kinds.RESTATEMENT) if f.step in put.used), default=None)
        if last is not None:
            yield put._replace(given=readings.equations(last))


ROWS = (
    Rewriting(
        "general-case",
        _in_general,
        "developments",
        1,
        example=r"Let $P = \frac{F}{1+y} + c$."
        "\n\n"
        r"If $c = yF$ the bond trades at par, $P = F$. In general"
        r"$$\frac{dP}{dy} = -\frac{F}{(1+y)^2}$$",
    ),
    Rewriting(
        "chain",
        _of_chains,
        "developments",
        1,
        example="设 $x_t = (1-t)x_0 + t x_1$。另一个模型的是 $x_t = x_0 + t x_1$，略有不同。\n\n"
        "利用 $x_t = (1-t)x_0 + t x_1$，可以消去 $x_0$。",
    ),
    Rewriting(
        "definition-again",
        _restated,
        "developments",
        2,
        example="设 $f(x) = x^2$。$$f'(x) = 2x$$\n\n例：$f(x) = x^3$，则 $$f'(x) = 3x^2$$",
        given=frozenset(["equations"]),
    ),
    Rewriting(
        "start-at-zero",
        _from_zero,
        "developments",
        2,
        example=r"动量 $$\boldsymbol{m}_t = \beta \boldsymbol{m}_{t-1} + (1-\beta) \boldsymbol{g}_t$$ 展开得"
        r"$$\boldsymbol{m}_t = (1-\beta)\sum_{i=1}^t \beta^{t-i} \boldsymbol{g}_i$$",
        given=frozenset(["start-at-zero"]),
    ),
)
