"""What MathJax shows on the pages that `run` writes: the planned numbers, in order, and every reference resolved."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from mathpost.config import Config
from mathpost.delivery import settled
from mathpost.document.document import Document
from mathpost.latex.lexer import reading
from mathpost.text.source import Source
from mathpost.writers.post import PostResult

ORACLE = Path(__file__).parent / "oracle"
REFUSALS = ("tag", "Label")  # what MathJax says of numbers; its other refusals are no matter of this test


def pages(documents: Sequence[Document]) -> list[dict[str, Any]]:
    """MathJax's answer for each page: the numbers of each formula, its refusals, the number of each label."""
    if shutil.which("node") is None or not (ORACLE / "node_modules" / "mathjax-full").is_dir():
        pytest.skip("no Node, or the renderers are not installed: make oracle")
    run = subprocess.run(
        ["node", str(ORACLE / "numbers.js")],
        input="\n".join(json.dumps(_formulas(document)) for document in documents),
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


def _formulas(document: Document) -> list[dict[str, object]]:
    text = document.source.text
    return [
        {"tex": reading(text, f.segments, f.escaped).text, "display": f.kind == "display"}
        for f in document.formulas
    ]


def differences(result: PostResult, page: dict[str, Any]) -> list[str]:
    """Formulas on which MathJax shows other numbers than planned, and references that it cannot resolve."""
    document, plan = result.document, result.numbering
    found = []
    for formula, shown, error in zip(document.formulas, page["shown"], page["errors"], strict=True):
        line = document.source.line_of(formula.span.start)
        numbering_error = error is not None and any(word in error for word in REFUSALS)
        if formula.index in plan.left_alone:
            continue
        if numbering_error:
            found.append(f"{line}: {error}")
        elif error is None and [n.strip("()") for n in shown] != list(plan.planned[formula.index]):
            found.append(f"{line}: shows {shown}, planned {plan.planned[formula.index]}")
    labels = {
        label.name: equation.new
        for equation in plan.equations
        for label in document.formulas[equation.formula].rows[equation.row].labels
    }
    for reference in document.references:
        number = labels.get(reference.target)
        if reference.form == "command" and number and page["labels"].get(reference.target) != number:
            found.append(f"{reference.target}: {page['labels'].get(reference.target)}, planned {number}")
    return found


def outputs(texts: Sequence[tuple[str, str]]) -> list[PostResult]:
    return [settled(Source(name, text), Config()).result for name, text in texts]


PAGE = r"""
\begin{equation} a \label{eq:a} \end{equation}

$$ b \tag{1} $$

\begin{align} c &= d \label{eq:c} \\ e &= f \notag \\ g &= h \tag{*} \\ i &= j \end{align}

$$ \begin{aligned} k &= l \\ m &= n \end{aligned} \label{eq:k} $$

\begin{gather} \begin{aligned} o \\ p \end{aligned} \\ q \end{gather}

\begin{multline} r \\ s \end{multline}

\begin{eqnarray} t &=& u \\ v &=& w \end{eqnarray}

\begin{alignat}{2} a &= b & c &= d \\ e &= f \end{alignat}

\begin{flalign} a &= b \\ \end{flalign}

\begin{equation} x = \begin{cases} a & b \\ c & d \end{cases} \end{equation}

\begin{equation*} y \tag*{7} \end{equation*}

$$ z \tag{9a} $$ $$ z \tag{9b} $$

By $\eqref{eq:a}$, $\eqref{eq:c}$, $\eqref{eq:k}$ and Eq. (1).
"""


@pytest.mark.oracle
def test_every_kind_of_display_shows_its_planned_numbers() -> None:
    results = outputs([("page.md", PAGE)])
    (page,) = pages([results[0].document])
    assert differences(results[0], page) == []
    assert page["labels"] == {"eq:a": "1", "eq:c": "3", "eq:k": "5"}


@pytest.mark.oracle
@pytest.mark.shared
@pytest.mark.parametrize("folder", ["raw", "enhanced"])
def test_open_posts_show_the_planned_numbers(shared: Path, folder: str) -> None:
    files = sorted((shared / "corpus/kexue" / folder).glob("*.md"))[::6]
    results = outputs([(file.name, file.read_bytes().decode()) for file in files])
    answers = pages([result.document for result in results])
    found = {r.source.path: differences(r, page) for r, page in zip(results, answers, strict=True)}
    assert {name: lines for name, lines in found.items() if lines} == {}
