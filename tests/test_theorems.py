"""Statements, figures and tables in series of their own; what means them follows."""

from __future__ import annotations

import pytest

from mathpost.document import oracle
from mathpost.document.numbering import Scheme, plan
from mathpost.document.reader import read
from mathpost.text.edits import apply
from mathpost.text.source import Source


def counted(text: str, **scheme: object) -> str:
    document = read(Source("post.md", text))
    planned = plan(document, scheme=Scheme(**{"rows": "usual", "statements": "kind", **scheme}))  # type: ignore[arg-type]
    new = apply(text, planned.edits)
    after = read(Source("post.md", new))
    assert oracle.differences(document, after, planned) == []
    assert plan(after, scheme=planned.scheme).edits == ()
    return new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("**定理3（甲）**：由定理3得", "**定理1（甲）**：由定理1得"),
        ("**定理3**\n\n**引理5**\n\n由引理5与定理 3", "**定理1**\n\n**引理1**\n\n由引理1与定理 1"),
        (
            "**Theorem 2 (A).**\n\n**Theorem 4.** By Theorems 2 and 4",
            "**Theorem 1 (A).**\n\n**Theorem 2.** By Theorems 1 and 2",
        ),
        ("### 定义 7 名\n\n**定义 7**：见定义7", "### 定义 1 名\n\n**定义 1**：见定义1"),
        ("### 定义 7\n\n见定义7", "### 定义 1\n\n见定义1"),
        ("图4：一\n\n*表 2. 二*\n\n见图 4、表2", "图1：一\n\n*表 1. 二*\n\n见图 1、表1"),
        ("![Figure 3: x](a.png)\n\nFigure 3 and Fig. 3", "![Figure 1: x](a.png)\n\nFigure 1 and Fig. 1"),
        ("**引理1.3**\n\n由引理1.3", "**引理1**\n\n由引理1"),
        ("**算法 2**\n\n算法2的第2步", "**算法 1**\n\n算法1的第2步"),
    ],
)
def test_each_kind_is_counted(before: str, after: str) -> None:
    assert counted(f"{before}\n") == f"{after}\n"


@pytest.mark.parametrize(
    "text",
    [
        "**证明3**：x",
        "**步骤 5**：x",
        "**定理（名）**：x",
        "**定理1**\n\n原论文的定理3",
        "**定理1**\n\n定理3个，`定理3`",
        "表 3 没有标签",
        "代表2号",
        "**定理1**\n\n**定理 2**\n\n由定理7",
    ],
)
def test_what_stays(text: str) -> None:
    assert counted(f"{text}\n") == f"{text}\n"


def test_all_as_one_and_by_section() -> None:
    text = "## A\n\n**定理3**\n\n**引理2**\n\n图5：x\n\n## B\n\n**定理9**：由引理2与定理9\n"
    assert counted(text, statements="one").endswith(
        "**引理2**\n\n图1：x\n\n## B\n\n**定理3**：由引理2与定理3\n"
    )
    assert counted(text, by_section=True).endswith("图1.1：x\n\n## B\n\n**定理2.1**：由引理1.1与定理2.1\n")


def test_two_of_one_number_leave_words_alone() -> None:
    text = "**定理2**\n\n**定理2**\n\n由定理2\n"
    assert counted(text) == "**定理1**\n\n**定理2**\n\n由定理2\n"


def test_without_being_asked_nothing_is_counted() -> None:
    assert plan(read(Source("a", "**定理3**：由定理3\n"))).edits == ()
