"""A claim with the definitions in force put in: what it says, so that it is refuted if it fails with them."""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.transformations.recurrences import of_members, one_step_on
from mathpost.verify.interpretation.losses import definitions, with_any_loss, with_named_slopes
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.readings.rewriting import Rewriting, rewritten


def informed(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the definitions in force put in; then with values too, if that leaves numbers."""
    return rewritten("definitions", number, reading, readings)


def _defined(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    found = readings.unfolded(number, reading, values=False)
    if found is not None:
        yield found


def _lossy(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the derivatives of one unknown loss as arrays, and with the names that the post has for these."""
    facts = readings.in_force(number)
    stated = definitions(number, readings.steps, readings.stated)
    found = readings.unfolded(number, reading, values=False) or reading
    for lossy in (with_any_loss(found, facts, stated), with_named_slopes(reading, facts, stated)):
        if lossy is not None:
            yield lossy


def _valued(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the values of an example, if that leaves numbers."""
    if readings.may_be_an_example(number):
        found = readings.unfolded(number, reading, values=True)
        if found is not None and not found.free:
            yield found


def _one_step_on(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """``∂h_t/∂h_{t-1}``: `reading` with h_t as the post's recurrence makes it of the member before."""
    if not of_members(reading.sides):
        return
    for other in range(number - 1, -1, -1):
        said = readings.steps[other]
        given = said.role in ("definition", "assumption") and said.sign in {"=", ":="} and not said.interior
        stated = readings.stated(other) if given else None
        sides = None if stated is None else one_step_on(reading.sides, stated.left, stated.right)
        if sides is not None:
            put = reading._replace(left=sides[0], right=sides[1], used=reading.used | {other})
            yield readings.unfolded(number, put, values=False) or put
            return


def _followed(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the families in it as their recurrences make them."""
    simulated = readings.recurrences.followed(number, reading)
    if simulated is not None:
        yield readings.unfolded(number, simulated, values=False) or simulated


ROWS = (
    Rewriting(
        "definitions",
        _defined,
        "definitions",
        1,
        example="Let $w = 3a + b^2$. Hence $2w = 6a + 2b^2$.",
        given=frozenset(["laws-in-words"]),
    ),
    Rewriting(
        "unknown-loss",
        _lossy,
        "definitions",
        2,
        example=r"Let $\boldsymbol{y} = \boldsymbol{W}\boldsymbol{x}$. Then "
        r"$\frac{\partial L}{\partial \boldsymbol{W}} = \frac{\partial L}{\partial \boldsymbol{y}} \boldsymbol{x}^\top$.",
    ),
    Rewriting(
        "values",
        _valued,
        "definitions",
        2,
        example="Take $n = 512$ and $d = 8$. Then $n / d = 64$.",
    ),
    Rewriting(
        "recurrence-step",
        _one_step_on,
        "definitions",
        2,
        example=r"Let $h_t = a h_{t-1} + b x_t$. Hence $\frac{\partial h_t}{\partial h_{t-1}} = a$.",
    ),
    Rewriting(
        "recurrence",
        _followed,
        "definitions",
        3,
        example=r"Let $m_0 = 0$ and $m_t = \beta m_{t-1} + (1 - \beta) g_t$. "
        r"Then $m_t = (1 - \beta) \sum_{i=1}^t \beta^{t-i} g_i$.",
    ),
)

__all__ = ["ROWS", "informed"]
