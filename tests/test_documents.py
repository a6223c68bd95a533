"""The examples of the README and the documentation are run: every command, and every output, is what a user would see.

A block after `<!-- file: NAME -->` is a file. A `console` block holds commands after `$ ` and their output (stdout and
stderr together); a line `…`, or `…` at the end of a line, stands for anything. `<!-- not run: REASON -->` excludes a block.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from conftest import ROOT

GENERATED = {"gallery.md", "rules.md", "verdicts.md", "functions.md"}
PAGES = [
    ROOT / "README.md",
    ROOT / "README.zh.md",
    *(p for p in sorted((ROOT / "docs").rglob("*.md")) if p.name not in GENERATED),
]
_BLOCK = re.compile(
    r"(?:<!-- (?P<kind>file|from|not run): (?P<what>[^\n]*?) -->\n)?^(?P<fence>`{3,})(?P<language>\w*)[^\n]*\n(?P<text>.*?)^(?P=fence)$",
    re.M | re.S,
)


class Block(NamedTuple):
    """A fenced block with the comment above it."""

    language: str
    text: str
    file: str
    source: str
    excuse: str


def blocks(page: Path) -> Iterator[Block]:
    for found in _BLOCK.finditer(page.read_text("utf-8")):
        kind, what = found["kind"], found["what"] or ""
        yield Block(
            found["language"],
            found["text"],
            what if kind == "file" else "",
            what if kind == "from" else "",
            what if kind == "not run" else "",
        )


def examples(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with its output."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, *rest = part.split("\n")
        while rest and rest[0].startswith("> "):  # a command over several lines
            command += "\n" + rest.pop(0)[2:]
        yield command, "\n".join(rest)


def pattern(output: str) -> str:
    """A regular expression for an output in which `…` stands for anything."""
    lines = []
    for line in output.rstrip("\n").split("\n"):
        if line == "…":
            lines.append(r"(?:.*\n)*?")
        else:
            parts = [re.escape(part) for part in line.split("…")]
            lines.append(r"[^\n]*".join(parts) + r"\n")
    return "".join(lines)


def run(command: str, folder: Path) -> str:
    environment = {k: v for k, v in os.environ.items() if k not in {"GITHUB_STEP_SUMMARY", "CI", "NO_COLOR"}}
    environment |= {
        "PATH": f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "HOME": str(folder),
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        timeout=300,
    )
    return done.stdout


def shims(place: Path, root: Path) -> None:
    """Commands `enhance` and `python` that run the checkout at `root`."""
    place.mkdir()
    source = f"PYTHONPATH={root / 'src'} exec {sys.executable}"
    for name, rest in (("enhance", "-m mathpost"), ("python", "")):
        shim = place / name
        shim.write_text(f'#!/bin/sh\n{source} {rest} "$@"\n')
        shim.chmod(0o755)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder, and a PATH on which `enhance` and `python` are those of this checkout."""
    shims(tmp_path / "bin", ROOT)
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_example_does_what_it_shows(page: Path, folder: Path) -> None:
    shutil.copytree(ROOT / "docs" / "pictures", folder / "docs" / "pictures", dirs_exist_ok=True)
    for block in blocks(page):
        if block.file:
            place = folder / block.file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(block.text, "utf-8")
        if block.source:
            assert block.text.strip() in (ROOT / block.source).read_text("utf-8"), block.source
        if block.language != "console" or block.excuse:
            continue
        for command, output in examples(block.text):
            if command.startswith("pip install"):  # run by tests/test_oracle_install.py
                continue
            said = run(command, folder)
            assert re.fullmatch(pattern(output) if output else "", said), f"$ {command}\n{said}"
    shutil.rmtree(folder)


