r"""Integrals over a space of columns, ``\int e^{-\|\boldsymbol{x}\|^2} \,d\boldsymbol{x}``: their terms and dimensions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mathpost.maths.terms.names import is_bold
from mathpost.maths.terms.term import Apply, Bind, Term, free_variables, occurrences, operators, subterms
from mathpost.maths.terms.traversal import transform

GAUSSIAN = "gaussian_integral"
INTEGRALS = frozenset(["integral"])
UNKNOWN = frozenset(["call", "density", "expectation", "average"])  # no exponential of a quadratic form


def in_spaces(sides: Sequence[Term]) -> tuple[Term, ...]:
    """`sides` with integrals over spaces as Gaussian integrals if all of them can be; otherwise unchanged."""
    over = [t for side in sides for t in occurrences(side, INTEGRALS) if _is_over_space(t)]
    gaussian = all("exp" in operators(t) and not operators(t) & UNKNOWN for t in over)
    return tuple(map(_gaussian, sides)) if over and gaussian else tuple(sides)


def _is_over_space(term: Term) -> bool:
    return (
        isinstance(term, Bind)
        and term.operator == "integral"
        and not term.bounds
        and is_bold(term.variable.name)
    )


def _gaussian(term: Term) -> Term:
    def gaussian(part: Term) -> Term:
        return replace(part, operator=GAUSSIAN) if isinstance(part, Bind) and _is_over_space(part) else part

    return transform(term, gaussian)


def dimensions(sides: Sequence[Term]) -> dict[str, str]:
    r"""The columns that Gaussian integrals run over, each with the letter of its length: ``d`` of ``(2\pi)^{d/2}``."""
    columns = [
        t.variable.name
        for side in sides
        for t in subterms(side)
        if isinstance(t, Bind) and t.operator == GAUSSIAN
    ]
    letters = {name for side in sides for name in _exponents_of_pi(side)} if columns else set()
    return dict.fromkeys(columns, *letters) if len(letters) == 1 else {}


def _exponents_of_pi(side: Term) -> Iterator[str]:
    for term in subterms(side):
        match term:
            case Apply(operator="power", arguments=(base, exponent)) if "pi" in operators(base):
                yield from (name for name in free_variables(exponent) if not is_bold(name))
