"""A term as readable NumPy code, written from its meaning, never from text of a post."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, subterms

_TAKEN = frozenset(
    "np plt product derivative integral smooth norm inner show plot left right size sum max min abs range "
    "print float int bool zip len list map set dict str type id".split()
)
_SUM, _PRODUCT, _MINUS, _POWER, _ATOM = range(5)  # how tightly a piece of code holds together

_FUNCTIONS = {
    "sin": "np.sin", "cos": "np.cos", "tan": "np.tan", "exp": "np.exp", "log": "np.log", "sqrt": "np.sqrt",
    "arcsin": "np.arcsin", "arccos": "np.arccos", "arctan": "np.arctan", "sinh": "np.sinh", "cosh": "np.cosh",
    "tanh": "np.tanh", "arsinh": "np.arcsinh", "arcosh": "np.arccosh", "artanh": "np.arctanh", "abs": "np.abs",
    "floor": "np.floor", "ceiling": "np.ceil", "sign": "np.sign",
}  # fmt: skip
_OF_ARRAYS = {
    "norm": "norm", "frobenius_norm": "norm", "inner": "inner", "trace": "np.trace",
    "determinant": "np.linalg.det",
}  # fmt: skip
_CONSTANTS = {"pi": "np.pi", "infinity": "np.inf"}
_ONE = Number(Fraction(1))
_MINUS_ONE = Number(Fraction(-1))
_EXTREMES = {"maximum": ("max", "np.maximum"), "minimum": ("min", "np.minimum")}
_OVER = {"sum": "sum", "product": "prod", "maximum_over": "max", "minimum_over": "min"}
_LOOPS = {"sum": "sum", "product": "np.prod", "maximum_over": "max", "minimum_over": "min"}


class UnwritableError(ValueError):
    """A term has an operator that is not written as Python; the message is its name."""


class Names:
    """The names of symbols in the code: one for each symbol of a post, none twice."""

    def __init__(self) -> None:
        self.given: dict[str, str] = {}

    def of(self, symbol: str) -> str:
        """The name of a symbol, which is its LaTeX: ``\\\\hat{y}`` is ``hat_y``."""
        if symbol not in self.given:
            words = re.sub(
                r"\\(?:boldsymbol|mathbf|bm|mathcal|mathrm|text|operatorname)(?![A-Za-z])", "", symbol
            )
            plain = re.sub(r"[^0-9A-Za-z]+", "_", words.replace("'", "_prime")).strip("_") or "symbol"
            plain = f"x{plain}" if plain[0].isdigit() else plain
            plain += "_" if keyword.iskeyword(plain) or plain in _TAKEN else ""
            taken = set(self.given.values())
            self.given[symbol] = next(
                n for n in (plain, *(f"{plain}_{k}" for k in range(2, 999))) if n not in taken
            )
        return self.given[symbol]


class Kind(NamedTuple):
    """The kind of a symbol in the code.

    ``number``; ``array`` of a shape, where a vector is a column; ``row``: an indexed family as one array, from index 1
    on; ``table``: a family as a dictionary; ``function``. `whole`: an integer.
    """

    form: Literal["number", "array", "row", "table", "function"] = "number"
    shape: tuple[int, ...] = ()
    whole: int | None = None


class Piece(NamedTuple):
    """A piece of code, and its precedence."""

    text: str
    level: int = _ATOM

    def at(self, level: int) -> str:
        """The piece as a part of an expression with precedence `level`, in brackets if needed."""
        return self.text if self.level >= level else f"({self.text})"


class Expressions:
    """Writes the terms of one cell. `rows` collects the families that are summed over as a whole: only these are
    worth an array.
    """

    def __init__(self, names: Names, kinds: Mapping[str, Kind], size: int) -> None:
        self.names, self.kinds, self.size = names, kinds, size
        self.rows: set[str] = set()
        self._running: list[str] = []  # the bound symbols that arrays run over, innermost last
        self._counters: set[str] = set()

    def of(self, term: Term) -> str:
        """The expression that evaluates `term`.

        Raises:
            UnwritableError: it has an operator without a counterpart.
        """
        return self._piece(term).text

    def _piece(self, term: Term) -> Piece:
        match term:
            case Number(value=value):
                whole = Piece(str(value.numerator), _ATOM if value >= 0 else _MINUS)
                if value.denominator == 1:
                    return whole
                return Piece(f"{value.numerator} / {value.denominator}", _PRODUCT)
            case Variable(name=name):
                if name in self._running:
                    raise UnwritableError("index")
                return Piece(self.names.of(name))
            case Apply():
                return self._apply(term)
            case Bind():
                return self._bind(term)

    def _apply(self, term: Apply) -> Piece:
        operator, arguments = term.operator, term.arguments
        if operator in _CONSTANTS:
            return Piece(_CONSTANTS[operator])
        if operator in _FUNCTIONS:
            return Piece(f"{_FUNCTIONS[operator]}({self._piece(arguments[0]).text})")
        if operator in _OF_ARRAYS:
            return Piece(f"{_OF_ARRAYS[operator]}({', '.join(self._piece(a).text for a in arguments)})")
        if operator not in _WRITTEN:
            raise UnwritableError(operator)
        return _WRITTEN[operator](self, *arguments)

    # --- arithmetic

    def _add(self, *terms: Term) -> Piece:
        text = ""
        for term in terms:
            rest = _without_minus(term)
            piece = self._piece(term if rest is None else rest)
            if not text:
                text = piece.text if rest is None else f"-{piece.at(_PRODUCT)}"
            else:
                text += f" {'+' if rest is None else '-'} {piece.at(_SUM if rest is None else _PRODUCT)}"
        return Piece(text, _SUM)

    def _negate(self, term: Term) -> Piece:
        rest = _without_minus(term)
        if rest is not None:
            return self._piece(rest)
        return Piece(f"-{self._piece(term).at(_PRODUCT)}", _PRODUCT)

    def _multiply(self, *factors: Term) -> Piece:
        rest = [f for f in factors if f != _MINUS_ONE]
        if len(rest) == len(factors) - 1 and rest:
            return Piece(f"-{self._multiply(*rest).at(_PRODUCT)}", _PRODUCT)
        shapes = [self._shape(factor) for factor in factors]
        numbers = [f for f, shape in zip(factors, shapes, strict=True) if shape == ()]
        arrays = [(f, s) for f, s in zip(factors, shapes, strict=True) if s != ()]
        if not arrays:
            return self._joined(" * ", factors)
        if len(arrays) == 2 and arrays[0][1] == arrays[1][1] and (arrays[0][1] or (0, 0))[1:] == (1,):
            product = Piece(f"inner({', '.join(self._piece(f).text for f, _ in arrays)})")
        elif _chained([shape for _, shape in arrays]):
            product = self._joined(" @ ", [f for f, _ in arrays])
        else:
            return Piece(f"product([{', '.join(self._piece(f).text for f in factors)}])")
        if not numbers:
            return product
        return Piece(f"{self._joined(' * ', numbers).at(_PRODUCT)} * {product.at(_PRODUCT)}", _PRODUCT)

    _dot = _multiply

    def _joined(self, sign: str, factors: Sequence[Term]) -> Piece:
        text = self._piece(factors[0]).at(_PRODUCT)
        for factor in factors[1:]:
            match factor:
                case Apply(operator="divide", arguments=(above, below)) if above == _ONE and sign == " * ":
                    text += f" / {self._piece(below).at(_POWER)}"
                case _:
                    piece = self._piece(factor)
                    tight = piece.at(_PRODUCT if sign == " * " else _POWER)
                    text += sign + (f"({tight})" if tight.startswith("-") else tight)
        return self._piece(factors[0]) if len(factors) == 1 else Piece(text, _PRODUCT)

    def _divide(self, above: Term, below: Term) -> Piece:
        return Piece(f"{self._piece(above).at(_PRODUCT)} / {self._piece(below).at(_POWER)}", _PRODUCT)

    def _power(self, base: Term, exponent: Term) -> Piece:
        if self._shape(base) != ():
            if exponent == _MINUS_ONE:
                return Piece(f"np.linalg.inv({self._piece(base).text})")
            return Piece(f"np.linalg.matrix_power({self._piece(base).text}, {self._piece(exponent).text})")
        if exponent == _MINUS_ONE:
            return self._divide(_ONE, base)
        if exponent == Number(Fraction(1, 2)):
            return Piece(f"np.sqrt({self._piece(base).text})")
        low, high = self._piece(base), self._piece(exponent)
        sign = "**" if _is_short(low.text) and _is_short(high.text) else " ** "
        return Piece(f"{low.at(_ATOM)}{sign}{high.at(_ATOM)}", _POWER)

    def _root(self, degree: Term, radicand: Term) -> Piece:
        return Piece(f"{self._piece(radicand).at(_ATOM)} ** (1 / {self._piece(degree).at(_POWER)})", _POWER)

    def _log_base(self, base: Term, term: Term) -> Piece:
        return Piece(f"np.log({self._piece(term).text}) / np.log({self._piece(base).text})", _PRODUCT)

    def _hadamard(self, *factors: Term) -> Piece:
        return self._joined(" * ", factors)

    def _transpose(self, term: Term) -> Piece:
        return self._piece(term) if self._shape(term) == () else Piece(f"{self._piece(term).at(_ATOM)}.T")

    # --- functions

    def _sigmoid(self, term: Term) -> Piece:
        return Piece(f"1 / (1 + np.exp({self._negate(term).text}))", _PRODUCT)

    def _softplus(self, term: Term) -> Piece:
        return Piece(f"np.log(1 + np.exp({self._piece(term).text}))")

    def _relu(self, term: Term) -> Piece:
        return self._maximum(term, Number(Fraction(0)))

    def _sec(self, term: Term) -> Piece:
        return Piece(f"1 / np.cos({self._piece(term).text})", _PRODUCT)

    def _csc(self, term: Term) -> Piece:
        return Piece(f"1 / np.sin({self._piece(term).text})", _PRODUCT)

    def _cot(self, term: Term) -> Piece:
        return Piece(f"1 / np.tan({self._piece(term).text})", _PRODUCT)

    def _coth(self, term: Term) -> Piece:
        return Piece(f"1 / np.tanh({self._piece(term).text})", _PRODUCT)

    def _maximum(self, *terms: Term) -> Piece:
        return self._extreme("maximum", terms)

    def _minimum(self, *terms: Term) -> Piece:
        return self._extreme("minimum", terms)

    def _extreme(self, operator: str, terms: Sequence[Term]) -> Piece:
        plain, of_arrays = _EXTREMES[operator]
        if self._running and len(terms) != 2:
            raise UnwritableError(operator)
        arguments = ", ".join(self._piece(t).text for t in terms)
        return Piece(f"{of_arrays if self._running else plain}({arguments})")

    def _call(self, function: Term, *arguments: Term) -> Piece:
        if not isinstance(function, Variable) or self._running:
            raise UnwritableError("call")
        return Piece(f"{self.names.of(function.name)}({', '.join(self._piece(a).text for a in arguments)})")

    def _derivative(self, body: Term, target: Term) -> Piece:
        if not isinstance(target, Variable) or self._running:
            raise UnwritableError("derivative")
        name = self.names.of(target.name)
        return Piece(f"derivative(lambda {name}: {self._piece(body).text}, {name})")

    # --- families

    def _index(self, family: Term, *indices: Term) -> Piece:
        if not isinstance(family, Variable):
            raise UnwritableError("index")
        kind, name = self.kinds.get(family.name, Kind("table")), self.names.of(family.name)
        running = [isinstance(k, Variable) and k.name in self._running for k in indices]
        if kind.form == "table" and not any(running):
            return Piece(f"{name}[{', '.join(self._piece(k).text for k in indices)}]")
        if kind.form not in ("row", "array") or sum(running) > 1:
            raise UnwritableError("index")
        if any(running):
            if kind.form != "row":
                raise UnwritableError("index")
            self.rows.add(family.name)
        places = [":" if runs else self._place(k) for k, runs in zip(indices, running, strict=True)]
        while places and places[-1] == ":":
            places.pop()
        if kind.form == "array" and len(indices) < len(kind.shape):
            places += ["0"] * (len(kind.shape) - len(indices))
        return Piece(f"{name}[{', '.join(places)}]" if places else name)

    def _place(self, index: Term) -> str:
        """Where Python counts from 0: ``i - 1``, ``2``."""
        return self._shifted(index, -1)

    def _shifted(self, term: Term, by: int) -> str:
        if isinstance(term, Number):
            return self._piece(Number(term.value + by)).text
        if isinstance(term, Apply) and term.operator == "add" and isinstance(term.arguments[-1], Number):
            rest, last = term.arguments[:-1], term.arguments[-1].value + by
            terms = (*rest, Number(last)) if last else rest
            return self._piece(terms[0]).text if len(terms) == 1 else self._add(*terms).text
        return f"{self._piece(term).at(_SUM)} {'+' if by > 0 else '-'} {abs(by)}"

    # --- what runs

    def _bind(self, term: Bind) -> Piece:
        name = term.variable.name
        if term.operator == "integral" and len(term.bounds) == 2 and not self._running:
            low, high = (self._piece(b).text for b in term.bounds)
            return Piece(
                f"integral(lambda {self.names.of(name)}: {self._piece(term.body).text}, {low}, {high})"
            )
        if term.operator not in _OVER or len(term.bounds) not in (0, 2):
            raise UnwritableError(term.operator)
        if self._is_free_of_running(term):
            return self._at_once(term) or self._loop(term)
        raise UnwritableError(term.operator)

    def _is_free_of_running(self, term: Term) -> bool:
        return not any(isinstance(t, Variable) and t.name in self._running for t in subterms(term))

    def _at_once(self, term: Bind) -> Piece | None:
        """The sum as one of arrays: ``np.exp(x).sum()``; None where its body is not of arrays that end where it does."""
        name = term.variable.name
        families = [
            t
            for t in subterms(term.body)
            if isinstance(t, Apply) and t.operator == "index" and Variable(name) in t.arguments
        ]
        if not families or not all(self._ends_with(term, family) for family in families):
            return None
        running, self._running = self._running, [name]
        try:
            body = self._piece(term.body)
        except UnwritableError:
            return None
        finally:
            self._running = running
        return Piece(f"{body.at(_ATOM)}.{_OVER[term.operator]}()")

    def _ends_with(self, term: Bind, family: Apply) -> bool:
        """Whether a family has the entries that `term` runs over, and no others."""
        owner, *indices = family.arguments
        kind = self.kinds.get(owner.name) if isinstance(owner, Variable) else None
        if kind is None or kind.form != "row" or len(kind.shape) != len(indices):
            return False
        low, high = (self._whole(b) for b in term.bounds) if term.bounds else (1, self.size)
        return low == 1 and kind.shape[indices.index(term.variable)] == high

    def _whole(self, term: Term) -> int | None:
        if isinstance(term, Number):
            return int(term.value) if term.value.denominator == 1 else None
        return self.kinds.get(term.name, Kind()).whole if isinstance(term, Variable) else None

    def _loop(self, term: Bind) -> Piece:
        name = term.variable.name
        low, high = term.bounds or (_ONE, Variable("size"))
        self._counters.add(name)
        body = self._piece(term.body).text
        steps = (
            f"{self._limit(low, 0)}, {self._limit(high, 1)}"
            if low != Number(Fraction(0))
            else self._limit(high, 1)
        )
        over = f"{body} for {self.names.of(name)} in range({steps})"
        return Piece(f"{_LOOPS[term.operator]}({f'[{over}]' if term.operator == 'product' else over})")

    def _limit(self, bound: Term, by: int) -> str:
        if isinstance(bound, Variable) and bound.name == "size":
            return "size + 1"
        text = self._shifted(bound, by) if by else self._piece(bound).text
        return (
            text if self._is_whole(bound) else f"int({self._piece(bound).text})" + (f" + {by}" if by else "")
        )

    def _is_whole(self, term: Term) -> bool:
        match term:
            case Number(value=value):
                return value.denominator == 1
            case Variable(name=name):
                return name in self._counters or self.kinds.get(name, Kind()).whole is not None
            case Apply(operator="add" | "multiply" | "negate", arguments=arguments):
                return all(map(self._is_whole, arguments))
        return False

    # --- shapes

    def _shape(self, term: Term) -> tuple[int, ...] | None:
        """The shape of what a term is, ``()`` for a number, None where it is not known."""
        match term:
            case Variable(name=name):
                kind = self.kinds.get(name, Kind())
                return kind.shape if kind.form == "array" else ()
            case Apply(operator="index", arguments=(Variable(name=name), *_)):
                kind = self.kinds.get(name, Kind())
                return kind.shape if kind.form == "table" else ()
            case Apply(operator=operator, arguments=arguments):
                return self._shape_of(operator, [self._shape(a) for a in arguments])
            case Bind(body=body):
                return self._shape(body)
        return ()

    def _shape_of(self, operator: str, shapes: list[tuple[int, ...] | None]) -> tuple[int, ...] | None:
        arrays = [s for s in shapes if s != ()]
        if operator in _OF_ARRAYS or operator == "call" or not arrays:
            return ()
        if operator == "transpose":
            return arrays[0][::-1] if arrays[0] else None
        if operator in ("multiply", "dot") and len(arrays) > 1:
            if len(arrays) == 2 and arrays[0] == arrays[1] and (arrays[0] or ())[1:] == (1,):
                return ()
            if not _chained(arrays):
                return None
            ends = (arrays[0] or (0,))[0], (arrays[-1] or (0,))[-1]
            return ends if ends != (1, 1) else None
        return arrays[0]


def _without_minus(term: Term) -> Term | None:
    """The term without its leading minus sign, if it has one."""
    match term:
        case Number(value=value) if value < 0:
            return Number(-value)
        case Apply(operator="negate", arguments=(inner,)):
            return inner
        case Apply(operator="multiply", arguments=(Number(value=value), *rest)) if value < 0 and rest:
            factors = tuple(rest) if value == -1 else (Number(-value), *rest)
            return factors[0] if len(factors) == 1 else Apply("multiply", factors)
    return None


def _chained(shapes: Sequence[tuple[int, ...] | None]) -> bool:
    """Whether matrices can be multiplied one after the other, each being as high as the one before is wide."""
    known = [s for s in shapes if s is not None and len(s) == 2]
    return len(known) == len(shapes) and all(a[1] == b[0] for a, b in pairwise(known))


def _is_short(text: str) -> bool:
    return text.isidentifier() or text.isdecimal()


_WRITTEN: Mapping[str, Callable[..., Piece]] = {
    name: getattr(Expressions, f"_{name}")
    for name in (
        "add", "negate", "multiply", "dot", "divide", "power", "root", "log_base", "hadamard", "transpose",
        "sigmoid", "softplus", "relu", "sec", "csc", "cot", "coth", "maximum", "minimum", "call", "derivative",
        "index",
    )
}  # fmt: skip
