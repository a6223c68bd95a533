"""Which relations a post states, and which of them claim something.

A formula is cut into lines (rows of `align`, `split` …), lines into statements (at commas, ``\\quad``, arrows and words),
statements into chains (at relation signs). A row that begins with a relation continues the side before it. Roles
follow from the sign, from the words before, from the shape of the left side and from what was named before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from mathpost.document.document import Document, Formula
from mathpost.latex.lexer import reading
from mathpost.latex.tree import Command, Delimited, Environment, Error, Group, Node, Scripts, Symbol, Text
from mathpost.maths import notation
from mathpost.maths.brackets import split_at_commas
from mathpost.maths.cues import Cue, cue
from mathpost.maths.notation import UnreadError
from mathpost.maths.operators import spelled
from mathpost.maths.step import Role, Side, Step
from mathpost.text.source import Span

# LaTeX of a relation → its sign
SIGNS = {
    "=": "=", r"\approx": "≈", r"\equiv": "≡", r"\sim": "∼", r"\simeq": "≃", r"\cong": "≅", r"\propto": "∝", r"\leq": "<=", r"\geq": ">=",
    "<": "<", ">": ">", r"\lt": "<", r"\gt": ">", r"\ll": "≪", r"\gg": "≫", r"\neq": "!=", r"\triangleq": ":=", r"\coloneqq": ":=",
    r"\coloneq": ":=", r"\colonequals": ":=", r"\doteq": "≐", r"\leftarrow": "←", r"\gets": "←", r"\to": "→", r"\rightarrow": "→",
    r"\longrightarrow": "→", r"\in": "∈", r"\subset": "⊂", r"\subseteq": "⊂", r"\notin": "∉", r"\lesssim": "≲", r"\gtrsim": "≳",
    r"\perp": "⊥", r"\asymp": "≍", r"\preceq": "⪯", r"\succeq": "⪰", r"\prec": "≺", r"\succ": "≻", r"\mapsto": "↦", r"\ni": "∋", "≔": ":=",
    r"\Doteq": "≐", r"\hookleftarrow": "←", r"\leadsto": "→",
}  # fmt: skip
DEFINING = frozenset([":=", "≐", "∼", "↦"])
ORDERS = frozenset(["<", ">", "<=", ">="])
NOT_CLAIMED = frozenset(["⊥", "←", "→", "≪", "≫", "∈", "∉", "⊂", "∋", "≍", "≲", "≳"])
IMPLICATIONS = frozenset(
    [
        r"\Rightarrow",
        r"\Leftrightarrow",
        r"\implies",
        r"\iff",
        r"\impliedby",
        r"\Longrightarrow",
        r"\Longleftrightarrow",
        r"\Leftarrow",
        r"\therefore",
        r"\because",
        r"\leftrightarrow",
        r"\quad",
        r"\qquad",
        r"⇒",
        r"⇔",
    ]
)
NOTED = frozenset([r"\overset", r"\stackrel", r"\underset", r"\overunderset"])
LINES = frozenset(
    f"{name}{star}"
    for name in [
        "equation",
        "align",
        "aligned",
        "gather",
        "gathered",
        "split",
        "multline",
        "eqnarray",
        "alignat",
        "alignedat",
        "flalign",
        "displaymath",
        "math",
        "dmath",
        "empheq",
        "subequations",
    ]
    for star in ("", "*")
)
ASIDE = frozenset(
    [r"\tag", r"\tag*", r"\label", r"\notag", r"\nonumber", r"\eqref", r"\ref", r"\require", r"\newcommand"]
)
CONTINUES = frozenset(["+", "-", r"\times", r"\cdot", "/", r"\pm", r"\odot", r"\otimes", r"\oplus"])
OPEN = frozenset(["(", "[", r"\{", r"\langle", r"\lfloor", r"\lceil", "（", r"\lbrace"])
CLOSE = frozenset([")", "]", r"\}", r"\rangle", r"\rfloor", r"\rceil", "）", r"\rbrace"])


@dataclass(slots=True)
class _Chain:
    """The statement under way: sides so far and the relations between them."""

    sides: list[list[Node]] = field(default_factory=lambda: [[]])
    relations: list[tuple[str, str, Span]] = field(default_factory=list)
    inherited: bool = False


def steps(document: Document) -> tuple[Step, ...]:
    """All relations of the post, in reading order."""
    return tuple(_Reader(document).steps())


class _Reader:
    """Walks the formulas of a post and remembers what has been named."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.known: set[str] = set()
        self.last_display: list[Node] | None = None
        self.last_end = 0

    def steps(self) -> Iterator[Step]:
        end = 0
        for formula in self.document.formulas:
            if any(g.contains(formula.span) for g in self.document.generated):
                continue
            before = self.document.source.text[max(end, formula.span.start - 160) : formula.span.start]
            yield from self.of_formula(formula, cue(before))
            end = formula.span.end

    def of_formula(self, formula: Formula, said: Cue) -> Iterator[Step]:
        first = True
        together = _system(formula.tree.body) is not None
        said = "" if together else said
        previous = self.last_display if formula.kind == "display" and self.follows_closely(formula) else None
        for chain in _chains(formula, previous):
            for step in self.of_chain(formula, chain, said if first else _kept(said)):
                demanded = together and step.role == "claim" and not step.interior
                yield replace(step, role="assumption") if demanded else step
            first = False
        if formula.kind == "display":
            self.last_display = _last_side(formula)
            self.last_end = formula.span.end

    def follows_closely(self, formula: Formula) -> bool:
        """Whether no other text of length stands between the last display and this one."""
        return len(self.document.source.text[self.last_end : formula.span.start].strip()) < 60

    def of_chain(self, formula: Formula, chain: _Chain, said: Cue) -> Iterator[Step]:
        ranged = self.is_range(chain)
        for k, (relation, sign, span) in enumerate(chain.relations):
            left, right = chain.sides[k], chain.sides[k + 1]
            if not left or not right:
                continue
            interior = k > 0 or chain.inherited
            role = "assumption" if ranged else self.role(left, sign, right, said, interior)
            sides = self.side(formula, left), self.side(formula, right)
            whole = Span(min(sides[0].span.start, span.start), max(sides[1].span.end, span.end))
            yield Step(formula.index, sides[0], relation, sign, span, sides[1], role, interior, whole)
            self.remember(left, sign, interior)

    def role(self, left: list[Node], sign: str, right: list[Node], said: Cue, interior: bool) -> Role:
        if sign in DEFINING:
            return "definition"
        if sign in NOT_CLAIMED:
            return "assumption" if sign == "∈" else "other"
        if _worded(left) or _worded(right) or _glyph(left[-1]) == ".":
            return "other"  # words, or a range such as 255..=3
        if said == "demand" and not interior:
            return "assumption"
        if (sign in ORDERS or sign == "!=") and not interior and _only_names(left):
            return "assumption"
        head = _head(left)
        if head is not None and not interior:
            if sign in ORDERS or sign == "!=":
                return "assumption"
            if said == "define" or _is_number(right) or not (head in self.known or _in_library(head)):
                return "definition"
        return "claim"

    def is_range(self, chain: _Chain) -> bool:
        """``0 < x < 1``, ``0 < x``: where a symbol lives that has no definition."""
        if chain.inherited or not all(sign in ORDERS for _, sign, _ in chain.relations):
            return False
        ends = (*chain.sides[:1], *chain.sides[2:])
        if len(chain.sides) not in (2, 3) or not chain.sides[1] or not all(map(_is_number, ends)):
            return False
        head = _head(chain.sides[1])
        return head is not None and not head.endswith("()") and head not in self.known

    def remember(self, left: list[Node], sign: str, interior: bool) -> None:
        head = _head(left)
        if head is not None and not interior and sign in ("=", ":=", "≡", "≐", "∼"):
            self.known.add(head)

    def side(self, formula: Formula, nodes: list[Node]) -> Side:
        span = Span(nodes[0].span.start, max(n.span.end for n in nodes))
        return Side(tuple(nodes), _written(self.document, formula, nodes), span)


