"""The extension for VS Code is built, packaged by the marketplace's tool, and its protocol is tried on the real server."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from conftest import ROOT
from mathpost import __version__

EXTENSION = ROOT / "editors" / "vscode"
pytestmark = pytest.mark.oracle


def test_the_extension_is_packaged_and_speaks_with_the_server(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("no npm")
    folder = tmp_path / "vscode"
    ignored = shutil.ignore_patterns("node_modules", "dist", "*.vsix")
    shutil.copytree(EXTENSION, folder, ignore=ignored)
    environment = dict(os.environ) | {"ENHANCE": json.dumps([sys.executable, "-m", "mathpost"])}
    for command in (["install", "--no-audit", "--no-fund"], ["run", "package"], ["test"]):
        done = subprocess.run(["npm", *command], cwd=folder, capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(folder / "mathpost.vsix") as package:
        names = set(package.namelist())
        manifest = json.loads(package.read("extension/package.json"))
    assert {"extension/dist/extension.js", "extension/images/proved.svg", "extension/readme.md"} <= names
    assert not [name for name in names if "node_modules" in name]
    assert manifest["version"] == __version__
