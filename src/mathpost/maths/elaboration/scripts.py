"""Subscripts and superscripts: indices, labels, powers, transposes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.latex.tree import Command, Delimited, Group, Node, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration import complex_letters
from mathpost.maths.elaboration.calculus import evaluation, pointwise
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Attachment
from mathpost.maths.notation import STARS, Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.terms.names import bare_letter
from mathpost.maths.terms.term import ONE, ZERO, Apply, Number, Term, Variable, free_variables, uses
from mathpost.maths.terms.traversal import leaves
from mathpost.text.source import Span

SUM = frozenset(["add"])
IMAGINARY = frozenset(["imaginary_unit"])

INDEX_LETTERS = frozenset("ijklmnpqrstuvab")
BOUND_CAPITALS = frozenset("NTKMLJ")
TRANSPOSED = frozenset([r"\top", r"\text{T}"])
# plain letters for which a superscript T is a transpose or a power
VECTOR_LETTERS = frozenset("xyzuvwqkghsabc")
INVERSE_TRANSPOSED = frozenset([r"-\top", r"-\text{T}", "-T"])
PARTS = {
    label: part
    for word, part in {"sym": "symmetric_part", "skew": "skew_part"}.items()
    for label in (word, rf"\text{{{word}}}")
}
HELD = frozenset([r"(\text{sg})", r"\text{sg}", r"(\text{detach})"])  # stop-gradient labels
STAR_LABELS = frozenset(
    ["*", r"\ast", r"\star", r"\dagger", "+", "-", r"\pm", r"\circ", r"\natural", r"\sharp"]
)


def subscripted(reader: Reader, symbol: str, subscript: Node) -> tuple[str, list[Term]]:
    """The name and the indices of a symbol with a subscript: a list of indices, or a label that is part of the name."""
    indices = index_list(reader, subscript)
    sequence = indices is not None and (_has_span(indices) or has_one_colon(notation.opened(subscript)))
    if indices is not None and (_names_a_matrix(symbol) or not sequence):
        return symbol, indices
    labelled = _behind_label(reader, subscript)
    if labelled is not None:
        return f"{symbol}_{{{labelled[0]}}}", labelled[1]
    return f"{symbol}_{{{notation.stripped(notation.latex(subscript))}}}", []


def with_sort(reader: Reader, letter: str, symbol: str, indices: Sequence[Term]) -> str:
    """`symbol`, in bold if the post uses its plain letter for an array and it is not a single entry."""
    conventions = reader.conventions
    whole = letter in conventions.arrays.plain and (not indices or any(map(is_slice, indices)))
    counted = len(indices) == 1 and letter in conventions.arrays.families
    if (whole or counted) and not notation.is_bold(symbol):
        return rf"\boldsymbol{{{letter}}}" + symbol.removeprefix(letter)
    return symbol


def is_counted_above(reader: Reader, letter: str, symbol: str) -> bool:
    """Whether arrays of one letter are counted by an index in brackets above it, so that one below is that of an entry:
    ``x^{(i)}_j``.
    """
    return symbol == f"{letter}^{{()}}" and letter in reader.conventions.arrays.families


def index_list(reader: Reader, subscript: Node) -> list[Term] | None:
    """The indices in a subscript; None if it is a label."""
    return _indices(reader, notation.opened(subscript))


def _indices(reader: Reader, row: list[Item]) -> list[Term] | None:
    if not row or any(notation.word(i) is not None for i in row):
        return None
    if (sliced := _slice(reader, row)) is not None:
        return sliced
    letters = [i.text for i in row if isinstance(i, Symbol)]
    counted = reader.conventions.counting.letters
    if len(letters) == len(row) and all(t.isalpha() for t in letters):
        if len(letters) == 1:
            return _single_index(reader, letters[0], row)
        if len(letters) == 2 and all(t in INDEX_LETTERS or t in "cdh" or t in counted for t in letters):
            return [Variable(t, i.span) for t, i in zip(letters, row, strict=True)]
        return None
    if len(row) == 2 and letters and letters[0] in INDEX_LETTERS and isinstance(row[1], notation.Digits):
        return [reader.inside([item]).whole() for item in row]  # x_{i1}
    if len(row) == 2 and letters and isinstance(row[0], notation.Digits) and row[0].text == "1":
        return [
            reader.inside([item]).whole() for item in row
        ]  # a_{1n}: two indices, since products have no factor 1
    if any(
        isinstance(i, Symbol) and i.text in (":", "<", ">", r"\leq", r"\geq", "=", r"\in", r"\sim")
        for i in row
    ):
        return None
    try:
        found = [reader.inside(part).whole() for part in split_at_commas(row)]
    except UnreadError:
        return None
    return found if all(_index_like(t, counted) for t in found) else None


def _behind_label(reader: Reader, subscript: Node) -> tuple[str, list[Term]] | None:
    """The label and the indices of ``R_{\\theta, m}``: a parameter or word, then indices after a comma; None for others."""
    label, *counted = split_at_commas(notation.opened(subscript))
    text = notation.latex_row(label)
    if len(label) != 1 or not counted or not text.startswith("\\"):
        return None
    indices = [_indices(reader, part) or [] for part in counted]
    return (text, [term for each in indices for term in each]) if all(indices) else None


def _slice(reader: Reader, row: Sequence[Item]) -> list[Term] | None:
    """The two places of a slice ``:,j``, ``i,:`` or ``1:k,:``; None for other subscripts."""
    parts = [row[:1], row[1:]] if has_one_colon(row) else split_at_commas(row)
    if len(parts) != 2 or not (
        any(notation.latex(item) == ":" for part in parts for item in part) or any(map(_is_star, parts))
    ):
        return None
    try:
        return [_place(reader, part) for part in parts]
    except UnreadError:
        return None


def has_one_colon(row: Sequence[Item]) -> bool:
    """Whether a subscript is a row or column without a comma: ``A_{i:}``, ``A_{:j}``."""
    return len(row) == 2 and ":" in (notation.latex(row[0]), notation.latex(row[1]))


def _is_star(part: Sequence[Item]) -> bool:
    r"""Whether a place of a slice is a whole axis, written as ``*``, ``a_{*,j}``, or a dot, ``a_{\cdot,j}``."""
    return len(part) == 1 and notation.latex(part[0]) in ("*", r"\ast", r"\cdot", r"\bullet")


def _place(reader: Reader, part: Sequence[Item]) -> Term:
    """One place of a slice: an index, a whole axis, or a range of it."""
    if _is_star(part):
        return Apply("everything", ())
    colon = next((k for k, item in enumerate(part) if notation.latex(item) == ":"), None)
    if colon is None:
        return reader.inside(part).whole()
    if len(part) == 1:
        return Apply("everything", ())
    return Apply("span", tuple(reader.inside(end).whole() for end in (part[:colon], part[colon + 1 :])))


def is_slice(place: Term) -> bool:
    """Whether a place is a whole axis or a range of it rather than an index."""
    return isinstance(place, Apply) and place.operator in ("everything", "span")


def is_transposed_first(scripts: Scripted, symbol: str, indices: Sequence[Term]) -> bool:
    """Whether ``X^T_{ij}`` is an entry of the transpose: ``X_{ij}^T`` may be one of several matrices."""
    above, below = scripts.superscript, scripts.subscript
    written_first = above is not None and below is not None and above.span.start < below.span.start
    entry = len(indices) == 2 and not any(map(is_slice, indices))
    return written_first and entry and _names_a_matrix(symbol)


def _has_span(places: Sequence[Term]) -> bool:
    return any(isinstance(p, Apply) and p.operator == "span" for p in places)


def _names_a_matrix(symbol: str) -> bool:
    """Whether a symbol is a capital; ``x_{i,1:t}`` is a part of a sequence rather than a slice."""
    return bare_letter(symbol).lstrip("\\")[:1].isupper()


def _single_index(reader: Reader, letter: str, row: Sequence[Item]) -> list[Term] | None:
    if (
        letter in INDEX_LETTERS
        or letter in BOUND_CAPITALS
        or letter == "d"
        or letter in reader.conventions.counting.letters
    ):
        return [Variable(letter, row[0].span)]
    return None


def superscripted(reader: Reader, symbol: str, superscript: Node) -> tuple[str, list[Term], Term | None, str]:
    """The name, indices, power and operator of a symbol with a superscript, which is one of these or a label."""
    row = notation.opened(superscript)
    text = notation.latex_row(row)
    array = notation.is_bold(symbol) or symbol.partition("_{")[0] in reader.conventions.arrays.plain
    if text == "T" and array and symbol in VECTOR_LETTERS and reader.choose("power"):
        return symbol, [], Variable("T", superscript.span), ""
    if text in TRANSPOSED or (text == "T" and array):
        return symbol, [], None, "transpose"
    if text in INVERSE_TRANSPOSED and array:
        return symbol, [], Number(Fraction(-1)), "transpose"
    if text == r"\dagger" and array:
        return symbol, [], None, "adjoint" if reader.choose("dagger") else "pseudoinverse"
    if text in ("H", r"\text{H}") and array:
        return symbol, [], None, "adjoint"
    if text == r"\prime":
        return symbol + "'", [], None, ""
    if text in HELD:
        return symbol, [], None, "stop_gradient"
    if text in STAR_LABELS or any(notation.word(i) is not None for i in row):
        return f"{symbol}^{{{text}}}", [], None, ""
    turned = len(row) > 3 and notation.latex(row[-1]) in (TRANSPOSED | {"T"})
    counted = row[:-1] if turned else row
    if (
        counted
        and isinstance(counted[0], Symbol)
        and counted[0].text == "("
        and notation.latex(counted[-1]) == ")"
    ):
        inner = reader.inside(list(counted[1:-1]))
        try:
            return f"{symbol}^{{()}}", [inner.whole()], None, "transpose" if turned else ""
        except UnreadError:
            return f"{symbol}^{{{text}}}", [], None, ""
    power = reader.inside(list(row)).whole()
    if isinstance(power, Variable) and power.name in "ijkl" and reader.choose("superscript"):
        return f"{symbol}^{{}}", [power], None, ""
    if text == "T" and (len(symbol) == 1 and symbol.isupper()):
        return symbol, [], None, "transpose"
    return symbol, [], power, ""


class Factorial(NamedTuple):
    """A rising or falling factorial: the number of its factors, and whether they decrease."""

    factors: Term
    falls: bool

    def of(self, base: Term, span: Span) -> Term:
        """``m^{\\overline{n}}`` is m (m+1) … (m+n-1), ``m^{\\underline{n}}`` m (m-1) … (m-n+1)."""
        least = base
        if self.falls:
            least = Apply("add", (base, Apply("negate", (self.factors,), span), ONE), span)
        return Apply("rising", (least, self.factors), span)


def factorial(reader: Reader, superscript: Node | None) -> Factorial | None:
    """The rising or falling factorial of a superscript with a line over or under it; None for any other superscript."""
    inside = [] if superscript is None else list(notation.body(superscript))
    while len(inside) == 1 and isinstance(inside[0], Group):
        inside = list(inside[0].body)
    only = inside[0] if len(inside) == 1 else None
    if not isinstance(only, Command) or only.name not in (r"\overline", r"\underline"):
        return None
    return Factorial(reader.inner(notation.body(only.arguments[-1])).whole(), only.name == r"\underline")


def attached(reader: Reader, term: Term, scripts: Scripted) -> Term:
    """`term` with scripts, for terms that are no symbols: ``(a+b)^2``, ``[x]_+``."""
    if scripts.primes:
        return pointwise.slope(reader, term, scripts)
    if evaluation.is_between(reader, term, scripts):
        return evaluation.at(reader, term, scripts)
    if scripts.subscript is not None:
        if isinstance(term, Number) and reader.conventions.arrays.plain:
            return _constant(reader, term, scripts)
        term = _subscripted(reader, term, scripts, notation.opened(scripts.subscript))
    return term if scripts.superscript is None else _raised(reader, term, scripts)


def _raised(reader: Reader, term: Term, scripts: Scripted) -> Term:
    """`term` with the superscript of `scripts`: a power, a transpose, a conjugate, a factorial."""
    assert scripts.superscript is not None
    found = factorial(reader, scripts.superscript)
    if found is not None:
        return found.of(term, scripts.span)
    row = notation.opened(scripts.superscript)
    text = notation.latex_row(row)
    if text in TRANSPOSED or text == "T":
        return Apply("transpose", (term,), scripts.span)
    if text in INVERSE_TRANSPOSED:
        inverse = Apply("power", (term, Number(Fraction(-1))), scripts.span)
        return Apply("transpose", (inverse,), scripts.span)
    if text in ("H", r"\text{H}") and notation.any_bold(free_variables(term)):
        return Apply("adjoint", (term,), scripts.span)
    if text == r"\dagger":
        above = "adjoint" if reader.choose("dagger") else "pseudoinverse"
        return Apply(above, (term,), scripts.span)
    if text in STARS and _may_be_complex(term):
        return Apply(complex_letters.CONJUGATED, (term,), scripts.span)
    if text in STARS:
        return Apply("conjugate" if reader.choose("star") else "adjoint", (term,), scripts.span)
    if text == "+":
        return _positive_part(reader, term, scripts.span)
    if text in STAR_LABELS or text == r"\prime":
        raise UnreadError(f"(…)^{{{text}}}", scripts.span)
    if text == "-1" and isinstance(term, Variable) and term.name.endswith("'") and _brackets_follow(reader):
        raise UnreadError("(…')^{-1}(…)", scripts.span)  # the inverse function of a derivative
    return Apply("power", (term, reader.inside(list(row)).whole()), scripts.span)


def _positive_part(reader: Reader, term: Term, span: Span) -> Term:
    """``(x - k)^+`` as the maximum with zero; for matrices, ``(A B)^+`` as the pseudoinverse."""
    letters = free_variables(term)
    if notation.any_bold(letters) or letters & reader.conventions.arrays.plain:
        return Apply("pseudoinverse", (term,), span)
    return Apply("maximum", (term, ZERO), span)


def _brackets_follow(reader: Reader) -> bool:
    item = reader.peek()
    return reader.symbol() == "(" or (isinstance(item, Delimited) and item.left == "(")


def _may_be_complex(term: Term) -> bool:
    """Whether symbols are multiplied by ``e^{i\\theta}``; if they were read as real, their conjugates would be lost."""
    products = (part for part in leaves(term, SUM) if isinstance(part, Apply) and part.operator == "multiply")
    return any(uses((p,), IMAGINARY) and any(isinstance(f, Variable) for f in p.arguments) for p in products)


def _subscripted(reader: Reader, term: Term, scripts: Scripted, row: Sequence[Item]) -> Term:
    """A bracket with a subscript: a part of its content, or an entry."""
    label = notation.latex_row(row)
    if label in ("F", r"\text{F}") and _is_inner(term):
        return term  # the Frobenius inner product of matrices
    if label == "+":
        return Apply("maximum", (term, ZERO), scripts.span)
    if label in PARTS:
        return Apply(PARTS[label], (term,), scripts.span)
    assert scripts.subscript is not None
    indices = index_list(reader, scripts.subscript)
    plain = isinstance(term, Variable) and not (notation.is_bold(term.name) or "_{" in term.name)
    if indices is None or (plain and _after_bracket(reader)):
        raise UnreadError("(…)" + notation.latex(scripts), scripts.span)  # "(a)_n" is not an entry of a
    if isinstance(term, Variable) and len(indices) == 2 and _after_bracket(reader):
        # an entry; ``W_{ij}`` without brackets may be one of several matrices
        return Apply("index", (Apply("transpose", (term,), term.origin), *indices[::-1]), scripts.span)
    return Apply("index", (term, *indices), scripts.span)


def _constant(reader: Reader, number: Number, scripts: Scripted) -> Term:
    """``0_p``, ``1_n^\\top``: the vector of that length with equal entries."""
    size = None if scripts.subscript is None else reader.inner([scripts.subscript]).whole()
    if number.value not in (0, 1) or not isinstance(size, Variable):
        raise UnreadError("(…)" + notation.latex(scripts), scripts.span)
    vector = number if number.value == 0 else Apply("ones", (size,), scripts.span)
    text = "" if scripts.superscript is None else notation.latex_row(notation.opened(scripts.superscript))
    if not text:
        return vector
    if text not in TRANSPOSED and text != "T":
        raise UnreadError("(…)" + notation.latex(scripts), scripts.span)
    return vector if number.value == 0 else Apply("transpose", (vector,), scripts.span)


def _is_inner(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == "inner"


def _after_bracket(reader: Reader) -> bool:
    """Whether the scripts just taken are on a closing round bracket."""
    base = reader.row[reader.at - 2]
    return notation.latex(base) == ")" or (isinstance(base, Delimited) and base.right == ")")


def _index_like(term: Term, counted: frozenset[str]) -> bool:
    """Whether a term is built from letters and integers by arithmetic, floor and ceiling; `counted`: indices of the post."""
    match term:
        case Number(value=value):
            return value.denominator == 1
        case Variable(name=name):
            usual = name in INDEX_LETTERS or name in BOUND_CAPITALS or len(name.rstrip("'")) == 1
            return usual or name in counted
        case Apply(operator="index", arguments=(Variable(), *_) as arguments):
            return all(_index_like(a, counted) for a in arguments)
        case Apply(
            operator="add" | "negate" | "multiply" | "divide" | "floor" | "ceiling", arguments=arguments
        ):
            return all(_index_like(a, counted) for a in arguments)
    return False


def _attached(reader: Reader, term: Term) -> Term:
    """`term` with the scripts that follow."""
    scripts = reader.take()
    assert isinstance(scripts, Scripted)
    return attached(reader, term, scripts)


def _factorial_sign(reader: Reader, term: Term) -> Term:
    """Parse ``n!`` or ``n!!`` after `term`.

    Raises:
        UnreadError: the factors decrease by more than two, ``n!!!``, ``n!^{(3)}``.
    """
    span = reader.take().span
    double = reader.symbol() == "!"
    if double:
        reader.take()
    behind = reader.peek()
    above = behind.superscript if isinstance(behind, Scripted) else None
    if reader.symbol() == "!" or (above is not None and notation.latex(above).startswith(("(", "{("))):
        raise UnreadError("!…!", span)
    return Apply("double_factorial" if double else "factorial", (term,), span)


ATTACHMENTS = (Attachment(_attached, (Scripted,)), Attachment(_factorial_sign, ("!",)))
