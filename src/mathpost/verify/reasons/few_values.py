"""What holds of a symbol that has few values: ``X^2 = X`` of an indicator or a projection, ``(1 - X)^2 = 1 - X`` of a coin."""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.outcomes import CAPITALS, speaks_of_chance
from mathpost.maths.terms.term import Apply, Number, Term, Variable, free_variables, operators
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.reasons.reason import Reason

FEW = frozenset(["distribution bernoulli", "distribution categorical"])  # the laws of a few outcomes
WORDS = frozenset(
    ["multiply", "power", "transpose", "inverse", "conjugate", "adjoint"]
)  # what a word of one symbol has


def _property(step: Step, reading: Reading) -> str | None:
    """A symbol of which an equation says that a word of it is itself: that holds of a projection, and not of all."""
    if step.sign != "=" or reading.used or reading.given:
        return None
    for one, other in (reading.sides, reading.sides[::-1]):
        if _is_name(one) and one != other and _is_a_word_of(other, one):
            return min(free_variables(one))
    return None


def _few_values(step: Step, reading: Reading, context: Context) -> str | None:
    """A symbol that has few values in the post: of these an equation may hold that fails in general."""
    if step.sign != "=" or any(map(speaks_of_chance, reading.sides)):
        return None
    return next(_of_few(step, reading, context), None)


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


ROWS = (
    Reason(
        "objection",
        "property",
        "a property of {} rather than an identity",
        "是 {} 的性质而不是恒等式",
        lambda c: _property(c.step, c.reading),
    ),
    Reason(
        "objection",
        "few-values",
        "{}, which has few values",
        "{} 只取少数几个值",
        lambda c: _few_values(c.step, c.reading, c.context),
    ),
)
