"""How a post writes, read off its formulas: which letters are functions, whether ``i`` or ``j`` is the imaginary unit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from mathpost.latex.tree import Command, Delimited, Node, Scripts, Symbol, walk
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
from mathpost.maths.elaboration.heads import head
from mathpost.maths.elaboration.numbers import units
from mathpost.maths.facts.counting import counted
from mathpost.maths.facts.distributed_letters import names_a_law
from mathpost.maths.lexicon.product_signs import by_entries
from mathpost.maths.lexicon.senses import (
    speaks_of_complex_numbers,
    speaks_of_convolutions,
    speaks_of_frequencies,
)
from mathpost.maths.notation import LOGARITHMS, Digits, Item, Scripted, UnreadError
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.signals import SAMPLED, sampled
from mathpost.maths.notation.step import Step
from mathpost.maths.typing.arrays import Arrays
from mathpost.maths.typing.orientation import orientation

DERIVATIVES = frozenset([r"\nabla", r"\partial"])
DIFFERENTIALS = frozenset(["d", r"\mathrm{d}", r"\text{d}"])  # at the top of a fraction
UNITS = frozenset("ij")  # letters for the imaginary unit, of mathematicians and of engineers

PARAMETERS = frozenset([r"\theta", r"\vartheta", r"\phi", r"\varphi", r"\psi", r"\omega"])
OF_NORMAL_LAWS = re.compile(
    r"正态|\bnormal(?:ly)? (?:distribut|law|random|variable|cdf)|\\sim\s*\\?(?:mathcal\s*\{?\s*)?N\}?\s*(?:\\left)?\(",
    re.IGNORECASE,
)
OF_FEATURES = re.compile(
    r"核函数|核方法|特征映射|势函数|\bkernels?\b|\bfeature maps?\b|\bpotentials?\b", re.IGNORECASE
)
ALONE = 3  # a letter that stands alone so many times as often as with arguments is no function


def conventions(steps: Sequence[Step], found: Arrays, named: frozenset[str], text: str = "") -> Conventions:
    """How the post with these steps writes; `found`: its arrays, `named`: the operators it calls by their names.

    `text`: the whole post.
    """
    indices: set[str] = set()
    exponents: set[str] = set()
    euler: set[bool] = set()
    for node in _nodes(steps):
        _index_letters(node, indices, exponents)
        euler.update(_uses_of_e(node))
    if speaks_of_frequencies(text):
        exponents.add("j")
    unit = "j" if exponents - indices == {"j"} else "i"
    probable = frozenset[str]().union(
        *(letters_of_laws(side.nodes) for s in steps for side in (s.left, s.right))
    )
    applied, lawful = _applied(steps), _lawful(steps)
    if any(map(_declares_a_law, steps)):
        probable |= LAWS & applied
    probable |= LAWS & frozenset(letter for row in _rows(_sides(steps)) for letter in _scored(row))
    return Conventions(
        functions=FunctionLetters(
            _functions(steps) - probable,
            applied - probable,
            named,
            normal=OF_NORMAL_LAWS.search(text) is not None and OF_FEATURES.search(text) is None,
        ),
        arrays=ArrayLetters(
            found.plain,
            found.families,
            orientation(_rows(_sides(steps)), found.plain, text),
            by_entries(text),
        ),
        differentiation=Differentiation(
            found.moving, velocities.moved(steps), _gradient(steps, found), _is_delta_a_symbol(steps)
        ),
        chance=Chance(probable, lawful | _random(steps), lawful),
        counting=Counting(counted(steps)),
        constants=Constants(
            euler=euler != {False},
            imaginary=unit not in indices and (unit in exponents or speaks_of_complex_numbers(text)),
            unit=unit,
            measured=units.measured_in(text),
            convolves=speaks_of_convolutions(text),
        ),
    )


def _gradient(steps: Sequence[Step], found: Arrays) -> str:
    """The symbol below ``\\nabla_{\\theta}`` wherever one stands there, else below the functions whose gradients are taken.

    Empty where they differ, or there is none.
    """
    below = {
        notation.name(node.subscript)
        for outer in _nodes(steps)
        for node in walk(outer)
        if isinstance(node, Scripts) and isinstance(node.base, Symbol) and node.base.text == r"\nabla"
        if node.subscript is not None
    }
    below = below or {label for row in _rows(_sides(steps)) for label in _labels_behind_gradients(row)}
    name = min(below, key=str) if len(below) == 1 else None
    return "" if name is None else rf"\boldsymbol{{{name}}}" if name in found.plain else name


def _labels_behind_gradients(row: Sequence[Item]) -> Iterator[str | None]:
    """``\\theta`` for ``\\nabla \\log p_{\\theta}``: the labels of functions that are letters of parameters."""
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
    """``p`` for ``\\log p_{\\theta}``: what has a parameter for a label and stands under a logarithm."""
    for sign, item, scripts in zip(row, row[1:], row[2:], strict=False):
        letter = notation.name(item)
        if notation.latex(sign) in LOGARITHMS and letter is not None and isinstance(scripts, Scripted):
            if scripts.subscript is not None and notation.name(scripts.subscript) in PARAMETERS:
                yield letter


def _is_delta_a_symbol(steps: Sequence[Step]) -> bool:
    """Whether Δ stands before a sign or at the end: a number of its own and no increment of what follows."""
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
    """Whether a step gives a random variable a law with a name: ``X \\sim \\mathcal{N}(\\mu, \\sigma^2)``."""
    return step.sign in ("∼", FOLLOWS) and names_a_law(step.right.nodes)


def _lawful(steps: Sequence[Step]) -> frozenset[str]:
    """The symbols that stand alone before the sign of a law."""
    named = (s.left.nodes for s in steps if s.sign in ("∼", FOLLOWS) and head(s.left.nodes))
    return frozenset(str(notation.name(item)) for nodes in named for item in notation.items(nodes)[:1])


def _random(steps: Sequence[Step]) -> frozenset[str]:
    """The symbols that a subscript averages over."""
    found: set[str] = set()
    for node in _nodes(steps):
        for inner in walk(node):
            if isinstance(inner, Scripts) and inner.base is not None and notation.name(inner.base) in MEANS:
                found |= set(averaged_over(inner))
    return frozenset(found)


def _nodes(steps: Iterable[Step]) -> Iterable[Node]:
    return chain.from_iterable(_sides(steps))


def _sides(steps: Iterable[Step]) -> list[Sequence[Node]]:
    return [side.nodes for step in steps for side in (step.left, step.right)]


def _functions(steps: Sequence[Step]) -> frozenset[str]:
    """The symbols on the left of ``f(x) = …`` and behind ``\\nabla``, unless the post mostly writes them without arguments,
    and what is sampled of them.
    """
    named = dict(pair for step in steps for pair in _named(step))
    named |= dict(pair for row in _rows(_sides(steps)) for pair in _differentiated(row))
    applied, alone = Counter[str](), Counter[str]()
    for step in steps:
        for side in (step.left, step.right):
            _count(side.nodes, frozenset(named.values()), applied, alone)
    by_argument = frozenset(name for step in steps for name, _ in _named(step) if _says_by_its_argument(step))
    kept = {
        n: letter
        for n, letter in named.items()
        if n in by_argument or alone[letter] <= ALONE * applied[letter]
    }
    samples = frozenset(n for n in sampled(_rows(_sides(steps))) if n.removesuffix(SAMPLED) in kept)
    return frozenset(kept) | frozenset(kept.values()) | samples


def _applied(steps: Sequence[Step]) -> frozenset[str]:
    """The letters that never stand without brackets behind them: perhaps functions."""
    letters = frozenset(
        name
        for node in _nodes(steps)
        for inner in walk(node)
        if isinstance(inner, Symbol | Command) and (name := notation.name(inner)) is not None
    )
    applied, alone = Counter[str](), Counter[str]()
    for step in steps:
        for side in (step.left, step.right):
            _count(side.nodes, letters, applied, alone)
    return frozenset(applied) - frozenset(alone)


def _named(step: Step) -> Iterator[tuple[str, str]]:
    """The name with its labels, and the letter, where a step reads ``f(x) = …``, ``f_\\theta(x) = …``."""
    spelled = head(step.left.nodes)
    if step.interior or spelled is None or not spelled.endswith("()"):
        return
    try:
        row = notation.items(step.left.nodes)
    except UnreadError:
        return
    letter = notation.name(row[0])
    labels = ""
    for item in row[1:]:
        if not isinstance(item, Scripted):
            break
        labels = notation.latex(item)
    if letter is not None:
        yield letter + labels, letter


def _says_by_its_argument(step: Step) -> bool:
    """``V(t) = V_0 e^{-t/\\tau}``: a function, however often the post leaves out its argument."""
    content = next((content for _, content in in_brackets(step.left.nodes) if content), ())
    name = (
        notation.name(content[0])
        if len(content) == 1 and not isinstance(content[0], Scripted | Digits)
        else None
    )
    return name is not None and name in letters(step.right.nodes) and step.sign in ("=", ":=", "≡")


def differentiated(nodes: Sequence[Node]) -> frozenset[str]:
    """The letters of the functions of which a side has derivatives."""
    return frozenset(letter for row in _rows([nodes]) for _, letter in _differentiated(row))


def _differentiated(row: Sequence[Item]) -> Iterator[tuple[str, str]]:
    """The name with its labels, and the letter, of ``\\nabla_x f_\\theta(x)``, ``\\partial f(x)`` and ``f'(x)``."""
    for k in range(len(row)):
        at = _derived(row, k)
        letter = notation.name(row[at]) if at < len(row) and not isinstance(row[at], Digits) else None
        if letter is not None and _brackets_follow(row, at + 1):
            labelled = at > k and isinstance(row[at + 1], Scripted)
            yield letter + (notation.latex(row[at + 1]) if labelled else ""), letter


