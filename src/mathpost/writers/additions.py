"""The parts that the program adds to a post: folded blocks at its equations, and an appendix.

They are between markers, and every run that verifies removes and writes them again. Removing is the inverse of adding:
the author's text is restored character by character.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mathpost.document.document import Document, authored
from mathpost.document.opaque import layout
from mathpost.text.edits import Edit, apply
from mathpost.text.source import Source, Span
from mathpost.writers import appendix, folds
from mathpost.writers.post import PostResult
from mathpost.writers.totals import was_given_up

_OWN = ("steps", "appendix")
BEGIN = "<!-- enhance:begin "
STEPS = f"{BEGIN}steps -->"


class Additions(NamedTuple):
    """The additions: `blocks`, each with its offset in the author's text, and the text at the end."""

    blocks: tuple[tuple[int, str], ...]
    end: str


NOTHING = Additions((), "")


def additions(result: PostResult, language: str) -> Additions:
    """The additions to a post; they depend only on the author's part and its verdicts."""
    document = authored(result.document)
    places = ((place(document, fold.formula), fold) for fold in folds.folds(result, language))
    blocks = tuple((at, _folded(fold)) for at, fold in places if at is not None)
    return Additions(blocks, appendix.contents(result, language))


def bare(text: str) -> str:
    """`text` without what the program added; other generated parts stay, and so does code that shows such a part."""
    for name in _OWN if BEGIN in text else ():
        text = apply(text, [Edit(span, "") for span in _spans(text, name)])
    return text


def kept(text: str) -> str:
    """`text` with blanks instead of the markers: the text between them then counts as the author's."""
    marks = (mark for name in _OWN for mark in _markers(name))
    for mark in marks:
        text = text.replace(mark, " " * len(mark))
    return text


def _spans(text: str, name: str) -> list[Span]:
    """The parts between markers of `name` that belong together, with the empty line before a block within the text."""
    begin, end = _markers(name)
    fences = (region for region in layout(Source("", text)).regions if region.kind == "code")
    code = [
        fence.span for fence in fences if fence.body.end < fence.span.end
    ]  # an open one may hold what we wrote after it
    found, at = [], text.find(begin)
    while at >= 0:
        close = text.find(end, at)
        if close < 0:
            break
        last = text.rfind(BEGIN, at, close)
        if last > at:  # a begin that has lost its end: what follows it is the author's
            at = last if text.startswith(begin, last) else text.find(begin, close)
            continue
        stop = close + len(end)
        stop += len(_line_end(text, stop))
        ours = _is_alone(text, at, begin) and _is_alone(text, close, end)
        fence = bisect_right(code, at, key=lambda span: span.start) - 1
        if ours and not (fence >= 0 and at < code[fence].end):
            start = at - len(_line_end_before(text, at)) if name == "steps" else at
            found.append(Span(start, stop))
        at = text.find(begin, stop)
    return found


def _is_alone(text: str, at: int, mark: str) -> bool:
    """Whether a marker is a whole line, as the program writes it."""
    end = at + len(mark)
    return (at == 0 or text[at - 1] in "\r\n") and text[end : end + 1] in ("", "\r", "\n")


def _markers(name: str) -> tuple[str, str]:
    return f"{BEGIN}{name} -->", f"<!-- enhance:end {name} -->"


def _line_end(text: str, at: int) -> str:
    return next((end for end in ("\r\n", "\n", "\r") if text.startswith(end, at)), "")


def _line_end_before(text: str, at: int) -> str:
    """The end of an empty line before `at`; nothing where the line before holds text."""
    for end in ("\r\n", "\n", "\r"):
        if text.endswith(end, 0, at) and (at == len(end) or text[at - len(end) - 1] in "\r\n"):
            return end
    return ""


def renewed(
    result: PostResult, language: str, find: Callable[[PostResult, str], Additions] = additions
) -> str:
    """The text of a post without additions, with those that it should have.

    There are none without verification, or if a claim was given up for time: the text must not depend on how busy a
    machine was.
    """
    text = result.source.text
    if result.appendix == "none" or not is_settled(result) or result.document.flavour.name == "mdx":
        return text  # in MDX comments of HTML and the parts between them are errors
    return _added(result.source, find(result, language))


def is_settled(result: PostResult) -> bool:
    """Whether no claim was given up."""
    return result.verified and not any(map(was_given_up, result.verdicts))


def _added(source: Source, found: Additions) -> str:
    newline, text = source.newline, source.text
    edits = [
        Edit(Span(at, at), "".join(newline + block + newline for _, block in group))
        for at, group in _grouped(found.blocks, newline)
    ]
    text = apply(text, edits)
    if not found.end:
        return text
    if not text.endswith(("\n", "\r")):
        text += newline
    begin, end = _markers("appendix")
    return text + newline.join([begin, "", *found.end.split("\n"), "", end, ""])


def _grouped(blocks: Sequence[tuple[int, str]], newline: str) -> list[tuple[int, list[tuple[int, str]]]]:
    """The blocks by their places, in the line ends of the post."""
    groups: dict[int, list[tuple[int, str]]] = {}
    for at, block in blocks:
        groups.setdefault(at, []).append((at, newline.join(block.split("\n"))))
    return sorted(groups.items())


def _folded(fold: folds.Fold) -> str:
    begin, end = _markers("steps")
    head = f"<details><summary>{fold.summary}</summary>"
    return "\n".join([begin, head, "", "$$", *fold.latex.split("\n"), "$$", "", "</details>", end])


def place(document: Document, formula: int) -> int | None:
    """The place of a block after a display: at the first empty line, after the paragraph that contains the display.

    None if the display is in a list, a quote, a table or HTML, or if no empty line follows.
    """
    text, display = document.source.text, document.formulas[formula]
    if display.kind != "display":
        return None
    start = display.span.start
    line = document.source.line_of(start)
    head = document.source.slice(document.source.line_span(line))
    if (
        head[:1].isspace()
        or head.startswith((">", "|", "<", "- ", "* ", "+ "))
        or _is_within_list(text, start)
    ):
        return None
    for number in range(
        document.source.line_of(max(start, display.span.end - 1)) + 1, document.source.line_count + 1
    ):
        span = document.source.line_span(number)
        words = document.source.slice(span)
        if any(opaque.contains(Span(span.start, span.start + 1)) for opaque in document.opaque):
            return None
        if not words.strip():
            return span.start
        if words[:1].isspace() or words.startswith((">", "|", "<", "```")):
            return None
    return len(text) if text.endswith(("\n", "\r")) else None


def _is_within_list(text: str, at: int) -> bool:
    """Whether the paragraph before `at` begins as an item of a list."""
    first = max(text.rfind("\n\n", 0, at), text.rfind("\r\n\r\n", 0, at)) + 2
    word = text[first:at].lstrip().partition(" ")[0]
    return word in ("-", "*", "+") or (word[:-1].isdigit() and word[-1:] in (".", ")"))
