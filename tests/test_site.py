"""Macros of a site are known in every post below their file."""

from __future__ import annotations

from pathlib import Path

import pytest

from mathpost import site
from mathpost.config import Config
from mathpost.pipeline import examine
from mathpost.text.diagnostics import Severity
from mathpost.text.edits import Safety
from mathpost.text.source import Source


def codes(post: Path, config: Config = Config()) -> list[str]:  # noqa: B008 - frozen
    return [
        d.code for d in examine(Source(str(post), "$\\family{x} \\in \\Rset$\n"), config, False).diagnostics
    ]


def test_a_file_above_the_post_is_found(tmp_path: Path) -> None:
    post = tmp_path / "a" / "b" / "post.md"
    assert codes(post) == ["L003", "L003"]
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "macros.txt").write_text(
        "# sets\n\\Rset:{\\mathbb{R}}\n\\newcommand{\\family}[1]{#1}\n", "utf-8"
    )
    post = tmp_path / "a" / "c" / "post.md"
    assert codes(post) == []


def test_a_file_may_be_named_in_the_settings(tmp_path: Path) -> None:
    (tmp_path / "site.tex").write_text("\\family:{\\{#1\\}}\n\\Rset:{\\mathbb{R}}\n", "utf-8")
    assert codes(tmp_path / "post.md", Config(macros=tmp_path / "site.tex")) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("katex.json", r'{"\\Rset": "\\mathbb{R}", "\\family": "\\{#1\\}"}'),
        (
            "mathjax.js",
            r"""window.MathJax = { tex: { inlineMath: [['$', '$']], // as usual
            macros: { Rset: '\\mathbb{R}', family: ["\\{#1\\}", 1], f: [String.raw`f(#1)`, 1, 'x'], }, } };""",
        ),
        (
            "page.html",
            r"""<script>MathJax = {tex: {macros: {Rset: "{\\bf R}", family: ["#1", 1]}}}</script>""",
        ),
        ("myst.yml", "version: 1\nproject:\n  math:\n    '\\Rset': '\\mathbb{R}'\n    '\\family': '#1'\n"),
        (
            "_config.yml",
            "sphinx:\n  mathjax3_config:\n    tex:\n      macros:\n        Rset: R\n        family: ['#1', 1]\n",
        ),
        (
            "preamble.tex",
            "\\documentclass{article}\n\\usepackage{bm} % bold\n\\newcommand{\\Rset}{\\mathbb{R}}\n\\def\\family#1{#1}\n",
        ),
    ],
)
def test_the_file_is_what_the_renderer_reads(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert codes(tmp_path / "post.md", Config(macros=tmp_path / name)) == []


@pytest.mark.parametrize("text", ["{", "{a: {", "macros: {x", "[1]", "{'a': [", "macros: 5", "{,}", "a: [b"])
def test_a_broken_file_is_no_macros(text: str, tmp_path: Path) -> None:
    for name in ("macros.js", "macros.yml", "macros.txt"):
        (tmp_path / name).write_text(text, "utf-8")
        assert codes(tmp_path / "sub.md", Config(macros=tmp_path / name)) == ["L003", "L003"]


def test_the_head_of_a_post_defines_macros() -> None:
    post = "---\nmath:\n  '\\R': '\\mathbb{R}'\n  '\\f': 'f(#1)'\n---\n$\\f{x} \\in \\R$\n"
    assert examine(Source("post.md", post), Config(), False).diagnostics == ()


@pytest.mark.parametrize(
    ("name", "text", "numbers"),
    [
        ("_includes/mathjax.html", 'MathJax.Hub.Config({tex2jax: {inlineMath: [["$", "$"]]}});', "none"),
        (
            "_includes/mathjax.html",
            'MathJax.Hub.Config({TeX: {equationNumbers: {autoNumber: "AMS"}}});',
            "ams",
        ),
        ("docs/javascripts/mathjax.js", "window.MathJax = {tex: {tags: 'ams'}};", "ams"),
        ("docs/javascripts/mathjax.js", "window.MathJax = {tex: {tags: 'none'}};", "none"),
        ("layouts/partials/math.html", "<p>katex</p>", "auto"),
    ],
)
def test_the_site_says_whether_its_pages_number(tmp_path: Path, name: str, text: str, numbers: str) -> None:
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "_posts").mkdir()
    assert site.page_numbers(str(tmp_path / "_posts" / "a.md")) == numbers


def hugo(folder: Path, settings: str, text: str) -> list[str]:
    (folder / "hugo.toml").write_text(f'baseURL = "/"\n{settings}', "utf-8")
    return [d.code for d in examine(Source(str(folder / "a.md"), text), Config(), False).diagnostics]