def test_every_example_of_contributing_works_on_a_copy(tmp_path: Path) -> None:
    """Rules, sayings, operators and macros are added to a copy of this checkout."""
    copy = tmp_path / "work"
    for name in ("src", "tests", "docs", "pyproject.toml", "README.md"):
        place = ROOT / name
        skipped = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(place, copy / name, ignore=skipped) if place.is_dir() else shutil.copy(place, copy)
    shims(tmp_path / "bin", copy)
    test_every_example_does_what_it_shows(ROOT / "CONTRIBUTING.md", copy)


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda p: p.relative_to(ROOT).as_posix()
)
def test_every_command_that_is_named_exists(page: Path) -> None:
    """`enhance check --watch` in the text: the command and its options are real."""
    import click

    from mathpost.cli import main

    context = click.Context(main)
    known = set(main.list_commands(context))
    for inline in re.findall(r"(?<!`)`enhance ([^`\n]*)`(?!`)", page.read_text("utf-8")):
        words = inline.split()
        command = main.get_command(context, words[0] if words[0] in known else "run")
        assert command is not None
        options = {name for parameter in command.params for name in parameter.opts} | {"--help"}
        for word in words:
            if word.startswith("--"):
                assert word.partition("=")[0] in options, f"{page.name}: enhance {inline}"


def test_every_key_of_the_configuration_is_documented() -> None:
    import tomllib
    from dataclasses import fields

    from mathpost.config import Config

    shown = next(
        block.text for block in blocks(ROOT / "docs" / "configuration.md") if block.file == "enhance.toml"
    )
    keys = {key.replace("-", "_") for key in tomllib.loads(shown)}
    assert keys == {field.name for field in fields(Config)} - {"files"}


@pytest.mark.parametrize("page", [*PAGES, *ROOT.glob("*.md")], ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", _BLOCK.sub("", page.read_text("utf-8")))
    for target in re.findall(r"\]\((?!https?:|#)([^)\s#]+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), target


def test_the_picture_of_the_terminal_is_the_output_of_today(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, ROOT / "docs" / "pictures" / "make.py", tmp_path, "--no-browser"], check=True
    )
    drawn = (tmp_path / "terminal.svg").read_text("utf-8")
    assert drawn == (ROOT / "docs" / "pictures" / "terminal.svg").read_text("utf-8"), (
        "run docs/pictures/make.py"
    )


@pytest.mark.oracle
def test_the_picture_of_the_report_is_drawn_by_a_browser(tmp_path: Path) -> None:
    if shutil.which("chromium") is None:
        pytest.skip("no chromium")
    subprocess.run([sys.executable, ROOT / "docs" / "pictures" / "make.py", tmp_path], check=True)
    assert (tmp_path / "report.png").read_bytes().startswith(b"\x89PNG")


# Words that read as old or foreign; docs/wording.md says what to write instead.
ARCHAIC = (
    r"nought|anew|whither|upon|beheld|thereof|held to be|"
    r"is spoken of|are spoken of|speaks? (?:only )?of|nothing is called|to mend|mended|\bcures?\b|"
    r"where (?:there is|it is) (?:none|not there)|whatever became|talk\b|the court\b"
)


def texts() -> Iterator[tuple[str, str]]:
    """What users read: pages, help of every command, pages of `enhance explain`."""
    import click

    from mathpost import manual
    from mathpost.cli import main

    for page in PAGES:
        if page.name != "wording.md":
            yield page.name, page.read_text("utf-8")
    context = click.Context(main, info_name="enhance")
    yield "enhance --help", main.get_help(context)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        yield (
            f"enhance {name} --help",
            command.get_help(click.Context(command, info_name=name, parent=context)),
        )
    for entry in manual.pages():
        yield f"enhance explain {entry.code}", entry.text


def test_what_users_read_is_modern_english() -> None:
    found = [
        f"{where}: {match.group()}"
        for where, text in texts()
        for match in re.finditer(rf"\b(?:{ARCHAIC})", text, re.I)
    ]
    assert not found


def test_docstrings_and_comments_are_modern_english() -> None:
    import ast
    import io
    import tokenize

    found = []
    for file in sorted((ROOT / "src").rglob("*.py")):
        text = file.read_text("utf-8")
        notes = [
            node.value.value
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ]
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
        notes += [token.string for token in tokens if token.type == tokenize.COMMENT]
        found += [
            f"{file.relative_to(ROOT)}: {match.group()}"
            for note in notes
            for match in re.finditer(rf"\b(?:{ARCHAIC}|stands? behind)", note, re.I)
        ]
    assert not found
