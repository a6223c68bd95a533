"""Claims that something has a law: what is made of declared variables has the cumulants of the law that is said of it."""

from __future__ import annotations

from mathpost.maths import averages, notation
from mathpost.maths.context import Context
from mathpost.maths.cumulants import claimed, is_column, made_of
from mathpost.maths.distributions import Distribution, registry
from mathpost.maths.elaborate import Conventions, Reader, elaborate
from mathpost.maths.facts import Facts
from mathpost.maths.laws import Declared, has_alternative
from mathpost.maths.notation import UnreadError
from mathpost.maths.step import Step
from mathpost.maths.term import ONE, TWO, Apply, Term, Variable, operators
from mathpost.maths.unfolding import declared, unfold
from mathpost.verify.hearing import PARAMETERS, Reading

DIRECTION = Variable(r"\boldsymbol{ψ}")
# below nought, where the mean of e^{tX} exists of all that is positive
PLACE = Apply("negate", (Apply("power", (Variable("t⁎"), TWO)),))


def literal(
    number: int, step: Step, context: Context, conventions: Conventions
) -> tuple[Reading, frozenset[str]]:
    """The claim as an equation between cumulants, with the definitions in force put in, and the open notations in it.

    Raises:
        UnreadError: nothing is known of the law of the left side.
    """
    facts = context.in_force(step.relation_span.start, frozenset((number,)), values=False)
    other = PARAMETERS in conventions.choices
    laws = declared(facts, other)
    left = elaborate(step.left.nodes, conventions)
    made, used = _unfolded(left.term, facts, laws)
    distribution, parameters, open_ = _said(step, made, conventions)
    names = {law.distribution.name for law in laws.values()}
    if distribution.alternative in names and distribution.name not in names:
        distribution = registry()[distribution.alternative]  # as the post has told
    at = DIRECTION if distribution.arrays else PLACE
    known = made_of(made, at, laws)
    right, also = unfold(claimed(distribution.name, parameters, at, known), _definitions(facts))
    steps = used | also | {law.step for law in known.laws}
    untold = {fact.step for fact in context.facts if fact.form == "law" and has_alternative(fact.right)}
    alike = all(law.parameters[-1:] == (ONE,) for law in known.laws)  # whatever the parameters are
    open_ = (open_ and alike) or any(law.step in untold for law in known.laws)
    reading = Reading(known.cumulants, right, conventions.choices, frozenset(steps))
    ambiguities = left.ambiguities | (frozenset((PARAMETERS,)) if open_ else frozenset())
    return reading._replace(stated=reading.sides), ambiguities


def rests_on_independence(reading: Reading, context: Context) -> bool:
    """Whether the law of a claim is that of several variables."""
    laws = [fact for fact in context.facts if fact.form == "law" and fact.step in reading.used]
    return len(laws) > 1 or "sum" in operators(reading.left)


def _said(step: Step, made: Term, conventions: Conventions) -> tuple[Distribution, tuple[Term, ...], bool]:
    """The law behind the sign, its parameters, and whether these may be the other ones."""
    row = notation.without_stop(notation.items(step.right.nodes))
    reader = Reader(row, conventions, set())
    found = averages.distributed(reader, row, (made,), short=True)
    if found is None:
        raise UnreadError(step.right.text, step.right.span)
    distribution, parameters = found
    if distribution.arrays and not is_column(made):
        distribution = registry()["normal"]
    return distribution, parameters, PARAMETERS in reader.ambiguities


def _definitions(facts: Facts) -> Facts:
    """The facts that say what symbols are, and not what laws they have."""
    return {key: found for key, found in facts.items() if key[0] != "law"}


def _unfolded(term: Term, facts: Facts, laws: dict[str, Declared]) -> tuple[Term, frozenset[int]]:
    """`term` down to the variables that have laws."""
    return unfold(term, _definitions(facts), kept=frozenset(map(Variable, laws)))


__all__ = ["literal", "rests_on_independence"]
