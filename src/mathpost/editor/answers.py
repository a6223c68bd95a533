"""Answers to an editor: findings, quick fixes, verdicts, definitions, an outline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lsprotocol import types

from mathpost.document.equations import Equation
from mathpost.editor.places import Places
from mathpost.maths.notation.step import Step
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict, name
from mathpost.writers.post import PostResult

NAME = "mathpost"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}


# --- findings and their fixes


def diagnostics(result: PostResult, places: Places, uri: str) -> list[types.Diagnostic]:
    """The findings of a post, with the places that their notes point at."""
    return [_diagnostic(found, places, uri) for found in result.diagnostics]


def _diagnostic(found: Diagnostic, places: Places, uri: str) -> types.Diagnostic:
    related = [
        types.DiagnosticRelatedInformation(types.Location(uri, places.range(note.span)), note.message)
        for note in found.notes
        if note.span is not None
    ]
    said = [found.message, *(note.message for note in found.notes if note.span is None)]
    return types.Diagnostic(
        places.range(found.span),
        "\n".join(said),
        severity=_SEVERITIES[found.severity],
        code=found.code,
        source=NAME,
        related_information=related or None,
    )


def actions(result: PostResult, places: Places, uri: str, asked: types.Range) -> list[types.CodeAction]:
    """The fixes of the findings in a range, safe ones first, and the plan of all numbers."""
    start, end = places.offset(asked.start), places.offset(asked.end)
    touched = [d for d in result.diagnostics if d.span.start <= end and d.span.end >= start]
    found = [
        _action(d.fix, _diagnostic(d, places, uri), places, uri)
        for d in touched
        if d.fix is not None and d.fix.safety is not Safety.SHOW
    ]
    if result.numbering.edits:
        edit = _edit(result.numbering.edits, places, uri)
        kind = types.CodeActionKind.Source
        found.append(types.CodeAction("Renumber the equations and their references", kind=kind, edit=edit))
    return found


def _action(fix: Fix, cured: types.Diagnostic, places: Places, uri: str) -> types.CodeAction:
    return types.CodeAction(
        fix.title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[cured],
        is_preferred=fix.safety is Safety.SAFE,
        edit=_edit(fix.edits, places, uri),
    )


def _edit(edits: Sequence[Edit], places: Places, uri: str) -> types.WorkspaceEdit:
    changes = [types.TextEdit(places.range(edit.span), edit.text) for edit in edits]
    return types.WorkspaceEdit(changes={uri: changes})


# --- verdicts and numbers


def hover(result: PostResult, places: Places, position: types.Position) -> types.Hover | None:
    """The hover text: the claim at a place, the equation that a reference means, or the numbers of a formula."""
    offset = places.offset(position)
    for step, verdict in result.judged:
        if step.span.start <= offset < step.span.end:
            return _hover(_of_claim(result, step, verdict), step.span, places)
    aim = _aim(result, offset)
    if aim is not None:
        span, targets = aim
        shown = "\n\n".join(_of_equation(result, row) for row in targets)
        return _hover(shown, span, places) if shown else None
    for formula in result.document.formulas:
        numbers = result.numbering.shown[formula.index]
        if formula.span.start <= offset < formula.span.end and any(numbers):
            return _hover(", ".join(f"({n})" for n in numbers), formula.span, places)
    return None


def verdicts(result: PostResult, places: Places) -> list[dict[str, Any]]:
    """The claims of a post with their verdicts and texts, for the gutter of an editor."""
    return [
        {"range": places.range(step.span), "verdict": name(verdict), "text": _of_verdict(verdict)}
        for step, verdict in result.judged
    ]


def _hover(text: str, span: Span, places: Places) -> types.Hover:
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), places.range(span))


def _of_claim(result: PostResult, step: Step, verdict: Verdict) -> str:
    rows = [row for row in result.numbering.equations if row.formula == step.formula]
    number = next((row.old for row in rows if row.span.contains(step.relation_span) and row.old), "")
    head = f"({number}) " if number else ""
    return head + _of_verdict(verdict)


def _of_verdict(verdict: Verdict) -> str:
    match verdict:
        case Proved(method=method, detail=detail):
            return f"**proved** ({method})" + (f": {detail}" if detail else "")
        case Agrees(models=models, method=method, detail=detail):
            return f"**agrees** ({models} models, {method})" + (f": {detail}" if detail else "")
        case Refuted(counterexample=where, left=left, right=right, suggestion=suggestion):
            words = f"**refuted** at `{where}`: left `{left}`, right `{right}`"
            return words + (f"\n\nDid you mean `{suggestion}`?" if suggestion else "")
        case Unchecked(reason=reason, culprit=culprit):
            return f"**unchecked** ({reason}): `{culprit}`"


def _of_equation(result: PostResult, row: Equation) -> str:
    """A number with its display as LaTeX."""
    latex = result.source.slice(result.document.formulas[row.formula].span)
    line = result.source.line_of(row.span.start)
    return f"({row.old or row.new}), line {line}\n\n```latex\n{latex}\n```"


# --- places


def definition(
    result: PostResult, places: Places, uri: str, position: types.Position
) -> list[types.Location] | None:
    """The places of the equations that the reference at a place means."""
    aim = _aim(result, places.offset(position))
    return None if aim is None else [types.Location(uri, places.range(row.span)) for row in aim[1]]


def _aim(result: PostResult, offset: int) -> tuple[Span, list[Equation]] | None:
    """The reference at a place and the rows of this post that it means."""
    for resolution in result.numbering.resolutions:
        span = resolution.reference.target_span
        if span.start <= offset <= span.end:
            return span, list(resolution.candidates)
    for reference in result.document.references:
        if reference.form != "words" and reference.span.start <= offset <= reference.span.end:
            return reference.span, list(_labelled(result, reference.target))
    return None


def _labelled(result: PostResult, name: str) -> Iterator[Equation]:
    for row in result.numbering.equations:
        labels = result.document.formulas[row.formula].rows[row.row].labels
        if any(label.name == name for label in labels):
            yield row


def symbols(result: PostResult, places: Places) -> list[types.DocumentSymbol]:
    """The outline: headings below headings, and below them statements and numbered equations."""
    end = len(result.source.text)
    outline: list[types.DocumentSymbol] = []
    open_: list[tuple[int, types.DocumentSymbol, list[types.DocumentSymbol]]] = []
    for start, level, symbol in sorted(_entries(result, places), key=lambda entry: entry[:2]):
        while open_ and open_[-1][0] >= level:
            open_.pop()[1].range.end = places.position(start)
        (open_[-1][2] if open_ else outline).append(symbol)
        if level < _LEAF:
            children: list[types.DocumentSymbol] = []
            symbol.children = children
            open_.append((level, symbol, children))
    for _, symbol, _ in open_:
        symbol.range.end = places.position(end)
    return outline


_LEAF = 9  # below every heading


def _entries(result: PostResult, places: Places) -> Iterator[tuple[int, int, types.DocumentSymbol]]:
    """Offset, level and symbol of everything in the outline."""
    for heading in result.document.headings:
        yield _entry(heading.title or "#", types.SymbolKind.String, heading.span, heading.level, places)
    for statement in result.document.statements:
        name = " ".join(f"{statement.kind} {statement.number} {statement.title}".split())
        yield _entry(name, types.SymbolKind.Class, statement.span, _LEAF, places)
    for row in result.numbering.equations:
        if row.old:
            yield _entry(f"({row.old})", types.SymbolKind.Number, row.span, _LEAF, places)


def _entry(
    name: str, kind: types.SymbolKind, span: Span, level: int, places: Places
) -> tuple[int, int, types.DocumentSymbol]:
    symbol = types.DocumentSymbol(name, kind, places.range(span), places.range(span))
    return span.start, level, symbol
