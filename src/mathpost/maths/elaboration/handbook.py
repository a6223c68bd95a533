"""Notation of handbooks: letters that denote a special function if the post mentions such functions.

``J_\\nu(z)`` may be a Bessel function, ``E(k)`` an elliptic integral, ``B_n`` a Bernoulli number; the registry of operators
(`operators.Notation`) defines the meaning of each symbol with its scripts and arguments. It applies if a post names the
family in words; otherwise it is a second reading, which may confirm a claim and never refutes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Command, Delimited, Group, Node, Symbol, Text, walk
from mathpost.maths import notation, operators
from mathpost.maths.elaboration.named_functions import differentiated
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Digits, Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import CLOSERS, OPENERS, closing, outside, sign, split
from mathpost.maths.notation.own_letters import own_letters
from mathpost.maths.operators import Entry, notations
from mathpost.maths.terms.term import Apply, Number, Term, Variable
from mathpost.text.recall import of_the_last
from mathpost.text.source import Span

BOOK = "handbook"  # this choice reads every letter as in handbooks
LETTERS = "letters of handbooks"  # this choice reads letters of named functions as ordinary letters
SEPARATORS = {",": "", "，": "", ";": ";", "|": "|", r"\mid": "|"}
SERIES = {"F": "generalized", r"\boldsymbol{F}": "generalized_regularized"}
HIGHEST_DERIVATIVE = 6

Row = list[Item]


class Occurrence(NamedTuple):
    """A symbol with its scripts and arguments; `end` is the position after them.

    `shape` is the argument list in the form of signatures (``(..;.;.)``), empty if there is none.
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
    """The symbol that begins at `at`; None if there is none."""
    before: Row = []
    prescript = row[at + 1] if at + 2 < len(row) else None
    if _is_nothing(row[at]) and isinstance(prescript, Scripted):
        try:
            before = _script(prescript.subscript)
        except UnreadError:
            return None
        at += 2
    symbol = notation.name(row[at]) or _control_word(row[at])
    if symbol is None:
        return None
    at += 1
    subscript: Row = []
    superscript: Row = []
    primes = 0
    try:
        at, primes = _scripts(row, at, subscript, superscript)
        shape, arguments, end = _argument_list(row, at)
    except UnreadError:
        return None
    if notation.latex_row(superscript) == r"\prime":
        superscript, primes = [], primes + 1
    return Occurrence(before, symbol, subscript, superscript, primes, shape, arguments, end)


def _scripts(row: Sequence[Item], at: int, subscript: Row, superscript: Row) -> tuple[int, int]:
    """Collect the scripts from `at` on; return the position after them and the number of primes."""
    primes = 0
    while at < len(row) and isinstance(row[at], Scripted):
        scripts = row[at]
        assert isinstance(scripts, Scripted)
        subscript += _script(scripts.subscript)
        superscript += _script(scripts.superscript)
        primes += scripts.primes
        at += 1
    return at, primes


def _is_nothing(item: Item) -> bool:
    return isinstance(item, Group) and not item.body


def _control_word(item: Item) -> str | None:
    """A command such as ``\\gcd``, which is not a symbol; None for other items."""
    text = item.text if isinstance(item, Symbol) else ""
    return (
        text
        if text[:1] == "\\" and text[1:].isalpha() and text not in OPENERS and text not in CLOSERS
        else None
    )


def _script(node: Node | None) -> Row:
    return [] if node is None else notation.opened(node)


def _argument_list(row: Sequence[Item], at: int) -> tuple[str, list[Row], int]:
    """Shape, arguments and end of the argument list at `at`, which may be a braced group: ``H^{(1)}_{\\nu}{z}``."""
    item = row[at] if at < len(row) else None
    if isinstance(item, Delimited) and item.left == "(" and item.right == ")":
        return (*_parts(notation.items(item.body, grouped=False)), at + 1)
    if isinstance(item, Group) and item.body:
        return (*_parts(notation.items(item.body, grouped=False)), at + 1)
    if not isinstance(item, Symbol) or item.text != "(":
        return "", [], at
    end = closing(row, at)
    return ("", [], at) if end is None else (*_parts(row[at + 1 : end]), end + 1)


