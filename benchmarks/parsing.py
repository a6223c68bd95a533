"""How fast formulas are read and checked, as a ratio to KaTeX's own parser over the same formulas.

    python benchmarks/parsing.py ../shared/corpus/kexue/raw [--posts 40]

`parsing` is our parser alone (all faults, every node with its place); `reading` also finds the formulas, reads the
blocks of the post, its references and numbers' rows; `checking` adds the plan of the numbers and every rule. Needs Node and what
`make oracle` installs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from mathpost.config import Config
from mathpost.document.reader import read
from mathpost.latex.lexer import reading
from mathpost.latex.parser import parse
from mathpost.pipeline import examine
from mathpost.text.source import Source, Span

SPEED = Path(__file__).parent.parent / "tests" / "oracle" / "speed.js"
ROUNDS = 3


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--posts", type=int, default=40)
    options = parser.parse_args()
    files = sorted(options.folder.rglob("*.md"))[: options.posts]
    sources = [Source(str(file), file.read_bytes().decode()) for file in files]
    pages = []
    for source in sources:
        formulas = read(source).formulas
        pages.append(
            [(reading(source.text, f.segments, f.escaped).text, f.kind == "display") for f in formulas]
        )

    def parsing() -> None:
        for page in pages:
            definitions = None
            for tex, display in page:
                whole = [Span(0, len(tex))]
                definitions = parse(tex, whole, display=display, definitions=definitions).definitions

    lines = "\n".join(
        json.dumps([{"tex": tex, "display": display} for tex, display in page]) for page in pages
    )
    run = subprocess.run(["node", str(SPEED)], input=lines, capture_output=True, text=True, check=True)
    theirs = float(run.stdout)
    count = sum(map(len, pages))
    print(f"{len(files)} posts, {count} formulas, {sum(len(s.text) for s in sources):,} characters")
    print(f"{'KaTeX':<10}{theirs:8.3f} s {1e6 * theirs / count:8.1f} µs a formula")
    stages: dict[str, Callable[[], object]] = {
        "parsing": parsing,
        "reading": lambda: [read(source) for source in sources],
        "checking": lambda: [examine(source, Config(), False) for source in sources],
    }
    for stage, work in stages.items():
        ours = best(work)
        print(f"{stage:<10}{ours:8.3f} s {1e6 * ours / count:8.1f} µs a formula {ours / theirs:6.2f} × KaTeX")


if __name__ == "__main__":
    main()
