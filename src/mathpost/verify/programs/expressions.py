"""What an expression of Python stands for, read as mathematics: arithmetic, entries, calls of NumPy, `math` and own functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TypeAlias

from mathpost.verify.programs import reductions
from mathpost.verify.programs.arrays import (
    Axis,
    Binding,
    Linear,
    Piece,
    Places,
    UndecidedError,
    UnknownNameError,
    Value,
    combined,
    constant,
    entry,
    mapped,
    number,
    part,
    transposed,
    whole,
    with_axis,
)
from mathpost.verify.programs.calls import (
    CONSTANTS,
    ENTRYWISE,
    MATRICES,
    MODULES,
    OPERATIONS,
    PAIRWISE,
    REDUCTIONS,
    SAME,
)
from mathpost.verify.programs.reductions import Letters, minus, negative, over, plus, power, times

Result: TypeAlias = "Value | tuple[Value, ...]"
STEPS = 4_000
_TINY = Fraction(1, 10_000)  # a constant below keeps a logarithm or a quotient finite; no formula has it
_SIZES = "nNmMdDkKTBLHCp"
_OPTIONS = {"dim": "axis", "keepdim": "keepdims", "correction": "ddof"}  # as PyTorch calls them
_RANDOM = frozenset("random randn rand normal uniform randint standard_normal choice".split())
_BACKENDS = frozenset(["K", "T"])  # of Keras and Theano, where the formula has no such letter
_SHOWN = frozenset("print display plt pyplot ax axes fig sns".split())
FILLED = "[]"  # after the name of an array: the entry that a loop gives it


class Expressions:
    """Reads expressions with the `symbols` of a formula and the functions that the post defined before."""

    def __init__(
        self,
        symbols: Mapping[str, Value],
        functions: Mapping[str, ast.FunctionDef],
        used: frozenset[str],
        modules: frozenset[str] = frozenset(),
    ) -> None:
        self.symbols = symbols
        self.functions = dict(functions)
        self.modules = MODULES | modules | (_BACKENDS - symbols.keys())
        self.switches: dict[str, ast.expr] = {}  # arguments with a default, which may be an axis
        self.words: frozenset[str] = frozenset()  # runs of letters in the formula, each a factor
        self.letters = Letters(used)
        self.left = STEPS
        self.calls: tuple[str, ...] = ()
        self.made: frozenset[str] = frozenset()  # names that the code adds up or fills

    def block(
        self, body: Sequence[ast.stmt], known: Mapping[str, Result]
    ) -> tuple[dict[str, Result], Result | None]:
        """What names stand for after `body`, and what it returns."""
        raise NotImplementedError

    def _spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise UndecidedError("too long")

    def array(self, node: ast.expr, names: Mapping[str, Result]) -> Value:
        return one_array(self.value(node, names))

    def value(self, node: ast.expr, names: Mapping[str, Result]) -> Result:
        """What an expression stands for."""
        self._spend()
        match node:
            case ast.Constant(value=bool() | str() | bytes() | complex() | None):
                raise UndecidedError("a constant that is not a number")
            case ast.Constant(value=int() as given):
                return number(given)
            case ast.Constant(value=float() as given):
                return self._decimal(given)
            case ast.Name(id=name):
                return self._name(name, names)
            case ast.Tuple(elts=elements):
                return tuple(self.array(e, names) for e in elements)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                given_array = self.array(inner, names)
                return Value(
                    given_array.axes, lambda places: negative(given_array.at(places)), given_array.matrix
                )
            case ast.UnaryOp(op=ast.UAdd(), operand=inner):
                return self.value(inner, names)
            case ast.BinOp(left=left, op=op, right=right):
                return self._operated(op, self.array(left, names), self.array(right, names))
            case ast.Attribute():
                return self._attribute(node, names)
            case ast.Subscript():
                return self._entries(node, names)
            case ast.Call():
                return self._call(node, names)
        raise UndecidedError(type(node).__name__)

    def _decimal(self, given: float) -> Value:
        """A decimal fraction; a tiny one is an example of the ε of the formula."""
        if 0 < abs(given) < _TINY:
            if "eps" not in self.symbols:
                raise UndecidedError("a tiny constant that keeps the numbers finite")
            return self.symbols["eps"]
        return constant(decimal(Fraction(repr(given))))

    def _name(self, name: str, names: Mapping[str, Result]) -> Value:
        found = names.get(name)
        if found is None and name in self.words:
            raise UndecidedError(f"{name}, a word that the formula sets as letters")
        if found is None:
            found = self.symbols.get(name)
        if found is None and len(name) == 1 and name in _SIZES:
            found = constant(whole(Linear(f"#{name}")))  # a length that the formula does not name
        if found is None:
            raise UnknownNameError(name)
        return one_array(found)

    def _operated(self, op: ast.operator, left: Value, right: Value) -> Value:
        match op:
            case ast.MatMult():
                return reductions.contracted(left, right, self.letters)
            case ast.Add():
                return combined(left, right, plus)
            case ast.Sub():
                return combined(left, right, minus)
        if left.matrix and right.matrix:
            raise UndecidedError("a product of the entries of matrices")
        match op:
            case ast.Mult():
                return combined(left, right, times)
            case ast.Div() if not right.matrix:
                return combined(left, right, over)
            case ast.FloorDiv() if not right.matrix:
                return mapped(combined(left, right, over), ENTRYWISE["floor"])
            case ast.Pow() if not left.matrix and not right.matrix:
                return combined(left, right, power)
        raise UndecidedError(type(op).__name__)

    def _attribute(self, node: ast.Attribute, names: Mapping[str, Result]) -> Result:
        if isinstance(node.value, ast.Name) and node.value.id in self.modules and node.value.id not in names:
            if node.attr in CONSTANTS:
                return constant(Piece(CONSTANTS[node.attr]))
            raise UndecidedError(node.attr)
        owner = self.array(node.value, names)
        if node.attr == "T":
            return _turned(owner)
        if node.attr == "shape" and owner.matrix:
            return (self._width(), self._width())
        if node.attr == "shape":
            return tuple(constant(whole(_length(axis, k))) for k, axis in enumerate(owner.axes))
        if node.attr == "size" and len(owner.axes) == 1:
            return constant(whole(_length(owner.axes[0], 0)))
        raise UndecidedError(node.attr)

    def _width(self) -> Value:
        """A length of a matrix that is one letter: the only symbol of the formula that can be one, as in `QK^T/sqrt(d_k)`."""
        named = {
            v.at(()).latex: v for n, v in self.symbols.items() if n[:1] == "d" and not v.axes and not v.matrix
        }
        return next(iter(named.values())) if len(named) == 1 else constant(whole(Linear("#")))

    def _entries(self, node: ast.Subscript, names: Mapping[str, Result]) -> Result:
        owner = self.value(node.value, names)
        if isinstance(owner, tuple):
            match node.slice:
                case ast.Constant(value=int() as place) if place < len(owner):
                    return owner[place]
                case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as behind)) if behind <= len(
                    owner
                ):
                    return owner[-behind]
            raise UndecidedError("a part of a tuple")
        picks = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        done, axis = owner, 0
        for pick in picks:
            match pick:
                case ast.Slice(lower=lower, upper=upper, step=None):
                    self._axis(done, axis)
                    start, stop = self._ends(lower, upper)
                    done = part(done, axis, start, stop) if start or stop else done
                    axis += 1
                case ast.Constant(value=None) | ast.Attribute(attr="newaxis"):
                    done = with_axis(done, axis)
                    axis += 1
                case _:
                    self._axis(done, axis)
                    done = entry(done, axis, self._place(pick, done.axes[axis], names))
        return done

    def _axis(self, value: Value, axis: int) -> None:
        if axis >= len(value.axes):
            raise UndecidedError("more places than axes")

    def _ends(self, lower: ast.expr | None, upper: ast.expr | None) -> tuple[int, int]:
        """How many entries a slice leaves out at the beginning and at the end."""
        match lower, upper:
            case (None | ast.Constant(value=0), None):
                return 0, 0
            case ast.Constant(value=int() as start), None if start > 0:
                return start, 0
            case (
                None | ast.Constant(value=0),
                ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as stop)),
            ):
                return 0, stop
        raise UndecidedError("a slice")

    def _place(self, node: ast.expr, axis: Axis, names: Mapping[str, Result]) -> Linear:
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as behind)):
                return _length(axis, 0).plus(-behind)
        place = self.array(node, names).scalar.linear
        if place is None:
            raise UndecidedError("an index that is not a whole number")
        return place

    def _call(self, node: ast.Call, names: Mapping[str, Result]) -> Result:
        match node.func:
            case ast.Name(id=name):
                return self._function(name, node, names)
            case ast.Attribute(attr=name, value=owner) if self._is_module(owner, names):
                return self._function(name, node, names, library=True)
            case ast.Attribute(attr=name, value=owner):
                return self._applied(name, [owner, *node.args], node.keywords, names)
        raise UndecidedError("a call")

    def _is_module(self, owner: ast.expr, names: Mapping[str, Result]) -> bool:
        match owner:
            case ast.Name(id=name) | ast.Attribute(value=ast.Name(id=name), attr="linalg" | "special"):
                return name in self.modules and name not in names
        return False

    def _function(
        self, name: str, node: ast.Call, names: Mapping[str, Result], library: bool = False
    ) -> Result:
        own = None if library else self.functions.get(name)
        if own is not None:
            return self._own(own, node, names)
        if (
            name in ("sum", "prod")
            and node.args
            and isinstance(node.args[0], ast.GeneratorExp | ast.ListComp)
        ):
            return self._comprehended("sum" if name == "sum" else "product", node.args[0], names)
        if name == "array" and node.args and isinstance(node.args[0], ast.ListComp):
            return self._listed(node.args[0], names)
        return self._applied(name, node.args, node.keywords, names)

    def _own(self, function: ast.FunctionDef, node: ast.Call, names: Mapping[str, Result]) -> Result:
        if function.name in self.calls or node.keywords or len(node.args) > len(function.args.args):
            raise UndecidedError(f"the call of {function.name}")
        given = {a.arg: self.value(v, names) for a, v in zip(function.args.args, node.args, strict=False)}
        self.calls = (*self.calls, function.name)
        _, returned = self.block(function.body, {**self.defaults(function), **given})
        self.calls = self.calls[:-1]
        if returned is None or len(given) + len(function.args.defaults) < len(function.args.args):
            raise UndecidedError(f"the call of {function.name}")
        return returned

    def defaults(self, function: ast.FunctionDef) -> dict[str, Result]:
        """The arguments of a function that have values of their own."""
        named = function.args.args[len(function.args.args) - len(function.args.defaults) :]
        given = zip(named, function.args.defaults, strict=True)
        found: dict[str, Result] = {}
        for argument, default in given:
            self.switches[argument.arg] = default
            if argument.arg not in self.symbols:
                with suppress(UndecidedError):
                    found[argument.arg] = self.value(default, {})
        return found

    def _applied(
        self,
        name: str,
        arguments: Sequence[ast.expr],
        keywords: Sequence[ast.keyword],
        names: Mapping[str, Result],
    ) -> Result:
        options = {k.arg: k.value for k in keywords if k.arg}
        if name in REDUCTIONS and arguments:
            return self._reduced(REDUCTIONS[name], arguments, options, names)
        if name == "norm" and len(arguments) == 1 and not options:
            return self._norm(self.array(arguments[0], names))
        if name in ("arange", "linspace", "zeros", "ones", "zeros_like", "ones_like", "empty", "full"):
            return self._called(name, arguments, names)
        if name == "softmax" and arguments:
            return self._softmax(self.array(arguments[0], names))
        if name in ("eye", "identity") and "I" in self.symbols:
            return self.symbols["I"]
        if name in ("transpose", "swapaxes", "t") and arguments:
            return _turned(self.array(arguments[0], names))
        if options.keys() - {"dtype", "exact"}:
            raise UndecidedError(f"an option of {name}")
        given = [self.array(a, names) for a in arguments]
        if len(given) == 1:
            return self._of_one(name, given[0])
        if len(given) == 2:
            return self._of_two(name, *given)
        raise UndecidedError(name)

    def _of_one(self, name: str, value: Value) -> Value:
        if name == "len" and value.axes:
            return constant(whole(_length(value.axes[0], 0)))
        if name in SAME:
            return value
        if name in ENTRYWISE:
            return mapped(value, ENTRYWISE[name])
        if name in MATRICES and value.matrix:
            latex = MATRICES[name].format(_based(value.at(())) if name == "inv" else value.at(()).latex)
            return Value((), lambda _: Piece(latex), name == "inv")
        if name == "trace" and len(value.axes) == 2:
            return self._diagonal(value)
        raise UndecidedError(name)

    def _of_two(self, name: str, one: Value, other: Value) -> Value:
        if name in PAIRWISE:
            sign = PAIRWISE[name]
            return combined(one, other, lambda a, b: Piece(rf"{sign}\left({a.latex}, {b.latex}\right)"))
        if name in OPERATIONS:
            return self._operated(OPERATIONS[name](), one, other)
        if name in ("power", "pow") and not one.matrix:
            return combined(one, other, power)
        if name in ("dot", "matmul", "inner") and (one.axes or one.matrix):
            return reductions.contracted(one, other, self.letters)
        if name == "outer" and len(one.axes) == len(other.axes) == 1:
            return combined(with_axis(one, 1), with_axis(other, 0), times)
        if name == "comb":
            return combined(one, other, lambda a, b: Piece(rf"\binom{{{a.latex}}}{{{b.latex}}}"))
        raise UndecidedError(name)

    def _diagonal(self, value: Value) -> Value:
        axis = value.axes[0] if value.axes[0].length is not None else value.axes[1]
        line = Value((axis,), lambda places: value.at([places[0], places[0]]))
        return reductions.reduced("sum", line, (0,), self.letters)

    def _norm(self, value: Value) -> Value:
        if value.matrix:
            return constant(Piece(rf"\|{value.at(()).latex}\|"))
        squared = mapped(value, ENTRYWISE["square"])
        return mapped(
            reductions.reduced("sum", squared, tuple(range(len(value.axes))), self.letters), ENTRYWISE["sqrt"]
        )

    def _softmax(self, value: Value) -> Value:
        """Along the last axis; of a matrix that is one letter, as formulas write it."""
        if value.matrix:
            return Value(
                (), lambda _: Piece(rf"\operatorname{{softmax}}\left({value.at(()).latex}\right)"), True
            )
        powers = mapped(value, ENTRYWISE["exp"])
        last = (len(value.axes) - 1,)
        return combined(powers, reductions.reduced("sum", powers, last, self.letters, keep=True), over)

    def _reduced(
        self,
        kind: str,
        arguments: Sequence[ast.expr],
        options: Mapping[str, ast.expr],
        names: Mapping[str, Result],
    ) -> Value:
        value = self.array(arguments[0], names)
        given = {_OPTIONS.get(name, name): option for name, option in options.items()}
        if len(arguments) > 2 or given.keys() - {"axis", "keepdims", "ddof", "dtype"} or value.matrix:
            raise UndecidedError(f"an option of {kind}")
        if kind in ("var", "std") and "dim" in options and "ddof" not in given:
            raise UndecidedError(f"the {kind} of PyTorch without its correction")
        axis = given.get("axis", arguments[1] if len(arguments) == 2 else None)
        axis = self.switches.get(axis.id, axis) if isinstance(axis, ast.Name) else axis
        keep = isinstance(k := given.get("keepdims"), ast.Constant) and k.value is True
        rows = keep and len(value.axes) == 1 and isinstance(axis, ast.Constant) and axis.value == 1
        axes = tuple(range(len(value.axes))) if axis is None or rows else _axes(axis, len(value.axes))
        if not axes:
            raise UndecidedError(f"{kind} of a number")
        if kind in ("sum", "product", "max", "min"):
            return reductions.reduced(kind, value, axes, self.letters, keep)  # type: ignore[arg-type]
        mean = self._mean(value, axes, keep or kind != "mean")
        if kind == "mean":
            return mean
        squares = mapped(combined(value, mean, minus), ENTRYWISE["square"])
        lost = given.get("ddof")
        ddof = lost.value if isinstance(lost, ast.Constant) and isinstance(lost.value, int) else 0
        spread = self._mean(squares, axes, keep, ddof)
        return spread if kind == "var" else mapped(spread, ENTRYWISE["sqrt"])

    def _mean(self, value: Value, axes: tuple[int, ...], keep: bool, ddof: int = 0) -> Value:
        count = minus(reductions.counted(value, axes), whole(Linear("", ddof)))
        total = reductions.reduced("sum", value, axes, self.letters, keep)
        return Value(total.axes, lambda places: over(total.at(places), count))

    def _called(self, name: str, arguments: Sequence[ast.expr], names: Mapping[str, Result]) -> Value:
        if name == "arange" and len(arguments) in (1, 2):
            bounds = [self.array(a, names).scalar.linear for a in arguments]
            low, high = bounds if len(bounds) == 2 else (Linear("", 0), bounds[0])
            if low is None or high is None or low.symbol:
                raise UndecidedError("arange")
            first = low.offset
            axis = Axis(1, high.plus(-first))
            return Value((axis,), lambda places: whole(places[0].plus(first)))
        if name in ("zeros", "ones", "empty") and arguments:
            shape = self.value(arguments[0], names)
            lengths = [v.scalar.linear for v in (shape if isinstance(shape, tuple) else (shape,))]
            filled = whole(Linear("", int(name == "ones")))
            return Value(tuple(Axis(1, n) for n in lengths), lambda _: filled)
        if name in ("zeros_like", "ones_like") and arguments:
            like = self.array(arguments[0], names)
            filled = whole(Linear("", int(name == "ones_like")))
            return Value(like.axes, lambda _: filled)
        raise UndecidedError(name)

    def _range(self, iterated: ast.expr, names: Mapping[str, Result]) -> tuple[Linear, Linear]:
        """First and last of ``range(…)``."""
        match iterated:
            case ast.Call(func=ast.Name(id="range"), args=[stop]):
                bounds = [number(0), self.array(stop, names)]
            case ast.Call(func=ast.Name(id="range"), args=[start, stop]):
                bounds = [self.array(start, names), self.array(stop, names)]
            case _:
                raise UndecidedError("a loop over other things than a range")
        low, high = (bound.scalar.linear for bound in bounds)
        if low is None or high is None:
            raise UndecidedError("a range whose ends are not whole numbers")
        return low, high.plus(-1)

    def _comprehended(
        self, kind: str, node: ast.GeneratorExp | ast.ListComp, names: Mapping[str, Result]
    ) -> Value:
        """``sum(… for k in range(n))``."""
        if (
            len(node.generators) != 1
            or node.generators[0].ifs
            or not isinstance(node.generators[0].target, ast.Name)
        ):
            raise UndecidedError("a comprehension")
        first, last = self._range(node.generators[0].iter, names)
        letter = self.letters.next()
        body = self.array(node.elt, {**names, node.generators[0].target.id: constant(whole(Linear(letter)))})
        return Value(body.axes, ranged(body, kind, letter, first, last))

    def _listed(self, node: ast.ListComp, names: Mapping[str, Result]) -> Value:
        if (
            len(node.generators) != 1
            or node.generators[0].ifs
            or not isinstance(node.generators[0].target, ast.Name)
        ):
            raise UndecidedError("a comprehension")
        name = node.generators[0].target.id
        first, last = self._range(node.generators[0].iter, names)
        if first.symbol:
            raise UndecidedError("a comprehension")

        def at(places: Places) -> Piece:
            place = constant(whole(places[0].plus(first.offset)))
            return self.array(node.elt, {**names, name: place}).scalar

        return Value((Axis(1, last.plus(1 - first.offset)),), at)


def _turned(value: Value) -> Value:
    """The transpose."""
    if not value.matrix:
        return transposed(value)
    return Value((), lambda _: Piece(rf"{_based(value.at(()))}^{{\top}}"), True)


def is_drawn(node: ast.expr) -> bool:
    """Whether an expression draws random numbers."""
    return any(isinstance(n, ast.Attribute) and n.attr in _RANDOM for n in ast.walk(node))


def is_data(node: ast.expr, modules: frozenset[str]) -> bool:
    """Whether an expression mentions no other names than modules: numbers, lists of them, random draws."""
    return is_drawn(node) or all(n.id in modules for n in ast.walk(node) if isinstance(n, ast.Name))


def shows(node: ast.expr) -> bool:
    """Whether a statement that is an expression only shows something: a value, a call of `print`, a picture."""
    if not isinstance(node, ast.Call):
        return not any(isinstance(n, ast.Call) for n in ast.walk(node))
    root: ast.expr = node.func
    while isinstance(root, ast.Attribute | ast.Call | ast.Subscript):
        root = root.func if isinstance(root, ast.Call) else root.value
    return isinstance(root, ast.Name) and root.id in _SHOWN


def one_array(found: Result) -> Value:
    if isinstance(found, tuple):
        raise UndecidedError("several values")
    return found


def ranged(body: Value, kind: str, letter: str, first: Linear, last: Linear):  # type: ignore[no-untyped-def]
    whole_axis = first == Linear("", 0) and last.symbol.startswith("#") and last.offset == -1

    def at(places: Places) -> Piece:
        inner = body.at(places)
        if whole_axis:
            return reductions.over_all(kind, letter, inner)  # type: ignore[arg-type]
        return reductions.over_range(kind, letter, first, last, inner)  # type: ignore[arg-type]

    return at


def _length(axis: Axis, place: int) -> Linear:
    """The length of an axis; one that the formula does not name gets a sign that no formula can hold."""
    return axis.length or axis.named or Linear(f"#{place}")


def decimal(value: Fraction) -> Piece:
    if value.denominator == 1:
        return whole(Linear("", int(value)))
    sign = "-" if value < 0 else ""
    return Piece(rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}", Binding.PRODUCT)


def _based(piece: Piece) -> str:
    """A matrix in a form that can take a superscript."""
    simple = piece.binding is Binding.ATOM and "^" not in piece.latex and " " not in piece.latex
    return piece.latex if simple else rf"\left({piece.latex}\right)"


def _axes(node: ast.expr, rank: int) -> tuple[int, ...]:
    match node:
        case ast.Constant(value=None):
            return tuple(range(rank))
        case ast.Constant(value=int() as axis):
            given = [axis]
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as axis)):
            given = [-axis]
        case ast.Tuple(elts=elements):
            return tuple(a for e in elements for a in _axes(e, rank))
        case _:
            raise UndecidedError("an axis")
    found = tuple(a % rank for a in given if rank and -rank <= a < rank)
    if len(found) != len(given):
        raise UndecidedError("an axis that the array does not have")
    return found
