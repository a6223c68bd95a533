r"""A derivation of four or more steps is in one row of a display.

In an aligned environment each step has its own line and can be numbered.

    bad:  $$(a+b)^2 - (a-b)^2 + (c+d)^2 - (c-d)^2 = (a^2+2ab+b^2) - (a^2-2ab+b^2) + (c^2+2cd+d^2) - (c^2-2cd+d^2) = (2ab + 2ab) + (2cd + 2cd) = 4ab + 4cd = 4(ab + cd) = 2 \cdot 2(ab + cd)$$
    good: $$\begin{aligned} (a+b)^2 - (a-b)^2 &= a^2+2ab+b^2 - (a^2-2ab+b^2) \\ &= 2ab + 2ab \\ &= 4ab \end{aligned}$$
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "W001"
NAME = "steps-in-one-row"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=17, posts=16, read=17, right=17)
_STEPS = frozenset(r"= \le \leq \leqslant \ge \geq \geqslant \approx".split())
_FEWEST, _SHORTEST = 4, 160  # steps of a chain, and characters of LaTeX: a short chain fits into one glance


def find(subject: Subject) -> Iterator[Diagnostic]:
    for formula, expressions in subject.expressions:
        if formula.kind != "display":
            continue
        for expression in expressions:
            if expression.place not in ("formula", "cell"):
                continue
            for chain in _chains(expression.atoms):
                steps = sum(atom.text in _STEPS for atom in chain)
                span = Span(chain[0].span.start, chain[-1].span.end) if chain else formula.span
                if steps >= _FEWEST and span.end - span.start >= _SHORTEST:
                    yield Diagnostic(CODE, NAME, SEVERITY, span, f"{steps} steps in one row: align them")


def _chains(atoms: Sequence[Atom]) -> Iterator[Sequence[Atom]]:
    """The statements of a row: words, commas and wide spaces are between them."""
    start = 0
    for index, atom in enumerate(atoms):
        if atom.kind in ("punctuation", "words", "gap", "unknown", "dots"):
            yield atoms[start:index]
            start = index + 1
    yield atoms[start:]
