"""An author goes on writing: equations come, go and move, the post is numbered again and again, and every
reference stays on its equation."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathpost.config import Config
from mathpost.delivery import settled
from mathpost.document.index import Index
from mathpost.text.source import Source

BASELINE = Path(__file__).parent / "baseline" / "references.py"

# What an author writes; {0} names the equation, and a tag is one that a former run wrote.
DISPLAYS = (
    "\\begin{{equation}}\nx_{{{0}}}\n\\end{{equation}}",
    "\\begin{{equation}}x_{{{0}}} \\label{{eq:{0}}}\\end{{equation}}",
    "$$\nx_{{{0}}} \\label{{eq:{0}}}\n$$",
    "\\begin{{align}}\ny &= x_{{{0}}} \\\\\nz &= 0 \\notag\n\\end{{align}}",
    "> \\begin{{equation}}\n> x_{{{0}}}\n> \\end{{equation}}",
    "- 列：\n  $$\n  x_{{{0}}} \\label{{eq:{0}}}\n  $$",
    "\\begin{{equation}}\\begin{{aligned}}x_{{{0}}}\\\\0\\end{{aligned}}\\end{{equation}}",
)
WORDS = (
    "由式({0})得",
    "将公式 ({0}) 代入",
    "see Eq. ({0}) and",
    "第({0})式说",
    "（式{0}）",
    "By ({0}), this holds",
    "$$0 \\overset{{\\text{{式({0})}}}}{{=}} 0$$",
)
HEADING, FENCE = "## 节", "```\n由式(1)得 \\tag{1}\n```"
_MARKED = re.compile(r"x_\{(\d+)\}")
_TAG = re.compile(r"\\tag\{(\d+)\}")
_REFERENCE = re.compile(r"^@(\d+) .*?(\d+)[)）]", re.S)


class Draft:
    """A post as a list of blocks: displays, paragraphs that refer to one of them, headings, code."""

    def __init__(self) -> None:
        self.blocks: list[str] = ["# 题"]
        self.named = 0
        self.runs = 0

    def equations(self) -> list[int]:
        return [k for k, block in enumerate(self.blocks) if _MARKED.search(block)]

    def numbers(self) -> dict[str, str]:
        """Each equation's name and its number."""
        found = {}
        for block in self.blocks:
            name, tag = _MARKED.search(block), _TAG.search(block)
            if name and tag:
                found[name[1]] = tag[1]
        return found

    def insert(self, kind: int, place: int) -> None:
        block = DISPLAYS[kind % len(DISPLAYS)].format(self.named)
        self.named += 1
        self.blocks.insert(1 + place % len(self.blocks), block)

    def refer(self, kind: int, place: int) -> None:
        numbers = self.numbers()
        if numbers:
            name = sorted(numbers)[kind % len(numbers)]
            words = WORDS[(kind + place) % len(WORDS)].format(numbers[name])
            self.blocks.insert(1 + place % len(self.blocks), f"@{name} {words}")

    def divide(self, kind: int, place: int) -> None:
        self.blocks.insert(1 + place % len(self.blocks), HEADING if kind % 3 else FENCE)

    def delete(self, kind: int, _place: int) -> None:
        """An equation goes, and what refers to it."""
        places = self.equations()
        if places:
            block = self.blocks.pop(places[kind % len(places)])
            name = _MARKED.search(block)
            assert name is not None
            self.blocks = [b for b in self.blocks if not b.startswith(f"@{name[1]} ")]

    def move(self, kind: int, place: int) -> None:
        places = self.equations()
        if places:
            block = self.blocks.pop(places[kind % len(places)])
            self.blocks.insert(1 + place % len(self.blocks), block)

    def number(self, _kind: int = 0, _place: int = 0) -> None:
        done = settled(Source("a.md", "\n\n".join(self.blocks) + "\n"), Config(), Index(ours=self.runs > 0))
        assert done.losses == ()
        self.blocks = done.result.source.text.removesuffix("\n").split("\n\n")
        self.runs += 1
        self.check()

    def check(self) -> None:
        numbers = self.numbers()
        assert sorted(map(int, numbers.values())) == list(range(1, len(numbers) + 1))
        assert [int(numbers[_MARKED.search(self.blocks[k])[1]]) for k in self.equations()] == [  # type: ignore[index]
            k + 1 for k in range(len(numbers))
        ]
        for block in self.blocks:
            reference = _REFERENCE.match(block) or re.match(r"^@(\d+) .*?式(\d+)", block)
            if reference:
                assert numbers[reference[1]] == reference[2], block


ACTIONS: dict[str, Callable[[Draft, int, int], None]] = {
    "insert": Draft.insert,
    "refer": Draft.refer,
    "divide": Draft.divide,
    "delete": Draft.delete,
    "move": Draft.move,
    "number": Draft.number,
}
STEPS = st.tuples(st.sampled_from([*ACTIONS, "insert", "refer"]), st.integers(0, 30), st.integers(0, 30))


@given(st.lists(STEPS, max_size=14))
@settings(max_examples=60, deadline=None)
def test_every_reference_stays_on_its_equation(steps: list[tuple[str, int, int]]) -> None:
    draft = Draft()
    for kind in range(3):
        draft.insert(kind, 2 * kind)
    draft.number()
    for action, kind, place in steps:
        ACTIONS[action](draft, kind, place)
        if action == "refer":  # the numbers that an author writes are those of the page
            draft.number()
    draft.number()


@pytest.mark.shared
def test_references_of_the_open_posts_are_decided_as_reviewed(shared: Path) -> None:
    spec = importlib.util.spec_from_file_location("references", BASELINE)
    assert spec is not None
    assert spec.loader is not None
    baseline = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(baseline)
    corpus, reviewed = shared / "corpus", baseline.reviewed()
    paths = dict.fromkeys(row.partition("\t")[0] for row in reviewed)
    assert [row for path in paths for row in baseline.of_post(corpus, corpus / path)] == reviewed
