"""An author goes on writing: equations come, go and move, the post is numbered again and again, and every
reference stays on its equation."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mathpost.config import Config
from mathpost.delivery import Errand, Order, delivered, settled, surveyed, written
from mathpost.document.equations import rows
from mathpost.document.index import Index
from mathpost.document.reader import read
from mathpost.inputs import Post
from mathpost.text.source import Source
from mathpost.writers.enhanced import unstamped

REFERENCES = Path(__file__).parent / "reviewed" / "references.py"

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
USUAL = Config(number="usual")
SCHEMES = (
    USUAL,
    Config(number_by_section=True),
    Config(number_start=30),
    Config(number="all"),
    Config(number="labelled"),
    Config(number="referenced"),
    Config(number="fill"),
)
_MARKED = re.compile(r"x_\{(\d+)\}")
_NUMBER = re.compile(r"(?<![A-Za-z\d.])(?:[A-Z]\.)?\d+(?:\.\d+)*[a-z]?")
_REFERENCE = re.compile(r"@([\d,]+) (.*)", re.S)
_ELSEWHERE = re.compile(r"@([abc]):(\d+) (.*)", re.S)
_LINKED = re.compile(r"\]\([^()]*\)|《[^》]*》")


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
        if self.config in (USUAL, Config(number_start=30)):
            heads = dict.fromkeys(int(number.rstrip("ab")) for number in numbers.values())
            assert list(heads) == list(range(self.config.number_start, self.config.number_start + len(heads)))
        assert len(set(numbers.values())) == len(numbers)
        for block in self.blocks:
            reference = _REFERENCE.match(block)
            if reference:
                shown = _NUMBER.findall(re.sub(r"\\tag\{[^}]*\}", "", reference[2]))
                assert shown == [numbers[name] for name in reference[1].split(",")], block


ACTIONS: dict[str, Callable[[Draft, int, int], None]] = {
    "insert": lambda draft, kind, place: draft.insert(kind, place),
    "refer": lambda draft, kind, place: draft.refer(kind, place),
    "divide": lambda draft, kind, place: draft.divide(kind, place),
    "delete": lambda draft, kind, place: draft.delete(kind, place),
    "move": lambda draft, kind, place: draft.move(kind, place),
    "number": lambda draft, kind, place: draft.number(kind, place),
}
STEPS = st.tuples(st.sampled_from([*ACTIONS, "insert", "refer"]), st.integers(0, 60), st.integers(0, 30))


# a number over a sign above a paragraph that begins with a list of equations
OVER_A_SIGN = [
    ("insert", 0, 0), ("insert", 0, 0), ("refer", 0, 0), ("delete", 0, 0), ("delete", 0, 0),
    ("refer", 9, 14), ("insert", 0, 5), ("insert", 3, 19), ("refer", 11, 20), ("insert", 0, 0),
]  # fmt: skip


@given(st.sampled_from(SCHEMES), st.lists(STEPS, max_size=14))
@example(SCHEMES[0], OVER_A_SIGN)
@example(SCHEMES[1], [("divide", 2, 0), ("refer", 0, 0), ("move", 0, 0)])
@example(SCHEMES[3], [("refer", 2, 28), ("refer", 58, 20), ("refer", 0, 0), ("insert", 0, 0)])
@example(
    SCHEMES[3],
    [
        ("insert", 0, 0),
        ("insert", 0, 0),
        ("insert", 0, 0),
        ("refer", 59, 0),
        ("delete", 0, 0),
        ("refer", 34, 21),
    ],
)
@settings(max_examples=100, deadline=None)
def test_every_reference_stays_on_its_equation(config: Config, steps: list[tuple[str, int, int]]) -> None:
    draft = Draft(config)
    for kind in range(3):
        draft.insert(kind, 2 * kind)
    draft.number()
    for action, kind, place in steps:
        ACTIONS[action](draft, kind, place)
    draft.number()


def test_an_appendix_in_front_of_another_moves_its_letter_on() -> None:
    post = (
        "# T\n\n## Appendix A\n\n$$x_{0} \\tag{0.1}$$\n\n## Appendix A\n\n$$x_{1} \\tag{A.1}$$\n\nBy (A.1).\n"
    )
    done = settled(Source("a.md", post), Config(number_by_section=True), Index(ours=True))
    text = done.result.source.text
    assert [tag in text for tag in ("x_{0} \\tag{A.1}", "x_{1} \\tag{B.1}", "By (B.1).")] == [
        True,
        True,
        True,
    ]


# Displays whose author numbers them by hand; {1} and {2} are their numbers.
BY_HAND = (
    "$$x_{{{0}}} \\tag{{{1}}}$$",
    "$$\nx_{{{0}}} \\tag {{{1}}}\n$$",
    "$$ \\begin{{align*}} x_{{{0}}} &= b \\\\ c &= d \\end{{align*}} \\tag{{{1}}} $$",
    "\\begin{{equation}}\nx_{{{0}}}\n\\tag{{{1}}}\n\\end{{equation}}",
    "> $$\n> x_{{{0}}} \\tag{{{1}}}\n> $$",
)
IN_CLAUSES = (
    "This is it, assuming ({0}).",
    "we reframe ({0}) as an expectation",
    "You may wonder how ({0}) ends.",
    "不要丢掉 ({0}) 中的负项",
    "因此 ({0}) 展开后就是它",
    "把 ({0}) 放回去",
    "式$({0})$与公式{0}",
)


class Handwritten(Draft):
    """A post whose author numbers what is new behind all the rest, wherever it is put, and runs the default."""

    def insert(self, kind: int, place: int) -> None:
        free = max(map(int, self.numbers().values()), default=0) + 1
        self.put(BY_HAND[kind % len(BY_HAND)].format(self.named, free), place)
        self.named += 1

    def refer(self, kind: int, place: int) -> None:
        numbers = self.numbers()
        if kind % 2 or not numbers:
            super().refer(kind, place)
            return
        name = sorted(numbers)[kind % len(numbers)]
        words = IN_CLAUSES[(kind + place) % len(IN_CLAUSES)].format(numbers[name])
        self.put(f"@{name} {words}", place)

    def number(self, _kind: int = 0, _place: int = 0) -> None:
        before = self.text()
        done = settled(Source("a.md", before), self.config, Index())
        assert done.losses == ()
        shown = list(map(int, self.numbers().values()))
        self.blocks = done.result.source.text.removesuffix("\n").split("\n\n")
        assert sorted(shown) != shown or self.text() == before  # numbers in order are left alone
        self.check()

    def check(self) -> None:
        numbers = list(self.numbers().values())
        assert sorted(set(map(int, numbers))) == list(map(int, numbers))
        for block in self.blocks:
            reference = _REFERENCE.match(block)
            if reference:
                own = [self.numbers()[name] for name in reference[1].split(",")]
                shown = _NUMBER.findall(re.sub(r"\\tag\{[^}]*\}", "", reference[2]))
                assert set(shown) == set(own), block


# a cell of a table names the number that a reference in a clause gets
BESIDE_A_TABLE = [
    ("insert", 0, 0), ("refer", 0, 0), ("delete", 0, 0), ("insert", 0, 14), ("refer", 35, 0), ("insert", 0, 0),
]  # fmt: skip


@given(st.lists(STEPS, max_size=10))
@example(BESIDE_A_TABLE)
@example([("insert", 0, 0), ("divide", 0, 0), ("refer", 0, 0)])  # a reference to a later section
@settings(max_examples=40, deadline=None)
def test_references_of_a_post_numbered_by_hand_follow_by_default(steps: list[tuple[str, int, int]]) -> None:
    draft = Handwritten(Config())
    for kind in range(3):
        draft.insert(kind, 2 * kind)
    draft.number()
    for action, kind, place in steps:
        ACTIONS[action](draft, kind, place)
    draft.number()


# What a post says of another one: {0} is its number, {1} the post, {2} the equation's name.
ELSEWHERE = (
    "[前文]({1}.md)的式({0})",
    "[式({0})]({1}.md)",
    "Eq. ({0}) of [the post]({1}.md)",
    "《题 {1}》式({0})",
    "[此文](/archives/{1})中的({0})式",
    "见 [({0})]({1}.md)",
)
SHELVES = ("", "series", "by section")


class Shelf:
    """Posts whose authors go on writing in the outputs, and that name each other's equations."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.folder, self.names = folder, ("a", "b", "c")
        series = tuple(str(folder / f"{name}.md") for name in self.names) if kind else ()
        by_section = kind == "by section"
        self.config = replace(
            USUAL, series=series, number_by_section=by_section, jobs=1, output_dir=folder / "out"
        )
        self.posts = {name: Draft(USUAL) for name in self.names}
        for at, (name, post) in enumerate(self.posts.items()):
            post.blocks = [f"---\ntitle: 题 {name}\nsource: https://x.org/archives/{name}\n---", "# 题"]
            post.named = 100 * at
            for kind_ in range(2):
                post.insert(kind_, kind_ + 1)
        self.stamps = dict.fromkeys(self.names, "")
        for name in self.names:
            (folder / f"{name}.md").write_text(self.posts[name].text(), "utf-8")

    def change(self, action: str, post: int, kind: int, place: int) -> None:
        name = self.names[post % len(self.names)]
        if action == "name":
            self.name(name, self.names[(post + 1 + kind % 2) % len(self.names)], kind, place)
        elif action == "number":
            self.number()
        else:
            ACTIONS[action](self.posts[name], kind, place)
            self.forget_lost()

    def name(self, here: str, other: str, kind: int, place: int) -> None:
        """One post says the number of an equation of another one, as the pages show it now."""
        self.number()
        numbers = self.posts[other].numbers()
        if numbers:
            equation = sorted(numbers)[kind % len(numbers)]
            words = ELSEWHERE[(kind + place) % len(ELSEWHERE)].format(numbers[equation], other)
            self.posts[here].put(f"@{other}:{equation} {words}", place)

    def forget_lost(self) -> None:
        """Who spoke of an equation that is gone speaks of it no more."""
        there = {name: set(_MARKED.findall(post.text())) for name, post in self.posts.items()}
        for post in self.posts.values():
            found = ((block, _ELSEWHERE.match(block)) for block in post.blocks)
            post.blocks = [b for b, said in found if not said or said[2] in there[said[1]]]

    def number(self) -> None:
        output = self.folder / "out"
        for name, post in self.posts.items():
            if self.stamps[name]:
                (output / f"{name}.md").write_text(post.text() + self.stamps[name], "utf-8")
        errands = [
            Errand(Post(str(self.folder / f"{n}.md"), f"{n}.md"), output / f"{n}.md") for n in self.names
        ]
        order = surveyed(Order(self.config, False, False, False, ()), errands)
        done = [delivered(order, errand) for errand in errands]
        assert [d.reasons for d in done] == [()] * len(done)
        for name, found in zip(self.names, done, strict=True):
            assert found.text is not None
            body, stamp = unstamped(found.text)
            assert stamp is not None
            self.stamps[name] = found.text[len(body) :]
            self.posts[name].blocks = body.removesuffix("\n").split("\n\n")
        assert [d.state for d in written(order, done)] == [d.state for d in done]
        self.check()

    def check(self) -> None:
        shown = {name: post.numbers() for name, post in self.posts.items()}
        if self.config.series:
            every = [
                n for numbers in shown.values() for n in numbers.values() if n[0].isdigit()
            ]  # appendices begin at A
            assert len(set(every)) == len(every)
        for post in self.posts.values():
            for block in post.blocks:
                said = _ELSEWHERE.match(block)
                if said:
                    assert _NUMBER.findall(_LINKED.sub("", said[3])) == [shown[said[1]][said[2]]], block


@given(
    st.sampled_from(SHELVES),
    st.lists(
        st.tuples(
            st.sampled_from(["insert", "delete", "move", "divide", "number", "name", "name"]),
            st.integers(0, 2),
            st.integers(0, 60),
            st.integers(0, 30),
        ),
        max_size=10,
    ),
)
@example("by section", [("divide", 0, 2, 0), ("name", 1, 1, 0), ("insert", 0, 0, 1)])
@settings(max_examples=15, deadline=None)
def test_references_from_post_to_post_stay_on_their_equations(
    kind: str, steps: list[tuple[str, int, int, int]]
) -> None:
    with TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder), kind)
        shelf.number()
        for step in steps:
            shelf.change(*step)
        shelf.number()


@pytest.mark.shared
def test_references_of_the_open_posts_are_decided_as_reviewed(shared: Path) -> None:
    spec = importlib.util.spec_from_file_location("references", REFERENCES)
    assert spec is not None
    assert spec.loader is not None
    references = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(references)
    corpus, reviewed = shared / "corpus", references.reviewed()
    paths = dict.fromkeys(row.partition("\t")[0] for row in reviewed)
    assert [row for path in paths for row in references.of_post(corpus, corpus / path)] == reviewed
