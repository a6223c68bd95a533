"""Properties of nodes that matter for layout: numbers, names of functions, bases with limits, empty rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.tree import Command, Delimited, Group, Node, Row, Scripts, Symbol
from mathpost.writers.html import symbols
from mathpost.writers.html.elements import SIGNS

# What prints nothing by itself: labels and tags (numbers are beside), definitions, declarations of size.
SILENT = frozenset(
    r"\label \tag \tag* \notag \nonumber \limits \nolimits \displaystyle \textstyle \scriptstyle \scriptscriptstyle \normalsize "
    r"\small \large \Large \tiny \hline \hdashline \newcommand \renewcommand \providecommand \def \gdef \let \DeclareMathOperator "
    r"\require \centering \allowbreak \nobreak \relax \strut \mathstrut \color \setCounter \hfill \smash".split()
)


def digits(nodes: Sequence[Node], at: int) -> str:
    """The number that begins at a node: its digits, with a point or comma between two of them."""
    text = "".join(_run(nodes, at))
    return text.rstrip(".,") if text[:1].isdecimal() else ""


def _run(nodes: Sequence[Node], at: int) -> Iterator[str]:
    for node in nodes[at:]:
        if (
            not isinstance(node, Symbol)
            or len(node.text) != 1
            or not (node.text.isdecimal() or node.text == ".")
        ):
            return
        yield node.text


def is_name(node: Node) -> bool:
    """The name of a function, scripts or not: a thin space parts it from its argument."""
    match node:
        case Symbol(text=text):
            return text in symbols.NAMES
        case Command(name=name):
            return name.rstrip("*") == "\\operatorname"
        case Scripts(base=base):
            return base is not None and is_name(base)
        case _:
            return False


def opens(node: Node) -> bool:
    """An opening delimiter comes right after its function; a script or a sign needs no space either."""
    if isinstance(node, Symbol):
        return node.text in SIGNS or node.text in symbols.OPERATORS or node.text in symbols.SPACES
    return isinstance(node, Delimited) or (isinstance(node, Command) and is_sized(node.name))


def is_sized(name: str) -> bool:
    return name.lower().lstrip("\\").startswith("big") or name == "\\middle"


def has_limits(base: Node) -> bool:
    """Whether scripts are above and below in a display."""
    match base:
        case Symbol(text=text):
            return text in symbols.WITH_LIMITS
        case Command(name=name):
            return name in ("\\operatorname*", "\\mathop", "\\underset", "\\overset")
        case Group(body=(only,)):
            return has_limits(only)
        case _:
            return False


def is_braced(base: Node) -> bool:
    """A brace over or under something carries its words beside it."""
    return isinstance(base, Command) and base.name in (
        "\\underbrace",
        "\\overbrace",
        "\\underbracket",
        "\\overbracket",
    )


def is_empty(row: Row) -> bool:
    """A row with nothing but lines or nothing at all, as after a last row break."""
    return all(
        isinstance(node, Symbol | Command)
        and (node.text if isinstance(node, Symbol) else node.name) in SILENT
        for cell in row.cells
        for node in cell.body
    )
