"""What stops the claims of a folder of cases from being decided: which reasons, which constructs, which functions.

Each case is a line of JSON with the LaTeX of a true formula (`plain` or `latex`) and what is assumed of its symbols
(`constraints` or `assumptions`); it is judged as a post would state it. The table is in docs/functions.md.

Run: python benchmarks/functions.py CASES.jsonl … [--sample N] [--write docs/functions.md]
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from mathpost.document.document import Formula
from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.elaboration import handbook
from mathpost.maths.notation import Scripted
from mathpost.text.source import Source
from mathpost.verify.interpretation import verdict
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked
from mathpost.verify.verdicts.judgement import judge

TOGETHER = 20  # cases to a post
COMMONEST = 40


class Case(NamedTuple):
    """A formula and what is assumed of its symbols."""

    name: str
    latex: str
    given: tuple[str, ...]


class Outcome(NamedTuple):
    """What became of a case: the verdict, or the role that is no claim; its culprit; the functions in it."""

    kind: str
    culprit: str
    functions: frozenset[str]


def cases(path: Path) -> Iterator[Case]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        latex = row.get("plain") if "plain" in row else row["latex"]
        if latex and row.get("plain_ok", True) and "\n" not in latex and "$" not in latex:
            given = row.get("constraints") or row.get("assumptions") or []
            yield Case(row["id"], latex, tuple(g for g in given if isinstance(g, str)))


def outcomes(chosen: list[Case]) -> Iterator[Outcome]:
    for start in range(0, len(chosen), TOGETHER):
        yield from _of_post(chosen[start : start + TOGETHER])


def _of_post(chosen: list[Case]) -> Iterator[Outcome]:
    text = ""
    places = []
    for case in chosen:
        said = f"Let ${'$, $'.join(case.given)}$. Then" if case.given else "We have"
        text += f"## {case.name}\n\n{said}\n\n$$\n"
        places.append(len(text))
        text += f"{case.latex}\n$$\n\n"
    document = read(Source("cases.md", text))
    found = steps(document)
    judged = list(zip(found, judge(document, found), strict=True))
    for case, place in zip(chosen, places, strict=True):
        own = [(s, v) for s, v in judged if place <= s.span.start < place + len(case.latex)]
        functions = _functions(document.formulas, place, place + len(case.latex))
        verdicts = [v for _, v in own if v is not None]
        yield _outcome(verdicts, [s.role for s, _ in own], functions)


def _functions(formulas: Sequence[Formula], start: int, end: int) -> frozenset[str]:
    """The operators that the notation of the formulas between two offsets may stand for, by their first meanings."""
    found: set[str] = set()
    for row in handbook._rows(f for f in formulas if start <= f.span.end and f.span.start <= end):
        for at in range(len(row)):
            symbol = handbook.occurrence(row, at) if not isinstance(row[at], Scripted) else None
            known = handbook.meanings(symbol) if symbol is not None else None
            if known is not None:
                found.add(known[1][0].operator)
    return frozenset(found)


def _outcome(verdicts: list[verdict.Verdict], roles: list[str], functions: frozenset[str]) -> Outcome:
    for kind in (Refuted, Proved, Agrees):
        if any(isinstance(v, kind) for v in verdicts):
            return Outcome(kind.__name__.lower(), "", functions)
    stopped = [v for v in verdicts if isinstance(v, Unchecked)]
    if stopped:
        why = stopped[0].id or stopped[0].culprit[:40]
        return Outcome("unchecked", f"{stopped[0].reason}: {why}", functions)
    return Outcome("no claim", roles[0] if roles else "no relation", functions)


def table(name: str, found: list[Outcome]) -> str:
    kinds = collections.Counter(o.kind for o in found)
    decided = kinds["proved"] + kinds["agrees"]
    lines = [
        f"## {name}",
        "",
        f"{len(found)} formulas, {decided} decided ({decided / len(found):.1%}), {kinds['refuted']} refuted.",
        "",
    ]
    lines += ["| what stops it | formulas |", "|---|---:|"]
    stopped = collections.Counter(o.culprit for o in found if o.kind in ("unchecked", "no claim"))
    lines += [f"| `{_cell(culprit)}` | {count} |" for culprit, count in stopped.most_common(COMMONEST)]
    lines += ["", "| function | formulas | decided | not decided |", "|---|---:|---:|---:|"]
    lines += [f"| {row[0]} | {row[1]} | {row[2]} | {row[1] - row[2]} |" for row in _by_function(found)]
    return "\n".join(lines) + "\n"


def _by_function(found: list[Outcome]) -> list[tuple[str, int, int]]:
    """Function, formulas that use it, those of them decided; what costs most comes first."""
    used: collections.Counter[str] = collections.Counter()
    decided: collections.Counter[str] = collections.Counter()
    for outcome in found:
        used.update(outcome.functions)
        if outcome.kind in ("proved", "agrees"):
            decided.update(outcome.functions)
    ranked = sorted(used, key=lambda f: (decided[f] - used[f], f))
    return [(f, used[f], decided[f]) for f in ranked[:COMMONEST]]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("`", "'")


HEAD = """# Special functions

How many formulas of two handbooks the program decides. The formulas are believed to be true, so a refuted one is a false alarm or an
error in the data. Made by `benchmarks/functions.py`.
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    pages = [HEAD]
    for path in options.files:
        chosen = list(cases(path))
        if options.sample:
            chosen = random.Random(1).sample(chosen, min(options.sample, len(chosen)))  # noqa: S311
        pages.append(table(path.stem, list(outcomes(chosen))))
    page = "\n".join(pages)
    if options.write:
        options.write.write_text(page, encoding="utf-8")
    else:
        sys.stdout.write(page)


if __name__ == "__main__":
    main()
