"""Named constants, and the parts of a complex number."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator

OPERATORS = (
    Operator("pi", values.pi, laws=(Law(r"\cos \pi = -1"),), slips=(Law(r"\sin\frac{\pi}{2} = -1"),)),
    Operator("imaginary_unit", values.imaginary_unit, laws=(Law(r"e^{\mathrm{i}\theta} = \cos\theta + \mathrm{i}\sin\theta"),), slips=(Law(r"e^{\mathrm{i}\theta} = \cos\theta - \mathrm{i}\sin\theta"),)),
    Operator("real_part", values.real_part, spellings=("Re",), laws=(Law(r"\text{Re}[e^{\mathrm{i}\theta}] = \cos\theta"),), slips=(Law(r"\text{Re}[e^{\mathrm{i}\theta}] = \sin\theta"),)),
    Operator("imaginary_part", values.imaginary_part, spellings=("Im",), laws=(Law(r"\text{Im}[e^{\mathrm{i}\theta}] = \sin\theta"),), slips=(Law(r"\text{Im}[e^{\mathrm{i}\theta}] = \cos\theta"),)),
    Operator("conjugate", values.conjugate),
    Operator("infinity", may_refute=False),
)  # fmt: skip
