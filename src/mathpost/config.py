"""Settings from `enhance.toml`, from `[tool.enhance]` of a `pyproject.toml`, and from a post's front matter.

An unknown key is an error that names the key.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast, get_args

from mathpost import files
from mathpost.document import flavours
from mathpost.text.diagnostics import Severity
from mathpost.text.limits import NORMAL, SETTINGS, Limits

Target = Literal["auto", "mathjax", "katex", "latex", "github"]
Language = Literal["auto", "zh", "en"]
Rows = Literal["auto", "usual", "all", "tagged", "labelled", "referenced", "fill", "keep"]
PageNumbers = Literal["auto", "ams", "none"]
Appendix: TypeAlias = Literal["readers", "verdicts", "none"]
"""What a run adds to a post: what its readers gain from, the verdicts as well, or nothing."""
CACHE = ".enhance_cache"
TARGETS: tuple[str, ...] = get_args(Target)
FLAVOURS: tuple[str, ...] = ("auto", *flavours.names())
ROWS: tuple[str, ...] = get_args(Rows)
PAGE_NUMBERS: tuple[str, ...] = get_args(PageNumbers)
LANGUAGES: tuple[str, ...] = get_args(Language)


class ConfigError(ValueError):
    """An invalid setting; the message names it and says what would be valid."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings in force; field names are the keys with ``_`` for ``-``.

    `select` and `ignore` are beginnings of rule codes or whole rule names; the longer beginning wins.
    `extend_select` adds rules that must be asked for to the usual ones. `flavour` is what posts are written in and
    `target` what draws their formulas; ``auto`` looks at each post and its site, whose folder is `site` where the posts
    are not in it.
    `brackets` reads ``\\(…\\)`` and ``\\[…\\]`` as formulas. `macros` is a file of macros in force on every
    page. `cache_dir` keeps verdicts between runs, None keeps none. `jobs` is the number of processes, 0 for
    one per core. `number` says which displays get a number, `page_numbers` whether
    the page numbers environments by itself, `number_start` is the first one of a post that
    goes on where another ended; `series` are posts in whose order the numbers go on by themselves.
    `number_statements` counts theorems, figures … again from 1: each kind, or all statements as one.
    `appendix` says what a run adds to a post: what its readers gain from, the verdicts as well, or nothing.
    `target_lines` is the length an unfinished post should reach. `files` are patterns of paths with the
    settings of the posts they match (``*`` stands for slashes, too). `limits` are how much is taken on.
    """

    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    flavour: str = "auto"
    target: Target = "auto"
    brackets: bool = False
    macros: Path | None = None
    site: Path | None = None
    fail_on: Severity = Severity.ERROR
    output_dir: Path = Path("blogs_enhanced")
    report_dir: Path = Path("reports")
    cache_dir: Path | None = None
    jobs: int = 0
    language: Language = "auto"
    number: Rows = "auto"
    page_numbers: PageNumbers = "auto"
    number_by_section: bool = False
    number_start: int = 1
    number_statements: Literal["keep", "kind", "one"] = "keep"
    series: tuple[str, ...] = ()
    target_lines: tuple[int, int] = (300, 500)
    appendix: Appendix = "readers"
    files: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    limits: Limits = NORMAL

    def active(self, code: str, name: str, *, opt_in: bool = False) -> bool:
        """Whether the rule is selected: the longest matching setting decides, `ignore` on a tie. If no setting matches,
        it is selected unless it is off by default.
        """
        usual = -1 if self.select or opt_in else 0
        wanted = max(usual, _closeness((*self.select, *self.extend_select), code, name))
        return wanted > _closeness(self.ignore, code, name)


def _closeness(settings: Iterable[str], code: str, name: str) -> int:
    """How closely one of `settings` names the rule; -1 if none does."""
    lengths = [len(code) if s == name else len(s) for s in settings if s == name or code.startswith(s)]
    return max(lengths, default=-1)


def from_file(path: Path) -> Config:
    """The settings in `path`, an `enhance.toml` or a `pyproject.toml`; folders in it are relative to its own.

    Raises:
        ConfigError: not readable, not TOML, or a key or value that is not valid.
    """
    try:
        table = _table(path)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: nested too deep") from error
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from error
    if path.name == "pyproject.toml":
        tools = table.get("tool", {})
        table = tools.get("enhance", {}) if isinstance(tools, dict) else {}
    config = merged(Config(), table, str(path))
    if config.macros is not None and not (path.parent / config.macros).is_file():
        raise ConfigError(f"{path}: macros: there is no file {config.macros}")
    return replace(
        config,
        output_dir=path.parent / config.output_dir,
        report_dir=path.parent / config.report_dir,
        cache_dir=path.parent / (config.cache_dir or CACHE),
        macros=config.macros and path.parent / config.macros,
        site=config.site and path.parent / config.site,
        files=tuple((str(path.absolute().parent / pattern), own) for pattern, own in config.files),
        series=tuple(str(path.parent / member) for member in config.series),
    )


def confined(config: Config, folder: Path) -> Config:
    """`config`, limited to what a settings file found in `folder` may do.

    A repository of somebody else has its own settings and links: they may not send output outside of its folder.

    Raises:
        ConfigError: an output, the report or the cache would be elsewhere; the option that allows it is named.
    """
    root = os.path.realpath(folder)
    for key in ("output_dir", "report_dir", "cache_dir"):
        place = getattr(config, key)
        if place is not None and os.path.commonpath([root, os.path.realpath(place)]) != root:
            option = "--" + key.replace("_", "-")
            raise ConfigError(f"{place} leads out of {folder}; {option} on the command line allows it")
    return config


def nearest(folder: Path) -> Path | None:
    """The configuration file that applies in `folder`: the first one on the way up to the root."""
    for place in [folder, *folder.parents]:
        if (place / "enhance.toml").is_file():
            return place / "enhance.toml"
        project = place / "pyproject.toml"
        if project.is_file() and _configures_enhance(project):
            return project
    return None


def _configures_enhance(project: Path) -> bool:
    try:
        return "enhance" in _table(project).get("tool", {})
    except (OSError, ValueError, RecursionError, TypeError, AttributeError):
        return False


def _table(path: Path) -> dict[str, Any]:
    return tomllib.loads(files.read(path, SETTINGS).decode("utf-8"))


def for_post(config: Config, front_matter: Mapping[str, Any], path: str = "") -> Config:
    """`config` with its own settings for the post at `path`, then with the post's front matter under `enhance:`; rules
    that these ignore are added to the project's.

    Raises:
        ConfigError: a key that is not valid there, or a value that is not.
    """
    place = str(Path(path).absolute())
    for pattern, settings in config.files:
        if path and fnmatchcase(place, pattern):
            config = _with_own(config, settings, f'files."{pattern}"')
    own = front_matter.get("enhance")
    if own is None:
        return config
    if not isinstance(own, Mapping):
        raise ConfigError("front matter: `enhance:` must hold keys and values")
    return _with_own(config, own, "front matter")


def _with_own(config: Config, own: Mapping[str, Any], where: str) -> Config:
    for key in own:
        if key in _KEYS and key not in _OF_A_POST:
            raise ConfigError(f"{where}: `{key}` is a setting of the project, not of a post")
    merged_ = merged(config, own, where)
    return replace(merged_, ignore=(*config.ignore, *merged_.ignore)) if "ignore" in own else merged_


def merged(config: Config, table: Mapping[str, Any], where: str) -> Config:
    """`config` with the values of `table` in place of its own.

    Raises:
        ConfigError: an unknown key (the nearest valid one is named) or a value that is not valid.
    """
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _KEYS:
            raise ConfigError(f"{where}: unknown key `{key}`{nearest_word(str(key), _KEYS)}")
        try:
            values[key.replace("-", "_")] = _KEYS[key](value)
        except ValueError as error:
            raise ConfigError(f"{where}: `{key}` {error}") from None
    return replace(config, **values)


def nearest_word(word: str, known: Iterable[str]) -> str:
    """`` (did you mean `x`?)``, or an empty string if no word is near."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.65)
    return f" (did you mean `{near[0]}`?)" if near else ""


