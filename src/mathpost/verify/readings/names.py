"""A claim with a usual meaning of a name or letter that the post does not define."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from mathpost.maths.elaboration.chance.events import shared_out
from mathpost.maths.hypotheses import kinds
from mathpost.maths.notation import is_bold, letter
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    operators,
    replaced,
    substitute,
    subterms,
)
from mathpost.maths.terms.traversal import INDEX, rewrite
from mathpost.maths.typing.randomness import randomness
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.readings.rewriting import Rewriting

EVERYTHING = Apply("everything", ())
# letters that stand for a moment of the one random variable at hand, by custom
MOMENTS: dict[str, Callable[[Term], Term]] = {
    r"\mu": lambda variable: Apply("expectation", (variable,)),
    r"\sigma": lambda variable: Apply("sqrt", (Apply("variance", (variable,)),)),
}
BARS = (r"\bar{", r"\overline{")


def _conjugated(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` of the step `number` with the conjugates of what the post defines, if it mentions complex numbers."""
    context = readings.context
    if not context.is_complex:
        return
    defined = {known.head for known in context.facts}
    found: dict[str, Term] = {}
    for name in reading.free - defined:
        inner = next((name.removeprefix(bar).removesuffix("}") for bar in BARS if name.startswith(bar)), "")
        if inner in defined:
            found[name] = Apply("conjugate", (Variable(inner),))
    if found:
        left, right = (substitute(side, found) for side in reading.sides)
        put = reading._replace(left=left, right=right)
        yield readings.unfolded(number, put, values=False) or put


