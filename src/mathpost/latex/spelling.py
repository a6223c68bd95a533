"""Words that are written as letters in a formula: ``encoder(x)`` is a product of seven symbols beside a bracket.

This module decides whether letters side by side are a word. It is used by the rule that reports them, by the list of
unexplained symbols of a post, and by the reading of its claims. A common name, as in ``KL(p \\Vert q)``, is recognized
by its letters and by the signs in the brackets after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from string import ascii_letters
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from mathpost.latex.macros import macro
from mathpost.latex.rows import rewritten, takes_words
from mathpost.latex.tree import (
    Command,
    Delimited,
    Group,
    Node,
    Scripts,
    Symbol,
    Text,
    children,
)
from mathpost.text.source import Span

LONG = 4  # so many letters are a word rather than a product
APPLIED = 3  # so many if a bracket follows
_VOWELS = frozenset("aeouyAEIOUY")  # an i alone is an index
_VOWELS_OF_LONG = _VOWELS | {"i"}  # five letters hold more than indices
_LETTERS = frozenset(ascii_letters)
_VARIABLES = frozenset("xyztsuvwrpq")  # a d before one of these at the end of a product makes a differential
# functions without their backslash: these anywhere in a run, the next ones only as a whole run
_INSIDE = ("arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "log", "sin", "cos", "tan")
_ALONE = frozenset(["exp", "lim", "max", "min", "sup", "inf", "det"])
_BESIDE = 2  # so many letters beside a function are factors and arguments
_ENDS = frozenset("+-=,;.)]") | {r"\}", r"\cdot", r"\times", r"\rangle"}
Names: TypeAlias = Mapping[
    str, frozenset[str]
]  # with the signs of which their brackets contain one; if empty, any brackets
NO_NAMES: Names = MappingProxyType({})
NO_WORDS: frozenset[str] = frozenset()


def is_word(letters: str, *, applied: bool = False) -> bool:
    """Whether letters without a space between them form a word; `applied`: a bracket follows them."""
    while len(letters) > 1 and letters[-2] == "d" and letters[-1] in _VARIABLES:
        letters = letters[:-2]  # "f\\,dxdy"
    vowels = _VOWELS_OF_LONG if len(letters) > LONG else _VOWELS
    return len(letters) >= (APPLIED if applied else LONG) and not vowels.isdisjoint(letters)


class Run(NamedTuple):
    """Letters side by side: they are in `nodes[start:end]`, the last of them perhaps with scripts."""

    letters: str
    start: int
    end: int
    applied: bool


def runs(nodes: Sequence[Node]) -> Iterator[Run]:
    """The runs of letters in a row; a run has no space between its letters."""
    start = 0
    while start < len(nodes):
        end = start
        while (
            end < len(nodes) and _letter(nodes[end]) and (end == start or _touch(nodes[end - 1], nodes[end]))
        ):
            end += 1
        if end > start:
            yield Run("".join(map(_letter, nodes[start:end])), start, end, opens(nodes, end))
        start = max(end, start + 1)


def _letter(node: Node) -> str:
    """The letter of a node, without its scripts; empty for anything else."""
    nucleus = node.base if isinstance(node, Scripts) else node
    return nucleus.text if isinstance(nucleus, Symbol) and nucleus.text in _LETTERS else ""


def _touch(before: Node, after: Node) -> bool:
    return isinstance(before, Symbol) and before.span.end == after.span.start


def opens(nodes: Sequence[Node], at: int) -> bool:
    """Whether the next visible node from `at` on is an opening bracket."""
    at = _bracket(nodes, at)
    return at < len(nodes) and _sign(nodes[at]) in ("(", "[")


def _bracket(nodes: Sequence[Node], at: int) -> int:
    """The index of the next visible node from `at` on."""
    while at < len(nodes) and _kind(nodes[at]) == "spacing":
        at += 1
    return at


def _sign(node: Node) -> str:
    """The bracket or sign of a node, in any size, without its scripts; empty for anything else."""
    match node:
        case Delimited(left=left):
            return left
        case Scripts(base=base) if base is not None:
            return _sign(base)
        case Command(arguments=(delimiter,)) if _kind(node) == "sized":
            return _sign(delimiter)
        case Symbol(text=text):
            return text
    return ""


def _kind(node: Node) -> str:
    """The kind of the macro of a node; empty for anything else."""
    name = node.name if isinstance(node, Command) else node.text if isinstance(node, Symbol) else ""
    entry = macro(name) if name.startswith("\\") else None
    return "" if entry is None else entry.kind


def has_words(tree: Node, names: Names = NO_NAMES, words: frozenset[str] = NO_WORDS) -> bool:
    """Whether letters that may be a word, or one of `names` or `words`, are anywhere in `tree`."""
    return any(
        _is_word(run) or run.letters in words or _name(run, row, names) or _function(run)
        for row, run in _all_runs(tree)
    )


def has_names(tree: Node, names: Names) -> bool:
    """Whether one of `names` is anywhere in `tree`."""
    return any(_name(run, row, names) for row, run in _all_runs(tree))


def _all_runs(tree: Node) -> Iterator[tuple[tuple[Node, ...], Run]]:
    return ((row, run) for row in _rows(tree) if len(row) > 1 for run in runs(row))


def standing_alone(trees: Iterable[Node]) -> frozenset[str]:
    """The letters that occur by themselves anywhere, or in products too short for a word."""
    found = (run for tree in trees for row in _rows(tree) for run in runs(row))
    return frozenset(
        chain.from_iterable(r.letters for r in found if len(r.letters) < LONG and not _is_word(r))
    )


def _rows(tree: Node) -> Iterator[tuple[Node, ...]]:
    """The rows of nodes in `tree`, but not those of words that a command sets."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Text) or (isinstance(node, Command) and takes_words(node.name)):
            continue
        row = children(node)
        yield row
        stack += [inner for inner in row if type(inner) is not Symbol]


