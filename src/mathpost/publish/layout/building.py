r"""The layout of a formula from its tree: every command by its appearance.

Macros are expanded where they are called. A construct without a layout (``\raisebox``, ``\smash``) gives that of its
argument; an unknown command prints its name, as in MathJax.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mathpost.latex.definitions import Definitions
from mathpost.latex.macros import macro
from mathpost.latex.tree import (
    Cell,
    Command,
    Delimited,
    Environment,
    Error,
    Group,
    Infix,
    Node,
    Scripts,
    Symbol,
    Text,
)
from mathpost.publish.layout import commands, grids
from mathpost.publish.layout.alphabets import letter
from mathpost.publish.layout.layout import (
    EMPTY,
    Accented,
    Atom,
    Fenced,
    Fraction,
    Layout,
    Row,
    Scripted,
    Space,
    Styled,
    row,
)
from mathpost.publish.layout.symbols import COMMANDS, INTEGRALS, LIMITS, delimiter, sign

_SPACES = {
    "\\,": 1 / 6, "\\:": 2 / 9, "\\>": 2 / 9, "\\;": 5 / 18, "\\!": -1 / 6, r"\quad": 1.0, r"\qquad": 2.0,
    "\\ ": 0.25, "~": 0.25, r"\enspace": 0.5, r"\enskip": 0.5, r"\thinspace": 1 / 6, r"\medspace": 2 / 9,
    r"\thickspace": 5 / 18, r"\negthinspace": -1 / 6, r"\negmedspace": -2 / 9, r"\negthickspace": -5 / 18,
    r"\space": 0.25, r"\nobreakspace": 0.25,
}  # fmt: skip
_FONTS = {
    r"\bf": "bold",
    r"\rm": "upright",
    r"\cal": "script",
    r"\it": "italic",
    r"\sf": "sans",
    r"\tt": "mono",
}
_FONTS |= {r"\scr": "script", r"\bbFont": "double-struck", r"\mit": "italic"}
_STYLES = {r"\displaystyle": True, r"\textstyle": False, r"\scriptstyle": False, r"\scriptscriptstyle": False}
_SCALES = {
    r"\Huge": 2.5,
    r"\huge": 2.07,
    r"\LARGE": 1.73,
    r"\Large": 1.44,
    r"\large": 1.2,
    r"\normalsize": 1.0,
}
_SCALES |= {r"\small": 0.85, r"\footnotesize": 0.8, r"\scriptsize": 0.7, r"\tiny": 0.5, r"\Tiny": 0.6}
_SILENT = frozenset(
    r"""
    \notag \nonumber \limits \nolimits \relax \DOTSB \DOTSI \DOTSX \allowbreak \nobreak \break \goodbreak \badbreak
    \strut \mathstrut \nonscript \hfil \hfill \hfilll \displaylimits \bgroup \egroup \begingroup \endgroup \noexpand
    \expandafter \global \long \show \toggle \endtoggle \hline \hdashline \MTFlushSpaceAbove \MTFlushSpaceBelow
    \adjustlimits
    """.split()
)
_BOLD = {
    "": "bold-italic",
    "italic": "bold-italic",
    "upright": "bold",
    "script": "bold-script",
    "fraktur": "bold-fraktur",
}
_BOLD |= {"sans": "bold-sans", "bold": "bold", "double-struck": "double-struck"}
_ACCENTED_INFIX = {r"\choose": ("(", ")"), r"\brace": ("{", "}"), r"\brack": ("[", "]"), r"\atop": ("", "")}


class Setting(NamedTuple):
    """The context of a node: the current alphabet, whether bold, whether in a display; `text` is the author's file."""

    definitions: Definitions
    text: str
    refer: Callable[[str], str]
    alphabet: str = ""
    bold: bool = False
    display: bool = False

    def font(self, alphabet: str) -> Setting:
        return self._replace(alphabet=alphabet)


def layout(nodes: Sequence[Node], at: Setting) -> Layout:
    """The layout of `nodes` side by side."""
    return row(*_pieces(nodes, at))


def one(node: Node | None, at: Setting) -> Layout:
    """The layout of a single node; nothing for none."""
    return EMPTY if node is None else layout(_inside(node), at)


def _inside(node: Node) -> Sequence[Node]:
    return node.body if isinstance(node, Group | Cell) else (node,)


