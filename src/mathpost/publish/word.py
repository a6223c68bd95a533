"""A post as a Word file: formulas in Word's own format, numbers that Word counts, live references.

A numbered row is a row of a table without lines: the formula in the middle, the number at the right edge. The number is
a field of the sequence ``Equation`` with a bookmark; a reference is a field that repeats the bookmark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from mathpost.document.consistency import is_whole
from mathpost.publish import pandoc
from mathpost.publish.layout import omml
from mathpost.publish.layout.layout import Pointing, SetFormula, SetRow, row
from mathpost.publish.manuscript import Manuscript
from mathpost.publish.pandoc import Element
from mathpost.publish.rich import RichWalk, Setup
from mathpost.publish.walk import Elements

_DISPLAY = "openxml-display"  # a paragraph of its own inside the inline elements of another, until they part
_NO_LINES = '<w:tblBorders><w:top w:val="nil"/><w:left w:val="nil"/><w:bottom w:val="nil"/><w:right w:val="nil"/></w:tblBorders>'
_CENTRED = '<w:pPr><w:spacing w:before="60" w:after="60"/><w:jc w:val="{}"/></w:pPr>'
_FIRST_BOOKMARK = 100_000  # pandoc numbers its own from 20 on


class WordWalk(RichWalk):
    """The walk for DOCX; `bookmarks` numbers the anchors of equations, `count` is the number Word would count,
    `made` how many pieces of mathematics there are.
    """

    def __init__(self, post: Manuscript, setup: Setup, chapter: int = 0) -> None:
        super().__init__(post, setup)
        self.bookmarks = _FIRST_BOOKMARK * (chapter + 1)
        self.count = 0
        self.made = 0

    def is_display(self, element: Element) -> bool:
        return bool(element["t"] == "RawInline" and element["c"][0] == _DISPLAY)

    def set_inline(self, formula: SetFormula) -> Elements:
        cells = [cell for row in formula.rows for cell in row.cells]
        self.made += 1
        return [_xml(omml.written(cells))]

    def set_display(self, formula: SetFormula) -> Elements:
        written = "".join(self._paragraphs(formula))
        self.made += written.count("<m:oMath>")
        return [{"t": "RawInline", "c": [_DISPLAY, written]}]

    def _paragraphs(self, formula: SetFormula) -> Iterator[str]:
        if not any(r.number for r in formula.rows):
            cells = [omml.written(r.cells) for r in formula.rows]
            yield from (_paragraph(f"<m:oMathPara>{cell}</m:oMathPara>") for cell in cells)
            return
        several = len(formula.rows) > 1 and len(formula.columns) > 1
        rows = [self._aligned(r) if several else self._centred(r) for r in formula.rows]
        grid = (4200, 3900, 900) if several else (900, 7200, 900)
        columns = "".join(f'<w:gridCol w:w="{width}"/>' for width in grid)
        yield (
            '<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/>'
            f'{_NO_LINES}<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>{columns}</w:tblGrid>{"".join(rows)}</w:tbl>'
            '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr></w:p>'
        )

    def _centred(self, one: SetRow) -> str:
        formula = f"<m:oMathPara>{omml.written(one.cells)}</m:oMathPara>"
        return _row(
            _cell(900, "", "left"), _cell(7200, formula, "center"), _cell(900, self._number(one), "right")
        )

    def _aligned(self, one: SetRow) -> str:
        """The first column to the right, the others to the left, as they meet in an `align`."""
        left, right = omml.omml(row(*one.cells[:1])), omml.omml(row(*one.cells[1:]))
        parts = [
            f'<m:oMathPara><m:oMathParaPr><m:jc m:val="{jc}"/></m:oMathParaPr><m:oMath>{x}</m:oMath></m:oMathPara>'
            if x
            else ""
            for jc, x in (("right", left), ("left", right))
        ]
        return _row(
            _cell(4200, parts[0], "right"),
            _cell(3900, parts[1], "left"),
            _cell(900, self._number(one), "right"),
        )

    def _number(self, one: SetRow) -> str:
        """The number of a row, counted by Word where it is the next of its sequence."""
        if not one.number:
            return ""
        bare = one.number[1:-1] if one.number.startswith("(") and one.number.endswith(")") else one.number
        chapter = self.post.names.chapter
        before, bare = (chapter, bare.removeprefix(chapter)) if bare.startswith(chapter) else ("", bare)
        if not is_whole(bare) or bare == "0":
            return self._bookmarked(one.name, _text(before + bare), one.number)
        self.count += 1
        reset = "" if self.count == int(bare) else rf" \r {bare}"
        self.count = int(bare)
        field = rf" SEQ Equation{self.setup.prefix.strip('-')} \* ARABIC{reset} "
        return self._bookmarked(
            one.name,
            f'{_text(before) if before else ""}<w:fldSimple w:instr="{field}">{_text(bare)}</w:fldSimple>',
            one.number,
        )

    def _bookmarked(self, name: str, inner: str, shown: str) -> str:
        before, after = (_text("("), _text(")")) if shown.startswith("(") else ("", "")
        if not name:
            return before + inner + after
        self.bookmarks += 1
        start = f'<w:bookmarkStart w:id="{self.bookmarks}" w:name="{self._bookmark(name)}"/>'
        return f'{before}{start}{inner}<w:bookmarkEnd w:id="{self.bookmarks}"/>{after}'

    def _bookmark(self, name: str) -> str:
        """A name as Word takes it: letters and digits, at most 40."""
        place = list(self.post.names.numbers).index(name)
        return f"equation_{self.setup.prefix.strip('-')}{'_' if self.setup.prefix else ''}{place + 1}"

    def number(self, row: SetRow) -> Element:
        """The number of a display that had to stay inside a line."""
        return _xml(self._number(row))

    def pointer(self, number: int) -> Elements:
        pointer = self.post.pointers[number]
        if pointer.kind == "equation" and (field := self._field(pointer.label, pointer.brackets)):
            return field
        return super().pointer(number)

    def set_pointing(self, pointing: Pointing) -> Elements:
        field = self._field(pointing.name, pointing.words.startswith("("))
        return field or super().set_pointing(pointing)

    def _field(self, label: str, brackets: bool) -> Elements:
        """A field that repeats the number of an equation of this post."""
        name = self.renamed.get(label, label)
        number = self.post.names.numbers.get(name)
        if number is None:
            return []
        shown = f'<w:fldSimple w:instr=" REF {self._bookmark(name)} \\h ">{_text(number)}</w:fldSimple>'
        return [_xml(_text("(") + shown + _text(")") if brackets else shown)]

    def block(self, element: Element) -> Elements:
        """A paragraph with displays in it, in parts: these are paragraphs of their own."""
        return [part for block in super().block(element) for part in self._parted(block)]

    def inline(self, element: Element, boxed: bool) -> Elements:
        """Displays part paragraphs only where nothing else is open."""
        return super().inline(element, boxed or element["t"] not in ("Str", "Note"))

    def _parted(self, block: Element) -> Iterator[Element]:
        if block["t"] not in ("Para", "Plain") or not any(map(self.is_display, block["c"])):
            yield block
            return
        words: Elements = []
        for element in [*block["c"], None]:
            if element is not None and not self.is_display(element):
                words.append(element)
                continue
            if words:
                yield {"t": block["t"], "c": words}
                words = []
            if element is not None:
                yield {"t": "RawBlock", "c": ["openxml", element["c"][1]]}

    def statement(self, number: int, kind: str, title: Elements, body: Elements) -> Elements:
        (div,) = super().statement(number, kind, title, body)
        attributes, blocks = div["c"]
        return [
            {"t": "Div", "c": [attributes, [{"t": "BlockQuote", "c": blocks}] if kind != "proof" else blocks]}
        ]


def _xml(text: str) -> Element:
    return {"t": "RawInline", "c": ["openxml", text]}


def _text(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{escape(text, quote=False)}</w:t></w:r>'


def _paragraph(inner: str, side: str = "center") -> str:
    return f"<w:p>{_CENTRED.format(side)}{inner}</w:p>"


def _row(*cells: str) -> str:
    return f"<w:tr><w:trPr><w:cantSplit/></w:trPr>{''.join(cells)}</w:tr>"


def _cell(width: int, inner: str, side: str) -> str:
    properties = f'<w:tcPr><w:tcW w:w="{width}" w:type="dxa"/><w:vAlign w:val="center"/></w:tcPr>'
    return f"<w:tc>{properties}{_paragraph(inner, side)}</w:tc>"


def docx(elements: Elements, meta: Mapping[str, Any]) -> bytes:
    """`elements` as a file of Word."""
    return pandoc.document(elements, "docx", meta)
