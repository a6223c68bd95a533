"""Multiple-choice questions: most of the offered answers are wrong on purpose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from mathpost.text.source import Span

FEWEST = 3  # minimal number of answers
AROUND = 4  # lines after the answers in which the right one is named
# the mark of an answer: ``- ``, ``2. ``, ``(B) ``, ``- [ ] C) ``
_ENTRY = re.compile(
    r"[ \t>]*(?:[-*+][ \t]+)?(?:\[[ xX]\][ \t]*)?(?:[(（]?(?:\d{1,2}|[A-Ha-h])[.)）、．:：][ \t]*)?(?=\S)"
)
_LETTERED = re.compile(r"[ \t>]*(?:[-*+][ \t]+)?(?:\[[ xX]\][ \t]*)?[(（]?[A-Ha-h][.)）、．]\s*")
_CHOOSES = re.compile(r"(?:\bwhich\b|哪|下列|以下).*(?:[?？]|[（(]\s*[)）]|_{3,})\W*$", re.IGNORECASE)
_ANSWERED = re.compile(
    r"(?:\banswers?\b|\bcorrect (?:option|choice)\b|答案|[故应]选)(?:\s*(?:is|are|为|是))?[\s:：*（(「“\"]*[A-H]\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"\s*(?:</?\w+[^<>]*>\s*)*\s*")


def is_an_answer_to_choose(text: str, formula: Span) -> bool:
    """Whether a formula is a whole entry of a list that offers answers to a question.

    The lines before the list ask which one is right, or those after it name the right one.
    """
    if not _is_alone(text, formula):
        return False
    lines = text.split("\n")
    number = text.count("\n", 0, formula.start)
    first, last = number, number
    while first and _is_entry(lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and _is_entry(lines[last + 1]):
        last += 1
    if last - first + 1 < FEWEST:
        return False
    before = next(_shown(reversed(lines[:first])), "")
    behind = islice(_shown(iter(lines[last + 1 :])), AROUND)
    lettered = all(map(_LETTERED.match, lines[first : last + 1]))
    return lettered or _CHOOSES.search(before) is not None or any(map(_ANSWERED.search, behind))


def _is_alone(text: str, formula: Span) -> bool:
    """Whether the line of a formula is an entry of a list with nothing else in it."""
    head = text[text.rfind("\n", 0, formula.start) + 1 : formula.start]
    end = text.find("\n", formula.end)
    behind = text[formula.end : end if end >= 0 else len(text)]
    entry = _ENTRY.match(head + "x")
    return (
        bool(head.strip())
        and entry is not None
        and entry.end() == len(head)
        and not behind.strip(" \t\r.;,。；，")
    )


def _is_entry(line: str) -> bool:
    found = _ENTRY.match(line)
    return found is not None and bool(found.group().strip())


def _shown(lines: Iterator[str]) -> Iterator[str]:
    """The `lines` that contain more than markup."""
    return (line for line in lines if _MARKUP.fullmatch(line) is None)
