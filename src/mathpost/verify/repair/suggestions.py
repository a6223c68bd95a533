"""What the author may have meant: a right side one slip away with which the step is true in all models.

Such a right side is also evidence. A claim that fails, and of which a neighbour holds under the same reading and
the same definitions, is not saved by something the post says elsewhere: nothing was missing to make its neighbour true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from mathpost.latex.lexer import split
from mathpost.maths.elaboration import heads, residues, signs
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts.densities import laws_of
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation import TIMES, UnreadError
from mathpost.maths.notation.step import Step, is_root
from mathpost.maths.terms.landau import BOUNDS
from mathpost.maths.terms.outcomes import mentions_chance
from mathpost.maths.terms.simplification import simplified
from mathpost.maths.terms.term import (
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
    uses,
)
from mathpost.maths.typing.integers import DERIVATIVES
from mathpost.verify.interpretation.reading import (
    EQUALITIES,
    ORDERS,
    Reading,
    Result,
    has_decimals,
)
from mathpost.verify.methods.finite_models import vanishes
from mathpost.verify.methods.rates import UNSTATED
from mathpost.verify.planning import fitting
from mathpost.verify.planning.unknowns import open_letters, plain_letters
from mathpost.verify.reasons.redefinition import goes_on, is_at_a_place, is_renamed, renamed
from mathpost.verify.reasons.surroundings import Surroundings
from mathpost.verify.repair.neighbours import Neighbours
from mathpost.verify.repair.reversals import is_reversed, is_tested_over_all_letters
from mathpost.verify.slips.array_slips import array_slips
from mathpost.verify.slips.likeness import (
    cancels,
    divides_by_itself,
    in_one_coefficient,
    is_idle_power,
    is_multiple,
    without_order,
)
from mathpost.verify.slips.slips import GROSS, KINDS, OF_FORM, Kind, Slip, slips
from mathpost.verify.slips.tokens import behind, letters
from mathpost.verify.weighing import expansions

QUANTITIES = frozenset(["index", "call", "expectation", "variance", "covariance", "probability"])
EXTREMES = frozenset(["minimum", "maximum"])
VARIANTS = 400  # right sides that are tried for one claim
AS_USUAL = frozenset(["moments", "entries", "columns"])
OF_A_KIND = 4  # slips of one kind that are tried before those of the next
VARIANTS_OF_ARRAYS = 80  # each of them asks again which shapes fit
ARRAY_SLIPS = 16  # of them: what goes wrong with arrays alone comes first
# slips that leave the letters of a side where they are
OF_NUMBERS: frozenset[Kind] = frozenset(["sign", "number", "script", "fraction", "root"])
OF_ONE_SLIP = 2  # signs by which one slip changes a formula: an exponent, a letter for another
CALLS, SUMS = frozenset(["call"]), frozenset(["add"])
UNSPOKEN = TIMES | {"{", "}"}  # what says nothing of a product


class Suggestion(NamedTuple):
    """A right side, in LaTeX; empty if the slip is in the relation or on the left side.

    `telling`: that the step holds with it is not seen at a glance, so that the post meant an identity. ``x^2 = x``
    becomes true as ``x^2 = x^2``, which tells nothing: the first may hold for the `x` of the post.
    """

    latex: str
    telling: bool


def suggestion(number: int, result: Result, around: Surroundings) -> Suggestion | None:
    """The likeliest right side that would make the step `number` true as it was read, or None."""
    reading, step = result.reading, around.steps[number]
    if reading is None or residues.modulus(number, around.steps) is not None:
        return None  # what is equal up to multiples is written in many ways
    if step.sign in ORDERS:
        return (
            Suggestion("", telling=is_tested_over_all_letters(step, reading, around))
            if is_reversed(step, reading, around)
            else None
        )
    if step.right.text.strip() == "0":
        return None  # a side that is 0 was chosen so: another number explains nothing
    if reading.given and not is_root(step) and vanishes(reading.right):
        return None  # "Ax = b" says nothing of the slope ``Ax - b``
    left, right = open_letters(reading)
    if left and right and left.isdisjoint(right):
        return None  # no slip of one side makes the other: the post may say elsewhere how they are related
    settled = reading.held or _is_as_usual(reading) or is_root(step) or _is_settled(step, reading, around)
    if step.sign not in EQUALITIES | {"≈"} or (reading.given and not settled):
        return None
    finding = result.finding if step.sign == "≈" else None
    shown = finding.counterexample if finding is not None else None
    if step.sign == "≈" and (shown is None or has_decimals(reading)):
        return None
    unstated = finding is not None and finding.culprit == UNSTATED
    goal = shown.assignment if shown else ""
    return Search(Neighbours(number, reading, around, goal=goal, unstated=unstated)).found()


def _is_as_usual(reading: Reading) -> bool:
    """Whether a reading takes as given what nobody writes otherwise: moments that the post states, parts by their letters."""
    return reading.given is not None and reading.given.id in AS_USUAL


def _is_settled(step: Step, reading: Reading, around: Surroundings) -> bool:
    """Whether the equation that a claim was compared under says what a symbol is, another one than the claim if not inferred.

    What follows from any other equation may be meant for other values than those that solve it here; an arrow between
    the two says that the claim solves it, in which nothing but one symbol is left to find.
    """
    for other in reading.used:
        said = around.steps[other]
        if reading.given is not None and reading.given.steps == (other,):
            if step.inferred == "arrow" and said.formula == step.formula:
                return heads.head(step.left.nodes) is not None
            another = said.left.text != step.left.text
            return heads.head(said.left.nodes) is not None and (another or bool(step.inferred))
    return False


class Sides(NamedTuple):
    """Both sides of a claim as they are written, and the conventions that they are read with."""

    left: Term
    right: Term
    conventions: Conventions


class Search:
    """The search among the slips that may have been made on the right side of one claim."""

    def __init__(self, neighbours: Neighbours) -> None:
        self.near = neighbours
        self.failed = neighbours.failed
        self.step = neighbours.step
        self.context = neighbours.around.context
        self.kinds = _informative_kinds(self.step, self.failed, self.context)

    def sides(self) -> Sides | None:
        """What is written, read with the choices of the claim; None if a side cannot be read from its text alone."""
        conventions = replace(self.near.around.conventions, choices=self.failed.choices)
        try:
            left = elaborate(self.step.left.nodes, conventions).term
        except (UnreadError, RecursionError):
            return None
        right = self.near.read(self.step.right.text, conventions)
        return None if right is None else Sides(left, right, conventions)

    def found(self) -> Suggestion | None:
        """The likeliest right side that would make the claim true as it was read; one that tells if there is one."""
        read = self.sides()
        if read is None:
            return None  # macros of the post
        left, written, conventions = read
        weaker: list[tuple[str, Reading]] = []  # what says less is true of much
        trivial: Suggestion | None = None
        for latex, kind, right in self.variants(self.step.right.text, written, conventions):
            reading = self.near.compared(left, right, conventions)
            if reading is None:
                continue
            if self.is_weaker(kind, right):
                weaker.append((latex, reading))
                continue
            form = self.near.true_form(reading)
            if form is not None and self.near.holds_with_other_signs(latex):
                if self.varies(
                    form, kind, written, right
                ):  # a variant of a definition, whatever else would be true
                    return Suggestion(latex, telling=False)
                again = kind == "letter" and not self.is_derived()
                telling = not again and kind in self.kinds and self.tells(kind, left, written, right)
                telling = telling and not (self.is_at_the_origin() or self.is_said_of(left, kind, form))
                found = Suggestion(latex, telling)
                if found.telling:
                    return found
                trivial = trivial or found
        if trivial is not None or weaker:
            also = (Suggestion(x, telling=False) for x, each in weaker if self.near.is_true(each))
            return trivial or next(also, None)
        return self.on_the_left(left, written, conventions)

    def on_the_left(self, left: Term, right: Term, conventions: Conventions) -> Suggestion | None:
        """Whether a slip on the left side explains the difference; what is corrected is the right side alone."""
        if self.near.goal or not self.may_begin_wrongly():
            return None
        for _, kind, other in self.variants(self.step.left.text, left, conventions):
            reading = self.near.compared(other, right, conventions)
            if (
                reading is None
                or kind == "letter"
                or self.is_weaker(kind, right)
                or _zeros(other) > _zeros(left)
            ):
                continue  # a bound of 0 makes a sum vanish
            if self.near.is_true(reading):
                return Suggestion("", self.tells(kind, other, right, right))
        return None

    def may_begin_wrongly(self) -> bool:
        """Whether the left side is a formula of its own with letters: no symbol that is defined, no member of a chain that was
        judged before, no numbers of which the post says nothing: these are equal by chance too often.
        """
        step = self.step
        return (
            bool(self.failed.free or (self.failed.used and step.sign != "≈"))
            and not (step.interior or is_root(step) or signs.is_double(step))
            and heads.head(step.left.nodes) is None
            and not _names_a_quantity(*(self.failed.stated or self.failed.sides))
        )

    def variants(
        self, side: str, written: Term, conventions: Conventions, *, in_turns: bool = False
    ) -> Iterator[tuple[str, Kind, Term]]:
        """Sides one slip away from `written` that may have been meant, the likely ones first, while there is fuel left; if
        `in_turns`, a few of each kind before the next of any.
        """
        limit = VARIANTS_OF_ARRAYS if fitting.concerns(self.failed) else VARIANTS
        pool = letters(self.step.left.text + " " + self.step.right.text)
        candidates = slips(side, pool)
        if fitting.concerns(self.failed):
            plain_arrays = conventions.arrays.plain | conventions.arrays.families
            of_arrays = (Slip(latex, "array") for latex in array_slips(side, plain_arrays))
            candidates = chain(islice(of_arrays, ARRAY_SLIPS), candidates)
        chosen = islice(candidates, limit)
        for latex, kind in _in_turns(chosen) if in_turns else chosen:
            if self.near.fuel.left < 0:
                return
            other = self.near.read(latex, conventions)
            if other is None or _structure(other) != _structure(written) or _idle(other) > _idle(written):
                continue
            if not self.may_outweigh(kind, written, other) or cancels(other):
                continue  # nobody writes ``p_2 - p_2``
            if is_idle_power(other) and not is_idle_power(written):
                continue
            if kind == "root" and self.takes_root_of_an_array(other):
                continue
            yield latex, kind, other

    def varies(self, form: Reading, kind: Kind, written: Term, right: Term) -> bool:
        """Whether the neighbour only says again how the post defines the left side, or the claim is a multiple of what it says:
        authors give variants of definitions.
        """
        if (
            form.used
            and divides_by_itself(right)
            and _is_symbol((self.failed.stated or self.failed.sides)[0])
        ):
            return True
        again = without_order(form.left) == without_order(form.right)
        again = bool(form.used) and (again or (kind == "number" and is_multiple(written, right)))
        evaluated = again and is_at_a_place(self.step, self.failed, self.context)
        return again and not evaluated and is_renamed(self.step, self.failed, self.context)

    def is_weaker(self, kind: Kind, right: Term) -> bool:
        """Whether an expansion is another one only by its bound, or keeps fewer terms."""
        expands = self.near.goal or expansions.concerns(self.step, self.failed)
        return bool(expands) and (kind == "term" or _bounds(right) != _bounds(self.failed.right))

    def takes_root_of_an_array(self, right: Term) -> bool:
        """Whether a right side takes the square root of an array, as no author does."""
        roots = (t for t in subterms(right) if isinstance(t, Apply) and t.operator == "sqrt")
        return any(
            isinstance(t.arguments[0], Variable) and t.arguments[0].name in self.failed.shapes for t in roots
        )

    def may_outweigh(self, kind: Kind, written: Term, right: Term) -> bool:
        """Whether `right` has the symbols of the claim: one that it lacks may have the value that makes the claim true."""
        return kind == "index" or plain_letters(written) <= plain_letters(right)

    def tells(self, kind: Kind, left: Term, written: Term, right: Term) -> bool:
        """Whether the post meant an identity if it meant `right`.

        Within a chain it did if what is `written` differs from it in one coefficient: nobody writes a term that is zero.
        Another letter or index in place of that on the left only repeats it, and so does an extreme of it: ``x = \\min(x, y)``
        updates x. Two values of one function that are equal, ``f(x + T) = f(x)``, are a property of it.
        """
        if _is_extreme_of(left, right) or _has_a_zero(written) or self.is_of_an_example(left, written):
            return False
        ordered = fitting.concerns(self.failed) and canonical(simplified(left)) != canonical(
            simplified(right)
        )
        if is_root(self.step) or ordered or without_order(left) != without_order(right):
            return True
        if _divisors(left) - _symbols(right) or (self.is_derived() and _divisors(right) - _symbols(left)):
            return True  # letters that cancel: a side is to be simplified, or is multiplied and divided by the same
        if kind in ("letter", "index"):
            return False
        repeated = self.step.interior and in_one_coefficient(written, right)
        return repeated or ((self.step.interior or kind in OF_NUMBERS) and self.is_rewritten(left, written))

    def is_of_an_example(self, left: Term, written: Term) -> bool:
        """Whether letters get a value, and nothing infers it: with other values of another example much is true."""
        numeric = not any(isinstance(part, Variable) for part in subterms(written))
        put_in = bool(self.failed.given or self.failed.used) and not self.failed.free
        again = put_in and heads.head(self.step.left.nodes) is not None
        valued = numeric and not is_root(self.step) and bool(letters_but_functions((left,)))
        return valued and (again or ((put_in or mentions_chance(left)) and not self.is_derived()))

    def is_at_the_origin(self) -> bool:
        """Whether every letter of the left side is zero by the post: the borders ``x = 0`` and ``y = 0`` of what ``x + y = 1`` bounds."""
        stated = self.failed.stated or self.failed.sides
        left = [t for t in subterms(self.failed.left) if isinstance(t, Number)]
        return bool(letters_but_functions(stated)) and not self.failed.free and all(t == ZERO for t in left)

    def is_said_of(self, left: Term, kind: Kind, form: Reading) -> bool:
        """Whether a claim states a property of a function, ``f(x + T) = f(x)``, ``f(-x) = -f(x)``, or goes over to another product
        of what a definition has in it: ``PA = LU`` beside ``A = LU``.
        """
        function = _function(left)
        if function is not None and function == _function((self.failed.stated or self.failed.sides)[1]):
            return not self.is_derived() or function == _function(form.right)
        again = bool(form.used) and without_order(form.left) == without_order(form.right)
        return again and kind in ("letter", "index", "factor")

    def is_derived(self) -> bool:
        """Whether the post infers the claim: beside a definition, many a letter in place of another makes something true."""
        return self.step.interior or bool(self.step.inferred)

    def is_rewritten(self, left: Term, written: Term) -> bool:
        """Whether a side says the one before in other words: ``nr \\cdot s^2 \\cdot \\frac{1}{r} = n s^3``.

        Who means that a symbol is 0 or 1, ``p q^2 = p q``, leaves the rest as it stands.
        """
        symbols = plain_letters(written) | laws_of(written)
        signs, others = (Counter(_bare_tokens(side.text)) for side in (self.step.left, self.step.right))
        changed = ((signs - others) + (others - signs)).total()
        several = len(symbols) > 1 or (self.step.interior and bool(symbols))
        return changed > OF_ONE_SLIP and several and symbols <= plain_letters(left) | laws_of(left)


def _names_a_quantity(left: Term, right: Term) -> bool:
    """Whether the right side is a symbol, a value of a function or an average of which the left side says what it is."""
    alone = isinstance(right, Variable) or (isinstance(right, Apply) and right.operator in QUANTITIES)
    return alone and free_variables(left).isdisjoint(free_variables(right))


def _in_turns(found: Iterator[Slip]) -> Iterator[Slip]:
    """Slips, the first few of each kind, then the next of each."""
    of_kinds: dict[Kind, list[Slip]] = {}
    for each in found:
        of_kinds.setdefault(each.kind, []).append(each)
    longest = max(map(len, of_kinds.values()), default=0)
    turns = range(0, longest, OF_A_KIND)
    return (each for k in turns for of_kind in of_kinds.values() for each in of_kind[k : k + OF_A_KIND])


def _divisors(term: Term) -> frozenset[str]:
    """The letters that a term divides by."""
    quotients = (t for t in occurrences(term, frozenset(["divide"])) if isinstance(t, Apply))
    return frozenset[str]().union(*(_symbols(t.arguments[1]) for t in quotients))


def _symbols(term: Term) -> frozenset[str]:
    """The letters of a term, and the laws of its densities."""
    return free_variables(term) | laws_of(term)


def _informative_kinds(step: Step, reading: Reading, context: Context) -> frozenset[Kind]:
    """The slips that tell: a symbol that may be defined again has another form then, or the same if the post goes on from it."""
    named = renamed(step, reading, context) is not None
    if step.sign == "≈":  # what is left out may be small, and a number near another one
        return OF_FORM - ({"term", "number"} if named else {"term"})
    if step.sign in ORDERS or not named:
        return KINDS
    return OF_FORM if goes_on(step, reading, context) else GROSS


def _is_extreme_of(left: Term, right: Term) -> bool:
    """Whether a side is the least or the largest of the other one and something else."""
    if not isinstance(right, Apply) or right.operator not in EXTREMES:
        return False
    return without_order(left) in map(without_order, right.arguments)


def _is_symbol(term: Term) -> bool:
    """Whether a term is a symbol or a power of one: ``S^2``."""
    base = term.arguments[0] if isinstance(term, Apply) and term.operator == "power" else term
    return isinstance(base, Variable)


def _has_a_zero(term: Term) -> bool:
    """Whether numbers cancel in a sum of numbers, ``(1 - 1)``: a value at one place."""
    sums = (t.arguments for t in occurrences(term, SUMS) if isinstance(t, Apply))
    return any(not free_variables(Apply("add", each)) and cancels(Apply("add", each)) for each in sums)


def letters_but_functions(sides: tuple[Term, ...]) -> frozenset[str]:
    """The letters of terms, but the names of functions."""
    calls = (t for side in sides for t in occurrences(side, CALLS) if isinstance(t, Apply))
    free = frozenset[str]().union(*map(free_variables, sides))
    return free - {f.name for f in (t.arguments[0] for t in calls) if isinstance(f, Variable)}


def _function(side: Term) -> str | None:
    """The function whose value a side is, perhaps with another sign."""
    match side:
        case Apply(operator="negate", arguments=(inner,)):
            return _function(inner)
        case Apply(operator="call", arguments=(Variable(name=name), *_)):
            return name
    return None


def _zeros(term: Term) -> int:
    return sum(t == ZERO for t in subterms(term))


def _idle(term: Term) -> int:
    """How many sums and extremes of `term` run over what does not depend on their index, or integrals from a place to itself:
    nobody means ``\\max_i |z_k|``.
    """
    binders = (t for t in subterms(term) if isinstance(t, Bind))
    return sum(t.variable.name not in free_variables(t.body) or _is_empty(t) for t in binders)


def _is_empty(term: Bind) -> bool:
    return term.operator == "integral" and len(term.bounds) == 2 and term.bounds[0] == term.bounds[1]


def _structure(term: Term) -> tuple[list[str], int, bool]:
    """The variables of the integrals in a side, the number of values of functions, and whether it differentiates: authors slip
    elsewhere, and to miss a variable that definitions put in holds too much.
    """
    parts = subterms(term)
    integrals = (t.variable.name for t in parts if isinstance(t, Bind) and t.operator == "integral")
    calls = sum(isinstance(t, Apply) and t.operator == "call" for t in parts)
    return sorted(integrals), calls, uses((term,), DERIVATIVES)


def _bare_tokens(latex: str) -> list[str]:
    """The tokens of a formula except spaces, product signs, braces and subscripts."""
    pieces = [piece for piece in split(latex) if not piece.isspace()]
    found, k = list[str](), 0
    while k < len(pieces):
        if pieces[k] == "_":
            k = behind(pieces, k + 1)
            continue
        if pieces[k] not in UNSPOKEN:
            found.append(pieces[k])
        k += 1
    return found


def _bounds(term: Term) -> frozenset[str]:
    """What is stated about the size of what a side leaves out."""
    return frozenset(canonical(t) for t in subterms(term) if isinstance(t, Apply) and t.operator in BOUNDS)
