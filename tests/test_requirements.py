"""What commands ask of their arguments and of their place, beyond the number and kind of arguments."""

from __future__ import annotations

import pytest

from mathpost.latex.parser import parse
from mathpost.text.source import Span


def faults(tex: str, target: str = "mathjax") -> list[tuple[str, str]]:
    """Code and place (as text) of each fault."""
    found = parse(tex, [Span(0, len(tex))], target=target).faults
    return [(fault.code, tex[fault.span.start : fault.span.end]) for fault in found]


@pytest.mark.parametrize(
    ("tex", "code", "place"),
    [
        (r"\cfrac[c]{a}{b}", "L020", "c"),
        (r"\genfrac{(}{a}{}{2}{1}{2}", "L020", "a"),
        (r"\genfrac{(}{)}{0pt}{4}{1}{2}", "L020", "4"),
        (r"\uproot{2}\sqrt[3]{a}", "L024", r"\uproot{2}"),
        (r"\sqrt[\uproot{2}\uproot{1} 3]{a}", "L020", r"\uproot{1}"),
        (r"\begin{align}\shoveleft a\end{align}", "L024", r"\shoveleft"),
        (r"\begin{multline}a \shoveleft b\\c\end{multline}", "L024", r"\shoveleft"),
        (r"a \hfill b", "L024", r"\hfill"),
        (r"\bbox[5px,6px]{a}", "L020", "5px,6px"),
        (r"\bbox[2&3]{a}", "L020", "2&3"),
        (r"\color[cmy]{1,0,0} x", "L020", "1,0,0"),
        (r"\definecolor{mine}{rgb}{1,2,0}", "L020", "1,2,0"),
        (r"\definecolor{mine}{RGB}{255,0}", "L020", "255,0"),
        (r"\unicode{4A}", "L020", "4A"),
        (r"\require{nonsense}", "L020", "nonsense"),
        (r"\require{autoload}", "L020", "autoload"),
        (r"\ce{A\bond{x}B}", "L020", r"A\bond{x}B"),
        (r"\mmlToken{mi}[nothing=true]{x}", "L020", "nothing=true"),
        (r"\char`\nix", "L020", r"\nix"),
        (r"\begin{array}{cp{wide}}a&b\end{array}", "L020", "p{wide}"),
        (r"\begin{array}{*{x}{c}}a\end{array}", "L020", "*{x}"),
        (r"\cases{a & b & c}", "L102", "&"),
        ("x^'", "L004", "^"),
    ],
)
def test_what_a_command_refuses(tex: str, code: str, place: str) -> None:
    assert (code, place) in faults(tex)


@pytest.mark.parametrize(
    "tex",
    [
        r"\cfrac[l]{a}{b} \cfrac{a}{b}",
        r"\genfrac{(}{)}{0pt}{}{n}{k} \genfrac{}{}{}{0}{a}{b} \genfrac{\{}{.}{1pt}{3}{a}{b}",
        r"\sqrt[\leftroot{-2}\uproot{2}\beta]{k} \root \uproot{1} 3 \of x",
        r"\begin{multline}\shoveleft a\\ \shoveright b\end{multline}",
        r"\begin{matrix}\hfill a & b\end{matrix} \cases{\hfill a & b}",
        r"\bbox[yellow, 5px, border: 1px solid]{a} \bbox{a}",
        r"\color[rgb]{1,0,.5} x \color[named]{red} y \textcolor[RGB]{1,2,3}{z}",
        r"\unicode{x22D6} \unicode{65} \unicode[.55,0.05][Garamond]{x22D6}",
        r"\require{mhchem} \require{[site]/own}",
        r"\begin{array}{r@{=}l|*{3}{c}p{2cm}}a&b\end{array}",
        r"\newenvironment{wide}{\kern-2.5pt}{\kern1em}\begin{wide}x\end{wide}",
    ],
)
def test_what_a_command_takes(tex: str) -> None:
    assert faults(tex) == []


@pytest.mark.parametrize(
    ("tex", "wanted"),
    [
        (r"\def\x{\x} \x", [("L025", r"\x")]),
        (r"\newcommand{\a}{1\b} \newcommand{\b}{\a} \a", [("L025", r"\a")]),
        (r"\let\old\phi \renewcommand{\phi}{\old} \phi", []),
        (r"\newcommand{\f}[1]{#1+1} \f{\f{x}}", []),
    ],
)
def test_a_macro_that_calls_itself(tex: str, wanted: list[tuple[str, str]]) -> None:
    assert faults(tex) == wanted


