"""What the renderers themselves say: KaTeX and MathJax 3 in Node, against the parser's verdicts."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from mathpost.latex.parser import parse
from mathpost.text.source import Span
from oracle import renderers
from oracle.renderers import DRAWN

ORACLE = Path(__file__).parent / "oracle"

Post = Sequence[tuple[str, bool]]


def ask(posts: Sequence[Post]) -> list[list[dict[str, Any]]]:
    """The renderers' answers for the formulas of each post: (what LaTeX reads, display)."""
    need_renderers()
    return renderers.ask([[{"tex": tex, "display": display} for tex, display in post] for post in posts])


def need_renderers() -> None:
    if shutil.which("node") is None or not (ORACLE / "node_modules" / "katex").is_dir():
        pytest.skip("no Node, or the renderers are not installed: make oracle")


def differences(posts: Sequence[Post], target: str) -> list[str]:
    """Formulas that the renderer refuses and the parser accepts, or the reverse."""
    found = []
    for post, answers in zip(posts, ask(posts), strict=True):
        definitions = None
        for (tex, display), answer in zip(post, answers, strict=True):
            parsed = parse(tex, [Span(0, len(tex))], display=display, target=target, definitions=definitions)
            definitions = parsed.definitions
            faults = [fault for fault in parsed.faults if fault.code not in DRAWN[target]]
            if bool(faults) != bool(answer[target]):
                found.append(f"{tex[:80]!r}: {answer[target]} / {[f.message for f in faults]}")
    return found


FORMULAS = [
    r"\frac{a}{b} + \sqrt[3]{x} \hat{y}",
    r"\frac{a}{b",
    "a}",
    r"\aplha",
    r"\frac{a}",
    "x^a^b",
    "x^a'",
    "x_a_b",
    r"\left( a",
    r"a \right)",
    r"\left x \right)",
    r"\hat\mathbf{x}",
    "a & b",
    "#",
    r"1 \over 2 \over 3",
    r"x\limits_a",
    r"\hspace{abc}",
    r"\begin{foo} a \end{foo}",
    r"\begin{pmatrix} a \end{bmatrix}",
    r"\begin{matrix} a \hline b \end{matrix}",
    r"a \tag{1} \tag{2}",
    r"\begin{align} a &= b \tag{1} \\ c &= d \tag{2} \end{align}",
    r"\begin{cases} a & b \\ c & d \end{cases}",
    r"\newcommand{\T}{^\top} A\T B",
    r"\mathop{x}\limits_i \operatorname*{a}_b",
    r"\left\{ x \middle| y \right\}",
    r"\Big{\{} a \Big{]}",
    r"\left\ulcorner a \right.",
    r"\root 4 \of x",
    r"a \overwithdelims [] b",
    r"\def\foo#1|{#1} \foo 1}|",
    "x\u0301 + A\u0332",
    r"\newcommand{\a}[1][x]{#1} \a",
    r"\begin{array}[b]{c} a \end{array}",
]


@pytest.mark.oracle
@pytest.mark.parametrize("target", ["mathjax", "katex"])
def test_the_renderers_agree_on_each_construct(target: str) -> None:
    assert differences([[(tex, True)] for tex in FORMULAS], target) == []


@pytest.mark.oracle
def test_the_target_makes_the_difference() -> None:
    both = [r"\begin{aligned} a \tag{1} \end{aligned}", r"x_\boldsymbol{a}", r"\label{x}", r"\text{a_b}"]
    for target in ("mathjax", "katex"):
        assert differences([[(tex, True)] for tex in both], target) == []


@pytest.mark.oracle
@pytest.mark.shared
@pytest.mark.parametrize(
    ("folder", "target"),
    [
        *((folder, "mathjax") for folder in ("kexue", "statproof", "d2l-zh", "topocm", "halo2")),
        *((folder, "katex") for folder in ("statproof", "d2l-zh", "topocm")),
    ],
)
def test_the_renderers_agree_on_open_posts(folder: str, target: str, shared: Path) -> None:
    """A sixth of the posts here; `benchmarks/agreement.py` asks about all of them."""
    need_renderers()
    files = sorted((shared / "corpus" / folder).rglob("*.md"))[::6]
    found = list(renderers.answers(files, target))
    assert len(found) > 200
    assert [str(answer) for answer in found if not answer.agrees] == []


REFUSED = {"toFailWithParseError", "not.toParse", "not.toBuild"}
TAKEN = {"toParse", "toBuild"}


@pytest.mark.shared
def test_the_cases_of_katex_itself(shared: Path) -> None:
    """At least 95 of 100 broken formulas are found, most where KaTeX points, and no good one is blamed."""
    missed, alarms, refused = [], [], 0
    for line in (shared / "cases" / "katex.jsonl").open(encoding="utf-8"):
        case = json.loads(line)
        tex = case["tex"]
        if case.get("settings") or any(c in tex for c in "$`") or not tex.strip() or not tex.isprintable():
            continue
        faults = parse(tex, [Span(0, len(tex))], target="katex").faults
        if case["matcher"] in REFUSED:
            refused += 1
            missed += [] if faults else [tex]
        elif case["matcher"] in TAKEN and faults and tex != r"\tag{hi}x+y":
            alarms.append(tex)
    assert alarms == []
    assert refused > 150
    assert len(missed) <= refused * 0.05


@pytest.mark.oracle
@pytest.mark.shared
def test_katex_on_the_cases_of_mathjax(shared: Path) -> None:
    """Formulas written to try out every corner of another renderer: 995 of 1,000 verdicts are KaTeX's own."""
    lines = (shared / "cases" / "mathjax.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for line in lines if (case := json.loads(line)).get("tex", "").strip()]
    known = [case for case in cases if not case.get("opts") and set(case["packages"]) <= AUTOLOADED]
    posts = [[(case["tex"], bool(case.get("display", True)))] for case in known]
    assert len(posts) > 1300
    assert len(differences(posts, "katex")) <= 0.005 * len(posts)


# What a page has without asking: base, ams and the packages that load themselves.
AUTOLOADED = set(
    """action ams amscd autoload base bbox boldsymbol braket cancel color enclose extpfeil html mhchem newcommand
    noundefined require unicode verb""".split()
)
# Good in the tests of MathJax itself, and told to the author all the same.
TOLD = {
    "a\\* b": "a product sign that may break the line in version 4, unknown to version 3",
    r"\braket \frac{a}{c}|b": "the command takes half of the fraction",
    r"\a": "unknown, and drawn in red",
    r"a\b c": "unknown, and drawn in red",
    r"\def\x  #1  {[#1]} \x{x}": "version 3 refuses it",
}


@pytest.mark.shared
def test_the_cases_of_mathjax_itself(shared: Path) -> None:
    """At least 95 of 100 broken formulas are found, and no good one is blamed but those listed."""
    missed, alarms, refused = [], [], 0
    for line in (shared / "cases" / "mathjax.jsonl").open(encoding="utf-8"):
        case = json.loads(line)
        tex = case.get("tex", "")
        if not tex.strip() or case.get("opts") or not set(case["packages"]) <= AUTOLOADED:
            continue
        found = parse(tex, [Span(0, len(tex))], display=bool(case.get("display", True))).faults
        faults = [fault for fault in found if fault.code not in DRAWN["mathjax"]]
        if "error" in case:
            refused += 1
            missed += [] if faults else [tex]
        elif not case.get("merror") and faults and tex not in TOLD:
            alarms.append(tex)
    assert alarms == []
    assert refused > 150
    assert len(missed) <= refused * 0.05
