"""Inputs that break parsers: deep, long, repeated, half. They are answered, and work grows with length.

No clock is read: the work is counted in calls of Python functions, which a busy machine does not change.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from cProfile import Profile
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from mathpost import site
from mathpost.config import Config
from mathpost.deadline import within
from mathpost.document import flavours
from mathpost.document.flavour import PLAIN
from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.pipeline import PostResult, authored, examine
from mathpost.text.limits import Limits
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Unchecked
from mathpost.verify.verdicts.judgement import judge
from mathpost.writers.enhanced import enhance

SHAPES: dict[str, Callable[[int], str]] = {
    "open braces": lambda n: "$" + "{" * n + "$",
    "closed braces": lambda n: "$" + "}" * n + "$",
    "nested groups": lambda n: "$$" + "{" * n + "x" + "}" * n + "$$",
    "nested fractions": lambda n: "$" + "\\frac{1}{" * n + "}" * n + "$",
    "nested left": lambda n: "$" + "\\left(" * n + "\\right)" * n + "$",
    "left alone": lambda n: "$" + "\\left(" * n + "$",
    "scripts": lambda n: "$x" + "^{x" * n + "}" * n + "$",
    "scripts without base": lambda n: "$" + "_^" * n + "$",
    "primes": lambda n: "$x" + "'" * n + "$",
    "dollars": lambda n: "$" * n,
    "dollars and spaces": lambda n: "$ " * n,
    "double dollars": lambda n: "$$\n" * n,
    "lone dollars on lines": lambda n: "a $b\n\n" * n,
    "one long formula": lambda n: "$$" + "x + " * n + "y$$",
    "many formulas": lambda n: "$x$ " * n,
    "definitions": lambda n: "".join(f"$\\newcommand{{{named(k)}}}{{x}}$\n\n" for k in range(n)),
    "definitions that open": lambda n: "".join(
        f"$\\newcommand{{{named(k)}}}{{\\begin{{aligned}}}}$\n\n" for k in range(n)
    ),
    "environments of its own": lambda n: "".join(
        f"$\\newenvironment{{{named(k)[1:]}}}{{}}{{}}\\begin{{{named(k)[1:]}}}x\\end{{{named(k)[1:]}}}$\n\n" for k in range(n)
    ),
    "many displays": lambda n: "\\begin{equation}a\\end{equation}\n\n" * n,
    "environments that open": lambda n: "\\begin{align}" * n,
    "environments in each other": lambda n: "\\begin{cases}" * n + "\\end{cases}" * n,
    "ends without begin": lambda n: "\\end{align}" * n,
    "rows": lambda n: "$$\\begin{matrix}" + "a & b \\\\\n" * n + "\\end{matrix}$$",
    "ampersands": lambda n: "$$\\begin{matrix}" + "&" * n + "\\end{matrix}$$",
    "backslashes": lambda n: "$" + "\\" * n + "$",
    "backslashes outside": lambda n: "\\" * n,
    "backticks": lambda n: "`" * n + " $x$",
    "growing backticks": lambda n: " ".join("`" * (k + 1) for k in range(int((2 * n) ** 0.5))),
    "nested lists": lambda n: "\n".join("  " * (k % 60) + "- $x$" for k in range(n)),
    "nested quotes": lambda n: "> " * min(n, 400) + "$x$",
    "brackets": lambda n: "[" * n + "$x$",
    "links": lambda n: "[a](" * n,
    "emphasis": lambda n: "*a **b " * n,
    "comments": lambda n: "<!-- " * n,
    "tags": lambda n: "<a " * n,
    "macros that grow": lambda n: "$" + doubling(min(n, 24)) + "$",
    "a macro that calls itself": lambda n: "$\\newcommand{\\a}{\\a\\a}" + "\\a" * n + "$",
    "references in words": lambda n: "由(1)和(2)、(3)得\n\n" * n,
    "a list of references": lambda n: "$$a\\tag{3}$$\n\n式" + "、".join(f"({k % 999})" for k in range(n)),
    "points": lambda n: "$$a\\tag{3}$$\n\npoints = [" + ", ".join(f"({k % 20}, {k % 19})" for k in range(n)) + "]",
    "references on one line": lambda n: "$$a\\tag{3}$$\n\n" + "由(3)得(4)；" * n,
    "sums of references": lambda n: "$$a\\tag{3}$$\n\n" + "(3) 与 (4) 相减 " * n,
    "numbers in dollars": lambda n: "$$a\\tag{3}$$\n\n" + "式$(3)$ " * n,
    "captions": lambda n: "".join(f"**公式{k % 999} - 名**：\n\n$$a\\tag{{{k % 999}}}$$\n\n" for k in range(n // 3)),
    "captions of nothing": lambda n: "**公式3**：\n" * n,
    "parts of numbers": lambda n: "".join(f"$$a\\tag{{{k // 3}{'abc'[k % 3]}}}$$\n\n" for k in range(n // 3)),
    "first parts": lambda n: "$$a\\tag{9a}$$\n\n$$b$$\n\n" * (n // 3),
    "one reference to many labels": lambda n: "$$a\\label{e}$$\n\n\\cref{" + "e," * n + "e}",
    "brackets of numbers": lambda n: "$$a\\tag{3}$$\n\n由" + "(" * n + "3" + ")" * n,
    "labels": lambda n: "".join(f"$$a\\label{{e{k}}}$$\n\n$\\eqref{{e{k}}}$\n\n" for k in range(n // 2)),
    "same label": lambda n: "$$a\\label{e}$$\n\n" * n,
    "tags in one display": lambda n: "$$" + "\\tag{1}" * n + "$$",
    "equations in a chain": lambda n: "$$a" + " = b" * n + "$$",
    "headings": lambda n: "# $x$\n" * n,
    "table": lambda n: "|a|b|\n|-|-|\n" + "|$x$|$y$|\n" * n,
    "table of one row": lambda n: f"|{'|'.join(['$x$'] * n)}|\n{'|-' * n}|\n|{'|'.join(['$y$'] * n)}|\n",
    "fences": lambda n: "```\n" * n,
    "front matter": lambda n: "---\n" * n,
    "aliases in front matter": lambda n: "---\nb0: &b0 [x,x]\n" + "".join(
        f"b{k}: &b{k} [*b{k - 1},*b{k - 1}]\n" for k in range(1, min(n, 30))
    ) + "---\n",
    "zero bytes": lambda n: "\x00$x$" * n,
    "comments of ours": lambda n: "<!-- enhance: ignore L001 -->\n" * n + "$x{$\n",
    "parts of ours": lambda n: "<!-- enhance:begin steps -->\n" * n,
    "controls": lambda n: "\x02\x7f\ue001$x$" * n,
}  # fmt: skip


def named(k: int) -> str:
    """A name of a macro, one for each number."""
    return "\\m" + "".join(chr(97 + int(digit)) for digit in str(k))


def doubling(n: int, last: str = "x") -> str:
    """A chain of `n` macros, each of which calls the next one twice."""
    names = [f"\\m{chr(97 + k // 26)}{chr(97 + k % 26)}" for k in range(n + 1)]
    made = [f"\\newcommand{{{a}}}{{{b}{b}}}" for a, b in pairwise(names)]
    return "".join(made) + f"\\newcommand{{{names[n]}}}{{{last}}}{names[0]}"


ENDLESS = {
    "a macro that says itself twice": "\\def\\x{\\x\\x}\\x",
    "a macro and its alias": "\\def\\x{\\y\\y}\\let\\y=\\x\\x",
    "a chain of forty that double": doubling(40),
    "two chains that call each other": "".join(
        f"\\def\\{a}{chr(97 + k)}{{\\u{chr(98 + k)}\\v{chr(98 + k)}}}" for k in range(24) for a in "uv"
    )
    + "\\def\\uy{x}\\def\\vy{x}\\ua",
    "an argument said twice, forty deep": "\\newcommand{\\d}[1]{#1#1}" + "\\d{" * 40 + "x" + "}" * 40,
    "the same within a macro": "\\newcommand{\\d}[1]{#1#1}\\newcommand{\\e}[1]{"
    + "\\d{" * 40
    + "#1"
    + "}" * 40
    + "}\\e{x}",
    "a default that doubles": "\\newcommand{\\d}[1][\\e]{#1#1}\\newcommand{\\e}{\\d}\\d",
    "environments that begin each other": "".join(
        f"\\newenvironment{{{a}{k}}}{{\\begin{{u{k + 1}}}\\begin{{v{k + 1}}}}}{{}}"
        for k in range(24)
        for a in "uv"
    )
    + "\\newenvironment{u24}{\\begin{u24}}{}\\begin{u0}x\\end{u0}",
    "many calls of a long macro": doubling(13) + " + \\maa" * 40,
}


@pytest.mark.parametrize("formula", ENDLESS.values(), ids=ENDLESS)
def test_macros_that_never_end_are_an_error_at_once(formula: str) -> None:
    result = examine(Source("a.md", f"$${formula} = 1$$\n"), Config(), True)
    assert {d.code for d in result.diagnostics} >= {"L025"}
    assert not [d.message for d in result.diagnostics if d.code == "X001"]
    assert enhance(result) == result.source.text


def test_a_condition_may_end_a_macro_and_it_is_not_written_out() -> None:
    result = examine(
        Source("a.md", "$$\\def\\x{\\ifx a b \\x\\x\\fi}\\x = 1$$\n"), Config(target="katex"), True
    )
    assert "L025" not in {d.code for d in result.diagnostics}


def test_macros_of_usual_length_are_written_out() -> None:
    text = "$$" + doubling(6, "+x") + " = 64 x$$\n"
    result = examine(Source("a.md", text), Config(), True)
    assert result.diagnostics == ()
    assert [type(v).__name__ for v in result.verdicts] == ["Proved"]


def examined(text: str) -> PostResult:
    return examine(Source("a.md", text), Config(), False)


@pytest.mark.parametrize("shape", SHAPES)
def test_an_answer_comes_and_nothing_breaks_down(shape: str) -> None:
    text = SHAPES[shape](1500)
    result = examined(text)
    assert not [d.message for d in result.diagnostics if d.code == "X001"]
    new = enhance(result)
    assert examined(new).numbering.edits == ()


UNCLOSED = "unclosed code"


def calls(work: Callable[[], object]) -> int:
    """How many Python functions `work` calls."""
    profile = Profile(builtins=False)
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.fixture(scope="module")
def work() -> dict[str, list[int]]:
    """The calls for 150 and for 600 parts of each shape, counted in an interpreter in which no other test has run."""
    done = subprocess.run([sys.executable, __file__], check=True, capture_output=True, text=True, timeout=300)
    found: dict[str, list[int]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_length_is_at_most_about_twice_the_work(shape: str, work: dict[str, list[int]]) -> None:
    small, large = work[shape]
    assert large <= 7 * small + 2000  # linear would be 4, quadratic 16


def test_ten_thousand_braces() -> None:
    result = examined("$" + "{" * 10_000 + "$")
    assert any(d.code == "L001" for d in result.diagnostics)


def test_five_thousand_dollars() -> None:
    assert examined("$" * 5000).failed == ()


PIECES = [
    "[",
    "![[",
    "[[a#^b|",
    "<script",
    "<A",
    "import = ",
    "import from ",
    "{{",
    "{%",
    "$`",
    ":::{",
    "(#eq:a",
    "@",
    "\\",
]


@pytest.mark.parametrize("piece", PIECES)
def test_the_signs_of_flavours_are_looked_for_once_in_a_long_line(piece: str) -> None:
    """Each piece was met by a sign that read on to the end of the line from every place: hours for this line."""
    line = "export " + piece * (1_000_000 // len(piece))
    assert within(60, lambda: flavours.signed([line]) or "none", lambda: "hangs") != "hangs"


BLANKS = {
    "spaces": " " * 200_000,
    "tabs": "\t" * 200_000,
    "其中 and spaces": "其中" + " " * 200_000,
    "* and spaces": "* " * 100_000,
}


@pytest.mark.parametrize("blank", BLANKS)
def test_white_space_is_passed_over_once(blank: str) -> None:
    """In a text that has lost its formulas the program looks for the white space that they left."""
    result = examined("由此得。\n\n" * 3 + BLANKS[blank] + "x\n\nwords\n")
    assert not [d.message for d in result.diagnostics if d.code == "X001" or "CPU time" in d.message]


def test_code_that_is_never_closed_is_looked_for_once(work: dict[str, list[int]]) -> None:
    """Each run of backticks of another length was looked for by an expression of its own, to the end of the post."""
    assert work[UNCLOSED][0] < 40_000


def test_signs_of_flavours_have_the_time_of_the_post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def spin(_: object) -> object:
        while True:
            pass

    monkeypatch.setattr(flavours, "signed", spin)
    source, config = Source(str(tmp_path / "a.md"), "$x$\n"), Config(limits=Limits(seconds=1))
    assert site.flavour_of(source, config).flavour is PLAIN


def test_a_long_name_that_is_not_known_is_not_compared_with_all_that_are_like_it() -> None:
    """All names one letter away from one of 200,000 letters are 4 * 10^12 letters."""
    result = examined("$\\" + "a" * 200_000 + "$\n")
    assert [d.code for d in result.diagnostics] == ["X006", "L003"]
    assert max(len(d.message) for d in result.diagnostics) == 1000


@pytest.mark.parametrize("number", ["9" * 22, "9" * 200_000, "1." * 60 + "1", "²", "٣", "00001"])
def test_a_tag_may_be_any_number(number: str) -> None:
    text = f"$$a\\tag{{1}}$$\n\n$$b\\tag{{{number}}}$$\n\n$$c\\tag{{3}}$$\n\n由 ({number[:30]}) 和 (1)–(3) 得。\n"
    result = examined(text)
    assert not [d.message for d in result.diagnostics if d.code == "X001"]
    assert result.readable
    assert number in enhance(result)


@pytest.mark.parametrize("count", ["²", "9" * 5000, "-1", "٣"])
def test_a_count_that_is_none_is_a_fault_of_the_post(count: str) -> None:
    for formula in (
        f"\\begin{{alignedat}}{{{count}}}x&=y\\end{{alignedat}}",
        f"\\newcommand{{\\x}}[{count}]{{x}}",
    ):
        assert not [d.message for d in examined(f"$${formula}$$\n").diagnostics if d.code == "X001"]


def test_exact_numbers_of_many_digits_cost_more_than_short_ones() -> None:
    (verdict,) = examine(
        Source("a.md", "$\\prod_{k=1}^{900} \\sum_{j=1}^k \\frac{1}{j^k} = 2$\n"), Config(), True
    ).verdicts
    assert isinstance(verdict, Unchecked)
    assert (verdict.reason, verdict.culprit) == ("limit", "size of the term")


SENTENCES = [
    "设 $X$ 服从 $N(\\mu, \\sigma^2)$，$Y \\sim \\mathcal{N}(\\boldsymbol{0}, \\Sigma)$。",
    "$X$ is distributed as $\\text{Exp}(\\lambda)$, where $\\lambda > 0$ and $Z = \\sum_i e^{x_i}$.",
    "Let $A \\in \\mathbb{R}^{m \\times n}$ be a matrix, $x \\in \\mathbb{R}^n$ a vector, $X = (x_1, \\dots, x_n)^\\top$.",
    "令 $f(x) = x^2$，其中 $x \\in [0, 1)$，$n$ 为正整数，$i = 1, \\dots, n$。",
    "Suppose $X_1, \\dots, X_n$ are i.i.d. with mean $\\mu$ and variance $\\sigma^2$; let $S = \\{1, 2\\}$.",
    "令 $\\frac{\\partial L}{\\partial x} = 0$，若 $\\|\\delta\\|_2 \\le \\epsilon$，则 $\\lim_{x \\to 0} f(x) = 1$。",
    "Let $A = U \\Sigma V^{\\top}$ be the SVD of $A$ and $\\sigma_i = e^{-i}$, $B = \\sum_{k=1}^{r} \\sigma_k u_k v_k^{\\top}$.",
    "For $\\epsilon \\to 0$ we have $f(x) = O(\\epsilon^2)$ and $\\mathbb{E}[X | Y] = \\int x\\, p(x|y)\\, dx$.",
]


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("damage", ["\\foo ", "&", "}", "^", "\\left(", "\\frac{"])
def test_a_sentence_with_damage_anywhere_in_its_formulas_is_answered(sentence: str, damage: str) -> None:
    claims = "\n\n$$\\mathbb{E}[X + Y] = a + b, \\quad A^\\top A x = c$$\n"
    inside = [k for k in range(1, len(sentence)) if sentence.count("$", 0, k) % 2]
    for at in inside[::2]:
        document = authored(read(Source("post.md", sentence[:at] + damage + sentence[at:] + claims)))
        found = steps(document)
        assert len(judge(document, found, set())) == len(found)


BOMBS = {
    "merged mappings": "a0: &a0 {k: 1}\n"
    + "".join(f"a{k}: &a{k} {{<<: [*a{k - 1}, *a{k - 1}]}}\n" for k in range(1, 25)),
    "a mapping within itself": "a: &a {b: *a}\n",
    "mappings that share mappings": "m0: &m0 {a: 1}\n"
    + "".join(f"m{k}: &m{k} {{a: *m{k - 1}, b: *m{k - 1}}}\n" for k in range(1, 28)),
    "mappings in each other": "{a: " * 3000 + "}" * 3000 + "\n",
    "an object of Python": '!!python/object/apply:os.system ["false"]\n',
    "a number of many digits": "x: " + "1" * 6000 + "\n",
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_front_matter_that_explodes_is_answered(bomb: str) -> None:
    result = examined(f"---\nmath: 1\n{bomb}---\n\n$x$\n")
    assert not result.failed
    assert "X001" not in {d.code for d in result.diagnostics}


if __name__ == "__main__":
    examined("$x$")  # what is imported on first use
    counted = {s: [calls(partial(examined, grow(n))) for n in (150, 600)] for s, grow in SHAPES.items()}
    counted[UNCLOSED] = [calls(partial(examined, " ".join("`" * k for k in range(1, 1000))))]
    sys.stdout.write(json.dumps(counted))
