"""The installation of the README, in a fresh environment, and the first finding of a user. Needs a package index."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
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


# --- what is installed ----------------------------------------------------------------------------------------------------

PARTS = "src tests README.md CHANGELOG.md LICENSE pyproject.toml .gitignore".split()
BUILD = "import sys; from hatchling import build as b; b.build_sdist(sys.argv[1]); b.build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Builds both distributions of a copy of the tree, into a folder of that name."""
    folder = tmp_path_factory.mktemp("build")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True, env=CLEAN)
    subprocess.run([folder / "venv/bin/pip", "install", "--quiet", "hatchling"], check=True, env=CLEAN)

    def built(name: str) -> Path:
        tree, found = folder / f"tree {name}", folder / name
        tree.mkdir()
        for part in PARTS:
            place = ROOT / part
            if place.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "node_modules", ".*")
                shutil.copytree(place, tree / part, ignore=ignored, copy_function=shutil.copyfile)
            elif place.exists():
                shutil.copyfile(place, tree / part)
        found.mkdir()
        subprocess.run(
            [folder / "venv/bin/python", "-c", BUILD, found],
            cwd=tree,
            check=True,
            env={**CLEAN, "TZ": name},
            capture_output=True,
        )
        return found

    return built


@pytest.fixture(scope="module")
def wheel(build: Callable[[str], Path]) -> Path:
    return next(build("UTC").glob("*.whl"))


def test_two_builds_are_the_same_bytes(build: Callable[[str], Path], wheel: Path) -> None:
    before = os.umask(0o077)
    try:
        again = build("Asia-Tokyo")
    finally:
        os.umask(before)
    names = sorted(place.name for place in again.iterdir())
    assert [Path(name).suffix for name in names] == [".whl", ".gz"]
    for name in names:
        data = [(folder / name).read_bytes() for folder in (wheel.parent, again)]
        assert sha256(data[0]).digest() == sha256(data[1]).digest(), name


def interpreter(version: str) -> str | None:
    """A Python of this version on the machine."""
    known = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    return str(known[-1]) if known else shutil.which(f"python{version}")


MISSING = {
    ("export", "帖子.md", "--to", "html"): "pypandoc_binary",
    ("lsp",): "`lsp`",
    ("mcp",): "`mcp`",
    ("check", "帖子.md", "--scheduler", "tcp://127.0.0.1:1"): "`cluster`",
}
"""What needs an extra, and what it says where there is none."""


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_it_works_without_home_locale_extras_and_rights(tmp_path: Path, wheel: Path, version: str) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True, env=CLEAN)
    binaries = tmp_path / "venv" / "bin"
    subprocess.run([binaries / "pip", "install", "--quiet", wheel], check=True, env=CLEAN)
    subprocess.run([binaries / "pip", "check"], check=True, env=CLEAN)
    installed = sorted((tmp_path / "venv").rglob("*"))
    for place in installed:
        if not place.is_symlink():
            place.chmod(place.stat().st_mode & ~0o222)
    work = tmp_path / "work"
    work.mkdir()
    (work / "帖子.md").write_text("设 $a$，$b$ 为实数，$(a+b)^2 = a^2+b^2$。\n", "utf-8")

    def enhance(*arguments: str) -> tuple[int, str]:
        bare = {"PATH": "/bin", "LANG": "C"}
        done = subprocess.run(
            [binaries / "enhance", *arguments],
            cwd=work,
            env=bare,
            capture_output=True,
            stdin=subprocess.DEVNULL,
        )
        return done.returncode, (done.stdout + done.stderr).decode("utf-8")

    code, said = enhance("check", "帖子.md", "--output-format", "concise")
    assert (code, "帖子.md:1:26: D001" in said) == (1, True), said
    assert enhance("run", "帖子.md")[0] == 1 and (work / "blogs_enhanced/帖子.md").exists()
    for arguments, word in MISSING.items():
        code, said = enhance(*arguments)
        assert (code, word in said, "Traceback" in said) == (2, True, False), said
    assert sorted((tmp_path / "venv").rglob("*")) == installed
    for place in installed:
        if not place.is_symlink():
            place.chmod(place.stat().st_mode | 0o200)
