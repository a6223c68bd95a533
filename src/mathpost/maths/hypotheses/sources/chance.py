"""Hypotheses about random variables: independence, moments, zero means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mathpost.maths.chance import zero_means
from mathpost.maths.chance.transitions import transitions
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.post import Post
from mathpost.maths.hypotheses.store import Hypotheses, Hypothesis
from mathpost.maths.lexicon.senses import assumes


def hypotheses(post: Post, _: Hypotheses) -> Iterator[Hypothesis[Any]]:
    chains = tuple(transitions(post.steps, post.conventions))
    for place in chains:
        yield Hypothesis(kinds.TRANSITION, None, "", place)
    for word in sorted(assumes(post.text, chain=bool(chains))):
        yield Hypothesis(kinds.CHANCE, None, word)
    for moment in post.moments:
        yield Hypothesis(kinds.MOMENT, moment, "", moment.place, "section")
    for name, place in zero_means.centred(post.steps, post.moments, post.conventions):
        yield Hypothesis(kinds.CENTRED, place, name, place)