def _parts(content: Sequence[Item]) -> tuple[str, list[Row]]:
    parts = split(content, SEPARATORS)
    marks = ["", *(SEPARATORS[text] for k in outside(content) if (text := sign(content[k])) in SEPARATORS)]
    empty = [not p or notation.latex_row(p) == "-" for p in parts]
    shape = "".join(mark + ("" if none else ".") for mark, none in zip(marks, empty, strict=True))
    return f"({shape})", [p for p, none in zip(parts, empty, strict=True) if not none]


# --- signatures -----------------------------------------------------------------------------------------------------


class Signed(NamedTuple):
    """A possible signature of an occurrence, and the rows at the dots of the signature."""

    signature: str
    rows: list[Row]


def signatures(found: Occurrence) -> Iterator[Signed]:
    """The signatures under which `found` may be registered; those with scripts as part of the name come first."""
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
    """The first signature of `found` in the registry, with its meanings; None if there is none."""
    for signed in signatures(found):
        entries = notations().get(signed.signature)
        if entries:
            return signed, entries
    return None


# --- reading ----------------------------------------------------------------------------------------------------------


def read(reader: Reader) -> Term | None:
    """Parse the next symbol in the notation of handbooks; None, with nothing consumed, if that notation does not apply."""
    conventions = reader.conventions
    if BOOK not in conventions.choices and not conventions.functions.named:
        return None
    found = occurrence(reader.row, reader.at)
    if found is None:
        return _of_brackets(reader)
    if found.symbol in conventions.chance.random:
        return None  # a random variable of the post
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


def _of_brackets(reader: Reader) -> Term | None:
    """Parse the Pochhammer symbols ``(a)_n``, ``(a, b; q)_n`` and ``(a; q)_\\infty``; None for other brackets."""
    span = reader.row[reader.at].span
    shape, parts, end = _argument_list(reader.row, reader.at)
    scripts = reader.row[end] if parts and end < len(reader.row) else None
    if not isinstance(scripts, Scripted) or scripts.subscript is None or scripts.primes:
        return None
    operator = (
        "rising" if shape == "(.)" else "q_rising" if shape.endswith(";.)") and shape.count(";") == 1 else ""
    )
    if not operator or not _in_force(reader, operator):
        return None
    below = _script(scripts.subscript)
    if operator == "q_rising" and notation.latex_row(below) == r"\infty":
        operator, below = "q_rising_endless", []
    rows = [*parts, below] if below else parts
    term: Term = Apply(operator, tuple(reader.inside(row).whole() for row in rows), span)
    reader.at = end + 1
    if scripts.superscript is not None:
        term = Apply("power", (term, reader.inside(_script(scripts.superscript)).whole()), span)
    return term


def _in_force(reader: Reader, operator: str) -> bool:
    return BOOK in reader.conventions.choices or operator in reader.conventions.functions.named


def _plain(reader: Reader, found: Occurrence, span: Span) -> Term | None:
    known = meanings(found)
    if known is None:
        return None
    signed, entries = known
    entry = _chosen(reader, entries)
    if entry is None:
        return None
    implied = tuple(Variable(name, span) for name in entry.notation.implied)
    return Apply(entry.operator, (*(reader.inside(row).whole() for row in signed.rows), *implied), span)


def _chosen(reader: Reader, entries: tuple[Entry, ...]) -> Entry | None:
    """The meaning that applies: one that the post names, or any if the whole reading follows handbooks."""
    conventions = reader.conventions
    usable = [e for e in entries if _in_force(reader, e.operator)]
    if usable and BOOK not in conventions.choices and reader.choose(LETTERS):
        return None
    for entry in usable[1:]:
        if entry.notation.variant and reader.choose(entry.notation.variant):
            return entry
    return usable[0] if usable else None


def _series(reader: Reader, found: Occurrence, span: Span) -> Term | None:
    """``{}_pF_q(a; b; z)`` for any p and q; None for others."""
    operator = SERIES.get(found.symbol)
    counts = [r[0] for r in (found.before, found.subscript) if len(r) == 1 and isinstance(r[0], Digits)]
    if operator is None or len(counts) != 2 or meanings(found) is not None:
        return None
    if not found.shape or not _in_force(reader, operator):
        return None
    numbers = [Number(Fraction(c.text), None, span) for c in counts if isinstance(c, Digits)]
    return Apply(operator, (*numbers, *(reader.inside(row).whole() for row in found.arguments)), span)


