"""A post becomes a LaTeX document with every formula in it, or nothing at all."""

from __future__ import annotations

import sys

import pytest

from mathpost.config import Config
from mathpost.document import flavours
from mathpost.document.numbering import Scheme, plan
from mathpost.document.reader import read
from mathpost.inputs import Post
from mathpost.latex.parser import parse
from mathpost.publish import latex, pandoc
from mathpost.publish.colours import colour
from mathpost.publish.definitions import written
from mathpost.publish.edition import author
from mathpost.publish.translation import UncarriedError
from mathpost.text.source import Source, Span

DEFAULT, USUAL = Scheme(), Scheme("usual")


def tex(post: str, scheme: Scheme = DEFAULT, **options: bool) -> latex.Latex:
    document = read(Source("post.md", post))
    return latex.write(document, plan(document, scheme=scheme), **options)


def body(post: str, scheme: Scheme = DEFAULT, **options: bool) -> str:
    text = tex(post, scheme, **options).text
    return text.split("\\begin{document}\n", 1)[1].removesuffix("\n\\end{document}\n").strip()


def head(post: str) -> str:
    return tex(post).text.split("\\begin{document}\n", 1)[0]


def messages(post: str) -> str:
    return "\n".join(note.message for note in tex(post).warnings)


# --- the count ------------------------------------------------------------------------------------------


def test_every_formula_is_counted() -> None:
    post = "# 题 $a$\n\n文 $b$，\n$$c$$\n\n| $d$ | x |\n|---|---|\n| y | $e$ |\n\n> $f$\n\n- $g$\n\n"
    post += "<div>\n$h$\n</div>\n"
    made = tex(post)
    assert made.formulas == 8
    assert all(rf"\({name}\)" in made.text for name in "abdefgh")


def test_a_lost_formula_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = pandoc.blocks
    monkeypatch.setattr(pandoc, "blocks", lambda text, smart: blocks(text, smart=smart)[:-1])
    with pytest.raises(latex.LostFormulaError, match="line 3 is missing"):
        tex("$a$\n\n$b$\n")


def test_a_doubled_formula_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = pandoc.blocks
    monkeypatch.setattr(pandoc, "blocks", lambda text, smart: 2 * blocks(text, smart=smart))
    with pytest.raises(latex.LostFormulaError, match="more than once"):
        tex("$a$\n")


def test_without_pandoc_the_error_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypandoc", None)
    with pytest.raises(latex.MissingPandocError, match=r"pip install pypandoc_binary"):
        tex("$a$\n")


def test_a_formula_never_becomes_part_of_a_link_definition() -> None:
    assert "{[}0.8, 0.2{]}: \\(H \\approx 1\\)" in body("- [0.8, 0.2]: $H \\approx 1$\n")


def test_formulas_that_look_like_markdown_stay_whole() -> None:
    # GitHub guards a formula with backticks, which are not read by LaTeX
    assert body("a $x_1*y_2*z$ and $[a](b)$ and $`c`$ end\n") == (
        "a \\(x_1*y_2*z\\) and \\([a](b)\\) and \\(c\\) end"
    )


# --- displays and numbers -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("$$a$$", "\\[\na\n\\]"),
        ("$$A \\overset行= B$$", "\\[\nA \\overset 行= B\n\\]"),
        ("$$a \\tag{7}$$", "\\begin{equation*}\na \\tag{1}\n\\end{equation*}"),
        ("$$a \\label{eq:x}$$",
         "\\begin{equation*}\na \\label{eq:x} \\tag{1}\n\\end{equation*}"),
        ("\\begin{equation}a\\end{equation}", "\\begin{equation}a \\tag{1}\\end{equation}"),
        ("$$\\begin{align}a&=b\\\\c&=d\\end{align}$$",
         "\\begin{align}a&=b \\tag{1}\\\\c&=d \\tag{2}\\end{align}"),
        ("\\begin{array}{c}a\\\\b\\end{array}", "\\[\n\\begin{array}{c}a\\\\b\\end{array}\n\\]"),
        ("$$\\begin{aligned}a&=b\\tag{1}\\end{aligned}$$",
         "\\begin{equation*}\n\\begin{aligned}a&=b\\end{aligned} \\tag{1}\n\\end{equation*}"),
        ("$$\\begin{cases}a\\tag{1}\\end{cases}=b$$",
         "\\begin{equation*}\n\\begin{cases}a\\end{cases}=b\\tag{1}\n\\end{equation*}"),
        ("$$a\\\\b$$", "\\[\n\\begin{aligned}a\\\\b\\end{aligned}\n\\]"),
        ("$$a\\\\b\\tag{1}$$",
         "\\begin{equation*}\n\\begin{aligned}a\\\\b\\end{aligned}\\tag{1}\n\\end{equation*}"),
        ("$$\\begin{aligned}&a\\end{aligned}$$", "\\[\n\\begin{aligned}{}&a\\end{aligned}\n\\]"),
        ("$$\\begin{array}{c}a&b\\end{array}$$", "\\[\n\\begin{array}{cc}a&b\\end{array}\n\\]"),
        ("$$\\begin{gathered}a&b\\end{gathered}$$", "\\[\n\\begin{aligned}a&b\\end{aligned}\n\\]"),
        ("$$\\begin{cases}a&b&c\\end{cases}$$",
         "\\[\n\\left\\{\\begin{array}{@{}l@{\\quad}l@{\\quad}l@{}}a&b&c\\end{array}\\right.\n\\]"),
        ("$$x \\begin{align*}a\\end{align*}$$", "\\[\nx \\begin{aligned}a\\end{aligned}\n\\]"),
    ],
)  # fmt: skip
def test_displays(formula: str, expected: str) -> None:
    assert body(f"{formula}\n", USUAL, tags=True) == expected


