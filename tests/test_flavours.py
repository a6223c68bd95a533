"""Every flavour of the table: its example is read as its own, whole, and numbered by whom it says."""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path

import pytest

from mathpost.config import Config
from mathpost.delivery import settled
from mathpost.document import flavours, numbering
from mathpost.document.document import Document
from mathpost.document.reader import read
from mathpost.document.references import BLANK, visible_text
from mathpost.inputs import expanded
from mathpost.pipeline import examine, load
from mathpost.publish.translation import lost, translated
from mathpost.text.edits import apply
from mathpost.text.source import Source
from mathpost.writers.post import PostResult


def example(name: str) -> str:
    """The post in the docstring of a flavour."""
    head, _, rest = cleandoc(flavours.page(name)).partition("markdown\n")
    fence = head[-4:] if head.endswith("````") else head[-3:]
    return rest.partition(f"\n{fence}")[0] + "\n"


@pytest.mark.parametrize("name", flavours.names())
def test_the_example_is_told_by_its_text_or_its_ending(name: str) -> None:
    told = read(Source("", example(name))).flavour.name
    assert told == name or (told == "plain" and name in ("notebook", "tex"))


@pytest.mark.parametrize("name", flavours.names())
def test_the_example_is_numbered_by_whom_its_flavour_says(name: str) -> None:
    document = read(Source("", example(name)), flavour=flavours.named(name))
    assert document.formulas and not document.faults
    if flavours.named(name).numbers == "builder":
        assert numbering.plan(document).edits == ()
    else:
        assert all(edit.new != r"\tag{1}" for edit in numbering.plan(document).edits)


def examined(path: Path, text: str) -> PostResult:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return examine(Source(str(path), text), Config(), verify=False)


@pytest.mark.parametrize(
    ("file", "content", "post", "flavour", "renderer"),
    [
        ("_quarto.yml", "project:\n  type: book\n", "a/b.md", "quarto", "mathjax"),
        ("_quarto.yml", "format:\n  html:\n    html-math-method: katex\n", "b.qmd", "quarto", "katex"),
        ("myst.yml", "version: 1\n", "b.md", "myst", "katex"),
        ("_config.yml", "execute:\n  execute_notebooks: off\n", "b.ipynb", "myst", "mathjax"),
        ("_config.yml", "permalink: /x/\nplugins: []\n", "_posts/b.md", "jekyll", "mathjax"),
        ("_config.yml", "new_post_name: x\npermalink: /x/\n", "source/_posts/b.md", "hexo", "mathjax"),
        ("hugo.toml", "title = 'x'\n", "content/b.md", "hugo", "mathjax"),
        ("mkdocs.yml", "extra_javascript:\n  - katex.js\n", "docs/b.md", "mkdocs", "katex"),
        ("docusaurus.config.js", "export default {};\n", "docs/b.md", "mdx", "katex"),
        ("_bookdown.yml", "book_filename: x\n", "b.Rmd", "rmarkdown", "mathjax"),
        ("book.toml", "[book]\n", "src/b.md", "mdbook", "mathjax"),
        (".obsidian/app.json", "{}", "b.md", "obsidian", "mathjax"),
        ("notes.txt", "", "b.mdx", "mdx", "katex"),
        ("notes.txt", "", "b.md", "plain", "mathjax"),
        ("notes.txt", "", "b.tex", "tex", "latex"),
    ],
)
def test_the_flavour_and_the_renderer_are_those_of_the_site(
    tmp_path: Path, file: str, content: str, post: str, flavour: str, renderer: str
) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(content, "utf-8")
    (tmp_path / ".git").mkdir()
    result = examined(tmp_path / post, "Some words.\n")
    assert (result.document.flavour.name, result.target) == (flavour, renderer)


def test_a_setting_and_a_front_matter_decide(tmp_path: Path) -> None:
    source = Source(str(tmp_path / "a.md"), "---\nenhance:\n  flavour: myst\n---\nx\n")
    assert examine(source, Config(flavour="hugo"), verify=False).document.flavour.name == "myst"
    assert (
        examine(Source("a.qmd", "x\n"), Config(flavour="hugo"), verify=False).document.flavour.name == "hugo"
    )


