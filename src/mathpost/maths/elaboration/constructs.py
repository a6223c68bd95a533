"""Commands with arguments and upright words: fractions, roots, binomials, named functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mathpost.latex.tree import Command, Delimited, Group, Symbol, Text
from mathpost.maths import notation
from mathpost.maths.elaboration import application, symbols
from mathpost.maths.elaboration.binders import binders
from mathpost.maths.elaboration.calculus import derivatives
from mathpost.maths.elaboration.chance import averages
from mathpost.maths.notation import Digits, Item, Scripted, UnreadError
from mathpost.maths.operators import spelled
from mathpost.maths.terms.term import Apply, Term
from mathpost.text.source import Span

if TYPE_CHECKING:
    from mathpost.maths.elaboration.elaboration import Reader


# words for where an extreme is taken
PLACES = {"argmin": "minimum", "argmax": "maximum", "arg min": "minimum", "arg max": "maximum"}


def of_command(reader: Reader, item: Item) -> Term:
    """What a command or upright words at hand mean."""
    spelling = notation.word(item)
    if spelling is not None:
        return _of_word(reader, spelling, item)
    assert isinstance(item, Command | Text)
    if isinstance(item, Command):
        construct = CONSTRUCTS.get(item.name)
        if construct is not None:
            if len(item.arguments) < ARGUMENTS.get(item.name, 1):
                raise reader.unread(item.name, item)  # the formula ends before them
            reader.take()
            return construct(reader, item)
    if notation.name(item) is not None:
        return symbols.atom(reader)
    raise reader.unread(item.name if isinstance(item, Command) else None, item)


def _of_word(reader: Reader, spelling: str, item: Item) -> Term:
    if spelling in PLACES:
        return binders.argument(reader, PLACES[spelling], reader.take().span)
    if spelling in averages.MOMENTS:
        return averages.moment(reader, averages.MOMENTS[spelling], reader.take().span)
    if spelling in spelled():
        following = reader.peek(1)
        if following is None or isinstance(
            following, Symbol | Delimited | Digits | Group | Command | Scripted
        ):
            return application.function(reader, spelled()[spelling])
    if spelling in ("max", "min"):
        return binders.extreme(reader, "maximum" if spelling == "max" else "minimum")
    if not spelling.isascii():
        raise reader.unread(spelling, item)
    return symbols.atom(reader)


def infix(reader: Reader, name: str, left: Group, right: Group, span: Span) -> Term:
    """``a \\over b``, ``n \\choose k``."""
    parts = (reader.inner(left.body).whole(), reader.inner(right.body).whole())
    if name == r"\over":
        return Apply("divide", parts, span)
    if name == r"\choose":
        return Apply("binomial", parts, span)
    raise UnreadError(name, span)


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


def _overline(reader: Reader, node: Command) -> Term:
    """``\\overline{z}`` is a name where it stands over one symbol; longer, it may mean conjugate or mean."""
    if notation.name(node) is not None:
        reader.at -= 1
        return symbols.atom(reader)
    raise UnreadError(node.name, node.span)


ARGUMENTS = dict.fromkeys(r"\frac \dfrac \tfrac \cfrac \binom \dbinom \tbinom".split(), 2)

CONSTRUCTS: dict[str, Callable[[Reader, Command], Term]] = {
    r"\frac": _fraction,
    r"\dfrac": _fraction,
    r"\tfrac": _fraction,
    r"\cfrac": _fraction,
    r"\sqrt": _square_root,
    r"\binom": _binomial,
    r"\dbinom": _binomial,
    r"\tbinom": _binomial,
    r"\overline": _overline,
}
