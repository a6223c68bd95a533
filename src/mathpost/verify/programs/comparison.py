"""Formulas and the code beneath them: what the code computes is put beside the formula, and the equation is judged there.

A fence of Python belongs to the last display before it. Where the code names what it computes as the left side does,
``right side = what the code computes`` is judged like a step of the post, with all its definitions and readings. A result
with another name may be anything, so it is compared too, but only reported where it agrees.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from mathpost.document.document import CodeBlock, Document
from mathpost.maths.claims import statements
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.hypotheses.context import Context, context
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Apply, Bind, Term, subterms
from mathpost.text.source import Source, Span
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.programs.arrays import Linear, UndecidedError, UnknownNameError, Value
from mathpost.verify.programs.interpreter import Interpreter
from mathpost.verify.programs.names import places, words
from mathpost.verify.programs.results import (
    ResultOfCode,
    functions,
    guessed,
    modules,
    named_result,
    names_used,
    other_results,
    renamed,
    unnamed,
)
from mathpost.verify.programs.symbols import Symbols, symbols
from mathpost.verify.reasons.registry import search
from mathpost.verify.verdicts.judgement import judge

_LANGUAGES = frozenset(["python", "py", "python3", "numpy", "ipython"])
_LONGEST = 8_000  # characters of a fence
_LONGEST_LATEX = 1_500
_NEAR = 900  # characters between a display and its code
_MOST = 40  # fences of a post
_GUESSES = 4  # names of a fence that are taken for symbols of other names
_TRIED = 3  # equations of a display that code without their names is compared with
_STOPS = " \t\n,.;，。；"

OF_CONDITIONS = frozenset(
    (
        "derived-symbol free-symbol law-of-entries hidden-variable value-of-a-symbol unknown-entry letter-of-one-side "
        "equation-for-one second-definition words-of-an-equation set-by-words demanded-by-words size-tied array-tied unexplained"
    ).split()
)
"""Reasons to take an equation for a condition on its symbols: code computes its result for all of them."""

Read = Callable[[Source], Document]


class Compared(NamedTuple):
    """A fence of code at `span` and the formula with index `formula` that it computes.

    `name` is what the code calls the result; `latex` what it computes there, empty where it was not read. `overflows`: it
    takes exponentials of numbers of any size, which a shift by their maximum would keep in range.
    """

    span: Span
    formula: int
    name: str
    verdict: Verdict
    latex: str = ""
    overflows: bool = False

    @property
    def is_unread(self) -> bool:
        """Whether the code or the formula was not read."""
        return isinstance(self.verdict, Unchecked) and self.verdict.reason == "unread"


class _Code(NamedTuple):
    """A fence that was parsed; `block` says where it is."""

    block: CodeBlock
    tree: ast.Module


def compared(document: Document, steps: Sequence[Step], read: Read) -> tuple[Compared, ...]:
    """The fences of Python in `document`, each with its verdict; those beneath no formula are left out."""
    codes = list(_codes(document))
    if not codes:
        return ()
    around = context(document, steps)
    comparer = _Comparer(document, steps, around, read)
    found = (comparer.of(code, codes[:k]) for k, code in enumerate(codes))
    return tuple(each for each in found if each is not None)


def _codes(document: Document) -> Iterator[_Code]:
    for block in document.code[:_MOST]:
        if block.language.lower() not in _LANGUAGES or block.span.length > _LONGEST:
            continue
        try:
            yield _Code(block, ast.parse(_inside(document.source.slice(block.span))))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue


def _inside(fence: str) -> str:
    """What is between the lines of a fence."""
    return "\n".join(fence.strip("\n").split("\n")[1:-1])


class _Comparer:
    """Compares the fences of one post."""

    def __init__(self, document: Document, steps: Sequence[Step], around: Context, read: Read) -> None:
        self.document, self.steps, self.around, self.read = document, steps, around, read
        self.readings = Readings(steps, around)
        self.sizes: tuple[str, ...] = ()
        self.unnamed = ""  # a symbol of the formula last compared that its code does not name

    def of(self, code: _Code, before: Sequence[_Code]) -> Compared | None:
        """What is found of one fence; None where it is beneath no formula that it computes."""
        above = list(self._above(code.block.span.start))
        named = [(n, r) for n in above if (r := named_result(code.tree, self._left(n))) is not None][:_TRIED]
        found = [self._compared(code, before, *each) for each in named]
        first = min(found, key=_preference, default=None)
        if first is not None and not first.is_unread:
            return first
        others = [(n, r) for n in above[:_TRIED] for r in other_results(code.tree)]
        for number, result in (*named, *others):
            other = self._compared(code, before, number, result, guesses=True)
            if isinstance(other.verdict, Proved | Agrees):
                return other
        return first

    def _compared(
        self, code: _Code, before: Sequence[_Code], number: int, result: ResultOfCode, guesses: bool = False
    ) -> Compared:
        """The equation `number` beside one result of a fence; with `guesses`, names of the code may be any symbols."""
        step = self.steps[number]
        try:
            latex = self._latex(number, code, before, result, guesses)
            verdict, latex = self._judged(step, code, latex)
            if isinstance(verdict, Refuted) and self.unnamed:
                raise UndecidedError(f"the code does not name {self.unnamed}")
        except UndecidedError as error:
            return Compared(code.block.span, step.formula, result.name, Unchecked("unread", str(error)))
        overflows = isinstance(verdict, Proved | Agrees) and _overflows(self._right(number), code.tree)
        written = latex[0] if latex else ""
        return Compared(code.block.span, step.formula, result.name, verdict, written, overflows)

    def _above(self, start: int) -> Iterator[int]:
        """The equations of the last display before a fence, the last one first."""
        shown = [f for f in self.document.formulas if f.kind == "display" and f.span.end <= start]
        if not shown or start - shown[-1].span.end > _NEAR or self._parted(shown[-1].span.end, start):
            return
        for number in reversed(range(len(self.steps))):
            step = self.steps[number]
            if step.formula == shown[-1].index and step.sign == "=" and step.role != "other":
                yield number

    def _parted(self, start: int, end: int) -> bool:
        """Whether a heading or another fence is between a display and a fence."""
        between = [h.span for h in self.document.headings] + [c.span for c in self.document.code]
        return any(start <= span.start < end for span in between)

    def _left(self, number: int) -> str:
        """The left side that the code may name: that of the first link of a chain."""
        while number and self.steps[number].interior and self.steps[number - 1].sign == "=":
            number -= 1
        return self.steps[number].left.text

    def _right(self, number: int) -> Term:
        return self._sides(number)[1]

    def _sides(self, number: int) -> tuple[Term | None, Term]:
        """Both sides; only the right one has to be read, since the code says what the left one stands for."""
        conventions = self.around.conventions
        try:
            return self.readings.literal(number, conventions)[0].sides
        except (UnreadError, RecursionError):
            pass
        try:
            return None, elaborate(self.steps[number].right.nodes, conventions).term
        except (UnreadError, RecursionError) as error:
            raise UndecidedError("the formula is not read") from error

    def _latex(
        self, number: int, code: _Code, before: Sequence[_Code], result: ResultOfCode, guesses: bool
    ) -> list[str]:
        """What the code computes at the places of the left side: once for each number at which its index may begin."""
        left, right = self._sides(number)
        found = symbols(left, right, self.document.source.text, places(self._left(number)))
        self.sizes = found.sizes
        for _ in range(_GUESSES if guesses else 1):
            try:
                return self._read(number, code, before, result, found)
            except UnknownNameError as error:
                value = guessed(error.name, found.values, names_used(code.tree)) if guesses else None
                if value is None:
                    raise
                found = found._replace(values={**found.values, error.name: value})
        raise UndecidedError("too many names that the formula does not have")

    def _read(
        self, number: int, code: _Code, before: Sequence[_Code], result: ResultOfCode, found: Symbols
    ) -> list[str]:
        earlier = {f.name: f for c in (*before, code) for f in functions(c.tree)}
        aliases = frozenset(name for c in (*before, code) for name in modules(c.tree))
        reader = Interpreter(found.values, earlier, found.letters, aliases)
        reader.words = words(self.steps[number].right.text)
        try:
            given = renamed(result.function, self._left(number), found.values) if result.function else {}
            self.unnamed = unnamed(found.values, names_used(code.tree), given)
            value = self._value(reader, code, result, given)
            if not isinstance(value, Value):
                raise UndecidedError("no single value")
            written = list(dict.fromkeys(_at(value, found, low) for low in (1, 0)))
        except RecursionError as error:
            raise UndecidedError("too deep") from error
        if any("#" in each or len(each) > _LONGEST_LATEX for each in written):
            raise UndecidedError("the length of an axis that the formula does not name")
        return written

    def _value(
        self, reader: Interpreter, code: _Code, result: ResultOfCode, given: Mapping[str, Value]
    ) -> Value | tuple[Value, ...] | None:
        """What the code computes where it computes `result`; `given` are arguments of a function with other names."""
        if result.function is None:
            names, _ = reader.block(code.tree.body, {})
            return names.get(result.name) if result.value is None else reader.value(result.value, names)
        names, value = reader.block(result.function.body, {**reader.defaults(result.function), **given})
        return names.get(result.local) if result.local else value

    def _judged(self, step: Step, code: _Code, written: Sequence[str]) -> tuple[Verdict, list[str]]:
        """The verdict on the first way to count that holds; refuted only if all are."""
        verdicts = []
        for latex in written:
            verdict = self._verdict(step, code, latex)
            if isinstance(verdict, Proved | Agrees):
                return verdict, [latex]
            verdicts.append(verdict)
        undecided = next((v for v in verdicts if not isinstance(v, Refuted)), None)
        return (undecided or verdicts[0]), list(written[:1])

    def _verdict(self, step: Step, code: _Code, latex: str) -> Verdict:
        right = step.right.text.strip(_STOPS)
        text, at = self.document.source.text, code.block.span.start
        sizes = "".join(rf"Let ${size} \ge 2$ be an integer. " for size in self.sizes if size in latex)
        first, second = (
            (latex, right) if sizes else (right, latex)
        )  # a side may lack symbols of the one before it
        claim = f"\n\n{sizes}\n\n$$\n{first} = {second}\n$$\n\n"
        again = self.read(Source(self.document.source.path, text[:at] + claim + text[at:]))
        steps = statements.steps(again)
        inside = [k for k, s in enumerate(steps) if at <= s.span.start and s.span.end <= at + len(claim)]
        last = inside[-1] if inside else None
        if last is None or _bare(steps[last].left.text) != _bare(first):
            raise UndecidedError("the formula is not a statement")
        steps = (*steps[:last], replace(steps[last], role="claim"), *steps[last + 1 :])
        with search(OF_CONDITIONS):
            verdict = judge(again, steps, {last})[last]
        return verdict if verdict is not None else Unchecked("limit", "time")


def _preference(found: Compared) -> int:
    """Of several equations for one name, the code computes one: it is refuted only where it computes none of them."""
    return 0 if isinstance(found.verdict, Proved | Agrees) else 2 if isinstance(found.verdict, Refuted) else 1


def _bare(latex: str) -> str:
    return "".join(latex.split())


def _at(value: Value, found: Symbols, low: int) -> str:
    """The entry of `value` that the left side mentions, where its index begins at `low`."""
    if not value.axes:
        return value.at(()).latex
    if len(value.axes) != len(found.places):
        raise UndecidedError("an array of another shape than the left side")
    return value.at([Linear(place, -low) for place in found.places]).latex


def _overflows(right: Term, tree: ast.Module) -> bool:
    """Whether a formula divides by or takes the logarithm of a sum of exponentials, and the code shifts by no maximum."""
    called = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    called |= {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    if called & {"max", "amax", "logsumexp", "logaddexp"} or "exp" not in called:
        return False
    parts = [
        t.arguments[-1] for t in subterms(right) if isinstance(t, Apply) and t.operator in ("log", "divide")
    ]
    return any(
        isinstance(s, Bind)
        and s.operator == "sum"
        and any(isinstance(e, Apply) and e.operator == "exp" for e in subterms(s))
        for p in parts
        for s in subterms(p)
    )
