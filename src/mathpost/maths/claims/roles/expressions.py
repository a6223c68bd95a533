"""Roles of steps whose left side is an expression: equations to solve, squares that define, relations that claim."""

from __future__ import annotations

from mathpost.latex.tree import Symbol, walk
from mathpost.maths.claims.roles.candidate import Candidate, Row, where
from mathpost.maths.elaboration.heads import CONSTANTS, in_library, is_number
from mathpost.maths.lexicon.cues import (
    derives,
    last_clause,
    mentions_a_differential_equation,
    mentions_an_equation,
    names_all_roots,
)
from mathpost.maths.lexicon.positivity import is_customary
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import glyph
from mathpost.maths.typing.array_parts import names_members


def _equates(c: Candidate) -> bool:
    return c.begins and not c.head and c.step.sign in ("=", "≡")


def _asks_for_solutions(c: Candidate) -> bool:
    """Whether the words ask for the solutions of an equation: the zeros of ``z^3 - z = 0``."""
    clause = last_clause(c.lead.words)
    if not (is_number(c.step.right.nodes) or mentions_a_differential_equation(clause)):
        return False
    told = derives(clause) or names_all_roots(clause)
    return not c.step.inferred and mentions_an_equation(clause) and not told


def _is_supposed(c: Candidate) -> bool:
    r"""Whether words of definition set an expression in undefined letters to a number: where ``\sum p_i = 1``."""
    left = c.step.left.nodes
    made = letters(left) - CONSTANTS
    if c.lead.said != "define" or c.step.inferred or not made:
        return False
    if not is_number(c.step.right.nodes, signed=True):
        return False
    functions = (glyph(n) for side in left for n in walk(side) if isinstance(n, Symbol))
    if any(in_library(name[1:] + "()") for name in functions if name[:1] == "\\"):
        return False
    return not any(c.known.says(name) or c.known.gives(name) for name in made)


def _repeats_square(c: Candidate) -> bool:
    return bool(c.square) and c.lead.said != "define" and c.known.says(c.subject)


def _names_by_its_square(c: Candidate) -> bool:
    r"""Whether a square defines its symbol: ``\sigma^2 = …`` does; ``z^2 = 4`` has two solutions."""
    unsigned = is_customary(c.square, frozenset())
    return unsigned or not is_number(c.step.right.nodes)


ROWS = (
    *where(
        _equates,
        Row(
            "asked",
            "assumption",
            _asks_for_solutions,
            "We look for the roots of the equation $$z^3 - z = 0$$",
        ),
        Row("supposed", "assumption", _is_supposed, r"where $\sum_i p_i = 1$"),
    ),
    Row(
        "square-inferred",
        "claim",
        lambda c: _repeats_square(c) and bool(c.step.inferred),
        r"Let $\sigma^2 = a + b$ and $a = 2b$. Hence $$\sigma^2 = 3b$$",
    ),
    *where(
        lambda c: bool(c.square) and not _repeats_square(c),
        Row("square-named", "definition", _names_by_its_square, r"$$\sigma^2 = a + b$$"),
        Row("square-of-number", "assumption", lambda _: True, "$$z^2 = 4$$"),
    ),
)

# rows after all other rows
LAST = (
    Row("members", "definition", lambda c: names_members(c.step), r"Let $C = AB = (c_{ij})$"),
    Row("claim", "claim", lambda _: True, "$$(a + b)^2 = a^2 + 2ab + b^2$$"),
)
