"""The rules for LaTeX: each page's example is run, fixes cure, clean posts stay silent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mathpost import rules
from mathpost.document import flavours, numbering
from mathpost.document.reader import read
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Safety, apply, compatible
from mathpost.text.source import Source


def _words(page: str) -> list[str]:
    """How the examples of a page begin that are formulas."""
    return [line.split()[0].strip(":") for line in page.splitlines() if "$" in line and ":" in line]


CODES = {rule.CODE: rule for rule in rules.registry()}
SHOWN = sorted(code for code, rule in CODES.items() if {"bad", "good"} <= set(_words(rule.__doc__ or "")))
LATEX = {code for code in CODES if code[0] == "L" or code[0] == "P" or code in ("N013", "N016")}


KEEPS_BACKSLASHES = "notebook"  # a flavour whose engine does


def findings(text: str, target: str = "mathjax", asked: str = "", flavour: str = "") -> list[Diagnostic]:
    """What the rules for LaTeX say of a post; of those that must be asked for, only `asked`."""
    document = read(
        Source("post.md", text), target=target, flavour=flavours.named(flavour) if flavour else None
    )
    subject = rules.Subject(document, numbering.plan(document), (), (), target)
    wanted = LATEX - rules.opt_in() | {asked}
    return [d for d in rules.check(subject) if d.code in wanted]


def examples(page: str) -> Iterator[tuple[str, str, str]]:
    """What a page shows: ``bad`` or ``good``, the target, the text."""
    for line in page.splitlines():
        word, _, text = line.strip().partition(":")
        kind, _, target = word.partition(" ")
        if kind in ("bad", "good"):
            yield kind, target.strip("()") or "mathjax", text.strip().replace(" ⏎ ", "\n\n")


@pytest.mark.parametrize("code", [*SHOWN, "L204"])
def test_the_examples_of_a_page(code: str) -> None:
    """Bad shows this finding and no other, good shows none."""
    shown = list(examples(CODES[code].__doc__ or ""))
    assert shown
    flavour = (
        KEEPS_BACKSLASHES if code in ("L013", "L201", "L202", "L203", "L204", "L205", "L211", "L213") else ""
    )
    for kind, target, text in shown:
        post = text.replace("$", "$$") if "\\label" in text else text
        expected = {code} if kind == "bad" else set()
        assert {d.code for d in findings(post, target, code, flavour)} == expected, text


def test_pages_are_long_enough_to_help() -> None:
    assert len(SHOWN) >= 30
    assert [code for code in sorted(LATEX) if len(CODES[code].__doc__ or "") < 100] == []


def test_every_code_of_the_parser_has_a_rule() -> None:
    package = Path(rules.__file__).parent.parent / "latex"
    used = {
        part[:4]
        for file in package.glob("*.py")
        for part in file.read_text(encoding="utf-8").split('"')
        if len(part) == 4 and part[0] in "LNP" and part[1:].isdigit()
    }
    assert len(used) > 25
    assert used <= set(CODES)


def test_names_are_those_of_the_files() -> None:
    for code in sorted(LATEX):
        rule = CODES[code]
        assert rule.NAME.replace("-", "_") == rule.__name__.rpartition(".")[2]  # type: ignore[attr-defined]


def cured(text: str, target: str = "mathjax", safety: Safety = Safety.SAFE, flavour: str = "") -> str:
    found = findings(text, target, flavour=flavour)
    fixes = [d.fix for d in found if d.fix is not None and d.fix.safety >= safety]
    return apply(text, [edit for fix in compatible(fixes) for edit in fix.edits])


@pytest.mark.parametrize(
    ("text", "target", "clean"),
    [
        ("$\\left\\\\{a\\right\\\\}$", "mathjax", "$\\left\\{a\\right\\}$"),
        (
            "$$\n\\begin{aligned}\na &= \\\\{b\\\\}\\\\\\\n&\\- c \\\\\\\\[5pt]\n\\end{aligned}\n$$\n",
            "mathjax",
            "$$\n\\begin{aligned}\na &= \\{b\\}\\\\\n&- c \\\\[5pt]\n\\end{aligned}\n$$\n",
        ),
        (r"$\newcommand{sign}{s}\sign$", "mathjax", r"$\newcommand{\sign}{s}\sign$"),
        (r"$x_\boldsymbol{B}^\hat y$", "katex", r"$x_{\boldsymbol{B}}^{\hat y}$"),
        (r"$(\\mathcal{M}, d)$", "mathjax", r"$(\mathcal{M}, d)$"),
        (r"$a \- \{$", "mathjax", r"$a - \{$"),
    ],
)
def test_safe_fixes_cure(text: str, target: str, clean: str) -> None:
    """The finding is gone, no new one appears, and a second run changes nothing."""
    assert cured(text, target, flavour="myst") == clean
    assert findings(clean, target) == []
    assert cured(clean, target) == clean


@pytest.mark.parametrize("text", [r"$\\{0, 1\\}$", r"$(\\mathcal{M}, d)$", r"$a \- b + c \+ d$"])
@pytest.mark.parametrize("flavour", ["plain", "hexo", "jekyll", "hugo", "mdbook", "mkdocs"])
def test_backslashes_stay_where_nobody_knows_the_engine(text: str, flavour: str) -> None:
    r"""Markdown may take one of two backslashes away, so readers may see what the author meant."""
    assert cured(text, flavour=flavour) == text
    assert cured(text, flavour="quarto") != text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("sum $a\n  + b$ is", "sum $a + b$ is"),
        ("> the product $a \\cdot\n> b$ is", "> the product $a \\cdot b$ is"),
        ("$r  \n>= s$", "$r >= s$"),
    ],
)
def test_a_formula_over_two_lines(text: str, line: str) -> None:
    (found,) = findings(text, asked="P009")
    assert (found.code, found.fix is not None) == ("P009", True)
    assert apply(text, found.fix.edits if found.fix else ()) == line
    assert findings(line, asked="P009") == []
    assert findings("$\\begin{array}{c}\na\n\\end{array}$", asked="P009") == []


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (r"$\{x\} = \|y\|$", r"$\lbrace x\rbrace = \Vert y\Vert$"),
        (r"$$\left\{a \, b\right\}$$", r"$$\left\lbrace a \thinspace b\right\rbrace$$"),
        (r"$`\{x\}`$ and $\text{a\,b}$", None),
        ("```math\n\\{x\\}\n```", None),
    ],
)
def test_signs_that_github_eats(text: str, clean: str | None) -> None:
    found = findings(text, "github", "P007")
    assert [d.code for d in found] == ([] if clean is None else ["P007"])
    assert apply(text, [edit for d in found if d.fix for edit in d.fix.edits]) == (clean or text)
    assert findings(text, "mathjax", "P007") == []


def test_unsafe_fixes_are_offered() -> None:
    assert cured(r"$\aplha + \alphax$", safety=Safety.UNSAFE) == r"$\alpha + \alpha x$"
    assert cured("$50% x$", safety=Safety.UNSAFE) == "$50\\% x$"
    assert cured(r"$\aplha$") == r"$\aplha$"


def test_a_formula_of_two_dialects_is_left_alone() -> None:
    text = "$\\\\{0, 1\\}$ and $\\\\_ + \\{$"
    assert [d.code for d in findings(text, flavour=KEEPS_BACKSLASHES)].count("L204") == 1
    assert cured(text) == text


def test_one_finding_per_damaged_formula() -> None:
    text = "$\\\\{0,1\\\\} \\cup \\\\{2\\\\}$ $a \\\\\\\\[2pt] \\\\{b\\\\}$"
    found = findings(text, flavour=KEEPS_BACKSLASHES)
    assert [d.code for d in found] == ["L201", "L203"]
    assert all(d.fix is not None and d.severity is Severity.WARNING for d in found)
    assert findings(text) == []
    assert [d.code for d in findings(text + " and $a \\\\\\  \n b$")] == ["L201", "L203", "L202"]


@pytest.mark.shared
@pytest.mark.parametrize("folder", ["statproof", "d2l-zh", "topocm"])
def test_posts_that_render_show_no_error(folder: str, shared: Path) -> None:
    errors = []
    for file in sorted((shared / "corpus" / folder).rglob("*.md")):
        found = findings(file.read_bytes().decode("utf-8"))
        errors += [(file.name, d.code, d.message) for d in found if d.severity is Severity.ERROR]
    assert errors == []


@pytest.mark.shared
def test_the_fixes_write_what_was_read(shared: Path) -> None:
    """On posts of a scraper: a repaired formula stands as the parser read it, and is clean."""
    count = 0
    for file in sorted((shared / "corpus" / "kexue" / "raw").rglob("*.md")):
        text = file.read_bytes().decode("utf-8")
        before = read(Source(file.name, text)).formulas
        after = read(Source(file.name, cured(text, flavour="myst"))).formulas
        assert len(before) == len(after)
        for old, new in zip(before, after, strict=True):
            count += old.escaped
            assert not new.escaped
            assert [f.code for f in old.faults if f.code != "L015"] == [f.code for f in new.faults]
    assert count > 50
