"""The words of a post as LaTeX: pandoc writes them, this module sets what pandoc cannot.

The tree is walked once before pandoc writes it: a mark becomes raw LaTeX in the form that its place allows (no display
inside a heading or a cell), statements and boxes become environments, code becomes a listing, an image a figure or a
box with its file name, and characters without a glyph a command.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from mathpost.publish import glyphs, pandoc
from mathpost.publish.bibliography import Citation
from mathpost.publish.boxes import CLASS as BOX
from mathpost.publish.elements import plain, raw, raw_block
from mathpost.publish.listings import listing
from mathpost.publish.manuscript import Manuscript
from mathpost.publish.masking import MARK, mark
from mathpost.publish.pandoc import Element
from mathpost.publish.pointers import LABEL
from mathpost.publish.vocabulary import escaped
from mathpost.publish.walk import Elements, Walk, rows

TITLE_END = "%%% end of title"
_CODE_BREAK = re.compile(r"(?<=[_/.,:=-])(?=[\w(\[])")
_LONG_ADDRESS = 120  # characters; the rest of a longer address of an image is not printed
_ADDRESS_PART = re.compile(r"[^/_.?&=;,+%-]{1,12}[/_.?&=;,+%-]?|.")
_LONG_CODE = 16  # characters that a line can always make room for
_DEEPEST = 6  # lists and quotes inside one another, of all kinds and of one, that LaTeX takes
_DEEPEST_OF_A_KIND = {"BulletList": 4, "OrderedList": 4}
_FULL_LINE = 88  # characters of the text font on a line of the page
_IN_A_BOX = 0.85  # the part of the line that a box leaves to its text
_ALIGNED = {"AlignLeft": "l", "AlignRight": "r", "AlignCenter": "c", "AlignDefault": "l"}
_COLOURS = {"theorem": "Navy", "definition": "Navy", "intuition": "DarkOrange", "derivation": "Teal"}
_COLOURS |= {"example": "ForestGreen", "note": "Gray", "warning": "FireBrick", "pitfalls": "FireBrick"}


class Style(NamedTuple):
    """What the walk has to know of a post.

    `displays` are the numbers of the formulas that are displays, `widths` says how many characters wide a
    formula is, `files` are the local copies of images by their address, `links` the addresses that lead to
    other chapters of the book, with the labels of these. `rename` gives a work the name it has in the book.
    """

    displays: Collection[int]
    widths: Mapping[int, int]
    files: Mapping[str, str]
    links: Mapping[str, str]
    rename: Callable[[str], str] = str


class Prose(NamedTuple):
    """LaTeX with marks: ``i`` after the number for a formula in the line, ``d`` for a display, ``v`` for
    listing `n`.

    `unknown` counts the characters without a glyph, `missing` are the addresses of the images that have no
    local copy.
    """

    title: str
    body: str
    listings: tuple[str, ...]
    unknown: Counter[str]
    missing: tuple[str, ...]


def typeset(post: Manuscript, style: Style) -> Prose:
    """The LaTeX of the words of `post`.

    Raises:
        MissingPandocError, PandocError: see `mathpost.publish.pandoc`.
    """
    setting = _LatexWalk(post, style)
    set_title = setting.inlines(post.title, boxed=True)
    set_blocks = setting.blocks(post.blocks)
    opening: list[Element] = [{"t": "Plain", "c": set_title}, raw_block(TITLE_END)]
    written = pandoc.latex(opening + set_blocks)
    before, _, after = written.partition(TITLE_END)
    missing = tuple(a for a in setting.images if a not in style.files)
    return Prose(before.strip(), after.strip("\n"), tuple(setting.listings), setting.unknown, missing)


class _LatexWalk(Walk):
    """The walk over one post; collects listings and characters without a glyph."""

    hides_alternatives = True

    def __init__(self, post: Manuscript, style: Style) -> None:
        super().__init__(post)
        self.style = style
        self.rename = style.rename
        self.listings: list[str] = []
        self.unknown: Counter[str] = Counter()
        self.listing = True
        self.quote = r"\textquotedbl{}"

    # --- blocks

    def blocks(self, elements: Elements) -> Elements:
        """Paragraphs without the blanks of their authors before the first line, which LaTeX indents itself; one that
        goes on after a display is not indented.
        """
        done = super().blocks(elements)
        after_display = False
        for block in done:
            if block["t"] != "Para":
                after_display = False
                continue
            first = next((n for n, e in enumerate(block["c"]) if not _is_indent(e)), 0)
            block["c"][:first] = []
            if block["c"] and block["c"][0]["t"] == "Str":
                block["c"][0]["c"] = block["c"][0]["c"].lstrip("\u3000")
            if after_display and _goes_on(plain(block["c"][:1])):
                block["c"][:0] = [raw(r"\noindent ")]
            after_display = bool(block["c"]) and self.is_display(block["c"][-1])
        return done

    def nested(self, kind: str, content: Any) -> Elements:
        """A quote or a list; one that is nested deeper than LaTeX goes is set without its frame."""
        deep = sum(self.depth[k] for k in ("BlockQuote", "BulletList", "OrderedList"))
        if deep >= _DEEPEST or self.depth[kind] >= _DEEPEST_OF_A_KIND.get(kind, _DEEPEST):
            items = [content] if kind == "BlockQuote" else content if kind == "BulletList" else content[1]
            return [block for item in items for block in self.blocks(item)]
        return super().nested(kind, content)

    def statement(self, number: int, kind: str, title: Elements, body: Elements) -> Elements:
        """An environment of amsthm with the number of the post; a proof with its own end mark gets no second one."""
        own = self.post.statements[number].number
        environment = kind if own or kind == "proof" else f"{kind}*"
        opening: Elements = [raw(rf"\statementnumber{{{own}}}" + "\n")] if own and kind != "proof" else []
        opening.append(raw(rf"\begin{{{environment}}}"))
        if title and kind == "proof":
            before, after = ("证明（", "）") if self.post.chinese else ("Proof (", ")")
            opening += [raw("[{"), *self.text(before), *title, *self.text(after), raw("}]")]
        elif title:
            opening += [raw("[{"), *title, raw("}]")]
        if name := self.post.names.statements.get(number):
            opening.append(raw(rf"\label{{{name}}}"))
        if kind == "proof" and self.has_end_mark(body):
            opening.append(raw(r"\renewcommand{\qedsymbol}{}"))
        if not body or body[0]["t"] != "Para" or (body[0]["c"] and self.is_display(body[0]["c"][0])):
            opening.append(raw(r"\leavevmode"))
        return [*_opened(opening, body), raw_block(rf"\end{{{environment}}}")]

    def citation(self, citation: Citation) -> Elements:
        before = [raw("["), *self.text(citation.before), raw("]")] if citation.before else []
        note = [raw("["), *self.text(citation.note), raw("]")] if citation.note or before else []
        command = r"\citet" if citation.in_text else r"\citep"
        return [raw(command), *before, *note, raw(f"{{{','.join(map(self.rename, citation.keys))}}}")]

    def works(self, *, named: bool) -> Elements:
        """natbib's list; its heading is that of the class unless the post has one."""
        silent = r"\renewcommand{\bibsection}{}" if named else ""
        done: Elements = [
            raw_block(silent + rf"\begin{{thebibliography}}{{{len(self.post.bibliography.entries)}}}")
        ]
        for key, entry in self.post.bibliography.entries.items():
            label = [
                raw(r"\bibitem[{"),
                *self.text(entry.authors),
                raw(f"({entry.year})}}]{{{self.rename(key)}}} "),
            ]
            done.append({"t": "Para", "c": [*label, *self.inlines(entry.words, boxed=True)]})
        return [*done, raw_block(r"\end{thebibliography}")]

    def box(self, classes: list[str], title: Elements, body: Elements) -> Elements:
        family = next((c.partition("-")[0].lower() for c in classes), "")
        opening: Elements = [raw(rf"\begin{{postbox}}{{{_COLOURS.get(family, 'Gray')}}}{{")]
        return [*_opened([*opening, *title, raw("}")], body), raw_block(r"\end{postbox}")]

    def code_block(self, language: str, code: str) -> Elements:
        # A listing cannot be in a footnote.
        written = listing(language, code, self.post.chinese) if self.listing else None
        if written is None:
            lines = [self.code(line) for line in code.split("\n")]
            return [{"t": "Para", "c": [x for line in lines for x in (*line, {"t": "LineBreak"})][:-1]}]
        self.listings.append(written.latex)
        self.unknown.update(written.unknown)
        return [raw_block(mark(len(self.listings) - 1, "v"))]

    def table(self, content: list[Any]) -> Elements:
        attributes, caption, columns, head, bodies, foot = content
        widths = [0] * len(columns)
        for cells in rows(content):
            for column, cell in enumerate(cells[: len(widths)]):
                widths[column] = max(widths[column], self._width(cell[4]))
        shared = _shared(columns, widths)
        (done,) = super().table([attributes, caption, shared, head, bodies, foot])
        return self._framed_table(done["c"]) if self._in_a_frame() else [done]

    def _in_a_frame(self) -> bool:
        """Inside a box or a note, where no table may break over pages."""
        return self.depth[BOX] > 0 or not self.listing

    def _framed_table(self, content: list[Any]) -> Elements:
        columns, head = content[2], content[3]
        letters = "".join(_column(align, width) for align, width in columns)
        lines: Elements = [raw(rf"\begin{{center}}\begin{{tabular}}{{@{{}}{letters}@{{}}}}\toprule" + "\n")]
        for number, cells in enumerate(rows(content)):
            for column, cell in enumerate(cells):
                lines += [raw(" & ")] if column else []
                lines += [e for block in cell[4] for e in block["c"]]
            lines.append(raw(r" \\" + (r"\midrule" if number + 1 == len(head[1]) else "") + "\n"))
        return [{"t": "Para", "c": [*lines, raw(r"\bottomrule\end{tabular}\end{center}")]}]

    def _width(self, blocks: list[Element]) -> int:
        """How many characters wide a cell wants to be."""
        lines = [line for b in blocks for line in plain(b["c"]).split("\n")]
        return max((self._line_width(line) for line in lines), default=0)

    def _line_width(self, line: str) -> int:
        formulas = sum(self.style.widths.get(int(m[1]), 1) for m in MARK.finditer(line) if not m[2])
        letters = MARK.sub("", line)
        return formulas + sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in letters)

    # --- inline elements

    def inline(self, element: Element, boxed: bool) -> Elements:
        match element["t"]:
            case "Strikeout" | "Underline" as kind:
                command = r"\struck{" if kind == "Strikeout" else r"\underlined{"
                return [raw(command), *self.inlines(element["c"], boxed=True), raw("}")]
            case "Note":
                listing, self.listing = self.listing, False
                done = super().inline(element, boxed)
                self.listing = listing
                return done
        return super().inline(element, boxed)

    def is_display(self, element: Element) -> bool:
        found = MARK.fullmatch(element["c"][1]) if element["t"] == "RawInline" else None
        return found is not None and found[2] == "d"

    def formula(self, number: int, boxed: bool) -> Elements:
        return [raw(mark(number, "d" if number in self.style.displays and not boxed else "i"))]

    def pointer(self, number: int) -> Elements:
        """A reference; what LaTeX could not take for a name is printed as it was written."""
        pointer = self.post.pointers[number]
        if not LABEL.fullmatch(pointer.label):
            return [raw(rf"\texttt{{{escaped(pointer.label)}}}")]
        return [raw(rf"\{'eqref' if pointer.brackets else 'ref'}{{{pointer.label}}}")]

    def text(self, text: str) -> Elements:
        """`text` with commands for what the fonts lack and for straight quotation marks."""
        done: Elements = []
        for number, part in enumerate(text.split('"') if self.quote else [text]):
            done += [raw(self.quote)] if number else []
            for piece in glyphs.pieces(part, self.post.chinese):
                self.unknown.update(piece.unknown)
                done.append(raw(piece.text) if piece.is_latex else {"t": "Str", "c": piece.text})
        return done

    def destination(self, address: str) -> str:
        inside = self.style.links.get(address)
        return f"#{inside}" if inside else super().destination(address)

    def code(self, code: str) -> Elements:
        self.quote, quote = "", self.quote
        pieces = self.interleaved(code, boxed=True)
        self.quote = quote
        done: Elements = []
        for element in pieces:
            text = plain([element]) if element["t"] in ("Str", "Link") else ""
            parts = _CODE_BREAK.split(text) if len(text) > _LONG_CODE else [text]
            for number, part in enumerate(parts if text else []):
                done += [raw(r"\allowbreak{}")] if number else []
                done.append({"t": "Code", "c": [["", [], []], part]})
            done += [] if text else [element]
        return done

    def figure(self, words: Elements, address: str) -> Elements:
        file = self.style.files.get(address)
        if file is None:
            return super().figure(words, address)
        if not words:
            return [{"t": "Para", "c": [raw(rf"\postfigure{{{file}}}{{}}")]}]
        _, own = self.caption(words)
        command = r"\caption*{" if own else r"\captionof{figure}{"
        return [{"t": "Para", "c": [raw(rf"\postfigure{{{file}}}{{{command}"), *words, raw("}}")]}]

    def has_image(self, address: str) -> bool:
        return address in self.style.files

    def image(self, words: Elements, address: str) -> Elements:
        file = self.style.files.get(address)
        if file is not None:
            return [raw(rf"\postimage{{{file}}}{{"), *words, raw("}")]
        name: Elements = []
        shown = address if len(address) < _LONG_ADDRESS else f"{address[: _LONG_ADDRESS - 1]}…"
        for part in _ADDRESS_PART.findall(shown):
            name += [*self.text(part), raw(r"\allowbreak{}")]
        return [raw(r"\missingimage{"), *words, raw("}{"), *name[:-1], raw("}")]


