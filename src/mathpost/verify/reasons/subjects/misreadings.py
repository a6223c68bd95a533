"""Other meanings that the notation of a claim may have: a function for a factor, another unit or base, letters
borrowed from elsewhere.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from mathpost.latex.tree import Command, Delimited, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.elaboration.chance.probability import LAWS, POLICY
from mathpost.maths.facts.densities import laws_of
from mathpost.maths.facts.facts import Fact
from mathpost.maths.facts.function_letters import applied_to_a_name, applied_to_a_number, in_brackets
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.differentials import changing
from mathpost.maths.hypotheses.limit_points import BARS
from mathpost.maths.notation import is_bold
from mathpost.maths.notation.relations import CLOSE, OPEN
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import (
    ONE,
    Apply,
    Bind,
    Term,
    Variable,
    free_variables,
    occurrences,
    subterms,
    uses,
)
from mathpost.maths.typing.integers import INDEX
from mathpost.verify.interpretation.reading import ORDERS, Reading
from mathpost.verify.reasons.reason import Answer, Claim, Failure, as_meant, objection, reservation

CALLS, SUMS = frozenset(["call"]), frozenset(["add"])


@objection("function-letter", "{} may be a function", "{} 也许是函数").shown(
    "A^{2n}(-q) = (-1)^{n} A^{2n}(q)",
    passes=r"A^{2n} \cdot (-q) = A^{2n} q",
)
def _function(claim: Failure) -> str | None:
    """A letter that brackets follow, wherever it is in the post or around one name or number.

    It is read as a factor, or has values on the right that the left side does not have: ``\\Phi(x + y) = \\Phi(x) + \\Phi(y)``
    may be what the post knows of it. Of what the left side mentions, an expansion is of any function.
    """
    step, reading, around = claim.step, claim.reading, claim.around
    called = tuple(map(_calls, reading.sides))
    found = frozenset[str]().union(*map(_not_applied, reading.sides))
    found |= {name for side in reading.stated or () for name in _multiplied(side)}
    new = {call.arguments[0] for call in called[1] - called[0]}
    new -= {call.arguments[0] for call in called[0]} if reading.moving else set()
    found |= {head.name for head in new if isinstance(head, Variable)}
    applied = applied_to_a_name(step.left.nodes) & applied_to_a_name(step.right.nodes)
    applied |= applied_to_a_number(step.left.nodes) | applied_to_a_number(step.right.nodes)
    alike = _of_both_sides(step)
    applied |= {name for name in found if name.partition("_{")[0] in alike}
    functions = around.context.conventions.functions
    heads = {name.partition("_")[0] for name in functions.applied | functions.known}
    applied |= {name for name in found if name.partition("_")[2] and name.partition("_")[0] in heads}
    found &= functions.applied | applied
    found -= around.context.bends_at(step.span.start).keys()  # the post says what it knows of them
    return min(found, default=None)


@objection(
    "hidden-argument", "the definition of {} does not show its argument", "{} 的定义没有写出它的自变量"
).shown(
    "The order is $v(f) = m$. It follows that $$v(f + g) = v(f) + v(g) + v(f g)$$",
    passes="The order is $v(f) = f^2$. It follows that $$v(f + g) = v(f) + v(g) + v(f g)$$",
)
def _hidden_argument(claim: Failure) -> str | None:
    """A function whose definition mentions other symbols than its argument, which belong to that argument: ``v(f) = m``."""
    used = (f for f in claim.around.context.facts if f.step in claim.reading.used and f.form == "function")
    return next((bare(f.head) for f in used if _is_without_arguments(f)), None)


def _is_without_arguments(fact: Fact) -> bool:
    """Whether a definition names none of its parameters, and is not a number either, such as that of a constant by its letter."""
    spoken = free_variables(fact.right) - {fact.head.removesuffix("_")}
    named = frozenset[str]().union(*map(free_variables, fact.parameters))
    return bool(spoken) and spoken.isdisjoint(named)


@objection(
    "named-numbers",
    "{} may be a known sequence, such as the Bernoulli numbers",
    "{} 也许是有名的数列，例如伯努利数",
).shown(
    r"We have $$\sum_{k=0}^{n}\binom{n}{k}2^{k}B_{k}E_{n-k} = 2(1-2^{n-1})B_{n}-nE_{n-1}.$$",
    passes=r"We have $$\sum_{k=0}^{n}\binom{n}{k} 2^{k} = 2^n$$ and $$\sum_{k=0}^{n}\binom{n}{k} 2^{k} = 2^n + 1$$",
)
def _numbers_of_a_name(claim: Claim) -> str | None:
    """Members of a family that nothing defines, ``B_n`` or ``E_{2n}``, compared with what their index is besides: Bernoulli's,
    perhaps, or Euler's.
    """
    reading, context = claim.reading, claim.context
    defined = {known.head for known in context.facts}
    for term in (t for side in reading.sides for t in occurrences(side, INDEX)):
        head, *places = term.arguments if isinstance(term, Apply) else (term,)
        if not isinstance(head, Variable) or head.name not in NUMBERS or head.name in defined:
            continue
        inside = frozenset[str]().union(*map(free_variables, places))
        if any(inside & _outside_indices(side) for side in reading.sides):
            return head.name
    return None


@objection("assembled-array", "{} is built from its entries", "{} 由它的元素组成").shown(
    "设 $K = (k_{ij})$，其中 $k_{ij} = x_i x_j$，则 $K + K = K$",
    passes="L + L = L",
)
def _assembled(claim: Claim) -> str | None:
    """An array that the post makes of members it defines, ``K = (k_{ij})``: the models have drawn it like any other."""
    reading, context = claim.reading, claim.context
    free = context.known.subjects(kinds.ASSEMBLED) & {
        bare(t.name) for side in reading.sides for t in subterms(side) if isinstance(t, Variable)
    }
    return min(free, default=None)


def _outside_indices(term: Term) -> frozenset[str]:
    """The symbols that are elsewhere than in indices and bounds."""
    match term:
        case Apply(operator="index"):
            return frozenset()
        case Apply(arguments=arguments):
            return frozenset[str]().union(*map(_outside_indices, arguments))
        case Bind(variable=variable, body=body):
            return _outside_indices(body) - {variable.name}
    return free_variables(term)


def _of_both_sides(step: Step) -> frozenset[str]:
    """The labelled letters before other brackets on each side: ``I_\\nu (xe^{i}) = e^{\\nu} I_\\nu (x)`` has no factor to cancel."""
    left, right = (
        {(name, notation.latex_row(content)) for name, content in in_brackets(side.nodes) if content}
        for side in (step.left, step.right)
    )
    names = {name for name, _ in left} & {name for name, _ in right}
    return frozenset(n for n in names if n[:1].isupper() and len(n) == 1 and _differ(n, left, right))


def _differ(name: str, left: Container[tuple[str, str]], right: Iterable[tuple[str, str]]) -> bool:
    return any(other == name and (name, content) not in left for other, content in right)


@objection("unknown-law", "the distribution {} is not defined here", "分布 {} 在这里没有定义").shown(
    r"\mathrm{JS}(p\|q)=\frac12\mathrm{KL}(p\|m)+\frac12\mathrm{KL}(q\|m)",
    passes=r"\mathrm{KL}(p\|q)=2\mathrm{KL}(p\|q)",
)
def _unknown_law(claim: Claim) -> str | None:
    """A law with an unusual letter of which one side alone speaks, and the post nowhere says what it is: ``\\mathrm{KL}(p \\| m)``."""
    reading = claim.reading
    left, right = map(laws_of, reading.sides)
    unknown = (left ^ right) - LAWS - {"", POLICY}
    return min(unknown) if unknown and (left & right) else None


def _multiplied(side: Term) -> Iterator[str]:
    """The letters of factors, with an index or without."""
    for term in subterms(side):
        for factor in term.arguments if isinstance(term, Apply) and term.operator == "multiply" else ():
            match factor:
                case Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_)):
                    yield name


def _not_applied(term: Term) -> frozenset[str]:
    """The symbols of `term` but those that it applies to arguments."""
    match term:
        case Variable(name=name):
            return frozenset((name,))
        case Apply(operator="call", arguments=(head, *given)):
            places = head.arguments[1:] if isinstance(head, Apply) else ()
            return frozenset[str]().union(*map(_not_applied, (*places, *given)))
        case Apply(arguments=arguments):
            return frozenset[str]().union(*map(_not_applied, arguments))
        case Bind(variable=variable, bounds=bounds, body=body):
            return (_not_applied(body) | {variable.name}).union(*map(_not_applied, bounds))
    return frozenset()


NUMBERS = frozenset("BE")  # that books know by their letters: Bernoulli's and Euler's
ENDLESS = frozenset(["limit", "infinity"])


@reservation(
    "base-letter", "e may be a variable, not Euler's number", "e 也许是变量，不是自然常数", slips=as_meant
).shown(
    "2de + 0 = 8d^2",
    passes="2ac + 0 = 8a^2 - a c",
)
def _base(claim: Claim) -> bool:
    """An ``e`` that is no base of a power and multiplies letters: ``2de`` may be a product of three sizes,
    ``(n/e)^n`` and limits are of numbers.
    """
    reading = claim.reading
    terms = [t for side in reading.sides for t in subterms(side) if isinstance(t, Apply)]
    powers = {t.arguments[0] for t in terms if t.operator == "exp"}
    alone = powers == {ONE} and not any(t.operator == "log" or _is_of_stirling(t) for t in terms)
    alone = alone and not any(uses((side,), ENDLESS) for side in reading.sides)
    counted = claim.step.sign in ORDERS  # "3 \\ge e + 1": so many errors
    return (alone and (bool(reading.free) or counted)) or _counts_errors(claim)


def _counts_errors(claim: Claim) -> bool:
    """Whether the sum is over an ``e^i`` that the post names by itself: an error, with an index above."""
    sums = (
        t
        for side in claim.reading.sides
        for t in occurrences(side, frozenset(["sum"]))
        if isinstance(t, Bind)
    )
    named = {rf"e^{t.variable.name}" for t in sums if t.body == Apply("exp", (t.variable,))}
    source = claim.context.words.document.source.text
    formulas = claim.context.words.document.formulas if named else ()
    return any(source[f.body.start : f.body.end].strip().translate(BRACES) in named for f in formulas)


BRACES = str.maketrans("", "", "{} ")


def _is_of_stirling(term: Apply) -> bool:
    """``(n/e)^n``"""
    match term:
        case Apply(operator="power", arguments=(Apply(operator="divide", arguments=(_, bottom)), exponent)):
            return bottom == Apply("exp", (ONE,)) and bool(free_variables(exponent))
    return False


def crosses(step: Step, arrays: Container[str]) -> bool:
    """Whether a side multiplies by a cross what may be vectors, of which that is another product than of numbers."""
    for side in (step.left, step.right):
        row = [item for item in notation.items(side.nodes) if not isinstance(item, notation.Scripted)]
        crosses = (k for k, item in enumerate(row) if notation.latex(item) == r"\times")
        beside = ((*row[max(k - 1, 0) : k], *row[k + 1 : k + 2]) for k in crosses)
        if any(all(_may_be_vector(factor, arrays) for factor in factors) for factors in beside):
            return True
    return False


def _may_be_vector(factor: notation.Item, arrays: Container[str]) -> bool:
    """Whether a factor mentions arrays outside bars; of a bracket only its end is seen."""
    if isinstance(factor, notation.Scripted | notation.Digits):
        return False
    if notation.latex(factor) in OPEN | CLOSE:
        return True
    if isinstance(factor, Delimited) and factor.left in BARS:
        return False
    names = (notation.name(n) or "" for n in walk(factor) if isinstance(n, Symbol | Command))
    return any(is_bold(name) or name in arrays for name in names)


def _calls(side: Term) -> frozenset[Apply]:
    return frozenset(t for t in occurrences(side, CALLS) if isinstance(t, Apply))


@objection("total-differential", "may contain a differential", "也许含有微分").shown(
    r"(x + dx)^2 - x^2 = 2x\,dx",
    passes="(x + h)^2 - x^2 = 2xh",
)
def _total_differential(claim: Claim) -> Answer:
    return bool(changing(claim.reading.stated or claim.reading.sides)) or _is_changed(claim.reading)


def _is_changed(reading: Reading) -> bool:
    """Whether something is beside its change, ``U + dU``: what a rule of differentials leaves out is there."""
    for summed in (t for side in reading.sides for t in occurrences(side, SUMS)):
        terms = summed.arguments if isinstance(summed, Apply) else ()
        changed = (t for t in terms if isinstance(t, Apply) and t.operator == "differential")
        if any(t.arguments[0] in terms for t in changed):
            return True
    return False


YIELDING = (_base,)  # rows of this module that a neighbour outweighs
