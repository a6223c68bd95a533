"""References to equations and statements in the words of a post, and the names of their targets.

An author's label is the name of its row. Rows without one are named by their number (``eq:3``), so that ``式(3)`` in
words becomes a link. A number in words is a reference only if the plan is certain which row it means; a statement is
meant if its kind and number occur once.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Literal, NamedTuple

from mathpost.document.document import Document, Reference, Statement
from mathpost.document.numbering import Equation, Numbering
from mathpost.document.references import is_link, visible_text
from mathpost.document.statements import KINDS
from mathpost.publish.statements import labels
from mathpost.text.source import Span

LABEL = re.compile(r"[^\\{}%#~^$&\x00-\x1f]+")
r"""What may be between the braces of a ``\label``."""

NUMBER = re.compile(r"\d[\d.]*[a-z]?'*")

_WORDS = "|".join(sorted((w if not w.isascii() else w.capitalize() for w in KINDS), key=len, reverse=True))
_MEANT = re.compile(rf"({_WORDS})[ \t~]?(\d{{1,3}}(?:\.\d{{1,3}})*)(?![\d.]*\d)")


class Pointer(NamedTuple):
    """`words` of the post at `span` that refer to `label`; `kind` is the kind of the target. `brackets`: the words are
    a number in ASCII brackets.
    """

    kind: Literal["equation", "statement"]
    span: Span
    label: str
    words: str
    brackets: bool


@dataclass(frozen=True, slots=True)
class Names:
    """The possible targets and the references. `rows` names the numbered rows by formula and row, `numbers` gives the
    number of a named row, `statements` names the referenced statements by index. `own` are the labels of the author.
    """

    rows: Mapping[tuple[int, int], str]
    numbers: Mapping[str, str]
    statements: Mapping[int, str]
    pointers: tuple[Pointer, ...]
    own: frozenset[str]
    chapter: str = ""
    """What comes before every number in a book: ``2.``."""

    def of_chapter(self, number: int) -> Names:
        """The same in the chapter with this number: (3) is (2.3) there."""
        chapter = f"{number}."
        numbers = {name: in_chapter(shown, chapter) for name, shown in self.numbers.items()}
        return replace(self, numbers=numbers, chapter=chapter)

    @property
    def pointed(self) -> frozenset[str]:
        return frozenset(pointer.label for pointer in self.pointers)


def in_chapter(number: str, chapter: str) -> str:
    """A number as a book shows it; tags of words and symbols stay as they are."""
    return chapter + number if chapter and NUMBER.fullmatch(number) else number


def names(document: Document, plan: Numbering) -> Names:
    """The names and pointers of `document`, whose own plan (without edits) is `plan`."""
    rows = _row_names(document, plan)
    own = frozenset(label.name for f in document.formulas for row in f.rows for label in row.labels)
    statements = dict(_statement_names(document))
    pointers = [*_commands(document), *_numbers_in_words(document, plan, rows)]
    pointers += _statements_in_words(document, statements)
    meant = {pointer.label for pointer in pointers}
    return Names(
        rows={(e.formula, e.row): name for e, name in rows.items()},
        numbers={name: e.old for e, name in rows.items()},
        statements={n: name for n, name in statements.items() if name in meant},
        pointers=tuple(_apart(sorted(pointers, key=lambda p: p.span))),
        own=own,
    )


def _apart(pointers: list[Pointer]) -> Iterator[Pointer]:
    """Pointers in order, none inside another."""
    end = 0
    for pointer in pointers:
        if pointer.span.start >= end:
            end = pointer.span.end
            yield pointer


# --- names ----------------------------------------------------------------------------------------------


def _row_names(document: Document, plan: Numbering) -> dict[Equation, str]:
    named: dict[Equation, str] = {}
    seen: set[tuple[int, int]] = set()
    taken: set[str] = {label.name for f in document.formulas for row in f.rows for label in row.labels}
    given: set[str] = set()
    for equation in plan.equations:
        place = (equation.formula, equation.row)
        if not equation.old or place in seen:
            continue
        seen.add(place)
        labels = document.formulas[equation.formula].rows[equation.row].labels
        own = next((la.name for la in labels if LABEL.fullmatch(la.name) and la.name not in given), "")
        name = own or _free(f"eq:{_plain(equation.old)}", taken)
        taken.add(name)
        given.add(name)
        named[equation] = name
    return named


def _plain(number: str) -> str:
    """A number or a tag's words as part of a name."""
    return re.sub(r"[^0-9A-Za-z.\u4e00-\u9fff]+", "-", number).strip("-") or "x"