def _is_indent(element: Element) -> bool:
    """Whether an inline element at the beginning of a paragraph is a wide blank."""
    if element["t"] == "RawInline":
        return bool(element["c"][1] in (r"\quad{}", r"\enspace{}"))
    return element["t"] in ("Space", "SoftBreak") or (element["t"] == "Str" and not element["c"].strip())


def _goes_on(word: str) -> bool:
    """Whether a paragraph with this first word continues the sentence of the display before it."""
    return word[:1].islower() or word.startswith(("其中", "这里"))


def _opened(opening: Elements, body: Elements) -> Elements:
    """`body` after the beginning of its environment, without an empty line between."""
    if not body or body[0]["t"] != "Para":
        return [{"t": "Plain", "c": opening}, *body]
    return [{"t": "Para", "c": [*opening, raw("\n"), *body[0]["c"]]}, *body[1:]]


def _column(align: dict[str, Any], width: dict[str, Any]) -> str:
    letter = _ALIGNED.get(align["t"], "l")
    if width["t"] != "ColWidth":
        return letter
    ragged = {"l": r"\raggedright", "r": r"\raggedleft", "c": r"\centering"}[letter]
    return rf">{{{ragged}\arraybackslash}}p{{{width['c'] * _IN_A_BOX:.3f}\linewidth}}"


def _shared(columns: list[Any], widths: list[int]) -> list[Any]:
    """`columns` as they are if a line holds them, else with their shares of the line."""
    if sum(widths) + 2 * len(widths) <= _FULL_LINE:
        return columns
    wanted = [max(6, min(width, _FULL_LINE // 2)) for width in widths]
    total = sum(wanted)
    return [[align, {"t": "ColWidth", "c": w / total}] for (align, _), w in zip(columns, wanted, strict=True)]
