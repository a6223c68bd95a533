"""Circles of objects are looked for seldom while claims are judged, and as before afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from mathpost.verify import collection


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_inside_many_objects_may_be_made_before_circles_are_looked_for() -> None:
    gc.set_threshold(700, 10, 10)
    with collection.seldom():
        assert gc.get_threshold() == (collection.YOUNG, 10, 10)
        with collection.seldom():
            assert gc.get_threshold() == (collection.YOUNG, 10, 10)
        assert gc.get_threshold() == (collection.YOUNG, 10, 10)
    assert gc.get_threshold() == (700, 10, 10)


def test_an_error_inside_leaves_nothing_changed() -> None:
    gc.set_threshold(700, 10, 10)
    with pytest.raises(ZeroDivisionError), collection.seldom():
        raise ZeroDivisionError
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("threshold", [0, 1_000_000])
def test_who_looks_for_none_or_even_more_seldom_is_not_disturbed(threshold: int) -> None:
    gc.set_threshold(threshold, 10, 10)
    with collection.seldom():
        assert gc.get_threshold()[0] == threshold
