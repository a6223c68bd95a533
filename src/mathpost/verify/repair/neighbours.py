"""Right sides near that of a claim that fails: read as the claim was, and tried in the forms in which it failed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import chain

from mathpost.latex.parser import parse
from mathpost.maths.chance.unnamed_averages import named
from mathpost.maths.elaboration import signs
from mathpost.maths.elaboration.binders import extremes
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.elaboration.lists.sequences import listed
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.step import is_root
from mathpost.maths.terms.outcomes import mentions_chance
from mathpost.maths.terms.term import Term, size, uses
from mathpost.maths.typing import integers
from mathpost.text.source import Span
from mathpost.verify.interpretation.reading import (
    PLACES,
    Reading,
    Result,
    as_modelled,
    has_decimals,
    in_parts_of_worlds,
)
from mathpost.verify.interpretation.verdict import Agrees, Proved
from mathpost.verify.methods.finite_models import Finding, vanishes
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.planning import fitting
from mathpost.verify.planning.plan import plan
from mathpost.verify.planning.unknowns import open_letters
from mathpost.verify.readings.definitions import informed
from mathpost.verify.readings.developments import developed
from mathpost.verify.readings.names import with_parts
from mathpost.verify.readings.rewriting import Rewriting, rewritings, rewritten
from mathpost.verify.reasons.surroundings import Surroundings
from mathpost.verify.weighing import chance, expansions
from mathpost.verify.weighing.weighing import Scales

PARTS = frozenset(
    ["entries", "columns"]
)  # what a reading takes small letters for, beside the capital of a matrix
REMEMBERED = 20_000  # right sides of which it is remembered in one post whether they hold
ROUNDED = frozenset(["floor", "ceiling"])
OF_RECURRENCES = Reading._fields.index("recurrences")
# terms evaluated for one claim, over all right sides tried, each about twice what any that was found on posts has cost
FUEL = 400_000
FUEL_OF_NUMBERS = 180_000  # where no arrays have to be fitted together
FUEL_IF_OPEN = 75_000  # where a letter is on the right only, so that neighbours are rarely true
READ = 12  # what a term of a right side costs beside its evaluation, in terms: it is read, fitted and planned for
FUEL_OF_RATES = 120_000  # for one approximation: each right side is followed on its way to a point

Support = tuple[object, ...]  # what a form of a claim rests on


class Neighbours:
    """The right sides near that of one claim, each read as the claim was; an approximation is to hold at its `goal`, or where
    it may be meant if the post leaves that `unsaid`.
    """

    def __init__(
        self,
        number: int,
        failed: Reading,
        around: Surroundings,
        *,
        goal: str,
        unstated: bool,
    ) -> None:
        self.number = number
        self.failed = failed
        self.goal = goal
        self.unstated = unstated
        self.around = around
        self.step = around.steps[number]
        self.readings = around.readings
        self.numbers = failed.free.difference(*integers.integers(failed.sides))
        self.goals = expansions.known(around.steps)
        self.scales = Scales(around.steps, around.context, confirming=True)
        fuel = Fuel(_fuel(failed, goal))
        open_ = fuel.left == FUEL_IF_OPEN
        self.fuel = self.scales.fuel = around.fuel.setdefault(number, fuel) if open_ else fuel

    def read(self, latex: str, conventions: Conventions) -> Term | None:
        """The meaning of a right side, None where it has none."""
        key = self.number, latex, conventions.choices, conventions.constants.imaginary
        known = self.around.read
        if key not in known:
            if len(known) > REMEMBERED:
                known.clear()
            known[key] = self._read(latex, conventions)
        return known[key]

    def _read(self, latex: str, conventions: Conventions) -> Term | None:
        definitions = self.around.document.formulas[self.step.formula].definitions
        parsed = parse(latex, [Span(0, len(latex))], definitions=definitions)
        if parsed.faults:
            return None
        try:
            meant = self.around.spelling.meant(definitions.written_out(parsed.tree))
            return elaborate(meant.body, conventions).term
        except (UnreadError, RecursionError):
            return None

    def compared(self, left: Term, right: Term, conventions: Conventions) -> Reading | None:
        """A right side beside the left one, as the claim was read; None where it is not a place of the extreme on the left."""
        try:
            if is_root(self.step):
                return self.readings.at_root(self.number, right)._replace(choices=self.failed.choices)
            sides = self.readings.of_matrices(self.number, extremes.compared(left, right) or (left, right))
        except UnreadError:
            return None
        return Reading(*listed(named(sides, conventions.chance.random)), self.failed.choices)

    def is_true(self, reading: Reading) -> bool:
        """Whether `reading` holds in one of the forms in which the claim failed, while there is fuel left."""
        return self.true_form(reading) is not None

    def true_form(self, reading: Reading) -> Reading | None:
        """The form of `reading` in which it holds, of those in which the claim failed, while there is fuel left."""
        forms = self.informed(reading) if self.fuel.left >= 0 else ()
        return next((form for form in forms if self.tried(form)), None)

    def supports(self, claim: Reading) -> dict[Support, tuple[Rewriting, Reading]]:
        """The forms of a claim that rest on what the post says elsewhere, each with the row that makes it, by what it rests on."""
        found: dict[Support, tuple[Rewriting, Reading]] = {}
        for row in chain.from_iterable(map(rewritings, ("definitions", "equations", "developments"))):
            for form in self.forms(claim, row):
                left, right = open_letters(form)
                if not (left and right) or not left.isdisjoint(right):
                    found.setdefault(_support(row, form), (row, form))
        return found

    def supported(
        self, reading: Reading, supports: Container[Support], rows: Iterable[Rewriting]
    ) -> tuple[Support, Reading] | None:
        """The one of `supports` on which a form of `reading` that one of `rows` makes rests and holds, and that form."""
        for row in rows:
            for form in self.forms(reading, row):
                key = _support(row, form)
                if key in supports and self.tried(form):
                    return key, form
        return None

    def forms(self, reading: Reading, row: Rewriting) -> Iterator[Reading]:
        """`reading` as `row` makes it with what the post says elsewhere, while there is fuel left."""
        developing = row.stage == "developments"
        made = (
            developed(self.number, reading, self.readings, (row,))
            if developing
            else row.rewrite(self.number, reading, self.readings)
        )
        for form in made:
            self.fuel.left -= READ * sum(map(size, form.sides))
            if self.fuel.left < 0:
                return
            if form.given or form.used:
                yield form

    def holds_with_other_signs(self, latex: str) -> bool:
        """Whether a right side in place of one with double signs holds with the upper and with the lower ones."""
        if not signs.is_double(self.step):
            return True
        for conventions in signs.both(self.around.context.conventions):
            try:
                left = elaborate(self.step.left.nodes, conventions).term
            except (UnreadError, RecursionError):
                return False
            right = self.read(latex, conventions)
            reading = None if right is None else self.compared(left, right, conventions)
            if reading is None or not self.is_true(reading):
                return False
        return True

    def informed(self, reading: Reading) -> Iterator[Reading]:
        """`reading` as it stands, with small letters as parts of matrices, or with the definitions with which the claim failed."""
        if self.failed.given is not None and self.failed.given.id == "moments":
            exact = self.readings.of_exact_means(self.number, reading)
            yield from () if exact is None else (exact.reading,)
            return
        yield reading
        if self.failed.given is not None and self.failed.given.id in PARTS:
            yield from with_parts(self.number, reading, self.readings)
        if self.failed.given and not is_root(self.step):
            given = rewritten("equations", self.number, reading, self.readings)
            yield from (each for each in given if each.given == self.failed.given)
        elif self.failed.used:
            yield from informed(self.number, reading, self.readings)

    def tried(self, reading: Reading) -> bool:
        """`holds`, where an error of the reader on an unusual variant means that it is no suggestion."""
        key = (self.number, self.numbers, self.goal, self.unstated, *reading[:OF_RECURRENCES])
        before = self.around.tried.get(key) if not reading.recurrences else None
        if before is not None:
            self.fuel.left -= before[1]
            return before[0]
        left = self.fuel.left
        self.fuel.left -= READ * sum(map(size, reading.sides))
        try:
            holds = self.holds(reading)
        except Exception:
            holds = False
        if self.fuel.left >= 0 and len(self.around.tried) < REMEMBERED:
            self.around.tried[key] = holds, left - self.fuel.left
        return holds

    def holds(self, reading: Reading) -> bool:
        """Whether both sides agree in all models."""
        reading = as_modelled(reading)
        reading = in_parts_of_worlds(reading) or reading
        if not self.keeps_sorts(reading):
            return False
        if expansions.concerns(self.step, reading):
            context, goals = self.around.context, self.goals
            result = expansions.weigh(self.step, reading, context, goals, self.fuel, neighbour=True)
            return isinstance(result.verdict, Proved | Agrees)
        if self.goal:
            return self.approximates(reading)
        result = self.scales.weigh(self.number, reading)
        if not isinstance(result.verdict, Proved | Agrees):
            return self.holds_as_stated(reading)
        if uses(reading.sides, PLACES) or is_root(self.step):
            return True  # nothing is missed, at the place of the extreme or where the equation holds
        if result.finding is None:
            return not vanishes(reading.left)
        return not _holds_by_chance(result.finding, reading)

    def keeps_sorts(self, reading: Reading) -> bool:
        """Whether what is a number in the claim is one here: no author writes ``a_p`` beside ``1 - p``."""
        return self.numbers.isdisjoint(frozenset[str]().union(*integers.integers(reading.sides)))

    def holds_as_stated(self, reading: Reading) -> bool:
        """Whether both sides agree if random variables are all that the post says of them."""
        if not any(map(mentions_chance, reading.sides)):
            return False
        models = plan(reading, "=", self.around.context, self.step.span.start)
        return chance.holds_as_stated(self.step, reading, models, self.around.context, self.fuel)

    def approximates(self, reading: Reading) -> bool:
        """Whether the error of `reading` vanishes where that of the claim does not."""
        result = expansions.weigh(
            self.step, reading, self.around.context, self.goals, self.fuel, neighbour=True
        )
        return isinstance(result.verdict, Agrees) and (self.unstated or _where(result) == self.goal)


def _support(row: Rewriting, form: Reading) -> Support:
    """What a form of a claim rests on, and what that makes of the left side."""
    return row.id, form.left, form.used, form.given, form.held, form.choices


def _fuel(failed: Reading, goal: str) -> int:
    """What the search near a claim may cost."""
    usual = FUEL if fitting.concerns(failed) else FUEL_OF_NUMBERS
    left, right = open_letters(failed)
    return min(usual, FUEL_OF_RATES if goal else usual, FUEL_IF_OPEN if right - left else usual)


def _holds_by_chance(finding: Finding, reading: Reading) -> bool:
    """Whether what agrees does so as zero, where its indices happen to be places, or because numbers are rounded."""
    rounded = has_decimals(reading) and not finding.exact
    rounded = rounded or uses(reading.sides, ROUNDED)
    return finding.nothing or rounded or finding.culprit.startswith("index")


def _where(result: Result) -> str:
    """Where an expansion that holds lets its symbols go."""
    return result.finding.culprit if result.finding is not None else ""
