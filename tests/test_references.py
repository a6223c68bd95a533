"""What points at an equation, in commands and in words; and what only looks like it."""

from __future__ import annotations

import pytest

from mathpost.document.document import Reference
from mathpost.document.mentions import is_foreign
from mathpost.document.reader import read
from mathpost.text.source import Source


def references(text: str) -> tuple[Reference, ...]:
    return read(Source("post.md", text)).references


def words(text: str) -> list[str]:
    return [r.target for r in references(text) if r.form == "words"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("由式(3)得", ["3"]),
        ("公式 (12) 表明", ["12"]),
        ("方程（5）的解", ["5"]),
        ("不等式(15)等价于", ["15"]),
        ("由(3)可知", ["3"]),
        ("代入(52)：", ["52"]),
        ("结合(21)和(23)，", ["21", "23"]),
        ("从(46)出发", ["46"]),
        ("由式15得", ["15"]),
        ("（式8）", ["8"]),
        ("见公式1。", ["1"]),
        ("(6) 式中", ["6"]),
        ("第(29)式应用", ["29"]),
        ("（7）式", ["7"]),
        ("式17-18给出", ["17", "18"]),
        ("从(2.8)到(2.9)", ["2.8", "2.9"]),
        ("式(75), (76), (77)", ["75", "76", "77"]),
        ("第(49)到(50)式", ["49", "50"]),
        ("式(106)-(107)同样", ["106", "107"]),
        ("将式(19)和(20)代入式(17)：", ["19", "20", "17"]),
        ("公式(3-5)", ["3", "5"]),
        ("式(9a)", ["9a"]),
        ("式(A.1)", ["A.1"]),
        ("其中第(49)到(50)利用了", ["49", "50"]),
        ("条件(8)等价于", ["8"]),
        ("| 编号 | 公式 |\n|:--|---|\n| (8) | $a$ |\n| (9a) | $b$ |", ["8", "9a"]),
        ("| Part | Equations |\n|---|---|\n| A | (2)--(5), (7) |\n| B | (a pair) |", ["2", "5", "7"]),
        ("the core (Fig. 5, Eq. (1)-Eq. (3)) is", ["1", "3"]),
        ("回归公式从 (1) 改为 (2)，有什么好处？", ["1", "2"]),
        ("问题(17)变为", ["17"]),
        ("数值求解(29)，得", ["29"]),
        ("将最优学习率 (19) 代回更新公式", ["19"]),
        ("By (3), we have: (1) a; (2) b", ["3"]),
        ("結合 (14) 和 (15)，可以得到", ["14", "15"]),
        ("$(16)$ 可以改寫如下式", ["16"]),
        ("由不等式組 (2) 無解", ["2"]),
        ("$(5)$ 是下界\n\n$(7)$ 显然没有", ["5", "7"]),
        ("$(1)$的证明如下\n\n$(2)$的含义在于", ["1", "2"]),
        ("这与(2)冲突.", ["2"]),
        ("They are equal, so~(2) follows.", ["2"]),
        ("the distribution obtained from (47) still satisfies it", ["47"]),
        ("the *posterior formulation* (38) enables us", ["38"]),
        ("It is trivial thanks to Eqs\n(6) and\n(7).", ["6", "7"]),
        ("Again, (2) and (4) go to zero.", ["2", "4"]),
        ("(1) and (2) give", ["1", "2"]),
        ("$$a \\overset{(3)}{=} b$$", ["3"]),
        ("由引理(1)，\n\n$$a \\overset{(3)}{=} b$$\n\n见 Case (2)", ["3"]),
        ("$a \\stackrel{(3)}{\\le} b$", ["3"]),
        ("$$a \\overset{(A.2)}{=} b$$", ["A.2"]),
        ("$$a \\overset{\\text{式(3)}}{=} b$$", ["3"]),
        ("公式1-4给出", ["1", "4"]),
        ("公式3到5", ["3", "5"]),
        ("Eqs. 3 and 4", ["3", "4"]),
        ("Eqs. (3)--(5)", ["3", "5"]),
        ("from (3)--(5)", ["3", "5"]),
        ("equation 4's left side", ["4"]),
        ("Equations 4 and 5 give (6).", ["4", "5", "6"]),
        ("Using (4), we obtain (5).", ["4", "5"]),
        ("将 $(3)$ 代入 $(5)$", ["3", "5"]),
        ("Substituting ($3$) into ($4$), and 由（$5$）可得", ["3", "4", "5"]),
        ("Eqs. 3, 4, and 5", ["3", "4", "5"]),
        ("Eqs. (3), (4), and (5)", ["3", "4", "5"]),
        ("Eqs. (3) through (5)", ["3", "5"]),
        ("by (3) or (4)", ["3", "4"]),
        ("(cf. (3))", ["3"]),
        ("the recursion (3)", ["3"]),
        ("式(3)、(4)以及(5)", ["3", "4", "5"]),
        ("在(3)中令", ["3"]),
        ("(3) 与 (4) 相减", ["3", "4"]),
        ("(3) 代入 (4)", ["3", "4"]),
        ("见**式3**", ["3"]),
        ("根据式$(3)$和式 $(4)$", ["3", "4"]),
        ("式(4.10~12)", ["4.10", "4.12"]),
        ("如3和4公式", ["3", "4"]),
        ("(2)就成为", ["2"]),
        ("满足条件 $(a),(1b),(2b)$", ["1b", "2b"]),
        ("<a name='1.3'></a>\n\nsolve [(1.3)](#1.3)", ["1.3"]),
        ("可根据(11)迭代，求出(10)的零点", ["11", "10"]),
        ("于是 (9) 进一步转为", ["9"]),
        ("则(10)收敛到(11)", ["10", "11"]),
        ("**公式6.1 - 标准MSE损失**", ["6.1"]),
        ("(3)~(5) 式", ["3", "5"]),
        ("式(3)、(4)", ["3", "4"]),
        ("by Eq. (3) and", ["3"]),
        ("Equation 4 shows", ["4"]),
        ("Eqs. (3)–(5)", ["3", "5"]),
        ("Equations (3) and (4)", ["3", "4"]),
        ("inequality (2)", ["2"]),
        ("| Adam | 式(3) | 有界 |", ["3"]),
        ("$x$ 由式(3)得", ["3"]),
        ("$\\text{由式(3)}$", ["3"]),
        ("$$\\text{验证：式(2)和式(10)}$$", ["2", "10"]),
        ("由(1)+(2)得", ["1", "2"]),
        ("(1)×(3)-(2)，得", ["1", "3", "2"]),
        ("$(1)-(2)$ 并化简得", ["1", "2"]),
        ("$(1)\\times(3)$ 可得", ["1", "3"]),
        ("由 (1) 减 (2)，得", ["1", "2"]),
        ("根据$ (2.1) $式可得", ["2.1"]),
        ("取 $B$ 即得 (3)。", ["3"]),
        ("先证 (3)。", ["3"]),
        ("对 (1) 取极限", ["1"]),
        ("$(9)$ is the mean of it.", ["9"]),
        ("It works in the same fashion as (2) inductively.", ["2"]),
        ("The defining property (2) then implies it.", ["2"]),
        ("In that case, (1) no longer admits it.", ["1"]),
        ("It agrees with the least squares solution (6).", ["6"]),
        ("until the loss function (3) stops", ["3"]),
        ("Similar to [[#^2c2b80|(4)]], it tries", ["4"]),
        ("把它和 $公式(3)$ 对比", ["3"]),
        ("式子 $7$ 和 $8$ 相等", ["7", "8"]),
        ("式子 $7$ 和 $f(8)$", ["7"]),
        ("即证明了（37），再看左边", ["37"]),
        ("(1)、(2)代入(3)得到：", ["1", "2", "3"]),
        ("将(3)带（2）：", ["3", "2"]),
        ("(2.3)-(2.4)：\n\n$$a$$", ["2.3", "2.4"]),
        ("类比上面(1)(2)\n$$a$$", ["1", "2"]),
        ("由(3,2)可得", ["3", "2"]),
        ("直接拿(4)来建模", ["4"]),
        ("Subtracting it from~(1) and dividing", ["1"]),
    ],
)
def test_a_number_behind_a_word(text: str, numbers: list[str]) -> None:
    assert words(text) == numbers


