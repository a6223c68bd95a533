"""What becomes of every number in words of the open posts, against the reviewed list.

    python tests/reviewed/references.py FOLDER [--update]

`references.tsv` holds a row per number that words make a reference: path, line, hash (of the line, the number
and the equation it was found to mean) and decision: ``moves`` with its equation, ``stays`` (its equation keeps
the number), ``left`` (another document's), ``reported`` (nobody can say). Every row was read beside its post.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from mathpost.document.document import Document
from mathpost.document.numbering import Resolution, Scheme, plan
from mathpost.document.reader import read
from mathpost.text.source import decode

REVIEWED = Path(__file__).parent / "references.tsv"


def rows(corpus: Path) -> Iterator[str]:
    """The rows of all posts below `corpus`, in order."""
    for path in sorted(corpus.rglob("*.md")):
        yield from of_post(corpus, path)


def of_post(corpus: Path, path: Path) -> Iterator[str]:
    """The rows of one post."""
    document = read(decode(str(path), path.read_bytes()))
    for resolution in plan(document, scheme=Scheme("usual")).resolutions:
        line = document.source.line_of(resolution.reference.target_span.start)
        cells = [path.relative_to(corpus).as_posix(), str(line), _hash(document, line, resolution)]
        yield "\t".join([*cells, decision(resolution)])


def decision(resolution: Resolution) -> str:
    if resolution.status == "certain":
        return "moves" if resolution.new != resolution.reference.target else "stays"
    return "left" if resolution.status in ("foreign", "elsewhere", "caption") else "reported"


def _hash(document: Document, line: int, resolution: Resolution) -> str:
    source = document.source
    meant = [source.slice(equation.span) for equation in resolution.candidates]
    said = "\n".join([source.slice(source.line_span(line)), resolution.reference.target, *meant])
    return sha256(said.encode()).hexdigest()[:12]


def reviewed() -> list[str]:
    return REVIEWED.read_text(encoding="utf-8").splitlines()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    now = list(rows(options.corpus))
    if options.update:
        REVIEWED.write_text("".join(f"{row}\n" for row in now), encoding="utf-8")
    gone, new = Counter(reviewed()) - Counter(now), Counter(now) - Counter(reviewed())
    for sign, some in (("-", gone), ("+", new)):
        for row in some.elements():
            print(sign, row)
    counts = Counter(row.rpartition("\t")[2] for row in now)
    print(", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
    return 1 if gone or new else 0


if __name__ == "__main__":
    sys.exit(main())
