"""Claims of averages of polynomials in independent variables, with what the post says of their moments put in.

If the post gives all moments that a claim depends on, an equation without random variables remains, and is decided
as any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from mathpost.maths.chance.components import lengths, summed
from mathpost.maths.chance.polynomial_means import Averaging, NoPolynomial, families
from mathpost.maths.chance.unnamed_averages import ESTIMATED
from mathpost.maths.chance.variates import (
    Independence,
    Variate,
    Variates,
    covariances,
    independence,
    of_law,
    sizes,
    stated,
    tied_members,
    unknown,
)
from mathpost.maths.facts.facts import BY_CUSTOM, Equation, Fact, Facts, of_formulas
from mathpost.maths.facts.laws import Declared
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.senses import holds_fixed
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import CAPITALS, CHANCE, mentions_chance, outside_averages
from mathpost.maths.terms.term import TWO, Apply, Bind, Term, Variable, free_variables, subterms, uses
from mathpost.maths.terms.vanishing import arithmetic
from mathpost.maths.transformations.unfolding import declared, unfold_sides
from mathpost.maths.typing.ranks import nearest
from mathpost.text.source import Span
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.verdict import Cause

MOMENTS = frozenset(["expectation", "variance", "covariance"])
GIVEN = Given("moments")
# letters that stand for numbers wherever nothing else is stated about them
NUMBERS = frozenset(
    r"a b c d k l m n p q r t \alpha \beta \gamma \lambda \eta \mu \sigma \rho \tau \pi \theta \kappa \nu".split()
)


class Exact(NamedTuple):
    """A claim without anything random, and why it may hold where that fails; empty if nothing speaks for it.

    `of_one_law`: the same if the members of families have one law each, where the post does not say so and it matters.
    """

    reading: Reading
    doubt: Cause | None = None
    of_one_law: Reading | None = None


class ExactMeans:
    """What one post says of the moments of its variables, put into its claims."""

    def __init__(self, around: Context) -> None:
        self.context = around

    def reduced(
        self,
        reading: Reading,
        place: int,
        facts: Facts,
        equations: Sequence[Equation],
        recurrent: frozenset[str],
        *,
        other: bool,
    ) -> Exact | None:
        """`reading` without anything random; None where what it averages rests on more than the post tells.

        `facts` are in force at `place`, `equations` what is stated about averages; `recurrent` are families that recurrences give;
        `other`: laws have the parameters that are less usual.
        """
        if not uses(reading.sides, MOMENTS):
            return None
        laws = declared(facts, other)
        plain = {key: found for key, found in facts.items() if key[0] != "law" and not _of_chance(found)}
        sides, used = unfold_sides(reading.sides, plain)
        sides = summed(sides, lengths(nearest(self.context.known.of(kinds.DECLARATION), place)))
        made = {head for form, head in facts if form in ("symbol", "family")} | recurrent
        told = (*equations, *_moments_of_symbols(facts))
        variates = self._variates(sides, place, told, laws, made)
        if variates is None or not self._are_numbers(reading, sides, variates):
            return None
        averaging = Averaging(variates)
        try:
            left, right = map(averaging.reduced, sides)
        except NoPolynomial:
            return None
        if _hides(reading.right, variates):
            return None
        if not averaging.used & {n for n, v in variates.known.items() if v.cumulants or v.family}:
            return None
        (left, right), more = unfold_sides((left, right), plain)
        if any(map(mentions_chance, (left, right))) or (left, right) == reading.sides:
            return None
        stating = frozenset(step for n in averaging.used for step in variates.known[n].steps)
        steps = of_formulas(stating)
        exact = reading._replace(
            left=left,
            right=right,
            used=of_formulas(reading.used | used | more | steps),
            given=GIVEN,
            held=reading.held | steps,
        )
        fresh = [free_variables(side) & averaging.unknown for side in (left, right)]
        doubt = (
            None
            if fresh[0] == fresh[1] and min(stating, default=0) > BY_CUSTOM
            else Cause("moment-not-given", "a moment that the post does not state")
        )
        doubt = doubt or _left_by_definitions(reading, (left, right), variates)
        if doubt is None and self._is_conditional(place):
            doubt = Cause("given-a-value", "a symbol that may have a value")
        if all(len(places) < 2 for places in averaging.places.values()):
            return Exact(exact, doubt)
        alike = Averaging(
            replace(variates, known={n: replace(v, alike=True) for n, v in variates.known.items()})
        )
        (left, right), _ = unfold_sides((alike.reduced(sides[0]), alike.reduced(sides[1])), plain)
        return Exact(exact, doubt, exact._replace(left=left, right=right))

    def _variates(
        self,
        sides: tuple[Term, Term],
        place: int,
        equations: Sequence[Equation],
        laws: Mapping[str, Declared],
        made: frozenset[str] | set[str],
    ) -> Variates | None:
        """What is known about the variables of a claim with these `sides`; None if it is not certain."""
        asked = frozenset[str]().union(*map(free_variables, sides))
        several = families(sides)
        said = tuple(self._in_words(place, equations))
        known = stated(said, several)
        alike = "identical" in self.context.known.subjects(kinds.CHANCE)
        if alike:
            of_one = stated(said, frozenset())
            known |= {n: replace(of_one[n], family=True) for n in several & of_one.keys() - known.keys()}
        for name, law in laws.items():
            found = of_law(law)
            if found is not None and (found.family or name not in several):
                known[name] = found
        for name in _requested_moments(sides) - known.keys():
            known[name] = Variate(name in several)
        known = {n: replace(v, size=self._sizes.get(n), alike=alike or n in laws) for n, v in known.items()}
        known = {n: v for n, v in known.items() if n in asked}
        if not known or known.keys() & made or known.keys() & tied_members(said):
            return None
        joint = {names: value for names, (value, _) in covariances(said).items() if names <= known.keys()}
        for one in known:
            for other in known:
                if one < other and self._independence.paired(one, other):
                    joint.setdefault(frozenset((one, other)), unknown((one, other)))
        alone = len(known) == 1 and not any(v.family for v in known.values())
        by_custom = all(max(v.steps, default=0) <= BY_CUSTOM for v in known.values())
        return Variates(known, alone or by_custom or self._independence.of(known), joint)

    def _in_words(self, place: int, equations: Sequence[Equation]) -> Iterator[Equation]:
        yield from reversed(self.context.about(kinds.MOMENT, at=place))
        yield from equations

    def _are_numbers(self, reading: Reading, sides: tuple[Term, Term], variates: Variates) -> bool:
        """Whether all symbols that are averaged with the variables of a claim are numbers."""
        inside = {
            n
            for side in sides
            for t in subterms(side)
            if isinstance(t, Apply) and t.operator in CHANCE
            for n in free_variables(t)
        }
        certain = frozenset[str]().union(*map(outside_averages, (*reading.sides, *sides)))
        for variate in variates.known.values():
            told = (*variate.cumulants.values(), *((variate.size,) if variate.size is not None else ()))
            certain |= frozenset[str]().union(*map(free_variables, told))
        places = {
            n
            for side in sides
            for t in subterms(side)
            for p in (t.arguments[1:] if isinstance(t, Apply) and t.operator == "index" else _bounds(t))
            for n in free_variables(p)
        }
        if any(map(self.context.is_noise, inside - variates.names)):
            return False
        open_ = inside - variates.names - certain - places
        random = CAPITALS | self.context.conventions.chance.random
        return all(bare(n) in NUMBERS and n not in random for n in open_)

    def _is_conditional(self, place: int) -> bool:
        """Whether the sentence fixes a variable that is random elsewhere."""
        words = self.context.words
        before = words.before(Span(place, place))
        return holds_fixed(f"{before} {words.after(Span(place, place))}")

    @cached_property
    def _independence(self) -> Independence:
        return independence(self.context.words.document, self.context.words)

    @cached_property
    def _sizes(self) -> dict[str, Term]:
        return sizes(self.context.words.document, self.context.conventions)


def _bounds(term: Term) -> tuple[Term, ...]:
    return term.bounds if isinstance(term, Bind) else ()


def _of_chance(found: Sequence[Fact]) -> bool:
    """Whether a definition gives a number as an average, and so gives the average."""
    return any(mentions_chance(f.right) for f in found[:1])


def _moments_of_symbols(facts: Facts) -> Iterator[Equation]:
    """The moments that definitions of symbols give: ``\\sigma_X^2 = \\operatorname{Var}(X)``, ``\\mu = \\mathbb{E}[X]``."""
    for (form, head), found in facts.items():
        if form != "symbol" or not found:
            continue
        fact, symbol = found[0], Variable(head)
        match fact.right:
            case Apply(operator="sqrt", arguments=(Apply(operator="variance") as moment,)):
                yield Equation(moment, Apply("power", (symbol, TWO)), fact.place, fact.step)
            case Apply(operator="expectation" | "variance" | "covariance") as moment:
                yield Equation(moment, symbol, fact.place, fact.step)


def _requested_moments(sides: tuple[Term, Term]) -> frozenset[str]:
    """The variables of which the claim itself writes the moments: ``\\mathbb{E}[x^2]``."""
    found = set()
    for side in sides:
        for term in subterms(side):
            match term:
                case Apply(operator="expectation" | "variance", arguments=(body, *named)) if not named or all(
                    map(_is_estimate, (body, *named[:1]))
                ):
                    match body:
                        case Apply(operator="power", arguments=(base, _)):
                            body = base
                    match body:
                        case (
                            Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_))
                        ):
                            found.add(name)
    return frozenset(found)


def _is_estimate(term: Term) -> bool:
    return isinstance(term, Variable) and term.name.startswith(ESTIMATED)


def _left_by_definitions(reading: Reading, sides: tuple[Term, Term], variates: Variates) -> Cause | None:
    """A symbol of one side that definitions brought in and no moment: the post may have chosen a value for it since."""
    told = frozenset[str]().union(
        *(
            free_variables(t)
            for v in variates.known.values()
            for t in (*v.cumulants.values(), *_some(v.size))
        ),
        *map(free_variables, variates.joint.values()),
    )
    left, right = map(free_variables, sides)
    new = (left - right) - reading.free - told
    chosen = min(new, default=None)
    return (
        None if chosen is None else Cause("chosen-symbol", f"{chosen}, which may have been chosen", (chosen,))
    )


def _some(term: Term | None) -> tuple[Term, ...]:
    return () if term is None else (term,)


def _hides(side: Term, variates: Variates) -> bool:
    """Whether a side adds what is zero by the words, ``\\mathbb{E}[x]^2`` or a covariance: its sign and its factor tell nothing."""
    averaging = Averaging(variates)
    for term in subterms(side):
        for summand in term.arguments if isinstance(term, Apply) and term.operator == "add" else ():
            try:
                if uses((summand,), MOMENTS) and arithmetic(averaging.reduced(summand)) == 0:
                    return True
            except NoPolynomial:
                return True
    return False
