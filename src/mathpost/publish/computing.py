"""The verified equations of a post as cells of code: a value for every symbol, both sides, and their graph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from math import prod
from typing import NamedTuple

from mathpost.maths import values
from mathpost.maths.hypotheses.context import Context, context
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.maths.values import Array, Scalar, Value
from mathpost.publish.expressions import Expressions, Kind, Names
from mathpost.verify.interpretation.reading import EQUALITIES, Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.interpretation.verdict import Agrees, Proved
from mathpost.verify.models.enumeration import models
from mathpost.verify.models.evaluation import Evaluation
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import LEVELS, Level, Model, plain
from mathpost.verify.planning.plan import plan
from mathpost.verify.readings.definitions import informed
from mathpost.writers.post import PostResult

_CLOSE = 1e-9
_STEPS = 60_000  # of evaluation for one equation
_TRIES = 3  # models of one level
_WORD = re.compile(r"[A-Za-z_]\w*")
_LONGEST = 4_000  # characters of a cell
_LINE = 88
_GRAPHS: dict[Level, tuple[float, float]] = {
    "real": (-2.0, 2.0),
    "positive": (0.1, 3.0),
    "unit": (0.05, 0.95),
}


class Computation(NamedTuple):
    """The cell of one equation, which is in the formula with index `formula`."""

    formula: int
    code: str


def computations(result: PostResult, names: Names) -> Iterator[Computation]:
    """The cells of all verified equations that can be written as Python, in order."""
    if not result.verified:
        return
    around = context(result.document, result.steps)
    readings = Readings(result.steps, around)
    for number, (step, verdict) in enumerate(zip(result.steps, result.verdicts, strict=True)):
        if isinstance(verdict, Proved | Agrees) and step.sign in EQUALITIES:
            code = _cell(number, readings, around, names)
            if code is not None:
                yield Computation(
                    step.formula, f"# {_line(step.left.text)} = {_line(step.right.text)}\n{code}"
                )


def _line(latex: str) -> str:
    return " ".join(latex.split())


def _cell(number: int, readings: Readings, around: Context, names: Names) -> str | None:
    """The code for one claim, in the first reading and model in which it can be computed and agrees."""
    try:
        literal, _ = readings.literal(number, around.conventions)
        for reading in chain([literal], informed(number, literal, readings)):
            if reading.left == reading.right or not reading.free:
                continue
            recorder = _agreeing(reading, around)
            if recorder is not None:
                return _code(reading, recorder, names)
    except (UnreadError, ArithmeticError, ValueError, TypeError, RecursionError):
        return None
    return None


# --- values ---------------------------------------------------------------------------------------------


class _Recorder(Model):
    """A model that records which symbols were used."""

    def __init__(self, model: Model) -> None:
        super().__init__(model.seed, model.level, model.integers, model.plan, model.length)
        self.symbols: dict[str, Value] = {}
        self.families: dict[str, dict[tuple[int, ...], Value]] = {}
        self.functions: list[str] = []

    def variable(self, name: str) -> Value:
        self.symbols[name] = super().variable(name)
        return self.symbols[name]

    def entry(self, name: str, indices: tuple[int, ...]) -> Value:
        value = super().entry(name, indices)
        self.families.setdefault(name, {})[indices] = value
        return value

    def function(self, name: str, arguments: Sequence[Value]) -> Scalar:
        if name not in self.functions:
            self.functions.append(name)
        return super().function(name, arguments)

    def places(self, name: str, members: int) -> list[tuple[int, ...]]:
        """The indices at which a family of arrays was asked for: those of its entries, without their places."""
        _, axes = self.layout(name, members)
        keys = self.families.get(plain(name), {})
        return sorted({key[:members] for key in keys if len(key) == members + len(axes)})


def _agreeing(reading: Reading, around: Context) -> _Recorder | None:
    """A model in which both sides have one value."""
    models_of_level = plan(reading, "=", around)
    for level in LEVELS:
        for model in chain.from_iterable(
            islice(drawn, _TRIES) for drawn in islice(models(models_of_level, level), 1)
        ):
            recorder = _Recorder(model)
            try:
                left, right = (Evaluation(recorder, fuel=Fuel(_STEPS)).value(side) for side in reading.sides)
                if _agree(left, right):
                    return recorder
            except (ArithmeticError, ValueError, TypeError):
                continue
    return None


def _agree(left: Value, right: Value) -> bool:
    pairs = zip(values.entries(left), values.entries(right), strict=True)
    return all(abs(_number(a) - _number(b)) <= _CLOSE * (1 + abs(_number(a))) for a, b in pairs)


def _number(value: Value) -> float:
    """A scalar as a float.

    Raises:
        ValueError: it is complex.
    """
    if isinstance(value, int | Fraction | float):
        return float(value)
    middle = value.mid() if hasattr(value, "mid") else value
    if hasattr(middle, "imag") and float(middle.imag) != 0:
        raise ValueError("complex")
    return float(middle.real if hasattr(middle, "real") else Fraction(int(middle.p), int(middle.q)))


# --- code -----------------------------------------------------------------------------------------------


Held = Value | dict[tuple[int, ...], Value] | None
"""What a symbol is in a model: a value, a family of them by their indices, None for a function."""


def _code(reading: Reading, recorder: _Recorder, names: Names) -> str | None:
    symbols = [
        s for s in dict.fromkeys(chain.from_iterable(map(_symbols, reading.sides))) if s in reading.free
    ]
    held = {symbol: _held(symbol, reading, recorder) for symbol in symbols}
    kinds = {symbol: _kind(value) for symbol, value in held.items()}
    first = Expressions(names, kinds, recorder.length)
    for side in reading.sides:
        first.of(side)
    kinds = {s: k if k.form != "row" or s in first.rows else _table(held[s]) for s, k in kinds.items()}
    written = Expressions(names, kinds, recorder.length)
    left, right = (written.of(side) for side in reading.sides)
    if left == right:  # by definitions put in: it shows nothing
        return None
    used = {word for side in (left, right) for word in _WORD.findall(side)}
    lines = [f"size = {recorder.length}"] if "size" in used else []
    for number, (symbol, value) in enumerate(held.items(), 1):
        if names.of(symbol) in used:
            shown = f"smooth({number})" if value is None else _shown(value, kinds[symbol])
            lines.append(f"{names.of(symbol)} = {shown}")
    lines += [f"left = {left}", f"right = {right}", "show(left, right)", *_graph(reading, recorder, names)]
    code = "\n".join(lines)
    return code if len(code) <= _LONGEST else None


def _symbols(side: Term) -> Iterator[str]:
    return (term.name for term in subterms(side) if isinstance(term, Variable))


def _held(symbol: str, reading: Reading, recorder: _Recorder) -> Held:
    """The value of a symbol in the model.

    Raises:
        UnwritableError: its value was never asked for.
    """
    if symbol in recorder.functions:
        return None
    if symbol in recorder.symbols:
        return recorder.symbols[symbol]
    if symbol in recorder.families:
        return recorder.families[symbol]
    members = _members(symbol, reading)
    here = Evaluation(recorder, fuel=Fuel(_STEPS))
    if not members:
        return here.value(Variable(symbol))
    return {place: here.value(_at(symbol, place)) for place in recorder.places(symbol, members)}


def _kind(value: Held) -> Kind:
    if value is None:
        return Kind("function")
    if isinstance(value, dict):
        dims = tuple(max(axis) for axis in zip(*value, strict=True))
        full = len(value) == prod(dims) and all(min(place) >= 1 for place in value)
        scalars = not any(isinstance(v, Array) for v in value.values())
        return Kind("row", dims) if full and scalars and 1 <= len(dims) <= 2 else _table(value)
    if isinstance(value, Array):
        return Kind("array", _matrix(value))
    return Kind("number", whole=value if isinstance(value, int) else None)


def _table(value: Held) -> Kind:
    first = next(iter(value.values()), None) if isinstance(value, dict) else None
    return Kind("table", _matrix(first) if isinstance(first, Array) else ())


def _matrix(value: Array) -> tuple[int, ...]:
    """The shape in the code, where a vector is a column."""
    return value.shape if len(value.shape) > 1 else (*value.shape, 1)


def _members(symbol: str, reading: Reading) -> int:
    """The number of indices of a family of arrays: each index has its own array."""
    terms = (t for side in reading.sides for t in subterms(side))
    indexed = (t.arguments for t in terms if isinstance(t, Apply) and t.operator == "index")
    return max((len(given) - 1 for given in indexed if given[0] == Variable(symbol)), default=0)


def _at(symbol: str, place: tuple[int, ...]) -> Term:
    return Apply("index", (Variable(symbol), *(Number(Fraction(k)) for k in place)))


def _shown(value: Held, kind: Kind) -> str:
    """A value as Python."""
    if not isinstance(value, dict):
        return _literal(value) if value is not None else ""
    if kind.form != "row":
        return _family(value)
    numbers = [f"{_number(value[place]):.12g}" for place in sorted(value)]
    if len(kind.shape) == 1:
        return f"np.array([{', '.join(_with_point(numbers))}])"
    return _matrix_of(numbers, kind.shape[1])


def _matrix_of(numbers: Sequence[str], width: int) -> str:
    """A matrix on one line, or with a line for each row where one line is too long."""
    rows = _rows(numbers, width)
    short = f"np.array([{', '.join(rows)}])"
    if len(short) <= _LINE:
        return short
    return "np.array([\n" + "".join(f"    {row},\n" for row in rows) + "])"


def _rows(numbers: Sequence[str], width: int) -> list[str]:
    whole = _with_point(numbers)
    return [f"[{', '.join(whole[k : k + width])}]" for k in range(0, len(whole), width)]


def _with_point(numbers: Sequence[str]) -> list[str]:
    """Numbers, the first with a decimal point: powers of integers cannot be negative in NumPy."""
    return [f"{n}.0" if k == 0 and n.lstrip("-").isdecimal() else n for k, n in enumerate(numbers)]


def _literal(value: Value) -> str:
    """A value as Python; a vector is a column."""
    if isinstance(value, Array):
        numbers = [f"{_number(v):.12g}" for v in values.entries(value)]
        return _matrix_of(numbers, value.shape[1] if len(value.shape) > 1 else 1)
    number = _number(value)
    return str(value) if isinstance(value, int) else f"{number:.12g}"


def _family(entries: dict[tuple[int, ...], Value]) -> str:
    shown = (f"{k[0] if len(k) == 1 else k}: {_literal(v)}" for k, v in sorted(entries.items()))
    return "{" + ", ".join(shown) + "}"


def _graph(reading: Reading, recorder: _Recorder, names: Names) -> Iterator[str]:
    """The graph of an equation between functions of one real symbol."""
    free = set().union(*map(free_variables, reading.sides))
    if not all(map(free_variables, reading.sides)):  # the graph of a constant
        return
    if len(free) != 1 or recorder.families or recorder.functions or not _is_scalar(reading.sides):
        return
    (symbol,) = free
    if symbol in recorder.integers or isinstance(recorder.symbols.get(symbol), Array | int | None):
        return
    domain = recorder.plan.domains.get(symbol)
    low, high = _GRAPHS[recorder.level]
    if domain is not None:
        low = float(domain.low) + 0.05 if domain.low is not None else low
        high = float(domain.high) - 0.05 if domain.high is not None else max(high, low + 2)
    name = names.of(symbol)
    write = Expressions(names, {}, recorder.length)
    sides = ", ".join(f"lambda {name}: {write.of(side)}" for side in reading.sides)
    yield f'plot("{name}", {low:.6g}, {high:.6g}, {sides})'


def _is_scalar(sides: tuple[Term, ...]) -> bool:
    unfit = {"derivative", "index", "call"}
    return not any(
        isinstance(t, Bind) or (isinstance(t, Apply) and t.operator in unfit)
        for s in sides
        for t in subterms(s)
    )
