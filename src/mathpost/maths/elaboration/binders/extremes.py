r"""Extremes over sets: ``\max_{t \in [-1, 1]} f(t)``, ``\min_x f(x)``, ``\max_{\|v\| \le 1} v^{\top} g``, and their arguments.

An extreme binds its variable over a domain, a term built by `domain`: ``everywhere``, ``set`` (a number that identifies it),
``interval`` (from, to), ``above`` and ``below`` (bound), ``sphere`` and ``ball`` (norm of the variable, radius), ``directions``
(all but zero). ``\arg\min_x f(x) = c`` is checked as ``f(c) \le f(x)`` at any x of the domain and near c. Two ``\arg\min`` are
equal if their functions, or the logarithms of these, agree up to a constant and a positive factor.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction

from mathpost.latex.tree import Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.binders.ranges import COUNTERS, written_out
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.terms.outcomes import TWIN
from mathpost.maths.terms.term import (
    ONE,
    TWO,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    operators,
    replaced,
    substitute,
    subterms,
)
from mathpost.text.source import Span

EVERYWHERE = Apply("everywhere", ())
OF_FUNCTIONS = "extremes over functions"  # a choice of a reader: compare them with each other
ARGUMENTS = {"argmaximum": -1, "argminimum": 1}
BOUNDED = {r"\leq": "below", "<": "below", r"\geq": "above", ">": "above"}
POSITIVE = frozenset(["exp", "density"])  # operators of functions whose logarithm is taken
ROOTED = frozenset(["sqrt", "norm", "norm_2", "frobenius_norm"])
NORMS = frozenset(["norm", "norm_2", "norm_1", "norm_infinity", "frobenius_norm", "operator_norm"])
UNEQUAL = (r"\ne", r"\neq")
NEAR = Number(Fraction(1, 16))


def counts(row: Sequence[Item]) -> bool:
    """Whether the variable under an extreme is an integer: ``i``, ``1 \\le i \\le n``, ``i \\ne j``."""
    names = [n for i in row if (n := notation.name(i)) is not None]
    return not names or isinstance(row[0], notation.Digits) or names[0] in COUNTERS or bool(written_out(row))


def domain(reader: Reader, row: Sequence[Item], span: Span) -> tuple[Variable, Term]:
    """The variable of an extreme and its domain.

    Raises:
        UnreadError: the variable or its domain cannot be determined.
    """
    head, _, tail = _parted(row, (":", r"\mid", "|"))
    member, _, within = _parted(head, (r"\in",))
    if within:
        variable = _variable(reader, member, span)
        place = _condition(reader, variable, tail, span) if tail else _set(reader, within)
        return variable, place
    if len(row) == 1 or (len(row) == 2 and isinstance(row[1], Scripted) and row[1].primes):
        return _variable(reader, row, span), EVERYWHERE
    member, _, excluded = _parted(row, UNEQUAL)
    if excluded and notation.latex_row(excluded) in ("0", r"\boldsymbol{0}", r"\mathbf{0}"):
        variable = _variable(reader, member, span)
        if notation.is_bold(variable.name):
            return variable, Apply("directions", (Apply("norm", (variable,)), ONE))
    left, _, right = _parted(row, (*BOUNDED, "="))
    inside = reader.inside(left).whole() if left and right else None
    names = free_variables(inside) if inside is not None else frozenset()
    if len(names) != 1:
        raise UnreadError("bounds " + notation.latex_row(row), span)
    variable = Variable(min(names))
    return variable, _condition(reader, variable, row, span)


def of_functions(reader: Reader, row: Sequence[Item], span: Span) -> tuple[Variable, Term] | None:
    """The symbol for a function or several variables, ``q(x)``, ``\\theta, \\varphi``, and its set; None for others, or if
    such extremes are not compared.
    """
    member, _, _ = _parted(row, (r"\in",))
    parts = split_at_commas(member)
    several = len(parts) > 1 and all(len(p) == 1 and notation.name(p[0]) is not None for p in parts)
    applied = len(member) > 1 and notation.name(member[0]) is not None and _is_bracketed(member[1:])
    if OF_FUNCTIONS not in reader.conventions.choices or not (several or applied):
        return None
    return Variable(notation.latex_row(member), span), _named_set(notation.latex_row(row))


def _is_bracketed(row: Sequence[Item]) -> bool:
    return isinstance(row[0], Delimited) or (notation.latex(row[0]) == "(" and notation.latex(row[-1]) == ")")


def _parted(row: Sequence[Item], signs: Sequence[str]) -> tuple[list[Item], str, list[Item]]:
    """The items before the first of `signs`, that sign, and the items after it; all items come first if there is none."""
    for k, item in enumerate(row):
        if isinstance(item, Symbol) and item.text in signs:
            return list(row[:k]), item.text, list(row[k + 1 :])
    return list(row), "", []


def _variable(reader: Reader, row: Sequence[Item], span: Span) -> Variable:
    term = reader.inside(list(row)).whole() if row else None
    if not isinstance(term, Variable):
        raise UnreadError("bounds " + notation.latex_row(row), span)
    return term


def _set(reader: Reader, row: Sequence[Item]) -> Term:
    spelled = notation.latex_row(row)
    if spelled.startswith(r"\mathbb{R}"):
        return EVERYWHERE
    only = row[0] if len(row) == 1 else None
    inside = notation.items(only.body, grouped=False) if isinstance(only, Delimited) else list(row[1:-1])
    ends = split_at_commas(inside)
    square = only.left == "[" if isinstance(only, Delimited) else notation.latex(row[0]) == "["
    if square and len(ends) == 2:
        return Apply("interval", tuple(reader.inside(e).whole() for e in ends))
    return _named_set(spelled)


def _named_set(spelled: str) -> Term:
    """A set known only by its name."""
    digest = hashlib.blake2b(spelled.encode(), digest_size=4).digest()
    return Apply("set", (Number(Fraction(int.from_bytes(digest))),))


def _condition(reader: Reader, variable: Variable, row: Sequence[Item], span: Span) -> Term:
    """The domain of a condition: ``\\|v\\| \\le r``, ``\\|v\\| = r``, ``x \\ge 0``."""
    left, sign, right = _parted(row, (*BOUNDED, "="))
    measured, radius = reader.inside(left).whole(), reader.inside(right).whole() if right else None
    if radius is None or variable.name in free_variables(radius):
        raise UnreadError("bounds " + notation.latex_row(row), span)
    if measured == variable and sign in BOUNDED:
        return Apply(BOUNDED[sign], (radius,))
    match measured:
        case Apply(operator=operator, arguments=(inner,)) if operator in NORMS and inner == variable:
            if sign in ("=", r"\leq") and notation.is_bold(variable.name):
                return Apply("sphere" if sign == "=" else "ball", (measured, radius))
    raise UnreadError("bounds " + notation.latex_row(row), span)


def is_index(name: str, body: Term) -> bool:
    """Whether a symbol occurs as an index in `body`."""
    places = (
        p for t in subterms(body) if isinstance(t, Apply) and t.operator == "index" for p in t.arguments[1:]
    )
    return any(name in free_variables(p) for p in places)


# --- extremes over functions ----------------------------------------------------------------------------------


def without_functions(left: Term, right: Term) -> tuple[Term, Term]:
    """``\\min_q \\max_t f(q, t) = \\min_q \\max_t g(q, t)`` as ``f(q, t) = g(q, t)``; this reading never refutes.

    Raises:
        UnreadError: the sides are not extremes over the same functions.
    """
    (one, first), (other, second) = map(_stripped, (left, right))
    remaining = next((t for t in (*subterms(one), *subterms(other)) if _is_of_functions(t)), None)
    if remaining is not None or first != second:
        culprit = remaining if isinstance(remaining, Bind) else (*first, *second)[0]
        raise UnreadError("bounds " + culprit.variable.name, culprit.variable.origin)
    return (Apply("as_usual", (one,)), other) if first else (left, right)


def _stripped(side: Term) -> tuple[Term, tuple[Bind, ...]]:
    """A side without the extremes over functions at the start of it or of its summands, and these extremes without bodies."""
    match side:
        case Bind(body=body) if _is_of_functions(side):
            inner, found = _stripped(body)
            return inner, (Bind(side.operator, side.variable, side.bounds, ZERO), *found)
        case Apply(operator="add", arguments=arguments):
            parts = [_stripped(a) for a in arguments]
            return Apply("add", tuple(p for p, _ in parts)), tuple(f for _, found in parts for f in found)
    return side, ()


def _is_of_functions(term: Term) -> bool:
    return isinstance(term, Bind) and term.operator in ("maximum_of", "minimum_of")


# --- bounds ---------------------------------------------------------------------------------------------------


def at_every_point(left: Term, right: Term, sign: str) -> tuple[tuple[Term, Term], tuple[Term, ...]]:
    """``c \\le \\min_x f(x)`` as ``c \\le f(x)``, ``\\max_x f(x) \\le c`` as ``f(x) \\le c``, and the conditions on x."""
    low, high = (left, right) if sign in ("<", "<=") else (right, left)
    conditions: tuple[Term, ...] = ()
    while True:
        above, below = _opened(high, "minimum_in", low), _opened(low, "maximum_in", high)
        if above is not None:
            high, said = above
        elif below is not None:
            low, said = below
        else:
            return ((low, high) if sign in ("<", "<=") else (high, low)), conditions
        conditions += said


def _opened(side: Term, operator: str, other: Term) -> tuple[Term, tuple[Term, ...]] | None:
    """The body of an extreme and the conditions on its variable; None if there is none, or `other` uses its variable."""
    if not isinstance(side, Bind) or side.operator != operator:
        return None
    variable, where = side.variable, side.bounds[0]
    if variable.name in free_variables(other):
        return None
    match where:
        case Apply(operator="above" | "below" as kind, arguments=(end,)):
            return side.body, (Apply("greater" if kind == "above" else "less", (variable, end)),)
        case Apply(operator="interval", arguments=(first, last)):
            inside = (Apply("less_equal", (first, variable)), Apply("less_equal", (variable, last)))
            return side.body, inside
        case Apply(operator="sphere"):
            return substitute(side.body, {variable.name: _inside(where, variable, variable)}), ()
        case Apply(operator="ball", arguments=(norm, radius)):
            shorter = Apply("divide", (radius, Apply("add", (ONE, norm))))
            return substitute(side.body, {variable.name: Apply("multiply", (shorter, variable))}), ()
        case Apply(operator="set"):
            return Apply("as_usual", (side.body,)), ()  # a point where it fails may be outside the set
    return side.body, ()


def at_a_point(left: Term, right: Term, sign: str) -> Iterator[tuple[Term, Term]]:
    """Yield ``\\min_x f(x) \\le c`` as ``f(y) \\le c`` for each symbol y in c; maxima alike."""
    low, high = (left, right) if sign in ("<", "<=") else (right, left)
    for side, other, operator in ((low, high, "minimum_in"), (high, low, "maximum_in")):
        if not isinstance(side, Bind) or side.operator != operator or side.bounds[0] != EVERYWHERE:
            continue
        bold = notation.is_bold(side.variable.name)
        for name in sorted(free_variables(other) - free_variables(side.body)):
            if notation.is_bold(name) == bold:
                value = substitute(side.body, {side.variable.name: Variable(name)})
                yield (value, right) if side is left else (left, value)


# --- where extremes are taken -----------------------------------------------------------------------------


def compared(left: Term, right: Term) -> tuple[Term, Term] | None:
    """An equation with one or two ``\\arg\\min`` as an equation of values; None for any other equation.

    Raises:
        UnreadError: no comparison is known for these extremes.
    """
    first, second = (t if isinstance(t, Bind) and t.operator in ARGUMENTS else None for t in (left, right))
    if first is None and second is None:
        return None
    if first is not None and second is not None:
        return _of_one_order(first, second)
    found = first or second
    assert found is not None
    if found.variable.name not in free_variables(found.body):
        raise UnreadError("an extreme of what does not vary", found.origin)
    return Apply("violation", (_violated(found, right if first is not None else left),)), ZERO


def _of_one_order(first: Bind, second: Bind) -> tuple[Term, Term]:
    """Sides at four points, equal if two functions or their logarithms agree up to a constant and a positive factor."""
    if first.bounds != second.bounds:
        raise UnreadError("extremes over two sets", first.origin)
    one, other = first.body, substitute(second.body, {second.variable.name: first.variable})
    if ARGUMENTS[first.operator] != ARGUMENTS[second.operator]:
        other = Apply("negate", (other,))
    one, other = _in_logarithms(one, other), _in_logarithms(other, one)
    one, other = _squared(one, other), _squared(other, one)
    points = [Variable(first.variable.name + TWIN * k) for k in range(4)]
    if is_index(first.variable.name, one) and is_index(first.variable.name, other):
        (a, _), (c, _) = (_changes(body, first.variable, points) for body in (one, other))
        return Apply("violation", (Apply("sign", (a,)),)), Apply("sign", (c,))
    (a, b), (c, d) = (_changes(body, first.variable, points) for body in (one, other))
    left, right = Apply("multiply", (a, d)), Apply("multiply", (b, c))
    # functions with the same order may differ by more than that
    kept = Apply("violation", (Apply("add", (left, Apply("sign", (a,)))),))
    return kept, Apply("add", (right, Apply("sign", (c,))))


def _in_logarithms(one: Term, other: Term) -> Term:
    """The logarithm of `one` if `other` is a logarithm, or if only `one` contains exponentials or laws; `one` otherwise."""
    if "log" in operators(one):
        return one
    if "log" in operators(other):
        return Apply("log", (one,))
    alone = _is_exponential(_unsigned(one)) and POSITIVE.isdisjoint(operators(other))
    return _logarithm(one) if alone else one


def _is_exponential(body: Term) -> bool:
    """Whether a function is an exponential, a law or a product with one: ``\\frac{1}{Z} e^{-x^2}``, ``\\prod_i e^{-x_i^2}``."""
    match body:
        case Apply(operator=operator) if operator in POSITIVE:
            return True
        case Apply(operator="multiply", arguments=factors):
            return any(map(_is_exponential, factors))
        case Apply(operator="divide", arguments=(above, _)):
            return _is_exponential(above)
        case Bind(operator="product", body=each):
            return _is_exponential(each)
    return False


def _unsigned(body: Term) -> Term:
    return body.arguments[0] if isinstance(body, Apply) and body.operator == "negate" else body


def _logarithm(body: Term) -> Term:
    """The logarithm of a function; for a negated function ``-f``, ``-\\log f``."""
    if body is _unsigned(body):
        return Apply("log", (body,))
    return Apply("negate", (Apply("log", (_unsigned(body),)),))


def _squared(one: Term, other: Term) -> Term:
    """The square of `one` if only `one` is a root or norm: ``\\|x\\|`` next to ``x^{\\top} x``."""
    rooted = [isinstance(body, Apply) and body.operator in ROOTED for body in (one, other)]
    return Apply("power", (one, TWO)) if rooted == [True, False] else one


def orders(left: Term, right: Term) -> tuple[Term, Term] | None:
    """The signs of the changes of two functions whose extremes are compared; None if the sides are no such comparison."""
    match left, right:
        case Apply(operator="violation", arguments=(Apply(operator="add", arguments=(_, one)),)), Apply(
            operator="add", arguments=(_, other)
        ) if "sign" in operators(one) & operators(other):
            return one, other
    return None


def _changes(body: Term, variable: Variable, points: Sequence[Variable]) -> list[Term]:
    """The difference of `body` between the first two points, and between the last two."""
    at = [substitute(body, {variable.name: p}) for p in points]
    return [Apply("add", (p, Apply("negate", (q,)))) for p, q in ((at[0], at[1]), (at[2], at[3]))]


def _violated(extreme: Bind, claimed: Term) -> Term:
    """How much worse the claimed place is than any other place and than one near it, plus its distance outside the domain."""
    variable, where = extreme.variable, extreme.bounds[0]
    if variable.name in free_variables(claimed):
        raise UnreadError("an extreme at its own variable", extreme.origin)
    moved = Apply("add", (claimed, Apply("multiply", (NEAR, variable))))
    here = _at(extreme, claimed)
    worse = [_excess(here, _at(extreme, _inside(where, variable, p))) for p in (variable, moved)]
    match where:
        case Apply(operator="everywhere"):
            return Apply("add", tuple(worse))
        case Apply(operator="sphere" | "ball" as kind, arguments=(norm, radius)):
            outside = Apply("add", (replaced(norm, variable, claimed), Apply("negate", (radius,))))
            size = Apply("abs", (outside,)) if kind == "sphere" else _excess(outside, ZERO)
            return Apply("add", (*worse, size))
    raise UnreadError("the place of an extreme in a set", extreme.origin)


def _at(extreme: Bind, point: Term) -> Term:
    """The minimized function at `point`."""
    value = substitute(extreme.body, {extreme.variable.name: point})
    return value if ARGUMENTS[extreme.operator] > 0 else Apply("negate", (value,))


def _excess(a: Term, b: Term) -> Term:
    return Apply("maximum", (ZERO, Apply("add", (a, Apply("negate", (b,))))))


def _inside(where: Term, variable: Variable, point: Term) -> Term:
    """`point` scaled to the sphere that bounds the domain, if there is one."""
    match where:
        case Apply(operator="sphere" | "ball", arguments=(norm, radius)):
            length = replaced(norm, variable, point)
            return Apply("multiply", (Apply("divide", (radius, length)), point))
    return point
