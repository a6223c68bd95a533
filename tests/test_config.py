"""Settings: only keys that do something, refused by name otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from mathpost.config import Config, ConfigError, check_selectors, for_post, from_file, merged, nearest
from mathpost.text.diagnostics import Severity


def test_an_unknown_key_is_refused_with_the_nearest_valid_one() -> None:
    with pytest.raises(ConfigError, match=r"unknown key `targt` \(did you mean `target`\?\)"):
        merged(Config(), {"targt": "katex"}, "enhance.toml")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("target", "word"),
        ("select", 3),
        ("select", ["L", 3]),
        ("brackets", "yes"),
        ("jobs", -1),
        ("jobs", True),
        ("fail-on", "info"),
        ("output-dir", ""),
        ("target-lines", [500, 300]),
        ("target-lines", [1]),
        ("language", "fr"),
    ],
)
def test_a_value_that_means_nothing_is_refused(key: str, value: object) -> None:
    with pytest.raises(ConfigError, match=f"`{key}` must be"):
        merged(Config(), {key: value}, "enhance.toml")


def test_a_file_gives_its_values_and_its_folders_are_its_own(tmp_path: Path) -> None:
    file = tmp_path / "enhance.toml"
    file.write_text('target = "katex"\nfail-on = "warning"\nignore = ["S"]\noutput-dir = "out"\n', "utf-8")
    config = from_file(file)
    assert config.target == "katex"
    assert config.fail_on is Severity.WARNING
    assert config.output_dir == tmp_path / "out"
    assert config.ignore == ("S",)


def test_the_nearest_file_on_the_way_up_is_in_force(tmp_path: Path) -> None:
    below = tmp_path / "posts" / "new"
    below.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.enhance]\njobs = 2\n", "utf-8")
    (tmp_path / "posts" / "pyproject.toml").write_text('[project]\nname = "x"\n', "utf-8")
    assert nearest(below) == tmp_path / "pyproject.toml"
    assert from_file(tmp_path / "pyproject.toml").jobs == 2
    (below / "enhance.toml").write_text("", "utf-8")
    assert nearest(below) == below / "enhance.toml"


def test_a_post_speaks_for_itself_but_not_for_the_project() -> None:
    config = Config(ignore=("S",))
    own = for_post(config, {"enhance": {"target": "katex", "ignore": "L101"}})
    assert (own.target, own.ignore) == ("katex", ("S", "L101"))
    assert for_post(config, {"title": "x"}) is config
    with pytest.raises(ConfigError, match="of the project"):
        for_post(config, {"enhance": {"jobs": 3}})
    with pytest.raises(ConfigError, match="keys and values"):
        for_post(config, {"enhance": "katex"})


@pytest.mark.parametrize(
    ("select", "ignore", "wanted"),
    [
        ((), (), True),
        (("L",), (), True),
        (("N",), (), False),
        ((), ("L2",), False),
        (("L201",), ("L2",), True),
        (("L",), ("L201",), False),
        (("doubled-escape",), (), True),
        (("L",), ("doubled-escape",), False),
    ],
)
def test_the_longest_selector_decides(select: tuple[str, ...], ignore: tuple[str, ...], wanted: bool) -> None:
    assert Config(select=select, ignore=ignore).active("L201", "doubled-escape") is wanted


def test_a_selector_that_no_rule_answers_to_is_refused() -> None:
    rules = [("L201", "doubled-escape")]
    check_selectors(Config(select=("L", "doubled-escape")), rules)
    with pytest.raises(ConfigError, match=r"no rule named `doubled-escapes`.*`doubled-escape`"):
        check_selectors(Config(ignore=("doubled-escapes",)), rules)


def test_a_file_of_macros_that_is_missing_is_named(tmp_path: Path) -> None:
    file = tmp_path / "enhance.toml"
    file.write_text('macros = "nothing.txt"\n', "utf-8")
    with pytest.raises(ConfigError, match=r"nothing\.txt"):
        from_file(file)