def _pieces(nodes: Sequence[Node], at: Setting) -> Iterator[Layout]:
    """The pieces of a row; a declaration (a font, a style) holds for all that follows it."""
    index = 0
    while index < len(nodes):
        node = nodes[index]
        if (digits := _digits(nodes, index)) > 1 or (digits and isinstance(node, Symbol)):
            yield Atom("".join(_styled_digit(n, at) for n in nodes[index : index + digits]), "number")
            index += digits
            continue
        declared = _declared(node, nodes[index + 1 :], at)
        if declared is not None:
            yield declared
            return
        if isinstance(node, Command) and node.name == r"\color":
            index = next((k for k in range(index + 1, len(nodes)) if not _is_blank(nodes[k])), len(nodes))
            yield Styled(layout(nodes[index : index + 1], at), color=commands.Call(node, at, layout).raw())
            index += 1
            continue
        yield _piece(node, at)
        index += 1


def _digits(nodes: Sequence[Node], start: int) -> int:
    """How many symbols from `start` on are one number."""
    end = start
    while end < len(nodes):
        node = nodes[end]
        text = node.text if isinstance(node, Symbol) else ""
        point = text == "." and end > start and end + 1 < len(nodes) and _is_digit(nodes[end + 1])
        if not (len(text) == 1 and text in "0123456789") and not point:
            break
        end += 1
    return end - start


def _is_digit(node: Node) -> bool:
    return isinstance(node, Symbol) and len(node.text) == 1 and node.text in "0123456789"


def _styled_digit(node: Node, at: Setting) -> str:
    text = node.text if isinstance(node, Symbol) else ""
    alphabet = "bold" if at.bold else at.alphabet
    return letter(text, alphabet) if alphabet in ("bold", "double-struck", "sans", "mono") else text


def _is_blank(node: Node) -> bool:
    return isinstance(node, Symbol) and not node.text.strip()


def _declared(node: Node, rest: Sequence[Node], at: Setting) -> Layout | None:
    """What a declaration makes of the rest of its group; None where `node` is none."""
    name = node.text if isinstance(node, Symbol) else node.name if isinstance(node, Command) else ""
    if name in _FONTS:
        return layout(rest, at.font(_FONTS[name]))
    if name in _STYLES:
        return Styled(layout(rest, at._replace(display=_STYLES[name])), display=_STYLES[name])
    if name in _SCALES:
        return Styled(layout(rest, at), scale=_SCALES[name])
    return None


def _negated(inner: Layout) -> Layout:
    """A relation struck through: its own character where there is one."""
    if isinstance(inner, Scripted):
        return inner._replace(base=_struck(inner.base))
    first, rest = (inner.items[0], inner.items[1:]) if isinstance(inner, Row) and inner.items else (inner, ())
    return row(_struck(first), *rest)


def _struck(piece: Layout) -> Layout:
    import unicodedata

    if not isinstance(piece, Atom):
        return row(Atom("\u0338", "mark"), piece)
    return piece._replace(text=unicodedata.normalize("NFC", piece.text + "\u0338"), role="relation")


def _piece(node: Node, at: Setting) -> Layout:
    match node:
        case Symbol():
            return _symbol(node, at)
        case Text():
            return _words(node, at)
        case Group() | Cell():
            return layout(node.body, at)
        case Delimited():
            return Fenced(delimiter(node.left), layout(node.body, at), delimiter(node.right))
        case Command():
            return _command(node, at)
        case Infix():
            return _infix(node, at)
        case Scripts():
            return _scripts(node, at)
        case Environment():
            return grids.environment(node, at, layout)
        case Error(node=inner):
            return EMPTY if inner is None else _piece(inner, at)
    return EMPTY


# --- symbols and words ----------------------------------------------------------------------------------


def _symbol(node: Symbol, at: Setting) -> Layout:
    text = node.text
    expanded = at.definitions.expand(node) if text.startswith("\\") else None
    if expanded is not None:
        return layout(expanded.body, at)
    if text in _SPACES:
        return Space(_SPACES[text])
    if text in _SILENT or not text.strip():
        return EMPTY
    if text in COMMANDS:
        char, role = COMMANDS[text]
        return _atom(char, role, at)
    if text.startswith("\\"):
        return Atom(text, "words") if len(text) > 2 else _atom(text[1:], sign(text[1:]), at)
    return row(*(_character(char, at) for char in text))


_PRINTED = {"-": "−", "*": "∗", "'": "′", "`": "‘"}


