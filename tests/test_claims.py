"""How a post is cut into steps, and which of them claim something."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.lexicon.cues import Cue, cue
from mathpost.maths.notation.step import Step
from mathpost.text.source import Source


def found(post: str) -> list[Step]:
    return list(steps(read(Source("post.md", dedent(post) + "\n"))))


def relations(post: str) -> list[str]:
    """The steps as written; an arrow marks those that go on from the side before."""
    return [f"{'→ ' if s.interior else ''}{s.left.text} {s.relation} {s.right.text}" for s in found(post)]


def roles(post: str) -> list[str]:
    return [f"{s.role}: {s.left.text} {s.sign} {s.right.text}" for s in found(post)]


# --- where a step begins and ends ---------------------------------------------------------------------------


def test_a_chain_makes_a_step_of_each_relation() -> None:
    assert relations(r"$a + 1 = b \le c$") == ["a + 1 = b", r"→ b \le c"]


@pytest.mark.parametrize("environment", ["align", "align*", "aligned", "gather", "split", "eqnarray"])
def test_rows_that_begin_with_a_relation_go_on_from_the_side_before(environment: str) -> None:
    rows = rf"\begin{{{environment}}} a + b &= c \\ &= d + e \\ &\le f \end{{{environment}}}"
    assert relations(f"$$\n{rows}\n$$") == ["a + b = c", "→ c = d + e", r"→ d + e \le f"]


def test_rows_with_a_left_side_of_their_own_are_statements_of_their_own() -> None:
    assert relations(r"$$\begin{align} a + b &= c \\ d + 1 &= e \end{align}$$") == ["a + b = c", "d + 1 = e"]


@pytest.mark.parametrize("break_", [r"\\ &\quad + d", r"\\ & + d", r"+ \\ & d", r"\\ &\qquad{} + d"])
def test_a_row_that_begins_or_follows_an_operator_continues_the_side(break_: str) -> None:
    steps_ = relations(rf"$$\begin{{aligned}} a + b &= c {break_} \\ &= e \end{{aligned}}$$")
    assert [s.replace("{} ", "") for s in steps_] == ["a + b = c + d", "→ c + d = e"]


def test_columns_of_align_are_statements() -> None:
    assert relations(r"$$\begin{align} a + 1 &= b, & c + 1 &= d \end{align}$$") == ["a + 1 = b", "c + 1 = d"]


def test_an_environment_may_stand_behind_its_left_side() -> None:
    assert relations(r"$$a + b = \begin{aligned}[t] &c \\ &+ d \end{aligned}$$") == ["a + b = c + d"]


def test_a_display_may_begin_with_the_relation_that_goes_on() -> None:
    assert relations("$$a + b = c$$\n\n$$= d + e$$") == ["a + b = c", "→ c = d + e"]


def test_a_display_goes_on_only_from_a_neighbour() -> None:
    between = "A sentence of some length stands between them and speaks of something else altogether."
    assert relations(f"$$a + b = c$$\n\n{between}\n\n$$= d + e$$") == ["a + b = c"]


@pytest.mark.parametrize(
    "between",
    [r", \quad ", r" \Rightarrow ", r" \iff ", r" \text{ and } ", r"\text{，所以 }", r";", r" \qquad "],
)
def test_statements_of_one_formula_are_separated(between: str) -> None:
    assert relations(rf"$a + 1 = b{between}c + 1 = d$") == ["a + 1 = b", "c + 1 = d"]


def test_a_comma_that_separates_nothing_stays() -> None:
    assert relations("$x^2 + 1 = 12,800$") == ["x^2 + 1 = 12,800"]
    assert relations("$a, b > 0$") == ["a, b > 0"]
    assert relations("$f(a, b) + 1 = g(a, b)$") == ["f(a, b) + 1 = g(a, b)"]


def test_a_relation_in_brackets_is_no_step() -> None:
    assert relations(r"$\sum_{i=1}^n x_i + (a = b) = c$") == [r"\sum_{i=1}^n x_i + (a = b) = c"]


@pytest.mark.parametrize(
    ("latex", "sign"),
    [
        (r"\overset{(a)}{=}", "="), (r"\stackrel{(1)}{\le}", "<="), (r"\underset{x}{=}", "="), (r"\leqslant", "<="), (r"\ne", "!="),
        (r"\overset{\text{def}}{=}", ":="), (r"\triangleq", ":="), (":=", ":="), (r"\stackrel{!}{=}", "→"),
        (r"\approx", "≈"), (r"\xlongequal{x}", "="),
    ],
)  # fmt: skip
def test_the_sign_of_a_relation_is_its_meaning(latex: str, sign: str) -> None:
    assert [s.sign for s in found(f"$a + 1 {latex} b$")] == [sign]


def test_tags_labels_and_punctuation_are_no_part_of_a_side() -> None:
    assert relations(r"$$a + b = c + d. \tag{1} \label{x}$$") == ["a + b = c + d"]


@pytest.mark.parametrize(
    "shown", [r"\boxed{%s}", r"\color{red}{%s}", r"{%s}", r"\boxed{\begin{aligned}%s\end{aligned}}"]
)
def test_what_a_box_shows_is_read(shown: str) -> None:
    assert relations(f"$${shown % 'a + b = c'}$$") == ["a + b = c"]


def test_generated_parts_of_a_post_make_no_steps() -> None:
    post = "$a + 0 = a$\n\n<!-- enhance:begin appendix -->\n\n$b + 0 = b$\n\n<!-- enhance:end appendix -->"
    assert relations(post) == ["a + 0 = a"]


def test_a_step_spans_both_sides() -> None:
    post = "text $a + 1 = b$ text"
    (step,) = found(post)
    assert post[step.span.start : step.span.end] == "a + 1 = b"
    assert post[step.relation_span.start : step.relation_span.end] == "="


# --- what a step is -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("post", "role"),
    [
        (r"$a := b + 1$", "definition"),
        (r"$a + 1 \triangleq b$", "definition"),
        (r"$x \sim p$", "definition"),
        (r"$\theta \leftarrow \theta - \eta g$", "other"),
        (r"$x \to 0$", "other"),
        (r"$a \gg b$", "other"),
        (r"$x \in \mathbb{R}$", "assumption"),
        (r"$\text{准确率} = \frac{a}{b}$", "other"),
        (r"$a + b = c$", "claim"),
        (r"$y = x + 1$", "definition"),
        (r"$f(x) = x^2$", "definition"),
        (r"$x_i = 2i$", "definition"),
        (r"$\boldsymbol{y} = \boldsymbol{W}\boldsymbol{x}$", "definition"),
        (r"$\sin(x) = x$", "claim"),
        (r"$x < y$", "assumption"),
        (r"$a, b > 0$", "assumption"),
        (r"$0 < x$", "assumption"),
        (r"$x^2 + y^2 > 0$", "claim"),
    ],
)
def test_the_role_from_notation(post: str, role: str) -> None:
    assert [s.role for s in found(post)] == [role]


def test_a_symbol_is_defined_once_and_then_claimed_about() -> None:
    assert roles("$y = x + 1$, so $y = 1 + x$.") == ["definition: y = x + 1", "claim: y = 1 + x"]
    assert roles("$y = x + 1$. 令 $y = 2x$.") == ["definition: y = x + 1", "definition: y = 2x"]
    assert roles("$n = 3$, $n^2 = 9$, $n = 4$.") == [
        "definition: n = 3",
        "claim: n^2 = 9",
        "definition: n = 4",
    ]


def test_only_the_first_step_of_a_chain_defines() -> None:
    assert roles("$y = x = 2z$") == ["definition: y = x", "claim: x = 2z"]


def test_a_range_claims_nothing() -> None:
    assert roles(r"$-1.0 \le x \le \frac{\pi}{2}$") == [
        "assumption: -1.0 <= x",
        r"assumption: x <= \frac{\pi}{2}",
    ]
    assert roles(r"$x = 3y$. 当 $0 \le x \le y$ 时")[1:] == ["assumption: 0 <= x", "assumption: x <= y"]
    assert roles("$0 < x < 1$") == ["assumption: 0 < x", "assumption: x < 1"]
    assert roles(r"$1 \le t \le T$") == ["assumption: 1 <= t", "assumption: t <= T"]
    assert roles(r"$1 \le i < j \le n$") == [
        "assumption: 1 <= i",
        "assumption: i < j",
        "assumption: j <= n",
    ]
    assert roles(r"$-1 \le \cos x \le 1$") == [r"claim: -1 <= \cos x", r"claim: \cos x <= 1"]
    known = roles(r"$H = x^2$, $0 \le H \le 1$")
    assert known[1:] == ["claim: 0 <= H", "claim: H <= 1"]


def test_a_range_of_an_index_claims_nothing() -> None:
    assert roles(r"where $0 \le j < n - 1$") == ["assumption: 0 <= j", "assumption: j < n - 1"]
    assert roles(r"hence $0 \le j < n - 1$") == ["claim: 0 <= j", "claim: j < n - 1"]


@pytest.mark.parametrize(
    "post",
    [
        "$E = a + b$.\n\n**加权损失**：\n\n$$E = a + 2b$$",
        "$E = a + b$.\n\n- 加权损失：$E = a + 2b$",
        "$E = a + b$. A variant is $E = a + 2b$.",
        "$E = a + b$. 改成 $E = a + 2b$ 也行。",
        "令 $v = u w$。换一种 $$v = - u w$$",
        "# A post\n\n## One\n\n$E = a + b$.\n\n## Two\n\nThe error is $E = a + 2b$.",
        "# A post\n\n## One\n\n$E = a + b$.\n\n## Two\n\nA variant of Eq. (1) is $E = a + 2b$.",
    ],
)
def test_a_symbol_that_is_named_anew_is_defined_again(post: str) -> None:
    assert {s.role for s in found(post)} == {"definition"}


@pytest.mark.parametrize(
    "post",
    [
        "$E = a + b$.\n\n**化简**：\n\n$$E = b + a$$",
        "$E = a + b$.\n\n**定理 2**：$E = b + a$",
        "$E = a + b$. 由于 $E = b + a$",
        "# A post\n\n## One\n\n$E = a + b$.\n\n## Two\n\nIt can be written as $E = b + a$.",
        "# A post\n\n## One\n\n$E = a + b$.\n\n## Two\n\nHence $E = b + a$.",
        "# A post\n\n## One\n\n$E = a + b$.\n\n## Two\n\nThe error is $E = a + b$.",
        "# A post\n\n$E = a + b$.\n\n## Two\n\nThe error is $E = b + a$.",
        "# A post\n\n## One\n\n$\\text{SNR}(t) = a + b$.\n\n## Two\n\nThe ratio is $\\text{SNR}(t) = b + a$.",
        "# A post\n\n## One\n\n$E = a + b$.\n\n## Two\n\nThe error is $E = a + O(b)$.",
        "# A post\n\n## One\n\n$E = a + b$.\n\n## Two\n\n**Theorem 1.** The error is a sum: $$E = b + a$$",
        "# A post\n\n## One\n\n$E = a + b$.\n\n## Two\n\n\\eqref{eq:error} is a sum: $$E = b + a$$",
        "# A post\n\n## 一\n\n$E = a + b$.\n\n## 二\n\n式 (3) 是两项之和： $$E = b + a$$",
    ],
)
def test_what_is_said_of_a_named_symbol_is_a_claim(post: str) -> None:
    assert [s.role for s in found(post)] == ["definition", "claim"]


def test_a_value_that_a_named_symbol_takes_is_a_case() -> None:
    assert roles("between $t = 0$ and $t = T$") == ["definition: t = 0", "assumption: t = T"]
    assert roles("$E = a + b$, at $E = -1$") == ["definition: E = a + b", "definition: E = -1"]
    assert roles("$f(x) = x^2 - 1$, so $f(0) = -1$") == ["definition: f(x) = x^2 - 1", "claim: f(0) = -1"]


@pytest.mark.parametrize(
    ("post", "role"),
    [
        (r"设 $C_n = \frac{1}{n+1}\binom{2n}{n}$，前几项为 $C_3 = 5$。", "claim"),
        (r"设 $C_n = \frac{1}{n+1}\binom{2n}{n}$。取 $C_0 = 1$。", "definition"),
        (r"设 $\theta_i = 10000^{-2i/d}$，那么 $\theta_1 = 10000^{-2/d}$。", "claim"),
        (
            r"设 $p_i = e^{s_i} / Z$。例如 $p_1 = 0.2$。",
            "definition",
        ),  # the scores may be those of an example
        (r"设 $F_n = F_{n-1} + F_{n-2}$，$F_0 = 0$。", "definition"),  # where a recurrence begins
        (r"设 $R = \begin{pmatrix} 0 & 1 \\ 1 & 0 \end{pmatrix}$。显然 $R^{\top} = R$。", "claim"),
        (r"Let $f(x) = x^2$, with $f'(x) = 2x$.", "claim"),
        (r"Let $f(x) = x^2$. Define $f'(x) = 2x$.", "definition"),
        (r"互信息 $I(X;Y) = H(X) - H(X|Y)$ 满足 $I(X;Y) = I(Y;X)$。", "claim"),
        (r"Let $D_n = n!$. It satisfies $D_n = n D_{n-1}$.", "claim"),
        (r"Let $D_n = n!$. We look for $n$ such that $D_n = n D_2$.", "assumption"),
        (r"共需要 $7 \times 16 = 112$ 字节。", "claim"),
        (r"如果 $1 + 1 = 3$，", "assumption"),
        (r"记 $H = \sum_i p_i^2$，因此 $H \leq 1$。", "claim"),
        (r"记 $H = \sum_i p_i^2$，若 $H \leq 1$，", "assumption"),
        (r"Let $q = a + b$. Moreover, for every $x$, $q(x) - q(y) = x - y$.", "claim"),
        (r"We look for $q$ such that for all $x$, $q(x) - q(y) = x - y$.", "assumption"),
        (r"那么 $\mathbb{E}[x] = 0$。", "claim"),
        (r"其中 $\mathbb{E}[x] = 0$。", "definition"),
    ],
)
def test_what_is_said_of_something_known_is_a_claim(post: str, role: str) -> None:
    assert found(post)[-1].role == role


@pytest.mark.parametrize("chain", ["$m = n = r$", "$a = d = 1$", "$F = H = I$"])
def test_one_value_for_several_symbols_claims_nothing(chain: str) -> None:
    assert {s.role for s in found("取 " + chain)} == {"definition"}
    assert found("因此 " + chain)[-1].role == "claim"


def test_an_equation_to_be_solved_is_a_condition() -> None:
    assert roles("The roots of $z^3 - z = 0$")[0] == "assumption: z^3 - z = 0"
    assert roles("solving the equation $y = z$ we get $y^3 - z^3 = 0$")[-1] == "claim: y^3 - z^3 = 0"


def test_words_that_define_hold_for_a_list() -> None:
    assert {s.role for s in found("Let $a_1 = b + c$, $x^2 = p + q$ and $y^2 + z = 1 - p$")} == {
        "definition",
        "claim",
    }


@pytest.mark.parametrize(
    "system",
    [
        r"\left\{\begin{aligned} x + y &= 2 \\ z &= 3y \end{aligned}\right.",
        r"\begin{cases} x + y = 2 \\ z = 3y \end{cases}",
        r"\begin{cases} x + y &= 2, \\ z &= 3y \end{cases}",
        r"\begin{equation}\left\{\begin{array}{l} x + y = 2 \\ z = 3y \end{array}\right.\label{a}\end{equation}",
    ],
)
def test_equations_behind_one_brace_are_demanded_together(system: str) -> None:
    assert [s.role for s in found(f"$$\n{system}\n$$")] == ["assumption", "definition"]


def test_a_case_distinction_alone_states_nothing() -> None:
    assert not found(r"$$\begin{cases} 1 & x > 2 \\ 0 & x = 0 \end{cases}$$")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("若", "assumption"), ("当", "assumption"), ("满足", "assumption"), ("使得", "assumption"), ("if ", "assumption"),
        ("such that ", "assumption"), ("Suppose ", "assumption"), ("subject to ", "assumption"),
        ("从而", "claim"), ("因此", "claim"), ("化简得", "claim"), ("hence ", "claim"), ("we get ", "claim"), ("Then ", "claim"),
        ("设 $c = 1$，则", "claim"), ("If so, we have ", "claim"),
    ],
)  # fmt: skip
def test_the_role_from_the_words_before(words: str, expected: str) -> None:
    assert found(f"{words}$x^2 + y = z$")[-1].role == expected


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("我们令", "define"), ("其中 ", "define"), ("Let ", "define"), ("where ", "define"), ("is defined as\n", "define"),
        ("如果", "demand"), ("assume that ", "demand"), ("所以有", "infer"), ("which gives ", "infer"), ("设它非零，则", "infer"),
        ("the sides agree if and only if ", "infer"), ("幅角相等当且仅当", "infer"), ("代入 E 的定义：", "infer"), ("by the definition ", "infer"), ("令它为零。接着看", ""), ("It is blue. See ", ""), ("", ""),
    ],
)  # fmt: skip
def test_the_last_word_of_the_last_clause_decides(before: str, expected: Cue) -> None:
    assert cue(before) == expected


def test_what_stands_in_brackets_need_not_be_known() -> None:
    assert roles(r"$f(\unheard) = x + 1$")


@pytest.mark.parametrize(
    "claim", ["x = .25", ".25 + .5 = .75", r"\frac{.5}{2} = .25", "p < .05", ".5^2 = .25"]
)
def test_a_number_may_begin_with_its_point(claim: str) -> None:
    (step,) = found(f"$${claim}.$$")
    assert f"{step.left.text} {step.relation} {step.right.text}" == claim


def test_braces_around_a_side_say_nothing() -> None:
    plain = "约定 $h_{n}=0,S_0=0$，则 $x + 1 = 1 + x$。"
    braced = "约定 $h_{n}={0},S_0={{0}}$，则 $x + 1 = {1 + x}$。"
    assert roles(braced) == roles(plain)


def test_a_power_with_brackets_in_it_is_no_label() -> None:
    assert roles(r"$e^{\mathrm{i}(a+b)} = e^{\mathrm{i}a} e^{\mathrm{i}b}$") == [
        r"claim: e^{\mathrm{i}(a+b)} = e^{\mathrm{i}a} e^{\mathrm{i}b}"
    ]
    assert roles("$x^{(n)} = x + n$") == ["definition: x^{(n)} = x + n"]