def test_macros_of_the_configuration_are_known(tmp_path: Path) -> None:
    (tmp_path / "_quarto.yml").write_text("format:\n  html:\n    include-in-header: head.html\n", "utf-8")
    (tmp_path / "head.html").write_text(
        "<script>MathJax = {tex: {macros: {Rset: '\\\\mathbb{R}'}}}</script>", "utf-8"
    )
    (tmp_path / "_macros.qmd").write_text("$$\n\\newcommand{\\E}{\\mathbb{E}}\n$$\n", "utf-8")
    found = examined(tmp_path / "a.qmd", "{{< include _macros.qmd >}}\n\nLet $\\E[x] \\in \\Rset$.\n")
    assert [d.code for d in found.diagnostics] == []


def test_an_included_file_is_looked_for_in_the_site(tmp_path: Path) -> None:
    (tmp_path / "_quarto.yml").write_text("project:\n  type: website\n", "utf-8")
    (tmp_path / "_macros.qmd").write_text("$$\n\\def\\half{\\tfrac12}\n$$\n", "utf-8")
    (tmp_path / "posts").mkdir()
    found = examined(tmp_path / "posts" / "a.qmd", "{{< include /_macros.qmd >}}\n\nLet $x = \\half$.\n")
    assert not found.diagnostics


@pytest.mark.parametrize(("flavour", "codes"), [("quarto", []), ("pandoc", []), ("plain", ["L003"])])
def test_pandoc_applies_definitions_among_the_text(flavour: str, codes: list[str]) -> None:
    text = "::: {.hidden}\n\\newcommand\\prox{\\textrm{prox}}\n:::\n\nLet $x = \\prox f$.\n"
    found = examine(Source("a.md", text), Config(flavour=flavour), False)
    assert [d.code for d in found.diagnostics if d.code == "L003"] == codes


def test_packages_that_the_site_loads_are_at_hand(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: a\nextra_javascript: [javascripts/mathjax.js]\n", "utf-8"
    )
    (tmp_path / "javascripts").mkdir()
    script = tmp_path / "javascripts" / "mathjax.js"
    post = "$A \\xRightarrow{b} c$\n"
    script.write_text("window.MathJax = {}", "utf-8")
    assert [d.code for d in examined(tmp_path / "a.md", post).diagnostics] == ["P001"]
    (tmp_path / "b").mkdir()
    script.rename(tmp_path / "b" / "mathjax.js")
    (tmp_path / "b" / "mathjax.js").write_text(
        "window.MathJax = {loader: {load: ['[tex]/mathtools']}}", "utf-8"
    )
    (tmp_path / "b" / "mkdocs.yml").write_text("extra_javascript: [mathjax.js]\n", "utf-8")
    assert not examined(tmp_path / "b" / "a.md", post).diagnostics


def test_properties_of_a_component_are_no_text() -> None:
    text = '<Quiz answers={[\n  {\n    text: "$k \\\\cdot r$",\n\n    right: (x) => x > 1,\n  },\n]} />\n\nThen $a$.\n'
    found = examine(Source("a.mdx", text), Config(), verify=False)
    assert not found.diagnostics
    assert [text[slice(*f.span)] for f in found.document.formulas] == ["$a$"]


