"""The repository's own posts: their figures are what the code draws, and their code computes their formulas."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved
from mathpost.verify.programs.comparison import compared

POSTS = Path(__file__).parent.parent / "blogs_enhanced"
FIGURES = POSTS / "figures"
ENGLISH = {"gaussian-kl"}


def test_the_figures_are_what_the_code_draws() -> None:
    drawn = runpy.run_path(str(FIGURES / "make.py"))["FIGURES"]
    assert sorted(drawn) == sorted(path.stem for path in FIGURES.glob("*.svg"))
    for name, draw in drawn.items():
        assert (FIGURES / f"{name}.svg").read_text(encoding="utf-8") == draw(), name


@pytest.mark.parametrize("name", sorted(path.name for path in POSTS.glob("*.md")))
def test_all_code_of_a_post_computes_the_formula_above_it(name: str) -> None:
    document = read(Source(name, (POSTS / name).read_text(encoding="utf-8")))
    found = compared(document, steps(document), read)
    assert len(found) == sum(block.language == "python" for block in document.code)
    assert [each.name for each in found if not isinstance(each.verdict, Proved | Agrees)] == []


def test_all_posts_have_300_to_500_lines_that_their_author_wrote() -> None:
    counts = {path.stem: _lines_by_hand(path.read_text(encoding="utf-8")) for path in POSTS.glob("*.md")}
    assert len(counts) == 8
    assert {name: count for name, count in counts.items() if not 300 <= count <= 500} == {}


def _lines_by_hand(text: str) -> int:
    """The lines outside of the parts that `enhance` writes, the empty ones too."""
    count, inside = 0, False
    for line in text.splitlines():
        inside = inside or line.startswith("<!-- enhance:begin")
        count += not inside and not line.startswith("<!-- enhance:stamp")
        inside = inside and not line.startswith("<!-- enhance:end")
    return count


@pytest.mark.parametrize("name", sorted(path.stem for path in POSTS.glob("*.md")))
def test_a_post_shows_its_figure_and_ends_with_exercises(name: str) -> None:
    text = (POSTS / f"{name}.md").read_text(encoding="utf-8")
    assert f"](figures/{name}.svg)" in text
    exercises, solutions = ("## Exercises", "**Solutions**") if name in ENGLISH else ("## 习题", "**解答**")
    assert text.index(exercises) < text.index(solutions)
