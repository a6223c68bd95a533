r"""No sentence says what a theorem means: after it and its proof comes a heading, a rule or the next statement.

One sentence is enough: what follows for the model, when the bound is small, which term dominates. Theorems that explain
themselves, and proofs without a marked end, are not reported.

    bad:  **Theorem 1.** ⏎ $$\|w_t - w^*\| \le \rho^t$$ ⏎ **Proof.** By induction. □ ⏎ ## Experiments
    good: **Theorem 1.** ⏎ $$\|w_t - w^*\| \le \rho^t$$ ⏎ **Proof.** By induction. □ ⏎ So every step gains a digit. ⏎ ## Experiments
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.document.document import Document
from mathpost.document.passages import Passage, ends_a_proof, extent, is_heading, text_of
from mathpost.document.rhetoric import announces_a_proof, gives_a_meaning, names_symbols
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "W007"
NAME = "theorem-without-meaning"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=18, posts=10, read=18, right=17)
_NEXT = frozenset(["theorem", "definition", "lemma", "proposition"])
_PROOFS = frozenset(["proof", "derivation"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    document, passages = subject.document, subject.passages
    for index, passage in enumerate(passages):
        if passage.kind != "statement" or document.statements[passage.number].kind != "theorem":
            continue
        end = extent(document, passages, index)
        if is_heading(passages, index) or not _is_bare(document, passages[index + 1 : end]):
            continue
        behind = _behind_proof(document, passages, end)
        if behind is not None and _goes_on(document, passages[behind:]):
            message = "no sentence after this theorem says what it means"
            yield Diagnostic(CODE, NAME, SEVERITY, passage.span, message)


def _is_bare(document: Document, inside: Sequence[Passage]) -> bool:
    """Whether a statement ends with a formula, and at most names its symbols after it."""
    displays = [n for n, each in enumerate(inside) if each.kind == "display"]
    if not displays or any(gives_a_meaning(text_of(document, each)) for each in inside):
        return False
    return all(names_symbols(text_of(document, each)) for each in inside[displays[-1] + 1 :])


def _behind_proof(document: Document, passages: Sequence[Passage], end: int) -> int | None:
    """Where the proof at `end` is over; `end` if there is none, None where its end is not marked."""
    if end == len(passages) or passages[end].kind != "statement":
        return end
    if document.statements[passages[end].number].kind not in _PROOFS:
        return end
    over = extent(document, passages, end)
    return over if ends_a_proof(text_of(document, passages[over - 1])) else None


def _goes_on(document: Document, behind: Sequence[Passage]) -> bool:
    """Whether the post goes on with something else."""
    first = next((each for each in behind if each.kind != "rule"), None)
    if first is None:
        return False
    if first.kind == "heading":
        title = document.headings[first.number].title
        return not gives_a_meaning(title) and not announces_a_proof(title)
    return first.kind == "statement" and document.statements[first.number].kind in _NEXT
