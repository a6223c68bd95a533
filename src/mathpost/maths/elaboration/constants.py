r"""Letters with fixed meaning: ``e``, ``\pi``, imaginary unit, ``\delta_{ij}``, identity, ``\mathbb{1}``, ``\mathbb{E}``."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from mathpost.maths import notation
from mathpost.maths.elaboration import conditions, handbook
from mathpost.maths.elaboration.arguments import applied
from mathpost.maths.elaboration.chance import averages, probability
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.elaboration.scripts import attached, index_list
from mathpost.maths.notation import Scripted
from mathpost.maths.terms.term import ONE, Apply, Number, Term
from mathpost.text.source import Span

SIZES = frozenset("nmpqdkr")  # plain letters that are sizes in the subscript of an identity


def infinity(reader: Reader) -> Term:
    """Parse ``\\infty``."""
    return Apply("infinity", (), reader.take().span)


class Name(NamedTuple):
    """A symbol that was consumed, and the scripts that follow it."""

    symbol: str
    span: Span
    scripts: Scripted | None

    @property
    def is_bare(self) -> bool:
        """Whether it has no scripts except a power."""
        return self.scripts is None or (self.scripts.subscript is None and self.scripts.primes == 0)


def constant(reader: Reader, symbol: str, span: Span, scripts: Scripted | None) -> Term | None:
    """The fixed meaning of the symbol just consumed; None, with nothing more consumed, for an ordinary name."""
    meaning = MEANINGS.get(symbol) or (
        _imaginary_unit if symbol == reader.conventions.constants.unit else None
    )
    return None if meaning is None else meaning(reader, Name(symbol, span, scripts))


def _euler(reader: Reader, name: Name) -> Term | None:
    """``e^x`` or a lone ``e``; None if e is a function of the post or a column of residuals."""
    if not name.is_bare or name.symbol in reader.conventions.functions.known:
        return None
    if _is_a_column(reader, name.symbol, name.scripts):
        return None
    if name.scripts is not None and name.scripts.superscript is not None:
        reader.take()
        return Apply("exp", (reader.inner([name.scripts.superscript]).whole(),), name.span)
    return (
        Apply("exp", (ONE,), name.span) if reader.conventions.constants.euler or name.symbol != "e" else None
    )


def _imaginary_unit(reader: Reader, name: Name) -> Term | None:
    """The imaginary unit: an upright ``i`` or ``j``, or the letter that the post uses for it; None otherwise."""
    conventions = reader.conventions
    meant = conventions.constants.imaginary or conventions.choices & {handbook.BOOK, "imaginary unit"}
    plain = name.symbol == conventions.constants.unit and bool(meant)
    upright = name.symbol == r"\text{i}" or ((plain or name.symbol == r"\text{j}") and name.is_bare)
    return Apply("imaginary_unit", (), name.span) if upright else None


def _pi(reader: Reader, name: Name) -> Term | None:
    """The number π; None if the post uses the letter for a function or a law."""
    chance = reader.conventions.chance
    other = name.symbol in reader.conventions.functions.known or (
        name.symbol in chance.laws and applied(reader)
    )
    return Apply("pi", (), name.span) if name.is_bare and not other else None


def _kronecker_delta(reader: Reader, name: Name) -> Term | None:
    """``\\delta_{ij}``; None for other uses of the letter."""
    if name.scripts is None or name.scripts.subscript is None:
        return None
    indices = index_list(reader, name.scripts.subscript)
    if indices is None or len(indices) != 2 or name.scripts.superscript is not None:
        return None
    reader.take()
    return Apply("delta", tuple(indices), name.span)


def _identity(reader: Reader, name: Name) -> Term | None:
    """``\\boldsymbol{I}`` or ``\\boldsymbol{I}_n``; a plain ``I`` if arrays of the post are plain letters; else None."""
    plain = "I" in reader.conventions.arrays.plain or _names_a_size(reader, name.scripts)
    if name.symbol == "I" and not plain:
        return None
    unit = Apply("identity", _size(reader, name.scripts), name.span)
    above = name.scripts is not None and name.scripts.superscript is not None
    return attached(reader, unit, name.scripts._replace(subscript=None)) if above and name.scripts else unit


def _zero(_: Reader, name: Name) -> Term | None:
    """``\\boldsymbol{0}``, an array of any shape; None with scripts."""
    return Number(Fraction(0), None, name.span) if name.scripts is None else None


def _indicator(reader: Reader, name: Name) -> Term | None:
    """``\\mathbb{1}_{x > 0}``, ``\\mathbb{1}[x > 0]``."""
    return conditions.indicator(reader, *name)


def _expectation(reader: Reader, name: Name) -> Term | None:
    """``\\mathbb{E}[X]``; None for a matrix of that name."""
    return None if averages.is_matrix(reader, name.symbol) else averages.expectation(reader, name.span)


def _is_a_column(reader: Reader, symbol: str, scripts: Scripted | None) -> bool:
    """Whether e is an array of the post, such as residuals: without superscript or transposed."""
    if symbol not in reader.conventions.arrays.plain:
        return False
    above = None if scripts is None else scripts.superscript
    return above is None or notation.latex(above).strip("{}") in notation.TRANSPOSES


def _names_a_size(reader: Reader, scripts: Scripted | None) -> bool:
    """Whether a subscript is a size, as in ``I_n``, in a post whose arrays are plain letters."""
    if scripts is None or scripts.subscript is None or not reader.conventions.arrays.plain:
        return False
    row = notation.opened(scripts.subscript)
    return len(row) == 1 and notation.name(row[0]) in SIZES


def _size(reader: Reader, scripts: Scripted | None) -> tuple[Term, ...]:
    """The size in the subscript of an identity if it is one symbol or number; empty otherwise."""
    if scripts is None:
        return ()
    reader.take()
    if scripts.subscript is None:
        return ()
    row = notation.opened(scripts.subscript)
    if len(row) != 1 or not (isinstance(row[0], notation.Digits) or notation.name(row[0]) is not None):
        return ()
    return (reader.inside(row).whole(),)


Meaning: TypeAlias = Callable[[Reader, Name], Term | None]
MEANINGS: dict[str, Meaning] = {
    "e": _euler,
    r"\text{e}": _euler,
    r"\text{i}": _imaginary_unit,
    r"\text{j}": _imaginary_unit,
    r"\pi": _pi,
    r"\delta": _kronecker_delta,
    "I": _identity,
    r"\boldsymbol{I}": _identity,
    r"\boldsymbol{0}": _zero,
    **dict.fromkeys((r"\mathbb{1}", r"\boldsymbol{1}", r"\mathbb{I}", r"\text{1}"), _indicator),
    **dict.fromkeys(probability.MEANS, _expectation),
}
CONSTRUCTS = (Construct(infinity, (r"\infty",)),)
