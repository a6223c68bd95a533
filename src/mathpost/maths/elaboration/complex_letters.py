r"""Letters that denote complex numbers: the columns of the plane in ``(\boldsymbol{k} e^{\mathrm{i}\theta})^*``.

They are bold or occur next to their conjugates: ``k`` and ``k^*`` have the same two parts. All other letters are real.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mathpost.maths.notation import UnreadError, is_bold
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Term, Variable, subterms
from mathpost.maths.terms.traversal import leaves, transform

CONJUGATED = "conjugate_of_complex"  # of a product of a letter and e^{iθ}
LINEAR = frozenset(
    ["add", "negate", "multiply", "divide", "dot", "conjugate", "real_part", "imaginary_part", CONJUGATED]
)
PLAIN = {"dot": "multiply", CONJUGATED: "conjugate"}
STAR = "^{*}"
UNIT = Apply("imaginary_unit", ())


def in_parts(left: Term, right: Term) -> tuple[Term, Term]:
    """The sides with complex letters replaced by their real and imaginary parts.

    Raises:
        UnreadError: a conjugated letter is not known to be complex, or a complex letter occurs outside of a product or sum.
    """
    conjugated = [
        t
        for side in (left, right)
        for t in subterms(side)
        if isinstance(t, Apply) and t.operator == CONJUGATED
    ]
    if not conjugated:
        return left, right
    factors = [v.name for side in (left, right) for v in leaves(side, LINEAR) if isinstance(v, Variable)]
    twins = {name + twin for name in factors if name + STAR in factors for twin in ("", STAR)}
    parts = {name: _parts(name) for name in factors if is_bold(name) or name in twins}
    standing = [t.name for side in (left, right) for t in subterms(side) if isinstance(t, Variable)]
    real = {
        v.name for term in conjugated for v in leaves(term, LINEAR) if isinstance(v, Variable)
    } - parts.keys()
    if real or any(standing.count(name) > factors.count(name) for name in parts):
        raise UnreadError("(…)^{*}", conjugated[0].origin)
    return _with_parts(left, parts), _with_parts(right, parts)


def _parts(name: str) -> Term:
    letter = bare(name.removesuffix(STAR))
    real, imaginary = (Variable(rf"{letter}_{{{part}}}") for part in (r"\Re", r"\Im"))
    turned: Term = Apply("multiply", (UNIT, imaginary))
    return Apply("add", (real, Apply("negate", (turned,)) if name.endswith(STAR) else turned))


def _with_parts(term: Term, parts: Mapping[str, Term]) -> Term:
    def with_part(part: Term) -> Term:
        match part:
            case Variable(name=name):
                return parts.get(name, part)
            case Apply(operator=operator) if operator in PLAIN:
                return replace(part, operator=PLAIN[operator])
        return part

    return transform(term, with_part)
