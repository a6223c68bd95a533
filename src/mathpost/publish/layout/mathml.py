"""Layout as MathML Core, which browsers and readers of EPUB set without any script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape, unescape

from mathpost.publish.colours import css
from mathpost.publish.layout.layout import (
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
    SetFormula,
    Space,
    Styled,
)

_NAMESPACE = "http://www.w3.org/1998/Math/MathML"
_NOTATIONS = {
    "box": "box",
    "cancel": "updiagonalstrike",
    "bcancel": "downdiagonalstrike",
    "strike": "horizontalstrike",
}
_NOTATIONS |= {"xcancel": "updiagonalstrike downdiagonalstrike"}
_FRAMES = {"box": "border:1px solid;padding:.2em .3em"}
_FRAMES |= dict.fromkeys(
    ("cancel", "xcancel"),
    "background:linear-gradient(to top left,transparent 48%,currentColor 49% 51%,transparent 52%)",
)
_FRAMES["bcancel"] = (
    "background:linear-gradient(to top right,transparent 48%,currentColor 49% 51%,transparent 52%)"
)
_FRAMES["strike"] = "background:linear-gradient(transparent 48%,currentColor 49% 51%,transparent 52%)"
_POINTS = "\x05"  # around the name and the words of a reference that is looked up last
_LINKED = re.compile(f"{_POINTS}([^{_POINTS}]*){_POINTS}([^{_POINTS}]*){_POINTS}")
# Chromium moves the blocks in a cell with its own values only; it ignores them where the standard ones are last.
_JUSTIFIED = {
    "l": "text-align:left;text-align:-webkit-left",
    "r": "text-align:right;text-align:-webkit-right",
    "c": "",
}
_THIN = '<mspace width="0.167em"/>'


def written(formula: SetFormula, anchor: Callable[[str], str] = str, label: str = "aria-label") -> str:
    """A formula as a ``math`` element; the numbers of several rows are in their last column.

    `anchor` says where a label leads; `label` is the attribute that has its words.
    """
    display = ' display="block"' if formula.display else ""
    if len(formula.rows) == 1:
        body = _spaced(formula.rows[0].cells)
        body = f'<mstyle displaystyle="true">{body}</mstyle>' if formula.display else body
    else:
        body = _numbered_rows(formula)
    body = _LINKED.sub(lambda found: _linked(found[2], anchor(unescape(found[1]))), body)
    source = f'<annotation encoding="application/x-tex">{_text(formula.source)}</annotation>'
    head = f'<math xmlns="{_NAMESPACE}"{display}{_aria(formula.spoken, label)}>'
    return f"{head}<semantics><mrow>{body}</mrow>{source}</semantics></math>"


def _aria(words: str, label: str = "aria-label") -> str:
    return f' {label}="{escape(words)}"' if words else ""


def cell(piece: Layout, anchor: Callable[[str], str] = str, spoken: str = "") -> str:
    """One cell of a display as a ``math`` element of its own; `spoken` are its words."""
    body = f'<mstyle displaystyle="true">{mathml(piece)}</mstyle>'
    body = _LINKED.sub(lambda found: _linked(found[2], anchor(unescape(found[1]))), body)
    return f'<math xmlns="{_NAMESPACE}"{_aria(spoken)}>{body}</math>'


def _linked(words: str, name: str) -> str:
    return f'<a href="#{name}">{words}</a>' if name else words


def _numbered_rows(formula: SetFormula) -> str:
    lines: list[str] = []
    numbered = any(row.number for row in formula.rows)
    for row in formula.rows:
        cells = "".join(
            _cell(cell, letter, k, tight=True)
            for k, (cell, letter) in enumerate(zip(row.cells, formula.columns, strict=False))
        )
        beside = f'<mtd class="number"><mtext>{_text(row.number)}</mtext></mtd>' if numbered else ""
        lines.append(f"<mtr>{cells}{beside}</mtr>")
    return f'<mtable displaystyle="true" class="rows">{"".join(lines)}</mtable>'


# Browsers do not stretch the signs of these lines in the usual fonts, and draw a dash over the middle letter.
_LINES = {
    "¯": "border-top: 0.055em solid; padding-top: 0.12em",
    "_": "border-bottom: 0.055em solid; padding-bottom: 0.12em",
}
_STRETCHED = {"^": "\u0302"}  # the sign that fonts have in several widths


def mathml(node: Layout) -> str:
    """One piece of a formula."""
    match node:
        case Atom() | Scripted() | Grid() | Styled() | Fraction():
            return _WRITERS[type(node)](node)
        case Row(items=items):
            return f"<mrow>{_spaced(items)}</mrow>"
        case Root(body=body, degree=index):
            if index is None:
                return f"<msqrt>{mathml(body)}</msqrt>"
            return f"<mroot>{_one(body)}{_one(index)}</mroot>"
        case Accented(base=base, mark=mark, wide=True) if mark in _LINES:
            return f'<mrow style="{_LINES[mark]}">{mathml(base)}</mrow>'
        case Accented(base=base, mark=mark, under=under, wide=wide):
            stretchy = "" if wide else ' stretchy="false"'
            name, accent = ("munder", "accentunder") if under else ("mover", "accent")
            drawn = _text(mark if isinstance(base, Atom) or not wide else _STRETCHED.get(mark, mark))
            return f'<{name} {accent}="true">{_one(base)}<mo{stretchy}>{drawn}</mo></{name}>'
        case Fenced(left=left, body=body, right=right):
            return f"<mrow>{_fence(left, 'prefix')}{mathml(body)}{_fence(right, 'postfix')}</mrow>"
        case Bracket(text=text, size=size, role=role):
            form = {"open": ' form="prefix"', "close": ' form="postfix"'}.get(role, "")
            return f'<mo{form} minsize="{size:g}em" maxsize="{size:g}em" stretchy="true">{_text(text)}</mo>'
        case Enclosed(body=body, notation=notation):
            return f'<mrow style="{_FRAMES[notation]}" data-notation="{_NOTATIONS[notation]}">{mathml(body)}</mrow>'
        case Phantom(body=body):
            return f"<mphantom>{mathml(body)}</mphantom>"
        case Space(em=em):
            return f'<mspace width="{em:.4g}em"/>'
        case Pointing(words=words, name=name):
            return f"<mtext>{_POINTS}{escape(name)}{_POINTS}{_text(words)}{_POINTS}</mtext>"


def _spaced(items: Sequence[Layout]) -> str:
    r"""Pieces side by side, with TeX's thin spaces round the names of functions (TeXbook, chapter 18): ``2\log x``."""
    done = ""
    for number, item in enumerate(items):
        before = items[number - 1] if number else None
        if before is not None:
            named = _is_function(item) and _is_ordinary(before)
            applied = (
                _is_function(before) and (_is_ordinary(item) or _is_function(item)) and not _is_fence(item)
            )
            done += _THIN if named or applied else ""
        if _is_function(item) and number + 1 < len(items) and _is_fence(items[number + 1]):
            done += mathml(item) + "<mo>\u2061</mo>"
        else:
            done += mathml(item)
    return done


