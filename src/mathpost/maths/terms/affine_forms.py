"""Sums of whole multiples of symbols and a number: how a place in a row of terms is written, ``n - 1``, ``2k + 1``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.maths.terms.term import Apply, Number, Term, Variable


class Affine(NamedTuple):
    """A sum of whole multiples of symbols and a number."""

    symbols: tuple[tuple[str, Fraction], ...]
    constant: Fraction


def affine_form(term: Term) -> Affine | None:
    """`term` as a sum of multiples of symbols and a number, None where it is none."""
    match term:
        case Number(value=value):
            return Affine((), value)
        case Variable(name=name):
            return Affine(((name, Fraction(1)),), Fraction(0))
        case Apply(operator="negate", arguments=(inner,)):
            return _scaled(affine_form(inner), Fraction(-1))
        case Apply(operator="multiply", arguments=(Number(value=value), other)):
            return _scaled(affine_form(other), value)
        case Apply(operator="add", arguments=arguments):
            parts = [affine_form(a) for a in arguments]
            known = [p for p in parts if p is not None]
            return _added(known) if len(known) == len(parts) else None
    return None


def _scaled(form: Affine | None, factor: Fraction) -> Affine | None:
    if form is None:
        return None
    return Affine(tuple((n, f * factor) for n, f in form.symbols if f * factor), form.constant * factor)


def _added(forms: Sequence[Affine]) -> Affine:
    symbols: dict[str, Fraction] = {}
    for form in forms:
        for name, factor in form.symbols:
            symbols[name] = symbols.get(name, Fraction(0)) + factor
    return Affine(
        tuple(sorted((n, f) for n, f in symbols.items() if f)),
        sum((f.constant for f in forms), Fraction(0)),
    )


def as_term(form: Affine) -> Term:
    parts: list[Term] = [
        Variable(name) if factor == 1 else Apply("multiply", (Number(factor), Variable(name)))
        for name, factor in form.symbols
    ]
    if form.constant or not parts:
        parts.append(Number(form.constant))
    return parts[0] if len(parts) == 1 else Apply("add", tuple(parts))


__all__ = ["Affine", "affine_form", "as_term"]
