"""Layout as the mathematics of Word (Office Math Markup Language), inline or as a paragraph of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

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
from mathpost.publish.layout.symbols import INTEGRALS

_FONT = '<w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/>'
_COMBINING = {
    "^": "\u0302", "~": "\u0303", "¯": "\u0305", "→": "\u20d7", "˙": "\u0307", "¨": "\u0308", "ˇ": "\u030c",
    "˘": "\u0306", "´": "\u0301", "`": "\u0300", "˚": "\u030a", "←": "\u20d6", "↔": "\u20e1", "⃛": "\u20db",
    "⃜": "\u20dc", "⇒": "\u20d7",
}  # fmt: skip
_JUSTIFIED = {"l": "left", "c": "center", "r": "right"}
_NAMED = {
    "red": "FF0000", "blue": "0000FF", "green": "008000", "black": "000000", "white": "FFFFFF", "gray": "808080",
    "orange": "FFA500", "purple": "800080", "teal": "008080", "brown": "A52A2A", "skyblue": "87CEEB",
    "darkgreen": "006400", "magenta": "FF00FF", "cyan": "00FFFF", "crimson": "DC143C", "navy": "000080",
}  # fmt: skip
_STRIKES = {"cancel": ("strikeBLTR",), "bcancel": ("strikeTLBR",), "xcancel": ("strikeBLTR", "strikeTLBR")}
_STRIKES |= {"strike": ("strikeH",)}


def written(cells: Sequence[Layout]) -> str:
    """One formula or row of a formula as ``m:oMath``."""
    return f"<m:oMath>{omml(row(*cells))}</m:oMath>"


def omml(node: Layout) -> str:
    """One piece of a formula."""
    return _WRITERS[type(node)](node)


def _e(node: Layout, name: str = "e") -> str:
    """A piece as an argument; Word draws a dotted box where one is empty."""
    body = "" if node == EMPTY else omml(node)
    return f"<m:{name}>{body or _run(chr(0x200B), '')}</m:{name}>"


def _run(text: str, properties: str) -> str:
    clean = escape("".join(c for c in text if c >= " "), quote=False)
    style = f"<m:rPr>{properties}</m:rPr>" if properties else ""
    return f'<m:r>{style}<w:rPr>{_FONT}</w:rPr><m:t xml:space="preserve">{clean}</m:t></m:r>'


def _atom(node: Atom) -> str:
    match node.role:
        case "words":
            run = _run(node.text, "<m:nor/>")
            return run.replace(_FONT, f"{_FONT}<w:b/>") if node.bold else run
        case "upright" | "function" | "number":
            return _run(node.text, '<m:sty m:val="p"/>')
    return _run(node.text, "")


def _row(node: Row) -> str:
    """A large sign takes what follows it as its operand."""
    done: list[str] = []
    items = list(node.items)
    at = 0
    while at < len(items):
        item = items[at]
        if isinstance(item, Scripted) and _is_large(item.base):
            operand = items[at + 1] if at + 1 < len(items) else EMPTY
            done.append(_large(item, operand))
            at += 2
            continue
        done.append(omml(item))
        at += 1
    return "".join(done)


def _is_large(base: Layout) -> bool:
    return isinstance(base, Atom) and base.role == "large" and len(base.text) == 1


def _large(node: Scripted, operand: Layout) -> str:
    char = node.base.text if isinstance(node.base, Atom) else ""
    beside = "subSup" if char in INTEGRALS and node.stacked != "always" else "undOvr"
    hidden = '<m:subHide m:val="1"/>' if node.below is None else ""
    hidden += '<m:supHide m:val="1"/>' if node.above is None else ""
    properties = f'<m:chr m:val="{char}"/><m:limLoc m:val="{beside}"/><m:grow m:val="1"/>{hidden}'
    below, above = _e(node.below or EMPTY, "sub"), _e(node.above or EMPTY, "sup")
    return f"<m:nary><m:naryPr>{properties}</m:naryPr>{below}{above}{_e(operand)}</m:nary>"


def _fraction(node: Fraction) -> str:
    kind = "" if node.line else '<m:fPr><m:type m:val="noBar"/></m:fPr>'
    return f"<m:f>{kind}{_e(node.above, 'num')}{_e(node.below, 'den')}</m:f>"


def _root(node: Root) -> str:
    hidden = '<m:radPr><m:degHide m:val="1"/></m:radPr>' if node.degree is None else ""
    degree = "<m:deg/>" if node.degree is None else _e(node.degree, "deg")
    return f"<m:rad>{hidden}{degree}{_e(node.body)}</m:rad>"


def _scripted(node: Scripted) -> str:
    if _is_large(node.base):
        return _large(node, EMPTY)
    if node.stacked:
        done = omml(node.base)
        if node.below is not None:
            done = f"<m:limLow><m:e>{done}</m:e>{_e(node.below, 'lim')}</m:limLow>"
        if node.above is not None:
            done = f"<m:limUpp><m:e>{done}</m:e>{_e(node.above, 'lim')}</m:limUpp>"
        return done
    if node.below is not None and node.above is not None:
        return f"<m:sSubSup>{_e(node.base)}{_e(node.below, 'sub')}{_e(node.above, 'sup')}</m:sSubSup>"
    if node.below is not None:
        return f"<m:sSub>{_e(node.base)}{_e(node.below, 'sub')}</m:sSub>"
    return (
        f"<m:sSup>{_e(node.base)}{_e(node.above, 'sup')}</m:sSup>"
        if node.above is not None
        else omml(node.base)
    )


def _accented(node: Accented) -> str:
    if node.mark in ("¯", "_") and node.wide:
        place = "bot" if node.under else "top"
        return f'<m:bar><m:barPr><m:pos m:val="{place}"/></m:barPr>{_e(node.base)}</m:bar>'
    if node.mark in _COMBINING and not node.under:
        return f'<m:acc><m:accPr><m:chr m:val="{_COMBINING[node.mark]}"/></m:accPr>{_e(node.base)}</m:acc>'
    place, line = ("bot", "top") if node.under else ("top", "bot")
    properties = f'<m:chr m:val="{node.mark}"/><m:pos m:val="{place}"/><m:vertJc m:val="{line}"/>'
    return f"<m:groupChr><m:groupChrPr>{properties}</m:groupChrPr>{_e(node.base)}</m:groupChr>"


def _fenced(node: Fenced) -> str:
    left, right = (escape(c) for c in (node.left, node.right))
    properties = f'<m:begChr m:val="{left}"/><m:endChr m:val="{right}"/>'
    return f"<m:d><m:dPr>{properties}</m:dPr>{_e(node.body)}</m:d>"


def _grid(node: Grid) -> str:
    one = '<m:mc><m:mcPr><m:count m:val="1"/><m:mcJc m:val="{}"/></m:mcPr></m:mc>'
    columns = "".join(one.format(_JUSTIFIED[letter]) for letter in node.columns)
    gap = '<m:cGpRule m:val="3"/><m:cGp m:val="0"/>' if node.tight else ""
    rows = "".join(f"<m:mr>{''.join(map(_e, cells))}</m:mr>" for cells in node.rows)
    return f'<m:m><m:mPr><m:plcHide m:val="1"/>{gap}<m:mcs>{columns}</m:mcs></m:mPr>{rows}</m:m>'


def _styled(node: Styled) -> str:
    body = omml(node.body)
    colour = css(node.color)
    value = colour[1:].upper() if colour.startswith("#") else _NAMED.get(colour, "")
    return body.replace(f"{_FONT}</w:rPr>", f'{_FONT}<w:color w:val="{value}"/></w:rPr>') if value else body


def _enclosed(node: Enclosed) -> str:
    if node.notation == "box":
        return f"<m:borderBox>{_e(node.body)}</m:borderBox>"
    hidden = "".join(f'<m:hide{side} m:val="1"/>' for side in ("Top", "Bot", "Left", "Right"))
    order = ("strikeH", "strikeBLTR", "strikeTLBR")
    strikes = "".join(f'<m:{s} m:val="1"/>' for s in order if s in _STRIKES[node.notation])
    return f"<m:borderBox><m:borderBoxPr>{hidden}{strikes}</m:borderBoxPr>{_e(node.body)}</m:borderBox>"


def _phantom(node: Phantom) -> str:
    return f'<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>{_e(node.body)}</m:phant>'


def _space(node: Space) -> str:
    if node.em <= 0:
        return ""
    widths = ((1.0, "\u2003"), (0.5, "\u2002"), (0.25, "\u2005"), (0.1, "\u2009"))
    left, done = node.em, ""
    for width, char in widths:
        count = int(left / width + 1e-6)
        done += char * count
        left -= count * width
    return _run(done, "<m:nor/>") if done else ""


_WRITERS: dict[type, Callable[..., str]] = {
    Atom: _atom,
    Row: _row,
    Fraction: _fraction,
    Root: _root,
    Scripted: _scripted,
    Accented: _accented,
    Fenced: _fenced,
    Bracket: lambda node: _run(node.text, ""),
    Grid: _grid,
    Styled: _styled,
    Enclosed: _enclosed,
    Phantom: _phantom,
    Space: _space,
    Pointing: lambda node: _run(node.words, "<m:nor/>"),
}
