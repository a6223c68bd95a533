"""A post as a self-contained HTML page, and as an EPUB: formulas in MathML, anchors at numbers."""

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
from mathpost.publish.layout.layout import Pointing, SetFormula, SetRow
from mathpost.publish.masking import MARK
from mathpost.publish.pandoc import Element
from mathpost.publish.rich import RichWalk, anchor, pictured
from mathpost.publish.walk import Elements

_PHONE = 30  # characters of LaTeX
_CONTENTS = 3  # headings that a table of contents is worth
_STYLE = """
:root { color-scheme: light dark; --ink: #1c1e21; --paper: #fff; --soft: #595f66; --line: #8888; --link: #0b57d0; }
:root { --number: #1b6b46; --string: #2f5f8f; --word: #006a1f; --attribute: #5d6b12; --comment: #5a6470; --type: #902000; --function: #06287e;
  --variable: #19177c; --command: #8a5a00; --sign: #595959; --alert: #b00000; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #dfe2e6; --paper: #16181b; --soft: #a3a9b0; --link: #8ab4f8; }
  :root { --number: #7fd6a5; --string: #9ecbff; --word: #8fd694; --attribute: #c9d26a; --comment: #a3a9b0; --type: #ffb199; --function: #a8c7fa;
    --variable: #c3b8ff; --command: #f0c274; --sign: #c4c7c5; --alert: #ff8a80; }
}
html { font-size: 17px; background: var(--paper); color: var(--ink); }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.65; overflow-wrap: break-word; }
body:lang(en), [lang|="en"]:not(html) { font-family: "Source Serif 4", Charter, "Iowan Old Style", Georgia, "Times New Roman", "Liberation Serif", "DejaVu Serif", serif; }
body:lang(zh), [lang|="zh"]:not(html) { font-family: "Source Serif 4", Charter, Georgia, "Times New Roman", "Liberation Serif", "DejaVu Serif",
  "Noto Serif CJK SC", "Source Han Serif SC", "Songti SC", SimSun, "Noto Sans CJK SC", serif; }
h1, h2, h3, h4 { line-height: 1.3; margin: 1.6em 0 0.6em; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; } h3 { font-size: 1.1rem; } h4 { font-size: 1rem; }
header h1 { text-align: center; margin-top: 0.5em; font-size: 1.8rem; }
header .author, header .date { text-align: center; margin: 0.2em; color: var(--soft); }
nav#TOC { border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.3rem 1rem; margin: 1.2rem 0; font-size: 0.93rem; }
nav#TOC ul { margin: 0.2rem 0; padding-left: 1.2rem; } nav#TOC > ul { padding-left: 0.4rem; list-style: none; }
math { font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", math; font-size: 1.08em; }
a { color: var(--link); }
span.display { display: flex; align-items: center; margin: 0.8em 0; overflow-x: auto; overflow-y: hidden; }
span.display > math { flex: 1 0 auto; margin: 0; }
span.display > .number { margin-left: 1em; }
.tied { white-space: nowrap; }
span.formula.wide { display: inline-flex; max-width: 100%; padding: 0.25em 0; overflow-x: auto; overflow-y: hidden; }
span.rows { display: grid; align-items: center; column-gap: 0; row-gap: 0.3em; }
span.rows > .r { justify-self: end; } span.rows > .l { justify-self: start; } span.rows > .c { justify-self: center; }
span.rows > .pair { margin-left: 2em; } span.rows > .number { justify-self: end; padding-left: 1em; }
mtable.rows { width: 100%; }
mtd.number { width: 4em; text-align: right; text-align: -webkit-right; }
code.formula-source, .formula-source code { border: 1px solid #b55; padding: 0 0.3em; }
.statement, .box { border-left: 3px solid #8899bb; background: #8899bb14; padding: 0.1em 1em; margin: 1em 0; }
.proof { border-left-style: dotted; background: none; }
.proof:not(.marked)::after { content: "□"; display: block; text-align: right; margin-top: -1em; }
.box { border-left-color: #bb9955; background: #bb995514; }
/* The colours of code that pandoc writes are too weak on light paper, and made for light paper alone. */
:root code span.dv, :root code span.bn, :root code span.fl { color: var(--number); }
:root code span.st, :root code span.ch, :root code span.vs, :root code span.sc, :root code span.ss { color: var(--string); }
:root code span.kw, :root code span.cf, :root code span.im, :root code span.bu, :root code span.ot { color: var(--word); }
:root code span.at { color: var(--attribute); }
:root code span.co, :root code span.an, :root code span.cv, :root code span.in, :root code span.wa, :root code span.do { color: var(--comment); }
:root code span.dt, :root code span.cn { color: var(--type); }
:root code span.fu { color: var(--function); } :root code span.va { color: var(--variable); } :root code span.pp { color: var(--command); }
:root code span.op { color: var(--sign); }
:root code span.er, :root code span.al { color: var(--alert); }
.missing-image { display: block; border: 1px dashed var(--line); padding: 1em; text-align: center; color: var(--soft); }
figure { margin: 1.2em 0; text-align: center; } figcaption { color: var(--soft); font-size: 0.93rem; }
pre { overflow-x: auto; padding: 0.8em; background: #88888814; font-size: 0.85rem; }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 0.88em; } pre code { font-size: inherit; }
table { border-collapse: collapse; margin: 1em auto; display: block; max-width: max-content; overflow-x: auto; }
th, td { padding: 0.25em 0.8em; border-bottom: 1px solid var(--line); }
img { max-width: 100%; height: auto; }
blockquote { border-left: 3px solid var(--line); margin-left: 0; padding-left: 1em; color: var(--soft); }
a.reference { text-decoration: underline dotted; text-underline-offset: 0.2em; }
:target { background: #ffee8860; }
@media print { html { font-size: 11pt; } nav#TOC { display: none; } }
"""