@pytest.mark.parametrize(
    ("post", "expected"),
    [
        ("$$a \\tag{7}$$", "\\begin{equation*}\na \\tag{7}\n\\end{equation*}"),
        ("$$a \\label{eq:x}$$", "\\[\na\n\\]"),
        ("\\begin{equation}a\\end{equation}", "\\begin{equation}a\\tag{1}\\end{equation}"),
        (
            "$$\\begin{align}a&=b\\\\c&=d\\end{align}$$",
            "\\begin{align}a&=b\\tag{1}\\\\c&=d\\tag{2}\\end{align}",
        ),
    ],
)
def test_the_default_prints_the_numbers_of_the_page(post: str, expected: str) -> None:
    assert body(f"{post}\n", tags=True) == expected


def test_an_equation_that_is_referred_to_has_a_free_number() -> None:
    post = (
        "$$a\\tag{2}$$\n\n$$b\\label{eq:b}$$\n\n$$c\\label{eq:c}$$\n\n$$d\\tag{4}$$\n\n由\\eqref{eq:b}得。\n"
    )
    printed = body(post, tags=True)
    assert [part[0] for part in printed.split("\\tag{")[1:]] == ["2", "5", "4"]
    assert "b\\label{eq:b} \\tag{5}" in printed and "\\eqref{eq:b}" in printed and "eq:c" not in printed


def test_several_numbers_in_one_block_keep_their_rows() -> None:
    written = body("$$\\begin{aligned}a&=b\\tag{1}\\\\c&=d\\tag{2}\\end{aligned}$$\n")
    assert written.startswith("\\begin{align*}a&=b\\tag{") and written.endswith("\\end{align*}")
    assert written.count("\\tag") == 2


def test_planned_numbers_are_those_of_the_document() -> None:
    post = "\\begin{equation}a\\end{equation}\n\n$$b\\tag{1}$$\n\n由(1)得 "
    post += "\\begin{align}c\\\\d\\notag\\end{align}\n"
    assert [part[0] for part in body(post, tags=True).split("\\tag{")[1:]] == ["1", "2", "3"]


def test_a_display_inside_a_sentence_has_no_empty_line_before_it() -> None:
    assert body("如下：\n\n$$a$$\n\n其中\n") == "如下：\n\\[\na\n\\]\n\n\\noindent 其中"
    assert body("如下：  \n$$a$$  \n$$b$$\n其中\n") == "如下：\n\\[\na\n\\]\n\\[\nb\n\\]\n其中"


def test_displays_are_set_in_the_line_where_no_display_may_stand() -> None:
    assert "\\section{\\texorpdfstring{题 \\(\\displaystyle a\\)}{题 }}" in body("# 首\n\n# 题 $$a$$\n")
    assert "\\numberhere{1}{}\\displaystyle \\begin{aligned}a\\qquad\\text{(1)}\\end{aligned}\\)" in body(
        "| x |\n|---|\n| \\begin{align}a\\tag{1}\\end{align} |\n"
    )


def test_references() -> None:
    post = "$$a\\label{eq:a}$$\n\nsee $\\eqref{eq:a}$ and \\eqref{eq:a}\n"
    assert body(post).endswith("see \\(\\eqref{eq:a}\\) and \\eqref{eq:a}")


def test_a_quoted_display_loses_its_quote_marks() -> None:
    assert "a\n=b\n" in body("> $$\n> a\n> =b\n> $$\n") and ">" not in body("> $$\n> a\n> =b\n> $$\n")


def test_the_dialect_of_a_scraper_is_undone() -> None:
    post = "\\begin{equation}\\left\\\\{a\\right\\\\}\\tag{1}\\end{equation}\n"
    assert body(post, tags=True) == ("\\begin{equation}\\left\\{a\\right\\}\\tag{1}\\end{equation}")


# --- numbers that LaTeX counts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("post", "expected"),
    [
        ("$$a\\tag{1}$$", "\\begin{equation}\na\n\\end{equation}"),
        ("\\begin{equation*}a\\tag{1}\\end{equation*}", "\\begin{equation}a\\end{equation}"),
        (
            "\\begin{align*}a&=b\\tag{1}\\\\c&=d\\end{align*}",
            "\\begin{align}a&=b\\\\c&=d\\notag \\end{align}",
        ),
        ("\\begin{align}a\\notag\\\\b\\\\ \\end{align}", "\\begin{align}a\\notag\\\\b  \\end{align}"),
        ("\\begin{align*}a\\\\b\\end{align*}", "\\begin{align*}a\\\\b\\end{align*}"),
        ("\\begin{eqnarray}a&=&b\\end{eqnarray}", "\\begin{align}a&=b \\end{align}"),
        ("$$a\\tag{*}$$", "\\begin{equation*}\na\\tag{*}\n\\end{equation*}"),
    ],
)
def test_numbers_that_follow_are_counted(post: str, expected: str) -> None:
    assert body(f"{post}\n", USUAL) == expected
    assert body(f"{post}\n").replace(" ", "") == expected.replace(" ", "")  # a page numbers the same ones


