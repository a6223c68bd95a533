"""The form of a post from which every format is written: its words as a tree with marks, its formulas, names and
references.

The numbers of the plan are written into the text first, so that the output shows what a run would show. Equations
without a number get one if a reference by label points to them.

    Document ──masked──▶ prose with marks ──pandoc──▶ tree ──boxes, statements──▶ Manuscript
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any
from urllib.parse import unquote

from mathpost.document.consistency import is_whole
from mathpost.document.document import Document, Statement
from mathpost.document.equations import divided, rows, takes_tag
from mathpost.document.flavour import PLAIN
from mathpost.document.numbering import Numbering, plan
from mathpost.document.pages import PageNumbers, is_built
from mathpost.document.prose import blanked
from mathpost.document.tagging import insertion
from mathpost.latex.parser import parse
from mathpost.publish import definitions, fragments, glyphs, notes, pandoc
from mathpost.publish.bibliography import NOTHING, Bibliography, bibliography
from mathpost.publish.boxes import boxed
from mathpost.publish.elements import plain
from mathpost.publish.masking import masked
from mathpost.publish.pandoc import Element
from mathpost.publish.pointers import Names, Pointer, names
from mathpost.publish.statements import grouped, labels, marks_of
from mathpost.publish.tables import widened
from mathpost.publish.translation import UncarriedError, lost, translated
from mathpost.text.edits import Edit, apply
from mathpost.text.source import Source

_BREAK = re.compile(r"\s*<br\s*/?>\s*")
_NUMBERED_HEADING = re.compile(
    r"\s*(?:第?[一二三四五六七八九十百]+(?:[、.．章节\s：:]|$)|[（(]?[一二三四五六七八九十\d]{1,3}[)）]|\d+(?:\.\d+)*[.、．\s：:]|\d+$|"
    r"(?:[Cc]hapter|[Ss]ection|[Pp]art|[Ss]tep)\s)"
)
WORKS = "works"
WORKS_HEADINGS = frozenset(("参考文献", "文献", "引用文献", "references", "bibliography", "literature"))
_HEADING_ID = re.compile(r"\s*\{#[\w:.-]+\}$")


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A post before it is written in a format. `document` has the numbers of the plan.

    `title` are inline elements, `blocks` the body with headings from level 1 on; both hold marks (`masking`). `targets`
    are the names that links inside the post refer to, `anchors` those of them that it has. `chinese`: set in Chinese
    type. `own_numbers`: the author numbers the headings.
    """

    document: Document
    title: list[Element]
    blocks: list[Element]
    names: Names
    targets: frozenset[str]
    anchors: frozenset[str]
    chinese: bool
    own_numbers: bool
    bibliography: Bibliography = NOTHING

    @property
    def statements(self) -> tuple[Statement, ...]:
        return self.document.statements

    @property
    def pointers(self) -> tuple[Pointer, ...]:
        return self.names.pointers

    @property
    def site(self) -> str:
        """The address the post came from, for links relative to it; empty where it names none."""
        source = self.document.front_matter.get("source")
        return source if isinstance(source, str) and source.startswith(("http://", "https://")) else ""


def manuscript(
    document: Document,
    numbering: Numbering,
    *,
    target: str = "mathjax",
    brackets: bool = False,
    named: frozenset[str] = frozenset(),
) -> Manuscript:
    """`document` with the numbers of `numbering`; `target` and `brackets` are those it was read with. `named` are
    labels that others point to.

    Raises:
        MissingPandocError, PandocError: see `mathpost.publish.pandoc`.
        UncarriedError: the flavour of the post writes what no export can carry.
    """
    flavour = document.flavour  # a translated post is plain
    inline_notes = flavour.name in notes.FLAVOURS
    document, numbering = _with_definitions(document, numbering, target, brackets)
    document, numbering = _translated(document, numbering, target, brackets)
    document, numbering = _numbered(document, numbering, target, brackets, named)
    own_names = names(document, numbering)
    cited = bibliography(document, flavour)
    prose = masked(
        document, own_names.pointers, tuple(labels(document)), [citation.span for citation in cited.citations]
    )
    chinese = any(map(glyphs.is_chinese, document.source.text))
    try:
        text = notes.at_the_end(prose.text) if inline_notes else prose.text
        blocks = pandoc.blocks(widened(text), smart=not chinese)
        _aim(blocks)
        targets = frozenset(_targets(blocks))
        blocks = grouped(boxed(blocks), marks_of(document))
    except RecursionError:
        raise pandoc.PandocError("lists or quotes are nested too deeply") from None
    title, blocks = _title(blocks, _BREAK.sub(" ", str(document.front_matter.get("title") or "")))
    headings = [_without_id(b["c"][2]) for b in blocks if b["t"] == "Header"]
    numbered = sum(_NUMBERED_HEADING.match(plain(words)) is not None for words in headings)
    return Manuscript(
        document=document,
        title=title,
        blocks=[*_promoted(blocks), *_list_of_works(cited, blocks)],
        names=own_names,
        targets=targets,
        anchors=targets & set(_anchors(blocks)),
        chinese=chinese,
        own_numbers=(numbered >= 2 and 3 * numbered >= len(headings))
        or any(map(_has_parts, headings))
        or _counts_up(headings),
        bibliography=cited,
    )


