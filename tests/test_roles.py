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
