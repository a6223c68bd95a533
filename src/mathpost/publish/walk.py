"""The walk over a manuscript's tree: what is the same for all formats, and the few methods in which they differ.

Marks become what the format makes of a formula, a reference or a label; inline HTML becomes elements or its words; a
display in a paragraph of its own joins the sentence before it. A format overrides `formula`, `pointer`, `statement`,
`box`, `table`, `code_block`, `image` and `text`.
"""

from __future__ import annotations

import re
from collections import Counter
from copy import deepcopy
from typing import Any, TypeAlias

from mathpost.document.passages import closes_a_proof, has_end_mark
from mathpost.publish import figures, fragments
from mathpost.publish.bibliography import Citation
from mathpost.publish.boxes import CLASS as BOX
from mathpost.publish.boxes import TITLE as BOX_TITLE
from mathpost.publish.elements import BLANKS, plain
from mathpost.publish.emphasis import bold
from mathpost.publish.fragments import paired
from mathpost.publish.manuscript import WORKS, Manuscript
from mathpost.publish.masking import CITATION, MARK, POINTER, STATEMENT, TITLED
from mathpost.publish.pandoc import Element
from mathpost.publish.statements import CLASS as STATEMENT_CLASS
from mathpost.publish.statements import TITLE as STATEMENT_TITLE

Elements: TypeAlias = list[Element]

_URL = r"https?://[!-;=?-~]*[A-Za-z0-9/#=&_~-]"
_SCHEMES = frozenset(["http", "https", "mailto", "ftp", "tel", "doi"])
_PIECE = re.compile(rf"({MARK.pattern}|{_URL})")


