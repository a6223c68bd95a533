"""Sayings: every row applies to its examples, and in nothing that it sets apart."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from mathpost.maths import lexicon
from mathpost.maths.lexicon.sayings import Saying

MODULES = [
    importlib.import_module(f"{lexicon.__name__}.{m.name}") for m in pkgutil.iter_modules(lexicon.__path__)
]
SAYINGS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": saying
    for module in MODULES
    for name, saying in vars(module).items()
    if isinstance(saying, Saying)
}


@pytest.mark.parametrize("name", SAYINGS)
def test_a_saying_is_heard_in_its_examples(name: str) -> None:
    saying = SAYINGS[name]
    assert saying.examples
    for example in saying.examples:
        assert saying(example), example
    for other in saying.others:
        assert not saying(other), other


@pytest.mark.parametrize("name", SAYINGS)
def test_a_saying_has_an_example_in_each_of_its_languages(name: str) -> None:
    saying = SAYINGS[name]
    in_chinese = [e for e in saying.examples if any("一" <= letter <= "鿿" for letter in e)]
    assert bool(in_chinese) == any("一" <= letter <= "鿿" for letter in saying.chinese)