def set_upright(
    tree: Group, alone: frozenset[str], names: Names = NO_NAMES, words: frozenset[str] = NO_WORDS
) -> Group:
    """`tree` with its words and `names` as upright words.

    A product of different letters of `alone` stays, unless it is one of `words`. Subscripts stay too: they are labels
    either way.
    """
    return tree._replace(body=_row(tree.body, _Lexicon(alone, names, words)))


class _Lexicon(NamedTuple):
    """The letters that occur by themselves elsewhere, the names to look for, and the words that the post defines."""

    alone: frozenset[str]
    names: Names
    words: frozenset[str]


def is_set_as_letters(node: Node) -> bool:
    """Whether a node is a word that `set_upright` made."""
    return isinstance(node, Text) and not node.command and len(node.parts) == 1


def _row(nodes: tuple[Node, ...], lexicon: _Lexicon) -> tuple[Node, ...]:
    def inside(node: Node) -> Node:
        return rewritten(node, partial(_row, lexicon=lexicon))

    out: list[Node] = []
    at = 0
    for run, function in chain.from_iterable(_parted(run, nodes, lexicon.alone) for run in runs(nodes)):
        name = run.letters if function else _name(run, nodes, lexicon.names)
        if not name and run.letters not in lexicon.words and not _stands_for_a_word(run, lexicon.alone):
            continue
        start = run.end - len(name) if name else run.start
        out += map(inside, nodes[at:start])
        out.append(
            _upright(run._replace(letters=name or run.letters, start=start), nodes, lexicon, named=bool(name))
        )
        at = run.end
    out += map(inside, nodes[at:])
    return tuple(out)


def _stands_for_a_word(run: Run, alone: frozenset[str]) -> bool:
    product = len({*run.letters}) == len(run.letters) and alone.issuperset(run.letters)
    return _is_word(run) and (_is_function(run) or not product)