def test_a_series_that_jumps_sets_the_counter() -> None:
    document = read(Source("post.md", "$$a\\tag{3}$$\n\n$$b\\tag{4}$$\n"))
    keep = plan(document, scheme=Scheme("keep"))
    written = latex.write(document, keep).text
    assert written.count("\\setcounter{equation}{2}%\n\\begin{equation}") == 1
    assert "\\tag" not in written.split("\\begin{document}")[1]


def test_numbers_in_words_become_references() -> None:
    post = "$$a\\tag{1}$$\n\n$$b\\tag{2}$$\n\n由式(2)与式（1）得，但《别文》式(2)不是。\n"
    written = body(post)
    assert "\\label{eq:1}" in written and "\\label{eq:2}" in written
    assert "由式\\eqref{eq:2}与式（\\ref{eq:1}）得，但《别文》式(2)不是。" in written


def test_macros_of_the_site_stand_in_the_preamble() -> None:
    site = parse(
        text := r"\newcommand{\E}[1]{\mathbb{E}\R{#1}}\newcommand{\R}{\mathbf{R}}\newcommand{\no}{n}",
        [Span(0, len(text))],
    ).definitions
    document = read(Source("post.md", "$\\E{x}$\n"), definitions=site)
    written = latex.write(document, plan(document)).text
    assert written.index("\\renewcommand{\\R}{\\mathbf {R}}") < written.index("\\renewcommand{\\E}[1]")
    assert "\\undefinedcommand{" not in written.split("\\begin{document}")[1] and "\\no}" not in written


# --- statements and boxes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("post", "expected"),
    [
        ("**定理 1（名 $x$）**：设 $y$。\n\n别的。", "\\statementnumber{1}\n\\begin{theorem}[{名 \\(x\\)}]\n设 \\(y\\)。\n\n\\end{theorem}\n\n别的。"),
        ("**Lemma 2.** Let $x$:\n\n$$a$$\n\nwhere $b$.\n\nElse.",
         "\\statementnumber{2}\n\\begin{lemma}\nLet \\(x\\):\n\\[\na\n\\]\n\n\\noindent where \\(b\\).\n\n\\end{lemma}\n\nElse."),
        ("### 定义（名）\n\n甲。\n\n乙。\n\n### 下", "\\begin{definition*}[{名}]\n甲。\n\n乙。\n\n\\end{definition*}\n\n\\section{下}"),
        ("**证明**：甲。\n\n乙。证毕\n\n丙。",
         "\\begin{proof}\\renewcommand{\\qedsymbol}{}\n甲。\n\n乙。证毕\n\n\\end{proof}\n\n丙。"),
        ("甲。\n**注**：乙。", "甲。\n\n\\begin{remark*}\n乙。\n\n\\end{remark*}"),
        ("**例 1**：甲。", "\\textbf{例 1}：甲。"),
        ("- **推论**：甲。", "\\begin{itemize}\n\\item\n  \\begin{corollary*}\n  甲。\n\n  \\end{corollary*}\n\\end{itemize}"),
    ],
)  # fmt: skip
def test_statements_are_environments(post: str, expected: str) -> None:
    assert body(f"{post}\n") == expected


def test_statements_have_the_numbers_of_their_post() -> None:
    post = "# 题\n\n## 一\n\n**定理 3.1**：甲。\n\n**定义 A.2**：乙。\n\n**定理**：丙。\n"
    assert body(post).count("\\statementnumber{") == 2
    assert "\\statementnumber{3.1}\n\\begin{theorem}" in body(post)
    assert "\\statementnumber{A.2}\n\\begin{definition}" in body(post)
    assert "\\newtheorem*{theorem*}{定理}" in head(post) and "\\newtheorem{lemma}" not in head(post)


@pytest.mark.parametrize(
    ("proof", "after"),
    [
        ("**证明**：甲。\n\n乙。证毕\n\n", "丙。"),
        ("**证明**：甲。\n\n因此 $a = b$。$\\square$\n\n", "丙。"),
        ("**证明**：甲。\n\n$$a = b \\qquad \\blacksquare$$\n\n", "丙。"),
        ("**证明**：甲。\n\n递推求解这个不等式即得结果。\n\n", "丙。"),
        ("**证明**：甲。\n\n乙。\n\n", "这个性质在数值稳定性中至关重要。\n\n丁。"),
        ("**证明**：甲。\n\n乙。\n\n", "\\textbf{实践意义}：训练稳定。\n\n丁。"),
        ("**Proof.** A.\n\nB, which completes the proof.\n\n", "C."),
        ("**Proof.** A.\n\nB.\n\n", "This theorem tells us more.\n\nC."),
        ("**证明**：甲。\n\n**情况1**：得证。\n\n**情况2**：乙。证毕\n\n", "丙。"),
    ],
)
def test_a_proof_ends_where_it_ends(proof: str, after: str) -> None:
    written = body(proof + after.replace("\\textbf{", "**").replace("}：", "**：") + "\n")
    assert written.count("\\end{proof}") == 1
    assert written.partition("\\end{proof}")[2].strip() == after


def test_a_proof_has_one_end_mark() -> None:
    renewed = "\\renewcommand{\\qedsymbol}{}"
    assert renewed in body("**证明**：甲。$\\square$\n") and renewed in body("**证明**：甲。证毕\n")
    assert all(renewed in body(f"**Proof.** It is so. {mark}\n\nMore.\n") for mark in ("∎", "■", "Q.E.D."))
    assert renewed not in body("**证明**：甲，即得结论。\n")


def test_statements_meant_in_words_are_references() -> None:
    written = body("**定理 2**：甲。\n\n由定理 2 与定理3得。\n")
    assert "\\label{theorem:2}" in written and "由定理 \\ref{theorem:2} 与定理3得" in written


