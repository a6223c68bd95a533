"""Changes of a post that change no verdict, tried on real posts: each difference is a defect, printed with its step.

    python benchmarks/metamorphic.py FOLDER [--posts N] [--seed S] [--change WORDS …]

Most changes keep the number of steps and their order, so that verdicts are compared one by one; behind the others the
claims are found again by what they say. A claim that one text leaves unchecked and the other decides is a smaller
difference than one that is confirmed here and refuted there.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from mathpost.config import Config
from mathpost.document.document import Formula
from mathpost.latex.tree import Command, Delimited, Environment, Group, Node, Scripts, Symbol, walk
from mathpost.maths.elaboration.heads import names_something
from mathpost.maths.notation.step import Side
from mathpost.pipeline import examine, load
from mathpost.text.edits import Edit, apply
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.verdict import name
from mathpost.writers.post import PostResult

Edits = Callable[[PostResult], Iterator[Edit]]
Change = Callable[[PostResult], str]

# --- how commands are spelled ---------------------------------------------------------------------------

ALIASES = {
    r"\le": r"\leq",
    r"\ge": r"\geq",
    r"\ne": r"\neq",
    r"\to": r"\rightarrow",
    r"\lVert": r"\|",
    r"\rVert": r"\|",
    r"\land": r"\wedge",
    r"\frac": r"\dfrac",
    r"\exp": r"\mathrm{exp}",
    r"\mid": r"\,\vert\,",
    r"\ldots": r"\dots",
}
FONTS = {r"\boldsymbol": r"\mathbf", r"\mathbf": r"\boldsymbol"}
"""Each turns into one that the post does not use: then no two names become one."""
_BOLD = re.compile(r"\\boldsymbol[ \t]*\{?([A-Za-z]|\\[A-Za-z]+|[^{}]*)")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_LETTER = re.compile(r"(?<![A-Za-z\\{])x(?![A-Za-z}])")


def aliases(result: PostResult) -> Iterator[Edit]:
    """Other names of the same commands."""
    return _commands(result, ALIASES)


def fonts(result: PostResult) -> Iterator[Edit]:
    """The same symbols in another bold font, in the whole post."""
    text = result.source.text
    used = {font: new for font, new in FONTS.items() if font in text and new not in text}
    latin = all(len(found[1]) == 1 for found in _BOLD.finditer(text))  # \mathbf makes no Greek letter bold
    return _commands(result, used if latin else {})


def _commands(result: PostResult, table: dict[str, str]) -> Iterator[Edit]:
    for formula in result.document.formulas:
        text = result.source.slice(formula.body)
        for found in _COMMAND.finditer(text):
            if found[0] in table:
                start = formula.body.start + found.start()
                yield Edit(Span(start, start + len(found[0])), table[found[0]])


def renamed(result: PostResult) -> Iterator[Edit]:
    """``x`` by a letter of its kind that the post does not use, in formulas; words that name it keep their dollars."""
    text = result.source.text
    free = next((c for c in "zwuv" if not re.search(rf"(?<![A-Za-z\\]){c}(?![A-Za-z])", text)), None)
    if free is None or re.search(
        r"[\\{]x[}A-Za-z]|\bdx\b|[A-Za-z]x\b|\bx[A-Za-z]|(?<![$\\{])\bx\b(?=[ ，。])", text
    ):
        return
    for formula in result.document.formulas:
        for found in _LETTER.finditer(text, *formula.body):
            yield Edit(Span(*found.span()), free)


# --- what prints nothing, or prints the same ------------------------------------------------------------


def spaces(result: PostResult) -> Iterator[Edit]:
    r"""A thin space behind each relation."""
    for step in result.steps:
        if step.right.text and not step.interior:
            at = step.right.span.start
            yield Edit(Span(at, at), r"\, ")


def styles(result: PostResult) -> Iterator[Edit]:
    r"""``\displaystyle`` at the head of each side, ``\!`` behind it."""
    for side in _right_sides(result):
        yield Edit(Span(side.span.start, side.span.start), r"\displaystyle\! ")


def groups(result: PostResult) -> Iterator[Edit]:
    """The last side of each step in braces."""
    for side in _right_sides(result):
        yield Edit(side.span, "{" + result.source.slice(side.span) + "}")


def _right_sides(result: PostResult) -> Iterator[Side]:
    """The closed sides that end their chains."""
    ends = {step.left.span for step in result.steps}
    for step in result.steps:
        if step.right.span not in ends and _is_closed(result.source.slice(step.right.span)):
            yield step.right


def scripts(result: PostResult) -> Iterator[Edit]:
    """Scripts of one sign in braces."""
    for node in _nodes(result):
        parts = (node.subscript, node.superscript) if isinstance(node, Scripts) else ()
        for part in parts:
            only = part.body[0] if isinstance(part, Group) and len(part.body) == 1 else part
            if isinstance(only, Symbol) and only.text.isalnum() and part is not None:
                if part.span.length == only.span.length == len(only.text):
                    yield Edit(part.span, "{" + only.text + "}")


def sizes(result: PostResult) -> Iterator[Edit]:
    r"""``\left( … \right)`` as ``\bigl( … \bigr)``."""
    for node in _nodes(result):
        if isinstance(node, Delimited) and node.left == "(" and node.right == ")":
            text = result.source.slice(node.span)
            if text.startswith(r"\left(") and text.endswith(r"\right)") and r"\middle" not in text:
                yield Edit(Span(node.span.start, node.span.start + 6), r"\bigl(")
                yield Edit(Span(node.span.end - 7, node.span.end), r"\bigr)")


def comments(result: PostResult) -> Iterator[Edit]:
    """A comment at the end of the first line of each display of several lines."""
    for formula in result.document.formulas:
        text = result.source.slice(formula.body)
        at = text.find("\n", 1)
        if formula.kind == "display" and at > 0 and text[at - 1] not in "\r \\" and not text.startswith("\\"):
            place = formula.body.start + at
            yield Edit(Span(place, place), "% a = b + 1")


def _nodes(result: PostResult) -> Iterator[Node]:
    for formula in result.document.formulas:
        if not formula.faults and not formula.escaped:
            yield from walk(formula.tree)


# --- what stands in another order -----------------------------------------------------------------------


def swapped(result: PostResult) -> Iterator[Edit]:
    """The sides of equations that stand alone, unless the right one is a name, which the equation would then define."""
    taken = Counter(step.formula for step in result.steps)
    for step in result.steps:
        left, right = (result.source.slice(side.span) for side in (step.left, step.right))
        alone = taken[step.formula] == 1 and step.role == "claim" and step.sign == "="
        if alone and _is_closed(left) and _is_closed(right) and not names_something(step.right.nodes):
            yield Edit(step.left.span, right)
            yield Edit(step.right.span, left)


def terms(result: PostResult) -> Iterator[Edit]:
    """The first two terms of a sum, where nothing binds what follows it."""
    for side in _right_sides(result):
        found = _two_terms(side.nodes)
        if found is not None:
            first, second = (result.source.slice(span) for span in found)
            yield Edit(found[0], second)
            yield Edit(found[1], first + " ")


_BINDING = frozenset(
    r"\sum \prod \int \iint \oint \lim \max \min \sup \inf \log \ln \sin \cos \exp \mathbb \mathrm".split()
)
_SPLIT = frozenset(
    r"- \pm \mp \pmod / \cdot \times \mid | , ; : ( ) [ ] \{ \} \| < > \cdots \dots \ldots \quad".split()
)


def _two_terms(nodes: tuple[Node, ...]) -> tuple[Span, Span] | None:
    """The first two terms of a sum of plain terms; None for anything else."""
    if any(_shown(node) in _SPLIT or _binds(node) for node in nodes):
        return None
    marks = [k for k, node in enumerate(nodes) if _shown(node) == "+"]
    if not marks or marks[0] == 0 or marks[-1] == len(nodes) - 1:
        return None
    first, second = nodes[: marks[0]], nodes[marks[0] + 1 : [*marks, len(nodes)][1]]
    if not second or not all(
        any(_shown(n).strip() != "" or not isinstance(n, Symbol) for n in t) for t in (first, second)
    ):
        return None
    return Span(first[0].span.start, first[-1].span.end), Span(second[0].span.start, second[-1].span.end)


def _shown(node: Node) -> str:
    base = node.base if isinstance(node, Scripts) else node
    return base.text if isinstance(base, Symbol) else base.name if isinstance(base, Command) else ""


def _binds(node: Node) -> bool:
    return any(_shown(inner) in _BINDING or isinstance(inner, Environment) for inner in (node,))


def displays(result: PostResult) -> Iterator[Edit]:
    """Two displays with nothing between them, where both only claim and neither goes on with the other."""
    roles: dict[int, set[str]] = {}
    for step in result.steps:
        roles.setdefault(step.formula, set()).add("interior" if _inherits(step.left, result) else step.role)
    last = -1
    for one, two in pairwise(f for f in result.document.formulas if f.kind == "display"):
        between = result.source.text[one.span.end : two.span.start]
        plain = all(roles.get(f.index) == {"claim"} and not _is_numbered(f) for f in (one, two))
        if plain and not between.strip() and one.index != last and two.index == one.index + 1:
            last = two.index
            yield Edit(one.span, result.source.slice(two.span))
            yield Edit(two.span, result.source.slice(one.span))


def _inherits(side: Side, result: PostResult) -> bool:
    return not result.source.slice(side.span).strip() or not side.nodes


def _is_numbered(formula: Formula) -> bool:
    return any(row.tags or row.labels for row in formula.rows)


def _is_closed(text: str) -> bool:
    """Whether a side can be moved or braced as it stands: no alignment, no break, no sentence in it."""
    marks = ("&", "\\\\", r"\left", r"\right", r"\tag", r"\label", r"\begin", r"\end", "\n", r"\quad")
    return (
        text.count("{") == text.count("}")
        and not any(mark in text for mark in marks)
        and text.strip()[-1:] not in (",", ".", "", "，", "。", ";")
    )


# --- the words ------------------------------------------------------------------------------------------

WORDS = {
    "对于任意的": "for any ", "对于任意": "for any ", "对于所有的": "for all ", "对于所有": "for all ", "对任意": "for any ",
    "由此可得": "hence ", "由此得到": "hence ", "所以我们有": "hence we have ", "因此我们有": "hence we have ", "我们有": "we have ",
    "可以得到": "we obtain ", "我们得到": "we obtain ", "得到": "we obtain ", "从而": "hence ", "于是": "hence ", "因此": "hence ",
    "所以": "hence ", "其中": "where ", "假设": "suppose ", "不妨设": "suppose ", "设": "let ", "令": "let ", "记": "let ",
    "定义": "define ", "如果": "if ", "若": "if ", "当": "when ", "则": "then ", "那么": "then ", "即": "that is ", "也就是": "that is ",
    "满足": "satisfies ", "使得": "such that ", "约等于": "is approximately ", "为正整数": "is a positive integer",
    "是正整数": "is a positive integer", "为整数": "is an integer", "是整数": "is an integer", "为实数": "is a real number",
    "是实数": "is a real number", "为正数": "is positive", "是正数": "is positive", "为常数": "is a constant",
    "是常数": "is a constant", "是正交矩阵": "is an orthogonal matrix", "为正交矩阵": "is an orthogonal matrix",
    "是对称矩阵": "is a symmetric matrix", "为对称矩阵": "is a symmetric matrix", "是单位矩阵": "is the identity matrix",
    "为单位矩阵": "is the identity matrix", "独立同分布": "i.i.d.", "服从": "follows ", "的均值": "the mean of ", "和": "and ",
    "与": "and ", "且": "and ", "以及": "and ",
}  # fmt: skip
"""Fixed words, each translated only where it is all that stands between a formula and a formula or a mark."""
_MARKS = "，。；：、,.;:\n（）()"


def translated(result: PostResult) -> Iterator[Edit]:
    """The fixed words of Chinese that stand alone at a formula, in English."""
    text = result.source.text
    edges = {f.span.end for f in result.document.formulas} | {0}
    starts = {f.span.start for f in result.document.formulas}
    pattern = re.compile("|".join(map(re.escape, sorted(WORDS, key=len, reverse=True))))
    free = sorted(f.span for f in result.document.formulas)
    for before, after in pairwise([Span(0, 0), *free, Span(len(text), len(text))]):
        for found in pattern.finditer(text, before.end, after.start):
            head, tail = text[: found.start()].rstrip(" "), text[found.end() :].lstrip(" ")
            opened = len(head) in edges or head[-1:] in _MARKS
            closed = len(text) - len(tail) in starts or tail[:1] in _MARKS or not tail
            touches = len(head) in edges or len(text) - len(tail) in starts
            if opened and closed and touches:
                yield Edit(Span(*found.span()), f" {WORDS[found[0]]}")


# --- the page -------------------------------------------------------------------------------------------


def line_ends(result: PostResult) -> str:
    """The line ends of Windows."""
    return result.source.text.replace("\r\n", "\n").replace("\n", "\r\n")


def quoted(result: PostResult) -> str:
    """The whole post in a quote; not with front matter, HTML or indented code, which say something else there."""
    text = result.source.text
    if text.startswith(("---", "+++")) or re.search(r"^(\t| {4}|<|\ufeff)", text, re.M):
        return text
    return "".join(f"> {line}" for line in text.splitlines(keepends=True))


def edited(edits: Edits) -> Change:
    return lambda result: apply(result.source.text, sorted(set(edits(result))))


CHANGES: dict[str, Change] = {
    "aliases of commands": edited(aliases),
    "another bold font": edited(fonts),
    "a letter renamed": edited(renamed),
    "thin spaces": edited(spaces),
    "styles": edited(styles),
    "braces": edited(groups),
    "scripts in braces": edited(scripts),
    "sizes of brackets": edited(sizes),
    "comments": edited(comments),
    "sides swapped": edited(swapped),
    "terms swapped": edited(terms),
    "displays swapped": edited(displays),
    "words in English": edited(translated),
    "line ends": line_ends,
    "quoted": quoted,
}
MOVED = {"displays swapped"}
"""Changes behind which claims stand in another order."""

# --- comparison -----------------------------------------------------------------------------------------


def judged(path: str, text: str) -> PostResult:
    return examine(Source(path, text), Config(), True)


def kinds(result: PostResult) -> list[str]:
    return ["—" if verdict is None else name(verdict) for verdict in result.verdicts]


def differences(before: PostResult, after: PostResult) -> Iterator[tuple[str, str]]:
    """The kinds of verdicts that differ, with the place and the step as it was."""
    for old, new, step in zip(kinds(before), kinds(after), before.steps, strict=True):
        if old != new:
            line = before.source.position(step.span.start).line
            written = f"{step.left.text} {step.relation} {step.right.text}"[:110].replace("\n", " ")
            yield f"{old} → {new}", f"{before.source.path}:{line}: {written}"


def differences_of_moved(before: PostResult, after: PostResult) -> Iterator[tuple[str, str]]:
    """The same, where each claim is found again by what it says."""
    old, new = (_by_words(result) for result in (before, after))
    for (words, kind), count in sorted((old - new).items()):
        others = sorted(k for w, k in (new - old) if w == words)
        yield f"{kind} → {', '.join(others) or 'gone'}", f"{before.source.path}: {count} × {words[:110]}"


def _by_words(result: PostResult) -> Counter[tuple[str, str]]:
    return Counter(
        (f"{step.left.text} {step.relation} {step.right.text}", kind)
        for step, kind in zip(result.steps, kinds(result), strict=True)
    )


def compared(path: Path, changes: Iterable[str], counts: Counter[tuple[str, str]]) -> None:
    loaded = load(str(path))
    if loaded.refusal is not None:
        return
    before = judged(str(path), loaded.source.text)
    for title in changes:
        text = CHANGES[title](before)
        if text == before.source.text:
            continue
        after = judged(str(path), text)
        if len(after.steps) != len(before.steps):
            counts[title, "steps differ"] += 1
            print(f"{title}: {len(before.steps)} steps became {len(after.steps)}: {path}", flush=True)
            continue
        counts[title, "compared"] += len(before.steps)
        found = (differences_of_moved if title in MOVED else differences)(before, after)
        for kind, place in found:
            counts[title, kind] += 1
            print(f"{title}: {kind}: {place}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--posts", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--change", action="append", choices=[*CHANGES])
    wish = parser.parse_args()
    posts = sorted(wish.folder.rglob("*.md"))
    counts: Counter[tuple[str, str]] = Counter()
    for path in random.Random(wish.seed).sample(posts, min(wish.posts, len(posts))):  # noqa: S311
        compared(path, wish.change or CHANGES, counts)
    print(f"\nseed {wish.seed}")
    for (title, kind), count in sorted(counts.items()):
        print(f"{title:<22}{kind:<26}{count:>6}")
    return 1 if any(kind != "compared" for _, kind in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
