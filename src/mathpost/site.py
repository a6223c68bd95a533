"""Settings of the site around a post: its flavour, its renderer, its macros, and whether it numbers displays.

They are read from the files that the site's builder reads: `_quarto.yml`, `myst.yml`, `_config.yml`,
`docusaurus.config.js` … (`mathpost.document.flavours`), from headers with a MathJax or KaTeX configuration, and from
files that these name. A `macros.txt` beside the posts or above them, or the file that the settings name, has priority.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from mathpost.config import Config, Target
from mathpost.deadline import within
from mathpost.document import flavours, targets
from mathpost.document.flavour import PLAIN, Flavour
from mathpost.text.recall import of_the_last
from mathpost.text.source import Source, Span

if TYPE_CHECKING:
    from mathpost.document.pages import PageNumbers
    from mathpost.latex.definitions import Definitions

NAME = "macros.txt"
_LEVELS = 8  # folders above a post that are searched
# Where sites configure MathJax and KaTeX, and keep macros.
_CONFIGURATIONS = (
    "*mathjax*.html", "*mathjax*.js", "_includes/*math*.html", "_includes/head*.html", "_layouts/default.html",
    "layouts/partials/*math*.html", "layouts/partials/head*.html", "themes/*/layout/**/*mathjax*",
    "docs/javascripts/*math*.js", "docs/js/*math*.js", "javascripts/*math*.js",
    "_config.*.yml", "themes/*/_config.yml", ".vuepress/*.?s", ".vitepress/*.?s", ".vitepress/*.?ts",
)  # fmt: skip
_MACROS = (
    "_includes/*katex*.html", "layouts/partials/*katex*.html", "layouts/partials/*head*.html", "docs/javascripts/*katex*.js",
    "*macros*.js", "*macros*.ts", "*macros*.mjs", "*macros*.json", "src/*macros*.*", "src/*/*macros*.ts", "src/*/*macros*.js",
    "preamble.sty", ".obsidian/preamble.sty", "_output.yml",
)  # fmt: skip
_COMMAND = re.compile(r"\\[A-Za-z]+")
_MOST_POSTS = 1000
_POSTS = "_posts"  # the folder that Jekyll and Hexo have
_EDITOR = "obsidian"  # which builds no pages
_WHOLE = ("quarto", "rmarkdown")  # a post outside of any site is built alone
_LARGEST = 2_000_000
_LIBRARY = 50_000  # bytes that a file of settings does not have
_DEPTH = 4  # folders within a site
_HOLDING = re.compile(r"(?:mathjax|katex|macros)[^/]*\.(?:m?js|ts|json|html|ejs|sty|tex)$")
_CONFIGURED = re.compile(r"MathJax\.Hub\.Config|text/x-mathjax-config|MathJax\s*=\s*\{")
_AUTOMATIC = re.compile(r"""["']?(?:autoNumber|tags)["']?\s*:\s*["'](\w+)["']""")
_SETTINGS = {".json", ".js", ".mjs", ".cjs", ".ts", ".html", ".yml", ".yaml"}
_NAMED_FILE = re.compile(
    r"""(?<![\w/.:*-])((?:\.{0,2}/)?[\w./-]*[\w-]\.(?:html|tex|sty|js|ts|mjs|json|txt|qmd|md))(?![\w.])"""
)
_INCLUDED = re.compile(
    r"\\(?:input|include|usepackage)\{([^{}\s]+)\}|\{\{<\s*include\s+(\S+)\s*>\}\}|^```\{include\}\s+(\S+)|\{\{#include\s+([^\s}:]+)",
    re.M,
)
_HEAD = 20_000  # characters of a post in which it may include a file of macros
_PACKAGE = re.compile(
    r"""["']\[tex\]/(mathtools|physics|gensymb|upgreek|textmacros)["']"""
)  # that MathJax does not load itself
_RENDERERS = ("katex", "mathjax")
# Settings that choose one of several, and that switch one off: ``engine: katex``, ``mathjax: {enable: false}``.
_CHOSEN = re.compile(
    r"""\b(?:engine|provider|renderer|library|plugin|type|use|math|html-math-method)["']?\s*[:=]\s*["']?(katex|mathjax)\b"""
)
_OFF = re.compile(
    r"""\b(katex|mathjax)["']?\s*[:=]\s*\{?\s*(?:(?:enabled?|on)["']?\s*[:=]\s*)?(?:false|off|no|none)\b"""
)
_OF_A_PAGE = re.compile(
    r"^(?:mathjax|katex)[ \t]*[:=][ \t]*true|^math[ \t]*[:=][ \t]*[\"']?(?:mathjax|katex)|<script\b[^>]*",
    re.M,
)
_PACKAGES = ("package.json", "pyproject.toml")
_PREPROCESSOR = "[preprocessor.katex]"  # of mdBook, which draws before any script of the page
# What settings name where formulas reach the renderer as they are.
_PASSING = {
    "hugo": re.compile(r"passthrough[\s\S]{0,500}?enable[\"']?\s*[:=]\s*true"),
    "mkdocs": re.compile("arithmatex"),
    "mdbook": re.compile("katex"),
}
_ENGINE = re.compile(r"hexo-renderer-([\w-]+)")
_ENGINES = {
    "marked": True,
    "markdown-it-plus": False,
    "pandoc": False,
}  # of Hexo: do they take backslashes away?
_MATHJAX_OF_MDBOOK = re.compile(r"^mathjax-support\s*=\s*true|<script[^<>]*mathjax", re.M | re.I)
# The folder that a site is built into, as its settings name it: ``output-dir: docs``.
_BUILT_INTO = re.compile(
    r"""^(?:[ \t]*(?:output[-_]dir|build-dir)|publishDir|public_dir|site_dir|destination)[ \t]*[:=][ \t]*["']?(?:\./)?([\w-]+)/?["']?[ \t]*(?:#.*)?$""",
    re.M,
)
_COMMENT = re.compile(r"(?:^|(?<=\s))(?:#|//)(?=\s|\w).*$", re.M)


