"""The documentation site is built; a broken link or anchor is an error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

pytestmark = pytest.mark.oracle


def test_the_documentation_is_built_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "derivation" in (tmp_path / "site" / "index.html").read_text("utf-8")
    assert (tmp_path / "site" / "pictures" / "terminal.svg").is_file()
    assert "<math" in (tmp_path / "site" / "gallery.html").read_text("utf-8")
    assert (tmp_path / "site" / "search" / "search_index.json").is_file()
