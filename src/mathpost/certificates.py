"""Certificates: what was proved, as terms that a program without our engine can check again.

    enhance check --certificates DIR post.md
    python certificates/verify.py DIR

A certificate holds both sides of a claim with all definitions put in, and what is known of each symbol.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mathpost.document.document import authored
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable
from mathpost.verify.interpretation.verdict import Proved
from mathpost.writers.additions import bare
from mathpost.writers.enhanced import unstamped
from mathpost.writers.post import PostResult
from mathpost.writers.rechecks import digest

SCHEMA = "mathpost-certificate/1"
METHOD = "normal form"
Object = dict[str, Any]


def certificates(result: PostResult) -> list[Object]:
    """A certificate for each claim of a post that the normal form proved.

    A claim is checked once more for it; one that is then proved otherwise gets none.
    """
    wanted = [
        k
        for k, verdict in enumerate(result.verdicts)
        if isinstance(verdict, Proved) and verdict.method == METHOD
    ]
    return list(_certificates(result, wanted)) if wanted else []


def _certificates(result: PostResult, wanted: list[int]) -> Iterator[Object]:
    from mathpost.maths.hypotheses.context import context
    from mathpost.verify.planning.plan import plan
    from mathpost.verify.verdicts.examination import Examiner

    document, steps = authored(result.document), result.steps
    around = context(document, steps)
    examiner = Examiner(steps, around)
    for number in wanted:
        step, found = steps[number], examiner.result(number)
        reading = found.reading
        if reading is None or not isinstance(found.verdict, Proved) or found.verdict.method != METHOD:
            continue
        models = plan(reading, "=", around, step.span.start)
        line, column = result.source.position(step.span.start)
        yield {
            "claim": f"{step.left.text} {step.relation} {step.right.text}",
            "line": line,
            "column": column,
            "method": METHOD,
            "condition": found.verdict.detail,
            "symbols": {name: _domain(name, models) for name in sorted(reading.free)},
            "left": plain(reading.left),
            "right": plain(reading.right),
        }


def _domain(name: str, models: Any) -> Object:
    """What the proof may assume about a symbol, besides that it is real."""
    if name in models.sizes:
        return {"integer": True, "low": "1"}
    domain = models.domains.get(name)
    found: Object = {"integer": name in models.indices or bool(domain and domain.integer)}
    if domain is not None and domain.low is not None:
        found["low"] = str(domain.low)
    if domain is not None and domain.high is not None:
        found["high"] = str(domain.high)
    return found


def plain(term: Term) -> list[Any]:
    """A term as lists: ``["add", ["variable", "x"], ["number", "1/2"]]``."""
    match term:
        case Number(value=value):
            return ["number", str(value)]
        case Variable(name=name):
            return ["variable", name]
        case Apply(operator=operator, arguments=arguments):
            return ["apply", operator, *map(plain, arguments)]
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            return ["bind", operator, variable.name, [plain(bound) for bound in bounds], plain(body)]


def dumps(path: str, text: str, found: list[Object]) -> str:
    """The file of a post's certificates, one certificate per line; the digest of the post's text is included."""
    lines = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in found)
    head = f'{{"schema": {json.dumps(SCHEMA)}, "post": {json.dumps(path, ensure_ascii=False)},\n'
    head += f' "sha256": "{digest(bare(unstamped(text)[0]))}",\n "certificates": ['
    return head + (f"\n  {lines}" if found else "") + "]}\n"


def place(folder: Path, name: str) -> Path:
    """The file of a post's certificates below `folder`."""
    return folder / f"{name}.json"
