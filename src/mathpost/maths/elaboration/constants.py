r"""Letters with a meaning of their own: ``e``, ``\pi``, the imaginary unit, ``\delta_{ij}``, the identity, ``\mathbb{1}``, ``\mathbb{E}``."""

from __future__ import annotations

from fractions import Fraction

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


def infinity(reader: Reader) -> Term:
    """``\\infty``."""
    return Apply("infinity", (), reader.take().span)


def _is_a_column(reader: Reader, symbol: str, scripts: Scripted | None) -> bool:
    """Whether an e is an array of the post, as residuals are: it stands bare or is turned."""
    if symbol not in reader.conventions.arrays.plain:
        return False
    above = None if scripts is None else scripts.superscript
    return above is None or notation.latex(above).strip("{}") in notation.TRANSPOSES


def constant(reader: Reader, symbol: str, span: Span, scripts: Scripted | None) -> Term | None:
    """What the symbol that was just taken means of its own, e, i, π, δ_{ij}, 𝟙, 𝔼; None, and nothing more taken, for any other."""
    bare = scripts is None or (scripts.subscript is None and scripts.primes == 0)
    if (
        symbol in ("e", r"\text{e}")
        and bare
        and symbol not in reader.conventions.functions.known
        and not _is_a_column(reader, symbol, scripts)
    ):
        if scripts is not None and scripts.superscript is not None:
            reader.take()
            return Apply("exp", (reader.inner([scripts.superscript]).whole(),), span)
        if reader.conventions.constants.euler or symbol != "e":
            return Apply("exp", (ONE,), span)
    imaginary = reader.conventions.constants.imaginary or bool(
        reader.conventions.choices & {handbook.BOOK, "imaginary unit"}
    )
    named = symbol == r"\text{i}" or (symbol == r"\text{j}" and bare)
    if named or (symbol == reader.conventions.constants.unit and imaginary and bare):
        return Apply("imaginary_unit", (), span)
    lawful = symbol in reader.conventions.chance.laws and applied(reader)
    if symbol == r"\pi" and bare and symbol not in reader.conventions.functions.known and not lawful:
        return Apply("pi", (), span)
    if symbol == r"\delta" and scripts is not None and scripts.subscript is not None:
        indices = index_list(reader, scripts.subscript)
        if indices is not None and len(indices) == 2 and scripts.superscript is None:
            reader.take()
            return Apply("delta", tuple(indices), span)
    plain = symbol == "I" and ("I" in reader.conventions.arrays.plain or _names_a_size(reader, scripts))
    if symbol == r"\boldsymbol{I}" or plain:
        unit = Apply("identity", _size(reader, scripts), span)
        above = scripts is not None and scripts.superscript is not None
        return attached(reader, unit, scripts._replace(subscript=None)) if above and scripts else unit
    if symbol == r"\boldsymbol{0}" and scripts is None:
        return Number(Fraction(0), None, span)
    if symbol in (r"\mathbb{1}", r"\boldsymbol{1}", r"\mathbb{I}", r"\text{1}"):
        return conditions.indicator(reader, symbol, span, scripts)
    if symbol in probability.MEANS and not averages.is_matrix(reader, symbol):
        return averages.expectation(reader, span)
    return None


def _names_a_size(reader: Reader, scripts: Scripted | None) -> bool:
    """Whether a subscript is a size, as of ``I_n`` in a post whose arrays are plain letters."""
    if scripts is None or scripts.subscript is None or not reader.conventions.arrays.plain:
        return False
    row = notation.opened(scripts.subscript)
    return len(row) == 1 and notation.name(row[0]) in SIZES


SIZES = frozenset("nmpqdkr")


def _size(reader: Reader, scripts: Scripted | None) -> tuple[Term, ...]:
    """The size that the subscript of an identity names, where it is one symbol or number."""
    if scripts is None:
        return ()
    reader.take()
    if scripts.subscript is None:
        return ()
    row = notation.opened(scripts.subscript)
    if len(row) != 1 or not (isinstance(row[0], notation.Digits) or notation.name(row[0]) is not None):
        return ()
    return (reader.inside(row).whole(),)


CONSTRUCTS = (Construct(infinity, (r"\infty",)),)
