"""A post cut into passages: a line, or the lines of a display, with its results.

A passage has its text with the formulas drawn, the numbers that a reader sees, the claims with their verdicts and the
findings. Markup of the post is not trusted: its HTML runs nothing, its links lead to the web or stay text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple, TypeVar

from mathpost.document.document import Formula, Heading, Reference
from mathpost.document.reader import read
from mathpost.latex.parser import parse
from mathpost.latex.speech.vocabulary import Language
from mathpost.latex.tree import Group
from mathpost.maths.notation.step import Side, Step
from mathpost.text.diagnostics import Diagnostic
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict, name
from mathpost.writers.faults import sentence
from mathpost.writers.grounds import grounds
from mathpost.writers.html import markdown
from mathpost.writers.html.mathml import mathml
from mathpost.writers.json import note_text
from mathpost.writers.post import PostResult

T = TypeVar("T")
_PHONE = 25  # characters of LaTeX that fit on the line of a phone, which cannot break a formula
_WORST = ("refuted", "unchecked", "agrees", "proved")


class Claim(NamedTuple):
    """A claim as the page shows it: `relation`, `counterexample` and `suggestion` are drawn, the rest is text; empty
    fields are left out.
    """

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
    """Lines `first` to `last`; `content` is safe HTML, `level` that of a heading or 0, `kind` its classes: text or code, quote, item, rule."""

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
        """The worst verdict of its claims; empty if it has no claim."""
        present = {claim.verdict for claim in self.claims}
        return next((verdict for verdict in _WORST if verdict in present), "")

    @property
    def severity(self) -> str:
        present = {finding.severity for finding in self.findings}
        return next((s for s in ("error", "warning", "info") if s in present), "")


def passages(result: PostResult, language: str = "en") -> Iterator[Passage]:
    """The passages of a post, in order, without blank lines and without what the program added."""
    cutter = _Cutter(result, language)
    for first, last in _groups(result):
        passage = cutter.passage(first, last)
        if passage.content.strip() or passage.findings:
            yield passage


def titled(text: str, language: Language) -> str:
    """A title as HTML, with its formulas drawn."""
    text = _public(text)
    document = read(Source("", text))
    drawn: list[str] = []
    shown, at = "", 0
    for formula in document.formulas if "$" in text or "\\(" in text else ():
        latex = document.source.slice(formula.body)
        drawn.append(mathml(document.source, formula.tree, display=False, latex=latex, language=language))
        shown += text[at : formula.span.start] + chr(markdown.FORMULA + len(drawn) - 1)
        at = formula.span.end
    return markdown.inline(shown + text[at:], drawn) if drawn else escape(text)


def _groups(result: PostResult) -> Iterator[tuple[int, int]]:
    """Ranges of lines; the lines of a formula, of a block of code or of a table are one range."""
    source, document = result.source, result.document
    ends: dict[int, int] = {}
    tables = [Span(*span) for span in _tables(result)]
    for span in (*(f.span for f in document.formulas), *(c.span for c in document.code), *tables):
        start = source.line_of(span.start)
        end = source.line_of(max(span.start, span.end - 1))
        ends[start] = max(end, ends.get(start, 0))
    added = {
        line
        for span in document.generated
        for line in range(source.line_of(span.start), source.line_of(max(span.start, span.end - 1)) + 1)
    }
    line = 1
    while line <= source.line_count:
        last = line
        at = line
        while at <= last:
            last = max(last, ends.get(at, 0))
            at += 1
        if line not in added:
            yield line, last
        line = last + 1


def _tables(result: PostResult) -> Iterator[Span]:
    """The tables with bars, each from its head to its last row."""
    source = result.source
    lines = [source.slice(source.line_span(n)) for n in range(1, source.line_count + 1)]
    at = 1
    while at < len(lines):
        if markdown.is_rule(lines[at]) and "|" in lines[at - 1]:
            end = at
            while end + 1 < len(lines) and "|" in lines[end + 1]:
                end += 1
            yield Span(source.line_span(at).start, source.line_span(end + 1).end)
            at = end
        at += 1


class _Cutter:
    """Finds the content of a range of lines, by place."""

    def __init__(self, result: PostResult, language: str) -> None:
        self.result = result
        self.language = language
        self.heard: Language = "zh" if language == "zh" else "en"
        self.source = result.source
        document = result.document
        self.formulas = _by_line(self.source, document.formulas, lambda f: f.span.start)
        self.headings = {self.source.line_of(h.span.start): h for h in document.headings}
        self.findings = _by_line(self.source, result.diagnostics, lambda d: d.span.start)
        self.judged = _by_line(self.source, list(result.judged), lambda pair: pair[0].span.start)
        self.opaque = document.opaque
        self.starts = [span.start for span in document.opaque]
        self.code = {self.source.line_of(c.span.start): c for c in document.code}
        self.tables = {self.source.line_of(span.start) for span in _tables(result)}
        self.references = _by_line(
            self.source, [r for r in document.references if r.form != "words"], lambda r: r.span.start
        )
        self.labels = {**result.numbering.by_label(document), **_printed(result)}

    def passage(self, first: int, last: int) -> Passage:
        lines = range(first, last + 1)
        formulas = [f for line in lines for f in self.formulas.get(line, ())]
        heading = self.headings.get(first)
        span = Span(self.source.line_span(first).start, self.source.line_span(last).end)
        kind, content = self.set(first, span, formulas, heading)
        return Passage(
            first,
            last,
            kind,
            heading.level if heading else 0,
            content,
            tuple(n for f in formulas for n in self.result.numbering.shown[f.index]),
            tuple(self.claim(*pair) for line in lines for pair in self.judged.get(line, ())),
            tuple(self.finding(d) for line in lines for d in self.findings.get(line, ())),
        )

    def set(
        self, first: int, span: Span, formulas: Sequence[Formula], heading: Heading | None
    ) -> tuple[str, str]:
        """The kind of a passage and its HTML."""
        if first in self.code:
            return "code", escape(_unfenced(self.source.slice(span)))
        if self.hidden(span.start) and not formulas and not self.is_markup(span.start):
            return "code", escape(self.source.slice(span))
        words, pieces = self.words(span, formulas)
        if first in self.tables:
            return "text", markdown.table(words.splitlines(), pieces)
        if heading is not None:
            return "text", markdown.inline(words.strip().lstrip("#").rstrip("#").strip(), pieces)
        kind, words = _opened(words)
        return kind, markdown.inline(words, pieces)

    def hidden(self, offset: int) -> bool:
        """Whether code, a comment or front matter is at `offset`."""
        at = bisect_right(self.starts, offset) - 1
        return at >= 0 and offset < self.opaque[at].end

    def is_markup(self, offset: int) -> bool:
        return self.source.text.startswith("<", offset)

    def words(self, span: Span, formulas: Sequence[Formula]) -> tuple[str, list[str]]:
        """The text of a passage with a character for each formula and reference, and these as HTML."""
        drawn = [(f.span, self.formula(f)) for f in formulas]
        line = self.source.line_of(span.start)
        for number in range(line, self.source.line_of(max(span.start, span.end - 1)) + 1):
            drawn += [(r.span, self.reference(r)) for r in self.references.get(number, ())]
        drawn += [(tag, "") for tag in self.opaque if self.is_dropped(tag) and span.contains(tag)]
        text, at = "", span.start
        pieces: list[str] = []
        for place, html in sorted(drawn, key=lambda piece: piece[0].start):
            if place.start < at:
                continue
            text += _public(self.source.text[at : place.start]) + chr(markdown.FORMULA + len(pieces))
            pieces.append(html)
            at = place.end
        return text + _public(self.source.text[at : span.end]), pieces

    def is_dropped(self, span: Span) -> bool:
        """Whether `tag` is a comment or an HTML tag without a script; code in a line is shown as code."""
        text = self.source.slice(span).lower()
        return text.startswith("<") and not text.startswith(_RUNNING)

    def reference(self, reference: Reference) -> str:
        return self.link(reference.target, self.source.slice(reference.span).lstrip("\\").startswith("ref"))

    def link(self, label: str, plain: bool) -> str:
        """A reference to an equation, with its number where the post has it."""
        number = self.labels.get(label, label)
        words = escape(number if plain else f"({number})")
        return f'<a href="#eq-{escape(number)}">{words}</a>' if label in self.labels else words

    def formula(self, formula: Formula) -> str:
        latex = " ".join(self.source.slice(formula.body).split())
        if latex.startswith(("\\eqref{", "\\ref{")) and latex.find("}") == len(latex) - 1:
            return self.link(latex[latex.find("{") + 1 : -1], latex.startswith("\\ref{"))
        drawn = mathml(
            self.source,
            formula.tree,
            display=formula.kind == "display",
            latex=latex,
            definitions=self.result.document.definitions,
            labels=self.labels,
            language=self.heard,
        )
        long = formula.kind == "inline" and sum(c not in "{}\\ ^_" for c in latex) > _PHONE
        return f'<span class="long">{drawn}</span>' if long else drawn

    def drawn(self, latex: str) -> str:
        """LaTeX that the program made, drawn; unchanged if it cannot be read."""
        parsed = parse(latex, [Span(0, len(latex))], definitions=self.result.document.definitions)
        if parsed.faults:
            return f"<code>{escape(latex)}</code>"
        source = Source("", latex)
        return mathml(source, parsed.tree, display=False, latex=latex, language=self.heard)

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
                values = f"{left} ≠ {right}"
                fields |= {
                    "method": method,
                    "counterexample": self.drawn(counterexample.replace(", ", r",\; ")),
                }
                fields["values"] = (
                    values.replace(" in place ", " 在位置 ") if self.language == "zh" else values
                )
                fields["suggestion"] = self.drawn(suggestion) if suggestion else ""
            case Unchecked(reason, culprit):
                fields |= {"reason": reason, "detail": culprit}
        fields["reason" if fields["reason"] else "method"] = grounds([verdict], self.language)
        if self.language == "zh" and _is_english(fields["detail"]):
            fields["detail"] = ""
        return Claim(name(verdict), self.source.line_of(step.span.start), self.relation(step), **fields)

    def relation(self, step: Step) -> str:
        """Both sides with their relation, drawn."""
        drawn = [self.side(step.left), escape(_SIGNS.get(step.sign, step.sign)), self.side(step.right)]
        return " ".join(drawn)

    def side(self, side: Side) -> str:
        tree = Group(side.nodes, side.span, False)
        definitions = self.result.document.definitions
        return mathml(
            self.source,
            tree,
            display=False,
            latex=side.text,
            definitions=definitions,
            language=self.heard,
        )

    def finding(self, found: Diagnostic) -> Finding:
        fix = found.fix.title if found.fix else ""
        if self.language != "zh":
            notes = tuple(note_text(self.source, note) for note in found.notes)
            return Finding(str(found.severity), found.code, found.name, found.message, notes, fix)
        places = (self.source.line_of(note.span.start) for note in found.notes if note.span is not None)
        notes = tuple(f"见第 {line} 行" for line in dict.fromkeys(places))
        what = sentence(found.code, found.message, "zh")
        return Finding(str(found.severity), found.code, found.name, what, notes, "可自动修复" if fix else "")


def _printed(result: PostResult) -> dict[str, str]:
    """The number that a reader sees at each label."""
    formulas = result.document.formulas
    return {
        label.name: row.old
        for row in result.numbering.equations
        for label in formulas[row.formula].rows[row.row].labels
        if row.old
    }


def _public(text: str) -> str:
    """`text` without the characters that stand for formulas."""
    return "".join("\ufffd" if "\ue000" <= c <= "\uf8ff" else c for c in text)


def _unfenced(code: str) -> str:
    """A block of code without the fences at its ends."""
    lines = code.splitlines()
    if not lines or not lines[0].lstrip(" >").startswith(("```", "~~~")):
        return code
    closed = len(lines) > 1 and lines[-1].strip(" >`~") == ""
    return "\n".join(lines[1:-1] if closed else lines[1:])


def _opened(words: str) -> tuple[str, str]:
    """The kind of a passage by the marks at its head (quote, member of a list), and its words without them."""
    kind, rest = "text", words.lstrip()
    while rest.startswith(">"):
        kind, rest = "text quote", rest[1:].lstrip()
    for mark in ("- ", "* ", "+ "):
        if rest.startswith(mark):
            return f"{kind} item", f"• {rest[2:]}"
    if len(set(rest.replace(" ", ""))) == 1 and rest[0] in "-*_" and len(rest.replace(" ", "")) > 2:
        return "text rule", ""
    return kind, rest


def _is_english(text: str) -> bool:
    return any(word.isascii() and word.isalpha() and len(word) > 2 for word in text.split())


_RUNNING = ("<script", "</script", "<style", "</style", "<iframe", "<object", "<embed", "<http", "<mailto")
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "~": "∼", "~=": "≈", "prop": "∝"}


def _by_line(source: Source, things: Iterable[T], place: Callable[[T], int]) -> dict[int, list[T]]:
    found: dict[int, list[T]] = {}
    for thing in things:
        found.setdefault(source.line_of(place(thing)), []).append(thing)
    return found
