r"""The letters of a formula: all of them, and those whose meaning a reader must know from elsewhere.

A formula itself says what a letter is that it defines (left of its first relation), that it takes from a set or
a distribution, or that runs (an index, what a sum, a limit or a quantifier binds); letters before a bracket are
names of functions. Letters of a word and letters in upright type are not symbols.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.tree import Command, Delimited, Group, Node, Symbol, children
from mathpost.rules.expressions import Atom, Expression, kind_name
from mathpost.rules.words import UPRIGHT, words

GREEK = frozenset(
    r"\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \vartheta \iota \kappa \lambda \mu \nu \xi \rho "
    r"\sigma \tau \phi \varphi \chi \psi \omega \Gamma \Delta \Theta \Lambda \Xi \Sigma \Phi \Psi \Omega".split()
)
# what custom explains: e, i, d, identity, constants, orders, small quantities, sizes
_CUSTOM = frozenset(r"e i d I C c O o N n T \Delta \delta \epsilon \varepsilon".split())
_BINDERS = frozenset(r"d \mathrm \partial \forall \exists".split())
_SAID_BY = frozenset(r"\in \sim \stackrel \overset \colon".split())


def letters(expressions: Sequence[Expression]) -> frozenset[str]:
    """All single letters of a formula, those of its scripts too."""
    return frozenset(atom.text for e in expressions for atom in e.atoms if is_letter(atom))


def is_letter(atom: Atom) -> bool:
    return atom.text in GREEK or (len(atom.text) == 1 and atom.text.isascii() and atom.text.isalpha())


def unexplained(expressions: Sequence[Expression]) -> dict[str, Atom]:
    """The letters that the formula itself does not explain, each with its first place."""
    found: dict[str, Atom] = {}
    explained: set[str] = set(_CUSTOM)
    for expression in expressions:
        is_script = expression.place in ("subscript", "superscript")
        explained.update(
            word.text[1] for word in words(expression) if word.text[0] == "d" and len(word.text) == 2
        )
        defined = 0 if is_script else _defined(expression, expressions)
        for index, letter in _symbols(expression):
            if is_script or index < defined or _is_explained(expression.atoms, index):
                explained.add(letter)
            found.setdefault(letter, expression.atoms[index])
    return {letter: atom for letter, atom in found.items() if letter not in explained}


def _symbols(expression: Expression) -> Iterator[tuple[int, str]]:
    """The letters of an expression that stand for themselves, with their places among its atoms."""
    if expression.font in UPRIGHT or (expression.place == "argument" and _in_font(expression.owner)):
        return
    spelled = {index for word in words(expression) for index in range(word.first, word.last + 1)}
    for index, atom in enumerate(expression.atoms):
        letter = atom.text if is_letter(atom) else _in_font(atom.nucleus)
        if letter and index not in spelled:
            yield index, letter


def _in_font(node: Node) -> str:
    r"""The letter that is set in a font of its own: ``\boldsymbol{x}``; empty for anything else."""
    if not isinstance(node, Command) or node.name in UPRIGHT or kind_name(node.name) != "font":
        return ""
    inner = [part for each in children(node) for part in (each.body if isinstance(each, Group) else (each,))]
    text = inner[0].text if len(inner) == 1 and isinstance(inner[0], Symbol) else ""
    return text if text in GREEK or (len(text) == 1 and text.isascii() and text.isalpha()) else ""


def _defined(expression: Expression, expressions: Sequence[Expression]) -> int:
    """How many atoms are left of the first relation, in the expression or in the cell after it."""
    for index, atom in enumerate(expression.atoms):
        if atom.kind == "relation":
            return index
    if expression.place == "cell":
        behind = (
            e for e in expressions if e.owner is expression.owner and e.span.start >= expression.span.end
        )
        following = min(behind, key=lambda e: e.span.start, default=None)
        if following is not None and following.atoms and following.atoms[0].kind == "relation":
            return len(expression.atoms)
    return 0


def _is_explained(atoms: Sequence[Atom], index: int) -> bool:
    """Whether the context explains a letter: a function, a bound variable, a letter with a range."""
    behind = atoms[index + 1] if index + 1 < len(atoms) else None
    if index and atoms[index - 1].text in _BINDERS:
        return True
    return behind is not None and (
        behind.text in _SAID_BY or behind.kind == "open" or isinstance(behind.nucleus, Delimited)
    )
