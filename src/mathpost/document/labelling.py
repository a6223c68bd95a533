r"""Labels made on demand, `enhance run --labels`: every numbered equation gets a label with a meaningful name.

``\label{eq:evidence-lower-bound}`` is named after its section, ``\label{eq:theorem-kl}`` after its statement; the
second one of a section ends with ``-2``. A label without meaning (``1``, ``eq:7``) is renamed, a label without a prefix
gets one, and every reference follows.

If the builder numbers displays with a label, every display without one gets it in the syntax of the flavour, ``$$ … $$
{#eq-evidence-lower-bound}``; existing labels stay.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

from mathpost.document.document import Document, Formula, Heading, Statement
from mathpost.document.equations import Equation
from mathpost.document.flavour import NewLabel
from mathpost.document.numbering import Numbering
from mathpost.document.pages import is_built
from mathpost.document.tagging import insertion
from mathpost.text.edits import Edit
from mathpost.text.source import Span

PREFIX = "eq:"
_ORDINAL = re.compile(
    r"^(?:第?[\d一二三四五六七八九十]+(?:\.\d+)*[章节部分]*[.、：:]?\s+|[\d一二三四五六七八九十]+(?:\.\d+)*[.、：:]\s*|\d+(?:\.\d+)+\s*)"
)
_MATHEMATICS = re.compile(r"\$[^$]*\$|\\[A-Za-z]+")
_APART = re.compile(r"[^\w\u3400-\u9fff]+")
_SAYS_NOTHING = re.compile(r"(?:eq(?:n|uation)?[:\-_.]?)?\d+[a-z]?")
_PREFIXED = re.compile(r"[A-Za-z]{1,6}:")
_BARE_DIRECTIVE = re.compile(r"(?P<marks>[ \t>]*)[`:]{3,}\{math\}[ \t]*\n")
_LINE_ENDS = re.compile(r"[ \t]*(?:\n|\Z)")
_LONGEST = 32


def edits(document: Document, numbering: Numbering) -> tuple[Edit, ...]:
    """The edits that give `document` its labels; they change no number that it shows."""
    labeller = _Labeller(document, numbering)
    return tuple(labeller.own(document.flavour.new_label) if is_built(document) else labeller.edits())


class _Labeller:
    """Makes names, each of them unique."""

    def __init__(self, document: Document, numbering: Numbering) -> None:
        self._document, self._numbering = document, numbering
        self._taken = {label.name for f in document.formulas for row in f.rows for label in row.labels}
        self._headings = [h for h in document.headings if h.level > 1] or list(document.headings)
        self._starts = [h.span.start for h in self._headings]

    def edits(self) -> Iterator[Edit]:
        renamed: dict[str, str] = {}
        labelled: set[tuple[int, int]] = set()
        for equation in self._numbering.equations:
            place = (equation.formula, equation.row)
            formula = self._document.formulas[equation.formula]
            if not equation.new or place in labelled or equation.formula in self._numbering.left_alone:
                continue
            labelled.add(place)
            labels = formula.rows[equation.row].labels
            if not labels:
                command = rf"\label{{{self._name(equation.span)}}}"
                yield insertion(self._document.source, formula, equation.row, command)
            for label in labels:
                if formula.span.contains(label.span) and self._is_poor(label.name):
                    renamed[label.name] = self._better(label.name, equation)
                    yield Edit(label.name_span, renamed[label.name])
        yield from self._references(renamed)

    def own(self, form: NewLabel | None) -> Iterator[Edit]:
        """Labels in the syntax of the flavour."""
        for formula in self._document.formulas if form else ():
            labelled = any(row.labels or row.tags for row in formula.rows)
            if form and formula.kind == "display" and not labelled and not formula.faults:
                yield from self._own(formula, form)

    def _own(self, formula: Formula, form: NewLabel) -> Iterator[Edit]:
        """The label of one display; empty if its flavour has no syntax for it."""
        source = self._document.source
        text, (start, end) = source.text, formula.span
        line, next_line = text.rfind("\n", 0, start) + 1, text.find("\n", start) + 1
        directive = _BARE_DIRECTIVE.fullmatch(text, line, next_line)
        alone = not text[line:start].strip(" \t>") and _LINE_ENDS.match(text, end)
        if formula.opener == "math" and form.option and directive:
            option = form.option.format(self._name(formula.span, form.prefix))
            yield Edit(Span(next_line, next_line), f"{directive['marks']}{option}\n")
        elif formula.opener == "equation" and form.inside and len(formula.rows) == 1:
            yield insertion(source, formula, 0, form.inside.format(self._name(formula.span, form.prefix)))
        elif formula.opener == "$$" and form.behind and alone and (start == line or "\n" not in form.behind):
            yield Edit(Span(end, end), form.behind.format(self._name(formula.span, form.prefix)))

    def _references(self, renamed: Mapping[str, str]) -> Iterator[Edit]:
        for reference in self._document.references:
            if reference.form != "words" and reference.target in renamed:
                yield Edit(reference.target_span, renamed[reference.target])

    def _is_poor(self, name: str) -> bool:
        """Whether a label has no meaning or no prefix; a label that occurs twice is left to its author."""
        places = [x for f in self._document.formulas for row in f.rows for x in row.labels if x.name == name]
        return len(places) == 1 and bool(_SAYS_NOTHING.fullmatch(name) or not _PREFIXED.match(name))

    def _better(self, name: str, equation: Equation) -> str:
        return self._name(equation.span) if _SAYS_NOTHING.fullmatch(name) else self._free(PREFIX + name)

    def _name(self, place: Span, prefix: str = PREFIX) -> str:
        """An unused name from the statement and the section of an equation."""
        heading, statement = self._around(place)
        role = statement.kind if statement else ""
        topic = _slug(statement.title) if statement else ""
        words = [role, topic or (_slug(heading.title) if heading else "")]
        return self._free(prefix + ("-".join(filter(None, words)) or "equation"))

    def _around(self, span: Span) -> tuple[Heading | None, Statement | None]:
        index = bisect_right(self._starts, span.start)
        heading = self._headings[index - 1] if index else None
        since = heading.span.start if heading else 0
        inside = [s for s in self._document.statements if since <= s.span.start < span.start]
        return heading, inside[-1] if inside else None

    def _free(self, name: str) -> str:
        count, tried = 1, name
        while tried in self._taken:
            count += 1
            tried = f"{name}-{count}"
        self._taken.add(tried)
        return tried


def _slug(title: str) -> str:
    """The words of a title, with hyphens between them; its number and its formulas are left out."""
    bare = _MATHEMATICS.sub(" ", _ORDINAL.sub("", title.strip())).replace("_", " ").lower()
    words = [word for word in _APART.split(bare) if word]
    while len("-".join(words)) > _LONGEST and len(words) > 1:
        words.pop()
    return "-".join(words)[:_LONGEST]
