"""The statements of a post in its tree: a definition, theorem or proof with its whole text.

The same words mark the end of a statement as in `mathpost.document.passages`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mathpost.document.document import Document, Statement
from mathpost.document.passages import (
    announces,
    closes_a_proof,
    continues,
    ends_a_proof,
    goes_on_proving,
    leaves_a_proof,
)
from mathpost.publish.boxes import PART
from mathpost.publish.elements import BLANKS, plain
from mathpost.publish.masking import FORMULA, MARK, STATEMENT, TITLED, Label
from mathpost.publish.pandoc import Element
from mathpost.text.source import Span

KINDS = frozenset(
    "theorem definition lemma proposition corollary property axiom remark assumption conjecture proof".split()
)
CLASS = "statement"
TITLE = "statement-title"

_HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]+(?:\*\*)?")
_SPLIT = re.compile(r"(\x02\d+[st]\x03)")
_LEFTOVER = re.compile(r"^[:：.。][ \t]*")


def labels(document: Document) -> Iterator[Label]:
    """The labels of the statements that are set as such, in order, none inside another."""
    text = document.source.text
    end = 0
    for number, statement in enumerate(document.statements):
        start = _start(text, statement)
        inside = any(s.start <= start < s.end for s in document.opaque)
        if statement.kind not in KINDS or start < end or inside or _is_in_title(document, start):
            continue
        at = text.find(statement.title, *statement.span) if statement.title else -1
        close = statement.span.end
        title = Span(at, at + len(statement.title)) if at >= 0 else Span(close, close)
        end = close
        yield Label(number, Span(start, close), title)


def _is_in_title(document: Document, start: int) -> bool:
    """Whether a label is in the heading that names the whole post."""
    highest = [heading for heading in document.headings if heading.level == 1]
    alone = len(highest) == 1 and highest[0] == document.headings[0]
    return alone and highest[0].span.contains(Span(start, start + 1))


def _start(text: str, statement: Statement) -> int:
    """Where the label starts with its stars; -1 where a number comes before it in a heading."""
    start = statement.span.start
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    head = text[line:start]
    if "#" in head:
        found = _HEADING.fullmatch(head)
        return line + len(head.removesuffix("**")) if found else -1
    return line + len(head.rstrip(" \t")) - 2


class Marks(NamedTuple):
    """What is not in the tree: the `kinds` of all statements, and the formulas that `close` a proof."""

    kinds: Sequence[str]
    close: frozenset[int] = frozenset()


def marks_of(document: Document) -> Marks:
    """The `Marks` of `document`."""
    text = document.source.slice
    close = (f.index for f in document.formulas if closes_a_proof(text(f.body).partition("\\end")[0]))
    return Marks([s.kind for s in document.statements], frozenset(close))


def grouped(blocks: list[Element], kinds: Marks) -> list[Element]:
    """`blocks` with their statements as ``Div``s, everywhere inside."""
    return list(_group(_pieces(blocks, kinds), kinds))


def _pieces(blocks: list[Element], kinds: Marks) -> list[Element]:
    found: list[Element] = []
    for block in blocks:
        if block["t"] == "Div" and PART in block["c"][0][1]:
            found += _group(_pieces(block["c"][1], kinds), kinds, whole=True)
        else:
            found += _parted(_inside(block, kinds))
    return found


def _inside(block: Element, kinds: Marks) -> Element:
    kind: str = block["t"]
    content: Any = block.get("c")
    match kind:
        case "BlockQuote":
            return {"t": kind, "c": grouped(content, kinds)}
        case "BulletList":
            return {"t": kind, "c": [grouped(item, kinds) for item in content]}
        case "OrderedList":
            return {"t": kind, "c": [content[0], [grouped(item, kinds) for item in content[1]]]}
        case "Div":
            return {"t": kind, "c": [content[0], grouped(content[1], kinds)]}
    return block


def _parted(block: Element) -> Iterator[Element]:
    """A paragraph in which a label begins a line, in two; marks of labels as words of their own."""
    if block["t"] not in ("Para", "Plain", "Header"):
        yield block
        return
    inlines = [piece for e in _inlines(block) for piece in _words(e)]
    if block["t"] == "Header":
        yield {"t": "Header", "c": [*block["c"][:2], inlines]}
        return
    starts = [n for n, e in enumerate(inlines) if _number(e, STATEMENT) is not None and _begins(inlines, n)]
    parts = [inlines[a:b] for a, b in zip([0, *starts], [*starts, len(inlines)], strict=True)]
    yield from ({"t": "Para" if starts else block["t"], "c": part} for part in parts if part)


def _inlines(block: Element) -> list[Element]:
    content: Any = block["c"]
    return list(content[2] if block["t"] == "Header" else content)


def _words(element: Element) -> Iterator[Element]:
    if element["t"] != "Str":
        yield element
        return
    yield from ({"t": "Str", "c": word} for word in _SPLIT.split(element["c"]) if word)


def _begins(inlines: list[Element], at: int) -> bool:
    return at == 0 or inlines[at - 1]["t"] in ("SoftBreak", "LineBreak")


def _number(element: Element, form: str) -> int | None:
    found = MARK.fullmatch(element["c"]) if element["t"] == "Str" else None
    return int(found[1]) if found and found[2] == form else None


# --- from its first block to its last -------------------------------------------------------------------


def _group(blocks: list[Element], told_: Marks, *, whole: bool = False) -> Iterator[Element]:
    """`blocks` with their statements; they are `whole` where each goes on to the next one."""
    at = 0
    while at < len(blocks):
        number = _statement(blocks[at])
        if number is None:
            yield blocks[at]
            at += 1
            continue
        kind = told_.kinds[number]
        end = _next(blocks, at) if whole else _end(blocks, at, kind, told_.close)
        yield _div(number, kind, blocks[at:end])
        at = end


def _statement(block: Element) -> int | None:
    """The number of the statement whose label begins `block`."""
    inlines = _inlines(block) if block["t"] in ("Para", "Plain", "Header") else []
    number = _number(inlines[0], STATEMENT) if inlines else None
    closed = number is not None and any(_number(e, TITLED) == number for e in inlines)
    return number if closed else None


def _end(blocks: list[Element], at: int, kind: str, close: frozenset[int]) -> int:
    """Where the blocks end that belong to the statement that begins at `at`."""
    whole = blocks[at]["t"] == "Header" or kind == "proof"
    end = at + 1
    if blocks[at]["t"] != "Header" and kind == "proof" and _closed(blocks, end, close):
        return end
    while end < len(blocks) and not _stops(blocks[end]):
        if whole:
            if (end > at + 1 or _has_text(blocks[at])) and _leaves(blocks[end]):
                break
            end += 1
            if kind == "proof" and _closed(blocks, end, close):
                break
        elif _continues(blocks[end - 1], blocks[end]):
            end += 1
        else:
            break
    return end


def _next(blocks: list[Element], at: int) -> int:
    """Where the next statement begins, or the end."""
    return next((n for n in range(at + 1, len(blocks)) if _statement(blocks[n]) is not None), len(blocks))


def _stops(block: Element) -> bool:
    if block["t"] == "Div":
        return CLASS in block["c"][0][1]
    return block["t"] in ("Header", "HorizontalRule") or _statement(block) is not None


def _closed(blocks: list[Element], end: int, close: frozenset[int]) -> bool:
    """Whether the block before `end` closes a proof that no other step follows."""
    last = blocks[end - 1]
    if last["t"] not in ("Para", "Plain"):
        return False
    words = plain(last["c"]).strip(" \n.。")
    formula = next((m for m in MARK.finditer(words) if m.end() == len(words)), None)
    over = formula is not None and formula[2] == FORMULA and int(formula[1]) in close
    if not (over or ends_a_proof(plain(last["c"]))):
        return False
    return end == len(blocks) or not goes_on_proving(_marked(blocks[end]))


def _leaves(block: Element) -> bool:
    if block["t"] in ("CodeBlock", "Figure"):
        return True
    return block["t"] in ("Para", "Plain") and leaves_a_proof(_marked(block))


def _has_text(block: Element) -> bool:
    """Whether text follows the label in its own paragraph."""
    return block["t"] != "Header" and bool(plain(block["c"]).partition("t\x03")[2].strip(" :：.。\n"))


def _marked(block: Element) -> str:
    """The words of a paragraph, with the stars of a first one in bold."""
    if block["t"] not in ("Para", "Plain"):
        return ""
    inlines = _inlines(block)
    if inlines and inlines[0]["t"] == "Strong":
        return f"**{plain(inlines[0]['c'])}**{plain(inlines[1:])}"
    return plain(inlines)


def _continues(before: Element, block: Element) -> bool:
    if _is_display(block):
        return True
    text = plain(before["c"]).strip() if before["t"] in ("Para", "Plain") else ""
    words = text.rpartition("\x03")[2] if text.endswith("\x03") else text
    if announces(text) or (not words and _statement(before) is not None):
        return block["t"] in ("Para", "Plain", "BulletList", "OrderedList", "BlockQuote")
    return block["t"] == "Para" and continues(plain(block["c"]))


def _is_display(block: Element) -> bool:
    """Whether nothing but formulas is in a paragraph."""
    if block["t"] not in ("Para", "Plain"):
        return False
    text = plain(block["c"])
    marks = [m[2] == FORMULA for m in MARK.finditer(text)]
    return bool(marks) and all(marks) and not MARK.sub("", text).strip(" \t\n,.，。;；")


def _div(number: int, kind: str, blocks: list[Element]) -> Element:
    """The statement: its title first, then what it says."""
    inlines = _inlines(blocks[0])
    close = next(n for n, e in enumerate(inlines) if _number(e, TITLED) == number)
    title = {"t": "Div", "c": [["", [TITLE], []], [{"t": "Plain", "c": inlines[1:close]}]]}
    rest = _behind_label(inlines[close + 1 :])
    first = [{"t": "Para", "c": rest}] if rest else []
    attributes = ["", [CLASS, kind], [["number", str(number)]]]
    return {"t": "Div", "c": [attributes, [title, *first, *blocks[1:]]]}


def _behind_label(inlines: list[Element]) -> list[Element]:
    """What follows a label, without the colon between."""
    if inlines and inlines[0]["t"] == "Str":
        word = _LEFTOVER.sub("", inlines[0]["c"])
        inlines = [{"t": "Str", "c": word}, *inlines[1:]] if word else inlines[1:]
    while inlines and inlines[0]["t"] in BLANKS:
        inlines = inlines[1:]
    return inlines
