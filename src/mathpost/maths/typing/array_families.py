r"""Families of plain letters that are arrays: the layers of a network, ``z^{(l)} = W^{(l)} a^{(l-1)} + b^{(l)}``, steps in
time.

A capital that is transposed somewhere is a matrix, or a family of matrices. A letter directly after such a matrix, letters
added to that product or multiplied with it entry by entry, and functions of it alone are families of vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Formula
from mathpost.latex.tree import Command, Node, Scripts, children, compounds
from mathpost.maths import notation
from mathpost.maths.notation import Digits, Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import ROUND, closing
from mathpost.maths.notation.step import Side, Step
from mathpost.maths.typing.letter_uses import Found, is_capital

# Greek letters of numbers with an index, as a rule: rates, weights, values
NUMBERS = frozenset(
    r"\lambda \eta \tau \alpha \beta \gamma \pi \kappa \rho \omega \sigma \partial \nabla \epsilon \theta t d".split()
)
MATRICES = frozenset("AHJPQUVWXYZ")  # the capitals before a vector that are matrices
TURNS = frozenset([*notation.TRANSPOSES, "T"])
BY_ENTRIES = frozenset([r"\odot", r"\circ"])
SUMS = frozenset(["+", "-"])
ROUNDS = 5  # from a matrix through a layer to symbols defined by it


def arguments(formulas: Iterable[Formula], vectors: frozenset[str]) -> Iterator[str]:
    r"""The `vectors` whose members take their place in a function: ``h(x^{(i)})`` beside ``h(x)``."""
    alone, counted = set[tuple[str, str]](), set[tuple[str, str]]()
    for row in (children(node) for formula in formulas for node in compounds(formula.tree)):
        for function, opening, inside, closed in zip(row, row[1:], row[2:], row[3:], strict=False):
            name = notation.name(nucleus(inside))
            if name in vectors and notation.latex(opening) == "(" and notation.latex(closed) == ")":
                applied = counted if isinstance(inside, Scripts) else alone
                applied.add((notation.latex(nucleus(function)), str(name)))
    return (name for _, name in alone & counted)


def nucleus(node: Node) -> Node:
    """A node without its scripts."""
    return node.base if isinstance(node, Scripts) and node.base is not None else node


class Member(NamedTuple):
    """One letter with an index, or a capital without one; `turned`: transposed."""

    name: str
    indexed: bool
    turned: bool


class Product(NamedTuple):
    """The members of a summand in their order (None for any other factor); `by_entries`: they are multiplied entry by entry."""

    members: tuple[Member | None, ...]
    by_entries: bool

    @property
    def alone(self) -> Member | None:
        """The member of a product with one factor only; None for other products."""
        return self.members[0] if len(self.members) == 1 else None


def arrays(steps: Sequence[Step], known: frozenset[str]) -> Found:
    """The letters whose members are matrices or vectors, derived from transposed and `known` ones."""
    relations = [
        (list(_products(step.left)), list(_products(step.right)))
        for step in steps
        if step.sign in ("=", ":=")
    ]
    written = [product for sides in relations for side in sides for product in side]
    seen = [m for product in written for m in product.members if m is not None]
    matrices = known | {m.name for m in seen if m.turned and is_capital(m.name)}
    found = {m.name for m in seen if m.turned and m.indexed and not is_capital(m.name)}
    for _ in range(ROUNDS):
        before = len(found), len(matrices)
        matrices |= {name for product in written for name in _before_vectors(product, found)}
        for product in written:
            found |= set(_behind_matrices(product, matrices))
            if product.by_entries:
                found |= set(_of_one_shape([product], found, matrices))
        for left, right in relations:
            found |= set(_of_one_shape([*left, *right], found, matrices))
        if (len(found), len(matrices)) == before:
            break
    alone = {m.name for m in seen if m.name in matrices and not m.indexed}
    return Found(frozenset(alone), frozenset(matrices | found))


def _before_vectors(product: Product, vectors: set[str]) -> Iterator[str]:
    """The capitals directly before a vector, without those of sizes and numbers."""
    for first, second in zip(product.members, product.members[1:], strict=False):
        if first is not None and second is not None and first.name in MATRICES:
            if second.name in vectors and second.indexed and not second.turned:
                yield first.name


def _is_vector(member: Member) -> bool:
    return member.indexed and member.name not in NUMBERS and not is_capital(member.name)


def _behind_matrices(product: Product, matrices: frozenset[str]) -> Iterator[str]:
    for first, second in zip(product.members, product.members[1:], strict=False):
        if first is not None and second is not None and first.name in matrices and _is_vector(second):
            if not second.turned:
                yield second.name


def _of_one_shape(products: Sequence[Product], known: set[str], matrices: frozenset[str]) -> Iterator[str]:
    """The letters alone with a vector in one sum, on the other side of it, or in a product entry by entry."""
    alone = [
        m
        for p in products
        for m in (p.members if p.by_entries else (p.alone,))
        if m is not None and not m.turned
    ]
    vectors = any(m.name in known for m in alone) or any(
        second.name in known and first.name in matrices
        for p in products
        for first, second in zip(p.members, p.members[1:], strict=False)
        if first is not None and second is not None and len(p.members) == 2
    )
    if vectors:
        yield from (m.name for m in alone if _is_vector(m))


def _products(side: Side) -> Iterator[Product]:
    """The summands of a side; for a derivative or a function of one member, that member. Fractions give none."""
    try:
        yield from list(_summands(side))
    except UnreadError:
        return


def _summands(side: Side) -> Iterator[Product]:
    row = notation.items(side.nodes)
    summand: list[Item] = []
    for item in row:
        if not isinstance(item, Scripted | Digits) and notation.latex(item) in SUMS:
            yield _product(summand)
            summand = []
        else:
            summand.append(item)
    yield _product(summand)


def _product(summand: Sequence[Item]) -> Product:
    members: list[Member | None] = []
    by_entries = False
    at = 0
    while at < len(summand):
        item = summand[at]
        end = closing(summand, at, ROUND) or at
        scripts = summand[end + 1] if end + 1 < len(summand) else None
        behind = scripts if isinstance(scripts, Scripted) else None
        inside = summand[at + 1 : end] if end > at else None
        at = end + (1 if behind is None else 2)
        if isinstance(item, Scripted | Digits):
            members.append(None)
        elif inside is not None:
            members = _with_bracket(members, inside, behind)
        elif notation.latex(item) in BY_ENTRIES:
            by_entries = True
        elif isinstance(item, Command) and item.name in (r"\frac", r"\dfrac", r"\tfrac"):
            members.append(_differentiated_by(item))
        else:
            members.append(_member(item, behind))
    return Product(tuple(members), by_entries)


def _with_bracket(
    members: list[Member | None], inside: Sequence[Item], scripts: Scripted | None
) -> list[Member | None]:
    """The member in a transposed bracket, ``(W^{(l)})^\\top``, or the argument of a function, ``f(z^{(l)})``."""
    scripted = inside[1] if len(inside) == 2 and isinstance(inside[1], Scripted) else None
    alone = _member(inside[0], scripted) if len(inside) == 1 + (scripted is not None) else None
    if alone is None or not alone.indexed:
        return [*members, None]
    if _turns(scripts):
        return [*members, alone._replace(turned=True)]
    if members and members[-1] is None and scripts is None:
        return [*members[:-1], alone]
    return [*members, alone if scripts is None else None]


def _differentiated_by(quotient: Command) -> Member | None:
    """The ``z^{(l)}`` of ``\\frac{\\partial L}{\\partial z^{(l)}}``: the slope of a loss has the shape of that variable."""
    try:
        below = notation.items(notation.body(quotient.arguments[-1]))
    except UnreadError:
        return None
    if len(below) != 3 or notation.latex(below[0]) != r"\partial" or not isinstance(below[2], Scripted):
        return None
    return _member(below[1], below[2])


def _member(item: Item, scripts: Scripted | None) -> Member | None:
    name = None if isinstance(item, Scripted | Digits) else notation.name(item)
    if name is None or notation.is_bold(name):
        return None
    if scripts is None:
        return Member(name, indexed=False, turned=False) if is_capital(name) else None
    if scripts.primes:
        return None
    above = "" if scripts.superscript is None else notation.latex_row(notation.opened(scripts.superscript))
    layered = above[:1] == "(" and above[-1:] == ")"
    if above and not layered and above not in TURNS:
        return None
    return Member(name, indexed=scripts.subscript is not None or layered, turned=above in TURNS)


def _turns(scripts: Scripted | None) -> bool:
    above = None if scripts is None else scripts.superscript
    return above is not None and notation.latex_row(notation.opened(above)) in TURNS
