"""Circles of objects are looked for seldom while claims are judged, and as before afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.terms.term import Apply
from mathpost.text.source import Source
from mathpost.verify.models import memory
from mathpost.verify.models.model import Model
from mathpost.verify.verdicts.judgement import judge


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_inside_many_objects_may_be_made_before_circles_are_looked_for() -> None:
    gc.set_threshold(700, 10, 10)
    with memory.seldom():
        assert gc.get_threshold() == (memory.YOUNG, 10, 10)
        with memory.seldom():
            assert gc.get_threshold() == (memory.YOUNG, 10, 10)
        assert gc.get_threshold() == (memory.YOUNG, 10, 10)
    assert gc.get_threshold() == (700, 10, 10)


def test_an_error_inside_leaves_nothing_changed() -> None:
    gc.set_threshold(700, 10, 10)
    with pytest.raises(ZeroDivisionError), memory.seldom():
        raise ZeroDivisionError
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("threshold", [0, 1_000_000])
def test_who_looks_for_none_or_even_more_seldom_is_not_disturbed(threshold: int) -> None:
    gc.set_threshold(threshold, 10, 10)
    with memory.seldom():
        assert gc.get_threshold()[0] == threshold


@pytest.mark.parametrize(
    "claim", [r"(a + b)^2 = a^2 + 2ab + b^2", r"\sum_{i=1}^n x_i^2 = \left(\sum_{i=1}^n x_i\right)^2"]
)
def test_what_was_judged_is_gone_as_soon_as_nobody_refers_to_it(claim: str) -> None:
    document = read(Source("post.md", f"We have\n\n$$\n{claim}\n$$\n"))
    judge(document, steps(document))  # what is remembered for ever
    found = steps(document)
    gc.collect()
    gc.disable()
    try:
        before = _models_and_terms()  # of other claims, that are forgotten when they are
        judge(document, found)
        left = _models_and_terms() - before
        gc.collect()
        assert left <= _models_and_terms()
    finally:
        gc.enable()


def _models_and_terms() -> set[int]:
    return {id(o) for o in gc.get_objects() if isinstance(o, Model | Apply)}
