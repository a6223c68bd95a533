"""What is in force at a formula: how the post writes, what it has defined, and where its symbols live.

Facts are collected once, in reading order, from displays and inline formulas alike. A definition holds from its place
on until its head is defined again; a domain holds for the whole post.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Command, Node, Scripts, Symbol, walk
from mathpost.maths import domains, notation
from mathpost.maths.arrays import Arrays, arrays
from mathpost.maths.cues import said_positive
from mathpost.maths.elaborate import Conventions, elaborate
from mathpost.maths.notation import UnreadError
from mathpost.maths.step import Step
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables, substitute, subterms

COUNTERS = frozenset("ijklmnst")
NEARBY = 1500  # characters for which a value given in the text holds
DEPTH = 6  # definitions within definitions; deeper chains are cut and what remains stays a symbol


@dataclass(frozen=True, slots=True)
class Fact:
    """``head = right`` in force from `place` on.

    `form`: ``symbol`` (x), ``family`` (x_i, with `parameters` its indices) or ``function`` (f(x), with `parameters` its
    arguments). `step` is the index of the step that states it.
    """

    form: str
    head: str
    parameters: tuple[Term, ...]
    right: Term
    place: int
    step: int

    @property
    def value(self) -> bool:
        """Whether it gives a symbol a number: an example, a setting."""
        return self.form == "symbol" and not free_variables(self.right)


@dataclass(frozen=True, slots=True)
class Context:
    """Everything later stages ask of the surroundings."""

    conventions: Conventions
    facts: tuple[Fact, ...]
    bounds: Mapping[str, tuple[domains.Bounds, ...]]
    mentions: Mapping[str, tuple[int, ...]]
    unread: frozenset[int]

    def in_force(
        self, place: int, excluded: frozenset[int], *, values: bool
    ) -> dict[tuple[str, str], list[Fact]]:
        """The facts that hold at `place`, nearest first, by form and head; steps in `excluded` are not used.

        `values`: also the numbers given to symbols ("take n = 512"), which hold in their surroundings only.
        """
        found: dict[tuple[str, str], list[Fact]] = {}
        for fact in reversed(self.facts):
            if fact.place > place or fact.step in excluded:
                continue
            if not fact.value or (values and place - fact.place < NEARBY):
                found.setdefault((fact.form, fact.head), []).append(fact)
        return found


def context(document: Document, steps: Sequence[Step]) -> Context:
    """The context of a post, from all its steps and the words around its symbols."""
    conventions = _conventions(steps, arrays(document, steps))
    facts: list[Fact] = []
    unread: set[int] = set()
    bounds: dict[str, list[domains.Bounds]] = {}
    for number, step in enumerate(steps):
        # a claim is no fact: stated twice, a wrong one would prove itself
        if step.role in ("definition", "assumption") and step.sign in ("=", ":=", "≡"):
            fact = _fact(number, step, conventions)
            if fact is not None:
                facts.append(fact)
            elif step.role == "definition":
                unread.add(number)
        if step.role in ("assumption", "definition", "claim"):
            for bound in domains.bounds(step):
                bounds.setdefault(bound.name, []).append(bound)
    for bound in _said(document):
        bounds.setdefault(bound.name, []).append(bound)
    return Context(
        conventions,
        tuple(facts),
        {n: tuple(b) for n, b in bounds.items()},
        _mentions(steps),
        frozenset(unread),
    )


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
                yield domains.Bounds(str(_symbol(member)), low=Fraction(0), integer=integer)
        group = []


def _symbol(formula: Formula) -> str | None:
    """The family that a formula of one symbol names: ``\\sigma`` for ``\\sigma_1``."""
    try:
        row = notation.items(formula.tree.body)
    except UnreadError:
        return None
    alone = row and all(isinstance(i, notation.Scripted) and i.superscript is None for i in row[1:])
    return notation.name(row[0]) if alone else None


def _fact(number: int, step: Step, conventions: Conventions) -> Fact | None:
    """The definition that `step` states, if its left side is a head and its right side can be read."""
    if step.interior:
        return None
    try:
        left = elaborate(step.left.nodes, conventions).term
        right = elaborate(step.right.nodes, conventions).term
    except (UnreadError, RecursionError):
        return None
    match left:
        case Variable(name=name):
            found = Fact("symbol", name, (), right, step.span.end, number)
        case Apply(operator="index", arguments=(Variable(name=name), *indices)):
            found = Fact("family", name, tuple(indices), right, step.span.end, number)
        case Apply(operator="call", arguments=(Variable(name=name), *arguments)):
            found = Fact("function", name, tuple(arguments), right, step.span.end, number)
        case Apply(operator="sigmoid", arguments=arguments):
            found = Fact("function", r"\sigma", tuple(arguments), right, step.span.end, number)
        case _:
            return None
    if not all(isinstance(p, Variable | Number) for p in found.parameters) or _recurs(found):
        return None
    if found.form == "function" and not free_variables(right):
        return None  # "F(λ) = 0" is an equation to solve
    if found.form == "symbol" and found.head in COUNTERS and isinstance(right, Variable | Number):
        return None  # "i = j", "t = 1" name a case, no value
    return found


def _recurs(fact: Fact) -> bool:
    """Whether the right side speaks of the head itself: a recurrence or an equation, no definition to substitute."""
    return any(isinstance(term, Variable) and term.name == fact.head for term in subterms(fact.right))


# --- substitution -------------------------------------------------------------------------------------------------------


def unfold(term: Term, facts: Mapping[tuple[str, str], list[Fact]]) -> tuple[Term, frozenset[int]]:
    """`term` with all definitions in force put in, and the steps that state the ones used."""
    used: set[int] = set()
    return _unfolded(term, facts, frozenset(), used, 0), frozenset(used)


def _unfolded(
    term: Term,
    facts: Mapping[tuple[str, str], list[Fact]],
    active: frozenset[tuple[str, str]],
    used: set[int],
    depth: int,
) -> Term:
    if depth > DEPTH:
        return term
    match term:
        case Variable(name=name):
            return _replaced(term, ("symbol", name), (), facts, active, used, depth)
        case Apply(operator="index", arguments=(Variable(name=name) as head, *indices)):
            inner = tuple(_unfolded(i, facts, active, used, depth) for i in indices)
            whole = Apply("index", (head, *inner), term.origin)
            return _replaced(whole, ("family", name), inner, facts, active, used, depth)
        case Apply(operator="call", arguments=(Variable(name=name) as head, *arguments)):
            inner = tuple(_unfolded(a, facts, active, used, depth) for a in arguments)
            whole = Apply("call", (head, *inner), term.origin)
            return _replaced(whole, ("function", name), inner, facts, active, used, depth)
        case Apply(operator="derivative", arguments=(body, target)):
            return Apply("derivative", (_unfolded(body, facts, active, used, depth), target), term.origin)
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(_unfolded(a, facts, active, used, depth) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            hidden = {k: v for k, v in facts.items() if k != ("symbol", variable.name)}
            return Bind(
                operator,
                variable,
                tuple(_unfolded(b, facts, active, used, depth) for b in bounds),
                _unfolded(body, hidden, active, used, depth),
                origin,
            )
    return term


def _replaced(
    term: Term,
    key: tuple[str, str],
    given: tuple[Term, ...],
    facts: Mapping[tuple[str, str], list[Fact]],
    active: frozenset[tuple[str, str]],
    used: set[int],
    depth: int,
) -> Term:
    if key in active:
        return term
    for fact in facts.get(key, ()):
        values = _match(fact.parameters, given)
        if values is None:
            continue
        used.add(fact.step)
        return _unfolded(substitute(fact.right, values), facts, active | {key}, used, depth + 1)
    return term


def _match(parameters: tuple[Term, ...], given: tuple[Term, ...]) -> dict[str, Term] | None:
    """The values that make `parameters` equal to `given`; a number matches itself only."""
    if len(parameters) != len(given):
        return None
    values: dict[str, Term] = {}
    for parameter, term in zip(parameters, given, strict=True):
        if isinstance(parameter, Number):
            if parameter != term:
                return None
        elif isinstance(parameter, Variable):
            if values.setdefault(parameter.name, term) != term:
                return None
    return values


# --- conventions ----------------------------------------------------------------------------------------------------------


def _conventions(steps: Iterable[Step], found: Arrays) -> Conventions:
    """How the post writes, from the formulas themselves."""
    functions: set[str] = set()
    indices: set[str] = set()
    exponents: set[str] = set()
    for step in steps:
        functions |= _function_head(step)
        for side in (step.left, step.right):
            for node in side.nodes:
                _index_letters(node, indices, exponents)
    return Conventions(
        functions=frozenset(functions),
        arrays=found.plain,
        array_families=found.families,
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


def _mentions(steps: Sequence[Step]) -> dict[str, tuple[int, ...]]:
    """Symbol (bold marks dropped) → the steps it stands in."""
    found: dict[str, list[int]] = {}
    for number, step in enumerate(steps):
        for symbol in symbols(step):
            found.setdefault(symbol, []).append(number)
    return {k: tuple(v) for k, v in found.items()}


def symbols(step: Step) -> frozenset[str]:
    """The letters and words of a step, without their scripts and bold marks."""
    found: set[str] = set()
    for side in (step.left, step.right):
        for node in side.nodes:
            for inner in walk(node):
                if isinstance(inner, Symbol | Command):
                    name = notation.name(inner)
                    if name is not None:
                        found.add(bare(name))
    return frozenset(found)


def bare(name: str) -> str:
    """A canonical name without bold marks and subscript labels: what a constraint on it would mention."""
    text = name.replace(r"\boldsymbol{", "{")
    text = text.split("_{", 1)[0].split("^{", 1)[0]
    return text.strip("{}'") if not text.startswith("\\") else text.rstrip("'")


__all__ = ["Context", "Fact", "bare", "context", "symbols", "unfold"]
