"""A polynomial body as a sum of products: what depends on the bound names, and what is outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import Polynomial, Rational


def split(form: Form, names: frozenset[str], body: Rational) -> Iterator[tuple[Rational, Rational]]:
    """`body` as a sum of products: a factor free of `names`, and one that has no such factor left."""
    alone = form.single(body)
    if alone is not None:
        yield (form.one, body) if alone.free & names else (body, form.one)
        return
    inside = [bool(g.free & names) for g in form.generators]
    inside += [False] * (len(form.letters) - len(inside))
    outer_den, inner_den = _content(form, body.den, inside)
    for mono, coefficient in _grouped(form, body.num, inside).items():
        inner = form.quotient(form.context.from_dict({mono: 1}), inner_den)
        yield form.quotient(coefficient, outer_den), inner


def _grouped(form: Form, p: Polynomial, inside: Sequence[bool]) -> dict[tuple[int, ...], Polynomial]:
    """Coefficients of `p` as a polynomial in the generators `inside`."""
    parts: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
    for exponents, coefficient in p.terms():
        mono = tuple(e if i else 0 for e, i in zip(exponents, inside, strict=True))
        rest = tuple(0 if i else e for e, i in zip(exponents, inside, strict=True))
        parts.setdefault(mono, {})[rest] = coefficient
    return {mono: form.context.from_dict(terms) for mono, terms in parts.items()}


def _content(form: Form, p: Polynomial, inside: Sequence[bool]) -> tuple[Polynomial, Polynomial]:
    """`p` as a factor free of the generators `inside` times a primitive part."""
    if p is form.unit:
        return p, p
    common, *others = _grouped(form, p, inside).values()
    for other in others:
        if common.is_constant():
            break
        form.spend(len(common) * len(other) + 1)
        common = common.gcd(other)
    primitive = p / common
    leading = primitive.leading_coefficient()
    return common * leading, primitive * (1 / leading)
