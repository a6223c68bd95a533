"""A claim without what the post said of one case alone: behind the sentence that looks at a case it speaks of all again.

"If $c = rF$, the price is $F$." gives `c` a value for that sentence; what the next one derives may be meant for every `c`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.facts.facts import Fact, Facts
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.cases import goes_on_with_the_case, looks_at_a_case
from mathpost.maths.lexicon.cues import ends_a_sentence
from mathpost.text.source import Span
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.readings import Readings


def in_general(number: int, informed: Reading, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` with the definitions in force but those of cases, if `informed` rests on such; it may only confirm."""
    cases = frozenset(f.step for f in readings.context.facts if f.case and f.step in informed.used)
    added = cases - reading.used
    if not added:
        return
    put = readings.unfolded(number, reading._replace(used=reading.used | added), values=False)
    yield reading if put is None else put._replace(used=put.used - added)


def of_all_cases(facts: Facts, place: int, around: Context) -> Facts:
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


__all__ = ["in_general", "of_all_cases"]
