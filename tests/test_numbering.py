"""One series of numbers for a post, and references that follow."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathpost.document import oracle
from mathpost.document.document import Document
from mathpost.document.index import NOBODY, Index
from mathpost.document.numbering import Numbering, Scheme, plan
from mathpost.document.reader import read
from mathpost.text.edits import apply
from mathpost.text.source import Source


def document(text: str) -> Document:
    return read(Source("post.md", text))


def numbered(text: str, **scheme: object) -> str:
    """The text after a run, which the oracle has confirmed."""
    post = document(text)
    planned = plan(post, scheme=Scheme(**{"rows": "usual", **scheme}))  # type: ignore[arg-type]
    new = apply(text, planned.edits)
    assert oracle.differences(post, document(new), planned) == []
    return new


def planned(text: str) -> Numbering:
    return plan(document(text), scheme=Scheme("usual"))


def statuses(text: str) -> list[tuple[str, str]]:
    return [(r.reference.target, r.status) for r in planned(text).resolutions]


# --- where a tag goes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\\begin{equation}x\\end{equation}", "\\begin{equation}x \\tag{1}\\end{equation}"),
        ("\\begin{equation}\nx\n\\end{equation}", "\\begin{equation}\nx\n\\tag{1}\n\\end{equation}"),
        ("\\begin{equation}x\n+y\\end{equation}", "\\begin{equation}x\n+y\n\\tag{1}\n\\end{equation}"),
        (
            "- a\n  \\begin{equation}\n  x\n  \\end{equation}",
            "- a\n  \\begin{equation}\n  x\n  \\tag{1}\n  \\end{equation}",
        ),
        (
            "> \\begin{equation}\n> x\n> \\end{equation}",
            "> \\begin{equation}\n> x \\tag{1}\n> \\end{equation}",
        ),
        (
            "\\begin{equation}\nx % note\n\\end{equation}",
            "\\begin{equation}\nx % note\n\\tag{1}\n\\end{equation}",
        ),
        (
            "\\begin{equation}\r\nx\r\n\\end{equation}",
            "\\begin{equation}\r\nx\r\n\\tag{1}\r\n\\end{equation}",
        ),
        (
            "\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}",
            "\\begin{align}\na &= b \\tag{1} \\\\\nc &= d \\tag{2}\n\\end{align}",
        ),
        (
            "\\begin{align}\na &= b \\\\\\\nc &= d % x\n\\\\\\\n\\end{align}",
            "\\begin{align}\na &= b \\tag{1} \\\\\\\nc &= d \\tag{2} % x\n\\\\\\\n\\end{align}",
        ),
        ("\\begin{gather}a\\notag\\\\b\\end{gather}", "\\begin{gather}a\\notag\\\\b \\tag{1}\\end{gather}"),
        ("$$\\begin{equation}x\\end{equation}$$", "$$\\begin{equation}x \\tag{1}\\end{equation}$$"),
        ("$$ x \\label{a} $$", "$$ x \\label{a} \\tag{1} $$"),
        ("$$\nx \\label{a}\n$$", "$$\nx \\label{a}\n\\tag{1}\n$$"),
        ("$$x\\tag{7}$$", "$$x\\tag{1}$$"),
        ("$$x\\tag{ 7 }$$", "$$x\\tag{1}$$"),
        ("$$x\\tag*{7}$$", "$$x\\tag*{1}$$"),
        ("$$x\\tag*{(7)}$$", "$$x\\tag*{(1)}$$"),
        ("$$\\begin{split}a&=b\\tag*{(7)}\\end{split}$$", "$$\\begin{split}a&=b\\end{split} \\tag*{(1)}$$"),
        (
            "\\begin{subequations}\n\\begin{align}\na&=b \\\\\nc&=d\n\\end{align}\n\\end{subequations}",
            "\\begin{subequations}\n\\begin{align}\na&=b \\tag{1a} \\\\\nc&=d \\tag{1b}\n\\end{align}\n\\end{subequations}",
        ),
        ("$$x\\tag{2.1}$$", "$$x\\tag{1}$$"),
        (
            "\\begin{equation}\\begin{aligned}a\\\\b\\end{aligned}\\end{equation}",
            "\\begin{equation}\\begin{aligned}a\\\\b\\end{aligned} \\tag{1}\\end{equation}",
        ),
        ("\\begin{multline}a\\\\b\\end{multline}", "\\begin{multline}a\\\\b \\tag{1}\\end{multline}"),
    ],
)
def test_a_tag_stands_before_the_end_of_its_row(before: str, after: str) -> None:
    assert numbered(before) == after
    assert numbered(f"前文\n\n{before}\n\n后文\n") == f"前文\n\n{after}\n\n后文\n"


@pytest.mark.parametrize(
    "text",
    [
        "$$x$$",
        "$x$",
        "\\begin{align*}a\\\\b\\end{align*}",
        "\\begin{equation}x\\notag\\end{equation}",
        "$$x\\tag{*}$$",
        "$$x\\tag{Bayes}$$ $$y\\tag{A.1}$$ $$z\\tag{2, 55}$$",
        "$$a\n$$\n:eqlabel:`a`\n",
        "```\n\\begin{equation}x\\end{equation}\n```\n",
    ],
)
def test_what_gets_no_number(text: str) -> None:
    assert numbered(text) == text


@pytest.mark.parametrize(
    "broken",
    [
        "$$\\label{a\nx$$",
        "\\begin{equation}x \\label{a\n\\end{equation}",
        "$$\\label{a}\\begin{split}x\\end{split\n$$",
        "\\begin{equation}x\\end{equati",
    ],
)
def test_a_broken_formula_swallows_no_tag(broken: str) -> None:
    text = f"{broken}\n\n\\begin{{equation}}y\\end{{equation}}\n"
    assert numbered(text) == f"{broken}\n\n\\begin{{equation}}y \\tag{{1}}\\end{{equation}}\n"


def test_one_series_over_automatic_and_written_numbers() -> None:
    text = "\\begin{equation}a\\end{equation}\n\n$$b\\tag{1}$$\n\n$$c\\tag{*}$$\n\n$$d\\tag{2}$$\n"
    found = planned(text)
    assert found.shown == (("1",), ("1",), ("*",), ("2",))
    assert found.planned == (("1",), ("2",), ("*",), ("3",))
    assert found.renumbered == (("1", "2", 3), ("2", "3", 7))


def test_a_tag_does_not_advance_the_counter_of_the_page() -> None:
    text = "$$a\\tag{5}$$\n\n\\begin{equation}b\\end{equation}\n\n\\begin{equation}c\\tag{9}\\end{equation}\n"
    assert planned(text).shown == (("5",), ("1",), ("9",))


def test_letters_follow_their_number() -> None:
    tags = "".join(f"$$a\\tag{{{n}}}$$\n\n" for n in ("1", "1a", "1b", "7c"))
    text = "\\begin{equation}o\\end{equation}\n\n" + tags
    assert planned(text).planned == (("1",), ("2",), ("2a",), ("2b",), ("3",))
    numbered(text)


def test_several_tags_in_one_aligned_are_left_alone() -> None:
    text = "$$\\begin{aligned}a\\tag{8}\\\\b\\tag{9}\\end{aligned}$$\n\n$$c\\tag{3}$$\n\n由式(8)和式(3)得\n"
    found = planned(text)
    assert found.left_alone == (0,)
    assert numbered(text) == text.replace("\\tag{3}", "\\tag{10}").replace("式(3)", "式(10)")
    assert statuses(text) == [("8", "ambiguous"), ("3", "certain")]


# --- references in words --------------------------------------------------------------------------------

PAGE = "\\begin{equation}o\\end{equation}\n\n"


def test_numbers_in_words_follow_their_equation() -> None:
    text = PAGE * 2 + "$$a\\tag{3}$$\n\n$$b\\tag{4}$$\n\n由式(4)、(3) 式与 Eq. (3) 得\n"
    swapped = (
        text.replace("\\tag{3}", "\\tag{0}").replace("\\tag{4}", "\\tag{3}").replace("\\tag{0}", "\\tag{4}")
    )
    assert numbered(swapped).endswith("由式(3)、(4) 式与 Eq. (4) 得\n")


def test_a_permutation_is_made_at_once() -> None:
    text = "$$a\\tag{2}$$\n\n$$b\\tag{1}$$\n\n由(1)与式(2)得，即(1)式\n"
    assert numbered(text) == "$$a\\tag{1}$$\n\n$$b\\tag{2}$$\n\n由(2)与式(1)得，即(2)式\n"


def test_a_number_means_an_equation_of_its_own_part() -> None:
    text = PAGE + "由式(1)得\n\n```bibtex\n@online{x}\n```\n\n## 推导\n\n$$a\\tag{1}$$\n\n由式(1)得\n"
    new = numbered(text)
    assert new.count("式(1)") == 1
    assert new.endswith("$$a\\tag{2}$$\n\n由式(2)得\n")


def test_two_equations_of_one_part_leave_a_reference_alone() -> None:
    text = "$$a\\tag{2}$$\n\n$$b\\tag{2}$$\n\n由式(2)得\n"
    assert statuses(text) == [("2", "ambiguous")]
    assert numbered(text).endswith("由式(2)得\n")


def test_other_documents_and_captions_are_left_alone() -> None:
    text = PAGE + "$$a\\tag{1}$$\n\n原论文的式(1)\n\n**公式1.2 - 名**\n\n$$c$$\n\n由式1.2与式(9)得\n"
    assert statuses(text) == [
        ("1", "foreign"),
        ("1.2", "caption"),
        ("1.2", "caption"),
        ("9", "nothing"),
    ]
    assert numbered(text).count("原论文的式(1)") == 1


def test_a_caption_moves_with_the_number_that_its_display_shows() -> None:
    text = (
        "$$a\\tag{4}$$\n\n**公式7 - 名**：\n\n$$b\\tag{7}$$\n\n由公式7得\n\n"
        "**公式9**：$$c$$\n\n**公式(7)**：它说明\n"
    )
    new = numbered(text)
    assert "**公式2 - 名**：\n\n$$b\\tag{2}$$\n\n由公式2得\n" in new
    assert "**公式9**：$$c$$" in new  # gives a number that no tag shows
    assert new.endswith("**公式(2)**：它说明\n")


def test_a_range_moves_whole_or_not_at_all() -> None:
    page = "$$a\\tag{3}$$\n\n$$b\\tag{4}$$\n\n"
    assert numbered(f"{page}式(3)-(4)给出\n").endswith("式(1)-(2)给出\n")
    broken = (
        "$$a\\tag{3}$$\n\n\\begin{equation}o\\end{equation}\n\n$$b\\tag{4}$$\n\n式(3)-(4)。与式(3)、(4)\n"
    )
    assert numbered(broken).endswith("式(3)-(4)。与式(1)、(3)\n")


def test_words_inside_a_display_follow_too() -> None:
    text = PAGE + "$$a\\tag{1}$$\n\n## 推导\n\n$$b\\tag{7}$$\n\n$$\\text{由式(7)}$$\n"
    assert statuses(text) == [("7", "certain")]
    assert numbered(text).endswith("$$\\text{由式(3)}$$\n")


def test_parts_without_their_equation_are_a_family() -> None:
    tags = "".join(f"$$a\\tag{{{n}}}$$\n\n" for n in ("4", "9a", "9b", "9c", "10"))
    text = tags + "由(9b)、式(9)与式(10)得\n"
    assert planned(text).planned == (("1",), ("2a",), ("2b",), ("2c",), ("3",))
    assert numbered(text).endswith("由(2b)、式(2)与式(3)得\n")


def test_a_family_stays_in_its_part_of_the_post() -> None:
    tags = "".join(f"$$a\\tag{{{n}}}$$\n\n" for n in ("1", "2a", "2b"))
    text = f"{PAGE}{PAGE}$$b\\tag{{2'}}$$\n\n@online{{x}}\n\n## 推导\n\n{tags}由(2b)得\n"
    assert planned(text).planned[-4:] == (("2'",), ("3",), ("4a",), ("4b",))
    once = numbered(text)
    assert once.endswith("由(4b)得\n")
    assert numbered(once) == once


def test_parts_follow_a_number_of_the_page_that_they_stand_behind() -> None:
    page = "\\begin{equation}a\\end{equation}\n\n$$b\\tag{1a}$$\n\n$$c\\tag{1b}$$\n"
    assert planned(f"$$o\\tag{{7}}$$\n\n{page}").planned == (("1",), ("2",), ("2a",), ("2b",))


def test_subequations_are_parts_of_one_number() -> None:
    rows = "\\begin{align}b\\\\c\\label{c}\\end{align}"
    text = f"$$a\\tag{{7}}$$\n\n\\begin{{subequations}}{rows}\\end{{subequations}}\n\n{PAGE}"
    found = planned(text)
    assert found.shown == (("7",), ("1a", "1b"), ("2",))
    assert found.planned == (("1",), ("2a", "2b"), ("3",))
    once = numbered(text)
    assert numbered(once) == once


def test_an_appendix_is_numbered_by_letters() -> None:
    equation = "\\begin{equation}a\\end{equation}\n\n"
    text = (
        f"## 一\n\n{equation}## 附录\n\n{equation}$$b\\tag{{A.7}}$$\n\n由式(A.7)得\n\n## 附录二\n\n{equation}"
    )
    once = numbered(text, by_section=True)
    assert re.findall(r"tag{(.*?)}|式\((.*?)\)", once) == [
        ("1.1", ""),
        ("A.1", ""),
        ("A.2", ""),
        ("", "A.2"),
        ("B.1", ""),
    ]
    assert numbered(once, by_section=True) == once


def test_cases_are_one_equation() -> None:
    text = "\\begin{equation}x=\\begin{cases}a\\\\b\\end{cases}\\end{equation}"
    assert planned(text).planned == (("1",),)


def test_a_section_that_stands_twice() -> None:
    lines = "".join(f"第 $x_{{{k}}}$ 行说明 {chr(65 + k)}。\n\n" for k in range(15))
    copy = f"## 推导\n\n{lines}$$a\\tag{{1}}$$\n\n由式(1)得\n\n"
    text = f"# 题\n\n{copy}{copy}## 结语\n\n完\n"
    assert len(planned(text).doubled) == 1
    assert numbered(text).count("由式(2)得") == 1
    assert planned(numbered(text)).doubled


# --- schemes --------------------------------------------------------------------------------------------

MIXED = (
    "## 一\n\n\\begin{equation}a\\label{a}\\end{equation}\n\n$$b$$\n\n"
    "## 二\n\n$$c\\tag{1}$$\n\n\\begin{align}d\\label{d}\\\\e\\end{align}\n\n由式(1)与$\\eqref{d}$\n"
)


def planned_by(**scheme: object) -> list[str]:
    found = plan(document(MIXED), scheme=Scheme(**{"rows": "usual", **scheme}))  # type: ignore[arg-type]
    return [n for numbers in found.planned for n in numbers]


def test_schemes() -> None:
    assert planned_by() == ["1", "2", "3", "4"]
    assert planned_by(rows="all") == ["1", "2", "3", "4", "5"]
    assert planned_by(start=11) == ["11", "12", "13", "14"]
    assert planned_by(by_section=True) == ["1.1", "2.1", "2.2", "2.3"]
    assert planned_by(rows="labelled") == ["1", "2", "3"]  # words point at c
    assert planned_by(rows="referenced") == ["1", "2"]
    assert planned_by(rows="fill") == ["4", "1", "2", "3"]  # the page shows 1, 1, 2, 3
    assert planned_by(rows="keep") == ["1", "1", "2", "3"]


@pytest.mark.parametrize(
    "scheme",
    [
        {},
        {"rows": "all"},
        {"start": 11},
        {"by_section": True},
        {"rows": "labelled"},
        {"rows": "referenced"},
        {"rows": "fill"},
        {"rows": "keep"},
    ],
)
def test_every_scheme_is_a_fixed_point(scheme: dict[str, object]) -> None:
    once = numbered(MIXED, **scheme)
    assert numbered(once, **scheme) == once


# --- properties -----------------------------------------------------------------------------------------

_PIECES = [
    "\\begin{equation}a\\end{equation}",
    "\\begin{equation}\na\\label{x}\n\\end{equation}",
    "\\begin{align}\na&=b\\\\\nc&=d\\notag\\\\\ne&=f\\tag{3}\n\\end{align}",
    "\\begin{gather}\na \\\\\\\n\\left\\\\{b\\right\\\\}\n\\end{gather}",
    "$$a\\tag{1}$$",
    "$$a\\tag{2}$$",
    "$$a\\tag{9a}$$",
    "$$\na\\tag{2.1}\n$$",
    "$$a\\tag{*}$$",
    "$$b$$",
    "$$\\begin{aligned}a\\tag{4}\\\\b\\tag{5}\\end{aligned}$$",
    "> $$\n> a \\tag{7}\n> $$",
    "- 列\n  \\begin{equation}\n  a\n  \\end{equation}",
    "由式(1)得，(2) 式与式(3)-(4)",
    "代入(2.1)，见 Eq. (7)、$\\eqref{x}$",
    "原论文的式(1)",
    "## 推导",
    "```\n@online{x}\n```",
    "（1）一；（2）二",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=12))
@settings(max_examples=150, deadline=None)
def test_numbering_twice_is_numbering_once(pieces: list[str]) -> None:
    once = numbered("\n\n".join(pieces) + "\n")
    assert numbered(once) == once
    found = planned(once)
    whole = [e.old for e in found.equations if e.old.isdigit() and e.formula not in found.left_alone]
    assert whole == sorted(set(whole), key=int)
    assert found.left_alone or whole == [str(k + 1) for k in range(len(whole))]


@given(st.lists(st.sampled_from(_PIECES), max_size=12))
@settings(max_examples=60, deadline=None)
def test_nothing_else_changes(pieces: list[str]) -> None:
    text = "\n\n".join(pieces) + "\n"
    new = numbered(text)
    assert _without_numbers(new) == _without_numbers(text)


def _without_numbers(text: str) -> str:
    bare = re.sub(r"\\tag\{[^{}]*\}", "", text)
    return re.sub(r"[\d.\s]+a?", "", bare)


@pytest.mark.shared
def test_open_posts_are_numbered_once_and_for_all(shared) -> None:
    files = sorted((shared / "corpus/kexue/enhanced").glob("*.md"))[::6]
    for file in files:
        once = numbered(file.read_text(encoding="utf-8"))
        assert plan(document(once)).edits == (), file.name


def test_an_equation_that_words_point_at_keeps_a_number_under_every_scheme() -> None:
    text = "$$ a \\tag{2} $$\n\n$$ b \\label{eq:b} $$\n\nBy Eq. (2) and \\eqref{eq:b}.\n"
    document = read(Source("post.md", text))
    for rows in ("labelled", "referenced"):
        planned = plan(document, scheme=Scheme(rows=rows))  # type: ignore[arg-type]
        assert planned.planned[:2] == (("1",), ("2",)), rows


def test_a_table_written_as_a_bare_array_gets_no_number() -> None:
    text = "\\begin{array}{c} a \\\\\\ b \\\\\\  \n\\hline\n\\end{array}\n\n$$b$$\n"
    assert planned_of(text, rows="all") == ((), ("1",))


def planned_of(text: str, **scheme: object) -> tuple[tuple[str, ...], ...]:
    return plan(document(text), scheme=Scheme(**{"rows": "usual", **scheme})).planned  # type: ignore[arg-type]


# --- what is left alone ---------------------------------------------------------------------------------


def repaired(text: str, index: Index = NOBODY) -> str:
    """The text after a run that changes only what is wrong, which the oracle has confirmed."""
    post = document(text)
    planned = plan(post, index=index)
    new = apply(text, planned.edits)
    assert oracle.differences(post, document(new), planned) == []
    return new


@pytest.mark.parametrize(
    "text",
    [
        "\\begin{equation}a\\end{equation}\n\n由(1)得\n",
        "$$a\\tag{7}$$\n\n由式(7)得\n",
        "$$a\\tag{1}$$\n\n$$b\\tag{4}$$\n",
        "$$a\\tag{2.4}$$\n\n$$b\\tag{2.4}$$\n\n$$c\\tag{1.1}$$\n",
        "\\begin{equation}a\\end{equation}\n\n$$b\\tag{2}$$\n",
        "$$a\\tag{1}$$\n\n\\begin{align}b\\\\c\\end{align}\n\n$$d\\tag{2}$$\n",
        "$$\\begin{align}a\\\\b\\end{align}\\tag{1}$$\n\n$$d\\tag{2}$$\n",
        "$$x+y=z^2+1\\tag{1}$$\n\n$$x+y=z^2+1\\tag{1}$$\n",
    ],
)
def test_numbers_that_stand_once_and_in_order_stay(text: str) -> None:
    assert repaired(text) == text


def test_a_new_equation_in_a_post_of_tags_gets_a_number() -> None:
    text = "$$a\\tag{1}$$\n\n\\begin{equation}n\\end{equation}\n\n$$b\\tag{2}$$\n\n由式(2)得\n"
    assert repaired(text) == text
    assert repaired(text, Index(ours=True)) == text.replace("2", "3").replace("n\\end", "n \\tag{2}\\end")


def test_a_gap_is_closed_in_a_series_of_ours_alone() -> None:
    text = "$$a\\tag{1}$$\n\n$$b\\tag{3}$$\n\n由式(3)得\n"
    assert repaired(text, Index(ours=True, kept=True)) == text
    assert repaired(text, Index(ours=True)) == text.replace("3", "2")


def test_what_does_not_follow_is_listed() -> None:
    text = "$$a\\tag{2}$$\n\n$$b\\tag{1}$$\n\nBy (1), done.\n\nNobody knows this (2) here.\n"
    assert [(number, text[: span.start].count("\n") + 1) for number, span in planned(text).left_behind] == [
        ("2", 7)
    ]
    assert "By (2), done.\n\nNobody knows this (2) here." in numbered(text)


@pytest.mark.parametrize(
    "words",
    [
        "The objective [EQ-2] is what counts.",
        "- (2): the standard step\n- then (2) again",
        "### (a) (7)(2)",
        "From Re(2a) we see it.",
        "subject to the constraints (2a-c) above",
        "we cut it (2) when the third one is found, (ii) when it is too long",
    ],
)
def test_numbers_that_no_reference_says_are_listed(words: str) -> None:
    text = f"$$b\\tag{{2}}$$\n\n$$c\\tag{{2a}}$$\n\n{words}\n"
    planned = plan(document(text), scheme=Scheme("usual"))
    assert [number[0] for number, _ in planned.left_behind][:1] == ["2"]
    assert apply(text, planned.edits).endswith(f"{words}\n")


def test_an_equation_called_a_theorem_is_listed() -> None:
    text = "$$a\\tag{2.1}$$\n\n$$b\\tag{2.2}$$\n\nThis is the Noether theorem (2.1) again.\n"
    left = plan(document(text), scheme=Scheme("usual")).left_behind
    assert [number for number, _ in left] == ["2.1"]
    named = "**Theorem 2.1.** Some.\n\n" + text
    assert plan(document(named), scheme=Scheme("usual")).left_behind == ()


def test_a_list_that_may_name_equations_is_listed_as_left() -> None:
    text = "$$a \\tag{5}$$\n\n$$b \\tag{7}$$\n\nUsing (5, 7), by (5, 9), through the point (5, 7), 由(5, 7)得。\n"
    left = plan(document(text), scheme=Scheme("usual")).left_behind
    assert [(number, text[: span.start].rpartition("\n")[2]) for number, span in left] == [
        ("5", "Using ("),
        ("7", "Using (5, "),
    ]


def test_a_series_of_tags_stays_in_its_chapter() -> None:
    text = "$$b\\tag{3.2}$$\n\n$$n\\tag{99}$$\n\n$$a\\tag{3.1}$$\n\nBy (3.1) and (3.2).\n"
    planned = plan(document(text), scheme=Scheme("tagged"))
    after = apply(text, planned.edits)
    assert re.findall(r"tag\{(.*?)\}", after) == ["3.1", "3.2", "3.3"]
    assert after.endswith("By (3.3) and (3.1).\n")


def test_whole_numbers_keep_their_steps() -> None:
    text = "$$a\\tag{7.1}$$\n\n$$b\\tag{8}$$\n\n$$c\\tag{7}$$\n\n公式 (7.1) 代入后就是公式 (7)。\n"
    assert repaired(text) == text


@pytest.mark.parametrize(
    "words",
    [
        "pick the point which solves\n({}). Now go on",
        "the gradient in ({})\nis zero there",
        "the mixture ({}) averages both, and the error model ({}) adds noise",
        "It helps, although ({}) depends on it.",
    ],
)
def test_numbers_at_the_ends_of_lines_and_behind_nouns_follow(words: str) -> None:
    text = "$$b\\tag{2}$$\n\n$$a\\tag{1}$$\n\n" + words.replace("{}", "1") + "\n"
    assert repaired(text).endswith(words.replace("{}", "2") + "\n")


@pytest.mark.parametrize(
    "words",
    ["provided that we can (1) draw some\nsamples; and (2) factorize", "it needs (1) two;\nand (2) more"],
)
def test_lists_in_sentences_stay(words: str) -> None:
    text = f"$$b\\tag{{2}}$$\n\n$$a\\tag{{1}}$$\n\n{words}\n"
    assert repaired(text).endswith(words + "\n")


def test_a_list_that_counts_from_one_is_no_equation() -> None:
    text = "$$b\\tag{2}$$\n\n$$a\\tag{1}$$\n\n- (1) first\n- (2) second\n"
    assert plan(document(text)).left_behind == ()


def test_numbers_of_tags_in_one_aligned_are_not_given_to_others() -> None:
    text = "$$\\begin{aligned}a\\tag{1}\\\\b\\tag{2}\\end{aligned}$$\n\n$$c\\tag{5}$$\n\n$$d\\tag{4}$$\n"
    assert repaired(text) == text.replace("tag{5}", "tag{3}")


def test_the_dotted_numbers_of_a_list_are_listed() -> None:
    text = "$$b\\tag{4.2}$$\n\n$$a\\tag{4.1}$$\n\n- (4.1) clean up\n- (4.2) obvious\n"
    left = plan(document(text), scheme=Scheme("tagged")).left_behind
    assert [number for number, _ in left] == ["4.1", "4.2"]


@pytest.mark.parametrize("words", ["由式(2)与式(3)得", "Nothing but Eqs. (3) and (2) is needed."])
def test_a_post_that_names_a_number_which_no_equation_has_keeps_its_numbers(words: str) -> None:
    text = f"$$a\\tag{{1}}$$\n\n$$b\\tag{{5}}$$\n\n$$c\\tag{{2}}$$\n\n{words}\n"
    assert repaired(text) == text
    assert repaired(text.replace("(3)", "(5)")) != text.replace("(3)", "(5)")


def test_parts_and_names_of_another_text_stay() -> None:
    text = "$$a\\tag{4a}$$\n\n$$b\\tag{4b}$$\n\n$$c\\tag{6A}$$\n\n$$d\\tag{3a}$$\n\n$$e\\tag{4a}$$\n"
    assert repaired(text) == text


def test_a_vault_numbers_nothing_itself() -> None:
    tags = "$$a\\tag{1}$$\n\n$$\\begin{align}b\\\\c\\end{align}$$\n\n$$d\\tag{2}$$\n\n$$e\\tag{2}$$\n"
    vault = read(Source("post.md", f"See [[Note#^block]].\n\n{tags}"))
    assert vault.flavour.name == "obsidian"
    assert not plan(vault).page
    assert apply(vault.source.text, plan(vault).edits).endswith("$$e\\tag{3}$$\n")


def test_a_problem_of_a_list_is_no_equation_of_a_later_section() -> None:
    words = "我们解决了问题 (1) 和 (2)。"
    text = f"# 甲\n\n{words}\n\n# 乙\n\n$$b\\tag{{2}}$$\n\n$$a\\tag{{1}}$$\n"
    assert words in repaired(text)
    after = repaired(f"# 乙\n\n$$b\\tag{{2}}$$\n\n$$a\\tag{{1}}$$\n\n# 甲\n\n{words}\n")
    assert "我们解决了问题 (2) 和 (1)。" in after


def test_letters_do_not_count_among_the_digits_of_a_number() -> None:
    text = "$$b\\tag{3a}$$\n\n$$c\\tag{3b}$$\n\n由式(3b)得\n"
    after = apply(text, plan(document(text), scheme=Scheme("tagged", start=103)).edits)
    assert after == text.replace("3", "103")


def test_sections_that_begin_again_get_no_number_of_another_section() -> None:
    one, two = (
        "$$a\\tag{1}$$\n\n$$b\\tag{2}$$\n\n",
        "$$c\\tag{1}$$\n\n$$d\\tag{2}$$\n\n$$e\\tag{1}$$\n\n$$f\\tag{2}$$\n\n",
    )
    text = f"# A\n\n{one}# B\n\n{two}# C\n\n{one}$$g\\tag{{3}}$$\n"
    assert repaired(text) == text


def test_a_sentence_ends_where_a_display_is_announced() -> None:
    text = "$$b\\tag{2}$$\n\n$$a\\tag{1}$$\n\n将(2)代入(1)得到：\n$$c$$\n将(1)代入(21)：\n$$d$$\n"
    assert numbered(text).endswith("将(1)代入(2)得到：\n$$c$$\n将(1)代入(21)：\n$$d$$\n")


def test_a_line_that_begins_with_a_number_alone_is_no_list() -> None:
    text = "$$b\\tag{2}$$\n\n$$a\\tag{1}$$\n\n(1) 公是定义\n"
    assert [number for number, _ in planned(text).left_behind] == ["1"]
    items = text.replace("(1) 公是定义\n", "(1) 公是定义\n\n(2) 其次\n")
    assert planned(items).left_behind == ()


def test_an_order_that_cannot_be_mended_whole_stays() -> None:
    text = "$$a\\tag{2}$$\n\n$$b\\tag{1}$$\n\nBy (1), done.\n"
    assert repaired(text) == "$$a\\tag{1}$$\n\n$$b\\tag{2}$$\n\nBy (2), done.\n"
    unclear = text + "\nNobody knows this (2) here.\n"
    assert repaired(unclear) == unclear
    typed = text.replace("By", "A sum of rows (3)\n\nBy").replace("{2}", "{4}") + "\n$$c\\tag{5}$$\n"
    assert repaired(typed) == typed


def test_numbers_stay_where_most_words_would_not_follow() -> None:
    text = "$$a\\tag{1}$$\n\n$$b\\tag{2}$$\n\n$$c\\tag{1}$$\n\n$$d\\tag{2}$$\n\nFormül (1)'i (2)'ye sokarsak olur.\n"
    assert repaired(text) == text.replace("c\\tag{1}", "c\\tag{3}").replace("d\\tag{2}", "d\\tag{4}")
    more = text + "\n(1)'den hareketle (2)'ye koyalım.\n"
    assert repaired(more) == more


def test_an_equation_that_is_announced_again_keeps_its_number() -> None:
    text = "$$a=b+c\\tag{1}$$\n\n$$d=e\\tag{2}$$\n\n由上面公式1和公式2：\n\n$$a=c+b\\tag{1}$$\n\n$$d=e(x)\\tag{2}$$\n"
    assert repaired(text) == text


def test_a_number_that_is_twice_means_no_equation_further_on() -> None:
    text = (
        "# A\n\n$$a\\tag{1}$$\n\n# B\n\n公式(1)从何而来？\n\n$$b\\tag{2}$$\n\n$$c\\tag{1}$$\n\n由公式(1)得\n"
    )
    assert repaired(text) == text.replace("c\\tag{1}", "c\\tag{3}").replace("由公式(1)", "由公式(3)")
    again = text.replace("$$c", "得到公式(1)的形式：\n\n$$c")
    assert repaired(again) == again


def test_a_number_of_another_text_is_not_ours_in_the_same_sentence() -> None:
    text = "$$a\\tag{1}$$\n\n$$b\\tag{1}$$\n\n$$c\\tag{2}$$\n\n得到论文中的公式(2)，忽略公式(2)的系数。\n由公式(2)得\n"
    assert repaired(text).endswith("得到论文中的公式(2)，忽略公式(2)的系数。\n由公式(3)得\n")


def test_an_equation_that_may_be_of_others_is_listed() -> None:
    text = "$$a\\tag{1}$$\n\n$$b\\tag{2}$$\n\n有的文献对式(1)给出另一种写法。\n\n把原论文的式(5)写成式(2)。\n"
    left = plan(document(text), scheme=Scheme("usual", start=11)).left_behind
    assert [number for number, _ in left] == ["1", "2"]


def test_a_short_range_goes_on_in_its_section() -> None:
    text = "$$a\\tag{4.1}$$\n\n$$b\\tag{4.2}$$\n\n$$c\\tag{4.3}$$\n\n由式(4.1~3)得\n"
    assert numbered(text, rows="usual", start=11).endswith("由式(11~13)得\n")


def test_an_item_that_speaks_of_the_others_stays() -> None:
    text = "$$a\\tag{1}$$\n\n(1) 先建树\n(2) 再剪枝\n(3) 递归地调用 (1), (2)，直至停止。\n\n$$b\\tag{2}$$\n"
    assert numbered(text, rows="usual", start=11).count("递归地调用 (1), (2)") == 1


def test_an_empty_tag_is_compared() -> None:
    text = "$$a\\tag{}$$\n\n$$b\\tag{2}$$\n\n$$c\\tag{2}$$\n"
    assert repaired(text).endswith("$$b\\tag{1}$$\n\n$$c\\tag{2}$$\n")
