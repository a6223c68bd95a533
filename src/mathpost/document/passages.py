"""A post as its author wrote it down: headings, words, displays and statements in turn, and where a statement ends.

Markdown marks where a statement begins (`**定理 1（名）**：`), never where it ends. It ends with its
paragraph, and goes on over displays, over what a colon announces, and over sentences that continue it
(其中…, where …). A proof goes on to its end mark, or to the next heading, statement or rule. A statement that
is a heading reaches to the next heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from mathpost.document.document import Document
from mathpost.document.references import visible_text
from mathpost.text.source import Span

Kind = Literal["heading", "words", "display", "statement", "code", "rule"]

_PARAGRAPH = re.compile(r"(?:[^\n]*[^\s\ufffc>][^\n]*(?:\n|\Z))+")
_RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,})")
_SAYS = re.compile(r"[^\W_]|\ufffd")
_FORMULA = "\ufffd"
_CONTINUES = re.compile(
    r"其中|这里|式中|此处|则|那么|并且|而且|且|即|也就是|以及|使得|当且仅当|等号|where\b|with\b|then\b|and\b|such that\b|"
    r"i\.e\.|Then\b|Here\b|Moreover\b|Furthermore\b|Equality\b|[a-z]+\b(?!\))"
)
_ANNOUNCING = ("：", ":", "，", ",")
_END_MARKS = re.compile(
    r"(?:证毕|证明完毕|得证|Q\.?E\.?D\.?|[□■∎◻▢]|\\(?:black)?square\$*|\\qed\$*)[。.）)*]*$"
)


class Passage(NamedTuple):
    """A piece of a post. `number` is the place of a heading, display or statement among those of the document,
    of a display among all formulas; -1 for the other kinds.
    """

    kind: Kind
    span: Span
    number: int = -1


def continues(words: str) -> bool:
    """Whether a paragraph that begins with `words` goes on with the statement before it."""
    return _CONTINUES.match(words) is not None


def announces(words: str) -> bool:
    """Whether a paragraph that ends with `words` is not over."""
    return words.endswith(_ANNOUNCING)


def ends_a_proof(text: str) -> bool:
    """Whether `text` ends with the words or the sign that close a proof."""
    return _END_MARKS.search(text.strip()) is not None


def passages(document: Document) -> tuple[Passage, ...]:
    """The passages of `document` in order; markup alone is none."""
    displays = [f for f in document.formulas if f.kind == "display"]
    marked = sorted(
        chain(
            (Passage("heading", h.span, n) for n, h in enumerate(document.headings)),
            (Passage("statement", s.span, n) for n, s in enumerate(document.statements)),
            (Passage("display", f.span, f.index) for f in displays),
            (Passage("code", c.span) for c in document.code),
        ),
        key=lambda p: (p.span.start, -p.span.end),
    )
    visible = _visible(document)
    return tuple(_with_words(marked, visible))


def _visible(document: Document) -> str:
    """The text with inline formulas as one sign, and with nothing else that is not prose."""
    text = visible_text(document.source.text, document.opaque)
    pieces: list[str] = []
    at = 0
    for formula in document.formulas:
        if formula.span.start >= at:
            pieces += [text[at : formula.span.start], _FORMULA * formula.span.length]
            at = formula.span.end
    return "".join([*pieces, text[at:]])


def _with_words(marked: Sequence[Passage], visible: str) -> Iterator[Passage]:
    at = 0
    for passage in marked:
        if passage.span.start >= at:
            yield from _words(visible, Span(at, passage.span.start))
        if passage.span.start >= at or passage.kind == "statement":  # a heading may be a statement
            yield passage
        at = max(at, passage.span.end)
    yield from _words(visible, Span(at, len(visible)))


def _words(visible: str, span: Span) -> Iterator[Passage]:
    for found in _PARAGRAPH.finditer(visible, span.start, span.end):
        text = found.group()
        place = Span(
            found.start() + len(text) - len(text.lstrip()), found.end() - len(text) + len(text.rstrip())
        )
        if _SAYS.search(text):
            yield Passage("words", place)
        elif _RULE.fullmatch(text.strip()):
            yield Passage("rule", place)


def extent(document: Document, each: Sequence[Passage], at: int) -> int:
    """Where, among the passages `each`, that statement ends that begins at `at`."""
    statement = document.statements[each[at].number]
    is_proof = statement.kind == "proof"
    whole = is_heading(each, at)
    end = at + 1
    while end < len(each) and each[end].kind not in ("heading", "statement", "rule"):
        if not (whole or is_proof or _belongs(document, each, at, end)):
            break
        end += 1
        if is_proof and ends_a_proof(text_of(document, each[end - 1])):
            break
    return end


def _belongs(document: Document, each: Sequence[Passage], at: int, end: int) -> bool:
    """Whether the passage `end` goes on with the statement `at`, of which all passages before it are."""
    here, before = each[end], each[end - 1]
    if here.kind == "display" or end == at + 1:
        return here.kind != "code"
    text = document.source.text
    joined = "\n\n" not in text[before.span.end : here.span.start].replace("\r", "")
    if here.kind != "words":
        return False
    return joined or announces(text_of(document, before)) or continues(text_of(document, here))


def is_heading(each: Sequence[Passage], at: int) -> bool:
    """Whether the statement `at` is a heading."""
    return at > 0 and each[at - 1].kind == "heading" and each[at - 1].span.contains(each[at].span)


def text_of(document: Document, passage: Passage) -> str:
    """What a passage says, without marks of quotes and bold at its ends."""
    return document.source.text[passage.span.start : passage.span.end].strip(" \t\n\r>*")
