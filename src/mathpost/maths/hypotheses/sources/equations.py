"""Equations that hold for some values of their symbols only: assumptions and suppositions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.facts.facts import Equation, Fact, equation
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.post import Post
from mathpost.maths.hypotheses.store import Hypotheses, Hypothesis
from mathpost.maths.lexicon.cases import mentions_a_case
from mathpost.maths.lexicon.explanations import explained
from mathpost.maths.notation.step import Step

AFTER = ("definitions",)


def hypotheses(post: Post, known: Hypotheses) -> Iterator[Hypothesis[Any]]:
    explanations = explained(post.document, post.words)
    written = post.conventions
    members = known.of(kinds.MEMBERSHIP)
    facts = sorted((f for f in known.of(kinds.DEFINITION) if f not in members), key=lambda f: f.step)
    for number, step in enumerate(post.steps):
        if _demands(step):
            stated = equation(number, step, written)
        else:
            stated = _supposed(number, step, facts, written)
        if stated is None:
            continue
        case = mentions_a_case(post.words.before(post.document.formulas[step.formula].span))
        place = explanations.get(step.formula, step.span.end)
        content = replace(stated, place=place, case=case)
        yield Hypothesis(kinds.EQUATION, content, "", place, "post", number, "case" if case else "stated")


def _demands(step: Step) -> bool:
    r"""Whether a step is an equation that holds for some values of its symbols only: ``\alpha^2 + \beta^2 = 1``."""
    if step.sign not in ("=", "≡") or heads.head(step.left.nodes) is not None:
        return False
    if step.interior:  # a derivative set to a value
        return step.role == "assumption" and heads.is_number(step.right.nodes)
    return step.role == "assumption" or (step.role == "claim" and heads.is_number(step.right.nodes))


def _supposed(number: int, step: Step, facts: Sequence[Fact], written: Conventions) -> Equation | None:
    """The equation between the definition of a symbol and its supposed value in a step; None for other steps."""
    if step.role != "assumption" or step.sign != "=" or step.interior:
        return None
    name = heads.head(step.left.nodes)
    before = (f for f in reversed(facts) if 0 <= f.step < number and f.form == "symbol" and not f.value)
    known = next((f for f in before if f.head == name), None)
    stated = None if known is None else equation(number, step, written)
    return None if stated is None or known is None else replace(stated, left=stated.right, right=known.right)
