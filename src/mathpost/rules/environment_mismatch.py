r"""An environment is not ended, ended by another name, or does not exist.

Renderers refuse the formula. Environments close in the reverse order of their opening.

    bad:  $\begin{pmatrix} a & b \end{bmatrix}$
    good: $\begin{pmatrix} a & b \end{pmatrix}$
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from mathpost.latex.macros import known_environments
from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L101"
NAME = "environment-mismatch"
SEVERITY = Severity.ERROR


def _is_misspelt(name: str) -> bool:
    """Whether the name is nearly that of an environment."""
    return bool(get_close_matches(name, known_environments(), 1, 0.8))


def find(subject: Subject) -> Iterator[Diagnostic]:
    known = subject.document.flavour.unescapes is not None
    for _, fault in faults(subject, CODE):
        if fault.is_foreign and not known and not _is_misspelt(fault.message.rpartition(" ")[2]):
            continue  # nobody knows what builds the page: LaTeX has packages for everything
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)
    for unended in subject.document.faults:
        if unended.code == CODE:
            yield Diagnostic(CODE, NAME, SEVERITY, unended.span, unended.message)
