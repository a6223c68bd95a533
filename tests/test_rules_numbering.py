"""Rules for numbers and references: each fires on its fault, and only there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mathpost import rules
from mathpost.document.index import Card, Index
from mathpost.document.numbering import Scheme, plan
from mathpost.document.reader import read
from mathpost.text.diagnostics import Diagnostic
from mathpost.text.edits import apply
from mathpost.text.source import Source, decode


def findings(source: Source, target: str = "mathjax") -> list[Diagnostic]:
    document = read(source, target=target)
    subject = rules.Subject(document, plan(document, scheme=Scheme("usual")), (), (), target)
    return [d for d in rules.check(subject) if d.code.startswith("N")]


def found(text: str, target: str = "mathjax") -> list[tuple[str, str, str]]:
    """Code, severity and the text at the place of each finding."""
    source = Source("post.md", text)
    return [(d.code, str(d.severity), source.slice(d.span)) for d in findings(source, target)]


AUTOMATIC = "\\begin{equation}o\\end{equation}\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$$a\\tag{1}$$\n\n$$b\\tag{1}$$\n", [("N001", "error", "\\tag{1}")]),
        (
            f"{AUTOMATIC}$$b\\tag{{1}}$$\n",
            [("N001", "error", "\\tag{1}"), ("N004", "warning", "\\tag{1}")],
        ),
        (f"{AUTOMATIC}$$b\\tag{{7}}$$\n", [("N004", "warning", "\\tag{7}")]),
        ("$$a\\tag{1}$$\n\n$$b\\tag{3}$$\n", [("N002", "warning", "\\tag{3}")]),
        ("$$\\begin{aligned}a\\tag{1}\\end{aligned}$$\n", [("N005", "error", "\\tag{1}")]),
        ("$$\\begin{aligned}a\\tag{1}\\\\b\\tag{2}\\end{aligned}$$\n", [("N006", "error", "\\tag{2}")]),
        ("$$a\\tag{1}\\tag{2}$$\n", [("N006", "error", "\\tag{2}")]),
        ("$a\\tag{1}$\n", [("N007", "error", "\\tag{1}")]),
        (f"{AUTOMATIC}由$\\eqref{{x}}$\n", [("N008", "error", "\\eqref{x}")]),
        (f"{AUTOMATIC}$$a\\label{{x}}$$\n\n由\\eqref{{x}}\n", [("N008", "warning", "\\eqref{x}")]),
        ("$$a\\label{x}$$\n\n$$b\\label{x}$$\n", [("N009", "error", "\\label{x}")]),
        (f"{AUTOMATIC}由式(7)得\n", [("N010", "warning", "7")]),
        (
            "$$a\\tag{2}$$\n\n$$b\\tag{2}$$\n\n由式(2)得\n",
            [("N001", "error", "\\tag{2}"), ("N014", "warning", "2")],
        ),
        ("$$a\\tag{7}$$\n\n原论文的式(7)\n", [("N014", "info", "7")]),
    ],
)
def test_a_fault_is_found(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "$$a\\tag{1}$$\n\n$$b\\tag{2}$$\n\n由式(2)得\n",
        "$$a\\tag{*}$$\n\n$$b\\tag{*}$$\n",
        "$$a\\tag{5}$$\n\n$$b\\tag{6}$$\n",
        "$$a\\tag{8}$$\n\n$$b\\tag{9a}$$\n\n$$b\\tag{9b}$$\n\n$$c\\tag{10}$$\n",
        "$$a\\label{x}$$\n\n由$\\eqref{x}$\n",
        "$$a\\label{x}\\tag{1}$$\n\n由$\\eqref{x}$\n",
        "$$a$$\n:eqlabel:`x`\n\n见 :eqref:`y`\n",
        "由式(7)得\n",
        f"{AUTOMATIC}原论文的式(7)\n",
        f"{AUTOMATIC}见[博文](/archives/1)，由式(7)得\n",
        f"{AUTOMATIC}由式(3.7)得\n",
        "\\begin{align}a\\tag{1}\\\\b\\tag{2}\\end{align}\n",
        "$\\eqref{x}$ 与 $y\\label{x}$\n",
    ],
)
def test_no_false_alarm(text: str) -> None:
    assert found(text) == []


def test_a_doubled_section_is_told_where_it_stands_again() -> None:
    section = "## 推导\n\n" + "".join(f"第{chr(0x4E00 + k)}行。\n\n" for k in range(20))
    assert found(f"{section}{section}## 结语\n") == [("N015", "warning", "## 推导")]
    assert found(f"{section}## 推导\n\n另一些话。\n") == []


def test_single_dollars_as_fences_are_one_finding() -> None:
    text = "$\na\\tag{1}\n$\n\n> $\n> b\\tag{2}\n> $\n\n由式(2)得\n"
    (finding,) = findings(Source("post.md", text))
    assert (finding.code, finding.message) == (
        "N007",
        "2 displays are between single dollars: the number is lost",
    )
    assert finding.fix is not None
    assert found(apply(text, finding.fix.edits)) == []


def test_the_fix_gives_one_series() -> None:
    text = f"{AUTOMATIC}$$b\\tag{{1}}$$\n\n$$c\\tag{{3}}$$\n\n由式(3)得\n"
    source = Source("post.md", text)
    for finding in findings(source):
        assert finding.fix is not None
        assert found(apply(text, finding.fix.edits)) == []


@pytest.mark.shared
@pytest.mark.parametrize("folder", ["kexue/raw", "statproof", "d2l-zh", "topocm", "halo2"])
def test_sound_posts_have_no_findings(folder: str, shared: Path) -> None:
    files = sorted((shared / "corpus" / folder).rglob("*.md"))[::3]
    counted = Counter(d.code for f in files for d in findings(decode(f.name, f.read_bytes())))
    del counted["N011"]  # a label that nothing refers to is information: posts label for readers to come
    assert counted == {}


@pytest.mark.shared
def test_real_posts_have_the_findings_that_were_read(shared: Path) -> None:
    def of(beginning: str) -> Counter[str]:
        file = next((shared / "corpus/kexue/enhanced").glob(f"{beginning}*.md"))
        return Counter(d.code for d in findings(decode(file.name, file.read_bytes())))

    assert of("bert4keras") == {"N006": 9, "N005": 2} | {
        k: v for k, v in of("bert4keras").items() if k < "N005"
    }
    assert of("听说attention")["N008"] == 3
    assert of("滑动平均视角下的权重衰减和学习率.md"[:-3])["N010"] == 6
    assert of("随机分词浅探")["N015"] == 1


def test_a_label_of_another_post_of_the_run_is_found_there() -> None:
    document = read(Source("b.md", "由 $\\eqref{a:eq:x}$ 与 $\\eqref{a:eq:y}$ 得\n"))
    index = Index((Card("a.md", ("a",), "甲", (), labels={"eq:x": "3"}),), here="b.md")
    subject = rules.Subject(document, plan(document, scheme=Scheme("usual"), index=index), (), (), "mathjax")
    said = [d.message for d in rules.check(subject) if d.code == "N008"]
    assert said == ["no equation has the label a:eq:y"]
