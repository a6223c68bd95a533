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
