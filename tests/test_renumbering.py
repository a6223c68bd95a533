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
from mathpost.document.equations import rows
from mathpost.document.index import Index
from mathpost.document.reader import read
from mathpost.text.source import Source

BASELINE = Path(__file__).parent / "baseline" / "references.py"

# What an author writes; {0} and {1} name equations, {2} makes the author's own tags differ.
DISPLAYS = (
    "\\begin{{equation}}\nx_{{{0}}}\n\\end{{equation}}",
    "\\begin{{equation}}x_{{{0}}} \\label{{eq:{0}}}\\end{{equation}}",
    "$$\nx_{{{0}}} \\label{{eq:{0}}}\n$$",
    "\\begin{{align}}\nx_{{{0}}} &= 1 \\\\\nx_{{{1}}} &= 2 \\\\\nz &= 0 \\notag\n\\end{{align}}",
    "> \\begin{{equation}}\n> x_{{{0}}}\n> \\end{{equation}}",
    "- 列：\n  $$\n  x_{{{0}}} \\label{{eq:{0}}}\n  $$",
    "\\begin{{equation}}\\begin{{aligned}}x_{{{0}}}\\\\0\\end{{aligned}}\\end{{equation}}",
    "\\begin{{subequations}}\n\\begin{{align}}\nx_{{{0}}} &= 1 \\\\\nx_{{{1}}} &= 2\n\\end{{align}}\n\\end{{subequations}}",
    "\\begin{{align}}\nx_{{{0}}} \\tag{{9{2}a}} \\\\\nx_{{{1}}} \\tag{{9{2}b}}\n\\end{{align}}",
    "$$x_{{{0}}} \\tag*{{(8{2})}}$$",
    "$$\n\\begin{{split}}\nx_{{{0}}} &= 1 \\\\ &= 2 \\tag{{7{2}}}\n\\end{{split}}\n$$",
)
WORDS = (
    "由式({0})得",
    "将公式 ({0}) 代入",
    "see Eq. ({0}) and",
    "第({0})式说",
    "（式{0}）",
    "By ({0}), this holds",
    "$$\\overset{{\\text{{式({0})}}}}{{=}}$$",
    "$$\\overset{{({0})}}{{=}}$$",
    "在({0})中令",
    "式$({0})$ 说",
    "见**式{0}**",
    "- | 公式 | 值 |\n  |--|--|\n  | ({0}) | 甲 |",
)
LISTS = (
    "式({0})、({1})",
    "Eqs. ({0}) and ({1})",
    "Eqs. {0} and {1}",
    "({0}) 与 ({1}) 相减",
    "将({0})代入({1})",
    "({0}) and ({1}) give",
)
HEADINGS, FENCE = ("## 节", "### 小节", "## 附录 A"), "```\n由式(1)得 \\tag{1}\n```"
SCHEMES = (
    Config(),
    Config(number_by_section=True),
    Config(number_start=30),
    Config(number="all"),
    Config(number="labelled"),
    Config(number="referenced"),
)
_MARKED = re.compile(r"x_\{(\d+)\}")
_NUMBER = re.compile(r"(?<![A-Za-z\d.])(?:[A-Z]\.)?\d+(?:\.\d+)*[a-z]?")
_REFERENCE = re.compile(r"@([\d,]+) (.*)", re.S)


class Draft:
    """A post as a list of blocks: displays, paragraphs that refer to them, headings, code."""

    def __init__(self, config: Config) -> None:
        self.blocks: list[str] = ["# 题"]
        self.config, self.named, self.runs = config, 0, 0

    def numbers(self) -> dict[str, str]:
        """Each equation's name and the number that the page shows, in order."""
        document = read(Source("a.md", self.text()))
        named = ((_MARKED.search(document.source.slice(row.span)), row.old) for row in rows(document))
        return {name[1]: number for name, number in named if name and number}

    def text(self) -> str:
        return "\n\n".join(self.blocks) + "\n"

    def put(self, block: str, place: int) -> None:
        self.blocks.insert(1 + place % len(self.blocks), block)

    def insert(self, kind: int, place: int) -> None:
        self.put(DISPLAYS[kind % len(DISPLAYS)].format(self.named, self.named + 1, self.named), place)
        self.named += 2

    def refer(self, kind: int, place: int) -> None:
        """A reference to one or two equations by the numbers of the page."""
        self.number()
        numbers = self.numbers()
        if not numbers:
            return
        names = sorted(numbers)[kind % len(numbers) :][:2]
        forms = LISTS if len(names) == 2 and kind % 2 else WORDS
        words = forms[(kind + place) % len(forms)].format(*(numbers[name] for name in names))
        self.put(f"@{','.join(names if forms is LISTS else names[:1])} {words}", place)

    def divide(self, kind: int, place: int) -> None:
        self.put((*HEADINGS, FENCE)[kind % 4], place)

    def delete(self, kind: int, _place: int) -> None:
        """A display goes, and what refers to its equations."""
        block = self._taken(kind)
        names = set(_MARKED.findall(block))
        found = ((b, _REFERENCE.match(b)) for b in self.blocks)
        self.blocks = [b for b, named in found if not (named and names & set(named[1].split(",")))]

    def move(self, kind: int, place: int) -> None:
        block = self._taken(kind)
        if block:
            self.put(block, place)

    def _taken(self, kind: int) -> str:
        places = [k for k, block in enumerate(self.blocks) if _MARKED.search(block)]
        return self.blocks.pop(places[kind % len(places)]) if places else ""

    def number(self, _kind: int = 0, _place: int = 0) -> None:
        done = settled(Source("a.md", self.text()), self.config, Index(ours=self.runs > 0))
        assert done.losses == ()
        self.blocks = done.result.source.text.removesuffix("\n").split("\n\n")
        self.runs += 1
        self.check()

    def check(self) -> None:
        numbers = self.numbers()
        if self.config in (Config(), Config(number_start=30)):
            heads = dict.fromkeys(int(number.rstrip("ab")) for number in numbers.values())
            assert list(heads) == list(range(self.config.number_start, self.config.number_start + len(heads)))
        assert len(set(numbers.values())) == len(numbers)
        for block in self.blocks:
            reference = _REFERENCE.match(block)
            if reference:
                shown = _NUMBER.findall(re.sub(r"\\tag\{[^}]*\}", "", reference[2]))
                assert shown == [numbers[name] for name in reference[1].split(",")], block


ACTIONS: dict[str, Callable[[Draft, int, int], None]] = {
    "insert": Draft.insert,
    "refer": Draft.refer,
    "divide": Draft.divide,
    "delete": Draft.delete,
    "move": Draft.move,
    "number": Draft.number,
}
STEPS = st.tuples(st.sampled_from([*ACTIONS, "insert", "refer"]), st.integers(0, 60), st.integers(0, 30))


@given(st.sampled_from(SCHEMES), st.lists(STEPS, max_size=14))
@settings(max_examples=100, deadline=None)
def test_every_reference_stays_on_its_equation(config: Config, steps: list[tuple[str, int, int]]) -> None:
    draft = Draft(config)
    for kind in range(3):
        draft.insert(kind, 2 * kind)
    draft.number()
    for action, kind, place in steps:
        ACTIONS[action](draft, kind, place)
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
