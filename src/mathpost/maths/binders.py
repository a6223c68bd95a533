"""Constructs that bind a variable or choose one: sums, products, extremes, limits, integrals, derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from mathpost.latex.tree import Command, Group, Symbol
from mathpost.maths import (
    application,
    conditions,
    evaluation,
    extremes,
    index_sets,
    index_tuples,
    notation,
    ranges,
)
from mathpost.maths.brackets import split_at_commas
from mathpost.maths.conditions import RELATIONS
from mathpost.maths.notation import TIMES, Digits, Item, Scripted, UnreadError
from mathpost.maths.reach import reach
from mathpost.maths.scripts import INDEX_LETTERS, with_sort
from mathpost.maths.term import ONE, ZERO, Apply, Bind, Number, Term, Variable, times
from mathpost.text.source import Span

if TYPE_CHECKING:
    from mathpost.maths.elaborate import Reader

EACH = Variable("⁎")  # an index that a post leaves unnamed, or names as another is
MEMBERSHIP = frozenset([r"\in", r"\notin", r"\not\in"])
BIG = {r"\sum": "sum", r"\prod": "product"}
FRACTIONS = frozenset([r"\frac", r"\dfrac", r"\tfrac"])
ARROWS = frozenset([r"\to", r"\rightarrow", r"\longrightarrow"])
SLOPING = {r"\downarrow": 1, r"\searrow": 1, r"\uparrow": -1, r"\nearrow": -1}  # and the side they come from
EXTREMES = {r"\max": "maximum", r"\min": "minimum", r"\sup": "maximum", r"\inf": "minimum"}


def read(reader: Reader) -> Term:
    """The construct whose sign is at hand."""
    sign = reader.symbol()
    if sign in BIG:
        return ranged(reader, BIG[sign])
    if is_place(reader):
        span = reader.take().span
        return argument(reader, EXTREMES[notation.latex(reader.take())], span)
    if sign in EXTREMES:
        return extreme(reader, EXTREMES[sign])
    return limit(reader)


def is_place(reader: Reader) -> bool:
    """Whether ``\\arg\\min``, ``\\arg\\max`` is at hand."""
    return reader.symbol() == r"\arg" and reader.symbol(1) in (r"\min", r"\max")


# --- ranges -----------------------------------------------------------------------------------------------------------


class _Range:
    """What stands under a sum: the bound variables with their bounds, conditions on them, and sets that they run over."""

    def __init__(self) -> None:
        self.variables: list[tuple[Variable | Apply, tuple[Term, ...]]] = []
        self.conditions: list[Term] = []
        self.weights: list[Term] = []

    @property
    def letters(self) -> frozenset[str]:
        """The bound variables that are plain symbols."""
        return frozenset(v.name for v, _ in self.variables if isinstance(v, Variable))

    def over(self, operator: str, body: Term, neutral: Term | None, span: Span) -> Term:
        if neutral is None:
            body = self.among_those_that_count(body, span)
        else:
            body = self.weighted(operator, body, neutral, span)
        for variable, bounds in reversed(self.variables):
            if isinstance(variable, Apply):
                if operator != "sum":
                    raise UnreadError("bounds of a family", span)
                body = Apply("sum_of_outcomes", (body, variable), span)
                continue
            if index_tuples.is_domain(bounds):
                body = Bind(index_tuples.over(operator), variable, bounds, body, span)
                continue
            if len(bounds) == 1:
                if operator != "sum":
                    raise UnreadError("divisors", span)
                body = Bind("sum_of_divisors", variable, bounds, body, span)
                continue
            body = Bind(operator, variable, bounds, body, span)
        return body

    def weighted(self, operator: str, body: Term, neutral: Term, span: Span) -> Term:
        """What is summed or multiplied: `neutral` where a condition fails, as often as an index is in the sets."""
        for condition in self.conditions:
            body = Apply("cases", (body, condition, neutral), span)
        for weight in self.weights:
            body = times(weight, body, span) if operator == "sum" else Apply("power", (body, weight), span)
        return body

    def among_those_that_count(self, body: Term, span: Span) -> Term:
        """What an extreme is taken of, where the conditions hold and in the sets."""
        for condition in (*self.conditions, *(_counts(weight) for weight in self.weights)):
            body = Apply("provided", (body, condition), span)
        return body


def _counts(weight: Term) -> Term:
    """Whether an index is in a set, or outside it: a weight is that of a member if it is above 1."""
    inside = isinstance(weight, Apply) and weight.operator == "membership"
    return Apply("greater", (weight, Number(Fraction(int(inside)))), weight.origin)


def ranged(reader: Reader, operator: str) -> Term:
    """``\\sum`` or ``\\prod`` with its bounds and its body: the factors up to the next plus or minus."""
    sign = reader.take()
    scripts = reader.scripts()
    if scripts is None or scripts.subscript is None:
        raise UnreadError(notation.latex(sign) + " without an index", sign.span)
    found = bounds(reader, scripts, sign.span)
    if operator == "sum":
        return found.over(operator, body_of(reader, found), ZERO, sign.span)
    mark = reader.at
    whole = reach(reader, body_of(reader, found), found.letters, mark)
    return whole.around(found.over(operator, whole.body, ONE, sign.span))


def body_of(reader: Reader, found: _Range) -> Term:
    """What a sum or product is over: a term, perhaps with its sign, or more where what follows uses a bound letter."""
    mark = reader.at
    if reader.symbol() == "+":
        raise reader.unread()
    minus = reader.take() if reader.symbol() == "-" else None
    body = reader.term()
    if reader.symbol() in ("+", "-") and _used_later(reader, found) and reader.choose("scope of the sum"):
        reader.at = mark
        return reader.expression()
    return body if minus is None else Apply("negate", (body,), minus.span)


def _used_later(reader: Reader, found: _Range) -> bool:
    """Whether a bound letter stands free in what follows the body: then the sum may be meant to reach further."""
    rest = notation.latex_row(reader.row[reader.at :])
    signs = any(sign in rest for sign in (*BIG, r"\int"))
    return not signs and any(isinstance(v, Variable) and v.name in rest for v, _ in found.variables)


def bounds(reader: Reader, scripts: Scripted, span: Span) -> _Range:
    """``i=1`` with an upper bound, ``i``, ``i, j``, ``1 \\le i \\le n``, ``i \\ne j``, ``i < j``."""
    assert scripts.subscript is not None
    row = notation.opened(scripts.subscript)
    found = _Range()
    if scripts.superscript is not None:
        last = reader.inner([scripts.superscript]).whole()
        (
            *others,
            row,
        ) = parts = split_at_commas(row)
        restricted = [part for part in parts[1:] if _restricts(part)]
        if restricted:  # "i = 1, i \\ne t"
            *others, row = [part for part in parts if part not in restricted]
        variable, start = _start(reader, row, span)
        for other in others:  # "m, n = 0"
            found.variables.append((variable_of(reader, other, span), (start, last)))
        found.variables.append((variable, (start, last)))
        found.conditions += [conditions.proposition(reader, part) for part in restricted]
        return found
    written = ranges.written_out(row)
    if written is not None:
        ends = tuple(reader.inside(list(end)).whole() for end in (written.first, written.last))
        found.variables.append((variable_of(reader, written.variable, span), ends))
        return found
    tuples = index_tuples.read(reader, row)
    if tuples is not None:
        family, domain = tuples
        found.variables.append((family, (domain,)))
        return found
    for part in split_at_commas(row):
        _condition(reader, part, found, span)
    return found


def _restricts(row: Sequence[Item]) -> bool:
    """Whether a part of the bounds is a condition on their letters."""
    return any(isinstance(i, Symbol) and i.text in RELATIONS and i.text != "=" for i in row)


def _start(reader: Reader, row: Sequence[Item], span: Span) -> tuple[Variable, Term]:
    if len(row) >= 3 and notation.latex(row[1]) == "=":
        name = notation.name(row[0])
        if name is not None:
            return Variable(name, row[0].span), reader.inside(list(row[2:])).whole()
    raise UnreadError("bounds " + notation.latex_row(row), span)


def _condition(reader: Reader, row: Sequence[Item], found: _Range, span: Span) -> None:
    if len(row) == 1 and notation.name(row[0]) is not None:
        found.variables.append((variable_of(reader, row, span), ()))
        return
    if len(row) == 2 and all(notation.name(item) in INDEX_LETTERS for item in row):  # "ij"
        found.variables += [(variable_of(reader, [item], span), ()) for item in row]
        return
    if _is_member(row):
        target = reader.inside(list(row)).whole()
        found.variables.append((target if isinstance(target, Variable) else _checked(target, row, span), ()))
        return
    if len(row) > 2 and (notation.latex(row[1]) == ":" or _is_such_that(row)):
        found.variables.append((variable_of(reader, row[:1], span), ()))
        found.conditions.append(conditions.proposition(reader, row[2:]))
        return
    divides = [k for k, i in enumerate(row) if notation.latex(i) in (r"\mid", "|")]
    if len(divides) == 1 and divides[0] == 1:
        found.variables.append((variable_of(reader, row[:1], span), (reader.inside(list(row[2:])).whole(),)))
        return
    marks = [k for k, i in enumerate(row) if isinstance(i, Symbol) and i.text in RELATIONS]
    signs = [notation.latex(row[k]) for k in marks]
    if len(marks) == 2 and set(signs) <= {r"\leq", "<"}:
        low, name, high = row[: marks[0]], row[marks[0] + 1 : marks[1]], row[marks[1] + 1 :]
        variable = variable_of(reader, name, span)
        first, last = reader.inside(list(low)).whole(), reader.inside(list(high)).whole()
        first = Apply("add", (first, ONE)) if signs[0] == "<" else first
        last = Apply("add", (last, Number(Fraction(-1)))) if signs[1] == "<" else last
        found.variables.append((variable, (first, last)))
        return
    if len(marks) == 1 and signs[0] in (r"\neq", "<", r"\leq", ">", r"\geq"):
        known = {v.name for v, _ in found.variables if isinstance(v, Variable)}
        left, right = row[: marks[0]], row[marks[0] + 1 :]
        if not known:
            found.variables.append((variable_of(reader, left, span), ()))
            # "i ≠ j" under one sign runs over both letters unless j is bound outside or stands free
            if reader.choose("second index under the sum"):
                found.variables.append((variable_of(reader, right, span), ()))
        found.conditions.append(conditions.proposition(reader, row))
        return
    member = next((k for k, i in enumerate(row) if notation.latex(i) in MEMBERSHIP), None)
    outside = member is not None and notation.latex(row[member]) != r"\in"
    if (
        member is not None
        and not outside
        and is_support(row[member + 1 :], variable_of(reader, row[:member], span))
    ):
        found.variables.append((variable_of(reader, row[:member], span), ()))
        return
    if member is not None and _names_a_set(row[member + 1 :]):
        variable = variable_of(reader, row[:member], span)
        described = _described(reader, row[member + 1 :], variable, outside=outside)
        if described is not None:
            found.variables.append((variable, ()))
            found.conditions.append(described)
            return
        counted = Apply("index", (Variable("∈" + notation.latex_row(row[member + 1 :])), variable))
        found.variables.append((variable, ()))
        weight: Term = Apply("membership", (counted,), span)
        if outside:
            weight = Apply("add", (ONE, Apply("negate", (weight,))), span)
        found.weights.append(weight)
        return
    raise UnreadError("bounds " + notation.latex_row(row), span)


def _described(reader: Reader, row: Sequence[Item], index: Variable, *, outside: bool) -> Term | None:
    """That `index` is in the set that is named, or outside it; None where the post describes no such set."""
    name = notation.latex_row(row)
    described = next((s for s in reader.conventions.index_sets if s.name == name), None)
    try:
        inside = None if described is None else index_sets.is_member(reader, described, index)
    except UnreadError:
        return None
    return Apply("equal", (Apply("indicator", (inside,)), ZERO)) if outside and inside is not None else inside


def _is_such_that(row: Sequence[Item]) -> bool:
    """Whether a bar behind the variable leads to a condition, ``k|k \\neq i``, and not to a multiple, ``d|n``."""
    related = any(isinstance(i, Symbol) and i.text in RELATIONS for i in row[2:])
    return related and notation.latex(row[1]) in (r"\mid", "|")


def _names_a_set(row: Sequence[Item]) -> bool:
    """``S``, ``\\Omega_{pos}``, ``\\mathcal{B}(m)``: a set of which nothing is known but its name."""
    if len(row) > 2 and _is_argument(row):
        return _names_a_set(row[: next(k for k, item in enumerate(row) if _opens(item))])
    name = notation.name(row[0]) if row else None
    if name is None or not (name.lstrip("\\")[:1].isupper() or name.startswith((r"\mathcal", r"\mathscr"))):
        return False
    return len(row) == 1 or _is_member(row)


def _is_argument(row: Sequence[Item]) -> bool:
    """Whether a row ends in round brackets that hold one symbol: ``\\Omega_k(\\boldsymbol{x})``."""
    ends = isinstance(row[-1], Symbol) and row[-1].text == ")" and len(row) > 3
    return ends and _opens(row[-3]) and notation.name(row[-2]) is not None


def _opens(item: Item) -> bool:
    return isinstance(item, Symbol) and item.text == "("


def _is_member(row: Sequence[Item]) -> bool:
    """``x_t``, ``y_1``: a member of a family, whose outcomes a sum runs over."""
    scripts = row[1] if len(row) == 2 and notation.name(row[0]) is not None else None
    return isinstance(scripts, Scripted) and scripts.superscript is None and not scripts.primes


def _checked(target: Term, row: Sequence[Item], span: Span) -> Apply:
    if isinstance(target, Apply) and target.operator == "index":
        return target
    raise UnreadError("bounds " + notation.latex_row(row), span)


def is_support(row: Sequence[Item], variable: Variable) -> bool:
    """``\\mathcal{X}`` for x: all that the variable may be. Any other set may be a part of it."""
    letter = notation.letter(variable.name)
    return notation.latex_row(row) in (rf"\mathcal{{{letter.upper()}}}", r"\Omega")


def variable_of(reader: Reader, row: Sequence[Item], span: Span) -> Variable:
    name = notation.name(row[0]) if len(row) == 1 else None
    if name is None:
        raise UnreadError("bounds " + notation.latex_row(row), span)
    return Variable(with_sort(reader, name, name, ()), row[0].span)


def extreme(reader: Reader, operator: str) -> Term:
    """``\\max(a, b)``, ``\\max\\{a, b\\}`` or ``\\max_i x_i``."""
    sign = reader.take()
    scripts = reader.scripts()
    if scripts is None:
        if not (
            application.applied(reader) or reader.symbol() == r"\{" or not isinstance(reader.peek(), Symbol)
        ):
            raise UnreadError(notation.latex(sign), sign.span)
        arguments = application.arguments_or_factor(reader)
        if len(arguments) < 2:
            return _of_entries(operator, arguments[0], sign)
        return Apply(operator, arguments, sign.span)
    row = notation.opened(scripts.subscript) if scripts.subscript is not None else []
    if scripts.superscript is None and row and not extremes.counts(row):
        return _over_set(reader, operator, row, sign.span)
    if notation.latex(sign) in (r"\sup", r"\inf"):
        raise UnreadError(notation.latex(sign), sign.span)
    found = bounds(reader, scripts, sign.span)
    return found.over(f"{operator}_over", body_of(reader, found), None, sign.span)


def argument(reader: Reader, operator: str, span: Span) -> Term:
    """``\\arg\\min_x f(x)``, behind its sign."""
    scripts = reader.scripts()
    row = notation.opened(scripts.subscript) if scripts is not None and scripts.subscript is not None else []
    if not row:
        raise UnreadError(r"\arg without a variable", span)
    variable, where = extremes.domain(reader, row, span)
    return Bind(f"arg{operator}", variable, (where,), reader.expression(), span)  # what is added is no place


def _over_set(reader: Reader, operator: str, row: Sequence[Item], span: Span) -> Term:
    """An extreme over a set; one of a family over its index."""
    function = extremes.of_functions(reader, row, span)
    if function is not None:
        return Bind(f"{operator}_of", function[0], (function[1],), _signed(reader, _Range()), span)
    variable, where = extremes.domain(reader, row, span)
    found = _Range()
    found.variables.append((variable, ()))
    body = _signed(reader, found)
    if where == extremes.EVERYWHERE and extremes.is_index(variable.name, body):
        return Bind(f"{operator}_over", variable, (), body, span)
    return Bind(f"{operator}_in", variable, (where,), body, span)


def _signed(reader: Reader, found: _Range) -> Term:
    """What an extreme is taken of, perhaps with a minus before it."""
    if reader.symbol() != "-":
        return body_of(reader, found)
    sign = reader.take()
    return Apply("negate", (body_of(reader, found),), sign.span)


def _of_entries(operator: str, argument: Term, sign: Item) -> Term:
    """``\\max(s_i)``: over all that its index may be; ``\\max(\\boldsymbol{x})``: the largest entry."""
    if isinstance(argument, Variable) and notation.is_bold(argument.name):
        return Apply(f"{operator}_entry", (argument,), sign.span)
    match argument:
        case Apply(operator="index", arguments=(Variable() as family, Variable())):
            member = Apply("index", (family, EACH), argument.origin)
            return Bind(f"{operator}_over", EACH, (), member, sign.span)
    raise UnreadError(notation.latex(sign) + " of a set", sign.span)


# --- limits -----------------------------------------------------------------------------------------------


def limit(reader: Reader) -> Term:
    sign = reader.take()
    scripts = reader.scripts()
    row = notation.opened(scripts.subscript) if scripts is not None and scripts.subscript is not None else []
    arrows = [k for k, i in enumerate(row) if notation.latex(i) in (*ARROWS, *SLOPING)]
    if len(arrows) != 1:
        raise UnreadError(r"\lim", sign.span)
    variable = variable_of(reader, row[: arrows[0]], sign.span)
    where, side = _side(row[arrows[0] + 1 :])
    side = side or SLOPING.get(notation.latex(row[arrows[0]]), 0)
    point = reader.inside(where).whole()
    sides = (Number(Fraction(side)),) if side else ()
    return Bind("limit", variable, (point, *sides), reader.term(), sign.span)


def _side(row: Sequence[Item]) -> tuple[list[Item], int]:
    """A point without the sign behind or above it that says from where it is approached: ``0^+``, ``1-``."""
    signs = {"+": 1, "-": -1}
    last = row[-1] if row else None
    if isinstance(last, Scripted) and notation.latex(last.superscript) in signs and last.subscript is None:
        return list(row[:-1]), signs[notation.latex(last.superscript)]
    if len(row) > 1 and notation.latex(last) in signs:
        return list(row[:-1]), signs[notation.latex(last)]
    return list(row), 0


# --- derivatives ----------------------------------------------------------------------------------------------------------


def derivative(reader: Reader, node: Command) -> Term | None:
    """``\\frac{d f}{d x}``, ``\\frac{\\partial}{\\partial x_j} f``, ``\\frac{d^2}{dx^2} f``; None for other fractions."""
    top = notation.items(notation.body(node.arguments[-2]))
    bottom = _unbraced(notation.items(notation.body(node.arguments[-1])))
    if not top or not bottom or _sign(top[0]) is None or _sign(top[0]) != _sign(bottom[0]):
        return None
    if len(bottom) < 2 or notation.name(bottom[1]) is None:
        if len(bottom) > 1 and _may_be_target(bottom[1]) and reader.choose("differential"):
            raise UnreadError("derivative by " + notation.latex_row(bottom), node.span)
        return None
    order, rest = _order(top)
    targets = _targets(reader, bottom, node)
    by_power = order == 1 and len(targets) > 1 and len(set(targets)) == 1
    if len(targets) != order and not by_power:
        raise UnreadError("order of the derivative", node.span)
    body = reader.inside(rest).whole() if rest else operand(reader)
    if by_power:
        return _by_power(body, targets[0], len(targets), node.span)
    for target in targets:
        body = Apply("derivative", (body, evaluation.at_a_member(body, target)), node.span)
    return body


def _by_power(body: Term, target: Term, power: int, span: Span) -> Term:
    """``\\frac{d}{d\\sigma^2} f``: the slope of f by σ over that of σ² by σ."""
    slope = Apply("power", (target, Number(Fraction(power - 1))), span) if power > 2 else target
    scale = Apply("multiply", (Number(Fraction(power)), slope), span)
    return Apply("divide", (Apply("derivative", (body, target), span), scale), span)


def _unbraced(bottom: list[Item]) -> list[Item]:
    """``{d z}^{2}`` as ``d z^{2}``"""
    if len(bottom) == 2 and isinstance(bottom[0], Group) and isinstance(bottom[1], Scripted):
        return [*notation.items(bottom[0].body), bottom[1]]
    return bottom


def _may_be_target(item: Item) -> bool:
    """``d\\log x``, ``d(x+1)``: a product with d, or what is differentiated by."""
    return (
        not isinstance(item, Scripted | Digits)
        and notation.latex(item) not in "+-/!"
        and notation.latex(item) not in TIMES
    )


def _sign(item: Item) -> str | None:
    if isinstance(item, Symbol) and item.text in ("d", r"\partial"):
        return item.text
    return "d" if notation.word(item) == "d" else None


def _order(top: list[Item]) -> tuple[int, list[Item]]:
    """The order of the derivative, and what is differentiated if it stands in the numerator."""
    if len(top) > 1 and isinstance(top[1], Scripted):
        text = notation.latex(top[1].superscript)
        if not text.isdigit():
            raise UnreadError("derivative of order " + text, top[1].span)
        return int(text), top[2:]
    return 1, top[1:]


def _targets(reader: Reader, bottom: list[Item], node: Command) -> list[Term]:
    targets: list[Term] = []
    at = 0
    while at < len(bottom):
        if _sign(bottom[at]) is None or at + 1 >= len(bottom):
            raise UnreadError("derivative by " + notation.latex_row(bottom), node.span)
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
            raise UnreadError("derivative by " + notation.latex_row(bottom), node.span)
        targets += [target] * times
        at += 3 if isinstance(bottom[at + 2] if at + 2 < len(bottom) else None, Scripted) else 2
    return targets


def operand(reader: Reader) -> Term:
    """What a derivative sign is applied to: the bracket that follows, or all factors up to the next plus or minus."""
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
    if reader.choose("scope of the derivative") != bracket:
        reader.at = after
        return first
    return whole


__all__ = ["bounds", "derivative", "extreme", "limit", "ranged", "read"]
