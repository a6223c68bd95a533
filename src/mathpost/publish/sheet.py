"""A post as Typst, for a PDF without TeX: prose by pandoc, formulas from their layout."""

from __future__ import annotations

import re

from mathpost.publish import pandoc
from mathpost.publish.layout import typst
from mathpost.publish.layout.layout import Pointing, SetFormula, SetRow
from mathpost.publish.layout.typst import quoted
from mathpost.publish.pandoc import Element
from mathpost.publish.rich import RichWalk, anchor
from mathpost.publish.walk import Elements

_HEAD = """
#set page(paper: "a4", margin: 2.5cm, numbering: "1")
#set text(font: (FONTS), size: 11pt, lang: "LANGUAGE", REGION)
#set par(justify: true, leading: 0.8em, spacing: 1.2em)
#set heading(numbering: none)
#show heading: set block(above: 1.6em, below: 0.9em)
#show math.equation: set text(font: ("New Computer Modern Math", FONTS))
#show raw: set text(font: ("DejaVu Sans Mono", FONTS), size: 0.85em)
#show figure: set block(breakable: true)
#show link: set text(fill: rgb("#234b87"))
#set table(stroke: none, inset: 5pt)
#let mark(name) = [#metadata(name)<formula>]
#let horizontalrule = align(center, line(length: 40%, stroke: 0.5pt))
#let statement(body) = block(width: 100%, stroke: (left: 2pt + rgb("#8899bb")), inset: (left: 9pt, y: 4pt), body)
#let postbox(body) = block(width: 100%, fill: rgb("#f6f4ee"), stroke: 0.5pt + rgb("#bb9955"), inset: 9pt, radius: 2pt, body)
#let glyphless(code) = box(stroke: 0.4pt, inset: 1pt, text(size: 0.5em)[#code])
#let beside(formula, ..numbers) = block(width: 100%, grid(
  columns: (1fr, auto, 1fr), align: (left, center + horizon, right + horizon),
  [], formula, stack(spacing: 0.6em, ..numbers)))
#let aligned(columns, mark, ..cells) = block(width: 100%, mark + grid(columns: columns, row-gutter: 0.9em, ..cells))
"""

_DISPLAYS = ("#beside(", "#aligned(")


class SheetWalk(RichWalk):
    """The walk for Typst."""

    def is_display(self, element: Element) -> bool:
        return element["t"] == "RawInline" and str(element["c"][1]).startswith(_DISPLAYS)

    @property
    def mark(self) -> str:
        """What Typst counts a formula by; a table's head may be on several pages."""
        return f"#mark({quoted(f'{self.setup.prefix}{self.current}')})"

    def set_inline(self, formula: SetFormula) -> Elements:
        cells = [cell for row in formula.rows for cell in row.cells]
        display = "display" if formula.display else ""
        body = typst.written(cells)
        return [_typst(f"{self.mark}${f'{display}({body})' if display else body}$")]

    def set_pointing(self, pointing: Pointing) -> Elements:
        return [_typst(self.mark), *super().set_pointing(pointing)]

    def set_display(self, formula: SetFormula) -> Elements:
        if len(formula.rows) == 1:
            (row,) = formula.rows
            numbers = f", {self._beside(row)}" if row.number else ""
            return [_typst(f"#beside([{self.mark}$ {typst.written(row.cells)} $]{numbers})")]
        width = len(formula.columns)
        cells = ", ".join(cell for row in formula.rows for cell in self._cells(row, formula.columns))
        columns = ", ".join(["1fr", *["auto"] * width, "1fr"])
        return [_typst(f"#aligned(({columns}), {self.mark[1:]}, {cells})")]

    def _cells(self, row: SetRow, columns: str) -> list[str]:
        sides = {"r": "right", "l": "left", "c": "center"}
        cells = ["[]"]
        for number, (cell, letter) in enumerate(zip(row.cells, columns, strict=False)):
            body = typst.aligned_cell(cell, letter, number)
            cells.append(f"align({sides[letter]} + horizon, [$display({body})$])")
        return [*cells, f"align(right + horizon, {self._beside(row) if row.number else '[]'})"]

    def _beside(self, row: SetRow) -> str:
        label = f"<{anchor(row.name, self.setup.prefix)}>" if row.name else ""
        return f"[#[#{quoted(row.number)}]{label}]"

    def number(self, row: SetRow) -> Element:
        return _typst(
            f"#[#{quoted(row.number)}]" + (f"<{anchor(row.name, self.setup.prefix)}>" if row.name else "")
        )

    def source(self, formula: SetFormula) -> Elements:
        code = " ".join(formula.source.split())
        return [_typst(f"{self.mark}#box(stroke: 0.5pt + red, inset: 2pt, raw({quoted(code)}))")]

    def statement(self, number: int, kind: str, title: Elements, body: Elements) -> Elements:
        done = super().statement(number, kind, title, body)
        return done if kind == "proof" else [_block("#statement["), *done, _block("]")]

    def box(self, classes: list[str], title: Elements, body: Elements) -> Elements:
        return [_block("#postbox["), *super().box(classes, title, body), _block("]")]

    def figure(self, words: Elements, address: str) -> Elements:
        below, _ = self.caption(words) if self.has_image(address) else (words, True)
        return [{"t": "Para", "c": self.image(below, address)}]

    def image(self, words: Elements, address: str) -> Elements:
        file = self.setup.files.get(address)
        if file is None:
            return super().image(words, address)
        return [_typst(f"#box(image({quoted(file)}, width: 80%))"), *words]


def _typst(text: str) -> Element:
    return {"t": "RawInline", "c": ["typst", text]}


def _block(text: str) -> Element:
    return {"t": "RawBlock", "c": ["typst", text]}


def sheet(elements: Elements, title: Elements, author: str, date: str, font: str) -> str:
    """The whole markup; `font` is the family for Chinese, empty if there is none to set."""
    fonts = ", ".join(map(quoted, filter(None, ("Libertinus Serif", font))))
    head = _HEAD.replace("FONTS", fonts).replace("LANGUAGE", "zh" if font else "en")
    head = head.replace("REGION", 'region: "cn"' if font else "")
    opening: Elements = [
        _block("#align(center)[#text(size: 1.5em, weight: 700)["),
        {"t": "Plain", "c": title},
        _block("]"),
    ]
    for line in filter(None, (author, date)):
        opening += [_block("#linebreak()"), {"t": "Plain", "c": [{"t": "Str", "c": line}]}]
    opening.append(_block("]"))
    return head + pandoc.typst([*(opening if title else []), *elements])


def without_glyphs(markup: str, characters: set[str]) -> str:
    """The markup with a box that names the code point for each character that no font has."""
    if not characters:
        return markup
    sign = re.compile("[" + "".join(map(re.escape, sorted(characters))) + "]")
    shows = "".join(f"#show {quoted(c)}: glyphless({quoted(f'{ord(c):04X}')})\n" for c in sorted(characters))
    head, _, body = markup.partition("#let beside")
    return f"{head}{shows}#let beside{body}" if sign.search(body) else markup
