"""The layout of commands with arguments: one small function per family, found by name.

`commands` of a family share a row of `_FAMILIES`; what they need besides the node is the current setting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from mathpost.latex.tree import Command, Error, Group, Node, Scripts, Symbol
from mathpost.publish.layout.layout import (
    EMPTY,
    Accented,
    Atom,
    Bracket,
    Enclosed,
    Fenced,
    Fraction,
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
from mathpost.publish.layout.symbols import COMMANDS, INTEGRALS, LIMITS, delimiter

if TYPE_CHECKING:
    from mathpost.publish.layout.building import Setting

Build: TypeAlias = "Callable[[Sequence[Node], Setting], Layout]"
Family: TypeAlias = "Callable[[Call], Layout]"

_ACCENTS = {
    r"\hat": "^", r"\tilde": "~", r"\bar": "¯", r"\vec": "→", r"\dot": "˙", r"\ddot": "¨", r"\check": "ˇ",
    r"\breve": "˘", r"\acute": "´", r"\grave": "`", r"\mathring": "˚", r"\dddot": "⃛", r"\ddddot": "⃜",
}  # fmt: skip
_WIDE = {
    r"\widehat": "^", r"\widetilde": "~", r"\overline": "¯", r"\overrightarrow": "→", r"\overleftarrow": "←",
    r"\overleftrightarrow": "↔", r"\overbrace": "⏞", r"\overbracket": "⎴", r"\overparen": "⏜", r"\widecheck": "ˇ",
    r"\Overrightarrow": "⇒", r"\overgroup": "⏠",
}  # fmt: skip
_UNDER = {
    r"\underline": "_", r"\underbrace": "⏟", r"\underrightarrow": "→", r"\underleftarrow": "←",
    r"\underleftrightarrow": "↔", r"\underbracket": "⎵", r"\underparen": "⏝", r"\utilde": "~", r"\undergroup": "⏡",
    r"\underbar": "_",
}  # fmt: skip
_ALPHABETS = {
    "bold": r"\mathbf \symbf \mathbfup \symbfup \bold", "upright": r"\mathrm \mathup \symrm \symup",
    "double-struck": r"\mathbb \Bbb \symbb", "script": r"\mathcal \mathscr \symcal \symscr",
    "fraktur": r"\mathfrak \frak \symfrak", "italic": r"\mathit \symit \mathnormal \symnormal",
    "sans": r"\mathsf \mathsfit \mathsfup \symsf \symsfit \symsfup", "mono": r"\mathtt \symtt",
    "bold-italic": r"\mathbfit \symbfit", "bold-script": r"\mathbfcal \mathbfscr \symbfcal \symbfscr",
    "bold-fraktur": r"\mathbffrak \symbffrak", "bold-sans": r"\mathbfsf \symbfsf \mathbfsfup \symbfsfup",
}  # fmt: skip
_BRACKET_SIZES = {"big": 1.2, "Big": 1.8, "bigg": 2.4, "Bigg": 3.0}
_ENCLOSED = {
    r"\boxed": "box",
    r"\fbox": "box",
    r"\Aboxed": "box",
    r"\cancel": "cancel",
    r"\bcancel": "bcancel",
}
_ENCLOSED |= {r"\xcancel": "xcancel", r"\sout": "strike"}
_EM = {
    "em": 1.0,
    "ex": 0.43,
    "pt": 0.1,
    "mu": 1 / 18,
    "px": 0.0625,
    "cm": 2.8,
    "mm": 0.28,
    "in": 7.2,
    "pc": 1.2,
}
_SIZE = re.compile(r"\s*([-+]?\d*\.?\d*)\s*(em|ex|pt|mu|px|cm|mm|in|pc)")
_FENCED = {
    r"\bra": ("⟨", "|"),
    r"\ket": ("|", "⟩"),
    r"\braket": ("⟨", "⟩"),
    r"\Bra": ("⟨", "|"),
    r"\Ket": ("|", "⟩"),
}
_FENCED |= {r"\Braket": ("⟨", "⟩"), r"\set": ("{", "}"), r"\Set": ("{", "}")}


def layout_of(node: Command, at: Setting, build: Build) -> Layout | None:
    """The layout of a command, None where no family knows it."""
    family = _FAMILIES.get(node.name)
    return None if family is None else family(Call(node, at, build))


class Call(NamedTuple):
    """A command where it is; `build` lays out nodes."""

    node: Command
    at: Setting
    build: Build

    def argument(self, position: int = -1, at: Setting | None = None) -> Layout:
        """The layout of one argument, in another setting if one is given."""
        arguments = self.node.arguments
        if not arguments or position >= len(arguments):
            return EMPTY
        return self.laid(arguments[position], at)

    def laid(self, node: Node, at: Setting | None = None) -> Layout:
        return self.build(node.body if isinstance(node, Group) else (node,), at or self.at)

    def raw(self, position: int = 0) -> str:
        """An argument that is not mathematics, without its braces."""
        argument = self.node.arguments[position] if len(self.node.arguments) > position else None
        return argument.text.strip("{} ") if isinstance(argument, Symbol) else ""

    @property
    def small(self) -> Setting:
        """The setting of what is not on display any more."""
        return self.at._replace(display=False)


def stacking(node: Scripts, base: Layout, text: str) -> Literal["", "movable", "always"]:
    r"""Whether scripts are under and over their base; ``\limits`` and ``\nolimits`` decide where they are."""
    start = node.base.span.end if node.base is not None else node.span.start
    behind = text[start : start + 12].lstrip()
    if behind.startswith(r"\limits"):
        return "always"
    if behind.startswith(r"\nolimits"):
        return ""
    inner = node.base
    while isinstance(inner, Error) and inner.node is not None:
        inner = inner.node
    name = inner.name if isinstance(inner, Command) else inner.text if isinstance(inner, Symbol) else ""
    if name in LIMITS or name in (r"\mathop", r"\operatorname*", r"\operatornamewithlimits"):
        return "movable"
    if name in _UNDER or name in _WIDE or name in (r"\underset", r"\overset", r"\stackrel"):
        return "always" if name not in (r"\overline", r"\underline") else ""
    if name.startswith(r"\x") and name in _ARROWS:
        return ""
    if isinstance(base, Atom) and (base.text, "function") in (COMMANDS.get(n) for n in LIMITS):
        return "movable"
    large = isinstance(base, Atom) and base.role == "large" and not set(base.text) & INTEGRALS
    return "movable" if large else ""


def plain_words(text: str) -> str:
    """Words as they print: escapes undone, breaks as spaces."""
    text = re.sub(r"\\([%$#&_{} ])", r"\1", text.replace("~", "\u00a0"))
    return re.sub(r"\\(?:quad|qquad)(?![A-Za-z])", "\u2003", text)


# --- families -------------------------------------------------------------------------------------------


def _fraction(call: Call) -> Layout:
    size = {"\\d": "display", "\\c": "display", "\\t": "text"}.get(call.node.name[:2], "")
    inner = call.at._replace(display=False)
    above, below = (call.argument(k, inner) for k in (0, 1))
    if call.node.name.endswith("binom"):
        return Fenced("(", Fraction(above, below, False, size), ")")
    return Fraction(above, below, True, size)


def _general_fraction(call: Call) -> Layout:
    above, below = (call.argument(k, call.small) for k in (4, 5))
    body = Fraction(above, below, line=not call.raw(2).startswith("0"))
    left, right = delimiter(call.raw(0) or "."), delimiter(call.raw(1) or ".")
    return Fenced(left, body, right) if left or right else body


def _root(call: Call) -> Layout:
    index = call.node.options[0] if call.node.options else None
    around = call.laid(index) if index is not None else None
    return Root(call.argument(), around)


def _accent(call: Call) -> Layout:
    return Accented(call.argument(), _ACCENTS[call.node.name])


def _wide(call: Call) -> Layout:
    under = call.node.name in _UNDER
    mark = _UNDER[call.node.name] if under else _WIDE[call.node.name]
    return Accented(call.argument(), mark, under=under, wide=True)


def _alphabet(call: Call) -> Layout:
    name = next(a for a, names in _ALPHABETS.items() if call.node.name in names.split())
    return _word(call.argument(at=call.at._replace(alphabet=name)), name)


def _word(body: Layout, alphabet: str) -> Layout:
    """Several upright letters side by side are one word."""
    items = body.items if isinstance(body, Row) else ()
    letters = [i for i in items if isinstance(i, Atom) and i.role in ("upright", "letter", "number")]
    if alphabet in ("upright", "bold", "sans", "mono") and len(items) > 1 and len(letters) == len(items):
        return Atom("".join(i.text for i in letters), "upright")
    return body


def _bold(call: Call) -> Layout:
    return call.argument(at=call.at._replace(bold=True))


def _operator(call: Call) -> Layout:
    body = call.argument(at=call.at._replace(alphabet="upright", bold=False))
    items = body.items if isinstance(body, Row) else (body,)
    if all(isinstance(i, Atom | Space) for i in items):
        words = "".join(
            i.text if isinstance(i, Atom) else "\u2009" * (i.em > 0)
            for i in items
            if isinstance(i, Atom | Space)
        )
        return Atom(words.replace("−", "-").replace("∗", "*"), "function")
    return body


def _class(call: Call) -> Layout:
    body = call.argument()
    role = {r"\mathbin": "binary", r"\mathrel": "relation", r"\mathopen": "open", r"\mathclose": "close"}.get(
        call.node.name
    )
    if role and isinstance(body, Atom) and len(body.text) == 1 and not body.text.isalnum():
        return body._replace(role=role)  # type: ignore[arg-type]
    return body


def _sized(call: Call) -> Layout:
    name = call.node.name.lstrip("\\")
    kind: Literal["open", "close", "relation", "mark"] = "mark"
    if name[-1] in "lrm":
        kind = {"l": "open", "r": "close", "m": "relation"}[name[-1]]  # type: ignore[assignment]
        name = name[:-1]
    char = delimiter(call.raw())
    return Bracket(char, _BRACKET_SIZES.get(name, 1.2), kind) if char else EMPTY


def _middle(call: Call) -> Layout:
    return Atom(delimiter(call.raw()), "mark")


def _stacked(call: Call) -> Layout:
    first, second = call.argument(0, call.small), call.argument(1)
    if call.node.name == r"\underset":
        return Scripted(second, first, None, "always")
    return Scripted(second, None, first, "always")


def _both(call: Call) -> Layout:
    over, under = (call.argument(k, call.small) for k in (0, 1))
    return Scripted(call.argument(2), under, over, "always")


def _sided(call: Call) -> Layout:
    before, after = (call.argument(k) for k in (0, 1))
    base = call.argument(2) if len(call.node.arguments) > 2 else EMPTY
    return row(before, after, base)


def _prescript(call: Call) -> Layout:
    above, below = (call.argument(k, call.small) for k in (0, 1))
    return row(Scripted(EMPTY, below, above), call.argument(2))


_ARROWS = {
    r"\xrightarrow": "→", r"\xleftarrow": "←", r"\xRightarrow": "⇒", r"\xLeftarrow": "⇐", r"\xleftrightarrow": "↔",
    r"\xLeftrightarrow": "⇔", r"\xmapsto": "↦", r"\xhookrightarrow": "↪", r"\xhookleftarrow": "↩", r"\xlongequal": "=",
    r"\xrightharpoonup": "⇀", r"\xrightharpoondown": "⇁", r"\xleftharpoonup": "↼", r"\xleftharpoondown": "↽",
    r"\xrightleftharpoons": "⇌", r"\xleftrightharpoons": "⇋", r"\xtofrom": "⇄", r"\xtwoheadrightarrow": "↠",
    r"\xtwoheadleftarrow": "↞",
}  # fmt: skip


def _arrow(call: Call) -> Layout:
    above = call.argument(at=call.small)
    option = call.node.options[0] if call.node.options else None
    below = call.laid(option, call.small) if option else None
    arrow = _ARROWS[call.node.name]
    long = {"→": "⟶", "←": "⟵", "⇒": "⟹", "⇐": "⟸", "↔": "⟷", "⇔": "⟺", "↦": "⟼"}.get(arrow, arrow)
    return Scripted(Atom(long, "relation"), below, None if above == EMPTY else above, "always")


def _enclosed(call: Call) -> Layout:
    return Enclosed(call.argument(), _ENCLOSED[call.node.name])


def _phantom(call: Call) -> Layout:
    return EMPTY if call.node.name == r"\vphantom" else Phantom(call.argument())


def _space(call: Call) -> Layout:
    found = _SIZE.match(call.raw())
    number = found[1] if found else ""
    try:
        return Space(max(-4.0, min(20.0, float(number or 1) * _EM[found[2]]))) if found else EMPTY
    except ValueError:
        return EMPTY


def _colour(call: Call) -> Layout:
    return Styled(call.argument(), color=call.raw())


def _coloured_box(call: Call) -> Layout:
    return Styled(call.argument(), background=call.raw(len(call.node.arguments) - 2))


def _modulo(call: Call) -> Layout:
    body = call.argument()
    word = Atom("mod", "function")
    if call.node.name == r"\pod":
        return row(Space(0.5), Atom("(", "open"), body, Atom(")", "close"))
    if call.node.name == r"\mod":
        return row(Space(1.0), word, Space(0.3), body)
    return row(Space(0.5), Atom("(", "open"), word, Space(0.3), body, Atom(")", "close"))


def _fenced(call: Call) -> Layout:
    left, right = _FENCED[call.node.name]
    return Fenced(left, call.argument(), right)


def _rows(call: Call) -> Layout:
    """A stack of lines under a sum: its argument was read as an environment with rows."""
    return call.argument()


def _unicode(call: Call) -> Layout:
    code = call.raw()
    try:
        return Atom(chr(int(code[1:], 16) if code[:1] in "xX" else int(code)), "mark")
    except (ValueError, OverflowError):
        return EMPTY


_LISTING = (r"\cref", r"\Cref")


def _reference(call: Call) -> Layout:
    listed = call.raw().split(",") if call.node.name in _LISTING else [call.raw()]
    pointings: list[Layout] = []
    for name in listed:
        number = call.at.refer(name.strip()) or "??"
        shown = number if call.node.name in (r"\ref", r"\refeq") else f"({number})"
        pointings += [Atom(",", "mark")] * bool(pointings) + [Pointing(shown, name.strip())]
    return row(*pointings)


def _nothing(_: Call) -> Layout:
    return EMPTY


def _linked(call: Call) -> Layout:
    return Atom(call.raw(), "words")


def _named(*names: str, family: Family) -> dict[str, Family]:
    return {name: family for group in names for name in group.split()}


_SIZED = " ".join(rf"\{s}{k}" for s in _BRACKET_SIZES for k in ("", "l", "r", "m"))
_FAMILIES: dict[str, Family] = {
    **_named(r"\frac \dfrac \tfrac \cfrac \binom \dbinom \tbinom \splitfrac \splitdfrac", family=_fraction),
    **_named(r"\genfrac", family=_general_fraction),
    **_named(r"\sqrt", family=_root),
    **_named(*_ACCENTS, family=_accent),
    **_named(*_WIDE, *_UNDER, family=_wide),
    **_named(*_ALPHABETS.values(), family=_alphabet),
    **_named(r"\boldsymbol \bm \pmb", family=_bold),
    **_named(r"\operatorname \operatorname* \operatornamewithlimits", family=_operator),
    **_named(r"\mathbin \mathrel \mathopen \mathclose \mathop \mathord \mathpunct \mathinner", family=_class),
    **_named(_SIZED, family=_sized),
    **_named(r"\middle", family=_middle),
    **_named(r"\overset \underset \stackrel \stackbin", family=_stacked),
    **_named(r"\overunderset", family=_both),
    **_named(r"\sideset", family=_sided),
    **_named(r"\prescript", family=_prescript),
    **_named(*_ARROWS, family=_arrow),
    **_named(*_ENCLOSED, family=_enclosed),
    **_named(r"\phantom \hphantom \vphantom", family=_phantom),
    **_named(r"\hspace \hspace* \hskip \kern \mkern \mskip \mspace", family=_space),
    **_named(r"\textcolor", family=_colour),
    **_named(r"\colorbox \fcolorbox", family=_coloured_box),
    **_named(r"\pmod \mod \pod", family=_modulo),
    **_named(*_FENCED, family=_fenced),
    **_named(r"\substack \crampedsubstack", family=_rows),
    **_named(r"\unicode \U", family=_unicode),
    **_named(r"\eqref \ref \refeq \cref \Cref \autoref", family=_reference),
    **_named(
        r"\tag \tag* \label \require \newcommand \renewcommand \providecommand \def \gdef \edef \xdef \let \DeclareMathOperator",
        r"\newenvironment \renewenvironment \definecolor \DeclarePairedDelimiter \DeclarePairedDelimiterX",
        r"\rule \Rule \Space \minCDarrowheight \minCDarrowwidth",
        family=_nothing,
    ),
    **_named(r"\url", family=_linked),
}
