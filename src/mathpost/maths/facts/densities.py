r"""Densities with a named law: ``p(x) = \mathcal{N}(x; \mu, \sigma^2)`` gives the law for all averages under ``p``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from mathpost.latex.tree import Node
from mathpost.maths import notation
from mathpost.maths.distributions import Distribution
from mathpost.maths.elaboration.arguments import applied, argument_items
from mathpost.maths.elaboration.chance import averages, probability
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import RowReader
from mathpost.maths.facts.laws import Declared
from mathpost.maths.notation import Scripted
from mathpost.maths.terms.outcomes import ANY_LAW, BOLD_OUTCOME, OUTCOME, TWIN
from mathpost.maths.terms.term import (
    Apply,
    Number,
    Term,
    Variable,
    canonical,
    free_variables,
    occurrences,
    operators,
    substitute,
    uses,
)
from mathpost.maths.terms.traversal import leaves, transform
from mathpost.maths.typing.randomness import law_name

NO_OUTCOME = ((), (OUTCOME,), (BOLD_OUTCOME,))
PLAIN = frozenset(["", "p", "P", r"\mathbb{P}", "f", r"\pi"])  # laws that need not be named
NO_HEADS = Apply("heads", ())
LAW = "law "  # prefix of the operator that names the law of a density
PROBABILITIES = frozenset(["P", r"\Pr", r"\mathbb{P}", r"\text{Pr}", r"\text{P}"])
PRODUCTS = frozenset(["multiply", "divide"])
DENSITY = frozenset(["density"])


def named(
    left: Apply, right: Sequence[Node], conventions: Conventions
) -> tuple[Distribution, tuple[Term, ...]] | None:
    """The named law and its parameters in `right` for the outcome of the density `left`; None for any other right side.

    Raises:
        UnreadError: a parameter cannot be read.
    """
    row = notation.without_stop(notation.items(right))
    symbol = notation.name(row[0]) if row else None
    reader = RowReader(row[1:], conventions)
    if symbol is None or not applied(reader):
        return None
    content = argument_items(reader)
    if reader.peek() is not None:
        return None
    found = probability.named_law(reader, symbol, content)
    if found is None:
        whole = RowReader(row, conventions)
        return averages.distributed(whole, row, heads(left)) if len(heads(left)) == 1 else None
    return (found[0], found[2]) if heads(left) == (found[1],) else None


def of_letter(
    left: Sequence[Node], right: Sequence[Node], conventions: Conventions
) -> tuple[Apply, tuple[Distribution, tuple[Term, ...]]] | None:
    r"""The density of any outcome under the law that a letter denotes, and that law: ``p = \mathcal{N}(\mu_1, \sigma_1^2)``.

    Raises:
        UnreadError: a parameter cannot be read.
    """
    names, row = notation.items(left), notation.without_stop(notation.items(right))
    symbol = notation.name(names[0]) if names and not isinstance(names[0], Scripted) else None
    if symbol not in probability.LAWS | conventions.chance.laws or len(names) > 2:
        return None
    if len(names) == 2 and not isinstance(names[1], Scripted):
        return None
    found = averages.distributed(RowReader(row, conventions), row, ())
    if found is None:
        return None
    outcome = BOLD_OUTCOME if found[0].arrays else OUTCOME
    law = probability.law_of(RowReader(names, conventions).whole())
    return Apply("density", (law, Apply("heads", (outcome,)), Apply("given", ()))), found


def heads(density: Apply) -> tuple[Term, ...]:
    """The outcomes of a density."""
    listed = density.arguments[1]
    return listed.arguments if isinstance(listed, Apply) else ()


def given(density: Apply) -> tuple[Term, ...]:
    """The conditions of a density."""
    listed = density.arguments[2]
    return listed.arguments if isinstance(listed, Apply) else ()


def law_of(density: Apply, laws: Iterable[Declared]) -> Declared | None:
    r"""The one of `laws` stated for `density`, with its outcome at either of two compared points; None if there is none.

    A divergence of laws has an outcome of its own, and ``\mathbb{E}_p[f(x)]`` names none: for these, a law stated for any
    outcome is returned, if there is only one.
    """
    stated = [(law, law.density) for law in laws if law.density is not None]
    if heads(density) not in NO_OUTCOME:
        key = density_key(at_first_point(density))
        exact = next((law for law, left in stated if density_key(left) == key), None) or _of_condition(
            density, stated
        )
        if exact is not None or len(heads(density)) != 1:
            return exact
        stated = [(law, left) for law, left in stated if heads(left) in NO_OUTCOME]  # stated for any outcome
    found = [law for law, left in stated if len(heads(left)) == 1 and _are_alike(left, density)]
    return found[0] if len(found) == 1 else None


def _of_condition(density: Apply, stated: Sequence[tuple[Declared, Apply]]) -> Declared | None:
    r"""The law stated without a letter, ``\theta | D \sim …``, for a density with a usual letter: ``p(\theta | D)``."""
    if law_name(density.arguments[0]) not in PLAIN:
        return None
    unnamed = at_first_point(Apply("density", (ANY_LAW, *density.arguments[1:])))
    return next((law for law, left in stated if density_key(left) == density_key(unnamed)), None)


def _are_alike(stated: Apply, density: Apply) -> bool:
    """Whether two densities have the same law and conditions, whatever their outcomes."""
    first, second = (Apply("density", (d.arguments[0], NO_HEADS, d.arguments[2])) for d in (stated, density))
    return density_key(first) == density_key(second)


def is_product(term: Term) -> bool:
    """Whether a term contains only products and quotients of densities and numbers, so that each factor has a logarithm."""
    return all(
        isinstance(t, Number) or (isinstance(t, Apply) and t.operator == "density")
        for t in leaves(term, PRODUCTS)
    )


def laws_of(term: Term) -> frozenset[str]:
    """The names of the laws whose densities occur in `term`."""
    return frozenset(name.removeprefix(LAW) for name in operators(term) if name.startswith(LAW))


def with_laws(term: Term, names: Mapping[str, str]) -> Term:
    r"""`term` with its laws renamed by `names`: ``D(q \Vert p)`` from the definition of ``D(p \Vert q)``."""
    laws = {LAW + old: LAW + new for old, new in names.items()}

    def renamed(part: Term) -> Term:
        known = isinstance(part, Apply) and part.operator in laws
        return replace(part, operator=laws[part.operator]) if known and isinstance(part, Apply) else part

    return transform(term, renamed) if laws else term


def of_one_law(sides: tuple[Term, Term]) -> tuple[Term, Term]:
    r"""The sides with ``P(x \ge a)`` taken under the law of the density ``p(x)``, if ``P`` is used for events only."""
    densities = [t for s in sides for t in occurrences(s, DENSITY) if isinstance(t, Apply)]
    if not densities:
        return sides
    of_events = {law_name(d.arguments[0]) for d in densities if any(map(_is_event, heads(d)))}
    of_outcomes = {law_name(d.arguments[0]) for d in densities if not any(map(_is_event, heads(d)))}
    if of_outcomes != {"p"} or not of_events < PROBABILITIES:
        return sides
    names = dict.fromkeys(of_events, "p")
    return with_laws(sides[0], names), with_laws(sides[1], names)


def of_their_outcomes(sides: tuple[Term, Term]) -> tuple[Term, Term]:
    r"""The sides with the outcomes of ``q(z)`` added to averages under ``q`` that name none: ``E_q[\log p(x, z)]``."""
    measures: dict[str, set[tuple[Term, Term]]] = {}
    for density in (t for s in sides for t in occurrences(s, DENSITY) if isinstance(t, Apply)):
        law, outcomes, given = density.arguments
        measures.setdefault(law_name(law), set()).add((outcomes, given))
    single = {law: found.pop() for law, found in measures.items() if len(found) == 1}

    def spelled_out(part: Term) -> Term:
        match part:
            case Apply(operator="average", arguments=(body, law, Apply("heads", ()), Apply("given", ()))):
                return replace(part, arguments=(body, law, *single.get(law_name(law), part.arguments[2:])))
        return part

    if not single or not any(uses((side,), AVERAGE) for side in sides):
        return sides
    return transform(sides[0], spelled_out), transform(sides[1], spelled_out)


AVERAGE = frozenset(["average"])


def _is_event(head: Term) -> bool:
    return isinstance(head, Apply) and head.operator not in ("index", "members")


def density_key(density: Apply) -> str:
    """A key for a density that ignores the order of outcomes and conditions; ``p_1`` and ``p_0`` are different laws."""
    law, heads, given = density.arguments
    assert isinstance(heads, Apply)
    assert isinstance(given, Apply)
    sides = ("; ".join(sorted(map(canonical, part.arguments))) for part in (heads, given))
    numbers = [canonical(a) for a in law.arguments if isinstance(a, Number)] if isinstance(law, Apply) else []
    return f"{law_name(law)}{''.join(numbers)}({' | '.join(sides)})"


def is_of_one_member(density: Apply) -> bool:
    """Whether the law of a density is a single member of a family, ``p_{t+1}(n)``: it does not define the other members."""
    law = density.arguments[0]
    return isinstance(law, Apply) and not all(isinstance(a, Variable | Number) for a in law.arguments)


def at_first_point(term: Apply) -> Apply:
    """`term` with symbols at the first of two compared points."""
    values: dict[str, Term] = {n: Variable(n.removesuffix(TWIN)) for n in free_variables(term)}
    found = substitute(term, values)
    assert isinstance(found, Apply)
    return found
