r"""Arrays that a post defines by their parts: entries ``A = (a_{ij})``, columns ``A = (a_1, \dots, a_n)``, rows
``X = (x_1, \dots, x_N)^\top``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mathpost.latex.tree import Environment, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.binders.ranges import bracketed
from mathpost.maths.notation import TRANSPOSES, Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.notation.step import Step

STATED = frozenset(["=", ":=", "≡"])
TRANSPOSED = TRANSPOSES | {"T"}  # above a list or its member it is not an exponent
BRACKETS = {"(": ")", "[": "]"}
GRIDS = frozenset("matrix pmatrix bmatrix smallmatrix psmallmatrix bsmallmatrix array".split())


class Made(NamedTuple):
    """An array and the members it consists of.

    `array`: the symbol on the left, empty where that is no single one. `family`: the letter of the members, `member`: one of
    them. `form`: ``entries`` with two indices, or a list as a ``row`` or a ``column``; `turned`: each member of it is
    transposed. `sizes`: the labels of the axes, or of the one along which the list runs; empty where the post does not give
    them.
    """

    array: str
    family: str
    member: tuple[Item, ...]
    form: str
    turned: bool
    sizes: tuple[str, ...]
    place: int

    @property
    def is_a_matrix_of_columns(self) -> bool:
        """Whether the array is a matrix if its members are columns."""
        return (self.form == "row") != self.turned


def made(step: Step) -> Made | None:
    """The array that `step` defines by its members; None where the step says anything else."""
    if step.sign not in STATED or not step.right.nodes:
        return None
    try:
        left, row = notation.items(step.left.nodes), notation.without_stop(notation.items(step.right.nodes))
        found = _read_parts(row)
    except UnreadError:
        return None
    name = notation.name(left[0]) if len(left) == 1 else None
    return None if found is None else found._replace(array=name or "", place=step.span.start)


def names_members(step: Step) -> bool:
    """Whether `step` only names the members of an array, ``AB = (c_{ij})``, or writes them in another form."""
    found = made(step)
    if found is None:
        return False
    return found.form == "entries" or lists(notation.items(step.left.nodes))


def arrays(steps: Iterable[Step], families: frozenset[str]) -> Iterator[str]:
    """The letters that are arrays because of their parts; the members of `families` are arrays as well."""
    for step in steps:
        found = made(step)
        if found is None or not found.array or notation.is_bold(found.array):
            continue
        columns = notation.is_bold(found.family) or found.family in families
        if found.form == "entries" or (found.is_a_matrix_of_columns if columns else found.form == "column"):
            yield found.array


def lists(row: Sequence[Item]) -> bool:
    """Whether a row is one bracket or grid, perhaps with scripts, that lists the parts of a symbol before it."""
    row = row[:-1] if row and isinstance(row[-1], Scripted) else row
    return bool(_parts(row)[0])


def _read_parts(row: list[Item]) -> Made | None:
    transposed, sizes = False, ""
    scripts = row[-1] if row else None
    if isinstance(scripts, Scripted):
        row = row[:-1]
        above = "" if scripts.superscript is None else notation.latex(scripts.superscript).strip("{}")
        sizes = "" if scripts.subscript is None else notation.latex(scripts.subscript).strip("{}")
        transposed = above in TRANSPOSED or scripts.primes == 1
        if above and not transposed:
            sizes = above + sizes  # "(a_{ij})_{i,j=1}^{n}" has its bounds there
    parts, stands = _parts(row)
    if len(parts) == 1 and stands == "row" and not transposed:
        return _entries(parts[0], sizes)
    if len(parts) < 2 or sizes:
        return None
    found = _listed(parts)
    if found is None or not transposed:
        return found and found._replace(form=stands)
    return found._replace(form="column" if stands == "row" else "row", turned=not found.turned)


def _parts(row: Sequence[Item]) -> tuple[list[list[Item]], str]:
    """The members in a list or in a grid of one row or column, and whether it is a row or a column."""
    if len(row) == 1 and isinstance(row[0], Environment):
        return _cells(row[0])
    opener, content, closer = bracketed(row)
    if BRACKETS.get(opener) != closer:
        return [], ""
    if len(content) == 1 and isinstance(content[0], Environment):
        return _cells(content[0])
    parts = split_at_commas(content)
    return (_spaced(parts[0]) if len(parts) == 1 else parts), "row"


def _cells(grid: Environment) -> tuple[list[list[Item]], str]:
    rows = [row.cells for row in grid.rows if any(cell.body for cell in row.cells)]
    if grid.name not in GRIDS or not rows or len(rows) > 1 < max(map(len, rows)):
        return [], ""
    cells = [cell.body for cells in rows for cell in cells]
    return [notation.items(cell) for cell in cells], "row" if len(rows) == 1 else "column"


def _spaced(row: list[Item]) -> list[list[Item]]:
    """The members of a list without commas, ``[x_1 \\; x_2 \\cdots x_n]``: each is a symbol with its scripts."""
    parts: list[list[Item]] = []
    for item in row:
        if isinstance(item, Scripted) and parts:
            parts[-1].append(item)
        else:
            parts.append([item])
    return parts


def _is_dots(part: Sequence[Item]) -> bool:
    return bool(part) and all(
        isinstance(item, Symbol) and item.text in (*notation.DOTS, ".", r"\vdots", r"\ddots") for item in part
    )


def _entries(part: list[Item], sizes: str) -> Made | None:
    """The entry ``a_{ij}``: a letter with two different subscripts."""
    scripts = part[1] if len(part) == 2 else None
    name = notation.name(part[0]) if part else None
    if not isinstance(scripts, Scripted) or scripts.superscript is not None or name is None:
        return None
    places = notation.latex(scripts.subscript).strip("{}").replace(",", "").replace(" ", "")
    if len(places) != 2 or not places.isalpha() or places[0] == places[1]:
        return None
    return Made("", name, tuple(part), "entries", False, _axes(sizes), 0)


def _axes(sizes: str) -> tuple[str, ...]:
    """The labels of ``m \\times n``; bounds of indices such as ``i,j=1`` give none."""
    axes = tuple(size.strip() for size in sizes.split(r"\times"))
    return axes if len(axes) == 2 and all(len(a) == 1 and a.isalnum() for a in axes) else ("", "")


def _listed(parts: list[list[Item]]) -> Made | None:
    """The members of a list whose first number is 1: ``x_1, x_2, \\dots, x_N``."""
    members = [part for part in parts if not _is_dots(part)]
    found = [_member(part) for part in members]
    names = {name for name, _, _ in found}
    turned = {t for _, _, t in found}
    places = [place for _, place, _ in found]
    if len(members) < 2 or len(names) != 1 or len(turned) != 1 or "" in names or places[0] != "1":
        return None
    counted = [str(k + 1) for k in range(len(places))]
    if len(members) == len(parts) and places != counted:
        return None
    if len(members) < len(parts) and (places[:-1] != counted[:-1] or not _is_dots(parts[-2])):
        return None
    last = places[-1]
    size = last if len(last) == 1 or last.isdigit() else ""
    family = names.pop()
    letter, scripts = members[0]
    assert isinstance(scripts, Scripted)
    member = (letter, scripts._replace(superscript=None))
    return Made("", family, member, "row", turned.pop(), (size,), 0)


def _member(part: Sequence[Item]) -> tuple[str, str, bool]:
    """The letter and the index of a member of a list, and whether it is transposed."""
    scripts = part[1] if len(part) == 2 else None
    name = notation.name(part[0]) if part else None
    if name is None or not isinstance(scripts, Scripted) or scripts.subscript is None:
        return "", "", False
    above = "" if scripts.superscript is None else notation.latex(scripts.superscript).strip("{}")
    if above and above not in TRANSPOSED:
        return "", "", False
    return name, notation.latex(scripts.subscript).strip("{}"), bool(above)
