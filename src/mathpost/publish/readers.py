"""The formulas, numbers and dangling references of an output, counted by a reader of its own format."""

from __future__ import annotations

import io
import json
import re
import zipfile
from html.parser import HTMLParser
from typing import NamedTuple
from xml.etree import ElementTree

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATHS = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"


class Counted(NamedTuple):
    """`formulas` found in an output, the `numbers` beside them in order, `dangling` references."""

    formulas: int
    numbers: tuple[str, ...]
    dangling: tuple[str, ...]


class _Page(HTMLParser):
    """Formulas, numbers, names and links of pages of HTML; the table of contents repeats headings and is not counted."""

    def __init__(self) -> None:
        super().__init__()
        self.formulas = 0
        self.numbers: list[str] = []
        self.names: set[str] = set()
        self.links: list[str] = []
        self._in_number = 0
        self._in_contents = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = (given.get("class") or "").split()
        self._in_contents = self._in_contents or (tag == "nav" and given.get("id") == "TOC")
        self.formulas += "formula" in classes and not self._in_contents
        if given.get("id"):
            self.names.add(str(given["id"]))
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        if "number" in classes:
            self.numbers.append("")
            self._in_number = 1
        elif self._in_number:
            self._in_number += 1

    def handle_endtag(self, tag: str) -> None:
        self._in_contents = self._in_contents and tag != "nav"
        self._in_number = max(0, self._in_number - 1)

    def handle_data(self, data: str) -> None:
        if self._in_number:
            self.numbers[-1] += data


def html(data: bytes) -> Counted:
    """A page of HTML."""
    return _pages([("", data.decode("utf-8"))])


def epub(data: bytes) -> Counted:
    """All pages of an EPUB, which must be well-formed XML.

    Raises:
        ElementTree.ParseError: a page is not.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        names = [n for n in book.namelist() if n.endswith(".xhtml") and "nav" not in n.rsplit("/", 1)[-1]]
        pages = [(n.rsplit("/", 1)[-1], book.read(n)) for n in sorted(names)]
    for _, page in pages:
        ElementTree.fromstring(page)  # noqa: S314 - our own output
    return _pages([(name, page.decode("utf-8")) for name, page in pages])


def _pages(pages: list[tuple[str, str]]) -> Counted:
    read: dict[str, _Page] = {}
    for name, text in pages:
        read[name] = _Page()
        read[name].feed(text)
    dangling = []
    for name, page in read.items():
        for link in page.links:
            place, hash_, fragment = link.partition("#")
            target = read.get(place or name)
            ours = not place or place in read or (place.endswith(".xhtml") and "/" not in place)
            if hash_ and ours and (target is None or fragment not in target.names):
                dangling.append(link)
    numbers = tuple(n.strip() for page in read.values() for n in page.numbers if n.strip())
    return Counted(sum(p.formulas for p in read.values()), numbers, tuple(dangling))


def docx(data: bytes) -> Counted:
    """A file of Word: every ``m:oMath``, the numbers of the sequence fields, fields that repeat no bookmark.

    Raises:
        ElementTree.ParseError, KeyError, zipfile.BadZipFile: it is none.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        parts = [file.read(n) for n in ("word/document.xml", "word/footnotes.xml") if n in file.namelist()]
    trees = [ElementTree.fromstring(part) for part in parts]  # noqa: S314 - our own output
    formulas = sum(1 for tree in trees for _ in tree.iter(f"{_MATHS}oMath"))
    names = {str(b.get(f"{_WORD}name")) for tree in trees for b in tree.iter(f"{_WORD}bookmarkStart")}
    fields = [f for tree in trees for f in tree.iter(f"{_WORD}fldSimple")]
    numbers: list[str] = []
    dangling: list[str] = []
    for field in fields:
        words = str(field.get(f"{_WORD}instr")).split()
        if words[0] == "SEQ":
            numbers.append("".join(t.text or "" for t in field.iter(f"{_WORD}t")))
        elif words[0] == "REF" and words[1] not in names:
            dangling.append(words[1])
    links = [
        str(h.get(f"{_WORD}anchor"))
        for tree in trees
        for h in tree.iter(f"{_WORD}hyperlink")
        if h.get(f"{_WORD}anchor")
    ]
    return Counted(formulas, tuple(numbers), (*dangling, *(x for x in links if x not in names)))


_MARKED = re.compile(r"mathpost: formula (\d+)")


def log(text: str) -> int:
    """The formulas that a run of TeX reports."""
    return max(map(int, _MARKED.findall(text)), default=0)


class Overfull(NamedTuple):
    """What is wider than the line by `points`: `formula` counts those that were set before it ends, `lines` are those
    of the file of TeX. A `display` is by itself.
    """

    points: float
    formula: int
    lines: tuple[int, int]
    display: bool


_OVERFULL = re.compile(
    r"Overfull \\hbox \(([\d.]+)pt too wide\) (detected at line|in paragraph at lines|in alignment at lines) (\d+)(?:--(\d+))?"
)


def overfull(text: str) -> tuple[Overfull, ...]:
    """What the last run of TeX found to be wider than the line."""
    found = []
    for message in _OVERFULL.finditer(text):
        counted = max(map(int, _MARKED.findall(text[: message.start()])), default=0)
        lines = (int(message[3]), int(message[4] or message[3]))
        found.append(Overfull(float(message[1]), counted, lines, message[2].startswith("detected")))
    return tuple(found)


def missing_glyphs(text: str) -> tuple[str, ...]:
    """The characters that the log of TeX says no font has."""
    return tuple(dict.fromkeys(re.findall(r"Missing character: There is no (\S+)", text)))


def notebook(data: bytes) -> str:
    """The Markdown cells of a notebook as one text."""
    cells = json.loads(data)["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
