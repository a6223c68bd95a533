"""The installation of the README, in a fresh environment, and the first finding of a user. Needs a package index."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

pytestmark = pytest.mark.oracle
CLEAN = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "VIRTUAL_ENV"}}


def test_pip_install_and_the_first_finding(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True, env=CLEAN)
    binaries = tmp_path / "venv" / "bin"
    subprocess.run([binaries / "pip", "install", "--quiet", str(ROOT)], check=True, env=CLEAN)
    post = tmp_path / "post.md"
    post.write_text("For real $a$ and $b$, $(a + b)^2 = a^2 + b^2$.\n", "utf-8")
    done = subprocess.run(
        [binaries / "enhance", "check", "post.md"], cwd=tmp_path, capture_output=True, text=True, env=CLEAN
    )
    assert done.returncode == 1, done.stderr
    assert "D001" in done.stdout


def test_uvx_runs_it_without_an_installation(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True, env=CLEAN)
    binaries = tmp_path / "venv" / "bin"
    subprocess.run([binaries / "pip", "install", "--quiet", "uv"], check=True, env=CLEAN)
    (tmp_path / "post.md").write_text("$1 + 1 = 3$\n", "utf-8")
    command = [
        binaries / "uvx",
        "--cache-dir",
        tmp_path / "cache",
        "--from",
        str(ROOT),
        "enhance",
        "check",
        "post.md",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=CLEAN)
    assert "D001" in done.stdout, done.stderr
