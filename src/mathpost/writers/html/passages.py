"""A post cut into passages: what stands on a line, or on the lines that a display takes, with what is known of it.

A passage has its text with the formulas drawn, the numbers that a reader sees, the claims with their verdicts
and the findings. No markup of the post is believed: its HTML and links stay text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple, TypeVar

from mathpost.document.document import Formula, Heading
from mathpost.latex.tree import Group
from mathpost.maths.notation.step import Side, Step
from mathpost.text.diagnostics import Diagnostic
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict, name
from mathpost.writers.html.mathml import mathml
from mathpost.writers.json import note_text
from mathpost.writers.post import PostResult

T = TypeVar("T")
_WORST = ("refuted", "unchecked", "agrees", "proved")


class Claim(NamedTuple):
    """A claim as the page tells it: `relation` is drawn, the rest is text; empty where there is nothing to say."""

    verdict: str
    line: int
    relation: str
    method: str
    reason: str
    detail: str
    counterexample: str
    values: str
    suggestion: str


class Finding(NamedTuple):
    """A diagnostic beside its line."""

    severity: str
    code: str
    name: str
    message: str
    notes: tuple[str, ...]
    fix: str


class Passage(NamedTuple):
    """Lines `first` to `last`; `content` is safe HTML, `level` that of a heading or 0, `kind` text or code."""

    first: int
    last: int
    kind: str
    level: int
    content: str
    numbers: tuple[str, ...]
    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> str:
        """The worst verdict of its claims, empty where it claims nothing."""
        present = {claim.verdict for claim in self.claims}
        return next((verdict for verdict in _WORST if verdict in present), "")

    @property
    def severity(self) -> str:
        present = {finding.severity for finding in self.findings}
        return next((s for s in ("error", "warning", "info") if s in present), "")


def passages(result: PostResult) -> Iterator[Passage]:
    """The passages of a post, in order; blank lines are left out."""
    cutter = _Cutter(result)
    for first, last in _groups(result):
        passage = cutter.passage(first, last)
        if passage.content.strip() or passage.findings:
            yield passage


def _groups(result: PostResult) -> Iterator[tuple[int, int]]:
    """Ranges of lines; the lines of a formula are one range."""
    source = result.source
    ends: dict[int, int] = {}
    for formula in result.document.formulas:
        start = source.line_of(formula.span.start)
        end = source.line_of(max(formula.span.start, formula.span.end - 1))
        ends[start] = max(end, ends.get(start, 0))
    line = 1
    while line <= source.line_count:
        last = line
        at = line
        while at <= last:
            last = max(last, ends.get(at, 0))
            at += 1
        yield line, last
        line = last + 1


class _Cutter:
    """Finds what belongs to a range of lines; everything is looked up by place, nothing is searched twice."""

    def __init__(self, result: PostResult) -> None:
        self.result = result
        self.source = result.source
        self.formulas = _by_line(self.source, result.document.formulas, lambda f: f.span.start)
        self.headings = {self.source.line_of(h.span.start): h for h in result.document.headings}
        self.findings = _by_line(self.source, result.diagnostics, lambda d: d.span.start)
        self.judged = _by_line(self.source, list(result.judged), lambda pair: pair[0].span.start)
        self.opaque = [span.start for span in result.document.opaque]
        self.labels = {
            label.name: number
            for number, formula in _numbered(result)
            for row in formula.rows
            for label in row.labels
        }

    def passage(self, first: int, last: int) -> Passage:
        lines = range(first, last + 1)
        formulas = [f for line in lines for f in self.formulas.get(line, ())]
        heading = self.headings.get(first)
        span = Span(self.source.line_span(first).start, self.source.line_span(last).end)
        code = self.hidden(span.start) and not formulas
        return Passage(
            first,
            last,
            "code" if code else "text",
            heading.level if heading else 0,
            escape(self.source.slice(span)) if code else self.content(span, formulas, heading),
            tuple(n for f in formulas for n in self.result.numbering.shown[f.index]),
            tuple(self.claim(*pair) for line in lines for pair in self.judged.get(line, ())),
            tuple(self.finding(d) for line in lines for d in self.findings.get(line, ())),
        )

    def hidden(self, offset: int) -> bool:
        """Whether code, a comment or front matter stands at `offset`."""
        at = bisect_right(self.opaque, offset) - 1
        return at >= 0 and offset < self.result.document.opaque[at].end

    def content(self, span: Span, formulas: Sequence[Formula], heading: Heading | None) -> str:
        """The text of a passage with its formulas drawn."""
        if heading is not None and not formulas:
            return escape(heading.title)
        pieces, at = [], span.start
        for formula in formulas:
            pieces.append(escape(self.source.text[at : formula.span.start]))
            pieces.append(self.formula(formula))
            at = formula.span.end
        pieces.append(escape(self.source.text[at : span.end]))
        return _with_bold(pieces)

    def formula(self, formula: Formula) -> str:
        latex = " ".join(self.source.slice(formula.body).split())
        label = latex[latex.find("{") + 1 : -1]
        if latex.startswith(("\\eqref{", "\\ref{")) and label in self.labels:
            number = self.labels[label]
            return f'<a href="#eq-{escape(number)}">({escape(number)})</a>'
        return mathml(
            self.source,
            formula.tree,
            display=formula.kind == "display",
            latex=latex,
            definitions=self.result.document.definitions,
            labels=self.labels,
        )

    def claim(self, step: Step, verdict: Verdict) -> Claim:
        fields = {
            "method": "",
            "reason": "",
            "detail": "",
            "counterexample": "",
            "values": "",
            "suggestion": "",
        }
        match verdict:
            case Proved(method, detail):
                fields |= {"method": method, "detail": detail or ""}
            case Agrees(models, method, detail):
                fields |= {"method": method, "detail": detail or f"{models}"}
            case Refuted(counterexample, left, right, method, suggestion):
                fields |= {"method": method, "counterexample": counterexample, "values": f"{left} ≠ {right}"}
                fields["suggestion"] = suggestion or ""
            case Unchecked(reason, culprit):
                fields |= {"reason": reason, "detail": culprit}
        return Claim(name(verdict), self.source.line_of(step.span.start), self.relation(step), **fields)

    def relation(self, step: Step) -> str:
        """Both sides with their relation, drawn."""
        drawn = [self.side(step.left), escape(_SIGNS.get(step.sign, step.sign)), self.side(step.right)]
        return " ".join(drawn)

    def side(self, side: Side) -> str:
        tree = Group(side.nodes, side.span, False)
        definitions = self.result.document.definitions
        return mathml(self.source, tree, display=False, latex=side.text, definitions=definitions)

    def finding(self, found: Diagnostic) -> Finding:
        notes = tuple(note_text(self.source, note) for note in found.notes)
        return Finding(
            str(found.severity),
            found.code,
            found.name,
            found.message,
            notes,
            found.fix.title if found.fix else "",
        )


_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "~": "∼", "~=": "≈", "prop": "∝"}


def _numbered(result: PostResult) -> Iterator[tuple[str, Formula]]:
    for formula, numbers in zip(result.document.formulas, result.numbering.shown, strict=True):
        if numbers:
            yield numbers[0], formula


def _by_line(source: Source, things: Iterable[T], place: Callable[[T], int]) -> dict[int, list[T]]:
    found: dict[int, list[T]] = {}
    for thing in things:
        found.setdefault(source.line_of(place(thing)), []).append(thing)
    return found


def _with_bold(pieces: Sequence[str]) -> str:
    """Pieces side by side, text and formulas in turn, with ``**…**`` in bold where the marks are in pairs."""
    if sum(piece.count("**") for piece in pieces[::2]) % 2:
        return "".join(pieces)
    opened = False
    shown = []
    for n, piece in enumerate(pieces):
        while n % 2 == 0 and "**" in piece:
            piece = piece.replace("**", "</strong>" if opened else "<strong>", 1)
            opened = not opened
        shown.append(piece)
    return "".join(shown)
