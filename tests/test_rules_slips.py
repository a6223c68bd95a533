"""Slips that every renderer accepts: what is one, and what looks like one and is left alone."""

from __future__ import annotations

import pytest

from mathpost.config import Config
from mathpost.pipeline import examine
from mathpost.text.diagnostics import Severity
from mathpost.text.edits import apply
from mathpost.text.source import Source
from test_rules_latex import findings


def codes(text: str) -> list[str]:
    return [d.code for d in findings(text)]


@pytest.mark.parametrize(
    "tex",
    [
        r"2 \leq n leq m",
        r"P(X) le \frac{a}{b}",
        r"x in S",
        "sum_{i=1}^n x_i",
        r"\boldsymbol{mu}^T",
        "theta_{1} + 1",
        r"Pr \left[ A \right]",
        "nlog n + 1",
        r"frac12 + \sqrt{2}",
        r"\ eta_{\max} t",
        r"x_i \in mathbb{R}",
        r"e^{-lambda x}",
        "Gamma(x) + 1",
        "max_i a_i",
        r"x +\;log\;\sigma(x)",
    ],
)
def test_a_command_without_its_backslash(tex: str) -> None:
    assert codes(f"${tex}$") == ["L401"]


@pytest.mark.parametrize(
    "tex",
    [
        "x_{max} + L_{min}",
        r"W_{in} + \mathit{left}",
        r"\mathrm{log} x + \text{max} + \operatorname{sin} x",
        "mu + nu",
        r"\sigma_H = ne^2/h",
        "a^{it} + rm^2",
        "data + max",
        r"x^{mid} + E_{neg}",
        "asin x",
        r"x \in int(\sigma)",
        "int(x) + 1",
        r"sum_r \equiv sum_{l-1} \pmod k",
        r"from\ 3V\ to\ 1V",
        r"for\;i\;in\,\lbrace 1,..,m\rbrace",
        r"for\space i=1\space to \space m",
        r"and\;get\; sum\; with\; respect\; to\; i",
        "A_{geq} x + b_{approx}",
        "W_cubic(t) + 1",
    ],
)
def test_letters_that_are_no_command(tex: str) -> None:
    assert codes(f"${tex}$") == []


def test_a_dollar_that_the_words_speak_of_is_no_formula() -> None:
    assert "L023" not in codes("公式 $x$ 的每一边用两个 $ 符号包含起来，如 \\alpha 等。")
    assert "L023" in codes("先从 $\\alpha 中采样。")


def test_a_short_name_needs_the_command_elsewhere() -> None:
    assert codes(r"Let $\mu > 0$. Then $x = mu + 1$.") == ["L401"]
    assert codes(r"Let $\mu > 0$ and $m, u > 1$. Then $x = mu + 1$.") == []


@pytest.mark.parametrize(
    ("code", "tex"),
    [
        ("L402", r"x{-1} + 10{-3} + \lambda e{-\lambda x}"),
        ("L402", "n < 10{12} + 2{m-n+1}"),
        ("L402", "(-1){i+1} y_i"),
        ("L402", "W{ij} x_j"),
        ("L402", r"\sum_{i=1}{n} x_i"),
        ("L402", r"\sum{i=1}^n x_i"),
        ("L402", r"\sum_{i=1}n x_i"),
        ("L402", r"\sum_{i=0}\infty x_i"),
        ("L402", r"\int_{-\infty}{+\infty} f(x) \, dx"),
        ("L402", r"\int_{0}{1} f(x) \, dx"),
        ("L402", r"\beta_3{2t} + 1"),
        ("L402", r"\epsilon{t+1} = 0"),
        ("L403", "10^-3"),
        ("L403", "2^10 + x_12"),
        ("L404", r"1 + 1 + \pm 2 x"),
        ("L404", r"a + \cdot b"),
        ("L404", "a = = b"),
        ("L404", r"a + = b"),
        ("L404", r"y = + \alpha (1 + \beta) x - \alpha \beta z"),
        ("L404", "a - - b"),
        ("L404", "(a, , b)"),
        ("L405", "f(a + ) = 1"),
        ("L407", r"q(x_{t-1} \mid x_{t-1})"),
        ("L407", r"p \left( x_{t} | x_{t} \right)"),
        ("L408", r"\begin{cases} C_1 \ \text{if} \ x = 1 \\ C_1 \ \text{otherwise} \end{cases}"),
        ("L409", "(a + b) + c = a + (b = c)"),
        ("L410", r"\frac{c}{N} \times 1e^{-6}"),
        ("L412", r"\frac{\partial f(x)} := 1"),
        ("L412", r"\sqrt = 2"),
    ],
)
def test_slips(code: str, tex: str) -> None:
    assert set(codes(f"${tex}$")) == {code}


