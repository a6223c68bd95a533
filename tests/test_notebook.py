"""A notebook is read where its Markdown stands, told in places of the file, and never written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathpost.config import Config
from mathpost.delivery import Errand, Order, delivered
from mathpost.document.notebook import NotebookError, source
from mathpost.document.reader import read
from mathpost.inputs import Post
from mathpost.pipeline import examine, load


def notebook(*cells: tuple[str, str | list[str]], **how: Any) -> str:
    written = [{"cell_type": kind, "metadata": {}, "source": text} for kind, text in cells]
    return json.dumps({"cells": written, "metadata": {}, "nbformat": 4}, **how)


CELLS: tuple[tuple[str, str | list[str]], ...] = (
    ("markdown", ["# A title\n", 'Let $\\alpha^2$ be "it": 𝟙\n', "$$\n", "\\frac{a}{b}\n", "$$"]),
    ("code", ["price = '$x$'\n", "```"]),
    ("raw", "$r$"),
    ("markdown", "And $c_d$."),
)


@pytest.mark.parametrize("how", [{"indent": 1}, {"indent": 1, "ensure_ascii": False}, {}])
def test_every_formula_is_told_where_it_stands_in_the_file(how: dict[str, Any]) -> None:
    stored = notebook(*CELLS, **how)
    document = read(source("a.ipynb", stored))
    texts = [document.source.slice(f.span) for f in document.formulas]
    assert texts == ["$\\alpha^2$", "$$\n\\frac{a}{b}\n$$", "$c_d$"]
    lines = stored.split("\n")
    for formula, begins in zip(document.formulas, ["$\\\\alpha^2$", "$$", "$c_d$"], strict=True):
        line, column = document.source.position(formula.span.start)
        assert lines[line - 1][column - 1 :].startswith(begins)


def test_a_fault_is_told_at_its_place() -> None:
    stored = notebook(("markdown", ["x\n", "$\\frac{a}{b$"]), indent=1)
    found = examine(source("a.ipynb", stored), Config(), False).diagnostics
    assert [d.code for d in found] == ["L001"]
    line, column = source("a.ipynb", stored).position(found[0].span.start)
    assert stored.split("\n")[line - 1][column - 1 :].startswith("{b$")


@pytest.mark.parametrize("stored", ["", "{", "[]", "1", '{"cells": 1}', '{"cells": [1]', "[" * 100_000])
def test_what_is_no_notebook_is_an_error_of_the_file(stored: str, tmp_path: Path) -> None:
    with pytest.raises(NotebookError):
        source("a.ipynb", stored)
    (tmp_path / "a.ipynb").write_text(stored, "utf-8")
    refusal = load(str(tmp_path / "a.ipynb")).refusal
    assert refusal is not None and "not a notebook" in refusal.message


def test_odd_cells_do_no_harm() -> None:
    stored = json.dumps(
        {"cells": [1, {}, {"cell_type": 3, "source": "$a$"}, {"cell_type": "markdown", "source": [1]}]}
    )
    assert source("a.ipynb", stored).text == ""
    old = json.dumps({"worksheets": [{"cells": [{"cell_type": "markdown", "source": ["$a$"]}]}]})
    assert len(read(source("a.ipynb", old)).formulas) == 1


def test_a_notebook_is_never_written(tmp_path: Path) -> None:
    file = tmp_path / "a.ipynb"
    file.write_text(notebook(("markdown", "$$a \\tag{7}$$")), "utf-8")
    order = Order(Config(), False, False, False, ())
    done = delivered(order, Errand(Post(str(file), "a.ipynb"), tmp_path / "out" / "a.ipynb"))
    assert (done.state, done.text) == ("conflict", None)
    assert "never written" in done.reasons[0]


@given(st.lists(st.text(), max_size=4))
def test_the_text_of_the_cells_is_kept(texts: list[str]) -> None:
    cells: list[tuple[str, str | list[str]]] = [("markdown", text) for text in texts if text]
    read_back = source("a.ipynb", notebook(*cells))
    expected = "".join(f"{text}\n\n" for text in texts if text)
    assert read_back.text == expected.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    for offset in range(len(read_back.text) + 1):
        assert read_back.position(offset).line >= 1
