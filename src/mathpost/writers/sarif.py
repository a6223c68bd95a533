"""`--output-format sarif`: SARIF 2.1.0, for code scanning services and editors.

Columns count Unicode code points. A finding has a fingerprint that does not depend on line numbers, the places of its
notes, and its fix as replacements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from inspect import cleandoc

from mathpost import __version__, rules
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Safety
from mathpost.text.source import Source, Span
from mathpost.writers.fingerprint import fingerprints, located
from mathpost.writers.json import Object, dumps
from mathpost.writers.places import relative, uri
from mathpost.writers.post import PostResult
from mathpost.writers.totals import Totals

NAME = "sarif"
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_FINGERPRINT = "enhanceFinding/v1"


def post(result: PostResult, _color: bool = False) -> list[Object]:
    """The results of one post."""
    source = result.source
    return [
        _result(source, found, fingerprint)
        for found, fingerprint in zip(result.diagnostics, fingerprints(result), strict=True)
    ]


def page(posts: Iterable[list[Object]], totals: Callable[[], Totals]) -> Iterator[str]:
    """One run with the rules that have findings, then one result per line."""
    entries = list(posts)
    described = {code: (code, name, severity) for code, name, severity in sorted(totals().codes)}
    codes = {code: index for index, code in enumerate(described)}
    driver = {
        "name": "enhance",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(*rule) for rule in described.values()],
    }
    head = dumps({"$schema": SCHEMA, "version": "2.1.0"})[:-1]
    yield f'{head}, "runs": [{{"tool": {dumps({"driver": driver})},\n'
    yield ' "columnKind": "unicodeCodePoints", "results": ['
    results = (result for part in entries for result in part)
    for index, result in enumerate(results):
        known = {**result, "ruleIndex": codes[result["ruleId"]]}
        yield (",\n  " if index else "\n  ") + dumps(known)
    yield "]}]}\n"


def _rule(code: str, name: str, severity: str) -> Object:
    text = cleandoc(rules.explain(code) or name)
    summary = " ".join(text.split("\n\n")[0].split())
    return {
        "id": code,
        "name": name,
        "shortDescription": {"text": summary},
        "fullDescription": {"text": text},
        "defaultConfiguration": {"level": _LEVELS[Severity(severity)]},
    }


def _result(source: Source, found: Diagnostic, fingerprint: str) -> Object:
    said = [found.message, *(note.message for note in found.notes if note.span is None)]
    placed = [note for note in found.notes if note.span is not None]
    result: Object = {
        "ruleId": found.code,
        "level": _LEVELS[found.severity],
        "message": {"text": "\n".join(said)},
        "locations": [{"physicalLocation": _place(source, found.span)}],
        "partialFingerprints": {_FINGERPRINT: located(relative(source.path), fingerprint)},
    }
    if placed:
        result["relatedLocations"] = [_related(source, n, note) for n, note in enumerate(placed)]
    if found.fix is not None and found.fix.safety is not Safety.SHOW and found.fix.edits:
        result["fixes"] = [_fix(source, found)]
    return result


def _place(source: Source, span: Span) -> Object:
    return {"artifactLocation": {"uri": uri(source.path)}, "region": _region(source, span)}


def _region(source: Source, span: Span) -> Object:
    """The lines and columns of a span; the end is exclusive, as SARIF has it."""
    (line, column), (last_line, last_column) = source.position(span.start), source.position(span.end)
    return {"startLine": line, "startColumn": column, "endLine": last_line, "endColumn": last_column}


def _related(source: Source, number: int, note: Note) -> Object:
    place = _place(source, note.span or Span(0, 0))
    return {"id": number, "message": {"text": note.message}, "physicalLocation": place}


def _fix(source: Source, found: Diagnostic) -> Object:
    assert found.fix is not None
    replacements = [
        {"deletedRegion": _region(source, edit.span), "insertedContent": {"text": edit.text}}
        for edit in found.fix.edits
    ]
    change = {"artifactLocation": {"uri": uri(source.path)}, "replacements": replacements}
    return {"description": {"text": found.fix.title}, "artifactChanges": [change]}
