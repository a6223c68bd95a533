"""The verified equations of a post as cells of code: a value for every symbol, both sides, and their graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import NamedTuple

from mathpost.maths import values
from mathpost.maths.hypotheses.context import Context, context
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.maths.values import Array, Scalar, Value
from mathpost.publish.program import Names, python
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
_LONGEST = 4_000  # characters of a cell
_GRAPHS: dict[Level, tuple[float, float]] = {
    "real": (-2.0, 2.0),
    "positive": (0.1, 3.0),
    "unit": (0.05, 0.95),
}


class Computation(NamedTuple):
    """The cell of one equation, which stands in the formula with index `formula`."""

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
    """A model that remembers which symbols were asked for."""

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


def _code(reading: Reading, recorder: _Recorder, names: Names) -> str | None:
    left, right = (python(side, names) for side in reading.sides)
    lines = [f"size = {recorder.length}"] if _is_sized(reading) else []
    for symbol in dict.fromkeys(chain.from_iterable(_symbols(side) for side in reading.sides)):
        if symbol in reading.free:
            lines.append(f"{names.of(symbol)} = {_value(symbol, reading, recorder)}")
    lines += [f"left = {left}", f"right = {right}", "show(left, right)", *_graph(reading, recorder, names)]
    code = "\n".join(lines)
    return code if len(code) <= _LONGEST else None


def _symbols(side: Term) -> Iterator[str]:
    return (term.name for term in subterms(side) if isinstance(term, Variable))


def _value(symbol: str, reading: Reading, recorder: _Recorder) -> str:
    """What a symbol is in the model, as Python.

    Raises:
        UnwritableError: its value was never asked for.
    """
    if symbol in recorder.functions:
        return f"smooth({recorder.functions.index(symbol) + 1})"
    if symbol in recorder.symbols:
        return _literal(recorder.symbols[symbol])
    if symbol in recorder.families:
        return _family(recorder.families[symbol])
    members = _members(symbol, reading)
    here = Evaluation(recorder, fuel=Fuel(_STEPS))
    if not members:
        return _literal(here.value(Variable(symbol)))
    places = recorder.places(symbol, members)
    return _family({place: here.value(_at(symbol, place)) for place in places})


def _members(symbol: str, reading: Reading) -> int:
    """How many indices a family of arrays carries: it is one array for each."""
    terms = (t for side in reading.sides for t in subterms(side))
    indexed = (t.arguments for t in terms if isinstance(t, Apply) and t.operator == "index")
    return max((len(given) - 1 for given in indexed if given[0] == Variable(symbol)), default=0)


def _at(symbol: str, place: tuple[int, ...]) -> Term:
    return Apply("index", (Variable(symbol), *(Number(Fraction(k)) for k in place)))


def _is_sized(reading: Reading) -> bool:
    return any(isinstance(t, Bind) and not t.bounds for side in reading.sides for t in subterms(side))


def _literal(value: Value) -> str:
    """A value as Python; a vector is a column."""
    if isinstance(value, Array):
        numbers = [f"{_number(v):.12g}" for v in values.entries(value)]
        width = value.shape[1] if len(value.shape) > 1 else 1
        rows = [f"[{', '.join(numbers[k : k + width])}]" for k in range(0, len(numbers), width)]
        return f"np.array([{', '.join(rows)}])"
    number = _number(value)
    return str(value) if isinstance(value, int) else f"{number:.12g}"


def _family(entries: dict[tuple[int, ...], Value]) -> str:
    shown = (f"{k[0] if len(k) == 1 else k}: {_literal(v)}" for k, v in sorted(entries.items()))
    return "{" + ", ".join(shown) + "}"


def _graph(reading: Reading, recorder: _Recorder, names: Names) -> Iterator[str]:
    """The graph of an equation between functions of one real symbol."""
    free = set().union(*map(free_variables, reading.sides))
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
    sides = ", ".join(f"lambda {name}: {python(side, names)}" for side in reading.sides)
    yield f'plot("{name}", {low:.6g}, {high:.6g}, {sides})'


def _is_scalar(sides: tuple[Term, ...]) -> bool:
    unfit = {"derivative", "index", "call"}
    return not any(
        isinstance(t, Bind) or (isinstance(t, Apply) and t.operator in unfit)
        for s in sides
        for t in subterms(s)
    )