@pytest.mark.parametrize(
    "tex",
    [
        r"{\bf x} + {\color{red}y}",
        r"\sum_{i=1}^{d}{w_i} + \sum_{k}{n} x + \cos{k}",
        "{+}a{=}b + 10{,}000 + 2{x} + f(x){y}",
        r"x_{-1} + x^2 1 + x \to 0^- + R^-x",
        r"a \cdot -b + x_{i \bullet \bullet} + f(\cdot, \cdot)",
        r"x \to +\infty, y = +1",
        r"H = + \left| 0 \right>, B =+ \varepsilon",
        "x += 1, x == y",
        r"|\cdot - y| + \frac{1}{2}(\cdot + \cdot^\top)",
        r"\mathrm{E}(X) - \mathrm{E}(X) = 0",
        r"a_1 - b_1 = a_1 - a_1 = c",
        r"D(p \mid p)",
        r"x^{b{_k}} + a \mod \text{size}",
        r"\begin{cases} N(0, 1), & i \neq j \\ N(0, 1), & i = j \end{cases}",
        r"\begin{cases} 0 & i < 0 \\ 1 & i = j \\ 0 & i > 0 \end{cases}",
        r"a + (i = 1, \dots, n) + P(X = x) + [x = y]",
        r"1 + 2e^6 + 11e^6 + 1.1e^6 + 1e^{x}",
        r"x_* + \hat{=} + \frac12",
        r"\left[ a + \right. b",
        r"P(Y \mid X_2{=}x, D_i{=}1) + K{+}1 + (X{-}c) + p{\color{red}-1/2}",
        r"p_1 \cdot p_2 \cdot \cdot \cdot p_k + \phantom{\delta} + c",
        r"X \sim Gamma(a, b) + Inverse-Gamma(a)",
        r"\int d{\boldsymbol{B}} + \pi_{\xi}{G}(a)",
        r"(2\pi)^32\omega_p + \int_1^23x^2 dx + c_20^2",
        r"\Sigma(p\mkern-8.5mu/) = <x, y + z> + |i+\rangle",
        r"1 + x + \circ(x)",
        r"\frac{1}{2}(f(x_0+) + f(x_0-)) + \hat{f}(\lambda \cdot)",
        r"\text{m} = max\_distance",
        r"sum_{l+1,r-1} < \min(a, b) \cdot sum_l",
        r"inf_t = \beta_0 + u_t",
        r"\sum_j \mid f_j - (y_i)_j \mid",
        r"k{n \choose k} + W{\bar{n}}",
        r"q(x_0|x_0) = \frac{q(x_1|x_0) q(x_0|x_0)}{q(x_1|x_0)}",
        r"A^{a}\_t = \sum\_{l=0}^{n} s\_{t+1}",
    ],
)
def test_what_only_looks_like_a_slip(tex: str) -> None:
    assert codes(f"${tex}$") == []


