"""What is in force at a formula: how the post writes, what it has defined, and where its symbols live.

Facts are collected once, in reading order, from displays and inline formulas alike. A definition holds from its place
on until its head is defined again; a domain holds for the whole post.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Node, Scripts, Symbol, walk
from mathpost.maths import domains, handbook, heads, laws, notation
from mathpost.maths.arrays import Arrays, arrays
from mathpost.maths.assumptions import Condition, conditions
from mathpost.maths.cues import explains, said_positive, speaks_of_a_case
from mathpost.maths.elaborate import Conventions
from mathpost.maths.facts import Equation, Fact, equation, fact
from mathpost.maths.mentions import mentions
from mathpost.maths.notation import UnreadError
from mathpost.maths.probability import letters_of_laws
from mathpost.maths.ranks import Declared, declarations
from mathpost.maths.sections import Sections
from mathpost.maths.sentences import Sentences
from mathpost.maths.step import Step

NEARBY = 1500  # characters for which a value given in the text holds


@dataclass(frozen=True, slots=True)
class Context:
    """Everything later stages ask of the surroundings; `spoken`: the families of special functions that the post speaks of."""

    conventions: Conventions
    facts: tuple[Fact, ...]
    equations: tuple[Equation, ...]
    bounds: Mapping[str, tuple[domains.Bounds, ...]]
    conditions: tuple[Condition, ...]
    spoken: frozenset[str]
    mentions: Mapping[str, tuple[int, ...]]
    unread: frozenset[int]
    words: Sentences
    sections: Sections
    declared: tuple[Declared, ...] = ()
    structures: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def in_force(
        self, place: int, excluded: frozenset[int], *, values: bool
    ) -> dict[tuple[str, str], list[Fact]]:
        """The facts that hold at `place`, nearest first, by form and head; steps in `excluded` are not used.

        `values`: also the numbers given to symbols ("take n = 512"), which hold in their surroundings only.
        """
        found: dict[tuple[str, str], list[Fact]] = {}
        for known in reversed(self.facts):
            if known.place > place or known.step in excluded:
                continue
            if not known.value or (values and place - known.place < NEARBY):
                found.setdefault((known.form, known.head), []).append(known)
        return found


def context(document: Document, steps: Sequence[Step]) -> Context:
    """The context of a post, from all its steps and the words around its symbols."""
    conventions = _conventions(steps, arrays(document, steps), handbook.named(document.source.text))
    words = Sentences(document)
    explained = _explained(document, words)
    facts: list[Fact] = []
    equations: list[Equation] = []
    unread: set[int] = set()
    bounds: dict[str, list[domains.Bounds]] = {}
    for number, step in enumerate(steps):
        # a claim is no fact: stated twice, a wrong one would prove itself
        if step.role in ("definition", "assumption") and step.sign in ("=", ":=", "≡", "∼"):
            found = fact(number, step, conventions)
            if found is not None:
                facts.append(replace(found, place=explained.get(step.formula, found.place)))
                for bound in laws.bounds(found.right) if found.form == "law" else ():
                    bounds.setdefault(bound.name, []).append(bound)
            elif step.role == "definition":
                unread.add(number)
        if _demanded(step):
            stated = equation(number, step, conventions)
            if stated is not None:
                place = explained.get(step.formula, stated.place)
                case = speaks_of_a_case(words.before(document.formulas[step.formula].span))
                equations.append(replace(stated, place=place, case=case))
        if step.role in ("assumption", "definition", "claim"):
            for bound in domains.bounds(step):
                bounds.setdefault(bound.name, []).append(replace(bound, place=step.span.start))
    for bound in _said(document):
        bounds.setdefault(bound.name, []).append(bound)
    return Context(
        conventions,
        tuple(facts),
        tuple(equations),
        {n: tuple(b) for n, b in bounds.items()},
        conditions(steps, conventions),
        handbook.spoken_of(document),
        mentions(steps),
        frozenset(unread),
        words,
        Sections(document.headings),
        tuple(declarations(steps)),
    )


def _demanded(step: Step) -> bool:
    """Whether a step is an equation that holds for some values of its symbols only: ``\\alpha^2 + \\beta^2 = 1``."""
    if step.sign not in ("=", "≡") or step.interior or heads.head(step.left.nodes) is not None:
        return False
    return step.role == "assumption" or (step.role == "claim" and heads.is_number(step.right.nodes))


def _explained(document: Document, words: Sentences) -> dict[int, int]:
    """Formula → where the display starts that it explains, for formulas behind one: 其中 $Z = …$, where $a = …$."""
    found: dict[int, int] = {}
    display: Formula | None = None
    for formula in document.formulas:
        if display is not None and explains(words.text[display.span.end : formula.span.start]):
            found[formula.index] = display.span.start
        elif formula.kind == "display":
            display = formula
    return found


LIST = re.compile(r"^\s*(,|，|、|and|和|与|及)\s*$")


def _said(document: Document) -> Iterator[domains.Bounds]:
    """Domains given in words: "positive $a$ and $b$", "$\\sigma$, $\\sigma_1$ are positive", 正整数 $n$."""
    text = document.source.text
    group: list[Formula] = []
    for formula, following in zip(document.formulas, (*document.formulas[1:], None), strict=False):
        if formula.kind != "inline" or _symbol(formula) is None:
            group = []
            continue
        group.append(formula)
        if following is not None and LIST.match(text[formula.span.end : following.span.start]):
            continue
        before = text[max(0, group[0].span.start - 40) : group[0].span.start]
        positive, integer = said_positive(before, text[formula.span.end : formula.span.end + 40])
        if positive:
            for member in group:
                name = str(_symbol(member))
                yield domains.Bounds(name, low=Fraction(0), integer=integer, place=member.span.start)
        group = []


def _symbol(formula: Formula) -> str | None:
    """The family that a formula of one symbol names: ``\\sigma`` for ``\\sigma_1``."""
    try:
        row = notation.items(formula.tree.body)
    except UnreadError:
        return None
    alone = row and all(isinstance(i, notation.Scripted) and i.superscript is None for i in row[1:])
    return notation.name(row[0]) if alone else None


# --- conventions ----------------------------------------------------------------------------------------------------------


def _conventions(steps: Iterable[Step], found: Arrays, named: frozenset[str]) -> Conventions:
    """How the post writes, from the formulas themselves."""
    functions: set[str] = set()
    indices: set[str] = set()
    exponents: set[str] = set()
    probable: set[str] = set()
    for step in steps:
        functions |= _function_head(step)
        for side in (step.left, step.right):
            for node in side.nodes:
                _index_letters(node, indices, exponents)
            probable |= letters_of_laws(side.nodes)
    return Conventions(
        functions=frozenset(functions - probable),
        named=named,
        arrays=found.plain,
        array_families=found.families,
        laws=frozenset(probable),
        imaginary="i" in exponents and "i" not in indices,
    )


def _function_head(step: Step) -> set[str]:
    """``f`` where the step reads ``f(x) = …``: a symbol applied to plain names on the left of a definition."""
    from mathpost.maths.heads import head

    spelled = head(step.left.nodes)
    if step.interior or spelled is None or not spelled.endswith("()"):
        return set()
    try:
        row = notation.items(step.left.nodes)
    except UnreadError:
        return set()
    symbol = notation.name(row[0])
    labels = ""
    for item in row[1:]:
        if not isinstance(item, notation.Scripted):
            break
        labels = notation.latex(item)
    return {symbol + labels, symbol} if symbol else set()


def _index_letters(node: Node, indices: set[str], exponents: set[str]) -> None:
    for inner in walk(node):
        if isinstance(inner, Scripts):
            if inner.subscript is not None:
                indices |= {n.text for n in walk(inner.subscript) if isinstance(n, Symbol) and n.text == "i"}
            if isinstance(inner.base, Symbol) and inner.base.text == "e" and inner.superscript is not None:
                exponents |= {
                    n.text for n in walk(inner.superscript) if isinstance(n, Symbol) and n.text == "i"
                }
