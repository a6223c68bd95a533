"""Certificates are checked again by a script that shares no code with the program."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from conftest import ROOT
from mathpost.cli import main

SCRIPT = ROOT / "certificates" / "verify.py"
POST = """\
Let $\\sigma(x) = \\frac{1}{1 + e^{-x}}$ for real $x$. Then

$$
\\frac{d}{dx} \\sigma(x) = \\sigma(x)(1 - \\sigma(x)).
$$

For positive $a$ and $b$, $\\log(a^2 b) = 2 \\log a + \\log b$.

For every positive integer $n$,

$$
\\sum_{k=1}^{n} (2k - 1) = n^2, \\qquad \\sum_{i=1}^{n} (x_i + y_i) = \\sum_{j=1}^{n} x_j + \\sum_{j=1}^{n} y_j.
$$

And $\\sin^2 x + \\cos^2 x = 1$, while $1 + 1 = 3$.
"""


def certified(folder: Path) -> Path:
    (folder / "post.md").write_text(POST, "utf-8")
    arguments = [
        "check",
        "--no-cache",
        "--jobs",
        "1",
        "--certificates",
        str(folder / "out"),
        str(folder / "post.md"),
    ]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 1, done.output
    return folder / "out" / "post.md.json"


def checked(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(SCRIPT), str(folder)]
    return subprocess.run(command, capture_output=True, text=True)


def test_what_was_proved_is_proved_again(tmp_path: Path) -> None:
    file = certified(tmp_path)
    record = json.loads(file.read_text("utf-8"))
    assert len(record["certificates"]) >= 5
    assert {c["method"] for c in record["certificates"]} == {"normal form"}
    done = checked(file.parent)
    count = len(record["certificates"])
    assert done.stdout == f"{count} of {count} certificates hold, 0 open, 0 fail\n"
    assert done.returncode == 0


def test_a_certificate_that_was_changed_fails(tmp_path: Path) -> None:
    file = certified(tmp_path)
    record = json.loads(file.read_text("utf-8"))
    sides = record["certificates"][1]
    sides["right"] = ["apply", "add", sides["right"], ["number", "1"]]
    file.write_text(json.dumps(record), "utf-8")
    done = checked(file.parent)
    assert "1 fail" in done.stdout
    assert done.returncode == 1


def test_what_the_script_does_not_know_is_open(tmp_path: Path) -> None:
    file = certified(tmp_path)
    record = json.loads(file.read_text("utf-8"))
    for certificate in record["certificates"]:
        certificate["left"] = ["apply", "no_such_operator", certificate["left"]]
    file.write_text(json.dumps(record), "utf-8")
    done = checked(file.parent)
    assert f"{len(record['certificates'])} open, 0 fail" in done.stdout
    assert done.returncode == 0


def test_the_script_is_small_and_stands_alone() -> None:
    text = SCRIPT.read_text("utf-8")
    assert len(text.splitlines()) < 500
    nodes = list(ast.walk(ast.parse(text)))
    imported = {a.name.split(".")[0] for n in nodes if isinstance(n, ast.Import) for a in n.names}
    imported |= {(n.module or "").split(".")[0] for n in nodes if isinstance(n, ast.ImportFrom)}
    assert imported - set(sys.stdlib_module_names) == {"sympy"}


def test_a_report_counts_what_was_checked_again(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.mkdir()
    (raw / "post.md").write_text(POST.replace(", while $1 + 1 = 3$", ""), "utf-8")
    folders = ["--output-dir", str(tmp_path / "out"), "--report-dir", str(tmp_path / "reports"), "--no-cache"]
    run = ["run", *folders, "--jobs", "1", str(raw / "post.md")]
    assert CliRunner().invoke(main, run).exit_code == 0
    assert "| Certificates | — | not checked |" in (tmp_path / "reports" / "progress.md").read_text("utf-8")
    certificates = tmp_path / "reports" / "certificates"
    check = [
        "check",
        "--no-cache",
        "--jobs",
        "1",
        "--certificates",
        str(certificates),
        str(tmp_path / "out" / "post.md"),
    ]
    assert CliRunner().invoke(main, check).exit_code == 0
    count = checked(certificates).stdout.partition(" ")[0]
    assert int(count) >= 5
    assert CliRunner().invoke(main, run).exit_code == 0
    said = f"{count} certificates of 1 posts: {count} hold, 0 open, 0 fail |"
    assert said in (tmp_path / "reports" / "progress.md").read_text("utf-8")
    (tmp_path / "out" / "post.md").write_text("For real $x$, $(x + 1)^2 = x^2 + 2x + 1$.\n", "utf-8")
    report = ["report", *folders[2:], "--raw", str(raw), "--enhanced", str(tmp_path / "out")]
    assert CliRunner().invoke(main, report).exit_code == 0
    assert "| Certificates | — |" in (tmp_path / "reports" / "progress.md").read_text("utf-8")