def test_a_number_between_backticks_and_dollars() -> None:
    """R Markdown posts write formulas so: `$x$` in backticks."""
    tagged = "`$$a = b \\tag{1}$$`\n\n`$$b = c \\tag{2}$$`\n\n"
    assert words(tagged + "由式 `$1$` 和 `$(2)$` 得") == ["1", "2"]


@pytest.mark.parametrize(
    "text",
    [
        "方式2更好",
        "相对位置编码的形式(1)",
        "模式(3)",
        "格式1",
        "分为(1)训练和(2)推理",
        "（1）先算；（2）再算",
        "由(1)读取，随后(2)写入",
        "Seq2Seq(3)",
        "在2019年",
        "公式2019年",
        "式子很多，共3个",
        "向量 (1, 2)",
        "方程3个",
        "见[3]",
        "`由式(3)得`",
        "```\n由式(3)得\n```",
        "into (2,3)-bit chunks",
        "by (3)-connectivity",
        "(3) 与甲的距离",
        "$f$ $(3)$",
        "three ($3$) apples",
        "定理3说",
        "如下式：\n\n3. 第三",
        "(1) 训练；(2) 从(1)出发",
        "条件(1)成立\n\n(1) 甲\n\n(2) 乙",
        "$$a \\overset{(1)}{=} b \\overset{(2)}{\\le} c$$\n其中(1)用了定义，(2)用了凸性",
        "$x \\overset{(3)}{y}$",
        "$f^{(3)}(x)$",
        "第(1)到(3)步",
        "函数f(2)成立",
        "SO(3)成立",
        "西瓜书的图(3)",
        "| 组 | 值 |\n|--|--|\n| (1) | 3 |",
        "第3章",
        "sequence 3",
        "Step (3) is equivalent to it.",
        "trained with the same sampling size (1) as before",
        "two limits: (1) it is sparse; and (2) when all are equal, it is zero",
        "the group $SO(3)$ and U (1)",
        "By Definition (2).",
        "The slope on it from column (2) is\n-0.134 per month.",
        "son funciones homogéneas del mismo grado (1). Aplicando el cambio de la ecuación, que es una de las",
        "(1) 是对称的\n\n(2) 是正定的",
        "定理(2)中，則我們先 (1) 訓練",
        "将(3,2)变换为新坐标，就是用(3,2)与第一个基做内积",
        "\\typo{example}~(1) above",
        "中点公式 $1$ 阶，复合公式 3 阶",
        "包括两个步骤：（1）根据光流扭曲（warp），（2）使用网络融合。",
        "中的第 2 式成立，方程组的第2式",
        "The superscript $(1)$ is the index",
        "(1) 甲\n(2) 乙\n\n$$\na\n$$\n(3) 则由上可得",
    ],
)
def test_no_reference(text: str) -> None:
    assert words(text) == []


