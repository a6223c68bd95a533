r"""The general term of lists with dots, ``1 + x + x^2 + \cdots + x^n``, inferred from the written terms.

The terms are compared part by part. Parts that differ must form an arithmetic or geometric progression, factorials or
squares; the term after the dots must be one of the sequence and gives its end. Two terms suffice for indices and exponents
only, because ``1, 2, \dots`` may continue with 3, 4 or 6. An inferred reading confirms claims and never refutes them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from mathpost.maths.elaboration.lists.sequences import gathered
from mathpost.maths.terms.affine_forms import Affine, affine_form, as_term, difference, simplified, term_of
from mathpost.maths.terms.term import (
    INFINITY,
    ONE,
    TWO,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    factors_of,
    free_variables,
    substitute,
    subterms,
)
from mathpost.maths.terms.traversal import rewrite

SUMS = frozenset(["add"])
PLACE = Variable("k⁎")  # counts the terms from 0
FARTHEST = 100  # the number of places to search for a number after the dots


class _General(NamedTuple):
    """The general term as a function of `PLACE`; `sure`: there are enough terms to know how they continue."""

    term: Term
    sure: bool


class Dots(NamedTuple):
    """The range that dots denote, and how many of the terms before and after them belong to it."""

    term: Term
    before: int
    behind: int


def dots(operator: str, before: Sequence[Term], behind: Sequence[Term]) -> Dots | None:
    """The ``sum`` or ``product`` of the terms around dots; None if no general term is inferred."""
    first, last = ([t for t in line if t is not None] for line in in_two_places((before, behind)))
    if last:
        first = [gathered(term, last[0]) for term in _as_powers(first, last[0])]
    found = _one_by_one(operator, first, last) or _in_groups(operator, first, last)
    return found or _up_to_another_sign(first, last) if operator == "sum" else found


def _up_to_another_sign(before: Sequence[Term], behind: Sequence[Term]) -> Dots | None:
    r"""The range up to a last term whose sign alone is another one: ``a_1 + a_2 + \cdots - a_n`` takes ``a_n`` away."""
    match behind:
        case [Apply(operator="negate", arguments=(last,)), *_] if len(before) > 1:
            same = not any(isinstance(term, Apply) and term.operator == "negate" for term in before)
            found = _one_by_one("sum", before, [last]) if same else None
            if found is not None and found.behind == 1 and isinstance(found.term, Bind):
                twice = Apply("negate", (Apply("multiply", (TWO, last)),))
                return found._replace(term=Apply("add", (found.term, twice)))
    return None


def _as_powers(before: Sequence[Term], last: Term) -> Sequence[Term]:
    """``1, b`` before a power of b rewritten as ``b^0, b^1``."""
    match last, before:
        case Apply(operator="power", arguments=(base, _)), [*others, Number(value=1), second] if (
            second == base
        ):
            return [*others, Apply("power", (base, ZERO)), Apply("power", (base, ONE))]
    return before


def in_two_places(rows: Sequence[Sequence[Term | None]]) -> Sequence[Sequence[Term | None]]:
    """`rows` with all entries of a family as entries with two indices if one has two: ``a_{12}`` next to ``a_{1n}``."""
    shown = (inner for line in rows for cell in line if cell is not None for inner in subterms(cell))
    families = {
        t.arguments[0]
        for t in shown
        if isinstance(t, Apply) and t.operator == "index" and len(t.arguments) == 3
    }
    if not families:
        return rows
    return [[cell and rewrite(cell, lambda term: _parted(term, families)) for cell in line] for line in rows]


def _parted(term: Term, families: AbstractSet[Term]) -> Term | None:
    match term:
        case Variable(name=name):
            family, _, places = name.partition("_{")
            places = places.removesuffix("}")
            if Variable(family) in families and len(places) == 2 and places.isdecimal():
                return Apply(
                    "index", (Variable(family), *(Number(Fraction(int(p))) for p in places)), term.origin
                )
        case Apply(operator="index", arguments=(family, Number(value=number))) if (
            family in families and 11 <= number < 100
        ):
            return Apply("index", (family, *(Number(Fraction(int(p))) for p in str(number))), term.origin)
        case Apply(
            operator="index",
            arguments=(family, Apply(operator="multiply", arguments=(Number(), Variable()) as places)),
        ):
            return Apply("index", (family, *places), term.origin) if family in families else None
    return None


def _in_groups(operator: str, before: Sequence[Term], behind: Sequence[Term]) -> Dots | None:
    """The range of terms that repeat in groups of two to four: ``a_1^2 - 2 a_1 + \\cdots + a_n^2 - 2 a_n``."""
    joined = "add" if operator == "sum" else "multiply"
    for size in range(2, min(4, len(before), len(behind)) + 1):
        start = len(before) % size
        first, last = (
            [Apply(joined, tuple(terms[k : k + size])) for k in range(0, len(terms) - size + 1, size)]
            for terms in (before[start:], behind)
        )
        found = _one_by_one(operator, first, last)
        if found is not None:
            return found._replace(before=size * found.before, behind=size * found.behind)
    return None


def _one_by_one(operator: str, before: Sequence[Term], behind: Sequence[Term]) -> Dots | None:
    for count in range(len(before), 0, -1):
        general = _general(before[len(before) - count :], False)
        if count == 1:
            general = _between(before[-1], behind[0]) if behind else None
        elif general is not None and count < len(before) and not general.sure:
            continue  # "1 + 2 + 4 + …" is not a progression from the second term on
        ends = _end(general, behind, count) if general is not None else None
        if general is None or ends is None:
            continue
        last, used = ends
        bind = Bind(operator, PLACE, (ZERO, last), general.term)
        member = _is_member(general.term)
        return Dots(from_one(bind, PLACE) if member else Apply("dots", (bind,)), count, used)
    return None


def from_one(bind: Bind, counter: Variable) -> Bind:
    """The same range counted from 1 by `counter`, so that an array indexed by it is as long as the range."""
    low, high = bind.bounds
    back = difference(low, ONE)
    there = simplified(Apply("add", (counter, term_of(back))))
    body = rewrite(
        substitute(bind.body, {bind.variable.name: there}), lambda term: _collected(term, counter.name), SUMS
    )
    last = simplified(Apply("add", (high, Apply("negate", (term_of(back),)))))
    return Bind(bind.operator, counter, (ONE, last), body, bind.origin)


def _collected(term: Term, counter: str) -> Term | None:
    """A place such as ``(i - 1) + 1`` simplified to ``i``; None for other terms."""
    form = affine_form(term) if counter in free_variables(term) else None
    return None if form is None else as_term(form)


def _is_member(general: Term) -> bool:
    """Whether the general term varies only in indices that increase by one, and is therefore certain."""
    match general:
        case Apply(operator="index", arguments=(_, *places)) if len(places) > 1:
            return all(p == PLACE or _counts_up(p) or PLACE.name not in free_variables(p) for p in places)
        case Apply(operator="index", arguments=(_, place)):
            return (
                _is_member(place)
                if isinstance(place, Apply) and place.operator == "index"
                else place == PLACE or _counts_up(place)
            )
        case Bind(body=body):
            return _is_member(body)
        case Apply(arguments=arguments):
            moving = [a for a in arguments if PLACE.name in free_variables(a)]
            return bool(moving) and all(map(_is_member, moving))
    return False


def _counts_up(place: Term) -> bool:
    return isinstance(place, Apply) and place.operator == "add" and PLACE in place.arguments


def _end(general: _General, behind: Sequence[Term], count: int) -> tuple[Term, int] | None:
    """The last place, and how many of the terms after the dots belong to the range; None if unknown."""
    if not behind:
        return (INFINITY, 0) if general.sure else None
    found = _place(general.term, behind[0])
    if found is None or (not found.symbols and found.constant < count):
        return None
    used = 1
    while used < len(behind):
        following = _place(general.term, behind[used])
        if following != Affine(found.symbols, found.constant + 1):
            break
        found, used = following, used + 1
    return as_term(found), used


# --- the general term ---------------------------------------------------------------------------------------------


def _general(terms: Sequence[Term], counted: bool) -> _General | None:
    """The general term of a sequence that begins with `terms`; `counted`: they are indices or exponents."""
    if all(t == terms[0] for t in terms):
        return _General(terms[0], True)
    if all(isinstance(t, Apply) and t.operator == "multiply" and not free_variables(t) for t in terms):
        return _built(terms)  # "1 \\cdot 2 + 2 \\cdot 3" remains a sum of products
    affine = [a for t in terms if (a := affine_form(t)) is not None]
    if len(affine) == len(terms) and all(a.symbols == affine[0].symbols for a in affine):
        steps = _sequence([a.constant for a in affine], counted)
        if steps is not None and affine[0].symbols:
            rest = as_term(Affine(affine[0].symbols, Fraction(0)))
            return _General(Apply("add", (rest, steps.term)), steps.sure)
        if steps is not None:
            return steps
    return _signed(terms) or _built(terms)


def _sequence(values: Sequence[Fraction], counted: bool) -> _General | None:
    """The general term of a sequence that begins with the numbers `values`."""
    first, step = values[0], values[1] - values[0] if len(values) > 1 else Fraction(0)
    if all(b - a == step for a, b in pairwise(values)):
        moved = PLACE if step == 1 else Apply("multiply", (Number(step), PLACE))
        term = moved if first == 0 else Apply("add", (Number(first), moved))
        return _General(term, counted or len(values) > 2)
    if len(values) < 3:
        return None
    for start in (0, 1, 2):
        shifted = Apply("add", (Number(Fraction(start)), PLACE))
        if all(v == math.factorial(start + k) for k, v in enumerate(values)):
            return _General(Apply("factorial", (shifted,)), True)
        if all(v == (start + k) ** 2 for k, v in enumerate(values)):
            return _General(Apply("power", (shifted, TWO)), True)
    ratio = values[1] / first if first else Fraction(0)
    if ratio and all(b == ratio * a for a, b in pairwise(values)):
        return _General(Apply("multiply", (Number(first), Apply("power", (Number(ratio), PLACE)))), True)
    return None


def _signed(terms: Sequence[Term]) -> _General | None:
    """The general term of negative terms or terms with alternating signs."""
    parts = [_without_sign(t) for t in terms]
    signs = [sign for sign, _ in parts]
    if all(sign > 0 for sign in signs):
        return None
    general = _general([t for _, t in parts], False)
    if general is None:
        return None
    if all(sign < 0 for sign in signs):
        return _General(Apply("negate", (general.term,)), general.sure)
    if any(a == b for a, b in pairwise(signs)):
        return None
    turned = Apply("multiply", (_alternating(PLACE), general.term))
    return _General(turned if signs[0] > 0 else Apply("negate", (turned,)), general.sure)


def _alternating(exponent: Term) -> Term:
    return Apply("power", (Number(Fraction(-1)), exponent))


def _without_sign(term: Term) -> tuple[int, Term]:
    match term:
        case Apply(operator="negate", arguments=(inner,)):
            return -1, inner
        case Number(value=value) if value < 0:
            return -1, Number(-value)
    return 1, term


def _built(terms: Sequence[Term]) -> _General | None:
    """The general term of terms with one operator, compared argument by argument; all get the shape of the last one."""
    shape = terms[-1]
    if isinstance(shape, Bind):
        return _ranging(shape, terms)
    if not isinstance(shape, Apply):
        return None
    alike = [_as(shape, t) for t in terms]
    columns = [a.arguments for a in alike if a is not None]
    if len(columns) < len(terms):
        return None
    named = shape.operator in ("index", "call")
    if named and any(c[0] != columns[0][0] for c in columns):
        return None
    found: list[Term] = []
    sure = True
    for k, column in enumerate(zip(*columns, strict=True)):
        counted = (named and k > 0) or (shape.operator == "power" and k == 1)
        general = _general(column, counted) or _from_one(column)
        if general is None:
            return None
        found.append(general.term)
        sure = sure and general.sure
    return _General(Apply(shape.operator, tuple(found)), sure)


def _ranging(shape: Bind, terms: Sequence[Term]) -> _General | None:
    """The general term of sums over one common range."""
    alike = [t.body for t in terms if isinstance(t, Bind) and _same_range(t, shape)]
    general = _general(alike, False) if len(alike) == len(terms) else None
    return None if general is None else _General(_with_body(shape, general.term), general.sure)


def _same_range(one: Bind, other: Bind) -> bool:
    return one.operator == other.operator and one.variable == other.variable and one.bounds == other.bounds


def _with_body(bind: Bind, body: Term) -> Bind:
    return Bind(bind.operator, bind.variable, bind.bounds, body, bind.origin)


def _from_one(column: Sequence[Term]) -> _General | None:
    """``1, b`` as the powers of b: the first term of a product omits its second factor."""
    match column:
        case (Number(value=1), Variable() as base):
            return _General(Apply("power", (base, PLACE)), False)
    return None


def _as(shape: Apply, term: Term) -> Apply | None:
    """`term` rewritten with the operator of `shape`: ``x`` as ``x^1`` or ``x/1``, ``1`` as ``x^0``."""
    arity = len(shape.arguments)
    if isinstance(term, Apply) and term.operator == shape.operator and len(term.arguments) == arity:
        return term
    match shape.operator:
        case "divide":
            return Apply("divide", (term, ONE))
        case "power" if term == ONE:
            return Apply("power", (shape.arguments[0], ZERO))
        case "power" if term == shape.arguments[0]:
            return Apply("power", (term, ONE))
        case "factorial" if isinstance(term, Number):
            return Apply("factorial", (term,))
        case "multiply" if arity == 2:
            return (
                Apply("multiply", (ONE, term))
                if isinstance(shape.arguments[0], Number)
                else _split(shape, term)
            )
        case "multiply":
            return _placed(shape, term)
    return None


def _placed(shape: Apply, term: Term) -> Apply | None:
    """`term` with its factors aligned to the similar ones of `shape`, and 1 for missing factors: ``a_1`` for ``2 a_2 x``."""
    waiting = list(factors_of(term))
    found: list[Term] = []
    for factor in shape.arguments:
        fits = bool(waiting) and (
            isinstance(waiting[0], Number) == isinstance(factor, Number)
            and (
                isinstance(factor, Number)
                or _base(waiting[0]) == _base(factor)
                or _are_members(waiting[0], factor)
            )
        )
        found.append(waiting.pop(0) if fits else ONE)
    return None if waiting else Apply("multiply", tuple(found))


def _split(shape: Apply, term: Term) -> Apply | None:
    """`term` as a product like `shape`: for ``a x``, ``a`` is ``a \\cdot 1`` and ``x`` is ``1 \\cdot x``."""
    first, second = shape.arguments
    if term == first or _base(term) == _base(first) or _are_members(term, first):
        return Apply("multiply", (term, ONE))
    alike = isinstance(term, Apply) and isinstance(second, Apply) and term.operator == second.operator
    return Apply("multiply", (ONE, term)) if alike or term == second else None


def _are_members(one: Term, other: Term) -> bool:
    """Whether two terms are members of one family."""
    match one, other:
        case Apply(operator="index", arguments=(head, *_)), Apply(operator="index", arguments=(same, *_)):
            return head == same
    return False


def _base(term: Term) -> Term:
    """The base of a power, ``a`` of ``a^{n-1}``; any other term unchanged."""
    return term.arguments[0] if isinstance(term, Apply) and term.operator == "power" else term


def _between(first: Term, last: Term) -> _General | None:
    """The general term between ``x_1`` and ``x_n``, which differ in one index that starts at the first value."""
    match first, last:
        case Bind(), Bind() if _same_range(first, last):
            inside = _between(first.body, last.body)
            return None if inside is None else _General(_with_body(first, inside.term), True)
        case Apply(operator="index", arguments=(head, _, _, *_)), Apply(
            operator="index", arguments=(same, _, _, *_)
        ):
            return _between_entries(first, last) if head == same else None
        case Apply(operator="index", arguments=(head, Number(value=start))), Apply(
            operator="index", arguments=(other, _)
        ) if head == other:
            place = Apply("add", (Number(start), PLACE)) if start else PLACE
            return _General(Apply("index", (head, place)), True)
        case Apply(operator="index", arguments=(head, place)), Apply(
            operator="index", arguments=(other, end)
        ) if head == other and (step := _step(place, end)):  # "y_{t-1}" and "y_{t-n}"
            moved = PLACE if step > 0 else Apply("negate", (PLACE,))
            return _General(Apply("index", (head, Apply("add", (place, moved)))), True)
        case Apply(operator="index", arguments=(head, Apply() as inside)), Apply(
            operator="index", arguments=(other, there)
        ) if head == other:  # "x_{i_1}" and "x_{i_k}"
            within = _between(inside, there)
            return None if within is None else _General(Apply("index", (head, within.term)), True)
        case Apply(operator=operator, arguments=arguments), Apply(operator=same, arguments=others) if (
            operator == same != "index" and len(arguments) == len(others)
        ):  # "a_1 b_1" and "a_n b_n"
            parts = [
                _General(one, True) if one == other else _between(one, other)
                for one, other in zip(arguments, others, strict=True)
            ]
            found = [part.term for part in parts if part is not None]
            return _General(Apply(operator, tuple(found)), True) if len(found) == len(parts) else None
    return None


def _step(first: Term, last: Term) -> int:
    """1 or -1 if places increase or decrease from `first` to `last`, by the only symbol in which they differ; 0 if unknown."""
    one, other = affine_form(first), affine_form(last)
    if one is None or other is None:
        return 0
    apart = {n: f for n, f in dict(other.symbols).items() if dict(one.symbols).get(n) != f}
    apart |= {n: -f for n, f in one.symbols if n not in dict(other.symbols)}
    (factor, *more) = apart.values() or (0,)
    return int(factor) if not more and factor in (1, -1) else 0


def _between_entries(first: Apply, last: Apply) -> _General | None:
    """The general entry between ``x_{i1}`` and ``x_{ik}``, which differ in one index that starts at the first value."""
    places = list(zip(first.arguments, last.arguments, strict=False))
    moving = [k for k, (one, other) in enumerate(places) if one != other]
    start = first.arguments[moving[0]] if len(moving) == 1 else None
    if len(first.arguments) != len(last.arguments) or not isinstance(start, Number):
        return None
    place = Apply("add", (start, PLACE)) if start.value else PLACE
    arguments = tuple(place if k in moving else one for k, (one, _) in enumerate(places))
    return _General(Apply("index", arguments), True)


# --- the last term ------------------------------------------------------------------------------------------------


def _place(general: Term, term: Term) -> Affine | None:
    """The place at which `general` equals `term`; None if there is no unique one."""
    if isinstance(term, Number) and free_variables(general) == {PLACE.name}:
        places = (k for k in range(FARTHEST) if _number(general, k) == term.value)
        return next((Affine((), Fraction(k)) for k in places), None)
    found: list[Affine] = []
    if not _matches(general, term, found) or not found or any(f != found[0] for f in found):
        return None
    return found[0]


def _matches(general: Term, term: Term, found: list[Affine]) -> bool:
    if general == term:
        return True
    moving = _moving(general)
    if moving is not None:
        start, step = moving
        there = affine_form(term)
        if there is None:
            return False
        rest = dict(there.symbols)
        for name, factor in start.symbols:
            rest[name] = rest.get(name, Fraction(0)) - factor
        symbols = tuple(sorted((n, f / step) for n, f in rest.items() if f))
        found.append(Affine(symbols, (there.constant - start.constant) / step))
        return True
    if isinstance(general, Bind):
        return (
            isinstance(term, Bind) and _same_range(general, term) and _matches(general.body, term.body, found)
        )
    if not isinstance(general, Apply):
        return False
    if general.operator == "multiply" and general.arguments[0] == _alternating(PLACE):
        sign, inner = _without_sign(term)
        *_, body = general.arguments
        before = len(found)
        if _matches(body, inner, found) and all(_parity(f) == sign for f in found[before:]):
            return True
        del found[before:]
    other = _as(general, term)
    if other is None and general.operator == "negate":
        sign, inner = _without_sign(term)
        other = Apply("negate", (inner,)) if sign < 0 else None
    return other is not None and all(
        _matches(g, t, found) for g, t in zip(general.arguments, other.arguments, strict=True)
    )


def _parity(place: Affine) -> int:
    """1 for an even place, -1 for an odd one, 0 if the parity is unknown."""
    if any(factor % 2 for _, factor in place.symbols) or place.constant.denominator != 1:
        return 0
    return -1 if place.constant % 2 else 1


def _number(general: Term, place: int) -> Fraction | None:
    """The value at `place` of a general term without other symbols; None if it has any."""
    match general:
        case Number(value=value):
            return value
        case Variable():
            return Fraction(place) if general == PLACE else None
        case Apply(operator=operator, arguments=arguments):
            parts = [p for a in arguments if (p := _number(a, place)) is not None]
            if len(parts) < len(arguments):
                return None
            return _computed(operator, parts)
    return None


def _computed(operator: str, parts: Sequence[Fraction]) -> Fraction | None:
    match operator, parts:
        case "add", _:
            return sum(parts, Fraction(0))
        case "multiply", _:
            return math.prod(parts, start=Fraction(1))
        case "negate", [value]:
            return -value
        case "divide", [above, below] if below:
            return above / below
        case "power", [base, exponent] if exponent.denominator == 1 and base:
            return base ** int(exponent)
        case "factorial", [value] if value.denominator == 1 and value >= 0:
            return Fraction(math.factorial(int(value)))
    return None


def _moving(general: Term) -> tuple[Affine, Fraction] | None:
    """The start and the step of an arithmetic progression; None for other terms."""
    whole = affine_form(general)
    step = dict(whole.symbols).get(PLACE.name) if whole is not None else None
    if whole is None or not step:
        return None
    return Affine(tuple((n, f) for n, f in whole.symbols if n != PLACE.name), whole.constant), step
