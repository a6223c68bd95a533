"""How many references in words follow when every equation of a post gets another number.

    python benchmarks/references.py FOLDER... [--shift 100] [--list]

The tags of every post are renumbered from `shift` + 1 on, so that each number in words must move. Printed: the
references that moved, the bracketed numbers that were an equation's and did not (each of them is reported to the
author), and the share that moved. `--list` prints all of them with their surroundings: whether a move is right only a
reader can say. No claim is verified and nothing is written.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from mathpost.document import oracle
from mathpost.document.document import Document
from mathpost.document.equations import is_number
from mathpost.document.numbering import Numbering, Scheme, plan
from mathpost.document.reader import read
from mathpost.text.edits import apply
from mathpost.text.source import Source, Span, decode

AROUND = 40


def posts(folders: list[Path]) -> Iterator[tuple[str, Document]]:
    for folder in folders:
        for path in sorted(folder.rglob("*.md")) if folder.is_dir() else [folder]:
            document = read(decode(str(path), path.read_bytes()))
            tags = [tag for f in document.formulas for row in f.rows for tag in row.tags]
            if sum(is_number(tag.text) for tag in tags) > 1:
                yield str(path), document


def shown(document: Document, span: Span) -> str:
    text = document.source.text
    before, behind = text[max(0, span.start - AROUND) : span.start], text[span.end : span.end + AROUND]
    return f"{before}⟦{document.source.slice(span)}⟧{behind}".replace("\n", "⏎")


def confirmed(document: Document, planned: Numbering) -> list[str]:
    after = read(Source(document.source.path, apply(document.source.text, planned.edits)))
    return oracle.differences(document, after, planned)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--shift", type=int, default=100)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    all_posts = moved = left = refused = 0
    for path, document in posts(options.folders):
        planned = plan(document, scheme=Scheme("tagged", start=options.shift + 1))
        all_posts += 1
        losses = confirmed(document, planned)
        refused += bool(losses)
        follow = [r for r in planned.resolutions if r.new != r.reference.target]
        moved, left = moved + len(follow), left + len(planned.left_behind)
        if options.list:
            print(path, *losses[:2], sep="\n  not confirmed: ")
            for found in follow:
                print("  moved", shown(document, found.reference.target_span))
            for _, span in planned.left_behind:
                print("  LEFT ", shown(document, span))
    share = 100 * moved / max(1, moved + left)
    print(
        f"{all_posts} posts: {moved} references follow, {left} do not and are reported ({share:.1f} % follow)"
    )
    print(f"{refused} posts would not be written")


if __name__ == "__main__":
    main()
