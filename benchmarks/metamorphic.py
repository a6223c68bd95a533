"""Changes of a post that change no verdict, tried on real posts: each difference is a defect, printed with its step.

    python benchmarks/metamorphic.py FOLDER [--posts N] [--seed S]

A change keeps the number of steps and their order, so that verdicts are compared one by one. A claim that one text
leaves unchecked and the other decides is a smaller difference than one that is confirmed here and refuted there.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from mathpost.config import Config
from mathpost.pipeline import examine, load
from mathpost.text.edits import Edit, apply
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.verdict import name
from mathpost.writers.post import PostResult

ALIASES = {
    r"\le": r"\leq",
    r"\ge": r"\geq",
    r"\ne": r"\neq",
    r"\to": r"\rightarrow",
    r"\lVert": r"\|",
    r"\rVert": r"\|",
    r"\land": r"\wedge",
}
_COMMAND = re.compile(r"\\[A-Za-z]+")
_LETTER = re.compile(r"(?<![A-Za-z\\{])x(?![A-Za-z}])")
Change = Callable[[PostResult], Iterator[Edit]]


def aliases(result: PostResult) -> Iterator[Edit]:
    """Other names of the same commands."""
    for formula in result.document.formulas:
        text = result.source.slice(formula.body)
        for found in _COMMAND.finditer(text):
            if found[0] in ALIASES:
                start = formula.body.start + found.start()
                yield Edit(Span(start, start + len(found[0])), ALIASES[found[0]])


def spaces(result: PostResult) -> Iterator[Edit]:
    r"""A thin space behind each relation."""
    for step in result.steps:
        if step.right.text and not step.interior:
            at = step.right.span.start
            yield Edit(Span(at, at), r"\, ")


def groups(result: PostResult) -> Iterator[Edit]:
    """The last side of each step in braces."""
    ends = {step.left.span for step in result.steps}
    for step in result.steps:
        inside = result.source.slice(step.right.span)
        if step.right.span in ends or not _is_closed(inside):
            continue
        yield Edit(step.right.span, "{" + inside + "}")


def swapped(result: PostResult) -> Iterator[Edit]:
    """The sides of equations that stand alone."""
    taken = Counter(step.formula for step in result.steps)
    for step in result.steps:
        left, right = (result.source.slice(side.span) for side in (step.left, step.right))
        alone = taken[step.formula] == 1 and step.role == "claim" and step.sign == "="
        if alone and _is_closed(left) and _is_closed(right):
            yield Edit(step.left.span, right)
            yield Edit(step.right.span, left)


def _is_closed(text: str) -> bool:
    """Whether a side can be moved or braced as it stands: no alignment, no break, no sentence in it."""
    marks = ("&", "\\\\", r"\left", r"\right", r"\tag", r"\label", r"\begin", r"\end", "\n", r"\quad")
    return (
        text.count("{") == text.count("}")
        and not any(mark in text for mark in marks)
        and text.strip()[-1:] not in (",", ".", "", "，", "。", ";")
    )


def renamed(result: PostResult) -> Iterator[Edit]:
    """``x`` by a letter of its kind that the post does not use, in formulas; words that name it keep their dollars."""
    text = result.source.text
    free = next((c for c in "zwuv" if not re.search(rf"(?<![A-Za-z\\]){c}(?![A-Za-z])", text)), None)
    if free is None or re.search(r"[\\{]x[}A-Za-z]|\bdx\b", text):
        return
    for formula in result.document.formulas:
        for found in _LETTER.finditer(text, *formula.body):
            yield Edit(Span(*found.span()), free)


CHANGES: dict[str, Change] = {
    "aliases of commands": aliases,
    "thin spaces": spaces,
    "braces": groups,
    "sides swapped": swapped,
    "a letter renamed": renamed,
}


def judged(path: str, text: str) -> PostResult:
    return examine(Source(path, text), Config(), True)


def differences(before: PostResult, after: PostResult) -> Iterator[tuple[str, str]]:
    """The kinds of verdicts that differ, with the place and the step as it was."""
    for old, new, step in zip(before.verdicts, after.verdicts, before.steps, strict=True):
        kinds = ["—" if verdict is None else name(verdict) for verdict in (old, new)]
        if kinds[0] != kinds[1]:
            line = before.source.position(step.span.start).line
            written = f"{step.left.text} {step.relation} {step.right.text}"[:110]
            yield " → ".join(kinds), f"{before.source.path}:{line}: {written}"


def compared(path: Path, counts: Counter[tuple[str, str]]) -> None:
    loaded = load(str(path))
    if loaded.refusal is not None:
        return
    before = judged(str(path), loaded.source.text)
    for title, change in CHANGES.items():
        edits = sorted(set(change(before)))
        if not edits:
            continue
        after = judged(str(path), apply(before.source.text, edits))
        if len(after.steps) != len(before.steps):
            counts[title, "steps differ"] += 1
            print(f"{title}: {len(before.steps)} steps became {len(after.steps)}: {path}", flush=True)
            continue
        counts[title, "compared"] += len(before.steps)
        for kind, place in differences(before, after):
            counts[title, kind] += 1
            print(f"{title}: {kind}: {place}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--posts", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    posts = sorted(wish.folder.rglob("*.md"))
    counts: Counter[tuple[str, str]] = Counter()
    for path in random.Random(wish.seed).sample(posts, min(wish.posts, len(posts))):  # noqa: S311
        compared(path, counts)
    print(f"\nseed {wish.seed}")
    for (title, kind), count in sorted(counts.items()):
        print(f"{title:<22}{kind:<26}{count:>6}")
    return 1 if any(kind != "compared" for _, kind in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