def test_a_reference_in_words_is_never_left_without_its_aim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latex, "_filled", lambda prose, *_: (prose.title, prose.body))
    with pytest.raises(latex.LostFormulaError, match=r"reference \(1\) leads nowhere"):
        tex("$$a\\tag{1}$$\n\n由式(1)得。\n")


def test_a_statement_goes_on_behind_its_display() -> None:
    written = body("**Theorem 1.** Let\n\n$$a$$\n\nbe small. Then all is well.\n\nElse.\n")
    assert written.endswith("be small. Then all is well.\n\n\\end{theorem}\n\nElse.")


def test_a_statement_that_stands_twice_is_no_target() -> None:
    assert "\\ref" not in body("**定理 2**：甲。\n\n**定理 2**：乙。\n\n由定理 2 得。\n")


def test_boxes_hold_markdown_tables_and_each_other() -> None:
    post = '<div class="note-box">\n\n**甲** $x$\n\n| a | b |\n|---|---|\n| $y$ | 1 |\n\n<details>\n<summary>题</summary>\n\n'
    written = body(post + "乙\n\n</details>\n</div>\n\n丙\n")
    assert written.startswith("\\begin{postbox}{Gray}{}\n\\textbf{甲} \\(x\\)")
    assert "\\begin{tabular}{@{}ll@{}}\\toprule" in written and "longtable" not in written
    assert "\\begin{postbox}{Gray}{题}\n乙" in written and written.endswith("\\end{postbox}\n\n丙")


def test_author_numbers_of_headings_stay_alone() -> None:
    assert "\\setcounter{secnumdepth}{0}" in head("## 一、甲\n\n## 二、乙\n")
    assert "secnumdepth" not in head("## 甲\n\n## 乙\n")


# --- what web renderers take and LaTeX does not ----------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("\\color{red}{x}y", "{\\color{Red}{x}}y"),
        ("\\color{#0F0}{x}", "{\\color[HTML]{00FF00}{x}}"),
        ("\\textcolor{skyblue}{x}", "\\textcolor{SkyBlue}{x}"),
        ("x^\\sec", "x^{\\sec}"),
        ("A_\\boldsymbol{B}", "A_{\\boldsymbol{B}}"),
        ("\\boldsymbol{a\\boldsymbol{b}}", "\\boldsymbol{a{b}}"),
        ("\\text{a_b 5%}", "\\text{a\\_b 5\\%}"),
        ("\\text{a\\_b $x_1$}", "\\text{a\\_b $x_1$}"),
        ("\\require{cancel}\\cancel{x}", "\\cancel{x}"),
        ("\\style{color:red}{x}", "{x}"),
        ("\\unicode{x2264}", "\\le"),
        ("a ≤ b", "a \\le  b"),
        ("x²é·损", "x{^{2}}\\text{é}\\cdot 损"),
        ("\\llap{x_1}", "\\mathllap{x_1}"),
        ("a\\tag{3}", "a\\qquad\\text{(3)}"),
    ],
)
def test_inline_formulas(formula: str, expected: str) -> None:
    assert body(f"${formula}$\n") == rf"\({expected}\)"


def test_comments_do_not_swallow_the_end_of_a_formula() -> None:
    assert body("$$a % why\n+ b % because\n$$\n") == "\\[\na \n+ b\n\\]"


def test_a_parameter_of_a_macro_for_columns_is_printed_as_its_source() -> None:
    post = "$$\\begin{array}{#1} a \\end{array}$$\n"
    assert body(post).startswith("\\begin{sourcedisplay}")
    assert "# is only allowed in the body of a macro" in messages(post)


def test_letters_that_an_alphabet_of_capitals_lacks_have_another_font() -> None:
    assert "\\besidecapitals" in head("$\\mathbb{1}$\n") and "\\besidecapitals" in head("$\\mathcal l$\n")
    assert "\\besidecapitals" in head("$\\mathbb{R^{d}}$\n")
    assert "\\besidecapitals" not in head("$\\mathbb{E} x, \\mathcal{N}(0, 1)$\n")


def test_wide_blanks_of_authors_are_no_boxes() -> None:
    for blank in ("&emsp;&emsp;", "　　", "\u2003"):
        assert body(f"{blank}设 $x$。\n").startswith("设")  # LaTeX indents by itself
    assert body("Text&emsp;goes.\n") == "Text\\quad{}goes."
    assert "no glyph" not in messages("a\u2009b ﬁne\n\n```\n├── a\n```\n")


def test_a_paragraph_that_goes_on_after_a_display_is_not_indented() -> None:
    assert "\\noindent where" in body("$$a$$\n\nwhere $a$ is it.\n")
    assert "\\noindent 其中" in body("$$a$$\n\n其中 $a$ 是数。\n")
    assert "noindent" not in body("$$a$$\n\nWe know it.\n\nthen no.\n")


def test_headings_that_count_among_others_have_no_second_number() -> None:
    counted = "## A\n\n## B\n\n## C\n\n## 1. D\n\n## 2. E\n\n## 3. F\n\n" + "## X\n\n" * 4
    assert "secnumdepth" in head(counted)
    assert "secnumdepth" not in head(counted.replace("3.", "7."))


def test_a_title_has_no_tags() -> None:
    assert tex('---\ntitle: "A <br>B"\n---\n\nText.\n').text.count("\\title{A B}") == 1