def _character(char: str, at: Setting) -> Layout:
    if char.isascii() or (len(char) == 1 and sign(char) != "upright"):
        return _atom(_PRINTED.get(char, char), sign(_PRINTED.get(char, char)), at)
    return Atom(char, "words")


def _atom(char: str, role: str, at: Setting) -> Layout:
    """A character in the alphabet in force."""
    if role == "function":
        return Atom(char, "function")
    if role not in ("letter", "upright") or not char.isalpha():
        strong = at.bold and role == "upright"
        return Atom(letter(char, "bold") if strong else char, role)  # type: ignore[arg-type]
    capital_greek = "Α" <= char <= "Ω" and at.alphabet not in ("italic",)
    alphabet = at.alphabet or ("upright" if capital_greek or role == "upright" else "")
    if at.bold:
        alphabet = _BOLD.get(alphabet, alphabet)
    if alphabet in ("", "italic"):
        return Atom(char, "letter")
    styled = char if alphabet == "upright" else letter(char, alphabet)
    return Atom(styled, "upright")


def _words(node: Text, at: Setting) -> Layout:
    parts: list[Layout] = []
    bold = node.command == r"\textbf"
    plain = at._replace(alphabet="", bold=False, display=False)
    for part, before, after in _spaced(node, at.text):
        if isinstance(part, Symbol):
            parts.append(Atom(before + commands.plain_words(part.text) + after, "words", bold))
        else:
            parts += [Space(0.25)] * bool(before)
            parts.append(layout(_inside(part), plain))
            parts += [Space(0.25)] * bool(after)
    return row(*parts)


def _spaced(node: Text, text: str) -> Iterator[tuple[Node, str, str]]:
    """The parts of words with the space before and after each, which the tree leaves out."""
    here = text.startswith(node.command or "{", node.span.start)  # not so inside of a macro's body
    start = text.find("{", node.span.start, node.span.end) + 1
    for number, part in enumerate(node.parts):
        end = node.parts[number + 1].span.start if number + 1 < len(node.parts) else node.span.end - 1
        before = " " if here and number == 0 and text[start : part.span.start].isspace() else ""
        after = " " if here and text[part.span.end : end].isspace() else ""
        yield part, before, after


# --- scripts and fractions ------------------------------------------------------------------------------


def _scripts(node: Scripts, at: Setting) -> Layout:
    base = EMPTY if node.base is None else _piece(node.base, at)
    small = at._replace(display=False)
    below = None if node.subscript is None else one(node.subscript, small)
    above = None if node.superscript is None else one(node.superscript, small)
    if node.primes:
        primes = Atom("′″‴⁗"[min(node.primes, 4) - 1] if node.primes < 5 else "′" * node.primes, "mark")
        above = primes if above is None else row(primes, above)
    if isinstance(base, Scripted) and base.stacked == "" and base.base != EMPTY and node.base is not None:
        merged = _merged(base, below, above)
        if merged is not None:
            return merged
    return Scripted(base, below, above, commands.stacking(node, base, at.text))


def _merged(base: Scripted, below: Layout | None, above: Layout | None) -> Scripted | None:
    """Primes and scripts of one base as one."""
    if (base.below is None or below is None) and (base.above is None or above is None):
        return base._replace(below=base.below or below, above=base.above or above)
    return None


def _infix(node: Infix, at: Setting) -> Layout:
    above, below = layout(node.left.body, at), layout(node.right.body, at)
    if node.name in _ACCENTED_INFIX:
        opened, closed = _ACCENTED_INFIX[node.name]
        stacked = Fraction(above, below, line=False)
        return Fenced(opened, stacked, closed) if opened else stacked
    return Fraction(above, below, line="atop" not in node.name)


# --- commands -------------------------------------------------------------------------------------------


def _command(node: Command, at: Setting) -> Layout:
    expanded = at.definitions.expand(node)
    if expanded is not None:
        return layout(expanded.body, at)
    if node.name == r"\not":
        return _negated(row(*(one(a, at) for a in node.arguments)))
    made = commands.layout_of(node, at, layout)
    if made is not None:
        return made
    entry = macro(node.name)
    if entry is not None and node.arguments:  # its argument is what it shows
        shown = [a for a in node.arguments if not isinstance(a, Symbol)]
        return row(*(one(a, at) for a in shown[-1:]))
    return Atom(node.name, "words") if entry is None else EMPTY


__all__ = ["INTEGRALS", "LIMITS", "Accented", "Setting", "layout", "one"]
