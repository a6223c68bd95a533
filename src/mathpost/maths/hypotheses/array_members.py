r"""Members of arrays in terms of the array: ``A = (a_{ij})`` makes ``a_{ij}`` the entry ``A_{ij}``, and
``X = (x_1, \dots, x_N)^\top`` makes ``x_i`` the row i of X.

The array remains the symbol to which models assign values, with all its stated properties, and its members are read from it. If
the post defines the members, the array is built from them instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import RowReader, elaborate
from mathpost.maths.facts.facts import Fact
from mathpost.maths.notation import UnreadError, is_bold
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Term, Variable, operators
from mathpost.maths.transformations.unfolding import unfold_sides
from mathpost.maths.typing.array_parts import Made, made

EVERYTHING = Apply("everything", ())
COUNTER = Variable("i")


def membership(number: int, step: Step, conventions: Conventions) -> Fact | None:
    """The members of an array that `step` states, as a fact; None if it is no such step."""
    found = made(step)
    if found is None:
        return None
    try:
        whole = elaborate(step.left.nodes, conventions).term
        member = RowReader(list(found.member), conventions).whole()
    except (UnreadError, RecursionError):
        return None
    match member:
        case Apply(operator="index", arguments=(Variable(name=family), *places)):
            right = _taken(whole, family, tuple(places), found)
        case _:
            return None
    if right is None:
        return None
    parameters = tuple(places) if found.form == "entries" else (COUNTER,)
    return Fact("family", family, parameters, right, step.span.end, number)


def _taken(whole: Term, family: str, places: tuple[Term, ...], found: Made) -> Term | None:
    """The member of `whole` at `places`, or at the place of the counter; None if it is unknown."""
    array = Variable(bare(whole.name)) if isinstance(whole, Variable) else whole
    if array == Variable(bare(family)) and not is_bold(family):
        return None  # "P = (P_{ij})" names P_{ij} only
    if found.form == "entries":
        return Apply("index", (whole, *places)) if len(places) == 2 else None
    if not is_bold(family):
        is_column = found.form == "column" and isinstance(whole, Variable) and is_bold(whole.name)
        return Apply("index", (array, COUNTER)) if is_column else None
    if not (isinstance(whole, Variable) and is_bold(whole.name) and found.is_a_matrix_of_columns):
        return None
    if found.form == "row":
        return Apply("index", (whole, EVERYTHING, COUNTER))
    return Apply("transpose", (Apply("index", (whole, COUNTER, EVERYTHING)),))


def names_parts(step: Step, right: Term) -> bool:
    r"""Whether a definition with dots only names the parts of a list: ``x = (x_1, \dots, x_n)``."""
    return "unit_vector" in operators(right) and made(step) is not None


def settled(facts: Sequence[Fact], memberships: Sequence[Fact]) -> tuple[tuple[Fact, ...], frozenset[str]]:
    """The `memberships` that define members, and the arrays built from members that the post defines itself."""
    own = {known.head for known in facts if known.form in ("family", "law")}
    own |= {bare(head) for head in own}
    taken, assembled = list[Fact](), set[str]()
    for known in memberships:
        if bare(known.head) not in own:
            taken.append(known)
            continue
        assembled.add(bare(_array(known.right)))
    return tuple(taken), frozenset(assembled)


def in_structures(
    sides: tuple[Term, Term],
    memberships: Sequence[Fact],
    structures: Mapping[str, frozenset[str]],
    place: int,
) -> tuple[Term, Term]:
    """The sides with members of arrays with stated properties, such as orthogonal ones, read from the arrays."""
    facts = {
        known.key: [known]
        for known in memberships
        if known.place <= place and _array(known.right) in structures
    }
    return unfold_sides(sides, facts)[0] if facts else sides


def _array(member: Term) -> str:
    """The symbol of the array from which a member is read."""
    match member:
        case Apply(operator="transpose" | "index", arguments=(inner, *_)):
            return _array(inner)
        case Variable(name=name):
            return name
    return ""