@pytest.mark.parametrize(
    "formula",
    [
        r"$\\mathrm{d}y$",
        r"$\\{ \mathbf{v}\_{r+1}, \mathbf{v}\_n \\}$",
        r"$a \\, b$",
        "$$\n\\begin{cases} a \\\\\\\\[3pt] b \\end{cases}\n$$",
        "$$\n\\begin{aligned} a \\\\\\\\\\[3pt] &= b \\\\ c \\end{aligned}\n$$",
    ],
)
def test_markdown_of_a_site_takes_backslashes_away(tmp_path: Path, formula: str) -> None:
    assert hugo(tmp_path, "", f"Here {formula} it is.\n") == []


@pytest.mark.parametrize(
    "formula", [r"$\{a\}$", "$$\\begin{pmatrix}x\\\\y\\end{pmatrix}$$", r"$\text{a\_b}$", r"$a\,b\|c\|$"]
)
def test_formulas_written_for_latex_are_read_as_they_are_on_any_site(tmp_path: Path, formula: str) -> None:
    assert hugo(tmp_path, "", f"Here {formula} it is.\n") == []


def test_a_site_with_the_extension_for_formulas_takes_nothing_away(tmp_path: Path) -> None:
    extension = "[markup.goldmark.extensions.passthrough]\nenable = true\n"
    site._site.cache_clear()
    assert hugo(tmp_path, extension, "$\\\\mathrm{d}y$\n") == ["L213"]


@pytest.mark.parametrize(
    ("engine", "told"),
    [
        ("marked", []),
        ("markdown-it-plus", ["L201"]),
        ("markdown-it", []),
    ],
)
def test_the_engine_of_hexo_is_in_its_packages(tmp_path: Path, engine: str, told: list[str]) -> None:
    (tmp_path / "_config.yml").write_text("skip_render:\n", "utf-8")
    packages = f'{{"dependencies": {{"hexo-renderer-ejs": "1", "hexo-renderer-{engine}": "1"}}}}'
    (tmp_path / "package.json").write_text(packages, "utf-8")
    post = tmp_path / "source" / "_posts" / "a.md"
    post.parent.mkdir(parents=True)
    post.write_text("The set $\\\\{0, x\\_i\\\\}$.\n".replace("\\_i", "_i"), "utf-8")
    result = examine(Source(str(post), post.read_text("utf-8")), Config(), False)
    assert [d.code for d in result.diagnostics if d.code[0] == "L"] == told
    safe = [d.fix.safety is Safety.SAFE for d in result.diagnostics if d.code == "L201" and d.fix]
    assert safe == [engine == "markdown-it-plus"] * len(told)


def test_the_text_of_a_post_tells_no_engine(tmp_path: Path) -> None:
    """A note that looks like one of Obsidian may be built by anything."""
    text = "See [[a#^b|c]] and the set $\\\\{0, x\\\\}$.\n"
    for folder, safe in ((tmp_path, False), (tmp_path / "vault", True)):
        (folder / ".obsidian" if safe else folder).mkdir(parents=True, exist_ok=True)
        result = examine(Source(str(folder / "a.md"), text), Config(), False)
        assert result.document.flavour.name == "obsidian"
        fixes = [d.fix for d in result.diagnostics if d.code == "L201"]
        assert [fix is not None and fix.safety is Safety.SAFE for fix in fixes] == [True] * safe


@pytest.mark.parametrize(
    ("flavour", "told"), [("myst", []), ("quarto", ["L109", "P008"]), ("plain", ["L109", "P008"])]
)
def test_white_space_in_dollars_is_told_where_it_hides_a_formula(flavour: str, told: list[str]) -> None:
    post = "the set $ X $ is\n\n$$\n\na = b\n$$\n"
    result = examine(Source("a.md", post), Config(flavour=flavour), False)
    assert sorted(d.code for d in result.diagnostics if d.code in ("L109", "P008")) == told


def test_macros_are_found_deep_in_a_site(tmp_path: Path) -> None:
    (tmp_path / "_config.yml").write_text("skip_render:\n", "utf-8")
    post, settings = tmp_path / "source" / "_posts" / "a.md", tmp_path / "source" / "js" / "mathjax-config.js"
    for file in (post, settings):
        file.parent.mkdir(parents=True)
    settings.write_text("MathJax = {tex: {macros: {avg: ['\\\\langle #1 \\\\rangle', 1]}}}", "utf-8")
    assert not examine(Source(str(post), "$\\avg{x} = 1$\n"), Config(), False).diagnostics


def test_macros_of_the_head_are_known() -> None:
    post = "---\nheader-includes:\n  - \\newcommand{\\row}[1]{\\mathrm{row}(#1)}\n---\n$\\row{A} = 1$\n"
    assert not examine(Source("a.md", post), Config(), False).diagnostics


def test_a_command_that_comes_again_and_again_is_one_hint() -> None:
    post = "$\\lcm(a)$ and $\\lcm(b)$ "
    assert [d.code for d in examine(Source("a.md", post), Config(), False).diagnostics] == ["L003"] * 2
    (hint,) = examine(Source("a.md", post + "and $\\lcm(c)$"), Config(), False).diagnostics
    assert (hint.code, hint.severity) == ("L003", Severity.INFO)
    assert hint.notes[0].message == "in 2 more places: a macro of the site?"


