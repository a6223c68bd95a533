"""Lengths of the axes of arrays: numbers, the integers of a post, and unknowns found by unification.

The unknown length of a vector or matrix is never 1: a vector taken for a number would fit into every product. Bindings are kept
on a trail, so that a reading that does not fit is undone at no cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import NamedTuple

from mathpost.maths.terms.term import Apply, Number, Term, Variable

LARGEST = 8  # longer axes prove no more
ONE = 0  # the dimension of a number, and of a vector across


class Shape(NamedTuple):
    """Rows and columns, as dimensions: a number is (1, 1), a column (n, 1), a row (1, n)."""

    rows: int
    columns: int


SCALAR = Shape(ONE, ONE)


class _Node(NamedTuple):
    """`kind`: ``unknown`` (not 1), ``any`` (perhaps 1), ``number``, ``name``, ``product``, ``sum``."""

    kind: str
    label: str = ""
    parts: tuple[int, ...] = ()


class Dimensions:
    """The dimensions, each by its number, and which of them are equal."""

    def __init__(self) -> None:
        self._nodes: list[_Node] = [_Node("number", "1")]
        self._bound: dict[int, int] = {}
        self._trail: list[int] = []
        self._named: dict[str, int] = {"1": ONE}

    # --- making -------------------------------------------------------------------------------------------

    def unknown(self) -> int:
        """A new unknown that is not 1."""
        return self._add(_Node("unknown"))

    def any(self) -> int:
        """A new unknown that may be 1."""
        return self._add(_Node("any"))

    def began_open(self, dimension: int) -> bool:
        """Whether a dimension was created by `any`, whatever it has been bound to since."""
        return self._nodes[dimension].kind == "any"

    def named(self, label: str) -> int:
        """The dimension that is the integer symbol, or the number, `label`."""
        if label not in self._named:
            kind = "number" if label.isdigit() else "name"
            self._named[label] = self._add(_Node(kind, label))
        return self._named[label]

    def product(self, *parts: int) -> int:
        """The product of `parts`: the length of vec of an (m, n) array."""
        return self._composed("product", [p for p in map(self.find, parts) if p != ONE])

    def sum(self, *parts: int) -> int:
        """The sum of `parts`: the length of two columns one above the other."""
        return self._composed("sum", list(parts))

    def _composed(self, kind: str, parts: list[int]) -> int:
        if not parts:
            return ONE
        return parts[0] if len(parts) == 1 else self._add(_Node(kind, "", tuple(parts)))

    def _add(self, node: _Node) -> int:
        self._nodes.append(node)
        return len(self._nodes) - 1

    # --- unification --------------------------------------------------------------------------------------

    def find(self, dimension: int) -> int:
        """The representative of a dimension: what it is bound to, or itself."""
        while dimension in self._bound:
            dimension = self._bound[dimension]
        return dimension

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """A context in which unifications are tentative: they are undone at its end."""
        mark = len(self._trail)
        try:
            yield
        finally:
            while len(self._trail) > mark:
                del self._bound[self._trail.pop()]

    def unify(self, a: int, b: int) -> bool:
        """Unify `a` and `b`; return whether they can be equal."""
        a, b = self.find(a), self.find(b)
        if a == b:
            return True
        first, second = self._nodes[a], self._nodes[b]
        if first.kind == "any":
            return self._bind(a, b)
        if second.kind == "any":
            return self._bind(b, a)
        if first.kind == "unknown":
            return b != ONE and not self._occurs(a, b) and self._bind(a, b)
        if second.kind == "unknown":
            return a != ONE and not self._occurs(b, a) and self._bind(b, a)
        if first.kind == "name" and self._is_open_sum(second):
            return self._bind(a, b)  # n = r + the rest
        if second.kind == "name" and self._is_open_sum(first):
            return self._bind(b, a)
        return self._unify_composed(first, second)

    def _is_open_sum(self, node: _Node) -> bool:
        return node.kind == "sum" and any(self._nodes[self.find(p)].kind == "unknown" for p in node.parts)

    def _unify_composed(self, first: _Node, second: _Node) -> bool:
        if first.kind != second.kind or len(first.parts) != len(second.parts) or not first.parts:
            return False
        if first.kind == "product":
            second = second._replace(parts=self._matched(first.parts, second.parts))
        return all(map(self.unify, first.parts, second.parts))

    def _matched(self, first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
        """The factors of `second` in the order of those of `first`, as far as they are known to be equal."""
        left = list(map(self.find, second))
        order: list[int | None] = []
        for part in map(self.find, first):
            order.append(part if part in left else None)
            if part in left:
                left.remove(part)
        return tuple(left.pop(0) if p is None else p for p in order)

    def _bind(self, a: int, b: int) -> bool:
        self._bound[a] = b
        self._trail.append(a)
        return True

    def _occurs(self, a: int, b: int) -> bool:
        b = self.find(b)
        return a == b or any(self._occurs(a, part) for part in self._nodes[b].parts)

    # --- shapes -------------------------------------------------------------------------------------------

    def fit(self, a: Shape, b: Shape) -> bool:
        """Unify two shapes; return whether that is possible."""
        return self.unify(a.rows, b.rows) and self.unify(a.columns, b.columns)

    def is_scalar(self, shape: Shape) -> bool:
        """Whether a shape is that of a number."""
        return self.find(shape.rows) == ONE and self.find(shape.columns) == ONE

    def is_open(self, shape: Shape) -> bool:
        """Whether a shape is still undetermined: the shape of a zero."""
        return all(self._nodes[self.find(d)].kind == "any" for d in shape)

    def is_vector(self, shape: Shape) -> bool:
        """Whether a shape is that of a column or a row."""
        return (self.find(shape.rows) == ONE) != (self.find(shape.columns) == ONE)

    def is_matrix(self, shape: Shape) -> bool:
        """Whether both axes are longer than 1."""
        return self.find(shape.rows) != ONE and self.find(shape.columns) != ONE and not self.is_open(shape)

    def is_declared(self, shape: Shape) -> bool:
        """Whether a shape belongs to an array whose axes all have a name or a number."""
        kinds = {self._nodes[self.find(d)].kind for d in shape}
        return kinds <= {"name", "number"} and not self.is_scalar(shape)

    def extent(self, dimension: int) -> Term:
        """The dimension as a term: a number, an integer of the post, or ``#k`` for the k-th unknown."""
        dimension = self.find(dimension)
        node = self._nodes[dimension]
        match node.kind:
            case "number" if int(node.label) <= LARGEST:
                return Number(Fraction(int(node.label)))
            case "number":
                return Variable(
                    f"⟨{node.label}⟩"
                )  # 512 is one length among others: models may use a small one
            case "name":
                return Variable(node.label)
            case "product" | "sum":
                operator = "multiply" if node.kind == "product" else "add"
                return Apply(operator, tuple(map(self.extent, node.parts)))
            case _:
                return Variable(f"#{dimension}")

    def shown(self, shape: Shape) -> str:
        """A shape for the reader: ``number``, ``column of 3``, ``m × n``."""
        if self.is_scalar(shape):
            return "a number"
        return " × ".join(self._shown(d) for d in shape)

    def _shown(self, dimension: int) -> str:
        node = self._nodes[self.find(dimension)]
        joint = "·" if node.kind == "product" else "+"
        return (
            node.label or joint.join(map(self._shown, node.parts)) or f"d{_subscript(self.find(dimension))}"
        )


def _subscript(number: int) -> str:
    return "".join("₀₁₂₃₄₅₆₇₈₉"[int(digit)] for digit in str(number))
