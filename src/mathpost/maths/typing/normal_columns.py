"""The letters that a normal law shows to be columns: with a covariance such as ``\\sigma^2 I`` or ``\\mathrm{diag}(\\sigma^2)``
the mean and the variable with that law are columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Formula
from mathpost.latex.tree import Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.chance.probability import heads_and_given, name_of_distribution
from mathpost.maths.elaboration.scripts import VECTOR_LETTERS
from mathpost.maths.notation import Item, Scripted
from mathpost.maths.notation.brackets import bracket_content, split_at_commas
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.typing.mentions import symbols

IDENTITIES = frozenset(["I", r"\text{I}", r"\boldsymbol{I}"])
DIAGONAL = frozenset(["diag", r"\text{diag}", "Diag", r"\text{Diag}"])
SEPARATORS = frozenset([";", "|", r"\mid", r"\vert"])
LAWFUL = ("∼", FOLLOWS)


class Columns(NamedTuple):
    """`plain`: symbols that are columns; `families`: symbols whose index counts columns."""

    plain: frozenset[str] = frozenset()
    families: frozenset[str] = frozenset()


class _Law(NamedTuple):
    """A normal law as a formula writes it."""

    mean: list[Item]
    covariance: list[Item]
    outcome: list[Item]


def shown(formulas: Iterable[Formula], steps: Iterable[Step], plain: frozenset[str]) -> Columns:
    """The columns that are not bold, as the normal laws of a post show; `plain` are known arrays."""
    names: set[str] = set()
    families: set[str] = set()
    for formula in formulas:
        for law in _laws(notation.legible(formula.tree.body)):
            if _is_of_columns(law):
                for name, indexed in (*_mean(law.mean), *_named(law.outcome), *_on_the_diagonal(law)):
                    (families if indexed else names).add(name)
    for step in steps:
        given = next(_laws(notation.legible(step.right.nodes)), None) if _gives_a_law(step) else None
        if given is None:
            continue
        if _is_of_columns(given):
            for name, indexed in _bearers(step):
                (families if indexed else names).add(name)
        elif step.sign in LAWFUL and plain.issuperset(symbols(step.left.nodes)[:1] or ("",)):
            rows = (row for row in (given.mean, given.covariance) if len(row) == 1)
            names |= {letter for row in rows if (letter := notation.name(row[0])) is not None}
    return Columns(frozenset(filter(_is_plain, names)), frozenset(filter(_is_plain, families)))


def _is_plain(name: str) -> bool:
    return not notation.is_bold(name) and name not in IDENTITIES and not name.isdigit()


def _laws(row: Sequence[Item]) -> Iterator[_Law]:
    """The normal laws in `row` and in the rows inside its items."""
    for k, item in enumerate(row):
        if isinstance(item, Scripted):
            continue
        if name_of_distribution(notation.name(item) or "", short=True) == "normal":
            content = bracket_content(row[k + 1 :])
            at = next((j for j, inner in enumerate(content) if notation.latex(inner) in SEPARATORS), None)
            parts = split_at_commas(content if at is None else content[at + 1 :])
            if len(parts) == 2 and all(parts):
                yield _Law(parts[0], parts[1], [] if at is None else list(content[:at]))
    for item in row:
        for inner in notation.inside(item):
            yield from _laws(notation.legible(inner))


def _is_of_columns(law: _Law) -> bool:
    """Whether the covariance ends with the identity, or is diagonal."""
    row = law.covariance[:-1] if _is_label(law.covariance[-1:]) else law.covariance
    first = notation.name(row[0]) if row and not isinstance(row[0], Scripted) else None
    if first in DIAGONAL:
        return True
    return bool(row) and not isinstance(row[-1], Scripted) and notation.name(row[-1]) in IDENTITIES


def _is_label(last: Sequence[Item]) -> bool:
    """Whether the last item is only a subscript, the size of an identity."""
    return bool(last) and isinstance(last[0], Scripted) and last[0].superscript is None


def _on_the_diagonal(law: _Law) -> Iterator[tuple[str, bool]]:
    """The letters on the diagonal of a covariance."""
    if notation.name(law.covariance[0]) in DIAGONAL:
        content = bracket_content(law.covariance[1:])
        if len(content) <= 2:
            yield from _named(content)


def _mean(row: list[Item]) -> Iterator[tuple[str, bool]]:
    """The letter of a mean, or the letters of the vectors in it."""
    if len(row) <= 2:
        yield from _named(row)
        return
    for k, item in enumerate(row):
        name = None if isinstance(item, Scripted) else notation.name(item)
        if name in VECTOR_LETTERS:
            yield from _named([item, *row[k + 1 : k + 2]])


def _named(row: Sequence[Item]) -> Iterator[tuple[str, bool]]:
    """The letter at the start of `row`, and whether it has an index."""
    name = notation.name(row[0]) if row and not isinstance(row[0], Scripted) else None
    if name is not None:
        scripts = row[1] if len(row) > 1 else None
        yield name, isinstance(scripts, Scripted) and scripts.subscript is not None


def _gives_a_law(step: Step) -> bool:
    """Whether the right side is only a law: ``x \\sim \\mathcal{N}(…)``, ``q(z|x) = \\mathcal{N}(…)``."""
    row = notation.legible(step.right.nodes)
    name = notation.name(row[0]) if row and not isinstance(row[0], Scripted) else None
    return step.sign in (*LAWFUL, "=", ":=") and name_of_distribution(name or "", short=True) == "normal"


def _bearers(step: Step) -> Iterator[tuple[str, bool]]:
    """The variables that have a law: the left side, or the heads of the density on it."""
    row = notation.legible(step.left.nodes)
    opened = next((k for k, item in enumerate(row) if _opens(item)), None)
    if opened is not None:
        for part in heads_and_given(bracket_content(row[opened:]))[0]:
            yield from _named(part)
    elif step.sign in LAWFUL:
        for part in heads_and_given(row)[0]:
            yield from _named(part if len(part) <= 2 else ())


def _opens(item: Item) -> bool:
    match item:
        case Delimited(left="(" | r"\left(") | Symbol(text="("):
            return True
    return False
