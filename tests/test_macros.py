"""The vocabulary: facts about commands and environments, asked of the renderers and of LaTeX."""

from __future__ import annotations

import pytest

from mathpost.config import Config
from mathpost.latex.macros import (
    DuplicateNameError,
    _add,
    environment,
    known_commands,
    known_environments,
    macro,
)
from mathpost.latex.macros.macro import EVERYWHERE, macros
from mathpost.latex.parser import parse
from mathpost.pipeline import examine
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.verdict import Proved

ALL = frozenset(EVERYWHERE.split())


def test_a_name_taken_twice_is_refused() -> None:
    found: dict[str, object] = {}
    _add(found, r"\a", 1)
    with pytest.raises(DuplicateNameError, match=r"\\a"):
        _add(found, r"\a", 2)


def test_names_carry_their_backslash_and_types_are_known() -> None:
    kinds = {
        "math",
        "text",
        "box",
        "original",
        "primitive",
        "rows",
        "raw",
        "size",
        "colour",
        "url",
        "delimiter",
        "bracket",
    }
    for name, entry in known_commands().items():
        assert name.startswith("\\") and name == entry.name
        assert {*entry.arguments, *entry.options} <= kinds
        assert entry.works <= ALL | {"extension"} and entry.works


def test_the_whole_vocabulary_is_there() -> None:
    """680 names work in KaTeX, MathJax and LaTeX; more than 1,200 in at least one."""
    commands = known_commands().values()
    assert sum(entry.works >= ALL for entry in commands) >= 650
    assert len(commands) >= 1200
    assert len(known_environments()) >= 60


@pytest.mark.parametrize(
    ("name", "arguments", "options"),
    [
        (r"\frac", ("math", "math"), ()),
        (r"\sqrt", ("math",), ("math",)),
        (r"\textcolor", ("colour", "original"), ("raw",)),
        (r"\genfrac", ("delimiter", "delimiter", "size", "raw", "math", "math"), ()),
        (r"\rule", ("size", "size"), ("size",)),
        (r"\xrightarrow", ("math",), ("math",)),
        (r"\alpha", (), ()),
    ],
)
def test_arguments(name: str, arguments: tuple[str, ...], options: tuple[str, ...]) -> None:
    entry = macro(name)
    assert entry is not None
    assert (entry.arguments, entry.options) == (arguments, options)


@pytest.mark.parametrize(
    ("name", "works"),
    [
        (r"\label", {"mathjax", "latex"}),
        (r"\argmax", {"katex"}),
        (r"\coloneqq", {"katex", "latex", "extension"}),
        (r"\providecommand", {"katex", "latex"}),
        (r"\lt", {"katex", "mathjax"}),
        (r"\sum", ALL),
    ],
)
def test_where_a_command_works(name: str, works: set[str]) -> None:
    entry = macro(name)
    assert entry is not None and entry.works == works


def test_unknown_names() -> None:
    assert macro(r"\aplha") is None
    assert macro("frac") is None
    assert environment("alinged") is None


def test_environments() -> None:
    align, aligned, cases = environment("align"), environment("aligned"), environment("cases")
    assert align is not None and aligned is not None and cases is not None
    assert (align.numbered, align.display, "mathjax" in align.tags) == ("rows", True, True)
    assert (aligned.numbered, aligned.display, "mathjax" in aligned.tags) == ("no", False, False)
    assert (cases.columns, "mathjax" in cases.tags) == (2, True)
    starred = environment("align*")
    assert starred is not None and starred.numbered == "no"


def test_a_family_is_written_in_words() -> None:
    one, two = macros("k", "katex latex", r"\one \two", arguments="math size", options="raw", star=True)
    assert (one.name, two.name) == (r"\one", r"\two")
    assert one.arguments == ("math", "size") and one.options == ("raw",) and one.star


@pytest.mark.parametrize(
    ("tex", "codes"),
    [
        (r"\operatorname{tr} A", ["P001"]),
        (r"\newcommand{\R}{\mathbb{R}} \R", ["P001"]),
        (r"\phantom{x} \mbox{y}", ["P001", "P001"]),
        (r"\mathop{\text{tr}} A \tag{1}", []),
    ],
)
def test_github_takes_commands_away_from_mathjax(tex: str, codes: list[str]) -> None:
    def found(target: str) -> list[str]:
        return [fault.code for fault in parse(tex, [Span(0, len(tex))], target=target).faults]

    assert found("github") == codes
    assert found("mathjax") == []


@pytest.mark.parametrize(
    "formula",
    [
        r"\newcommand{\mb}{+x}\newcommand{\ma}{\mb\mb}\ma = 2x",
        r"\newcommand{\ma}{\mb\mb}\newcommand{\mb}{+x}\ma = 2x",
        r"\newcommand{\mb}{x+1}\newcommand{\ma}{2\mb}\ma = 2x+1",
    ],
)
def test_a_call_within_a_macro_is_no_group(formula: str) -> None:
    result = examine(Source("a.md", f"$${formula}$$\n"), Config(), True)
    assert [type(verdict) for verdict in result.verdicts] == [Proved]


@pytest.mark.parametrize(
    "macro",
    [r"\newcommand{\M}[1]{\begin{bmatrix} #1 \end{bmatrix}}", r"\def\M#1{\begin{bmatrix}#1\end{bmatrix}}"],
)
def test_an_argument_in_an_environment_holds_cells_and_rows(macro: str) -> None:
    post = f"${macro}$\n\n$$\\M{{1 & 2 \\\\ 3 & 4}} \\M{{1 \\\\ 1}} = \\M{{3 \\\\ 7}}$$\n\n$x \\M{{1 & 2}} & y$\n"
    result = examine(Source("a.md", post), Config(), True)
    assert [type(verdict) for verdict in result.verdicts] == [Proved]
    assert [(d.code, result.source.position(d.span.start).column) for d in result.diagnostics] == [
        ("L010", 14)
    ]
