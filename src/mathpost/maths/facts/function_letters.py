"""The letters that are functions, judged by brackets after them: on the left of ``f(x) = …``, in gradients, before one name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from mathpost.latex.tree import Command, Delimited, Node, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.elaboration.heads import head
from mathpost.maths.notation import Digits, Item, Scripted, UnreadError
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.signals import SAMPLED, sampled
from mathpost.maths.notation.step import Step

DERIVATIVES = frozenset([r"\nabla", r"\partial"])
DIFFERENTIALS = frozenset(["d", r"\mathrm{d}", r"\text{d}"])  # at the top of a fraction
ALONE = 3  # a letter is no function if it occurs this many times as often alone as with arguments


def sides(steps: Iterable[Step]) -> list[Sequence[Node]]:
    return [side.nodes for step in steps for side in (step.left, step.right)]


def functions(steps: Sequence[Step]) -> frozenset[str]:
    r"""The symbols on the left of ``f(x) = …`` and after ``\nabla``, except those mostly written without arguments; and names
    of samples of these functions.
    """
    named = dict(pair for step in steps for pair in _named(step))
    named |= dict(pair for row in rows(sides(steps)) for pair in _differentiated(row))
    applied, alone = Counter[str](), Counter[str]()
    for step in steps:
        for side in (step.left, step.right):
            _count(side.nodes, frozenset(named.values()), applied, alone)
    by_argument = frozenset(name for step in steps for name, _ in _named(step) if _defines_by_argument(step))
    kept = {
        n: letter
        for n, letter in named.items()
        if n in by_argument or alone[letter] <= ALONE * applied[letter]
    }
    samples = frozenset(n for n in sampled(rows(sides(steps))) if n.removesuffix(SAMPLED) in kept)
    return frozenset(kept) | frozenset(kept.values()) | samples


def applied_letters(steps: Sequence[Step]) -> frozenset[str]:
    """The letters that are always followed by brackets, and so may be functions."""
    letters = frozenset(
        name
        for node in chain.from_iterable(sides(steps))
        for inner in walk(node)
        if isinstance(inner, Symbol | Command) and (name := notation.name(inner)) is not None
    )
    applied, alone = Counter[str](), Counter[str]()
    for step in steps:
        for side in (step.left, step.right):
            _count(side.nodes, letters, applied, alone)
    return frozenset(applied) - frozenset(alone)


def _named(step: Step) -> Iterator[tuple[str, str]]:
    r"""The name with its labels, and the letter, if a step has the form ``f(x) = …``, ``f_\theta(x) = …``."""
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


def _defines_by_argument(step: Step) -> bool:
    r"""Whether a definition contains its argument, ``V(t) = V_0 e^{-t/\tau}``: a function, even if mostly written without."""
    content = next((content for _, content in in_brackets(step.left.nodes) if content), ())
    name = (
        notation.name(content[0])
        if len(content) == 1 and not isinstance(content[0], Scripted | Digits)
        else None
    )
    return name is not None and name in letters(step.right.nodes) and step.sign in ("=", ":=", "≡")


def differentiated(nodes: Sequence[Node]) -> frozenset[str]:
    """The letters of the functions that are differentiated in `nodes`."""
    return frozenset(letter for row in rows([nodes]) for _, letter in _differentiated(row))


def _differentiated(row: Sequence[Item]) -> Iterator[tuple[str, str]]:
    """The name with its labels, and the letter, of ``\\nabla_x f_\\theta(x)``, ``\\partial f(x)`` and ``f'(x)``."""
    for k in range(len(row)):
        at = _derived(row, k)
        letter = notation.name(row[at]) if at < len(row) and not isinstance(row[at], Digits) else None
        if letter is not None and _brackets_follow(row, at + 1):
            labelled = at > k and isinstance(row[at + 1], Scripted)
            yield letter + (notation.latex(row[at + 1]) if labelled else ""), letter


def _derived(row: Sequence[Item], k: int) -> int:
    """The position of the symbol that the item at `k` differentiates; the length of the row if there is none."""
    following = row[k + 1] if k + 1 < len(row) else None
    if isinstance(following, Scripted) and following.primes:
        return k
    if notation.latex(row[k]) not in (DERIVATIVES if k else DERIVATIVES | DIFFERENTIALS):
        return len(row)
    return next((j for j in range(k + 1, len(row)) if not isinstance(row[j], Scripted)), len(row))


def rows(sides: Sequence[Sequence[Node]]) -> Iterator[Sequence[Item]]:
    """The rows of items in `sides`, at any depth."""
    pending = list(sides)
    while pending:
        try:
            row = notation.items(pending.pop())
        except UnreadError:
            continue
        yield row
        for item in row:
            pending += notation.inside(item)


def _count(
    nodes: Iterable[Node], letters: frozenset[str], applied: Counter[str], alone: Counter[str]
) -> None:
    """Count how often each of `letters` occurs before brackets, and how often elsewhere, at any depth."""
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
    """The letters before brackets with one name, possibly signed: ``A^{2n}(-q)`` is hardly a product."""
    return _before_brackets(nodes, _holds_a_name)


def _before_brackets(nodes: Sequence[Node], holds: Callable[[Sequence[Item]], bool]) -> frozenset[str]:
    """The letters before round brackets whose content passes the test `holds`, at any depth."""
    return frozenset(name for name, content in in_brackets(nodes) if holds(content))


def in_brackets(nodes: Sequence[Node]) -> Iterator[tuple[str, Sequence[Item]]]:
    """The names in `nodes`, each with the content of the round brackets after it, empty if there are none."""
    for row in rows([nodes]):
        for k, item in enumerate(row):
            name = None if isinstance(item, Scripted | notation.Digits) else notation.name(item)
            if name is not None:
                yield name, _content(row, k + 1)


def _content(row: Sequence[Item], k: int) -> Sequence[Item]:
    """The content of the round brackets at `k`, after any scripts; empty if there are none or they cannot be read."""
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
