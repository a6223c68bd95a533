"""Damage that scraping, formatters and encodings do to a post: found at its place, sound posts left alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mathpost.config import Config
from mathpost.document.reader import read
from mathpost.pipeline import examine
from mathpost.text.edits import Safety, apply
from mathpost.text.source import Source
from test_rules_latex import findings


def codes(text: str) -> list[str]:
    return [d.code for d in findings(text)]


@pytest.mark.parametrize(
    "text",
    [
        "设 $x$ 为输入，其中 是学习率。",
        "这对应 ，而 $x$ 不变。",
        "序列 $x$ 的长度为 上限。",
        "函数（）是 $x$ 的逆。",
        "Here $x$ is the input, where is the learning rate.",
        "Let be a matrix and $x$ a vector.",
        "The gradient of $f$ is bounded by , as shown.",
        "| a | b |\n|---|---|\n| 1 | $x$ |\n| 2 |  |\n| 3 | $y$ |\n| 4 | $z$ |\n",
        "设 $a$ 与 $b$ 是数，$c$ 是 $d$ 的根，$e$ 是 $f$，$g$ 是 $h$，$i$ 和 $j$ 满足，它们都等于给定的整数 。",
        "设 $a$ 与 $b$ 是数，$c$ 是 $d$ 的根，$e$ 是 $f$，$g$ 是 $h$，$i$ 和 $j$ 这  个数都相同。",
        "Let $a$, $b$, $c$, $d$, $e$, $f$, $g$, $h$, $i$, $j$ be trials in which $a$ and  of them are true.",
        "The sum of $x$ over all , as shown.",
    ],
)
def test_a_lost_formula_leaves_a_hole(text: str) -> None:
    assert codes(text) == ["L209"]


@pytest.mark.parametrize(
    "text",
    [
        "其中 $\\eta$ 是学习率，对应 $x$，长度为 $n$。",
        "其中 是否 $x$ 成立不重要。",
        "Where is the catch? Let $x$ be a vector, and is the sum finite?",
        "Call `f()` and use f() with $x$.",
        "其中的 $x$ 是输入，程度 。",
        "| a | b |\n|---|---|\n| 1 | $x$ |\n|  |  |\n| 3 | $y$ |\n",
        "| a | b |\n|---|---|\n| 1 | $x$ |\n| 2 |  |\n| 3 | text |\n",
        "其中 是没有公式的文章。",
        "设$a$与$b$是数，$c$是$d$的根，$e$是$f$，$g$是$h$，$i$和$j$满足，即可解决 ，然后。",
        "设 $a$ 是数 ，所以  其实 。",
        "对象 $x$ 的 finalize()方法被调用，foo_read()，即中断。",
        "| a | b |\n|---|---|\n| 1 | `x` |\n| 2 |  |\n| 3 | `y` |\n\nHere $x$.",
    ],
)
def test_text_without_a_hole(text: str) -> None:
    assert codes(text) == []


def test_white_space_of_lost_formulas_counts_in_a_text_of_mathematics() -> None:
    lost = (
        "支持向量机的目标函数：如果 ，预测为正类；如果 ，预测为负类。对于一个样本 ，先算间隔。"
        "最大化间隔等价于最小化 ，再引入松弛变量 ：其中  控制模型的权衡。"
    )
    assert set(codes(lost)) == {"L209"}
    assert codes(lost.replace(" ", "")) == []
    assert codes(lost.replace("类", " 类 型 ").replace("间隔", "间 隔").replace("控制", "控 制")) == []


def test_old_chinese_has_no_lost_formulas() -> None:
    text = "释之久之前，上拜释之为公车令。顷之，帝使民得自铸，诸侯莫不从。行此之令，士卒皆和，众不从。"
    assert codes(text) == []


def test_a_sum_in_words_is_no_hole() -> None:
    text = "用函数求和，得到区间和。再按算法求参数之和，返回和。对模型调用vector.empty()，取最大利润。"
    assert codes(text) == []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("L206", "$$\n\\begin{aligned}\na &= b \\\n&= c\n\\end{aligned}\n$$\n"),
        ("L208", "$x*{i} + y$"),
        ("L208", "$a<em>b</em>$"),
        ("L210", "$a &lt; b$"),
        ("L210", "$x\u200b + y$"),
        ("L210", "$f_{\theta}$".replace("\\t", "\t")),
        ("L214", "代入 \\frac{w_k}{W} 得 $x$。"),
        ("L214", "Then W_{k+1} is small and $x$ is not."),
        ("L214", "Then {cal L}_N = sum_{i=1}^N f and $x$."),
        ("L218", "在d$维空间中，$x$ 是向量。"),
        ("L218", "目标关于参数w_h$的梯度，和 $L$。"),
        ("L215", "Gr\ufffd\ufffdnwall: $x$"),
        ("L215", "It doesnâ€™t hold for $x$."),
        ("L216", "$f（x) = 1$".replace(")", "）")),
        ("L217", "$$\na = b\n$$\n\n$$\na  = b\n$$\n"),
    ],
)
def test_damage(code: str, text: str) -> None:
    assert set(codes(text)) == {code}


@pytest.mark.parametrize(
    "text",
    [
        "$$\n\\begin{aligned}\na &= b \\ \\ c \\\\\n&= d\\\n\\end{aligned}\n$$\n",
        "$$\n\\begin{aligned}\n&a = b, \\\nc = d \\\\\n&e = f, \\\ng = h\n\\end{aligned}\n$$\n",
        "\\[\n\\def\\[#1]{\\left[#1\\right]}\n\\[a + b]\n\\]\n",
        "$x^*{i} + a * {b} + \\operatorname*{argmax}_x f(x) + p(\\text{<eos>})$",
        "$a < b > c$ and $\\begin{matrix} a & b \\end{matrix}$",
        "$a\t+ b$",
        "The set $x$ costs 5$.",
        "+++\nday = today()\n+++\n\n\\newcommand{\\R}{\\mathbb R}\n\nLet $x$ be real.",
        "See `\\frac{a}{b}` and C:\\left, file_{1} at $x$.",
        "```\n\\frac{a}{b} \ufffd\n```\n\n$x$\n",
        "$\\text{测试（一）：}x，\\text{且}$",
        "$k （下三角） + l （上三角区元素a_{i,j} = a_{j,i}）$",
        "对 $x$ 至少要进行（）次比较\n\nA、13\nB、14，15\n",
        "字符?，+，*，和()是他们的 $x$",
        "在 $x$ 处，'$'放在结尾，'^'放在开头。",
        "| 数组 | [/^\\/users$/, /^\\/users\\/(\\d+)$/ ] $x$ |",
        "| $\\|G*a\\rangle = U \\|G\\rangle$ |\n|---|\n",
        "$$\n\\begin{align}\na &= \\left[(b + (c)\\right. \\\\\n& \\left. + d)\\right]\n\\end{align}\n$$\n",
        "设 $B \\in \\left [ 准确率、查准率、查全率、F^{\\beta} \\right ]^{4}$。",
        "| 一 | 二 |\n|---|---|\n| 甲 | $O(n)$ |\n| 乙 | $O(1)$ |\n| 丙 | |\n",
        "| 一 | 二 | 三 |\n|---|---|---|\n| $a$ | $O(n)$ | 有序 |\n| $b$ | $O(1)$ | |\n| $c$ | | 无 |\n| $d$ | $1$ | 无 |\n",
        '- [$5y^4$]{.correct data-explanation="the formula f_{Y_(n)}(y) = n[F(y)]^{n-1}f(y)"}',
        "渲染为$x`<em>`i`</em>`$，因此 $x_i$ 有误。",
        "$\\begin{aligned} &\\theta=0 ，T、p、\\mu、H强度量\\end{aligned}$",
        "$\\mathrm{N(A^{T}})$",
        "$\\left[\\begin{array}{cc} a & {b ]^{T}} \\end{array}\\right. + \\left[c \\right.$",
        "关系 $S(Sno, Sname, Ssex, Birth, Dept)$ 与 $x$",
        "## The sum $x$\n\n$x$ is finite.",
        "At $x$\n\n| [a](b)\n| [c](d)\n| [e](f)\n",
        "$$\na = b\n$$\n\nand\n\n$$\na = b\n$$\n",
    ],
)
def test_sound_text(text: str) -> None:
    assert codes(text) == []


def test_a_starred_command_of_a_package_is_no_emphasis() -> None:
    assert "L208" not in codes("$\\vb*{x} + \\alpha$")
    assert "L208" not in codes("$X_\\vb*{k} + \\alpha$")
    assert "L208" in codes("$\\alpha*{i}$")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("$a &lt; b$", "$a <  b$"),
        ("$x\u200b + y$", "$x + y$"),
        ("$f_{\theta} + 1$", "$f_{\\theta} + 1$"),
        ("$m（\\epsilon，\\delta）$", "$m(\\epsilon, \\delta)$"),
    ],
)
def test_safe_cures(before: str, after: str) -> None:
    fixes = [d.fix for d in findings(before) if d.fix is not None]
    assert {fix.safety for fix in fixes} == {Safety.SAFE}
    assert apply(before, [edit for fix in fixes for edit in fix.edits]) == after
    assert codes(after) == []


def test_formulas_for_an_engine_that_unescapes_are_not_repaired() -> None:
    """Beside ``\\(x\\)`` the row break ``\\\\\\ `` is what readers see as a row break."""
    post = r"We write \(\mathbf{x}\) and \\(\begin{bmatrix} 1 \\\ 2 \end{bmatrix}\\) here." + "\n"
    assert "L202" not in codes(post)


def test_one_finding_per_paragraph_of_bare_latex() -> None:
    assert (
        codes("由 \\frac{a}{b} 和 \\sum_k W_{k} 得 $x$，\n又由 \\beta 得。\n\n又由 \\alpha 得。\n")
        == ["L214"] * 2
    )


@pytest.mark.shared
@pytest.mark.parametrize("dollar", ["$", "$$"])
def test_one_odd_dollar_is_one_finding(dollar: str, shared: Path) -> None:
    """A dollar taken from, or put to, the formula in the middle of a real post."""
    files = sorted((shared / "corpus" / "d2l-zh").rglob("*.md"))[::5]
    more = []
    for file in files:
        text = file.read_bytes().decode("utf-8")
        formulas = [f for f in read(Source(file.name, text)).formulas if f.opener == "$"]
        place = formulas[len(formulas) // 2].span
        odd = text[: place.start] + ("$$" if dollar == "$$" else "") + text[place.start + 1 :]
        found = Counter(codes(odd)) - Counter(codes(text))
        more.append(found.total())
    assert max(more) <= 2
    assert more.count(1) >= 0.85 * len(more)


@pytest.mark.parametrize(
    ("tex", "odd"),
    [
        (r"\sum_i x_i^2)", True),
        (r"\left[ (f(x)), g(x)), h \right]", True),
        (r"\exp\left(-c (\int_0^1 f\right)", True),
        (r"\sqrt{E[x^2}]", True),
        ("[0, 1) + (a, b] + ]0, 1[", False),
        (r"f({\color{red} (} x {\color{red} )})", False),
        (r"\begin{aligned} f(a \\ + b) \end{aligned}", False),
        (r"f(x \big) + \langle x |", False),
        (r"x_{(i} + 1", True),
        (r"\|x - y < 1", True),
        (r"a + \Vert x_1", True),
        (r"x - y\|_2 + 1", True),
        (r"D(p \| q) + \|x\|_2 + a \| b", False),
        (r"\big\| x \big\| + \left\| y \right\|", False),
    ],
)
def test_brackets(tex: str, odd: bool) -> None:
    assert codes(f"We have ${tex}$ here.") == (["L411"] if odd else [])


@pytest.mark.parametrize(
    "text", ['$P(y=$"cat"$)$', "$(i = 1, 2$）", "($a$, see $b)$)", "从$O(10^5$到$10^6)$"]
)
def test_brackets_that_the_text_closes(text: str) -> None:
    assert codes(text) == []


SCRAPED = "$$\nA = \\begin{pmatrix}1 \\\\\\  \n2\\end{pmatrix}  \n$$\n\nand $\\\\{0, 1\\\\}$\n"


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        (SCRAPED, True),
        ("---\nlayout: post\n---\n" + SCRAPED, False),
        (SCRAPED.replace("  \n", "\n"), False),
        ("and $\\\\{0, 1\\\\}$", False),
        ("and $\\\\infty$", False),
    ],
)
def test_what_a_scraper_doubled_is_undone_and_nothing_else(tmp_path: Path, text: str, repaired: bool) -> None:
    result = examine(Source(str(tmp_path / "a.md"), text), Config(), verify=False)
    fixes = [d.fix for d in result.diagnostics if d.code.startswith("L2") and d.fix]
    assert [fix.safety for fix in fixes] == [Safety.SAFE] * (2 * repaired)


@pytest.mark.parametrize(
    "text",
    [
        "{% highlight bash %}\nif [ $# -lt 1 ]; then a $b; fi\n\necho $c && d\n{% endhighlight %}\n",
        "Set ${MODS:%=%.beam} or ${HOME}/lib in the file.\n",
        "{{- $recent := first 10 $posts -}}\n{{- range $recent }}\n",
        "![a](<./y = x^{frac{1}{2}}.png>)\n",
        "Take $K = 1 - beta\\_cubic$ here.\n",
        "$$\n\\begin{array}{l}\na & \\text{with $p(x) = e^{-kx^2}f(x)$, and we hope that the $x^2$ goes} \\\\\n\\end{array}\n$$\n",
        "$∑\\nolimits_i x_i$\n",
        "| Cost $\\to$ rate | next unit ($/unit) |\n",
        "- $ref，$children 与$parent\n",
        "It costs $. The average is $0 spent on advertising, which is not very much.\n",
        "For $cnt[i+delta]$ and $sum[i]$ take $i - delta$.\n",
        "Let $x \\in ]0, 1]$ and $y$.\n",
        '$P(a|b)=\\frac{"所有"这个搭配在语料库中的出现次数}{所有以此开头的双词搭配总数}$\n',
        "$8N + 3R$ 到 $7wN + 3wR$ 之间。其中 $w$ 是长度\n",
        "$$\n\\begin{aligned}\n&a = b,\\\nc = d,\\\\\n&e = f\n\\end{aligned}\n$$\n",
    ],
)
def test_what_only_looks_like_damage(tmp_path: Path, text: str) -> None:
    result = examine(Source(str(tmp_path / "a.md"), "$x = 1$\n\n" + text), Config(), verify=False)
    assert [d.code for d in result.diagnostics if d.code[0] in "LP"] == []
