"""The rows of atoms that a formula is made of, each atom with its class as TeX sees it (TeXbook, chapter 17).

What only moves or colours (spaces, sizes, labels) is left out. A formula, a group, a script, a cell and an
argument are an expression each; what a rule asks of neighbours it asks of the atoms of one expression.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

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
    Row,
    Scripts,
    Symbol,
    Text,
    children,
)
from mathpost.text.source import Span

Kind = Literal[
    "ord",  # a letter, a number, a group, a fraction …
    "operator",  # \sum, \log
    "binary",
    "relation",
    "open",
    "close",
    "bar",  # | and \|, which open or close
    "punctuation",
    "dots",
    "words",  # \text{…}, or a Chinese character
    "gap",  # \quad, a row break outside of rows: what follows it is another statement
    "unknown",  # a macro of the post, an error: it may stand for anything
]
Place = Literal["formula", "group", "cell", "subscript", "superscript", "argument", "fence"]


class Atom(NamedTuple):
    """One atom: `nucleus` is the node without its scripts, `node` all of it, `text` the nucleus where it is one symbol."""

    kind: Kind
    text: str
    nucleus: Node
    node: Node
    span: Span

    @property
    def scripted(self) -> bool:
        return isinstance(self.node, Scripts)


class Expression(NamedTuple):
    """A row of atoms; `owner` is the node whose body, argument or script it is, `font` the innermost font command.

    `texts` are the texts of the atoms, for fast searches.
    """

    place: Place
    owner: Node
    atoms: tuple[Atom, ...]
    span: Span
    font: str
    texts: tuple[str, ...]


_SIGNS: dict[str, Kind] = {
    **dict.fromkeys("+-*/−·×", "binary"),  # a slash takes two operands, though TeX sets it as a letter
    **dict.fromkeys("=<>:≤≥≠≈∈", "relation"),
    **dict.fromkeys("([", "open"),
    **dict.fromkeys(")]", "close"),
    **dict.fromkeys("|", "bar"),
    **dict.fromkeys(",;.，。；：、！？!", "punctuation"),
    **dict.fromkeys("（", "open"),
    **dict.fromkeys("）", "close"),
    **dict.fromkeys("…⋯", "dots"),
    **dict.fromkeys("'\"`", "ord"),
}
_COMMANDS: dict[str, Kind] = {
    **dict.fromkeys((r"\{", r"\langle", r"\lfloor", r"\lceil", r"\lvert", r"\lVert", r"\lbrace"), "open"),
    **dict.fromkeys((r"\lbrack", r"\llbracket", r"\lparen", r"\ulcorner", r"\llcorner"), "open"),
    **dict.fromkeys((r"\}", r"\rangle", r"\rfloor", r"\rceil", r"\rvert", r"\rVert", r"\rbrace"), "close"),
    **dict.fromkeys((r"\rbrack", r"\rrbracket", r"\rparen", r"\urcorner", r"\lrcorner"), "close"),
    **dict.fromkeys((r"\|", r"\Vert", r"\vert"), "bar"),
    **dict.fromkeys((r"\quad", r"\qquad", r"\enspace", r"\hfill", r"\\", r"\newline"), "gap"),
    **dict.fromkeys((r"\colon",), "relation"),
    **dict.fromkeys((r"\mathbin", r"\bmod"), "binary"),
    **dict.fromkeys(
        (r"\mathrel", r"\implies", r"\impliedby", r"\iff", r"\overset", r"\stackrel"), "relation"
    ),
    **dict.fromkeys((r"\mathop", r"\nabla", r"\partial", r"\operatorname", r"\operatorname*"), "operator"),
    **dict.fromkeys((r"\mathpunct", r"\cdotp", r"\ldotp"), "punctuation"),
}
_KINDS: dict[str, Kind] = {
    "relation": "relation",
    "binary": "binary",
    "operator": "operator",
    "dots": "dots",
    "text": "words",
    "row-break": "gap",
    "delimiter": "bar",
}
_LEFT_OUT = frozenset(
    ["spacing", "declaration", "prefix", "reference", "definition", "limits", "negation", "line", "group"]
)
_PHANTOMS = frozenset(
    [r"\phantom", r"\hphantom", r"\vphantom", r"\strut", r"\mathstrut", r"\rule", r"\smash", r"\hskip", "~"]
)


_DECLARATIONS = frozenset([r"\rm", r"\it", r"\bf", r"\tt", r"\sf", r"\cal", r"\mit"])
_NEW = tuple.__new__  # most atoms are symbols, and made in C they cost a third
_FONTS = frozenset(["font", "text", "operator"])
_Part: TypeAlias = tuple[Place, Node, Sequence[Node], Span]


def expressions(tree: Group) -> Iterator[Expression]:
    """Every expression of a formula, outer ones first."""
    waiting: list[tuple[_Part, str]] = [(("formula", tree, tree.body, tree.span), "")]
    while waiting:
        (place, owner, nodes, span), outer = waiting.pop()
        font = _font(owner, nodes) or outer
        atoms = tuple(_atoms(nodes))
        yield Expression(place, owner, atoms, span, font, tuple([atom.text for atom in atoms]))
        compounds = [node for node in nodes if type(node) is not Symbol]
        waiting += [(inner, font) for node in reversed(compounds) for inner in reversed([*_inside(node)])]


def _font(owner: Node, nodes: Sequence[Node]) -> str:
    """The font that `owner` sets its argument in, or a declaration among `nodes` sets the rest of them in."""
    declared = [node.text for node in nodes if type(node) is Symbol and node.text in _DECLARATIONS]
    if declared:
        return declared[-1]
    name = owner.name if isinstance(owner, Command) else ""
    return name if name in _DECLARATIONS or (name and kind_name(name) in _FONTS) else ""


def _atoms(nodes: Sequence[Node]) -> Iterator[Atom]:
    for node in nodes:
        if type(node) is Symbol:
            text, span = node
            kind = kind_of(text)
            if kind is not None:
                yield _NEW(Atom, (kind, text, node, node, span))
            continue
        nucleus = node.base if isinstance(node, Scripts) and node.base is not None else node
        text = _text(nucleus)
        kind = _kind(nucleus, text)
        if kind is not None:
            yield Atom(kind, text, nucleus, node, node.span)


def _inside(node: Node) -> Iterator[_Part]:
    """The expressions directly inside `node`, in reading order."""
    found = _PARTS.get(type(node))
    return iter(()) if found is None else found(node)


def _of_scripts(node: Scripts) -> Iterator[_Part]:
    base, subscript, superscript = node.base, node.subscript, node.superscript
    if base is not None and type(base) is not Symbol:
        yield from _inside(base)
    if subscript is not None:
        yield "subscript", node, _body(subscript), subscript.span
    if superscript is not None:
        yield "superscript", node, _body(superscript), superscript.span


def _of_environment(node: Environment) -> Iterator[_Part]:
    cells = (cell for row in node.rows for cell in row.cells)
    return (("cell", node, cell.body, cell.span) for cell in cells)


def _of_words(node: Text) -> Iterator[_Part]:
    return (("group", node, part.body, part.span) for part in node.parts if isinstance(part, Group))


def _of_arguments(node: Command | Infix) -> Iterator[_Part]:
    parts = children(node)
    return (("argument", node, part.body, part.span) for part in parts if isinstance(part, Group))


_PARTS: dict[type[Any], Callable[[Any], Iterator[_Part]]] = {
    Group: lambda node: iter((("group", node, node.body, node.span),)),
    Delimited: lambda node: iter((("fence", node, node.body, node.span),)),
    Scripts: _of_scripts,
    Environment: _of_environment,
    Text: _of_words,
    Command: _of_arguments,
    Infix: _of_arguments,
    Error: lambda node: iter(()) if node.node is None else _inside(node.node),
}


def _body(node: Node) -> Sequence[Node]:
    return node.body if isinstance(node, Group) else (node,)


def _text(node: Node) -> str:
    """The symbol that `node` is, or the name of a command; empty for anything else."""
    match node:
        case Symbol(text=text):
            return text
        case Command(name=name, arguments=(Symbol(text=text),)) if (
            entry := macro(name)
        ) and entry.kind == "sized":
            return text
        case Command(name=name):
            return name
        case _:
            return ""


def _kind(node: Node, text: str) -> Kind | None:
    """The class of an atom; None for what is left out."""
    match node:
        case Symbol():
            return kind_of(text)
        case Command(name=name, arguments=arguments):
            entry = macro(name)
            if entry is not None and entry.kind == "sized":
                return _sized(name, text)
            if name in (r"\overset", r"\underset", r"\stackrel") and len(arguments) == 2:
                return _last(arguments[1])
            return kind_of(name)
        case Text():
            return "words"
        case Group(body=(), braces=True):
            return None
        case Cell() | Row():
            return None
        case Error():
            return "unknown"
        case _:
            return "ord"


def _sized(name: str, text: str) -> Kind:
    """Of ``\\bigl(``, ``\\big(``, ``\\bigm|``: the name tells the side, else the delimiter does."""
    sides: dict[str, Kind] = {"l": "open", "r": "close", "m": "relation"}
    return sides.get(name[-1]) or kind_of(text) or "bar"


def _last(group: Node) -> Kind:
    atoms = list(_atoms(_body(group)))
    return atoms[0].kind if len(atoms) == 1 else "ord"


@cache
def kind_of(text: str) -> Kind | None:
    """The class of a symbol or command by its name; None where it is left out."""
    if not text.startswith("\\") or len(text) < 2:
        return _SIGNS.get(text) or (None if text.isspace() or text == "~" else _character(text))
    if text in _COMMANDS:
        return _COMMANDS[text]
    entry = macro(text)
    if entry is None:
        return "unknown"
    if entry.kind in _LEFT_OUT or text in _PHANTOMS:
        return None
    return _KINDS.get(entry.kind, "ord")


def kind_name(name: str) -> str:
    """The family that the registry of commands has `name` in; empty for one it does not know."""
    entry = macro(name)
    return "" if entry is None else entry.kind


def _character(text: str) -> Kind:
    return "words" if "\u2e80" <= text[:1] <= "\u9fff" else "ord"
