"""What is missing in a post and what to do next: facts from its text, no general advice.

Each task names its line. The sentences are in `phrases`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal, NamedTuple

from mathpost.document.document import Document, Formula, Statement, authored
from mathpost.document.references import visible_text
from mathpost.latex.macros import macro
from mathpost.latex.spelling import is_word, runs
from mathpost.latex.tree import Command, Environment, Node, Scripts, Symbol, Text, children
from mathpost.maths.notation.step import Step
from mathpost.text.diagnostics import Severity
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Unchecked
from mathpost.writers.post import PostResult
from mathpost.writers.uses import arcs, key_results

Kind = Literal[
    "todo", "error", "short", "proof", "symbols", "bare", "unexplained", "undecided", "derive",
    "complexity", "example", "comparison", "follows",
]  # fmt: skip
_NEED_PROOF = {"theorem", "lemma", "proposition", "corollary"}
_COMPLEXITY = ("复杂度", "complexity", "\\mathcal{O}", "O(", "O\\left(")
_COMPARISON = ("对比", "比较", "相比", "区别", "compar", "versus", " vs", "contrast", "differs from")
_EXAMPLE = ("数值例子", "例如取", "数值实验", "numerical example", "numeric example", "worked example")
# What every reader knows, and what is bound where it is: indices, sizes, the differential.
_OFTEN = 5
_KNOWN = frozenset("d e i j k l m n s t O P E".split()) | {"\\pi", "\\partial", "\\nabla", "\\infty"}
_OPAQUE = frozenset(
    "\\label \\ref \\eqref \\tag \\operatorname \\operatorname* \\mathrm \\mathsf \\color \\textcolor".split()
)
_MOST_SYMBOLS = 12
_MOST_FOLLOWED = 5
# Of costs speaks only a post on something that is run; of comparisons one on methods.
_ALGORITHMIC = (
    "算法",
    "计算量",
    "显存",
    "并行",
    "加速",
    "algorithm",
    "runtime",
    "running time",
    "parallel",
    "faster",
)
_METHODICAL = (
    "方法",
    "算法",
    "优化器",
    "method",
    "algorithm",
    "optimizer",
    "optimiser",
    "estimator",
)


class Task(NamedTuple):
    """One missing thing: its kind, its line, and the values for its sentence."""

    kind: Kind
    line: int
    text: str = ""
    times: int = 0
    number: str = ""


def tasks(result: PostResult, target_lines: tuple[int, int], generated: int) -> Iterator[Task]:
    """What is missing in a post, errors first; `generated` lines do not count towards its length."""
    length = result.source.line_count - generated
    result = _of_the_author(result)
    document, source = result.document, result.source
    for line in todo_lines(document):
        yield Task("todo", line, source.slice(source.line_span(line)).strip())
    for found in result.diagnostics:
        if found.severity is Severity.ERROR:
            yield Task("error", source.line_of(found.span.start), f"{found.code} {found.message}")
    if length < target_lines[0]:
        yield Task("short", source.line_count, times=target_lines[0] - length)
    for statement in without_proof(document):
        title = f"{statement.kind} {statement.number} {statement.title}"
        yield Task("proof", source.line_of(statement.span.start), " ".join(title.split()))
    yield from _symbols(result)
    yield from _counted("bare", list(_without_lead(document)))
    yield from _counted("unexplained", list(_unexplained(document)))
    yield from _followed(result)
    yield from _undecided(result)
    yield from _unverified_results(result)
    yield from _absent(result)


def _of_the_author(result: PostResult) -> PostResult:
    """The findings in the author's own text, without the parts that the program wrote."""
    document = authored(result.document)
    end = len(document.source.text)
    kept = [number for number, step in enumerate(result.steps) if step.span.end <= end]
    return replace(
        result,
        document=document,
        steps=[result.steps[number] for number in kept],
        verdicts=tuple(result.verdicts[number] for number in kept) if result.verified else result.verdicts,
    )


def todo_lines(document: Document) -> list[int]:
    """Lines that begin with ``TODO``, after marks of lists or quotes, outside code and comments."""
    source = document.source
    found = []
    for number, line in enumerate(source.lines if "TODO" in source.text else (), 1):
        text = line.lstrip(" \t>*-+_#[(（【") if "TODO" in line else ""
        if not text.startswith("TODO") or text[4:5].isalnum():
            continue
        if not _hidden(document, source.line_starts[number - 1]):
            found.append(number)
    return found


def _hidden(document: Document, offset: int) -> bool:
    return any(span.start <= offset < span.end for span in document.opaque)


def without_proof(document: Document) -> Iterator[Statement]:
    """Theorems and similar statements without a proof before the next such statement."""
    for statement, following in pairwise([*document.statements, None]):
        if statement and statement.kind in _NEED_PROOF and (following is None or following.kind != "proof"):
            yield statement


def _counted(kind: Kind, lines: list[int]) -> Iterator[Task]:
    if lines:
        yield Task(kind, lines[0], times=len(lines))


def _without_lead(document: Document) -> Iterator[int]:
    """Lines of displays that follow a heading without a sentence between them."""
    source = document.source
    starts = sorted(
        [*((h.span, True) for h in document.headings), *((f.span, False) for f in _displays(document))]
    )
    for (before, is_heading), (after, too) in pairwise(starts):
        if is_heading and not too and not source.text[before.end : after.start].strip():
            yield source.line_of(after.start)


