"""Domains of symbols: bounds, conditions, listed values, positivity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from mathpost.maths.facts import domains, domains_in_words, laws
from mathpost.maths.facts.listings import listings
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.assumptions import conditions
from mathpost.maths.hypotheses.post import Post
from mathpost.maths.hypotheses.store import Certainty, Hypotheses, Hypothesis
from mathpost.maths.lexicon.positivity import measured, taken_for_positive

AFTER = ("definitions",)


def hypotheses(post: Post, known: Hypotheses) -> Iterator[Hypothesis[Any]]:
    for bound in _bounds(post, known):
        certainty: Certainty = "claimed" if bound.claimed else "stated"
        yield Hypothesis(kinds.BOUNDS, bound, bound.name, bound.place, "post", certainty=certainty)
    for condition in conditions(post.steps, post.conventions, post.text):
        yield Hypothesis(kinds.CONDITION, condition, "", condition.place, "section")
    for name in sorted(taken_for_positive(post.steps) | measured(post.document)):
        yield Hypothesis(kinds.POSITIVE, None, name)
    for name, values in dict(listings(post.steps, post.conventions)).items():
        for value in values:
            yield Hypothesis(kinds.VALUES, value, name)


def _bounds(post: Post, known: Hypotheses) -> Iterator[domains.Bounds]:
    """The bounds of symbols by relations, laws and words."""
    for step in post.steps:
        if step.role != "other" and not (step.role == "claim" and step.inferred == "arrow"):
            for bound in domains.bounds(step):
                yield replace(bound, place=step.span.start, claimed=step.role == "claim")
    for fact in known.of(kinds.DEFINITION):
        if fact.form == "law":
            yield from laws.bounds(fact.right)
    yield from domains_in_words.said(post.document)
