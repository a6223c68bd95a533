"""Exercises from the verified steps of a post.

A slip is used only if it is refuted in the place of the step, with all definitions of the post. A gap hides what such a
slip would change, so that not every answer fits. A number is the value of both sides at one point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from mathpost.config import Config
from mathpost.document.document import authored
from mathpost.exercises.exercise import Exercise, ExerciseSet, Kind
from mathpost.latex.lexer import split
from mathpost.latex.parser import parse
from mathpost.maths.notation.step import Step
from mathpost.pipeline import examine
from mathpost.text.edits import Edit, apply
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.reading import DEFINED
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted
from mathpost.verify.repair.examples import Example, examples
from mathpost.verify.slips.slips import Slip, slips
from mathpost.verify.slips.tokens import joined, letters
from mathpost.verify.verdicts.judgement import judge
from mathpost.writers.facts import is_chinese
from mathpost.writers.post import PostResult

_KINDS: tuple[Kind, ...] = ("gap", "slip", "number")
_GAP = r"{\boxed{\;?\;}}"
_TRIES = 4  # slips of one step that are judged: each costs a reading of the post
_STEPS = 3  # times the wanted exercises: the steps that are tried
_LONGEST = 240  # characters of a side
_HIDDEN = 12  # tokens of a gap
_DEFINITIONS = 3
_ORDER = ("number", "script", "function", "fraction", "term", "index", "factor", "root", "sign", "difference")


def exercises(result: PostResult, config: Config, count: int) -> ExerciseSet:
    """Up to `count` exercises on the verified equations of a post, spread over the post, one per step."""
    steps = list(_verified(result))
    document = authored(result.document)
    shown = {e.step: e for e in examples(document, result.steps, result.verdicts)}
    tried = _spread(steps, count)[: _STEPS * count]
    made = islice(_made(result, config, tried, shown), count)
    found = sorted(made, key=lambda e: e.line)
    title = result.document.front_matter.get("title") or next(
        (result.source.slice(h.span).lstrip("# ").strip() for h in result.document.headings), ""
    )
    return ExerciseSet(str(title), is_chinese(result.document), tuple(found), len(steps))


def _verified(result: PostResult) -> Iterator[int]:
    """The verified steps that can be asked about: no repetition, nothing too long."""
    seen: set[str] = set()
    for number, (step, verdict) in enumerate(zip(result.steps, result.verdicts, strict=False)):
        text = "".join(f"{step.left.text}={step.right.text}".split())
        sides = (step.left.text, step.right.text)
        if not isinstance(verdict, Proved | Agrees) or step.sign != "=" or text in seen:
            continue
        if all(0 < len(side) <= _LONGEST and _is_plain(side) for side in sides) and sides[0] != sides[1]:
            seen.add(text)
            yield number


def _is_plain(side: str) -> bool:
    """Whether a side can be shown in a display by itself."""
    return "\\\\" not in side and "&" not in side and not parse(side, [Span(0, len(side))]).faults


def _spread(steps: Sequence[int], count: int) -> list[int]:
    """The steps in the order in which they are tried: the first `count` are spread over the whole post."""
    if len(steps) <= count:
        return list(steps)
    first = [steps[k * len(steps) // count] for k in range(count)]
    return [*first, *(step for step in steps if step not in first)]


def _made(
    result: PostResult, config: Config, steps: Sequence[int], shown: Mapping[int, Example]
) -> Iterator[Exercise]:
    """An exercise of each step that has one; the kinds take turns."""
    turn = 0
    for number in steps:
        step = _Asked(result, config, number, shown.get(number))
        for kind in (*_KINDS[turn % 3 :], *_KINDS[: turn % 3]):
            found = step.exercise(kind, turn)
            if found is not None:
                turn = _KINDS.index(kind) + 1
                yield found
                break


class _Refutation(NamedTuple):
    slip: Slip
    verdict: Refuted


class _Asked:
    """One verified step, and what is asked about it."""

    def __init__(self, result: PostResult, config: Config, number: int, example: Example | None) -> None:
        self.result, self.config, self.number, self.example = result, config, number, example
        self.step = result.steps[number]
        self.judged: dict[str, Refuted | None] = {}

    def exercise(self, kind: Kind, turn: int) -> Exercise | None:
        """The exercise of this kind, if the step has one."""
        step = self.step
        if kind == "number":
            if self.example is None:
                return None
            return self._exercise(kind, step.left.text, self.example.value, (self.example.assignment,))
        refuted = self._refuted(turn, gap=kind == "gap")
        if refuted is None:
            return None
        slip, verdict = refuted
        if kind == "slip":
            detail = (verdict.counterexample, verdict.left, verdict.right)
            return self._exercise(kind, f"{step.left.text} = {slip.latex}", step.right.text, detail)
        gap = gap_of(step.right.text, slip.latex)
        assert gap is not None
        return self._exercise(kind, f"{step.left.text} = {gap.shown}", gap.hidden)

    def _exercise(self, kind: Kind, shown: str, answer: str, detail: tuple[str, ...] = ()) -> Exercise:
        step = self.step
        line = self.result.source.line_of(step.span.start)
        equation = f"{step.left.text} = {step.right.text}"
        return Exercise(kind, line, shown, answer, equation, tuple(self._definitions()), detail)

    def _refuted(self, turn: int, *, gap: bool) -> _Refutation | None:
        """A slip in the right side that is refuted; with `gap`, one that changes a piece that can be hidden."""
        right = self.step.right
        if "".join(self.result.source.slice(right.span).split()) != "".join(right.text.split()):
            return None  # the file has other characters than LaTeX reads
        order = [*_ORDER[turn % len(_ORDER) :], *_ORDER[: turn % len(_ORDER)]]
        kept = [s for s in slips(right.text, letters(right.text)) if s.kind in order and _is_plain(s.latex)]
        kept = [s for s in kept if not gap or gap_of(right.text, s.latex) is not None]
        kept.sort(key=lambda s: order.index(s.kind))
        for slip in kept:
            if slip.latex not in self.judged and len(self.judged) == _TRIES:
                continue
            if slip.latex not in self.judged:
                self.judged[slip.latex] = self._verdict(slip.latex)
            verdict = self.judged[slip.latex]
            if verdict is not None:
                return _Refutation(slip, verdict)
        return None

    def _verdict(self, latex: str) -> Refuted | None:
        """The refutation of the step with `latex` on its right side, read in its post."""
        source = self.result.source
        text = apply(source.text, [Edit(self.step.right.span, f" {latex} ")])
        again = examine(Source(source.path, text), self.config, False, check=False)
        if (
            len(again.steps) != len(self.result.steps)
            or again.steps[self.number].left.text != self.step.left.text
        ):
            return None
        verdict = judge(authored(again.document), again.steps, {self.number})[self.number]
        return verdict if isinstance(verdict, Refuted) else None

    def _definitions(self) -> Iterator[str]:
        """The last definitions before the step of its free symbols, if its verdict uses any."""
        verdict = self.result.verdicts[self.number]
        detail = (verdict.detail or "") if isinstance(verdict, Proved | Agrees) else ""
        if DEFINED not in detail and "given" not in detail:
            return
        own = f" {' '.join(_tokens(self.step.left.text))} = {' '.join(_tokens(self.step.right.text))} "
        found: dict[str, Step] = {}
        for step in self.result.steps[: self.number]:
            head = " ".join(_tokens(step.left.text.partition("(")[0]))
            if (
                step.role == "definition"
                and step.sign == "="
                and head
                and f" {head} " in own
                and not _is_bound(head, own)
            ):
                found.pop(head, None)
                found[head] = step
        assigned = "" if self.example is None else f" {' '.join(_tokens(self.example.assignment))} "
        kept = [
            s
            for head, s in found.items()
            if f" {head} = " not in assigned and any(t.isalpha() or "\\" in t for t in _tokens(s.right.text))
        ]
        for step in kept[-_DEFINITIONS:]:
            if _is_plain(step.left.text) and _is_plain(step.right.text) and len(step.right.text) <= _LONGEST:
                yield f"{step.left.text} = {step.right.text}"


def _is_bound(name: str, formula: str) -> bool:
    """Whether a name is the variable of an integral or a sum; `formula` has spaces between its tokens."""
    marks = (f" d {name} ", f" d }} {name} ", f"\\sum _ {{ {name} = ", f"\\prod _ {{ {name} = ")
    return any(mark in formula for mark in marks)


class Gap(NamedTuple):
    """A formula with a gap, and the hidden piece."""

    shown: str
    hidden: str


def gap_of(right: str, slip: str) -> Gap | None:
    """`right` with a gap where `slip` differs from it; None where that is not a piece by itself.

    >>> gap_of("a^{2} + 1", "a^{3} + 1").hidden
    '2'
    """
    tokens, other = _tokens(right), _tokens(slip)
    start = next((k for k, (a, b) in enumerate(zip(tokens, other, strict=False)) if a != b), None)
    if start is None:
        return None
    behind = next((k for k, (a, b) in enumerate(zip(tokens[::-1], other[::-1], strict=False)) if a != b), 0)
    end = max(len(tokens) - behind, start)
    start += tokens[start:end][:1] in (["^"], ["_"])
    hidden = tokens[start:end]
    if not 0 < len(hidden) <= _HIDDEN or len(hidden) == len(tokens) or not _is_piece(hidden):
        return None
    shown = joined([*tokens[:start], _GAP, *tokens[end:]])
    return Gap(shown, joined(hidden)) if _is_plain(shown) else None


def _is_piece(tokens: Sequence[str]) -> bool:
    depth = 0
    for token in tokens:
        depth += (token in ("{", "(", "[")) - (token in ("}", ")", "]"))
        if depth < 0 or token in ("&", r"\\", r"\left", r"\right"):
            return False
    text = joined(tokens)
    return (
        not depth
        and not parse(text, [Span(0, len(text))]).faults
        and any(t.isalnum() or "\\" in t for t in tokens)
    )


def _tokens(latex: str) -> list[str]:
    return [piece for piece in split(latex) if not piece.isspace()]