def selectors(config: Config) -> tuple[str, ...]:
    """The codes, code prefixes and names with which `config` selects rules."""
    of_files = [word for _, own in config.files for word in _words(own.get("ignore", ()))]
    return (*config.select, *config.extend_select, *config.ignore, *of_files)


def check_selectors(config: Config, rules: Iterable[tuple[str, str]]) -> None:
    """Refuse a `select` or `ignore` that matches no rule code or name.

    Raises:
        ConfigError: names the selector and the nearest valid one.
    """
    known = list(rules)
    for selector in selectors(config):
        if not any(selector == name or code.startswith(selector) for code, name in known):
            words = [word for rule in known for word in rule]
            raise ConfigError(f"no rule named `{selector}`{nearest_word(selector, words)}")


def _words(value: Any) -> tuple[str, ...]:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list | tuple) or not all(isinstance(w, str) and w for w in words):
        raise ValueError("must be a list of rule codes or names")
    return tuple(words)


def _one_of(choices: tuple[str, ...]) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return str(value)

    return check


def _fail_on(value: Any) -> Severity:
    return Severity(_one_of(("error", "warning"))(value))


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _appendix(value: Any) -> Appendix:
    """``true`` means `readers`, ``false`` means `none`."""
    named = {True: "readers", False: "none"}.get(value, value) if isinstance(value, bool) else value
    return cast(Appendix, _one_of(get_args(Appendix))(named))


