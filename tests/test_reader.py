"""A post is read whole: blocks, formulas, rows, statements, and nothing that is no text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathpost.document import flavours
from mathpost.document.document import Document
from mathpost.document.reader import read
from mathpost.text.source import Source, decode


def document(text: str, **options: bool) -> Document:
    return read(Source("post.md", text), **options)


def test_formulas_stand_where_they_stand() -> None:
    quote = "> 设 $x$：\n>\n> $$\n> a\n> > b\n> $$\n\n"
    text = f"{quote}- 列\n  \\begin{{align}}\n  a &= b\\\\\n  c &= d\n  \\end{{align}}\n"
    formulas = document(text).formulas
    assert [(f.kind, f.opener) for f in formulas] == [
        ("inline", "$"),
        ("display", "$$"),
        ("display", "align"),
    ]
    read_by_latex = ["".join(text[s.start : s.end] for s in f.segments) for f in formulas]
    assert read_by_latex[0] == "x"
    assert read_by_latex[1] == "\na\n> b\n"
    assert len(formulas[2].rows) == 2


def test_a_formula_that_the_blocks_call_code_is_no_formula() -> None:
    assert document("# title\n\n<div>\n\n    $x$\n\n</div>\n").formulas == ()
    assert document("[a](/url$x$) <https://a.b/$y$>").formulas == ()


def test_formulas_of_a_note_with_a_link_are_read() -> None:
    text = "A^[There are $x$ ways, [simplify](https://a.b/c) $f$ `d`.] by $y$.\n"
    assert [text[f.span.start : f.span.end] for f in document(text).formulas] == ["$x$", "$f$", "$y$"]


def test_outcomes_written_out_are_no_prose() -> None:
    text = "- 3 girls: $\\{BBB, BBG, BGB, BGG\\}$ of $P = \\frac{1}{2}$\n"
    found = document(text)
    assert len(found.formulas) == 2
    assert not found.faults


def test_an_algorithm_in_latex_is_code() -> None:
    text = (
        "{{< pseudocode >}}\n\\begin{algorithm}\n\\begin{algorithmic}\n\\FOR{$i$ = $1$ to $c$}\n\n\\STATE $p$\n"
        "\\ENDFOR\n\\end{algorithmic}\n\\end{algorithm}\n{{< /pseudocode >}}\n\nThen $a$.\n"
    )
    found = document(text)
    assert [text[f.span.start : f.span.end] for f in found.formulas] == ["$a$"]
    assert not found.faults


def test_a_price_behind_two_backslashes_opens_nothing() -> None:
    text = "| m | **\\\\$5** | **\\\\$25** |\n|---|---|---|\n| $a$ | b | c |\n"
    found = document(text)
    assert [text[f.span.start : f.span.end] for f in found.formulas] == ["$a$"]
    assert not found.faults


def test_html_blocks_and_tables_hold_formulas() -> None:
    text = "<div class='box'>\n$x$ and $$y$$\n</div>\n\n| a | b |\n|---|---|\n| $|x|$ | $z$ |\n"
    assert [text[f.span.start : f.span.end] for f in document(text).formulas] == [
        "$x$",
        "$$y$$",
        "$|x|$",
        "$z$",
    ]


def test_the_block_parser_cannot_see_into_formulas() -> None:
    text = "记\n$$\na\n= b\n- c\n$$\n是 $a*b*c$ 和 $[x](y)$。\n"
    post = document(text)
    assert len(post.formulas) == 3
    assert post.headings == ()
    assert [text[slice(*p)] for p in post.paragraphs] == [text.rstrip("\n")]


def test_headings() -> None:
    text = "# 标题 #\n\n## 求 $\\alpha_1$ 的值 {#a}\n\n正文\n---\n\n```\n# no\n```\n"
    post = document(text)
    assert [(h.level, h.title) for h in post.headings] == [
        (1, "标题"),
        (2, "求 $\\alpha_1$ 的值"),
        (2, "正文"),
    ]
    assert text[slice(*post.headings[0].span)] == "# 标题 #"
    assert [c.language for c in post.code] == [""]


def test_tags_are_no_part_of_a_heading() -> None:
    document = read(Source("", "# <u>A $a<b$</u>\n\n## <font color=red>B</font>\n\n## if a < b\n"))
    assert [heading.title for heading in document.headings] == ["A $a<b$", "B", "if a < b"]


@pytest.mark.parametrize(
    ("line", "kind", "number", "title"),
    [
        ("**定理1（收敛性）**：", "theorem", "1", "收敛性"),
        ("**定理1.1(name)**:", "theorem", "1.1", "name"),
        ("**定理1**（名）：", "theorem", "1", "名"),
        ("**证明**：由上", "proof", "", ""),
        ("**证明：**", "proof", "", ""),
        ("> **引理 2**", "lemma", "2", ""),
        ("- **性质3（$f$ 的）**：", "property", "3", "$f$ 的"),
        ("**Theorem 2 (name).** Let", "theorem", "2", "name"),
        ("**Definition.**", "definition", "", ""),
        ("### 定义 3.1", "definition", "3.1", ""),
        ("**推论：**", "corollary", "", ""),
        ("**注**：", "remark", "", ""),
    ],
)
def test_statements(line: str, kind: str, number: str, title: str) -> None:
    found = document(f"前文\n\n{line}\n").statements
    assert [(s.kind, s.number, s.title) for s in found] == [(kind, number, title)]


@pytest.mark.parametrize("line", ["**定理的应用**很多", "定理1：没有粗体", "**证明过程中**", "`**定理1**`"])
def test_no_statement(line: str) -> None:
    assert document(line).statements == ()


def test_rows_as_mathjax_numbers_them() -> None:
    text = (
        "\\begin{equation}a\\\\b\\end{equation}\n\n"
        "\\begin{align}a&=b\\\\c&=d\\notag\\\\\\begin{aligned}e\\\\f\\end{aligned}\\tag{7}\\\\\\end{align}\n\n"
        "$$x\\label{eq:x}$$\n\n\\begin{align*}a\\\\b\\end{align*}\n\n$y$\n"
    )
    rows = [
        [(r.automatic, r.suppressed, [t.text for t in r.tags]) for r in f.rows]
        for f in document(text).formulas
    ]
    assert rows[0] == [(True, False, [])]
    assert rows[1] == [(True, False, []), (True, True, []), (True, False, ["7"])]
    assert rows[2] == [(False, False, [])]
    assert rows[3] == [(False, False, [])] * 2
    assert rows[4] == []
    assert [label.name for label in document(text).formulas[2].rows[0].labels] == ["eq:x"]


def test_rows_are_counted_in_what_latex_reads() -> None:
    escaped = "\\begin{align}a \\\\\\\\[8pt] b \\\\\\\n\\end{align}\n"
    formula = document(escaped).formulas[0]
    assert formula.escaped
    assert len(formula.rows) == 2


def test_labels_of_other_dialects() -> None:
    text = (
        "$$a$$\n:eqlabel:`eq_a`\n\n :eqref:`eq_a`中\n\n$$\nb\n$$ (eq-b)\n\n```{math}\n:label: eq-c\nc\n```\n"
    )
    post = document(text)
    assert [row.labels[0].name for f in post.formulas for row in f.rows] == ["eq_a", "eq-b", "eq-c"]
    assert [(r.form, r.target) for r in post.references] == [("role", "eq_a")]


def test_macros_are_in_force_until_the_end_of_the_page() -> None:
    post = document("$\\newcommand{\\foo}{x}\\foo$ 与 $\\foo$；$\\bar\\baz$")
    assert [bool(f.faults) for f in post.formulas] == [False, False, True]


def test_generated_blocks() -> None:
    text = "前\n\n<!-- enhance:begin appendix -->\n内\n<!-- enhance:end appendix -->\n\n后\n"
    assert [text[slice(*g)] for g in document(text).generated] == [text[3:-3]]


def test_a_tab_may_separate_in_a_front_matter() -> None:
    post = document("---\ntitle:\ta b\ndate: 2024\t\t# today\ntags: [\n\t1,\n\t2\n]\n---\n$x$\n")
    assert (post.front_matter, post.faults) == ({"title": "a b", "date": 2024, "tags": [1, 2]}, ())


def test_a_template_is_a_value_of_a_front_matter() -> None:
    post = document("---\ntitle: a\nupdated: {{ date }}\n---\n$x$\n")
    assert (post.front_matter["title"], post.faults) == ("a", ())


def test_hexo_reads_a_tab_as_an_indent() -> None:
    text = "---\ntitle: a\ntags:\n\t- b\n---\n$x$\n"
    post = read(Source("a.md", text), flavour=flavours.named("hexo"))
    assert (post.front_matter, post.faults) == ({"title": "a", "tags": ["b"]}, ())
    assert [f.code for f in document(text).faults] == ["L301"]


@pytest.mark.parametrize(
    "head", ["title: [a", "- a\n- b", "\t: x", "a: &b\n  *c", "!!python/object:os.system x"]
)
def test_a_broken_front_matter_is_a_fault(head: str) -> None:
    post = document(f"---\n{head}\n---\n$x$\n")
    assert post.front_matter == {}
    assert [f.code for f in post.faults] == ["L301"]
    assert len(post.formulas) == 1


def test_front_matter() -> None:
    post = document("\ufeff---\ntitle: 标题\ntags: [a, b]\n---\n\n$x$\n")
    assert post.front_matter == {"title": "标题", "tags": ["a", "b"]}
    assert len(post.formulas) == 1
    assert document("---\n---\n").front_matter == {}


@given(st.text(alphabet="$\\{}`<>a 1\n\r-#>|*_[]()!\t&^~=:式（）.\x00\x02\ue001", max_size=60))
@settings(max_examples=200, deadline=None)
def test_reading_never_fails(text: str) -> None:
    post = document(text, brackets=True)
    spans = [f.span for f in post.formulas]
    assert all(a.end <= b.start for a, b in pairwise(spans))
    for formula in post.formulas:
        assert formula.span.contains(formula.body)
        assert all(formula.body.contains(segment) for segment in formula.segments)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_line_end(newline: str) -> None:
    text = "---\na: 1\n---\n# h $x$\n\ntext $y$\n$$\nz\n$$\n\n> $$\n> w\n> $$\n".replace("\n", newline)
    post = document(text)
    assert [f.opener for f in post.formulas] == ["$", "$", "$$", "$$"]
    assert [h.title for h in post.headings] == ["h $x$"]


@pytest.mark.shared
def test_both_readers_agree_on_the_open_posts(shared) -> None:
    for folder, formulas in (("kexue/raw", 6_196), ("d2l-zh", 3_769)):
        files = sorted((shared / "corpus" / folder).rglob("*.md"))
        posts = [read(decode(f.name, f.read_bytes())) for f in files]
        assert sum(len(post.formulas) for post in posts) == formulas


def test_rows_broken_by_four_backslashes_throughout() -> None:
    r"""Hexo takes every second backslash away; one clean ``\\`` in the post says that its author means four."""
    rows = "\\begin{align}\na &= b \\\\\\\\\nc &= d \\\\\\\\\ne &= f\n\\end{align}\n"
    (formula,) = read(Source("a.md", rows)).formulas
    assert formula.escaped
    assert len(formula.rows) == 3
    clean = read(Source("a.md", rows + "\n$$\nx \\\\ y\n$$\n")).formulas
    assert [f.escaped for f in clean] == [False, False]


def test_front_matter_in_toml() -> None:
    document = read(Source("a.md", '+++\ntitle = "$5"\ndate = 2024-01-01\n+++\nText $x$.\n'))
    assert document.front_matter["title"] == "$5"
    assert [f.span.start for f in document.formulas] == [44]
    broken = read(Source("a.md", "+++\ntitle = \n+++\n$x$\n"))
    assert [f.code for f in broken.faults] == ["L301"]


def test_an_amount_before_a_dollar_and_one_behind() -> None:
    assert read(Source("a.md", "They pay 10$; between $20 and $30 more.\n")).formulas == ()


def test_a_list_of_many_levels() -> None:
    assert len(read(Source("a.md", "".join("  " * k + "- $x$\n" for k in range(30)))).formulas) == 30