_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; base-uri 'none'; form-action 'none'"
"""What a browser may do with a page: show its images, and run no script."""


class WebWalk(RichWalk):
    """The walk for HTML and EPUB."""

    headings = 0

    def heading(self, level: int, name: str, words: Elements) -> Elements:
        """A heading with a name, which the table of contents leads to."""
        self.headings += 1
        return super().heading(level, name or f"section-{self.headings}", words)

    def is_display(self, element: Element) -> bool:
        return element["t"] == "Span" and "display" in element["c"][0][1]

    def has_image(self, address: str) -> bool:
        return super().has_image(address) or self.is_on_the_web(address)

    def is_on_the_web(self, address: str) -> bool:
        """Whether a browser that shows the page can fetch the image."""
        return self.destination(address).startswith(("http://", "https://"))

    def image(self, words: Elements, address: str) -> Elements:
        if super().has_image(address) or not self.is_on_the_web(address):
            return super().image(words, address)
        fetched = [("loading", "lazy")]
        return pictured(words, self.destination(address), fetched)

    def inlines(self, elements: Elements, boxed: bool = False) -> Elements:
        return _tied(super().inlines(elements, boxed))

    def set_inline(self, formula: SetFormula) -> Elements:
        inline = formula._replace(display=False, rows=tuple(r._replace(number="") for r in formula.rows))
        return [_span(["formula", *(["wide"] if _is_wide(formula) else [])], [_html(self._math(inline))])]

    def set_pointing(self, pointing: Pointing) -> Elements:
        return [_span(["formula"], super().set_pointing(pointing))]

    def set_display(self, formula: SetFormula) -> Elements:
        if len(formula.rows) > 1 and any(row.number for row in formula.rows):
            return [self.aligned(formula)]
        anchors: Elements = []
        numbers: Elements = []
        for row in formula.rows:
            if row.number and len(formula.rows) == 1:
                numbers.append(self.number(row))
            elif row.name:
                anchors.append(_span([], [], anchor(row.name, self.setup.prefix)))
        return [_span(["formula", "display"], [*anchors, _html(self._math(formula)), *numbers])]

    def aligned(self, formula: SetFormula) -> Element:
        """The rows of a display as a grid of the page, so that each number is at the edge beside its row."""
        style = f"grid-template-columns: 1fr repeat({len(formula.columns)}, auto) 1fr"
        cells: Elements = []
        for row in formula.rows:
            cells.append(_span([], []))
            for k, letter in enumerate(formula.columns):
                cell = self._cell(row, k) if k < len(row.cells) else ""
                pair = ["pair"] if k and letter == "r" else []
                cells.append(_span([letter, *pair], [_html(cell)] if cell else []))
            cells.append(
                self.number(row)
                if row.number
                else _span([], [], anchor(row.name, self.setup.prefix) if row.name else "")
            )
        return {"t": "Span", "c": [["", ["formula", "display", "rows"], [["style", style]]], cells]}

    def _cell(self, row: SetRow, k: int) -> str:
        spoken = row.spoken[k] if k < len(row.spoken) else ""
        return mathml.cell(row.cells[k], self._anchor_of, spoken)

    def _math(self, formula: SetFormula) -> str:
        """The formula as MathML; what it points to is looked up like a reference in the words."""
        return mathml.written(formula, self._anchor_of)

    def _anchor_of(self, label: str) -> str:
        target = self.target(label)
        return "" if target is None else target.name