@pytest.mark.parametrize(
    ("flavour", "post", "told"),
    [
        ("plain", "$$\n\\begin{tikzcd} A \\arrow[r, Rightarrow] & B \\end{tikzcd}\n$$\n", []),
        ("myst", "$$\n\\begin{tikzcd} A \\arrow[r, Rightarrow] & B \\end{tikzcd}\n$$\n", ["L101"]),
        ("plain", "$$\n\\begin{aligend} a &= b \\end{aligend}\n$$\n", ["L101"]),
    ],
)
def test_environments_of_packages(flavour: str, post: str, told: list[str]) -> None:
    assert [d.code for d in examine(Source("a.md", post), Config(flavour=flavour), False).diagnostics] == told


def test_halves_of_brackets_may_be_macros() -> None:
    post = r"$\renewcommand{\l}{\left}\renewcommand{\r}{\right} \l(x\r) + \l\{y\r\} = 1$"
    assert not examine(Source("a.md", post), Config(), False).diagnostics


def test_passthrough_of_hugo_must_be_enabled(tmp_path: Path) -> None:
    settings = "[markup.goldmark.extensions.passthrough.delimiters]\nblock = [['$$', '$$']]\n"
    assert hugo(tmp_path, settings, "The set $\\\\{x\\\\}$ and $x\\_{n}$.\n") == []


@pytest.mark.parametrize(
    ("files", "target"),
    [
        ({"package.json": '{"dependencies": {"rehype-katex": "7"}}'}, "katex"),
        ({"package.json": '{"devDependencies": {"vitepress": "1", "markdown-it-mathjax3": "4"}}'}, "mathjax"),
        (
            {"_config.fluid.yml": "post:\n  math:\n    engine: katex # mathjax | katex\ncdn: mathjax\n"},
            "katex",
        ),
        ({"_config.next.yml": "mathjax:\n  enable: false\nkatex:\n  enable: true\n"}, "katex"),
        ({"_quarto.yml": ""}, "mathjax"),
        ({"_quarto.yml": "format:\n  html:\n    html-math-method: katex\n"}, "katex"),
    ],
)
def test_the_renderer_is_known_by_what_the_site_says(
    tmp_path: Path, files: dict[str, str], target: str
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    if "_config" in "".join(files):
        (tmp_path / "_config.yml").write_text("new_post_name: :title.md\n", "utf-8")
    result = examine(Source(str(tmp_path / "a.md"), "$a \\R$ and $\\rm b$"), Config(), False)
    assert result.target == target
    assert [d.severity for d in result.diagnostics if d.code == "P001"] == ["error"] * (target == "mathjax")


@pytest.mark.parametrize(
    ("text", "codes_"),
    [
        ("$a \\R$, $\\N$ and $\\frac$", ["P001", "L004"]),
        ("---\nkatex: true\n---\n$a \\R$", []),
        ("---\nmathjax: true\n---\n$a \\R$", ["P001"]),
        ("$$\na \\\\\nb\n$$\n\n$$\nc \\\\\nd\n$$\n", ["L105"]),
        ("$ a $ and $ b $", ["P008"]),
    ],
)
def test_where_no_renderer_is_known_its_own_ways_are_one_hint(
    tmp_path: Path, text: str, codes_: list[str]
) -> None:
    found = examine(Source(str(tmp_path / "a.md"), text), Config(), False).diagnostics
    assert [d.code for d in found if d.code[0] in "LP"] == codes_


@pytest.mark.parametrize(
    ("place", "post", "flavour"),
    [
        ("docs/.vitepress", "docs/a.md", "vuepress"),
        ("source/_posts", "source/_posts/a.md", "hexo"),
        ("_posts", "_posts/2020-01-01-a.md", "jekyll"),
    ],
)
def test_folders_tell_a_flavour_without_configuration(
    tmp_path: Path, place: str, post: str, flavour: str
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / place).mkdir(parents=True)
    assert examine(Source(str(tmp_path / post), "$a$"), Config(), False).document.flavour.name == flavour


def test_what_the_posts_beside_it_use_is_a_macro(tmp_path: Path) -> None:
    post = tmp_path / "a.md"
    post.write_text("$\\softmax(x)$\n", "utf-8")

    def found() -> list[Severity]:
        return [
            d.severity for d in examine(Source(str(post), "$\\softmax(x)$\n"), Config(), False).diagnostics
        ]

    assert found() == [Severity.ERROR]
    site._uses.cache_clear()
    (tmp_path / "b.md").write_text("$\\softmax(x), \\softmax(y)$ and $\\softmax(z)$\n", "utf-8")
    assert found() == [Severity.INFO]


def test_several_names_that_nobody_knows_are_one_hint() -> None:
    text = "$\\accuracy = \\TP / (\\TP + \\FP)$"
    (hint,) = examine(Source("a.md", text), Config(), False).diagnostics
    assert (hint.code, hint.severity) == ("L003", Severity.INFO)
    assert hint.notes[0].message == "in 3 more places, also \\TP, \\FP: a macro of the site?"
