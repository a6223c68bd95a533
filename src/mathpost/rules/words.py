"""Words that are in a formula as single letters: `softmax` and `log` where no command makes them a word."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters
from typing import NamedTuple

from mathpost.latex.tree import Command
from mathpost.rules.expressions import Atom, Expression
from mathpost.text.source import Span

UPRIGHT = frozenset(
    r"\mathrm \operatorname \operatorname* \text \mathtt \mathsf \mathit \mathop \mathsfit \mathup \mathcal \mathscr "
    r"\mathbb \mathfrak \rm \it \tt \sf \cal \bf \mathnormal \operatornamewithlimits \textrm \textbf \DeclareMathOperator".split()
)
_LETTERS = frozenset(ascii_letters)
BOLD = frozenset(r"\mathbf \boldsymbol \bm \pmb".split())


class Word(NamedTuple):
    """Letters without a space between them: `first` to `last` are their places among the atoms of `expression`."""

    text: str
    span: Span
    first: int
    last: int
    expression: Expression

    @property
    def alone(self) -> bool:
        """Whether nothing else is in the expression."""
        return self.first == 0 and self.last == len(self.expression.atoms) - 1

    @property
    def before(self) -> Atom | None:
        return self.expression.atoms[self.first - 1] if self.first else None

    @property
    def behind(self) -> Atom | None:
        atoms = self.expression.atoms
        return atoms[self.last + 1] if self.last + 1 < len(atoms) else None

    @property
    def scripted(self) -> bool:
        return self.expression.atoms[self.last].scripted

    @property
    def is_label(self) -> bool:
        """Whether the word is a whole script: a label, not mathematics."""
        return self.alone and self.expression.place in ("subscript", "superscript")


def words(expression: Expression) -> Iterator[Word]:
    """The runs of two or more letters, except where a command sets them as a word."""
    if len(expression.atoms) < 2 or expression.font in UPRIGHT or _is_raw(expression):
        return
    atoms = expression.atoms
    run: list[int] = []
    for index, text in enumerate(expression.texts):
        if text not in _LETTERS:
            continue
        atom = atoms[index]
        if run and (run[-1] != index - 1 or atoms[index - 1].span.end != atom.span.start):
            yield from _word(expression, run)
            run = []
        run.append(index)
        if atom.scripted:
            yield from _word(expression, run)
            run = []
    yield from _word(expression, run)


def _is_raw(expression: Expression) -> bool:
    """Whether it is the argument of an unknown command, and so may be a name."""
    owner = expression.owner
    return (
        expression.place == "argument" and isinstance(owner, Command) and owner.name in (r"\begin", r"\end")
    )


def _word(expression: Expression, run: list[int]) -> Iterator[Word]:
    if len(run) > 1:
        atoms = expression.atoms[run[0] : run[-1] + 1]
        span = Span(atoms[0].span.start, atoms[-1].nucleus.span.end)
        yield Word("".join(atom.text for atom in atoms), span, run[0], run[-1], expression)
