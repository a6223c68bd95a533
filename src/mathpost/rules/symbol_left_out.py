r"""The text after a display explains its symbols but omits one, and nothing else in the post explains it.

Not reported: indices, bound variables, symbols the formula defines, function names, constants, conventional symbols, and
sentences with a link that may explain the rest.

    bad:  We predict ⏎ $$p = \sigma(w^\top h + b)$$ ⏎ where $h$ is the hidden state and $\sigma$ the sigmoid
    good: We predict ⏎ $$p = \sigma(w^\top h + b)$$ ⏎ where $h$ is the hidden state, $\sigma$ the sigmoid, $w$ and $b$ are learned
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Document
from mathpost.document.passages import Passage, text_of
from mathpost.document.rhetoric import has_link, names_symbols
from mathpost.rules import Measured, Subject
from mathpost.rules.letters import letters, unexplained
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "W005"
NAME = "symbol-left-out"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=15, posts=14, read=15, right=14)


def find(subject: Subject) -> Iterator[Diagnostic]:
    document, passages = subject.document, subject.passages
    for index in range(1, len(passages) - 1):
        before, here, behind = passages[index - 1 : index + 2]
        if here.kind != "display" or behind.kind != "words" or not _explains(document, before, behind):
            continue
        expressions = subject.expressions[here.number][1]
        named = _letters_in(subject, behind)
        if named.isdisjoint(letters(expressions)):
            continue
        left_out = [
            (text, atom)
            for text, atom in unexplained(expressions).items()
            if subject.first_letters.get(text) == here.number
            and text not in subject.inline_letters
            and not _is_spelled_out(document, text)
        ]
        if left_out:
            said = ", ".join(text for text, _ in left_out)
            message = f"{said}: not explained here with the other symbols, nor anywhere else"
            yield Diagnostic(CODE, NAME, SEVERITY, left_out[0][1].span, message)


def _explains(document: Document, before: Passage, behind: Passage) -> bool:
    words = text_of(document, behind)
    return names_symbols(words) and not has_link(words) and not has_link(text_of(document, before))


def _letters_in(subject: Subject, passage: Passage) -> frozenset[str]:
    inside = (e for formula, e in subject.expressions if passage.span.contains(formula.span))
    return frozenset[str]().union(*map(letters, inside))


def _is_spelled_out(document: Document, text: str) -> bool:
    r"""Whether the name of a Greek letter appears among the words: "a weight lambda"."""
    return text.startswith("\\") and text[1:] in document.source.text.replace(text, "").lower()
