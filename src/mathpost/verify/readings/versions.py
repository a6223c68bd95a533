"""A claim with other definitions than those in force: without those of a case, as they are stated anew, begun at zero."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mathpost.maths.facts.facts import fact
from mathpost.maths.hypotheses import kinds
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.losses import with_any_loss
from mathpost.verify.interpretation.reading import Reading
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


def _from_nought(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with families whose recurrences the post gives without a start, the member 0 of each being nought."""
    simulated = readings.recurrences.followed(number, reading)
    left_open = [] if simulated is None else [r for r in simulated.recurrences if not r.starts]
    if simulated is None or not left_open:
        return
    started = tuple(r if r.starts else r.from_nought() for r in simulated.recurrences)
    given = Given("start-at-zero", (", ".join(f"{r.family}_0 = 0" for r in left_open),))
    put = simulated._replace(recurrences=started, given=given)
    yield readings.unfolded(number, put, values=False) or put


def _anew(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with what was said anew of a head, unless that is the head that the claim speaks of itself."""
    step, context = readings.steps[number], readings.context
    restated = context.known.of(kinds.RESTATEMENT)
    own = fact(number, replace(step, interior=False), context.conventions)
    excluded = {f.step for f in restated if own is not None and f.head == own.head}
    facts = context.in_force(
        step.relation_span.start, frozenset((number, *excluded)), values=False, restated=True
    )
    for put in (with_facts(reading, facts), with_any_loss(reading, facts)):
        last = max((f.step for f in restated if put is not None and f.step in put.used), default=None)
        if put is not None and last is not None:
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
        "definition-anew",
        _anew,
        "developments",
        2,
        example="设 $f(x) = x^2$。$$f'(x) = 2x$$\n\n例：$f(x) = x^3$，则 $$f'(x) = 3x^2$$",
        given=frozenset(["equations"]),
    ),
    Rewriting(
        "start-at-zero",
        _from_nought,
        "developments",
        2,
        example=r"动量 $$\boldsymbol{m}_t = \beta \boldsymbol{m}_{t-1} + (1-\beta) \boldsymbol{g}_t$$ 展开得"
        r"$$\boldsymbol{m}_t = (1-\beta)\sum_{i=1}^t \beta^{t-i} \boldsymbol{g}_i$$",
        given=frozenset(["start-at-zero"]),
    ),
)

__all__ = ["ROWS"]
