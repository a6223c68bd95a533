"""Options, settings and inputs that the commands share."""

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
    FLAVOURS,
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

output_folder = click.option(
    "--output-dir",
    type=click.Path(file_okay=False),
    default=".",
    show_default=True,
    help="Write the files to this folder.",
)
language = click.option(
    "--language",
    type=click.Choice(["en", "zh"]),
    default="en",
    show_default=True,
    help="Choose the language.",
)


def common(command: F) -> F:
    """Add the options that every command on posts has."""
    options = [
        click.option(
            "--select", metavar="RULES", help="Run only these rules: codes, code prefixes or names."
        ),
        click.option(
            "--extend-select", metavar="RULES", help="Also run these rules; some are off by default."
        ),
        click.option("--ignore", metavar="RULES", help="Skip these rules."),
        click.option(
            "--flavour", type=click.Choice(FLAVOURS), help="Set the flavour of the posts.  [default: auto]"
        ),
        click.option(
            "--target",
            type=click.Choice(TARGETS),
            help="Set the renderer of the posts.  [default: the site's]",
        ),
        click.option(
            "--jobs", type=click.IntRange(min=1), help="Use this many processes.  [default: one per core]"
        ),
        click.option(
            "--config",
            "config_file",
            type=click.Path(exists=True, dir_okay=False),
            help="Read the settings from this file.",
        ),
        click.option(
            "--cache-dir",
            type=click.Path(file_okay=False),
            help="Keep the cache in this folder.  [default: .enhance_cache]",
        ),
        click.option("--no-cache", is_flag=True, help="Ignore the cache."),
        click.option("-q", "--quiet", is_flag=True, help="Print results and errors only, no summary."),
        click.option("-v", "--verbose", is_flag=True, help="Print a line per post."),
    ]
    return reduce(lambda decorated, option: option(decorated), reversed(options), command)


def settings(config_file: str | None, given: dict[str, Any]) -> Config:
    """The settings from the configuration file and the command line; an invalid one is a usage error."""
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
    """`config` with the default folders instead of those that the command line gives."""
    return replace(config, **{key: getattr(Config(), key) for key in named})


def settings_file(wish: str | None) -> Path | None:
    """The configuration file that applies, if there is one."""
    return Path(wish) if wish else nearest(Path.cwd())


def folders(given: dict[str, Any]) -> dict[str, Any]:
    """The options `given` with output folders as paths."""
    paths = {key: Path(given[key]) if given[key] else None for key in ("output_dir", "report_dir")}
    return {**given, **paths}


def severity(given: dict[str, Any]) -> dict[str, Any]:
    """The options `given` with `fail_on` as a severity."""
    limit = given.pop("fail_on", None)
    return {**given, "fail_on": Severity(limit) if limit else None}


def formats_of(wish: str | None) -> tuple[str, ...]:
    """The formats named by `--to`; an unknown one is a usage error."""
    formats = tuple(dict.fromkeys((wish or "").replace(",", " ").split()))
    unknown = [f for f in formats if f not in ENDINGS]
    if unknown:
        raise click.UsageError(f"unknown format {', '.join(unknown)}; --to accepts {', '.join(ENDINGS)}")
    return formats


def posts_of(files: Sequence[str], without: Sequence[Path] = (), *, writable: bool = False) -> Inputs:
    """The posts named by `files` (of folders only `writable` ones, if wanted); no post, or a mistyped command, is a usage error."""
    near = [name for name in commands.names() if _near(files[0], name)]
    if near and not Path(files[0]).exists():
        raise click.UsageError(f"no such file: {files[0]}; did you mean the command `{near[0]}`?")
    inputs = expanded(files, without, writable=writable)
    if not inputs.posts:
        raise click.UsageError(f"no posts in {', '.join(files)}")
    return inputs


def _near(word: str, name: str) -> bool:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, word, name).ratio() >= 0.75
