"""Claims that something has a law: what is built from declared variables has the cumulants of the law that is stated about it."""

from __future__ import annotations

from mathpost.maths import notation
from mathpost.maths.chance.cumulants import claimed, is_column, made_of
from mathpost.maths.chance.transformations import transformed
from mathpost.maths.distributions import Distribution, registry
from mathpost.maths.elaboration.chance import averages
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import RowReader, elaborate
from mathpost.maths.facts.facts import Facts, of_formulas
from mathpost.maths.facts.laws import Declared, has_alternative
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import CAPITALS
from mathpost.maths.terms.term import ONE, TWO, Apply, Term, Variable, free_variables, operators
from mathpost.maths.transformations.unfolding import declared, unfold
from mathpost.verify.interpretation.reading import PARAMETERS, Reading

DIRECTION = Variable(r"\boldsymbol{ψ}")
# below zero, where the mean of e^{tX} exists of all that is positive
PLACE = Apply("negate", (Apply("power", (Variable("t⁎"), TWO)),))
PLACES = free_variables(PLACE) | free_variables(DIRECTION)  # what cumulants are functions of


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
    unknown = _without_law(made, laws, conventions)
    if unknown:
        raise UnreadError(f"law of {min(unknown)}", step.left.span)
    distribution, parameters, open_ = _stated_law(step, made, conventions)
    names = {law.distribution.name for law in laws.values()}
    if distribution.alternative in names and distribution.name not in names:
        distribution = registry()[distribution.alternative]  # as the post has told
    at = DIRECTION if distribution.arrays else PLACE
    within: tuple[Term, ...] = ()
    try:
        known = made_of(made, at, laws)
        compared = known.cumulants, claimed(distribution.name, parameters, at, known)
        of = known.laws
    except UnreadError:
        by_density = transformed(made, laws, distribution, parameters)
        if by_density is None:
            raise
        compared, within, of = (by_density.left, by_density.right), by_density.within, (by_density.law,)
    right, also = unfold(compared[1], _definitions(facts))
    steps = of_formulas(used | also | {law.step for law in of})
    untold = {fact.step for fact in context.facts if fact.form == "law" and has_alternative(fact.right)}
    alike = all(law.parameters[-1:] == (ONE,) for law in of)  # whatever the parameters are
    open_ = (open_ and alike) or any(law.step in untold for law in of)
    reading = Reading(compared[0], right, conventions.choices, steps, within=within)
    ambiguities = left.ambiguities | (frozenset((PARAMETERS,)) if open_ else frozenset())
    return reading._replace(stated=reading.sides), ambiguities


def rests_on_independence(step: Step, reading: Reading, context: Context) -> bool:
    """Whether the law of a claim is that of several variables."""
    laws = [fact for fact in context.facts if fact.form == "law" and fact.step in reading.used]
    heads = {fact.head for fact in context.facts if fact.form == "law"}
    several = len({bare(head) for head in heads} & letters(step.left.nodes)) > 1
    return len(laws) > 1 or several or "sum" in operators(reading.left)


def _without_law(made: Term, laws: dict[str, Declared], conventions: Conventions) -> frozenset[str]:
    """The variables among those that something is built from whose law the post does not give."""
    free = free_variables(made)
    return frozenset(n for n in free - laws.keys() if bare(n) in CAPITALS or n in conventions.chance.random)


def _stated_law(
    step: Step, made: Term, conventions: Conventions
) -> tuple[Distribution, tuple[Term, ...], bool]:
    """The law after the sign, its parameters, and whether these may be the other ones."""
    row = notation.without_stop(notation.items(step.right.nodes))
    reader = RowReader(row, conventions)
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
