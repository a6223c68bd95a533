"""The table of reasons: every row that has examples decides on one of them and leaves its near twin alone."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Unchecked, Verdict, name
from mathpost.verify.reasons.reason import Reason, shortened
from mathpost.verify.reasons.registry import rows, search
from mathpost.verify.verdicts import judge

SHOWN = [row for row in rows() if row.spares]
# what is not refuted because no slip explains it: the doubts are told apart where nothing else is known
UNEXPLAINED = frozenset(["unexplained", "free-symbol"])


def verdicts(post: str, off: Iterable[str] = ()) -> list[Verdict | None]:
    """The verdicts on the steps of a post (LaTeX alone is a display of its own) without some reasons."""
    document = read(Source("post.md", (post if "$" in post else f"$$\n{post}\n$$") + "\n"))
    with search(off):
        return list(judge(document, steps(document)))


def decided(row: Reason, verdict: Verdict | None) -> bool:
    """Whether a verdict is one that `row` may withhold."""
    wanted = ("proved", "agrees") if row.level == "vacuous" else ("refuted",)
    return verdict is not None and name(verdict) in wanted


@pytest.mark.parametrize("row", SHOWN, ids=lambda row: row.id)
def test_a_post_is_spared_by_its_row_alone(row: Reason) -> None:
    others = UNEXPLAINED - {row.id} if row.level == "doubt" else frozenset[str]()
    with_doubt = [
        k for k, v in enumerate(verdicts(row.spares, others)) if isinstance(v, Unchecked) and v.id == row.id
    ]
    without = verdicts(row.spares, others | {row.id})
    assert with_doubt, "no claim of the example has this reason: another one comes first, or it never applies"
    assert any(decided(row, without[k]) for k in with_doubt), (
        "the example has the same verdict without this row"
    )


@pytest.mark.parametrize("row", SHOWN, ids=lambda row: row.id)
def test_a_near_twin_is_left_alone(row: Reason) -> None:
    *_, last = (v for v in verdicts(row.passes, UNEXPLAINED - {row.id}) if v is not None)
    assert decided(row, last), f"the similar post is not left alone: {last}"


def test_ids_are_words_joined_by_hyphens_and_stand_once() -> None:
    ids = [row.id for row in rows()]
    assert len(set(ids)) == len(ids)
    assert all(word.isalpha() and word.islower() for name in ids for word in name.split("-"))


def test_every_row_speaks_both_languages() -> None:
    for row in rows():
        assert row.chinese.count("{}") <= row.english.count("{}")
        assert not row.chinese.isascii()


def test_every_method_names_a_row_of_the_table() -> None:
    """What modules below the table write into a verdict is an id of a row."""
    posts = ["$2 = 2.1$", r"$$\frac{1}{3} \approx 0.4$$", "设 $x = 2$，则 $x^2 \\le 4$"]
    known = {row.id for row in rows()}
    found = [v for post in posts for v in verdicts(post) if isinstance(v, Unchecked)]
    assert {v.id for v in found if v.reason == "context"} <= known


def test_what_is_said_is_cut_where_latex_may_end() -> None:
    words = r"x_{1} = \frac{a}{b} + \left(y + z\right)"
    cut = {n: shortened(words, n) for n in (5, 6, 12, 20, 30, len(words))}
    assert cut == {
        5: "…",
        6: "x_{1}…",
        12: "x_{1} =…",
        20: r"x_{1} = \frac{a}{b}…",
        30: r"x_{1} = \frac{a}{b} +…",
        len(words): words,
    }
