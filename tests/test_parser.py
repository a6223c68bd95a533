"""A formula becomes a tree; every fault is found, once, where its cause stands; nothing breaks the parser."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathpost.latex.parser import Parsed, parse
from mathpost.latex.tree import (
    Cell,
    Command,
    Delimited,
    Environment,
    Error,
    Group,
    Infix,
    Node,
    Row,
    Scripts,
    Symbol,
    Text,
    children,
    walk,
)
from mathpost.text.limits import DEPTH_OF_FORMULAS
from mathpost.text.source import Span


def read(tex: str, **options: object) -> Parsed:
    return parse(tex, [Span(0, len(tex))], **options)  # type: ignore[arg-type]


def short(node: Node | None) -> str:
    """A tree in one line, for expectations."""
    match node:
        case None:
            return "-"
        case Symbol():
            return node.text
        case Text():
            return f"{node.command or 'text'}<{' '.join(map(short, node.parts))}>"
        case Group():
            inside = " ".join(map(short, node.body))
            return f"{{{inside}}}" if node.braces else f"({inside})"
        case Delimited():
            return f"left{node.left} {' '.join(map(short, node.body))} right{node.right}"
        case Command():
            options = "".join(f"[{short(o)}]" for o in node.options)
            return f"{node.name}{options}{''.join(map(short, node.arguments))}"
        case Infix():
            return f"<{short(node.left)} {node.name} {short(node.right)}>"
        case Scripts():
            primes = "'" * node.primes
            return f"{short(node.base)}{primes}_{short(node.subscript)}^{short(node.superscript)}"
        case Cell():
            return " ".join(map(short, node.body))
        case Row():
            return " & ".join(map(short, node.cells))
        case Environment():
            arguments = "".join(map(short, node.arguments))
            return f"{node.name}{arguments}[{' // '.join(map(short, node.rows))}]"
        case Error():
            return f"!{node.fault.code}({short(node.node)})"


def tree(tex: str, **options: object) -> str:
    return " ".join(map(short, read(tex, **options).tree.body))


def faults(tex: str, **options: object) -> list[tuple[str, str]]:
    return [(f.code, tex[f.span.start : f.span.end]) for f in read(tex, **options).faults]


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("a + 12", "a + 1 2"),
        (r"\frac{a}{b}", r"\frac{a}{b}"),
        (r"\frac1x", r"\frac(1)(x)"),
        (r"\sqrt[3]{x}\hat x", r"\sqrt[(3)]{x} \hat(x)"),
        ("x_i^2", "x_i^2"),
        ("x^{2}_i", "x_i^{2}"),
        ("x''_1", "x''_1^-"),
        ("x'^2", "x'_-^2"),
        ("{}^2 _a", "{}_a^2"),
        ("^2", "-_-^2"),
        (r"\sum\limits_{i}^n a", r"\sum_{i}^n a"),
        (r"a \over b", r"<(a) \over (b)>"),
        (r"{n \choose k} + 1", r"{<(n) \choose (k)>} + 1"),
        (r"\left( a \middle| b \right]", r"left( a \middle| b right]"),
        (r"\left\{ x \right.", r"left\{ x right."),
        (r"\big( x \Bigr\}", r"\big( x \Bigr\}"),
        (r"\text{if $x > 0$ then}", r"\text<if (x > 0) then>"),
        (r"\text{a {b} c}", r"\text<a text<b> c>"),
        (r"\text{\textbf{a} b}", r"\text<\textbf<a> b>"),
        (r"\mathrm{max}", r"\mathrm{m a x}"),
        (r"\operatorname*{arg\,max}_x", r"\operatorname*{a r g \, m a x}_x^-"),
        (r"\not= \not\in", r"\not(=) \not(\in)"),
        (r"\tag*{A}\label{eq:1}", r"\tag*text<A> \labeleq:1"),
        (r"\color{red} x \textcolor{blue}{y}", r"\colorred x \textcolorblue{y}"),
        (r"\hspace{1em}\kern-2pt x", r"\hspace1em \kern-2pt x"),
        (r"\rm x \displaystyle y", r"\rm x \displaystyle y"),
        (r"\root 3 \of x", r"\root[(3)](x)"),
        ("式，式", "式 ， 式"),
        ("a % note\n b", "a b"),
        (r"\ a~b", r"\  a ~ b"),
        ("a \\\nb", r"a \  b"),
        (r"\begin{aligned} a &= b \\[2pt] &= c \\ \end{aligned}", "aligned[a & = b //  & = c]"),
        (r"\begin{array}{c|c} \hline a & b \\ \hline \end{array}", r"arrayc|c[\hline a & b // \hline]"),
        (r"\begin{matrix} a \cr b \end{matrix}", "matrix[a // b]"),
        (r"\begin{equation} a \\ b \end{equation}", r"equation[a \\ b]"),
        (r"\substack{i \\ j}", r"\substack{substack[i // j]}"),
        (r"\cases{a & b \cr c & d}", r"\cases{cases[a & b // c & d]}"),
        (r"a \\ b", r"a \\ b"),
        (r"\verb|a_b|", r"\verb<\verb|a_b|>"),
        (r"x^\mathrm{T}", r"x_-^\mathrm{T}"),
    ],
)
def test_trees(tex: str, expected: str) -> None:
    assert tree(tex) == expected
    assert faults(tex) == []


def test_spans() -> None:
    tex = r"x + \begin{aligned} a &= b \\[2pt] c \end{aligned}"
    environment = read(tex).tree.body[2]
    assert isinstance(environment, Environment)
    at = lambda span: tex[span.start : span.end]  # noqa: E731
    assert at(environment.span) == tex[4:]
    assert at(environment.body) == r" a &= b \\[2pt] c "
    assert [at(row.span) for row in environment.rows] == ["a &= b", "c"]
    assert [at(row.end) for row in environment.rows] == [r"\\[2pt]", ""]
    assert [at(cell.span) for cell in environment.rows[0].cells] == ["a", "= b"]


def test_a_raw_argument_stands_where_its_text_stands() -> None:
    tex = r"a \label{eq:x}"
    label = read(tex).tree.body[1]
    assert isinstance(label, Command) and label.arguments == (Symbol("eq:x", Span(9, 13)),)


def test_an_escaped_formula_is_read_as_it_was() -> None:
    tex = "\\\\{0,1\\\\}\\\\\\\n x"
    found = read(tex, escaped=True)
    assert " ".join(map(short, found.tree.body)) == r"\{ 0 , 1 \} \\ x"
    assert found.tree.body[0].span == Span(0, 3)
    assert not found.faults


FAULTS = [
    (r"\frac{a}{b", [("L001", "{")]),
    ("a}", [("L002", "}")]),
    (r"\aplha", [("L003", r"\aplha")]),
    (r"\frac{a}", [("L004", r"\frac")]),
    ("x^", [("L004", "^")]),
    (r"\sqrt}", [("L004", r"\sqrt"), ("L002", "}")]),
    ("x^a^b", [("L005", "^")]),
    ("x^a'", [("L005", "'")]),
    ("x_a_b", [("L006", "_")]),
    (r"\left( a", [("L007", r"\left")]),
    (r"a \right)", [("L007", r"\right")]),
    (r"\middle| a", [("L007", r"\middle")]),
    (r"\left x \right)", [("L008", "x")]),
    (r"\left\\{ x \right\\}", [("L008", r"\\{"), ("L008", r"\\}")]),
    (r"\hat\mathbf{x}", [("L009", r"\mathbf")]),
    ("a & b & c", [("L010", "&")]),
    ("#", [("L011", "#")]),
    ("50% x", [("L012", "%")]),
    (r"\text{$x}", [("L013", "$")]),
    (r"\newcommand{sign}{s}", [("L015", "{sign}")]),
    (r"1 \over 2 \over 3", [("L016", r"\over")]),
    (r"x\limits_a", [("L019", r"\limits")]),
    (r"\hspace{abc}", [("L020", "{abc}")]),
    (r"a \\[abc] b", [("L020", "[abc]")]),
    (r"\begin{foo} a \end{foo}", [("L101", "{foo}")]),
    (r"\begin{pmatrix} a \end{bmatrix}", [("L101", r"\end{bmatrix}")]),
    (r"a \end{matrix}", [("L101", r"\end{matrix}")]),
    (r"\begin{matrix} a \hline b \end{matrix}", [("L103", r"\hline")]),
    (r"\begin{equation}\begin{align}a\end{align}\end{equation}", [("L112", "{align}")]),
    (r"\mu^{\*}", [("L205", r"\*")]),
    (r"a \- \{", [("L211", r"\-")]),
    (r"\begin{aligned} a \tag{1} \end{aligned}", [("N005", r"\tag{1}")]),
    (r"a \tag{1} \tag{2}", [("N006", r"\tag{2}")]),
    (r"a \label{x} \label{y}", [("N016", r"\label{y}")]),
    (r"a \coloneqq b", [("P001", r"\coloneqq")]),
]


@pytest.mark.parametrize(("tex", "expected"), FAULTS)
def test_faults(tex: str, expected: list[tuple[str, str]]) -> None:
    assert faults(tex) == expected


@pytest.mark.parametrize(
    ("tex", "target", "expected"),
    [
        (r"x_\boldsymbol{a}", "mathjax", []),
        (r"x_\boldsymbol{a}", "katex", [("L009", r"\boldsymbol")]),
        (r"x_\mathbf{a}", "katex", []),
        (r"\text{one_hot}", "mathjax", []),
        (r"\text{one_hot}", "katex", [("L014", "_")]),
        (r"\text{50%}", "mathjax", []),
        (r"\text{\alpha}", "latex", [("L014", r"\alpha")]),
        ("a $ b", "mathjax", []),
        ("a $ b", "katex", [("L013", "$")]),
        (r"\label{x}", "katex", [("N013", r"\label")]),
        (r"\begin{cases} a & b & c \end{cases}", "mathjax", []),
        (r"\begin{cases} a & b & c \end{cases}", "katex", []),
        (r"\begin{cases} a & b & c \end{cases}", "latex", [("L102", "&")]),
        (r"\begin{array}{cba}\end{array}", "katex", [("L020", "b")]),
        (r"\begin{aligned} a \tag{1} \end{aligned}", "katex", []),
        (r"\textcolor{1a2}{x}", "katex", [("L020", "{1a2}")]),
        (r"\newcommand{\sum}{s}", "katex", [("L022", r"\newcommand{\sum}")]),
        (r"\gdef\a{b} \a", "mathjax", [("P001", r"\gdef")]),
        (r"\lt", "latex", [("P001", r"\lt")]),
        (r"\href{a%20b}{x}", "katex", []),
    ],
)
def test_what_is_wrong_depends_on_the_target(tex: str, target: str, expected: list[tuple[str, str]]) -> None:
    assert faults(tex, target=target) == expected


def test_inside_a_line() -> None:
    assert faults(r"a \tag{1}", display=False) == [("N007", r"\tag{1}")]
    align = r"\begin{align} a \end{align}"
    assert faults(align, display=False) == []
    assert faults(align, display=False, target="katex") == [("L104", "{align}")]


@pytest.mark.parametrize(
    "tex",
    [
        r"\begin{align} a &= b \tag{1} \\ c &= d \tag{2} \end{align}",
        r"\begin{aligned} a &= b \end{aligned} \tag{1}",
        r"\begin{cases} a \tag{1} \end{cases}",
        r"\overbrace{a}\limits^b \mathop{x}\limits_i \operatorname{a}\limits_b",
        r"\sqrt\frac{a}{b}",
        r"\left. \frac{a}{b} \right|_{x=0}",
        r"\begin{array}{c} a \\ \hline b \\ \hline \end{array}",
        r"\require{physics} \dv{x}",
        r"\left\lVert x \right\rVert",
        r"\mathop{\text{sign}}(x)",
    ],
)
def test_no_false_alarm(tex: str) -> None:
    assert faults(tex) == []


# --- recovery -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tex", "codes"),
    [
        (r"\begin{aligned} \frac{a & b \\ c & d \end{aligned}", ["L001"]),
        (r"\begin{aligned} {a & b} \\ c \end{aligned}", ["L010"]),
        (r"{\left(1+2}\right)", ["L007"]),
        (r"{\begin{matrix}1}\end{matrix}", ["L101"]),
        (r"\begin{aligned} \left( a & b \right) \end{aligned}", ["L007"]),
        (r"a &= b \\ &= c \end{aligned}", ["L101"]),
        (r"\mathbfx} + y", ["L003"]),
        (r"\begin{alinged} a & b \end{aligned}", ["L101"]),
        (r"\frac{a}{b + \sqrt{c}", ["L001"]),
        (r"\aplha + x^a^b + \frac{1}", ["L003", "L005", "L004"]),
    ],
)
def test_one_cause_is_one_fault(tex: str, codes: list[str]) -> None:
    assert [code for code, _ in faults(tex)] == codes


def test_an_error_is_a_node_in_its_place() -> None:
    assert tree(r"a + \aplha = b") == r"a + !L003(\aplha) = b"
    assert tree("x^a^b") == "!L005(x_-^a)_-^b"
    assert tree(r"\frac{a") == r"\frac!L001({a})"


# --- macros of the post -------------------------------------------------------------------------------------


def test_a_call_stays_in_the_tree_with_its_arguments() -> None:
    assert (
        tree(r"\newcommand{\norm}[2][2]{\|#2\|_{#1}} \norm[p]{x} \norm{y}").split(" ", 1)[0]
        == r"\newcommand\norm\|#2\|_{#1}"
    )
    assert tree(r"\newcommand{\norm}[2][2]{\|#2\|_{#1}} \norm[p]{x} \norm y").endswith(
        r"\norm[(p)]{x} \norm(y)"
    )


def test_definitions_hold_for_the_rest_of_the_page() -> None:
    first = read(r"\DeclareMathOperator{\tr}{tr} \def\half#1{\frac{#1}{2}}")
    second = read(r"\tr \half{x}", definitions=first.definitions)
    assert " ".join(map(short, second.tree.body)) == r"\tr \half{x}"
    assert not second.faults
    assert faults(r"\tr") == [("L003", r"\tr")]


def test_expand_writes_a_call_out() -> None:
    tex = r"\newcommand{\norm}[2][2]{\|#2\|_{#1}} \newcommand{\half}[1]{\frac{\norm{#1}}{2}} \half{x}"
    found = read(tex)
    call = found.tree.body[-1]
    assert isinstance(call, Command)
    written = found.definitions.expand(call)
    assert short(written) == r"(\frac{\| {x} \|_(2)^-}{2})"
    assert written is not None and all(call.span.contains(node.span) for node in walk(written))
    assert found.definitions.expand(Symbol(r"\alpha", Span(0, 1))) is None


def test_an_endless_definition_is_not_written_out() -> None:
    found = read(r"\def\a{\b x} \def\b{\a y} \a")
    call = found.tree.body[-1]
    assert isinstance(call, Error) and isinstance(call.node, Symbol)
    assert found.definitions.expand(call.node) is None
    assert [fault.code for fault in found.faults] == ["L025"]


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\newcommand{\T}{^\top} A\T B", r"A_-^\top B"),
        (
            r"\newcommand{\be}{\begin{aligned}}\newcommand{\ee}{\end{aligned}} \be a &= b \ee",
            "aligned[a & = b]",
        ),
        (r"\newcommand{\bs}{\boldsymbol} \bs x + \bs{y}", r"\boldsymbol(x) + \boldsymbol{y}"),
        (r"\let\oldphi\phi \renewcommand{\phi}{\varphi} \oldphi \phi", r"\oldphi \phi"),
        (r"\def\pair(#1,#2){#1#2} \pair(a,b)", r"\pairab"),
        (r"\newcommand{\lb}{\langle} \left\lb x \right.", r"left\lb x right."),
        (r"\newcommand{\q}[1]{\text{#1 or}} \q{a_b}", r"\qtext<a _ b>"),
        (r"\newcommand{\eq}[1]{\eqref{#1}} \eq{a_b_c}", r"\eqa_b_c"),
        (r"\newenvironment{two}[1]{}{} \begin{two}{x} a & b \end{two}", "two[a & b]"),
    ],
)
def test_macros_that_are_more_than_symbols(tex: str, expected: str) -> None:
    assert tree(tex).endswith(expected)
    assert faults(tex) == []


def test_the_body_of_a_macro_is_checked_where_it_is_called() -> None:
    assert faults(r"\newcommand{\a}{\nowhere}") == []
    assert faults(r"\newcommand{\a}{\nowhere} \a")[0][0] == "L003"
    assert faults(r"\newcommand{\a}{\later} \newcommand{\later}{x} \a") == []


# --- nothing breaks it --------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    list("{}[]()&^_'#$%~ax1+=|\\ \n式")
    + r"""\\ \\[ \frac \sqrt \left \right \middle \begin{aligned} \end{aligned} \begin{array} \begin \end \text
    \mathrm \over \newcommand \def \let \a \hline \tag \label \limits \sum \big \verb| \substack \color \kern
    \not \root \of \char \require \( \) #1 \begingroup \endgroup \newenvironment \operatorname* \cr \unknown
    \genfrac 2pt
    \prime \cases \choose \providecommand \DeclareMathOperator [2pt] {a} {aligned}""".split()
)
TARGETS = st.sampled_from(["mathjax", "katex", "latex", "github"])


def check_tree(node: Node, depth: int = 0) -> None:
    """Spans nest and the tree is shallow enough for whoever walks it by recursion."""
    assert depth < 6 * DEPTH_OF_FORMULAS
    assert node.span.start <= node.span.end
    for child in children(node):
        check_tree(child, depth + 1)


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join), TARGETS, st.booleans(), st.booleans())
def test_any_input_is_read(tex: str, target: str, display: bool, escaped: bool) -> None:
    found = read(tex, target=target, display=display, escaped=escaped)
    check_tree(found.tree)
    for fault in found.faults:
        assert 0 <= fault.span.start <= fault.span.end <= len(tex)
        assert fault.message
    errors = [node for node in walk(found.tree) if isinstance(node, Error)]
    assert found.faults or not errors or target == "mathjax"


@given(st.text(max_size=40))
def test_any_text_is_read(text: str) -> None:
    read(text)


@settings(deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_spans_nest_where_nothing_is_read_twice(tex: str) -> None:
    if "\\a" in tex or "\\newcommand" in tex or "\\def" in tex or "\\let" in tex:
        return
    found = read(tex)
    for node in walk(found.tree):
        for child in children(node):
            assert node.span.contains(child.span) or isinstance(node, Error), (node, child)


@pytest.mark.parametrize(
    "tex",
    [
        "{" * 10_000 + "}" * 10_000,
        "{" * 100_000,
        "}" * 100_000,
        r"\left(" * 10_000,
        r"\right)" * 10_000,
        r"\begin{matrix}" * 10_000,
        r"\end{matrix}" * 10_000,
        "x^" * 50_000,
        "&" * 50_000,
        r"\sqrt[" * 10_000,
        r"\text{$" * 10_000,
        r"\frac{" * 10_000,
        r"\def\a{" * 2_000,
        r"\def\a{\a\a}\a",
        r"\def\a{^\a}x\a",
        r"\def\a{^2}" + r"x\a " * 5_000,
        "\\" * 50_001,
    ],
    ids=lambda tex: tex[:12],
)
def test_pathological_input_is_answered(tex: str) -> None:
    check_tree(read(tex).tree)


def test_a_formula_of_a_megabyte() -> None:
    tex = r"a + b_{i}^2 \frac{x}{y} " * 42_000
    assert not read(tex).faults
