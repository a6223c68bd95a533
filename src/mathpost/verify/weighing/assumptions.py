"""Unstated assumptions of a claim about random variables: independence, means of zero.

An equation that fails in general and holds under such an assumption is not an error: a post states it in words, or relies on
its reader.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import CAPITALS
from mathpost.maths.terms.term import Apply, Term, Variable, free_variables, operators, subterms
from mathpost.maths.terms.traversal import rewrite
from mathpost.maths.typing.randomness import conditioned, has_copies
from mathpost.verify.methods.finite_models import DIFFERENT, examine, never
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Plan

DEPENDENCE = frozenset(["covariance", "comoment"])
MEANS = frozenset([r"\mu", r"\bar{\mu}"])
PROPERTIES = ("independent", "identical", "centred", "markov", "listed")


class Assumption(NamedTuple):
    """An unstated assumption: independence, one law for
    all variables of a letter, means of zero, no values but those named.
    """

    words: str
    independent: bool = False
    identical: bool = False
    centred: bool = False
    markov: bool = False
    listed: bool = False

    def said(self, words: frozenset[str]) -> bool:
        """Whether a post that assumes what `words` name says all of it."""
        return all(name in words for name in PROPERTIES if getattr(self, name))

    def of(self, plan: Plan) -> Plan:
        return plan.but(
            independent=self.independent,
            identical=self.identical,
            centred=self.centred,
            markov=self.markov,
            listed=self.listed,
        )


# the weakest first
ASSUMPTIONS = (
    Assumption("the values that are named are all", listed=True),
    Assumption("the variables form a Markov chain", markov=True),
    Assumption("the variables are independent", independent=True),
    Assumption("the means are zero", centred=True),
    Assumption("the variables are independent with means of zero", independent=True, centred=True),
    Assumption("the variables are identically distributed", identical=True),
    Assumption("the variables are independent and identically distributed", independent=True, identical=True),
    Assumption(
        "the variables are independent and identically distributed with means of zero", True, True, True
    ),
)


def whole(said: frozenset[str], right: Term) -> Assumption | None:
    """All that a post says of its variables as one assumption on a claim that arrives at `right`; None where it says nothing of the kind."""
    found = Assumption("", *(name in said for name in PROPERTIES))
    if found.centred and _keeps_means(right):
        found = found._replace(centred=False)
    return found if any(found[1:]) else None


def assumption(
    left: Term,
    right: Term,
    sign: str,
    plan: Plan,
    spoken: frozenset[str],
    fuel: Fuel,
    nearby: frozenset[str] = frozenset(),
) -> Assumption | None:
    """The weakest assumption under which ``left sign right`` holds after all; None if there is none.

    `spoken`: what the post says of its variables somewhere. Means of zero and chains are assumed of no others, and no
    independence where the claim adds a covariance, which nobody writes who means it to be zero and does not say so `nearby`.
    """
    weighs = "independent" not in nearby and adds_dependence(left, right)
    dependent = weighs or conditioned((left, right), plan.chance.random)
    alike = has_copies(plan.chance.random)
    possible = [
        each
        for each in ASSUMPTIONS
        if not (each.independent and dependent)
        and not (each.listed and not any(plan.chance.random.pinned.values()))
        and not (each.identical and not alike)
        and not (each.markov and not (plan.chance.random.families and "markov" in spoken))
        and not (each.centred and ("centred" not in spoken or _keeps_means(right)))
    ]

    @cache
    def kind(each: Assumption) -> str:
        return examine(left, right, sign, each.of(plan), refuting=never, fuel=fuel).kind

    whole_law = any(each.listed for each in possible)  # then the last assumption is not the strongest
    if not possible or (not dependent and not whole_law and kind(possible[-1]) in DIFFERENT):
        return None  # what fails where everything is assumed fails where less is
    undecided: Assumption | None = None
    for each in possible:
        found = kind(each)
        if found == "limit":
            undecided = undecided or each
        elif found not in DIFFERENT:
            return each
    return undecided


def adds_dependence(left: Term, right: Term) -> bool:
    """Whether a covariance is one summand among others: where it is zero nothing is seen of its sign and factor."""
    sums = (
        t for side in (left, right) for t in subterms(side) if isinstance(t, Apply) and t.operator == "add"
    )
    return any(not DEPENDENCE.isdisjoint(operators(summand)) for t in sums for summand in t.arguments)


def _keeps_means(right: Term) -> bool:
    """Whether what a claim arrives at mentions a mean, ``\\mathbb{E}[x]`` or a letter of one: nobody goes on to write one that is zero."""
    return any(bare(name) in MEANS for name in free_variables(right)) or any(
        isinstance(t, Apply) and t.operator == "expectation" and _is_variable(t.arguments[0])
        for t in subterms(right)
    )


def _is_variable(term: Term) -> bool:
    return isinstance(term, Variable) or (isinstance(term, Apply) and term.operator == "index")


def constant(left: Term, right: Term, sign: str, plan: Plan, fuel: Fuel) -> str | None:
    """The symbol that is under averages only, and that is none of what is random if the claim holds; None if there is none."""
    guessed = sorted(plan.chance.random.guessed - CAPITALS)
    if len(plan.chance.random.variables) < 2:
        return None
    for name in guessed:
        without = replace(plan.chance.random, variables=plan.chance.random.variables - {name})
        finding = examine(left, right, sign, plan.but(random=without), refuting=never, fuel=fuel)
        if finding.kind not in DIFFERENT:
            return name
    return None


def one_law(left: Term, right: Term) -> tuple[Term, Term] | None:
    """The sides with one law for each letter, where it is with parameters and without: ``q(z)`` beside ``q_\\theta(x|z)``.

    A letter with two parameters, ``\\pi_\\theta`` beside ``\\pi_{\\theta'}``, is two laws that a claim compares: None.
    """
    labels: dict[str, Term] = {}
    for law in (t for side in (left, right) for t in subterms(side) if isinstance(t, Apply)):
        if law.operator.startswith("law ") and law.arguments and labels.setdefault(law.operator, law) != law:
            return None
    if any("derivative" in operators(side) or "jacobian" in operators(side) for side in (left, right)):
        return None
    plain = _without_parameters(left), _without_parameters(right)
    return None if plain == (left, right) or plain[0] == plain[1] else plain


def _without_parameters(term: Term) -> Term:
    def bare(part: Term) -> Term | None:
        is_law = isinstance(part, Apply) and part.operator.startswith("law ")
        return replace(part, arguments=()) if is_law and isinstance(part, Apply) else None

    return rewrite(term, bare)