def test_labels_of_mdbook_are_no_latex(tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text(
        "[output.html]\nmathjax-support = true\n[preprocessor.katex]\n", "utf-8"
    )
    found = examined(
        tmp_path / "a.md", "$$\n\\bm{a} = b\n{{numeq}}{eq:lambda_x}\n$$\n\nSee {{eqref: eq:lambda_x}}.\n"
    )
    assert (found.target, found.diagnostics) == ("katex", ())


def test_a_theme_of_mdbook_that_loads_mathjax_takes_backslashes_away(tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text("[output.html]\n", "utf-8")
    (tmp_path / "theme").mkdir()
    (tmp_path / "theme" / "head.hbs").write_text(
        '<script src="https://cdn.test/MathJax.js"></script>', "utf-8"
    )
    found = examined(tmp_path / "a.md", "$$A\\_t = \\sum\\_{l=0}^{n} (a\\_{t+l})^l$$\n")
    assert (found.document.formulas[0].escaped, found.diagnostics) == (2, ())


def test_chapters_of_a_book_without_settings_know_each_other(tmp_path: Path) -> None:
    (tmp_path / "index.Rmd").write_text("---\nsite: bookdown::bookdown_site\n---\n\n# A\n", "utf-8")
    (tmp_path / "02-b.Rmd").write_text("# B {#second}\n", "utf-8")
    found = examined(tmp_path / "01-a.Rmd", "See \\@ref(second) and \\@ref(third).\n")
    assert [d.message for d in found.diagnostics] == ["nothing in the site has the label third"]


def test_doubled_brackets_are_written_for_an_engine_that_takes_a_backslash_away() -> None:
    text = r"Let \\(A=\\{a, b\\}\\) and \\(x\*y\\) be \\(\begin{cases} 1 \\\ 2 \end{cases}\\)." + "\n"
    found = examine(Source("", text), Config(), verify=False)
    assert len(found.document.formulas) == 3
    assert not found.diagnostics


def test_escaped_brackets_between_doubled_ones_open_no_formula() -> None:
    text = (
        r"Let \\(\(x_1, x_2\) = \(\\frac{a}{b}, c\)\\) and \\(T=5\\) be, and \\(\(N, C\)\\)." + "\n\n$$x$$\n"
    )
    found = examine(Source("", text), Config(), verify=False)
    assert [text[slice(*f.span)][:6] for f in found.document.formulas] == [
        r"\\(\(x",
        r"\\(T=5",
        r"\\(\(N",
        "$$x$$",
    ]


def test_a_habit_is_one_finding() -> None:
    display = "$$\na \\\\\nb\n$$\n\n"
    found = examine(Source("", 5 * display), Config(select=("L105",), target="mathjax"), verify=False)
    assert [note.message for d in found.diagnostics for note in d.notes] == ["and in 4 more displays"]


@pytest.mark.parametrize("name", ["rmarkdown", "quarto"])
def test_code_within_a_formula_is_a_value(name: str) -> None:
    text = (
        "Let $b = `r round(fit$coef[1], 2)` \\times `{python} delta` = `r mu`$ and $c$.\n\n"
        "```{r, fig.cap='Of `x` and `y`'}\nh$b = factor(h$b)\n```\n\nThen $d$.\n"
    )
    found = examine(Source("", text), Config(flavour=name), verify=False)
    assert not found.diagnostics
    assert [text[slice(*f.span)][:3] for f in found.document.formulas] == ["$b ", "$c$", "$d$"]


QUARTO = """$$
a = b
$$ {#eq-one}

See @eq-one, @eq-two, @fig-x and @sec-other.

![A figure](x.png){#fig-x}
"""


def test_references_of_a_builder_are_judged_by_all_names_of_its_site(tmp_path: Path) -> None:
    (tmp_path / "_quarto.yml").write_text("project:\n  type: book\n", "utf-8")
    (tmp_path / "other.qmd").write_text("# Other {#sec-other}\n", "utf-8")
    found = examined(tmp_path / "a.qmd", QUARTO).diagnostics
    assert [(d.code, d.message) for d in found] == [("N008", "nothing in the site has the label eq-two")]


@pytest.mark.parametrize("name", [n for n in flavours.names() if flavours.named(n).numbers == "builder"])
def test_a_run_writes_no_number_where_the_builder_does(name: str) -> None:
    text = example(name) + "\n\\begin{equation}\nc = d\n\\end{equation}\n"
    document = read(Source("", text), flavour=flavours.named(name))
    for rows in ("auto", "usual", "all"):
        assert numbering.plan(document, scheme=numbering.Scheme(rows)).edits == ()


def test_a_post_with_tags_and_no_label_is_numbered_by_its_author() -> None:
    document = read(Source("", "$$a \\tag{1}$$\n\n$$b \\tag{1}$$\n"), flavour=flavours.named("quarto"))
    assert numbering.plan(document).edits


def test_labels_of_bookdown_are_no_latex() -> None:
    text = "\\begin{align}\na &= b (\\#eq:one) \\\\\nc &= d (\\#eq:two)\n\\end{align}\n"
    (formula,) = read(Source("", text)).formulas
    assert [[label.name for label in row.labels] for row in formula.rows] == [["eq:one"], ["eq:two"]]
    assert not formula.faults


def test_a_theorem_of_bookdown_holds_text_and_a_cell_holds_code() -> None:
    text = '```{theorem, main, name="Main"}\nLet $x$ be.\n```\n\n```{r cell}\ny <- "$x$"\n```\n'
    assert len(read(Source("", text), flavour=flavours.named("rmarkdown")).formulas) == 1


def test_nothing_is_code_for_being_indented_among_components() -> None:
    text = "<Tab>\n\n    Let $x$ be.\n\n</Tab>\n"
    assert len(read(Source("", text), flavour=flavours.named("mdx")).formulas) == 1
    assert not read(Source("", text), flavour=flavours.named("plain")).formulas


LATEX = r"""\documentclass{article}
\newcommand{\E}{\mathbb{E}}
\begin{document}
Let $x$ cost 5\$. % and $y
\begin{theorem} \begin{equation} \E = b \label{a} \end{equation} \end{theorem}
By \eqref{a} and \ref{b}: \[ x \] \(y\) \verb|$z$|
\end{document}
"""


def test_a_file_of_latex_is_read_and_never_written(tmp_path: Path) -> None:
    loaded = load(str(tmp_path / "a.tex"), LATEX.encode())
    found = examine(loaded.source, Config(), verify=False)
    assert [f.opener for f in found.document.formulas] == ["$", "equation", "\\[", "\\("]
    assert [(d.code, d.message) for d in found.diagnostics] == [("N008", "no equation has the label b")]
    assert not loaded.source.writable


def test_a_folder_holds_posts_of_all_endings_but_not_what_a_builder_writes(tmp_path: Path) -> None:
    (tmp_path / "_quarto.yml").write_text("project:\n  type: book\n", "utf-8")
    names = ["a.qmd", "b.md", "c.Rmd", "d.mdx", "e.markdown", "f.ipynb", "g.tex", "h.txt", "_book/i.md"]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x", "utf-8")
    assert [p.name for p in expanded([str(tmp_path)]).posts] == names[:6]
    assert [p.name for p in expanded([str(tmp_path)], writable=True).posts] == names[:5]


def test_images_of_formulas_are_written_as_formulas() -> None:
    text = "当 ![[公式]](https://www.zhihu.com/equation?tex=x%5E2+%3D+1) 时。\n"
    (found,) = [d for d in examine(Source("", text), Config(), verify=False).diagnostics if d.code == "L219"]
    assert found.fix is not None
    assert apply(text, found.fix.edits) == "当 $x^2 = 1$ 时。\n"


def test_a_text_without_any_formula_is_told_of_its_holes() -> None:
    text = "The loss , where is the rate, for all , is = .\n\n```\nfor all , where is the x = .\n```\n"
    holes = [d for d in examine(Source("", text), Config(), verify=False).diagnostics if d.code == "L209"]
    assert len(holes) >= 3
    assert all(d.span.end < text.index("```") for d in holes)
    assert not examine(Source("", "One hole where is the rate.\n"), Config(), verify=False).diagnostics


@pytest.mark.parametrize(
    "text",
    [
        "上式中为学习率，其中表示第个样本。将代入得到下式，令，则在处取得最大值。\n",
        "给定训练所用的数据集，其中为输入样本的总数。在训练的时候，第个样本的标签属于，于是损失函数的梯度等于。\n",
        "If and are independent, then is the sum of and .\n\nGiven  and  we have for  and so on.\n",
    ],
)
def test_a_text_whose_formulas_were_dropped_is_told_so(text: str) -> None:
    found = [d.code for d in examine(Source("", text), Config(), verify=False).diagnostics]
    assert set(found) == {"L209"}


@pytest.mark.parametrize(
    "text",
    [
        "调用 get() 方法后，put() 会返回，而 resize() 不会。其中是否有锁不重要。\n",
        "参与，理由，应当，建设，命令，服从，涉及。\n",
        "更新区间和，如果区间和，右移。直到区间和；\n\n付费来执行路由。无类别域间路由，分层路由；\n",
        "We select  one point, the model is  trained on the rest and we  compute the validation  error.\n",
        "Call `f()` or g(), and what it is, is what it does, of course. For all of us, that is it.\n",
    ],
)
def test_a_text_that_never_had_formulas_is_left_in_peace(text: str) -> None:
    assert not examine(Source("", text), Config(), verify=False).diagnostics


@pytest.mark.parametrize(
    "text",
    [
        "\\begin{figure}\n\\centering\n\\includegraphics{a}\n\\caption{Of $x$}\n\\end{figure}\n\nThen $y$.\n",
        "\\begin{theorem}[Tychonoff]\n\nFor all $x$ there is\n\nsome $y$.\n\n\\end{theorem}\n",
    ],
)
def test_formulas_in_an_environment_of_words_are_read(text: str) -> None:
    """Pandoc and scripts of a site read the environment; it is no formula."""
    found = examine(Source("", text), Config(), verify=False)
    assert [found.source.slice(f.span) for f in found.document.formulas] == ["$x$", "$y$"]
    assert found.diagnostics == ()


@pytest.mark.parametrize("name", [n for n in flavours.names() if n not in ("tex", "notebook")])
def test_a_run_keeps_every_formula_and_every_word(name: str) -> None:
    text = example(name)
    config = Config(flavour=name)
    done = settled(Source("", text), config)
    assert not done.losses and not done.result.failed
    before, after = (
        read(Source("", t), flavour=flavours.named(name)) for t in (text, done.result.source.text)
    )
    assert len(before.formulas) == len(after.formulas)
    assert words(before) == words(after)


def words(document: Document) -> str:
    return visible_text(document.source.text, [f.span for f in document.formulas]).replace(BLANK, "")


@pytest.mark.parametrize("name", [n for n in flavours.names() if n not in ("tex", "notebook", "scrape")])
def test_an_export_carries_the_example(name: str) -> None:
    document = read(Source("", example(name)), flavour=flavours.named(name))
    done = translated(document)
    text = apply(document.source.text, done.edits)
    after = read(Source("", text), flavour=flavours.named("plain"))
    assert not lost(document, after)
    if name != "mdbook":
        assert not done.refused
        signs = (":::", "{#", "[[", "{%", "{{<", "<Figure", "import ")
        assert not any(sign in words(after) for sign in signs)  # references to displays are pointers


def test_a_label_of_latex_has_the_number_that_the_builder_gives() -> None:
    text = (
        "\\begin{equation}\\label{a}\nx\n\\end{equation}\n\n$$\ny\n$$ (b)\n\n"
        "\\begin{align}\nu &= v \\label{c} \\\\\nv &= w \\notag\n\\end{align}\n\nSee {eq}`a` and \\eqref{c}.\n"
    )
    done = translated(read(Source("", text), flavour=flavours.named("myst")))
    after = read(Source("", apply(text, done.edits)), flavour=flavours.named("plain"))
    rows = [row for formula in after.formulas for row in formula.rows]
    shown = [([x.name for x in row.labels], [tag.text for tag in row.tags]) for row in rows]
    assert shown == [(["a"], ["1"]), (["b"], ["2"]), (["c"], ["3"]), ([], [])]


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("quarto", "x\n\n{{< include _a.qmd >}}\n", "the shortcode {{< include _a.qmd >}}"),
        ("quarto", "See @fig-x.\n", "the reference to fig-x"),
        ("myst", "x\n\n```{mermaid}\na\n```\n", "the directive {mermaid}"),
        ("myst", "By {cite}`knuth`.\n", "the citation {cite}`knuth` of a work"),
        ("jekyll", "By {% cite knuth %}.\n", "the citation {% cite knuth %} of a work"),
        ("jekyll", 'By <d-cite key="knuth"/>.\n', 'the citation <d-cite key="knuth"/> of a work'),
        ("obsidian", "![[Other note]]\n", "the embedded note ![[Other note]]"),
        ("jekyll", "{% include a.md %}\n", "the tag {% include a.md %}"),
        ("jekyll", "{% include a.html text='$x$' %}\n", "the tag {% include a.html"),
    ],
)
def test_what_no_export_can_carry_is_refused(name: str, text: str, what: str) -> None:
    (refused, *_) = translated(read(Source("", text), flavour=flavours.named(name))).refused
    assert refused.what.startswith(what)