def test_a_bracket_behind_a_row_break_is_no_size() -> None:
    assert "\\\\\n{}[b]" in body("$$\\begin{array}{c}a\\\\\n[b]\\end{array}$$\n")


def test_web_only_names_are_supplied() -> None:
    assert "\\providecommand{\\lt}{<}" in head("$a \\lt b$\n")
    assert "\\lt" not in head("$a < b$\n")


def test_an_undefined_command_prints_its_own_name() -> None:
    assert body("$\\msign(x)$\n") == "\\(\\undefinedcommand{msign}(x)\\)"
    assert "\\msign is not defined" in messages("$\\msign(x)$\n")


@pytest.mark.parametrize(
    "formula",
    [
        "\\input{/etc/passwd}",
        "\\text{\\input{/etc/passwd}}",
        "\\text{\\input@x}",
        "^^5cinput{/etc/passwd}",
        "x\\label{\\input{/etc/passwd}}",
        "\\href{\\input{/etc/passwd}}{x}",
        "\\newcommand{\\x}{\\input{/etc/passwd}}\\x",
        "\\def\\x{\\input{/etc/passwd}}\\x",
        "\\let\\x\\input \\x{/etc/passwd}",
        "\\newcommand{input}{\\write18{x}}",
        "\\newenvironment{x}{\\input{a}}{}\\input{b}",
        "\\definecolor{x}{\\input{a}}{b}\\input{b}",
        "\\def x\\input{a}",
        "\\csname input\\endcsname{/etc/passwd}",
        "\\includegraphics{/etc/passwd}",
        "\\begin{filecontents}x\\end{filecontents}",
    ],
)
def test_no_formula_reads_or_runs_anything(formula: str) -> None:
    text = tex(f"${formula}$\n\n$${formula}$$\n").text
    for command in ("input", "write", "csname", "includegraphics"):
        uses = text.count(f"\\{command}") - text.count(f"\\renewcommand{{\\{command}}}")
        assert uses == text.count(f"\\providecommand{{\\{command}}}"), command
    assert "\\begin{filecontents}" not in text and "^^5c" not in text


def test_no_code_block_ends_its_listing() -> None:
    post = "```\n\\end{lstlisting}\n\\input{x}\n```\n"
    assert "\\begin{lstlisting}" not in body(post)
    assert "\\input" not in tex(post).text


def test_a_label_that_latex_could_not_take_is_words() -> None:
    assert "\\eqref{\\" not in body("see \\eqref{\\input x} end\n")
    assert "\\label" not in body("$$a\\label{\\begin{x}b}$$\n")
    assert body("$\\eqref{a_b c}$\n") == "\\(\\eqref{a_b c}\\)"


def test_macros_of_the_post_move_to_the_preamble() -> None:
    post = "$\\newcommand{msign}{\\mathop{\\text{msign}}}\\msign x$ and $\\msign y$\n"
    assert "\\renewcommand{\\msign}{\\mathop{\\text{msign}}}" in head(post)
    assert "\\undefinedcommand" not in body(post)
    assert body(post) == "\\(\\msign x\\) and \\(\\msign y\\)"


def test_a_second_definition_stays_at_its_place() -> None:
    post = "$\\newcommand{\\a}{1}\\a$ and $\\renewcommand{\\a}{2}\\a$\n"
    assert "\\renewcommand{\\a}{1}" in head(post)
    assert "\\renewcommand{\\a}{2}\\global\\let\\a\\a%\n\\(\\a\\)" in body(post)


def test_a_formula_that_nobody_can_read_is_printed_as_its_source() -> None:
    post = "$\\frac{a}{b$ x\n"
    made = tex(post)
    assert made.formulas == 1
    assert "\\sourceformula{\\textbackslash{}frac\\{a\\}\\{b}" in made.text
    assert "printed as its source" in messages(post)


def test_an_unknown_colour_is_black_and_reported() -> None:
    assert body("$\\color{nocolour}{x}$\n") == "\\({\\color{Black}{x}}\\)"
    assert "nocolour" in messages("$\\color{nocolour}{x}$\n")


@pytest.mark.parametrize(
    ("text", "name", "latex_text"),
    [
        (r"\newcommand{\a}[2][x]{#1#2}", r"\a", r"\providecommand{\a}{}\renewcommand{\a}[2][x]{#1#2}"),
        (
            r"\DeclareMathOperator*{\m}{max}",
            r"\m",
            r"\providecommand{\m}{}\renewcommand{\m}{\operatorname*{max}}",
        ),
        (r"\def\v#1{\mathbf{#1}}", r"\v", r"\def\v#1{\mathbf{#1}}"),
    ],
)
def test_definitions(text: str, name: str, latex_text: str) -> None:
    definition = written(text)
    assert definition is not None and (definition.name, definition.latex) == (name, latex_text)


@pytest.mark.parametrize("name", ["span", "char", "or", "output"])
def test_a_macro_with_a_name_that_tex_needs_gets_another_name(name: str) -> None:
    post = f"$\\newcommand{{\\{name}}}{{\\operatorname{{q}}}} \\{name} V$\n\n$$a \\\\{name} \\{name}$$\n"
    assert f"\\renewcommand{{\\own{name}}}" in head(post)
    assert f"\\own{name} V" in body(post) and f"\\\\{name} \\own{name}" in body(post)
    assert "own" not in body(f"$\\newcommand{{\\d}}{{x}} \\d {name}$\n")


