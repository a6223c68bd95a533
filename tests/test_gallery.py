"""Every entry of the gallery is false as published and true as repaired, by `enhance` and by a second computation."""

from __future__ import annotations

from typing import Any

import pytest

import mathpost
from gallery.page import PAGE, entries, page, value

ENTRIES = entries()


def post(context: str, formula: str) -> str:
    return f"{context}\n\nHence\n\n$$\n{formula}\n$$\n"


def verdicts(text: str) -> list[str | None]:
    found = mathpost.check(text)
    last = len(found["formulas"]) - 1
    return [step["verdict"] for step in found["steps"] if step["formula"] == last]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["title"])
def test_a_second_computation_confirms_the_error(entry: dict[str, Any]) -> None:
    left, right = value(entry, "left"), value(entry, "right")
    gap = abs(left - right) / (1 + abs(left))
    assert gap > 1e-3
    match entry.get("relation"):
        case "<" | "<=":
            assert left > right
        case ">" | ">=":
            assert left < right
    if "true" in entry or "true_left" in entry:
        true_left = value(entry, "true_left") if "true_left" in entry else left
        true_right = value(entry, "true") if "true" in entry else right
        assert abs(true_left - true_right) / (1 + abs(left)) < 1e-8


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["title"])
def test_the_program_finds_the_error_and_accepts_the_repair(entry: dict[str, Any]) -> None:
    false = verdicts(post(entry["context"], entry["published"]))
    true = verdicts(post(entry.get("repaired_context", entry["context"]), entry["repaired"]))
    assert "proved" not in false
    assert "agrees" not in false
    assert "refuted" not in true
    assert ("refuted" in false) != entry.get("missed", False), "say in the entry whether the program finds it"


def test_most_entries_are_refuted_by_the_program() -> None:
    assert len(ENTRIES) >= 25
    assert sum(not entry.get("missed", False) for entry in ENTRIES) >= 18


def test_the_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python tests/gallery/page.py"