class Site(NamedTuple):
    """The site around a post: its `folder`, the `file` that names its `flavour`, the `renderer` where it says one, and
    the `macros` of its pages as LaTeX. `unescapes`: its Markdown takes backslashes away from formulas, None where it does not say.
    """

    folder: Path | None = None
    file: str = ""
    flavour: str = ""
    renderer: str = ""
    macros: str = ""
    unescapes: bool | None = None


GUESSED = ("the text", "no sign of another")  # what tells a flavour where neither settings nor files do


_Mark: TypeAlias = tuple[Path, str, Flavour, str]


class Detected(NamedTuple):
    """The flavour of a post and how it was found: from a setting, an ending, a file of the site, or the text."""

    flavour: Flavour
    by: str


def of(post: str, wish: Path | None = None) -> Site:
    """The site that the post at this path belongs to; `wish` is its folder if the settings name one."""
    return _site(wish.absolute()) if wish else _site(Path(post).absolute().parent)


def flavour_of(source: Source, config: Config) -> Detected:
    """The flavour of the post in `source`."""
    if config.flavour != "auto":
        return Detected(flavours.named(config.flavour), "the settings")
    ending = flavours.ending_of(source.path)
    owners = flavours.owners(ending)
    found = of(source.path, config.site)
    if found.flavour and (not owners or any(found.flavour == owner.name for owner in owners)):
        return Detected(flavours.named(found.flavour), found.file)
    if owners:
        return Detected(owners[0], f"the ending {ending}")
    detected = _shown(source.text, config.limits.seconds)
    return Detected(detected, GUESSED[detected is PLAIN])


@of_the_last
def _shown(text: str, seconds: int) -> Flavour:
    """The flavour that a text shows, within the time limit of a post."""
    from mathpost.document.reader import flavour_by_text

    try:
        return within(seconds, lambda: flavour_by_text(Source("", text)), lambda: PLAIN)
    except Exception:  # reading does the same, and tells of it
        return PLAIN


def adopted(config: Config, source: Source, detected: Detected | None = None) -> Config:
    """`config` with the flavour, the site and the renderer of the post in `source` in place of ``auto``."""
    if "auto" not in (config.flavour, config.target):
        return config
    detected = detected or flavour_of(source, config)
    found = of(source.path, config.site)
    target = config.target
    if target == "auto":
        target = renderer_of(source, detected.flavour, found) or cast(Target, detected.flavour.renderer)
    return replace(config, flavour=detected.flavour.name, target=target, site=config.site or found.folder)


