"""How fast formulas are read and checked, as a ratio to KaTeX's own parser over the same formulas.

    python benchmarks/parsing.py FOLDER [--posts 40]

`parsing` is our parser alone (all faults, every node with its place); `reading` also finds the formulas, reads the
blocks of the post, its references and numbers' rows; `checking` adds the plan of the numbers and every rule of the
usual set, as `enhance check --no-verify` does. The lines behind say which part of it each stage has. Needs Node and
what `make oracle` installs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from mathpost.config import Config
from mathpost.document import numbering, reader
from mathpost.document.document import Document
from mathpost.document.references import references, visible_text
from mathpost.document.scanner import scan
from mathpost.latex.lexer import reading
from mathpost.latex.parser import parse
from mathpost.pipeline import examine
from mathpost.text.source import Source, Span

SPEED = Path(__file__).parent.parent / "tests" / "oracle" / "speed.js"
ROUNDS = 5


class Page(NamedTuple):
    """A post, and its formulas as LaTeX reads them, with whether they are displays."""

    source: Source
    document: Document
    formulas: tuple[tuple[str, bool], ...]

    @property
    def fresh(self) -> Source:
        """The post with nothing remembered of it."""
        return Source(self.source.path, self.source.text)


def best(work: Callable[[Page], object], pages: Sequence[Page]) -> float:
    """Seconds of CPU time for `work` of every page, each forgotten before the next; the best of several rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for page in pages:
            work(page)
        times.append(time.process_time() - start)
    return min(times)


def page_of(file: Path) -> Page:
    source = Source(str(file), file.read_bytes().decode())
    document = reader.read(source)
    formulas = (
        (reading(source.text, f.segments, f.escaped).text, f.kind == "display") for f in document.formulas
    )
    return Page(source, document, tuple(formulas))


def parsed(page: Page) -> None:
    definitions = None
    for tex, display in page.formulas:
        whole = [Span(0, len(tex))]
        definitions = parse(tex, whole, display=display, definitions=definitions).definitions


def referred(page: Page) -> None:
    document, text = page.document, page.source.text
    visible = visible_text(text, [f.span for f in document.formulas], document.opaque)
    references(text, visible, document.formulas, document.code)


def of_katex(pages: Sequence[Page]) -> float:
    lines = (
        json.dumps([{"tex": tex, "display": display} for tex, display in page.formulas]) for page in pages
    )
    run = subprocess.run(
        ["node", str(SPEED)], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    return float(run.stdout)


TOTALS: dict[str, Callable[[Page], object]] = {
    "parsing": parsed,
    "reading": lambda page: reader.read(page.fresh),
    "checking": lambda page: examine(page.fresh, Config(), False),
}
STAGES: dict[str, Callable[[Page], object]] = {
    "formulas found": lambda page: scan(page.fresh),
    "formulas parsed": parsed,
    "references read": referred,
    "numbers planned": lambda page: numbering.plan(page.document),
}


def shares(totals: dict[str, float], stages: dict[str, float]) -> dict[str, float]:
    """What part of the checking each stage has; the blocks and the rules are what is left."""
    whole, read = totals["checking"], totals["reading"]
    blocks = read - sum(stages.values()) + stages["numbers planned"]
    rules = whole - read - stages["numbers planned"]
    seconds = stages | {"blocks read (markdown-it-py), rows": blocks, "rules": rules}
    return {name: each / whole for name, each in seconds.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--posts", type=int, default=40)
    options = parser.parse_args()
    files = sorted(options.folder.rglob("*.md"))
    pages = [page_of(file) for file in files[:: max(1, len(files) // options.posts)][: options.posts]]
    count = sum(len(page.formulas) for page in pages)
    written = sum(len(tex) for page in pages for tex, _ in page.formulas)
    print(f"{len(pages)} posts, {count} formulas of {written / count:.0f} characters")
    theirs = of_katex(pages)
    print(f"{'KaTeX':<12}{1e6 * theirs / count:8.1f} µs a formula")
    totals = {name: best(work, pages) for name, work in TOTALS.items()}
    for name, ours in totals.items():
        print(f"{name:<12}{1e6 * ours / count:8.1f} µs a formula {ours / theirs:6.2f} × KaTeX")
    stages = {name: best(work, pages) for name, work in STAGES.items()}
    print("of the checking:")
    for name, share in shares(totals, stages).items():
        print(f"{share:7.0%}  {name}")


if __name__ == "__main__":
    main()
