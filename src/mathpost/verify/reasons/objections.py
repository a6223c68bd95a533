"""What forbids to say `refuted` of a claim whose sides differ: the claim itself, the words, the rest of the post.

A false alarm is worse than a miss. Whatever could make the step true in its post, and is not in force in the models,
is an objection; the first one found is what the verdict names.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from mathpost.latex.lexer import split
from mathpost.maths import values
from mathpost.maths.elaboration import residues
from mathpost.maths.elaboration.calculus.gradients import function_of
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.cues import numeral_follows
from mathpost.maths.lexicon.senses import (
    AN_APPROXIMATION,
    ANOTHER_ARITHMETIC,
    DOUBTED,
    another_sense,
    counts_residues,
    speaks_of_another_base,
    speaks_of_bits,
    sums_repeated_indices,
)
from mathpost.maths.notation import any_bold, is_bold
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.operators import registry
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    operators,
    symbols,
    uses,
)
from mathpost.maths.transformations.recurrences import by_another_member
from mathpost.maths.typing import integers
from mathpost.verify.interpretation import antecedents, law_claims, roots
from mathpost.verify.interpretation.given import LEFT_OPEN
from mathpost.verify.interpretation.reading import ESTIMATES, ORDERS, SEARCHED, Reading
from mathpost.verify.methods.finite_models import Finding
from mathpost.verify.models.model import plain
from mathpost.verify.planning import power
from mathpost.verify.reasons import demands, misreadings, vectors
from mathpost.verify.reasons.branches import another_branch, of_complex_numbers
from mathpost.verify.reasons.changed_variables import in_another_variable
from mathpost.verify.reasons.constraints import Surroundings
from mathpost.verify.reasons.dependences import of_a_dependence
from mathpost.verify.reasons.few_values import of_few_values
from mathpost.verify.reasons.omissions import of_one_order, up_to_a_factor
from mathpost.verify.reasons.open_ranges import open_range
from mathpost.verify.reasons.other_objects import another_object
from mathpost.verify.reasons.reserving.redefinition import is_named_anew
from mathpost.verify.reasons.reserving.unstated import (
    in_one_case,
    of_a_law,
    of_a_law_in_part,
    of_a_state,
    of_an_average,
    of_blocks,
    of_symmetry,
    of_two_events,
    of_what_is_made,
)
from mathpost.verify.reasons.shorthand import shorthand

MAGNITUDE = 4  # factor between a number and what is no approximation of it
D = Variable("d")
SIZES_OF_OPENERS = frozenset(rf"\{size}" for size in "left big Big bigg Bigg bigl Bigl biggl Biggl".split())
REMAINDERS = frozenset([residues.OPERATOR])


def objection(number: int, reading: Reading, finding: Finding, around: Surroundings) -> str | None:
    """What forbids to refute the step `number`, or None."""
    step = around.steps[number]
    if finding.counterexample is None:
        return "no counterexample"
    objections = (
        roots.left_open(step, reading, around.context.conventions) or _of_a_kind(reading),
        inherent(step, reading, around.context),
        another_object(number, reading, around),
        misreadings.function(step, reading, around) or misreadings.differentiates(reading),
        misreadings.stationary_law(reading) or misreadings.unknown_law(reading),
        misreadings.unit(reading, around.context.conventions.constants.unit) or misreadings.base(reading),
        misreadings.numbers_of_a_name(reading, around.context)
        or misreadings.assembled(reading, around.context)
        or shorthand(step, reading),
        another_branch(step, reading, finding, around),
        open_range(step, reading),
        _of_several_equations(step, reading),
        _to_solve(number, reading, around),
        misreadings.borrowed(step, reading, around),
        in_another_variable(step, reading, around.context),
        _worded(step, reading, finding, around),
        of_few_values(step, reading, around.context),
        _bounded_by_a_symbol(step, reading),
        of_a_law_in_part(reading, around.context),
        of_a_dependence(reading, around.context),
        of_two_events(reading, step.sign),
        of_symmetry(reading, step.sign, around.context),
        of_blocks(reading, step.sign, around.context),
        of_what_is_made(reading, around.context),
        in_one_case(reading, around.context),
        power.averages_nothing(reading),
        demands.demanded(number, reading, around),
        up_to_a_factor(number, reading, around),
        of_one_order(reading, around),
        vectors.like_numbers(reading, step.sign, around.context),
    )
    return next((found for found in objections if found is not None), None)


def _bounded_by_a_symbol(step: Step, reading: Reading) -> str | None:
    """``f(x) \\le b``: a bound that is a symbol of which the other side does not speak says what that symbol is."""
    if step.sign not in ORDERS:
        return None
    for one, other in (reading.sides, reading.sides[::-1]):
        if isinstance(one, Variable) and one.name not in free_variables(other) and free_variables(other):
            return f"free symbol {one.name}"
    return None


def _of_a_kind(reading: Reading) -> str | None:
    """Remainders of what has no value: posts speak of odd, prime or coprime numbers far from where they count them."""
    return "numbers of a kind" if reading.free and uses(reading.sides, REMAINDERS) else None


def inherent(step: Step, reading: Reading, context: Context) -> str | None:
    """What in the claim itself forbids to refute it, whatever the models show."""
    if reading.given is not None and reading.given.id in LEFT_OPEN:
        return reading.given.sentence + " that is not said"
    if step.sign == FOLLOWS and law_claims.rests_on_independence(step, reading, context):
        if "independent" not in context.said_nearby(step.span):
            return "a dependence that is not said"
    if is_named_anew(step, reading, context):
        return "perhaps a second definition of " + step.left.text  # authors vary definitions by one sign, too
    if of_complex_numbers(reading):
        return "perhaps another branch of a complex function"
    size = "d" in reading.free and _is_a_size(reading, context)
    suspects = (t for side in reading.sides for t in occurrences(side, _suspects()))
    culprit = next((found for t in suspects if (found := _irrefutable(t, d_is_a_size=size))), None)
    if culprit is not None:
        return culprit
    made = (f for f in context.facts if f.step in reading.used and is_bold(f.head))
    if "I" in reading.free and (reading.shapes or any("I" in free_variables(f.right) for f in made)):
        return "I, perhaps the identity"
    averages = _averages(step) or any("expectation" in operators(side) for side in reading.sides)
    if "E" in reading.free and averages:
        return "E, perhaps an average"
    member = by_another_member(reading.sides)
    if member is not None:
        return "dependence of " + member
    defined = {f.head for f in context.facts}.intersection(map(function_of, reading.free))
    if defined:
        return "dependence of " + min(defined)
    twins = _in_two_weights(reading)
    if twins is not None:
        return twins
    misread = (
        vectors.beside_their_values(reading, step.sign)
        or power.between_arrays(reading)
        or power.added_to_an_array(reading)
        or power.of_a_number(reading)
        or power.conjugated(reading)
    )
    if misread is not None:
        return misread
    if step.sign in ORDERS:
        return None
    return of_a_law(reading) or of_an_average(reading) or of_a_state(reading)


def _averages(step: Step) -> bool:
    """Whether square brackets stand behind an ``E``, which may be an energy elsewhere in the post."""
    for side in (step.left, step.right):
        pieces = [p for p in split(side.text) if not p.isspace() and p not in SIZES_OF_OPENERS]
        if ("E", "[") in pairwise(pieces):
            return True
    return False


def _in_two_weights(reading: Reading) -> str | None:
    """A letter that is bold on one side and plain on the other, as where a vector has one entry."""
    stated = reading.stated or reading.sides
    if not any(any_bold(symbols(side)) for side in stated):
        return None
    left, right = map(_whole, stated)
    for one, other in ((left, right), (right, left)):
        for name in sorted(filter(is_bold, one - other)):
            letter = plain(name)
            if letter in other - one:
                return f"{letter} and {name}, perhaps the same"
    return None


def _whole(side: Term) -> frozenset[str]:
    """The free symbols of a side that stand without an index somewhere."""
    match side:
        case Apply(operator="index", arguments=(Variable(), *indices)):
            return frozenset[str]().union(*map(_whole, indices))
        case Apply(arguments=arguments):
            return frozenset[str]().union(*map(_whole, arguments))
        case Bind(variable=variable, bounds=bounds, body=body):
            return frozenset[str]().union(*map(_whole, (*bounds, body))) - {variable.name}
    return free_variables(side)


def _to_solve(number: int, reading: Reading, around: Surroundings) -> str | None:
    """An equation from which the post infers a value of one of its letters: it asks for that value."""
    solution = (
        None
        if around.steps[number].interior or not reading.free
        else antecedents.solution(number, around.steps)
    )
    return (
        f"an equation that is solved: {solution.left.text} = {solution.right.text}"[:160]
        if solution
        else None
    )


def _of_several_equations(step: Step, reading: Reading) -> str | None:
    """A letter of the equation that the claim solves which it does not speak of: another equation may give it."""
    dropped = free_variables(reading.left) - free_variables(reading.right)
    if step.found is None or step.found.slope or step.found.root or not dropped:
        return None
    return f"{min(dropped)}, which another equation may give"


def _is_a_size(reading: Reading, context: Context) -> bool:
    """Whether `d` is a number of the post: the length of a declared axis, or alone or last among the factors of the claim."""
    if any("d" in declared.axes for declared in context.known.of(kinds.DECLARATION)):
        return True
    return any(_stands_for_itself(side) for side in reading.stated or reading.sides)


def _stands_for_itself(side: Term) -> bool:
    """Whether `d` is a factor that nothing follows, or a term: no sign of a differential stands so."""
    match side:
        case Apply(operator="multiply", arguments=factors):
            return factors[-1] == D or any(_stands_for_itself(f) for f in factors if f != D)
        case Apply(operator="index" | "call"):
            return False
        case Apply(arguments=arguments):
            return any(a == D or _stands_for_itself(a) for a in arguments)
        case Bind(bounds=bounds, body=body):
            return any(a == D or _stands_for_itself(a) for a in (*bounds, body))
    return False


@cache
def _suspects() -> frozenset[str]:
    """The operators that may be irrefutable; those whose values are estimates are a doubt."""
    confirming = frozenset(o.name for o in registry().values() if not o.may_refute)
    return (confirming - ESTIMATES.keys() - SEARCHED - {"call", "dots"}) | {"index", "multiply"}


def _irrefutable(term: Apply | Bind, *, d_is_a_size: bool) -> str | None:
    """An array set to the identity, a differential, an operator that only confirms."""
    match term:
        case Apply(operator="index", arguments=(head, *_)):
            return "I, perhaps the identity" if head == Variable("I") else None
        case Apply(operator="multiply", arguments=factors):
            if _differential(factors, d_is_a_size):
                return "perhaps a differential"
            return "products of differentials" if _of_second_order(factors) else None
        case Bind(bounds=(Apply(operator="sphere" | "ball"),)):
            return None  # an extreme to which a way along the gradient leads
    return term.operator


def _differential(factors: Sequence[Term], d_is_a_size: bool) -> bool:
    """Whether ``dx`` stands among the factors: a small change, or d times x."""
    return any(
        isinstance(a, Variable)
        and (a.name == r"\boldsymbol{d}" or (a == D and _is_named(b) and not d_is_a_size))
        for a, b in pairwise(factors)
    )


def _is_named(term: Term) -> bool:
    """Whether a term is a symbol, perhaps with a number below: ``\\sigma_{11}``."""
    match term:
        case Apply(operator="index", arguments=(Variable(), *labels)):
            return all(isinstance(label, Number) for label in labels)
    return isinstance(term, Variable)


def _of_second_order(factors: Sequence[Term]) -> bool:
    """Whether differentials are multiplied, which a post leaves out without a word."""
    return sum("differential" in operators(f) for f in factors) > 1


def _worded(step: Step, reading: Reading, finding: Finding, around: Surroundings) -> str | None:
    """Words that change what a claim says: that it is wrong, a unit behind a number (``800``万), another base."""
    span = around.document.formulas[step.formula].span
    text = around.document.source.text
    words = around.context.words
    before, after = words.before(span), words.after(span)
    if sums_repeated_indices(text) and integers.integers(reading.sides).indices:
        return "repeated indices that are summed"
    if speaks_of_bits(before + " " + after):
        return "perhaps of what is 0 or 1"
    if reading.shapes and misreadings.crosses(step, around.context.conventions.arrays.plain):
        return "perhaps a cross product"
    sense = another_sense(before, after, words.later(span))
    if sense == ANOTHER_ARITHMETIC and uses(reading.sides, REMAINDERS):
        return None  # that of the claim itself
    if sense == DOUBTED or (sense is not None and not reading.free and not _out_of_reach(sense, finding)):
        return sense
    if reading.free:
        return None
    if counts_residues(text):
        return ANOTHER_ARITHMETIC
    if numeral_follows(text[span.end : span.end + 12]):
        return "a unit behind the formula"
    if speaks_of_another_base(text[max(0, span.start - 200) : span.end + 60]) and not _is_negative(finding):
        return "numbers in another base"
    return None


def _is_negative(finding: Finding) -> bool:
    """Whether one of two numbers is negative and the other is not: so they are in every base."""
    ratio = finding.counterexample.ratio if finding.counterexample is not None else None
    return ratio is not None and not values.is_complex(ratio) and bool(values.ball(ratio) < 0)


def _out_of_reach(sense: str, finding: Finding) -> bool:
    """Whether a number is no approximation of another: it has the other sign, or another order of magnitude."""
    ratio = finding.counterexample.ratio if finding.counterexample is not None else None
    if sense != AN_APPROXIMATION or ratio is None or values.is_complex(ratio):
        return False
    size = values.ball(ratio)
    return bool(size < 0 or size > MAGNITUDE or (size > 0 and size * MAGNITUDE < 1))
