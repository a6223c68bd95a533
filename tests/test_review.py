"""The page of what changed: every change of a run has its kind and its reason, and no text is lost between the sides."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from mathpost.cli import main
from mathpost.config import Config
from mathpost.delivery import settled
from mathpost.pipeline import examine
from mathpost.text.source import Source
from mathpost.writers.alignment import Pair, Version, differences, pairs
from mathpost.writers.review import Review, Row, review

POST = r"""# Sums

$$
a = b + c \tag{3}
$$

From (3) we have

$$
(a+b)^2 = a^2 + 2ab + b^2 \tag{3}
$$

and $\\{x\\}$, see Eq. (7).

$$
f(x) = 2x \tag{7}
$$
"""
KEEPS_BACKSLASHES = Config(flavour="notebook")
GAP = "N002: (3) is followed by (7): no equation has a number from (4) to (6)"


def reviewed(raw: str, text: str | None = None) -> Review:
    if text is None:
        text = settled(Source("a.md", raw), KEEPS_BACKSLASHES).result.source.text
    before, after = (examine(Source("a.md", t), KEEPS_BACKSLASHES, False) for t in (raw, text))
    return review(before, after, "en")


def notes(found: Review) -> list[tuple[int | None, int | None, str, str]]:
    return [(row.old_line, row.new_line, note.kind, note.reason) for row in found.rows for note in row.notes]


def text_of(rows: tuple[Row, ...], side: str) -> list[str]:
    lines = ((getattr(row, f"{side}_line"), getattr(row, side)) for row in rows)
    return ["".join(piece.text for piece in pieces) for line, pieces in lines if line is not None]


def test_each_change_has_its_reason() -> None:
    assert notes(reviewed(POST)) == [
        (4, 4, "number", "(3) becomes (1), its place in the order"),
        (7, 7, "open", "(3) was the number of an equation that is renumbered; update it by hand"),
        (
            10,
            10,
            "number",
            "(3) becomes (2), its place in the order; N001: a second equation with the number (3)",
        ),
        (13, 13, "repair", "L201: the backslash before { is doubled: readers see a line break and no {"),
        (13, 13, "reference", "it follows its equation: (7) is (3) now"),
        (16, 16, "number", "(7) becomes (3), its place in the order; " + GAP),
    ]


@pytest.mark.parametrize(
    "raw",
    [
        "$$a = b$$\n\nBy (1).\n\n$$c\n= d$$\n",
        "\\begin{equation}a = b \\end{equation}\n\n\\begin{align}\na &= b\\\\ c &= d\\end{align}\n",
        "$$a \\tag{4.3}$$\n\n$$b \\tag{4.4}$$\n\nSee (4.3), Eq. (4.4) and (4.3)-(4.4).\n",
    ],
)
def test_nothing_that_the_program_did_is_taken_for_the_author(raw: str) -> None:
    for target in ("mathjax", "github"):
        config = Config(number="all", target=target)
        done = settled(Source("a.md", raw), config).result
        found = review(examine(Source("a.md", raw), config, False), done, "en")
        assert found.counts["own"] == 0, notes(found)


def test_what_an_author_wrote_on_is_told_apart_from_the_program() -> None:
    raw = "# T\n\n$$\nx = 1\n$$\n\nEnd.\n"
    text = (
        "# T\n\nMore words.\nAnd more.\n\n$$\nx = 1 \\tag{1}\n$$\n\n"
        "<!-- enhance:begin steps -->\n$$\nx = 1\n$$\n<!-- enhance:end steps -->\n\nThe End.\n"
    )
    found = reviewed(raw, text)
    assert {kind: n for kind, n in found.counts.items() if n} == {"number": 1, "block": 1, "own": 3}
    told = notes(found)
    assert (4, 7, "number", "numbers count through the post; this equation is (1)") in told
    assert [kind for _, _, kind, _ in told] == ["own", "number", "block", "own"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x\n",
        "# T\r\n\r\n$$a$$\r\n",
        POST,
        POST.replace("Sums", "Summen"),
        POST[20:],
        POST + POST,
        POST[::-1],
    ],
)
def test_both_sides_hold_their_whole_text(text: str) -> None:
    found = reviewed(POST, text)
    for side, whole in (("old", POST), ("new", text)):
        source = Source("", whole)
        assert text_of(found.rows, side) == [
            source.slice(source.line_span(n)) for n in range(1, source.line_count + 1)
        ]


def test_lines_are_matched_by_what_they_say() -> None:
    old, new = Version(Source("", "a\nb 1\nc\n")), Version(Source("", "a\nnew\nb 2\n\nc\n"))
    assert pairs(old, new) == [Pair(1, 1), Pair(None, 2), Pair(2, 3), Pair(None, 4), Pair(3, 5)]


def test_differences_within_a_line() -> None:
    assert differences("see (3), x", "see (12), x") == [((5, 6), (5, 7))]


def test_a_review_writes_pages_and_no_post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text(POST, "utf-8")
    run = CliRunner().invoke(main, ["run", "a.md", "--review", "--no-verify", "--flavour", "notebook"])
    assert run.exit_code == 0, run.output
    assert "a.html: 3 numbers, 1 reference, 1 repair, 1 number to update by hand" in run.output
    assert [str(p) for p in sorted(Path("reports").rglob("*.html"))] == ["reports/changes/a.html"]
    assert not Path("blogs_enhanced").exists() and Path("a.md").read_text("utf-8") == POST
    run = CliRunner().invoke(main, ["run", "a.md", "--review", "--no-verify", "--in-place"])
    assert run.exit_code == 0 and Path("a.md").read_text("utf-8") == POST


def test_the_report_of_a_run_and_of_existing_posts_show_the_same_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("blogs_raw").mkdir()
    Path("blogs_raw/a.md").write_text(POST, "utf-8")
    for arguments in (["run", "blogs_raw"], ["run", "blogs_raw"], ["report"]):
        run = CliRunner().invoke(main, [*arguments, "--no-verify"])
        assert run.exit_code == 0, run.output
        page = Path("reports/changes/a.html").read_text("utf-8")
        assert '<del class="k-number">7</del>' in page and '<ins class="k-number">3</ins>' in page
        assert 'href="../changes/a.html"' in Path("reports/posts/a.html").read_text("utf-8")
