"""The number of elementary moves from one form of a side to the next, as a measure of effort for the reader.

A move applies one rule of differentiation, evaluates one integral or sum, multiplies out one product of sums, brings
one quotient to a common denominator or joins two like terms. Reordering factors, inserting a definition and moving
a constant out of a sum do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb, prod

from mathpost.maths.terms.simplification import key
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    subterms,
)
from mathpost.maths.terms.traversal import rewrite

_LINEAR = ("add", "negate")
_LARGEST = 1_000
_HIGHEST = 4  # a higher power is not multiplied out


def rules(before: Term, after: Term) -> int:
    """The rules of differentiation that lead from `before` to `after`."""
    return max(_rules(before) - _rules(after), 0)


def rearrangement(left: Term, right: Term, collect: Callable[[Term], Term]) -> int:
    """The moves of algebra between two forms without derivatives: what one has more of than the other, of each kind.

    What is in both is carried along where the forms are equal whatever it is. A sum or an integral that only one
    of them has is worked out in one move.
    """
    left, right = _differing(left, right)
    carried = _carried(left, right)
    if key(collect(carried[0])) == key(collect(carried[1])):
        left, right = carried
    closed = sum(abs(_closed(left, o) - _closed(right, o)) for o in ("sum", "integral"))
    if closed:
        return closed
    return sum(abs(count(left) - count(right)) for count in (_products, _quotients, _monomials))


def _differing(left: Term, right: Term) -> tuple[Term, Term]:
    """The only parts in which two terms differ; themselves where there are several."""
    match left, right:
        case Apply(operator=one, arguments=first), Apply(operator=other, arguments=second) if (
            one == other and len(first) == len(second)
        ):
            odd = [pair for pair in zip(first, second, strict=True) if key(pair[0]) != key(pair[1])]
            return _differing(*odd[0]) if len(odd) == 1 else (left, right)
        case Bind(), Bind() if (left.operator, left.variable, left.bounds) == (
            right.operator,
            right.variable,
            right.bounds,
        ):
            return _differing(left.body, right.body)
    return left, right


def _carried(left: Term, right: Term) -> tuple[Term, Term]:
    """Both terms with a letter for each sum, and each term with a sum in it, that is in both."""
    both = {k for k, _ in _composed(left)} & {k for k, _ in _composed(right)}
    letters = {k: Variable(f"carried {n}") for n, k in enumerate(sorted(both))}

    def carried(part: Term) -> Term | None:
        return letters.get(key(part))

    return rewrite(left, carried), rewrite(right, carried)


def _composed(term: Term) -> Iterator[tuple[str, Term]]:
    for part in subterms(term):
        if any(map(_is_sum, subterms(part))):
            yield key(part), part


def _rules(term: Term) -> int:
    """The rules of differentiation that the derivatives in `term` ask for."""
    return sum(
        sum(1 for inner in subterms(body) if _is_ruled(inner, target)) for body, target in _derivatives(term)
    )


def _derivatives(term: Term) -> Iterator[tuple[Term, Term]]:
    for part in subterms(term):
        match part:
            case Apply(operator="derivative", arguments=(body, target)):
                yield body, target
            case Bind(operator="differentiate", variable=target, body=body):
                yield body, target


def _is_ruled(part: Term, target: Term) -> bool:
    """Whether a rule other than linearity differentiates `part`: the rule for a product, a quotient, a power or a
    function.
    """
    name = target.name if isinstance(target, Variable) else None
    if name is None or not isinstance(part, Apply) or part.operator in _LINEAR:
        return False
    moving = [k for k, a in enumerate(part.arguments) if name in free_variables(a)]
    if part.operator == "multiply":
        return len(moving) > 1
    if part.operator == "divide":
        return 1 in moving
    return bool(moving) and part.operator not in ("index", "derivative")


def _closed(term: Term, operator: str) -> int:
    """The sums or integrals in `term`."""
    return sum(1 for part in subterms(term) if isinstance(part, Bind) and part.operator == operator)


def _products(term: Term) -> int:
    """The products and powers of sums in `term`."""
    return sum(1 for part in subterms(term) if _is_product_of_sums(part))


def _is_product_of_sums(part: Term) -> bool:
    match part:
        case Apply(operator="multiply", arguments=arguments):
            return any(map(_is_sum, arguments))
        case Apply(operator="power", arguments=(base, Number(value=value))):
            return _is_sum(base) and value.denominator == 1 and value > 1
    return False


def _is_sum(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == "add"


def _quotients(term: Term) -> int:
    """The quotients that are within sums and quotients of `term`, those by numbers aside."""
    return sum(
        1
        for part in subterms(term)
        if isinstance(part, Apply) and part.operator in ("add", "divide")
        for inner in part.arguments
        if isinstance(inner, Apply) and inner.operator == "divide" and free_variables(inner.arguments[1])
    )


def _monomials(term: Term) -> int:
    """The summands that `term` has when it is multiplied out and no like terms are joined, and those of the sums within
    functions and exponents, beyond the first of each.
    """
    outer, inner = _counted(term)
    return outer + inner


def _counted(term: Term) -> tuple[int, int]:
    match term:
        case Apply(operator="add", arguments=arguments):
            counts = [_counted(a) for a in arguments]
            return sum(o for o, _ in counts), sum(i for _, i in counts)
        case Apply(operator="multiply", arguments=arguments):
            counts = [_counted(a) for a in arguments]
            return min(prod(o for o, _ in counts), _LARGEST), sum(i for _, i in counts)
        case Apply(operator="power", arguments=(base, Number(value=value))) if (
            value.denominator == 1 and 0 < value <= _HIGHEST
        ):
            outer, inner = _counted(base)
            return min(comb(outer + int(value) - 1, int(value)), _LARGEST), inner
        case Apply(operator="negate", arguments=(only,)):
            return _counted(only)
        case Apply(operator="divide", arguments=(above, below)):
            outer, inner = _counted(above)
            return outer, inner + _monomials(below) - 1
        case Apply(arguments=arguments):
            return 1, sum(_monomials(a) - 1 for a in arguments)
        case Bind(bounds=bounds, body=body):
            return 1, sum(_monomials(a) - 1 for a in (*bounds, body))
    return 1, 0
