"""The manual as tests: `tests/mdtest/**.md` and `docs/verification.md` hold posts and what must be said of them.

A heading names a test. A fenced block ``markdown`` is a post (its info string may set ``target=katex`` or
``brackets``); the blocks behind it are what is expected of it:

- ``formulas``: place, kind, opener, the numbers a reader sees and (behind ``→``) those after a run, labels;
- ``tree``: the structure of each formula;
- ``enhanced``: the text after a run;
- ``steps``: place, role and sides of each step;
- ``verdicts``: what was found out about each claim (only then is the post verified);
- ``diagnostics``: every finding. All rules run on every post, so a finding nobody expects fails the test.

`pytest --update-mdtest` rewrites the expectations; read the difference before committing it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from mathpost.config import Config, merged
from mathpost.pipeline import PostResult, examine
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, name
from mathpost.writers.enhanced import enhance
from mathpost.writers.json import note_text
from mathpost.writers.sketch import sketch

SUITES = Path(__file__).parent / "mdtest"
PAGE = Path(__file__).parent.parent / "docs" / "verification.md"


@dataclass
class Block:
    """A fenced block of a suite: lines `first` to `last` (exclusive) are its content."""

    info: str
    first: int
    last: int
    text: str


@dataclass
class Case:
    title: str
    post: Block
    expected: list[Block] = field(default_factory=list)


def place(source: Source, span: Span) -> str:
    start, end = source.position(span.start), source.position(span.end)
    return f"{start.line}:{start.column}-{end.line}:{end.column}"


def formulas(result: PostResult) -> Iterator[str]:
    for f in result.document.formulas:
        shown, planned = (" ".join(n[f.index]) for n in (result.numbering.shown, result.numbering.planned))
        numbers = shown if shown == planned else f"{shown} → {planned}".strip()
        labels = " ".join(label.name for row in f.rows for label in row.labels)
        escaped = "escaped" if f.escaped else ""
        parts = (place(result.source, f.span), f.kind, f.opener, numbers, labels and f"[{labels}]", escaped)
        yield " ".join(part for part in parts if part)


def tree(result: PostResult) -> Iterator[str]:
    for formula in result.document.formulas:
        yield sketch(formula.tree)


def steps(result: PostResult) -> Iterator[str]:
    for s in result.steps:
        yield f"{place(result.source, s.span)} {s.role}: {s.left.text} {s.relation} {s.right.text}"


def verdicts(result: PostResult) -> Iterator[str]:
    for step, verdict in zip(result.steps, result.verdicts, strict=True):
        if verdict is None:
            continue
        match verdict:
            case Proved(method):
                why = method
            case Agrees(method=method):
                why = method
            case Refuted(suggestion=suggestion):
                why = f"suggestion {suggestion}" if suggestion else "counterexample"
            case Unchecked(reason, culprit):
                why = f"{reason}: {culprit}"
        yield f"{name(verdict)} ({why}): {step.left.text} {step.relation} {step.right.text}"


def diagnostics(result: PostResult) -> Iterator[str]:
    for d in result.diagnostics:
        yield f"{place(result.source, d.span)} {d.severity} {d.code} {d.name}: {d.message}"
        for note in d.notes:
            yield f"    note: {note_text(result.source, note)}"
        if d.fix is not None:
            yield f"    {d.fix.safety.name.lower()}: {d.fix.title}"


VIEWS: dict[str, Callable[[PostResult], Iterator[str]]] = {
    "formulas": formulas,
    "tree": tree,
    "steps": steps,
    "verdicts": verdicts,
    "diagnostics": diagnostics,
    "enhanced": lambda result: iter([enhance(result).rstrip("\n")]),
}


def blocks_and_headings(lines: list[str]) -> Iterator[str | Block]:
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith("```"):
            fence = line[: len(line) - len(line.lstrip("`"))]
            first = at
            while lines[at].rstrip() != fence:
                at += 1
            yield Block(line[len(fence) :].strip(), first, at, "\n".join(lines[first:at]))
            at += 1
        elif line.startswith("#"):
            yield line


def cases(path: Path) -> list[Case]:
    trail: list[str] = []
    found: list[Case] = []
    for part in blocks_and_headings(path.read_text(encoding="utf-8").split("\n")):
        if isinstance(part, str):
            level = len(part) - len(part.lstrip("#"))
            trail = [*trail[: level - 1], part.lstrip("# ")]
        elif part.info.startswith("markdown"):
            found.append(Case(" / ".join(trail), part))
        elif part.info in VIEWS:
            found[-1].expected.append(part)
        else:
            raise ValueError(f"{path}: a block of unknown kind: {part.info}")
    return found


def result_of(case: Case) -> PostResult:
    words = [word.partition("=") for word in case.post.info.split()[1:]]
    values = {key: value if equals else True for key, equals, value in words}
    config = merged(Config(), values, case.title)
    verify = any(block.info == "verdicts" for block in case.expected)
    return examine(Source("post.md", case.post.text + "\n"), config, verify)


def found_in(case: Case) -> dict[str, str]:
    """What is said of the post, for every view that is expected, and the findings in any case."""
    result = result_of(case)
    wanted = dict.fromkeys([*(block.info for block in case.expected), "diagnostics"])
    return {view: "\n".join(VIEWS[view](result)) for view in wanted}


def suites() -> list[Path]:
    return [*sorted(SUITES.rglob("*.md")), PAGE]


@pytest.mark.parametrize(
    ("path", "index"),
    [
        pytest.param(path, index, id=f"{path.stem}: {case.title}")
        for path in suites()
        for index, case in enumerate(cases(path))
    ],
)
def test_mdtest(path: Path, index: int, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("update_mdtest"):
        update(path, index)
    case = cases(path)[index]
    expected = {"diagnostics": "", **{block.info: block.text for block in case.expected}}
    assert found_in(case) == expected


def update(path: Path, index: int) -> None:
    """Rewrite the expectations of one case in place, last block first so that lines stay where they are."""
    case = cases(path)[index]
    lines = path.read_text(encoding="utf-8").split("\n")
    found = found_in(case)
    blocks = list(case.expected)
    if found["diagnostics"] and not any(block.info == "diagnostics" for block in blocks):
        end = max(block.last for block in [case.post, *blocks]) + 1
        blocks.append(replace_at(end))
        lines[end:end] = ["", "```diagnostics", "```"]
    for block in sorted(blocks, key=lambda b: -b.first):
        lines[block.first : block.last] = found[block.info].split("\n") if found[block.info] else []
    path.write_text("\n".join(lines), encoding="utf-8")


def replace_at(end: int) -> Block:
    """The empty block of findings that is inserted behind line `end`."""
    return replace(Block("diagnostics", 0, 0, ""), first=end + 2, last=end + 2)


def test_every_suite_has_tests() -> None:
    assert suites()
    assert all(cases(path) for path in suites())


def test_an_expectation_that_differs_is_seen() -> None:
    case = Case("", Block("markdown", 0, 0, "$x$"), [Block("tree", 0, 0, "y")])
    assert found_in(case)["tree"] == "x"
