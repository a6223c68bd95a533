r"""A theorem uses a symbol that neither the text before it nor the theorem introduces.

Readers read theorems on their own: introduce objects in the setup or in the theorem's "let". Constants, indices, and
symbols that its formulas define, bind or assume are not reported.

    bad:  **Theorem 1.** The error is at most $$\|w - w^*\| \le \rho^t \|w_0\|$$
    good: **Theorem 1.** Let $\rho < 1$ be the rate of contraction. The error is at most $$\|w - w^*\| \le \rho^t \|w_0\|$$
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mathpost.document.passages import extent, text_of
from mathpost.document.rhetoric import has_link
from mathpost.maths.lexicon.cues import cue
from mathpost.rules import Measured, Subject
from mathpost.rules.letters import letters, unexplained
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "W006"
NAME = "new-symbol-in-theorem"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=4, posts=3, read=4, right=4)
_KINDS = frozenset(["theorem", "proposition", "lemma", "corollary"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    document, passages = subject.document, subject.passages
    for index, passage in enumerate(passages):
        if passage.kind != "statement" or document.statements[passage.number].kind not in _KINDS:
            continue
        inside = passages[index + 1 : extent(document, passages, index)]
        if not inside or any(has_link(text_of(document, each)) for each in inside):
            continue
        start, end = passage.span.start, inside[-1].span.end
        said = frozenset[str]().union(
            *(
                letters(e)
                for f, e in subject.expressions
                if f.kind == "inline" and start <= f.span.start < end
            )
        )
        new = [
            (text, atom)
            for before, each in pairwise((passage, *inside))
            if each.kind == "display" and cue(text_of(document, before)) not in ("define", "demand")
            for text, atom in unexplained(subject.expressions[each.number][1]).items()
            if subject.first_letters.get(text) == each.number and text not in said
        ]
        if new:
            names = ", ".join(dict.fromkeys(text for text, _ in new))
            message = f"{names}: used here for the first time, and the statement does not say what it denotes"
            yield Diagnostic(CODE, NAME, SEVERITY, new[0][1].span, message)
