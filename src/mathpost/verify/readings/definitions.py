"""A claim with the definitions in force inserted: this is what it says, so it is refuted if it fails."""

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
        example=r"若 $X \sim \mathrm{Gamma}(\alpha, \beta)$，则$$\mathbb{E}[\log X] = \psi(\alpha) - \log\beta$$",
        given=frozenset(["laws-in-words"]),
    ),
    Rewriting(
        "unknown-loss",
        _lossy,
        "definitions",
        2,
        example=r"循环神经网络满足 $h_t=\tanh(W_{hh}h_{t-1}+W_{xh}x_t)$，输出 $o_t=W_{hy}h_t$，总损失 $L=\sum_t L_t$。则"
        r"$$\frac{\partial L}{\partial h_t}=W_{hh}^\top\operatorname{diag}(1-h_{t+1}^2)"
        r"\frac{\partial L}{\partial h_{t+1}}+W_{hy}^\top\frac{\partial L}{\partial o_t}$$",
    ),
    Rewriting(
        "values",
        _valued,
        "definitions",
        2,
        example=r"$\sigma^2 = 4 \Rightarrow \sigma = 2$",
    ),
    Rewriting(
        "recurrence-step",
        _one_step_on,
        "definitions",
        2,
        example=r"Let $\boldsymbol{h}_t = \tanh(\boldsymbol{W}\boldsymbol{h}_{t-1} + \boldsymbol{b})$ and "
        r"$\boldsymbol{z}_i = \boldsymbol{W}\boldsymbol{h}_{i-1} + \boldsymbol{b}$. Then $$\frac{\partial \boldsymbol{h}_i}"
        r"{\partial \boldsymbol{h}_{i-1}} = \text{diag}(\tanh'(\boldsymbol{z}_i))\boldsymbol{W}$$",
    ),
    Rewriting(
        "recurrence",
        _followed,
        "definitions",
        3,
        example=r"Let $F_0 = 0$, $F_1 = 1$ and $F_n = F_{n-1} + F_{n-2}$. Then $$\sum_{k=1}^n F_k = F_{n+2} - 1$$",
    ),
)