def _path(value: Any) -> Path:
    if not isinstance(value, str) or not value:
        raise ValueError("must be a path")
    return Path(value)


def _posts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(v, str) and v for v in value):
        raise ValueError("must be a list of files in their order")
    return tuple(value)


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("must be a whole number")
    return value


def _lines(value: Any) -> tuple[int, int]:
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(type(v) is int for v in value):
        raise ValueError("must be two whole numbers, minimum and maximum")
    low, high = value
    if not 0 < low <= high:
        raise ValueError("must be two whole numbers, minimum and maximum")
    return low, high


def _files(value: Any) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    if not isinstance(value, Mapping) or not all(isinstance(own, Mapping) for own in value.values()):
        raise ValueError("must hold a table of settings for each pattern of paths")
    for pattern, own in value.items():
        _with_own(Config(), own, f'files."{pattern}"')
    return tuple(value.items())


def _limits(value: Any) -> Limits:
    if not isinstance(value, Mapping):
        raise ValueError("must hold limits with their numbers")
    for key, number in value.items():
        if key not in Limits._fields:
            raise ValueError(f"has no limit `{key}`{nearest_word(str(key), Limits._fields)}")
        if not isinstance(number, int) or isinstance(number, bool) or number <= 0:
            raise ValueError(f"needs a whole number above 0 for `{key}`")
    return Limits(**value)


_KEYS: dict[str, Callable[[Any], Any]] = {
    "select": _words,
    "extend-select": _words,
    "ignore": _words,
    "flavour": _one_of(FLAVOURS),
    "target": _one_of(TARGETS),
    "brackets": _boolean,
    "macros": _path,
    "site": _path,
    "fail-on": _fail_on,
    "output-dir": _path,
    "report-dir": _path,
    "cache-dir": _path,
    "jobs": _count,
    "language": _one_of(LANGUAGES),
    "number": _one_of(ROWS),
    "page-numbers": _one_of(PAGE_NUMBERS),
    "number-by-section": _boolean,
    "number-start": _count,
    "number-statements": _one_of(("keep", "kind", "one")),
    "series": _posts,
    "target-lines": _lines,
    "appendix": _appendix,
    "files": _files,
    "limits": _limits,
}
_OF_A_POST = {
    "extend-select",
    "ignore",
    "flavour",
    "target",
    "brackets",
    "number",
    "page-numbers",
    "number-by-section",
    "number-start",
    "number-statements",
    "target-lines",
    "appendix",
}

if {key.replace("-", "_") for key in _KEYS} != {
    f.name for f in fields(Config)
}:  # a key per field, a field per key
    raise AssertionError("mathpost.config: keys and fields differ")