def test_many_points_are_read_in_no_time() -> None:
    points = ", ".join(
        f"({k}, {k + 1})" for k in range(60)
    )  # would take years, were each comma read in two ways
    assert words(f"points = [{points}]\n") == []


def test_commands_and_roles() -> None:
    text = (
        "由 $\\eqref{a}$ 与 \\eqref{b}，$x \\ref{c}$，:eqref:`d`，{eq}`e`，`\\eqref{f}`\n\n$$y \\eqref{g}$$\n"
    )
    found = references(text)
    assert [(r.form, r.target) for r in found] == [
        ("command", "a"),
        ("command", "b"),
        ("command", "c"),
        ("role", "d"),
        ("role", "e"),
        ("command", "g"),
    ]
    assert [text[slice(*r.target_span)] for r in found] == list("abcdeg")


def test_one_command_may_name_several_labels() -> None:
    found = references("\\cref{eq:a, eq:b}与$\\Cref{c,d}$与\\ref{e,f}\n")
    assert [r.target for r in found] == ["eq:a", "eq:b", "c", "d", "e,f"]
    assert found[0].span == found[1].span


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("原论文的公式(1)", True),
        ("原文的式(7)", True),
        ("《变分推断》式(3)", True),
        ("[博客](/archives/1)的式(3)", True),
        ("论文，由式(3)", False),
        ("由式(3)", False),
    ],
)
def test_numbers_of_other_documents(text: str, foreign: bool) -> None:
    found = [r for r in references(text) if r.form == "words"]
    assert [is_foreign(text, r, "a.md") for r in found] == [foreign]


@pytest.mark.shared
def test_all_commands_of_the_open_posts(shared) -> None:
    found = [r for f in (shared / "corpus/kexue/raw").glob("*.md") for r in references(f.read_text("utf-8"))]
    assert sum(r.form == "command" for r in found) == 355


def test_citations_of_quarto_and_pandoc() -> None:
    found = references("见 @eq-elbo 与 [@eq:kl, p. 3]，`@eq-code`，a@eq-mail，[-@eq:x.y]。\n")
    assert [(r.form, r.target) for r in found] == [("role", "eq-elbo"), ("role", "eq:kl"), ("role", "eq:x.y")]


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("西瓜书式(3.7)", True),
        ("第三章式(3)", True),
        ("Eq. (5) of [2]", True),
        ("Eq. (5) in Smith et al.", True),
        ('Equation (5) in <d-cite key="a"></d-cite>', True),
        ("原論文的式(3)", True),
        ("The [likelihood](/D/lf) implied by (1) is", False),
        ("eq. (5) of the original paper", True),
        ("Eq. (5) of this post", False),
        ("上一篇的式(3)", True),
        ("参考[这里](/archives/1)得式(1)", False),
        ("[式(3)](b.md)", True),
        ("{% post_link kf 卡尔曼 %}中的式(1)", True),
        ("由{% post_link kf 卡尔曼 %}可知，式(1)", False),
        ("By (1) in [[b#^x]], notice", True),
        ("By (1) in [[a#^x]], notice", False),
        ("By [[b#^x|(1)]], notice", True),
        ("By [[#^x|(1)]], notice", False),
        ("By [[^x|(1)]], notice", False),
    ],
)
def test_words_behind_and_around(text: str, foreign: bool) -> None:
    found = [r for r in references(text) if r.form == "words"]
    assert [is_foreign(text, r, "a.md") for r in found] == [foreign]