def _function(run: Run) -> str:
    """The function whose letters are in a run without a bracket after it, ``log`` in ``xlogx``; empty if there is none."""
    if run.applied or run.letters in _ALONE:
        return "" if run.applied else run.letters
    found = [name for name in _INSIDE if name in run.letters]
    return min(found, key=run.letters.index, default="")


def _parted(run: Run, nodes: Sequence[Node], alone: frozenset[str]) -> Iterator[tuple[Run, bool]]:
    """A run as the function in it and the letters around that, each with whether it is the function.

    A product of letters that all occur alone elsewhere stays one.
    """
    name = _function(run)
    product = name in _ALONE and alone.issuperset(run.letters)
    word = _is_word(run) and len(run.letters) > len(name) + _BESIDE
    if not name or product or word or not _has_argument(run, name, nodes):
        yield run, False
        return
    start = run.start + run.letters.index(name)
    end = start + len(name)
    if start > run.start:
        yield Run(run.letters[: start - run.start], run.start, start, applied=False), False
    yield Run(name, start, end, applied=False), True
    if end < run.end:
        yield from _parted(Run(run.letters[end - run.start :], end, run.end, run.applied), nodes, alone)


def _has_argument(run: Run, name: str, nodes: Sequence[Node]) -> bool:
    """Whether a possible argument follows the function of a run."""
    if not run.letters.endswith(name):
        return True
    at = _bracket(nodes, run.end)
    return at < len(nodes) and _sign(nodes[at]) not in _ENDS


def _name(run: Run, nodes: Sequence[Node], names: Names) -> str:
    """The name at the end of a run of letters before brackets with the signs that it needs; empty if there is none."""
    if not run.applied:
        return ""
    letters = _blackboard(nodes, run.start) + run.letters
    found = [name for name in names if letters.endswith(name)]
    name = max(found, key=len, default="")
    return name if name and (not names[name] or not names[name].isdisjoint(_signs(nodes, run.end))) else ""


def _blackboard(nodes: Sequence[Node], at: int) -> str:
    """The letter directly before the run at `at`, as ``\\mathbb{V}`` before ``ar``; empty if there is none."""
    before = nodes[at - 1] if at else None
    if not isinstance(before, Command) or before.name != r"\mathbb" or len(before.arguments) != 1:
        return ""
    row = children(before.arguments[0]) or before.arguments
    return _letter(row[0]) if len(row) == 1 and before.span.end == nodes[at].span.start else ""


def _signs(nodes: Sequence[Node], at: int) -> Iterator[str]:
    """The bracket after `at` and the signs up to its closing bracket."""
    at = _bracket(nodes, at)
    opener, depth = nodes[at], 0
    if isinstance(opener, Delimited):
        yield opener.left
        yield from map(_sign, opener.body)
        return
    for node in nodes[at:]:
        sign = _sign(node)
        yield sign
        depth += (sign in ("(", "[")) - (sign in (")", "]"))
        if depth == 0:
            return


def _is_word(run: Run) -> bool:
    return is_word(run.letters, applied=run.applied) or _is_function(run)


def _is_function(run: Run) -> bool:
    """Whether a bracket follows the name of a command without its backslash: ``sin(x)``."""
    entry = macro(f"\\{run.letters}") if run.applied and len(run.letters) >= APPLIED else None
    return entry is not None and entry.kind == "operator"


def _upright(run: Run, nodes: Sequence[Node], lexicon: _Lexicon, *, named: bool) -> Node:
    """The letters of a run as a word, or as if a command had set a name."""
    last = nodes[run.end - 1]
    end = last.base.span.end if isinstance(last, Scripts) and last.base is not None else last.span.end
    span = Span(nodes[run.start].span.start, end)
    letters = (Symbol(run.letters, span),)
    word = Command(r"\mathrm", (Group(letters, span),), (), span) if named else Text("", letters, span)
    if not isinstance(last, Scripts):
        return word
    above = None if last.superscript is None else rewritten(last.superscript, partial(_row, lexicon=lexicon))
    return last._replace(base=word, superscript=above, span=Span(span.start, last.span.end))
