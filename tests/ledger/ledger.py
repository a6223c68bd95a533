"""The ledger of verdicts: one row per claim of a fixed set of posts, so that a change of the engine shows what it changes.

    python tests/ledger/ledger.py [--share N] [--only TEXT] [--update] [--jobs N]

The sheets are the posts of the Markdown suites, a fixed sample of the open posts, formulas of handbooks, real errors,
and the labelled steps with the slips planted into them. The run is compared with `expected.tsv`; every difference is
printed with its formula, and the exit code is 1 if there is one. `--share N` runs one sheet in N, `--only TEXT` the
sheets whose name contains it, `--update` makes what was found the expected state.

The rows of open posts hold places and hashes, none of their text. The whole rows of a run stand in `build/ledger.tsv`.
"""

from __future__ import annotations

import argparse
import csv
import json
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
EXPECTED = HERE / "expected.tsv"
WHOLE = ROOT / "build" / "ledger.tsv"
SUITES = [*sorted((HERE.parent / "mdtest").rglob("*.md")), ROOT / "docs" / "verification.md"]
# How many posts of each folder of the corpus are in the sample: those whose paths have the smallest hashes.
SAMPLE = {"kexue/raw": 45, "kexue/enhanced": 40, "statproof": 120, "d2l-zh": 18, "topocm": 12, "halo2": 5}
LARGEST = 40_000  # bytes of a post of the sample: a longer one tells little more than a shorter one
DLMF, FUNGRIM = 200, 100  # formulas of the handbooks


class Row(NamedTuple):
    """One claim: where it stands, what it says, and what was found."""

    sheet: str
    place: str
    sides: str
    role: str
    verdict: str = ""
    method: str = ""
    reason: str = ""
    culprit: str = ""
    suggestion: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.sheet, self.place, self.sides

    @property
    def hashed(self) -> Row:
        """The row as it is committed: texts as hashes."""
        return self._replace(
            sides=digest(self.sides),
            culprit=digest(self.culprit),
            suggestion=digest(self.suggestion),
        )


class Sheet(NamedTuple):
    """One post to judge, and the lines whose claims are asked for (all, where None)."""

    name: str
    text: str
    lines: tuple[int, int] | None = None


def digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=5).hexdigest() if text else ""


def sheets(shared: Path) -> Iterator[Sheet]:
    """Every sheet of the ledger, in the order of its rows."""
    yield from of_suites()
    if shared.is_dir():
        yield from of_corpus(shared / "corpus")
        yield from of_handbooks(shared / "cases")
        yield from of_errors(shared / "cases")
        yield from of_labels(shared)


def of_suites() -> Iterator[Sheet]:
    for suite in SUITES:
        heading, lines = "", suite.read_text("utf-8").splitlines()
        inside: list[str] | None = None
        posts: Counter[str] = Counter()
        for line in lines:
            if inside is None and line.startswith("#"):
                heading = line.lstrip("# ")
            elif inside is None and line.lstrip("`").startswith("markdown") and line.startswith("```"):
                inside, fence = [], line[: len(line) - len(line.lstrip("`"))]
            elif inside is not None and line == fence:
                posts[heading] += 1
                name = f"suite/{suite.stem}/{heading}/{posts[heading]}"
                yield Sheet(name, "\n".join(inside) + "\n")
                inside = None
            elif inside is not None:
                inside.append(line)


def of_corpus(corpus: Path) -> Iterator[Sheet]:
    for folder, many in SAMPLE.items():
        posts = [p for p in (corpus / folder).rglob("*.md") if p.stat().st_size < LARGEST]
        posts.sort(key=lambda p: digest(p.relative_to(corpus).as_posix()))
        for post in sorted(posts[:many]):
            yield Sheet(f"corpus/{post.relative_to(corpus).as_posix()}", post.read_text("utf-8"))


def of_handbooks(cases: Path) -> Iterator[Sheet]:
    for name, many, latex in (("dlmf", DLMF, "plain"), ("fungrim", FUNGRIM, "latex")):
        entries = read(cases / f"{name}_open.jsonl")
        entries.sort(key=lambda entry: digest(str(entry["id"])))
        for entry in entries[:many]:
            about = str(entry.get("section", "")).partition(" - ")[2]
            demands = entry.get("constraints") or entry.get("assumptions") or ()
            given = "".join(f" Suppose ${demand}$." for demand in demands if isinstance(demand, str))
            yield Sheet(
                f"handbook/{name}/{entry['id']}", f"{about}.{given} We have\n\n$$\n{entry[latex]}\n$$\n"
            )


def of_errors(cases: Path) -> Iterator[Sheet]:
    for number, entry in enumerate(read(cases / "real_errors_open.jsonl")):
        for version in ("bad", "good"):
            yield Sheet(f"error/{number}/{version}", f"$$\n{entry[version]}\n$$\n")


def of_labels(shared: Path) -> Iterator[Sheet]:
    """The labelled steps where they stand, and with the slip that was planted into each."""
    sys.path.insert(0, str(shared / "tools"))
    from score_gold import in_place  # type: ignore[import-not-found]

    for label in read(shared / "gold" / "steps_open.jsonl"):
        lines = (shared / label["file"]).read_text("utf-8").splitlines()
        first, last = label["display_lines"]
        display = "\n".join(lines[first - 1 : last])
        for version in (None, label.get("mutant")):
            if version is None:
                yield Sheet(f"label/{label['id']}/stands", "\n".join(lines), (first, last))
                continue
            name = f"label/{label['id']}/slip"
            changed = in_place(display, label, version)
            if changed is not None:
                text = "\n".join([*lines[: first - 1], changed, *lines[last:]])
                yield Sheet(name, text, (first, first + changed.count("\n")))


