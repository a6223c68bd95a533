"""The start of the text that a later definition explains: a display and 其中 $Z = …$, a sentence and "with $a = …$"."""

from __future__ import annotations

from mathpost.document.document import Document, Formula
from mathpost.maths.lexicon.cues import accompanies, ends_a_sentence, explains
from mathpost.maths.lexicon.sentences import Sentences


def explained(document: Document, words: Sentences) -> dict[int, int]:
    """Formula → start of what it explains: the display before 其中 $Z = …$, or the sentence that ends with $a = …$."""
    found: dict[int, int] = {}
    display: Formula | None = None
    sentence: Formula | None = None  # the first formula of the current sentence
    end = 0
    for formula in document.formulas:
        before = words.text[end : formula.span.start]
        if sentence is None or formula.kind == "display" or ends_a_sentence(before) or "\n\n" in before:
            sentence = formula
        elif accompanies(before):
            found[formula.index] = sentence.span.start
        end = formula.span.end
        if display is not None and explains(words.text[display.span.end : formula.span.start]):
            found[formula.index] = display.span.start
        elif formula.kind == "display":
            display = formula
    return found
