r"""Requirements of some commands beyond the types of their arguments: a style from 0 to 3, a known colour model, a
place.

Each check examines a command that was just read and adds faults; nothing else depends on it. The facts are MathJax's:
the other targets draw most of this in some way or have no such command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from mathpost.latex.cursor import Cursor
from mathpost.latex.macros import environment as known_environment
from mathpost.latex.macros.delimiters import DELIMITERS
from mathpost.latex.sizes import DECIMAL
from mathpost.latex.tree import Command, Node, Symbol, walk

Check = Callable[[Cursor, Command], None]


def check(p: Cursor, node: Command) -> None:
    """Add the faults of the command that was just read."""
    found = CHECKS.get(node.name)
    if p.body_of_macro:
        return
    if found is not None and p.where == "mathjax":
        found(p, node)
    elif found is _colour and p.where == "katex" and node.options:
        _refuse(p, node.options[0], f"KaTeX has no colour models for {node.name}")


def _words(nodes: Sequence[Node], index: int) -> str | None:
    """An argument as written, None if there is none."""
    if index >= len(nodes) or not isinstance(nodes[index], Symbol):
        return None
    return nodes[index].text.strip()  # type: ignore[union-attr]


def _refuse(p: Cursor, node: Node, message: str) -> None:
    p.fault("L020", node.span, message)


def _misplaced(p: Cursor, at: int, message: str) -> None:
    p.fault("L024", p.span(at, at), message)


# --- fractions and roots --------------------------------------------------------------------------------


def _continued_fraction(p: Cursor, node: Command) -> None:
    side = _words(node.options, 0)
    if side not in (None, "", "l", "r"):
        _refuse(p, node.options[0], rf"\cfrac is aligned by l or r, not by {side}")


def _general_fraction(p: Cursor, node: Command) -> None:
    for index in (0, 1):
        delimiter = _words(node.arguments, index)
        if delimiter and p.where not in DELIMITERS.get(delimiter, ()):
            _refuse(p, node.arguments[index], rf"{delimiter} is not a delimiter for \genfrac")
    style = _words(node.arguments, 3)
    if style and style[0] not in "0123":
        _refuse(p, node.arguments[3], rf"the style of \genfrac is a number from 0 to 3, not {style}")


MOVES = (r"\uproot", r"\leftroot")


def _move_of_root(p: Cursor, node: Command) -> None:
    if not p.inside("option", r"\sqrt") and not p.inside("option", r"\root"):
        p.fault("L024", node.span, f"{node.name} is outside of the index of a root")
    number = _words(node.arguments, 0)
    if number is not None and not re.match(r"-?[0-9]", number):
        _refuse(p, node.arguments[0], f"{node.name} takes a whole number, not {number}")


def _moves_once(p: Cursor, node: Command) -> None:
    """The index of a root may be moved once in each direction."""
    moves = [n for option in node.options for n in walk(option) if isinstance(n, Command) and n.name in MOVES]
    for k, move in enumerate(moves):
        if any(earlier.name == move.name for earlier in moves[:k]):
            _refuse(p, move, f"{move.name} moves the index of this root a second time")


# --- places ---------------------------------------------------------------------------------------------


def check_place(p: Cursor, at: int) -> None:
    """Add a fault where the command without arguments at token `at` has no meaning."""
    found = PLACES.get(p.texts[at])
    if found is not None and p.where == "mathjax" and not p.body_of_macro:
        found(p, at)


def _shove(p: Cursor, at: int) -> None:
    r"""``\shoveleft`` belongs at the beginning of a row of `multline`."""
    if not p.opened or p.opened[-1].name.rstrip("*") not in ("multline", "multlined"):
        _misplaced(p, at, f"{p.texts[at]} is outside of multline")
    elif at != p.cell_start:
        _misplaced(p, at, f"{p.texts[at]} does not begin its row")
    else:
        p.cell_start = p.at


def _fill(p: Cursor, at: int) -> None:
    r"""Add a fault for an ``\hfill`` outside of a cell."""
    spec = known_environment(p.opened[-1].name) if p.opened else None
    if not p.opened or not p.opened[-1].name or (spec is not None and not spec.breaks):
        _misplaced(p, at, f"{p.texts[at]} is outside of a cell")


def _alignment_break(p: Cursor, node: Command) -> None:
    r"""``\breakAlign{c}{t}``: how the lines of a broken cell, row or table are aligned with the others."""
    scope, letters = _words(node.arguments, 0) or "", _words(node.arguments, 1) or ""
    starts = {"c": p.cell_start, "r": p.row_start, "t": p.row_start if len(p.opened) == 1 else -1}
    if not p.opened or p.opened[-1].construct != "environment":
        p.fault("L024", node.span, f"{node.name} is outside of an alignment")
    elif scope not in starts:
        _refuse(p, node.arguments[0], f"{node.name} is for c, r or t, not for {scope}")
    elif p.starts[max(starts[scope], 0)] != node.span.start or (scope == "t" and p.rows):
        p.fault("L024", node.span, f"{node.name}{{{scope}}} is not at the beginning of what it is for")
    elif set(letters) - set("tcmb") or (scope == "c" and len(letters) > 1):
        _refuse(p, node.arguments[1], f"{node.name} aligns by one of t, c, m, b, not by {letters}")


# --- colours and boxes ----------------------------------------------------------------------------------

PADDING = re.compile(r"(\.\d+|\d+(\.\d*)?)(pt|em|ex|mu|px|in|cm|mm)")
BACKGROUND = re.compile(r"[a-zA-Z0-9]+|#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}")
STYLE = re.compile(r"[-a-zA-Z]+:")


def _background_box(p: Cursor, node: Command) -> None:
    words = _words(node.options, 0)
    seen: set[str] = set()
    for part in map(str.strip, (words or "").split(",")):
        kind = "padding" if PADDING.fullmatch(part) else "background" if BACKGROUND.fullmatch(part) else ""
        kind = kind or ("style" if STYLE.match(part) else "")
        if kind in seen:
            _refuse(p, node.options[0], rf"\bbox is given a second {kind}: {part}")
        elif part and not kind:
            _refuse(p, node.options[0], rf"{part} is not a colour, length or style for \bbox")
        seen |= {kind} - {""}


def _fits_model(model: str, values: str) -> str:
    """The error in a colour given as numbers; empty if there is none."""
    limit = {"rgb": 1, "RGB": 255, "gray": 1}.get(model)
    if limit is None:
        return f"there is no colour model {model}"
    numbers = [value.strip() for value in values.split(",")]
    wanted = 1 if model == "gray" else 3
    if len(numbers) != wanted:
        return f"a colour of the model {model} has {wanted} numbers, not {len(numbers)}"
    for number in numbers:
        if not DECIMAL.fullmatch(number) or (model == "RGB" and not number.isdigit()):
            return f"{number} is not a number for the colour model {model}"
        if float(number) > limit:
            return f"{number} is more than {limit}, the most in the colour model {model}"
    return ""


def _defined_colour(p: Cursor, node: Command) -> None:
    model, values = _words(node.arguments, 1), _words(node.arguments, 2)
    if model and model != "named" and values is not None:
        problem = _fits_model(model, values)
        if problem:
            _refuse(p, node.arguments[2], problem)
    elif values and ";" in values:
        _refuse(p, node.arguments[2], f"{values} is not a colour")


def _colour(p: Cursor, node: Command) -> None:
    model, value = _words(node.options, 0), _words(node.arguments, 0)
    if value is None:
        return
    if model and model != "named":
        problem = _fits_model(model, value)
    else:
        problem = f"{value} is not a colour" if ";" in value else ""
    if problem:
        _refuse(p, node.arguments[0], problem)


# --- characters, HTML, MathML, packages -----------------------------------------------------------------


def _character(p: Cursor, node: Command) -> None:
    number, font = _words(node.arguments, 0), _words(node.options[-1:], 0)
    pattern = r"[0-9A-Fa-f]{1,6}" if node.name == r"\U" else r"0?x[0-9A-Fa-f]+|[0-9]+"
    if number is not None and not re.fullmatch(pattern, number):
        _refuse(p, node.arguments[0], f"{number} is not a character code for {node.name}")
    if font and ";" in font:
        _refuse(p, node.options[-1], f"{font} is not a font name")


def _data(p: Cursor, node: Command) -> None:
    for pair in (_words(node.arguments, 0) or "").split(","):
        name = pair.partition("=")[0].strip()
        if any(character in "\"'>/ \t" for character in name):
            _refuse(p, node.arguments[0], f"data-{name} is not an attribute name")


BONDS = frozenset("- = # ~ ~- ~= ~-- -~- ... .... -> <- < 1 2 3".split())


def _chemistry(p: Cursor, node: Command) -> None:
    for bond in re.findall(r"\\bond\s*\{([^{}]*)\}", _words(node.arguments, 0) or ""):
        if bond.strip() not in BONDS:
            _refuse(p, node.arguments[0], rf"\bond has no type {bond}")


_EVERY_ELEMENT = "mathvariant mathsize mathcolor mathbackground dir style class id href".split()
ATTRIBUTES = {
    **dict.fromkeys(("mi", "mn", "mtext"), frozenset(_EVERY_ELEMENT)),
    "ms": frozenset([*_EVERY_ELEMENT, "lquote", "rquote"]),
    "mspace": frozenset([*_EVERY_ELEMENT, "width", "height", "depth", "linebreak"]),
    "mglyph": frozenset([*_EVERY_ELEMENT, "alt", "src", "index", "width", "height", "valign"]),
    "mo": frozenset(
        [*_EVERY_ELEMENT, *"form fence separator lspace rspace stretchy symmetric maxsize minsize".split()]
        + "largeop movablelimits accent linebreak lineleading linebreakstyle".split()
        + [f"indent{what}{where}" for what in ("align", "shift") for where in ("", "first", "last")]
        + ["indenttarget"]
    ),
}
ATTRIBUTE = re.compile(r"([a-zA-Z]+)\s*=\s*(?:'[^']*'|\"[^\"]*\"|[^ ,]*)\s*,?\s*")


def _element(p: Cursor, node: Command) -> None:
    kind = _words(node.arguments, 0)
    allowed = ATTRIBUTES.get(kind or "")
    if allowed is None:
        if kind is not None:
            _refuse(p, node.arguments[0], f"{kind} is not an element of MathML for characters")
        return
    rest = _words(node.arguments, 1) or ""
    while rest:
        found = ATTRIBUTE.match(rest)
        if found is None or found[1] not in allowed:
            name = found[1] if found else rest
            _refuse(p, node.arguments[1], f"{name} is not an attribute of {kind}")
            return
        rest = rest[found.end() :]


PACKAGES = frozenset(
    """
    action ams amscd bbm bboldx bbox begingroup boldsymbol braket bussproofs cancel cases centernot color
    colortbl colorv2 dsfont empheq enclose extpfeil gensymb html mathtools mhchem newcommand noerrors
    noundefined physics require textcomp textmacros unicode units upgreek verb
    """.split()
)
OLDER = frozenset("AMSmath AMSsymbols AMScd HTML autobold noErrors noUndefined mediawiki-texvc".split())
FORBIDDEN = frozenset("base all-packages autoload configmacros tagformat setoptions texhtml".split())
"""What MathJax refuses to load because a page says so."""


def _column_type(p: Cursor, node: Command) -> None:
    name, count, columns = (_words(node.arguments, k) or "" for k in range(3))
    if len(name) != 1:
        _refuse(p, node.arguments[0], f"the name of a column type is one letter, not {name}")
    elif name in columns:
        _refuse(p, node.arguments[2], f"the column type {name} is defined by itself")
    elif count and not count.isdecimal():
        _refuse(p, node.arguments[1], f"{count} is not a number of arguments for {node.name}")


def _package(p: Cursor, node: Command) -> None:
    name = _words(node.arguments, 0)
    if name is None:
        return
    name = name.removeprefix("[tex]/")
    if name in FORBIDDEN:
        _refuse(p, node.arguments[0], f"MathJax does not load {name} from a page")
    elif name not in PACKAGES | OLDER and not name.startswith("["):  # "[site]/…" is the site's own
        _refuse(p, node.arguments[0], f"MathJax has no package {name}")


CHECKS: dict[str, Check] = {
    r"\cfrac": _continued_fraction,
    r"\genfrac": _general_fraction,
    r"\sqrt": _moves_once,
    **dict.fromkeys(MOVES, _move_of_root),
    r"\bbox": _background_box,
    r"\definecolor": _defined_colour,
    r"\color": _colour,
    r"\textcolor": _colour,
    r"\unicode": _character,
    r"\U": _character,
    r"\data": _data,
    r"\ce": _chemistry,
    r"\mmlToken": _element,
    r"\require": _package,
    r"\newcolumntype": _column_type,
    r"\breakAlign": _alignment_break,
}

PLACES: dict[str, Callable[[Cursor, int], None]] = {
    **dict.fromkeys((r"\hfil", r"\hfill", r"\hfilll"), _fill),
    **dict.fromkeys((r"\shoveleft", r"\shoveright"), _shove),
}
