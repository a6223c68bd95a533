"""The Python interface: the records of the JSON contract, without files."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from typing import get_type_hints

from click.testing import CliRunner

import mathpost
from mathpost import api
from mathpost.cli import main

POST = "For real $a$ and $b$,\n\n$$(a+b)^2 = a^2 + b^2 \\tag{1}$$\n\nand $a + a = 3a$, $b + b = 2b$.\n\n$$a = b \\tag{1}$$\n"


def test_a_check_is_the_entry_of_the_json(tmp_path: Path) -> None:
    (tmp_path / "post.md").write_text(POST, "utf-8")
    path = str(tmp_path / "post.md")
    done = CliRunner().invoke(main, ["check", "--no-cache", "--output-format", "json", path])
    assert mathpost.check(POST, path=path) == json.loads(done.stdout)["posts"][0]


def test_the_types_name_the_fields_of_the_records() -> None:
    post = mathpost.check(POST)
    assert post.keys() == get_type_hints(api.Post).keys()
    assert post["steps"][0].keys() == get_type_hints(api.Step).keys()
    assert post["diagnostics"][0].keys() == get_type_hints(api.Diagnostic).keys()
    assert post["formulas"][0].keys() == get_type_hints(api.Formula).keys()


def test_lines_are_judged_alone_and_as_in_the_whole() -> None:
    whole, part = mathpost.check(POST), mathpost.check(POST, lines=(5, 5))
    assert [s for s in whole["steps"] if s["start"][0] == 5] == part["steps"]
    assert [d for d in whole["diagnostics"] if d["start"][0] == 5] == part["diagnostics"]
    assert len(part["steps"]) == 2


def test_a_text_that_cannot_be_read_is_a_finding() -> None:
    post = mathpost.check("a \ud800 $x$")
    assert [d["code"] for d in post["diagnostics"]] == ["X002"]
    done = mathpost.enhance("a \ud800 $x$")
    assert done.text is None
    assert done.reasons


def test_enhance_numbers_as_a_run_does_and_is_settled() -> None:
    done = mathpost.enhance(POST, verify=False)
    assert done.text is not None
    assert done.text.endswith("$$a = b \\tag{2}$$\n")
    assert done.renumbered == (("1", "2", 7),)
    assert mathpost.enhance(done.text, verify=False).text == done.text


def test_the_examples_of_the_docstrings() -> None:
    assert doctest.testmod(api).failed == 0


def test_the_names_that_are_promised() -> None:
    assert {name for name in mathpost.__all__ if getattr(mathpost, name)} == set(mathpost.__all__)