def renderer_of(source: Source, flavour: Flavour, found: Site) -> Target | None:
    """What draws the formulas of the post in `source`, as itself says, its site, or the builder that a `flavour` has;
    None where nobody does.
    """
    said = _renderer([(Path(source.path), "\n".join(_OF_A_PAGE.findall(source.text[:_HEAD])))])
    if not said and found.flavour in ("", flavour.name):
        said = found.renderer or (flavour.renderer if flavour.fixed else "")
    return cast("Target | None", said or None)


def definitions(source: Source, config: Config) -> Definitions | None:
    """The macros in force before the first formula of the post in `source`, None where there are none."""
    latex = written(source.path, config.macros, config.site) + _included(source, config.site)
    return _parsed(latex, config.target) if latex.strip() else None


def written(post: str, setting: Path | None = None, folder: Path | None = None) -> str:
    """The macros of the site as LaTeX; `folder` is that of the site where it is known."""
    file = setting or _nearest(Path(post).absolute().parent)
    return of(post, folder).macros if file is None else _read(file)


def searched(post: str) -> list[str]:
    """The files where macros of the post at this path are looked for, for a message."""
    found = of(post)
    return [NAME, found.file] if found.file else [NAME]


@cache
def outputs(found: Site) -> frozenset[str]:
    """The folders of a site that its builder writes: the usual ones, and the one that its settings name."""
    if found.folder is None:
        return frozenset()
    flavour = flavours.named(found.flavour)
    settings = [_text(found.folder / name) for name, _, _ in flavour.sites]
    return frozenset(flavour.outputs).union(*map(_BUILT_INTO.findall, settings))


# --- the folder of a site -------------------------------------------------------------------------------


@cache
def _site(folder: Path) -> Site:
    places = list(_above(folder))
    marked = [found for place in places if (found := _marked(place))]
    if marked:
        place, name, flavour, renderer = _chosen(marked)
        texts = list(_texts(place, flavour))
        return Site(
            place,
            name,
            flavour.name,
            renderer or _renderer([*texts, *_packages(place)]),
            _macros([*texts, *_deeper(place, flavour, {file for file, _ in texts})]),
            _unescapes(place, flavour),
        )
    texts = [text for place in places for text in _texts(place)]
    return Site(renderer=_renderer([*texts, *_packages(folder)]), macros=_macros(texts))


def _chosen(marked: list[_Mark]) -> _Mark:
    """The mark of the site that a post belongs to: a vault within the site of a builder is a way to write it, and a
    folder of posts says less than a configuration.
    """
    built = [mark for mark in marked if mark[2].name != _EDITOR] or marked
    return next((mark for mark in built if not mark[1].endswith(_POSTS)), built[-1])


def _packages(folder: Path) -> list[tuple[Path, str]]:
    """The lists of packages that a site in `folder` is built with; the nearest folder that has one decides."""
    for place in _above(folder):
        if found := [(place / name, text) for name in _PACKAGES if (text := _text(place / name))]:
            return found
    return []


def _unescapes(place: Path, flavour: Flavour) -> bool | None:
    """Whether the site's Markdown removes backslashes from formulas. An extension that protects formulas means that it
    does not.
    """
    if flavour.name == "hexo":
        said = {_ENGINES.get(name) for name in _ENGINE.findall(_joined(_packages(place)))} - {None}
        return said.pop() if len(said) == 1 else None
    if flavour.name not in _PASSING:
        return flavour.unescapes
    settings = [place / name for name, _, _ in flavour.sites]
    settings += [*sorted(place.glob("config/**/*.*")), *sorted(place.glob("theme/*.hbs"))]
    if any(_PASSING[flavour.name].search(_text(file)) for file in settings):
        return False
    plain = flavour.name == "hugo" or any(_MATHJAX_OF_MDBOOK.search(_text(file)) for file in settings)
    return True if plain else None


def read_as(source: Source, config: Config) -> Flavour:
    """The flavour used to read the post in `source`, as its site is configured. The text alone does not show the engine."""
    flavour = flavours.named(config.flavour)
    found = of(source.path, config.site)
    if found.flavour == flavour.name:
        return flavour._replace(unescapes=found.unescapes)
    if flavour.unescapes is False and flavour not in flavours.owners(flavours.ending_of(source.path)):
        from mathpost.document.reader import flavour_by_text

        return flavour._replace(unescapes=None if flavour_by_text(source) == flavour else False)
    return flavour


