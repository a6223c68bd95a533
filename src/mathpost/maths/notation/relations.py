"""The signs that relate two sides, and their meanings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mathpost.latex.tree import Command, Group, Node, Scripts, Symbol
from mathpost.maths import notation
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
FOLLOWS = "∼ law"  # states the law of a term in variables that have laws
DEFINING = frozenset([":=", "≐", "∼", "↦"])
ORDERS = frozenset(["<", ">", "<=", ">="])
NOT_CLAIMED = frozenset(["⊥", "←", "→", "≪", "≫", "∈", "∉", "⊂", "∋", "≍", "≲", "≳"])
EVERY = r"\forall"
IMPLICATIONS = frozenset(
    r"\Rightarrow \Leftrightarrow \implies \iff \Longrightarrow \Longleftrightarrow \Downarrow \Updownarrow \therefore ⇒ ⇔".split()
)
EQUIVALENCES = frozenset(r"\Leftrightarrow \iff \Longleftrightarrow \Updownarrow ⇔".split())
# separators of two statements
SEPARATORS = IMPLICATIONS | frozenset(r"\impliedby \Leftarrow \because \leftrightarrow \quad \qquad".split())
NOTED = frozenset([r"\overset", r"\stackrel", r"\underset", r"\overunderset"])
OPEN = frozenset(["(", "[", r"\{", r"\langle", r"\lfloor", r"\lceil", "（", r"\lbrace"])
CLOSE = frozenset([")", "]", r"\}", r"\rangle", r"\rfloor", r"\rceil", "）", r"\rbrace"])


UNITS = {"em": 1.0, "ex": 0.5, "in": 7.0, "cm": 2.8, "mm": 0.28, "pt": 0.1, "pc": 1.2}  # in widths of an M
WIDE = 1.0  # from this width on a space separates two statements, as "\\quad" does


def is_wide(node: Node) -> bool:
    r"""Whether a space of a given width separates the items around it: ``\hspace{0.5in}``."""
    if not isinstance(node, Command) or node.name not in (r"\hspace", r"\hskip") or not node.arguments:
        return False
    size = notation.latex(node.arguments[-1]).strip("{} ").replace(" ", "")
    number, unit = size[:-2], size[-2:]
    if unit not in UNITS or not number.replace(".", "", 1).isdecimal():
        return False
    return float(number) * UNITS[unit] >= WIDE


class Relation(NamedTuple):
    """A relation as written, its sign, and its place."""

    latex: str
    sign: str
    span: Span


def glyph(node: Node) -> str:
    """The first sign that a node shows: the symbol without its scripts, the delimiter without its size."""
    if isinstance(node, Symbol):
        return notation.plain(node.text)
    if isinstance(node, Scripts) and node.base is not None:
        return glyph(node.base)
    if isinstance(node, Command) and node.name in notation.SIZES and node.arguments:
        return glyph(node.arguments[0])
    return ""


def relation_at(statement: Sequence[Node], k: int) -> tuple[Relation, int] | None:
    """The relation at `k` and the number of nodes that it consists of."""
    node = statement[k]
    if (
        isinstance(node, Symbol)
        and node.text == ":"
        and k + 1 < len(statement)
        and glyph(statement[k + 1]) == "="
    ):
        return Relation(":=", ":=", Span(node.span.start, statement[k + 1].span.end)), 2
    if isinstance(node, Command) and node.name in NOTED and node.arguments:
        base = node.arguments[-1] if node.name != r"\overunderset" else node.arguments[2]
        glyphs = [glyph(n) for n in (base.body if isinstance(base, Group) else (base,))]
        note = notation.latex(node.arguments[0])
        sign = SIGNS.get(glyphs[0]) if len(glyphs) == 1 else None
        if sign is None:
            return None
        if "def" in note or r"\triangle" in note or "定义" in note:
            sign = ":="
        elif note in ("!", "?", r"\text{!}") or note == "d":
            sign = "→"
        return Relation(notation.latex(node), sign, node.span), 1
    if isinstance(node, Command) and node.name in (
        r"\mathrel",
        r"\xrightarrow",
        r"\xleftarrow",
        r"\xlongequal",
    ):
        return Relation(node.name, "=" if node.name == r"\xlongequal" else "→", node.span), 1
    if isinstance(node, Symbol):
        sign = SIGNS.get(notation.plain(node.text))
        return (Relation(node.text, sign, node.span), 1) if sign else None
    if isinstance(node, Scripts) and node.base is not None and glyph(node) in SIGNS:
        return Relation(notation.latex(node), SIGNS[glyph(node)], node.span), 1
    return None
