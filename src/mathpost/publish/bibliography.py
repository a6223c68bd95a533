r"""The citations of a post, and the entries of its ``.bib`` files that it cites.

Read are ``[@key]``, ``[see @a, p. 3; @b]``, ``@key`` within a sentence, the roles ``{cite}`key` `` of MyST,
``\cite{key}``, ``<d-cite key="key">`` of Distill and ``{% cite key %}`` of Jekyll. A key that no file has is not a
citation; without a ``.bib`` there are none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from mathpost.document.document import Document
from mathpost.document.flavour import Flavour
from mathpost.document.references import visible_text
from mathpost.publish import pandoc
from mathpost.publish.pandoc import Element
from mathpost.text.limits import KEPT
from mathpost.text.source import Span

_USUAL = ("references.bib", "refs.bib", "bibliography.bib")  # read without being named
_PLACES = ("*.bib", "_static/*.bib", "bib*/*.bib", "assets/*.bib")
_OF_JEKYLL = ("_bibliography/*.bib",)
_KEPT_BELOW = (
    ".",
    "assets/bibliography",
    "_bibliography",
)  # where a site keeps the files that its posts name
_LEVELS = 5  # folders above a post
_KEY = r"[A-Za-z0-9_\u4e00-\u9fff](?:[\w:.#$%&+?<>~/-]*[\w])?"
_BRACKETED = re.compile(rf"\[(?P<inside>[^\[\]\n]*?@{_KEY}[^\[\]\n]*)\](?!\()")
_ROLE = re.compile(r"\{cite(?::(?P<form>[pt]))?\}`(?P<keys>[^`\n]+)`")
_COMMAND = re.compile(r"\\cite(?P<form>[pt]?)\*?(?:\[(?P<note>[^\]\n]*)\])?\{(?P<keys>[^{}\n]+)\}")
DISTILL = re.compile(
    r"<d-cite\s[^<>]*?\bkey\s*=\s*([\"'])(?P<keys>[^\"'<>\n]+)\1[^<>]*?(?:/>|>\s*</d-cite\s*>)"
)
_TAG = re.compile(r"\{%-?\s*cite\s+(?P<keys>[^%{}\n]*?)(?:\s--?[A-Za-z][^%{}\n]*)?\s*-?%\}")
_BETWEEN = re.compile(r"[,\s]+")
_IN_TEXT = re.compile(rf"(?<![\w@.`/\\])@(?P<key>{_KEY})")
_PART = re.compile(rf"\s*(?P<before>[^@;]*?)\s*-?@(?P<key>{_KEY})\s*(?:,\s*(?P<after>[^;]*))?")


class Citation(NamedTuple):
    """A place that cites `keys`; `before` and `note` are the text before and after them; `in_text`: their authors are named."""

    span: Span
    keys: tuple[str, ...]
    note: str
    in_text: bool
    before: str = ""


class Entry(NamedTuple):
    """A work: its authors and year for the text, and its line in the list as inline elements."""

    authors: str
    year: str
    words: list[Element]


class Bibliography(NamedTuple):
    """The citations of a post in order, and the entries that they cite by key, in the order of their
    numbers, out of `files`.
    """

    citations: tuple[Citation, ...] = ()
    entries: Mapping[str, Entry] = {}
    files: tuple[Path, ...] = ()

    def number(self, key: str) -> int:
        return list(self.entries).index(key) + 1


NOTHING = Bibliography()


def bibliography(document: Document, flavour: Flavour | None = None) -> Bibliography:
    """The citations of `document`, which its author wrote in a `flavour`; raises as `pandoc.blocks` does."""
    files = _files(document, flavour or document.flavour)
    if not files:
        return NOTHING
    works = {str(work["id"]): work for file in files for work in _works(file)}
    found = tuple(sorted(_citations(document, works.keys()), key=lambda c: c.span))
    keys = list(dict.fromkeys(key for citation in found for key in citation.keys))
    words = _words(keys, files) if keys else {}
    entries = {k: Entry(_authors(works[k]), _year(works[k]), words.get(k, [])) for k in keys}
    return Bibliography(found, entries, tuple(files))


def _files(document: Document, flavour: Flavour) -> list[Path]:
    """The files that the post names, else one with a usual name beside it."""
    folder = Path(document.source.path).absolute().parent
    named = document.front_matter.get("bibliography")
    names = [named] if isinstance(named, str) else named if isinstance(named, list) else []
    files = [name for name in names if isinstance(name, str) and name.endswith(".bib")]
    tops = [top.resolve() for top in [folder, *folder.parents][:_LEVELS]]
    found = [f for name in files for f in _named_file(name, folder, tops)]
    found = found or [f for f in (folder / name for name in _USUAL) if _is_below(f, tops)][:1]
    if found or flavour.name == "jekyll":
        return found or _of_site(folder, _OF_JEKYLL)
    return _of_site(folder, _PLACES) if flavour.numbers == "builder" else []


def _named_file(name: str, folder: Path, tops: Sequence[Path]) -> list[Path]:
    """The file that a post names: beside it, or where a site above it keeps such files."""
    places = [folder / name, *(top / below / name.lstrip("/") for top in tops for below in _KEPT_BELOW)]
    return [file for file in places if _is_below(file, tops)][:1]


def _is_below(file: Path, tops: Sequence[Path]) -> bool:
    """Whether the file exists, has a reasonable size, and is below one of the folders `tops`."""
    place = file.resolve()
    return place.is_file() and place.stat().st_size < KEPT and any(map(place.is_relative_to, tops))


def _of_site(folder: Path, patterns: Sequence[str]) -> list[Path]:
    """The files of the site that a post is built with: of the nearest folder above it that holds any."""
    for place in [folder, *folder.parents][:_LEVELS]:
        found = [file for pattern in patterns for file in sorted(place.glob(pattern))]
        if found or (place / ".git").exists():
            return found
    return []


@lru_cache(maxsize=8)
def _works(file: Path) -> list[dict[str, Any]]:
    works: list[dict[str, Any]] = json.loads(pandoc.converted(file.read_bytes(), "csljson", "biblatex"))
    return works


def _authors(work: Mapping[str, Any]) -> str:
    names = [
        a.get("family") or a.get("literal") or "" for a in work.get("author") or work.get("editor") or []
    ]
    if len(names) > 2:
        return f"{names[0]} et al."
    return " and ".join(names) or str(work.get("title", ""))


def _year(work: Mapping[str, Any]) -> str:
    parts = (work.get("issued") or {}).get("date-parts") or [[""]]
    return str(parts[0][0])


def _words(keys: Sequence[str], files: Sequence[Path]) -> dict[str, list[Element]]:
    """The line of each work in the list, by citeproc."""
    nocite = ", ".join(f"@{{{key}}}" for key in keys)
    text = json.dumps({"nocite": nocite})
    arguments = ["--citeproc", *(f"--bibliography={file}" for file in files)]
    tree = json.loads(pandoc.converted(f"---\n{text}\n---\n".encode(), "json", "markdown", *arguments))
    entries = (e for block in tree["blocks"] if block["t"] == "Div" for e in block["c"][1] if e["t"] == "Div")
    return {e["c"][0][0].removeprefix("ref-"): e["c"][1][0]["c"] for e in entries if e["c"][1]}


def _citations(document: Document, known: Collection[str]) -> Iterator[Citation]:
    text = visible_text(document.source.text, [f.span for f in document.formulas], document.opaque)
    taken: list[Span] = [r.span for r in document.references if r.form != "words"]
    for found in _BRACKETED.finditer(text):
        parts = [p for part in found["inside"].split(";") if (p := _PART.fullmatch(part)) is not None]
        keys = tuple(p["key"] for p in parts)
        if parts and len(parts) == found["inside"].count("@") and set(keys) <= set(known):
            taken.append(Span(*found.span()))
            note = "; ".join(p["after"].strip() for p in parts if p["after"])
            yield Citation(Span(*found.span()), keys, note, False, parts[0]["before"])
    yield from _named(document, known, taken)
    for found in _IN_TEXT.finditer(text):
        span = Span(*found.span())
        if found["key"] in known and not any(t.start < span.end and span.start < t.end for t in taken):
            yield Citation(span, (found["key"],), "", True)


def _named(document: Document, known: Collection[str], taken: list[Span]) -> Iterator[Citation]:
    """Roles, commands and tags; they are in the text as code of a line, as HTML or as words."""
    text = document.source.text
    blocks = [code.span for code in document.code]
    ticks = [span for span in document.opaque if text.startswith("`", span.start)]
    for pattern in (_ROLE, _COMMAND, DISTILL, _TAG):
        apart = blocks if pattern is _ROLE else [*blocks, *ticks]
        for found in pattern.finditer(text):
            span = Span(*found.span())
            keys = tuple(key for key in _BETWEEN.split(found["keys"]) if key)
            inside = any(b.contains(span) for b in (*apart, *(f.span for f in document.formulas)))
            if keys and set(keys) <= set(known) and not inside:
                taken.append(span)
                parts = found.groupdict()
                yield Citation(span, keys, parts.get("note") or "", parts.get("form") == "t")
