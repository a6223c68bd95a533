"""The page on hardness names every limit, with its default, and the licence of everything that is installed."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata

import pytest

from conftest import ROOT
from mathpost.text import limits

PAGE = (ROOT / "docs" / "hardness.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = ("publish", "typst", "lsp", "mcp", "cluster")
NAMES = [re.match(r"[\w-]+", wish)[0] for wish in PROJECT["dependencies"]]  # type: ignore[index]
NAMES += [
    re.match(r"[\w-]+", wish)[0] for extra in EXTRAS for wish in PROJECT["optional-dependencies"][extra]
]  # type: ignore[index]


def test_every_limit_that_can_be_set_is_on_the_page() -> None:
    for name, value in limits.NORMAL._asdict().items():
        assert f"| `{name}` | {value} |" in PAGE, name


def test_every_fixed_limit_is_on_the_page() -> None:
    fixed = {name for name in vars(limits) if name.isupper()} - {"NORMAL"}
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", PAGE, re.MULTILINE)) == fixed


@pytest.mark.parametrize("name", NAMES)
def test_the_licence_of_every_dependency_is_on_the_page(name: str) -> None:
    row = re.search(rf"^\| {name}(?: \(.*\))? \| (.+) \|$", PAGE, re.MULTILINE)
    assert row is not None
    try:
        told = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        pytest.skip("not installed")
    said = " ".join(
        [
            told.get("License-Expression") or "",
            (told.get("License") or "")[:60],
            *told.get_all("Classifier", []),
        ]
    )
    family = row[1].split("-")[0].split()[0]
    assert family.casefold() in said.casefold(), said
