"""The symbols of a claim that may have any value: no lengths of axes, no outcomes that are averaged out."""

from __future__ import annotations

from mathpost.maths.facts.densities import laws_of
from mathpost.maths.notation import any_bold, is_bold
from mathpost.maths.terms.outcomes import OUTCOME, mentions_chance, outcomes_at_hand
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    symbols,
)
from mathpost.maths.terms.traversal import INDEX, standing_alone
from mathpost.maths.typing.randomness import Randomness, randomness
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.models.model import plain


def open_letters(reading: Reading) -> tuple[frozenset[str], frozenset[str]]:
    """The symbols and laws of both sides that may be anything: no lengths of axes, no outcomes that are averaged out."""
    random = randomness(reading.sides)
    left, right = (
        plain_letters(side) - reading.arrays.axes - _averaged_out(side, random) | laws_of(side)
        for side in reading.sides
    )
    families = [_families(side) for side in reading.sides]
    alone = [standing_alone((side,)) for side in reading.sides]
    apart = families[0] ^ families[1]
    return (
        frozenset(
            _of_a_family(name) if name in apart & families[0] - alone[0] & alone[1] else name for name in left
        ),
        frozenset(
            _of_a_family(name) if name in apart & families[1] - alone[1] & alone[0] else name
            for name in right
        ),
    )


def _families(side: Term) -> frozenset[str]:
    """The symbols that have an index somewhere in a side, but for numbers: ``V_0`` is a value of V."""
    if mentions_chance(side):
        return frozenset()
    entries = (t.arguments for t in occurrences(side, INDEX) if isinstance(t, Apply))
    found = (family for family, *places in entries if not all(isinstance(p, Number) for p in places))
    return frozenset(family.name for family in found if isinstance(family, Variable))


def _of_a_family(name: str) -> str:
    """The members of a family of which only the other side has the letter alone: ``N_k`` beside N, which may be their sum."""
    return f"{name}_i"


def plain_letters(side: Term) -> frozenset[str]:
    """The free symbols of a side; an array and its entries are one symbol, what a divergence runs over is none."""
    found = (_symbols(side) if any_bold(symbols(side)) else free_variables(side)) - {OUTCOME.name}
    return frozenset(
        name for name in found if not name.startswith("#")
    )  # lengths that are read off other arrays


def _symbols(term: Term) -> frozenset[str]:
    match term:
        case Variable(name=name):
            return frozenset((plain(name),))
        case Apply(operator="index", arguments=(Variable(name=name), *indices)) if is_bold(name):
            inside = frozenset[str]().union(*map(_symbols, indices))
            return inside | {f"{plain(name)}[{len(indices)}]"}  # the members of a family are other arrays
        case Apply(arguments=arguments):
            return frozenset[str]().union(*map(_symbols, arguments))
        case Bind(variable=variable, bounds=bounds, body=body):
            return (_symbols(body) - {variable.name, plain(variable.name)}).union(*map(_symbols, bounds))
    return frozenset()


def _averaged_out(side: Term, random: Randomness) -> frozenset[str]:
    """The random variables of a side, named as such, that are not symbols of it: it does not depend on their outcomes."""
    if not random.variables:
        return frozenset()
    at_hand = outcomes_at_hand(side, random.variables)
    gone = {n for n in random.variables - random.guessed if not any(n in spelled for spelled in at_hand)}
    return (
        frozenset(gone)
        | {plain(n) for n in gone}
        | {s for s in _symbols(side) if s.partition("[")[0] in map(plain, gone)}
    )
