"""Determinants, inverses and rank."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.operators import Operator
from mathpost.maths.operators.linear.arrays import laws

OPERATORS = (
    Operator(
        "determinant",
        values.determinant,
        spellings=("det", "Det"),
        laws=laws(
            r"\det(@A@B) = \det(@A)\det(@B)",
            r"\det(@A^{\top}) = \det(@A)",
            r"\det(@A^{-1}) = \frac{1}{\det(@A)}",
            r"\det(@I + @u@v^{\top}) = 1 + @v^{\top}@u",
            r"|@A@B| = |@A||@B|",
            r"\det(@I + @A@B) = \det(@I + @B@A)",
        ),
        slips=laws(
            r"\det(@A + @B) = \det(@A) + \det(@B)",
            r"\det(-@A) = \det(@A)",
            r"\det(@I + @u@v^{\top}) = 1 - @v^{\top}@u",
            r"\det(2@A) = 2\det(@A)",
        ),
    ),
    Operator(
        "pseudoinverse",
        values.pseudoinverse,
        laws=laws(r"@A@A^{\dagger}@A = @A", r"@A^{\dagger}@A@A^{\dagger} = @A^{\dagger}"),
        slips=laws(r"@A^{\dagger}@A@A^{\dagger} = @A^{\top}"),
    ),
    Operator(
        "rank",
        values.rank,
        spellings=("rank", "rk", "Rank"),
        laws=laws(
            r"\operatorname{rank}(@A^{\top}@A) = \operatorname{rank}(@A)",
        ),
        slips=laws(r"\operatorname{rank}(@u@v^{\top}) = 2\operatorname{rank}(@v@u^{\top})"),
    ),
)
