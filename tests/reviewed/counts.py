"""How often each rule speaks on the open posts: the figures that its page shows.

    python tests/reviewed/counts.py FOLDER [--update]

One pass over the posts, all rules in it. `--update` writes the counts into the rules; how many hits were read, and
how many of these were right, is known to a reader only.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import NamedTuple

from mathpost import rules, site
from mathpost.config import Config
from mathpost.document import numbering
from mathpost.document.reader import read
from mathpost.text.source import decode

_FIGURES = re.compile(r"^MEASURED = Measured\(hits=\d+, posts=\d+", re.MULTILINE)
# Rules that speak for one target only are counted for it.
_TARGETS = {"P007": "github", "P010": "katex"}


class Count(NamedTuple):
    """The findings of one rule, the posts that have one, and all posts."""

    hits: int
    posts: int
    of: int


def measured() -> list[rules.Rule]:
    """The rules whose pages show figures; refuted steps and their kin are counted with the verdicts."""
    return [rule for rule in rules.registry() if rules.measured(rule) and rule.CODE[0] != "D"]


def counts(corpus: Path) -> dict[str, Count]:
    """By code, for every rule with figures."""
    hits: dict[str, list[int]] = {rule.CODE: [] for rule in measured()}
    files = sorted(corpus.rglob("*/**/*.md"))
    for file in files:
        for target in ("mathjax", *sorted({*_TARGETS.values()})):
            chosen = [rule for rule in measured() if _TARGETS.get(rule.CODE, "mathjax") == target]
            source = decode(str(file), file.read_bytes())
            macros = site.definitions(source, Config(target=target))
            document = read(source, target=target, definitions=macros)
            subject = rules.Subject(document, numbering.plan(document), (), (), target)
            for rule in chosen:
                hits[rule.CODE].append(sum(1 for _ in rule.find(subject)))
    return {code: Count(sum(found), sum(map(bool, found)), len(files)) for code, found in hits.items()}


def update(found: dict[str, Count]) -> None:
    for rule in measured():
        file = Path(str(rule.__file__))  # type: ignore[attr-defined]
        count = found[rule.CODE]
        new = f"MEASURED = Measured(hits={count.hits}, posts={count.posts}"
        text = _FIGURES.sub(new, file.read_text("utf-8")).replace(", of=220)", ")")
        file.write_text(text, "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--update", action="store_true", help="write the counts into the rules")
    options = parser.parse_args()
    found = counts(options.corpus)
    if options.update:
        update(found)
    wrong = 0
    for rule in measured():
        said = rules.measured(rule)
        assert said is not None
        count = found[rule.CODE]
        if (said.hits, said.posts, said.of) != count:
            wrong += 1
            print(f"{rule.CODE}: {said.hits} hits in {said.posts} of {said.of} posts, now {count}")
    print(f"{len(found)} rules, {wrong} with other figures than their pages show")
    return int(wrong > 0 and not options.update)


if __name__ == "__main__":
    sys.exit(main())