def rows(first: str, second: str) -> str:
    return f"\\begin{{align*}}\n{first} \\\\\n{second}\n\\end{{align*}}\n"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("S = {}& (a - b)^2 + (c - d)^2", "& (e - f)^2 + (g - h)^2", ["L406"]),
        (r"= \sum_i & x_i^2 + y_i", r"\sum_i & z_i^2 .", ["L406"]),
        ("S = {}& (a - b)^2 +", "& (e - f)^2", []),
        ("S = {}& (a - b)^2", "& + (e - f)^2", []),
        ("a &= b + c", "d &= e", []),
        (r"a &= \exp( b + c", "& d )", []),
        ("a &= b + c", r"& \text{by definition}", []),
        (r"a &= b + \log p - \log p(y|m_1)", "&= c", []),
        (r"r &= \log p(y|m_1) - \log p(y|m_1)", "&= s_1 - s_2", ["L407"]),
        (r"r &= x^T y - x^T y", "&= 0_p", []),
    ],
)
def test_rows(first: str, second: str, expected: list[str]) -> None:
    assert codes(rows(first, second)) == expected


def test_a_display_that_ends_with_a_sign() -> None:
    assert codes("$$\na + b =\n$$\n") == ["L405"]
    assert codes("$$\na + b =\n$$\n\n$$\nc\n$$\n") == []
    assert codes("The sum $x +$ is infinite, and $y =$ nothing.") == []
    assert codes("$$\n\\begin{aligned}\na &= b + \\\\\n&\\quad c\n\\end{aligned}\n$$\n") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("$log(x)$", r"$\log(x)$"),
        ("$e{-x}$", "$e^{-x}$"),
        ("$W{ij} x$", "$W_{ij} x$"),
        ("$10^-3$", "$10^{-3}$"),
        (r"$c \times 1e^6$", r"$c \times 10^6$"),
        ("$argmin_j f(j)$", r"$\operatorname*{argmin}_j f(j)$"),
    ],
)
def test_the_cure_is_offered(before: str, after: str) -> None:
    """Unsafe: it changes what readers see. What it makes is clean."""
    (finding,) = findings(before)
    assert finding.fix is not None
    assert finding.fix.safety.name == "UNSAFE"
    assert apply(before, finding.fix.edits) == after
    assert codes(after) == []


@pytest.mark.parametrize(
    "tex",
    [
        r"\sum_{i=1} n x_i + \sum_{i=1}x_i + \sum_{i=1}n_i",
        r"\max{x} + \sum{x_i} + \Delta{x} + \partial{f}",
        r"\int_{\Omega}{f} \, dx + \int_{0}^{1}{f} \, dx",
        r"x_1^{2}{y}",
    ],
)
def test_braces_that_are_no_scripts(tex: str) -> None:
    assert codes(f"${tex}$") == []


def test_the_sign_that_is_missing_is_written() -> None:
    post = r"$\sum{i=1}^n x_i + \sum_{i=1}{n} y_i + \sum_{i=1}m z_i$"
    edits = [edit for d in findings(post) if d.fix for edit in d.fix.edits]
    assert apply(post, edits) == r"$\sum_{i=1}^n x_i + \sum_{i=1}^{n} y_i + \sum_{i=1}^m z_i$"


