"""Classification of one side of a relation: a symbol that a post may define, a list of names, words, a number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mathpost.latex.tree import Command, Delimited, Group, Infix, Node, Scripts, Symbol, Text, walk
from mathpost.maths import distributions, notation
from mathpost.maths.elaboration.binders.ranges import bracketed
from mathpost.maths.elaboration.chance.averages import MOMENTS
from mathpost.maths.elaboration.chance.information import ENTROPIES, INFORMATIONS, is_divergence
from mathpost.maths.elaboration.chance.probability import LAWS, MEANS, name_of_distribution
from mathpost.maths.elaboration.lists.sequences import is_dots
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.brackets import CURLY, closing, outside, split_at_commas
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import OPEN, glyph
from mathpost.maths.operators import spelled
from mathpost.maths.terms.landau import LANDAU
from mathpost.maths.terms.names import bare

CONSTANTS = frozenset([r"\pi", r"\infty", "e"])
# separators of plain arguments
BETWEEN = frozenset(r", ; | \mid : < ( ) \ldots \cdots \dots \cdot ， \|".split())


def names_something(nodes: Sequence[Node]) -> bool:
    """Whether a side is a symbol that a post may define freely, unlike functions of the library."""
    spelling = head(nodes)
    return spelling is not None and not in_library(spelling)


def head(nodes: Sequence[Node]) -> str | None:
    """The canonical name of a side that is one symbol, possibly indexed or applied to plain names; None for others."""
    try:
        return _head(nodes, notation.items(nodes))
    except UnreadError:
        return None


def _head(nodes: Sequence[Node], row: list[notation.Item]) -> str | None:
    """`head` of `nodes`, given their items `row`.

    Raises:
        UnreadError: the content of its brackets cannot be read.
    """
    if not row:
        return None
    if notation.latex(row[0]) == r"\Delta" and len(row) > 1:
        row = row[1:]
    symbol = notation.name(row[0])
    if symbol is None:
        return _bracketed(row)
    if symbol in LANDAU and len(row) > 1 and not isinstance(row[1], notation.Scripted):
        return None  # an order of magnitude
    if symbol == "d" and any(
        notation.is_bold(notation.name(n) or "") for node in nodes[1:] for n in walk(node) if _is_name(n)
    ):
        return None  # a differential
    rest = row[1:]
    labels = ""
    while rest and isinstance(rest[0], notation.Scripted):
        if rest[0].superscript is not None and not _label(rest[0].superscript):
            return None
        labels += notation.latex(rest[0])
        rest = rest[1:]
    if not rest:
        return symbol + labels
    if isinstance(rest[0], Delimited) and len(rest) == 1:
        inside = notation.items(rest[0].body)
        return symbol + labels + "()" if _plain_arguments(inside) else None
    if notation.latex(rest[0]) in ("(", "[") and closing(rest, 0, shown=notation.latex) == len(rest) - 1:
        return symbol + labels + "()" if _plain_arguments(rest[1:-1]) else None
    if isinstance(rest[0], Delimited) and len(rest) == 2 and isinstance(rest[1], notation.Scripted):
        return symbol + labels + "()" + notation.latex(rest[1])
    return None


def plain_symbol(nodes: Sequence[Node]) -> str | None:
    """The name of a side that is one symbol rather than a value of a function; None for others."""
    name = head(nodes)
    return None if name is None or name.endswith("()") else name


def squared(nodes: Sequence[Node]) -> str | None:
    """The symbol x of a side ``x^2``: ``\\sigma^2``, ``\\bar\\beta_t^2``; None for others."""
    last = nodes[-1] if nodes else None
    power = last.superscript if isinstance(last, Scripts) else None
    if power is None or not isinstance(last, Scripts) or not is_number(notation.body(power)):
        return None
    name = head([*nodes[:-1], last._replace(superscript=None)])
    return None if name is None or name.endswith("()") else name


def _bracketed(row: Sequence[notation.Item]) -> str | None:
    """``()`` for names in brackets, ``(x_1, …, x_n)``, ``\\{l_i\\}^*``, ``[g]_i``; None for others."""
    if len(row) != 1 or not isinstance(row[0], Delimited) or _one_above_other(row[0]):
        return None
    return "()" if notation.plain(row[0].left) in ("(", "[", r"\{") else None


def _one_above_other(node: Delimited) -> bool:
    """Whether brackets hold a coefficient ``{n \\atop k}``."""
    inside = node.body
    while len(inside) == 1 and isinstance(inside[0], Group):
        inside = inside[0].body
    return len(inside) == 1 and isinstance(inside[0], Infix)


def only_names(nodes: Sequence[Node]) -> bool:
    """Whether a side is a list of names, ``a, b, c``; a relation of order then states where they live."""
    try:
        row = notation.items(nodes)
    except UnreadError:
        return False
    parts = split_at_commas(row)
    return len(parts) > 1 and all(map(is_name, parts))


def is_name(row: Sequence[notation.Item]) -> bool:
    """Whether a row is one symbol, possibly with scripts."""
    scripted = all(isinstance(item, notation.Scripted) for item in row[1:])
    return bool(row) and scripted and notation.name(row[0]) is not None


def is_symbol(nodes: Sequence[Node]) -> bool:
    """Whether a side is one symbol, possibly with scripts, rather than a value of a function."""
    try:
        return is_name(notation.items(nodes))
    except UnreadError:
        return False


def measured(nodes: Sequence[Node]) -> str | None:
    """The symbol inside the absolute value or norm of a side ``\\|x_t\\|_2``; None for others."""
    try:
        row = notation.items(nodes)
    except UnreadError:
        return None
    while row and isinstance(row[-1], notation.Scripted):
        row.pop()
    if not row:
        return None
    if len(row) == 1 and isinstance(row[0], Delimited):
        left, inside, right = row[0].left, notation.legible(row[0].body), row[0].right
    else:
        left, inside, right = notation.latex(row[0]), row[1:-1], notation.latex(row[-1])
    name = notation.name(inside[0]) if inside else None
    scripted = all(isinstance(i, notation.Scripted) for i in inside[1:])
    bars = notation.plain(left) in ("|", r"\|") and notation.plain(left) == notation.plain(right)
    return name + "".join(map(notation.latex, inside[1:])) if name and scripted and bars else None


def lists_entries(left: Sequence[Node], right: Sequence[Node]) -> bool:
    """Whether an equation only names the entries of an array: ``\\boldsymbol{x} = (x_1, \\ldots, x_n)``, ``P = (P_{ij})``."""
    name = head(left)
    try:
        row = notation.items(right)
    except UnreadError:
        return False
    if row and isinstance(row[-1], notation.Scripted):  # the transpose of a column written as a row
        row.pop()
    _, content, closed = bracketed(row)
    entries = [part for part in split_at_commas(content) if not is_dots(part)]
    return bool(name and closed and entries) and all(_is_entry(part, bare(str(name))) for part in entries)


def _is_entry(row: Sequence[notation.Item], letter: str) -> bool:
    """Whether a row is the symbol `letter` with an index."""
    scripts = row[-1] if len(row) == 2 else None
    if not isinstance(scripts, notation.Scripted) or scripts.superscript is not None:
        return False
    name = notation.name(row[0])
    return name is not None and bare(name) == letter


def is_set(nodes: Sequence[Node]) -> bool:
    """Whether a side is only a set or a list with dots: ``\\{1, 2\\}``, ``[0, \\infty)``, ``[s_t, \\ldots, s_0]``."""
    try:
        row = notation.items(nodes)
    except UnreadError:
        return False
    opened, content, closed = bracketed(row)
    if closing(row, brackets=CURLY) not in (None, len(row) - 1):
        return False  # "(a) + (b)"
    parts = split_at_commas(content)
    interval = len(parts) == 2 and (opened, closed) in (("[", ")"), ("(", "]"))
    listed = len(parts) > 1 and opened in ("[", "(") and closed in ("]", ")")
    braced = (opened, closed) == (r"\{", r"\}")
    return (
        interval
        or braced
        or (listed and any(map(is_dots, parts)) and all(is_dots(p) or is_name(p) for p in parts))
    )


COLONS = frozenset([":", r"\colon"])


def labelled(nodes: Sequence[Node]) -> bool:
    """Whether a side begins with a name and a colon: ``H_0: \\theta``."""
    colon = next((k for k in outside(nodes, shown=glyph) if glyph(nodes[k]) in COLONS), 0)
    return colon > 0 and plain_symbol(nodes[:colon]) is not None


def only_dots(nodes: Sequence[Node]) -> bool:
    """Whether a side is only dots."""
    shown = [t for n in nodes if (t := glyph(n)) not in notation.SPACING]
    return len(shown) == 1 and shown[0] in notation.DOTS


def _plain_arguments(row: Sequence[notation.Item]) -> bool:
    """Whether brackets hold only names, numbers and separators: ``x_1, \\dots, x_n | y``."""
    return all(
        notation.name(item) is not None
        or isinstance(item, notation.Scripted | notation.Digits)
        or notation.latex(item) in BETWEEN
        for item in row
    )


def _label(node: Node) -> bool:
    """Whether a superscript on a name is a label rather than a power."""
    body = node.body if isinstance(node, Group) else (node,)
    text = "".join(glyph(n) for n in body)
    worded = len(body) == 1 and (isinstance(body[0], Text) or notation.word(body[0]) is not None)
    return (
        text in ("*", r"\ast", r"\star", r"\dagger", "'", r"\prime", r"\top", "T")
        or (text.startswith("(") and glyph(body[0]) == "(")  # unlike the power in e^{\mathrm{i}(a + b)}
        or worded
    )


def worded(nodes: Sequence[Node]) -> bool:
    """Whether a side is prose, ``\\text{新的参数}``; words inside brackets are ignored, as they are arguments."""
    for node in (nodes[k] for k in outside(nodes, shown=glyph)):
        spelled = notation.word(node) if isinstance(node, Text | Command) else None
        if spelled is not None and (not spelled.isascii() or " " in spelled):
            return True
        if isinstance(node, Symbol) and len(node.text) == 1 and "\u4e00" <= node.text <= "\u9fff":
            return True
    return False


def names_a_law(nodes: Sequence[Node]) -> bool:
    """Whether a side starts with the name of a distribution, as after ``\\sim``."""
    row = notation.legible(nodes)
    symbol = notation.name(row[0]) if row else None
    if symbol is None:
        return False
    match row[1:2]:
        case [notation.Scripted(superscript=power)] if power is not None:
            symbol += "^" + notation.latex(power)  # "\\chi^2(k)"
    return name_of_distribution(symbol, short=True) is not None


def in_library(name: str) -> bool:
    """Whether a head such as ``\\text{sigmoid}()`` or ``\\mathbb{E}_{x}()`` needs no definition."""
    symbol, brackets, behind = name.partition("()")
    symbol = symbol.partition("_{")[0]
    if not brackets or (behind and symbol not in MEANS):
        return False
    word = symbol.removeprefix(r"\text{").removesuffix("}")
    if is_divergence(name.removesuffix("()")):
        return True
    known = word in spelled() or word in MOMENTS or symbol in MEANS
    return known or word in distributions.spelled() or symbol in distributions.spelled()


def is_moment(name: str) -> bool:
    """Whether a head is a mean or another moment."""
    symbol, brackets, behind = name.partition("()")
    symbol = symbol.partition("_{")[0]
    word = symbol.removeprefix(r"\text{").removesuffix("}")
    return bool(brackets) and not behind and (symbol in MEANS or word in MOMENTS)


def compares_growth(left: Sequence[Node], right: Sequence[Node]) -> bool:
    r"""Whether ``left \sim right`` compares two quantities,
    ``n! \sim \sqrt{2\pi n}(n/e)^n``: all symbols on the right occur on the left.

    The law of a variable, ``X \sim \mathcal{N}(0, 1)``, and ranges, ``10 \sim 20``, ``-a \sim a``, ``O(n) \sim O(1)``, are not.
    """
    if (
        estimates(left)
        or estimates(right)
        or notation.latex_row(left).lstrip("-") == notation.latex_row(right)
    ):
        return False
    name = head(left)
    if name is not None and (not in_library(name) or name.removesuffix("()") in distributions.spelled()):
        return False
    kept = letters(right) - CONSTANTS
    return bool(kept) and kept <= letters(left)


def relates_densities(name: str, right: Sequence[Node]) -> bool:
    """Whether a head such as ``p()`` is related to the same law, as in Bayes' rule or a marginal, rather than defined."""
    letter = name.partition("_{")[0].removesuffix("()")
    if not name.endswith("()"):
        return False
    measures = ENTROPIES | INFORMATIONS
    related = measures if letter in measures else {letter} & LAWS
    return any(notation.name(inner) in related for node in right for inner in walk(node) if _is_name(inner))


