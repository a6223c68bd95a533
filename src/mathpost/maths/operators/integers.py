"""Rounding, factorials and binomial coefficients."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator

OPERATORS = (
    Operator("floor", values.floor, laws=(Law(r"\lfloor x + 1 \rfloor = \lfloor x \rfloor + 1"),), slips=(Law(r"\lfloor 2x \rfloor = 2 \lfloor x \rfloor"),)),
    Operator("ceiling", values.ceiling, laws=(Law(r"\lceil x \rceil = -\lfloor -x \rfloor"),), slips=(Law(r"\lceil x \rceil = \lfloor -x \rfloor"),)),
    Operator("factorial", values.factorial, laws=(Law("(n + 1)! = (n + 1) n!"),), slips=(Law("(2n)! = 2 n!"),)),
    Operator(
        "binomial",
        values.binomial,
        laws=(Law(r"\binom{n + 1}{k} = \binom{n}{k} + \binom{n}{k - 1}"), Law(r"\binom{n}{2} = \frac{n(n - 1)}{2}")),
        slips=(Law(r"\binom{n}{2} = \frac{n(n + 1)}{2}"),),
    ),
)  # fmt: skip
