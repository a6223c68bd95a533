"""What holds of a symbol that has few values: ``X^2 = X`` of an indicator or a projection, ``(1 - X)^2 = 1 - X`` of a coin."""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.outcomes import CAPITALS, speaks_of_chance
from mathpost.maths.terms.term import Apply, Number, Term, Variable, free_variables, operators
from mathpost.verify.interpretation.reading import Reading

FEW = frozenset(["distribution bernoulli", "distribution categorical"])  # the laws of a few outcomes
WORDS = frozenset(
    ["multiply", "power", "transpose", "inverse", "conjugate", "adjoint"]
)  # what a word of one symbol has


def of_few_values(step: Step, reading: Reading, context: Context) -> str | None:
    """Why an equation that fails in general may hold of the values that a symbol of it has in the post; None where nothing says so."""
    if step.sign != "=":
        return None
    plain = not (reading.used or reading.given)
    for one, other in (reading.sides, reading.sides[::-1]) if plain else ():
        if _is_name(one) and one != other and _is_a_word_of(other, one):
            return f"a property of {min(free_variables(one))} rather than an identity"
    if any(map(speaks_of_chance, reading.sides)):
        return None
    few = next(_of_few(step, reading, context), None)
    return None if few is None else f"{few}, which has few values"


def _of_few(step: Step, reading: Reading, context: Context) -> Iterator[str]:
    """The free symbols that have a law of few outcomes, or whose values the words nearby may list; those that the post itself
    lists are drawn from.
    """
    laws = (fact for fact in context.facts if fact.form == "law" and isinstance(fact.right, Apply))
    yield from sorted(reading.free & {fact.head for fact in laws if FEW & operators(fact.right)})
    if "listed" in context.said_nearby(step.span):
        yield from sorted(reading.free & CAPITALS)


def _is_name(side: Term) -> bool:
    return isinstance(side, Variable) or (isinstance(side, Apply) and side.operator == "index")


def _is_a_word_of(side: Term, name: Term) -> bool:
    """Whether a side is made of one name alone by products, powers and transposes."""
    match side:
        case Apply(operator="power", arguments=(base, Number())):
            return base == name or _is_a_word_of(base, name)
        case Apply(operator=operator, arguments=arguments) if operator in WORDS:
            return all(a == name or _is_a_word_of(a, name) for a in arguments)
    return False


__all__ = ["of_few_values"]
