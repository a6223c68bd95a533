"""Formulas are laid out alike for MathML, Word and Typst: what stands in them, none of LaTeX's names."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from mathpost.document.numbering import plan
from mathpost.document.reader import read
from mathpost.latex.macros import known_commands
from mathpost.publish.layout import mathml, omml, typst
from mathpost.publish.layout.alphabets import letter
from mathpost.publish.layout.layout import SetFormula
from mathpost.publish.layout.setting import laid_out
from mathpost.publish.pointers import names
from mathpost.text.source import Source


def laid(post: str) -> tuple[SetFormula, ...]:
    document = read(Source("post.md", post))
    return laid_out(document, names(document, plan(document)))


def only(latex: str) -> SetFormula:
    (formula,) = laid(f"${latex}$\n")
    return formula


def web(latex: str) -> str:
    whole = mathml.written(only(latex))
    return whole.split("<semantics><mrow>")[1].split("</mrow><annotation")[0]


def paper(latex: str) -> str:
    return typst.written(only(latex).rows[0].cells)


@pytest.mark.parametrize(
    ("latex", "written"),
    [
        ("x", "<mi>x</mi>"),
        ("12.5", "<mn>12.5</mn>"),
        (r"\mathrm{d}", '<mi mathvariant="normal">d</mi>'),
        (r"\mathbb{E}", '<mi mathvariant="normal">𝔼</mi>'),
        (r"\boldsymbol{x}", '<mi mathvariant="normal">𝒙</mi>'),
        (r"\Gamma", '<mi mathvariant="normal">Γ</mi>'),
        (r"\frac{a}{b}", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
        (r"a\over b", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
        (r"\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
        ("x_1^2", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
        ("f'", "<msup><mi>f</mi><mo>′</mo></msup>"),
        (r"\not=", "<mo>≠</mo>"),
        (r"\hat x", '<mover accent="true"><mi>x</mi><mo stretchy="false">^</mo></mover>'),
        (
            r"\overline{ab}",
            '<mrow style="border-top: 0.055em solid; padding-top: 0.12em"><mrow><mi>a</mi><mi>b</mi></mrow></mrow>',
        ),
        (r"\widehat{ab}", '<mover accent="true"><mrow><mi>a</mi><mi>b</mi></mrow><mo>\u0302</mo></mover>'),
        (r"\text{if } x", "<mrow><mtext>if\u00a0</mtext><mi>x</mi></mrow>"),
        (r"\color{red}xy", '<mrow><mstyle mathcolor="red"><mi>x</mi></mstyle><mi>y</mi></mrow>'),
        (r"\newcommand{\a}[1]{(#1)}\a{x}", '<mrow><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo></mrow>'),
        ("a < b", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>"),
        ("损", "<mtext>损</mtext>"),
        (r"\foo", "<mtext>\\foo</mtext>"),
    ],
)  # fmt: skip
def test_mathml(latex: str, written: str) -> None:
    assert web(latex) == written


@pytest.mark.parametrize(
    ("latex", "written"),
    [
        (r"\frac{a}{b}", "frac(a, b)"),
        ("x_1^2", "attach(x, b: 1, t: 2)"),
        (r"a\_\#", 'a upright("_")upright("#")'),
        (r"\max_x f", 'attach(op("max", limits: #true), b: x)f'),
        (r"(a, b)", "\\(a\\,b\\)"),
        (r"\langle a\rangle_2", "\\⟨a attach(\\⟩, b: 2)"),
        (r"\text{a \"b\"}", '"a \\"b\\""'),
        (r"\left\{x\right.", "lr(\\{x)"),
        (r"\begin{pmatrix}a&b\\c&d\end{pmatrix}", "lr(\\(mat(delim: #none, a, b; c, d)\\))"),
    ],
)
def test_typst(latex: str, written: str) -> None:
    assert paper(latex.replace('\\"', '"')) == written


def test_a_large_sign_takes_its_operand_in_word() -> None:
    written = omml.written(only(r"\sum_{i}^n x_i + 1").rows[0].cells)
    assert '<m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="undOvr"/>' in written
    assert written.count("<m:e>") == 2  # the operand, and the base inside it


@pytest.mark.parametrize("alphabet", ["bold", "script", "fraktur", "double-struck", "sans", "mono"])
def test_alphabets_are_complete_for_latin_capitals(alphabet: str) -> None:
    assert all(letter(c, alphabet) != c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def test_numbers_stand_beside_their_rows() -> None:
    (formula,) = laid("\\begin{align}a&=b\\label{x}\\\\c&=d\\notag\\\\e&=f\\tag{*}\\end{align}\n")
    assert [(row.number, row.name) for row in formula.rows] == [("(1)", "x"), ("", ""), ("(*)", "eq:x")]
    assert formula.columns == "rl"


def test_every_command_has_a_layout_that_every_format_can_write() -> None:
    sample = {
        "size": "1em",
        "colour": "red",
        "delimiter": "(",
        "raw": "1",
        "count": "1",
        "url": "http://a.b",
        "rows": "{a}",
    }
    broken = []
    for name, entry in known_commands().items():
        given = "".join(
            f"{{{sample.get(kind, 'x')}}}" if kind != "delimiter" else "(" for kind in entry.arguments
        )
        for formula in laid(f"$a {name}{given} b$\n"):
            if formula.broken:
                continue
            cells = formula.rows[0].cells
            ElementTree.fromstring(mathml.written(formula))
            ElementTree.fromstring(f'<r xmlns:m="m" xmlns:w="w">{omml.written(cells)}</r>')
            if typst.written(cells).count('"') % 2 and '\\"' not in typst.written(cells):
                broken.append(name)
    assert not broken


_ARITY = {
    "mfrac": 2,
    "mroot": 2,
    "msub": 2,
    "msup": 2,
    "msubsup": 3,
    "munder": 2,
    "mover": 2,
    "munderover": 3,
}


@pytest.mark.parametrize(
    "latex",
    [
        "x_A",
        "x^A",
        "x_A^A",
        r"\frac A A",
        r"\sqrt[A]{A}",
        r"\sum_A^A",
        r"\hat A",
        r"\underbrace{A}_A",
        "A^A_A",
    ],
)
@pytest.mark.parametrize(
    "argument", [r"\max", r"\operatorname{ab}", r"\log x", "{}", r"\left(x\right)", "x'"]
)
def test_each_element_has_its_children(latex: str, argument: str) -> None:
    root = ElementTree.fromstring(mathml.written(only(latex.replace("A", f"{{{argument}}}"))))
    bare = ElementTree.fromstring(mathml.written(only(latex.replace("A", f" {argument} "))))
    for element in (*root.iter(), *bare.iter()):
        name = element.tag.partition("}")[2]
        assert len(element) == _ARITY.get(name, len(element)), ElementTree.tostring(element)