def _unexplained(document: Document) -> Iterator[int]:
    """Lines of displays that follow another display without a word between them."""
    source = document.source
    for before, after in pairwise(_displays(document)):
        if not source.text[before.span.end : after.span.start].strip():
            yield source.line_of(after.span.start)


def _displays(document: Document) -> list[Formula]:
    return [f for f in document.formulas if f.kind == "display"]


def _followed(result: PostResult) -> Iterator[Task]:
    """Equations that the text derives from others and that have an undecided claim."""
    open_ = {step.formula for step, verdict in result.judged if isinstance(verdict, Unchecked)}
    equations = result.numbering.equations
    origins: dict[int, list[str]] = {}
    for arc in arcs(result):
        if equations[arc.to].formula in open_ and (equations[arc.to].old or equations[arc.to].new):
            origins.setdefault(arc.to, []).append(equations[arc.origin].old or equations[arc.origin].new)
    for to, numbers in sorted(origins.items())[:_MOST_FOLLOWED]:
        shown = ", ".join(f"({number})" for number in numbers)
        line = result.source.line_of(equations[to].span.start)
        yield Task("follows", line, shown, number=f"({equations[to].old or equations[to].new})")


def _unverified_results(result: PostResult) -> Iterator[Task]:
    """Equations that the post refers to often and that have an undecided claim."""
    open_ = {step.formula for step, verdict in result.judged if isinstance(verdict, Unchecked)}
    displays = {equation.old or equation.new: equation.formula for equation in result.numbering.equations}
    for key in key_results(result):
        if not result.verified or displays.get(key.number) in open_:
            yield Task("derive", key.line, key.number, key.times)


def _undecided(result: PostResult) -> Iterator[Task]:
    """The claims that no method could decide, by their first line."""
    lines = [
        result.source.line_of(step.span.start)
        for step, verdict in result.judged
        if isinstance(verdict, Unchecked)
    ]
    yield from _counted("undecided", sorted(lines))


def _symbols(result: PostResult) -> Iterator[Task]:
    """Letters that occur only in displays: no sentence names them and no display defines them."""
    introduced = set(_KNOWN)
    for formula in result.document.formulas:
        if formula.kind == "inline":
            introduced |= letters(formula.tree)
    for step in result.steps:
        if step.role == "definition":
            introduced |= _of_side(step)
    first: dict[str, int] = {}
    for formula in _displays(result.document):
        for letter in sorted(letters(formula.tree) - introduced):
            first.setdefault(letter, result.source.line_of(formula.span.start))
    if first and len(first) <= _MOST_SYMBOLS:
        yield Task("symbols", min(first.values()), " ".join(first), len(first))
    elif first:
        yield Task("symbols", min(first.values()), " ".join([*list(first)[:_MOST_SYMBOLS], "…"]), len(first))


def _of_side(step: Step) -> set[str]:
    return {letter for node in step.left.nodes for letter in letters(node)}


def letters(node: Node) -> set[str]:
    """The letters of a formula that name something: not those of words, operators and names of functions."""
    match node:
        case Symbol(text=text):
            return {text} if _is_letter(text) else set()
        case Text():
            return set()
        case Command(name=name) if name in _OPAQUE:
            return set()
        case Scripts(base=base, superscript=above):
            # a subscript may be a label as well as an index
            parts = [part for part in (base, above) if part is not None]
            return {letter for part in parts for letter in letters(part)}
        case Environment(rows=rows):
            return {letter for row in rows for letter in letters(row)}
        case _:
            return {letter for child in _unspelled(children(node)) for letter in letters(child)}


def _unspelled(nodes: Sequence[Node]) -> Iterator[Node]:
    """The nodes without words set as letters: ``softmax`` mentions no `m`."""
    words = [run for run in runs(nodes) if is_word(run.letters, applied=run.applied)]
    spelled = {place for run in words for place in range(run.start, run.end)}
    return (node for place, node in enumerate(nodes) if place not in spelled)


def _is_letter(text: str) -> bool:
    if len(text) == 1:
        return text.isascii() and text.isalpha()
    known = macro(text)
    return known is not None and known.kind == "letter" and text[1:].islower() and len(text) > 2


def _absent(result: PostResult) -> Iterator[Task]:
    """Kinds of content that a finished post of this series has and this one does not have at all."""
    text = result.source.text
    words = visible_text(text, result.document.opaque).lower()
    end = result.source.line_count
    runs_ = sum(words.count(mark) for mark in _ALGORITHMIC) >= _OFTEN
    if runs_ and not any(mark in text or mark in words for mark in _COMPLEXITY):
        yield Task("complexity", end)
    computed = any(_is_computed(step, result.source) for step in result.steps)
    shown = bool(result.document.code) or "![" in text  # a program or a figure says what numbers would
    if not computed and not shown and not any(mark in words for mark in _EXAMPLE):
        yield Task("example", end)
    methods = sum(words.count(mark) for mark in _METHODICAL) >= _OFTEN
    if methods and not any(mark in words for mark in _COMPARISON):
        yield Task("comparison", end)


def _is_computed(step: Step, source: Source) -> bool:
    """Numbers on both sides, and at least one sign of arithmetic."""
    text = source.slice(step.left.span) + source.slice(step.right.span)
    named = {letter for side in (step.left, step.right) for node in side.nodes for letter in letters(node)}
    return not named and any(c.isdigit() for c in text) and len(text.strip()) > 3