def _counts_up(headings: Sequence[list[Element]]) -> bool:
    """Whether headings among others count 1., 2., 3.: a number before these would be a second one."""
    firsts = [plain(words).strip().split(" ")[0] for words in headings]
    numbers = [int(first[:-1]) for first in firsts if first[:-1].isdecimal() and first[-1] in ".、．"]
    return len(numbers) > 2 and numbers == list(range(1, len(numbers) + 1))


def _has_parts(words: list[Element]) -> bool:
    """Whether a heading has a number like 3.1, which nobody but its author gave: a second one would come before it."""
    first = plain(words).strip().split(" ")[0].rstrip(".、:：")
    parts = first.split(".")
    return len(parts) > 1 and all(part.isdecimal() and len(part) < 3 for part in parts)


def _list_of_works(cited: Bibliography, blocks: list[Element]) -> list[Element]:
    """The place of the list at the end; it brings its heading where the post does not end with one of its own."""
    if not cited.entries:
        return []
    last = next((plain(b["c"][2]).strip() for b in reversed(blocks) if b["t"] == "Header"), "")
    named = "named" if last.lower() in WORKS_HEADINGS else ""
    return [{"t": "Div", "c": [["", [WORKS, named], []], []]}]


def _numbered(
    document: Document, numbering: Numbering, target: str, brackets: bool, named: frozenset[str]
) -> tuple[Document, Numbering]:
    """The post after the edits of the plan, and its new plan without any edits left.

    The output of `enhance run` has its numbers already. Macros of the site are those of the first formula.
    """
    from mathpost.document.reader import read

    def after(edits: Sequence[Edit]) -> Document:
        source = Source(document.source.path, apply(document.source.text, edits))
        return read(source, target=target, brackets=brackets, definitions=document.given)

    if numbering.edits:
        document = after(numbering.edits)
        numbering = plan(document, scheme=numbering.scheme)
    lacking = tuple(_lacking(document, numbering, named))
    if lacking:
        page: PageNumbers = "ams" if numbering.page else "none"
        document = after(lacking)
        numbering = plan(document, scheme=replace(numbering.scheme, rows="keep", page=page))
    return document, numbering


def _with_definitions(
    document: Document, numbering: Numbering, target: str, brackets: bool
) -> tuple[Document, Numbering]:
    """The post without paragraphs of definitions, which hold in all of its formulas."""
    from mathpost.document.reader import read

    found = list(definitions.paragraphs(document))
    if not found:
        return document, numbering
    text = document.source.text
    given = parse(text, found, target=target, definitions=document.given).definitions
    edits = [Edit(span, blanked(document.source.slice(span), " ")) for span in found]
    source = Source(document.source.path, apply(text, edits))
    after = read(source, target=target, brackets=brackets, definitions=given, flavour=document.flavour)
    return after, plan(after, scheme=numbering.scheme)


def _translated(
    document: Document, numbering: Numbering, target: str, brackets: bool
) -> tuple[Document, Numbering]:
    """The post as plain Markdown, with the numbers that its builder gives."""
    from mathpost.document.reader import read

    done = translated(document)
    if done.refused:
        raise UncarriedError(document, done.refused)
    if not done.edits:
        return document, numbering
    source = Source(document.source.path, apply(document.source.text, done.edits))
    scheme = replace(numbering.scheme, rows="keep", page="none") if is_built(document) else numbering.scheme
    after = read(source, target=target, brackets=brackets, definitions=document.given, flavour=PLAIN)
    missing = lost(document, after)
    if missing:
        raise UncarriedError(document, missing)
    return after, plan(after, scheme=scheme)


