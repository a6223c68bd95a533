"""The JSON contract that other programs read: every field, its type, and what it counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mathpost import __version__
from mathpost.cli import main

POST = r"""---
title: 梯度
enhance: {number: usual}
---

# 第一节

设 $y$ 为实数，则
\begin{align}
(x+1)^2 &= x^2 + 2x + 1 \label{eq:a} \\
\notag &= 0 \\
a &:= b \tag{9}
\end{align}
由式(9)，$$e^{i\pi} = -1$$
坏的公式 $\frac{1$ 。
"""


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("posts")
    (folder / "a.md").write_text(POST, "utf-8")
    (folder / "b.md").write_bytes(b"\xff\xfe")
    paths = [str(folder / "a.md"), str(folder / "b.md")]
    done = CliRunner().invoke(main, ["check", "--output-format", "json", *paths])
    assert done.exit_code == 1
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def post(answer: dict[str, Any]) -> dict[str, Any]:
    return answer["posts"][0]  # type: ignore[no-any-return]


def text(span: dict[str, Any]) -> str:
    """What stands between `start` and `end` (exclusive), lines and columns counted from 1 in code points."""
    lines = POST.split("\n")
    (line, column), (last, end) = span["start"], span["end"]
    if line == last:
        return lines[line - 1][column - 1 : end - 1]
    return "\n".join([lines[line - 1][column - 1 :], *lines[line : last - 1], lines[last - 1][: end - 1]])


def test_the_frame(answer: dict[str, Any]) -> None:
    assert answer["schema"] == "mathpost-check/1"
    assert answer["version"] == __version__
    assert set(answer) == {"schema", "version", "posts", "totals"}


def test_a_post(post: dict[str, Any]) -> None:
    assert post["path"].endswith("a.md")
    assert post["lines"] == len(POST.splitlines())
    assert set(post) == {"path", "flavour", "lines", "formulas", "renumbered", "diagnostics", "steps"}


def test_formulas(post: dict[str, Any]) -> None:
    inline, align, display, broken = post["formulas"]
    assert (inline["kind"], inline["environment"], text(inline)) == ("inline", "$", "$y$")
    assert (align["kind"], align["environment"]) == ("display", "align")
    assert text(align).startswith(r"\begin{align}")
    assert text(align).endswith(r"\end{align}")
    assert align["labels"] == ["eq:a"]
    assert align["numbers"] == ["1", "9"]
    assert align["planned"] == ["1", "2"]
    assert (display["environment"], display["numbers"], text(display)) == ("$$", [], r"$$e^{i\pi} = -1$$")
    assert text(broken) == r"$\frac{1$"


def test_what_a_run_would_renumber(post: dict[str, Any]) -> None:
    assert post["renumbered"] == [["9", "2", 12]]


def test_diagnostics(post: dict[str, Any]) -> None:
    fields = {"code", "name", "severity", "start", "end", "message", "notes", "fix", "fingerprint"}
    assert all(set(found) == fields for found in post["diagnostics"])
    brace = next(found for found in post["diagnostics"] if found["code"] == "L001")
    assert (brace["name"], brace["severity"], brace["start"][0]) == ("unclosed-brace", "error", 15)
    assert text(brace).startswith("{")
    for found in post["diagnostics"]:
        assert found["severity"] in {"error", "warning", "info"}
        assert found["fix"] in {"safe", "unsafe", None}
        assert all(isinstance(note, str) for note in found["notes"])


def test_steps(post: dict[str, Any]) -> None:
    fields = {"formula", "start", "end", "left", "relation", "right", "role", "verdict", "method", "reason"}
    optional = {"detail", "counterexample", "suggestion", "reason_id"}
    for step in post["steps"]:
        assert set(step) == fields | optional
        assert step["role"] in {"claim", "definition", "assumption", "other"}
        assert all(step[field] is None or isinstance(step[field], str) for field in optional)
        if step["role"] == "claim":
            assert step["verdict"] in {"proved", "agrees", "refuted", "unchecked"}
            assert (step["reason"] is not None) == (step["verdict"] == "unchecked")
        else:
            assert step["verdict"] is step["method"] is step["reason"] is None
    square = next(step for step in post["steps"] if step["left"] == "(x+1)^2")
    assert (square["formula"], square["role"], square["relation"]) == (1, "claim", "=")
    assert square["verdict"] == "proved"
    assert text(square).startswith("(x+1)^2")


def test_a_file_that_cannot_be_read_is_a_post_with_one_error(answer: dict[str, Any]) -> None:
    unreadable = answer["posts"][1]
    (found,) = unreadable["diagnostics"]
    assert (found["code"], found["severity"]) == ("X002", "error")
    assert unreadable["formulas"] == unreadable["steps"] == []


def test_totals(answer: dict[str, Any]) -> None:
    totals = answer["totals"]
    claims = [s for post in answer["posts"] for s in post["steps"] if s["role"] == "claim"]
    severities = [d["severity"] for post in answer["posts"] for d in post["diagnostics"]]
    assert totals["posts"] == 2
    assert totals["formulas"] == {"display": 2, "inline": 2}
    assert totals["claims"] == totals["relations"]["claim"] == len(claims)
    assert sum(totals["relations"].values()) == sum(len(post["steps"]) for post in answer["posts"])
    for verdict in ("proved", "agrees", "refuted", "unchecked"):
        assert totals[verdict] == sum(claim["verdict"] == verdict for claim in claims)
    assert totals["diagnostics"] == {s: severities.count(s) for s in ("error", "warning", "info")}


def test_without_verification_no_verdict_is_given(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(POST, "utf-8")
    command = ["check", "--no-verify", "--output-format", "json", str(tmp_path / "a.md")]
    (post,) = json.loads(CliRunner().invoke(main, command).stdout)["posts"]
    assert any(step["role"] == "claim" for step in post["steps"])
    assert {step["verdict"] for step in post["steps"]} == {None}


def test_jsonl_says_the_same_in_lines(tmp_path: Path, post: dict[str, Any]) -> None:
    (tmp_path / "a.md").write_text(POST, "utf-8")
    lines = CliRunner().invoke(main, ["check", "--output-format", "jsonl", str(tmp_path)]).stdout.splitlines()
    first, last = (json.loads(line) for line in lines)
    assert {**first, "path": post["path"], "schema": None} == {**post, "schema": None}
    assert last["totals"]["posts"] == 1


def test_columns_count_code_points_and_no_mark_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("\ufeff𝔸é$x$\n", "utf-8")
    command = ["check", "--no-verify", "--output-format", "json", str(tmp_path)]
    (post,) = json.loads(CliRunner().invoke(main, command).stdout)["posts"]
    assert post["formulas"][0]["start"] == [1, 3]
