r"""Fractions, roots and binomials: ``\frac{a}{b}``, ``a \over b``, ``\sqrt{x}``, ``\binom{n}{k}``."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.latex.tree import Command, Infix
from mathpost.maths import notation
from mathpost.maths.elaboration.calculus import derivatives
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import Apply, Term

INFIXES = {r"\over": "divide", r"\choose": "binomial"}


def infix(reader: Reader) -> Term:
    """``a \\over b`` as a quotient, ``n \\choose k`` as a binomial coefficient."""
    node = reader.take()
    assert isinstance(node, Infix)
    if node.name == r"\over":
        return _fraction(reader, Command(r"\frac", (node.left, node.right), (), node.span))
    parts = tuple(reader.inner(group.body).whole() for group in (node.left, node.right))
    if node.name not in INFIXES:
        raise UnreadError(node.name, node.span)
    return Apply(INFIXES[node.name], parts, node.span)


def _of_command(arguments: int, read: Callable[[Reader, Command], Term]) -> Callable[[Reader], Term]:
    """The construct of a command with that number of arguments."""

    def construct(reader: Reader) -> Term:
        node = reader.peek()
        assert isinstance(node, Command)
        if len(node.arguments) < arguments:
            raise reader.unread(node.name, node)  # the formula ends before its arguments
        reader.take()
        return read(reader, node)

    return construct


def _fraction(reader: Reader, node: Command) -> Term:
    derivative = derivatives.derivative(reader, node)
    if derivative is not None:
        return derivative
    top, bottom = (reader.inner(notation.body(a)).whole() for a in node.arguments[-2:])
    return Apply("divide", (top, bottom), node.span)


def _square_root(reader: Reader, node: Command) -> Term:
    inner = reader.inner(notation.body(node.arguments[0])).whole()
    if node.options:
        return Apply("root", (inner, reader.inner(notation.body(node.options[0])).whole()), node.span)
    return Apply("sqrt", (inner,), node.span)


def _binomial(reader: Reader, node: Command) -> Term:
    return Apply("binomial", tuple(reader.inner(notation.body(a)).whole() for a in node.arguments), node.span)


CONSTRUCTS = (
    Construct(infix, (Infix,)),
    Construct(_of_command(2, _fraction), (r"\frac", r"\dfrac", r"\tfrac", r"\cfrac")),
    Construct(_of_command(1, _square_root), (r"\sqrt",)),
    Construct(_of_command(2, _binomial), (r"\binom", r"\dbinom", r"\tbinom")),
)