def _lacking(document: Document, numbering: Numbering, named: frozenset[str]) -> Iterator[Edit]:
    """Free numbers for the equations without one that a label in use names, where the default left them alone."""
    if numbering.scheme.rows != "auto":
        return
    used = named.union(r.target for r in document.references if r.form != "words")
    heads = (divided(number)[0] for numbers in numbering.shown for number in numbers)
    free = count(max((int(head) for head in heads if is_whole(head)), default=numbering.scheme.start - 1) + 1)
    for row in rows(document, page=numbering.page):
        formula = document.formulas[row.formula]
        here = formula.rows[row.row]
        meant = any(la.name in used and formula.span.contains(la.span) for la in here.labels)
        silent = not row.old and row.tag is None and not here.suppressed
        silent = silent and row.formula not in numbering.left_alone
        if meant and silent and takes_tag(document, formula, row.row):
            yield insertion(document.source, formula, row.row, rf"\tag{{{next(free)}}}")


def elements(tree: Any) -> Iterator[Element]:
    """Every element of a tree, outermost first."""
    stack = [tree]
    while stack:
        top = stack.pop()
        if isinstance(top, dict):
            yield top
            stack.append(top.get("c"))
        elif isinstance(top, list):
            stack += reversed(top)


def _targets(tree: Any) -> Iterator[str]:
    """The names that links inside the post point to: only these headings need one."""
    for element in elements(tree):
        if element.get("t") == "Link" and element["c"][2][0].startswith("#"):
            yield unquote(element["c"][2][0][1:])


def _anchors(tree: Any) -> Iterator[str]:
    """The names of headings and of the anchors that the author wrote in HTML."""
    for element in elements(tree):
        match element.get("t"):
            case "Header":
                yield element["c"][1][0]
            case "Span":
                yield element["c"][0][0]
            case "RawInline" if fragments.tag_name(element["c"][1]) == "a":
                yield fragments.attribute(element["c"][1], "id")


def _aim(blocks: list[Element]) -> None:
    """Correct links to headings whose names differ only in capitals or marks, as GitHub does."""
    known = list(_anchors(blocks))
    by_letters = Counter(map(_letters, known))
    meant = {_letters(name): name for name in known if by_letters[_letters(name)] == 1}
    for element in elements(blocks):
        if element.get("t") == "Link" and element["c"][2][0].startswith("#"):
            name = unquote(element["c"][2][0][1:])
            if name not in known and _letters(name) in meant:
                element["c"][2][0] = f"#{meant[_letters(name)]}"


# --- headings -------------------------------------------------------------------------------------------


def _title(blocks: list[Element], title: str) -> tuple[list[Element], list[Element]]:
    """The words of the title, and the blocks without the heading that repeats it."""
    first = blocks[0] if blocks else None
    if first is None or first["t"] != "Header" or first["c"][0] != 1:
        return fragments.words(title), blocks
    if title and _letters(plain(first["c"][2])) == _letters(title):
        return fragments.words(title), blocks[1:]
    others = [n for n, b in enumerate(blocks) if n and b["t"] == "Header" and b["c"][0] == 1]
    if not title and (not others or _is_contents(blocks[1:2])):
        return first["c"][2], blocks[1:]
    return fragments.words(title), blocks


_MOSTLY = 0.8  # of the letters of a list of contents are links


def _is_contents(blocks: list[Element]) -> bool:
    """Whether `blocks` are a list of links to the headings of the post, as authors write it under its title."""
    links = [e for e in elements(blocks) if e.get("t") == "Link"]
    said = sum(len(plain(link["c"][1])) for link in links)
    return (
        len(blocks) == 1
        and blocks[0]["t"] in ("BulletList", "OrderedList")
        and sum(link["c"][2][0].startswith("#") for link in links) >= 2
        and said >= _MOSTLY * sum(len(e["c"]) for e in elements(blocks) if e.get("t") == "Str")
    )


def _letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def _promoted(blocks: list[Element]) -> list[Element]:
    """`blocks` with their headings moved up, so that none is more than one level below the heading it is under."""
    above: list[int] = []  # the levels, as written, of the headings that the present one is in
    done: list[Element] = []
    for block in blocks:
        if block["t"] == "Header":
            level = block["c"][0]
            above = [*(each for each in above if each < level), level]
            block = _moved_up(block, level - len(above))
        done.append(block)
    return done


def _moved_up(block: Element, shift: int) -> Element:
    level, attributes, words = block["c"]
    return {"t": "Header", "c": [max(1, min(level - shift, 5)), attributes, _without_id(words)]}


def _without_id(words: list[Element]) -> list[Element]:
    """A heading without the identifier ``{#name}`` that some engines read at its end."""
    if words and words[-1]["t"] == "Str" and _HEADING_ID.search(words[-1]["c"]):
        rest = _HEADING_ID.sub("", words[-1]["c"])
        return [*words[:-1], {"t": "Str", "c": rest}] if rest else words[:-1]
    return words
