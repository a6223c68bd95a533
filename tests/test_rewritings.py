"""The table of rewritings: each row confirms its example, and without it nothing else does."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.court.hearing import judge
from mathpost.verify.interpretation.given import SENTENCES
from mathpost.verify.interpretation.verdict import Agrees, Proved
from mathpost.verify.readings import rewriting
from mathpost.verify.readings.rewriting import Rewriting, rewritings

STAGES = ("definitions", "equations", "bounds", "developments")
ROWS = [row for stage in STAGES for row in rewritings(stage)]


def is_confirmed(post: str) -> bool:
    """Whether the last claim of a post is confirmed."""
    document = read(Source("post.md", post + "\n"))
    return isinstance(judge(document, steps(document))[-1], Proved | Agrees)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_each_row_confirms_its_example_alone(row: Rewriting, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_confirmed(row.example)
    others = {stage: tuple(r for r in rewritings(stage) if r is not row) for stage in STAGES}
    monkeypatch.setattr(rewriting, "rewritings", others.__getitem__)
    assert not is_confirmed(row.example)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_what_a_row_rests_on_has_a_sentence(row: Rewriting) -> None:
    assert row.given <= SENTENCES.keys()


def test_what_costs_less_is_tried_first() -> None:
    for stage in STAGES:
        costs = [row.cost for row in rewritings(stage)]
        assert costs == sorted(costs)
