"""Conventions derived from the formulas of a post: which letters are functions, whether ``i`` is the imaginary unit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from mathpost.latex.tree import Node, Scripts, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.elaboration.calculus import velocities
from mathpost.maths.elaboration.chance.probability import LAWS, MEANS, averaged_over, letters_of_laws
from mathpost.maths.elaboration.conventions import (
    ArrayLetters,
    Chance,
    Constants,
    Conventions,
    Counting,
    Differentiation,
    FunctionLetters,
)
from mathpost.maths.elaboration.heads import head, names_a_law
from mathpost.maths.elaboration.numbers import units
from mathpost.maths.facts.counting import counted
from mathpost.maths.facts.function_letters import applied_letters, functions, rows, sides
from mathpost.maths.lexicon.product_signs import by_entries
from mathpost.maths.lexicon.senses import (
    mentions_complex_numbers,
    mentions_convolutions,
    mentions_frequencies,
)
from mathpost.maths.notation import LOGARITHMS, Item, Scripted, UnreadError
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.typing.arrays import Arrays
from mathpost.maths.typing.orientation import orientation
from mathpost.text.stems import occurs

UNITS = frozenset("ij")  # letters for the imaginary unit in mathematics and in engineering

PARAMETERS = frozenset([r"\theta", r"\vartheta", r"\phi", r"\varphi", r"\psi", r"\omega"])
OF_NORMAL_LAWS = re.compile(
    r"正态|\bnormal(?:ly)? (?:distribut|law|random|variable|cdf)|\\sim\s*\\?(?:mathcal\s*\{?\s*)?N\}?\s*(?:\\left)?\(",
    re.IGNORECASE,
)
OF_FEATURES = re.compile(
    r"核函数|核方法|特征映射|势函数|\bkernels?\b|\bfeature maps?\b|\bpotentials?\b", re.IGNORECASE
)


def conventions(steps: Sequence[Step], found: Arrays, named: frozenset[str], text: str = "") -> Conventions:
    """The conventions of the post with these steps; `found`: its arrays, `named`: the operators that it uses by name.

    `text`: the whole post.
    """
    indices: set[str] = set()
    exponents: set[str] = set()
    euler: set[bool] = set()
    for node in chain.from_iterable(sides(steps)):
        _index_letters(node, indices, exponents)
        euler.update(_uses_of_e(node))
    if mentions_frequencies(text):
        exponents.add("j")
    unit = "j" if exponents - indices == {"j"} else "i"
    probable = frozenset[str]().union(
        *(letters_of_laws(side.nodes) for s in steps for side in (s.left, s.right))
    )
    applied, lawful = applied_letters(steps), _lawful(steps)
    if any(map(_declares_a_law, steps)):
        probable |= LAWS & applied
    probable |= LAWS & frozenset(letter for row in rows(sides(steps)) for letter in _scored(row))
    return Conventions(
        functions=FunctionLetters(
            functions(steps) - probable,
            applied - probable,
            named,
            normal=occurs(OF_NORMAL_LAWS, text) and not occurs(OF_FEATURES, text),
        ),
        arrays=ArrayLetters(
            found.plain,
            found.families,
            orientation(rows(sides(steps)), found.plain, text),
            by_entries(text),
        ),
        differentiation=Differentiation(
            found.moving, velocities.moved(steps), _gradient(steps, found), _is_delta_a_symbol(steps)
        ),
        chance=Chance(probable, lawful | _random(steps), lawful),
        counting=Counting(counted(steps)),
        constants=Constants(
            euler=euler != {False},
            imaginary=unit not in indices and (unit in exponents or mentions_complex_numbers(text)),
            unit=unit,
            measured=units.measured_in(text),
            convolves=mentions_convolutions(text),
        ),
    )


def _gradient(steps: Sequence[Step], found: Arrays) -> str:
    r"""The subscript of ``\nabla_{\theta}``, or else the subscript of the functions whose gradients are taken.

    Empty if they differ, or if there is none.
    """
    below = {
        notation.name(node.subscript)
        for outer in chain.from_iterable(sides(steps))
        for node in walk(outer)
        if isinstance(node, Scripts) and isinstance(node.base, Symbol) and node.base.text == r"\nabla"
        if node.subscript is not None
    }
    below = below or {label for row in rows(sides(steps)) for label in _labels_behind_gradients(row)}
    name = min(below, key=str) if len(below) == 1 else None
    return "" if name is None else rf"\boldsymbol{{{name}}}" if name in found.plain else name


def _labels_behind_gradients(row: Sequence[Item]) -> Iterator[str | None]:
    r"""``\theta`` for ``\nabla \log p_{\theta}``: the subscripts of functions after ``\nabla`` that denote parameters."""
    for k, item in enumerate(row):
        if not (isinstance(item, Symbol) and item.text == r"\nabla"):
            continue
        behind = [i for i in row[k + 1 : k + 4] if notation.latex(i) not in LOGARITHMS]
        scripts = behind[1] if len(behind) > 1 and notation.name(behind[0]) is not None else None
        below = (
            notation.name(scripts.subscript) if isinstance(scripts, Scripted) and scripts.subscript else None
        )
        if below in PARAMETERS:
            yield below


def _scored(row: Sequence[Item]) -> Iterator[str]:
    r"""``p`` for ``\log p_{\theta}``: letters under a logarithm with a parameter as subscript."""
    for sign, item, scripts in zip(row, row[1:], row[2:], strict=False):
        letter = notation.name(item)
        if notation.latex(sign) in LOGARITHMS and letter is not None and isinstance(scripts, Scripted):
            if scripts.subscript is not None and notation.name(scripts.subscript) in PARAMETERS:
                yield letter


def _is_delta_a_symbol(steps: Sequence[Step]) -> bool:
    """Whether Δ precedes an operator or ends a row: it is then a number, and not the increment of the next symbol."""
    for step in steps:
        for side in (step.left, step.right):
            try:
                row = notation.items(side.nodes)
            except UnreadError:
                continue
            if any(_is_delta(item) and _ends(row, k + 1) for k, item in enumerate(row)):
                return True
    return False


def _is_delta(item: Item) -> bool:
    return isinstance(item, Symbol) and item.text == r"\Delta"


def _ends(row: Sequence[Item], k: int) -> bool:
    return k == len(row) or (isinstance(row[k], Symbol) and notation.latex(row[k]) in ("+", "-", ")", "/"))


def _declares_a_law(step: Step) -> bool:
    r"""Whether a step gives a random variable a named law: ``X \sim \mathcal{N}(\mu, \sigma^2)``."""
    return step.sign in ("∼", FOLLOWS) and names_a_law(step.right.nodes)


def _lawful(steps: Sequence[Step]) -> frozenset[str]:
    r"""The single symbols on the left of ``\sim``."""
    named = (s.left.nodes for s in steps if s.sign in ("∼", FOLLOWS) and head(s.left.nodes))
    return frozenset(str(notation.name(item)) for nodes in named for item in notation.items(nodes)[:1])


def _random(steps: Sequence[Step]) -> frozenset[str]:
    """The symbols in the subscripts of averages."""
    found: set[str] = set()
    for node in chain.from_iterable(sides(steps)):
        for inner in walk(node):
            if isinstance(inner, Scripts) and inner.base is not None and notation.name(inner.base) in MEANS:
                found |= set(averaged_over(inner))
    return frozenset(found)


def _uses_of_e(node: Node) -> Iterator[bool]:
    """For each ``e`` with scripts or in scripts: whether it is the base of a power, and not a letter as in ``2^e``."""
    for inner in walk(node):
        if not isinstance(inner, Scripts):
            continue
        if isinstance(inner.base, Symbol) and inner.base.text == "e":
            yield inner.superscript is not None
        elif any(_is_e(n) for script in (inner.superscript, inner.subscript) if script for n in walk(script)):
            yield False


def _is_e(node: Node) -> bool:
    return isinstance(node, Symbol) and node.text == "e"


def _units(node: Node) -> frozenset[str]:
    """The letters in `node` that may be the imaginary unit."""
    return frozenset(n.text for n in walk(node) if isinstance(n, Symbol) and n.text in UNITS)


def _index_letters(node: Node, indices: set[str], exponents: set[str]) -> None:
    """Add the letters that may be the imaginary unit: those in subscripts to `indices`, those in powers of e to `exponents`."""
    for inner in walk(node):
        if isinstance(inner, Scripts):
            if inner.subscript is not None:
                indices |= _units(inner.subscript)
            if isinstance(inner.base, Symbol) and inner.base.text == "e" and inner.superscript is not None:
                exponents |= _units(inner.superscript)
