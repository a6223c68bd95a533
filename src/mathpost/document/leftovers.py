"""Bracketed numbers of equations that are not recognized as references, and sentences that would change only in part.

If a sentence mentions (2) and (4), both follow their equations or neither does: a sentence with one new and one old
number has another meaning.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from mathpost.document.clauses import Items, of_headings
from mathpost.document.document import Document
from mathpost.document.equations import Equation, is_generated
from mathpost.document.references import visible_text, with_bare_numbers
from mathpost.document.resolution import Resolution
from mathpost.text.source import Span

_BRACKETED = re.compile(
    r"(?:(?<![A-Za-z0-9_)）\]=+/^{}])|(?<=\d[)）])|(?<=\d[a-z][)）])|(?<=[\d\ufffc][)）][=/])|(?<=[a-z]{5})|(?<=[A-Za-z])(?=\(\d+[a-z]\)))[(（][ \t]?((?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*[a-z]?)(?:(?<=[a-z])[-–—~,]{1,3}[ \t]?[a-z])?[ \t]?[)）]"
)
# [EQ-1.2] and #EQ-1.2, which name an equation by its number; the label itself is in {#EQ-1.2}
_BY_NAME = re.compile(
    r"(?<!\{#)(?<!\]\(#)(?<![\w@:/.-])(?<![\w@:/.-]#)[Ee][Qq](?:N|n)?[-_:](\d{1,3}(?:\.\d{1,3})*[a-z]?)(?![\w}])"
)
_SENTENCE_ENDS = re.compile(
    r"[。！？；!?;]|(?:[：:]|[得到有为是即成]|\b(?:gives?|get|have|obtain|yields?|becomes?|find|is|as|to))[，,：:]?[ \t]*\n\s*(?=\ufffc)|"
    r"\.(?=[ \t]+[A-Z(（\ufffc$])|\.(?=[ \t]*\n)|\n[ \t>]*\n|\n(?=[ \t>]*(?:[-*+|]|\d+[.)])[ \t])"
)
_ITEM_BEFORE = re.compile(r"(?:\A|[\n：:；;。？！?!|])[\s\u200b>*+#|-]*$|(?<![\d.(（])\d+[.)]?[ \t]*$")
# "(1)对时间求导：" may be a step of a list, or say what is done with an equation
_OPERATED = re.compile(
    r"[ \t]?(?:对[^，。；,;\n]{1,8}(?:求导|积分|微分)|求(?:导|散度|旋度|梯度|偏导)|两[边端]|[左右][边端])"
)
_LISTED = re.compile(r"[，,、][ \t]*(?:and|or|和|以及|或)?[ \t]*$|\b(?:and|or)[ \t]*$|[和或][ \t]*$")
_KIND_BEFORE = re.compile(
    r"(?:定理|引理|推论|(?<!的)定义|公理|例|注|图|表|第|节|章|文献|"
    r"\b(?:[Tt]heorem|[Ll]emma|[Cc]orollary|D(?:efinition|EFINITION)|[Aa]xiom|"
    r"[Ee]xample|[Rr]emark|[Ff]ig(?:ure|\.)|[Tt]able|[Ss]ection|[Cc]hapter|[Rr]ef)s?\.?)[ \t~*]*$"
)
# "the continuity theorem (6.16)" names an equation where no theorem and no heading has the number
_STATED_BEFORE = re.compile(
    r"(?:定理|引理|推论|定义|节|\b(?:[Tt]heorem|[Ll]emma|[Cc]orollary|[Dd]efinition|[Ss]ection)s?)[ \t~*]*$"
)
_ITEM_BY_NAME = re.compile(
    r"(?:命题|性质|假设|步骤|情形|情况|"
    r"\b(?:[Pp]roposition|[Pp]roperty|[Aa]ssumption|[Ss]tep|[Cc]ase|[Pp]art|[Ii]tem)s?\.?)[ \t~*]*$"
)
# "using (5, 7)", 由(5, 7): two equations, or the two values of a pair
_PAIR = re.compile(
    r"(?:\b(?:by|from|using|use|see|with|via|(?:combin|compar|substitut|subtract|add|insert)(?:e|es|ing)?)[ \t]|由|根据|利用|结合|联立|代入|见)[ \t]?"
    r"[(（][ \t]?\d{1,3}(?:[ \t]?[,，、][ \t]?\d{1,3}){1,9}[ \t]?[)）](?![ \t]?(?:to|到|至)\b)",
    re.I,
)
_DIGITS = re.compile(r"\d+")
_LONGEST = 24
_NOT_OURS = ("foreign", "caption", "elsewhere")


class Numbers:
    """The bracketed numbers of a post that no word makes a reference, except items of lists and numbers of other
    things.
    """

    def __init__(self, document: Document) -> None:
        text = document.source.text
        visible = visible_text(text, [f.span for f in document.formulas], document.opaque)
        self._visible = with_bare_numbers(text, visible, document.formulas)
        self._ends = [m.end() for m in _SENTENCE_ENDS.finditer(self._visible)]
        self._known = sorted(r.span for r in document.references)
        self._document = document

    def sentence(self, offset: int) -> int:
        """The index of the sentence that contains `offset`."""
        return bisect_right(self._ends, offset)

    def unread(self, moving: frozenset[str]) -> Iterator[tuple[str, Span]]:
        """The numbers among `moving`, with their places, that are not recognized as references."""
        items: set[int] = set()
        for found in _BRACKETED.finditer(self._visible):
            before = self._visible[max(0, found.start() - _LONGEST) : found.start()]
            sentence = self.sentence(found.start())
            behind = self._visible[found.end() : found.end() + 2].lstrip()
            is_item = (
                not behind.startswith("的")
                and not _OPERATED.match(self._visible, found.end())
                and _ITEM_BEFORE.search(before)
                and self._items.counts_up_to(found[1], found.start(1))
            )
            if is_item or (sentence in items and _LISTED.search(before)):
                items.add(sentence)
            elif found[1] in moving and not self._is_known(found.start(1)):
                by_name = _ITEM_BY_NAME.search(before) and self._items.anywhere(found[1])
                named = by_name or (_KIND_BEFORE.search(before) and not self._is_nobodys(found[1], before))
                if not named and not is_generated(self._document, found.start()):
                    yield found[1], Span(*found.span(1))
        yield from self._by_name(moving)

    def listed(self, moving: frozenset[str], numbers: frozenset[str]) -> Iterator[tuple[str, Span]]:
        """The numbers among `moving` in lists that may name equations, "using (5, 7)"; all are among `numbers`."""
        for found in _PAIR.finditer(self._visible):
            listed = [*_DIGITS.finditer(self._visible, *found.span())]
            if all(each[0] in numbers for each in listed):
                yield from (
                    (each[0], Span(*each.span()))
                    for each in listed
                    if each[0] in moving and not self._is_known(each.start())
                )

    def _is_nobodys(self, number: str, before: str) -> bool:
        """Whether a dotted number after 定理 or "section" is that of no statement and no heading of the post."""
        return "." in number and _STATED_BEFORE.search(before) is not None and number not in self._stated

    @cached_property
    def _stated(self) -> frozenset[str]:
        """The numbers of the statements and of the headings."""
        return of_headings(self._visible) | {statement.number for statement in self._document.statements}

    def _by_name(self, moving: frozenset[str]) -> Iterator[tuple[str, Span]]:
        """The numbers among `moving` that are part of a name, [EQ-1.2]; the name does not change."""
        for found in _BY_NAME.finditer(self._visible):
            if found[1] in moving and not self._is_known(found.start(1)):
                yield found[1], Span(*found.span(1))

    def of_items(self, number: str, offset: int, rows: Sequence[Equation]) -> bool:
        """Whether a number is one of the lines (2) … listed under its heading, where none of `rows` has it."""
        if not self._items.lists(number, offset):
            return False
        return not any(row.old == number and self._items.together(row.span.start, offset) for row in rows)

    @cached_property
    def _items(self) -> Items:
        return Items(self._visible)

    def _is_known(self, offset: int) -> bool:
        index = bisect_right(self._known, offset, key=lambda span: span.start) - 1
        return any(span.start <= offset < span.end for span in self._known[max(0, index - 3) : index + 1])


def _moving(rows: Sequence[Equation]) -> frozenset[str]:
    """The numbers that mean another equation, or none, after the run."""
    return frozenset(row.old for row in rows if row.old and row.old != row.new)


def whole_sentences(
    document: Document, resolutions: Sequence[Resolution], rows: Sequence[Equation]
) -> tuple[Resolution, ...]:
    """`resolutions`, with those held back whose sentence also has a number that does not follow, or a number that no
    equation has.

    "subtract equation 1 from equations 2 and 3" is about another system. A dotted number may be of another chapter.
    """
    moving = _moving(rows)
    if not moving or not any(r.new != r.reference.target for r in resolutions):
        return tuple(resolutions)
    numbers = Numbers(document)
    stuck = {
        numbers.sentence(span.start)
        for number, span in numbers.unread(moving)
        if not numbers.of_items(number, span.start, rows)
    }
    for found in resolutions:
        number, at = found.reference.target, found.reference.target_span.start
        nobody = found.status == "nothing" and "." not in number and not numbers.of_items(number, at, rows)
        if nobody or (found.status not in (*_NOT_OURS, "certain") and number in moving):
            stuck.add(numbers.sentence(at))
    return tuple(_held(found, numbers, stuck) for found in resolutions)


def _held(found: Resolution, numbers: Numbers, stuck: set[int]) -> Resolution:
    moves = found.status == "certain" and found.new != found.reference.target
    if not (moves and numbers.sentence(found.reference.target_span.start) in stuck):
        return found
    return found._replace(status="half a sentence", new=found.reference.target)


def left_behind(
    document: Document, resolutions: Sequence[Resolution], rows: Sequence[Equation]
) -> tuple[tuple[str, Span], ...]:
    """Every number that referred to an equation and does not follow it, with its place, in order."""
    moving = _moving(rows)
    if not moving:
        return ()
    unmoved = (
        (r.reference.target, r.reference.target_span)
        for r in resolutions
        if r.reference.target in moving and r.new == r.reference.target and not _stays_right(r)
    )
    numbers = Numbers(document)
    listed = numbers.listed(moving, frozenset(row.old for row in rows))
    return tuple(sorted({*unmoved, *numbers.unread(moving), *listed}, key=lambda found: found[1]))


def _stays_right(found: Resolution) -> bool:
    """Whether an unchanged number means an equation that keeps it, or no equation of this post."""
    kept = found.status == "certain" and all(row.new == found.new for row in found.candidates)
    return kept or found.status in _NOT_OURS