class Walk:
    """The walk over one manuscript; `images` collects the addresses of its images.

    `boxed` in the methods: no display may be here (headings, cells, links). `hides_alternatives`: the words for an image
    of HTML are not printed where the image is, as on a page.
    """

    hides_alternatives = False

    def __init__(self, post: Manuscript) -> None:
        self.post = post
        self.images: list[str] = []
        self.depth: Counter[str] = Counter()
        self.figures = 0
        self.last = -1  # the formula that was set last

    # --- what formats override

    def formula(self, number: int, boxed: bool) -> Elements:
        raise NotImplementedError

    def pointer(self, number: int) -> Elements:
        raise NotImplementedError

    def statement(self, number: int, kind: str, title: Elements, body: Elements) -> Elements:
        raise NotImplementedError

    def citation(self, citation: Citation) -> Elements:
        raise NotImplementedError

    def works(self, *, named: bool) -> Elements:
        """The list of works; with its heading where the post has none (`named`)."""
        raise NotImplementedError

    def box(self, classes: list[str], title: Elements, body: Elements) -> Elements:
        raise NotImplementedError

    def text(self, text: str) -> Elements:
        return [{"t": "Str", "c": text}]

    def code_block(self, language: str, code: str) -> Elements:
        return [{"t": "CodeBlock", "c": [["", [language] if language else [], []], code]}]

    def image(self, words: Elements, address: str) -> Elements:
        raise NotImplementedError

    def figure(self, words: Elements, address: str) -> Elements:
        """An image that is a paragraph, with the words that stand for it below."""
        return [{"t": "Para", "c": self.image(words, address)}]

    def has_image(self, address: str) -> bool:
        """Whether the image itself is set."""
        raise NotImplementedError

    def caption(self, words: Elements) -> tuple[Elements, bool]:
        """The words below a figure with its number, and whether the number is the author's own."""
        text = plain(words).strip()
        if not text or _OWN_FIGURE.match(text):
            return words, True
        self.figures += 1
        before = f"图 {self.figures}：" if self.post.chinese else f"Figure {self.figures}: "
        return [{"t": "Str", "c": before}, *words], False

    def code(self, code: str) -> Elements:
        return [{"t": "Code", "c": [["", [], []], code]}]

    def heading(self, level: int, name: str, words: Elements) -> Elements:
        return [{"t": "Header", "c": [level, [name, [], []], words]}]

    def table(self, content: list[Any]) -> Elements:
        attributes, caption, columns, head, bodies, foot = content
        for row in rows(content):
            for cell in row:
                cell[4] = [{"t": b["t"], "c": self.inlines(b["c"], boxed=True)} for b in cell[4]]
        return [{"t": "Table", "c": [attributes, caption, columns, head, bodies, foot]}]

    def is_display(self, element: Element) -> bool:
        """Whether an inline element made here is a formula on lines of its own."""
        raise NotImplementedError

    # --- blocks

    def blocks(self, elements: Elements) -> Elements:
        done: Elements = []
        for element in elements:
            for block in self.block(element):
                if done and self._continues(done[-1], block):
                    done[-1] = {"t": done[-1]["t"], "c": [*done[-1]["c"], *block["c"]]}
                else:
                    done.append(block)
        return done

    def _continues(self, before: Element, block: Element) -> bool:
        """A display alone in its paragraph belongs to the sentence before it."""
        return block["t"] == before["t"] == "Para" and all(map(self.is_display, block["c"]))

    def block(self, element: Element) -> Elements:
        kind: str = element["t"]
        content: Any = element.get("c")
        match kind:
            case "Para" if (alone := _only_image(content)) is not None:
                self.images.append(alone["c"][2][0])
                silent = figures.is_silent(plain(alone["c"][1]), alone["c"][2][0])
                words = [] if silent else self.inlines(alone["c"][1], boxed=True)
                return self.figure(words, alone["c"][2][0])
            case "Plain" | "Para":
                inlines = self.inlines(content)
                return [{"t": kind, "c": inlines}] if inlines else []
            case "Header":
                level, (identifier, _, _), words = content
                name = identifier if identifier in self.post.targets else ""
                return self.heading(level, name, self.inlines(words, boxed=True))
            case "CodeBlock":
                return self._code_block(content)
            case "BlockQuote" | "BulletList" | "OrderedList":
                return self.nested(kind, content)
            case "Div":
                return self._div(content)
            case "Table":
                return self.table(deepcopy(content))  # other formats walk over the same tree
            case "RawBlock":
                return self._raw_block(content[1])
        return [element]

    def _raw_block(self, raw: str) -> Elements:
        """The words of raw HTML in a note; its tags and scripts are dropped."""
        found = [self.inlines(piece) for piece in fragments.pieces(raw) if not isinstance(piece, str)]
        return [{"t": "Para", "c": inlines} for inlines in found if inlines]

    def nested(self, kind: str, content: Any) -> Elements:
        """A quote or a list."""
        self.depth[kind] += 1
        if kind == "BlockQuote":
            done: Any = self.blocks(content)
        elif kind == "BulletList":
            done = [self.blocks(item) for item in content]
        else:
            done = [content[0], [self.blocks(item) for item in content[1]]]
        self.depth[kind] -= 1
        return [{"t": kind, "c": done}]

    def _div(self, content: list[Any]) -> Elements:
        (_, classes, attributes), blocks = content
        if STATEMENT_CLASS in classes:
            title, body = _titled(blocks, STATEMENT_TITLE)
            number = int(dict(attributes)["number"])
            self.depth[STATEMENT_CLASS] += 1
            self.last = -1
            done = self.statement(number, classes[1], self._joined(title), self.blocks(body))
            self.depth[STATEMENT_CLASS] -= 1
            return done
        if WORKS in classes:
            return self.works(named="named" in classes)
        if BOX in classes:
            title, body = _titled(blocks, BOX_TITLE)
            self.depth[BOX] += 1
            done = self.box(classes[1:], self._joined(title), self.blocks(body))
            self.depth[BOX] -= 1
            return done
        if BOX_TITLE in classes:  # a title inside a box, not of it
            return [{"t": "Para", "c": [{"t": "Strong", "c": self._joined(blocks)}]}]
        return self.blocks(blocks)

    def _joined(self, blocks: Elements) -> Elements:
        """The paragraphs of a title in one line."""
        done: Elements = []
        for block in blocks:
            if block["t"] in ("Para", "Plain"):
                done += [{"t": "Space"}] if done else []
                done += self.inlines(block["c"], boxed=True)
            else:
                done += self._joined([b for b in _below(block) if isinstance(b, dict)])
        return done

    def _code_block(self, content: list[Any]) -> Elements:
        (_, classes, _), code = content
        if not MARK.search(code):
            return self.code_block(classes[0] if classes else "", code)
        # What pandoc alone takes for code has formulas all the same.
        lines = [self.marked_code(line) for line in code.split("\n")]
        return [{"t": "Para", "c": [x for line in lines for x in (*line, {"t": "LineBreak"})][:-1]}]

    def has_end_mark(self, body: Elements) -> bool:
        """Whether the author ended a proof with a mark of his own, be it in a formula."""
        if not body or body[-1]["t"] not in ("Para", "Plain"):
            return False
        formula = next((f for f in reversed(self.post.document.formulas) if f.index == self.last), None)
        text = "" if formula is None else self.post.document.source.slice(formula.body)
        last = next(
            (e for e in reversed(body[-1]["c"]) if e["t"] not in ("Space", "SoftBreak", "LineBreak")), None
        )
        drawn = (
            last["c"][1] if last is not None and last["t"] == "RawInline" else ""
        )  # ∎ as a command of LaTeX
        return has_end_mark(plain(body[-1]["c"])) or closes_a_proof(text) or closes_a_proof(drawn)

    # --- inline elements

    def inlines(self, elements: Elements, boxed: bool = False) -> Elements:
        """`elements` set."""
        done: Elements = []
        for element in bold(paired(elements)) if self.post.chinese else paired(elements):
            done += self.inline(element, boxed)
        return self._tight(done)

    def inline(self, element: Element, boxed: bool) -> Elements:
        kind: str = element["t"]
        content: Any = element.get("c")
        match kind:
            case "Str":
                return self.interleaved(content, boxed)
            case "Emph" | "Strong" | "Strikeout" | "Superscript" | "Subscript" | "SmallCaps" | "Underline":
                inner = self.inlines(content, boxed or kind not in ("Emph", "Strong"))
                return [{"t": kind, "c": inner}] if inner else []
            case "Quoted":
                return [{"t": kind, "c": [content[0], self.inlines(content[1], boxed)]}]
            case "Link":
                return self.link(content)
            case "Image":
                return self._image(content[1], content[2][0])
            case "Note":
                return [{"t": "Note", "c": self.blocks(content)}]
            case "Span" | "Cite":
                return self._span(content, boxed)
            case "Code":
                return self.marked_code(content[1])
            case "RawInline":
                return self._html(content[1]) if content[0] == "html" else [element]
        return [element]

    def _span(self, content: list[Any], boxed: bool) -> Elements:
        if content[1]:
            return self.inlines(content[1], boxed)
        return [{"t": "Span", "c": content}] if content[0][0] in self.post.targets else []

    def interleaved(self, text: str, boxed: bool) -> Elements:
        """Running text with its marks and bare addresses."""
        done: Elements = []
        at = 0
        for found in _PIECE.finditer(text):
            done += self.text(text[at : found.start()]) if found.start() > at else []
            done += self._marked(found, boxed) if found[2] is not None else self.address(found[0])
            at = found.end()
        return done + (self.text(text[at:]) if at < len(text) else [])

    def _marked(self, found: re.Match[str], boxed: bool) -> Elements:
        number, form = int(found[2]), found[3]
        if form == POINTER:
            return self.pointer(number)
        if form == CITATION:
            return self.citation(self.post.bibliography.citations[number])
        if form in (STATEMENT, TITLED):
            return self._label(number, form)
        self.last = number
        return self.formula(number, boxed)

    def _label(self, number: int, form: str) -> Elements:
        """The label of a statement where no statement can be set: its words, in bold."""
        statement = self.post.statements[number]
        text, title = self.post.document.source.slice(statement.span), statement.title
        before, _, after = text.partition(title) if title else (text, "", "")
        words = (before if form == STATEMENT else after).replace("*", "").replace("_", "")
        return [{"t": "Strong", "c": self.text(words)}] if words else []

    def address(self, url: str) -> Elements:
        return [{"t": "Link", "c": [["", [], []], [{"t": "Str", "c": url}], [url, ""]]}]

    def link(self, content: list[Any]) -> Elements:
        attributes, words, (address, title) = content
        shown = words if _is_address(words, address) else self.inlines(words, boxed=True)
        if not _may_be_followed(address):
            return shown
        return [{"t": "Link", "c": [attributes, shown, [self.destination(address), title]]}]

    def destination(self, address: str) -> str:
        """Where a link goes; addresses relative to the site the post came from are completed."""
        from urllib.parse import urljoin

        return urljoin(self.post.site, address) if self.post.site and not address.startswith("#") else address

    def marked_code(self, code: str) -> Elements:
        """Code in a line; a formula that only the reader of the post saw in it is set."""
        done: Elements = []
        at = 0
        for found in (m for m in _PIECE.finditer(code) if m[2] is not None):
            done += self.code(code[at : found.start()]) if found.start() > at else []
            done += self._marked(found, boxed=True)
            at = found.end()
        return done + (self.code(code[at:]) if at < len(code) else [])

    def _image(self, words: Elements, address: str) -> Elements:
        self.images.append(address)
        return self.image(self.inlines(words, boxed=True), address)

    def _html(self, tag: str) -> Elements:
        match fragments.tag_name(tag):
            case "br":
                return [{"t": "LineBreak"}]
            case "img":
                said, address = fragments.attribute(tag, "alt"), fragments.attribute(tag, "src")
                hidden = self.hides_alternatives and self.has_image(address) and not MARK.search(said)
                silent = hidden or figures.is_silent(said, address)
                return self._image([] if silent else fragments.words(said), address)
            case "a" if (name := fragments.attribute(tag, "id")) in self.post.targets:
                return [{"t": "Span", "c": [[name, [], []], []]}]
        return [e for mark in fragments.hidden_marks(tag) for e in self.interleaved(mark["c"], boxed=True)]

    def _tight(self, inlines: Elements) -> Elements:
        """`inlines` without the breaks at their ends and around displays, which would leave holes."""
        done: Elements = []
        for element in inlines:
            if element["t"] in BLANKS and (not done or self.is_display(done[-1])):
                continue
            while self.is_display(element) and done and done[-1]["t"] in BLANKS:
                done.pop()
            done.append(element)
        while done and done[-1]["t"] in BLANKS:
            done.pop()
        return done


