r"""The facts about one post in a progress report, and the status that follows from them.

The baseline is the current raw post, read again each time. A line ends at ``\n``, ``\r\n`` or ``\r``. Numbered formulas
are rows with a ``\tag``. Displays and inline formulas are counted separately. No figure is an estimate.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice, pairwise
from typing import Literal, NamedTuple

from mathpost.document.consistency import is_whole
from mathpost.document.document import Document, Formula, authored
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import name
from mathpost.writers.additions import STEPS, bare
from mathpost.writers.enhanced import enhance
from mathpost.writers.post import PostResult
from mathpost.writers.rechecks import digest as text_digest
from mathpost.writers.tasks import Task, tasks, todo_lines, without_proof
from mathpost.writers.uses import KeyResult, key_results

Status = Literal["finished", "waiting", "damaged"]
_DONE = frozenset("finished completed complete done published publish final 完成 已完成 已发布".split())
_OF_FINISHED, _MOST_OF_FINISHED = frozenset(("error", "derive", "follows")), 8
_SAYING = (
    "description",
    "summary",
    "abstract",
    "excerpt",
    "subtitle",
)  # where front matter says what a post is about
_FEWEST, _MOST = 12, 240  # characters of a sentence that says it
_SENTENCE_ENDS = ("。", "！", "？", ". ", "! ", "? ", ".\n")
_NO_PROSE = tuple("#<>|-*+!:`$[{~=\\")
_UNDONE = frozenset(
    "draft drafting pending waiting todo unfinished incomplete wip ongoing growing started planned stub in-progress 草稿 待完成 未完成 进行中".split()
)


class Section(NamedTuple):
    """A heading and the formulas up to the next heading; level 0 is what comes before the first one."""

    title: str
    level: int
    displays: int
    inline: int


@dataclass(frozen=True, slots=True)
class Facts:
    """One post of the report. `original_lines` is None if there is no raw post to compare with; `about` is what the author
    says of the post, or its first sentence.

    `enhanced_lines` includes `generated_lines`, which the program wrote itself; `added_lines` does not. `number_lines`
    of the added ones contain only a number. `shown_twice` counts printed numbers that more than one equation has;
    `series` says whether the printed whole numbers are 1, 2, 3 … in order; `settled` whether a run would leave the post
    unchanged. `rules` counts the findings by code and name. `declared` is the status in the front matter if the text
    shows another one. `text_digest` names the text in certificates. `unproved` counts theorems and similar statements
    without a proof.
    """

    path: str
    title: str
    about: str
    status: Status
    because: str
    declared: str
    target_lines: tuple[int, int]
    original_lines: int | None
    enhanced_lines: int
    generated_lines: int
    number_lines: int
    displays: int
    distinct_displays: int
    inline: int
    tagged_rows: int
    automatic_rows: int
    shown_twice: int
    series: bool
    settled: bool
    sections: tuple[Section, ...]
    statements: Counter[str]
    claims: Counter[str]
    findings: Counter[str]
    rules: Counter[tuple[str, str]]
    key_results: tuple[KeyResult, ...]
    unproved: int
    tasks: tuple[Task, ...]
    chinese: bool
    digest: str
    text_digest: str

    @property
    def added_lines(self) -> int | None:
        if self.original_lines is None:
            return None
        return self.enhanced_lines - self.generated_lines - self.original_lines


def facts(result: PostResult, original: str | None, path: str, *, alone: bool = False) -> Facts:
    """The facts of a post, from its examined text (without a stamp) and its raw text.

    `alone`: the project has no raw posts at all, so no post is expected to grow.
    """
    source, document = result.source, authored(result.document)
    missing = tasks(result, result.target_lines, _generated_lines(result.document))
    rows = [row for formula in document.formulas for row in formula.rows]
    kinds = Counter(formula.kind for formula in document.formulas)
    status, because = _status(result, original, alone=alone)
    generated = _generated_lines(result.document)
    printed = [number for numbers in result.numbering.shown for number in numbers]
    whole = [int(number) for number in printed if is_whole(number)]
    return Facts(
        path=path,
        title=str(document.front_matter.get("title") or _first_title(document) or path),
        about=about(document),
        status=status,
        because=because,
        declared=_contradicted(document, status),
        target_lines=result.target_lines,
        original_lines=None if original is None else Source(path, original).line_count,
        enhanced_lines=source.line_count,
        generated_lines=generated,
        number_lines=_number_lines(source) - (0 if original is None else _number_lines(Source("", original))),
        displays=kinds["display"],
        distinct_displays=len({_plain(source, f) for f in document.formulas if f.kind == "display"}),
        inline=kinds["inline"],
        tagged_rows=sum(bool(row.tags) for row in rows),
        automatic_rows=sum(row.automatic and not row.tags and not row.suppressed for row in rows),
        shown_twice=sum(n > 1 for n in Counter(printed).values()),
        series=whole == list(range(1, len(whole) + 1)),
        settled=_settled(result),
        sections=tuple(_sections(document)),
        statements=Counter(statement.kind for statement in document.statements),
        claims=Counter(name(v) for v in result.verdicts if v is not None),
        findings=Counter(str(found.severity) for found in result.diagnostics),
        rules=Counter((found.code, found.name) for found in result.diagnostics),
        key_results=key_results(result),
        unproved=sum(1 for _ in without_proof(document)),
        tasks=tuple(missing) if status == "waiting" else tuple(_worth_doing(missing)),
        chinese=is_chinese(document),
        digest=_digest(original or "", source.text),
        text_digest=text_digest(bare(source.text)),
    )


def _settled(result: PostResult) -> bool:
    if result.failed:
        return False
    text = result.source.text
    return enhance(result) == text or enhance(result, repairs=False) == text


def _status(result: PostResult, original: str | None, *, alone: bool) -> tuple[Status, str]:
    """The status and the fact that it follows from; the front matter decides only if the text does not."""
    if not result.readable:
        return "damaged", "unreadable"
    if any(found.name.startswith("lost-formula") for found in result.diagnostics):
        return "damaged", "lost-formulas"
    if todo_lines(result.document):
        return "waiting", "todo"
    own = _content_lines(authored(result.document).source) - _generated_lines(authored(result.document))
    grown = original is not None and own > _content_lines(Source("", original))
    declared = _declared(result.document)
    long = result.source.line_count - _generated_lines(result.document) >= result.target_lines[0]
    if original is None and long:
        return "finished", "long"
    if grown and long:
        return "finished", "grown"
    if declared in _DONE:
        return "finished", "declared"
    if alone and original is None and not declared and not _has_target(result.document):
        return "finished", "complete"  # the length aimed at is for posts that grow from a raw one
    return "waiting", "short" if grown or original is None else "not-grown"


def _has_target(document: Document) -> bool:
    own = document.front_matter.get("enhance")
    return isinstance(own, dict) and "target-lines" in own


def _declared(document: Document) -> str:
    """The status in the front matter; its `status` may be about other things."""
    said = str(document.front_matter.get("status", "")).strip().lower()
    if said in _DONE or "-".join(said.split()) in _UNDONE:
        return said
    return "draft" if document.front_matter.get("draft") is True else ""


def _contradicted(document: Document, status: Status) -> str:
    """The status in the front matter if the text shows another one."""
    declared = _declared(document)
    if not declared or (declared in _DONE) == (status == "finished"):
        return ""
    return declared


def _lines(source: Source) -> Iterator[str]:
    """What stands on the lines that are not blank."""
    return filter(None, map(str.strip, source.lines))


def _content_lines(source: Source) -> int:
    """Lines that are not blank, not only a number, and not the end of an environment."""
    said = sum(not line.startswith("\\end{") for line in _lines(source))
    return said - _number_lines(source)


def _number_lines(source: Source) -> int:
    """Lines with only a number, where renumbering put it."""
    return sum(
        line.startswith("\\tag{") and line.index("}") == len(line) - 1
        for line in _lines(source)
        if "}" in line
    )


def _generated_lines(document: Document) -> int:
    """The lines of generated parts, and the empty one that sets a block apart from the paragraph before it."""
    line_of, text = document.source.line_of, document.source.text
    apart = sum(
        text.startswith(STEPS, s.start) and text[: s.start].endswith(("\n\n", "\r\n\r\n"))
        for s in document.generated
    )
    return apart + sum(line_of(max(s.start, s.end - 1)) - line_of(s.start) + 1 for s in document.generated)


def _worth_doing(missing: Iterator[Task]) -> Iterator[Task]:
    """What is worth doing in a finished post: its errors, and the steps that could not be verified."""
    return islice((task for task in missing if task.kind in _OF_FINISHED), _MOST_OF_FINISHED)


def about(document: Document) -> str:
    """What the author says of the post: in the front matter, else its first sentence; empty if neither can be told."""
    for key in _SAYING:
        said = document.front_matter.get(key)
        if isinstance(said, str) and _FEWEST <= len(said.strip()) <= _MOST:
            return " ".join(said.split())
    source = document.source
    for number, line in enumerate(source.lines, 1):
        start = source.line_starts[number - 1]
        if not line.strip() or line[:1].isspace() or line.startswith(_NO_PROSE) or line[:1].isdigit():
            continue
        if not any(span.start <= start < span.end for span in document.opaque):
            return _first_sentence(document, start)
    return ""


def _first_sentence(document: Document, start: int) -> str:
    """The sentence that begins at `start`, if it ends in its paragraph and has no display, link or code in it."""
    text = document.source.text
    end = text.find("\n\n", start)
    paragraph = text[start : end if end >= 0 else len(text)] + "\n"
    inside = [f.span for f in document.formulas if start <= f.span.start < start + len(paragraph)]
    ends = (
        at + len(mark.rstrip())
        for at in range(len(paragraph))
        for mark in _SENTENCE_ENDS
        if paragraph.startswith(mark, at) and not any(span.start <= start + at < span.end for span in inside)
    )
    sentence = " ".join(paragraph[: next(ends, 0)].split())
    plain = not any(mark in sentence for mark in ("$$", "](", "`", "<", "{%", "{{", "\\[", "\\begin"))
    return sentence if plain and _FEWEST <= len(sentence) <= _MOST else ""


def _first_title(document: Document) -> str:
    return document.headings[0].title if document.headings else ""


def _plain(source: Source, formula: Formula) -> str:
    """A display without its tags, labels and white space, to recognise an equation that occurs twice."""
    text = source.slice(formula.span)
    for row in formula.rows:
        for span in (*(tag.span for tag in row.tags), *(label.span for label in row.labels)):
            text = text.replace(source.slice(span), "")
    return "".join(text.split())


def _sections(document: Document) -> Iterator[Section]:
    starts = [(0, "", 0), *((h.span.start, h.title, h.level) for h in document.headings)]
    starts.append((len(document.source.text) + 1, "", 0))
    formulas = sorted(document.formulas, key=lambda f: f.span.start)
    places = [f.span.start for f in formulas]
    for (start, title, level), (end, _, _) in pairwise(starts):
        first, last = bisect_left(places, start), bisect_left(places, end)
        inside = Counter(f.kind for f in formulas[first:last])
        if level or inside:
            yield Section(title, level, inside["display"], inside["inline"])


def is_chinese(document: Document) -> bool:
    """Whether a post is written in Chinese: one ideograph counts like one word of letters."""
    text, at = "", 0
    for start, end in sorted([*(f.span for f in document.formulas), *document.opaque]):
        text += document.source.text[at:start] + " "
        at = max(at, end)
    text += document.source.text[at:] + " "
    ideographs = sum("\u4e00" <= c <= "\u9fff" for c in text)
    words = sum(a.isascii() and a.isalpha() and not b.isalpha() for a, b in pairwise(text))
    return ideographs > words


def _digest(original: str, text: str) -> str:
    return sha256(f"{len(original)}\n{original}{text}".encode("utf-8", "surrogatepass")).hexdigest()
