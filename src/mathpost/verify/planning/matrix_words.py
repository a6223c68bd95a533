"""Proof of claims about arrays for every size: both sides as sums of words over their symbols.

Transposes and inverses are pushed in, products distributed, what is a number is the trace of a cyclic word (so that
``x^\\top A y = \\operatorname{tr}(A y x^\\top)``). Two sides are equal if their words are. An inverse asserts that it exists.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import NamedTuple, TypeAlias

from mathpost.maths.terms.term import ONE, TWO, Apply, Number, Term, Variable, canonical
from mathpost.verify.interpretation.reading import Reading

LARGEST_POWER = 6
LARGEST = 400  # words of a side
SQUARED = frozenset(["norm", "norm_2", "frobenius_norm"])


class Letter(NamedTuple):
    """A symbol, perhaps inverted, perhaps transposed."""

    name: str
    inverted: bool = False
    transposed: bool = False


Word: TypeAlias = tuple[Letter, ...]
Factors: TypeAlias = tuple[tuple[str, int], ...]  # numbers with their exponents, sorted
Words: TypeAlias = dict[tuple[Factors, Word], Fraction]


class Value(NamedTuple):
    """A sum of words, each with numbers before it, and the lengths of its axes."""

    words: Words
    rows: Term
    columns: Term

    @property
    def scalar(self) -> bool:
        return self.rows == self.columns == ONE


class NoWordsError(ArithmeticError):
    """A construct that is not a word."""


def proved(reading: Reading, structures: Mapping[str, frozenset[str]]) -> bool:
    """Whether both sides have the same words; `structures` says which arrays are symmetric."""
    symmetric = frozenset(n for n, said in structures.items() if said & {"symmetric", "positive definite"})
    algebra = _Algebra(reading.shapes, symmetric)
    try:
        left, right = map(algebra.value, reading.sides)
    except NoWordsError:
        return False
    return left.words == right.words


class _Algebra:
    """Words over the arrays of one claim."""

    def __init__(self, shapes: Mapping[str, tuple[Term, ...]], symmetric: frozenset[str]) -> None:
        self.shapes = shapes
        self.symmetric = symmetric
        self.square: set[str] = set()
        self.unturned: set[str] = set()

    def value(self, term: Term) -> Value:
        """The words of `term`.

        Raises:
            NoWordsError: it is built from something else.
        """
        match term:
            case Number(value=number):
                return _number(number)
            case Variable(name=name):
                return self.symbol(name, name, name)
            case Apply(operator="index", arguments=(Variable(name=name), *places)):
                return self.symbol(name, f"{name}[{len(places)}]", canonical(term))
            case Apply(operator="identity", arguments=(size,)):
                return Value({((), ()): Fraction(1)}, size, size)
            case Apply(operator="power", arguments=(Apply(operator=norm, arguments=(inner,)), exponent)):
                if norm in SQUARED and exponent == TWO:
                    a = self.value(inner)
                    return self.traced(self.product(_turned(a), a))
                return self.raised(self.value(term.arguments[0]), exponent)
            case Apply(operator="power", arguments=(base, exponent)):
                return self.raised(self.value(base), exponent)
            case Apply(operator="divide", arguments=(above, below)):
                return self.product(self.value(above), _reciprocal(self.value(below)))
            case Apply(operator=operator, arguments=arguments):
                return self.applied(operator, [self.value(a) for a in arguments])
        raise NoWordsError

    def symbol(self, head: str, key: str, name: str) -> Value:
        """One symbol, called `name` in words; a member of a family is what its `head` is stated to be."""
        axes = self.shapes.get(key)
        if not axes:
            return Value({(((name, 1),), ()): Fraction(1)}, ONE, ONE)
        if len(axes) == 2 and axes[0] == axes[1]:
            self.square.add(name)
        if head in self.symmetric:
            self.unturned.add(name)
        word = (Letter(name),)
        return Value({((), word): Fraction(1)}, axes[0], axes[1] if len(axes) == 2 else ONE)

    def applied(self, operator: str, values: list[Value]) -> Value:
        match operator, values:
            case "add", _:
                return reduce(_sum, values)
            case "negate", [a]:
                return Value({k: -c for k, c in a.words.items()}, a.rows, a.columns)
            case "multiply", _:
                return reduce(self.product, values)
            case "transpose", [a]:
                return self.normal(_turned(a))
            case "trace", [a]:
                return self.traced(a)
            case "inner" | "dot", [a, b]:
                return self.traced(self.product(_turned(a), b))
        raise NoWordsError

    def product(self, a: Value, b: Value) -> Value:
        """The product of two sums; what has one row and one column is a number."""
        words: Words = {}
        for (f, v), c in a.words.items():
            for (g, w), d in b.words.items():
                _add(words, _merged(f, g), v + w, c * d)
        if len(words) > LARGEST:
            raise NoWordsError
        rows, columns = (b.rows, b.columns) if a.scalar else (a.rows, a.columns if b.scalar else b.columns)
        result = self.normal(Value(words, rows, columns))
        return self.traced(result) if result.scalar else result

    def normal(self, a: Value) -> Value:
        """Neighbours that cancel are gone, symmetric symbols are not transposed."""
        words: Words = {}
        for (factors, word), c in a.words.items():
            _add(words, factors, self.reduced(word), c)
        return Value(words, a.rows, a.columns)

    def reduced(self, word: Word) -> Word:
        found: list[Letter] = []
        for letter in word:
            if letter.name in self.unturned:
                letter = letter._replace(transposed=False)
            if found and found[-1] == letter._replace(inverted=not letter.inverted):
                found.pop()
            else:
                found.append(letter)
        return tuple(found)

    def traced(self, a: Value) -> Value:
        """The trace, as a number."""
        words: Words = {}
        for (factors, word), c in a.words.items():
            atom: Factors = ()
            if word:
                atom = ((f"tr {self.cyclic(word)}", 1),)
            elif not a.scalar:
                atom = ((f"size {canonical(a.rows)}", 1),)
            _add(words, _merged(factors, atom), (), c)
        return Value(words, ONE, ONE)

    def cyclic(self, word: Word) -> Word:
        """The least of the rotations of a word and of its transpose, neighbours cancelled all around."""
        while len(word) > 1 and word[-1] == word[0]._replace(inverted=not word[0].inverted):
            word = word[1:-1]
        both = (word, self.reduced(_reversed(word)))
        return min(w[k:] + w[:k] for w in both for k in range(len(w) or 1))

    def raised(self, base: Value, exponent: Term) -> Value:
        if not isinstance(exponent, Number) or exponent.value.denominator != 1:
            raise NoWordsError
        power = int(exponent.value)
        if not 0 < abs(power) <= LARGEST_POWER or not (base.scalar or base.rows == base.columns):
            raise NoWordsError
        if power < 0:
            base = _reciprocal(base) if base.scalar else self.inverse(base)
        return reduce(self.product, [base] * abs(power))

    def inverse(self, a: Value) -> Value:
        """The inverse of one word whose symbols are square."""
        if len(a.words) != 1:
            raise NoWordsError
        (((factors, word), c),) = a.words.items()
        if factors or not all(letter.name in self.square for letter in word):
            raise NoWordsError
        turned = tuple(letter._replace(inverted=not letter.inverted) for letter in reversed(word))
        return Value({((), turned): 1 / c}, a.rows, a.columns)


def _number(value: Fraction) -> Value:
    return Value({((), ()): value} if value else {}, ONE, ONE)


def _add(words: Words, factors: Factors, word: Word, c: Fraction) -> None:
    total = words.get((factors, word), Fraction(0)) + c
    if total:
        words[factors, word] = total
    else:
        words.pop((factors, word), None)


def _merged(f: Factors, g: Factors) -> Factors:
    powers = dict(f)
    for name, exponent in g:
        powers[name] = powers.get(name, 0) + exponent
    return tuple(sorted((n, e) for n, e in powers.items() if e))


def _sum(a: Value, b: Value) -> Value:
    words = dict(a.words)
    for (factors, word), c in b.words.items():
        _add(words, factors, word, c)
    if a.words and b.words and (a.rows, a.columns) != (b.rows, b.columns):
        raise NoWordsError  # a number added to every entry
    return Value(words, *(b if not a.words else a)[1:])


def _reversed(word: Word) -> Word:
    return tuple(letter._replace(transposed=not letter.transposed) for letter in reversed(word))


def _turned(a: Value) -> Value:
    words = {(factors, _reversed(word)): c for (factors, word), c in a.words.items()}
    return Value(words, a.columns, a.rows)


def _reciprocal(a: Value) -> Value:
    """One over a number that is one product."""
    if not a.scalar or len(a.words) != 1:
        raise NoWordsError
    (((factors, _), c),) = a.words.items()
    return Value({(tuple((n, -e) for n, e in factors), ()): 1 / c}, ONE, ONE)
