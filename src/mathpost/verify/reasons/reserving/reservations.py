"""What a claim whose sides differ leaves open: a free symbol, what its letters stand for, what the words make of it.

A reservation stands unless a neighbour of the claim holds: a post that leaves a symbol open makes an identity true by
chance far more rarely than an author slips. Which slips weigh so much depends on what is left open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mathpost.latex.tree import Group, Node, Scripts, Symbol, children
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.cues import cites, cue, speaks_of_an_equation
from mathpost.maths.lexicon.senses import (
    AN_APPROXIMATION,
    ANOTHER_ARITHMETIC,
    INDEPENDENCE,
    ORTHOGONALITY,
    another_sense,
    counts_residues,
)
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step, is_root
from mathpost.maths.terms.landau import BOUNDS
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import (
    CHANCE,
    averages,
    bounded_by_the_law,
    outcomes_at_hand,
    outside_averages,
    speaks_of_chance,
)
from mathpost.maths.terms.term import ZERO, Apply, Term, Variable, free_variables, occurrences, uses
from mathpost.maths.typing.randomness import leaves_outcome_open, randomness
from mathpost.verify.interpretation.reading import ORDERS, PLACES, Reading, hidden_dependence
from mathpost.verify.methods.finite_models import Finding
from mathpost.verify.models.model import plain
from mathpost.verify.planning.power import A_CASE, is_a_case
from mathpost.verify.planning.unknowns import open_letters, plain_letters
from mathpost.verify.reasons.reserving.kinships import among_letters
from mathpost.verify.reasons.reserving.redefinition import goes_on, renamed
from mathpost.verify.slips.likeness import is_never_nought
from mathpost.verify.slips.slips import GROSS, OF_FORM, Kind

BLOCKS = frozenset(["11", "12", "21", "22"])  # of a matrix in four parts: few write an eleventh power
LABELS = frozenset("dsDScfhbu")  # demand and supply, firms and households
GIVEN = frozenset(["given"])
LETTERS = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi varphi psi omega".split()
)
POWER = frozenset(["power"])
MEANS = frozenset(["mean", "column_mean"])
OF_CHANCE = CHANCE | MEANS
LEAD = 160  # characters of words that lead into a formula
# the reverse of a bound, where it always holds, leaves equality to it alone, whatever it may be meant for
REVERSAL: frozenset[Kind] = frozenset(["relation"])
OF_PARAMETERS = "other values of the symbols of its equation"
CONDITION = "a condition rather than an identity"
OF_THE_LAW = "a value that rests on the law of what is random"


class Reservation(NamedTuple):
    """What is left open, in words, and the kinds of slips that would explain the claim better than that."""

    words: str
    slips: frozenset[Kind]


def reservation(step: Step, reading: Reading, finding: Finding, context: Context) -> Reservation | None:
    """What a claim that fails as `finding` says leaves open, or None."""
    if is_root(step):
        return Reservation(OF_PARAMETERS, OF_FORM) if reading.free else None
    if is_a_case(reading):
        return Reservation(A_CASE, frozenset())
    if any(_conditions_on_a_field(side) for side in reading.sides):
        return Reservation("what is known then", frozenset())
    labelled = _raised_vector(reading) or raised_to_one((*step.left.nodes, *step.right.nodes))
    if labelled:
        return Reservation(f"the exponent of {labelled}, perhaps an index", frozenset())
    sense = _sense(step, reading, context)
    if sense == AN_APPROXIMATION:
        return Reservation(sense, GROSS)
    if hidden_dependence(reading) and step.sign not in ORDERS:
        return Reservation("dependence of " + hidden_dependence(reading), GROSS)
    if _is_set(step, reading, context):
        return Reservation("perhaps set by the words before it", GROSS - {"array"})
    if step.sign in ORDERS:
        new = _beyond_premises(reading)
        if new:
            return Reservation(f"free symbol {min(new)}", _of_what_has_a_sign(reading))
        found = left_open(step, reading) or _of_order(reading, finding) or sense
        return None if found is None else Reservation(found, REVERSAL)
    found = left_open(step, reading)
    if found == OF_THE_LAW:
        return Reservation(found, frozenset())  # it is as much a fact as a claim
    if found is not None and _share_nothing(reading):
        return Reservation(found, frozenset())
    if found is None and (anew := renamed(step, reading, context)) is not None:
        return Reservation(anew, OF_FORM if goes_on(step, reading, context) else GROSS)
    found = found or sense
    return None if found is None else Reservation(found, OF_FORM)


def both(one: Reservation | None, other: Reservation | None) -> Reservation | None:
    """What two reservations leave open together."""
    if one is None or other is None:
        return one or other
    return Reservation(other.words, one.slips & other.slips)


def left_open(step: Step, reading: Reading) -> str | None:
    """What the claim itself leaves open, in words, or None."""
    left, right = open_letters(reading)
    left |= frozenset[str]().union(*map(free_variables, reading.supposed))
    if (
        step.sign == FOLLOWS
    ):  # the densities of a variable and of what is made of it need not both speak of all that it is made with
        named = letters(step.left.nodes)
        right = frozenset(name for name in right if bare(name) not in named)
    known = (step.sign in ORDERS and not left) or _of_one_world(reading, right - left)
    if not right <= left and not known:
        name = min(right - left)  # or the set whose members it counts
        return "free symbol " + (name[3:-1] if name.startswith("𝟙_{") else name)
    if step.sign not in ORDERS and left and not right and not step.interior:
        return None if uses(reading.sides, PLACES | BOUNDS) else CONDITION
    if step.sign not in ORDERS and left and _is_value(reading.right):
        return f"perhaps a value for what {min(left)} stands in"
    return _of_chance(reading, left & right) or among_letters(step, reading, left, right)


def _raised_vector(reading: Reading) -> str:
    """What has a letter as its exponent that may be an index: a vector, ``y^k``, which nobody raises to a power, or a symbol
    with a letter that the claim has nowhere else, the demand ``m_t^d``; empty where there is none.
    """
    powers = [t for side in reading.sides for t in occurrences(side, POWER)]
    others = frozenset[str]().union(*(_beside_exponents(side) for side in reading.sides))
    for term in powers:
        match term:
            case Apply(arguments=(Variable(name=name), Variable())) if len(reading.shapes.get(name, ())) == 1:
                return plain(name)
            case Apply(
                arguments=(
                    Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_)),
                    Variable(name=above),
                )
            ) if above in LABELS and above not in others:
                return plain(name)
    return ""


def _beside_exponents(side: Term) -> frozenset[str]:
    """The letters of `side` outside of exponents."""
    match side:
        case Apply(operator="power", arguments=(base, Variable())):
            return _beside_exponents(base)
        case Apply(arguments=arguments):
            return frozenset[str]().union(*map(_beside_exponents, arguments))
    return free_variables(side)


def _conditions_on_a_field(side: Term) -> bool:
    """Whether something is averaged given all that is known at a time: ``\\mathbb{E}[Z_m | \\mathcal{F}_{m-1}]``."""
    given = (t for t in occurrences(side, GIVEN) if isinstance(t, Apply))
    names = frozenset[str]().union(*(free_variables(a) for t in given for a in t.arguments))
    return any(r"\mathcal{" in name for name in names)


def raised_to_one(nodes: Sequence[Node]) -> str:
    """A symbol with the superscript 1, which nobody writes as a power: the first agent's share ``z^1``; or with the place of a
    block, ``\\Sigma^{12}``; empty where there is none.
    """
    for node in nodes:
        match node:
            case Scripts(base=Symbol(text=text), subscript=None, superscript=above) if above is not None:
                row = children(above) if isinstance(above, Group) else (above,)
                digits = "".join(n.text for n in row if isinstance(n, Symbol))
                block = len(row) == 2 and digits in BLOCKS
                if (digits == "1" or block) and (
                    text.isalpha() or text.removeprefix("\\").lower() in LETTERS
                ):
                    return text
        found = raised_to_one(children(node))
        if found:
            return found
    return ""


def _of_what_has_a_sign(reading: Reading) -> frozenset[Kind]:
    """The slip that explains a bound of what is positive everywhere: nothing said of its letters makes it true."""
    return REVERSAL if any(map(is_never_nought, reading.sides)) else frozenset()


def _share_nothing(reading: Reading) -> bool:
    """Whether both sides have open letters and none of them is on both: ``\\operatorname{tr}(M) = n``.

    No slip of one side makes the other then; the post may tell elsewhere what n is.
    """
    left, right = open_letters(reading)
    return bool(left) and bool(right) and left.isdisjoint(right)


def _beyond_premises(reading: Reading) -> frozenset[str]:
    """The symbols of one side that the bounds say nothing of from which a bound is inferred."""
    left, right = open_letters(reading)
    known = frozenset[str]().union(*map(free_variables, reading.supposed))
    return (left ^ right) - known if known else frozenset()


def _of_order(reading: Reading, finding: Finding) -> str | None:
    """An inequality that holds at some points may be a condition, unless both sides speak of the same arrays."""
    if not finding.held:
        return None
    same = plain_letters(reading.left) == plain_letters(reading.right)
    return None if same and reading.shapes else "inequality under conditions that are not read"


def _is_value(side: Term) -> bool:
    """Whether a side may be what symbols with values come to: ``\\sqrt{0.001/0.01}``, but not the nought of an equation."""
    return not free_variables(side) and side != ZERO


def _sense(step: Step, reading: Reading, context: Context) -> str | None:
    """What the words around a claim about symbols make of it: an equation to solve, an approximation, other arithmetic."""
    if not reading.free:
        return None
    document, words = context.words.document, context.words
    span = document.formulas[step.formula].span
    before, after = words.before(span), words.after(span)
    if counts_residues(document.source.text):
        return ANOTHER_ARITHMETIC
    sense = another_sense(before, after, "")
    if sense == INDEPENDENCE:  # the models of what is random know of it
        random = step.sign == FOLLOWS or any(map(speaks_of_chance, reading.stated or reading.sides))
        sense = None if random else sense
    if sense is not None and not (sense == ORTHOGONALITY and _of_matrices(reading)):
        return sense
    asked = not step.interior and step.found is None  # what is found from an equation is its solution
    solved = asked and any(map(speaks_of_an_equation, (before, after)))
    return "an equation rather than an identity" if solved else None


def _of_one_world(reading: Reading, symbols: frozenset[str]) -> bool:
    """Whether `symbols` are random variables that a density names, and both sides speak of the same laws."""
    if not uses(reading.sides, CHANCE):
        return False
    random = randomness(reading.sides)
    left, right = (randomness((side,)).laws for side in reading.sides)
    return symbols <= random.variables - random.guessed and bool(left) and left == right


def _is_set(step: Step, reading: Reading, context: Context) -> bool:
    """Whether the words that lead into the formula set what follows: let ``x^2 + y^2 = x + y``."""
    document = context.words.document
    start = document.formulas[step.formula].span.start
    end = document.formulas[step.formula - 1].span.end if step.formula else 0
    lead = context.words.text[max(end, start - LEAD) : start]
    return bool(reading.free) and not step.interior and cue(lead) == "define" and not cites(lead)


def _of_chance(reading: Reading, shared: frozenset[str]) -> str | None:
    """What a claim about random variables may assume without saying it."""
    if not uses(reading.sides, OF_CHANCE):
        return None
    random = randomness(reading.sides)
    if leaves_outcome_open(random):
        return "a divergence that may run over several variables"
    if averages(reading.left) != averages(reading.right):
        return OF_THE_LAW
    at_hand = [outcomes_at_hand(side, random.variables) for side in reading.sides]
    if not (at_hand[0] <= at_hand[1] or at_hand[1] <= at_hand[0]) or _of_other_laws(reading):
        return "perhaps a law of how the variables depend on each other"
    if random.variables or uses(reading.sides, MEANS):
        alone = frozenset(map(plain, outside_averages(reading.left) ^ outside_averages(reading.right)))
        if alone - shared - reading.arrays.axes:
            return min(alone) + ", perhaps a parameter of what is random"
    return OF_THE_LAW if bounded_by_the_law(*reading.sides) else None


def _of_other_laws(reading: Reading) -> bool:
    """Whether each side speaks of one law only, and not of the same, or one of them of a law with an accent.

    A law may be set to another: ``p(x)`` and ``\\tilde{p}(x)`` are one where the accent marks the data.
    """
    left, right = (randomness((side,)).laws for side in reading.sides)
    marked = any(
        law.startswith("\\") and law.endswith("{" + other + "}")
        for law in left | right
        for other in left | right
    )
    return bool(left and right) and (marked or not left & right)


def _of_matrices(reading: Reading) -> bool:
    """Whether all arrays of a claim are matrices: then models have tried what orthogonality would change."""
    return bool(reading.shapes) and all(len(extents) == 2 for extents in reading.shapes.values())


__all__ = ["CONDITION", "Reservation", "both", "left_open", "reservation"]