def _is_function(node: Layout) -> bool:
    base = node.base if isinstance(node, Scripted) else node
    return isinstance(base, Atom) and base.role == "function" and len(base.text) > 1


def _is_ordinary(node: Layout) -> bool:
    """Whether a piece is a symbol or stands for one, and no sign."""
    match node:
        case Atom(role=role):
            return role in ("letter", "upright", "number", "close")
        case Bracket(role=role):
            return role == "close"
        case Scripted(base=base):
            return _is_ordinary(base)
        case Styled(body=body):
            return _is_ordinary(body)
        case Fraction() | Root() | Accented() | Fenced() | Row():
            return True
        case _:
            return False


def _is_fence(node: Layout) -> bool:
    return isinstance(node, Fenced) or (isinstance(node, Atom | Bracket) and node.role == "open")


def _one(node: Layout) -> str:
    """A piece where one element must be: a function there is applied to nothing."""
    if isinstance(node, Atom) and node.role == "function":
        return _atom(node._replace(role="upright"))
    return mathml(node)


def _text(text: str) -> str:
    return escape("".join(c for c in text if c >= " " or c in "\t\n"), quote=False)


def _atom(node: Atom) -> str:
    text = _text(node.text)
    match node.role:
        case "letter":
            return f"<mi>{text}</mi>"
        case "upright":
            return f"<mi>{text}</mi>" if len(node.text) > 1 else f'<mi mathvariant="normal">{text}</mi>'
        case "number":
            return f"<mn>{text}</mn>"
        case "function":
            return f"<mi>{text}</mi>" if len(node.text) > 1 else f'<mi mathvariant="normal">{text}</mi>'
        case "words":
            weight = ' style="font-weight:bold"' if node.bold else ""
            shown = text.replace(" ", "\u00a0") if text != text.strip() else text
            return f"<mtext{weight}>{shown}</mtext>"
        case "open" | "close":
            return f'<mo stretchy="false">{text}</mo>'
        case "large":
            return f"<mo>{text}</mo>"
    if node.text == "/":
        return '<mo stretchy="false" lspace="0" rspace="0">/</mo>'
    return f'<mo stretchy="false">{text}</mo>' if node.text in "|‖\\" else f"<mo>{text}</mo>"


