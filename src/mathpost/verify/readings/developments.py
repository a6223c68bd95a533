"""Rewritings by what a post derives from its definitions or states besides them: they only confirm, and each is
tried once.

What is at the end of a chain is a claim, what a symbol is defined as again may be another version of it, a value
may be that of an example, and a sum that is 1 may be so in one case: a claim that holds with one of them is as the post
has it, and one that fails may be meant otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.tree import Symbol, walk
from mathpost.maths.facts.facts import Fact, Facts
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.cases import goes_on_with_the_case, looks_at_a_case
from mathpost.maths.lexicon.cues import ends_a_sentence
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Apply, Term, Variable, free_variables, occurrences
from mathpost.maths.transformations.unfolding import unfold
from mathpost.text.source import Span
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.readings import Readings
from mathpost.verify.readings import rewriting
from mathpost.verify.readings.rewriting import Rewriting

DERIVATIVE = frozenset(["derivative"])


def developed(
    number: int, reading: Reading, readings: Readings, rows: Sequence[Rewriting] | None = None
) -> Iterator[Reading]:
    """The readings that `rows`, all of the stage ``developments`` if none are named, make of a claim, but those that hold fast
    what a total derivative moves: with ``y = x^2``, ``\\frac{du}{dx}`` of ``u = x + y`` is not 1.
    """
    step = readings.steps[number]
    facts = _of_all_cases(readings.in_force(number), step.relation_span.start, readings.context)
    total = _has_total_derivative(step)
    for row in rewriting.rewritings("developments") if rows is None else rows:
        for further in row.rewrite(number, reading, readings):
            if row.moves or not (total and _holds_fast(further.sides, facts)):
                yield further


def _has_total_derivative(step: Step) -> bool:
    """Whether no sign of a partial derivative is in a step."""
    nodes = (inner for side in (step.left, step.right) for node in side.nodes for inner in walk(node))
    return not any(isinstance(node, Symbol) and node.text == r"\partial" for node in nodes)


def _holds_fast(sides: Sequence[Term], facts: Facts) -> bool:
    """Whether a derivative in `sides` is of symbols that the post defines by what it is taken by."""
    for side in sides:
        for term in occurrences(side, DERIVATIVE):
            body, target = term.arguments if isinstance(term, Apply) else (term, term)
            kept = free_variables(body) - free_variables(target)
            made = (unfold(Variable(name), facts, kept=frozenset((target,)))[0] for name in kept)
            if any(not free_variables(target).isdisjoint(free_variables(each)) for each in made):
                return True
    return False


def _of_all_cases(facts: Facts, place: int, around: Context) -> Facts:
    """Those of `facts` that are not of a case which the sentences before `place` have left."""
    return {
        key: [known for known in found if not _is_left_behind(known, place, around)]
        for key, found in facts.items()
    }


def _is_left_behind(known: Fact, place: int, around: Context) -> bool:
    """Whether a definition holds under an "if" whose sentence has ended, and no word of its paragraph goes on with it."""
    if not known.case or known.step < 0:
        return False
    words = around.words
    between = words.text[known.place : place]
    nearby = words.text[known.place : min(place, words.end_of_paragraph(known.place))]
    opened = words.before(Span(known.place, known.place))
    return looks_at_a_case(opened) and ends_a_sentence(between) and not goes_on_with_the_case(nearby)
