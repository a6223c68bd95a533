"""The layout of a formula: boxes in boxes, without LaTeX names.

`building` makes it from a formula's tree; `mathml`, `omml` and `typst` write it. A character is the Unicode one that
prints (𝔼, 𝐱, ∑). The format decides the rest: how far a fence stretches, and where the limits of a sum go within a
line.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Role = Literal[
    "letter", "upright", "number", "function", "binary", "relation", "large", "open", "close", "mark", "words"
]


class Atom(NamedTuple):
    """One character or word. `letter` is set in italics, `upright` and `number` are not; `function` is a word
    such as sin, `words` running text with its spaces; the others are signs by what they do.
    """

    text: str
    role: Role
    bold: bool = False
    """Only for `words`: letters carry their weight in the character itself."""


class Row(NamedTuple):
    """Pieces side by side."""

    items: tuple[Layout, ...]


class Fraction(NamedTuple):
    """`line` False is a binomial without its brackets; `size` is ``display``, ``text`` or empty (as it comes)."""

    above: Layout
    below: Layout
    line: bool = True
    size: str = ""


class Root(NamedTuple):
    """A square root, or one of another `degree`."""

    body: Layout
    degree: Layout | None


class Scripted(NamedTuple):
    """A base with scripts; `stacked`: under and over it, ``movable``: so on display only."""

    base: Layout
    below: Layout | None
    above: Layout | None
    stacked: Literal["", "movable", "always"] = ""


class Accented(NamedTuple):
    """A `mark` over (or under) a base; `wide` marks stretch with it."""

    base: Layout
    mark: str
    under: bool = False
    wide: bool = False


class Fenced(NamedTuple):
    """Brackets that grow with what they hold; an empty one is not drawn."""

    left: str
    body: Layout
    right: str


class Bracket(NamedTuple):
    """A bracket of fixed size (``\\big(``): `size` in lines."""

    text: str
    size: float
    role: Role


class Grid(NamedTuple):
    """Rows of cells. `columns`: ``l``, ``c`` or ``r`` for each column; `tight`: pairs of columns belong together,
    as in `aligned`. `lines` are the rows before which a rule is; `bars` the columns before which a bar does.
    """

    rows: tuple[tuple[Layout, ...], ...]
    columns: str
    tight: bool = False
    small: bool = False
    lines: tuple[int, ...] = ()
    bars: tuple[int, ...] = ()


class Styled(NamedTuple):
    """`color` is a CSS colour or empty, `display` None leaves the style as it is, `scale` 1 the size."""

    body: Layout
    color: str = ""
    display: bool | None = None
    scale: float = 1.0
    background: str = ""


class Enclosed(NamedTuple):
    """`notation`: ``box``, ``cancel``, ``bcancel``, ``xcancel``, ``strike``."""

    body: Layout
    notation: str


class Phantom(NamedTuple):
    """The space that a body takes, without the body."""

    body: Layout


class Space(NamedTuple):
    """White space of this many em; it may be negative."""

    em: float


class Pointing(NamedTuple):
    """A reference inside a formula: its words and the name it points to."""

    words: str
    name: str


Layout: TypeAlias = (
    Atom
    | Row
    | Fraction
    | Root
    | Scripted
    | Accented
    | Fenced
    | Bracket
    | Grid
    | Styled
    | Enclosed
    | Phantom
    | Space
    | Pointing
)

EMPTY = Row(())


class SetRow(NamedTuple):
    """One row of a formula: its cells, and the number beside it (with brackets, empty for none) with its name.

    `spoken` are the words of its cells.
    """

    cells: tuple[Layout, ...]
    number: str
    name: str
    spoken: tuple[str, ...] = ()


class SetFormula(NamedTuple):
    """A formula laid out. `columns` are those of the cells of its rows; a formula in a line has one row and cell.

    `source` is the LaTeX that was read; `broken`: it could not be laid out and is shown as `source`; `spoken` are
    its words for screen readers.
    """

    rows: tuple[SetRow, ...]
    columns: str
    display: bool
    source: str
    broken: bool = False
    spoken: str = ""


def row(*items: Layout) -> Layout:
    """`items` side by side, rows inside flattened; a single one is itself."""
    flat: list[Layout] = []
    for item in items:
        flat += item.items if isinstance(item, Row) else [item]
    return flat[0] if len(flat) == 1 else Row(tuple(flat))
