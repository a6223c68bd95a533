r"""Forty laws of linear algebra and matrix calculus hold, and forty slips of the kind that people make are refuted.

One row is ``law ⊢ slip``, both read and judged as in a post that says what stands before ``:``; ``@A`` is a bold A.
"""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.operators.linear.arrays import bold
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Verdict
from mathpost.verify.reasons.registry import search
from mathpost.verify.verdicts.judgement import judge

TABLE = r"""
(@A + @U@C@V)^{-1} = @A^{-1} - @A^{-1}@U(@C^{-1} + @V@A^{-1}@U)^{-1}@V@A^{-1} ⊢ (@A + @U@C@V)^{-1} = @A^{-1} - @A^{-1}@U(@C + @V@A^{-1}@U)^{-1}@V@A^{-1}
(@A + @u@v^\top)^{-1} = @A^{-1} - \frac{@A^{-1}@u@v^\top@A^{-1}}{1 + @v^\top@A^{-1}@u} ⊢ (@A + @u@v^\top)^{-1} = @A^{-1} - \frac{@A^{-1}@u@v^\top@A^{-1}}{1 - @v^\top@A^{-1}@u}
(@I + @A@B)^{-1}@A = @A(@I + @B@A)^{-1} ⊢ (@I + @A@B)^{-1}@A = @A(@I + @B@A)^{-1}@B@A
@X^\top(@X@X^\top + c@I)^{-1} = (@X^\top@X + c@I)^{-1}@X^\top ⊢ @X^\top(@X@X^\top + c@I)^{-1} = (@X^\top@X - c@I)^{-1}@X^\top
\operatorname{tr}(@A@B@C) = \operatorname{tr}(@B@C@A) ⊢ \operatorname{tr}(@A@B@C) = \operatorname{tr}(@B@A@C)
(@A@B)^{-1} = @B^{-1}@A^{-1} ⊢ (@A@B)^{-1} = @A^{-1}@B^{-1}
(@A^{-1})^\top = (@A^\top)^{-1} ⊢ (@A^{-1})^\top = @A^{-1}
\det(@A + @u@v^\top) = \det(@A)(1 + @v^\top@A^{-1}@u) ⊢ \det(@A + @u@v^\top) = \det(@A)(1 + @v^\top@A@u)
\det\begin{pmatrix} @A & @B \\ \boldsymbol{0} & @D \end{pmatrix} = \det(@A)\det(@D) ⊢ \det\begin{pmatrix} @A & @B \\ @C & @D \end{pmatrix} = \det(@A)\det(@D) - \det(@B)\det(@C)
\det\begin{pmatrix} @A & @B \\ @C & @D \end{pmatrix} = \det(@A)\det(@D - @C@A^{-1}@B) ⊢ \det\begin{pmatrix} @A & @B \\ @C & @D \end{pmatrix} = \det(@A)\det(@D + @C@A^{-1}@B)
\operatorname{vec}(@A@X@B) = (@B^\top \otimes @A)\operatorname{vec}(@X) ⊢ \operatorname{vec}(@A@X@A) = (@A \otimes @A^\top)\operatorname{vec}(@X)
(@A \otimes @B)^{-1} = @A^{-1} \otimes @B^{-1} ⊢ (@A \otimes @B)^{-1} = @B^{-1} \otimes @A^{-1}
\|@A\|_F^2 = \operatorname{tr}(@A@A^\top) ⊢ \|@A\|_F^2 = \operatorname{tr}(@A)^2
\|@A@B\|_F^2 = \operatorname{tr}(@B^\top@A^\top@A@B) ⊢ \|@A@B\|_F^2 = \operatorname{tr}(@A^\top@A@B^\top@B)
\|@x + @y\|^2 + \|@x - @y\|^2 = 2\|@x\|^2 + 2\|@y\|^2 ⊢ \|@x + @y\|^2 + \|@x - @y\|^2 = \|@x\|^2 + \|@y\|^2
\|@x@y^\top\|_F = \|@x\|\|@y\| ⊢ \|@x@y^\top\|_F = @x^\top@x @y^\top@y
\langle @A@x, @y \rangle = \langle @x, @A^\top@y \rangle ⊢ \langle @A@x, @y \rangle = \langle @A^\top@x, @y \rangle
@x^\top@A@x = \frac{1}{2}@x^\top(@A + @A^\top)@x ⊢ @x^\top@A@x = @x^\top(@A + @A^\top)@x
@A@A^\dagger = @A(@A^\top@A)^\dagger@A^\top ⊢ @A@A^\dagger = @A^\dagger@A
\operatorname{msign}(@A)^\top@A = (@A^\top@A)^{1/2} ⊢ \operatorname{msign}(@A)^\top@A = @A^\top@A
\|@A\|_* = \operatorname{tr}(\operatorname{msign}(@A)^\top@A) ⊢ \|@A\|_* = \operatorname{tr}(\operatorname{msign}(@A)@A)^2
\nabla_{@x} (@a^\top@x) = @a ⊢ \nabla_{@x} (@a^\top@x) = @x + @a - @x + @a
\nabla_{@x} (@x^\top@A@x) = (@A + @A^\top)@x ⊢ \nabla_{@x} (@x^\top@A@x) = 2@A@x
\nabla_{@x} \|@A@x - @b\|^2 = 2@A^\top(@A@x - @b) ⊢ \nabla_{@x} \|@A@x - @b\|^2 = @A^\top(@A@x - @b)
\nabla_{@x} \|@x - @y\| = \frac{@x - @y}{\|@x - @y\|} ⊢ \nabla_{@x} \|@x - @y\| = \frac{@x - @y}{\|@x - @y\|^2}
\frac{\partial \operatorname{tr}(@A@X)}{\partial @X} = @A^\top ⊢ \frac{\partial \operatorname{tr}(@A@X@X)}{\partial @X} = 2@A^\top@X^\top
\frac{\partial \operatorname{tr}(@X^\top@A@X)}{\partial @X} = (@A + @A^\top)@X ⊢ \frac{\partial \operatorname{tr}(@X^\top@A@X)}{\partial @X} = @A@X
\frac{\partial \log\det(@X)}{\partial @X} = (@X^{-1})^\top ⊢ \frac{\partial \log\det(@X)}{\partial @X} = 2(@X^{-1})^\top
\frac{\partial \det(@X)}{\partial @X} = \det(@X)(@X^{-1})^\top ⊢ \frac{\partial \det(@X)}{\partial @X} = \det(@X)@X^\top
\frac{\partial \operatorname{tr}(@X^{-1}@A)}{\partial @X} = -(@X^{-1}@A@X^{-1})^\top ⊢ \frac{\partial \operatorname{tr}(@X^{-1}@A)}{\partial @X} = (@X^{-1}@A@X^{-1})^\top
\frac{\partial (@a^\top@X@b)}{\partial @X} = @a@b^\top ⊢ \frac{\partial (@a^\top@X@X@b)}{\partial @X} = @a@b^\top@X + @X@a@b^\top
\frac{\partial \|@X\|_F^2}{\partial @X} = 2@X ⊢ \frac{\partial \|@X\|_F^2}{\partial @X} = @X
\frac{\partial \|@X\|_F}{\partial @X} = \frac{@X}{\|@X\|_F} ⊢ \frac{\partial \|@X\|_F}{\partial @X} = \frac{@X}{\|@X\|_F^2}
\frac{\partial \|@X\|_*}{\partial @X} = \operatorname{msign}(@X) ⊢ \frac{\partial \|@X\|_*}{\partial @X} = \frac{@X}{\|@X\|_*}
\frac{\partial (@A@x)}{\partial @x} = @A ⊢ \frac{\partial (@x@x^\top@a)}{\partial @x} = @x@a^\top
\frac{\partial\, \text{softmax}(@x)}{\partial @x} = \operatorname{diag}(\text{softmax}(@x)) - \text{softmax}(@x)\text{softmax}(@x)^\top ⊢ \frac{\partial\, \text{softmax}(@x)}{\partial @x} = \operatorname{diag}(\text{softmax}(@x)) + \text{softmax}(@x)\text{softmax}(@x)^\top
\nabla_{@x} \log \sum_{i=1}^{n} e^{x_i} = \text{softmax}(@x) ⊢ \nabla_{@x} \log \sum_{i=1}^{n} e^{x_i} = e^{@x}
\frac{\partial}{\partial @x} \frac{@x}{\|@x\|} = \frac{1}{\|@x\|}\left(@I - \frac{@x@x^\top}{\|@x\|^2}\right) ⊢ \frac{\partial}{\partial @x} \frac{@x}{\|@x\|} = \frac{1}{\|@x\|}\left(@I - @x@x^\top\right)
\frac{\partial \tanh(@W@x)}{\partial @x} = \operatorname{diag}(1 - \tanh^2(@W@x))@W ⊢ \frac{\partial \tanh(@W@x)}{\partial @x} = \operatorname{diag}(1 + \tanh^2(@W@x))@W
\operatorname{RMSNorm}(@x) = \frac{@x}{\|@x\|_{RMS}} ⊢ \operatorname{RMSNorm}(@x) = \frac{@x}{\|@x\|}
\frac{\partial}{\partial t} (@A + t@B)^{-1} = -(@A + t@B)^{-1}@B(@A + t@B)^{-1} ⊢ \frac{\partial}{\partial t} (@A + t@B)^{-1} = -(@A + t@B)^{-2}@B
(\text{softmax}(@Q@K^\top)@V)_{ij} = \sum_{l=1}^{m} \frac{e^{(@Q@K^\top)_{il}}}{\sum_{k=1}^{m} e^{(@Q@K^\top)_{ik}}} V_{lj} ⊢ (\text{softmax}(@Q@K^\top)@V)_{ij} = \sum_{l=1}^{m} e^{(@Q@K^\top)_{il}} V_{lj}
""".strip().splitlines()
PAIRS = [tuple(map(str.strip, row.split("⊢"))) for row in TABLE]


def verdict(latex: str) -> Verdict | None:
    document = read(Source("law.md", f"We have\n\n$$\n{bold(latex)}\n$$\n"))
    found = steps(document)
    assert len(found) == 1, [(s.left.text, s.right.text, s.role) for s in found]
    return judge(document, found)[0]


def test_there_are_forty_of_each() -> None:
    assert len(PAIRS) >= 40


@pytest.mark.parametrize("law", [law for law, _ in PAIRS])
def test_law_is_proved_or_agrees(law: str) -> None:
    assert isinstance(verdict(law), Proved | Agrees)


@pytest.mark.parametrize("slip", [slip for _, slip in PAIRS])
def test_slip_is_refuted(slip: str) -> None:
    with search({"unexplained"}):  # by its values, whatever was meant
        assert isinstance(verdict(slip), Refuted)
