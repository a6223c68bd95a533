r"""What the author may have meant: a neighbour of a right side that makes the step true, and what it is evidence of."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mathpost.document.reader import read
from mathpost.latex.lexer import split
from mathpost.latex.parser import parse
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.verdict import Refuted, Unchecked, Verdict
from mathpost.verify.repair.corrections import multiplied
from mathpost.verify.slips.slips import ROWS, Row, slips
from mathpost.verify.slips.tokens import letters
from mathpost.verify.verdicts.judgement import judge

# claim                                                                  what was meant
MEANT = r"""
(x + y)^2 = x^2 + 2xy - y^2                                            ⊢ x^2+2xy+y^2
\frac{1}{1 + e^{-x}} = \frac{e^x}{1 - e^x}                               ⊢ \frac{e^x}{1+e^x}
\frac{d}{dx} x^3 = 2x^2                                                  ⊢ 3x^2
\sum_{k=0}^{n-1} q^k = \frac{1 - q^{n-1}}{1 - q}                         ⊢ \frac{1-q^{n}}{1-q}
\sum_{i=1}^{n} \sum_{j=1}^{n} x_i y_j = \sum_{i=1}^{n} x_i \sum_{j=1}^{n} y_i  ⊢ \sum_{i=1}^{n}x_i\sum_{i=1}^{n}y_i
\sin(x + y) = \sin x \cos y - \cos x \sin y                              ⊢ \sin x\cos y+\cos x\sin y
\sqrt{x^2 + 2xy + y^2} + 0 = (x + y)^2 \div 1                            ⊢ \sqrt{(x+y)^2\div1}
e^x + y^2 + 0 = y \sin x                                                 ⊢ None
\log(x^2 y^4) + 0 = \log(x^2) + 2\log(y^2) + x                           ⊢ \log(x^2)+2\log(y^2)
"""


def verdict(post: str) -> Verdict:
    document = read(Source("post.md", post))
    return [v for v in judge(document, steps(document)) if v is not None][-1]


@pytest.mark.parametrize(
    ("claim", "meant"), [tuple(map(str.strip, line.split("⊢"))) for line in MEANT.strip().splitlines()]
)
def test_the_likely_slip_is_suggested(claim: str, meant: str) -> None:
    found = verdict(f"于是 $${claim}$$\n")
    assert str(getattr(found, "suggestion", None)) == meant


@pytest.mark.parametrize("claim", ["-(a - b)c = ac - bc", r"x\sigma(bx) = \frac{x}{1 + e^{bx}}"])
@pytest.mark.parametrize(
    "elsewhere", ["", "取 $b = 1$ 时更简单。\n\n" + "又及。" * 200, r"这里 $b \in \Lambda$。"]
)
def test_a_neighbour_that_is_true_outweighs_what_stands_elsewhere(claim: str, elsewhere: str) -> None:
    words = r"其中 $\sigma(x) = \frac{1}{1 + e^{-x}}$。"
    assert isinstance(verdict(f"{words}{elsewhere}\n\n于是 $${claim}$$\n"), Refuted)


@pytest.mark.parametrize("step", ["2 b x y + c", "-b x y + c"])
def test_one_coefficient_within_a_chain_is_a_slip(step: str) -> None:
    assert isinstance(verdict(f"设 $x y \\in S$，则 $$a = b x y + c = {step}$$"), Refuted)


@pytest.mark.parametrize("step", ["b x y + 2 c", "b x^2 y + c", "c"])
def test_a_constant_or_what_its_facts_may_make_of_a_factor_is_none(step: str) -> None:
    assert isinstance(verdict(f"设 $x y \\in S$，$c \\in S$，则 $$a = b x y + c = {step}$$"), Unchecked)


@pytest.mark.parametrize(
    "post",
    [
        "设 $x^2 = x + 0$，则 $$x^3 + y = y + x$$",  # true at the solutions of what the post says
        r"设 $P \in \Lambda$，则 $$P^2 + y = y + P$$",  # mended to what is seen at a glance: tells nothing
        r"设 $t \in \Lambda$，则 $$b t = b (t - 1)$$",  # so is t + 1 - 1
        r"设 $x \in \Lambda$，则 $$(x + y) a_{k/2} = x a_{k/2} - y a_{k/2}$$",  # places by chance
        r"设 $p \in \Lambda$，则 $$b \cos(2 \pi p) = b \sum_{i=1}^m \delta_{iq}$$",  # true of integers p
    ],
)
def test_what_the_post_says_may_still_save_a_claim(post: str) -> None:
    assert isinstance(verdict(post), Unchecked)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_each_slip_is_undone(row: Row) -> None:
    written, meant = row.example
    found = row.variants([piece for piece in split(written) if not piece.isspace()], ["j"])
    assert meant.replace(" ", "") in ["".join(variant) for variant in found]


def test_slips_are_other_formulas_each_once() -> None:
    latex = r"\frac{p^2}{2} + \sum_{i=1}^{n} a_i (m - n) - \log x"
    found = [slip.latex for slip in slips(latex, letters(latex))]
    assert len(found) == len(set(found)) > 100
    assert latex.replace(" ", "") not in found
    for slip in (
        r"\frac{p^2}{3}+\sum_{i=1}^{n}a_i(m-n)-\log x",
        r"\frac{p^2}{2}-\sum_{i=1}^{n}a_i(m-n)-\log x",
        r"\frac{p^2}{2}+\sum_{i=1}^{n-1}a_i(m-n)-\log x",
        r"\frac{p^2}{2}+\sum_{i=0}^{n}a_i(m-n)-\log x",
        r"\frac{p^2}{2}+\sum_{i=1}^{n}a_i(n-m)-\log x",
        r"\frac{p}{2}+\sum_{i=1}^{n}a_i(m-n)-\log x",
        r"\frac{p^2}{2}+\sum_{i=1}^{n}a_i(m-n)",
        r"\sum_{i=1}^{n}a_i(m-n)-\log x",
    ):
        assert slip in found


@pytest.mark.parametrize(
    "latex", [r"p(l \mid t) q", r"|x| + \|y\|", r"\frac{x}{y}", r"f(a, b) - x_{i,j}", r"\{x\}^2"]
)
def test_every_slip_is_a_formula_that_can_be_read(latex: str) -> None:
    for slip in slips(latex, letters(latex)):
        assert not parse(slip.latex, [Span(0, len(slip.latex))]).faults
        for empty in ("()", "||", "{}", r"\mid)", "(,", ",)", "_{,", ",}"):
            assert empty not in slip.latex


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\mathbb{E}[X]^2", r"\mathbb{E}[X^2]"),
        (r"\mathbb{E}[x_{i}^2] - c", r"\mathbb{E}[x_{i}]^2-c"),
        (r"\left[a - b + c\right]", r"\left[a-\frac{b+c}{2}\right]"),
        (r"-a + b", r"-\frac{a+b}{2}"),
        (r"\left(a + b\right) c", r"\left(a\right)c"),
    ],
)
def test_brackets_lose_what_belongs_in_them(latex: str, meant: str) -> None:
    assert meant in [slip.latex for slip in slips(latex, letters(latex))]


def test_no_slip_makes_a_nought_of_a_factor() -> None:
    latex = r"\frac{1}{k} \sum_{i=1}^k 1 x_i"
    found = [slip.latex for slip in slips(latex, letters(latex))]
    assert not any("{0}{k}" in slip or "0x" in slip for slip in found)
    assert any("i=0" in slip for slip in found)
    assert "0" in [slip.latex for slip in slips("1", [])]


def test_no_slip_writes_a_factor_of_one() -> None:
    found = [slip.latex for slip in slips(r"\exp(2 \sigma^2, 2)", ["\\sigma"])]
    assert r"\exp(\sigma^2,2)" in found
    assert not any(r"1\sigma" in slip for slip in found)


# what the post says of its variables, then a claim that fails of them all the same
OF_CHANCE = r"""
把 $x_1, \dots, x_d$ 看成 $X$ 的采样，$$\frac{1}{d} \sum_{i=1}^{d} x_i^2 = \mathbb{E}[X]^2$$     ⊢ \mathbb{E}[X^2]
把 $x_1, \dots, x_d$ 看成 $X$ 的采样，$$\frac{1}{d} \sum_{i=1}^{d} x_i^2 = \mathbb{E}[X^2]$$     ⊢ None
把 $x_1, \dots, x_d$ 看成 $X$ 的采样，$$\frac{1}{d} \sum_{i=1}^{d} x_i = \mathbb{E}[g(X)]$$      ⊢ None
设 $X, Y$ 相互独立，而 $$\mathbb{E}[X^2 Y] = \mathbb{E}[X]^2 \mathbb{E}[Y]$$                      ⊢ \mathbb{E}[X^2]\mathbb{E}[Y]
设 $x, y$ 相互独立，而 $$\mathbb{E}[x^2 y] = \mathbb{E}[x^2] \mathbb{E}[y]$$                      ⊢ None
"""


@pytest.mark.parametrize(
    ("post", "meant"), [tuple(map(str.strip, line.split("⊢"))) for line in OF_CHANCE.strip().splitlines()]
)
def test_a_neighbour_may_hold_of_variables_as_the_post_describes_them(post: str, meant: str) -> None:
    found = verdict(post + "\n")
    assert isinstance(found, Refuted) is (meant != "None")
    assert str(getattr(found, "suggestion", None)) == meant


def test_a_slip_says_of_what_kind_it_is() -> None:
    kinds = {slip.latex: slip.kind for slip in slips(r"a_i^2 (b - c) + 3", ["a", "b", "i", "j"])}
    assert kinds[r"a_i^2(b+c)+3"] == "sign"
    assert kinds[r"a_i^2(b-c)+4"] == "number"
    assert kinds[r"a_i(b-c)+3"] == "script"
    assert kinds[r"a_j^2(b-c)+3"] == "index"
    assert kinds[r"a_i^2(c-b)+3"] == "difference"
    assert kinds[r"a_i^2(b-c)"] == "term"
    assert kinds[r"a_i^2(j-c)+3"] == "letter"
    assert {slip.kind for slip in slips("a_i - b", ["a", "b"], frozenset(["sign"]))} == {"sign"}


# what the post says, then a claim that leaves something open and is one slip away from an identity
OUTWEIGHED = r"""
$$(m + k) w_i = m w_j + k w_i$$                                                          ⊢ mw_i+kw_i
$$\sum_i a_i f_i + 0 = a_j f_j - \sum_{i \neq j} a_i f_i$$                              ⊢ a_jf_j+\sum_{i\neq j}a_if_i
$$\bar x (x - \bar x) = \bar x x + \bar x^2$$                                           ⊢ \bar xx-\bar x^2
当 $x$ 很小时近似计算更快，$$(1 + x)^2 - 1 = 2x - x^2$$                                    ⊢ 2x+x^2
"""

# what a member of a chain says in other words, though a letter of it is tied elsewhere
REWORDED = r"""
设 $r = \mathcal{O}(1)$。$$E = nr \cdot m s^2 \cdot \frac{1}{r} = nm s^3$$                    ⊢ nms^{2}
设 $|q| = 1$。$$E = p \cdot \frac{q^2}{2} \cdot 2 = p q^3$$                               ⊢ pq^{2}
"""


@pytest.mark.parametrize(
    ("post", "meant"), [tuple(map(str.strip, line.split("⊢"))) for line in REWORDED.strip().splitlines()]
)
def test_a_chain_that_goes_on_in_other_words_means_an_identity(post: str, meant: str) -> None:
    found = verdict(post + "\n")
    assert isinstance(found, Refuted), found
    assert found.suggestion == meant


def test_what_is_left_as_it_stands_may_be_idempotent() -> None:
    post = "设 $|q| = 1$。$$E = p q^2 = p q$$\n"
    assert isinstance(verdict(post), Unchecked)


# definitions that vary, symbols that may have the one value, rounding off, notation that is not read as it was meant
UPHELD = r"""
令 $v = u^2 + 1$。再看 $$v = u^2 - 1$$
令 $v_{i,j} = \frac{1}{2} w_{i,j}$。再看 $$v_{i,j} = \frac{1}{\sqrt{2}} w_{i,j}$$
令 $v_{i,j} = \frac{1}{2} w_{i,j} + x$。再看 $$v_{i,j} = \frac{1}{2\sqrt{3}} w_{i,j} + x$$
令 $v = u w$。再看 $$v = - u w$$
$$(x - 1) (x + 1) = (x^2 - 1)^n$$
$$\sqrt{a^2 b^2} + ab = 2 a b c$$
当 $n$ 很大时，近似地 $$1 + 2 + \frac{n(n + 1)}{2} = 2 + \frac{n(n + 1)}{2}$$
$$\operatorname{Var}[D[z]] = \frac{1}{s^2}$$
这个等式是错误的：$$(m + k) w_i = m w_j + k w_i$$
"""


@pytest.mark.parametrize(
    ("post", "meant"), [tuple(map(str.strip, line.split("⊢"))) for line in OUTWEIGHED.strip().splitlines()]
)
def test_what_a_claim_leaves_open_gives_way_to_a_neighbour_that_holds(post: str, meant: str) -> None:
    found = verdict(post + "\n")
    assert isinstance(found, Refuted), found
    assert found.suggestion == meant


@pytest.mark.parametrize("post", UPHELD.strip().splitlines())
def test_what_a_claim_leaves_open_may_still_be_meant(post: str) -> None:
    assert isinstance(verdict(post + "\n"), Unchecked)


@pytest.mark.parametrize(
    "post",
    [
        r"于是 $$\log(1 + x^2) \geq x^2 + y^2 + 1$$",  # y is of the right side only
        r"若 $x^2 = x$，则 $$x^2 + 1 \leq x - a^2$$",
        r"设 $z$ 是任意的，于是 $$P(z \geq a) \geq P(e^z \geq e^a) + 1$$",
    ],
)
def test_a_bound_whose_reverse_always_holds_leaves_equality_alone_to_what_is_not_said(post: str) -> None:
    assert isinstance(verdict(post), Refuted)


@pytest.mark.parametrize(
    "post",
    [
        r"于是 $$\log(1 + x^2) \geq x^2 + y$$",  # it holds for some y
        r"于是 $$x - 1 \geq y^2 + 1$$",
    ],
)
def test_a_bound_that_holds_somewhere_may_be_meant_there(post: str) -> None:
    assert isinstance(verdict(post), Unchecked)


def test_a_value_at_which_a_bound_is_attained_does_not_confirm_its_reverse() -> None:
    claim = r"\log(e^x + 1) \log(e^{-x} + 1) \geq \log^2 2"
    assert isinstance(verdict(f"于是 $${claim}$$\n\n等号成立的条件为 $x = 0$。\n"), Refuted)


def test_an_extreme_over_an_index_that_does_nothing_is_no_neighbour() -> None:
    post = "设 $\\langle\\boldsymbol{w}_k,\\boldsymbol{z}\\rangle > 0$。\n\n对任意 $\\boldsymbol{z} = (z_1, \\cdots, z_d)$，设 $|z_k| = \\max_i |z_i|$。\n"
    assert not isinstance(verdict(post), Refuted)


# what a claim leaves open, and a neighbour that shows that it is not meant                          what was meant
NOT_MEANT = r"""
于是 $$\cos^2 x + \sin^2 x = 2$$                                                             ⊢ 1
设 $\boldsymbol{U}$ 是正交矩阵，则 $$\boldsymbol{U}^{\top}\boldsymbol{U} = -\boldsymbol{I}$$      ⊢ \boldsymbol{I}
于是 $$softmax(\boldsymbol{x})_i = \frac{e^{x_i}}{\sum\limits_{k=2}^n e^{x_k}}$$               ⊢ \frac{e^{x_i}}{\sum\limits_{k=1}^ne^{x_k}}
设 $f_n(x) = \sum_{k=0}^n \frac{x^k}{k!}$。此时有 $$f_n(x) = f_{n-1}(x) + \frac{n!}{x^n}$$       ⊢ f_{n-1}(x)+\frac{x^n}{n!}
设 $p_{\theta}(x) = \sigma(z_{\theta}(x))$，$\sigma(t) = \frac{1}{1+e^{-t}}$，则 $$\nabla_{\theta} p_{\theta}(x) = p_{\theta}(x)(1 + p_{\theta}(x)) \nabla_{\theta} z_{\theta}(x)$$ ⊢ p_{\theta}(x)(1-p_{\theta}(x))\nabla_{\theta}z_{\theta}(x)
设 $a > 0$，则 $$P(|x - \mathbb{E}[x]| \geq a) = -P((x - \mathbb{E}[x])^2 \geq a^2)$$                    ⊢ P((x-\mathbb{E}[x])^2\geqa^2)
"""


@pytest.mark.parametrize(
    ("post", "meant"), [tuple(map(str.strip, line.split("⊢"))) for line in NOT_MEANT.strip().splitlines()]
)
def test_a_neighbour_shows_what_is_not_meant(post: str, meant: str) -> None:
    found = verdict(post + "\n")
    assert "".join(str(getattr(found, "suggestion", None)).split()) == meant


@pytest.mark.parametrize(
    "post",
    [
        r"于是 $$x^2 + y^2 = 2$$",  # a condition that can be met
        r"设 $p = \sigma(z)$，损失为 $$L = -\log p$$ 所以负样本的损失是 $$L = -\log \sigma(-z)$$",  # another version
        r"设 $f_n(x) = n f_{n-1}(x)$。此时有 $$f_n(x) = f_{n-1}(x) / n$$",  # one law of a family or another
    ],
)
def test_what_a_neighbour_does_not_exclude(post: str) -> None:
    assert not isinstance(verdict(post + "\n"), Refuted)


@pytest.mark.parametrize(("number", "kind"), [("-1.44", Refuted), ("1.66", Unchecked)])
def test_no_base_changes_the_sign_of_a_number(number: str, kind: type[Verdict]) -> None:
    assert isinstance(verdict(f"单位是比特（bit）：$$\\frac{{1}}{{\\log(2)}} \\approx {number}$$\n"), kind)


@pytest.mark.parametrize(
    ("right", "number", "written"),
    [
        (r"\frac{(A-c)^2}3", Fraction(1, 3), r"\frac{(A-c)^2}{9}"),
        (r"\frac{x}{2}", Fraction(3), r"3 \cdot \frac{x}{2}"),
        ("x + y", Fraction(-1), "-(x + y)"),
        ("x (y + z)", Fraction(-1), "-x (y + z)"),
        (r"\pi a", Fraction(1, 2), r"\frac{1}{2} \cdot \pi a"),
        (r"\frac{x}{2} + 1", Fraction(1, 2), r"\frac{1}{2} \cdot (\frac{x}{2} + 1)"),
    ],
)
def test_a_number_is_put_where_an_author_would_write_it(right: str, number: Fraction, written: str) -> None:
    assert multiplied(right, number) == written
