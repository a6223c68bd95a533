"""Definitions that contain the symbol that they define: recurrences, and members of a family in terms of later ones.

>>> from mathpost.maths.terms.term import Variable
>>> occurs(Variable("x"), "x", whole=True)
True
"""

from __future__ import annotations

from fractions import Fraction

from mathpost.maths.terms.rewriting import rewrite_everywhere, rule
from mathpost.maths.terms.term import ZERO, Apply, Bind, Number, Term, Variable, free_variables, replaced
from mathpost.maths.terms.traversal import standing_alone


def without_constants(term: Term, head: str) -> Term:
    """`term` with constants that have the name of the function and a number as index, ``V_0``, replaced by 0."""
    constant = rule("f_[places__]", "0", f=lambda family: family == Variable(head), places=_is_number)
    return rewrite_everywhere([constant], term)


def _is_number(term: Term) -> bool:
    return isinstance(term, Number)


def without_later(term: Term, family: str, place: Fraction) -> Term:
    r"""`term` with members of `family` after `place` in sums and products set to 0: ``\alpha_0 = \sum_{k=1}^K \alpha_k``."""
    match term:
        case Bind(
            operator="sum" | "product",
            variable=variable,
            bounds=(Number(value=low), high),
            body=body,
        ) if low > place and family not in free_variables(high):
            inner = replaced(body, Apply("index", (Variable(family), variable)), ZERO)
            return Bind(term.operator, variable, term.bounds, inner, term.origin)
        case Apply(operator=operator, arguments=arguments, origin=origin):
            return Apply(operator, tuple(without_later(a, family, place) for a in arguments), origin)
    return term


def occurs(term: Term, name: str, *, whole: bool) -> bool:
    """Whether `name` occurs in `term`; with `whole` only without an index: ``Σ`` does not count in ``Σ_p``."""
    return name in (standing_alone((term,)) if whole else free_variables(term))
