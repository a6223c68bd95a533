"""The notation of handbooks: letters that mean a certain function where a post speaks of such functions.

``J_\\nu(z)`` may be a Bessel function, ``E(k)`` an elliptic integral, ``B_n`` a Bernoulli number; the registry of operators
says which symbol with which scripts and arguments means what (`operators.Notation`). Where a post names the family in
words, that is how its formulas are read; elsewhere it is a second reading, which may confirm a claim and never refutes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from mathpost.latex.tree import Delimited, Group, Node, Symbol
from mathpost.maths import notation
from mathpost.maths.brackets import CLOSERS, OPENERS
from mathpost.maths.notation import Digits, Item, Scripted, UnreadError
from mathpost.maths import operators
from mathpost.maths.operators import Entry, notations
from mathpost.maths.term import Apply, Bind, Number, Term, Variable
from mathpost.text.source import Span

if TYPE_CHECKING:
    from mathpost.maths.elaborate import Reader

BOOK = "handbook"  # the choice that reads every letter as handbooks do
SEPARATORS = {",": "", "，": "", ";": ";", "|": "|", r"\mid": "|"}
SERIES = {"F": "generalized", r"\boldsymbol{F}": "generalized_regularized"}
HIGHEST_DERIVATIVE = 6

Row = list[Item]


class Occurrence(NamedTuple):
    """A symbol with everything that is attached to it; `end` is the place behind.

    `shape` is the argument list as signatures write it (``(..;.;.)``), empty where there is none.
    """

    before: Row
    symbol: str
    subscript: Row
    superscript: Row
    primes: int
    shape: str
    arguments: list[Row]
    end: int


def occurrence(row: Sequence[Item], at: int) -> Occurrence | None:
    """The symbol that begins at `at`, or None where none does."""
    before: Row = []
    if _is_nothing(row[at]) and at + 2 < len(row) and isinstance(row[at + 1], Scripted):
        before = _script(row[at + 1].subscript)  # type: ignore[union-attr]
        at += 2
    symbol = notation.name(row[at]) or _control_word(row[at])
    if symbol is None:
        return None
    at += 1
    subscript: Row = []
    superscript: Row = []
    primes = 0
    while at < len(row) and isinstance(row[at], Scripted):
        scripts = row[at]
        assert isinstance(scripts, Scripted)
        subscript += _script(scripts.subscript)
        superscript += _script(scripts.superscript)
        primes += scripts.primes
        at += 1
    if notation.latex_row(superscript) == r"\prime":
        superscript, primes = [], primes + 1
    shape, arguments, end = _argument_list(row, at)
    return Occurrence(before, symbol, subscript, superscript, primes, shape, arguments, end)


def _is_nothing(item: Item) -> bool:
    return isinstance(item, Group) and not item.body


def _control_word(item: Item) -> str | None:
    """``\\gcd`` and its like, which are no symbols of their own."""
    text = item.text if isinstance(item, Symbol) else ""
    return (
        text
        if text[:1] == "\\" and text[1:].isalpha() and text not in OPENERS and text not in CLOSERS
        else None
    )


def _script(node: Node | None) -> Row:
    return [] if node is None else notation.opened(node)


def _argument_list(row: Sequence[Item], at: int) -> tuple[str, list[Row], int]:
    """Shape, parts and end of the argument list at `at`; of a braced group too (``H^{(1)}_{\\nu}{z}``)."""
    item = row[at] if at < len(row) else None
    if isinstance(item, Delimited) and item.left == "(" and item.right == ")":
        return (*_parts(notation.items(item.body, grouped=False)), at + 1)
    if isinstance(item, Group) and item.body:
        return (*_parts(notation.items(item.body, grouped=False)), at + 1)
    if not isinstance(item, Symbol) or item.text != "(":
        return "", [], at
    depth = 0
    for k in range(at, len(row)):
        text = row[k].text if isinstance(row[k], Symbol) else ""  # type: ignore[union-attr]
        depth += (text in OPENERS) - (text in CLOSERS)
        if depth == 0:
            return (*_parts(row[at + 1 : k]), k + 1)
    return "", [], at


def _parts(content: Sequence[Item]) -> tuple[str, list[Row]]:
    parts: list[Row] = [[]]
    marks = [""]
    depth = 0
    for item in content:
        text = item.text if isinstance(item, Symbol) else ""
        depth += (text in OPENERS) - (text in CLOSERS)
        if depth == 0 and text in SEPARATORS:
            parts.append([])
            marks.append(SEPARATORS[text])
        else:
            parts[-1].append(item)
    empty = [not p or notation.latex_row(p) == "-" for p in parts]
    shape = "".join(mark + ("" if none else ".") for mark, none in zip(marks, empty, strict=True))
    return f"({shape})", [p for p, none in zip(parts, empty, strict=True) if not none]


# --- signatures -----------------------------------------------------------------------------------------------------


class Signed(NamedTuple):
    """A signature that an occurrence may have, and the rows that stand for its dots."""

    signature: str
    rows: list[Row]


def signatures(found: Occurrence) -> Iterator[Signed]:
    """What `found` may be looked up as; scripts that belong to the name come first."""
    prescript = "_" + notation.latex_row(found.before) if found.before else ""
    head = prescript + found.symbol + "'" * found.primes
    for below, lower in _subscripts(found.subscript):
        for above, upper in _superscripts(found.superscript):
            yield Signed(head + below + above + found.shape, lower + upper + found.arguments)


def _subscripts(row: Row) -> list[tuple[str, list[Row]]]:
    if not row:
        return [("", [])]
    parts = _parts(row)[1]
    return [("_" + notation.latex_row(row), []), ("_" + "." * len(parts), parts)]


def _superscripts(row: Row) -> list[tuple[str, list[Row]]]:
    if not row:
        return [("", [])]
    literal = ("^" + notation.latex_row(row), list[Row]())
    if notation.latex(row[0]) == "(" and notation.latex(row[-1]) == ")":
        shape, parts = _parts(row[1:-1])
        return [literal, ("^" + shape, parts)]
    return [literal, ("^.", [row])]


def meanings(found: Occurrence) -> tuple[Signed, tuple[Entry, ...]] | None:
    """The first signature of `found` that the registry knows, with its meanings."""
    for signed in signatures(found):
        entries = notations().get(signed.signature)
        if entries:
            return signed, entries
    return None


# --- reading ----------------------------------------------------------------------------------------------------------


def read(reader: Reader) -> Term | None:
    """What the symbol at hand means in handbooks; None, and nothing taken, where that is not how the post is read."""
    conventions = reader.conventions
    if BOOK not in conventions.choices and not conventions.named:
        return None
    found = occurrence(reader.row, reader.at)
    if found is None:
        return None
    span = reader.row[reader.at].span
    term = (
        _series(reader, found, span)
        or _plain(reader, found, span)
        or _primed(reader, found, span)
        or _raised(reader, found, span)
    )
    if term is not None:
        reader.at = found.end
    return term


def _plain(reader: Reader, found: Occurrence, span: Span) -> Term | None:
    known = meanings(found)
    if known is None:
        return None
    signed, entries = known
    entry = _chosen(reader, entries)
    if entry is None:
        return None
    return Apply(entry.operator, tuple(reader.inside(row).whole() for row in signed.rows), span)


def _chosen(reader: Reader, entries: tuple[Entry, ...]) -> Entry | None:
    """The meaning in force: one that the post names, or any where the whole reading is that of handbooks."""
    conventions = reader.conventions
    usable = [e for e in entries if e.operator in conventions.named or BOOK in conventions.choices]
    if usable and BOOK not in conventions.choices and reader.choose("letters of handbooks"):
        return None
    for entry in usable[1:]:
        if entry.notation.variant and reader.choose(entry.notation.variant):
            return entry
    return usable[0] if usable else None


def _series(reader: Reader, found: Occurrence, span: Span) -> Term | None:
    """``{}_pF_q(a; b; z)`` for any p and q."""
    operator = SERIES.get(found.symbol)
    counts = [r[0] for r in (found.before, found.subscript) if len(r) == 1 and isinstance(r[0], Digits)]
    if operator is None or len(counts) != 2 or meanings(found) is not None:
        return None
    if not found.shape or not (BOOK in reader.conventions.choices or operator in reader.conventions.named):
        return None
    numbers = [Number(Fraction(c.text), None, span) for c in counts if isinstance(c, Digits)]
    return Apply(operator, (*numbers, *(reader.inside(row).whole() for row in found.arguments)), span)


def _primed(reader: Reader, found: Occurrence, span: Span) -> Term | None:
    """``J_\\nu'(z)``, ``\\psi^{(2)}(z)``: derivatives by the last argument."""
    order = found.primes
    superscript = found.superscript
    if not order and len(superscript) == 3 and isinstance(superscript[1], Digits):
        brackets = notation.latex(superscript[0]) + notation.latex(superscript[2])
        order = int(superscript[1].text) if brackets == "()" and superscript[1].text.isdigit() else 0
        superscript = []
    if not 0 < order <= HIGHEST_DERIVATIVE or not found.arguments:
        return None
    base = _plain(reader, found._replace(primes=0, superscript=superscript), span)
    return None if base is None else _differentiated(base, order, span)


def _differentiated(base: Term, order: int, span: Span) -> Term:
    assert isinstance(base, Apply)
    variable = Variable("⁎")
    body: Term = Apply(base.operator, (*base.arguments[:-1], variable), span)
    for _ in range(order - 1):
        body = Apply("derivative", (body, variable), span)
    return Bind("differentiate", variable, base.arguments[-1:], body, span)


def _raised(reader: Reader, found: Occurrence, span: Span) -> Term | None:
    """``\\theta_3^2(z, \\tau)``: a power of the value."""
    if not found.superscript:
        return None
    rest = found._replace(superscript=[])
    base = _plain(reader, rest, span) or _primed(reader, rest, span)
    if base is None:
        return None
    try:
        return Apply("power", (base, reader.inside(found.superscript).whole()), span)
    except UnreadError:
        return None


# --- what a post speaks of --------------------------------------------------------------------------------------------


def named(words: str) -> frozenset[str]:
    """The operators that `words` name."""
    return frozenset(name for name, spoken in operators.named().items() if any(w in words for w in spoken))


__all__ = ["BOOK", "meanings", "named", "occurrence", "read"]