def _marked(place: Path) -> _Mark | None:
    """The flavour that a file in this folder stands for, and the renderer."""
    for flavour in flavours.by_weight():
        for name, holds, renderer in flavour.sites:
            if _marks(place / name, holds):
                return place, name, flavour, renderer
    return None


def _above(folder: Path) -> Iterator[Path]:
    """The folder and its parents, up to the root of the repository."""
    for place in [folder, *folder.parents][:_LEVELS]:
        yield place
        if (place / ".git").exists():
            return


def _marks(file: Path, holds: str) -> bool:
    """Whether the file exists and contains what it must."""
    return file.exists() and (not holds or re.search(holds, _text(file), re.M) is not None)


def _texts(place: Path, flavour: Flavour = PLAIN) -> Iterator[tuple[Path, str]]:
    """The files of a site that may configure its formulas, those that they name included."""
    own = [place / name for name, _, _ in flavour.sites]
    found = [f for pattern in (*_CONFIGURATIONS, *_MACROS) for f in sorted(place.glob(pattern))]
    seen: set[Path] = set()
    for each in [*own, *found]:
        text = _text(each) if each.is_file() and each not in seen else ""
        seen.add(each)
        if text:
            yield each, text
        if each.suffix in _SETTINGS | {".toml"} and each.suffix != ".html":
            for name in _NAMED_FILE.findall(text):
                other = each.parent / name.lstrip("/")
                if other not in seen and other.is_file():
                    seen.add(other)
                    yield other, _text(other)


def _deeper(place: Path, flavour: Flavour, known: set[Path]) -> Iterator[tuple[Path, str]]:
    """Further files of a site that hold macros by their names, ``source/js/mathjax-config.js``; no library of a renderer."""
    for folder, folders, files in os.walk(place):
        below = Path(folder).relative_to(place).parts
        folders[:] = [
            name
            for name in folders
            if len(below) < _DEPTH and name not in (*flavour.outputs, "node_modules") and name[0] not in "._"
        ]
        for name in files:
            file = Path(folder, name)
            if below and _HOLDING.search(name.lower()) and file not in known and _size(file) < _LIBRARY:
                yield file, _text(file)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return _LARGEST


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode() if file.is_file() and file.stat().st_size < _LARGEST else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _renderer(texts: list[tuple[Path, str]]) -> str:
    """The one renderer that the files name, choose, or leave on."""
    said = _COMMENT.sub("", _joined(texts)).lower()
    if _PREPROCESSOR in said:
        return "katex"
    named = {name for name in _RENDERERS if name in said}
    for found in (set(_CHOSEN.findall(said)), named - set(_OFF.findall(said))):
        if len(found) == 1:
            return found.pop()
    return ""


def _joined(texts: list[tuple[Path, str]]) -> str:
    return "\n".join(text for _, text in texts)


def _macros(texts: list[tuple[Path, str]]) -> str:
    packages = next((f"\\require{{{m[1]}}}" for _, text in texts for m in _PACKAGE.finditer(text)), "")
    return "\n".join(filter(None, (packages, *(_macros_of(file, text) for file, text in texts))))


def _macros_of(file: Path, text: str) -> str:
    """The definitions in one file of a site."""
    from mathpost.document import vocabulary

    table = vocabulary.from_settings(text) if file.suffix in _SETTINGS else ""
    if file.name == NAME:
        return vocabulary.from_lines(text)
    return "\n".join(filter(None, (table, "\n".join(vocabulary.definitions(text)) if not table else "")))


def _included(source: Source, site: Path | None) -> str:
    """The definitions in the files that a post takes in at its head; a path that begins with a slash begins at the `site`."""
    from mathpost.document import vocabulary

    named = [next(filter(None, m.groups())) for m in _INCLUDED.finditer(source.text[:_HEAD])]
    named += (
        _NAMED_FILE.findall(source.text[: source.text.find("\n---", 3)])
        if source.text.startswith("---")
        else []
    )
    folder = Path(source.path).absolute().parent
    named = [name + ending for name in named for ending in (("",) if "." in name else (".tex", ".sty"))]
    top = site if site is not None else folder
    files = [
        top / name.lstrip("/") if name.startswith("/") else folder / name for name in dict.fromkeys(named)
    ]
    texts = [(file, _text(file)) for file in files]
    found = _macros([(f, text) for f, text in texts if vocabulary.DEFINITION.search(text) or "acros" in text])
    return f"\n{found}" if found else ""


# --- what the site names --------------------------------------------------------------------------------


