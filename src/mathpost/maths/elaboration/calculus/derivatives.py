r"""Derivatives written as a quotient, ``\frac{d f}{d x}``,
``\frac{\partial^2}{\partial x \partial y} f``, and their operands.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mathpost.latex.tree import Command, Delimited, Group, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.arguments import FUNCTION_LETTERS, argument_items
from mathpost.maths.elaboration.calculus import evaluation
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import TIMES, Digits, Item, Scripted, UnreadError
from mathpost.maths.terms.term import Apply, Number, Term, Variable
from mathpost.text.source import Span

# signs that join a letter to another term; none of them follows a sign of differentiation
JOINING = TIMES | {"+", "-", "/", ","}


def derivative(reader: Reader, node: Command) -> Term | None:
    """Parse ``\\frac{d f}{d x}``, ``\\frac{\\partial}{\\partial x_j} f`` or ``\\frac{d^2}{dx^2} f``; None for others."""
    top = notation.items(notation.body(node.arguments[-2]))
    bottom = _unbraced(notation.items(notation.body(node.arguments[-1])))
    if _varies(top) and _varies(bottom):
        raise UnreadError(notation.latex_row(top) + " by " + notation.latex_row(bottom), node.span)
    if not top or not bottom or _sign(top[0]) is None or _sign(top[0]) != _sign(bottom[0]):
        return None
    if len(top) > 1 and not isinstance(top[1], Scripted) and notation.latex(top[1]) in JOINING:
        return None  # "\\frac{d + k}{dk}": a letter called d
    if any(map(_is_slash, (*top, *bottom))):
        return None  # "\\frac{dy/dt}{dx/dt}": a quotient of derivatives
    return _quotient(reader, top, bottom, node.span)


def _varies(row: Sequence[Item]) -> bool:
    """Whether a row is δ and a name, ``\\delta F``; a quotient of two such rows may be a functional derivative or a slope."""
    name = row[1] if len(row) > 1 else None
    varying = name is not None and not isinstance(name, Scripted | Digits) and notation.name(name) is not None
    return varying and isinstance(row[0], Symbol) and row[0].text == r"\delta"


def inline(reader: Reader) -> Term | None:
    """Parse ``du/dx``, ``d^2y/dx^2`` or ``d/dx f``; None, with nothing consumed, for anything else."""
    row, start = reader.row, reader.at
    if _sign(row[start]) is None:
        return None
    behind = start + 1 + (start + 1 < len(row) and isinstance(row[start + 1], Scripted))
    slash = _behind_name(row, behind)
    end = _behind_name(row, slash + 2)
    if (
        end == slash + 2
        or end > len(row)
        or not _is_slash(row[slash])
        or _sign(row[slash + 1]) != _sign(row[start])
    ):
        return None
    operates = slash == behind
    if operates and not (end < len(row) and not _is_joined(row[end])):
        return None  # "d/dx" needs an operand
    reader.at = end
    return _quotient(reader, row[start:slash], row[slash + 1 : end], row[start].span)


def begins_one(reader: Reader) -> bool:
    """Whether ``d\\theta`` at the end of a product, or a derivative as a fraction, is next."""
    item, letter, behind = reader.peek(), reader.peek(1), reader.peek(2)
    match item:
        case Command(name=r"\frac" | r"\dfrac" | r"\tfrac", arguments=(top, bottom)):
            above, below = notation.items(notation.body(top)), notation.items(notation.body(bottom))
            return (
                bool(above and below) and _sign(above[0]) is not None and _sign(above[0]) == _sign(below[0])
            )
        case Symbol(text="d"):
            named = (
                letter is not None and not isinstance(letter, Scripted) and notation.name(letter) is not None
            )
            return named and (behind is None or _is_joined(behind)) and not isinstance(behind, Scripted)
    return False


def _behind_name(row: Sequence[Item], at: int) -> int:
    """The position after the name at `at` and its scripts; `at` if there is no name."""
    if at >= len(row) or isinstance(row[at], Scripted) or notation.name(row[at]) is None:
        return at
    return at + 1 + (at + 1 < len(row) and isinstance(row[at + 1], Scripted))


def _is_slash(item: Item) -> bool:
    return not isinstance(item, Scripted) and notation.latex(item) == "/"


def _is_joined(item: Item) -> bool:
    """Whether an item joins, closes or compares, so that an operator before it has no operand."""
    return isinstance(item, Scripted) or notation.latex(item) in JOINING | {")", "]", "="}


def _quotient(reader: Reader, top: list[Item], bottom: list[Item], span: Span) -> Term | None:
    """The derivative with numerator `top` and denominator `bottom`; None if the denominator has no symbol."""
    if len(bottom) < 2 or notation.name(bottom[1]) is None:
        if len(bottom) > 1 and _may_be_target(bottom[1]) and reader.choose("differential"):
            raise UnreadError("derivative by " + notation.latex_row(bottom), span)
        return None
    order, rest = _order(top)
    targets = _targets(reader, bottom, span)
    by_power = order == 1 and len(targets) > 1 and len(set(targets)) == 1
    if len(targets) != order and not by_power:
        raise UnreadError("order of the derivative", span)
    place = _argument(reader, rest, targets) if rest else None
    body = reader.inside(rest).whole() if rest else operand(reader, targets[0])
    if place is not None and isinstance(targets[0], Variable) and not by_power:
        body = Apply("call", (body, targets[0]), span) if _is_applied(reader, rest) else body
        for target in targets:
            body = Apply("derivative", (body, target), span)
        return body if place == targets[0] else evaluation.value_at(body, targets[0].name, place, span)
    if by_power:
        return _by_power(body, targets[0], len(targets), span)
    for target in targets:
        body = Apply("derivative", (body, evaluation.at_a_member(body, target)), span)
    return body


def _argument(reader: Reader, rest: Sequence[Item], targets: Sequence[Term]) -> Term | None:
    """The argument of ``\\frac{du}{dx}(x)``, consumed, if a bracket with one argument follows; None otherwise.

    If the numerator is not a function of the post, only the variable itself is an argument; other brackets are factors.
    """
    bracket = reader.peek()
    opened = isinstance(bracket, Delimited) or reader.symbol() == "("
    name = notation.name(rest[0]) if len(rest) == 1 else None
    if name is None or not opened or len(set(targets)) != 1:
        return None
    mark = reader.at
    content = argument_items(reader)
    applied = _is_applied(reader, rest)
    try:
        place = reader.inside(content).whole() if content else None
    except UnreadError:
        place = None
    if place is not None and (place == targets[0] or (applied and isinstance(place, Number | Variable))):
        return place
    reader.at = mark
    return None


def _is_applied(reader: Reader, rest: Sequence[Item]) -> bool:
    """Whether a numerator is only the letter of a function."""
    name = notation.name(rest[0]) if len(rest) == 1 else None
    return name in reader.conventions.functions.known or name in FUNCTION_LETTERS


def _by_power(body: Term, target: Term, power: int, span: Span) -> Term:
    """``\\frac{d}{d\\sigma^2} f``: the derivative of f by σ divided by that of σ² by σ."""
    slope = Apply("power", (target, Number(Fraction(power - 1))), span) if power > 2 else target
    scale = Apply("multiply", (Number(Fraction(power)), slope), span)
    return Apply("divide", (Apply("derivative", (body, target), span), scale), span)


def _unbraced(bottom: list[Item]) -> list[Item]:
    """``{d z}^{2}`` rewritten as ``d z^{2}``."""
    if len(bottom) == 2 and isinstance(bottom[0], Group) and isinstance(bottom[1], Scripted):
        return [*notation.items(bottom[0].body), bottom[1]]
    return bottom


def _may_be_target(item: Item) -> bool:
    """Whether an item after d may be a variable of differentiation rather than a factor: ``d\\log x``, ``d(x+1)``."""
    return (
        not isinstance(item, Scripted | Digits)
        and notation.latex(item) not in "+-/!"
        and notation.latex(item) not in TIMES
    )


def _sign(item: Item) -> str | None:
    if isinstance(item, Group) and len(item.body) == 1:
        return _sign(item.body[0])  # {d}z
    if isinstance(item, Symbol) and item.text in ("d", r"\partial"):
        return item.text
    return "d" if notation.word(item) == "d" else None


def _order(top: list[Item]) -> tuple[int, list[Item]]:
    """The order of a derivative, and the rest of the numerator."""
    if len(top) > 1 and isinstance(top[1], Scripted):
        text = notation.latex(top[1].superscript)
        if not text.isdigit():
            raise UnreadError("derivative of order " + text, top[1].span)
        return int(text), top[2:]
    return 1, top[1:]


def _targets(reader: Reader, bottom: list[Item], span: Span) -> list[Term]:
    targets: list[Term] = []
    at = 0
    while at < len(bottom):
        if _sign(bottom[at]) is None or at + 1 >= len(bottom):
            raise UnreadError("derivative by " + notation.latex_row(bottom), span)
        scripts = bottom[at + 2] if at + 2 < len(bottom) else None
        piece: list[Item] = [bottom[at + 1]]
        times = 1
        if isinstance(scripts, Scripted):
            power = notation.latex(scripts.superscript)
            if power.isdigit():
                times = int(power)
                scripts = scripts._replace(superscript=None)
            if scripts.subscript is not None or scripts.superscript is not None or scripts.primes:
                piece.append(scripts)
        target = reader.inside(piece).whole()
        if not (isinstance(target, Variable) or (isinstance(target, Apply) and target.operator == "index")):
            raise UnreadError("derivative by " + notation.latex_row(bottom), span)
        targets += [target] * times
        at += 3 if isinstance(bottom[at + 2] if at + 2 < len(bottom) else None, Scripted) else 2
    return targets


def operand(reader: Reader, target: Term | None = None) -> Term:
    """The operand of a derivative: the bracket that follows, or all factors up to the next plus or minus.

    A factor that is only `target`, its power or its transpose is never the whole operand: its derivative is trivial.
    """
    if reader.at >= len(reader.row):
        raise reader.unread("derivative of nothing")
    mark = reader.at
    first = reader.factor()
    if not reader.starts_factor():
        after_first = reader.at
        if reader.symbol() not in ("/", *("\\cdot", "\\times")):
            return first
        reader.at = after_first
    after = reader.at
    reader.at = mark
    whole = reader.term()
    bracket = (
        isinstance(reader.row[mark], Symbol) and notation.latex(reader.row[mark]) in ("(", "[")
    ) or not isinstance(reader.row[mark], Symbol | Command)
    if not _is_bare(first, target) and reader.choose("scope of the derivative") != bracket:
        reader.at = after
        return first
    return whole


def _is_bare(factor: Term, target: Term | None) -> bool:
    """Whether a factor is the variable of a derivative, a power or transpose of it, or another row vector."""
    match factor:
        case Apply(operator="transpose", arguments=(Variable(),)):
            return True
        case Apply(operator="transpose" | "power" | "square", arguments=(whole, *_)):
            return whole == target
    return factor == target
