"""How often each row of the table of reasons decides, on the sheets of the ledger.

    python tests/ledger/reasons.py [--share N] [--only TEXT] [--jobs N] [--lines FILE]

Every claim that a reason left undecided is judged once more without that reason: the row decides where another verdict
falls then. A row that decides nowhere is redundant on these sheets. `--lines` appends one JSON object per such claim.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from ledger import ROOT, Sheet, digest, sheets


def decided(sheet: Sheet) -> list[dict[str, str]]:
    """The claims of a sheet that a reason left undecided, and what becomes of each without it."""
    from mathpost.document.document import authored
    from mathpost.document.reader import read
    from mathpost.maths.claims import steps
    from mathpost.text.source import Source
    from mathpost.verify.interpretation.verdict import Unchecked, name
    from mathpost.verify.reasons.registry import find, search
    from mathpost.verify.verdicts import judge

    source = Source("post.md", sheet.text)
    document = authored(read(source))
    found = steps(document)
    lines = range(*sheet.lines) if sheet.lines is not None else None
    asked = {k for k, s in enumerate(found) if lines is None or source.position(s.span.start).line in lines}
    rows = []
    for number, verdict in enumerate(judge(document, found, asked)):
        if not isinstance(verdict, Unchecked) or not verdict.id or find(verdict.id).level == "open":
            continue
        with search(off=[verdict.id]):
            without = judge(document, found, {number})[number]
        step = found[number]
        rows.append(
            {
                "sheet": sheet.name,
                "line": str(source.position(step.span.start).line),
                "sides": f"{step.left.text} {step.relation} {step.right.text}",
                "id": verdict.id,
                "without": getattr(without, "id", "") or name(without),  # type: ignore[arg-type]
            }
        )
    return rows


def safely(sheet: Sheet) -> list[dict[str, str]]:
    try:
        return decided(sheet)
    except Exception as error:  # a sheet that breaks down is a row of its own
        return [{"sheet": sheet.name, "id": "broken", "without": f"{type(error).__name__}: {error}"}]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="one sheet in N")
    parser.add_argument("--only", default="", metavar="TEXT", help="sheets whose name contains this")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--lines", type=Path)
    options = parser.parse_args()
    chosen = [s for s in sheets(options.shared) if options.only in s.name]
    chosen = [s for s in chosen if int(digest(s.name), 16) % options.share == 0]
    named, deciding = Counter[str](), Counter[str]()
    with ProcessPoolExecutor(options.jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for rows in pool.map(safely, chosen):
            for row in rows:
                named[row["id"]] += 1
                deciding[row["id"]] += row["without"] in ("refuted", "proved", "agrees")
            if rows and options.lines is not None:
                with options.lines.open("a", encoding="utf-8") as stream:
                    stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    print("named  decides  reason")
    for name, many in named.most_common():
        print(f"{many:5}  {deciding[name]:7}  {name}")


if __name__ == "__main__":
    main()