@pytest.mark.parametrize(
    "text",
    [
        r"Primes $\phi_1{'} + \theta^{'}$ are typed in braces.",
        r"Strings $\langle \vec f' \Vert \vec f', G \rangle$ are joined.",
        r"$$x = y \text{ (absorption: } 1 + y = 1)$$",
        r"The sizes $( \big( \Big( \bigg($ grow.",
        "The steps of $1. \\implies 2.$ are short.",
        r"To get \$\alpha + \frac12\$ as $\alpha + \frac12$, write this.",
        r'{{< figure src="a.png" title="u(x)=4\psi_0(x)-\frac{1}{2}\psi_1(x)" >}} and $x$.',
        r"The bound $2\tau_{[\mu} A_{\nu]}$ is antisymmetric.",
        r"$$\begin{aligned} a &= b + c \\ &\left.- d \right) \end{aligned}$$".replace(
            "a &= b", r"a &= \left( b"
        ).replace(" + c", r" + c \right."),
        r"A factor $\lceil (120 - -113)/15 \rceil$ and places $\ldots, , , \ldots$ are left.",
        r"$v_t = \int f(x) d{x_1}$, $(\mathcal L_X{\omega})(Y)$ and $\inf{ P(A) : A \in F }$ and $T_{max_rotation} = 2$.",
        r"The $P/I \ ratio$ and $\log_2(size of block)$ and $Write\ miss\ rate \times Write\ time\ of\ it$.",
        r"$E(Y_{t-1}\vert Y_{t-1}, Y_{t-2}\dots)$ and $\bbox[5px,border:2px solid orange]{p} = 2$.",
        r"$$\begin{pmatrix} \lambda(\omega_1\mid\omega_1) & 1 \end{pmatrix}$$",
        r"$E\[X\] = a\*b$ and $f\'(x)$ are for Markdown.",
        "Set $HOME/bin in $ZSH_CUSTOM and $name_ or $eq, $gt.",
        "We spend $x$ on war;  and  to raise taxes  and pay $a$, $b$, $c$, $d$, $e$, $f$, $g$, $h$, $i$, $j$.",
    ],
)
def test_posts_without_a_slip(text: str) -> None:
    assert codes(text) == []


def test_a_bracket_of_the_sentence_is_none_of_the_formula() -> None:
    """Its closing one was typed inside the dollars: neither is it odd nor is the other sign its cure."""
    assert codes("误差求和（范围$0\\sim 1）$。") == []
    assert codes("范围$0\\sim 1)$。") == ["L411"]


def test_a_shifted_index_without_its_braces() -> None:
    """Only where a post writes the index again and again it is certain to be none of a difference."""
    usual = " is not ".join(["$y_{t-1}$"] * 10)
    assert codes(f"{usual} and $G(y_t-1; c)$") == ["L403"]
    assert codes(f"{usual} and $y_t - 1 = y_t-1x + y_t-2$") == []
    assert codes("$y_{t-1}$ and $G(y_t-1; c)$") == []
    assert codes("$y_{t-1}$ and $a + b - c + d$ and $G(y_t-1; c)$") == ["L403"]
    assert codes("$y_{t-1}$ and $a + b - c + d-e$ and $G(y_t-1; c)$") == []


@pytest.mark.parametrize(
    "slip",
    [
        r"$q_max$",
        r"$e^i\phi$",
        r"$e^-y$",
        r"$\sum_k=1^n k$",
        r"$\bigcup_a\in A B_a$",
        r"$\prod_j \neq i x_j$",
    ],
)
def test_a_script_that_lost_the_braces_it_has_elsewhere(slip: str) -> None:
    sound = r"$p_{max} = e^{i\theta} = e^{-x} = \sum_{k=1}^n k = \bigcup_{a\in A} B_a$"
    assert codes(sound) == []
    assert codes(f"{sound} and {slip}") == ["L403"]


def test_a_script_of_one_letter_may_be_meant() -> None:
    assert codes(r"$q_max + e^i\phi + e^-y + \log_23$") == []
    assert codes(r"$e^{-x}$ and $e^- + e^-\quad e^-$ and $\sum_k a_k = 1 = \lim_n x_n$") == []


def test_formulas_in_another_language_are_one_hint() -> None:
    text = "".join(
        f"$arrow(E)_{k} dot d l = integral_S rho_{k} d V$ and $omega->omega'$.\n\n" for k in range(4)
    )
    (hint,) = [d for d in examine(Source("a.md", text), Config(), False).diagnostics if d.code[0] in "LP"]
    assert (hint.code, hint.severity) == ("L401", Severity.INFO)