def _measured(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with a letter as the length of a column, as it stands and with definitions put in."""
    for each in (reading, readings.unfolded(number, reading, values=False)):
        found = None if each is None else with_length(each.sides)
        if each is not None and found is not None:
            (left, right), names = found
            yield each._replace(left=left, right=right, given=Given("length", names))


def _shared_out(_number: int, reading: Reading, _readings: Readings) -> Iterator[Reading]:
    """`reading` with events that share out all outcomes."""
    shared = shared_out(reading.sides)
    if shared is not None:
        yield reading._replace(left=shared[0], right=shared[1], given=Given("some-event"))


def _with_usual_moments(_number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with μ as the mean and σ as the deviation of its random variable, where the post defines neither."""
    random = {name for name in randomness(reading.sides).variables if len(name) == 1}
    stated = (each.symbols for each in readings.context.known.of(kinds.MOMENT))
    defined = frozenset(each.head for each in readings.context.facts).union(*stated)
    found: dict[str, Term] = {}
    for name in reading.free - random - defined:
        letter, _, label = name.partition("_")
        variable = label.strip("{}") or (next(iter(random)) if len(random) == 1 else "")
        if letter in MOMENTS and variable in random:
            found[name] = MOMENTS[letter](Variable(variable))
    left, right = (substitute(side, found) for side in reading.sides)
    if found and left != right:  # else the claim is what gives the letter its meaning
        yield reading._replace(
            left=left, right=right, given=Given("usual-moments", (", ".join(sorted(found)),))
        )


def with_parts(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with small letters as the entries, the columns and the rows of the matrices that have their capitals."""
    return chain(_with_entries(number, reading, readings), _with_columns(number, reading, readings))


def _with_entries(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with ``a_{ij}`` as the entries of A, and ``a_{*,j}`` as its columns, where the post gives a no other meaning."""
    return _with(number, reading, readings, "entries", (_entry,))


def _with_columns(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    r"""`reading` with ``x_i`` as the columns of X, and as its rows: ``X X^\top = \sum_i x_i x_i^\top``."""
    return _with(number, reading, readings, "columns", (_column, _row))


Part = Callable[[Variable, Sequence[Term]], Term]


def _entry(matrix: Variable, places: Sequence[Term]) -> Term:
    return Apply("index", (matrix, *places))


def _column(matrix: Variable, places: Sequence[Term]) -> Term:
    return Apply("index", (matrix, EVERYTHING, *places))


def _row(matrix: Variable, places: Sequence[Term]) -> Term:
    return Apply("transpose", (Apply("index", (matrix, *places, EVERYTHING)),))


def _with(
    number: int, reading: Reading, readings: Readings, kind: str, parts: Sequence[Part]
) -> Iterator[Reading]:
    """`reading`, as it stands and with definitions put in, with the members of small letters as parts of the capital's matrix."""
    told = chain(readings.context.facts, readings.context.known.of(kinds.MEMBERSHIP))
    defined = frozenset(letter(bare(known.head)) for known in told)
    count = 2 if kind == "entries" else 1
    for each in (reading, readings.unfolded(number, reading, values=False)):
        found = {} if each is None else _matrices(each, count, defined)
        if each is None or not found:
            continue
        names = (", ".join(sorted(matrix.name for matrix in found.values())),)
        for part in parts:
            change = partial(_taken, count=count, matrices=found, part=part)
            left, right = (rewrite(side, change, INDEX) for side in each.sides)
            yield each._replace(left=left, right=right, given=Given(kind, names))


def _matrices(reading: Reading, count: int, defined: frozenset[str]) -> dict[Term, Variable]:
    """The small letters that are with `count` indices, and the matrices of the claim whose capitals they have."""
    shown = (t for side in reading.sides for t in subterms(side) if isinstance(t, Apply))
    heads = {t.arguments[0] for t in shown if _has_places(t, count)}
    found: dict[Term, Variable] = {}
    for head in heads:
        small = letter(head.name) if isinstance(head, Variable) else ""
        matrix = rf"\boldsymbol{{{small.upper()}}}"
        if len(small) == 1 and small.islower() and matrix in reading.free and small not in defined:
            found[head] = Variable(matrix)
    return found


def _has_places(term: Apply, count: int) -> bool:
    return term.operator == "index" and len(term.arguments) == count + 1


def _taken(term: Term, count: int, matrices: Mapping[Term, Variable], part: Part) -> Term | None:
    if not isinstance(term, Apply) or not _has_places(term, count) or term.arguments[0] not in matrices:
        return None
    head, *places = term.arguments
    return part(matrices[head], places)


ROWS = (
    Rewriting(
        "entries",
        _with_entries,
        "definitions",
        1,
        example=r"Let $\boldsymbol{A} \in \mathbb{R}^{m \times n}$ and $\boldsymbol{x} \in \mathbb{R}^n$. Then "
        r"$$(\boldsymbol{A}\boldsymbol{x})_i = \sum_{j=1}^n a_{ij} x_j$$",
        given=frozenset(["entries"]),
    ),
    Rewriting(
        "columns",
        _with_columns,
        "definitions",
        1,
        example=r"Let $\boldsymbol{X} \in \mathbb{R}^{d \times n}$. Then "
        r"$$\boldsymbol{X}\boldsymbol{X}^\top = \sum_{i=1}^n \boldsymbol{x}_i \boldsymbol{x}_i^\top$$",
        given=frozenset(["columns"]),
    ),
    Rewriting(
        "conjugate",
        _conjugated,
        "developments",
        1,
        example=r"Let the complex number $z = x + iy$ have the real parts $x, y$. Then $$|z|^2 = z\bar z = x^2 + y^2$$",
    ),
    Rewriting(
        "length",
        _measured,
        "developments",
        1,
        example=r"对于 $\boldsymbol{x}\in\mathbb{R}^d$，有"
        r"$$KL\left(\mathcal{N}(\boldsymbol{\mu},\boldsymbol{\Sigma})\|\mathcal{N}(\boldsymbol{0},\boldsymbol{I})\right)="
        r"\frac{1}{2}\left(\|\boldsymbol{\mu}\|^2+\mathrm{tr}(\boldsymbol{\Sigma})-\log\det\boldsymbol{\Sigma}-d\right)$$",
        given=frozenset(["length"]),
    ),
    Rewriting(
        "usual-moments",
        _with_usual_moments,
        "developments",
        1,
        example=r"$$\mathbb{E}[(X - \mu)^2] = \mathbb{E}[X^2] - \mu^2$$",
        given=frozenset(["usual-moments"]),
    ),
    Rewriting(
        "some-event",
        _shared_out,
        "developments",
        1,
        example=r"$$P(D) = \sum_{i=1}^n P(D|E_i)P(E_i)$$",
        given=frozenset(["some-event"]),
    ),
)


LETTERS = frozenset("dnDkmNp")


def with_length(sides: tuple[Term, Term]) -> tuple[tuple[Term, Term], tuple[str, str]] | None:
    """`sides` with the one letter that only one of them has as the length of a column, and the names of both.

    It can only be that in a claim with a determinant or an identity on the other side, or beside the mean over a column.
    """
    left, right = map(free_variables, sides)
    missing = LETTERS & (left ^ right)
    averaged = {
        t.variable.name
        for s in sides
        for t in subterms(s)
        if isinstance(t, Bind) and t.operator == "column_mean"
    }
    shared = left & right if any(map(_mentions_size, sides)) else frozenset()
    columns = sorted(
        n for n in averaged or shared if is_bold(n) and letter(n).rpartition("\\")[2][:1].islower()
    )
    if len(missing) != 1 or not columns:
        return None
    name, column = min(missing), Variable(columns[0])
    nothing = Apply("add", (column, Apply("negate", (column,))))
    sized = Apply("multiply", (nothing, Apply("transpose", (nothing,))))
    length = Apply("trace", (Apply("add", (Apply("identity", ()), sized)),))
    put = replaced(sides[0], Variable(name), length), replaced(sides[1], Variable(name), length)
    return put, (name, column.name)


def _mentions_size(side: Term) -> bool:
    """Whether a side has a determinant, or an identity: what depends on the length of the columns."""
    return not operators(side).isdisjoint(("determinant", "identity"))