def _kept(said: Cue) -> Cue:
    """What still holds for the later statements of a formula."""
    return said if said in ("define", "demand") else ""


def _written(document: Document, formula: Formula, nodes: Sequence[Node]) -> str:
    """The LaTeX of `nodes` as LaTeX reads it; pieces that stand apart (in two rows) are joined by a space."""
    pieces: list[Span] = []
    for node in nodes:
        gap = document.source.text[pieces[-1].end : node.span.start] if pieces else ""
        if pieces and node.span.start >= pieces[-1].end and not gap.strip(" \t"):
            pieces[-1] = Span(pieces[-1].start, node.span.end)
        elif not pieces or node.span.start >= pieces[-1].end:
            pieces.append(node.span)
        else:
            pieces[-1] = Span(pieces[-1].start, max(pieces[-1].end, node.span.end))
    return " ".join(reading(document.source.text, (p,), formula.escaped).text.strip() for p in pieces)


# --- lines, statements, chains ------------------------------------------------------------------------------------------


def _last_side(formula: Formula) -> list[Node] | None:
    chains = list(_chains(formula, None))
    return chains[-1].sides[-1] if chains and chains[-1].relations else None


def _chains(formula: Formula, previous: list[Node] | None) -> Iterator[_Chain]:
    """The chains of a formula; `previous` is the side a leading relation continues."""
    chain = _Chain()
    for line in _lines(formula.tree.body):
        for number, statement in enumerate(_statements(line)):
            pieces = _pieces(statement)
            if not pieces:
                continue
            starts_with_relation = isinstance(pieces[0], tuple)
            if number == 0 and starts_with_relation and chain.sides[-1]:
                _extend(chain, pieces)
                continue
            if number == 0 and _continues(chain, pieces):
                _extend(chain, pieces)
                continue
            if chain.relations:
                yield chain
            inherited = starts_with_relation and bool(previous) and number == 0
            chain = _Chain(inherited=inherited)
            if inherited and previous is not None:
                chain.sides[-1] = list(previous)
            _extend(chain, pieces)
            previous = None
    if chain.relations:
        yield chain


