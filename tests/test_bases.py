"""One changed word re-judges the claims that may rest on it and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from mathpost.config import Config
from mathpost.pipeline import Part, examine
from mathpost.text.source import Source
from mathpost.writers.post import PostResult

PARTS = [
    "# 平方\n\n设 $x$ 为实数，则\n\n$$(x+1)^2 = x^2+2x+1$$\n",
    "# 立方\n\n设 $u$ 为实数，则\n\n$$(u+1)^3 = u^3+3u^2+3u+1$$\n",
    "# 定义\n\n令\n\n$$a = 2b$$\n\n这是定义。\n",
    "# 差\n\n对实数 $v$ 有\n\n$$v^2-1 = (v-1)(v+1)$$\n",
    "# 用定义\n\n于是\n\n$$a^2 = 4b^2$$\n",
    "# 和\n\n对实数 $w$ 有\n\n$$w + w = 2w$$\n",
    "# 末\n\n对实数 $z$ 有\n\n$$z\\cdot z = z^2$$\n",
]
FILLER = "\n" + "这里没有公式。" * 250 + "\n\n"  # sections beside each other are in scope of each other


def post(parts: list[str]) -> str:
    return FILLER.join(parts)


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(cache_dir=tmp_path / "cache")


def judged(text: str, config: Config | None = None) -> PostResult:
    return examine(Source("a.md", text), config or Config(), True)


def changed(old: str, new: str) -> str:
    assert sum(old in part for part in PARTS) == 1
    return post([part.replace(old, new) for part in PARTS])


def test_a_post_is_judged_once_as_a_whole(config: Config) -> None:
    assert judged(post(PARTS), config).newly_judged == 6
    assert judged(post(PARTS), config).newly_judged == 0


@pytest.mark.parametrize(
    ("old", "new", "most"),
    [
        ("这是定义。", "这就是定义。", 5),
        ("对实数 $z$ 有", "对实数 $z$ 也有", 3),
        ("(u+1)^3 = u^3+3u^2+3u+1", "(u+1)^3 = u^3+3u^2+4u+1", 4),
    ],
)
def test_one_change_rejudges_its_surroundings(config: Config, old: str, new: str, most: int) -> None:
    judged(post(PARTS), config)
    text = changed(old, new)
    found = judged(text, config)
    assert 0 < found.newly_judged <= most
    assert found.verdicts == judged(text).verdicts


def test_a_changed_definition_rejudges_what_rests_on_it(config: Config) -> None:
    judged(post(PARTS), config)
    text = changed("a = 2b", "a = 3b")
    found = judged(text, config)
    assert found.verdicts == judged(text).verdicts
    assert [type(v).__name__ for v in found.verdicts if v is not None].count("Proved") == 5


def test_a_claim_that_moved_keeps_its_verdict_and_its_place(config: Config) -> None:
    text = post([*PARTS, "# 尾\n\n由此\n\n$$q \\foo r = 1$$\n"])
    judged(text, config)
    moved = text.replace("# 平方\n", "# 平方数\n", 1)
    found = judged(moved, config)
    assert found.newly_judged < 7
    assert found.verdicts == judged(moved).verdicts


def test_work_that_nobody_waits_for_ends_and_what_it_found_is_kept(config: Config) -> None:
    left = iter([False, False, True, True, True, True])
    source = Source("a.md", post(PARTS))
    first = examine(source, config, True, part=Part(unwanted=lambda: next(left)))
    names = [type(v).__name__ for v in first.verdicts if v is not None]
    assert names == ["Proved"] * 2 + ["Unchecked"] * 4
    assert judged(post(PARTS), config).newly_judged == 4
    assert judged(post(PARTS), config).verdicts == judged(post(PARTS)).verdicts
