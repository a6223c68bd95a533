"""Exercises from verified steps: a slip is really refuted, a gap really has its answer, a number really is that of both sides."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import mathpost
from mathpost.cli import main
from mathpost.config import Config
from mathpost.exercises.exercise import ExerciseSet
from mathpost.exercises.selection import exercises, gap_of
from mathpost.exercises.sheet import sheet
from mathpost.pipeline import examine
from mathpost.text.source import Source

POST = """# 逻辑函数

对实数 $x$，令
$$
\\sigma(x) = \\frac{1}{1 + e^{-x}}
$$

它关于点 $(0, \\frac{1}{2})$ 对称：
$$
\\sigma(-x) = 1 - \\sigma(x)
$$

导数为
$$
\\sigma'(x) = \\sigma(x)(1 - \\sigma(x))
$$

对实数 $a, b$，
$$
(a+b)^2 - (a-b)^2 = 4ab
$$
"""


@pytest.fixture(scope="module")
def made() -> ExerciseSet:
    return exercises(examine(Source("逻辑.md", POST), Config(), True), Config(), 9)


def test_every_verified_step_has_an_exercise_and_the_kinds_take_turns(made: ExerciseSet) -> None:
    assert made.verified == 3 and made.chinese and made.title == "逻辑函数"
    assert [(e.kind, e.line) for e in made.exercises] == [("gap", 10), ("slip", 15), ("number", 20)]
    assert made.exercises[0].given == (r"\sigma(x) = \frac{1}{1 + e^{-x}}",)


def test_a_slip_is_refuted_in_its_post(made: ExerciseSet) -> None:
    slip = made.exercises[1]
    text = POST.replace(slip.equation, slip.shown)
    assert text != POST
    (step,) = [s for s in mathpost.check(text)["steps"] if s["start"][0] == slip.line]
    assert step["verdict"] == "refuted"


def test_a_gap_has_its_answer(made: ExerciseSet) -> None:
    gap = made.exercises[0]
    filled = gap.shown.replace(r"{\boxed{\;?\;}}", gap.answer)
    assert "".join(filled.split()) == "".join(gap.equation.split())


def test_a_number_is_that_of_both_sides(made: ExerciseSet) -> None:
    number = made.exercises[2]
    values = dict(part.split(" = ") for part in number.detail[0].split(", "))
    assert float(number.answer) == pytest.approx(4 * float(values["a"]) * float(values["b"]), rel=1e-3)


def test_questions_and_solutions_are_in_the_language_of_the_post(made: ExerciseSet) -> None:
    text = sheet(made)
    assert text.index("## 题目") < text.index("补全方框") < text.index("## 解答") < text.index("方框里是 $1$")
    assert not re.search(r"[A-Za-z]{3,}", re.sub(r"\$\$.*?\$\$|\$[^$]*\$", "", text, flags=re.S))
    assert sheet(made).count("$$") == 4 * len(made.exercises)
    english = sheet(made._replace(chinese=False))
    assert "## Questions" in english and "Fill the gap." in english


@pytest.mark.parametrize(
    ("right", "slip", "shown", "hidden"),
    [
        ("a^{2} + 1", "a^{3} + 1", r"a^{{\boxed{\;?\;}}}+1", "2"),
        ("1 - x", "2 - x", r"{\boxed{\;?\;}}-x", "1"),
        (r"\cos x + 1", r"\sin x + 1", r"{\boxed{\;?\;}}x+1", r"\cos"),
    ],
)
def test_a_gap_hides_what_a_slip_would_change(right: str, slip: str, shown: str, hidden: str) -> None:
    found = gap_of(right, slip)
    assert found is not None and (found.shown.replace(" ", ""), found.hidden) == (shown, hidden)


@pytest.mark.parametrize(
    ("right", "slip"), [("x", "-x"), ("x", "y"), (r"\frac{a}{b}", r"\frac{b}{a}"), ("a+b", "a-b")]
)
def test_no_gap_where_nothing_can_be_hidden(right: str, slip: str) -> None:
    assert gap_of(right, slip) is None


def test_the_command_writes_markdown_latex_and_a_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.md").write_text(POST, encoding="utf-8")
    done = CliRunner().invoke(
        main, ["exercises", "p.md", "--to", "md,tex,ipynb", "--jobs", "1", "--no-cache"]
    )
    assert done.exit_code == 0, done.output
    assert "p-exercises.md: exercises: 3, verified steps: 3" in done.stderr
    markdown = Path("p-exercises.md").read_text(encoding="utf-8")
    cells = json.loads(Path("p-exercises.ipynb").read_text(encoding="utf-8"))["cells"]
    for text in (
        markdown,
        Path("p-exercises.tex").read_text(encoding="utf-8"),
        json.dumps(cells, ensure_ascii=False),
    ):
        assert text.count("boxed") == 1 and "补全方框" in text


def test_a_post_without_verified_steps_has_none(tmp_path: Path) -> None:
    post = tmp_path / "a.md"
    post.write_text("# A\n\nwords $x$\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["exercises", str(post), "--output-dir", str(tmp_path), "--jobs", "1"])
    assert done.exit_code == 1 and "no exercises: no step is verified" in done.stderr
    assert not list(tmp_path.glob("*exercises*"))
    wrong = CliRunner().invoke(main, ["exercises", str(post), "--to", "pdf"])
    assert wrong.exit_code == 2 and "unknown format `pdf`" in wrong.stderr


def test_only_definitions_that_a_step_rests_on_are_given() -> None:
    post = (
        "# A\n\nLet $z = 2 y$ and $m = 3 k$.\n\n$$\n\\int_0^1 z^2 \\mathrm{d}z = \\frac{1}{3}\n$$\n\n"
        "$$\n(m + 1)^2 = m^2 + 2 m + 1\n$$\n\nAnd\n\n$$\nm^2 = 9 k^2\n$$\n"
    )
    made = exercises(examine(Source("a.md", post), Config(), True), Config(), 9)
    given = {e.equation: e.given for e in made.exercises}
    assert given[r"(m + 1)^2 = m^2 + 2 m + 1"] == ()
    assert given[r"m^2 = 9 k^2"] == ("m = 3 k",)
    assert all(found == () for equation, found in given.items() if "int" in equation)
