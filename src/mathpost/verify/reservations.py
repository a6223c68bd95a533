"""What a claim whose sides differ leaves open: a free symbol, what its letters stand for, what the words make of it.

A reservation stands unless a neighbour of the claim holds: a post that leaves a symbol open makes an identity true by
chance far more rarely than an author slips. Which slips weigh so much depends on what is left open.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from mathpost.maths.context import Context
from mathpost.maths.cues import cites, cue, speaks_of_an_equation
from mathpost.maths.landau import BOUNDS
from mathpost.maths.notation import any_bold, is_bold
from mathpost.maths.operators import registry
from mathpost.maths.randomness import (
    OUTCOME,
    Randomness,
    leaves_outcome_open,
    randomness,
)
from mathpost.maths.realisations import CHANCE, averages, outcomes_at_hand, outside_averages, speaks_of_chance
from mathpost.maths.relations import FOLLOWS
from mathpost.maths.senses import (
    AN_APPROXIMATION,
    ANOTHER_ARITHMETIC,
    INDEPENDENCE,
    ORTHOGONALITY,
    another_sense,
    counts_residues,
)
from mathpost.maths.step import Step
from mathpost.maths.term import (
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    canonical,
    free_variables,
    occurrences,
    subterms,
    symbols,
    uses,
)
from mathpost.verify.hearing import ORDERS, PLACES, Reading, hidden_dependence
from mathpost.verify.methods.finite_models import Finding
from mathpost.verify.models import plain
from mathpost.verify.redefinition import goes_on, renamed
from mathpost.verify.slips import GROSS, OF_FORM, Kind

COLUMN_MEAN = frozenset(["column_mean"])
INDEX = frozenset(["index"])
HEADED = frozenset(["index", "call"])
MEANS = frozenset(["mean", "column_mean"])
OF_CHANCE = CHANCE | MEANS
LEAD = 160  # characters of words that lead into a formula
# the reverse of a bound, where it always holds, leaves equality to it alone, whatever it may be meant for
REVERSAL: frozenset[Kind] = frozenset(["relation"])
CONDITION = "a condition rather than an identity"
OF_THE_LAW = "a value that rests on the law of what is random"


class Reservation(NamedTuple):
    """What is left open, in words, and the kinds of slips that would explain the claim better than that."""

    words: str
    slips: frozenset[Kind]


def reservation(step: Step, reading: Reading, finding: Finding, context: Context) -> Reservation | None:
    """What a claim that fails as `finding` says leaves open, or None."""
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
            return Reservation(f"free symbol {min(new)}", frozenset())
        found = left_open(step, reading) or _of_order(reading, finding) or sense
        return None if found is None else Reservation(found, REVERSAL)
    found = left_open(step, reading)
    if found == OF_THE_LAW:
        return Reservation(found, frozenset())  # it is as much a fact as a claim
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
    known = (step.sign in ORDERS and not left) or _of_one_world(reading, right - left)
    if not right <= left and not known:
        name = min(right - left)  # or the set whose members it counts
        return "free symbol " + (name[3:-1] if name.startswith("𝟙_{") else name)
    if step.sign not in ORDERS and left and not right and not step.interior:
        return None if uses(reading.sides, PLACES | BOUNDS) else CONDITION
    if step.sign not in ORDERS and left and _is_value(reading.right):
        return f"perhaps a value for what {min(left)} stands in"
    return _of_chance(reading, left & right) or _among_letters(step, reading, left, right)


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


def open_letters(reading: Reading) -> tuple[frozenset[str], frozenset[str]]:
    """The symbols of both sides that may have any value: no lengths of axes, no outcomes that are averaged out."""
    random = randomness(reading.sides)
    left, right = (plain_letters(side) - reading.axes - _averaged_out(side, random) for side in reading.sides)
    return left, right


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
    solved = not step.interior and any(map(speaks_of_an_equation, (before, after)))
    return "an equation rather than an identity" if solved else None


def _of_one_world(reading: Reading, symbols: frozenset[str]) -> bool:
    """Whether `symbols` are random variables that a density names, and both sides speak of the same laws."""
    if not uses(reading.sides, CHANCE):
        return False
    random = randomness(reading.sides)
    left, right = (randomness((side,)).laws for side in reading.sides)
    return symbols <= random.variables - random.guessed and bool(left) and left == right


def _among_letters(step: Step, reading: Reading, left: frozenset[str], right: frozenset[str]) -> str | None:
    """What the letters of a claim, those of its sides, have to do with each other."""
    vague = _vague(reading) if reading.shapes else None
    if vague is not None:
        return vague
    entries = (_unknown_entry(reading) or _recurrence(reading)) if uses(reading.sides, INDEX) else None
    if entries is not None:
        return entries
    if hidden_dependence(reading):
        return "dependence of " + hidden_dependence(reading)
    both = None if reading.shapes else _whole_and_parts(reading)
    if both is not None:
        return f"{both} and its entries, which may add up to it"
    asked = None if step.interior or reading.shapes else _asked_for(reading)
    if asked is not None:
        return f"perhaps an equation for {asked}"
    derived = _derived(left, right)
    if derived is not None:
        return derived + ", which stands for something not defined here"
    if not (step.interior or reading.supposed) and _alone(reading.left) in left - right:
        return f"perhaps a notation of its own: {step.left.text}"
    return None


def _asked_for(reading: Reading) -> str | None:
    """The one unknown of an equation that asks for it rather than states an identity, or None.

    Two functions of one symbol, ``\\mathrm{Ai}(x) = \\mathrm{Bi}(x)``, are the same at single places; the members of a
    family that stand on both sides beside nothing but their own index, ``\\xi_n^2 = n + \\xi_n``, are given by the equation.
    """
    match reading.sides:
        case (
            Apply(operator=one, arguments=(Variable(name=name) as first,)),
            Apply(operator=other, arguments=(Variable() as second,)),
        ) if one != other and first == second and {one, other} <= registry().keys():
            return name
    members = [{t for t in occurrences(side, INDEX) if isinstance(t, Apply)} for side in reading.sides]
    if len(members[0]) == 1 and members[0] == members[1]:
        (member,) = members[0]
        alone = member in reading.sides  # ``i x_i = x_i``
        if reading.free == free_variables(member) and isinstance(member.arguments[0], Variable) and not alone:
            return member.arguments[0].name
    return None


def _vague(reading: Reading) -> str | None:
    """What a claim about arrays leaves open: what is random in it, what weights add up to, an array set to the identity."""
    random = randomness(reading.sides).variables
    families = frozenset(
        t.arguments[0].name
        for side in reading.sides
        for t in occurrences(side, INDEX)
        if isinstance(t, Apply) and isinstance(t.arguments[0], Variable)
    )
    left, right = map(plain_letters, reading.sides)
    arrays = frozenset(plain(key) for key in reading.shapes)
    lost = sorted(((families | arrays) & (left - right)) - set(map(plain, random | _moments(reading))))
    return f"perhaps a value for what {lost[0]} stands in" if lost else None


def _moments(reading: Reading) -> frozenset[str]:
    """The symbols that a law brings in where a claim averages over a column that has it."""
    means = (t for side in reading.sides for t in occurrences(side, COLUMN_MEAN) if isinstance(t, Bind))
    return frozenset[str]().union(*(free_variables(moment) for mean in means for moment in mean.bounds))


def plain_letters(side: Term) -> frozenset[str]:
    """The free symbols of a side; an array and its entries are one symbol, what a divergence runs over is none."""
    return (_symbols(side) if any_bold(symbols(side)) else free_variables(side)) - {OUTCOME.name}


def _symbols(term: Term) -> frozenset[str]:
    match term:
        case Variable(name=name):
            return frozenset((plain(name),))
        case Apply(operator="index", arguments=(Variable(name=name), *indices)) if is_bold(name):
            inside = frozenset[str]().union(*map(_symbols, indices))
            return inside | {f"{plain(name)}[{len(indices)}]"}  # the members of a family are other arrays
        case Apply(arguments=arguments):
            return frozenset[str]().union(*map(_symbols, arguments))
        case Bind(variable=variable, bounds=bounds, body=body):
            return (_symbols(body) - {variable.name, plain(variable.name)}).union(*map(_symbols, bounds))
    return frozenset()


def _averaged_out(side: Term, random: Randomness) -> frozenset[str]:
    """The random variables of a side, named as such, that are no symbols of it: it does not depend on their outcomes."""
    if not random.variables:
        return frozenset()
    at_hand = outcomes_at_hand(side, random.variables)
    gone = {n for n in random.variables - random.guessed if not any(n in spelled for spelled in at_hand)}
    return (
        frozenset(gone)
        | {plain(n) for n in gone}
        | {s for s in _symbols(side) if s.partition("[")[0] in map(plain, gone)}
    )


def _is_set(step: Step, reading: Reading, context: Context) -> bool:
    """Whether the words that lead into the formula set what follows: let ``x^2 + y^2 = x + y``."""
    document = context.words.document
    start = document.formulas[step.formula].span.start
    end = document.formulas[step.formula - 1].span.end if step.formula else 0
    lead = document.source.text[max(end, start - LEAD) : start]
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
        if alone - shared - reading.axes:
            return min(alone) + ", perhaps a parameter of what is random"
    return None


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


def _unknown_entry(reading: Reading) -> str | None:
    """``x_1`` on the right where no entry on the left may be it: a root, a starting value."""
    random = randomness(reading.sides).variables
    left, right = ([e for e in _entries(side, frozenset()) if e[0] not in random] for side in reading.sides)
    ranging = {
        t.arguments[0].name
        for t in occurrences(reading.left, INDEX)
        if isinstance(t, Apply) and isinstance(t.arguments[0], Variable)
        if not all(isinstance(i, Number) for i in t.arguments[1:])
    }
    for name, indices in right:
        if (
            all(isinstance(i, Number) for i in indices)
            and name not in ranging
            and (name, indices) not in left
        ):
            return f"free symbol {name}_{{{','.join(map(canonical, indices))}}}"
    return None


def _recurrence(reading: Reading) -> str | None:
    """Entries of one family whose places hang together (``a_{n+2}``, ``a_{n+1}``): the claim may be their law."""
    random = randomness(reading.sides).variables
    entries = dict.fromkeys(entry for side in reading.sides for entry in _entries(side, frozenset()))
    for (name, first), (other, second) in combinations(entries, 2):
        shared = frozenset[str]().union(*map(free_variables, first)) & frozenset[str]().union(
            *map(free_variables, second)
        )
        if name == other and shared and name not in random:
            return f"a law of the entries of {name}"
    return None


def _entries(term: Term, bound: frozenset[str]) -> Iterator[tuple[str, tuple[Term, ...]]]:
    """The entries of families in `term`, family and indices, whose indices no binder runs over."""
    match term:
        case Apply(operator="index", arguments=(Variable(name=name), *indices)):
            if not any(free_variables(i) & bound for i in indices):
                yield name, tuple(indices)
        case Apply(arguments=arguments):
            for argument in arguments:
                yield from _entries(argument, bound)
        case Bind(variable=variable, bounds=bounds, body=body):
            for inner in bounds:
                yield from _entries(inner, bound)
            yield from _entries(body, bound | {variable.name})


def _alone(term: Term) -> str | None:
    """The symbol that a side consists of, with scripts: ``C^{k}_{n}`` may be a binomial."""
    match term:
        case Apply(operator="power" | "index" | "call", arguments=(base, *_)):
            return _alone(base)
        case Variable(name=name):
            return name
    return None


def _whole_and_parts(reading: Reading) -> str | None:
    """A symbol that stands alone and with an index (``N``, ``N_k``)."""
    if not uses(reading.sides, HEADED):
        return None
    alone: set[str] = set()
    indexed: set[str] = set()
    for side in reading.sides:
        for term in subterms(side):
            if isinstance(term, Apply):
                variables = [a.name for a in term.arguments if isinstance(a, Variable)]
                if term.operator in ("index", "call"):
                    indexed |= set(variables[:1])
                else:
                    alone |= set(variables)
    letters = {_letter(name) for name in indexed}
    random = randomness(reading.sides)
    numbers = alone & reading.free - (random.variables - random.guessed)
    return min((name for name in numbers if _letter(name) in letters), default=None)


def _derived(left: frozenset[str], right: frozenset[str]) -> str | None:
    """A symbol that stands for something: a mean beside what it averages, a label that the other side lacks."""
    slices = sorted(name for name in left | right if ":" in name.partition("_{")[2])
    if slices:
        return slices[0]
    for name in sorted(left):
        if name.startswith(r"\text{") or (_marked(name) and name not in right):
            return name
        letter = _letter(name)
        others = [n for n in left | right if n != name and _letter(n) == letter]
        if _marked(name) and any(_accented(name) or _accented(n) or not _marked(n) for n in others):
            return name
    return None


def _marked(name: str) -> bool:
    """A word, an accent or a label of several letters."""
    return _accented(name) or "^{" in name or len(name.partition("_{")[2].rstrip("}")) > 1


def _accented(name: str) -> bool:
    return name.startswith("\\") and "{" in name.partition("_{")[0] and not name.startswith(r"\boldsymbol{")


def _letter(name: str) -> str:
    """``x`` for ``\\bar{x}``, ``x_{max}``, ``\\tilde{\\boldsymbol{x}}_{0}``."""
    name = name.partition("^{")[0]
    text = name.split("_{", 1)[0] if not name.startswith("\\") or "{" not in name else name
    while "{" in text and not text.startswith(r"\text{"):
        text = text.partition("{")[2].partition("}")[0] if text.count("{") == 1 else text.partition("{")[2]
    return text.rstrip("}'")


def _of_matrices(reading: Reading) -> bool:
    """Whether all arrays of a claim are matrices: then models have tried what orthogonality would change."""
    return bool(reading.shapes) and all(len(extents) == 2 for extents in reading.shapes.values())


__all__ = [
    "CONDITION", "Reservation", "both", "left_open", "open_letters", "plain_letters", "reservation",
]  # fmt: skip