def _primed(reader: Reader, found: Occurrence, span: Span) -> Term | None:
    """``J_\\nu'(z)``, ``\\psi^{(2)}(z)`` as derivatives by the last argument; None for others."""
    order = found.primes
    superscript = found.superscript
    if not order and len(superscript) == 3 and isinstance(superscript[1], Digits):
        brackets = notation.latex(superscript[0]) + notation.latex(superscript[2])
        order = int(superscript[1].text) if brackets == "()" and superscript[1].text.isdigit() else 0
        superscript = []
    if not 0 < order <= HIGHEST_DERIVATIVE or not found.arguments:
        return None
    base = _plain(reader, found._replace(primes=0, superscript=superscript), span)
    return differentiated(base, order, span) if isinstance(base, Apply) else None


def _raised(reader: Reader, found: Occurrence, span: Span) -> Term | None:
    """``\\theta_3^2(z, \\tau)`` as a power of the value; None for others."""
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


# --- what a post mentions --------------------------------------------------------------------------------------------

ORDERS = frozenset(
    ["n", "m", "l", r"\ell", r"\nu", r"\mu", r"\lambda", r"\kappa"]
)  # usual letters for the order of a function


@of_the_last
def mentioned(document: Document) -> frozenset[str]:
    """The families that the post mentions: by words, by its topic, by a distinctive notation, or by two of their notations."""
    words, text = named(document), document.source.text
    found = {e.family for entries in notations().values() for e in entries if e.operator in words}
    found |= {family for family, about in operators.settings().items() if any(w in text for w in about)}
    seen: dict[str, set[str]] = {}
    for row in _rows(document.formulas):
        for at in range(len(row)):
            for entry in _evidence(row, at):
                seen.setdefault(entry.family, set()).add(entry.notation.signature)
                if entry.notation.distinctive:
                    found.add(entry.family)
    return frozenset(found | {family for family, shown in seen.items() if len(shown) > 1})


def _rows(formulas: Iterable[Formula]) -> Iterator[Row]:
    for formula in formulas:
        for node in walk(formula.tree):
            if isinstance(node, Group | Delimited) and len(node.body) > 1:
                try:
                    yield notation.items(node.body, grouped=False)
                except UnreadError:
                    continue


def _evidence(row: Row, at: int) -> tuple[Entry, ...]:
    """The meanings of an applied symbol at `at` whose notation is distinctive or whose order is a usual letter."""
    item = row[at]
    if not isinstance(item, Symbol | Command | Group | Text) or at + 1 >= len(row):
        return ()
    if isinstance(item, Group) and item.body:
        return ()
    found = occurrence(row, at)
    known = meanings(found) if found is not None and found.shape else None
    if found is None or known is None:
        return ()
    ordered = not ORDERS.isdisjoint(map(notation.latex, found.subscript))
    return tuple(e for e in known[1] if e.notation.distinctive or ordered)


def is_value(nodes: Sequence[Node], families: frozenset[str]) -> bool:
    """Whether a side is one function of `families` with its arguments, so that the formula states its value."""
    try:
        row = notation.items(nodes)
    except UnreadError:
        return False
    if not row:
        return False
    found = occurrence(row, 0)
    if found is None or found.end < len(row):
        return False
    plain = found._replace(primes=0)
    known = meanings(found) or meanings(plain) or meanings(plain._replace(superscript=[]))
    return known is not None and any(e.family in families for e in known[1])


@of_the_last
def named(document: Document) -> frozenset[str]:
    """The operators named in the text of a post outside formulas."""
    text, words, end = document.source.text, "", 0
    for formula in document.formulas:
        words += text[end : formula.span.start] + " "
        end = max(end, formula.span.end)
    words += text[end:]
    found = {name for name, spoken in operators.named().items() if any(w in words for w in spoken)}
    constants = {e.operator: s for s, entries in notations().items() for e in entries if e.operator in found}
    own = own_letters(f.tree for f in document.formulas) if constants else frozenset[str]()
    return frozenset(found - {name for name, signature in constants.items() if signature in own})


CONSTRUCTS = (Construct(read),)
