"""The layout of environments: matrices, cases, aligned rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from mathpost.latex.tree import Command, Environment, Error, Node, Row, Symbol, walk
from mathpost.publish.layout.layout import EMPTY, Fenced, Grid, Layout, Styled

if TYPE_CHECKING:
    from mathpost.publish.layout.building import Setting

_FENCES = {"p": ("(", ")"), "b": ("[", "]"), "B": ("{", "}"), "v": ("|", "|"), "V": ("‖", "‖"), "": ("", "")}
_ALIGNED = frozenset(
    "align aligned alignat alignedat flalign xalignat xxalignat split eqnarray eqalign".split()
)
_RULES = frozenset({r"\hline", r"\hdashline", r"\toprule", r"\midrule", r"\bottomrule"})

Build = Callable[[Sequence[Node], "Setting"], Layout]


def environment(node: Environment, at: Setting, build: Build) -> Layout:
    """The layout of an environment, whatever is in its rows."""
    name = node.name.rstrip("*")
    if name in ("equation", "math", "displaymath", "subequations", "multline"):
        made = _grid(node, at, build, "c")
        return made.rows[0][0] if len(made.rows) == 1 and len(made.rows[0]) == 1 else made
    if name in _ALIGNED:
        return _grid(node, at._replace(display=True), build, alignment(node), tight=True)
    if name.endswith("cases"):
        body = _grid(node, at._replace(display=name[0] == "d"), build, "l" * widest(node))
        return Fenced("", body, "}") if "rcases" in name else Fenced("{", body, "}" if name == "both" else "")
    if name in ("array", "darray", "subarray", "tabular"):
        columns = column_letters(node, at.text)
        bars = tuple(_bars(_spec(node, at.text)))
        return _grid(node, at, build, columns or "c" * widest(node))._replace(bars=bars)
    if name.endswith("matrix"):
        small = name.endswith("smallmatrix")
        fence = name.removesuffix("matrix").removesuffix("small")
        body = _grid(node, at, build, "c" * widest(node))._replace(small=small)
        left, right = _FENCES.get(fence, ("", ""))
        return Fenced(left, body, right) if left else body
    return _grid(node, at._replace(display=True), build, "c" * widest(node))


def alignment(node: Environment) -> str:
    """The columns of an aligned block: right, left, right, left …"""
    return "".join("rl"[k % 2] for k in range(widest(node)))


def widest(node: Environment) -> int:
    return max((len(row.cells) for row in node.rows), default=1)


def is_blank(row: Row) -> bool:
    """Whether nothing prints in a row."""
    return not any(_prints(n) for cell in row.cells for n in cell.body)


def _prints(node: Node) -> bool:
    while isinstance(node, Error) and node.node is not None:
        node = node.node
    name = node.text if isinstance(node, Symbol) else node.name if isinstance(node, Command) else "x"
    return bool(name.strip()) and name not in _RULES


def _grid(node: Environment, at: Setting, build: Build, columns: str, *, tight: bool = False) -> Grid:
    rows: list[tuple[Layout, ...]] = []
    lines: list[int] = []
    for number, row in enumerate(node.rows):
        if any(_name(n) in _RULES for cell in row.cells for n in walk(cell)):
            lines.append(len(rows))
        if is_blank(row) and (number == len(node.rows) - 1):
            continue
        cells = [build([n for n in cell.body if _name(n) not in _RULES], at) for cell in row.cells]
        rows.append(tuple(cells + [EMPTY] * (len(columns) - len(cells))))
    if at.display:
        rows = [tuple(Styled(c, display=True) for c in cells) for cells in rows]
    width = max((len(r) for r in rows), default=1)
    padded = tuple(r + (EMPTY,) * (width - len(r)) for r in rows) or ((EMPTY,),)
    return Grid(padded, (columns + "c" * width)[:width], tight, lines=tuple(lines))


def _name(node: Node) -> str:
    while isinstance(node, Error) and node.node is not None:
        node = node.node
    return node.text if isinstance(node, Symbol) else node.name if isinstance(node, Command) else ""


def _spec(node: Environment, text: str) -> str:
    argument = node.arguments[-1] if node.arguments else None
    if isinstance(argument, Symbol):
        return argument.text
    return "" if argument is None else text[argument.span.start : argument.span.end]


def column_letters(node: Environment, text: str) -> str:
    """The letters of an `array`'s columns, one for each cell of its widest row."""
    letters = "".join(c if c in "lcr" else "l" for c in _spec(node, text) if c in "lcrpmb")
    return (letters + "c" * widest(node))[: max(widest(node), 1)]


def _bars(spec: str) -> Iterator[int]:
    column = 0
    for char in spec:
        if char in "lcrpmb":
            column += 1
        elif char in "|:":
            yield column
