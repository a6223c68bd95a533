"""Families whose entries add up to 1: weights, probabilities, one-hot labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.chance import information
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.facts import densities
from mathpost.maths.facts.arrays import labels
from mathpost.maths.facts.facts import equation
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.post import Post
from mathpost.maths.hypotheses.store import Hypotheses, Hypothesis
from mathpost.maths.notation import letter
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Bind, Number, Variable


def hypotheses(post: Post, _: Hypotheses) -> Iterator[Hypothesis[Any]]:
    in_words = {letter(name) for name in labels.one_hot(post.document)}
    for name, number in _normalised(post.steps, post.conventions):
        if name not in in_words:
            yield Hypothesis(kinds.NORMALISED, number, name, step=number)
    for name in sorted(in_words):
        yield Hypothesis(kinds.NORMALISED, None, name)


def _normalised(steps: Sequence[Step], written: Conventions) -> Iterator[tuple[str, int]]:
    r"""The families whose entries add up to 1, with the steps that state it: ``\sum_i p_i = 1``, ``KL(p \Vert q)``."""
    for number, step in enumerate(steps):
        for name in sorted(_compared_laws(number, step, written)):
            yield name, number
        if step.sign != "=" or not heads.is_number(step.right.nodes):
            continue
        stated = equation(number, step, written)
        match stated and stated.left, stated and stated.right:
            case (
                Bind(
                    operator="sum",
                    variable=index,
                    body=Apply(operator="index", arguments=(Variable(name=name), place)),
                ),
                Number(value=1),
            ) if place == index:
                yield name, number


def _compared_laws(number: int, step: Step, written: Conventions) -> frozenset[str]:
    """The laws, possibly lists of probabilities, that a step compares by a divergence."""
    names = (heads.head(side.nodes) or "" for side in (step.left, step.right))
    if not any(information.is_divergence(name.removesuffix("()")) for name in names):
        return frozenset()
    stated = equation(number, step, written)
    sides = () if stated is None else (stated.left, stated.right)
    return frozenset(bare(law) for side in sides for law in densities.laws_of(side))
