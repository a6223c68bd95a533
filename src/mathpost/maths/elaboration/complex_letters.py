r"""Letters that stand for complex numbers: the columns of the plane in ``(\boldsymbol{k} e^{\mathrm{i}\theta})^*``.

They are bold, or stand beside their conjugates: ``k`` and ``k^*`` have the same two parts. All other letters are real.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mathpost.maths.notation import UnreadError, is_bold
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Bind, Term, Variable, subterms

CONJUGATED = "conjugate_of_complex"  # of a product in which a letter stands beside e^{iθ}
LINEAR = frozenset(
    ["add", "negate", "multiply", "divide", "dot", "conjugate", "real_part", "imaginary_part", CONJUGATED]
)
STAR = "^{*}"
UNIT = Apply("imaginary_unit", ())


def in_parts(left: Term, right: Term) -> tuple[Term, Term]:
    """The sides with the letters that stand for complex numbers as their real and imaginary parts.

    Raises:
        UnreadError: a letter that is conjugated is not known to be complex, or one that is stands where no number may.
    """
    conjugated = [
        t
        for side in (left, right)
        for t in subterms(side)
        if isinstance(t, Apply) and t.operator == CONJUGATED
    ]
    if not conjugated:
        return left, right
    factors = [v.name for side in (left, right) for v in _factors(side)]
    twins = {name + twin for name in factors if name + STAR in factors for twin in ("", STAR)}
    parts = {name: _parts(name) for name in factors if is_bold(name) or name in twins}
    standing = [t.name for side in (left, right) for t in subterms(side) if isinstance(t, Variable)]
    real = {v.name for term in conjugated for v in _factors(term)} - parts.keys()
    if real or any(standing.count(name) > factors.count(name) for name in parts):
        raise UnreadError("(…)^{*}", conjugated[0].origin)
    return _with_parts(left, parts), _with_parts(right, parts)


def _factors(term: Term) -> Iterator[Variable]:
    """The letters that a term is made of by arithmetic: what stands in an exponent is none."""
    match term:
        case Variable():
            yield term
        case Apply(operator=operator, arguments=arguments) if operator in LINEAR:
            for argument in arguments:
                yield from _factors(argument)


def _parts(name: str) -> Term:
    letter = bare(name.removesuffix(STAR))
    real, imaginary = (Variable(rf"{letter}_{{{part}}}") for part in (r"\Re", r"\Im"))
    turned: Term = Apply("multiply", (UNIT, imaginary))
    return Apply("add", (real, Apply("negate", (turned,)) if name.endswith(STAR) else turned))


def _with_parts(term: Term, parts: Mapping[str, Term]) -> Term:
    match term:
        case Variable(name=name):
            return parts.get(name, term)
        case Apply(operator=operator, arguments=arguments, origin=origin):
            plain = {"dot": "multiply", CONJUGATED: "conjugate"}.get(operator, operator)
            return Apply(plain, tuple(_with_parts(a, parts) for a in arguments), origin)
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body, origin=origin):
            limits = tuple(_with_parts(b, parts) for b in bounds)
            return Bind(operator, variable, limits, _with_parts(body, parts), origin)
    return term


__all__ = ["CONJUGATED", "in_parts"]
