"""The meaning of a number in words: the equation of the nearest part that shows it, or undecided.

A number means an equation of its own section first, then of the part, then of the whole post. It is undecided, and does
not change, if there are several candidates, words for another document, or a caption with the same number.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

from mathpost.document.captions import Caption, captions
from mathpost.document.clauses import Items
from mathpost.document.consistency import is_whole
from mathpost.document.document import Document, Reference
from mathpost.document.equations import Equation, divided, is_generated, letter
from mathpost.document.index import Index
from mathpost.document.mentions import is_doubtful, is_foreign, is_ours, mention
from mathpost.document.parts import Parts
from mathpost.document.references import visible_text, with_bare_numbers

Status = Literal[
    "certain", "elsewhere", "ambiguous", "nothing", "caption", "foreign", "broken range", "half a sentence"
]
_MOST_DIGITS = 3  # longer numbers are not read as references
_RANGE = re.compile(r"[ \t)）]*(?:-{1,3}|\\sim|[–—~～到至]|to|through)[ \t(（]*(?:式|公式|方程)?[ \t(（]*")


_LONGEST_SENTENCE = 300
_SENTENCE_ENDS = re.compile(r"[。！？!?\n]|\.[ \t]")
_PUTS = re.compile(r"[代带移加][入回到进]?[^。；;，,\n]{0,12}$")
_SHORT_CLAUSE = 12


class Reading(NamedTuple):
    """A number in words and the rows (by index) that it may mean."""

    reference: Reference
    status: Status
    rows: tuple[int, ...]


class Resolution(NamedTuple):
    """The meaning of a number in words: the equations it may mean, and its new text (the old one unless `certain` or
    `elsewhere`).

    `post` is the name of another post whose equation it means.
    """

    reference: Reference
    status: Status
    candidates: tuple[Equation, ...]
    new: str
    post: str = ""


class Readings(NamedTuple):
    """All numbers in words of a post, and the captions that give numbers to displays."""

    readings: tuple[Reading, ...]
    captions: tuple[Caption, ...]

    def meant(self, rows: Sequence[Equation]) -> frozenset[Equation]:
        """The rows that words certainly mean."""
        certain = (reading.rows for reading in self.readings if reading.status == "certain")
        return frozenset(rows[index] for indices in certain for index in indices)


def readings(
    document: Document,
    parts: Parts,
    rows: Sequence[Equation],
    left_alone: frozenset[int],
    *,
    again: Collection[int] = (),
    ours: bool = False,
) -> Readings:
    """The rows that each number in words of `document` may mean; `rows` show what a reader sees now.

    `again` are the rows that repeat an earlier one, so that the earlier one is meant. `ours`: an earlier run gave every
    number a tag, so words mean tags, and a row without a tag is new.
    """
    text = document.source.text
    visible = visible_text(text, [f.span for f in document.formulas], document.opaque)
    reader = _Reader(
        document, parts, rows, left_alone, tuple(captions(text, visible, document.formulas)), again
    )
    if ours:
        reader.forget_automatic()
    return reader.read_all([r for r in document.references if r.form == "words"])


def readings_of(
    document: Document, parts: Parts, rows: Sequence[Equation], references: Sequence[Reference]
) -> Readings:
    """The rows that `references` may mean among `rows`, which are not equations but count like them."""
    return _Reader(document, parts, rows, frozenset(), ()).read_all(references)


_PROBLEMS = ("问题", "problem")


class _Reader:
    """Finds the candidates of one number after another."""

    def __init__(
        self,
        document: Document,
        parts: Parts,
        rows: Sequence[Equation],
        left_alone: frozenset[int],
        captions: tuple[Caption, ...],
        again: Collection[int] = (),
    ) -> None:
        self._document, self._text, self._parts = document, document.source.text, parts
        self._rows, self._left_alone = rows, left_alone
        self._by_number = _by_number(rows, again)
        self._numbered = frozenset(row.formula for row in rows if row.old)
        self._labels = {c.span.start: c for c in captions if c.bold}
        self.captions = tuple(c for c in captions if not self._shown(c))

    def forget_automatic(self) -> None:
        """Exclude equations without a tag from the meanings of numbers, from now on."""
        tagged = ((n, [k for k in rows if self._rows[k].tag]) for n, rows in self._by_number.items())
        self._by_number = {number: rows for number, rows in tagged if rows}

    @cached_property
    def _items(self) -> Items:
        return _items(self._document)

    def read_all(self, references: Sequence[Reference]) -> Readings:
        """Read all references, except those in what the program writes itself."""
        own = [r for r in references if not is_generated(self._document, r.span.start)]
        return Readings(tuple(self._of_one_owner(list(map(self.read, own)))), self.captions)

    def _of_one_owner(self, found: Sequence[Reading]) -> Iterator[Reading]:
        """`found`, with a number undecided if the same number is of another text earlier in the sentence:
        得到论文的公式(12)，忽略公式(12)的系数.
        """
        foreign: dict[str, int] = {}
        for reading in found:
            number, (start, end) = reading.reference.target, reading.reference.target_span
            if reading.status == "foreign":
                foreign[number] = end
            elif reading.status == "certain" and number in foreign:
                near = start - foreign[number] < _LONGEST_SENTENCE
                between = self._text[foreign[number] : start] if near else ""
                if near and not _SENTENCE_ENDS.search(between) and not is_ours(between):
                    yield reading._replace(status="ambiguous")
                    continue
            yield reading

    def _shown(self, caption: Caption) -> bool:
        """Whether a label in bold names the number of an equation, and not a display under it that shows no number."""
        unnumbered = caption.below is not None and caption.below not in self._numbered
        return caption.bold and caption.number in self._by_number and not unnumbered

    def read(self, reference: Reference) -> Reading:
        label = self._labels.get(reference.target_span.start)
        if label is None:
            return self._read(reference)
        if not self._shown(label):
            return Reading(reference, "caption", ())
        own = [k for k in self._by_number[label.number] if self._rows[k].formula == label.below]
        return Reading(reference, "certain", tuple(own)) if self._is_one(own) else self._read(reference)

    def _read(self, reference: Reference) -> Reading:
        number = reference.target
        candidates = self._by_number.get(number, [])
        captioned = [c for c in self.captions if c.number == number]
        if is_foreign(self._text, reference, self._document.source.path):
            doubtful = candidates and is_doubtful(self._text, reference)
            return Reading(reference, "ambiguous" if doubtful else "foreign", tuple(candidates))
        if not candidates:
            return Reading(reference, "caption" if captioned else "nothing", ())
        if _means_item(self._items, reference, number, [self._rows[k] for k in candidates]):
            return Reading(reference, "caption", ())
        if reference.weak and self._items.inside(number, reference.target_span.start):
            return Reading(reference, "ambiguous", tuple(candidates))
        if reference.loose and is_whole(number) and self._all_later(reference, candidates):
            return Reading(reference, "ambiguous", tuple(candidates))
        if len(candidates) + len(captioned) > 1:
            at, before = reference.target_span.start, candidates
            candidates, captioned = self._nearest(at, candidates, captioned)
            if self._looks_ahead(at, candidates) and not self._looks_ahead(at, before):
                return Reading(reference, "ambiguous", tuple(before))
        if candidates and not captioned and self._is_one(candidates):
            return Reading(reference, "certain", tuple(candidates))
        return Reading(reference, "ambiguous" if candidates else "caption", tuple(candidates))

    def _all_later(self, reference: Reference, candidates: list[int]) -> bool:
        """Whether the number is that of a problem, and all equations with it come later, under other headings.

        Then "problem (1)" may be an item of an earlier list.
        """
        at = reference.target_span.start
        if not self._text[reference.span.start : at].lower().startswith(_PROBLEMS):
            return False
        starts = [self._rows[k].span.start for k in candidates]
        return min(starts) > at and not any(self._items.together(start, at) for start in starts)

    def _nearest(
        self, at: int, candidates: list[int], captioned: list[Caption]
    ) -> tuple[list[int], list[Caption]]:
        """The candidates in the innermost section that has any; those with a tag before those without."""
        if self._tags_lead(at):
            candidates = [k for k in candidates if self._rows[k].tag] or candidates
        for scope in self._parts.scopes(at, len(self._text)):
            near = [k for k in candidates if scope.contains(self._rows[k].span)]
            near_captions = [c for c in captioned if scope.contains(c.span)]
            if near or near_captions:
                return [k for k in near if self._rows[k].tag] or near, near_captions
        return candidates, captioned

    def _looks_ahead(self, at: int, candidates: Sequence[int]) -> bool:
        """Whether all candidates come after the number that may mean them."""
        return bool(candidates) and all(self._rows[k].span.start > at for k in candidates)

    def _tags_lead(self, at: int) -> bool:
        """Whether a tag comes before the first number without one, in the part that contains `at`.

        Then the author numbers by hand there, and a row without a tag was added later.
        """
        part = self._parts.span(at, len(self._text))
        first = next((r for r in self._rows if r.old and part.contains(r.span)), None)
        return first is not None and first.tag is not None

    def _is_one(self, candidates: Sequence[int]) -> bool:
        """Whether the candidates are one equation, or the parts (5a), (5b) … of one."""
        rows = [self._rows[k] for k in candidates]
        if not rows or any(row.formula in self._left_alone for row in rows):
            return False
        return len(rows) == 1 or [divided(r.old)[1] for r in rows] == [letter(k) for k in range(len(rows))]


def _by_number(rows: Sequence[Equation], again: Collection[int]) -> Mapping[str, list[int]]:
    """The indices of the rows that show a number; (5) means all parts (5a), (5b) … if no row is (5)."""
    found: dict[str, list[int]] = defaultdict(list)
    parts: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        if index in again:
            continue
        if row.old:
            found[row.old].append(index)
        number, suffix = divided(row.old)
        if suffix.isalpha():
            parts[number].append(index)
    return {**parts, **found}


def resolved(
    document: Document, found: Readings, rows: Sequence[Equation], index: Index
) -> tuple[Resolution, ...]:
    """The resolution of each number; `rows` have their new numbers, `index` holds the other posts."""
    text = document.source.text
    items = _items(document) if any(reading.reference.weak for reading in found.readings) else Items("")
    single = [_elsewhere(document, _resolution(reading, rows, items), index) for reading in found.readings]
    return tuple(_whole_ranges(text, single, rows))


def _elsewhere(document: Document, found: Resolution, index: Index) -> Resolution:
    """The number of another post's equation, if a link or a title names the post."""
    text, here = document.source.text, document.source.path
    named = mention(text, found.reference, here) if found.status == "foreign" and index.cards else None
    if named is None:
        return found
    card = index.leads_to(named.address) if named.address else index.titled(named.title)
    if card is None:
        return found
    new = card.numbers.get(found.reference.target)
    if new is None or len(new) > len(found.reference.target) + _MOST_DIGITS:
        return found._replace(post=card.name)
    return found._replace(status="elsewhere", candidates=(), new=new, post=card.name)