def _derived(row: Sequence[Item], k: int) -> int:
    """The place of the symbol of which the item at `k` makes a derivative, the end of the row if it makes none."""
    following = row[k + 1] if k + 1 < len(row) else None
    if isinstance(following, Scripted) and following.primes:
        return k
    if notation.latex(row[k]) not in (DERIVATIVES if k else DERIVATIVES | DIFFERENTIALS):
        return len(row)
    return next((j for j in range(k + 1, len(row)) if not isinstance(row[j], Scripted)), len(row))


def _rows(sides: Sequence[Sequence[Node]]) -> Iterator[Sequence[Item]]:
    """The rows of items in `sides`, at any depth."""
    rows = list(sides)
    while rows:
        try:
            row = notation.items(rows.pop())
        except UnreadError:
            continue
        yield row
        for item in row:
            rows += notation.inside(item)


def _count(
    nodes: Iterable[Node], letters: frozenset[str], applied: Counter[str], alone: Counter[str]
) -> None:
    """How often each of `letters` stands before brackets, and how often not, at any depth."""
    try:
        row = notation.items(nodes)
    except UnreadError:
        return
    for k, item in enumerate(row):
        name = None if isinstance(item, Scripted | notation.Digits) else notation.name(item)
        if name in letters:
            (applied if _brackets_follow(row, k + 1) else alone)[str(name)] += 1
        for inner in notation.inside(item):
            _count(inner, letters, applied, alone)