def _fraction(node: Fraction) -> str:
    line = "" if node.line else ' linethickness="0"'
    body = f"<mfrac{line}>{_one(node.above)}{_one(node.below)}</mfrac>"
    if not node.size:
        return body
    return f'<mstyle displaystyle="{"true" if node.size == "display" else "false"}">{body}</mstyle>'


def _scripted(node: Scripted) -> str:
    under, over = ("under", "over") if node.stacked else ("sub", "sup")
    base = mathml(node.base)
    if isinstance(node.base, Atom) and node.base.role == "function":
        base = f"<mi>{_text(node.base.text)}</mi>" if node.stacked != "movable" else _movable(node.base)
    elif node.stacked == "always" and isinstance(node.base, Atom) and node.base.role == "large":
        base = f'<mo movablelimits="false">{_text(node.base.text)}</mo>'
    if node.below is not None and node.above is not None:
        return f"<m{under}{over}>{base}{_one(node.below)}{_one(node.above)}</m{under}{over}>"
    if node.below is not None:
        return f"<m{under}>{base}{_one(node.below)}</m{under}>"
    if node.above is not None:
        return f"<m{over}>{base}{_one(node.above)}</m{over}>"
    return base


def _movable(function: Atom) -> str:
    return f'<mo movablelimits="true" form="prefix" lspace="0" rspace="0.167em">{_text(function.text)}</mo>'


def _fence(char: str, form: str) -> str:
    return f'<mo fence="true" form="{form}" stretchy="true">{_text(char)}</mo>' if char else ""


def _grid(node: Grid) -> str:
    lines: list[str] = []
    for number, cells in enumerate(node.rows):
        rule = ";border-top:1px solid" if number in node.lines else ""
        rule += (
            ";border-bottom:1px solid"
            if number + 1 == len(node.rows) and len(node.rows) in node.lines
            else ""
        )
        marked = [
            _cell(
                c,
                letter,
                k,
                tight=node.tight,
                style=rule + (";border-left:1px solid" if k in node.bars else ""),
            )
            for k, (c, letter) in enumerate(zip(cells, node.columns, strict=False))
        ]
        lines.append(f"<mtr>{''.join(marked)}</mtr>")
    small = ' scriptlevel="1"' if node.small else ""
    kind = ' class="rows"' if node.tight else ""
    return f"<mtable{small}{kind}>{''.join(lines)}</mtable>"


def _cell(cell: Layout, letter: str, column: int, *, tight: bool, style: str = "") -> str:
    gap = ("padding-right:0" if column % 2 == 0 else "padding-left:0") if tight else ""
    css = ";".join(filter(None, (_JUSTIFIED[letter], gap, style.strip(";"))))
    return f"<mtd{f' style={chr(34)}{css}{chr(34)}' if css else ''}>{mathml(cell)}</mtd>"


def _styled(node: Styled) -> str:
    attributes = "".join(_style(node))
    return f"<mstyle{attributes}>{mathml(node.body)}</mstyle>"


def _style(node: Styled) -> Iterator[str]:
    if node.display is not None:
        yield f' displaystyle="{"true" if node.display else "false"}"'
    if colour := css(node.color):
        yield f' mathcolor="{colour}"'
    if colour := css(node.background):
        yield f' mathbackground="{colour}"'
    if node.scale != 1:
        yield f' mathsize="{node.scale:g}em"'


_WRITERS: dict[type, Callable[..., str]] = {
    Atom: _atom,
    Scripted: _scripted,
    Grid: _grid,
    Styled: _styled,
    Fraction: _fraction,
}