def _free(name: str, taken: set[str]) -> str:
    others = (f"{name}-{k}" for k in count(2))
    return next(n for n in chain((name,), others) if n not in taken)


def _statement_names(document: Document) -> Iterator[tuple[int, str]]:
    """Statements that can be meant by their kind and number: those that are set as such, and have these alone."""
    keys = Counter(_key(s) for s in document.statements)
    for index in (label.statement for label in labels(document)):
        statement = document.statements[index]
        if statement.number and keys[_key(statement)] == 1:
            yield index, f"{statement.kind}:{statement.number}"


def _key(statement: Statement) -> tuple[str, str]:
    return statement.kind, statement.number


# --- pointers -------------------------------------------------------------------------------------------


def _commands(document: Document) -> Iterator[Pointer]:
    r"""``\eqref`` and roles in the prose; those inside formulas are part of these."""
    formulas = iter(document.formulas)
    formula = next(formulas, None)
    for reference in sorted(document.references, key=lambda r: r.span):
        while formula is not None and formula.span.end <= reference.span.start:
            formula = next(formulas, None)
        outside = formula is None or reference.span.end <= formula.span.start
        if outside and reference.form in ("command", "role"):
            bare = document.source.text.startswith(r"\ref", reference.span.start)
            yield Pointer("equation", _own_part(document, reference), reference.target, "", not bare)


def _own_part(document: Document, reference: Reference) -> Span:
    """The whole reference; of a list of labels ``\\cref{a, b}`` what belongs to one of them."""
    text, (start, end), target = document.source.text, reference.span, reference.target_span
    first = "," not in text[start : target.start]
    last = "," not in text[target.end : end]
    return Span(start if first else target.start, end if last else target.end)


def _numbers_in_words(document: Document, plan: Numbering, rows: Mapping[Equation, str]) -> Iterator[Pointer]:
    text = document.source.text
    names = {(e.formula, e.row): name for e, name in rows.items()}
    starts = [f.span.start for f in document.formulas]  # in order, none within another
    for resolution in plan.resolutions:
        reference = resolution.reference
        if resolution.status != "certain" or is_link(text, reference):
            continue
        meant = resolution.candidates[0]
        span = reference.target_span
        name = names.get((meant.formula, meant.row))
        last = bisect_left(starts, span.end) - 1  # that begins before the end of the number
        if name is None or (last >= 0 and document.formulas[last].span.end > span.start):
            continue
        brackets = text[span.start - 1 : span.start] == "(" and text[span.end : span.end + 1] == ")"
        whole = Span(span.start - 1, span.end + 1) if brackets else span
        yield Pointer("equation", whole, name, text[slice(*whole)], brackets)


def _statements_in_words(document: Document, names: Mapping[int, str]) -> Iterator[Pointer]:
    by_key = {_key(document.statements[n]): name for n, name in names.items()}
    own = [s.span for s in document.statements]
    visible = visible_text(
        document.source.text, [f.span for f in document.formulas], [*document.opaque, *own]
    )
    for found in _MEANT.finditer(visible):
        name = by_key.get((KINDS[found[1].lower()], found[2]))
        if name is not None:
            yield Pointer("statement", Span(*found.span(2)), name, found[2], False)
