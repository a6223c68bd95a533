"""`--output-format json`: the stable format for other programs (schema ``mathpost-check/1``).

One object on stdout. Lines and columns count from 1, columns in Unicode code points, `end` is exclusive. Fields may be
added, never changed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from typing import Any, get_args

from mathpost import __version__
from mathpost.document.document import Formula
from mathpost.maths.notation.step import Role, Step
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Safety
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict, name
from mathpost.writers.fingerprint import fingerprints
from mathpost.writers.post import PostResult
from mathpost.writers.totals import VERDICTS, Totals

NAME = "json"
SCHEMA = "mathpost-check/1"
Object = dict[str, Any]


def post(result: PostResult, _color: bool = False) -> Object:
    """One entry of `posts`."""
    source = result.source
    return {
        "path": source.path,
        "flavour": result.document.flavour.name,
        "lines": source.line_count,
        "formulas": [_formula(result, formula) for formula in result.document.formulas],
        "renumbered": [list(change) for change in result.numbering.renumbered],
        "diagnostics": [
            {**diagnostic(source, found), "fingerprint": fingerprint}
            for found, fingerprint in zip(result.diagnostics, fingerprints(result), strict=True)
        ],
        "steps": [
            _step(source, step, verdict) for step, verdict in zip_longest(result.steps, result.verdicts)
        ],
    }


def page(posts: Iterable[Object], totals: Callable[[], Totals]) -> Iterator[str]:
    """The whole object, one post per line, so that two outputs can be compared line by line."""
    entries = list(posts)  # nothing is written of a check that is broken off
    yield f'{{"schema": {dumps(SCHEMA)}, "version": {dumps(__version__)},\n "posts": ['
    roles: Counter[str] = Counter()
    for index, entry in enumerate(entries):
        roles += roles_of(entry)
        yield (",\n  " if index else "\n  ") + dumps(entry)
    yield f'],\n "totals": {dumps(sums(totals(), roles))}}}\n'


def roles_of(entry: Object) -> Counter[str]:
    """The number of steps of each role in an entry of `posts`, verified or not."""
    return Counter(step["role"] for step in entry["steps"])


def sums(totals: Totals, roles: Counter[str]) -> Object:
    """The `totals` of the contract; `relations` counts every step, a condition as an assumption."""
    return {
        "posts": totals.posts,
        "formulas": {kind: totals.formulas[kind] for kind in ("display", "inline")},
        "claims": roles["claim"],
        **{verdict: totals.verdicts[verdict] for verdict in VERDICTS},
        "diagnostics": {str(s): totals.severities[s] for s in Severity},
        "relations": {role: roles[role] for role in get_args(Role)},
    }


def diagnostic(source: Source, found: Diagnostic) -> Object:
    """One entry of `diagnostics`; notes are sentences, with ``(line:column)`` where they point at a place."""
    fix = found.fix.safety if found.fix else Safety.SHOW
    return {
        "code": found.code,
        "name": found.name,
        "severity": str(found.severity),
        "start": list(source.position(found.span.start)),
        "end": list(source.position(found.span.end)),
        "message": found.message,
        "notes": [note_text(source, note) for note in found.notes],
        "fix": {Safety.SAFE: "safe", Safety.UNSAFE: "unsafe"}.get(fix),
    }


def note_text(source: Source, note: Note) -> str:
    if note.span is None:
        return note.message
    line, column = source.position(note.span.start)
    return f"{note.message} ({line}:{column})"


def _formula(result: PostResult, formula: Formula) -> Object:
    source, plan = result.source, result.numbering
    return {
        "kind": formula.kind,
        "environment": formula.opener,
        "start": list(source.position(formula.span.start)),
        "end": list(source.position(formula.span.end)),
        "numbers": list(plan.shown[formula.index]),
        "planned": list(plan.planned[formula.index]),
        "labels": [label.name for row in formula.rows for label in row.labels],
    }


def _step(source: Source, step: Step, verdict: Verdict | None) -> Object:
    return {
        "formula": step.formula,
        "start": list(source.position(step.span.start)),
        "end": list(source.position(step.span.end)),
        "left": step.left.text,
        "relation": step.relation,
        "right": step.right.text,
        "role": step.role,
        "verdict": None if verdict is None else name(verdict),
        **_reasons(verdict),
    }


def _reasons(verdict: Verdict | None) -> Object:
    """The fields of a verdict; every field of the schema is present."""
    fields: Object = dict.fromkeys(
        ("method", "reason", "detail", "counterexample", "suggestion", "reason_id")
    )
    match verdict:
        case Proved(method, detail):
            fields |= {"method": method, "detail": detail}
        case Agrees(models, method, detail):
            fields |= {"method": method, "detail": detail or f"{models} model{'s' * (models != 1)}"}
        case Refuted(counterexample, left, right, method, suggestion):
            values = f"left {left}, right {right}"
            fields |= {"method": method, "detail": values, "counterexample": counterexample}
            fields["suggestion"] = suggestion
        case Unchecked(reason, culprit):
            fields |= {"reason": reason, "detail": culprit or None, "reason_id": verdict.id or None}
    return fields


def dumps(value: object) -> str:
    """JSON that is easy to read and to compare: not escaped, keys in the order of the schema."""
    return json.dumps(value, ensure_ascii=False)
