"""The words of a post as LaTeX: pandoc reads and writes them, this module sets what pandoc cannot.

Formulas come and go as marks (`masking`). Between pandoc's reader and its writer the tree is walked once: a
mark becomes a piece of raw LaTeX in the form its place allows (no display inside a heading or a cell), HTML
is reduced to its text, code becomes a listing, an image a box that names its file, and characters without a
glyph a command.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote, urljoin

from mathpost.publish import fragments, glyphs, pandoc
from mathpost.publish.elements import BLANKS, is_display, plain, raw, raw_block
from mathpost.publish.emphasis import bold
from mathpost.publish.fragments import paired
from mathpost.publish.masking import MARK, mark
from mathpost.publish.pandoc import Element

_TITLE_END = "%%% end of title"
_URL = r"https?://[!-;=?-~]*[A-Za-z0-9/#=&_~-]"
_PIECE = re.compile(rf"({MARK.pattern}|{_URL})")
_HEADING_ID = re.compile(r"\{#[\w:.-]+\}$")
_CODE_BREAK = re.compile(r"(?<=[_/.,:=-])(?=[\w(\[])")
_LONG_CODE = 16  # characters that a line can always make room for
_DEEPEST = 6  # lists and quotes inside one another, of all kinds and of one, that LaTeX takes
_DEEPEST_OF_A_KIND = {"BulletList": 4, "OrderedList": 4}
_FULL_LINE = 88  # characters of the text font on a line of the page


class Style(NamedTuple):
    """What the walk has to know of a post.

    `displays` are the numbers of the marks that are displays, `widths` says how many characters wide a
    mark's formula is, `site` is the address that links relative to it start from, empty if there is none.
    """

    chinese: bool
    displays: Collection[int]
    widths: Mapping[int, int]
    site: str = ""


class Prose(NamedTuple):
    """LaTeX with marks: ``i`` after the number for a formula in the line, ``d`` for a display, ``v`` for
    listing `n`.

    `unknown` counts the characters without a glyph, `images` are the addresses of the images that were
    replaced.
    """

    title: str
    body: str
    listings: tuple[str, ...]
    unknown: Counter[str]
    images: tuple[str, ...]


def typeset(markdown: str, title: str, style: Style) -> Prose:
    """The LaTeX of masked `markdown`; without a `title` a single first heading of level 1 becomes it.

    Raises:
        MissingPandocError, PandocError: see `mathpost.publish.pandoc`.
    """
    setting = _Setting(style)
    blocks = pandoc.blocks(markdown, smart=not style.chinese)
    setting.targets.update(_targets(blocks))
    heading, blocks = _title(blocks, title)
    set_title = setting.inlines(heading, boxed=True)
    set_blocks = setting.blocks(_promoted(blocks))
    opening: list[Element] = [{"t": "Plain", "c": set_title}, raw_block(_TITLE_END)]
    written = pandoc.latex(opening + set_blocks)
    before, _, after = written.partition(_TITLE_END)
    return Prose(
        before.strip(), after.strip("\n"), tuple(setting.listings), setting.unknown, tuple(setting.images)
    )


def _targets(tree: Any) -> Iterator[str]:
    """The names that links inside the post point to: only these headings need one."""
    stack = [tree]
    while stack:
        top = stack.pop()
        if isinstance(top, dict):
            if top.get("t") == "Link" and top["c"][2][0].startswith("#"):
                yield unquote(top["c"][2][0][1:])
            stack.append(top.get("c"))
        elif isinstance(top, list):
            stack += top


# --- headings -------------------------------------------------------------------------------------------


def _title(blocks: list[Element], title: str) -> tuple[list[Element], list[Element]]:
    """The words of the title, and the blocks without the heading that repeats it."""
    first = blocks[0] if blocks else None
    if first is None or first["t"] != "Header" or first["c"][0] != 1:
        return fragments.words(title), blocks
    if title and _letters(plain(first["c"][2])) == _letters(title):
        return fragments.words(title), blocks[1:]
    single = sum(b["t"] == "Header" and b["c"][0] == 1 for b in blocks) == 1
    if not title and single:
        return first["c"][2], blocks[1:]
    return fragments.words(title), blocks


def _letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def _promoted(blocks: list[Element]) -> list[Element]:
    """`blocks` with their headings moved up, so that the highest one is a section."""
    levels = [b["c"][0] for b in blocks if b["t"] == "Header"]
    shift = min(levels, default=1) - 1
    for block in blocks:
        if block["t"] == "Header":
            block["c"][0] = min(block["c"][0] - shift, 5)
    return blocks


# --- the walk -------------------------------------------------------------------------------------------


class _Setting:
    """The walk over one post's tree; collects listings, images and characters without a glyph."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.listings: list[str] = []
        self.images: list[str] = []
        self.unknown: Counter[str] = Counter()
        self.targets: set[str] = set()
        self.depth: Counter[str] = Counter()
        self.listing = True

    def blocks(self, elements: list[Element]) -> list[Element]:
        done: list[Element] = []
        for element in elements:
            for block in self._block(element):
                if done and self._continues(done[-1], block):
                    done[-1] = {"t": done[-1]["t"], "c": [*done[-1]["c"], *block["c"]]}
                else:
                    done.append(block)
        return done

    def _continues(self, before: Element, block: Element) -> bool:
        """A display alone in its paragraph belongs to the sentence before it: TeX wants no empty line
        there.
        """
        return block["t"] == before["t"] == "Para" and all(map(is_display, block["c"]))

    def _block(self, element: Element) -> list[Element]:
        kind: str = element["t"]
        content: Any = element.get("c")
        match kind:
            case "Plain" | "Para":
                inlines = self.inlines(content)
                return [{"t": kind, "c": inlines}] if inlines else []
            case "Header":
                level, (identifier, _, _), words = content
                inlines = self.inlines(_without_id(words), boxed=True)
                name = identifier if identifier in self.targets else ""
                return [{"t": "Header", "c": [level, [name, [], []], inlines]}]
            case "CodeBlock":
                return self._code_block(content[1])
            case "RawBlock":
                paragraphs = fragments.paragraphs(content[1]) if content[0] == "html" else []
                return [b for p in paragraphs for b in self._block({"t": "Para", "c": p})]
            case "BlockQuote" | "BulletList" | "OrderedList":
                return self._nested(kind, content)
            case "Div":
                return self.blocks(content[1])
            case "Table":
                return [self._table(content)]
        return [element]

    def _nested(self, kind: str, content: Any) -> list[Element]:
        """A quote or a list; one that is nested deeper than LaTeX goes is set without its frame."""
        if self.depth.total() >= _DEEPEST or self.depth[kind] >= _DEEPEST_OF_A_KIND.get(kind, _DEEPEST):
            items = [content] if kind == "BlockQuote" else content if kind == "BulletList" else content[1]
            return [block for item in items for block in self.blocks(item)]
        self.depth[kind] += 1
        if kind == "BlockQuote":
            done: Any = self.blocks(content)
        elif kind == "BulletList":
            done = [self.blocks(item) for item in content]
        else:
            done = [content[0], [self.blocks(item) for item in content[1]]]
        self.depth[kind] -= 1
        return [{"t": kind, "c": done}]

    def _note(self, content: list[Element]) -> list[Element]:
        listing, self.listing = self.listing, False
        done = self.blocks(content)
        self.listing = listing
        return [{"t": "Note", "c": done}]

    def _code_block(self, code: str) -> list[Element]:
        # A listing cannot stand in a footnote; formulas in what pandoc takes for code are set all the same.
        if MARK.search(code) or not self.listing or r"\end{Verbatim}" in code:
            lines = [self._code(line) for line in code.split("\n")]
            return [{"t": "Para", "c": [x for line in lines for x in (*line, {"t": "LineBreak"})][:-1]}]
        self.listings.append(code)
        return [raw_block(mark(len(self.listings) - 1, "v"))]

    # --- tables

    def _table(self, content: list[Any]) -> Element:
        attributes, caption, columns, head, bodies, foot = content
        rows = [*head[1], *(row for body in bodies for row in (*body[2], *body[3])), *foot[1]]
        widths = [0] * len(columns)
        for _, cells in rows:
            for column, cell in enumerate(cells):
                widths[column] = max(widths[column], self._width(cell[4]))
                cell[4] = [{"t": b["t"], "c": self.inlines(b["c"], boxed=True)} for b in cell[4]]
        return {"t": "Table", "c": [attributes, caption, _shared(columns, widths), head, bodies, foot]}

    def _width(self, blocks: list[Element]) -> int:
        """How many characters wide a cell wants to be."""
        lines = [line for b in blocks for line in plain(b["c"]).split("\n")]
        return max((self._line_width(line) for line in lines), default=0)

    def _line_width(self, line: str) -> int:
        formulas = sum(self.style.widths.get(int(m[1]), 1) for m in MARK.finditer(line))
        letters = MARK.sub("", line)
        return formulas + sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in letters)

    # --- inline elements

    def inlines(self, elements: list[Element], boxed: bool = False) -> list[Element]:
        """`elements` set; `boxed` where no display may stand: headings, cells, links."""
        done: list[Element] = []
        for element in bold(paired(elements)) if self.style.chinese else paired(elements):
            done += self._inline(element, boxed)
        return _tight(done)

    def _inline(self, element: Element, boxed: bool) -> list[Element]:
        kind: str = element["t"]
        content: Any = element.get("c")
        match kind:
            case "Str":
                return self._interleaved(content, boxed)
            case "LineBreak" if boxed:
                return [element]
            case "Emph" | "Strong" | "Superscript" | "Subscript" | "SmallCaps" | "Underline":
                inner = self.inlines(content, boxed or kind not in ("Emph", "Strong"))
                return [{"t": kind, "c": inner}] if inner else []
            case "Strikeout":
                return [raw(r"\struck{"), *self.inlines(content, boxed=True), raw("}")]
            case "Quoted":
                return [{"t": kind, "c": [content[0], self.inlines(content[1], boxed)]}]
            case "Link":
                return self._link(content)
            case "Image":
                return self._image(content[1], content[2][0])
            case "Note":
                return self._note(content)
            case "Span" | "Cite":
                return self.inlines(content[1], boxed)
            case "Code":
                return self._code(content[1])
            case "RawInline":
                return self._html(content[1]) if content[0] == "html" else [element]
        return [element]

    def _interleaved(self, text: str, boxed: bool, quote: str = r"\textquotedbl{}") -> list[Element]:
        done: list[Element] = []
        at = 0
        for found in _PIECE.finditer(text):
            done += self._glyphs(text[at : found.start()], quote)
            if found[2] is not None:
                done.append(self._marked(int(found[2]), boxed))
            else:
                done.append({"t": "Link", "c": [["", [], []], [{"t": "Str", "c": found[0]}], [found[0], ""]]})
            at = found.end()
        return done + self._glyphs(text[at:], quote)

    def _marked(self, number: int, boxed: bool) -> Element:
        return raw(mark(number, "d" if number in self.style.displays and not boxed else "i"))

    def _glyphs(self, text: str, quote: str) -> list[Element]:
        """`text` with commands for what the fonts lack; `quote` prints a straight quotation mark."""
        done: list[Element] = []
        for number, part in enumerate(text.split('"') if quote else [text]):
            done += [raw(quote)] if number else []
            for piece in glyphs.pieces(part, self.style.chinese):
                self.unknown.update(piece.unknown)
                done.append(raw(piece.text) if piece.is_latex else {"t": "Str", "c": piece.text})
        return done

    def _code(self, code: str) -> list[Element]:
        done: list[Element] = []
        for element in self._interleaved(code, boxed=True, quote=""):
            text = plain([element]) if element["t"] in ("Str", "Link") else ""
            parts = _CODE_BREAK.split(text) if len(text) > _LONG_CODE else [text]
            for number, part in enumerate(parts if text else []):
                done += [raw(r"\allowbreak{}")] if number else []
                done.append({"t": "Code", "c": [["", [], []], part]})
            done += [] if text else [element]
        return done

    def _link(self, content: list[Any]) -> list[Element]:
        attributes, words, (address, title) = content
        target = (
            urljoin(self.style.site, address) if self.style.site and not address.startswith("#") else address
        )
        if plain(words) == address:
            return [{"t": "Link", "c": [attributes, words, [target, title]]}]
        return [{"t": "Link", "c": [attributes, self.inlines(words, boxed=True), [target, title]]}]

    def _image(self, words: list[Element], address: str) -> list[Element]:
        self.images.append(address)
        name: list[Element] = []
        for part in re.split(r"(?<=[/_.-])", address):
            name += [{"t": "Str", "c": part}, raw(r"\allowbreak{}")]
        return [raw(r"\missingimage{"), *self.inlines(words, boxed=True), raw("}{"), *name[:-1], raw("}")]

    def _html(self, tag: str) -> list[Element]:
        match fragments.tag_name(tag):
            case "br":
                return [{"t": "LineBreak"}]
            case "img":
                words = fragments.words(fragments.attribute(tag, "alt"))
                return self._image(words, fragments.attribute(tag, "src"))
        return [e for mark in fragments.hidden_marks(tag) for e in self._interleaved(mark["c"], boxed=True)]


