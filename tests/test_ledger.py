"""A post that nobody touched is not read again, and the same is said of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from mathpost import delivery, store, survey
from mathpost.config import Config
from mathpost.delivery import Delivery, Errand, Order
from mathpost.inputs import Post

POSTS = {
    "a.md": "# 甲\n\n设 $x$ 为实数。\n\n\\begin{equation}(x+1)^2 = x^2+2x+1\\end{equation}\n\n"
    "**定理 1** 由 (1) 得 $x + x = 2x$。见 [乙](b.md) 的式(1)\n\nTODO: 续\n",
    "b.md": "# 乙\n\n$$y = y \\tag{7}$$\n\n$$z = z \\tag{1}$$\n",
    "c.md": "# 丙\n\n在 [无](lost.md) 中，$$w = w \\label{w}$$\n\n式(9)\n",
}


def run(folder: Path, config: Config, *, verify: bool) -> list[Delivery]:
    errands = [Errand(Post(str(folder / name), name), folder / "out" / name) for name in POSTS]
    order = delivery.surveyed(Order(config, verify, False, False, ()), errands)
    done = [delivery.delivered(order, errand) for errand in errands]
    return list(delivery.written(order, done))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in POSTS.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.mark.parametrize("verify", [False, True])
def test_a_further_run_reads_nothing_and_says_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch, verify: bool
) -> None:
    config = Config(output_dir=folder / "out", cache_dir=folder / "cache")
    first = run(folder, config, verify=verify)
    anew = run(folder, replace(config, cache_dir=None), verify=verify)
    run(folder, config, verify=verify)  # which knows the numbers of the others as they are now
    monkeypatch.setattr(delivery, "examine", None)
    monkeypatch.setattr(survey, "planned", None)
    again = run(folder, config, verify=verify)
    assert again == anew
    assert [(d.text, d.facts, d.page, d.totals) for d in first] == [
        (d.text, d.facts, d.page, d.totals) for d in again
    ]
    assert {d.state for d in again} == {"unchanged"}


def changed_post(folder: Path, config: Config) -> Config:
    path = folder / "out" / "b.md"
    path.write_text(path.read_text("utf-8").replace("$$y", "$$v \\tag{0}$$\n\n$$y"), "utf-8")
    return config


def found_link(folder: Path, config: Config) -> Config:
    (folder / "lost.md").write_text("", "utf-8")
    return config


def macros(folder: Path, config: Config) -> Config:
    (folder / "out" / "macros.tex").write_text("\\newcommand{\\R}{\\mathbb{R}}", "utf-8")
    return replace(config, macros=folder / "out" / "macros.tex")


@pytest.mark.parametrize(
    ("change", "read_again"),
    [
        (changed_post, {"a.md", "b.md"}),
        (found_link, {"c.md"}),
        (macros, set(POSTS)),
        (lambda _, config: replace(config, number="all"), set(POSTS)),
        (lambda _, config: replace(config, jobs=3), set()),
    ],
)
def test_what_changed_and_who_speaks_of_it_is_read_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, change: object, read_again: set[str]
) -> None:
    config = Config(output_dir=folder / "out", cache_dir=folder / "cache")
    for _ in range(2):
        run(folder, config, verify=False)
    assert callable(change)
    config = change(folder, config)
    read: set[str] = set()
    examine = delivery.examine

    def noted(source: object, *rest: object, **named: object) -> object:
        read.add(Path(source.path).name)  # type: ignore[attr-defined]
        return examine(source, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(delivery, "examine", noted)
    run(folder, config, verify=False)
    assert read == read_again


@pytest.mark.parametrize("damage", ["{}", "[1, 2, 3]", '[{"path": "a"}, "", {}]', "null"])
def test_a_damaged_account_is_as_good_as_none(folder: Path, damage: str) -> None:
    config = Config(output_dir=folder / "out", cache_dir=folder / "cache")
    run(folder, config, verify=False)
    second = run(folder, config, verify=False)
    with closing(sqlite3.connect(folder / "cache" / store.FILE)) as file, file:
        file.execute("UPDATE kept SET content = ?", (damage,))
    assert run(folder, config, verify=False) == second