def test_a_figure_of_myst_keeps_its_caption() -> None:
    text = "```{figure} a.png\n:name: f\nOf $x$.\n\nMore.\n```\n\nSee {numref}`f`.\n"
    done = translated(read(Source("", text), flavour=flavours.named("myst")))
    assert apply(text, done.edits).split() == "![Figure 1: Of $x$.](<a.png>) More. See Figure 1.".split()


@pytest.mark.parametrize(
    ("name", "text", "export"),
    [
        ("quarto", "x\n\n{{< video a.mp4 >}}\n", "x\n\n\\[video: a.mp4\\]\n"),
        ("quarto", "x\n\n{{< video https://a.org/b >}}\n", "x\n\n<https://a.org/b>\n"),
        ("mdx", "x\n\n<Chart data={1} />\n", "x\n\n\\[Chart\\]\n"),
        ("jekyll", "{% include a.html %}\n", "\\[include a.html\\]\n"),
        ("jekyll", "By {{ page.author }}.\n", "By \\[page.author\\].\n"),
    ],
)
def test_what_only_the_site_can_fill_is_named_in_its_place(name: str, text: str, export: str) -> None:
    done = translated(read(Source("", text), flavour=flavours.named(name)))
    assert (apply(text, done.edits), done.refused) == (export, ())


