"""Code beneath formulas: right code is never refuted, planted slips nearly always, and nothing is executed."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from mathpost.config import Config
from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.pipeline import examine
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.programs.comparison import Compared, compared

PROGRAMS = Path(__file__).parent / "programs"
SETS = ("pairs", "books")


class Pair(NamedTuple):
    title: str
    formula: str
    kind: str
    code: str


def pairs(name: str) -> list[Pair]:
    """The pairs of a file in `programs`."""
    found: list[Pair] = []
    title = formula = ""
    for line in (PROGRAMS / f"{name}.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            title = line[3:]
        elif line.startswith("$$"):
            formula = line
        elif line in ("right", "wrong", "beyond"):
            found.append(Pair(title, formula, line, ""))
        elif line.startswith("    "):
            found[-1] = found[-1]._replace(code=found[-1].code + line[4:] + "\n")
    return found


def beneath(formula: str, code: str, before: str = "") -> tuple[Compared, ...]:
    document = read(Source("a.md", f"{before}\n\n{formula}\n\n```python\n{code}```\n"))
    return compared(document, steps(document), read)


@cache
def verdict(pair: Pair) -> Verdict | None:
    found = beneath(pair.formula, pair.code)
    return found[0].verdict if found else None


ALL = [pair for name in SETS for pair in pairs(name)]


@pytest.mark.parametrize("pair", ALL, ids=lambda p: f"{p.title}-{p.kind}")
def test_no_verdict_is_false(pair: Pair) -> None:
    found = verdict(pair)
    if pair.kind == "wrong":
        assert not isinstance(found, Proved | Agrees)
    else:
        assert not isinstance(found, Refuted)


@pytest.mark.parametrize("name", SETS)
def test_half_of_the_pairs_are_decided_and_most_planted_slips_are_found(name: str) -> None:
    counts = Counter((p.kind, isinstance(verdict(p), Proved | Agrees | Refuted)) for p in pairs(name))
    assert sum(n for (_, decided), n in counts.items() if decided) * 2 >= counts.total()
    refuted = sum(isinstance(verdict(p), Refuted) for p in pairs(name) if p.kind == "wrong")
    assert refuted >= 0.8 * counts["wrong", True]


MEAN = r"$$\mu = \frac{1}{n}\sum_{i=1}^{n} x_i$$"


def one(formula: str, code: str) -> Compared:
    (found,) = beneath(formula, code)
    return found


@pytest.mark.parametrize(
    "code",
    [
        "n = 100\nx = np.random.randn(n)\nmu = x.mean()\n",
        "x = np.array([1.0, 2.0, 4.0])\nmu = x.sum() / len(x)\n",
        "def mu(x, n=3):\n    return np.sum(x) / n\n",
    ],
)
def test_an_example_of_a_value_stands_for_every_value(code: str) -> None:
    assert isinstance(one(MEAN, code).verdict, Proved | Agrees)


@pytest.mark.parametrize(
    "code",
    [
        "mu = 0\nfor i in range(n):\n    mu = mu + x[i] / 2\n",
        "mu = 0\nfor i in range(n):\n    mu += x[i] * mu\n",
        "mu = x.mean() if len(x) else 0\n",
        "while True:\n    mu = x.mean()\n",
        "mu = np.log(x.mean() + 1e-8)\n",
        "mu = open('/etc/passwd').read()\n",
        "import os\nos.system('touch ran')\nmu = x.sum()\n",
        "mu = __import__('os').getcwd()\n",
        "mu = eval('x.mean()')\n",
        "def mu(x):\n    return mu(x)\n",
        "mu = " + "-" * 300 + "x.sum()\n",
    ],
)
def test_what_is_not_understood_is_not_judged(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = beneath(MEAN, code)
    assert all(isinstance(f.verdict, Unchecked) for f in found)
    assert not list(tmp_path.iterdir())


def test_code_that_does_not_say_what_it_computes_or_stands_elsewhere_is_left_out() -> None:
    assert beneath(MEAN, "gradient = x.sum() / 2\n") == ()
    assert beneath(MEAN, "mu = (\n") == ()
    far = read(Source("a.md", f"{MEAN}\n\n## Another\n\n```python\nmu = x.sum()\n```\n"))
    assert compared(far, steps(far), read) == ()


def test_definitions_of_the_post_are_in_force() -> None:
    before = "For real $z$ let $$\\sigma(z) = \\frac{1}{1 + e^{-z}}$$"
    code = "def g(x):\n    s = 1 / (1 + np.exp(-x))\n    return s * {}\n"
    formula = r"$$g(x) = \sigma(x)(1 - \sigma(x))$$"
    right, wrong = (beneath(formula, code.format(rest), before)[0].verdict for rest in ("(1 - s)", "(1 + s)"))
    assert isinstance(right, Proved | Agrees) and isinstance(wrong, Refuted)


def test_a_function_defined_before_is_read_where_it_is_called() -> None:
    code = "def total(v):\n    return np.sum(v)\n\ndef mu(x, n):\n    return total(x) / n\n"
    assert isinstance(one(MEAN, code).verdict, Proved | Agrees)


def findings(formula: str, code: str) -> list[str]:
    result = examine(Source("a.md", f"# A\n\n{formula}\n\n```python\n{code}```\n"), Config(), True)
    return [d.code for d in result.diagnostics if d.code in ("D007", "D008")]


def test_findings_of_a_check() -> None:
    assert findings(MEAN, "mu = x.sum() / (n - 1)\n") == ["D007"]
    assert findings(MEAN, "mu = x.mean()\n") == []
    softmax = r"$$\text{softmax}(x)_i = \frac{e^{x_i}}{\sum_j e^{x_j}}$$"
    assert findings(softmax, "def softmax(x):\n    e = np.exp(x)\n    return e / e.sum()\n") == ["D008"]
    assert findings(softmax, "def softmax(x):\n    e = np.exp(x - x.max())\n    return e / e.sum()\n") == []


def test_the_note_shows_the_values_of_both(tmp_path: Path) -> None:
    post = f"# A\n\n{MEAN}\n\n```python\nmu = x.sum() / (n - 1)\n```\n"
    (found,) = [d for d in examine(Source("a.md", post), Config(), True).diagnostics if d.code == "D007"]
    assert found.message == "`mu` does not compute the formula above it"
    assert (
        "formula" in found.notes[0].message
        and "code" in found.notes[0].message
        and "n = " in found.notes[0].message
    )


@pytest.mark.parametrize("name", SETS)
def test_the_manual_says_what_was_measured(name: str) -> None:
    text = " ".join(
        (Path(__file__).parent.parent / "docs" / "verification.md").read_text(encoding="utf-8").split()
    )
    measured = pairs(name)
    decided = [p for p in measured if isinstance(verdict(p), Proved | Agrees | Refuted)]
    planted = [p for p in decided if p.kind == "wrong"]
    open_ = sum(p.kind == "wrong" for p in measured) - len(planted)
    told = text[text.index(f"On the {len(measured)} pairs in `tests/programs/{name}.md`") :].partition(" - ")[
        0
    ]
    figures = [int(word) for word in told.split() if word.isdigit()]
    assert all(isinstance(verdict(p), Refuted) for p in planted) and f"all {figures[2]} planted slips" in told
    known = [len(measured), len(decided), len(planted), open_]
    assert figures == known


def test_two_equations_for_one_name_are_two_choices() -> None:
    system = "$$\\begin{aligned} y &= 2x + 1 \\\\ y &= 2x + 3 \\end{aligned}$$"
    assert isinstance(one(system, "y = 2 * x + 1\n").verdict, Proved | Agrees)
    assert isinstance(one(system, "y = 2 * x + 2\n").verdict, Refuted)


def test_a_symbol_that_the_code_finds_itself_is_no_slip() -> None:
    formula = r"$$\sigma = \sqrt{\frac{1}{n} \sum_{i=1}^{n} (x_i - \mu)^2}$$"
    assert not isinstance(one(formula, "sigma = np.std(x)\n").verdict, Refuted)
    assert isinstance(one(formula, "sigma = np.sqrt(np.mean((x + mu) ** 2))\n").verdict, Refuted)


def test_code_with_a_name_of_its_own_is_only_confirmed() -> None:
    formula = r"$$\cosh x = \frac{e^x + e^{-x}}{2}$$"
    right, other = (f"def half(x):\n    return (np.exp(x) {sign} np.exp(-x)) / 2\n" for sign in "+-")
    assert isinstance(one(formula, right).verdict, Proved | Agrees)
    assert beneath(formula, other) == ()


def test_a_word_set_as_letters_is_no_name() -> None:
    assert isinstance(one(r"$$J = \sum_i (out - y_i)^2$$", "J = np.sum((out - y) ** 2)\n").verdict, Unchecked)


def test_libraries_have_the_names_of_the_post() -> None:
    code = "import torch as t\n\ndef mu(x):\n    return t.exp(t.log(x.mean()))\n"
    assert isinstance(
        one(r"$$\mu = \exp\left(\log\left(\frac{1}{n}\sum_{i=1}^{n} x_i\right)\right)$$", code).verdict,
        Proved | Agrees,
    )
