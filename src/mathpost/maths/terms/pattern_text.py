"""How patterns are written, as expressions: ``expectation(a_ + rest__)``, ``norm(x_) ** 2``, ``sum[k_, low_, high_](body_)``.

    x_, _            a term
    xs__, xs___      one or more arguments; any number of them
    f(x_, y_)        an application with these arguments in this order; ``(f | g)(x_)`` of either operator
    a_ + b_          a sum in any order, with nested sums flattened; ``a_ * b_`` such a product
    x_[i_]           an entry; ``x_ / y_``, ``x_ ** y_``, ``-x_``, ``x_ - y_`` as they are read
    sum[k_, a_](b_)  a binder with its variable, its bounds and its body; the bound variable may have any name
    2, pi(), "x"     a number, an operator without arguments, a variable

``add(...)`` and ``multiply(...)`` are a sum and a product in their order, which products of arrays need.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from mathpost.maths.terms.patterns import (
    Applied,
    Bound,
    Condition,
    Literal,
    Pattern,
    Several,
    Wildcard,
    names,
)
from mathpost.maths.terms.term import Number, Variable

OPERATORS = {"Add": "add", "Sub": "add", "Mult": "multiply", "Div": "divide", "Pow": "power"}
COMMUTING = frozenset(["add", "multiply"])


def pattern(text: str, **conditions: Condition) -> Pattern:
    """The pattern written as `text`; `conditions` restrict its wildcards: ``pattern("x_[i_]", i=is_number)``."""
    return scoped(_read(ast.parse(text, mode="eval").body, conditions))


def _read(node: ast.expr, conditions: Mapping[str, Condition]) -> Pattern:
    def read(inner: ast.expr) -> Pattern:
        return _read(inner, conditions)

    match node:
        case ast.Name(id=text):
            name = text.rstrip("_")
            least = {1: None, 2: 1, 3: 0}[len(text) - len(name)]
            condition = conditions.get(name)
            return Wildcard(name, condition) if least is None else Several(name, least, condition)
        case ast.Constant(value=int() as value):
            return Literal(Number(Fraction(value)))
        case ast.Constant(value=str() as value):
            return Literal(Variable(value))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return Literal(Number(Fraction(-value)))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return Applied(frozenset(["negate"]), (read(operand),))
        case ast.BinOp(left=left, op=sign, right=right):
            operator = OPERATORS[type(sign).__name__]
            behind = ast.UnaryOp(ast.USub(), right) if isinstance(sign, ast.Sub) else right
            parts: tuple[Pattern, ...] = (read(left), read(behind))
            if operator in COMMUTING and isinstance(parts[0], Applied) and parts[0].commutes:
                if operator in parts[0].operators:
                    parts = (*parts[0].parts, parts[1])
            return Applied(frozenset([operator]), parts, operator in COMMUTING)
        case ast.Subscript(value=family, slice=places):
            return Applied(frozenset(["index"]), (read(family), *map(read, _listed(places))))
        case ast.Call(func=ast.Subscript(value=binder, slice=ends), args=[body]):
            variable, *bounds = map(read, _listed(ends))
            assert isinstance(variable, Wildcard | Literal)
            return Bound(_operators(binder), variable, tuple(bounds), read(body))
        case ast.Call(func=function, args=arguments):
            return Applied(_operators(function), tuple(map(read, arguments)))
    raise ValueError(ast.unparse(node))


def _operators(node: ast.expr) -> frozenset[str]:
    match node:
        case ast.Name(id=name):
            return frozenset([name])
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _operators(left) | _operators(right)
    raise ValueError(ast.unparse(node))


def _listed(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def scoped(of: Pattern, outside: frozenset[str] = frozenset(), made: Pattern | None = None) -> Pattern:
    """`of`, each binder with the wildcards of its body that also occur elsewhere: in `outside`, or in the right side `made`."""
    match of:
        case Applied(parts=parts):
            around = [outside.union(*map(names, parts[:k] + parts[k + 1 :])) for k in range(len(parts))]
            return replace(of, parts=tuple(scoped(p, a, made) for p, a in zip(parts, around, strict=True)))
        case Bound(variable=variable, bounds=bounds, body=body):
            around_body = outside.union(*map(names, bounds))
            escaping = frozenset[str]() if made is None else outside_of(variable, made)
            return replace(
                of,
                body=scoped(body, around_body, made),
                elsewhere=((around_body | escaping) & names(body)) - names(variable),
            )
    return of


def outside_of(variable: Pattern, made: Pattern) -> frozenset[str]:
    """The wildcards of `made` that occur outside of all binders of `variable`."""
    match made:
        case Applied(parts=parts):
            return frozenset[str]().union(*(outside_of(variable, part) for part in parts))
        case Bound(variable=own, bounds=bounds, body=body):
            inner = frozenset[str]() if own == variable else outside_of(variable, body)
            return inner.union(*(outside_of(variable, bound) for bound in bounds))
    return names(made)