def test_callouts_are_carried_from_every_flavour() -> None:
    for name in ("plain", "github", "obsidian", "hexo"):
        done = translated(read(Source("", "> [!proof] Why\n> Let $x$.\n"), flavour=flavours.named(name)))
        assert apply("> [!proof] Why\n> Let $x$.\n", done.edits) == "> **Why**  \n> Let $x$.\n", name


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("::: tip Rolle\nLet $x$.\n:::\n", "**Rolle**\n\nLet $x$.\n\n"),
        (":::note[Rolle]\nLet $x$.\n:::\n", "**Rolle**\n\nLet $x$.\n\n"),
        (":::warning\nLet $x$.\n:::\n", "**Warning**\n\nLet $x$.\n\n"),
        ("- a\n  ::: details Proof\n  $x$\n  :::\n", "- a\n  **Proof**\n\n  $x$\n\n"),
        ("> ::: details Proof\n> $x$\n> :::\n", "> **Proof**\n>\n> $x$\n\n"),
        ("[[toc]]\n\n$x$\n", "\n\n$x$\n"),
        ("::: other\n$x$\n:::\n", "::: other\n$x$\n:::\n"),
        ("```\n::: tip\n:::\n```\n", "```\n::: tip\n:::\n```\n"),
    ],
)
def test_boxes_between_colons_are_carried(text: str, plain: str) -> None:
    for name in ("plain", "mdx", "mkdocs", "obsidian"):
        done = translated(read(Source("", text), flavour=flavours.named(name)))
        assert not done.refused and apply(text, done.edits) == plain, name


