"""The table of roles: every row decides the last step of its example."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.roles import ROWS, Row, of_chains
from mathpost.maths.claims.statements import decisions
from mathpost.text.source import Source


@pytest.mark.parametrize("row", [*ROWS, *of_chains.ROWS], ids=lambda row: row.id)
def test_a_row_decides_its_example(row: Row | of_chains.ChainRow) -> None:
    *_, (step, decided_by) = decisions(read(Source("post.md", row.example + "\n")))
    assert (decided_by, step.role) == (row.id, row.role)


def test_rows_have_names_of_their_own() -> None:
    names = [row.id for row in (*ROWS, *of_chains.ROWS)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    "post",
    [
        "使用简单投票法\n$$\nH(x) = \\operatorname{sign}(\\sum_{i=1}^T h_i(x))\n$$\n假设错误率相互独立\n$$\nP(h) \\le e^{-T/2}\n$$\n",
        "对于生成式模型，必然考虑\n$$\nP(c|x) = \\frac{P(c, x)}{P(x)}\n$$\n",
        "**约束**\n\n其中\n$$\n\\alpha_i \\ge 0\n$$\n\n设\n$$\nw^T x + b = 0\n$$\n",
        "- Suppose that\n  $$\n  W^T W = I\n  $$\n",
    ],
)
def test_the_marks_of_a_quote_are_no_words(post: str) -> None:
    quoted = "".join(f"> {line}" for line in post.splitlines(keepends=True))
    plain, inside = (list(decisions(read(Source("post.md", text)))) for text in (post, quoted))
    assert [row for _, row in plain] == [row for _, row in inside]
    assert len(plain) > 0
