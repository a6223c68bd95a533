r"""A displayed formula has a symbol that appears nowhere else in the post, so nothing says what it means.

Only Greek letters without subscripts are checked. Conventional ones (a learning rate $\alpha$, a variance $\sigma^2$),
symbols defined by the formula itself, and indices are not reported.

    bad:  $$L(w) = f(w) + \lambda g(w)$$
    good: $$L(w) = f(w) + \lambda g(w)$$ where $\lambda$ weighs the second term against the first
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mathpost.document.document import authored
from mathpost.document.references import visible_text
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "W003"
NAME = "unexplained-symbol"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=7, posts=7, read=7, right=7)
_GREEK = frozenset(r"\zeta \theta \vartheta \iota \kappa \lambda \nu \xi \rho \tau \chi \psi".split())


def find(subject: Subject) -> Iterator[Diagnostic]:
    document = authored(subject.document)
    said = visible_text(document.source.text, [f.span for f in document.formulas], document.opaque).lower()
    counts = Counter(
        atom.text
        for formula, expressions in subject.expressions
        for atom in {a.span: a for e in expressions for a in e.atoms if a.text in _GREEK}.values()
    )
    for formula, expressions in subject.expressions:
        if formula.kind != "display" or formula.span.end > len(document.source.text):
            continue
        for expression in expressions:
            for index, atom in enumerate(expression.atoms):
                alone = atom.text in _GREEK and counts[atom.text] == 1 and index > 0 and not atom.scripted
                if (
                    alone
                    and expression.place not in ("subscript", "superscript")
                    and atom.text[1:] not in said
                ):
                    message = f"{atom.text} occurs only here: what does it denote?"
                    yield Diagnostic(CODE, NAME, SEVERITY, atom.span, message)
