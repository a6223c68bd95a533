"""Labels made on demand: readable, taken once, and every reference follows."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from mathpost.cli import main
from mathpost.document import flavours
from mathpost.document.labelling import edits
from mathpost.document.numbering import Scheme, plan
from mathpost.document.reader import read
from mathpost.text.edits import apply
from mathpost.text.source import Source


def labelled(text: str) -> str:
    document = read(Source("post.md", text))
    return apply(text, edits(document, plan(document, scheme=Scheme("usual"))))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("## 1. 变分下界\n\n$$a \\tag{1}$$\n", "\\tag{1} \\label{eq:变分下界}$$"),
        ("### 2.1 The KL divergence\n\n$$a \\tag{1}$$\n", "\\label{eq:the-kl-divergence}$$"),
        ("## 三、$L_2$ 范数\n\n$$a \\tag{1}$$\n", "\\label{eq:范数}$$"),
        ("$$a \\tag{1}$$\n", "\\label{eq:equation}$$"),
        ("## A\n\n**Theorem 2 (Bayes).**\n\n$$a \\tag{1}$$\n", "\\label{eq:theorem-bayes}$$"),
        ("## A\n\n**引理1**：\n\n$$a \\tag{1}$$\n", "\\label{eq:lemma-a}$$"),
        ("$$a \\label{kl}$$\n\n由\\eqref{kl}\n", "$$a \\label{eq:kl}$$\n\n由\\eqref{eq:kl}\n"),
        ("## A\n\n$$a \\label{eq:7}$$\n\n$\\ref{eq:7}$\n", "$$a \\label{eq:a}$$\n\n$\\ref{eq:a}$\n"),
        ("$$a \\label{eq:kl}$$\n", "$$a \\label{eq:kl}$$\n"),
        ("$$a$$\n", "$$a$$\n"),
    ],
)
def test_a_label_says_what_the_equation_is(before: str, after: str) -> None:
    assert labelled(before).rstrip("\n").endswith(after.rstrip("\n"))


@pytest.mark.parametrize(
    ("flavour", "before", "after"),
    [
        ("quarto", "# Bayes\n\n$$\na\n$$\n", "# Bayes\n\n$$\na\n$$ {#eq-bayes}\n"),
        ("quarto", "$$a$$ {#eq-a}\n\nSee @eq-a.\n", "$$a$$ {#eq-a}\n\nSee @eq-a.\n"),
        ("pandoc", "# Bayes\n\n> $$a$$\n", "# Bayes\n\n> $$a$$ {#eq:bayes}\n"),
        ("myst", "# Bayes\n\n$$\na\n$$\n", "# Bayes\n\n$$\na\n$$ (eq-bayes)\n"),
        ("myst", "- x\n  ```{math}\n  a\n  ```\n", "- x\n  ```{math}\n  :label: eq-equation\n  a\n  ```\n"),
        ("myst", "x $$a$$ y\n", "x $$a$$ y\n"),
        (
            "rmarkdown",
            "\\begin{equation}\na\n\\end{equation}\n",
            "\\begin{equation}\na\n(\\#eq:equation)\n\\end{equation}\n",
        ),
        ("rmarkdown", "$$a$$\n", "$$a$$\n"),
        ("d2lbook", "$$a$$\n", "$$a$$\n:eqlabel:`eq_equation`\n"),
    ],
)
def test_a_label_is_written_in_the_way_of_the_flavour(flavour: str, before: str, after: str) -> None:
    document = read(Source("post.md", before), flavour=flavours.named(flavour))
    labelled = apply(before, edits(document, plan(document)))
    assert labelled == after
    again = read(Source("post.md", labelled), flavour=flavours.named(flavour))
    assert apply(labelled, edits(again, plan(again))) == labelled


def test_rows_and_sections_share_no_label() -> None:
    text = "## A\n\n\\begin{align}\na \\\\\nb \\notag \\\\\nc\n\\end{align}\n\n## A\n\n$$d \\label{eq:a}$$\n"
    assert labelled(text) == (
        "## A\n\n\\begin{align}\na \\label{eq:a-2} \\\\\nb \\notag \\\\\nc \\label{eq:a-3}\n\\end{align}\n\n"
        "## A\n\n$$d \\label{eq:a}$$\n"
    )


def test_run_writes_labels_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    post = tmp_path / "a.md"
    post.write_text(
        "## A\n\n$$a \\label{x} \\tag{4}$$\n\n$$b \\tag{2}$$\n\nBy \\eqref{x}, Eq. (2).\n", "utf-8"
    )
    for _ in range(2):
        CliRunner().invoke(main, ["run", "-q", "--no-verify", "--in-place", "--labels", "a.md"])
        assert post.read_text("utf-8") == (
            "## A\n\n$$a \\label{eq:x} \\tag{1}$$\n\n$$b \\tag{2} \\label{eq:a}$$\n\nBy \\eqref{eq:x}, Eq. (2).\n"
        )
