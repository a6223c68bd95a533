r"""Translates the syntax of a flavour to plain Markdown for exports; what cannot be exported is refused.

Blocks with a name become statements (``**Theorem 1 (name).**``), references to them their words (``Theorem 1``), labels
of displays ``\label`` with the number that the builder gives. Hugo shortcodes are replaced by what they show. A
component, a template tag or a figure drawn by a cell would be lost: the export is refused, with the place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from mathpost.document.document import Document, Formula, NumberRow
from mathpost.document.pages import is_built
from mathpost.document.references import roles_of
from mathpost.document.tagging import insertion
from mathpost.publish.bibliography import DISTILL, bibliography
from mathpost.publish.boxes import CLASS as BOX
from mathpost.publish.boxes import PART
from mathpost.publish.drawn import drawn
from mathpost.publish.pseudocode import listings
from mathpost.publish.shortcodes import carried, named, shortcodes, unlinked
from mathpost.text.edits import Edit
from mathpost.text.source import Source, Span

Found: TypeAlias = re.Match[str]


class Refusal(NamedTuple):
    """The text at `span` that cannot be exported."""

    span: Span
    what: str


class Translation(NamedTuple):
    """The edits that make plain Markdown of a post, and what cannot be exported."""

    edits: tuple[Edit, ...] = ()
    refused: tuple[Refusal, ...] = ()


KINDS = {
    "thm": "Theorem", "lem": "Lemma", "cor": "Corollary", "prp": "Proposition", "cnj": "Conjecture",
    "def": "Definition", "exm": "Example", "exr": "Exercise", "rem": "Remark", "sol": "Solution", "alg": "Algorithm",
    "fig": "Figure", "tbl": "Table", "tab": "Table", "lst": "Listing",
}  # fmt: skip
_NAMED = {word.lower(): word for word in KINDS.values()} | {
    word.lower(): word for word in ("Proof", "Property", "Axiom", "Criterion", "Observation", "Assumption", "Claim", "Hypothesis")
}  # fmt: skip
_UNCOUNTED = frozenset({"Proof", "Solution", "Remark"})
_BOXES = "note tip warning important caution danger error hint attention seealso admonition".split()
_CONTAINERS = frozenset(
    [*_BOXES, "info", "details", "success", "question", "example", "quote", "abstract", "spoiler"]
)
_BUILT = frozenset({"quarto", "pandoc", "rmarkdown"})
_DIVIDED = frozenset([*_BUILT, "myst"])  # where three colons open what the flavour says
_TAGGED = frozenset({"hugo", "hexo", "jekyll"})

_DIV = re.compile(
    r"^[ \t>]*:{3,}[ \t]*(?:\{([^{}\n]*)\}|([\w.-]+))[ \t]*\n(?:[ \t]*\n)?(?:#{1,6}[ \t]+([^\n]+?)[ \t]*\n)?",
    re.M,
)
_DIV_END = re.compile(r"^[ \t>]*:{3,}[ \t]*$", re.M)
_CONTAINER = re.compile(
    r"^([ \t>]*):{3,}[ \t]*([a-z]+)(?:[ \t]*\[([^\[\]\n]*)\]|[ \t]+([^\n{}]*))?[ \t]*\n", re.M
)
_CONTENTS_HERE = re.compile(r"^[ \t]*\[\[toc\]\][ \t]*$", re.M | re.I)
_CELL_THEOREM = re.compile(r"^[ \t]*`{3,}\{([a-z]+)(?:[ ,]+([^}\n]*))?\}[ \t]*\n", re.M)
_HEADING_ATTRIBUTES = re.compile(r"(?<=\S)[ \t]*\{(?:[#.-]|[\w-]+=)[^{}\n]*\}(?=[ \t]*$)", re.M)
_IMAGE = re.compile(r"!\[([^\[\]\n]*)(\]\([^()\n]*\))(\{[^{}\n]*\})?")
_LINK_ATTRIBUTES = re.compile(
    r"(?<=\S\))\{:?[ \t]*(?:[.#][A-Za-z][\w-]*|(?:width|height|style|align)[ \t]*=)[^{}\n]*\}"
)
_FIGURE = re.compile(
    r"^ {0,3}<figure\b[^>]*>\s*(?:<(?:a|div|center|p)\b[^>]*>\s*)*"
    r"(?:<img\b(?P<image>[^>]*)>|!\[(?P<own>[^\[\]\n]*)\]\((?P<address>[^()\s]+)(?:[ \t]+\"[^\"\n]*\")?\)(?:\{[^{}\n]*\})?)"
    r"\s*(?:</(?:a|div|center|p)>\s*)*"
    r"(?:<figcaption\b[^>]*>\s*(?P<words>(?:(?!\n[ \t]*\n|<figure)[\s\S])*?)\s*</figcaption>\s*)?</figure>[ \t]*",
    re.M | re.I,
)
_BREAK_FIRST = re.compile(r"(?:\A|(?<=\n)[ \t]*\n)(?:<br[ \t]*/?>[ \t]*)+\n(?=[ \t]*\S)", re.I)
_SOURCE = re.compile(r"\bsrc[ \t]*=[ \t]*(?:\"([^\"]*)\"|'([^']*)'|([^\"'\s>]+))", re.I)
_CELL_OPTION = re.compile(r"^[ \t]*#\|[^\n]*\n", re.M)
_HIDDEN_CELL = re.compile(
    r"^[ \t]*#\|[ \t]*(?:echo|include):[ \t]*false|^[^\n]*\b(?:echo|include)[ \t]*=[ \t]*F(?:ALSE)?\b",
    re.M | re.I,
)
_SHOWN_CELL = re.compile(
    r"^[ \t]*#\|[ \t]*echo:[ \t]*(?:true|fenced)|^[^\n]*\becho[ \t]*=[ \t]*T(?:RUE)?\b", re.M | re.I
)
_CELL = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[ \t]*\{[a-z]")
_SPAN = re.compile(r"(?<!!)\[([^\[\]\n]*)\](\{[.#][^{}\n]*\})(?!\()")
_SHORTCODE = re.compile(r"\{\{[<%][^\n{}]*[>%]\}\}")
_TAG = re.compile(r"(?<!\{)\{%-?[ \t]*([\w-]*)[^{}%]*-?%\}")
_VARIABLE = re.compile(r"\{\{[ \t]*[\w.]+[^{}\n]*\}\}")
_ATTRIBUTE_LIST = re.compile(r"^[ \t]*\{:[^{}\n]*\}[ \t]*$|\{:[ \t]*[.#\w][^{}\n]*\}", re.M)
_TITLE = re.compile(r"(?:title|name)[ \t]*=[ \t]*\"([^\"]*)\"")
_ID = re.compile(r"#([\w:.-]+)")
_CITATION = re.compile(r"\[[^\[\]\n]*?(?<![\w`])-?@([A-Za-z][\w:.#$%&+?<>~/-]*)[^\[\]\n]*\](?!\()")
_CAPTION_ENDS = re.compile(r"\n(?=[ \t>]*(?:\n|`{3,}|:{3,}|~{3,}))")
_CITE_ROLE = re.compile(r"\{cite(?::[a-z]+)?\}`[^`\n]+`")
_DIRECTIVE = re.compile(
    r"^([ \t>]*)(?:`{3,}|:{3,}|~{3,})\{([a-z:-]+)\}[ \t]*([^\n]*)\n((?:[ \t>]*:[\w-]+:[^\n]*\n)*)", re.M
)
_ROLE = re.compile(r"\{([a-z:-]+)\}`([^`\n]*)`")
_TARGET_LINE = re.compile(
    r"^\(([^()\s]+)\)=[ \t]*\n(?=(?:[ \t]*\n)*(?:#{1,6}[ \t]+([^\n]+?)[ \t#]*\n)?)", re.M
)
_MYST_LINES = re.compile(r"^(?:%[^\n]*|\+\+\+[^\n]*)\n", re.M)
_OPTION = re.compile(r":(?:label|name):[ \t]*(\S+)")
_WIKI = re.compile(r"(!?)\[\[([^\[\]\n|#]*)(#[^\[\]\n|]*)?(?:\|([^\[\]\n]*))?\]\](?!\()")
_HIDDEN = re.compile(r"%%[\s\S]*?%%")
_BLOCK_ID = re.compile(r"(?:^|[ \t])\^[\w-]+[ \t]*$", re.M)
_CALLOUT = re.compile(r"^((?:[ \t]*>)+[ \t]*)\[!([\w-]+)\][+-]?[ \t]*([^\n]*)$", re.M)
_COMPONENT = re.compile(r"<(/?)([A-Z][\w.]*)(?:[^<>{}]|\{[^{}]*\})*?(/?)>")
_MODULE = re.compile(r"^(?:import|export) [^\n]+(?:\n[^\n]+)*", re.M)
_JSX_COMMENT = re.compile(r"\{/\*[\s\S]*?\*/\}")
_INDENTED = re.compile(
    r"^([ \t]*)(?:(?:!!!|\?\?\?\+?)[ \t]*([A-Za-z][\w -]*?)(?:[ \t]+\"([^\"\n]*)\")?|===[!+]?[ \t]+\"([^\"\n]*)\")[ \t]*\n",
    re.M,
)
_STEP = re.compile(r"[ \t]*(?:    |\t)")
_NUMBERING = re.compile(r"\\(?:label|tag)\{[^{}]*\}|\(\\#[^()]*\)")
_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf")
_PLAIN_ROLES = "doc term abbr sub sup kbd code index download file guilabel command emphasis strong".split()
_DROPPED_DIRECTIVES = "raw only bibliography contents tableofcontents index exercise-end solution-end".split()
_CODE_DIRECTIVES = "code-cell code-block code sourcecode literalinclude".split()


def translated(document: Document) -> Translation:
    """`document` as plain Markdown; unchanged if it is plain already."""
    work = _Work(document)
    if document.flavour.name not in _DIVIDED:
        _containers(work)
        _callouts(work)
    _figures(work)
    for found in work.each(_BREAK_FIRST):  # else the lines behind it would be HTML
        work.put(Span(found.end(), found.end()), "\n")
    if document.flavour.name not in (*_DIVIDED, "mdx"):
        work.rewrite(_LINK_ATTRIBUTES, lambda _: "")
    way = _WAYS.get(document.flavour.name)
    if way is not None:
        way(work)
    if is_built(document):
        work.equations()
    for edit in (*listings(document), *drawn(document)):
        work.put(*edit)
    return Translation(tuple(work.edits()), tuple(sorted(work.refused)))


class _Work:
    """The edits so far; none touches a formula or code, and none another one."""

    def __init__(self, document: Document) -> None:
        self.document, self.text = document, document.source.text
        ticks = [s for s in document.opaque if self.text.startswith("`", s.start)]
        front = [s for s in document.opaque[:1] if s.start == 0 and self.text.startswith(("---", "+++"))]
        apart = [*(f.span for f in document.formulas), *(c.span for c in document.code), *ticks, *front]
        self._apart = sorted(apart)
        self._starts = [span.start for span in self._apart]
        self._edits: list[Edit] = []
        self.refused: list[Refusal] = []
        self.shown: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def edits(self) -> Iterator[Edit]:
        end = -1
        for edit in sorted(self._edits, key=lambda e: (e.span.start, -e.span.end)):
            if edit.span.start >= end:
                yield edit
                end = max(end, edit.span.end)

    def is_free(self, span: Span) -> bool:
        """Is there neither a formula nor code where `span` begins?"""
        at = bisect_right(self._starts, span.start) - 1
        return at < 0 or self._apart[at].end <= span.start

    def put(self, span: Span, new: str) -> None:
        self._edits.append(Edit(span, new))

    def refuse(self, span: Span, what: str) -> None:
        self.refused.append(Refusal(span, what))

    def each(self, pattern: re.Pattern[str], *, code: bool = False) -> Iterator[Found]:
        """The matches outside of formulas, and of code unless it is wanted."""
        for found in pattern.finditer(self.text):
            if code or self.is_free(Span(*found.span())):
                yield found

    def rewrite(self, pattern: re.Pattern[str], write: Callable[[Found], str]) -> None:
        for found in self.each(pattern):
            self.put(Span(*found.span()), write(found))

    def number(self, word: str, name: str) -> str:
        """``Theorem 3``: the words for the next one of a kind, which `name` shows from now on."""
        if word in _UNCOUNTED:
            return word
        self._counts[word] += 1
        shown = f"{word} {self._counts[word]}"
        if name:
            self.shown[name] = shown
        return shown

    def statement(self, word: str, name: str, title: str) -> str:
        shown = self.number(word, name) if name else word
        return f"**{shown}{f' ({title})' if title else ''}.**\n"

    def references(self) -> None:
        """What points to something else than a display, in words."""
        own = {label.name for f in self.document.formulas for row in f.rows for label in row.labels}
        for role in roles_of(self.document):
            name = role.target if role.target in self.shown else role.target[:1].lower() + role.target[1:]
            if role.target not in own:
                if name in self.shown:
                    shown = self.shown[name]
                    alone = self.text.startswith(
                        "\\@ref", role.span.start
                    )  # bookdown leaves the word to the author
                    self.put(self._whole(role.span), shown.rpartition(" ")[2] if alone else shown)
                else:
                    self.refuse(
                        role.span,
                        f"the reference to {role.target}, which is not a display, heading or block here",
                    )

    def _whole(self, span: Span) -> Span:
        """A reference with its brackets where nothing else is in them: ``[@fig-x]``."""
        if self.text[span.start - 1 : span.start] == "[" and self.text[span.end : span.end + 1] == "]":
            return Span(span.start - 1, span.end + 1)
        return span

    def equations(self) -> None:
        r"""Labels of displays as ``\label``, with the numbers that a builder gives to those that have one."""
        used = {reference.target for reference in self.document.references if reference.form != "words"}
        number = 0
        for formula in self.document.formulas:
            for index, row in enumerate(formula.rows):
                foreign = [x for x in row.labels if not self.text.startswith("\\label", x.span.start)]
                if not foreign and not _is_numbered(row, used):
                    continue
                number += 1
                tag = "" if row.tags else rf"\tag{{{number}}}"
                names = "".join(rf"\label{{{x.name}}}" for x in foreign) + tag
                inside = [x for x in foreign if formula.body.contains(x.span)]
                for label in foreign:
                    self.put(label.span, names if inside and label is inside[0] else "")
                if names and not inside:
                    self.put(*insertion(self.document.source, formula, index, names))
        for reference in self.document.references:
            if reference.form == "role":
                whole = self._whole(reference.span)
                if whole != reference.span:
                    self.put(Span(whole.start, whole.start + 1), "")
                    self.put(Span(whole.end - 1, whole.end), "")


def _is_numbered(row: NumberRow, used: Collection[str]) -> bool:
    r"""Has a row with ``\label`` a number: in an environment that counts, or where something points to it?"""
    return not row.suppressed and any(row.automatic or label.name in used for label in row.labels)


# --- pandoc and its kin ---------------------------------------------------------------------------------


def _of_pandoc(work: _Work) -> None:
    work.rewrite(_DIV, lambda m: _div(work, m))
    work.rewrite(_DIV_END, lambda _: "")
    for found in work.each(_CELL_THEOREM, code=True):
        if found[1] in _NAMED and work.document.flavour.name == "rmarkdown":
            parts = (found[2] or "").split(",")
            label = parts[0].removeprefix("label=").strip(" \"'")
            name = "" if "=" in label else f"{_short(_NAMED[found[1]])}:{label}"
            title = _TITLE.search(found[2] or "")
            work.put(Span(*found.span()), work.statement(_NAMED[found[1]], name, title[1] if title else ""))
            _drop_fence_end(work, found)
    _cells(work)
    _images(work)
    _headings(work)
    work.rewrite(_HEADING_ATTRIBUTES, lambda _: "")
    for found in work.each(_SPAN):
        work.put(Span(*found.span(2)), "")
    _shortcodes(work)
    work.references()
    _citations(work)


def _cells(work: _Work) -> None:
    """Cells whose code the page does not show go, and so do the options within the others."""
    execute = work.document.front_matter.get("execute")
    silent = isinstance(execute, dict) and execute.get("echo") is False
    for block in work.document.code:
        text = work.text[slice(*block.span)]
        if not _CELL.match(text):
            continue
        if _HIDDEN_CELL.search(text) or (silent and not _SHOWN_CELL.search(text)):
            work.put(block.span, "")
        else:
            for found in _CELL_OPTION.finditer(text):
                work.put(Span(block.span.start + found.start(), block.span.start + found.end()), "")


def _short(word: str) -> str:
    return next((short for short, long in KINDS.items() if long == word), word.lower())


def _div(work: _Work, found: Found) -> str:
    """The head of a block: a statement, the title of a box, or nothing."""
    attributes = found[1] or f".{found[2]}"
    named, titled = _ID.search(attributes), _TITLE.search(attributes)
    name = named[1] if named else ""
    kind = KINDS.get(re.split("[-:]", name)[0]) or next(
        (_NAMED[c] for c in re.findall(r"\.([\w-]+)", attributes) if c in _NAMED), ""
    )
    title = titled[1] if titled else found[3] or ""
    if kind and kind not in ("Figure", "Table", "Listing"):
        short = name if re.search("[-:]", name) else f"{_short(kind)}:{name}" if name else ""
        return work.statement(kind, short, title)
    if kind and name:
        return f"**{work.number(kind, name)}.** {title}\n"
    return f"**{title}**\n\n" if title else ""


def _drop_fence_end(work: _Work, head: Found) -> None:
    close = re.compile(r"^[ \t]*`{3,}[ \t]*$", re.M).search(work.text, head.end())
    if close:
        work.put(Span(*close.span()), "")


def _images(work: _Work) -> None:
    """Images with a name get their number into the caption; attributes go."""
    for found in work.each(_IMAGE):
        named = _ID.search(found[3] or "")
        if named:
            kind = KINDS.get(re.split("[-:]", named[1])[0], "Figure")
            work.put(Span(found.start(1), found.start(1)), f"{work.number(kind, named[1])}: ")
        if found[3]:
            work.put(Span(*found.span(3)), "")


def _headings(work: _Work) -> None:
    """A reference to a section shows its title."""
    for heading in work.document.headings:
        named = _ID.search(work.document.source.slice(heading.span))
        if named:
            work.shown.setdefault(named[1], f"“{heading.title}”")


def _shortcodes(work: _Work) -> None:
    for found in work.each(_SHORTCODE):
        code = next(iter(shortcodes(found[0])), None)
        brings_text = code is None or code.name in ("include", "embed")
        stands = None if code is None or brings_text else carried(found[0], code)
        if stands is None:
            work.refuse(Span(*found.span()), f"the shortcode {found[0]}")
        else:
            work.put(Span(*found.span()), stands.new)


def _citations(work: _Work) -> None:
    """Citations that no `.bib` file of the post has; without one they would stay as they are written."""
    known = _known(work)
    own = [r.span for r in work.document.references]
    pointed = [r.span for r in roles_of(work.document)]
    for found in work.each(_CITATION):
        span = Span(*found.span())
        pointing = any(other.start < span.end and span.start < other.end for other in (*own, *pointed))
        if not pointing and not any(citation.contains(span) for citation in known):
            work.refuse(span, f"the citation {found[0]} of a work that no .bib file of the post has")
    for found in work.each(_CITE_ROLE) if work.document.flavour.name == "myst" else ():
        if not any(citation.contains(Span(*found.span())) for citation in known):
            work.refuse(
                Span(*found.span()), f"the citation {found[0]} of a work that no .bib file of the post has"
            )


def _known(work: _Work) -> list[Span]:
    """The citations of works that a `.bib` file of the post has."""
    return [citation.span for citation in bibliography(work.document).citations]


# --- the others -----------------------------------------------------------------------------------------


def _of_myst(work: _Work) -> None:
    for found in work.each(_DIRECTIVE, code=True):
        _directive(work, found)
    for region in work.document.opaque:  # the fences that close directives of text
        if not work.text[slice(*region)].strip().strip("`:~> \t"):
            work.put(region, "")
    for found in work.each(_TARGET_LINE):
        if found[2]:
            work.shown.setdefault(found[1], f"“{found[2]}”")
        work.put(Span(*found.span()), "")
    work.rewrite(_MYST_LINES, lambda _: "")
    work.rewrite(_DIV_END, lambda _: "")
    work.references()
    pointed = {role.span for role in roles_of(work.document)}
    for found in work.each(_ROLE):
        span = Span(*found.span())
        name = found[1].partition(":")[0]
        if name in _PLAIN_ROLES:
            work.put(span, found[2].partition("<")[0].strip() or found[2].strip("<>"))
        elif span not in pointed and name not in ("cite", "math"):
            work.refuse(span, f"the role {{{found[1]}}}")
    _citations(work)


def _directive(work: _Work, found: Found) -> None:
    """The head of a directive."""
    kind, title = found[2].removeprefix("prf:"), found[3].strip()
    option = _OPTION.search(found[4])
    name, span = option[1] if option else "", Span(*found.span())
    if kind == "math" or (kind == "code-cell" and not option):
        return
    block = next((c.span for c in work.document.code if c.span.start <= found.start() < c.span.end), span)
    kind = kind.removesuffix("-start")
    if kind in _DROPPED_DIRECTIVES:
        work.put(block, "")
    elif block != span:  # its content was read as code
        if kind == "image":
            work.put(block, f"{found[1]}![]({title})\n\n")
        elif kind not in _CODE_DIRECTIVES:
            work.refuse(span, f"the directive {{{found[2]}}}")
    elif kind in _NAMED and kind not in ("figure", "table"):
        work.put(span, f"{found[1]}{work.statement(_NAMED[kind], name, title)}")
    elif kind in _BOXES or kind in ("dropdown", "card", "topic", "sidebar", "aside", "margin"):
        work.put(span, f"{found[1]}**{title or kind.capitalize()}**\n\n")
    elif kind in ("figure", "image"):
        _figure(work, found, work.number("Figure", name) if name else "", title)
    elif kind in ("table", "list-table") and name:
        work.put(span, f"{found[1]}**{work.number('Table', name)}.** {title}\n\n")
    elif kind in (
        "grid",
        "grid-item",
        "grid-item-card",
        "tab-set",
        "tab-item",
        "epigraph",
    ):
        work.put(span, f"**{title}**\n\n" if title and kind in ("tab-item", "grid-item-card") else "")
    else:
        work.refuse(span, f"the directive {{{found[2]}}}")


def _figure(work: _Work, found: Found, shown: str, address: str) -> None:
    """The image of a directive; its first paragraph is the caption."""
    ends = _CAPTION_ENDS.search(work.text, found.end())
    end = ends.start() if ends else len(work.text)
    words = work.text[found.end() : end].strip(" \t\n>")
    head = f"{found[1]}![{shown}{': ' if shown and words else ''}"
    if words:
        work.put(Span(found.start(), found.end()), head)
        work.put(Span(end, end), f"](<{address}>)\n")
    else:
        work.put(Span(*found.span()), f"{head}](<{address}>)\n\n")


def _of_obsidian(work: _Work) -> None:
    work.rewrite(_HIDDEN, lambda _: "")
    work.rewrite(_BLOCK_ID, lambda _: "")
    for found in work.each(_WIKI):
        span = Span(*found.span())
        if not found[1]:
            work.put(span, found[4] or found[2] or (found[3] or "").strip("#^ "))
        elif found[2].lower().endswith(_IMAGES):
            work.put(span, f"![]({found[2].strip()})")
        else:
            work.refuse(span, f"the embedded note {found[0]}")


def _of_tags(work: _Work) -> None:
    work.rewrite(_ATTRIBUTE_LIST, lambda _: "")
    for code in shortcodes(work.text) if work.document.flavour.name == "hugo" else ():
        stands = carried(work.text, code)
        if work.is_free(code.span) and stands is None:
            work.refuse(code.span, f"the shortcode {code.name} with a formula in it")
        elif work.is_free(code.span) and stands is not None:
            work.put(*stands)
    known = _known(work)
    for found in work.each(DISTILL):
        if Span(*found.span()) not in known:
            work.refuse(
                Span(*found.span()), f"the citation {found[0]} of a work that no .bib file of the post has"
            )
    for found in work.each(_TAG):
        span = Span(*found.span())
        words = unlinked(work.text, span) if found[1] in _POINTING else None
        if span in known:
            continue
        if found[1] == "cite":
            work.refuse(span, f"the citation {found[0]} of a work that no .bib file of the post has")
        elif found[1] == "bibliography" and known:
            work.put(span, "")
        elif words is not None:
            work.put(*words)
        elif found[1].removeprefix("end") in _TRANSPARENT or (
            found[1] in _POINTING and _is_address(work, span)
        ):
            work.put(span, "")
        else:
            _box(work, span, f"the tag {found[0]}", found[0].strip("{}%- \t"))
    for found in work.each(_VARIABLE):
        span = Span(*found.span())
        if _is_address(work, span):
            work.put(span, "" if work.text.startswith("/", span.end) else "/")
        else:
            _box(work, span, f"the variable {found[0]}", found[0].strip("{}- \t"))


def _box(work: _Work, span: Span, what: str, words: str) -> None:
    """A box with a name for what only the site could fill; refused if it holds a formula or another post."""
    if words.count("$") > 1 or _OTHER_POST.search(words):
        work.refuse(span, what)
    else:
        work.put(span, named(words))


def _is_address(work: _Work, span: Span) -> bool:
    """Whether it is in the address of a link, where the site puts its own address in."""
    line = work.text.rfind("\n", 0, span.start) + 1
    return _ADDRESS.search(work.text, max(line, span.start - 400), span.start) is not None


_OTHER_POST = re.compile(r"\.(?:md|markdown|qmd|rmd|tex)\b|^(?:include|embed)\b(?!.*\.\w)", re.I)
_POINTING = ("post_url", "link")
_ADDRESS = re.compile(
    r"(?:\]\([ \t]*<?|\b(?:href|src)[ \t]*=[ \t]*[\"']?|^[ \t]*\[[^\[\]\n]*\]:[ \t]*<?)(?:\{\{[^{}\n]*\}\}|[^\s()\"'<>])*$",
    re.M,
)
_TRANSPARENT = frozenset(
    "raw katexmm note notel notice tip warning hint callout details math katex mathjax center quote blockquote fold info admonition".split()
)


def _of_mkdocs(work: _Work) -> None:
    """Admonitions and tabs: what is indented below their heads moves out; a statement is none the less closed at its end."""
    blocks = [(found, lines) for found in work.each(_INDENTED) if (lines := list(_below(work.text, found)))]
    for step in {step for _, lines in blocks for step in lines}:
        work.put(step, "")
    moved = Counter(work.text.rfind("\n", 0, step.start) + 1 for _, lines in blocks for step in lines)
    closed: dict[int, str] = {}
    for found, lines in reversed(blocks):  # inner ones end first
        _, kind, title, tab = found.groups()
        margin = found[1].expandtabs(4)[4 * moved[found.start()] :]
        head, framed = _head(work, (kind or "").split(" ")[0], tab if title is None else title)
        tag = "" if tab is not None else f"<div class={BOX if framed else PART}>\n\n"
        new = tag + (margin if tag and head else "") + (f"{head}\n" if head else "")
        work.put(Span(found.end(1), found.end()), new)
        end = work.text.find("\n", lines[-1].end)
        end = len(work.text) if end < 0 else end
        closed[end] = closed.get(end, "") + (f"\n\n{margin}</div>\n" if tag else "")
    for end, tags in closed.items():
        work.put(Span(end, end), tags)
    work.rewrite(_ATTRIBUTE_LIST, lambda _: "")


def _below(text: str, head: Found) -> Iterator[Span]:
    """The white space that the lines of a block are in by, one more than its head."""
    at, margin = head.end(), len(head[1].expandtabs(4))
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if text[at:end].strip():
            blank = text[at : at + len(text[at:end]) - len(text[at:end].lstrip(" \t"))]
            if len(blank.expandtabs(4)) < margin + 4:
                return
            start = len(blank) - len(blank[len(head[1]) :])
            step = _STEP.match(text, at + start, end)
            width = 1 if text.startswith("\t", at + start) else 4
            if step is None:
                return
            yield Span(at + start, at + start + width)
        at = end + 1


def _head(work: _Work, kind: str, title: str | None) -> tuple[str, bool]:
    """The words at the head of an admonition, and whether it has a frame: statements have none."""
    from mathpost.document.reader import read

    if kind in _NAMED and (title or "").isascii():
        return work.statement(_NAMED[kind], "", title or ""), False
    words = kind.capitalize() if title is None else title
    stated = f"**{words}**\n\nx\n"
    return (f"**{words}**\n" if words else ""), not read(Source("", stated)).statements


def _of_mdx(work: _Work) -> None:
    for found in work.each(_MODULE, code=True):
        work.put(Span(*found.span()), "")
    work.rewrite(_JSX_COMMENT, lambda _: "")
    for found in work.each(_COMPONENT):
        if found[3]:
            _box(work, Span(*found.span()), f"the component {found[2]}", found[2])
        else:
            work.put(Span(*found.span()), "")


def _figures(work: _Work) -> None:
    """A figure of HTML with one image is one of Markdown, its caption the words for the image.

    Material for MkDocs puts an image of Markdown into it: ``<figure markdown="span">``.
    """
    for found in work.each(_FIGURE):
        source = _SOURCE.search(found["image"] or "")
        address = found["address"] or (next(filter(None, source.groups()), "") if source else "")
        words = "words" if found["words"] is not None else "own"
        if address and found[words] is not None:
            work.put(Span(found.start(), found.start(words)), "\n\n![")
            work.put(Span(found.end(words), found.end()), f"](<{address}>)\n\n")


def _callouts(work: _Work) -> None:
    """The first line of an alert of GitHub or a callout of Obsidian: ``> [!note] Title``."""
    for found in work.each(_CALLOUT):
        title = found[3] or found[2].replace("-", " ").capitalize()
        work.put(Span(found.end(1), found.end()), f"**{title}**  ")


def _containers(work: _Work) -> None:
    """Boxes between colons, as VuePress, VitePress and Docusaurus have them: ``::: tip Title``, ``:::note[Title]``."""
    opened = 0
    for found in work.each(_CONTAINER):
        if found[2] in _CONTAINERS:
            opened += 1
            title = (found[3] or found[4] or found[2].capitalize()).strip()
            mark = found[1].rstrip() if ">" in found[1] else ""
            work.put(Span(*found.span()), f"{found[1]}**{title}**\n{mark}\n")
    if opened:
        work.rewrite(_DIV_END, lambda _: "")
    work.rewrite(_CONTENTS_HERE, lambda _: "")


_WAYS: Mapping[str, Callable[[_Work], None]] = {
    **dict.fromkeys(_BUILT, _of_pandoc),
    **dict.fromkeys(_TAGGED, _of_tags),
    "myst": _of_myst,
    "obsidian": _of_obsidian,
    "mdx": _of_mdx,
    "mkdocs": _of_mkdocs,
}


def lost(before: Document, after: Document) -> tuple[Refusal, ...]:
    """The first formula of `before` that `after`, its translation, does not hold in the same order; more may be in it."""
    then = iter([_bare(after, formula) for formula in after.formulas])
    for formula in before.formulas:
        if _bare(before, formula) not in then:
            return (Refusal(formula.span, "this formula, which would be lost,"),)
    return ()


def _bare(document: Document, formula: Formula) -> str:
    """A formula without its labels, its number and its white space."""
    return "".join(_NUMBERING.sub("", document.source.slice(formula.body)).split())


class UncarriedError(RuntimeError):
    """A post has parts that cannot be exported; `places` say where: ``post.qmd:12: the shortcode … cannot be carried``."""

    def __init__(self, document: Document, refused: Sequence[Refusal]) -> None:
        lines = ((document.source.position(span.start).line, what) for span, what in refused)
        self.places = tuple(
            f"{document.source.path}:{line}: {what} cannot be carried" for line, what in lines
        )
        super().__init__("\n".join(self.places))
