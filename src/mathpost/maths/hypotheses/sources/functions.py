"""Hypotheses about functions and letters: shapes, families of special functions, arbitrary letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mathpost.maths.elaboration import handbook
from mathpost.maths.facts.curvature import shapes_of_functions
from mathpost.maths.facts.quantifiers import quantified
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.post import Post
from mathpost.maths.hypotheses.store import Hypotheses, Hypothesis
from mathpost.maths.lexicon.senses import mentions_complex_numbers


def hypotheses(post: Post, _: Hypotheses) -> Iterator[Hypothesis[Any]]:
    for name in sorted(handbook.mentioned(post.document)):
        yield Hypothesis(kinds.SPECIAL_FUNCTION, None, name)
    for said in shapes_of_functions(post.document):
        yield Hypothesis(kinds.SHAPE, said, said.name, said.place)
    for name in sorted(post.entrywise):
        yield Hypothesis(kinds.ENTRYWISE, None, name)
    for each in quantified(post.document):
        yield Hypothesis(kinds.QUANTIFIED, each, "", each.place)
    if mentions_complex_numbers(post.text):
        yield Hypothesis(kinds.COMPLEX, None)
