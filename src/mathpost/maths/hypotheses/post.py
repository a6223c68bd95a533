"""The input of the sources of hypotheses: the steps of a post, its words, and its conventions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mathpost.document.document import Document
from mathpost.maths.chance import zero_means
from mathpost.maths.chance.stated_laws import laws_in_words
from mathpost.maths.chance.stated_moments import bearers, populations
from mathpost.maths.elaboration import handbook
from mathpost.maths.elaboration.application import STANDARD
from mathpost.maths.elaboration.binders.index_sets import index_sets
from mathpost.maths.elaboration.conventions import Conventions, Counting
from mathpost.maths.facts import activations
from mathpost.maths.facts.arrays import labels
from mathpost.maths.facts.conventions import conventions
from mathpost.maths.facts.facts import Equation, Fact
from mathpost.maths.hypotheses.array_letters import array_letters
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.lexicon.sentences import Sentences
from mathpost.maths.notation.step import Step


@dataclass(frozen=True, slots=True)
class Post:
    """A post with its conventions and their sources.

    `moments`, `laws`: those stated in words. `entrywise`: functions applied entry by entry. `numbers_vectors`: whether the post
    numbers the eigenvectors or singular vectors of a matrix.
    """

    document: Document
    steps: Sequence[Step]
    words: Sentences
    sections: Sections
    conventions: Conventions
    moments: tuple[Equation, ...]
    laws: tuple[Fact, ...]
    entrywise: frozenset[str]
    numbers_vectors: bool

    @property
    def text(self) -> str:
        """The source of the post."""
        return self.document.source.text


def post(document: Document, steps: Sequence[Step]) -> Post:
    """`document` with its formulas normalised by `spelling`, and its conventions by notation and by words."""
    text, words = document.source.text, Sentences(document)
    arrays, numbers_vectors = array_letters(document, steps)
    written = conventions(steps, arrays, handbook.named(document), text)
    moments = populations(document, words, written)
    entrywise = activations.activations(document)
    applied = replace(written.functions, known=written.functions.known | entrywise - STANDARD.keys())
    counting = Counting(
        written.counting.letters | labels.classes(document), index_sets(document, words, steps)
    )
    written = replace(written, functions=applied, counting=counting)
    laws = tuple(laws_in_words(document, words, written))
    lawful = written.chance.lawful | {known.head for known in laws}
    random = written.chance.random | bearers(moments) | zero_means.bearers(steps, written) | lawful
    written = replace(written, chance=replace(written.chance, random=random, lawful=lawful))
    return Post(
        document,
        steps,
        words,
        Sections(document.headings),
        written,
        moments,
        laws,
        entrywise,
        numbers_vectors,
    )
