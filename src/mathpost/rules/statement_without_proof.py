r"""A theorem, lemma or proposition has neither a proof nor a reference to one.

The program searches its section up to the next statement for a proof, derivation, reason or source. Statements that are
named after a person, repeat another, or are called informal are not reported.

    bad:  **Theorem 1.** The iteration converges. ## Experiments
    good: **Theorem 1.** The iteration converges (see the appendix for the proof). ## Experiments
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.document.document import Document, Heading
from mathpost.document.passages import Passage, is_heading
from mathpost.document.rhetoric import announces_a_proof, gives_grounds, is_owed, is_restated
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "W008"
NAME = "statement-without-proof"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=79, posts=25, read=25, right=24)
_KINDS = frozenset(["theorem", "lemma", "proposition"])
_NEXT = _KINDS | {"corollary", "definition", "axiom", "problem", "assumption"}


def find(subject: Subject) -> Iterator[Diagnostic]:
    document, passages = subject.document, subject.passages
    for index, passage in enumerate(passages):
        if passage.kind != "statement":
            continue
        statement = document.statements[passage.number]
        if statement.kind not in _KINDS or is_owed(statement.title) or is_restated(statement.title):
            continue
        end = _end(document, passages, index)
        stop = passages[end].span.start if end < len(passages) else len(document.source.text)
        said = document.source.text[passage.span.start : stop]
        if (
            gives_grounds(said)
            or _under_a_summary(document, passage.span)
            or _proof_follows(document, passages, end)
        ):
            continue
        if not _is_proved_elsewhere(document, passage.number):
            message = "neither a proof nor a reference to one follows"
            yield Diagnostic(CODE, NAME, SEVERITY, passage.span, message)


def _end(document: Document, passages: Sequence[Passage], index: int) -> int:
    """The end of the part of the post that may prove the statement at `index`."""
    level = document.headings[passages[index - 1].number].level if is_heading(passages, index) else 7
    for end in range(index + 1, len(passages)):
        passage = passages[end]
        if passage.kind == "heading" and document.headings[passage.number].level <= level:
            return end
        if passage.kind == "statement" and document.statements[passage.number].kind in _NEXT:
            return end
    return len(passages)


def _proof_follows(document: Document, passages: Sequence[Passage], end: int) -> bool:
    if end == len(passages) or passages[end].kind != "heading":
        return False
    return announces_a_proof(document.headings[passages[end].number].title)


def _under_a_summary(document: Document, place: Span) -> bool:
    """Whether a heading in force at `place` says that things are repeated."""
    in_force: list[Heading] = []
    for heading in document.headings:
        if heading.span.start > place.start:
            break
        in_force = [h for h in in_force if h.level < heading.level] + [heading]
    return any(is_restated(h.title) for h in in_force[1:] or in_force)


def _is_proved_elsewhere(document: Document, number: int) -> bool:
    """Whether a proof, or a heading of one, names the statement."""
    statement = document.statements[number]
    if not statement.number:
        return False
    text = document.source.text
    names = [
        text[s.span.start : s.span.end] for s in document.statements if s.kind in ("proof", "derivation")
    ] + [h.title for h in document.headings if announces_a_proof(h.title)]
    return any(statement.number in name for name in names)
