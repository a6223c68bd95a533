"""Claims about arrays: the readings in which their shapes fit, and what the models say of all of them together.

One reading that agrees is enough. A claim fails only if every reading fails, the usual ones and those that a post
would rarely mean; what fits together in no way is a matter of sorts and refutes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from mathpost.maths.analysis.structures import BASIS, PROPER, REAL_SPECTRUM, ROTATIONS, STRONGEST, STRUCTURES
from mathpost.maths.facts.properties import UNITARY
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation import any_bold, is_bold
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare_letter
from mathpost.maths.terms.spaces import dimensions
from mathpost.maths.terms.term import (
    Apply,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    subterms,
    symbols,
    uses,
)
from mathpost.maths.typing.integers import DERIVATIVES
from mathpost.maths.typing.orientation import Orientation
from mathpost.maths.typing.ranks import declared_key, nearest
from mathpost.maths.typing.resolution import Resolution, Symbols, resolutions
from mathpost.maths.typing.resolution.search import Misfit
from mathpost.verify.interpretation.reading import Arrays, Reading, Result
from mathpost.verify.interpretation.verdict import Agrees, Proved, Unchecked
from mathpost.verify.models.model import Plan

# what mentions arrays even where no symbol is one
ARRAY_OPERATORS = frozenset("matrix identity ones kronecker vectorised diagonal softmax unit_vector".split())
# an operator → the structure of a model in which it can be distinguished from others
WANTED = {
    "pseudoinverse": "singular",
    "eigenvalue": REAL_SPECTRUM,
    "eigenvector": REAL_SPECTRUM,
    "unit_eigenvector": REAL_SPECTRUM,
    "matrix_root": "positive definite",
    "matrix_logarithm": "positive definite",
}
OF_STRUCTURES = frozenset(WANTED)
OF_FORMS = OF_STRUCTURES | {"multiply"}  # where quadratic forms are, too
TRANSPOSE = frozenset(["transpose"])
PRODUCT = frozenset(["multiply"])
OF_COMPLEX_ARRAYS = (
    r"\mathbb{C}",
    r"^\dagger",
    r"^{\dagger}",
    "^H",
    "^{H}",
    r"^\mathrm{H}",
    r"^{\mathrm{H}}",
)
# singular values are not any array's: they have letters of their own
OF_VALUES = frozenset(["positive diagonal"])
SQUARE = frozenset(
    ["square", "symmetric", "positive definite", "skew", "permutation", "lower", "upper", ROTATIONS]
)
FACTORS = frozenset(["orthogonal", "diagonal", "positive diagonal"])  # of decompositions
VALUES = frozenset([r"\Sigma", r"\Lambda", "S", "D"])
Weigh = Callable[[Reading], Result]
Objecting = Callable[[Reading], bool]  # whether others may object to a reading that fails


def concerns(reading: Reading) -> bool:
    """Whether a claim is about vectors or matrices."""
    bold = any_bold(symbols(reading.left)) or any_bold(symbols(reading.right))
    return bold or uses(reading.sides, ARRAY_OPERATORS)


def weigh(
    step: Step, reading: Reading, context: Context, one: Weigh, *, objecting: Objecting = lambda _: True
) -> Result:
    """What the readings of `reading` that fit together show, each weighed by `one`.

    The cheapest decide. Only where they fail and others may be `objecting` are these looked for.
    """
    symbols = _with_spaces(known(step, context, _equations(reading, context)), reading)
    try:
        found, misfit, complete = resolutions(*reading.sides, symbols, cheapest=True)
        if not found and symbols.square:
            symbols = replace(symbols, square=frozenset())
            found, misfit, complete = resolutions(*reading.sides, symbols, cheapest=True)
    except RecursionError:
        return Result(Unchecked("limit", "nesting", step.span), None, reading)
    if not found and not complete:
        return Result(Unchecked("limit", "too many readings of the notation", step.span), None, reading)
    if not found:
        span = misfit.span if misfit is not None and misfit.span.end else step.span
        declared = misfit is not None and misfit.declared
        unfit = Unchecked("sorts", str(misfit or "shapes"), span, declared)
        return Result(
            unfit, None, reading, misfit=misfit or Misfit(span, "sizes on the left", "on the right")
        )
    orientation = context.conventions.arrays.orientation
    result = _cheapest(step, [(r, fitted(reading, r)) for r in found], one, orientation)
    if _fails(result) and objecting(result.reading or reading):
        dearer, complete = _dearer(reading, symbols, found[0].cost)
        if any(_may_hold(one(fitted(reading, each))) for each in dearer):
            return Result(
                Unchecked("context", "the notation can be read in two ways", step.span, id="two-readings"),
                None,
                reading,
            )
    unitary = _transposed_unitary(reading, context) if isinstance(result.verdict, Proved | Agrees) else None
    if unitary is not None:
        return Result(
            Unchecked("context", f"{unitary} may be complex", step.span, id="perhaps-complex"),
            None,
            reading,
        )
    if _fails(result) and not complete:
        return Result(
            Unchecked("context", "the notation can be read in many ways", step.span, id="many-readings"),
            None,
            reading,
        )
    return result


def _dearer(reading: Reading, symbols: Symbols, cost: int) -> tuple[list[Resolution], bool]:
    """The readings of `reading` that fit together at more than `cost`, and whether these are all there are."""
    try:
        found = resolutions(*reading.sides, symbols)
    except RecursionError:
        return [], False
    return [r for r in found.readings if r.cost > cost], found.complete


def fits(step: Step, reading: Reading, context: Context) -> bool:
    """Whether the arrays of `reading` fit together in some way with the sizes that the post gives them."""
    symbols = known(step, context, _equations(reading, context))
    return bool(resolutions(*reading.sides, symbols, cheapest=True).readings)


def _transposed_unitary(reading: Reading, context: Context) -> str | None:
    """A unitary matrix that a claim transposes in a post of complex arrays, or of adjoints: those are its inverse there."""
    said, text = context.structures, context.words.document.source.text
    if not (context.is_complex or any(sign in text for sign in OF_COMPLEX_ARRAYS)):
        return None
    turned = (
        t.arguments[0] for side in reading.sides for t in occurrences(side, TRANSPOSE) if isinstance(t, Apply)
    )
    return min(
        (n for term in turned for n in free_variables(term) if UNITARY in said.get(n, ())), default=None
    )


def weigh_with_other_sizes(
    step: Step, reading: Reading, context: Context, one: Weigh, *, objecting: Objecting
) -> Result:
    """`weigh`; what fits only if the factors of a decomposition are cut short is confirmed if it agrees so.

    Posts use cut factors without saying so: ``\\Sigma`` of ``U\\Sigma V^\\top`` is a rectangle or a square. Other
    arrays are as large
    as they are stated to be: with a square one a lost transpose would fit.
    """
    as_declared = weigh(step, reading, context, one, objecting=objecting)
    if not (isinstance(as_declared.verdict, Unchecked) and as_declared.verdict.reason == "sorts"):
        return as_declared
    symbols = known(step, context, _equations(reading, context))
    said = structures(reading.sides, context.structures_at(step.span.start))
    factors = {name for name, structure in said.items() if structure & FACTORS}
    for resized, where in _resized(reading, symbols, factors):
        for resolution in resolutions(*reading.sides, resized, cheapest=True).readings:
            if _turned(resolution, context.conventions.arrays.orientation):
                continue
            result = one(fitted(reading, resolution))
            if isinstance(result.verdict, Proved | Agrees):
                detail = "; ".join(d for d in (result.verdict.detail, where) if d)
                return result._replace(verdict=result.verdict._replace(detail=detail))
    return as_declared


def _resized(reading: Reading, symbols: Symbols, factors: Container[str]) -> Iterator[tuple[Symbols, str]]:
    """`symbols` with the size of one of the `factors` left open, or two lengths of them as one; and what is so supposed."""
    sides = (*reading.sides, *(side for equation in symbols.equations for side in equation))
    names = sorted({t.name for side in sides for t in subterms(side) if isinstance(t, Variable)})
    cut = {name: declared_key(name, indexed=False) for name in names if name in factors}
    sized = {name: key for name, key in cut.items() if key in symbols.declared}
    for name, left_open in sized.items():
        others = {key: axes for key, axes in symbols.declared.items() if key != left_open}
        yield replace(symbols, declared=others), f"with {name} of another size"
    lengths = dict.fromkeys(axis for key in sized.values() for axis in symbols.declared[key])
    for one, other in combinations(filter(str.isalpha, lengths), 2):
        renamed = {
            key: tuple(one if axis == other else axis for axis in axes)
            for key, axes in symbols.declared.items()
        }
        yield replace(symbols, declared=renamed), f"where {one} = {other}"


def known(step: Step, context: Context, equations: tuple[tuple[Term, Term], ...]) -> Symbols:
    """What the post says of the arrays at `step`."""
    declared = nearest(context.known.of(kinds.DECLARATION), step.relation_span.start)
    square = frozenset(name for name, said in context.structures.items() if said & SQUARE)
    rows = context.conventions.arrays.orientation == "rows"
    bases = frozenset(name for name, said in context.structures.items() if BASIS in said)
    return Symbols(
        declared, _plain(context), equations, square, rows, bases, context.known.subjects(kinds.ENTRYWISE)
    )


def _with_spaces(symbols: Symbols, reading: Reading) -> Symbols:
    """`symbols` with the columns of Gaussian integrals as long as their powers of pi say."""
    lengths = {declared_key(n, indexed=False): (d,) for n, d in dimensions(reading.sides).items()}
    return replace(symbols, declared={**lengths, **symbols.declared}) if lengths else symbols


def _equations(reading: Reading, context: Context) -> tuple[tuple[Term, Term], ...]:
    """The definitions that were put in and whose heads are arrays, and what else has one shape: what a derivative is taken
    by has the shape that the post gives it, put in or not.
    """
    targets = {
        t.arguments[1].name
        for t in _applications(reading.sides, DERIVATIVES)
        if isinstance(t.arguments[1], Variable)
    }
    return reading.arrays.alike + tuple(
        (Variable(fact.head), fact.right)
        for fact in context.facts
        if fact.form == "symbol" and is_bold(fact.head)
        if fact.step in reading.used or (fact.head in targets and not fact.value)
    )


def _plain(context: Context) -> frozenset[str]:
    return frozenset(rf"\boldsymbol{{{name}}}" for name in context.conventions.arrays.plain)


def fitted(reading: Reading, resolution: Resolution) -> Reading:
    """`reading` as its shapes fit together."""
    axes = frozenset(n for extents in resolution.shapes.values() for e in extents for n in free_variables(e))
    return reading._replace(
        left=resolution.left,
        right=resolution.right,
        arrays=Arrays(resolution.shapes, axes, reading.sides, reading.arrays.alike),
    )


def _cheapest(
    step: Step, found: Sequence[tuple[Resolution, Reading]], one: Weigh, orientation: Orientation
) -> Result:
    """The verdict on the readings that cost least.

    What holds for rows confirms nothing in a post whose vectors are columns, and the other way round.
    """
    first: Result | None = None
    for resolution, reading in found:
        result = one(reading)
        if isinstance(result.verdict, Proved | Agrees):
            if not _turned(resolution, orientation):
                return result
            culprit = f"vectors that would have to be {'rows' if resolution.rows else 'columns'}"
            return Result(Unchecked("sorts", culprit, step.span), None, reading)
        if first is None or (_fails(first) and not _fails(result)):
            first = result
    assert first is not None
    return first


def _turned(resolution: Resolution, orientation: Orientation) -> bool:
    """Whether a reading takes for rows what the post writes as columns, or the other way round."""
    return bool(orientation) and resolution.rows != (orientation == "rows")


def _fails(result: Result) -> bool:
    return result.verdict is None and result.finding is not None and result.finding.kind == "apart"


def exceptional(
    reading: Reading, models: Plan, spoken: frozenset[str], apart: Callable[[Plan], bool]
) -> str | None:
    """A structure of its arrays under which a claim that fails may hold, if the post has words for it; else None.

    Words that were not read as a statement about a symbol may still be one: then the claim is not refuted.
    """
    own = {n: said for n, said in models.arrays.structures.items() if said != frozenset([REAL_SPECTRUM])}
    often = (
        {"symmetric"} if len(own) < len(models.arrays.structures) else set[str]()
    )  # if eigenvalues are mentioned
    wanted = [name for name in STRONGEST if name in spoken | often]
    if len(wanted) > 1:
        wanted.append("signature")
    for structure in wanted:
        if structure == PROPER:  # what is stated to be orthogonal may be one
            own = {n: said | {PROPER} if "orthogonal" in said else said for n, said in own.items()}
        names = (
            key.partition("[")[0]
            for key, extents in reading.shapes.items()
            if _takes(structure, extents) and not (structure in OF_VALUES and bare_letter(key) not in VALUES)
        )
        if special := {name: frozenset([structure]) for name in names}:
            if not apart(models.but(structures={**models.arrays.structures, **special, **own}, square=True)):
                return structure
    return None


def _takes(structure: str, extents: Sequence[Term]) -> bool:
    """Whether arrays with these axes can have a structure: vectors, rectangles, square matrices."""
    if len(extents) == 1:
        return structure in ("unit", "stochastic")
    rectangular = structure in ("orthogonal", "stochastic", "signature")
    return len(extents) == 2 and (rectangular or extents[0] == extents[1])


def _may_hold(result: Result) -> bool:
    """Whether an unusual reading may make the claim true: it agrees somewhere, or is too expensive to decide.

    Nobody writes ``\\le`` between what is equal.
    """
    if result.finding is not None and result.finding.equal:
        return False
    open_ = result.finding is not None and result.finding.kind in ("domain", "coincident", "wide", "limit")
    return isinstance(result.verdict, Proved | Agrees) or open_


def structures(sides: Sequence[Term], said: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """What the post says of its arrays, and what their use asks for: a pseudoinverse tells nothing of an invertible
    matrix, a root wants a positive definite one.
    """
    telling = OF_FORMS if uses(sides, TRANSPOSE) else OF_STRUCTURES
    if not said and not uses(sides, telling):
        return {}
    found = {name: rest for name, of_it in said.items() if (rest := of_it - {ROTATIONS})}
    found |= dict.fromkeys(_families_of_rotations(sides, said), frozenset([ROTATIONS]))
    for name in frozenset[str]().union(*map(symbols, sides)) if said else ():
        whole, _, part = name.partition("_{[")
        if part and whole in said:
            found[name] = said[whole]  # columns of an orthogonal matrix, a corner of a diagonal one
    formed = frozenset(n for t in _applications(sides, PRODUCT) for n in _of_forms(t))
    for term in _applications(sides, telling):
        wanted = WANTED.get(term.operator)
        head = term.arguments[0] if term.arguments else term
        if isinstance(head, Apply) and head.operator == "index":
            head = head.arguments[0]
        if wanted is not None and isinstance(head, Variable):
            if not found.get(head.name, frozenset()) & STRUCTURES.keys():
                symmetric = wanted == REAL_SPECTRUM and head.name in formed
                found[head.name] = frozenset(["symmetric" if symmetric else wanted])
        for name in _of_quadratic_forms(term):
            found.setdefault(name, frozenset(["positive definite"]))
    return found


def _applications(sides: Sequence[Term], names: frozenset[str]) -> list[Apply]:
    """Where one of the operators `names` is applied in `sides`."""
    return [t for side in sides for t in occurrences(side, names) if isinstance(t, Apply)]


def _of_forms(term: Apply) -> Iterator[str]:
    """The matrix in ``x^\\top A x``: who mentions its eigenvalues, too, has a symmetric one."""
    for before, middle, behind in zip(term.arguments, term.arguments[1:], term.arguments[2:], strict=False):
        match before, middle:
            case Apply(operator="transpose", arguments=(turned,)), Variable(name=name) if turned == behind:
                yield name


def _families_of_rotations(sides: Sequence[Term], said: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """The families with one index that turn by multiples of an angle: ``R_m``, with a label ``R_{\\theta, m}``."""
    for term in (t for side in sides if said for t in subterms(side) if isinstance(t, Apply)):
        match term:
            case Apply(operator="index", arguments=(Variable(name=name), _)):
                if ROTATIONS in said.get(name.partition("_{")[0], ()):
                    yield name


def _of_quadratic_forms(term: Apply) -> Iterator[str]:
    """The matrix in ``x^\\top A^{-1} x``: nobody writes such a form with one that is not symmetric and positive."""
    factors = term.arguments if term.operator == "multiply" and len(term.arguments) > 2 else ()
    for before, middle, behind in zip(factors, factors[1:], factors[2:], strict=False):
        match before, middle:
            case Apply(operator="transpose", arguments=(turned,)), Apply(
                operator="power",
                arguments=(
                    Variable(name=name) | Apply("index", (Variable(name=name), *_)),
                    Number(value=value),
                ),
            ) if value == -1 and turned == behind:
                yield name


def lengths(shapes: Mapping[str, tuple[Term, ...]], sides: Sequence[Term]) -> frozenset[str]:
    """The names of the lengths of axes in `shapes`, and of the ranges that run along them."""
    named = {n for extents in shapes.values() for e in extents for n in free_variables(e)}
    return frozenset(named | {n for side in sides for n in free_variables(side) if n[:1] == "#"})