@pytest.mark.parametrize(
    ("text", "export"),
    [
        ('{{< figure src="a.png" title="A cat" >}}', "![A cat](a.png)"),
        ('See [the *page*]({{< relref "/docs/b" >}}).', "See the *page*."),
        ('See {{% ref "c.md" %}}.', "See c.md."),
        ("{{< highlight python >}}\nx = 1\n{{< /highlight >}}", "```python\nx = 1\n```"),
        ('{{< details "More" >}}\nHere $a$.\n{{< /details >}}', "**More**\n\nHere $a$.\n"),
        ("{{< notice tip >}}\nHere $a$.\n{{< /notice >}}", "\nHere $a$.\n"),
        ("{{% ours %}}\nHere $a$.\n{{% /ours %}}", "\nHere $a$.\n"),
        ("{{< youtube a1 >}}", "<https://www.youtube.com/watch?v=a1>"),
        ('{{< sales "a_b" year=3 >}}', r"\[sales: a\_b, year 3\]"),
        ("{{< mermaid >}}\na-->b\n{{< /mermaid >}}", "```mermaid\na-->b\n```"),
        ('{{< figure\n  src="a.png"\n>}}', "![](a.png)"),
        ("`{{< figure >}}`", "`{{< figure >}}`"),
    ],
)
def test_an_export_carries_shortcodes(text: str, export: str) -> None:
    done = translated(read(Source("", text), flavour=flavours.named("hugo")))
    assert (apply(text, done.edits), done.refused) == (export, ())


def test_a_formula_in_a_shortcode_is_not_carried() -> None:
    done = translated(read(Source("", '{{< color red "$a$" >}}'), flavour=flavours.named("hugo")))
    assert [refused.what for refused in done.refused] == ["the shortcode color with a formula in it"]


def test_references_to_blocks_of_a_vault_are_judged_by_all_its_notes(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "b.md").write_text("$$c = d$$ ^eq-b\n", "utf-8")
    text = "By [[b#^eq-b]], [[#^here|this]], [[b#^gone]], [[b#Title]] and `[[#^code]]`.\n\n$$a = b$$\n^here\n"
    found = examined(tmp_path / "a.md", text).diagnostics
    assert [(d.code, d.message) for d in found] == [("N008", "nothing in the site has the label gone")]
