"""The door to SymPy: integrals, limits and endless sums that a normal form does not reach.

Only a proof by SymPy counts, never its failure to prove; what it proves must also agree in numbers where
both sides can be computed, because its integrals forget branches and conditions. Only the operators of
`translation` pass the door: others have silent wrong answers there (the derivative of log det A is 0). It runs
in processes of its own, with hard limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from mathpost.maths.terms.term import Bind, Term, Variable, subterms
from mathpost.verify.proving.pool import Failed, Killed, run
from mathpost.verify.proving.summation.binders import opened
from mathpost.verify.proving.symbolic.points import agree
from mathpost.verify.proving.symbolic.translation import (
    NOTHING,
    Assumptions,
    Expression,
    NoSymbolicFormError,
    counted,
    srepr,
    to_sympy,
)

SECONDS = 5.0
MEMORY = 1_500 * 2**20


class Claim(NamedTuple):
    """Two sides said to be equal."""

    left: Term
    right: Term
    assumptions: Assumptions = NOTHING


def prove_equal(left: Term, right: Term, assumptions: Assumptions = NOTHING) -> bool:
    """Whether SymPy proves the sides equal. False means only that it did not."""
    return prove_all((Claim(left, right, assumptions),)) == (True,)


def prove_all(
    claims: Sequence[Claim], *, seconds_cpu: float = SECONDS, memory_bytes: int = MEMORY, workers: int = 1
) -> tuple[bool | Killed, ...]:
    """For each claim whether it is proved, or that its process was killed; False is not a refutation."""
    answers = run(_decide, claims, seconds_cpu=seconds_cpu, memory_bytes=memory_bytes, workers=workers)
    return tuple(False if isinstance(answer, Failed) else answer for answer in answers)


# --- inside the worker ------------------------------------------------------------------------------------


def _decide(claim: Claim) -> bool:
    """Whether the claim is proved; any error means no."""
    claim = claim._replace(left=opened(claim.left), right=opened(claim.right))
    whole = claim.assumptions.integer | counted(claim.left) | counted(claim.right)
    assumptions = claim.assumptions._replace(integer=whole)
    try:
        left, right = (to_sympy(side, assumptions) for side in (claim.left, claim.right))
    except NoSymbolicFormError:
        return False
    variable = _antiderivative_variable(claim)
    if variable is not None:
        symbol = to_sympy(Variable(variable), assumptions)
        left, right = left.diff(symbol), right.diff(symbol)
    return _vanishes(left, right) and agree(left, right)


def _antiderivative_variable(claim: Claim) -> str | None:
    """The variable of the indefinite integrals: sides that differ by a constant have the same slope."""
    names = {
        part.variable.name
        for side in (claim.left, claim.right)
        for part in subterms(side)
        if isinstance(part, Bind) and part.operator == "integral" and not part.bounds
    }
    return names.pop() if len(names) == 1 else None


def _vanishes(left: Expression, right: Expression) -> bool:
    import sympy

    a, b = (_evaluated(side) for side in (left, right))
    if any(side.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo) for side in (a, b)):
        return False
    difference = a - b
    for attempt in _attempts(sympy):
        difference = attempt(difference)
        if difference == 0:
            return True
    return False


def _attempts(sympy: Any) -> Iterator[Callable[[Expression], Expression]]:
    yield sympy.expand
    yield sympy.simplify
    yield lambda e: sympy.simplify(sympy.expand_log(sympy.expand_func(e.rewrite(sympy.gamma))))
    yield lambda e: sympy.simplify(sympy.powsimp(sympy.expand(e.rewrite(sympy.exp)), force=False))


def _evaluated(side: Expression) -> Expression:
    """With sums, integrals and limits carried out, and the general branch of what they distinguish."""
    import sympy

    done = side.doit(conds="none")
    return done.replace(sympy.Piecewise, _branch)


def _branch(*cases: Any) -> Expression:
    """The general case: not one of single points (``q = 1``), and one that has a value."""
    import sympy

    open_forms = (sympy.Sum, sympy.Integral, sympy.Product, sympy.Limit)
    for value, condition in cases:
        if not condition.has(sympy.Eq) and not value.has(*open_forms):
            return value
    return sympy.Piecewise(*cases, evaluate=False)


__all__ = ["Assumptions", "Claim", "NoSymbolicFormError", "prove_all", "prove_equal", "srepr", "to_sympy"]
