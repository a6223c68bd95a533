"""How long a folder of posts takes, stage by stage, on one core.

    python benchmarks/posts.py FOLDER [--posts 20]

Prints seconds and milliseconds per post for reading, numbering, claims and rules, best of three.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from mathpost import rules
from mathpost.config import Config
from mathpost.document import numbering, reader
from mathpost.maths.claims import statements
from mathpost.pipeline import examine
from mathpost.text.source import Source


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--posts", type=int, default=20)
    options = parser.parse_args()
    files = sorted(options.folder.rglob("*.md"))[: options.posts]
    sources = [Source(str(file), file.read_bytes().decode()) for file in files]
    documents = [reader.read(source) for source in sources]
    plans = [numbering.plan(document) for document in documents]
    found = [statements.steps(document) for document in documents]
    subjects = [
        rules.Subject(document, plan, steps, (None,) * len(steps), "mathjax")
        for document, plan, steps in zip(documents, plans, found, strict=True)
    ]
    stages: dict[str, Callable[[], object]] = {
        "reading": lambda: [reader.read(source) for source in sources],
        "numbering": lambda: [numbering.plan(document) for document in documents],
        "claims": lambda: [statements.steps(document) for document in documents],
        "rules": lambda: [rules.check(subject) for subject in subjects],
        "all": lambda: [examine(source, Config(), False) for source in sources],
    }
    formulas = sum(len(document.formulas) for document in documents)
    print(f"{len(files)} posts, {formulas} formulas, {sum(len(s.text) for s in sources):,} characters")
    for stage, work in stages.items():
        seconds = best(work)
        print(f"{stage:<10} {seconds:7.2f} s  {1000 * seconds / max(1, len(files)):7.1f} ms a post")


if __name__ == "__main__":
    main()