def _continues(chain: _Chain, pieces: list[list[Node] | tuple[str, str, Span]]) -> bool:
    """Whether a row goes on with the expression of the row before: it begins, or that one ended, with an operator."""
    if not chain.sides[-1] or isinstance(pieces[0], tuple):
        return False
    first, last = _glyph(pieces[0][0]), _glyph(chain.sides[-1][-1])
    return bool(chain.relations) and (first in CONTINUES or last in CONTINUES)


def _extend(chain: _Chain, pieces: list[list[Node] | tuple[str, str, Span]]) -> None:
    for piece in pieces:
        if isinstance(piece, tuple):
            if not chain.sides[-1] and not chain.relations:
                chain.sides[-1] = []
            chain.relations.append(piece)
            chain.sides.append([])
        else:
            chain.sides[-1] += piece


def _lines(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """The rows that a formula is read in: environments of lines are opened, whatever stands beside them joins."""
    kept = [n for n in nodes if not _aside(n)]
    shown = _shown(kept)
    system = _system(nodes)
    if system is not None:
        yield from _equations(system)
        return
    if isinstance(shown, Group) or (isinstance(shown, Command) and shown.name in notation.DECORATION):
        yield from _lines(notation.body(shown if isinstance(shown, Group) else shown.arguments[-1]))
        return
    environments = [n for n in kept if isinstance(n, Environment) and n.name in LINES]
    if len(environments) == 1 and all(_silent(n) for n in kept if n is not environments[0]):
        yield from _rows(environments[0])
        return
    if (len(environments) == 1 and kept[-1] is environments[0]) or (
        len(environments) == 1 and all(_silent(n) for n in kept[kept.index(environments[0]) + 1 :])
    ):
        # "f(x) = \begin{aligned} …": the first row continues what stands before
        at = kept.index(environments[0])
        rows = list(_rows(environments[0]))
        yield kept[:at] + (rows[0] if rows else [])
        yield from rows[1:]
        return
    yield kept


def _shown(nodes: Sequence[Node]) -> Node | None:
    """The only node that shows something, arrows aside: a box, a group, a brace with its rows."""
    silent = notation.SPACING | IMPLICATIONS | frozenset(",.，。;")
    shown = [
        n
        for n in nodes
        if not (isinstance(n, Symbol) and n.text in silent)
        and not (isinstance(n, Command) and n.name == r"\color" and len(n.arguments) == 1)
    ]
    only = shown[0] if len(shown) == 1 else None
    return None if isinstance(only, Command) and not only.arguments else only


def _system(nodes: Sequence[Node]) -> Node | None:
    """The equations that a formula puts behind one brace: they hold together, and for some values only."""
    shown = _shown([n for n in nodes if not _aside(n)])
    if isinstance(shown, Environment):
        if shown.name.rstrip("*") in ("cases", "dcases"):
            return shown
        rows = [c.body for r in shown.rows for c in r.cells if c.body]
        return _system(rows[0]) if shown.name in LINES and len(rows) == 1 else None
    braced = isinstance(shown, Delimited) and notation.plain(shown.left) == r"\{" and shown.right == "."
    return shown if braced else None


def _equations(system: Node) -> Iterator[list[Node]]:
    inside = _shown(system.body) if isinstance(system, Delimited) else system
    if isinstance(inside, Environment) and inside.name not in LINES:
        system = inside
    if isinstance(system, Delimited):
        yield from _lines(system.body)
    elif isinstance(system, Environment):
        for row in system.rows:
            joined = [n for c in row.cells for n in c.body]
            first = len(row.cells[0].body) if row.cells else 0
            # a relation that stands behind the first cell is the condition of a case
            if any(_glyph(n) in SIGNS for n in joined[: first + 1]):
                yield joined


def _rows(environment: Environment) -> Iterator[list[Node]]:
    for row in environment.rows:
        cells = [c for c in row.cells if c.body]
        if len(row.cells) > 2 and environment.name.rstrip("*") in (
            "align",
            "aligned",
            "alignat",
            "alignedat",
            "flalign",
        ):
            for k in range(0, len(row.cells), 2):
                pair = [n for c in row.cells[k : k + 2] for n in c.body]
                if pair:
                    yield from _lines(pair)
            continue
        joined = [n for c in cells for n in c.body]
        if joined:
            yield from _lines(joined)


def _aside(node: Node) -> bool:
    if isinstance(node, Error):  # a label that the target does not know says nothing of the mathematics
        return node.node is not None and _aside(node.node)
    return (isinstance(node, Command) and node.name in ASIDE) or (
        isinstance(node, Symbol) and node.text in ASIDE
    )


def _silent(node: Node) -> bool:
    if isinstance(node, Group):
        return not node.body  # "{} + b"
    return isinstance(node, Symbol) and (
        node.text in notation.SPACING or node.text in (",", ".", "，", "。", ";")
    )


def _glyph(node: Node) -> str:
    """The sign a node shows first: of a symbol with scripts the symbol, of a sized delimiter the delimiter."""
    if isinstance(node, Symbol):
        return notation.plain(node.text)
    if isinstance(node, Scripts) and node.base is not None:
        return _glyph(node.base)
    if isinstance(node, Command) and node.name in notation.SIZES and node.arguments:
        return _glyph(node.arguments[0])
    return ""


def _statements(line: list[Node]) -> Iterator[list[Node]]:
    """The parts of a line between commas, wide spaces, implications and words, outside brackets."""
    part: list[Node] = []
    depth = 0
    for node in line:
        glyph = _glyph(node)
        depth = max(0, depth + (glyph in OPEN) - (glyph in CLOSE))
        comma = glyph in (",", "，", ";", "；", "。") and not _between_digits(line, node)
        # "a, b > 0" speaks of both; a comma ends a statement only where it has said something
        comma = comma and (glyph not in (",", "，") or any(_glyph(n) in SIGNS for n in part))
        remark = _is_remark(node) and (bool(part) or not _relation_follows(line, node))
        separates = depth == 0 and (glyph in IMPLICATIONS or comma or remark)
        if separates:
            if part:
                yield part
            part = []
        else:
            part.append(node)
    if part:
        yield part


def _relation_follows(line: list[Node], node: Node) -> bool:
    """Whether a relation comes next: then words before it are its left side."""
    k = next(i for i, n in enumerate(line) if n is node)
    return next((_glyph(n) in SIGNS for n in line[k + 1 :] if not _silent(n)), False)


def _between_digits(line: list[Node], node: Node) -> bool:
    """``12,800`` is one number."""
    k = next(i for i, n in enumerate(line) if n is node)
    around = line[max(0, k - 1) : k] + line[k + 1 : k + 4]
    return len(around) == 4 and all(_glyph(n).isdigit() for n in around) and around[0].span.end == node.span.start == (
        node.span.end - 1
    ) and around[1].span.start == node.span.end  # fmt: skip


def _is_remark(node: Node) -> bool:
    """Words beside the mathematics: ``\\text{if}``, ``\\text{（归一化）}``; a word that is a name stays."""
    if isinstance(node, Command) and node.name in (r"\mathbin", r"\mathrel", r"\operatorname", r"\mathop"):
        inner = node.arguments[0] if node.arguments else None
        return (notation.word(node) or (inner is not None and notation.word(inner)) or "") in WORDS
    if isinstance(node, Text):
        spelled = notation.word(node)
        return (
            spelled is None
            or not spelled
            or " " in spelled.strip()
            or not spelled.isascii()
            or spelled.strip() in WORDS
        )
    return False


WORDS = frozenset(
    [
        "if",
        "when",
        "where",
        "and",
        "or",
        "for",
        "with",
        "then",
        "so",
        "otherwise",
        "else",
        "let",
        "by",
        "since",
        "as",
        "because",
        "i.e.",
        "e.g.",
        "s.t.",
        "subject",
    ]
)


def _pieces(statement: list[Node]) -> list[list[Node] | tuple[str, str, Span]]:
    """Sides and relations of a statement in order; a relation is (LaTeX as written, sign, place)."""
    out: list[list[Node] | tuple[str, str, Span]] = []
    depth = 0
    k = 0
    while k < len(statement):
        node = statement[k]
        glyph = _glyph(node)
        found = _relation(statement, k) if depth == 0 else None
        depth = max(0, depth + (glyph in OPEN) - (glyph in CLOSE))
        if found is not None:
            relation, taken = found
            out.append(relation)
            k += taken
            continue
        if not _silent_edge(node, out):
            if out and isinstance(out[-1], list):
                out[-1].append(node)
            else:
                out.append([node])
        k += 1
    if out and isinstance(out[-1], list):
        out[-1] = _trimmed(out[-1])
    return [p for p in out if p]


def _silent_edge(node: Node, out: list[list[Node] | tuple[str, str, Span]]) -> bool:
    return _silent(node) and (not out or isinstance(out[-1], tuple))


def _trimmed(piece: list[Node]) -> list[Node]:
    """The last side of a statement without the punctuation of the sentence."""
    while piece and (_silent(piece[-1]) or _aside(piece[-1])):
        piece.pop()
    return piece


def _relation(statement: list[Node], k: int) -> tuple[tuple[str, str, Span], int] | None:
    """The relation at `k` and how many nodes it takes."""
    node = statement[k]
    if (
        isinstance(node, Symbol)
        and node.text == ":"
        and k + 1 < len(statement)
        and _glyph(statement[k + 1]) == "="
    ):
        return (":=", ":=", Span(node.span.start, statement[k + 1].span.end)), 2
    if isinstance(node, Command) and node.name in NOTED and node.arguments:
        base = node.arguments[-1] if node.name != r"\overunderset" else node.arguments[2]
        glyphs = [_glyph(n) for n in (base.body if isinstance(base, Group) else (base,))]
        note = notation.latex(node.arguments[0])
        sign = SIGNS.get(glyphs[0]) if len(glyphs) == 1 else None
        if sign is None:
            return None
        if "def" in note or r"\triangle" in note or "定义" in note:
            sign = ":="
        elif note in ("!", "?", r"\text{!}") or note == "d":
            sign = "→"
        return (notation.latex(node), sign, node.span), 1
    if isinstance(node, Command) and node.name in (
        r"\mathrel",
        r"\xrightarrow",
        r"\xleftarrow",
        r"\xlongequal",
    ):
        return (node.name, "=" if node.name == r"\xlongequal" else "→", node.span), 1
    if isinstance(node, Symbol):
        sign = SIGNS.get(notation.plain(node.text))
        return ((node.text, sign, node.span), 1) if sign else None
    if isinstance(node, Scripts) and node.base is not None and _glyph(node) in SIGNS:
        return (notation.latex(node), SIGNS[_glyph(node)], node.span), 1
    return None


# --- shapes of sides ------------------------------------------------------------------------------------------------------


def head(nodes: Sequence[Node]) -> str | None:
    """The canonical name of a side that is one symbol, perhaps indexed or applied to plain names; else None."""
    return _head(list(nodes))


def names_something(nodes: Sequence[Node]) -> bool:
    """Whether a side is a symbol that a post may define as it likes; functions of the library are not."""
    spelled = _head(list(nodes))
    return spelled is not None and not _in_library(spelled)


def _head(nodes: list[Node]) -> str | None:
    try:
        row = notation.items(nodes)
    except UnreadError:
        return None
    if not row:
        return None
    if notation.latex(row[0]) == r"\Delta" and len(row) > 1:
        row = row[1:]
    symbol = notation.name(row[0])
    if symbol is None:
        return _bracketed_head(row)
    rest = row[1:]
    labels = ""
    while rest and isinstance(rest[0], notation.Scripted):
        if rest[0].superscript is not None and not _label(rest[0].superscript):
            return None
        labels += notation.latex(rest[0])
        rest = rest[1:]
    if not rest:
        return symbol + labels
    if isinstance(rest[0], Delimited) and len(rest) == 1:
        inside = notation.items(rest[0].body)
        return symbol + labels + "()" if _plain_arguments(inside) else None
    if notation.latex(rest[0]) in ("(", "[") and notation.latex(rest[-1]) in (")", "]"):
        return symbol + labels + "()" if _plain_arguments(rest[1:-1]) else None
    if isinstance(rest[0], Delimited) and len(rest) == 2 and isinstance(rest[1], notation.Scripted):
        return symbol + labels + "()" + notation.latex(rest[1])
    return None


def _bracketed_head(row: Sequence[notation.Item]) -> str | None:
    """``(x_1, …, x_n)``, ``\\{l_i\\}^*``, ``[g]_i``: something named in brackets."""
    return None if not row else ("()" if isinstance(row[0], Delimited) and len(row) == 1 else None)


def _only_names(nodes: list[Node]) -> bool:
    """Whether a side is ``a, b, c``: then an order says where they live."""
    try:
        row = notation.items(nodes)
    except UnreadError:
        return False
    parts = split_at_commas(row)
    return len(parts) > 1 and all(
        p and notation.name(p[0]) is not None and all(isinstance(i, notation.Scripted) for i in p[1:])
        for p in parts
    )


def _plain_arguments(row: Sequence[notation.Item]) -> bool:
    depth = 0
    for item in row:
        text = notation.latex(item)
        depth += (text in OPEN) - (text in CLOSE)
        if notation.name(item) is None and not isinstance(item, notation.Scripted | notation.Digits):
            if text not in (
                ",",
                ";",
                "|",
                r"\mid",
                ":",
                "<",
                "(",
                ")",
                r"\ldots",
                r"\cdots",
                r"\dots",
                r"\cdot",
                "，",
                r"\|",
            ):
                return False
    return True


def _label(node: Node) -> bool:
    """Whether a superscript on a name is a label and not a power."""
    body = node.body if isinstance(node, Group) else (node,)
    text = "".join(_glyph(n) for n in body)
    worded = len(body) == 1 and (isinstance(body[0], Text) or notation.word(body[0]) is not None)
    return (
        text in ("*", r"\ast", r"\star", r"\dagger", "'", r"\prime", r"\top", "T")
        or text.startswith("(")
        or worded
    )


def _worded(nodes: list[Node]) -> bool:
    """Whether a side is prose: ``\\text{新的参数}``."""
    for node in nodes:
        spelled = notation.word(node) if isinstance(node, Text | Command) else None
        if spelled is not None and (not spelled.isascii() or " " in spelled):
            return True
        if isinstance(node, Symbol) and len(node.text) == 1 and "\u4e00" <= node.text <= "\u9fff":
            return True
    return False


def _in_library(head: str) -> bool:
    """Whether a head such as ``\\text{sigmoid}()`` is a function that needs no definition."""
    return (
        head.endswith("()") and head.removesuffix("()").removeprefix(r"\text{").removesuffix("}") in spelled()
    )


def _is_number(nodes: list[Node]) -> bool:
    try:
        row = notation.items(nodes)
    except UnreadError:
        return False
    return len(row) == 1 and isinstance(row[0], notation.Digits)