def test_a_paragraph_of_definitions_defines_and_is_not_printed() -> None:
    r"""``\definecolor`` and its like belong to it; a line that speaks of ``\newcommand`` is text."""
    definitions = "\\newcommand{\\vv}{\\vec v}\n\\definecolor{c}{RGB}{1,2,3}\n\n"
    post = f"One.\n\n{definitions}Two $\\vv$.\n\n\\newcommand defines.\n"
    assert "\\renewcommand{\\vv}{\\vec v}" in head(post)
    assert body(post) == "One.\n\nTwo \\(\\vv\\).\n\n\\textbackslash newcommand defines."


@pytest.mark.parametrize(
    ("css", "argument"),
    [("red", "{Red}"), ("#abc", "[HTML]{AABBCC}"), ("rgb(1, 2,3)", "[RGB]{1,2,3}"), ("x", None)],
)
def test_colours(css: str, argument: str | None) -> None:
    assert colour(css) == argument


# --- prose ----------------------------------------------------------------------------------------------


def test_front_matter_makes_the_title_and_the_repeated_heading_goes() -> None:
    post = "---\ntitle: A_b，c\ndate: 2024-01-02\nauthor: Me & You\n---\n\n# a_b, c\n\n## One\n\n### Two\n"
    text = tex(post).text
    assert "\\title{A\\_b，c}" in text and "\\date{2024-01-02}" in text and "\\author{Me \\& You}" in text
    assert body(post) == "\\maketitle\n\n\\section{One}\n\n\\subsection{Two}"


def test_a_single_first_heading_is_the_title() -> None:
    assert "\\title{About \\(x\\)}" in tex("# About $x$\n\n## One\n").text


def test_a_first_heading_above_a_list_of_contents_is_the_title() -> None:
    post = "# About $x$\n\n- [One](#one)\n- [Two](#two)\n\n# One\n\n# Two\n"
    assert "\\title{About \\(x\\)}" in tex(post).text and "\\section{One}" in tex(post).text
    assert "\\title" not in tex("# One\n\nWords.\n\n# Two\n").text


def test_a_title_is_no_statement() -> None:
    assert "\\title{定理：甲}" in tex("# 定理：甲\n\n令 $x$。\n").text


def test_a_link_finds_its_heading_whatever_its_capitals() -> None:
    assert body("# A\n\n[x](#VC-Dimension)\n\n## VC dimension\n").startswith(
        "\\maketitle\n\n\\hyperref[vc-dimension]{x}"
    )


def test_a_table_is_as_wide_as_its_widest_row() -> None:
    made = body("| a | b |\n|---|---|\n| 1 | 2 |\n| 1 | 2 | $x$ |\n\n```\n|a|b|\n|-|-|\n|1|2|3|\n```\n")
    assert "1 & 2 & \\(x\\) \\\\" in made and "|a|b|\n|-|-|\n" in made


def test_the_space_at_the_end_of_a_formula_stays_with_its_backslash() -> None:
    assert body("$\\ x\\ $") == "\\(\\ x\\ \\)"


def test_backslashes_of_markdown_are_no_accents() -> None:
    assert body("---\ntitle: a\n---\n$f'\\'(p)$").endswith("\\(f''(p)\\)")


def test_a_formula_is_counted_where_nothing_parts_it_from_the_word_before() -> None:
    assert "{\\openformula\\countformula}" in head("中$a$\n")


def test_a_macro_may_call_one_that_is_defined_after_it() -> None:
    made = tex("$$\\newcommand{\\a}{\\b{1}}\\newcommand{\\b}[1]{#1}$$\n\n$\\a$\n").text
    assert "undefinedcommand" not in made.partition("\\providecommand{\\a}")[2]


def test_words_behind_a_break_are_no_html() -> None:
    assert body("## A\n\n<br>\n**Logic** view\n").endswith("\\textbf{Logic} view")


def test_headings_leave_out_no_level() -> None:
    assert body("## A\n\n#### B\n\n### C\n\n## D\n") == (
        "\\section{A}\n\n\\subsection{B}\n\n\\subsection{C}\n\n\\section{D}"
    )
    assert body("### A\n\n## B\n") == "\\section{A}\n\n\\section{B}"


def test_underlined_words_are_underlined_in_both_languages() -> None:
    assert "\\newcommand{\\underlined}[1]{\\uline{#1}}" in head("A <u>b $x$</u>\n")
    assert "\\newcommand{\\underlined}[1]{\\CJKunderline{#1}}" in head("甲 <u>乙</u>\n")
    assert body("A <u>b</u>\n") == "A \\underlined{b}"


def test_a_date_is_without_the_time() -> None:
    assert "\\date{2016-09-26}" in tex("---\ntitle: A\ndate: 2016-09-26T16:00:52+08:00\n---\n").text


def test_cells_that_a_page_hides_are_not_exported() -> None:
    made = of_site(
        "quarto",
        "```{r}\n#| echo: false\na\n```\n\n```{r, include=FALSE}\nb\n```\n\n```{r}\n#| label: c\nd\n```\n",
    )
    assert made.count("lstlisting") == 2 and "\nd\n" in made and "label" not in made


def test_a_figure_of_html_is_a_figure_with_its_caption() -> None:
    made = body(
        '<figure>\n<img src="a.png" alt="drawing">\n<figcaption>The *net* of $x$.</figcaption>\n</figure>\nIn the *end*.\n'
    )
    assert "The \\emph{net} of \\(x\\)." in made and "In the \\emph{end}." in made and "drawing" not in made


