"""A claim that fails beside a neighbour that the post confirms: both rest on the same definition or equation of the post.

What makes the neighbour true is what the author has in mind, so the claim is compared under it.
"""

from __future__ import annotations

from collections import Counter

from mathpost.maths.elaboration import heads, residues
from mathpost.maths.notation.step import is_root
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Term,
    Variable,
    canonical,
    free_variables,
    occurrences,
    subterms,
)
from mathpost.verify.interpretation.reading import EQUALITIES, Reading, Result
from mathpost.verify.methods.finite_models import vanishes
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.reasons.surroundings import Surroundings
from mathpost.verify.repair.neighbours import Neighbours
from mathpost.verify.repair.suggestions import Search, Suggestion, letters_but_functions
from mathpost.verify.slips.likeness import is_multiple
from mathpost.verify.slips.slips import OF_FORM, Kind
from mathpost.verify.weighing.weighing import Scales

INDEX = frozenset(["index"])
OF_A_VARIANT = 1  # operators by which definitions that differ in form alone differ
FUEL = 120_000  # terms evaluated or read for one claim
# what a reading is given that makes much true: values of an example, a constant, one case of several
OF_A_CASE = frozenset(
    [
        "example",
        "coefficients",
        "values-elsewhere",
        "constant",
        "constant-factor",
        "between-bounds",
        "some-event",
    ]
)


def compared_where_a_neighbour_holds(
    number: int, result: Result, around: Surroundings
) -> tuple[Suggestion, Result] | None:
    """The likeliest right side that holds given what the post says elsewhere, and the claim compared under the same."""
    reading, step = result.reading, around.steps[number]
    if reading is None or residues.modulus(number, around.steps) is not None or is_root(step):
        return None
    if step.sign not in EQUALITIES or step.right.text.strip() == "0":
        return None
    near = Neighbours(number, reading, around, goal="", unstated=False)
    near.fuel = near.scales.fuel = Fuel(FUEL)
    found = _supported(Search(near), near)
    if found is None:
        return None
    scales = Scales(around.steps, around.context, thorough=True)
    scales.fuel = Fuel()
    return found[0], scales.weigh(number, found[1])


def _supported(search: Search, near: Neighbours) -> tuple[Suggestion, Reading] | None:
    """The likeliest telling right side that the post supports, and the form of the claim that rests on the same."""
    read = search.sides()
    claim = None if read is None else near.compared(read.left, read.right, read.conventions)
    if read is None or claim is None:
        return None
    supports = near.supports(claim).items()
    forms = {key: form for key, (_, form) in supports if _is_about(form, claim, near)}
    rows = {row.id: row for key, (row, _) in supports if key in forms}.values()
    if not forms:
        return None
    for latex, kind, right in search.variants(
        near.step.right.text, read.right, read.conventions, in_turns=True
    ):
        reading = near.compared(read.left, right, read.conventions)
        if reading is None or kind not in search.kinds | OF_FORM or search.is_weaker(kind, right):
            continue
        found = near.supported(reading, forms, rows)
        if found is not None:
            key, form = found
            varied = search.varies(form, kind, read.right, right)
            telling = kind in search.kinds and not (_says_again(form, near) or varied)
            telling = telling or _is_worked_out(kind, form, varied=varied or is_multiple(read.right, right))
            telling = telling and search.tells(kind, read.left, read.right, right)
            telling = telling and not search.is_said_of(read.left, kind, form)
            return (Suggestion(latex, telling=True), forms[key]) if telling else None
    return None


def _says_again(form: Reading, near: Neighbours) -> bool:
    """Whether a form of a claim rests on an earlier equation of the same left side, which the post may define again."""
    given = form.given.steps if form.given is not None else ()
    own = near.step.left.text
    return heads.head(near.step.left.nodes) is not None and any(
        near.around.steps[other].left.text == own for other in given
    )


def _is_worked_out(kind: Kind, form: Reading, *, varied: bool) -> bool:
    """Whether a sum, integral or derivative is worked out in a form, or a recurrence solved: who varies a definition keeps
    the operators of the earlier one, or takes a multiple of it (`varied`).
    """
    if (
        kind not in OF_FORM
        or (kind == "number" and len(form.free) < 2)
        or (kind == "term" and form.recurrences)
    ):
        return False  # what a recurrence begins with may be a number
    made = [[t for t in subterms(side) if isinstance(t, Apply | Bind)] for side in form.sides]
    left, right = (Counter(t.operator for t in side) for side in made)
    bound = not varied and any(isinstance(t, Bind) for side in made for t in side)
    return bool(form.recurrences) or (bound and ((left - right) + (right - left)).total() > OF_A_VARIANT)


def _is_about(form: Reading, claim: Reading, near: Neighbours) -> bool:
    """Whether a form of a claim keeps letters of it, and rests on equations of no others, but on those that name a symbol.

    Values in place of letters make much true, and so does what else an equation mentions; what repeats the link before
    follows from that link.
    """
    if not any(isinstance(part, Variable) for part in subterms(claim.right)):
        return False  # a value of an example: numbers are equal by chance
    if (form.given is not None and form.given.id in OF_A_CASE) or (
        not form.free and letters_but_functions(claim.sides)
    ):
        return False
    if form.given is not None and any(map(vanishes, form.sides)):
        return False  # "Ax = b" says nothing of the slope ``Ax - b``
    for other in form.given.steps if form.given is not None else ():
        if all(link.interior for link in near.around.steps[other + 1 : near.number + 1]):
            return False
        if heads.head(near.around.steps[other].left.nodes) is None:
            stated = near.readings.stated(other)
            if stated is None or not _members(stated.left, stated.right) <= _members(*claim.sides):
                return False
    return True


def _members(*sides: Term) -> frozenset[str]:
    """The symbols of a relation; of a family, the members that it mentions."""
    members = [t for side in sides for t in occurrences(side, INDEX) if isinstance(t, Apply)]
    families = frozenset[str]().union(*(free_variables(member.arguments[0]) for member in members))
    plain = frozenset[str]().union(*map(free_variables, sides)) - families
    return plain | set(map(canonical, members))
