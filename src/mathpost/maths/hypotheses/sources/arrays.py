"""Hypotheses about arrays: spaces, properties, decompositions and spectra."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mathpost.maths.facts.arrays import decompositions, eigenvectors, singular
from mathpost.maths.facts.arrays.spectra import spectra
from mathpost.maths.facts.properties import arbitrary, mentioned, properties
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.post import Post
from mathpost.maths.hypotheses.store import Certainty, Hypotheses, Hypothesis, Scope
from mathpost.maths.typing.ranks import declarations, in_words

RANKS = re.compile(r"秩|\brank\b", re.IGNORECASE)


def hypotheses(post: Post, _: Hypotheses) -> Iterator[Hypothesis[Any]]:
    document, steps, written = post.document, post.steps, post.conventions
    declared = (*declarations(steps, written.arrays.families), *in_words(document))
    for space in sorted(declared, key=lambda space: space.place):
        yield Hypothesis(kinds.DECLARATION, space, space.name, space.place)
    decomposed = decompositions.in_words(document, written)
    for equation in decomposed:
        yield Hypothesis(kinds.DECOMPOSITION, equation, "", equation.place)
    said = (
        *properties(document, steps),
        *decompositions.properties(decomposed),
        *eigenvectors.properties(document),
    )
    for each in said:
        certainty: Certainty = "case" if each.case else "stated"
        scope: Scope = "section" if each.case else "post"
        yield Hypothesis(kinds.ARRAY_PROPERTY, each, each.name, each.place, scope, certainty=certainty)
    for name, place in arbitrary(document):
        yield Hypothesis(kinds.ARBITRARY_ARRAY, None, name, place)
    for name, mentions in mentioned(document).items():
        for mention in mentions:
            yield Hypothesis(kinds.MENTION, mention, name, mention.place, "section")
    values = spectra(document, written) or tuple(singular.spectra(document, steps, written))
    for spectrum in (*values, *eigenvectors.vectors(document, written, values)):
        yield Hypothesis(kinds.SPECTRUM, spectrum, spectrum.letter, spectrum.place, "section")
    if RANKS.search(post.text):
        yield Hypothesis(kinds.RANK, None)
