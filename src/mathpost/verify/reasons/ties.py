"""Relations of the post about the arrays of a claim that fails: whether the claim could hold where they do.

Relations that may be meant at the claim are met at points of random models (`satisfaction`), each by itself and those of
its section together. If the claim fails there too, they do not save it; one that cannot be read or met may.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Literal, NamedTuple, TypeGuard

from mathpost.latex.tree import Command, Node, Symbol, children
from mathpost.maths import notation
from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts.facts import Equation, equation
from mathpost.maths.lexicon.cases import mentions_a_case, sets_a_case
from mathpost.maths.lexicon.cues import chooses
from mathpost.maths.notation import UnreadError, is_bold
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Side, Step
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, substitute
from mathpost.maths.typing import integers
from mathpost.maths.typing.resolution import Resolution, resolutions
from mathpost.verify.interpretation.reading import EQUALITIES, ORDERS, Reading
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import LEVELS, Model, Plan, plain
from mathpost.verify.models.satisfaction import departure, satisfied
from mathpost.verify.planning import fitting
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons.reason import Raised, Reason
from mathpost.verify.reasons.registry import found
from mathpost.verify.reasons.surroundings import (
    BEHIND,
    MEMBERSHIP,
    VAGUE,
    Surroundings,
    condition,
    estimates,
    in_its_terms,
    piecewise,
    restricts_nothing,
    settled,
    shown,
    spent,
)

RELATIONS = 6  # of one claim that are tried; more are an objection
PLACES = 3  # values of an index at which a relation for all of them is asked for
INSTANCES = 9
POINTS = 2  # models in which the claim must fail although the relations hold
READINGS = 3
ATTEMPTS = 4
NEAR = 400  # characters before a claim within which what cannot be met may be meant for it
FAILS = 1e-6  # relative gap of a claim that fails
COST = 150_000  # terms evaluated for one claim
Pairs = Sequence[tuple[Term, Term]]
Outcome = Literal["holds", "fails", "unmet"]


class Object(NamedTuple):
    """An array or a number, or a family of them: ``M`` and ``M_t`` are two things."""

    name: str
    indexed: bool


def tie(number: int, reading: Reading, around: Surroundings) -> Raised | None:
    """A relation of the post that may make the step `number` true, in words, or None."""
    sides = reading.arrays.written or reading.sides
    known = objects(sides)
    whole = frozenset((*sum(integers.integers(sides), ()), *reading.arrays.axes))
    met: dict[int, Pairs] = {}
    for other in _candidates(number, reading, around):
        said = around.steps[other]
        stated = _stated(other, around)
        stated = stated and in_its_terms(stated, reading, around)
        shared = _shared(said, stated, known)
        if not shared - whole:
            if shared and stated is not None and _relates_sizes(said, stated, reading):
                return found("size-tied", min(shared), shown(said))
        elif stated is None or said.sign not in (*EQUALITIES, ":="):
            if _counts_unmet(other, number, around):
                return found("array-tied", min(shared - whole), shown(said))
        else:
            met[other] = list(_instances(stated))
    if len(met) > RELATIONS:
        return found("many-relations")
    return _saving(number, reading, met, around)


def _saving(number: int, reading: Reading, met: Mapping[int, Pairs], around: Surroundings) -> Raised | None:
    """The relation at whose solutions the claim may hold."""
    trial = _Trial(number, reading, around, Fuel(COST))
    failing: list[tuple[Term, Term]] = []
    for other, pairs in met.items():
        outcome = trial.where(pairs)
        if outcome == "holds" or (outcome != "fails" and _counts_unmet(other, number, around)):
            said = around.steps[other]
            return found("at-solutions", shown(said))
        if outcome == "fails" and _covers(other, number, around):
            failing += pairs
    if len(met) > 1 and failing and trial.where(failing) == "holds":
        return found("at-common-solutions")
    return None


# --- which relations count ---------------------------------------------------------------------------------------


def _candidates(number: int, reading: Reading, around: Surroundings) -> Iterator[int]:
    """The relations that may restrict what the step `number` mentions."""
    step = around.steps[number]
    known = objects(reading.arrays.written or reading.sides)
    smooth = step.sign in EQUALITIES | {"≈"} and not piecewise(reading)
    first = number
    while around.steps[first].interior:
        first -= 1
    for other, said in enumerate(around.steps):
        if first <= other <= number or spent(other, reading, around) or settled(other, around):
            continue
        if said.sign in VAGUE:
            if said.sign in ("≈", "≃") and estimates(other, number, around):
                yield other
            continue
        if said.sign in (*ORDERS, "!=") and smooth and not _counts_only(_stated(other, around), reading):
            continue
        if restricts_nothing(other, number, around):
            continue
        if _is_declaration(said) or said.sign in ("∼", FOLLOWS) or not _is_in_force(other, number, around):
            continue
        if not _names_another(said, known, around):
            yield other


def _is_in_force(other: int, number: int, around: Surroundings) -> bool:
    """Whether a relation may be meant at a claim: given before it or just after, or derived in its section."""
    said, place = around.steps[other], around.steps[number].span.start
    given = said.role in ("definition", "assumption")
    if said.span.start > place:
        return given and said.span.start - place < BEHIND
    if said.role == "other":
        return False
    return _covers(other, number, around) or ((given or condition(said)) and not _is_a_case(said, around))


def _is_a_case(said: Step, around: Surroundings) -> bool:
    span = around.document.formulas[said.formula].span
    before = around.context.words.before(span)
    return mentions_a_case(before) or chooses(before) or sets_a_case(around.context.words.after(span))


def _counts_unmet(other: int, number: int, around: Surroundings) -> bool:
    """Whether a relation may save a claim even if it cannot be read or met: one that is given, or has just been derived."""
    said, place = around.steps[other], around.steps[number].span.start
    given = said.role in ("definition", "assumption") or condition(said)
    return _covers(other, number, around) and (given or abs(place - said.span.end) < NEAR)


def _covers(other: int, number: int, around: Surroundings) -> bool:
    return around.context.sections.covers(around.steps[other].span.start, around.steps[number].span.start)


def _is_declaration(said: Step) -> bool:
    """``x \\in \\mathbb{R}^n``: it has been read."""
    return (
        said.sign in MEMBERSHIP
        and said.right.text.startswith((r"\mathbb{R}^", r"\mathbb{C}^"))
        and "+" not in said.right.text
    )


def _names_another(said: Step, known: frozenset[Object], around: Surroundings) -> bool:
    """Whether a relation says what a symbol is that the claim does not know."""
    if said.interior or said.sign not in ("=", ":=", "≡", "∝"):
        return False
    for side in (said.left, said.right)[: 2 if said.sign == ":=" else 1]:
        head = heads.head(side.nodes)
        if head is not None and not heads.in_library(head):
            return head.endswith("()") or not known & _named(side, around)
    return False


def _named(side: Side, around: Surroundings) -> frozenset[Object]:
    """What a side of one symbol is."""
    try:
        term = elaborate(side.nodes, around.context.conventions).term
    except UnreadError:
        return frozenset(Object(name, False) for name in _letters(side.nodes))
    return _objects(Apply("index", (term.arguments[0],))) if _is_entry(term) else _objects(term)


def _counts_only(stated: Equation | None, reading: Reading) -> bool:
    """Whether a relation is one of integers."""
    return stated is not None and stated.symbols <= {
        *sum(integers.integers(reading.sides), ()),
        *sum(integers.integers((stated.left, stated.right)), ()),
        *reading.arrays.axes,
    }


def _stated(other: int, around: Surroundings) -> Equation | None:
    """What a relation says, if it can be read beyond doubt."""
    found = equation(other, around.steps[other], around.context.conventions)
    return None if found is None or "I" in found.symbols else found


# --- what they mention ------------------------------------------------------------------------------------------


def objects(terms: Sequence[Term]) -> frozenset[Object]:
    """What `terms` mention; the entries of an array are the array."""
    return frozenset[Object]().union(*map(_objects, terms))


def _is_entry(term: Term) -> TypeGuard[Apply]:
    return isinstance(term, Apply) and term.operator == "index"


def _objects(term: Term) -> frozenset[Object]:
    match term:
        case Variable(name=name):
            return frozenset((Object(name, False),))
        case Apply(operator="index", arguments=(Variable(name=name), *places)):
            own = {Object(name, True)} | (
                set() if is_bold(name) else {Object(rf"\boldsymbol{{{name}}}", False)}
            )
            return objects(places) | own
        case Apply(operator="call", arguments=(_, *given)):
            return objects(given)
        case Apply(arguments=arguments):
            return objects(arguments)
        case Bind(variable=variable, bounds=bounds, body=body):
            return objects(bounds) | (_objects(body) - {Object(variable.name, False)})
    return frozenset()


def _shared(said: Step, stated: Equation | None, known: frozenset[Object]) -> frozenset[str]:
    """The names of what a relation and a claim both mention."""
    if stated is None:
        letters = frozenset(_letters((*said.left.nodes, *said.right.nodes)))
        return letters & {name for o in known for name in (o.name, plain(o.name))}
    return frozenset(o.name for o in objects((stated.left, stated.right)) & known)


def _letters(nodes: Sequence[Node]) -> Iterator[str]:
    """The canonical names in `nodes`, bold ones as a whole."""
    for node in nodes:
        name = notation.name(node) if isinstance(node, Symbol | Command) else None
        if name is not None:
            yield name
        else:
            yield from _letters(children(node))


def _relates_sizes(said: Step, stated: Equation, reading: Reading) -> bool:
    """Whether an equation between sizes makes models special: ``m = n``, ``d = 2``, ``d = hk``."""
    if said.sign not in (*EQUALITIES, ":=") or not _counts_only(stated, reading):
        return False
    large = isinstance(stated.right, Number) and stated.right.value > 2
    return not (large and isinstance(stated.left, Variable))


def _instances(stated: Equation) -> Iterator[tuple[Term, Term]]:
    """An equation between the members of families, for the first members."""
    places = integers.integers((stated.left, stated.right)).indices
    for chosen in list(product(range(1, PLACES + 1), repeat=len(places)))[:INSTANCES]:
        put: dict[str, Term] = {n: Number(Fraction(k)) for n, k in zip(places, chosen, strict=True)}
        yield substitute(stated.left, put), substitute(stated.right, put)


# --- whether they save the claim ---------------------------------------------------------------------------------


class _Trial(NamedTuple):
    """A claim that fails, tried where relations hold."""

    number: int
    reading: Reading
    around: Surroundings
    fuel: Fuel

    def where(self, pairs: Pairs) -> Outcome:
        """Whether the claim holds or fails at points where `pairs` hold; whether no such point is found."""
        step, sides = self.around.steps[self.number], self.reading.arrays.written or self.reading.sides
        symbols = fitting.known(step, self.around.context, (*pairs, *self.reading.arrays.alike))
        try:
            found = resolutions(*sides, symbols, cheapest=True)
        except RecursionError:
            return "unmet"
        outcomes = [self._outcome(resolution, len(pairs)) for resolution in found.readings[:READINGS]]
        for outcome in ("holds", "fails"):
            if outcome in outcomes:
                return outcome
        return "unmet"

    def _outcome(self, resolution: Resolution, count: int) -> Outcome:
        step = self.around.steps[self.number]
        sign = "=" if step.sign in EQUALITIES else step.sign
        left, right = zip((resolution.left, resolution.right), *resolution.equations, strict=True)
        arrays = self.reading.arrays._replace(shapes=resolution.shapes)
        together = self.reading._replace(left=Apply("add", left), right=Apply("add", right), arrays=arrays)
        points = plan(together, sign, self.around.context, step.span.start)
        tried = 0
        for model in _points(points):
            if not satisfied(model, resolution.equations[:count], self.fuel):
                continue
            gap = departure(model, resolution.left, resolution.right, sign, self.fuel)
            if gap is not None and gap < FAILS:
                return "holds"
            tried += gap is not None
            if tried == POINTS:
                return "fails"
        return "fails" if tried else "unmet"


def _points(points: Plan) -> Iterator[Model]:
    """Small models, first of real and then of positive values, sizes and indices each of their own."""
    names = (*points.sizes, *points.arrays.lengths)
    for level in LEVELS[:2]:
        for turn in range(ATTEMPTS):
            sizes = {name: 2 + (k + turn) % (len(names) + 1) for k, name in enumerate(names)}
            places = {name: 1 + (k + turn) % len(points.indices) for k, name in enumerate(points.indices)}
            yield Model(f"{points.seed}|{level}|{turn}", level, sizes | places, points, 3)


ROWS = (
    Reason("doubt", "size-tied", "{} also occurs in {}", "{} 也出现在 {} 中"),
    Reason("doubt", "array-tied", "{} also occurs in {}", "{} 也出现在 {} 中").shown(
        r"设 $\boldsymbol{x} \in S$。所以 $\boldsymbol{x}^\top\boldsymbol{x} = 2\boldsymbol{x}^\top\boldsymbol{x}$",
        passes=r"\boldsymbol{x}^\top\boldsymbol{x} = 2\boldsymbol{x}^\top\boldsymbol{x}",
    ),
    Reason("doubt", "many-relations", "many relations connect its symbols", "符号之间有许多关系"),
    Reason(
        "doubt",
        "at-common-solutions",
        "may hold where all relations of its section hold",
        "也许在本节各关系同时成立时成立",
    ).shown(
        r"Suppose $\boldsymbol{u}^{\top}\boldsymbol{v} = 0$ and $\boldsymbol{v}^{\top}\boldsymbol{w} = 0$. Thus we have $$\|\boldsymbol{u} + \boldsymbol{v}\|^2 + \boldsymbol{v}^{\top}\boldsymbol{w} = \|\boldsymbol{u}\|^2 + \|\boldsymbol{v}\|^2 + 3\boldsymbol{w}^{\top}\boldsymbol{v}$$",
        passes=r"Suppose $\boldsymbol{u}^{\top}\boldsymbol{v} = 0$. Thus we have $$\|\boldsymbol{u} + \boldsymbol{v}\|^2 + \boldsymbol{v}^{\top}\boldsymbol{w} = \|\boldsymbol{u}\|^2 + \|\boldsymbol{v}\|^2 + 3\boldsymbol{w}^{\top}\boldsymbol{v}$$",
    ),
    Reason("doubt", "at-solutions", "may hold where {}", "也许在 {} 时成立").shown(
        r"所以 $\boldsymbol{g}$ 满足 $\boldsymbol{u}^{\top}\boldsymbol{g} = 0$，走一步后 $$\|\boldsymbol{u} - \eta\boldsymbol{g}\|^2 = \|\boldsymbol{u}\|^2 + \eta^2\|\boldsymbol{g}\|^2$$",
        passes=r"$$\|\boldsymbol{u} - \eta\boldsymbol{g}\|^2 = \|\boldsymbol{u}\|^2 + \eta^2\|\boldsymbol{g}\|^2$$",
    ),
)
