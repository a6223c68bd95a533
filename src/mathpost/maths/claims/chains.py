r"""Chains of sides and relations: lines are split into statements, and statements into sides at their relations.

Statements end at commas, ``\quad``, arrows and words. A row that begins with a relation or an operator continues the
side before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mathpost.document.document import Formula
from mathpost.latex.tree import Command, Delimited, Group, Node, Symbol, Text, walk
from mathpost.maths import notation
from mathpost.maths.elaboration.heads import is_constant, plain_symbol
from mathpost.maths.lexicon.cues import constrains, cue
from mathpost.maths.notation.lines import Line, aside, lines, silent
from mathpost.maths.notation.relations import (
    CLOSE,
    EQUIVALENCES,
    IMPLICATIONS,
    OPEN,
    ORDERS,
    SEPARATORS,
    SIGNS,
    Relation,
    glyph,
    is_wide,
    relation_at,
)

CONTINUES = frozenset(["+", "-", r"\times", r"\cdot", "/", r"\pm", r"\odot", r"\otimes", r"\oplus"])

SPACES = frozenset([r"\;", r"\ ", "~", r"\:", r"\,"])
WIDE_SPACES = frozenset([r"\quad", r"\qquad"])
GAPS, RUN = frozenset([r"\;", r"\ ", "~"]), 3  # this many narrow spaces make a wide space
CONDITIONS = ORDERS | {"!=", "∈"}  # relations in brackets after a statement
SPELLED = frozenset([r"\mathbin", r"\mathrel", r"\operatorname", r"\mathop", r"\mathrm"])
# words that are not part of the mathematics
WORDS = frozenset(
    "if when where and or for with then so otherwise else let by since as because i.e. e.g. s.t. subject given using assuming provided".split()
)
# words for a reason or condition after a side: the next row continues with that side
REASONS = tuple(
    "since because as by given using assuming provided if when for where 因为 由于 因 由 根据 利用 其中 若 如果 当 假设".split()
)


@dataclass(slots=True)
class Chain:
    r"""A statement under construction: sides so far and the relations between them.

    `inherited`: the first side is the last side of the previous display. `inferred`: an arrow or a word of inference leads to
    it from the previous statement, `mutual`: in both directions. `constrained`: it follows ``\text{s.t.}``.
    """

    sides: list[list[Node]] = field(default_factory=lambda: [[]])
    relations: list[Relation] = field(default_factory=list)
    inherited: bool = False
    inferred: bool = False
    constrained: bool = False
    mutual: bool = False


class Statement(NamedTuple):
    """A part of a line; `inferred`, `constrained`, `mutual`: as for chains; `beside`: it follows words that do not infer."""

    nodes: list[Node]
    inferred: bool = False
    constrained: bool = False
    mutual: bool = False
    beside: bool = False


def last_side(formula: Formula) -> list[Node] | None:
    """The last side of a formula that ends in a chain; None for other formulas."""
    found = list(chains(formula, None))
    ends = bool(found) and bool(found[-1].relations) and found[-1].relations[-1].sign != "→"
    return found[-1].sides[-1] if ends else None


def chains(formula: Formula, previous: list[Node] | None) -> Iterator[Chain]:
    """The chains of a formula; `previous` is the side that a leading relation continues."""
    rows = list(lines(formula.tree.body))
    for column in sorted({line.column for line in rows}):
        for chain in _of_rows(
            [line for line in rows if line.column == column], previous if not column else None
        ):
            chain.sides = [_without_braces(side) for side in chain.sides]
            yield chain


def _without_braces(side: list[Node]) -> list[Node]:
    """A side without braces around all of it: ``x = {0}`` means ``x = 0``."""
    match [node for node in side if not silent(node)]:
        case [Group(body=body, braces=True)] if not any(glyph(node) in SIGNS for node in body):
            return _without_braces(list(body))
    return side


def _of_rows(rows: Sequence[Line], previous: list[Node] | None) -> Iterator[Chain]:
    """The chains of the rows of one column."""
    chain = Chain()
    ended = constrained = led_to = False
    main: list[Node] = []  # the side before words for a reason; the next row continues with it
    for line in rows:
        for number, (statement, inferred, demanded, mutual, beside) in enumerate(_statements(line.nodes)):
            inferred, led_to = inferred or led_to, False
            pieces = _pieces(statement)
            if not pieces:
                continue
            ended = ended or (constrained and len(pieces) > 1)  # every row is a separate constraint
            constrained = constrained or demanded
            starts_with_relation = isinstance(pieces[0], Relation)
            if number == 0 and starts_with_relation and main:
                previous = main
                if chain.relations:
                    yield chain
                chain = Chain()
            main = list(chain.sides[-1]) if beside and number == 1 and chain.relations else []
            if number == 0 and starts_with_relation and chain.sides[-1]:
                _extend(chain, pieces)
                continue
            if number == 0 and not line.fresh and not ended and _continues(chain, pieces):
                _extend(chain, pieces)
                continue
            if chain.relations:
                yield chain
            inherited = starts_with_relation and bool(previous) and number == 0
            chain = Chain(inherited=inherited, inferred=inferred, constrained=constrained, mutual=mutual)
            if inherited and previous is not None:
                chain.sides[-1] = list(previous)
            _extend(chain, pieces)
            previous = None
        ended = _ends_with_a_comma(line.nodes)
        led_to = led_to or _is_arrow(line.nodes)
    if chain.relations:
        yield chain


def orders(chain: Chain) -> bool:
    """Whether a chain consists of inequalities and does not continue a previous side."""
    return not chain.inherited and all(sign in ORDERS for _, sign, _ in chain.relations)


def orders_symbols(chain: Chain) -> bool:
    """Whether a chain orders only symbols and constants, and no compound terms."""
    return orders(chain) and all(is_constant(s) or plain_symbol(s) for s in chain.sides)


def _is_arrow(line: list[Node]) -> bool:
    """Whether a row is an arrow that leads to the next row."""
    shown = [glyph(n) for n in line if not silent(n)]
    return len(shown) == 1 and shown[0] in IMPLICATIONS


def _ends_with_a_comma(line: list[Node]) -> bool:
    r"""Whether a row ends with a comma, and so is complete: ``2x \ge 1,`` and below it ``-3x \ge -5``."""
    shown = [glyph(n) for n in line if not aside(n) and glyph(n) not in notation.SPACING]
    return bool(shown) and shown[-1] in (",", "，", ";", "；")


def _continues(chain: Chain, pieces: list[list[Node] | Relation]) -> bool:
    """Whether a row continues the expression of the previous row: it starts with an operator, or that row ended with one."""
    if not chain.sides[-1] or isinstance(pieces[0], Relation):
        return False
    first, last = glyph(pieces[0][0]), glyph(chain.sides[-1][-1])
    return first in CONTINUES or (bool(chain.relations) and last in CONTINUES)


def _extend(chain: Chain, pieces: list[list[Node] | Relation]) -> None:
    for piece in pieces:
        if isinstance(piece, Relation):
            if not chain.sides[-1] and not chain.relations:
                chain.sides[-1] = []
            chain.relations.append(piece)
            chain.sides.append([])
        else:
            chain.sides[-1] += piece


def _statements(line: list[Node]) -> Iterator[Statement]:
    """The parts of a line between commas, wide spaces, implications and words, outside of brackets."""
    part: list[Node] = []
    inferred = constrained = mutual = beside = False
    depth = run = 0
    for node in line:
        shown = glyph(node)
        depth = max(0, depth + (shown in OPEN) - (shown in CLOSE))
        run = run + 1 if shown in GAPS else 0
        gap = run == RUN and any(glyph(n) in SIGNS for n in part)
        comma = shown in (",", "，", ";", "；", "。") and not _between_digits(line, node)
        comma = comma and not (part and _goes_on_in_thousands(line, node, part))
        # "a, b > 0" applies to both; a comma ends a statement only after a relation
        comma = comma and (shown not in (",", "，") or any(glyph(n) in SIGNS for n in part))
        remark = _is_remark(node) and (bool(part) or not _relation_follows(line, node))
        spaced = shown in SPACES and bool(part) and _condition_follows(line, node, part)
        wide = shown in WIDE_SPACES or gap or is_wide(node)
        aligned = wide and bool(part) and _goes_on(line, node)
        separates = shown in SEPARATORS or comma or remark or spaced or wide
        separates = separates and depth == 0 and not aligned
        if not separates:
            part.append(node)
            continue
        if part:
            yield Statement(_condition(part) or part, inferred, constrained, mutual, beside)
            inferred = mutual = beside = False
        part = []
        beside = beside or (remark and _gives_a_reason(notation.word(node) or ""))
        constrained = constrained or (remark and constrains(notation.word(node) or ""))
        mutual = mutual or shown in EQUIVALENCES
        inferred = inferred or shown in IMPLICATIONS or (remark and cue(notation.word(node) or "") == "infer")
    if part:
        yield Statement(_condition(part) or part, inferred, constrained, mutual, beside)


def _goes_on(line: list[Node], node: Node) -> bool:
    """Whether a wide space only aligns what is around it: a sign of addition or a relation comes next, a minus if no relation follows."""
    k = next(i for i, n in enumerate(line) if n is node)
    behind = [glyph(n) for n in line[k + 1 :] if not silent(n) and glyph(n) not in notation.SPACING]
    if not behind or behind[0] == "-":
        return bool(behind) and not any(sign in SIGNS for sign in behind)
    return behind[0] in CONTINUES or SIGNS.get(behind[0]) in {"=", "≈"} | ORDERS


def _gives_a_reason(words: str) -> bool:
    first = words.strip().lower()
    return first.startswith(REASONS) and (first.split()[0] in REASONS or not first.isascii())


def _condition(part: list[Node]) -> list[Node] | None:
    r"""The condition in brackets, ``\quad (i \ne j)``; None for anything else."""
    match part:
        case [Delimited(body=body)]:
            inside = list(body)
        case [first, *between, last] if glyph(first) in ("(", "（") and glyph(last) in (")", "）"):
            inside = between
        case _:
            return None
    signs = [SIGNS[glyph(n)] for n in inside if glyph(n) in SIGNS]
    closed = any(glyph(n) in CLOSE for n in inside)  # ``(a) < (b)``
    return inside if signs and not closed and all(s in CONDITIONS for s in signs) else None


def _relation_follows(line: list[Node], node: Node) -> bool:
    """Whether the next node is a relation, so that the words before it are its left side."""
    k = next(i for i, n in enumerate(line) if n is node)
    return next((glyph(n) in SIGNS for n in line[k + 1 :] if not silent(n)), False)


def _between_digits(line: list[Node], node: Node) -> bool:
    """Whether a comma is inside a number: ``12,800``."""
    k = next(i for i, n in enumerate(line) if n is node)
    around = line[max(0, k - 1) : k] + line[k + 1 : k + 4]
    return len(around) == 4 and all(glyph(n).isdigit() for n in around) and around[0].span.end == node.span.start == (
        node.span.end - 1
    ) and around[1].span.start == node.span.end  # fmt: skip


def _condition_follows(line: list[Node], node: Node, part: list[Node]) -> bool:
    r"""Whether a space separates a statement from its condition: ``\lambda^n\; 0 < \lambda < 1``, ``= 2x\; x \in S``.

    After the space, 0 is no factor; the member of a set may be a factor after a thin space.
    """
    k = next(i for i, n in enumerate(line) if n is node)
    behind = [glyph(n) for n in line[k + 1 :] if not silent(n)]
    if len(behind) < 3:
        return False
    bounds = behind[0] == "0" and SIGNS.get(behind[1]) in ORDERS
    member = behind[0].isalpha() and SIGNS.get(behind[1]) == "∈"
    return bounds or (member and glyph(node) in GAPS and any(SIGNS.get(glyph(n)) == "=" for n in part))


def _goes_on_in_thousands(line: list[Node], node: Node, part: list[Node]) -> bool:
    """Whether a wide comma is inside a number: ``64, 000``, or ``16, 807`` if the `part` before it has no letters."""
    k = next(i for i, n in enumerate(line) if n is node)
    before = [n for n in line[max(0, k - 1) : k] if glyph(n).isdigit()]
    behind = [n for n in line[k + 1 : k + 6] if not (silent(n) or glyph(n).isspace())][:4]
    group, rest = behind[:3], behind[3:]
    alike = len(group) == 3 and all(glyph(n).isdigit() and isinstance(n, Symbol) for n in group)
    ends = not rest or not (glyph(rest[0]).isdigit() or glyph(rest[0]) == ".")
    return bool(before) and alike and ends and (glyph(group[0]) == "0" or not _has_letters(part))


def _has_letters(part: list[Node]) -> bool:
    return any(notation.name(n) is not None for each in part for n in walk(each) if isinstance(n, Symbol))


def _is_remark(node: Node) -> bool:
    r"""Whether a node is text and not mathematics: ``\text{if}``, ``\text{（归一化）}``; a word that is a name is kept."""
    if isinstance(node, Command) and node.name in SPELLED:
        inner = node.arguments[0] if node.arguments else None
        return (notation.word(node) or (inner is not None and notation.word(inner)) or "") in WORDS
    if isinstance(node, Text):
        spelled = notation.word(node)
        if notation.latex(node).removeprefix(r"\text").strip("{} ~") == "":
            return False  # a space
        return (
            spelled is None
            or not spelled
            or " " in spelled.strip()
            or not spelled.isascii()
            or spelled.strip() in WORDS
        )
    return False


def _pieces(statement: list[Node]) -> list[list[Node] | Relation]:
    """The sides and relations of a statement in order; a relation is a triple (LaTeX, sign, place)."""
    out: list[list[Node] | Relation] = []
    depth = 0
    k = 0
    while k < len(statement):
        node = statement[k]
        shown = glyph(node)
        found = relation_at(statement, k) if depth == 0 else None
        depth = max(0, depth + (shown in OPEN) - (shown in CLOSE))
        if found is not None:
            relation, taken = found
            out.append(relation)
            k += taken
            continue
        if not _silent_edge(statement[k : k + 2], out):
            if out and isinstance(out[-1], list):
                out[-1].append(node)
            else:
                out.append([node])
        k += 1
    if out and isinstance(out[-1], list):
        out[-1] = _trimmed(out[-1])
    return [p for p in out if p]


def _silent_edge(nodes: list[Node], out: list[list[Node] | Relation]) -> bool:
    """Whether the first of `nodes` is punctuation before a side; the point of ``.25`` is not."""
    decimal = glyph(nodes[0]) == "." and len(nodes) == 2 and glyph(nodes[1]).isdigit()
    return silent(nodes[0]) and not decimal and (not out or isinstance(out[-1], Relation))


def _trimmed(piece: list[Node]) -> list[Node]:
    """The last side of a statement without the final punctuation of the sentence."""
    while piece and (silent(piece[-1]) or aside(piece[-1])):
        piece.pop()
    return piece
