r"""Entries of the arrays that a post defines as wholes, ``p = \text{softmax}(z)``, where a claim differentiates them:
``\frac{\partial p_i}{\partial z_j}`` is nought only for one who does not see what the entry is made of.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.facts.facts import Fact, Facts
from mathpost.maths.notation import any_bold
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import (
    Apply,
    Term,
    Variable,
    free_variables,
    operators,
    replaced,
    substitute,
    subterms,
)
from mathpost.maths.transformations.recurrences import derivatives

Sides = tuple[Term, Term]
ALWAYS_ARRAYS = frozenset(["softmax"])


def entries_of_wholes(sides: Sides, facts: Facts) -> tuple[Sides, frozenset[int]]:
    """`sides` with the entries that a derivative hides, ``p_i`` by ``z_j``, as those of what `facts` make of the array, on
    both sides at once; and the steps that say so.
    """
    used: set[int] = set()
    for name, target in sorted(_hidden(sides)):
        known = _whole(name, facts)
        if known is None or (target and target not in map(bare, free_variables(known.right))):
            continue
        whole = _of_an_array(known.right, target) if target else known.right
        sides = replaced(sides[0], Variable(name), whole), replaced(sides[1], Variable(name), whole)
        used.add(known.step)
    return sides, frozenset(used)


def _hidden(sides: Sides) -> Iterator[tuple[str, str]]:
    """The families of entries in what is differentiated, each with the family of the entry that it is differentiated by;
    with nothing where that is an array as a whole.
    """
    for body, target in derivatives(sides):
        match target:
            case Apply(operator="index", arguments=(Variable(name=moved), *_)):
                yield from ((name, bare(moved)) for name in _families(body) if bare(name) != bare(moved))
            case Variable(name=moved) if any_bold(frozenset((moved,))):
                yield from ((name, "") for name in _families(body) if bare(name) != bare(moved))


def _families(term: Term) -> frozenset[str]:
    return frozenset(_family(t) for t in subterms(term)) - {""}


def _family(term: Term) -> str:
    """The plain letter of which a term is an entry; empty for anything else."""
    match term:
        case Apply(operator="index", arguments=(Variable(name=name), *_)) if not any_bold(frozenset((name,))):
            return name
    return ""


def _whole(name: str, facts: Facts) -> Fact | None:
    """What the post says that the array is of which `name` has the entries, where that is an array beyond doubt."""
    if ("family", name) in facts:
        return None  # the post says of each entry what it is
    for head in (name, rf"\boldsymbol{{{name}}}"):
        for known in facts.get(("symbol", head), ()):
            return known if _is_array(known) else None
    return None


def _is_array(known: Fact) -> bool:
    return any_bold(free_variables(known.right)) or not operators(known.right).isdisjoint(ALWAYS_ARRAYS)


def _of_an_array(whole: Term, name: str) -> Term:
    """`whole` of the array whose entries a claim calls `name`: ``z`` of ``\\text{softmax}(z)`` is one although it is plain."""
    return substitute(whole, {name: Variable(rf"\boldsymbol{{{name}}}")})
