"""Laws under a condition, ``\\theta | D \\sim \\mathrm{Beta}(a, b)``, ``X | Y \\sim \\mathcal{N}(Y, 1)``: which of them an average is taken

under, and averages over what has a law given other variables only, by the tower rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from mathpost.maths.elaboration.chance import averages
from mathpost.maths.facts.densities import PLAIN, heads
from mathpost.maths.facts.densities import given as conditions
from mathpost.maths.facts.laws import Declared
from mathpost.maths.terms.outcomes import ANY_LAW
from mathpost.maths.terms.term import Apply, Term, Variable, canonical, free_variables, subterms
from mathpost.maths.typing.randomness import law_name


def given_law(
    bodies: Sequence[Term], named: Sequence[Term], given: Term, laws: Iterable[Declared]
) -> Declared | None:
    """The one of `laws` that the post gives what is averaged, under the conditions `given`: ``\\mathbb{E}[\\theta | D]``."""
    key = _key(given)
    found = []
    for law in laws:
        left = law.density
        if (
            left is None
            or not key
            or _key(left.arguments[2]) != key
            or law_name(left.arguments[0]) not in PLAIN
        ):
            continue
        (outcome,) = heads(left) if len(heads(left)) == 1 else (None,)
        asked = outcome in named if named else any(outcome in subterms(body) for body in bodies)
        if outcome is not None and asked:
            found.append(law)
    return found[0] if len(found) == 1 else None


def averaged_out(
    body: Term, asked: AbstractSet[str], laws: Mapping[str, Declared], used: set[int]
) -> tuple[Term, set[str]]:
    """`body` averaged over what has a law given other variables only, and what is averaged over then: these."""
    waiting = [(law, law.density) for law in laws.values() if law.density is not None]
    found = set(asked)
    known = laws.keys() | {
        h.name for _, density in waiting for h in heads(density) if isinstance(h, Variable)
    }
    for law, density in waiting * len(waiting):  # what one is given may be given others
        head, given = heads(density), conditions(density)
        if len(head) != 1 or not isinstance(head[0], Variable) or head[0].name not in found - laws.keys():
            continue
        names = {g.name for g in given if isinstance(g, Variable)}
        if not names or len(names) < len(given) or not names <= known or density.arguments[0] != ANY_LAW:
            continue
        body = averages.under(law.distribution, law.parameters, head[0], body, body.origin)
        used.add(law.step)
        found = (found - {head[0].name}) | (names & free_variables(body))
    return body, found


def _key(given: Term) -> tuple[str, ...]:
    return tuple(sorted(map(canonical, given.arguments))) if isinstance(given, Apply) else ()