def test_an_image_of_markdown_in_a_figure_of_html_is_kept() -> None:
    """Material for MkDocs: ``<figure markdown="span">``, with a caption or without one."""
    made = body(
        '<figure markdown="span">\n![boat](a.png){ width="300" }\n<figcaption>The boat.</figcaption>\n</figure>\n\n'
        "<figure markdown>\n  ![A car](b.png)\n</figure>\n"
    )
    assert made.count("\\missingimage") == 2 and "The boat." in made and "A car" in made and "![" not in made


def test_headings_lose_what_engines_write_behind_them() -> None:
    assert body("## 标题 #\n\n## 第二 {#two}\n") == "\\section{标题}\n\n\\section{第二}"


def test_class_by_language() -> None:
    assert "{ctexart}" in head("中文 $a$\n")
    assert "{article}" in head("English $a$\n") and "xeCJK" not in head("English $a$\n")


def test_bold_beside_chinese_brackets() -> None:
    assert body("**说明（$x$）**是真的。\n") == "\\textbf{说明（\\(x\\)）}是真的。"
    assert body("中 2**10 与 **kwargs\n") == "中 2**10 与 **kwargs"


def test_html_keeps_its_words() -> None:
    written = body('<div class="box">\n<b>结论</b>：$x$<br>完\n</div>\n\n甲<br>乙\n\n<!-- 注 -->\n')
    assert (
        written == "\\begin{postbox}{Gray}{}\n\\textbf{结论}：\\(x\\)\\\\\n完\n\n\\end{postbox}\n\n甲\\\\\n乙"
    )


def test_code_is_printed_as_it_stands() -> None:
    written = body("```python\na = '$x$' # α → ✅\n```\n")
    assert written.startswith("\\begin{lstlisting}[language=Python,escapechar=`]\na = '$x$' # `")
    assert "`\\ensuremath{\\to}`" in written and written.endswith("\\end{lstlisting}")


def test_characters_without_a_glyph_are_reported() -> None:
    assert body("好 ✓ α 🎯\n") == "好 \\ensuremath{\\checkmark} \\ensuremath{\\alpha} \\pictograph{1F3AF}"
    assert "U+1F3AF" in messages("好 🎯\n") and not messages("好 ✓ α\n")


def test_images_are_named_boxes() -> None:
    assert (
        "\\missingimage{图 一}{/\\allowbreak{}usr/\\allowbreak{}a\\_\\allowbreak{}b.\\allowbreak{}png}"
        in body("![图 一](/usr/a_b.png)\n")
    )
    assert "/usr/a_b.png" in messages("![图 一](/usr/a_b.png)\n")


def test_links_are_completed_from_the_source_of_the_post() -> None:
    post = "---\nsource: https://a.org/x/1\n---\n[甲](/b/2) https://c.org/d。\n"
    assert body(post) == "\\href{https://a.org/b/2}{甲} \\url{https://c.org/d}。"


def test_wide_tables_share_the_line() -> None:
    row = f"| {'长' * 30} | {'宽' * 40} |\n"
    assert "\\real{" in body("| a | b |\n|---|---|\n" + row)
    assert "\\real{" not in body("| a | b |\n|---|---|\n| 短 | $x$ |\n")


def test_generated_markers_and_stamps_are_no_text() -> None:
    post = "甲\n\n<!-- enhance:begin notation -->\n乙\n<!-- enhance:end notation -->\n\n"
    post += "<!-- enhance:stamp source=1 self=2 -->\n"
    assert body(post) == "甲"


def test_same_input_same_output() -> None:
    post = "# 题\n\n$\\foo \\bar \\lt$ 🎯 ```→```\n"
    assert tex(post) == tex(post)


@pytest.mark.parametrize("post", ["", "\n", "---\ntitle: [\n---\n", "\x02\x03\x00", "$$", "<div", "**", "\\"])
def test_odd_posts_make_documents(post: str) -> None:
    assert tex(post).text.endswith("\\end{document}\n")


def test_lists_deeper_than_latex_goes_lose_their_frame() -> None:
    deep = body("".join("  " * level + f"- {level}\n" for level in range(6)))
    assert deep.count("\\begin{itemize}") == 4 and "5" in deep
    assert body("> " * 8 + "q\n").count("\\begin{quote}") == 6


def test_code_in_a_footnote_is_no_listing() -> None:
    written = body("x[^1]\n\n[^1]: a\n\n    ```\n    b_c\n    ```\n")
    assert "Verbatim" not in written and "\\texttt{b\\_c}" in written


def test_long_code_may_break() -> None:
    assert "\\texttt{module.}\\allowbreak{}\\texttt{function\\_}\\allowbreak{}\\texttt{name}" in body(
        "`module.function_name`\n"
    )


def test_formulas_in_damaged_html_are_kept() -> None:
    assert "\\(x\\)" in body('<div class="a">\n<b name="c<!---d">$x$\n</div>\n')


# --- small print, notes, authors --------------------------------------------------------------------------


def test_sentences_in_small_print_break_into_lines() -> None:
    assert body("The rest <sub>is a note that authors set low for its small letters</sub>") == (
        "The rest is a note that authors set low for its small letters"
    )
    assert "\\textsubscript{2}" in body("H<sub>2</sub>O")


QUARTO = "A word^[its *note*, with a [link](https://x.org) and $a$] and `code^[x]`.\n\n```\ny^[z]\n```\n"


def test_notes_in_the_text_are_footnotes() -> None:
    document = read(Source("post.qmd", QUARTO), flavour=flavours.named("quarto"))
    made = latex.write(document, plan(document)).text
    assert made.count("\\footnote{its \\emph{note}, with a") == 1
    assert "code\\^{}{[}x{]}" in made and "y^[z]" in made