class PagesWalk(WebWalk):
    """The walk for EPUB: a link inside a formula cannot know the page of its target, and relative addresses have no meaning."""

    def aligned(self, formula: SetFormula) -> Element:
        """One table of mathematics: few readers of books know grids."""
        anchors = [_span([], [], anchor(r.name, self.setup.prefix)) for r in formula.rows if r.name]
        return _span(["formula", "display"], [*anchors, _html(self._math(formula))])

    def is_on_the_web(self, _address: str) -> bool:
        return False

    def _math(self, formula: SetFormula) -> str:
        """As on a page; EPUB 3 asks for the words in the attribute of MathML."""
        return mathml.written(formula, self._anchor_of, "alttext")

    def _anchor_of(self, _label: str) -> str:
        return ""

    def link(self, content: list[Any]) -> Elements:
        goes = urlsplit(self.destination(content[2][0]))
        if goes.scheme or (goes.fragment and not goes.path):
            return super().link(content)
        return self.inlines(content[1], boxed=True)


_CLOSING, _OPENING = frozenset("，。；：、！？）】》」』”’,.;:!?)]"), frozenset("（【《「『“‘([")


def _tied(elements: Elements) -> Elements:
    """`elements` with formulas held together with the marks beside them, which browsers would put on lines of their own."""
    done: Elements = []
    for element in elements:
        text = element["c"] if element["t"] == "Str" else ""
        if _is_short_formula(element) and done and done[-1]["t"] == "Str" and done[-1]["c"][-1:] in _OPENING:
            mark = done[-1]["c"][-1]
            done[-1:] = [{"t": "Str", "c": done[-1]["c"][:-1]}] if len(done[-1]["c"]) > 1 else []
            done.append(_span(["tied"], [{"t": "Str", "c": mark}, element]))
        elif text[:1] in _CLOSING and done and (_is_short_formula(done[-1]) or _is_tied(done[-1])):
            held = done[-1]["c"][1] if _is_tied(done[-1]) else [done[-1]]
            done[-1] = _span(["tied"], [*held, {"t": "Str", "c": text[0]}])
            done += [{"t": "Str", "c": text[1:]}] if len(text) > 1 else []
        else:
            done.append(element)
    return done


def _is_short_formula(element: Element) -> bool:
    return bool(element["t"] == "Span" and element["c"][0][1] == ["formula"])


def _is_tied(element: Element) -> bool:
    return bool(element["t"] == "Span" and element["c"][0][1] == ["tied"])


def _is_wide(formula: SetFormula) -> bool:
    """Whether a formula in a line is longer than the line of a phone, which cannot break it."""
    return sum(c not in "{}\\ ^_" for c in formula.source) > _PHONE


def _span(classes: list[str], inlines: Elements, name: str = "") -> Element:
    return {"t": "Span", "c": [[name, classes, []], inlines]}


def _html(text: str) -> Element:
    return {"t": "RawInline", "c": ["html", text]}


def page(elements: Elements, meta: Mapping[str, Any]) -> bytes:
    """`elements` as one file of HTML."""
    head = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n<style>{_STYLE}</style>'
    parts = {"header-includes": head, "include-before": "<main>", "include-after": "</main>"}
    blocks = {
        key: {"t": "MetaBlocks", "c": [{"t": "RawBlock", "c": ["html", part]}]} for key, part in parts.items()
    }
    whole = {**meta, **blocks, "document-css": {"t": "MetaBool", "c": False}}
    whole["toc-title"] = {"t": "MetaString", "c": ""}
    headings = sum(e["t"] == "Header" for e in elements)
    contents = ("--toc", "--toc-depth=3") if headings >= _CONTENTS else ()
    return pandoc.document(elements, "html5", whole, ("--wrap=preserve", "--section-divs", *contents))


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


def metadata(title: Elements, author: str, date: str, *, chinese: bool, name: str) -> dict[str, Any]:
    """The metadata of a post in a format; `name` is what a window shows of a post without a title."""
    words = MARK.sub("", plain([e for e in title if e["t"] != "RawInline"]))
    meta: dict[str, Any] = {
        "title": {"t": "MetaInlines", "c": title},
        "pagetitle": {"t": "MetaString", "c": words or name},
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
