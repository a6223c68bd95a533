"""What all tests share: where the open posts stand, and how expectations are rewritten."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-mdtest", action="store_true", help="rewrite the expectations in tests/mdtest")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update-mdtest") and hasattr(config, "workerinput"):
        raise pytest.UsageError("--update-mdtest rewrites files: run it in one process, without -n")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SHARED.is_dir():
        return
    absent = pytest.mark.skip(reason=f"{SHARED} is absent")
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(absent)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of open posts and cases; only for tests marked `shared`."""
    return SHARED