@pytest.mark.parametrize(
    ("tex", "codes"),
    [
        (r"\newenvironment{eq}{\begin{aligned}}{\end{aligned}} \begin{eq}a &= b\end{eq}", []),
        (r"\newenvironment{eq}{\begin{aligned}}{} \begin{eq}a &= b\end{eq}", ["L101"]),
        (
            r"\newenvironment{box}[2][x]{[#1:#2]}{.} \begin{box}[y]{z} a \end{box} \begin{box}{z} a \end{box}",
            [],
        ),
        (r"\newenvironment{a}{\begin{a}}{\end{a}} \begin{a}x\end{a}", ["L025"]),
        (r"\newenvironment{a}{(}{)} \begin{a}x\end{b}", ["L101"]),
    ],
)
def test_environments_of_the_post_are_read_where_they_are_used(tex: str, codes: list[str]) -> None:
    assert [code for code, _ in faults(tex)] == codes


@pytest.mark.parametrize(
    ("tex", "wanted"),
    [
        (r"\def\x#1 #2;{#1#2} \x a b;", []),
        (r"\def\x#1 #2{#1#2} \x{a}{b}", [("L004", r"\x")]),
        (r"\def\x#1;{#1} \x{a;b};", []),
        (r"\def\x#1{\def\y##1{[##1#1]}\y} \x{a}{b}", []),
        (r"\def\x#1{#1 #2} \x{a}", [("L011", "{#1 #2}")]),
        (r"\let\x=\nothing \x", [("L003", r"\x")]),
        (r"\newcommand{\11}{a}", [("L022", r"{\11}")]),
    ],
)
def test_definitions(tex: str, wanted: list[tuple[str, str]]) -> None:
    assert faults(tex) == wanted


KATEX, MATHJAX = "katex", "mathjax"


@pytest.mark.parametrize(
    ("tex", "target", "wanted"),
    [
        # scripts without braces
        (r"x_\log", MATHJAX, [("L009", r"\log")]),
        (r"x^\dots", MATHJAX, [("L009", r"\dots")]),
        (r"x_\substack{a\\b}", MATHJAX, [("L009", r"\substack")]),
        (r"x_\not=", MATHJAX, [("L009", r"\not")]),
        (r"x_\max x_{\log}", MATHJAX, []),
        (r"x_\not=", KATEX, []),
        ("x_∑", KATEX, [("L009", "∑")]),
        (r"\underset{a}{\max}_x", MATHJAX, [("L006", "_")]),
        (r"\underset{a}{\max}^x \overset{a}{b}_x", MATHJAX, []),
        (r"\underset{a}{\max}_x", KATEX, []),
        # arguments without braces
        (r"\sqrt\log \sqrt\sum", MATHJAX, []),
        (r"\sqrt\log", KATEX, [("L009", r"\log")]),
        (r"\mathop\text{argmin}", KATEX, []),
        (r"\mathop\text{argmin}", MATHJAX, [("L009", r"\text")]),
        (r"\mathop\lim", KATEX, [("L009", r"\lim")]),
        (r"\text\text{a}", KATEX, [("L009", r"\text")]),
        (r"\text\alpha", KATEX, [("L014", r"\alpha")]),
        (r"\kern3ptx \kern 3pt x", MATHJAX, []),
        (r"\kern3ptx", KATEX, []),
        # groups by their names
        (r"\bgroup a\egroup \bgroup a}", KATEX, []),
        (r"\bgroup a", KATEX, [("L001", r"\bgroup")]),
        (r"a \egroup", KATEX, [("L002", r"\egroup")]),
        (r"a \endgroup", KATEX, [("L002", r"\endgroup")]),
        (r"\bgroup a\egroup", MATHJAX, [("P001", r"\bgroup")]),
        # environments
        (r"\begin{gather}a & b\end{gather}", KATEX, []),
        (r"\begin{split}a \tag{1}\end{split}", MATHJAX, [("N005", r"\tag{1}")]),
        (r"\begin{array}{c}a\end{array{b}}", MATHJAX, [("L101", r"\end{array{b}}")]),
        (r"\begin{CD}A @>f>> B\\@VVV @|\\C @= D\end{CD}", KATEX, []),
        (r"\begin{CD}A @Xf>> B\end{CD}", KATEX, [("L020", "X")]),
        (r"\begin{CD}A @>f> B\end{CD}", KATEX, [("L020", ">")]),
        # words and struck operators
        (r"\textdegree", KATEX, [("P001", r"\textdegree")]),
        (r"\text{\textdegree}", KATEX, []),
        (r"\text{\texteight}}", MATHJAX, [("L002", "}")]),
        (r"\not\sum\limits_i", MATHJAX, []),
    ],
)
def test_what_a_renderer_refuses_and_draws(tex: str, target: str, wanted: list[tuple[str, str]]) -> None:
    assert faults(tex, target) == wanted
