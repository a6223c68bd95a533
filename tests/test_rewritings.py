"""The table of rewritings: each row decides a claim of its example, and without it nothing else does."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.given import SENTENCES
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted
from mathpost.verify.readings import rewriting
from mathpost.verify.readings.rewriting import Rewriting, Stage, rewritings
from mathpost.verify.verdicts.judgement import judge

STAGES: tuple[Stage, ...] = ("definitions", "equations", "bounds", "developments")
ROWS = [row for stage in STAGES for row in rewritings(stage)]


def decided(post: str, row: Rewriting) -> int:
    """How many claims of a post are confirmed, or refuted where the row may do that."""
    document = read(Source("post.md", post + "\n"))
    verdicts = Proved | Agrees | Refuted if row.refutes else Proved | Agrees
    return sum(isinstance(verdict, verdicts) for verdict in judge(document, steps(document)))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_each_row_decides_its_example_alone(row: Rewriting, monkeypatch: pytest.MonkeyPatch) -> None:
    found = decided(row.example, row)
    others = {stage: tuple(r for r in rewritings(stage) if r is not row) for stage in STAGES}
    monkeypatch.setattr(rewriting, "rewritings", others.__getitem__)
    assert decided(row.example, row) < found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_what_a_row_rests_on_has_a_sentence(row: Rewriting) -> None:
    assert row.given <= SENTENCES.keys()


def test_what_costs_less_is_tried_first() -> None:
    for stage in STAGES:
        costs = [row.cost for row in rewritings(stage)]
        assert costs == sorted(costs)
