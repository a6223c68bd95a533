"""Plain letters that are vectors because of their neighbours: they follow a matrix, or are added to a vector.

``y = X\\beta + \\varepsilon`` with a matrix X makes β, y and ε vectors; a vector with a hat or a bar is still a vector.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.tree import Delimited
from mathpost.maths import notation
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import SQUARE, closing, sign
from mathpost.maths.notation.step import Side, Step

Summand = list[Item]

# letters that are usually numbers, even after a matrix
NUMBERS = frozenset(
    r"t s c k n m i j l p q r d e f g h \lambda \eta \tau \alpha \pi \kappa \rho \omega \sigma \partial \nabla \delta".split()
)
HATS = (r"\hat{", r"\tilde{", r"\bar{", r"\widehat{", r"\widetilde{")
TURNED = frozenset([r"\top", r"^\top", "T", r"\intercal"])
UNTURNED = TURNED | {"-1"}
ROUNDS = 4  # from a matrix to summands next to its product


def companions(steps: Sequence[Step], plain: frozenset[str]) -> frozenset[str]:
    """The letters that are vectors next to the arrays `plain`; none where no capital is among these."""
    matrices = frozenset(filter(_is_capital, plain))
    if not matrices:
        return frozenset()
    relations = [
        (list(_sums(step.left)), list(_sums(step.right))) for step in steps if step.sign in ("=", ":=", "≈")
    ]
    rows = [row for pair in relations for sums in pair for row in sums]
    names = {name for row in rows for part in row for item in part if (name := _name(item)) is not None}
    found = frozenset(name for row in rows for part in row if (name := _behind(part, matrices)))
    for _ in range(ROUNDS):
        known = plain | found
        added = {name for left, right in relations for name in _added(left, right, known)}
        worn = {name for name in names if _is_hat_of(name, known)}
        bare = {_without_hat(name) for name in found} & names
        if found >= added | worn | bare:
            break
        found |= added | worn | bare
    return found - plain


def _is_capital(name: str) -> bool:
    return len(name) == 1 and name.isascii() and name.isupper()


def _without_hat(name: str) -> str:
    opening = next((hat for hat in HATS if name.startswith(hat)), "")
    return name[len(opening) : -1] if opening else name


def _is_hat_of(name: str, known: frozenset[str]) -> bool:
    letter = _without_hat(name)
    return letter != name and letter in known and not _is_capital(letter)


def _sums(side: Side) -> Iterator[list[Summand]]:
    """The sums of a side, then those inside its brackets, each as its summands."""
    try:
        yield from _of_row(notation.items(side.nodes))
    except UnreadError:
        return


def _of_row(row: Sequence[Item]) -> Iterator[list[Summand]]:
    summands: list[Summand] = [[]]
    inner: list[Sequence[Item]] = []
    at = 0
    while at < len(row):
        item = row[at]
        if isinstance(item, Delimited):
            inner.append(notation.items(item.body))
        elif sign(item) in SQUARE:
            end = closing(row, at, SQUARE)
            inner.append(row[at + 1 : end])
            at = len(row) if end is None else end
        if sign(item) in ("+", "-"):
            summands.append([])
        else:
            summands[-1].append(item)
        at += 1
    yield summands
    for content in inner:
        yield from _of_row(content)


def _name(item: Item) -> str | None:
    return None if isinstance(item, Scripted | notation.Digits) else notation.name(item)


def _may_be_a_vector(name: str | None) -> bool:
    letter = _without_hat(name or "")
    return bool(letter) and not letter.isdigit() and letter not in NUMBERS and letter.lower() == letter


def _behind(part: Summand, matrices: frozenset[str]) -> str:
    """The last letter of a product directly after a matrix, which may be transposed or inverted; empty if there is none."""
    if len(part) < 2 or not _may_be_a_vector(_name(part[-1])):
        return ""
    before = part[:-1]
    if isinstance(before[-1], Scripted):
        above = before[-1].superscript
        if before[-1].subscript is not None or before[-1].primes or above is None:
            return ""
        if notation.latex(above).strip("{}") not in UNTURNED:
            return ""
        before = before[:-1]
    return str(_name(part[-1])) if before and _name(before[-1]) in matrices else ""


def _added(left: list[list[Summand]], right: list[list[Summand]], known: frozenset[str]) -> Iterator[str]:
    """The summands that are letters, in sums or opposite sides with a vector alone or after a matrix."""
    matrices = frozenset(filter(_is_capital, known))
    both: list[list[Summand]] = [[part for sums in (left, right) for row in sums[:1] for part in row]]
    for parts in both + left[1:] + right[1:]:
        if any(map(_is_a_number, parts)):
            continue
        vectors = [p for p in parts if _behind(p, matrices) or (_alone(p) and _alone(p) in known)]
        if any(not _is_capital(_alone(p)) for p in vectors):
            yield from (name for p in parts if _may_be_a_vector(name := _alone(p)))


def _alone(part: Summand) -> str:
    """The name of a summand that is one symbol; empty for a product or a power."""
    return (_name(part[0]) or "") if len(part) == 1 else ""


def _is_a_number(part: Summand) -> bool:
    """Whether a summand begins with a transposed letter, ``w^\\top x``, or is a numeral: then its sum is not one of vectors."""
    if not part:
        return False
    if isinstance(part[0], notation.Digits) and len(part) == 1 and part[0].text != "0":
        return True
    scripts = part[1] if len(part) > 1 else None
    above = scripts.superscript if isinstance(scripts, Scripted) else None
    name = _name(part[0])
    turned = above is not None and notation.latex(above).strip("{}") in TURNED
    return turned and name is not None and not _is_capital(name)