def applied_to_a_name(nodes: Sequence[Node]) -> frozenset[str]:
    """The letters before brackets that hold one name, with or without a sign: ``A^{2n}(-q)`` is hardly a product."""
    return _before_brackets(nodes, _holds_a_name)


def applied_to_a_number(nodes: Sequence[Node]) -> frozenset[str]:
    """The letters before brackets that hold one number: ``V_n(1)`` is no product."""
    return _before_brackets(nodes, lambda content: len(content) == 1 and isinstance(content[0], Digits))


def _before_brackets(nodes: Sequence[Node], holds: Callable[[Sequence[Item]], bool]) -> frozenset[str]:
    """The letters before round brackets of which the content is asked for, at any depth."""
    return frozenset(name for name, content in in_brackets(nodes) if holds(content))


def in_brackets(nodes: Sequence[Node]) -> Iterator[tuple[str, Sequence[Item]]]:
    """The names in `nodes`, each with what stands in the round brackets behind it, nothing where none follow."""
    for row in _rows([nodes]):
        for k, item in enumerate(row):
            name = None if isinstance(item, Scripted | notation.Digits) else notation.name(item)
            if name is not None:
                yield name, _content(row, k + 1)


def _content(row: Sequence[Item], k: int) -> Sequence[Item]:
    """What stands in the round brackets that follow at `k`, scripts aside; nothing where it cannot be read."""
    while k < len(row) and isinstance(row[k], Scripted):
        k += 1
    if k >= len(row):
        return ()
    item = row[k]
    if isinstance(item, Delimited):
        try:
            return notation.items(item.body) if item.left == "(" else ()
        except UnreadError:
            return ()
    if notation.latex(item) != "(":
        return ()
    end = next((j for j in range(k + 1, len(row)) if notation.latex(row[j]) in ("(", ")")), k + 1)
    return row[k + 1 : end]


def _holds_a_name(content: Sequence[Item]) -> bool:
    if content and notation.latex(content[0]) in ("-", "+"):
        content = content[1:]
    if not content or isinstance(content[0], Scripted | notation.Digits) or not notation.name(content[0]):
        return False
    return all(isinstance(item, Scripted) for item in content[1:])


def _brackets_follow(row: Sequence[Item], k: int) -> bool:
    while k < len(row) and isinstance(row[k], Scripted):
        k += 1
    if k >= len(row):
        return False
    item = row[k]
    return (isinstance(item, Delimited) and item.left in "([") or notation.latex(item) in ("(", "[")


def _uses_of_e(node: Node) -> Iterator[bool]:
    """For each ``e`` that has scripts or stands in some: whether it is the base of powers, and no letter as in ``2^e``."""
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
    """Adds the letters that may be the imaginary unit where they stand in indices, and where in exponents of e."""
    for inner in walk(node):
        if isinstance(inner, Scripts):
            if inner.subscript is not None:
                indices |= _units(inner.subscript)
            if isinstance(inner.base, Symbol) and inner.base.text == "e" and inner.superscript is not None:
                exponents |= _units(inner.superscript)