def _items(document: Document) -> Items:
    """The items of a post; a reference that is one only because of its place in the clause may not get a number of
    theirs.
    """
    visible = visible_text(document.source.text, [f.span for f in document.formulas], document.opaque)
    read = {r.target_span.start for r in document.references if r.form == "words" and not r.loose}
    return Items(with_bare_numbers(document.source.text, visible, document.formulas), read)


def _means_item(items: Items, reference: Reference, number: str, rows: Sequence[Equation]) -> bool:
    """Whether a `number` without a word for an equation before it means a line (2) … of a list.

    The list is under the same heading and none of the `rows` is; or it is above, and all `rows` come later under other
    headings.
    """
    at = reference.target_span.start
    if not reference.weak or any(items.together(row.span.start, at) for row in rows):
        return False
    later = all(row.span.start > at for row in rows)
    return items.lists(number, at) or (later and items.before(number, at))


def _resolution(reading: Reading, rows: Sequence[Equation], items: Items) -> Resolution:
    reference, status, indices = reading
    candidates = tuple(rows[k] for k in indices)
    number = reference.target
    if status != "certain":
        return Resolution(reference, status, candidates, number)
    new = candidates[0].new if candidates[0].old == number else divided(candidates[0].new)[0]
    if not new or new == number:
        return Resolution(reference, status, candidates, number)
    taken = reference.loose and items.has(new, reference.span.start)
    if (
        len(divided(new)[0].partition(".")[0]) > _MOST_DIGITS
        or taken
        or _means_item(items, reference, new, candidates)
        or (reference.weak and items.inside(new, reference.target_span.start))
    ):
        return Resolution(reference, "ambiguous", candidates, number)
    return Resolution(reference, status, candidates, new)


