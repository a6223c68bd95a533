r"""Letters defined as a mixture of laws, ``m = \frac{p + q}{2}``: their densities, and averages under them."""

from __future__ import annotations

from mathpost.maths.elaboration.chance import probability
from mathpost.maths.facts.facts import Facts
from mathpost.maths.terms.term import Apply, Number, Term, Variable, free_variables
from mathpost.maths.typing.randomness import law_name

ALONE = Apply("given", ())


def put_in(term: Apply, facts: Facts) -> tuple[Term, int] | None:
    """A density of a mixture, or an average under it, as a mixture over its components, with its step; None for other terms."""
    match term:
        case Apply(
            operator="density" | "average",
            arguments=(
                *bodies,
                Apply(arguments=()) as law,
                Apply(operator="heads") as heads,
                Apply(arguments=()),
            ),
        ):
            for fact in facts.get(("symbol", law_name(law)), ()):
                mixed = _mixed(fact.right, tuple(bodies), heads, term)
                if mixed is not None and isinstance(fact.right, Apply):
                    return mixed, fact.step
    return None


def _mixed(mixture: Term, bodies: tuple[Term, ...], heads: Apply, of: Apply) -> Term | None:
    """The term `of` for each law in a weighted sum of laws; None if `mixture` is not such a sum."""
    match mixture:
        case Variable(name=name) if name in probability.LAWS:
            return Apply(of.operator, (*bodies, probability.law_of(mixture), heads, ALONE), of.origin)
        case Apply(operator="add", arguments=summands):
            parts = [_mixed(s, bodies, heads, of) for s in summands]
            known = tuple(p for p in parts if p is not None)
            return Apply("add", known, of.origin) if len(known) == len(parts) else None
        case Apply(operator="divide", arguments=(top, Number() as count)):
            part = _mixed(top, bodies, heads, of)
            return None if part is None else Apply("divide", (part, count), of.origin)
        case Apply(operator="multiply", arguments=(*shares, law)) if not any(map(free_variables, shares)):
            part = _mixed(law, bodies, heads, of)
            return None if part is None else Apply("multiply", (*shares, part), of.origin)
    return None