# --- pieces of the tree ---------------------------------------------------------------------------------


def _tight(inlines: list[Element]) -> list[Element]:
    """`inlines` without the breaks at their ends and around displays, which would leave holes."""
    done: list[Element] = []
    for element in inlines:
        if element["t"] in BLANKS and (not done or is_display(done[-1])):
            continue
        while is_display(element) and done and done[-1]["t"] in BLANKS:
            done.pop()
        done.append(element)
    while done and done[-1]["t"] in BLANKS:
        done.pop()
    return done


def _without_id(words: list[Element]) -> list[Element]:
    """A heading without the identifier ``{#name}`` that some engines read at its end."""
    if words and words[-1]["t"] == "Str" and _HEADING_ID.search(words[-1]["c"]):
        rest = _HEADING_ID.sub("", words[-1]["c"])
        return [*words[:-1], {"t": "Str", "c": rest}] if rest else words[:-1]
    return words


def _shared(columns: list[Any], widths: list[int]) -> list[Any]:
    """`columns` as they are if a line holds them, else with their shares of the line."""
    if sum(widths) + 2 * len(widths) <= _FULL_LINE:
        return columns
    wanted = [max(6, min(width, _FULL_LINE // 2)) for width in widths]
    total = sum(wanted)
    return [[align, {"t": "ColWidth", "c": w / total}] for (align, _), w in zip(columns, wanted, strict=True)]