def rows(table: list[Any]) -> list[list[Any]]:
    """The cells of a table by row, head and foot included."""
    _, _, _, head, bodies, foot = table
    found = [*head[1], *(row for body in bodies for row in (*body[2], *body[3])), *foot[1]]
    return [cells for _, cells in found]


def _may_be_followed(address: str) -> bool:
    """Whether a link leads to a page or a person: other schemes run scripts and programs."""
    scheme, colon, _ = address.partition(":")
    is_relative = not colon or any(c in scheme for c in "/?#")
    return is_relative or scheme.lower() in _SCHEMES


def _titled(blocks: Elements, title: str) -> tuple[Elements, Elements]:
    """The blocks of the title that is first, and the rest."""
    first = blocks[0] if blocks and blocks[0]["t"] == "Div" else None
    return (first["c"][1], blocks[1:]) if first and title in first["c"][0][1] else ([], blocks)


def _below(block: Element) -> list[Any]:
    content: Any = block.get("c")
    if block["t"] == "Header":
        return [{"t": "Plain", "c": content[2]}]
    if block["t"] in ("BlockQuote",):
        return list(content)
    if block["t"] == "Div":
        return list(content[1])
    if block["t"] in ("BulletList", "OrderedList"):
        items = content if block["t"] == "BulletList" else content[1]
        return [b for item in items for b in item]
    if block["t"] == "CodeBlock":
        return [{"t": "Plain", "c": [{"t": "Code", "c": [["", [], []], content[1]]}]}]
    return []


def _is_address(words: Elements, address: str) -> bool:
    return len(words) == 1 and words[0]["t"] == "Str" and words[0]["c"] == address


def _only_image(inlines: Elements) -> Element | None:
    """The image that is all of a paragraph."""
    said = [e for e in inlines if e["t"] not in BLANKS]
    return said[0] if len(said) == 1 and said[0]["t"] == "Image" else None


_OWN_FIGURE = re.compile(r"(?:图|Fig(?:ure|\.)?)\s*[\dA-Z]", re.I)
