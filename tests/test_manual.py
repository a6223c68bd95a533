"""The manual is written from the rules themselves, and the committed pages are current."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from mathpost import manual, rules
from mathpost.verify.interpretation.verdict import Reason

DOCS = Path(__file__).parent.parent / "docs"


def test_every_rule_says_what_is_wrong_and_how_it_is_mended() -> None:
    for rule in rules.registry():
        text = rule.__doc__ or ""
        assert len(text.split()) >= 15, rule.CODE
        assert text.strip().count("\n\n") >= 1, rule.CODE


def test_every_reason_is_explained() -> None:
    assert manual.REASONS.keys() == set(get_args(Reason))


def test_codes_and_names_are_found_in_any_case() -> None:
    assert manual.page("l001") == manual.page("unclosed-brace") == manual.page("L001")
    assert manual.page("nothing") is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rules.md", manual.rules_page),
        ("verdicts.md", manual.verdicts_page),
        ("flavours.md", manual.flavours_page),
    ],
)
def test_the_committed_pages_are_current(name: str, text: object) -> None:
    assert callable(text)
    assert (DOCS / name).read_text("utf-8") == text(), "run `make update`"
