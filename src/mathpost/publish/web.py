"""A post as a page of HTML that needs nothing else, and as an EPUB: formulas in MathML, anchors at numbers."""

from __future__ import annotations

import base64
import io
import mimetypes
import uuid
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from mathpost.publish import pandoc
from mathpost.publish.elements import plain
from mathpost.publish.layout import mathml
from mathpost.publish.layout.layout import Pointing, SetFormula
from mathpost.publish.masking import MARK
from mathpost.publish.pandoc import Element
from mathpost.publish.rich import RichWalk, anchor
from mathpost.publish.walk import Elements

_STYLE = """
body { max-width: 46em; margin: 2em auto; padding: 0 1em; line-height: 1.65;
  font-family: "Source Serif 4", "Noto Serif CJK SC", "Songti SC", SimSun, serif; }
h1, h2, h3, h4 { line-height: 1.3; margin: 1.6em 0 0.6em; }
header h1 { text-align: center; margin-top: 0.5em; }
header .author, header .date { text-align: center; margin: 0.2em; }
math { font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", math; }
span.display { display: flex; align-items: center; margin: 0.8em 0; overflow-x: auto; overflow-y: hidden; }
span.display > math { flex: 1; margin: 0; }
span.display > .number { margin-left: 1em; }
mtable.rows { width: 100%; }
mtd.number { width: 4em; text-align: right; }
code.formula-source, .formula-source code { border: 1px solid #b55; padding: 0 0.3em; }
.statement, .box { border-left: 3px solid #8899bb; background: #8899bb14; padding: 0.1em 1em; margin: 1em 0; }
.proof { border-left-style: dotted; background: none; }
.proof:not(.marked)::after { content: "□"; display: block; text-align: right; margin-top: -1em; }
.box { border-left-color: #bb9955; background: #bb995514; }
.missing-image { display: block; border: 1px dashed #888; padding: 1em; text-align: center; color: #666; }
pre { overflow-x: auto; padding: 0.8em; background: #88888814; }
table { border-collapse: collapse; margin: 1em auto; }
th, td { padding: 0.25em 0.8em; border-bottom: 1px solid #8886; }
img { max-width: 100%; }
blockquote { border-left: 3px solid #8888; margin-left: 0; padding-left: 1em; color: #555; }
a.reference { text-decoration: none; }
:target { background: #ffee8860; }
"""


class WebWalk(RichWalk):
    """The walk for HTML and EPUB."""

    def is_display(self, element: Element) -> bool:
        return element["t"] == "Span" and "display" in element["c"][0][1]

    def set_inline(self, formula: SetFormula) -> Elements:
        inline = formula._replace(display=False, rows=tuple(r._replace(number="") for r in formula.rows))
        return [_span(["formula"], [_html(self._math(inline))])]

    def set_pointing(self, pointing: Pointing) -> Elements:
        return [_span(["formula"], super().set_pointing(pointing))]

    def set_display(self, formula: SetFormula) -> Elements:
        anchors: Elements = []
        numbers: Elements = []
        for row in formula.rows:
            if row.number and len(formula.rows) == 1:
                numbers.append(self.number(row))
            elif row.name:
                anchors.append(_span([], [], anchor(row.name, self.setup.prefix)))
        return [_span(["formula", "display"], [*anchors, _html(self._math(formula)), *numbers])]

    def _math(self, formula: SetFormula) -> str:
        """The formula as MathML; what it points to is looked up like a reference in the words."""
        return mathml.written(formula, self._anchor_of)

    def _anchor_of(self, label: str) -> str:
        target = self.target(label)
        return "" if target is None else target.name


class PagesWalk(WebWalk):
    """The walk for EPUB: a link inside a formula cannot know on which page its aim will stand, and beside the pages
    there is nothing that a relative address could mean.
    """

    def _anchor_of(self, _label: str) -> str:
        return ""

    def link(self, content: list[Any]) -> Elements:
        goes = urlsplit(self.destination(content[2][0]))
        if goes.scheme or (goes.fragment and not goes.path):
            return super().link(content)
        return self.inlines(content[1], boxed=True)


def _span(classes: list[str], inlines: Elements, name: str = "") -> Element:
    return {"t": "Span", "c": [[name, classes, []], inlines]}


def _html(text: str) -> Element:
    return {"t": "RawInline", "c": ["html", text]}


def page(elements: Elements, meta: Mapping[str, Any]) -> bytes:
    """`elements` as one file of HTML."""
    style = {"t": "MetaBlocks", "c": [{"t": "RawBlock", "c": ["html", f"<style>{_STYLE}</style>"]}]}
    whole = {**meta, "header-includes": style, "document-css": {"t": "MetaBool", "c": False}}
    return pandoc.document(elements, "html5", whole, ("--wrap=preserve", "--section-divs"))


def epub(elements: Elements, meta: Mapping[str, Any], style_folder: Path) -> bytes:
    """`elements` as an EPUB; `style_folder` is where a file with the style may be written."""
    style = style_folder / "style.css"
    style.write_text(_STYLE, encoding="utf-8")
    identifier = uuid.uuid5(
        uuid.NAMESPACE_URL, "mathpost:" + plain_meta(meta.get("title")) + str(len(elements))
    )
    whole = {**meta, "identifier": {"t": "MetaString", "c": f"urn:uuid:{identifier}"}}
    arguments = (f"--css={style}", "--split-level=1", "--toc", "--toc-depth=2", "--epub-title-page=true")
    return _declared(pandoc.document(elements, "epub3", whole, arguments))


def _declared(book: bytes) -> bytes:
    """`book` with the formulas of its table of contents declared, as EPUB 3.2 demands and pandoc forgets."""
    with zipfile.ZipFile(io.BytesIO(book)) as given:
        parts = [(info, given.read(info)) for info in given.infolist()]
    if not any(info.filename.endswith("nav.xhtml") and b"<math" in data for info, data in parts):
        return book
    done = io.BytesIO()
    with zipfile.ZipFile(done, "w") as written:
        for info, data in parts:
            if info.filename.endswith(".opf"):
                data = data.replace(b'properties="nav"', b'properties="nav mathml"')
            written.writestr(info, data)
    return done.getvalue()


def plain_meta(value: Mapping[str, Any] | None) -> str:
    """The words of an entry of the meta data."""
    return plain(value["c"]) if value and value["t"] == "MetaInlines" else str(value["c"] if value else "")


def metadata(title: Elements, author: str, date: str, *, chinese: bool) -> dict[str, Any]:
    """What a format says of a post beside its text."""
    words = MARK.sub("", plain([e for e in title if e["t"] != "RawInline"]))
    meta: dict[str, Any] = {
        "title": {"t": "MetaInlines", "c": title},
        "pagetitle": {"t": "MetaString", "c": words or "post"},
        "lang": {"t": "MetaString", "c": "zh-CN" if chinese else "en"},
    }
    if author:
        meta["author"] = {"t": "MetaList", "c": [{"t": "MetaString", "c": author}]}
    if date:
        meta["date"] = {"t": "MetaString", "c": date}
    return meta


def embedded(file: Path) -> str:
    """A local image as part of the page."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"