def read(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def judged(sheet: Sheet) -> tuple[list[Row], float]:
    """The rows of one sheet, and the seconds of processor time they took."""
    from mathpost.document.document import authored
    from mathpost.document.reader import read as read_post
    from mathpost.maths.claims import steps
    from mathpost.text.source import Source
    from mathpost.verify.verdicts import judge
    from mathpost.writers.json import _step

    begun = time.process_time()
    source = Source("post.md", sheet.text)
    document = authored(read_post(source))
    found = steps(document)
    asked = None
    if sheet.lines is not None:
        first, last = sheet.lines
        on = [(source.position(s.span.start).line, source.position(s.span.end).line) for s in found]
        asked = {k for k, (start, end) in enumerate(on) if start <= last and end >= first}
    verdicts = judge(document, found, asked)
    rows = []
    for number, (step, verdict) in enumerate(zip(found, verdicts, strict=True)):
        if asked is not None and number not in asked:
            continue
        entry = _step(source, step, verdict)
        line, column = entry["start"]
        rows.append(
            Row(
                sheet.name,
                f"{line}:{column}",
                f"{entry['left']} {entry['relation']} {entry['right']}",
                entry["role"],
                entry["verdict"] or "",
                entry["method"] or "",
                entry["reason"] or "",
                (entry["detail"] or "") if entry["reason"] else "",
                entry["suggestion"] or "",
            )
        )
    return rows, time.process_time() - begun


def safely(sheet: Sheet) -> tuple[list[Row], float]:
    try:
        return judged(sheet)
    except Exception as error:  # a sheet that breaks down is a row of its own
        return [Row(sheet.name, "", "", "broken", culprit=f"{type(error).__name__}: {error}")], 0.0


def differences(before: list[Row], now: list[Row], whole: dict[tuple[str, str, str], Row]) -> list[str]:
    """What changed, in words: `before` and the keys of `whole` are hashed, the values of `whole` are not."""
    old, new = by_key(before), by_key([row.hashed for row in now])
    texts = dict(zip(new, now, strict=True))
    said = []
    for key in sorted({*old, *new}):
        was, is_ = old.get(key), new.get(key)
        if was == is_:
            continue
        text = texts.get(key)
        remembered = whole.get(key)
        was_text = remembered if remembered is not None and remembered.hashed == was else was
        where = f"{key[0]}:{key[1]}" + (f"  {text.sides[:160]}" if text else "")
        said.append(f"{where}\n    - {shown(was_text)}\n    + {shown(text)}")
    return said


def by_key(rows: list[Row]) -> dict[tuple[str, ...], Row]:
    """The rows by sheet, place, sides, and how often these came before."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found = {}
    for row in rows:
        seen[row.key] += 1
        found[(*row.key, str(seen[row.key]))] = row
    return found


def shown(row: Row | None) -> str:
    if row is None:
        return "(none)"
    return " | ".join(filter(None, (row.role, row.verdict, *row[5:])))


def written(file: Path, rows: list[Row]) -> None:
    file.parent.mkdir(exist_ok=True)
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter="\t", lineterminator="\n").writerows(rows)


def rows_of(file: Path) -> list[Row]:
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as stream:
        return [Row(*fields) for fields in csv.reader(stream, delimiter="\t")]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="one sheet in N")
    parser.add_argument("--only", default="", metavar="TEXT", help="sheets whose name contains this")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--update", action="store_true", help="what is found now is the expected state")
    parser.add_argument("--most", type=int, default=200, help="differences that are printed")
    options = parser.parse_args()
    chosen = [s for s in sheets(options.shared) if options.only in s.name]
    chosen = [s for s in chosen if int(digest(s.name), 16) % options.share == 0]
    begun = time.monotonic()
    with ProcessPoolExecutor(options.jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        answers = list(pool.map(safely, chosen))
    now = [row for rows, _ in answers for row in rows]
    names = {s.name for s in chosen}
    expected = rows_of(EXPECTED)
    before = [row for row in expected if row.sheet in names]
    remembered = rows_of(WHOLE)
    whole = {row.hashed.key: row for row in remembered}
    changed = differences(before, now, {(*key, "1"): row for key, row in whole.items()})  # type: ignore[misc]
    for text in [] if options.update else changed[: options.most]:
        print(text)
    claims = Counter(row.verdict for row in now if row.verdict)
    seconds = sum(spent for _, spent in answers)
    print(
        f"{len(chosen)} sheets, {sum(claims.values())} claims:",
        ", ".join(f"{many} {verdict}" for verdict, many in claims.most_common()),
    )
    print(
        f"{len(changed)} rows differ; {seconds:.0f} s of processor time, {time.monotonic() - begun:.0f} s in all"
    )
    if options.update:
        kept = [row for row in expected if row.sheet not in names]
        written(EXPECTED, sorted([*kept, *(row.hashed for row in now)]))
        written(WHOLE, sorted([*(r for r in remembered if r.sheet not in names), *now]))
        return 0
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