def test_a_bracket_behind_a_caret_is_a_note_where_the_flavour_has_notes() -> None:
    assert "\\footnote" not in body("A citation^[1] here")


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("[Ada Lovelace, Mary Somerville]", "Ada Lovelace, Mary Somerville"),
        ("\n  - name: Ada Lovelace\n    url: https://x.org", "Ada Lovelace"),
        ("\n  name: {given: Ada, family: Lovelace}", "Ada Lovelace"),
    ],
)
def test_authors_may_be_tables(named: str, expected: str) -> None:
    document = read(Source("post.md", f"---\ntitle: T\nauthor: {named}\n---\n\nText\n"))
    assert author(document.front_matter) == expected


# --- what sites write beyond Markdown -----------------------------------------------------------------------

ADMONITIONS = r"""一段 $a$。

??? note "证明"
    由定义，

    $$
    b = c
    $$

    结论成立。

后面的 $d$ 不属于证明。

1. 项

    !!! tip "提示"
        文字 $e$

        !!! warning
            小心 $f$

    === "Python"
        ```python
        if x:
            y
        ```

!!! theorem "Cauchy"
    Let $g$.
"""


def of_site(flavour: str, text: str) -> str:
    document = read(Source("post.md", text), flavour=flavours.named(flavour))
    return latex.write(document, plan(document)).text.split("\\begin{document}\n", 1)[1]


def test_admonitions_are_boxes_and_statements_that_end_where_their_indent_ends() -> None:
    made = of_site("mkdocs", ADMONITIONS)
    assert "!!!" not in made and "???" not in made and "===" not in made
    proof = made[made.index("\\begin{proof}") : made.index("\\end{proof}")]
    assert "结论成立" in proof and "后面的" not in proof
    assert made.count("\\begin{postbox}") == 2 and "\\begin{theorem*}[{Cauchy}]" in made
    assert "if x:\n    y" in made
    assert all(rf"\({name}\)" in made for name in "adefg")


ALGORITHM = r"""{{< pseudocode >}}
\begin{algorithm}
\caption{Search_x}
\begin{algorithmic}
\REQUIRE $a$ \\ a list
\PROCEDURE{Find}{$a, b$}
  \FOR{$i = 1$ \TO $n$}
    \IF{$a_i = b$}
      \RETURN $i$
    \ELSE
      \STATE $j \gets \{i\}$ \COMMENT{not yet}
    \ENDIF
  \ENDFOR
\ENDPROCEDURE
\end{algorithmic}
\end{algorithm}
{{< /pseudocode >}}

Then $c$.
"""


def test_an_algorithm_in_latex_is_set_line_by_line_with_its_formulas() -> None:
    made = of_site("hugo", ALGORITHM)
    assert "STATE" not in made and "algorithm" not in made and "pseudocode" not in made
    assert (
        "\\textbf{Search\\_x}\\\\\n\\textbf{Require:} \\(a\\)\\\\\na list\\\\\n\\textbf{procedure} Find(\\(a, b\\))\\\\"
        in made
    )
    lines = made.split("\\\\\n")
    level = {
        name: next(line for line in lines if name in line).count("~")
        for name in ("if", "return", "else", "end for")
    }
    assert level == {"if": 8, "return": 12, "else": 8, "end for": 4}
    assert "Then \\(c\\)" in made


def test_an_algorithm_with_an_unknown_word_is_a_listing() -> None:
    made = of_site("hugo", ALGORITHM.replace("\\STATE", "\\STRANGE"))
    assert "\\begin{lstlisting}" in made and "\\STRANGE $j \\gets" in made


def test_an_algorithm_in_a_post_with_formulas_as_code_loses_none() -> None:
    post = "".join(f"`$x_{n}$` 和 " for n in range(6)) + "\n\n" + ALGORITHM.replace("$c$", "`$c$`")
    made = of_site("hugo", post)
    assert "\\(a, b\\)" in made and "\\(x_5\\)" in made and "\\(c\\)" in made


def test_cyrillic_and_hyphens_that_hold_are_printed() -> None:
    assert "Марков" in body("中文 Марков 链") and not messages("中文 Марков")
    assert "re\\mbox{-}use" in body("re\u2011use") and not messages("re\u2011use")


def test_addresses_that_a_site_completes_are_no_reason_to_refuse_a_post() -> None:
    post = (
        "See [that]({{ site.baseurl }}{% post_url 2018-08-20-x %}), [this]({% post_url 2018-08-20-y %}),\n"
        '<a href="{{ site.books }}">book</a> and [w]({{ site.url }}/a/b).\n\n'
        "{% katexmm %} $x$ {% endkatexmm %} ![p]({{ site.assets }}/a.png) [r]\n\n[r]: {{ site.baseurl }}/r\n"
    )
    made = of_site("jekyll", post)
    assert "See that, this," in made and "book" in made and "\\(x\\)" in made
    assert "site." not in made and "post_url" not in made
    with pytest.raises(UncarriedError, match="the tag"):
        of_site("jekyll", "{% include other.md %}\n")


def test_what_is_said_of_many_places_is_said_once() -> None:
    from mathpost.publication import Wish, published

    told = published(
        Config(), Wish("tex"), Post("a.md", "a.md", b"$\\mat a$ and $\\mat b$\n\n$\\mat c$\n")
    ).warnings
    assert [words for words in told if "\\mat" in words] == [
        "\\mat is not defined and prints its name (1:1) and 2 more"
    ]
