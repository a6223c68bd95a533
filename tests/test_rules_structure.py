"""Rules on the structure of displays, on what other renderers refuse, and on what must be asked for."""

from __future__ import annotations

import pytest

from mathpost.config import Config
from mathpost.pipeline import examine
from mathpost.text.edits import apply
from mathpost.text.source import Source


def found(text: str, target: str = "mathjax", *codes: str) -> list[tuple[str, str]]:
    """(code, severity) of all findings, the rules `codes` asked for as well."""
    config = Config(target=target, extend_select=codes)  # type: ignore[arg-type]
    result = examine(Source("post.md", text), config, False)
    return [(d.code, str(d.severity)) for d in result.diagnostics]


def cured(text: str) -> str:
    result = examine(Source("post.md", text), Config(), False)
    fixes = [d.fix for d in result.diagnostics if d.fix is not None]
    return apply(text, [edit for fix in fixes for edit in fix.edits])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$$ a = b \\\\ c = d $$", [("L105", "warning")]),
        ("$$\n\\substack{a \\\\ b} \\begin{matrix} a \\\\ b \\end{matrix}\n$$", []),
        ("$$\na = b \\\\\n$$", []),
        ("$$\na +\n\nb\n$$", [("L109", "warning")]),
        ("$\\boldsymbol{\\boldsymbol{x}}$", [("L110", "warning")]),
        ("$\\boldsymbol{x} \\boldsymbol{\\mathbf{y}}$", []),
        ("the set $ X $ is", [("P008", "info")]),
        ("$x\\ $ and $X$", []),
    ],
)
def test_structure(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("$$ a &= b \\\\ &= c $$", "$$ \\begin{aligned} a &= b \\\\ &= c \\end{aligned} $$"),
        ("$$ a = b \\\\ c = d $$", "$$ \\begin{gathered} a = b \\\\ c = d \\end{gathered} $$"),
        ("$$\na +\n\nb\n$$", "$$\na +\nb\n$$"),
        ("$\\boldsymbol{f(\\boldsymbol{x})}$", "$\\boldsymbol{f({x})}$"),
        ("the set $ X $ is", "the set $X$ is"),
    ],
)
def test_cures(before: str, after: str) -> None:
    assert cured(before) == after
    assert found(after) == []


def test_what_the_target_decides() -> None:
    post = "$$a \\tag{1}$$\n\n$$\\begin{align*} a \\end{align*}$$\n\n$\\color{skyblue}{α} + 图$\n\n$$\na\n\nb\n$$\n"
    assert [code for code, _ in found(post)] == ["L109"]
    latex = found(post, "latex")
    assert [code for code, _ in latex] == ["P002", "P003", "P004", "P005", "P005", "L109"]
    assert dict(latex)["L109"] == "error"
    assert found("$$ a = b \\\\ c = d $$", "katex") == []


def test_rules_that_must_be_asked_for() -> None:
    post = "$x_\\boldsymbol{a} + {\\bf b}$ and $\\begin{aligned} a &= b \\\\ c &= d \\\\ \\end{aligned}$"
    assert found(post) == []
    assert found(post, "mathjax", "P011") == [("P011", "info")]
    assert found(post, "mathjax", "L107", "obsolete-command") == [("L108", "info"), ("L107", "info")]


def test_a_comment_on_a_rule_that_was_not_asked_is_not_unused() -> None:
    post = "<!-- enhance: ignore L108 -->\n\n$\\mathbf{b}$\n"
    result = examine(Source("post.md", post), Config(), True)
    assert [d.code for d in result.diagnostics] == []
    asked = examine(Source("post.md", post), Config(extend_select=("L108",)), True)
    assert [d.code for d in asked.diagnostics] == ["X005"]
