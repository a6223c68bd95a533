r"""What points at an equation: ``\eqref{x}``, the roles of other dialects, and numbers in words (式(3), Eq.
(3)).

A number is a reference only behind (or before) a word that says so; lists and ranges go on from there.
Enumerations (1)…(2)…, years, tuples and citations have no such word. Patterns and exceptions were counted
on 623 references.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import CodeBlock, Formula, Reference
from mathpost.document.rows import argument_span
from mathpost.latex.tree import Command, Symbol, Text, walk
from mathpost.text.source import Span

BLANK = "\ufffc"
"""What stands for a formula or code in the text that is searched."""

ANCHOR = re.compile(r'<a id="([^"<>]*)"></a>')
"""Where a link of the post leads to."""

_COMMAND = re.compile(r"\\(?:eqref|ref|autoref|cref|Cref)[ \t]*\{([^{}\r\n]+)\}")
_LINK = re.compile(r"\[[(（]?(\d{1,3}(?:\.\d{1,3})*[a-z]?)[)）]?\]\(#([^()\s]+)\)")
_LINK_ELSEWHERE = re.compile(r"\[[(（](\d{1,3}(?:\.\d{1,3})*[a-z]?)[)）]\]\((?!#|\w+:)[^()\s]+\)")
_ROLE = re.compile(r":eqref:`([^`\r\n]+)`|\{(?:eq|numref|math:numref)\}`([^`\r\n<>]+)`")
_REFERRING = frozenset({r"\eqref", r"\ref", r"\autoref", r"\cref", r"\Cref"})

_NO_LINE_END = re.compile(r"[^\r\n]")
_MAY_REFER = re.compile(r"ref|text|box|\\rm")

_NUMBER = r"(?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?'?"
_BARE_END = r"(?![\d.]*\d|[A-Za-z%°'*/×^_=]|\s?[年月日种个条行篇章节步倍次类层维位款点])"
_NOUN = (
    r"(?:方程式|方程组|方程|不等式|恒等式|等式|表达式|关系式|递推式|通项式|公式|式子|"
    r"(?<![形方模格范显隐闭样仪程正公项一多分等表系子函版款])式(?!子))"
)
_VERB = (
    r"(?:由|从|将|把|对|根据|利用|代入|结合|使用|参见|见|满足|比较|联立|回顾|应用|按照|依据|推导|对比|"
    r"沿用|参考|观察|回到|代回|带入)"
)
_ENGLISH = r"(?<![A-Za-z])(?:[Ee]qn?s?\.|Eqn?s?|[Ee]quations?)"
_ENGLISH_MORE = r"(?<![A-Za-z])(?:[Ff]ormulas?|[Ii]nequalit(?:y|ies)|[Ii]dentit(?:y|ies)|[Rr]elations?)"
_ENGLISH_VERB = (
    r"(?<![A-Za-z])(?:[Bb]y|[Ff]rom|[Uu]sing|[Ii]nto|[Ss]ee|[Rr]ecall|[Cc]ombining|[Ss]ubstituting|[Ii]nserting|"
    r"[Pp]lugging|[Aa]pplying|[Cc]omparing|[Ii]n|[Vv]ia|[Uu]se|[Ss]olving|[Dd]ifferentiating|[Ww]ith|[Bb]oth|[Ss]atisf(?:y|ies))"
)
_CONCLUDES = r"[ \t](?:gives?|yields?|implies|imply|follows?|holds?|becomes?|shows?|reads|says|states|together|into|reduces?)\b"
_OPEN, _CLOSE = r"[(（]", r"[)）]"
_JOIN = r"(?:[ \t]?(?:[-–—~～,，、和与及到至]|以及|and|to|&)[ \t]?)"
_IN_BRACKETS = rf"{_OPEN}[ \t]?{_NUMBER}(?:[ \t]?[-–—~～,，、和与及][ \t]?{_NUMBER})*[ \t]?{_CLOSE}"
_MORE = rf"(?:{_JOIN}{_NOUN}?[ \t]?{_IN_BRACKETS})*"
_BARE_MORE = rf"(?:[ \t]?[-–—~～,，、和与及][ \t]?{_NOUN}?[ \t]?{_NUMBER}{_BARE_END})*"
_FORMS = (
    rf"(?:{_NOUN}|{_ENGLISH}|{_ENGLISH_MORE})[ \t~]?{_IN_BRACKETS}{_MORE}",
    rf"(?:{_NOUN}|{_ENGLISH})[ \t~]?{_NUMBER}{_BARE_END}{_BARE_MORE}(?![ \t]?[到至][ \t]?\d)",
    rf"第?[ \t]?{_IN_BRACKETS}{_MORE}[ \t]?(?:两|三|各)?(?:式(?!子|样)|方程(?!组)|个?等式|个?公式)",
)
_WORDS = re.compile("|".join(f"(?P<f{k}>{form})" for k, form in enumerate(_FORMS)))
_WEAK = re.compile(
    rf"(?:{_VERB}|{_ENGLISH_VERB})[ \t]?(?P<numbers>{_IN_BRACKETS}{_MORE})|"
    rf"(?<![A-Za-z0-9_)）\]])(?P<concluding>{_IN_BRACKETS}{_MORE})(?={_CONCLUDES})"
)
_NUMBERS = re.compile(rf"(?<![\d.A-Za-z]){_NUMBER}(?![\d])")
_CAPTION = re.compile(r"^[ \t>]*(?:[-*+][ \t]+|#{1,6}[ \t]+)?(?:\*\*|__)[ \t]*$")
_CAPTION_END = re.compile(r"[ \t]*(?:[-–—:：]|\*\*|__|[（(])")
_ENUMERATED = re.compile(r"(?<![A-Za-z0-9_)）\]])[(（]\d{1,3}[)）]")
_FOLLOWED_BY_NOUN = re.compile(r"[ \t]?(?:两|三|各)?(?:式|方程|等式|公式)")
_CONCLUSION = re.compile(_CONCLUDES)
_LONGEST_CUE = 16
_CUE = re.compile(rf"(?:{_NOUN}|{_VERB}|{_ENGLISH_VERB}|{_JOIN}|{_ENGLISH}|{_ENGLISH_MORE})[ \t~]?$")
_BEHIND_DISPLAY = re.compile(rf"[ \t]*[(（](?P<number>{_NUMBER})[)）][ \t]*$", re.M)
_CAPTIONED = re.compile(
    rf"^[ \t>]*(?:[-*+][ \t]+|\#{{1,6}}[ \t]+)?(?:\*\*|__)[ \t]*{_NOUN}[ \t]?"
    rf"[(（]?(?P<number>{_NUMBER})[)）]?(?=[ \t]*(?:[-–—:：]|\*\*|__|[（(]))",
    re.M,
)


_TAG_INLINE = "N007"


class Caption(NamedTuple):
    """A number that a display has from the text, not from a tag that shows: ``**公式6.1 - 名**`` above it,
    ``(3)`` behind its dollars, a tag that is lost inside a line.
    """

    number: str
    span: Span


def captions(visible: str, formulas: Sequence[Formula]) -> Iterator[Caption]:
    """The numbers that the words of a post give to displays; nothing renumbers them."""
    for found in _CAPTIONED.finditer(visible):
        yield Caption(found["number"], Span(*found.span("number")))
    for formula in formulas:
        if any(fault.code == _TAG_INLINE for fault in formula.faults):
            yield from (Caption(number, formula.span) for number in _tags(formula))
        if formula.kind == "display":
            behind = _BEHIND_DISPLAY.match(visible, formula.span.end)
            if behind:
                yield Caption(behind["number"], Span(*behind.span("number")))


def _tags(formula: Formula) -> Iterator[str]:
    for node in walk(formula.tree):
        if isinstance(node, Command) and node.name == r"\tag" and node.arguments:
            words = "".join(n.text for n in walk(node.arguments[-1]) if isinstance(n, Symbol))
            yield words.strip("{} ")


def visible_text(text: str, *groups: Sequence[Span]) -> str:
    """`text` at equal length with `BLANK`s in the spans, and with every line ending in ``\\n``."""
    pieces: list[str] = []
    at = 0
    for start, end in sorted(span for group in groups for span in group):
        if end > at:
            pieces += [text[at:start], _NO_LINE_END.sub(BLANK, text[max(at, start) : end])]
            at = end
    return "".join([*pieces, text[at:]]).replace("\r\n", " \n").replace("\r", "\n")


def references(
    text: str, visible: str, formulas: Sequence[Formula], code: Sequence[CodeBlock]
) -> tuple[Reference, ...]:
    """All references of a post in order; `visible` is `text` with formulas and everything opaque as
    `BLANK`s.
    """
    found = [
        *_in_formulas(text, formulas),
        *_commands(visible),
        *_roles(text, code),
        *_links(text, visible),
        *_in_words(visible, 0),
    ]
    return tuple(sorted(found, key=lambda r: (r.target_span, r.span)))


def _in_formulas(text: str, formulas: Sequence[Formula]) -> Iterator[Reference]:
    for formula in formulas:
        if not _MAY_REFER.search(text, *formula.body):
            continue
        for node in walk(formula.tree):
            if isinstance(node, Command) and node.name in _REFERRING and node.arguments:
                name = argument_span(node.arguments, text)
                yield Reference("command", text[name.start : name.end].strip(), node.span, name)
            elif isinstance(node, Text):
                yield from _in_words(text[node.span.start : node.span.end], node.span.start)


def _commands(visible: str) -> Iterator[Reference]:
    for found in _COMMAND.finditer(visible):
        yield Reference("command", found[1].strip(), Span(*found.span()), Span(*found.span(1)))


def _roles(text: str, code: Sequence[CodeBlock]) -> Iterator[Reference]:
    for found in _ROLE.finditer(text):
        group = 1 if found[1] is not None else 2
        if not any(block.span.start <= found.start() < block.span.end for block in code):
            yield Reference("role", found[group].strip(), Span(*found.span()), Span(*found.span(group)))


def _links(text: str, visible: str) -> Iterator[Reference]:
    """Links that show a number: to an anchor of this post, ``[(3)](#x)``, ``[3](#x)``; to another post of
    the site, ``[(3)](b.md)``.
    """
    anchors = set(ANCHOR.findall(text)) if "](#" in visible else set()
    for found in _LINK.finditer(visible) if anchors else ():
        if found[2] in anchors:
            yield Reference("words", found[1], Span(*found.span()), Span(*found.span(1)))
    for found in _LINK_ELSEWHERE.finditer(visible):
        yield Reference("words", found[1], Span(*found.span()), Span(*found.span(1)))


def is_link(text: str, reference: Reference) -> bool:
    """Is a number in words the text of a link that is a reference as a whole?"""
    return reference.form == "words" and text.startswith("[", reference.span.start)


def _in_words(visible: str, offset: int) -> Iterator[Reference]:
    """The numbers behind words in `visible`, which starts at `offset` of the file."""
    taken = 0
    strong = [
        (m.start(), m.end(), m.start(), False)
        for m in _WORDS.finditer(visible)
        if not _is_caption(visible, m)
    ]
    enumerations = _Enumerations(visible)
    weak = [
        (m.start(), m.end(), m.start(m.lastgroup or 0), True)
        for m in _WEAK.finditer(visible)
        if _is_list(m[m.lastgroup or 0]) or not enumerations.around(m.start())
    ]
    for start, end, numbers, is_weak in sorted(strong + weak, key=lambda f: (f[0], -f[1])):
        if start < taken:
            continue
        taken = end
        span = Span(offset + start, offset + end)
        for number in _NUMBERS.finditer(visible, numbers, end):
            place = Span(offset + number.start(), offset + number.end())
            yield Reference("words", number[0], span, place, weak=is_weak)


def _is_caption(visible: str, found: re.Match[str]) -> bool:
    """Does a bold label at the head of a line, ``**公式6.1 - 名**``, give a number instead of using it?"""
    line = visible.rfind("\n", 0, found.start()) + 1
    head = visible[line : found.start()]
    return bool(_CAPTION.match(head)) and bool(_CAPTION_END.match(visible, found.end()))


def _is_list(numbers: str) -> bool:
    return len(_NUMBERS.findall(numbers)) > 1


class _Enumerations:
    """Which lines hold a bracketed number without any word for it.

    The number behind a verb is taken for one of an enumeration (1)…(2)… there, whatever the numbers are:
    the answer must be the same after renumbering.
    """

    def __init__(self, visible: str) -> None:
        self._visible = visible
        self._known: dict[int, bool] = {}

    def around(self, offset: int) -> bool:
        line = self._visible.rfind("\n", 0, offset) + 1
        if line not in self._known:
            end = self._visible.find("\n", offset)
            found = _ENUMERATED.finditer(self._visible, line, end if end >= 0 else len(self._visible))
            self._known[line] = any(self._is_plain(m, line) for m in found)
        return self._known[line]

    def _is_plain(self, number: re.Match[str], line: int) -> bool:
        before = self._visible[max(line, number.start() - _LONGEST_CUE) : number.start()]
        behind = number.end()
        followed = _FOLLOWED_BY_NOUN.match(self._visible, behind) or _CONCLUSION.match(self._visible, behind)
        return not (_CUE.search(before) or followed)
