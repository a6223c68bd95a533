"""What every command on posts takes: its options, the settings they make, the posts they name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

import click

from mathpost.cli import commands
from mathpost.config import (
    CACHE,
    TARGETS,
    Config,
    ConfigError,
    check_selectors,
    confined,
    from_file,
    nearest,
    selectors,
)
from mathpost.inputs import ENDINGS, Inputs, expanded
from mathpost.text.diagnostics import Severity

F = TypeVar("F", bound=Callable[..., Any])


def common(command: F) -> F:
    """The options that every command on posts takes."""
    options = [
        click.option(
            "--select", metavar="CODES", help="Only these rules: codes, beginnings of codes, or names."
        ),
        click.option("--extend-select", metavar="CODES", help="These rules, too: some must be asked for."),
        click.option("--ignore", metavar="CODES", help="Not these rules."),
        click.option("--target", type=click.Choice(TARGETS), help="The renderer that shows the posts."),
        click.option("--jobs", type=click.IntRange(min=1), help="Processes  [default: one per core]"),
        click.option(
            "--config", "config_file", type=click.Path(exists=True, dir_okay=False), help="Settings file."
        ),
        click.option("--cache-dir", type=click.Path(file_okay=False), help="  [default: .enhance_cache]"),
        click.option("--no-cache", is_flag=True, help="Judge every claim anew."),
        click.option("-q", "--quiet", is_flag=True, help="Say only what went wrong."),
        click.option("-v", "--verbose", is_flag=True, help="Name every post."),
    ]
    return reduce(lambda decorated, option: option(decorated), reversed(options), command)


def settings(config_file: str | None, given: dict[str, Any]) -> Config:
    """The settings of file and command line; a mistake in them is a usage error."""
    try:
        path = settings_file(config_file)
        config = from_file(path) if path else Config(cache_dir=Path(CACHE))
        no_cache = given.pop("no_cache", False)
        known = {key: value for key, value in given.items() if value is not None}
        for key in ("select", "extend_select", "ignore"):
            if key in known:
                known[key] = tuple(known[key].replace(",", " ").split())
        config = replace(config, **known)
        config = replace(config, cache_dir=None if no_cache else Path(config.cache_dir or CACHE))
        if config_file is None:
            found = [key for key in known if key.endswith("_dir")]
            confined(_without(config, found), path.parent if path else Path.cwd())
        if selectors(config):
            from mathpost import manual

            check_selectors(config, manual.codes())
    except ConfigError as error:
        raise click.UsageError(str(error)) from None
    return config


def _without(config: Config, named: Collection[str]) -> Config:
    """`config` with the usual folders in place of those that the command line names."""
    return replace(config, **{key: getattr(Config(), key) for key in named})


def settings_file(wish: str | None) -> Path | None:
    """The settings file in force, if there is one."""
    return Path(wish) if wish else nearest(Path.cwd())


def folders(given: dict[str, Any]) -> dict[str, Any]:
    """The options `given` with the folders of outputs as paths."""
    paths = {key: Path(given[key]) if given[key] else None for key in ("output_dir", "report_dir")}
    return {**given, **paths}


def severity(given: dict[str, Any]) -> dict[str, Any]:
    """The options `given` with the limit of failure as a severity."""
    limit = given.pop("fail_on", None)
    return {**given, "fail_on": Severity(limit) if limit else None}


def formats_of(wish: str | None) -> tuple[str, ...]:
    """The formats that an option `--to` names; an unknown one is a usage error."""
    formats = tuple(dict.fromkeys((wish or "").replace(",", " ").split()))
    unknown = [f for f in formats if f not in ENDINGS]
    if unknown:
        raise click.UsageError(f"--to knows {', '.join(ENDINGS)}, not {', '.join(unknown)}")
    return formats


def posts_of(files: Sequence[str], without: Sequence[Path] = ()) -> Inputs:
    """The inputs that `files` name; none at all is a usage error, and so is a mistyped command."""
    near = [name for name in commands.names() if _near(files[0], name)]
    if near and not Path(files[0]).exists():
        raise click.UsageError(f"no such file: {files[0]}; did you mean the command `{near[0]}`?")
    inputs = expanded(files, without)
    if not inputs.posts:
        raise click.UsageError(f"no posts in {', '.join(files)}")
    return inputs


def _near(word: str, name: str) -> bool:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, word, name).ratio() >= 0.75
