"""A root that a post finds, put into its equation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mathpost.maths.claims.roots import mentions_one_root
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.elaboration.heads import head
from mathpost.maths.elaboration.signs import is_double
from mathpost.maths.facts.facts import Equation, Fact
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.positivity import is_customary
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.step import Step, is_root
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.simplification import simplified
from mathpost.maths.terms.solving import line
from mathpost.maths.terms.term import (
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    operators,
    replaced,
    subterms,
)
from mathpost.maths.terms.traversal import leaves
from mathpost.verify.interpretation import solutions
from mathpost.verify.interpretation.reading import Reading

RATIONAL = frozenset(["add", "negate", "multiply", "divide"])

OTHERS = "the root depends on other symbols"
NEAR = 40  # characters before and after a root in which words may mention another one
_RUNNING = frozenset(["derivative", "differentiate", "index", "call"])


def at(step: Step, equation: Equation | None, value: Term, conventions: Conventions) -> tuple[Term, Term]:
    """The sides of `equation` at a `value` of the unknown that `step` gives a value.

    Raises:
        UnreadError: the equation cannot be read, or has its unknown where no value can be.
    """
    if equation is not None and step.found is not None and step.found.function:
        return solutions.at(step, equation, value, conventions)
    unknown = None if equation is None else _unknown(step, equation, conventions)
    if equation is None or unknown is None:
        raise UnreadError("the equation that is solved", step.span)
    bound = {
        t.variable.name
        for side in (equation.left, equation.right)
        for t in subterms(side)
        if isinstance(t, Bind)
    }
    if bound & (free_variables(value) - free_variables(unknown)):
        raise UnreadError(step.right.text, step.right.span)
    return replaced(equation.left, unknown, value), replaced(equation.right, unknown, value)


def _unknown(step: Step, equation: Equation, conventions: Conventions) -> Term | None:
    """What is in `equation` for what `step` gives a value, by its own name or without its label; None of what is not a number."""
    sides = equation.left, equation.right
    named = elaborate(step.left.nodes, conventions).term
    if isinstance(named, Apply) and any(named in subterms(side) for side in sides):
        head_ = named.arguments[0]
        return named if named.operator == "index" and isinstance(head_, Variable) else None
    unknown = bare(head(step.left.nodes) or "")
    return Variable(unknown) if _is_free(equation, unknown) else None


def is_all(number: int, steps: Sequence[Step], equation: Equation, context: Context) -> bool:
    """Whether what infers the root `number` of an `equation` leads to all there may be: an arrow does not where there may be
    others, and no words do where what is the less is one, too, as of ``x^2 = 9``.
    """
    step = steps[number]
    siblings = (s.found for k, s in enumerate(steps) if k != number and is_root(s))
    if is_double(step) or step.found in siblings:
        return True
    unknown = Variable(bare(head(step.left.nodes) or ""))
    if is_product_of_several(equation):
        return False
    if step.inferred != "arrow":
        place = step.span.start
        one_sided = _has_one_sign(unknown.name, context)
        named = mentions_one_root(
            context.words.document.source.text[max(0, place - NEAR) : step.span.end + NEAR]
        )
        return one_sided or named or not _is_even(equation, unknown)
    return all(line(side, unknown) is not None for side in (equation.left, equation.right))


def is_product_of_several(equation: Equation) -> bool:
    """``ab = 0``: either of the factors may be zero."""
    return sum(bool(free_variables(factor)) for factor in _factors_of_zero(equation)) > 1


def _factors_of_zero(equation: Equation) -> tuple[Term, ...]:
    """The factors of the product that an equation says is zero, with any sign; none where it says something else."""
    for one, other in ((equation.left, equation.right), (equation.right, equation.left)):
        while isinstance(one, Apply) and one.operator == "negate":
            (one,) = one.arguments
        if isinstance(one, Apply) and one.operator == "multiply" and other == ZERO:
            return one.arguments
    return ()


def _has_one_sign(name: str, context: Context) -> bool:
    """Whether a symbol is bounded or positive by custom: of two roots it is one."""
    said = [b for b in context.known.about(name, kinds.BOUNDS) if b.low is not None or b.high is not None]
    return bool(said) or is_customary(name, context.known.subjects(kinds.POSITIVE))


def is_one_of_several(known: Fact, premise: Equation, reading: Reading, context: Context) -> bool:
    """Whether what a premise is solved for may have another value, for which the claim of `reading` need not hold: a factor
    of a product that is zero, a square that the claim names without its square.
    """
    unknown = Variable(known.head)
    if is_product_of_several(premise):
        return unknown in reading.sides
    if not operators(known.right) & {"sqrt"}:
        return False
    if reading.left == unknown:
        return True
    squared = not any(operators(side) & {"sqrt"} for side in (premise.left, premise.right))
    even = all(_has_even_powers(side, unknown) or _is_same_for_less(side, unknown) for side in reading.sides)
    return squared and not known.parameters and not even and not _has_one_sign(known.head, context)


def other_factors(known: Fact, premise: Equation) -> list[Term]:
    """The other factors of a product that a premise says is zero, one of which may be so instead of what `known` says is."""
    if simplified(known.right) != ZERO:
        return []
    unknown = Variable(known.head)
    return [f for f in _factors_of_zero(premise) if free_variables(f) and unknown not in subterms(f)]


def is_factor_of_several(unknown: Term, value: Term, equation: Equation) -> bool:
    """Whether `value`, of what `equation` is solved for, leaves out that another factor may be zero: of ``ab = 0`` each
    letter may, of ``x(y - 1) = 0`` either bracket or letter. A letter before one bracket is a coefficient.
    """
    factors = _factors_of_zero(equation)
    others = [f for f in factors if free_variables(f) and unknown not in subterms(f)]
    composed = [f for f in others if isinstance(f, Apply) and f.operator == "add"]
    return bool(composed) or (bool(others) and simplified(value) == ZERO)


def _is_even(equation: Equation, unknown: Variable) -> bool:
    """Whether an equation has its unknown in even powers only, so that the negative of a root is a root."""
    sides = equation.left, equation.right
    seen = any(unknown.name in free_variables(side) for side in sides)
    return seen and all(_has_even_powers(side, unknown) for side in sides)


def _has_even_powers(side: Term, unknown: Variable) -> bool:
    return all(
        _is_even_power(t, unknown) or unknown.name not in free_variables(t) for t in leaves(side, RATIONAL)
    )


def _is_even_power(term: Term, unknown: Variable) -> bool:
    match term:
        case Apply(operator="power", arguments=(base, Number(value=value))) if base == unknown:
            return value.denominator == 1 and value.numerator % 2 == 0
    return False


def _is_same_for_less(side: Term, unknown: Variable) -> bool:
    """Whether a side keeps its value if its unknown changes sign: ``(x - y)(x + y)``."""
    from mathpost.verify.methods.normal_form import normal

    other = replaced(side, unknown, Apply("negate", (unknown,)))
    return normal(Apply("add", (side, Apply("negate", (other,)))), positive=lambda _: False) == ZERO


def _is_free(equation: Equation, unknown: str) -> bool:
    """Whether the unknown stands for a number wherever it is: it has no index, nor is it differentiated by or bound."""
    if unknown not in equation.symbols:
        return False
    for term in (t for side in (equation.left, equation.right) for t in subterms(side)):
        match term:
            case Apply(operator="index" | "call", arguments=(Variable(name=name), *_)) if name == unknown:
                return False
            case Apply(operator=operator) if operator in _RUNNING - {"index", "call"}:
                return False
            case Bind(variable=Variable(name=name)) if name == unknown:
                return False
    return True


def left_open(step: Step, reading: Reading, conventions: Conventions) -> str | None:
    """The symbols of the equation that a root does not mention: whether it is a root depends on them."""
    if not is_root(step):
        return None
    if reading.shapes:
        return OTHERS
    try:
        value = elaborate(step.right.nodes, replace(conventions, choices=reading.choices)).term
    except (UnreadError, RecursionError):
        return OTHERS
    known = free_variables(value)
    stated = frozenset[str]().union(*map(free_variables, reading.stated or reading.sides))
    return None if stated <= known or reading.free <= known else OTHERS
