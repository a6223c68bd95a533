"""The walk for formats that keep the look of a post: HTML, EPUB, DOCX and Typst.

Statements and boxes become blocks with classes, references become links with their number, and each format sets the
laid-out formulas itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

from mathpost.publish.bibliography import Citation
from mathpost.publish.layout.layout import Pointing, SetFormula, SetRow
from mathpost.publish.manuscript import Manuscript
from mathpost.publish.walk import Elements, Walk

_UNFIT = re.compile(r"[^A-Za-z0-9_.\u4e00-\u9fff-]+")


class Target(NamedTuple):
    """The target of a reference: the `name` of an anchor and its `number`."""

    name: str
    number: str


class Setup(NamedTuple):
    """The input of a walk besides the manuscript. `prefix` comes before every anchor, so that the posts of a book do
    not mix. `files` are the local copies of images by address. `elsewhere` are the labels and `links` the addresses
    that lead into other posts of the book.
    """

    formulas: Sequence[SetFormula]
    files: Mapping[str, str]
    prefix: str = ""
    elsewhere: Mapping[str, Target] = {}
    links: Mapping[str, str] = {}


def anchor(name: str, prefix: str = "") -> str:
    """The name of a label as an identifier of HTML and Word: it begins with a letter."""
    plain = _UNFIT.sub("-", name)
    return prefix + (plain if plain[:1].isalpha() else f"x-{plain}")


class RichWalk(Walk):
    """The walk over one post of a format that sets formulas itself."""

    def __init__(self, post: Manuscript, setup: Setup) -> None:
        super().__init__(post)
        self.setup = setup
        self.seen: Counter[int] = Counter()
        self.current = 0  # the formula that is being set
        own = {
            label.name: (f.index, k)
            for f in post.document.formulas
            for k, r in enumerate(f.rows)
            for label in r.labels
        }
        self.renamed = {
            label: post.names.rows[place] for label, place in own.items() if place in post.names.rows
        }

    # --- what formats override

    def set_inline(self, formula: SetFormula) -> Elements:
        raise NotImplementedError

    def set_display(self, formula: SetFormula) -> Elements:
        raise NotImplementedError

    def set_pointing(self, pointing: Pointing) -> Elements:
        """A formula that is nothing but a reference (``$\\eqref{x}$``)."""
        target = self.target(pointing.name)
        if target is None:
            return [{"t": "Str", "c": pointing.words}]
        words = f"({target.number})" if pointing.words.startswith("(") else target.number
        return self.internal(target.name, words)

    def source(self, formula: SetFormula) -> Elements:
        """A formula that cannot be read: its source."""
        code = " ".join(formula.source.split())
        return [
            {
                "t": "Span",
                "c": [["", ["formula", "formula-source"], []], [{"t": "Code", "c": [["", [], []], code]}]],
            }
        ]

    def text(self, text: str) -> Elements:
        """`text` without the control characters that XML refuses."""
        return super().text("".join(c for c in text if c >= " "))

    # --- formulas and references

    def formula(self, number: int, boxed: bool) -> Elements:
        formula = self.setup.formulas[number]
        self.seen[number] += 1
        self.current = number
        if formula.broken:
            return self.source(formula)
        cells = [cell for row in formula.rows for cell in row.cells]
        if not formula.display and len(cells) == 1 and isinstance(cells[0], Pointing):
            return self.set_pointing(cells[0])
        if formula.display and not boxed:
            return self.set_display(formula)
        return self.set_inline(formula) + self.beside(formula)

    def beside(self, formula: SetFormula) -> Elements:
        """The numbers of a display that is inside a line."""
        rows = [row for row in formula.rows if row.number]
        return [e for row in rows for e in ({"t": "Space"}, self.number(row))]

    def number(self, row: SetRow) -> dict[str, object]:
        """The number of a row, with the anchor that references lead to."""
        name = anchor(row.name, self.setup.prefix) if row.name else ""
        return {"t": "Span", "c": [[name, ["number"], []], [{"t": "Str", "c": row.number}]]}

    def target(self, label: str) -> Target | None:
        """Where a label leads, in this post or in another one of the book."""
        name = self.renamed.get(label, label)
        if name in self.post.names.numbers:
            return Target(anchor(name, self.setup.prefix), self.post.names.numbers[name])
        return self.setup.elsewhere.get(label)

    def pointer(self, number: int) -> Elements:
        pointer = self.post.pointers[number]
        if pointer.kind == "statement":
            return self.internal(anchor(pointer.label, self.setup.prefix), pointer.words)
        target = self.target(pointer.label)
        if target is None:
            return [{"t": "Str", "c": f"({pointer.label})" if pointer.brackets else pointer.label}]
        return self.internal(target.name, f"({target.number})" if pointer.brackets else target.number)

    def internal(self, name: str, words: str) -> Elements:
        return [{"t": "Link", "c": [["", ["reference"], []], [{"t": "Str", "c": words}], [f"#{name}", ""]]}]

    def link(self, content: list[Any]) -> Elements:
        """A link; one to a place that the post does not have is words."""
        address = content[2][0]
        if address.startswith("#") and unquote(address[1:]) not in self.post.anchors:
            return self.inlines(content[1], boxed=True)
        return super().link(content)

    def destination(self, address: str) -> str:
        if address in self.setup.links:
            return f"#{self.setup.links[address]}"
        if address.startswith("#"):
            return f"#{self.setup.prefix}{unquote(address[1:])}"
        return super().destination(address)

    # --- blocks

    def heading(self, level: int, name: str, words: Elements) -> Elements:
        named = f"{self.setup.prefix}{name}" if name else ""
        return [{"t": "Header", "c": [level, [named, [], []], words]}]

    def _span(self, content: list[object], boxed: bool) -> Elements:
        done = super()._span(content, boxed)
        if done and done[0]["t"] == "Span" and not content[1]:
            name = done[0]["c"][0][0]
            return [{"t": "Span", "c": [[f"{self.setup.prefix}{name}", [], []], []]}]
        return done

    def statement(self, number: int, kind: str, title: Elements, body: Elements) -> Elements:
        label: Elements = [{"t": "Strong", "c": self.label(number, title)}]
        first = (
            body[0]["c"]
            if body and body[0]["t"] == "Para" and not any(map(self.is_display, body[0]["c"][:1]))
            else None
        )
        joined = [*label, {"t": "Space"}, *first] if first is not None else label
        rest = body[1:] if first is not None else body
        name = self.post.names.statements.get(number, "")
        marked = ["marked"] if kind == "proof" and self.has_end_mark(body) else []
        attributes = [anchor(name, self.setup.prefix) if name else "", ["statement", kind, *marked], []]
        return [{"t": "Div", "c": [attributes, [{"t": "Para", "c": joined}, *rest]]}]

    def label(self, number: int, title: Elements) -> Elements:
        """The label of a statement as its author wrote it, `title` inside."""
        statement = self.post.statements[number]
        text = self.post.document.source.slice(statement.span)
        before, _, after = text.partition(statement.title) if statement.title else (text, "", "")
        before, after = (part.replace("*", "").replace("_", "") for part in (before, after))
        if not statement.title:
            return [{"t": "Str", "c": before.strip(" :：.。#") + self.stop}]
        return [*self.text(before), *title, {"t": "Str", "c": after.strip(" :：.。#") + self.stop}]

    @property
    def stop(self) -> str:
        return "：" if self.post.chinese else "."

    def citation(self, citation: Citation) -> Elements:
        """``[1, 2, p. 3]`` with links into the list, after the authors where the sentence names them."""
        works = self.post.bibliography
        pieces: Elements = [{"t": "Str", "c": "["}]
        pieces += [*self.text(citation.before), {"t": "Space"}] if citation.before else []
        for n, key in enumerate(citation.keys):
            pieces += [{"t": "Str", "c": ","}, {"t": "Space"}] if n else []
            pieces += self.internal(self.work(key), str(works.number(key)))
        note = [{"t": "Str", "c": ","}, {"t": "Space"}, *self.text(citation.note)] if citation.note else []
        authors = works.entries[citation.keys[0]].authors if citation.in_text else ""
        named = [*self.text(authors), {"t": "Space"}] if authors else []
        return [*named, *pieces, *note, {"t": "Str", "c": "]"}]

    def work(self, key: str) -> str:
        """The anchor of a work in the list."""
        return anchor(f"work-{key}", self.setup.prefix)

    def works(self, *, named: bool) -> Elements:
        heading = "参考文献" if self.post.chinese else "References"
        done = [] if named else self.heading(1, "", [{"t": "Str", "c": heading}])
        for key, entry in self.post.bibliography.entries.items():
            number = {
                "t": "Span",
                "c": [
                    [self.work(key), [], []],
                    [{"t": "Str", "c": f"[{self.post.bibliography.number(key)}]"}],
                ],
            }
            done.append({"t": "Para", "c": [number, {"t": "Space"}, *self.inlines(entry.words, boxed=True)]})
        return done

    def box(self, classes: list[str], title: Elements, body: Elements) -> Elements:
        head: Elements = [{"t": "Para", "c": [{"t": "Strong", "c": title}]}] if title else []
        return [{"t": "Div", "c": [["", ["box", *classes], []], [*head, *body]]}]

    def figure(self, words: Elements, address: str) -> Elements:
        if not self.has_image(address):
            return super().figure(words, address)
        below = [{"t": "Plain", "c": self.caption(words)[0]}] if words else []
        inner = [{"t": "Plain", "c": self.image([] if holds_more(words) else words, address)}]
        return [{"t": "Figure", "c": [["", [], []], [None, below], inner]}]

    def has_image(self, address: str) -> bool:
        return address in self.setup.files

    def image(self, words: Elements, address: str) -> Elements:
        file = self.setup.files.get(address)
        if file is not None:
            return pictured(words, file)
        shown: Elements = [*words, {"t": "LineBreak"}] if words else []
        return [
            {
                "t": "Span",
                "c": [["", ["missing-image"], []], [*shown, {"t": "Code", "c": [["", [], []], address]}]],
            }
        ]


def pictured(words: Elements, address: str, attributes: Sequence[Sequence[str]] = ()) -> Elements:
    """An image; words for it that hold a formula are beside it, since the text of an image cannot set one."""
    said = holds_more(words)
    inside = [] if said else words
    unstated = [] if inside else [("alt", _file_name(address))]
    image = {"t": "Image", "c": [["", [], [*attributes, *unstated]], inside, [address, ""]]}
    return [image, *([{"t": "Space"}, *words] if said else [])]


def _file_name(address: str) -> str:
    """The name of an image's file without its ending, what a link around it is called; empty where it names nothing."""
    if address.startswith("data:") or "?" in address:
        return ""
    return address.rpartition("/")[2].rpartition(".")[0]


def holds_more(words: Elements) -> bool:
    """Whether words for an image hold what the text of an image cannot: a formula, a link."""
    return any(e.get("t") in ("RawInline", "Span", "Link") for e in words)
