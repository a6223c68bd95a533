"""Every flavour of the table: its example is read as its own, whole, and numbered by whom it says."""

from __future__ import annotations

from inspect import cleandoc

import pytest

from mathpost.document import flavours, numbering
from mathpost.document.reader import read
from mathpost.text.source import Source


def example(name: str) -> str:
    """The post in the docstring of a flavour."""
    head, _, rest = cleandoc(flavours.page(name)).partition("markdown\n")
    fence = head[-4:] if head.endswith("````") else head[-3:]
    return rest.partition(f"\n{fence}")[0] + "\n"


@pytest.mark.parametrize("name", flavours.names())
def test_the_example_is_told_by_its_text_or_its_ending(name: str) -> None:
    told = read(Source("", example(name))).flavour.name
    assert told == name or (told == "plain" and name in ("notebook", "tex"))


@pytest.mark.parametrize("name", flavours.names())
def test_the_example_is_numbered_by_whom_its_flavour_says(name: str) -> None:
    document = read(Source("", example(name)), flavour=flavours.named(name))
    assert document.formulas and not document.faults
    if flavours.named(name).numbers == "builder":
        assert numbering.plan(document).edits == ()
    else:
        assert all(edit.new != r"\tag{1}" for edit in numbering.plan(document).edits)