class Names(NamedTuple):
    """All names in the posts of a site, and all names that are referred to."""

    given: frozenset[str]
    pointed: frozenset[str]


def names(source: Source, config: Config) -> Names | None:
    """The names in the site of the post in `source`; None if it is not known which posts the site is built from."""
    from mathpost.document import paper

    flavour = config.flavour
    if config.site is not None and of(source.path, config.site).flavour == flavour:
        return _names_below(config.site, flavour)
    if flavour == paper.FLAVOUR:
        whole = paper.is_whole(source.text)
        return Names(targets.names(source.text, flavour), frozenset()) if whole else None
    alone = flavours.owners(flavours.ending_of(source.path))[:1]
    if [owner.name for owner in alone] == [flavour] and flavour in _WHOLE:
        return Names(frozenset(targets.names(source.text, flavour)), frozenset())
    return None


@cache
def _names_below(folder: Path, flavour: str) -> Names:
    own = flavours.named(flavour)
    given: set[str] = set()
    pointed: set[str] = set()
    for file in sorted(_posts(folder, own)):
        text = _text(file)
        if file.suffix == ".ipynb":
            text = text.replace("\\n", "\n").replace("\\\\", "\\")
        given |= targets.names(text, flavour)
        pointed |= targets.pointed(text, flavour)
    return Names(frozenset(given), frozenset(pointed))


def _posts(folder: Path, flavour: Flavour) -> Iterator[Path]:
    for file in folder.rglob("*"):
        inside = file.relative_to(folder).parts[:-1]
        if file.name.endswith((*flavour.endings, *flavours.COMMON)) and not any(
            part.startswith(".") or part in flavour.outputs for part in inside
        ):
            yield file


def uses_beside(source: Source, config: Config, command: str) -> int:
    r"""How often the other posts of the site, of the repository or else of the folder use a ``\\command``."""
    here = Path(source.path).absolute()
    if not here.is_file():
        return 0
    root = config.site or next((place for place in _above(here.parent) if (place / ".git").exists()), None)
    uses = _uses(root or here.parent, config.flavour, root is not None)
    return uses[command] - _COMMAND.findall(source.text).count(command)


@cache
def _uses(root: Path, flavour: str, deep: bool) -> Counter[str]:
    found: Counter[str] = Counter()
    for file in islice(_walked(root, flavours.named(flavour), deep), _MOST_POSTS):
        found.update(_COMMAND.findall(_text(file)))
    return found


def _walked(root: Path, flavour: Flavour, deep: bool) -> Iterator[Path]:
    """The posts in a folder, and in those below it, in a fixed order."""
    for folder, folders, files in os.walk(root):
        kept = [
            f for f in sorted(folders) if f[0] not in "._" and f not in (*flavour.outputs, "node_modules")
        ]
        folders[:] = kept if deep else []
        yield from (
            Path(folder, f) for f in sorted(files) if f.endswith((*flavour.endings, ".md", ".markdown"))
        )


# --- numbers and macros ---------------------------------------------------------------------------------


def page_numbers(post: str) -> PageNumbers:
    """Whether the pages of the site that the post at this path belongs to number displays; ``auto`` where no
    configuration of MathJax is found.
    """
    return _page_numbers(Path(post).absolute().parent)


@cache
def _page_numbers(folder: Path) -> PageNumbers:
    for place in _above(folder):
        for pattern in _CONFIGURATIONS:
            for file in sorted(place.glob(pattern)):
                said = _configured(file)
                if said != "auto":
                    return said
    return "auto"


def _configured(file: Path) -> PageNumbers:
    text = _text(file)
    automatic = _AUTOMATIC.search(text)
    if not _CONFIGURED.search(text):
        return "auto"
    return "ams" if automatic and automatic[1].lower() != "none" else "none"


@cache
def _nearest(folder: Path) -> Path | None:
    for place in [folder, *folder.parents][:_LEVELS]:
        if (place / NAME).is_file():
            return place / NAME
    return None


@cache
def _read(file: Path) -> str:
    text = _text(file)
    from mathpost.document import vocabulary

    return vocabulary.from_settings(text) if file.suffix in _SETTINGS else vocabulary.from_lines(text)


@cache
def _parsed(latex: str, target: str) -> Definitions:
    from mathpost.latex.parser import parse

    return parse(latex, [Span(0, len(latex))], target=target).definitions
