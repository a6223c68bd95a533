"""Layout as mathematics of Typst, in function calls only: nothing depends on how its short forms bind."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from mathpost.publish.colours import css
from mathpost.publish.layout.layout import (
    EMPTY,
    Accented,
    Atom,
    Bracket,
    Enclosed,
    Fenced,
    Fraction,
    Grid,
    Layout,
    Phantom,
    Pointing,
    Root,
    Row,
    Scripted,
    Space,
    Styled,
    row,
)

_ACCENTS = {
    "^": "hat", "~": "tilde", "¯": "macron", "→": "arrow", "˙": "dot", "¨": "dot.double", "ˇ": "caron",
    "˘": "breve", "´": "acute", "`": "grave", "˚": "circle", "←": "arrow.l", "↔": "arrow.l.r", "⃛": "dot.triple",
    "⃜": "dot.quad", "⇒": "arrow",
}  # fmt: skip
_OVER = {"⏞": "overbrace", "⎴": "overbracket", "⏜": "overparen", "¯": "overline", "⏠": "overshell"}
_UNDER = {"⏟": "underbrace", "⎵": "underbracket", "⏝": "underparen", "_": "underline", "⏡": "undershell"}
_CLASSES = {"open": "opening", "close": "closing", "relation": "relation"}


def written(cells: Sequence[Layout]) -> str:
    """One formula or row of a formula, without its dollars."""
    return typst(row(*cells)) or '""'


def typst(node: Layout) -> str:
    """One piece of a formula."""
    return _WRITERS[type(node)](node)


def quoted(text: str) -> str:
    """A string of Typst."""
    clean = "".join(c for c in text if c >= " ")
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _atom(node: Atom) -> str:
    text = node.text
    match node.role:
        case "letter" if len(text) == 1:
            return text
        case "upright" if text.isalnum() and len(text) == 1:
            return f"upright({text})" if text.isascii() or "\u0370" <= text <= "\u03ff" else text
        case "upright":
            return f"upright({quoted(text)})"
        case "number":
            return text
        case "function":
            return f"op({quoted(text)})"
        case "words":
            return f"bold({quoted(text)})" if node.bold else quoted(text)
        case "mark" if text in ("|", "‖"):
            return f'class("normal", {_sign(text)})'
    return _sign(text)


def _sign(text: str) -> str:
    """Signs that Typst must not take for its own: it pairs brackets wherever they are."""
    own = ((c.isascii() and not c.isalnum()) or unicodedata.category(c) in ("Ps", "Pe") for c in text)
    return " ".join(f"\\{c}" if escape else c for c, escape in zip(text, own, strict=True))


def _row(node: Row) -> str:
    """Pieces with a space only where two names would become one: beside words Typst prints it."""
    done = ""
    for piece in filter(None, map(typst, node.items)):
        done += (" " if done and done[-1].isalnum() and piece[0].isalnum() else "") + piece
    return done


def _some(node: Layout) -> str:
    """A piece as an argument, never empty."""
    return typst(node) or '""'


def _fraction(node: Fraction) -> str:
    above, below = _some(node.above), _some(node.below)
    made = f"frac({above}, {below})" if node.line else f"mat(delim: #none, {above}; {below})"
    return f"{'display' if node.size == 'display' else 'inline'}({made})" if node.size else made


def _root(node: Root) -> str:
    if node.degree is None:
        return f"sqrt({_some(node.body)})"
    return f"root({_some(node.degree)}, {_some(node.body)})"


def _scripted(node: Scripted) -> str:
    base = _some(node.base)
    if isinstance(node.base, Atom) and node.base.role == "function" and node.stacked:
        base = f"op({quoted(node.base.text)}, limits: #true)"
    elif node.stacked == "always" or (node.stacked and not isinstance(node.base, Atom)):
        base = f"limits({base})"
    scripts = f", b: {_some(node.below)}" if node.below is not None else ""
    scripts += f", t: {_some(node.above)}" if node.above is not None else ""
    return f"attach({base}{scripts})" if scripts else base


def _accented(node: Accented) -> str:
    frames = _UNDER if node.under else _OVER
    if node.wide and node.mark in frames:
        return f"{frames[node.mark]}({_some(node.base)})"
    if node.mark in _ACCENTS and not node.under:
        return f"accent({_some(node.base)}, {_ACCENTS[node.mark]})"
    place = "b" if node.under else "t"
    return f"attach(limits({_some(node.base)}), {place}: {_sign(node.mark)})"


def _fenced(node: Fenced) -> str:
    return f"lr({_sign(node.left)}{_some(node.body)}{_sign(node.right)})"


def _bracket(node: Bracket) -> str:
    grown = f"lr(size: #{node.size:g}em, {_sign(node.text)})"
    return f'class("{_CLASSES[node.role]}", {grown})' if node.role in _CLASSES else grown


def _grid(node: Grid) -> str:
    letters = node.columns
    lines = [[_cell(c, letters[k], k, node) for k, c in enumerate(cells)] for cells in node.rows]
    rows = "; ".join(", ".join(cells) for cells in lines)
    gap = "column-gap: #0em, " if node.tight else ""
    across = [x for x in node.lines if 0 < x < len(node.rows)]
    along = [x for x in node.bars if 0 < x < len(letters)]
    inside = [(n, w) for n, w in (("hline", across), ("vline", along)) if w]
    rules = ", ".join(f"{n}: ({', '.join(map(str, w))},)" for n, w in inside)
    augment = f"augment: #({rules}), " if rules else ""
    made = f"mat(delim: #none, {gap}{augment}{rows})"
    return f"inline({made})" if node.small else made


def _cell(cell: Layout, letter: str, column: int, grid: Grid) -> str:
    body = aligned_cell(cell, letter, column) if grid.tight else _some(cell)
    return {"l": f"& {body}", "r": f"{body} &", "c": body}[letter]


def aligned_cell(cell: Layout, letter: str, column: int) -> str:
    """A cell of an aligned block, with the room before its relation and between pairs of columns."""
    before = "#h(2em)" if column and column % 2 == 0 else ""
    before += "#h(0.278em)" if letter == "l" and _begins_with_relation(cell) else ""
    return before + _some(cell)


def _begins_with_relation(cell: Layout) -> bool:
    while isinstance(cell, Row | Styled | Scripted):
        inner = cell.body if isinstance(cell, Styled) else cell.base if isinstance(cell, Scripted) else None
        if inner is None:
            inner = cell.items[0] if isinstance(cell, Row) and cell.items else EMPTY
            if inner == EMPTY:
                return False
        cell = inner
    return isinstance(cell, Atom) and cell.role == "relation"


def _styled(node: Styled) -> str:
    body = _some(node.body)
    if node.display is not None:
        body = f"{'display' if node.display else 'inline'}({body})"
    if colour := css(node.color):
        body = f"text(fill: #{colouring(colour)}, {body})"
    if node.scale != 1:
        body = f"text(size: #{node.scale:g}em, {body})"
    return body


_KNOWN = frozenset(
    "black gray silver white navy blue aqua teal purple fuchsia maroon red orange yellow olive green lime".split()
)


def colouring(colour: str) -> str:
    """A colour of CSS as an expression of Typst."""
    if colour.startswith("#"):
        return f'rgb("{colour}")'
    return colour if colour in _KNOWN else "black"


def _enclosed(node: Enclosed) -> str:
    body = _some(node.body)
    match node.notation:
        case "box":
            return f"#box(stroke: 0.5pt, inset: 3pt, baseline: 3pt, $display({body})$)"
        case "bcancel":
            return f"cancel(inverted: #true, {body})"
        case "xcancel":
            return f"cancel(cross: #true, {body})"
        case "strike":
            return f"cancel(angle: #90deg, {body})"
    return f"cancel({body})"


_WRITERS: dict[type, Callable[..., str]] = {
    Atom: _atom,
    Row: _row,
    Fraction: _fraction,
    Root: _root,
    Scripted: _scripted,
    Accented: _accented,
    Fenced: _fenced,
    Bracket: _bracket,
    Grid: _grid,
    Styled: _styled,
    Enclosed: _enclosed,
    Phantom: lambda node: f"#hide(${_some(node.body)}$)" if node.body != EMPTY else "",
    Space: lambda node: f"#h({node.em:.4g}em)",
    Pointing: lambda node: f"#text({quoted(node.words)})",
}