def _is_name(node: Node) -> bool:
    return isinstance(node, Symbol | Command)


def is_number(nodes: Sequence[Node], *, signed: bool = False) -> bool:
    """Whether a side is a number, possibly with a sign if `signed`: ``-1``."""
    if signed and len(nodes) > 1 and glyph(nodes[0]) in ("-", "+"):
        nodes = nodes[1:]
    try:
        row = notation.items(nodes)
    except UnreadError:
        return False
    return len(row) == 1 and isinstance(row[0], notation.Digits)


def is_constant(nodes: Sequence[Node]) -> bool:
    """Whether a side contains only constants: ``\\frac{\\pi}{2}``, ``-\\infty``."""
    return bool(nodes) and letters(nodes) <= CONSTANTS


def is_word(name: str) -> bool:
    """Whether a head is a word rather than a letter, ``\\text{SNR}()``, with the same meaning everywhere."""
    return name.startswith(r"\text{") and len(name.partition("{")[2].partition("}")[0]) > 1


def estimates(nodes: Sequence[Node]) -> bool:
    """Whether a side contains an order of growth: ``x + O(x^2)``."""
    row = [n for node in nodes for n in walk(node)]
    return any(_is_name(a) and notation.name(a) in LANDAU and _opens(b) for a, b in pairwise(row))


def _opens(node: Node) -> bool:
    return isinstance(node, Delimited) or glyph(node) in OPEN