def _whole_ranges(text: str, single: Sequence[Resolution], rows: Sequence[Equation]) -> Iterator[Resolution]:
    """Ranges change only if everything between their ends changes with them; lists change member by member."""
    broken: set[int] = set()
    for index, (first, last) in enumerate(pairwise(single)):
        between = text[first.reference.target_span.end : last.reference.target_span.start]
        together = first.reference.span == last.reference.span and _RANGE.fullmatch(between) is not None
        is_range = together and not ("到" in between and _moves_something(text, first.reference))
        if is_range and not (_keeps_length(first, last) or _covers_the_same(first, last, rows)):
            broken |= {index, index + 1}
    for index, resolution in enumerate(single):
        if index in broken and resolution.status in ("certain", "elsewhere"):
            yield resolution._replace(status="broken range", new=resolution.reference.target)
        else:
            yield resolution


def _moves_something(text: str, reference: Reference) -> bool:
    """Whether the sentence says 代入(5)到(2), in which 到 names a place and not an end."""
    start, at = reference.span.start, reference.target_span.start
    return _PUTS.search(text, max(0, start - _SHORT_CLAUSE), at) is not None


def _covers_the_same(first: Resolution, last: Resolution, rows: Sequence[Equation]) -> bool:
    """Whether a range with certain ends contains the same equations after the renumbering, even if its numbers had
    gaps.
    """
    ends = (first.reference.target, last.reference.target, first.new, last.new)
    if {first.status, last.status} != {"certain"} or not all(map(is_whole, ends)):
        return False
    before, after = range(int(ends[0]), int(ends[1]) + 1), range(int(ends[2]), int(ends[3]) + 1)
    held = [row for row in rows if is_whole(row.old) and int(row.old) in before]
    return len(held) > 1 and held == [row for row in rows if is_whole(row.new) and int(row.new) in after]


def _keeps_length(first: Resolution, last: Resolution) -> bool:
    """Whether a range with both ends certain covers as many numbers after the renumbering as before."""
    numbers = (first.reference.target, last.reference.target, first.new, last.new)
    if {first.status, last.status} not in ({"certain"}, {"elsewhere"}):
        return numbers[0] == numbers[2] and numbers[1] == numbers[3]
    (head, first_), (head_, last_), (new_head, new_first), (new_head_, new_last) = map(_counted, numbers)
    if head != head_ or new_head != new_head_ or None in (first_, last_, new_first, new_last):
        return numbers[:2] == numbers[2:]
    return (last_ or 0) - (first_ or 0) == (new_last or 0) - (new_first or 0)


def _counted(number: str) -> tuple[str, int | None]:
    """A number as its chapter or section and the count in it: 2.4.10 is the tenth of 2.4."""
    head, _, last = number.rpartition(".")
    return head, int(last) if last.isascii() and last.isdecimal() else None
